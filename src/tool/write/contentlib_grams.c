
/*
 * Copyright (C) contentlib authors
 *
 * Collects the strings that end with each character of a text.
 */


#include <tool/write/contentlib_grams.h>

#include <text/contentlib_text.h>


#define CONTENTLIB_GRAMS_MOST  3            /* characters of a string */


static ngx_int_t contentlib_grams_know_frequent(contentlib_collector_t *grams,
    contentlib_sql_t *library);
static ngx_int_t contentlib_grams_text(contentlib_collector_t *grams,
    const ngx_str_t *folded, uint64_t position, ngx_uint_t frequent);
static ngx_int_t contentlib_grams_mark(contentlib_collector_t *grams,
    const u_char *const *starts, ngx_uint_t n, const u_char *end,
    uint64_t position);
static ngx_int_t contentlib_grams_mark_frequent(contentlib_collector_t *grams,
    const u_char *const *starts, ngx_uint_t n, const u_char *end,
    uint64_t position);


ngx_int_t
contentlib_grams_add(contentlib_collector_t *grams, const ngx_str_t *folded,
    uint64_t position)
{
    return contentlib_grams_text(grams, folded, position, 0);
}


ngx_int_t
contentlib_grams_add_frequent(contentlib_collector_t *grams,
    contentlib_sql_t *library)
{
    ngx_int_t      rc;
    ngx_str_t      folded;
    sqlite3_stmt  *select;

    if (contentlib_collector_restart(grams) != NGX_OK
        || contentlib_grams_know_frequent(grams, library) != NGX_OK)
    {
        return NGX_ERROR;
    }

    select = contentlib_sql_prepare(library, "SELECT folded, position"
                                             " FROM item_text"
                                             " ORDER BY position");

    while ((rc = contentlib_sql_step(library, select)) == NGX_OK) {

        folded = contentlib_sql_column(select, 0);

        if (contentlib_grams_text(grams, &folded,
                                  (uint64_t) sqlite3_column_int64(select, 1),
                                  1)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_grams_know_frequent(contentlib_collector_t *grams,
    contentlib_sql_t *library)
{
    ngx_int_t      rc;
    ngx_str_t      gram;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(library, "SELECT gram FROM word_gram");

    while ((rc = contentlib_sql_step(library, select)) == NGX_OK) {

        gram = contentlib_sql_column(select, 0);

        if (contentlib_collector_key(grams, &gram, NULL) == NULL) {
            return NGX_ERROR;
        }
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


/* "starts" are those of the last characters, "n" of which are in one piece */

static ngx_int_t
contentlib_grams_text(contentlib_collector_t *grams, const ngx_str_t *folded,
    uint64_t position, ngx_uint_t frequent)
{
    size_t         len;
    ngx_int_t      rc;
    ngx_uint_t     n;
    const u_char  *p, *last, *starts[CONTENTLIB_GRAMS_MOST];

    last = folded->data + folded->len;
    rc = NGX_OK;
    n = 0;

    for (p = folded->data; p < last && rc == NGX_OK; p += len) {

        len = contentlib_text_next(p, last);

        if (len == 0 || *p == '\0') {
            len = 1;
            n = 0;
            continue;
        }

        starts[0] = n > 1 ? starts[1] : NULL;
        starts[1] = n > 0 ? starts[2] : NULL;
        starts[2] = p;
        n = ngx_min(n + 1, CONTENTLIB_GRAMS_MOST);

        rc = frequent ? contentlib_grams_mark_frequent(grams, starts, n,
                                                       p + len, position)
                      : contentlib_grams_mark(grams, starts, n, p + len,
                                              position);
    }

    return rc;
}


static ngx_int_t
contentlib_grams_mark(contentlib_collector_t *grams,
    const u_char *const *starts, ngx_uint_t n, const u_char *end,
    uint64_t position)
{
    ngx_str_t   gram;
    ngx_uint_t  i;

    for (i = 1; i <= n; i++) {

        if (i == CONTENTLIB_GRAMS_MOST && !contentlib_text_blank(*starts[1])) {
            break;
        }

        gram.data = (u_char *) (uintptr_t) starts[CONTENTLIB_GRAMS_MOST - i];
        gram.len = (size_t) (end - gram.data);

        if (contentlib_collector_add(grams, &gram, position) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_grams_mark_frequent(contentlib_collector_t *grams,
    const u_char *const *starts, ngx_uint_t n, const u_char *end,
    uint64_t position)
{
    ngx_str_t                    gram;
    contentlib_collector_key_t  *key;

    if (n < CONTENTLIB_GRAMS_MOST) {
        return NGX_OK;
    }

    gram.data = (u_char *) (uintptr_t) starts[0];
    gram.len = (size_t) (end - gram.data);

    key = contentlib_collector_find(grams, &gram);

    return key ? contentlib_collector_push(grams, key, position) : NGX_OK;
}
