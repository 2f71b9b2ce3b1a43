
/*
 * Copyright (C) contentlib authors
 *
 * Blocks and bodies, read by zlib, which checks the sum and the length at the
 * end of a body.
 */


#include <unit.h>
#include <cache/contentlib_encoding.h>

#include <zlib.h>


#define LARGEST  400000
#define TEXTS    24
#define BODIES   400


/* a body that grows, and what it must come to */

typedef struct {
    u_char                    *packed;
    size_t                     packed_len;
    u_char                    *plain;
    size_t                     plain_len;
    contentlib_encoding_sum_t  sum;
} body_t;


static u_char  packed[8 * LARGEST], plain[8 * LARGEST], out[8 * LARGEST];


static void
begin(body_t *body)
{
    ngx_str_t  nothing;

    ngx_str_null(&nothing);

    body->packed = packed;
    body->plain = plain;
    body->packed_len = (size_t) (contentlib_encoding_begin(packed) - packed);
    body->plain_len = 0;

    contentlib_encoding_sum(&body->sum, &nothing);
}


static void
add(body_t *body, const ngx_str_t *text, const ngx_str_t *blocks)
{
    contentlib_encoding_sum_t  sum;

    contentlib_encoding_sum(&sum, text);
    contentlib_encoding_add(&body->sum, &sum);

    if (text->len != 0) {
        memcpy(body->plain + body->plain_len, text->data, text->len);
        body->plain_len += text->len;
    }

    if (blocks != NULL) {
        memcpy(body->packed + body->packed_len, blocks->data, blocks->len);
        body->packed_len += blocks->len;
    }
}


/* the text itself, in an allocation of exactly the size that was said */

static void
add_stored(body_t *body, const ngx_str_t *text, ngx_uint_t last)
{
    size_t     size;
    ngx_str_t  blocks;

    size = contentlib_encoding_stored_size(text->len);
    blocks.data = ngx_pnalloc(unit_pool(), size);
    blocks.len = (size_t) (contentlib_encoding_stored(blocks.data, text, last)
                           - blocks.data);

    hold(blocks.len <= size, "stored: %lu of %lu", (unsigned long) blocks.len,
         (unsigned long) size);

    add(body, text, &blocks);
}


/* a whole member, of that text, and nothing behind it */

static ngx_uint_t
inflates(const u_char *data, size_t len, const u_char *text, size_t text_len)
{
    int       rc;
    z_stream  stream;

    memset(&stream, 0, sizeof(stream));

    if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK) {
        return 0;
    }

    stream.next_in = (u_char *) (uintptr_t) data;
    stream.avail_in = (uInt) len;
    stream.next_out = out;
    stream.avail_out = sizeof(out);

    rc = inflate(&stream, Z_FINISH);
    (void) inflateEnd(&stream);

    return hold(rc == Z_STREAM_END, "inflate: %d", rc)
           && hold(stream.avail_in == 0, "%u bytes behind the end",
                   stream.avail_in)
           && hold(stream.total_out == text_len
                   && (text_len == 0 || memcmp(out, text, text_len) == 0),
                   "another text: %lu bytes", stream.total_out);
}


static void
end(body_t *body)
{
    u_char  *last;

    last = contentlib_encoding_end(body->packed + body->packed_len,
                                   &body->sum);
    body->packed_len = (size_t) (last - body->packed);

    hold(body->sum.crc == crc32_z(0, body->plain, body->plain_len),
         "the sum of the whole");
    hold(body->sum.length == body->plain_len, "the length of the whole");

    inflates(body->packed, body->packed_len, body->plain, body->plain_len);
}


/* as hard or as easy to compress as it comes, of nearly every length */

static ngx_str_t
random_text(size_t most)
{
    size_t      i, len;
    ngx_str_t   text;
    ngx_uint_t  kind;

    len = unit_random(10) ? (size_t) unit_random(unit_random(most) + 1) : 0;
    kind = unit_random(4);

    text.len = len;
    text.data = ngx_pnalloc(unit_pool(), len);

    for (i = 0; i < len; i++) {
        text.data[i] = (kind == 0) ? (u_char) unit_random(256)
                       : (kind == 1) ? 'a'
                       : (kind == 2) ? (u_char) ('a' + i % 37 % 11)
                       : (u_char) ("{\"url\":1,}"[unit_random(10)]);
    }

    return text;
}


