
/*
 * Copyright (C) contentlib authors
 *
 * The rows of a table of pictures become records, and are read as any others.
 */


#include <tool/import/contentlib_import_private.h>

#include <tool/import/contentlib_pictures.h>


static ngx_int_t contentlib_import_pictures(contentlib_import_t *import,
    contentlib_csv_t *csv);
static ngx_int_t contentlib_import_picture(contentlib_import_t *import,
    contentlib_csv_t *csv, contentlib_pictures_t *pictures);


ngx_int_t
contentlib_import_table(contentlib_import_t *import, const char *name,
    ngx_uint_t tabs)
{
    ngx_int_t          rc;
    contentlib_csv_t  *csv;

    csv = contentlib_csv_open(name, tabs, import->message);

    if (csv == NULL) {
        return NGX_ERROR;
    }

    rc = contentlib_stage_file(import->stage, contentlib_csv_name(csv));

    if (rc == NGX_OK) {
        rc = contentlib_import_pictures(import, csv);
    }

    import->bytes += contentlib_csv_bytes(csv);

    contentlib_csv_close(csv);

    return rc;
}


static ngx_int_t
contentlib_import_pictures(contentlib_import_t *import, contentlib_csv_t *csv)
{
    ngx_int_t               rc;
    contentlib_pictures_t  *pictures;

    if (import->existing == NULL) {
        import->existing = contentlib_existing_open(import->stage,
                                                    &import->media_url,
                                                    import->message);
        if (import->existing == NULL) {
            return NGX_ERROR;
        }
    }

    pictures = contentlib_pictures_open(csv, import->existing,
                                        import->fields.ids, import->message);
    if (pictures == NULL) {
        return NGX_ERROR;
    }

    do {
        rc = contentlib_import_picture(import, csv, pictures);
    } while (rc == NGX_OK);

    if (rc == NGX_DONE && !import->options->quiet) {
        contentlib_progress_end(&import->progress);
        contentlib_pictures_notes(pictures);
    }

    contentlib_pictures_close(pictures);

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_import_picture(contentlib_import_t *import, contentlib_csv_t *csv,
    contentlib_pictures_t *pictures)
{
    ngx_int_t           rc;
    ngx_str_t           text;
    contentlib_place_t  place;

    place.file = contentlib_csv_name(csv);
    place.message = import->message;

    rc = contentlib_pictures_next(pictures, &text, &place.line);

    if (rc != NGX_OK) {
        return rc;
    }

    import->records++;

    contentlib_progress_show(&import->progress, import->records,
                             import->bytes + contentlib_csv_bytes(csv));

    return contentlib_import_record(import, &place, &text,
                                    CONTENTLIB_STAGE_LISTED);
}
