
/*
 * Copyright (C) contentlib authors
 *
 * Both encoders: the result is one gzip member that inflates to the text, or
 * an error without memory.
 */


#include <unit_failures.h>
#include <cache/contentlib_crc.h>
#include <cache/contentlib_gzip.h>

#include <zlib.h>


#define LARGEST  (4 * 1024 * 1024)


/* the content of a text */

typedef enum {
    ZEROES = 0,
    WORDS,
    RANDOM,                                 /* not compressible */
    TEXTS
} text_e;


static const char *const  encoder_names[] = { "fast", "best" };

static u_char  bytes[LARGEST], out[LARGEST + 1];


static void
fill(text_e kind, size_t len)
{
    size_t  i;

    static const char  words[] = "{\"id\":12345,\"url\":\"https://h.example\"},";

    for (i = 0; i < len; i++) {

        switch (kind) {

        case ZEROES:
            bytes[i] = 0;
            break;

        case WORDS:
            bytes[i] = (u_char) words[i % (sizeof(words) - 1)];

            if (unit_random(20) == 0) {
                bytes[i] = (u_char) unit_random(256);
            }

            break;

        default:
            bytes[i] = (u_char) unit_random(256);
        }
    }
}


/* the body is exactly one gzip member of the text */

static ngx_uint_t
inflates(const ngx_str_t *body, const ngx_str_t *text)
{
    int       rc;
    size_t    len;
    z_stream  stream;

    memset(&stream, 0, sizeof(stream));

    if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK) {
        printf("Bail out! no memory\n");
        exit(2);
    }

    stream.next_in = body->data;
    stream.avail_in = (uInt) body->len;
    stream.next_out = out;
    stream.avail_out = sizeof(out);

    rc = inflate(&stream, Z_FINISH);
    len = stream.total_out;
    (void) inflateEnd(&stream);

    return rc == Z_STREAM_END && stream.avail_in == 0 && len == text->len
           && memcmp(out, text->data, len) == 0;
}


static void
encode(ngx_uint_t encoder, size_t len)
{
    ngx_str_t  text, body;

    text = unit_bytes(bytes, len);
    ngx_str_null(&body);

    if (hold(contentlib_gzip(&text, encoder, unit_pool(), &body) == NGX_OK,
             "%s, %lu bytes: an error", encoder_names[encoder],
             (unsigned long) len))
    {
        hold(inflates(&body, &text), "%s, %lu bytes: another text",
             encoder_names[encoder], (unsigned long) len);
        hold(body.len <= len + len / 1000 + 64, "%s: %lu bytes of %lu",
             encoder_names[encoder], (unsigned long) body.len,
             (unsigned long) len);
    }

    unit_clear();
}


static void
test_lengths(void)
{
    size_t      i, len;
    ngx_uint_t  encoder;
    text_e      kind;

    static const size_t  lengths[] = {
        0, 1, 2, 3, 255, 256, 257, 1023, 1024, 1025, 32767, 32768, 32769,
        65534, 65535, 65536, 65537, 131070, 262143, 262144, 1000003, LARGEST
    };

    static const char *const  names[] = { "zeroes", "words", "random bytes" };

    for (kind = ZEROES; kind < TEXTS; kind++) {
        fill(kind, LARGEST);

        for (encoder = 0; encoder < 2; encoder++) {
            for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
                encode(encoder, lengths[i]);
            }

            for (i = 0; i < 300; i++) {
                len = (size_t) unit_random(unit_random(10) ? 3000 : 100000);
                encode(encoder, len);
            }

            held("%s: %s, empty to 4 MB", encoder_names[encoder],
                 names[kind]);
        }
    }
}


/* lengths that zlib and ISA-L do not support are errors; no byte is read */

static void
test_too_long(void)
{
    ngx_str_t   text, body;
    ngx_uint_t  encoder;

    text.data = bytes;
    text.len = (size_t) NGX_MAX_INT32_VALUE + 1;

    for (encoder = 0; encoder < 2; encoder++) {
        is_number(contentlib_gzip(&text, encoder, unit_pool(), &body), NGX_ERROR,
                  "%s: 2 GB", encoder_names[encoder]);
    }
}


/* the body, or an error if an allocation fails */

static void
operation(void *data, ngx_uint_t failing)
{
    ngx_int_t          rc;
    ngx_str_t          text, body;
    ngx_pool_t        *pool;
    const ngx_uint_t  *encoder = data;

    text.data = bytes;
    text.len = 20000;
    ngx_str_null(&body);

    pool = ngx_create_pool(1024, &unit_log);

    unit_failures_begin(UNIT_MEMORY);
    rc = contentlib_gzip(&text, *encoder, pool, &body);
    unit_failures_end();

    hold(rc == NGX_OK || (rc == NGX_ERROR && failing), "it returns %ld",
         (long) rc);
    hold(rc != NGX_OK || inflates(&body, &text), "another text");

    ngx_destroy_pool(pool);
}


static void
test_memory(void)
{
    uint64_t    runs;
    ngx_uint_t  encoder;

    (void) setenv("CONTENTLIB_FAILURES", "1", 1);
    fill(WORDS, 20000);

    for (encoder = 0; encoder < 2; encoder++) {
        runs = unit_failures_run(operation, &encoder);
        ok(runs > 4, "%s: %llu runs with memory refused",
           encoder_names[encoder], (unsigned long long) runs);
        held("%s: the body, or an error", encoder_names[encoder]);
    }
}


static void
test_crc(void)
{
    size_t     i, len;
    uint32_t   whole, parts;
    ngx_str_t  text;

    text = unit_text("123456789");
    is_number(contentlib_crc32(0, text.data, text.len), 0xcbf43926,
              "the check value of CRC-32");

    fill(RANDOM, 20000);

    for (i = 0; i < 1000; i++) {
        len = (size_t) unit_random(20000);
        whole = contentlib_crc32(0, bytes, 20000);
        parts = contentlib_crc32(0, bytes, len);
        parts = contentlib_crc32(parts, bytes + len, 20000 - len);

        hold(whole == parts, "in two parts of %lu", (unsigned long) len);
        hold(contentlib_crc32(0, bytes, len) == crc32_z(0, bytes, len),
             "another one than zlib's, of %lu", (unsigned long) len);
    }

    held("the CRC-32 of zlib, in parts as of the whole");
}


int
main(void)
{
    test_lengths();
    test_too_long();
    test_memory();
    test_crc();

    return unit_done();
}
