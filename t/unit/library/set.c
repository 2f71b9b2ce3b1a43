
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <library/contentlib_set.h>


#define LARGEST  200000


static const uint64_t  sizes[] = {
    0, 1, 2, 63, 64, 65, 127, 128, 129, 1000, 16383, 16384, 16385, 32769
};


static u_char    model[LARGEST];
static uint64_t  members[LARGEST];


static uint64_t
model_members(uint64_t size)
{
    uint64_t  i, n;

    for (i = 0, n = 0; i < size; i++) {
        if (model[i]) {
            members[n++] = i;
        }
    }

    return n;
}


static void
compare_next(const contentlib_set_t *set, uint64_t count)
{
    uint64_t  i, position;

    position = 0;

    for (i = 0; i < count; i++) {
        hold(contentlib_set_next(set, &position) == NGX_OK
             && position == members[i], "next: member %llu",
             (unsigned long long) i);
        position++;
    }

    hold(contentlib_set_next(set, &position) == NGX_DONE,
         "next: after the last");

    for (i = 0; i < 20 && set->size > 0; i++) {
        position = unit_random(set->size);

        if (contentlib_set_next(set, &position) == NGX_OK) {
            hold(model[position], "next: a member from anywhere");
        }
    }

    position = set->size;
    hold(contentlib_set_next(set, &position) == NGX_DONE, "next: at the end");

    position = UINT64_MAX;
    hold(contentlib_set_next(set, &position) == NGX_DONE, "next: far beyond");
}


/* all that are no members, one by one */

static void
compare_lacks(const contentlib_set_t *set)
{
    uint64_t  i, position;

    position = 0;

    for (i = 0; i < set->size; i++) {

        if (model[i]) {
            continue;
        }

        hold(contentlib_set_next_absent(set, &position) == NGX_OK
             && position == i,
             "lacks: %llu", (unsigned long long) i);
        position++;
    }

    hold(contentlib_set_next_absent(set, &position) == NGX_DONE,
         "lacks: after the last");

    position = set->size;
    hold(contentlib_set_next_absent(set, &position) == NGX_DONE,
         "lacks: at the end");
}


static void
compare_slice(const contentlib_set_t *set, uint64_t count, uint64_t rank,
    ngx_uint_t n)
{
    uint64_t    *positions;
    ngx_uint_t   i, found, expected;

    /* exactly as many as are asked for */

    positions = ngx_palloc(unit_pool(), n * sizeof(uint64_t));
    found = contentlib_set_slice(set, rank, positions, n);

    expected = (rank >= count) ? 0 : ngx_min(n, count - rank);

    if (!hold(found == expected, "slice %llu, %lu: %lu of %lu",
              (unsigned long long) rank, (unsigned long) n,
              (unsigned long) found, (unsigned long) expected))
    {
        return;
    }

    for (i = 0; i < found; i++) {
        hold(positions[i] == members[rank + i], "slice: a position");
    }
}


static void
compare(const contentlib_set_t *set)
{
    uint64_t  i, count;

    count = model_members(set->size);

    hold(contentlib_set_count(set) == count, "count");

    compare_next(set, count);
    compare_lacks(set);

    compare_slice(set, count, 0, 0);
    compare_slice(set, count, 0, 1);
    compare_slice(set, count, 0, 100);
    compare_slice(set, count, count, 30);
    compare_slice(set, count, count ? count - 1 : 0, 30);
    compare_slice(set, count, UINT64_MAX, 30);
    compare_slice(set, count, INT64_MAX, 1);

    for (i = 0; i < 20; i++) {
        compare_slice(set, count, unit_random(count + 2), unit_random(130));
    }
}


static void
add(contentlib_set_t *set, uint64_t position)
{
    hold(contentlib_set_add(set, position) == NGX_OK, "add");
    model[position] = 1;
}


static void
test_edges(void)
{
    size_t             i;
    uint64_t           size;
    contentlib_set_t  *set;

    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        size = sizes[i];
        memset(model, 0, sizeof(model));

        set = contentlib_set_create(unit_pool(), size);
        hold(set != NULL && set->size == size, "create");
        compare(set);

        if (size > 0) {
            add(set, size - 1);
            compare(set);
            add(set, 0);
            compare(set);
            add(set, size / 2);
            add(set, size / 2);
            compare(set);
        }

        hold(contentlib_set_add(set, size) == NGX_ERROR, "add: the size");
        hold(contentlib_set_add(set, size + 64) == NGX_ERROR, "add: beyond");
        hold(contentlib_set_add(set, UINT64_MAX) == NGX_ERROR, "add: far");
        compare(set);

        held("the edges of %llu", (unsigned long long) size);
        unit_clear();
    }
}


static void
test_full(void)
{
    size_t             i;
    uint64_t           position;
    contentlib_set_t  *set;

    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        memset(model, 0, sizeof(model));
        set = contentlib_set_create(unit_pool(), sizes[i]);

        for (position = 0; position < sizes[i]; position++) {
            add(set, position);
        }

        compare(set);
        held("all of %llu", (unsigned long long) sizes[i]);
        unit_clear();
    }
}