static ngx_str_t
sized_text(size_t len)
{
    size_t     i;
    ngx_str_t  text;

    text.len = len;
    text.data = ngx_pnalloc(unit_pool(), len);

    for (i = 0; i < len; i++) {
        text.data[i] = (u_char) unit_random(256);
    }

    return text;
}


static const size_t  lengths[] = {
    0, 1, 2, 100, 32767, 32768, 65534, 65535, 65536, 65537, 131069, 131070,
    131071, 196605, 200000, LARGEST
};

#define LENGTHS  (sizeof(lengths) / sizeof(lengths[0]))


static void
test_stored(void)
{
    size_t     i, size;
    body_t     body;
    ngx_str_t  text, nothing;

    ngx_str_null(&nothing);

    for (i = 0; i < LENGTHS; i++) {
        text = sized_text(lengths[i]);

        begin(&body);
        add_stored(&body, &text, 1);
        end(&body);

        begin(&body);
        add_stored(&body, &text, 0);
        add_stored(&body, &nothing, 0);
        add_stored(&body, &text, 0);
        add_stored(&body, &nothing, 1);
        end(&body);

        size = contentlib_encoding_stored_size(lengths[i]);

        ok(size >= lengths[i] + 5 && size <= lengths[i] + 5
           + lengths[i] / CONTENTLIB_ENCODING_STORED * 5,
           "%lu bytes: the size", (unsigned long) lengths[i]);
        held("%lu bytes as they are", (unsigned long) lengths[i]);
        unit_clear();
    }
}


/* known bytes: a comma, and nothing */

