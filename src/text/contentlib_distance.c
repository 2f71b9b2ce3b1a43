
/*
 * Copyright (C) contentlib authors
 *
 * The optimal string alignment distance, row by row.  If all distances of a row
 * are too large, they also are in the rows of all texts with this beginning: an
 * exchange of characters is not less than a replacement of the first one.
 *
 * Cells that are further from the diagonal than the largest distance cannot be
 * near.  Those beside the others have a distance that is too large.
 */


#include <text/contentlib_distance.h>

#include <utf8proc.h>


#define CONTENTLIB_DISTANCE_NONE  -1        /* no character */
#define CONTENTLIB_DISTANCE_LAST  0x10ffff


static ngx_uint_t contentlib_distance_row(contentlib_distance_t *distance,
    ngx_uint_t i, int32_t code);
static void contentlib_distance_seek(contentlib_distance_t *distance,
    ngx_uint_t i, int32_t code);
static int32_t contentlib_distance_next(contentlib_distance_t *distance,
    ngx_uint_t i, int32_t code);


void
contentlib_distance_begin(contentlib_distance_t *distance,
    const ngx_str_t *term, ngx_uint_t most, ngx_uint_t same_first)
{
    size_t      at;
    ngx_uint_t  n;

    n = 0;

    for (at = 0; at < term->len; n++) {
        at += (size_t) utf8proc_iterate(term->data + at,
                                        (utf8proc_ssize_t) (term->len - at),
                                        &distance->term[n]);
        distance->rows[0][n] = (u_char) n;
    }

    distance->rows[0][n] = (u_char) n;

    distance->n = n;
    distance->most = most;
    distance->same_first = same_first;
    distance->ends[0] = 0;

    contentlib_distance_seek(distance, 1, CONTENTLIB_DISTANCE_NONE);
}


ngx_uint_t
contentlib_distance_near(contentlib_distance_t *distance,
    const ngx_str_t *text)
{
    size_t             at;
    int32_t            code;
    ngx_uint_t         i, near;
    utf8proc_ssize_t   len;

    at = 0;
    code = CONTENTLIB_DISTANCE_NONE;

    for (i = 1; at < text->len; i++) {

        len = utf8proc_iterate(text->data + at,
                               (utf8proc_ssize_t) (text->len - at), &code);

        if (len <= 0) {
            code = CONTENTLIB_DISTANCE_LAST;
            break;
        }

        if (!contentlib_distance_row(distance, i, code)) {
            break;
        }

        at += (size_t) len;
        distance->ends[i] = at;
        code = CONTENTLIB_DISTANCE_NONE;
    }

    near = at == text->len && i - 1 + distance->most >= distance->n
           && distance->rows[i - 1][distance->n] <= distance->most;

    ngx_memcpy(distance->bytes, text->data, at);

    contentlib_distance_seek(distance, i, code);

    return near;
}


/*
 * The distances of a text whose first "i" characters end in "code", and whose
 * others have their rows.  0 if no text that begins so is near.
 */

static ngx_uint_t
contentlib_distance_row(contentlib_distance_t *distance, ngx_uint_t i,
    int32_t code)
{
    u_char         *row, *above, *above2;
    int32_t        *term, *text;
    ngx_uint_t      j, first, last, far, least, near;

    text = distance->text;
    text[i] = code;

    if (i == 1 && distance->same_first && code != distance->term[0]) {
        return 0;
    }

    far = distance->most + 1;
    first = i > far ? i - distance->most : 1;
    last = ngx_min(i + distance->most, distance->n);

    row = distance->rows[i];
    above = distance->rows[i - 1];
    above2 = i > 1 ? distance->rows[i - 2] : NULL;

    row[first - 1] = (u_char) ngx_min(i, far);
    least = row[first - 1];

    for (j = first; j <= last; j++) {
        term = &distance->term[j - 1];

        near = (ngx_uint_t) above[j - 1] + (code != term[0]);
        near = ngx_min(near, (ngx_uint_t) above[j] + 1);
        near = ngx_min(near, (ngx_uint_t) row[j - 1] + 1);

        if (above2 && j > 1 && code == term[-1] && text[i - 1] == term[0]) {
            near = ngx_min(near, (ngx_uint_t) above2[j - 2] + 1);
        }

        row[j] = (u_char) near;
        least = ngx_min(least, near);
    }

    if (last < distance->n) {
        row[last + 1] = (u_char) far;
    }

    return least <= distance->most;
}


/*
 * The next text begins as the last one, up to a greater character in place of
 * "code", the one at "i", or of one before it.
 */

static void
contentlib_distance_seek(contentlib_distance_t *distance, ngx_uint_t i,
    int32_t code)
{
    ngx_str_null(&distance->from);

    for ( ;; ) {
        code = contentlib_distance_next(distance, i, code);

        if (code != CONTENTLIB_DISTANCE_NONE) {
            break;
        }

        if (--i == 0) {
            return;
        }

        code = distance->text[i];
    }

    distance->from.data = distance->bytes;
    distance->from.len = distance->ends[i - 1];
    distance->from.len += (size_t) utf8proc_encode_char(code,
                                      distance->bytes + distance->from.len);
}


/* the least character above "code" with which a text can be near, or NONE */

static int32_t
contentlib_distance_next(contentlib_distance_t *distance, ngx_uint_t i,
    int32_t code)
{
    int32_t     term, least;
    ngx_uint_t  j, first, last;

    least = CONTENTLIB_DISTANCE_NONE;

    if (contentlib_distance_row(distance, i, CONTENTLIB_DISTANCE_NONE)) {

        if (code < CONTENTLIB_DISTANCE_LAST) {
            least = code == 0xd7ff ? 0xe000 : code + 1;
        }

        return least;
    }

    first = i > distance->most ? i - distance->most : 1;
    last = ngx_min(i + distance->most, distance->n);

    for (j = first; j <= last; j++) {
        term = distance->term[j - 1];

        if (term > code
            && (least == CONTENTLIB_DISTANCE_NONE || term < least)
            && contentlib_distance_row(distance, i, term))
        {
            least = term;
        }
    }

    return least;
}