static void
test_random(void)
{
    size_t             i;
    uint64_t           n, position, size;
    contentlib_set_t  *set, *other;

    for (i = 0; i < 200; i++) {
        size = (i < 40) ? sizes[i % 14] : 1 + unit_random(2000);

        memset(model, 0, sizeof(model));
        set = contentlib_set_create(unit_pool(), size);
        other = contentlib_set_create(unit_pool(), size);

        for (n = size ? unit_random(size + 1) : 0; n > 0; n--) {
            add(set, unit_random(size));
        }

        compare(set);

        for (n = size ? unit_random(size + 1) : 0; n > 0; n--) {
            (void) contentlib_set_add(other, unit_random(size));
        }

        for (position = 0; position < size; position++) {
            n = position;
            model[position] &= contentlib_set_next(other, &n) == NGX_OK
                               && n == position;
        }

        contentlib_set_intersect(set, other);
        compare(set);

        unit_clear();
    }

    held("200 random sets, and what two have in common");
}


static ngx_str_t
block(const uint16_t *offsets, size_t n)
{
    size_t     i;
    ngx_str_t  bytes;

    bytes = unit_repeat("xx", n);

    for (i = 0; i < n; i++) {
        bytes.data[2 * i] = (u_char) offsets[i];
        bytes.data[2 * i + 1] = (u_char) (offsets[i] >> 8);
    }

    return bytes;
}


static void
test_blocks(void)
{
    ngx_str_t          bytes;
    contentlib_set_t  *set;

    static const uint16_t  offsets[] = { 0, 1, 63, 64, 255, 256, 16383 };

    memset(model, 0, sizeof(model));
    set = contentlib_set_create(unit_pool(), 32768);

    bytes = block(offsets, 7);
    ok(contentlib_set_add_block(set, 0, &bytes) == NGX_OK, "the first block");
    ok(contentlib_set_add_block(set, 1, &bytes) == NGX_OK, "the last block");

    model[0] = model[1] = model[63] = model[64] = model[255] = model[256] = 1;
    model[16383] = model[16384] = model[16385] = model[16447] = 1;
    model[16448] = model[16639] = model[16640] = model[32767] = 1;
    compare(set);
    held("what two blocks hold");

    ok(contentlib_set_add_block(set, 2, &bytes) == NGX_ERROR,
       "a block too many");
    ok(contentlib_set_add_block(set, UINT32_MAX, &bytes) == NGX_ERROR,
       "a block far beyond");
    ok(contentlib_set_add_block(set, (uint64_t) 1 << 48, &bytes)
       == NGX_ERROR, "a block so far that its position would be 0");
    ok(contentlib_set_add_block(set, UINT64_MAX, &bytes) == NGX_ERROR,
       "the block before the first");

    bytes.len = 0;
    ok(contentlib_set_add_block(set, 0, &bytes) == NGX_OK, "an empty block");
    compare(set);
    held("and nothing more");

    set = contentlib_set_create(unit_pool(), 65);
    memset(model, 0, sizeof(model));
    bytes = block((const uint16_t[]) { 64 }, 1);
    ok(contentlib_set_add_block(set, 0, &bytes) == NGX_OK, "the last of 65");
    model[64] = 1;
    bytes = block((const uint16_t[]) { 65 }, 1);
    ok(contentlib_set_add_block(set, 0, &bytes) == NGX_ERROR, "one beyond 65");
    compare(set);
    held("65: the last is in");

    bytes = block(offsets, 2);
    bytes.len = 3;
    ok(contentlib_set_add_block(set, 0, &bytes) == NGX_ERROR,
       "half an offset");
    compare(set);
    held("half an offset is none");
    unit_clear();
}


/* at an odd address: nothing is said about alignment */

static ngx_str_t
bitmap(void)
{
    ngx_str_t  bytes;

    bytes.data = ngx_pcalloc(unit_pool(), CONTENTLIB_SET_BITMAP + 1);
    bytes.data++;
    bytes.len = CONTENTLIB_SET_BITMAP;

    return bytes;
}


/* random bitmaps into sets of sizes that end in them, before and behind */

