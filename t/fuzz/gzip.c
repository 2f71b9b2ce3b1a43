
/*
 * Copyright (C) contentlib authors
 *
 * Both encoders: one member of gzip that inflates to the text.  The input: a
 * byte of how often the rest is repeated, then the rest.
 */


#include <fuzz_body.h>
#include <cache/contentlib_crc.h>
#include <cache/contentlib_gzip.h>


#define LARGEST  (512 * 1024)


static void
encode(ngx_int_t (*encoder)(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *body), const ngx_str_t *text)
{
    ngx_str_t  body, again;

    hold(encoder(text, fuzz_pool, &body) == NGX_OK, "an error");
    hold(body.len <= text->len + text->len / 1000 + 64, "%lu bytes of %lu",
         (unsigned long) body.len, (unsigned long) text->len);

    body = fuzz_copy(body.data, body.len);
    again = fuzz_gunzip(&body, text->len);

    hold(fuzz_equal(&again, text), "another text");
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t       i, n;
    uint32_t     crc;
    ngx_str_t    piece, text;

    fuzz_begin(data, size);

    /* long texts are rare, since they take long */

    n = fuzz_byte();
    n = (n < 0xf0) ? n % 4 : (n - 0xf0) * 64;

    piece = fuzz_take(LARGEST / 1024);
    text.len = piece.len * (n + 1);
    text.data = ngx_pnalloc(fuzz_pool, text.len);
    hold(text.data != NULL, "memory");

    for (i = 0; i <= n && piece.len > 0; i++) {
        ngx_memcpy(text.data + i * piece.len, piece.data, piece.len);
    }

    encode(contentlib_gzip_fast, &text);
    encode(contentlib_gzip_best, &text);

    crc = contentlib_crc32(0, text.data, text.len / 3);
    crc = contentlib_crc32(crc, text.data + text.len / 3,
                           text.len - text.len / 3);
    hold(crc == crc32_z(0, text.data, text.len), "CRC-32");

    return fuzz_end();
}
