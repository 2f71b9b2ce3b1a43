
/*
 * Copyright (C) contentlib authors
 *
 * Compares a term with all terms of about its length that begin with its first
 * character.
 */


#include <library/contentlib_nearest.h>

#include <utf8proc.h>


#define CONTENTLIB_NEAREST_SHORTEST  4      /* characters */
#define CONTENTLIB_NEAREST_LONG      7      /* may have two differences */
#define CONTENTLIB_NEAREST_LONGEST   64

/* of a term with two insertions */

#define CONTENTLIB_NEAREST_CODES     (CONTENTLIB_NEAREST_LONGEST + 2)

#define CONTENTLIB_NEAREST_TERMS     8      /* of the same distance */


typedef struct {
    ngx_uint_t         n;
    utf8proc_int32_t   codes[CONTENTLIB_NEAREST_CODES];
} contentlib_nearest_codes_t;


static ngx_uint_t contentlib_nearest_find(contentlib_db_t *db,
    const ngx_str_t *term, ngx_uint_t most, ngx_pool_t *pool,
    ngx_str_t found[CONTENTLIB_NEAREST_TERMS]);
static void contentlib_nearest_decode(contentlib_nearest_codes_t *codes,
    const ngx_str_t *term);
static ngx_uint_t contentlib_nearest_distance(
    const contentlib_nearest_codes_t *one,
    const contentlib_nearest_codes_t *other);


void
contentlib_nearest_items(contentlib_db_t *db, const ngx_str_t *term,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    size_t      len;
    ngx_str_t   found[CONTENTLIB_NEAREST_TERMS];
    ngx_uint_t  i, n;

    len = contentlib_text_length(term);

    if (len < CONTENTLIB_NEAREST_SHORTEST || len > CONTENTLIB_NEAREST_LONGEST) {
        return;
    }

    n = contentlib_nearest_find(db, term,
                                len < CONTENTLIB_NEAREST_LONG ? 1 : 2, pool,
                                found);

    for (i = 0; i < n; i++) {
        contentlib_filter_postings(db, CONTENTLIB_POSTING_TERM, &found[i],
                                   items);
    }
}


/* the number of terms with the least distance, which is "most" at most */

static ngx_uint_t
contentlib_nearest_find(contentlib_db_t *db, const ngx_str_t *term,
    ngx_uint_t most, ngx_pool_t *pool,
    ngx_str_t found[CONTENTLIB_NEAREST_TERMS])
{
    u_char                      end[sizeof("\xf4\xbf\xbf\xbf\xff")];
    ngx_str_t                   key, first, last;
    ngx_uint_t                  n, distance;
    contentlib_statement_e      sql;
    contentlib_nearest_codes_t  codes, other;

    sql = CONTENTLIB_SQL_TERMS;

    contentlib_nearest_decode(&codes, term);

    /* no byte of UTF-8 is 0xff */

    first = *term;
    contentlib_text_cut(&first, 1);

    last.data = end;
    last.len = first.len + 1;
    *ngx_cpymem(end, first.data, first.len) = 0xff;

    contentlib_db_bind_integer(db, sql, 1, CONTENTLIB_POSTING_TERM);
    contentlib_db_bind_text(db, sql, 2, &first);
    contentlib_db_bind_text(db, sql, 3, &last);
    contentlib_db_bind_integer(db, sql, 4, (int64_t) (codes.n - most));
    contentlib_db_bind_integer(db, sql, 5, (int64_t) (codes.n + most));

    n = 0;

    while (contentlib_db_step(db, sql) == NGX_OK) {

        key = contentlib_db_text_bytes(db, sql, 0);

        contentlib_nearest_decode(&other, &key);
        distance = contentlib_nearest_distance(&codes, &other);

        if (distance > most) {
            continue;
        }

        if (distance < most) {
            most = distance;
            n = 0;
        }

        if (n < CONTENTLIB_NEAREST_TERMS) {
            found[n++] = contentlib_db_text(db, sql, 0, pool);
        }
    }

    return contentlib_db_reset(db, sql) == NGX_OK ? n : 0;
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
