
/*
 * Copyright (C) contentlib authors
 *
 * The optimal string alignment distance, row by row.  What is not UTF-8 ends a
 * text.
 */


#include <text/contentlib_text.h>

#include <utf8proc.h>


typedef struct {
    ngx_uint_t         n;
    utf8proc_int32_t   codes[CONTENTLIB_DISTANCE_LONGEST];
} contentlib_distance_codes_t;


static void contentlib_distance_decode(contentlib_distance_codes_t *codes,
    const ngx_str_t *text);
static void contentlib_distance_row(const contentlib_distance_codes_t *a,
    const contentlib_distance_codes_t *b, ngx_uint_t i, ngx_uint_t *row,
    const ngx_uint_t *above, const ngx_uint_t *above2);


ngx_uint_t
contentlib_distance(const ngx_str_t *one, const ngx_str_t *other)
{
    ngx_uint_t                   i;
    contentlib_distance_codes_t  a, b;
    ngx_uint_t                   rows[3][CONTENTLIB_DISTANCE_LONGEST + 1];

    contentlib_distance_decode(&a, one);
    contentlib_distance_decode(&b, other);

    for (i = 0; i <= b.n; i++) {
        rows[0][i] = i;
    }

    for (i = 1; i <= a.n; i++) {
        contentlib_distance_row(&a, &b, i, rows[i % 3], rows[(i + 2) % 3],
                                rows[(i + 1) % 3]);
    }

    return rows[a.n % 3][b.n];
}


static void
contentlib_distance_decode(contentlib_distance_codes_t *codes,
    const ngx_str_t *text)
{
    const u_char      *p, *last;
    utf8proc_ssize_t   len;

    p = text->data;
    last = text->data + text->len;

    for (codes->n = 0; codes->n < CONTENTLIB_DISTANCE_LONGEST; codes->n++) {

        len = utf8proc_iterate(p, last - p, &codes->codes[codes->n]);

        if (p == last || len <= 0) {
            break;
        }

        p += len;
    }
}


/* the distances of the first "i" characters to those of "b" */

static void
contentlib_distance_row(const contentlib_distance_codes_t *a,
    const contentlib_distance_codes_t *b, ngx_uint_t i, ngx_uint_t *row,
    const ngx_uint_t *above, const ngx_uint_t *above2)
{
    ngx_uint_t               j, least;
    const utf8proc_int32_t  *one, *other;

    one = &a->codes[i - 1];
    row[0] = i;

    for (j = 1; j <= b->n; j++) {
        other = &b->codes[j - 1];

        least = above[j - 1] + (*one != *other);
        least = ngx_min(least, above[j] + 1);
        least = ngx_min(least, row[j - 1] + 1);

        if (i > 1 && j > 1 && one[0] == other[-1] && one[-1] == other[0]) {
            least = ngx_min(least, above2[j - 2] + 1);
        }

        row[j] = least;
    }
}
