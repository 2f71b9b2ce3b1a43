
/*
 * Copyright (C) contentlib authors
 *
 * The table is read twice, because identifiers that rows do not have follow
 * the highest one that any row has.
 */


#include <tool/import/contentlib_pictures.h>

#include <tool/import/contentlib_picture.h>


#define CONTENTLIB_PICTURES_POOL   16384
#define CONTENTLIB_PICTURES_NAMES  1000     /* bytes of unused columns */


struct contentlib_pictures_s {
    contentlib_csv_t          *csv;
    contentlib_message_t      *message;
    contentlib_csv_row_t       row;         /* the one at hand */
    contentlib_picture_row_t   picture;     /* the same, by known columns */

    ngx_uint_t                 ncells;      /* of the first row */
    ngx_int_t                  cells[CONTENTLIB_PICTURE_COLUMNS];
    u_char                     unused[CONTENTLIB_PICTURES_NAMES];
    size_t                     unused_len;

    u_char                    *directory;   /* of all files, or NULL */
    int64_t                    highest;     /* identifier */
    uint64_t                   skipped;     /* rows */
};


static ngx_int_t contentlib_pictures_header(contentlib_pictures_t *pictures);
static ngx_int_t contentlib_pictures_name(contentlib_pictures_t *pictures,
    ngx_uint_t cell);
static void contentlib_pictures_unused(contentlib_pictures_t *pictures,
    const ngx_str_t *name);
static ngx_int_t contentlib_pictures_scan(contentlib_pictures_t *pictures);
static ngx_int_t contentlib_pictures_directory(
    contentlib_pictures_t *pictures, ngx_uint_t first);
static ngx_int_t contentlib_pictures_row(contentlib_pictures_t *pictures);
static ngx_uint_t contentlib_pictures_empty(contentlib_csv_row_t *row);


contentlib_pictures_t *
contentlib_pictures_open(contentlib_csv_t *csv,
    contentlib_existing_t *existing, const char *partner_ids,
    contentlib_message_t *message)
{
    contentlib_pictures_t  *pictures;

    pictures = ngx_calloc(sizeof(contentlib_pictures_t), NULL);

    if (pictures == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        return NULL;
    }

    pictures->csv = csv;
    pictures->message = message;
    pictures->picture.file = contentlib_csv_name(csv);
    pictures->picture.existing = existing;
    pictures->picture.partner_ids = partner_ids;
    pictures->picture.message = message;

    if (contentlib_existing_highest(existing, &pictures->highest) != NGX_OK
        || contentlib_pictures_header(pictures) != NGX_OK
        || contentlib_pictures_scan(pictures) != NGX_OK)
    {
        contentlib_pictures_close(pictures);
        return NULL;
    }

    return pictures;
}


void
contentlib_pictures_close(contentlib_pictures_t *pictures)
{
    if (pictures->picture.pool) {
        ngx_destroy_pool(pictures->picture.pool);
    }

    free(pictures->directory);
    free(pictures);
}


