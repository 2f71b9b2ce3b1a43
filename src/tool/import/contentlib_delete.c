
/*
 * Copyright (C) contentlib authors
 *
 * Reads the identifiers of the items to remove.
 */


#include <tool/import/contentlib_delete.h>

#include <tool/record/contentlib_values.h>


static ngx_int_t contentlib_delete_lines(contentlib_stage_t *stage,
    FILE *file, contentlib_place_t *place, contentlib_delete_t *deleted);
static ngx_int_t contentlib_delete_line(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_str_t *line,
    contentlib_delete_t *deleted);


ngx_int_t
contentlib_delete(contentlib_stage_t *stage, const char *name,
    contentlib_delete_t *deleted, contentlib_errors_t *errors,
    contentlib_message_t *message)
{
    FILE                *file;
    char                 quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_int_t            rc;
    contentlib_place_t   place;

    (void) contentlib_message_string(quoted, name);
    contentlib_place_init(&place, quoted, errors, message);

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
    contentlib_place_t *place, contentlib_delete_t *deleted)
{
    char       *text;
    size_t      size;
    ssize_t     n;
    ngx_int_t   rc;
    ngx_str_t   line;

    text = NULL;
    size = 0;
    rc = NGX_OK;

    for (place->line = 1;
         rc == NGX_OK && (n = getline(&text, &size, file)) != -1;
         place->line++)
    {
        if (text[n - 1] == '\n') {
            text[--n] = '\0';
        }

        line.data = (u_char *) text;
        line.len = (size_t) n;

        rc = contentlib_delete_line(stage, place, &line, deleted);
    }

    if (rc == NGX_OK && !feof(file)) {
        rc = contentlib_message_set(place->message, "%s: cannot read: %s",
                                    place->file, strerror(errno));
    }

    free(text);

    return rc;
}


static ngx_int_t
contentlib_delete_line(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_str_t *line,
    contentlib_delete_t *deleted)
{
    char       quoted[CONTENTLIB_QUOTE_SIZE];
    int64_t    id;
    ngx_int_t  rc;

    (void) contentlib_value_digits(line, &id);

    if (id < 1) {
        (void) contentlib_place_error(place, "\"%s\" is not the id of an item",
                                      contentlib_message_quote(quoted,
                                                               line->data,
                                                               line->len));
        return NGX_OK;
    }

    rc = contentlib_stage_remove(stage, place, id);

    deleted->removed += (rc == NGX_OK);
    deleted->missing += (rc == NGX_DECLINED);

    return rc == NGX_ERROR ? NGX_ERROR : NGX_OK;
}
