
/*
 * Copyright (C) contentlib authors
 *
 * Gzip bodies, as zlib reads them.  The input: how many texts the body has, a
 * byte; what becomes of each, two bytes; then what the texts are cut out of.
 */


#include <fuzz_body.h>
#include <cache/contentlib_encoding.h>


#define TEXTS   8
#define LARGES  252                         /* few: they take time */
#define LARGE   (3 * CONTENTLIB_ENCODING_STORED + 5)


static ngx_str_t                   texts[TEXTS];
static ngx_uint_t                  ways[TEXTS];
static ngx_uint_t                  n;
static ngx_str_t                   all;
static contentlib_encoding_sum_t   sum;


/* around the most that a block takes, too */

static ngx_str_t
large(ngx_uint_t way)
{
    size_t      i;
    ngx_str_t   text, part;

    part = fuzz_take(1 + way % 8);

    text.len = (way >= 224 ? 3 : way / 8 % 2) * CONTENTLIB_ENCODING_STORED
               + way % 5;
    text.len = (way & 128 && text.len > 4) ? text.len - 4 : text.len;
    text.data = ngx_pnalloc(fuzz_pool, text.len);
    hold(text.data != NULL && text.len <= LARGE, "memory");

    ngx_memzero(text.data, text.len);

    for (i = 0; part.len != 0 && i < text.len; i += part.len) {
        ngx_memcpy(text.data + i, part.data, ngx_min(part.len, text.len - i));
    }

    return text;
}


static void
read_texts(void)
{
    ngx_uint_t  i, length, larges;

    n = fuzz_byte() % TEXTS;
    larges = 0;

    for (i = 0; i < n; i++) {
        ways[i] = fuzz_byte();
        length = fuzz_byte();
        texts[i] = (ways[i] >= LARGES && length % 16 == 15 && larges++ == 0)
                   ? large(length) : fuzz_take(length);
    }

    all = fuzz_join(texts, n);
}


static void
inflates(const ngx_str_t *body, const char *what)
{
    ngx_str_t  text;

    text = fuzz_gunzip(body, all.len);

    hold(fuzz_equal(&text, &all), "%s: other texts", what);
}


static ngx_str_t
room(size_t len)
{
    ngx_str_t  text;

    text.len = len;
    text.data = ngx_pnalloc(fuzz_pool, len);
    hold(text.data != NULL, "memory");

    return text;
}


static ngx_str_t
stored(const ngx_str_t *text, ngx_uint_t last)
{
    ngx_str_t  blocks;

    blocks = room(contentlib_encoding_stored_size(text->len));

    /* as many as promised, or fewer */

    blocks.len = (size_t) (contentlib_encoding_stored(blocks.data, text, last)
                           - blocks.data);
    hold(blocks.len <= contentlib_encoding_stored_size(text->len), "stored");

    return blocks;
}


/* one text of a body of blocks: compressed, or as it is */

static ngx_str_t
piece(contentlib_encoder_t *encoder, ngx_uint_t i)
{
    ngx_str_t  blocks;

    if (ways[i] & 1 || (i + 1 == n && ways[i] & 4)) {
        return stored(&texts[i], i + 1 == n && ways[i] & 4);
    }

    hold(contentlib_encoding_blocks(encoder, &texts[i], &blocks) == NGX_OK,
         "blocks");

    return blocks;
}


/* added to nothing, one after the other */

static void
add_sums(void)
{
    ngx_str_t                  nothing;
    ngx_uint_t                 i;
    contentlib_encoding_sum_t  one;

    ngx_str_null(&nothing);
    contentlib_encoding_sum(&sum, &nothing);

    for (i = 0; i < n; i++) {
        contentlib_encoding_sum(&one, &texts[i]);
        contentlib_encoding_add(&sum, &one);
    }

    contentlib_encoding_sum(&one, &all);

    hold(sum.crc == one.crc && sum.length == one.length, "the sum");
}


static ngx_str_t
build(void)
{
    ngx_str_t              nothing, *pieces;
    ngx_uint_t             i;
    contentlib_encoder_t  *encoder;

    encoder = contentlib_encoding_create(fuzz_pool);
    pieces = ngx_palloc(fuzz_pool, (n + 3) * sizeof(ngx_str_t));
    hold(encoder != NULL && pieces != NULL, "memory");

    for (i = 0; i < n; i++) {
        pieces[i + 1] = piece(encoder, i);
    }

    /* unless the last text was the last block */

    ngx_str_null(&nothing);
    pieces[n + 1] = (n == 0 || !(ways[n - 1] & 4)) ? stored(&nothing, 1)
                                                   : nothing;

    pieces[0] = room(CONTENTLIB_ENCODING_BEGIN);
    pieces[n + 2] = room(CONTENTLIB_ENCODING_END);

    hold(contentlib_encoding_begin(pieces[0].data)
         == pieces[0].data + pieces[0].len
         && contentlib_encoding_end(pieces[n + 2].data, &sum)
            == pieces[n + 2].data + pieces[n + 2].len, "begin and end");

    return fuzz_join(pieces, n + 3);
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t  body;

    fuzz_begin(data, size);

    read_texts();
    add_sums();

    body = build();
    inflates(&body, "blocks");

    hold(contentlib_encoding_whole(texts, n, fuzz_pool, &body) == NGX_OK,
         "whole");
    inflates(&body, "whole");

    return fuzz_end();
}
