
/*
 * Copyright (C) contentlib authors
 *
 * Bodies, put together of texts and records in all forms.
 */


#include <unit.h>
#include <service/contentlib_body.h>

#include <zlib.h>


#define ROOM     4000000
#define RECORDS  40
#define BODIES   500


static u_char  out[ROOM], expected[ROOM], sent[ROOM];


/* the parts as they would be sent */

static ngx_str_t
sent_of(const contentlib_body_t *body)
{
    ngx_str_t   text;
    ngx_uint_t  i;

    text.data = sent;
    text.len = 0;

    for (i = 0; i < body->n; i++) {
        hold(text.len + body->parts[i].len <= ROOM, "too long");
        memcpy(sent + text.len, body->parts[i].data, body->parts[i].len);
        text.len += body->parts[i].len;
    }

    hold(text.len == body->length, "the length of all parts: %lu, not %lu",
         (unsigned long) body->length, (unsigned long) text.len);

    return text;
}


/* an empty text if it is not one whole member */

static ngx_str_t
inflated(const ngx_str_t *packed)
{
    int        rc;
    z_stream   stream;
    ngx_str_t  text;

    memset(&stream, 0, sizeof(stream));
    (void) inflateInit2(&stream, MAX_WBITS + 16);

    stream.next_in = packed->data;
    stream.avail_in = (uInt) packed->len;
    stream.next_out = out;
    stream.avail_out = sizeof(out);

    rc = inflate(&stream, Z_FINISH);
    (void) inflateEnd(&stream);

    text.data = out;
    text.len = (rc == Z_STREAM_END && stream.avail_in == 0)
               ? stream.total_out : 0;

    hold(rc == Z_STREAM_END, "inflate: %d", rc);
    hold(stream.avail_in == 0, "%u bytes behind the end", stream.avail_in);

    return text;
}


/* a record: a comma, and behind it the JSON */

static ngx_str_t
record_of(size_t len)
{
    size_t     i;
    ngx_str_t  json;

    json.data = ngx_pnalloc(unit_pool(), len + 1);
    *json.data++ = ',';
    json.len = len;

    for (i = 0; i < len; i++) {
        json.data[i] = (u_char) ("{\"url\":12}"[unit_random(10)]);
    }

    return json;
}


static contentlib_piece_t
piece_of(contentlib_encoder_t *encoder, const ngx_str_t *json)
{
    u_char              *p;
    ngx_str_t            blocks, text;
    contentlib_piece_t   piece;

    ngx_str_null(&blocks);
    hold(contentlib_encoding_blocks(encoder, json, &blocks) == NGX_OK,
         "an error");

    piece.blocks.len = CONTENTLIB_BODY_COMMA + blocks.len;
    piece.blocks.data = ngx_pnalloc(unit_pool(), piece.blocks.len);

    p = contentlib_body_comma(piece.blocks.data);
    hold(p == piece.blocks.data + CONTENTLIB_BODY_COMMA, "a comma's blocks");
    memcpy(p, blocks.data, blocks.len);

    text.data = json->data - 1;
    text.len = json->len + 1;

    contentlib_encoding_sum(&piece.alone, json);
    contentlib_encoding_sum(&piece.joined, &text);

    return piece;
}


static void
equal_ok(const ngx_str_t *got, size_t len, const char *what)
{
    hold(got->len == len && (len == 0 || memcmp(got->data, expected, len)
         == 0), "%s: %lu bytes, not %lu", what, (unsigned long) got->len,
         (unsigned long) len);
}


/* before, records, after: what it comes to, in the three forms */