static void
test_bitmaps(void)
{
    size_t             i;
    uint64_t           size, n, position, beyond;
    ngx_str_t          bytes;
    contentlib_set_t  *set;

    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        size = sizes[i];
        memset(model, 0, sizeof(model));
        set = contentlib_set_create(unit_pool(), size);

        bytes = bitmap();
        hold(contentlib_set_add_block(set, 0, &bytes) == NGX_OK, "zeros");
        hold(contentlib_set_add_block(set, 7, &bytes) == NGX_OK,
             "zeros, far beyond");

        for (n = size ? 5000 : 0; n > 0; n--) {
            position = unit_random(ngx_min(size, 16384));
            bytes.data[position / 8] |= (u_char) (1 << (position % 8));
            model[position] = 1;
        }

        hold(contentlib_set_add_block(set, 0, &bytes) == NGX_OK, "block 0");
        compare(set);

        for (beyond = size; beyond < 16384; beyond += 1 + beyond / 3) {
            bytes.data[beyond / 8] |= (u_char) (1 << (beyond % 8));
            hold(contentlib_set_add_block(set, 0, &bytes) == NGX_ERROR,
                 "%llu is beyond", (unsigned long long) beyond);
            bytes.data[beyond / 8] ^= (u_char) (1 << (beyond % 8));
        }

        compare(set);
        held("bitmaps and %llu", (unsigned long long) size);
        unit_clear();
    }
}


static void
test_bitmap_edges(void)
{
    ngx_str_t          bytes;
    contentlib_set_t  *set;

    memset(model, 0, sizeof(model));
    set = contentlib_set_create(unit_pool(), 32769);
    set->words[1] = 1;
    model[64] = 1;

    bytes = bitmap();
    bytes.data[0] = 0x81;
    bytes.data[2047] = 0x80;
    model[0] = model[7] = model[16383] = 1;
    model[16384] = model[16391] = model[32767] = 1;

    ok(contentlib_set_add_block(set, 0, &bytes) == NGX_OK, "the first bitmap");
    ok(contentlib_set_add_block(set, 1, &bytes) == NGX_OK, "the second one");
    compare(set);
    held("least significant bits first; what was there stays");

    ok(contentlib_set_add_block(set, 2, &bytes) == NGX_ERROR,
       "the block that the list ends in: beyond");
    bytes.data[0] = 0x01;
    bytes.data[2047] = 0;
    ok(contentlib_set_add_block(set, 2, &bytes) == NGX_OK,
       "its only position");
    model[32768] = 1;
    compare(set);
    held("32,769: the last is in");

    ok(contentlib_set_add_block(set, 3, &bytes) == NGX_ERROR,
       "a bitmap too many");
    ok(contentlib_set_add_block(set, UINT32_MAX, &bytes) == NGX_ERROR,
       "a bitmap far beyond");

    bytes.data = ngx_pcalloc(unit_pool(), 2 * CONTENTLIB_SET_BITMAP);
    bytes.len = CONTENTLIB_SET_BITMAP + 2;
    ok(contentlib_set_add_block(set, 0, &bytes) == NGX_ERROR,
       "longer than a bitmap");

    /* one byte less than a bitmap, and the longest list */

    bytes.len = CONTENTLIB_SET_BITMAP - 1;
    ok(contentlib_set_add_block(set, 0, &bytes) == NGX_ERROR,
       "shorter than a bitmap by one byte");
    bytes.len = CONTENTLIB_SET_BITMAP - 2;
    bytes.data[0] = 9;
    ok(contentlib_set_add_block(set, 0, &bytes) == NGX_OK,
       "the longest list");
    model[9] = 1;
    compare(set);
    held("is a list");
    unit_clear();
}


/* a list of the size that the design is made for */

static void
test_large(void)
{
    uint64_t           i, position, positions[100];
    contentlib_set_t  *set;

    set = contentlib_set_create(unit_pool(), 1000000);

    for (i = 0; i < 1000000; i += 3) {
        (void) contentlib_set_add(set, i);
    }

    is_number(contentlib_set_count(set), 333334, "1,000,000: count");
    is_number(contentlib_set_slice(set, 333300, positions, 100), 34,
              "1,000,000: the last page");
    is_number(positions[33], 999999, "1,000,000: the last member");
    is_number(contentlib_set_slice(set, 200000, positions, 100), 100,
              "1,000,000: a deep page");
    is_number(positions[0], 600000, "1,000,000: its first member");
    is_number(positions[99], 600297, "1,000,000: its last member");
    is_number(contentlib_set_slice(set, 333334, positions, 100), 0,
              "1,000,000: beyond the last page");

    position = 999998;
    is_number(contentlib_set_next(set, &position), NGX_OK, "next, at the end");
    is_number(position, 999999, "next, the last");
    is_number(contentlib_set_add(set, 1000000), NGX_ERROR, "one too many");

    contentlib_set_remove(set, 600000, 600000);
    is_number(contentlib_set_count(set), 333334, "none removed");
    contentlib_set_remove(set, 599998, 600003);
    is_number(contentlib_set_count(set), 333333, "one removed");
    position = 600000;
    is_number(contentlib_set_next(set, &position), NGX_OK, "the next one");
    is_number(position, 600003, "is there");

    contentlib_set_clear(set);
    is_number(contentlib_set_count(set), 0, "cleared");
}


int
main(void)
{
    test_edges();
    test_full();
    test_random();
    test_blocks();
    test_bitmaps();
    test_bitmap_edges();
    test_large();

    return unit_done();
}
