
/*
 * Copyright (C) contentlib authors
 *
 * The rows of a table of pictures become records, and are read as any others.
 */


#include <tool/import/contentlib_import_table.h>

#include <tool/import/contentlib_pictures.h>


static ngx_int_t contentlib_import_pictures(contentlib_loader_t *loader,
    contentlib_csv_t *csv);
static ngx_int_t contentlib_import_picture(contentlib_loader_t *loader,
    contentlib_csv_t *csv, contentlib_pictures_t *pictures);


ngx_int_t
contentlib_import_table(contentlib_loader_t *loader, const char *name,
    ngx_uint_t tabs)
{
    ngx_int_t          rc;
    contentlib_csv_t  *csv;

    csv = contentlib_csv_open(name, tabs, loader->message);

    if (csv == NULL) {
        return NGX_ERROR;
    }

    rc = contentlib_stage_file(loader->stage, contentlib_csv_name(csv));

    if (rc == NGX_OK) {
        rc = contentlib_import_pictures(loader, csv);
    }

    loader->bytes += contentlib_csv_bytes(csv);

    contentlib_csv_close(csv);

    return rc;
}


static ngx_int_t
contentlib_import_pictures(contentlib_loader_t *loader, contentlib_csv_t *csv)
{
    ngx_int_t               rc;
    contentlib_pictures_t  *pictures;

    if (loader->existing == NULL) {
        loader->existing = contentlib_existing_open(loader->stage,
                                                    loader->media_url,
                                                    loader->message);
        if (loader->existing == NULL) {
            return NGX_ERROR;
        }
    }

    pictures = contentlib_pictures_open(csv, loader->existing,
                                        loader->partner.ids, loader->message);
    if (pictures == NULL) {
        return NGX_ERROR;
    }

    do {
        rc = contentlib_import_picture(loader, csv, pictures);
    } while (rc == NGX_OK);

    if (rc == NGX_DONE && !loader->quiet) {
        contentlib_progress_end(loader->progress);
        contentlib_pictures_notes(pictures);
    }

    contentlib_pictures_close(pictures);

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_import_picture(contentlib_loader_t *loader, contentlib_csv_t *csv,
    contentlib_pictures_t *pictures)
{
    ngx_int_t           rc;
    ngx_str_t           text;
    contentlib_place_t  place;

    contentlib_loader_place(loader, &place, contentlib_csv_name(csv));

    rc = contentlib_pictures_next(pictures, &text, &place.line);

    if (rc != NGX_OK) {
        return rc;
    }

    loader->n++;

    contentlib_progress_show(loader->progress, loader->n,
                             loader->bytes + contentlib_csv_bytes(csv));

    (void) contentlib_loader_text(loader, &place, &text,
                                  CONTENTLIB_STAGE_LISTED);

    return loader->message->len ? NGX_ERROR : NGX_OK;
}
