
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: UTF-8 by the table of RFC 3629, row by row.
 */


#ifndef _FUZZ_UTF8_H_INCLUDED_
#define _FUZZ_UTF8_H_INCLUDED_


#include <fuzz.h>


typedef struct {
    ngx_uint_t  len;
    u_char      low[4];
    u_char      high[4];
} fuzz_utf8_row_t;


static const fuzz_utf8_row_t  fuzz_utf8_rows[] = {
    { 1, { 0x00 }, { 0x7f } },
    { 2, { 0xc2, 0x80 }, { 0xdf, 0xbf } },
    { 3, { 0xe0, 0xa0, 0x80 }, { 0xe0, 0xbf, 0xbf } },
    { 3, { 0xe1, 0x80, 0x80 }, { 0xec, 0xbf, 0xbf } },
    { 3, { 0xed, 0x80, 0x80 }, { 0xed, 0x9f, 0xbf } },
    { 3, { 0xee, 0x80, 0x80 }, { 0xef, 0xbf, 0xbf } },
    { 4, { 0xf0, 0x90, 0x80, 0x80 }, { 0xf0, 0xbf, 0xbf, 0xbf } },
    { 4, { 0xf1, 0x80, 0x80, 0x80 }, { 0xf3, 0xbf, 0xbf, 0xbf } },
    { 4, { 0xf4, 0x80, 0x80, 0x80 }, { 0xf4, 0x8f, 0xbf, 0xbf } }
};


/*
 * Returns the length of the code point at "p", or 0.  In the latter case,
 * "broken" is the length of the maximal invalid sequence, at least 1.
 */

static inline size_t
fuzz_utf8_next(const u_char *p, size_t len, size_t *broken)
{
    size_t                  i, n;
    const fuzz_utf8_row_t  *row;

    *broken = 1;

    for (i = 0; i < sizeof(fuzz_utf8_rows) / sizeof(fuzz_utf8_rows[0]); i++) {
        row = &fuzz_utf8_rows[i];

        for (n = 0; n < row->len && n < len; n++) {
            if (p[n] < row->low[n] || p[n] > row->high[n]) {
                break;
            }
        }

        if (n == row->len) {
            return n;
        }

        *broken = ngx_max(*broken, n);
    }

    return 0;
}


static inline ngx_uint_t
fuzz_utf8_valid(const ngx_str_t *text)
{
    size_t  i, n, broken;

    for (i = 0; i < text->len; i += n) {
        n = fuzz_utf8_next(text->data + i, text->len - i, &broken);

        if (n == 0) {
            return 0;
        }
    }

    return 1;
}


static inline ngx_str_t
fuzz_utf8_repair(const ngx_str_t *text)
{
    size_t     i, n, broken;
    ngx_str_t  result;

    result.len = 0;
    result.data = ngx_pnalloc(fuzz_pool, text->len * 3);
    hold(result.data != NULL, "memory");

    for (i = 0; i < text->len; i += n) {
        n = fuzz_utf8_next(text->data + i, text->len - i, &broken);

        if (n == 0) {
            memcpy(result.data + result.len, "\xef\xbf\xbd", 3);
            result.len += 3;
            n = broken;
            continue;
        }

        memcpy(result.data + result.len, text->data + i, n);
        result.len += n;
    }

    return result;
}


#endif /* _FUZZ_UTF8_H_INCLUDED_ */
