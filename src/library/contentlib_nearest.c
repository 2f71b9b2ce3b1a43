
/*
 * Copyright (C) contentlib authors
 *
 * Compares a term with all terms of about its length that begin with its first
 * character.
 */


#include <library/contentlib_nearest.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_NEAREST_SHORTEST  4      /* characters */
#define CONTENTLIB_NEAREST_LONG      7      /* may have more differences */


static void contentlib_nearest_add(contentlib_nearest_t *nearest,
    const contentlib_nearest_t *near, ngx_uint_t *n);


ngx_uint_t
contentlib_nearest_find(contentlib_db_t *db, const ngx_str_t *term,
    ngx_pool_t *pool, contentlib_nearest_t nearest[CONTENTLIB_NEAREST_TERMS])
{
    u_char                  end[sizeof("\xf4\xbf\xbf\xbf\xff")];
    ngx_str_t               key, first, last;
    ngx_uint_t              n, most;
    contentlib_nearest_t    near;
    contentlib_statement_e  sql;

    n = contentlib_text_length(term);

    if (n < CONTENTLIB_NEAREST_SHORTEST
        || n > CONTENTLIB_DISTANCE_LONGEST - CONTENTLIB_NEAREST_MOST)
    {
        return 0;
    }

    most = n < CONTENTLIB_NEAREST_LONG ? 1 : CONTENTLIB_NEAREST_MOST;

    /* no byte of UTF-8 is 0xff */

    first = *term;
    first.len = contentlib_text_next(term->data, term->data + term->len);

    last.data = end;
    last.len = first.len + 1;
    *ngx_cpymem(end, first.data, first.len) = 0xff;

    sql = CONTENTLIB_SQL_TERMS;

    contentlib_db_bind_integer(db, sql, 1, CONTENTLIB_POSTING_TERM);
    contentlib_db_bind_text(db, sql, 2, &first);
    contentlib_db_bind_text(db, sql, 3, &last);
    contentlib_db_bind_integer(db, sql, 4, (int64_t) (n - most));
    contentlib_db_bind_integer(db, sql, 5, (int64_t) (n + most));

    n = 0;

    while (contentlib_db_step(db, sql) == NGX_OK) {

        key = contentlib_db_text_bytes(db, sql, 0);
        near.distance = contentlib_distance(term, &key);

        /* to SQLite, a damaged character has any number of bytes */

        if (near.distance <= most && key.len <= CONTENTLIB_FILTER_MAX
            && (n < CONTENTLIB_NEAREST_TERMS
                || near.distance < nearest[n - 1].distance))
        {
            near.term = contentlib_db_text(db, sql, 0, pool);
            contentlib_nearest_add(nearest, &near, &n);
        }
    }

    return contentlib_db_reset(db, sql) == NGX_OK ? n : 0;
}


/* behind those that are as near; the farthest one has no room */

static void
contentlib_nearest_add(contentlib_nearest_t *nearest,
    const contentlib_nearest_t *near, ngx_uint_t *n)
{
    ngx_uint_t  i;

    if (*n < CONTENTLIB_NEAREST_TERMS) {
        (*n)++;
    }

    for (i = *n - 1; i > 0 && nearest[i - 1].distance > near->distance; i--) {
        nearest[i] = nearest[i - 1];
    }

    nearest[i] = *near;
}
