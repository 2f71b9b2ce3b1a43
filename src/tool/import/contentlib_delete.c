
/*
 * Copyright (C) contentlib authors
 *
 * Reads the identifiers of the items to remove.
 */


#include <tool/import/contentlib_delete.h>


/* longer than any identifier */

#define CONTENTLIB_DELETE_LINE  64


static ngx_int_t contentlib_delete_lines(contentlib_stage_t *stage,
    FILE *file, const contentlib_place_t *where, contentlib_delete_t *deleted);
static ngx_int_t contentlib_delete_line(FILE *file,
    char line[CONTENTLIB_DELETE_LINE], size_t *len);
static int64_t contentlib_delete_id(const char *line, size_t len);


ngx_int_t
contentlib_delete(contentlib_stage_t *stage, const char *name,
    contentlib_delete_t *deleted, contentlib_errors_t *errors,
    contentlib_message_t *message)
{
    FILE                *file;
    char                 quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_int_t            rc;
    contentlib_place_t   place;

    place.file = contentlib_message_string(quoted, name);
    place.errors = errors;
    place.message = message;

    file = ngx_strcmp(name, "-") == 0 ? stdin : fopen(name, "re");

    if (file == NULL) {
        return contentlib_message_set(message, "%s: cannot open: %s", quoted,
                                      strerror(errno));
    }

    rc = contentlib_stage_file(stage, quoted);

    if (rc == NGX_OK) {
        rc = contentlib_delete_lines(stage, file, &place, deleted);
    }

    if (file != stdin) {
        (void) fclose(file);
    }

    return rc;
}


static ngx_int_t
contentlib_delete_lines(contentlib_stage_t *stage, FILE *file,
    const contentlib_place_t *where, contentlib_delete_t *deleted)
{
    char                line[CONTENTLIB_DELETE_LINE];
    char                quoted[CONTENTLIB_QUOTE_SIZE];
    size_t              len;
    int64_t             id;
    ngx_int_t           rc;
    contentlib_place_t  place;

    place = *where;

    for (place.line = 1;
         contentlib_delete_line(file, line, &len) == NGX_OK;
         place.line++)
    {
        id = contentlib_delete_id(line, len);

        if (id == 0) {
            (void) contentlib_errors_add(place.errors, "%s:%lu: \"%s\" is "
                             "not the id of an item", place.file,
                             (unsigned long) place.line,
                             contentlib_message_quote(quoted,
                                                      (const u_char *) line,
                                                      len));
            continue;
        }

        rc = contentlib_stage_remove(stage, &place, id);

        if (rc == NGX_ERROR) {
            return NGX_ERROR;
        }

        deleted->removed += (rc == NGX_OK);
        deleted->missing += (rc == NGX_DECLINED);
    }

    if (ferror(file)) {
        return contentlib_message_set(place.message, "%s: cannot read: %s",
                                      place.file, strerror(errno));
    }

    return NGX_OK;
}


/* one that is too long is cut */

static ngx_int_t
contentlib_delete_line(FILE *file, char line[CONTENTLIB_DELETE_LINE],
    size_t *len)
{
    int  c;

    *len = 0;

    while ((c = getc(file)) != EOF && c != '\n') {
        if (*len < CONTENTLIB_DELETE_LINE) {
            line[(*len)++] = (char) c;
        }
    }

    return c == EOF && *len == 0 ? NGX_DONE : NGX_OK;
}


/* 0 if it is none */

static int64_t
contentlib_delete_id(const char *line, size_t len)
{
    size_t   i;
    int64_t  id;

    id = 0;

    if (len == CONTENTLIB_DELETE_LINE) {
        return 0;
    }

    for (i = 0; i < len; i++) {

        if (line[i] < '0' || line[i] > '9'
            || id > (INT64_MAX - (line[i] - '0')) / 10)
        {
            return 0;
        }

        id = id * 10 + (line[i] - '0');
    }

    return id;
}
