
/*
 * Copyright (C) contentlib authors
 *
 * Compares a term with all terms of about its length that begin with its first
 * character.
 */


#include <library/contentlib_nearest.h>

#include <utf8proc.h>


#define CONTENTLIB_NEAREST_SHORTEST  4      /* characters */
#define CONTENTLIB_NEAREST_LONG      7      /* may have more differences */
#define CONTENTLIB_NEAREST_LONGEST   64

/* of a term with as many insertions */

#define CONTENTLIB_NEAREST_CODES                                              \
    (CONTENTLIB_NEAREST_LONGEST + CONTENTLIB_NEAREST_MOST)

typedef struct {
    ngx_uint_t         n;
    utf8proc_int32_t   codes[CONTENTLIB_NEAREST_CODES];
} contentlib_nearest_codes_t;


static void contentlib_nearest_add(contentlib_nearest_t *nearest,
    const contentlib_nearest_t *near, ngx_uint_t *n);
static void contentlib_nearest_decode(contentlib_nearest_codes_t *codes,
    const ngx_str_t *term);
static ngx_uint_t contentlib_nearest_distance(
    const contentlib_nearest_codes_t *one,
    const contentlib_nearest_codes_t *other);


ngx_uint_t
contentlib_nearest_find(contentlib_db_t *db, const ngx_str_t *term,
    ngx_pool_t *pool, contentlib_nearest_t nearest[CONTENTLIB_NEAREST_TERMS])
{
    u_char                      end[sizeof("\xf4\xbf\xbf\xbf\xff")];
    ngx_str_t                   key, first, last;
    ngx_uint_t                  n, most;
    contentlib_nearest_t        near;
    contentlib_statement_e      sql;
    contentlib_nearest_codes_t  codes, other;

    n = contentlib_text_length(term);

    if (n < CONTENTLIB_NEAREST_SHORTEST || n > CONTENTLIB_NEAREST_LONGEST) {
        return 0;
    }

    most = n < CONTENTLIB_NEAREST_LONG ? 1 : CONTENTLIB_NEAREST_MOST;

    contentlib_nearest_decode(&codes, term);

    /* no byte of UTF-8 is 0xff */

    first = *term;
    contentlib_text_cut(&first, 1);

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

        contentlib_nearest_decode(&other, &key);
        near.distance = contentlib_nearest_distance(&codes, &other);

        if (near.distance <= most) {
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

    } else if (nearest[*n - 1].distance <= near->distance) {
        return;
    }

    for (i = *n - 1; i > 0 && nearest[i - 1].distance > near->distance; i--) {
        nearest[i] = nearest[i - 1];
    }

    nearest[i] = *near;
}


/* a damaged term ends with what is not UTF-8 */

static void
contentlib_nearest_decode(contentlib_nearest_codes_t *codes,
    const ngx_str_t *term)
{
    const u_char      *p, *last;
    utf8proc_ssize_t   len;

    p = term->data;
    last = term->data + term->len;

    for (codes->n = 0; codes->n < CONTENTLIB_NEAREST_CODES; codes->n++) {

        len = utf8proc_iterate(p, last - p, &codes->codes[codes->n]);

        if (p == last || len <= 0) {
            break;
        }

        p += len;
    }
}


/* the optimal string alignment distance, row by row */

static ngx_uint_t
contentlib_nearest_distance(const contentlib_nearest_codes_t *one,
    const contentlib_nearest_codes_t *other)
{
    ngx_uint_t               i, j, least;
    const utf8proc_int32_t  *a, *b;

    ngx_uint_t  rows[3][CONTENTLIB_NEAREST_CODES + 1];
    ngx_uint_t  *row, *above, *above2;

    a = one->codes;
    b = other->codes;

    for (j = 0; j <= other->n; j++) {
        rows[0][j] = j;
    }

    for (i = 1; i <= one->n; i++) {

        row = rows[i % 3];
        above = rows[(i + 2) % 3];
        above2 = rows[(i + 1) % 3];

        row[0] = i;

        for (j = 1; j <= other->n; j++) {

            least = above[j - 1] + (a[i - 1] != b[j - 1]);
            least = ngx_min(least, above[j] + 1);
            least = ngx_min(least, row[j - 1] + 1);

            if (i > 1 && j > 1
                && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            {
                least = ngx_min(least, above2[j - 2] + 1);
            }

            row[j] = least;
        }
    }

    return rows[one->n % 3][other->n];
}