static void
test_bytes(void)
{
    u_char     bytes[16];
    ngx_str_t  text, got;

    text = unit_text(",");
    got.data = bytes;
    got.len = (size_t) (contentlib_encoding_stored(bytes, &text, 0) - bytes);
    text = unit_bytes("\0\1\0\xfe\xff,", 6);
    is_bytes(&got, &text, "the blocks of a comma");

    ngx_str_null(&text);
    got.len = (size_t) (contentlib_encoding_stored(bytes, &text, 1) - bytes);
    text = unit_bytes("\1\0\0\xff\xff", 5);
    is_bytes(&got, &text, "the last block, of nothing");

    got.len = (size_t) (contentlib_encoding_begin(bytes) - bytes);
    text = unit_bytes("\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
    is_bytes(&got, &text, "the begin of a body");
    is_number(got.len, CONTENTLIB_ENCODING_BEGIN, "its length");
}


static void
test_blocks(void)
{
    size_t                 i, n;
    body_t                 body;
    ngx_str_t              text, blocks, nothing;
    contentlib_encoder_t  *encoder;

    ngx_str_null(&nothing);

    for (i = 0; i < LENGTHS; i++) {
        encoder = contentlib_encoding_create(unit_pool());
        begin(&body);

        /* hard and easy */

        for (n = 0; n < 2; n++) {
            text = n ? unit_repeat("a", lengths[i]) : sized_text(lengths[i]);
            hold(contentlib_encoding_blocks(encoder, &text, &blocks) == NGX_OK,
                 "an error");
            hold(blocks.len >= 5 && memcmp(blocks.data + blocks.len - 4,
                                           "\0\0\xff\xff", 4) == 0,
                 "they end at a byte");
            add(&body, &text, &blocks);
        }

        add_stored(&body, &nothing, 1);
        end(&body);
        held("blocks of %lu bytes", (unsigned long) lengths[i]);
        unit_clear();
    }
}


/* texts compressed once, in bodies of any order, as often as it comes */

static void
test_bodies(void)
{
    size_t                      i, n, k;
    body_t                      body;
    ngx_str_t                   texts[TEXTS], blocks[TEXTS], order[TEXTS];
    ngx_str_t                   nothing, whole;
    contentlib_encoder_t       *encoder;

    ngx_str_null(&nothing);

    for (i = 0; i < BODIES; i++) {
        encoder = contentlib_encoding_create(unit_pool());

        for (n = 0; n < TEXTS; n++) {
            texts[n] = random_text(i % 20 ? 3000 : 100000);
            hold(contentlib_encoding_blocks(encoder, &texts[n], &blocks[n])
                 == NGX_OK, "an error");
        }

        begin(&body);

        for (n = 0; n < TEXTS; n++) {
            k = unit_random(TEXTS);
            order[n] = texts[k];

            if (unit_random(3)) {
                add(&body, &texts[k], &blocks[k]);

            } else {
                add_stored(&body, &texts[k], 0);
            }
        }

        add_stored(&body, &nothing, 1);
        end(&body);

        hold(contentlib_encoding_whole(order, TEXTS, unit_pool(), &whole)
             == NGX_OK, "whole: an error");
        inflates(whole.data, whole.len, body.plain, body.plain_len);

        unit_clear();
    }

    held("%d bodies of random texts, of blocks and whole", BODIES);
}


static void
test_whole(void)
{
    size_t     i;
    ngx_str_t  texts[3], whole, again;

    is_number(contentlib_encoding_whole(NULL, 0, unit_pool(), &whole), NGX_OK,
              "whole: no texts");
    inflates(whole.data, whole.len, plain, 0);
    held("come to nothing");

    for (i = 0; i < LENGTHS; i++) {
        ngx_str_null(&texts[0]);
        ngx_str_null(&texts[2]);
        texts[1] = sized_text(lengths[i]);

        hold(contentlib_encoding_whole(texts, 3, unit_pool(), &whole)
             == NGX_OK, "an error");
        hold(contentlib_encoding_whole(texts + 1, 1, unit_pool(), &again)
             == NGX_OK, "an error");
        inflates(whole.data, whole.len, texts[1].data, texts[1].len);
        hold(unit_equal(&whole, &again), "where it is cut is not seen");

        held("whole: %lu bytes", (unsigned long) lengths[i]);
        unit_clear();
    }
}


/* sums of parts, however they are put together */

static void
test_sums(void)
{
    size_t                     i, cut;
    ngx_str_t                  text, part;
    contentlib_encoding_sum_t  sum, next, whole;

    for (i = 0; i < 2000; i++) {
        text = random_text(i % 100 ? 500 : LARGEST);
        cut = (size_t) unit_random(text.len + 1);

        contentlib_encoding_sum(&whole, &text);

        part = text;
        part.len = cut;
        contentlib_encoding_sum(&sum, &part);

        part.data += cut;
        part.len = text.len - cut;
        contentlib_encoding_sum(&next, &part);
        contentlib_encoding_add(&sum, &next);

        hold(sum.crc == whole.crc && sum.length == whole.length,
             "%lu and %lu", (unsigned long) cut, (unsigned long) part.len);
        hold(whole.crc == crc32_z(0, text.data, text.len), "zlib's");
        unit_clear();
    }

    held("sums of two parts");

    /* a length beyond 2^32 comes to what is left of it */

    sum.length = UINT32_MAX;
    part = unit_text("xyz");
    contentlib_encoding_sum(&next, &part);
    contentlib_encoding_add(&sum, &next);
    is_number(sum.length, 2, "lengths are counted modulo 2^32");
}


static void
test_refused(void)
{
    ngx_str_t              text, blocks;
    contentlib_encoder_t  *encoder;

    encoder = contentlib_encoding_create(unit_pool());

    text = unit_text("x");
    text.len = (size_t) NGX_MAX_INT32_VALUE + 1;
    is_number(contentlib_encoding_blocks(encoder, &text, &blocks), NGX_ERROR,
              "blocks: a text that is too long");
    is_number(contentlib_encoding_whole(&text, 1, unit_pool(), &blocks),
              NGX_ERROR, "whole: a text that is too long");

    /* and the encoder is good for the next */

    text.len = 1;
    is_number(contentlib_encoding_blocks(encoder, &text, &blocks), NGX_OK,
              "blocks: the next one");
}


int
main(void)
{
    test_bytes();
    test_stored();
    test_blocks();
    test_bodies();
    test_whole();
    test_sums();
    test_refused();

    return unit_done();
}
