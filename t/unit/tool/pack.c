
/*
 * Copyright (C) contentlib authors
 *
 * Packed items: they are read as they were written, and truncated or changed
 * bytes are not read beyond their end.
 */


#include <unit.h>
#include <tool/write/contentlib_pack.h>


static contentlib_packed_t  item, other;
static u_char               bytes[4096], again[4096];


static void
make(ngx_uint_t n)
{
    ngx_uint_t  i;

    ngx_memzero(&item, sizeof(item));

    item.created = (n & 1) ? INT64_MIN : 1709209996789012;
    ngx_str_set(&item.content_type, "G");
    ngx_str_set(&item.alt_text, "a cat");
    ngx_str_set(&item.static_image, "7.png");

    if (n & 2) {
        ngx_str_set(&item.partner_page, "https://partner.example/7");
    }

    item.ntags = n % 5;
    item.nids = n % 3;
    item.nrenditions = n % 4;

    for (i = 0; i < item.ntags; i++) {
        item.tags[i] = (int64_t) (i * 1000003);
    }

    for (i = 0; i < item.nids; i++) {
        ngx_str_set(&item.ids[i], "partner-1");
    }

    for (i = 0; i < item.nrenditions; i++) {
        item.renditions[i].platform = (i & 1) ? CONTENTLIB_ABSENT : 3;
        item.renditions[i].width = (i & 2) ? CONTENTLIB_ABSENT : INT64_MAX;
        item.renditions[i].height = 240;
        item.renditions[i].format = 1;
        item.renditions[i].size = (int64_t) i << (i * 16);
        ngx_str_set(&item.renditions[i].url, "7.gif");
    }
}


/* copies the bytes into an allocation of their length */

static ngx_int_t
reads(const u_char *from, size_t len)
{
    ngx_int_t  rc;
    ngx_str_t  copy;

    copy.len = len;
    copy.data = ngx_alloc(len + !len, &unit_log);
    ngx_memcpy(copy.data, from, len);

    rc = contentlib_pack_read(&copy, &other);

    if (rc == NGX_OK) {
        hold(contentlib_pack_size(&other) <= sizeof(again), "too large");
        (void) contentlib_pack_write(again, &other);
    }

    free(copy.data);

    return rc;
}


static void
test_same(void)
{
    size_t      len;
    ngx_uint_t  n;

    for (n = 0; n < 60; n++) {
        make(n);
        len = contentlib_pack_write(bytes, &item);

        hold(len <= contentlib_pack_size(&item), "%lu: room",
             (unsigned long) n);
        hold(reads(bytes, len) == NGX_OK && memcmp(again, bytes, len) == 0,
             "%lu: other bytes", (unsigned long) n);
    }

    held("items are read as they were written");
}


static void
test_cut(void)
{
    size_t      len, i;
    ngx_uint_t  n;

    for (n = 0; n < 60; n++) {
        make(n);
        len = contentlib_pack_write(bytes, &item);

        for (i = 0; i < len; i++) {
            hold(reads(bytes, i) == NGX_ERROR, "%lu: %lu bytes",
                 (unsigned long) n, (unsigned long) i);
        }

        bytes[len] = 0;
        hold(reads(bytes, len + 1) == NGX_ERROR, "%lu: one more",
             (unsigned long) n);
    }

    held("bytes that are cut, or more, are no item");
}


static void
test_changed(void)
{
    u_char      byte;
    size_t      len, i;
    ngx_uint_t  n, bit, items;

    items = 0;

    for (n = 0; n < 60; n++) {
        make(n);
        len = contentlib_pack_write(bytes, &item);

        for (i = 0; i < len; i++) {
            byte = bytes[i];

            for (bit = 0; bit < 8; bit++) {
                bytes[i] = byte ^ (u_char) (1 << bit);

                if (reads(bytes, len) == NGX_OK) {
                    items++;
                }
            }

            bytes[i] = byte;
        }
    }

    hold(items > 0, "all are refused");
    held("bytes that are changed are read to their end, or refused");
}


/* numbers of too many bytes, and negative or too large counts */

static void
test_numbers(void)
{
    ngx_memset(bytes, 0xff, 64);
    hold(reads(bytes, 64) == NGX_ERROR, "no end");

    bytes[0] = 0;
    bytes[1] = 1;
    hold(reads(bytes, 64) == NGX_ERROR, "a length below zero");

    held("numbers that are none");
}


int
main(void)
{
    test_same();
    test_cut();
    test_changed();
    test_numbers();

    return unit_done();
}