static ngx_int_t
contentlib_pictures_header(contentlib_pictures_t *pictures)
{
    ngx_int_t   rc;
    ngx_uint_t  i, files;

    rc = contentlib_csv_next(pictures->csv, &pictures->row);

    if (rc == NGX_DONE) {
        return contentlib_message_set(pictures->message, "%s:1: there is no "
                                      "row of column names",
                                      pictures->picture.file);
    }

    if (rc != NGX_OK) {
        return NGX_ERROR;
    }

    pictures->ncells = pictures->row.ncells;

    for (i = 0; i < CONTENTLIB_PICTURE_COLUMNS; i++) {
        pictures->cells[i] = NGX_DECLINED;
    }

    for (i = 0; i < pictures->ncells; i++) {
        if (contentlib_pictures_name(pictures, i) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    files = 0;

    for (i = 0; CONTENTLIB_PICTURE_IS_FILE(i); i++) {
        files += (pictures->cells[i] != NGX_DECLINED);
    }

    return files ? NGX_OK
                 : contentlib_message_set(pictures->message, "%s:%lu: there "
                                          "is no column \"file\", \"url\" or "
                                          "\"SourceFile\"",
                                          pictures->picture.file,
                                          pictures->row.line);
}


static ngx_int_t
contentlib_pictures_name(contentlib_pictures_t *pictures, ngx_uint_t cell)
{
    ngx_int_t         column;
    const ngx_str_t  *name;

    name = &pictures->row.cells[cell];
    column = contentlib_picture_column(name);

    if (column == NGX_DECLINED) {
        contentlib_pictures_unused(pictures, name);
        return NGX_OK;
    }

    if (pictures->cells[column] != NGX_DECLINED) {
        return contentlib_message_set(pictures->message, "%s:%lu: column "
                                      "\"%s\" is there twice",
                                      pictures->picture.file,
                                      pictures->row.line,
                                      contentlib_picture_column_name(
                                                       (ngx_uint_t) column));
    }

    pictures->cells[column] = (ngx_int_t) cell;

    return NGX_OK;
}


static void
contentlib_pictures_unused(contentlib_pictures_t *pictures,
    const ngx_str_t *name)
{
    u_char  *p;

    if (name->len == 0
        || name->len + 2 > CONTENTLIB_PICTURES_NAMES - pictures->unused_len)
    {
        return;
    }

    p = pictures->unused + pictures->unused_len;

    if (pictures->unused_len) {
        p = ngx_cpymem(p, ", ", 2);
    }

    p = ngx_cpymem(p, name->data, name->len);
    pictures->unused_len = (size_t) (p - pictures->unused);
}


/*
 * The highest identifier, and the directory that all files are in, if exiftool
 * was called with an absolute path.  What is wrong is told when the rows are
 * read again.
 */

static ngx_int_t
contentlib_pictures_scan(contentlib_pictures_t *pictures)
{
    int64_t     id;
    ngx_int_t   rc;
    ngx_uint_t  first;

    first = 1;

    while ((rc = contentlib_pictures_row(pictures)) == NGX_OK) {

        if (contentlib_picture_id(&pictures->picture, &id) == NGX_OK) {
            pictures->highest = ngx_max(pictures->highest, id);
        }

        if (contentlib_pictures_directory(pictures, first) != NGX_OK) {
            return NGX_ERROR;
        }

        first = 0;
        pictures->message->len = 0;
    }

    pictures->message->len = 0;

    contentlib_csv_rewind(pictures->csv);

    return contentlib_csv_next(pictures->csv, &pictures->row);
}


/* shortens the directory to what the path of this row begins with, too */

static ngx_int_t
contentlib_pictures_directory(contentlib_pictures_t *pictures,
    ngx_uint_t first)
{
    size_t      len;
    ngx_str_t   path, *directory;

    path = contentlib_picture_path(&pictures->picture);
    directory = &pictures->picture.directory;

    if (first && path.len) {
        pictures->directory = ngx_alloc(path.len, NULL);

        if (pictures->directory == NULL) {
            return contentlib_message_set(pictures->message,
                                          "contentlib: out of memory");
        }

        ngx_memcpy(pictures->directory, path.data, path.len);

        directory->data = pictures->directory;
        directory->len = path.len;
    }

    len = 0;

    while (len < ngx_min(path.len, directory->len)
           && path.data[len] == directory->data[len])
    {
        len++;
    }

    while (len > 0 && directory->data[len - 1] != '/') {
        len--;
    }

    directory->len = len;

    return NGX_OK;
}


/* the next row that has a value */

static ngx_int_t
contentlib_pictures_row(contentlib_pictures_t *pictures)
{
    ngx_int_t                  rc;
    ngx_uint_t                 i, cell;
    contentlib_picture_row_t  *picture;

    do {
        rc = contentlib_csv_next(pictures->csv, &pictures->row);

        if (rc != NGX_OK) {
            return rc;
        }

    } while (contentlib_pictures_empty(&pictures->row));

    picture = &pictures->picture;
    picture->line = pictures->row.line;

    for (i = 0; i < CONTENTLIB_PICTURE_COLUMNS; i++) {
        cell = (ngx_uint_t) pictures->cells[i];

        if (pictures->cells[i] == NGX_DECLINED
            || cell >= pictures->row.ncells)
        {
            ngx_str_set(&picture->cells[i], "");
            continue;
        }

        picture->cells[i] = pictures->row.cells[cell];
    }

    return NGX_OK;
}


static ngx_uint_t
contentlib_pictures_empty(contentlib_csv_row_t *row)
{
    ngx_uint_t  i;

    for (i = 0; i < row->ncells; i++) {
        if (row->cells[i].len) {
            return 0;
        }
    }

    return 1;
}


ngx_int_t
contentlib_pictures_next(contentlib_pictures_t *pictures, ngx_str_t *text,
    ngx_uint_t *line)
{
    int64_t                    created;
    ngx_int_t                  rc;
    contentlib_picture_row_t  *picture;

    picture = &pictures->picture;
    created = (int64_t) contentlib_csv_modified(pictures->csv) * 1000000;

    do {
        rc = contentlib_pictures_row(pictures);

        if (rc != NGX_OK) {
            return rc;
        }

        *line = picture->line;

        if (pictures->row.ncells > pictures->ncells) {
            return contentlib_message_set(pictures->message, "%s:%lu: %lu "
                                          "fields, but %lu columns: write "
                                          "quotes around a text that has "
                                          "separators", picture->file,
                                          picture->line, pictures->row.ncells,
                                          pictures->ncells);
        }

        if (picture->pool) {
            ngx_destroy_pool(picture->pool);
        }

        picture->pool = ngx_create_pool(CONTENTLIB_PICTURES_POOL, NULL);

        if (picture->pool == NULL) {
            return contentlib_message_set(pictures->message,
                                          "contentlib: out of memory");
        }

        rc = contentlib_picture_text(picture, &pictures->highest, created,
                                     text);

        pictures->skipped += (rc == NGX_DECLINED);

    } while (rc == NGX_DECLINED);

    return rc;
}


void
contentlib_pictures_notes(contentlib_pictures_t *pictures)
{
    char                             quoted[CONTENTLIB_QUOTE_SIZE];
    const contentlib_picture_row_t  *picture;

    picture = &pictures->picture;

    if (pictures->skipped) {
        (void) printf("%s: %llu row%s skipped: neither pictures nor "
                      "videos with a still\n", picture->file,
                      (unsigned long long) pictures->skipped,
                      pictures->skipped == 1 ? "" : "s");
    }

    if (pictures->unused_len) {
        (void) printf("%s: columns that are not used: %s\n", picture->file,
                      contentlib_message_quote(quoted, pictures->unused,
                                               pictures->unused_len));
    }

    if (picture->directory.len) {
        (void) printf("%s: addresses are relative to \"%s\"\n", picture->file,
                      contentlib_message_quote(quoted,
                                               picture->directory.data,
                                               picture->directory.len));
    }
}