static void
page(const ngx_str_t *before, const ngx_str_t *records,
    const contentlib_piece_t *pieces, ngx_uint_t n, const ngx_str_t *after)
{
    size_t               len;
    ngx_str_t            bytes, text;
    ngx_uint_t           i;
    contentlib_body_t    body;
    contentlib_coding_e  coding;

    memcpy(expected, before->data, before->len);
    len = before->len;

    for (i = 0; i < n; i++) {
        memcpy(expected + len, records[i].data - (i > 0),
               records[i].len + (i > 0));
        len += records[i].len + (i > 0);
    }

    memcpy(expected + len, after->data, after->len);
    len += after->len;

    for (coding = CONTENTLIB_IDENTITY; coding <= CONTENTLIB_GZIP_BLOCKS;
         coding++)
    {
        hold(contentlib_body_begin(&body, n + 2, coding, unit_pool())
             == NGX_OK
             && contentlib_body_add_text(&body, before) == NGX_OK, "begin");

        for (i = 0; i < n; i++) {

            if (coding == CONTENTLIB_IDENTITY) {
                contentlib_body_add_json(&body, &records[i], i == 0);

            } else {
                contentlib_body_add_piece(&body, &pieces[i], i == 0);
            }
        }

        hold(contentlib_body_add_text(&body, after) == NGX_OK
             && contentlib_body_end(&body) == NGX_OK, "end");
        hold(body.coding == coding, "its coding");

        bytes = sent_of(&body);

        if (coding == CONTENTLIB_GZIP_BLOCKS) {
            text = inflated(&bytes);
            equal_ok(&text, len, "of blocks");
            continue;
        }

        equal_ok(&bytes, len, "as it is");
        hold(contentlib_body_compress(&body) == NGX_OK
             && body.coding == CONTENTLIB_GZIP_WHOLE && body.n == 1,
             "compressed");

        bytes = sent_of(&body);
        text = inflated(&bytes);
        equal_ok(&text, len, "whole");
    }
}


static void
test_pages(void)
{
    size_t                 length;
    ngx_str_t              before, after, chosen[RECORDS], records[RECORDS];
    ngx_uint_t             i, k, n, round;
    contentlib_piece_t     pieces[RECORDS], picked[RECORDS];
    contentlib_encoder_t  *encoder;

    for (round = 0; round < BODIES; round++) {
        encoder = contentlib_encoding_create(unit_pool());

        for (i = 0; i < RECORDS; i++) {
            length = (size_t) unit_random(round % 50 ? 500 : 20000);
            records[i] = record_of(length);
            pieces[i] = piece_of(encoder, &records[i]);
        }

        /* in any order, the same one more than once */

        n = (round < 4) ? round : (ngx_uint_t) unit_random(RECORDS + 1);

        for (i = 0; i < n; i++) {
            k = unit_random(RECORDS);
            chosen[i] = records[k];
            picked[i] = pieces[k];
        }

        before = record_of((size_t) unit_random(round % 20 ? 200 : 200000));
        after = record_of((size_t) unit_random(3));

        page(&before, chosen, picked, n, &after);
        unit_clear();
    }

    held("%d pages in three forms", BODIES);
}


/* what stands around the records is stored, in blocks of 65,535 bytes */

static void
test_texts(void)
{
    size_t                 i;
    ngx_str_t              before, after, record;
    contentlib_piece_t     piece;
    contentlib_encoder_t  *encoder;

    static const size_t  lengths[] = {
        0, 1, 65534, 65535, 65536, 131070, 131071, 200000, 1000000
    };

    for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        encoder = contentlib_encoding_create(unit_pool());
        before = record_of(lengths[i]);
        after = record_of(lengths[i]);
        record = record_of(lengths[i] / 4);
        piece = piece_of(encoder, &record);

        page(&before, &record, &piece, 0, &after);
        page(&before, &record, &piece, 1, &after);
        held("%lu bytes around none and one", (unsigned long) lengths[i]);
        unit_clear();
    }
}


/* a record for itself */

static void
test_single(void)
{
    ngx_str_t              record, bytes, text;
    contentlib_body_t      body;
    contentlib_piece_t     piece;
    contentlib_encoder_t  *encoder;

    encoder = contentlib_encoding_create(unit_pool());
    record = record_of(3000);
    piece = piece_of(encoder, &record);
    memcpy(expected, record.data, record.len);

    (void) contentlib_body_begin(&body, 1, CONTENTLIB_GZIP_BLOCKS,
                                 unit_pool());
    contentlib_body_add_piece(&body, &piece, 1);
    (void) contentlib_body_end(&body);

    bytes = sent_of(&body);
    text = inflated(&bytes);
    equal_ok(&text, record.len, "of blocks");

    (void) contentlib_body_begin(&body, 1, CONTENTLIB_IDENTITY, unit_pool());
    contentlib_body_add_json(&body, &record, 1);
    (void) contentlib_body_end(&body);

    bytes = sent_of(&body);
    equal_ok(&bytes, record.len, "as it is");
    hold(body.n == 1 && body.parts[0].data == record.data, "not copied");

    held("a record for itself");
}


int
main(void)
{
    test_pages();
    test_texts();
    test_single();

    return unit_done();
}
