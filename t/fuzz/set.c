
/*
 * Copyright (C) contentlib authors
 *
 * Sets of positions are compared with arrays of bytes.  The input is the size
 * in three bytes, and operations.
 */


#include <fuzz.h>
#include <library/contentlib_set.h>


#define SETS    3
#define SMALL   512
#define MOST    (2 * CONTENTLIB_SET_BLOCK)
#define ROOM    64
#define STEPS   128
#define BEYOND  70


static uint64_t           size_of_all;
static contentlib_set_t  *sets[SETS];
static u_char             model[SETS][MOST];
static uint64_t           counts[SETS];
static uint64_t           members[32];      /* of a block */
static ngx_uint_t         n;


static void
model_add(ngx_uint_t s, uint64_t position)
{
    counts[s] += !model[s][position];
    model[s][position] = 1;
}


static void
add(ngx_uint_t s)
{
    uint64_t  position;

    position = fuzz_number(3) % (size_of_all + BEYOND);

    hold(contentlib_set_add(sets[s], position)
         == (position < size_of_all ? NGX_OK : NGX_ERROR), "add");

    if (position < size_of_all) {
        model_add(s, position);
    }
}


/* a block with random members, of a valid or an invalid length */

static ngx_str_t
block_of(ngx_uint_t bitmap)
{
    size_t      i;
    u_char     *p;
    uint64_t    item;
    ngx_str_t   items, taken;

    n = 0;
    taken = fuzz_take(fuzz_byte() % 64);

    items.len = bitmap ? CONTENTLIB_SET_BITMAP : taken.len;
    p = ngx_pnalloc(fuzz_pool, items.len + 1);
    hold(p != NULL, "memory");

    /* not aligned */

    items.data = p + 1;
    ngx_memzero(items.data, items.len);

    for (i = 0; i + 1 < taken.len; i += 2) {
        item = (uint64_t) taken.data[i] + (uint64_t) taken.data[i + 1] * 256;
        item %= bitmap ? CONTENTLIB_SET_BLOCK : UINT16_MAX + 1;
        members[n++] = item;

        if (bitmap) {
            items.data[item / 8] |= (u_char) (1 << item % 8);
        }
    }

    if (!bitmap) {
        ngx_memcpy(items.data, taken.data, taken.len);
    }

    return items;
}


/* after an error, the set has a part of the members */

static void
refused(ngx_uint_t s, uint64_t base)
{
    uint64_t    position;
    ngx_uint_t  i;

    for (i = 0; i < n; i++) {
        position = base + members[i];

        if (members[i] < CONTENTLIB_SET_BLOCK && position >= base
            && position < size_of_all
            && (sets[s]->words[position / 64] >> (position % 64) & 1))
        {
            model_add(s, position);
        }
    }
}


static void
add_block(ngx_uint_t s)
{
    uint64_t    block, base;
    ngx_int_t   rc;
    ngx_str_t   items;
    ngx_uint_t  i, fits, op;

    static const uint64_t  blocks[] = {
        0, 1, 0, 1, 2, UINT32_MAX, (uint64_t) UINT32_MAX + 1, UINT64_MAX
    };

    op = fuzz_byte();
    block = blocks[op % 8];
    items = block_of(op & 8);
    base = block * CONTENTLIB_SET_BLOCK;

    if (op / 16 == 15) {
        items.data = ngx_pcalloc(fuzz_pool, CONTENTLIB_SET_BITMAP + 2);
        hold(items.data != NULL, "memory");
        items.len = CONTENTLIB_SET_BITMAP + 2;
    }

    rc = contentlib_set_add_block(sets[s], block, &items);
    fits = (block <= UINT32_MAX && items.len % 2 == 0
            && items.len <= CONTENTLIB_SET_BITMAP);

    for (i = 0; i < n && fits; i++) {
        fits = (members[i] < CONTENTLIB_SET_BLOCK
                && base + members[i] < size_of_all);
    }

    hold((rc == NGX_OK) == fits, "add_block");

    if (!fits) {
        refused(s, base);
        return;
    }

    for (i = 0; i < n; i++) {
        model_add(s, base + members[i]);
    }
}


static void
next(ngx_uint_t s, ngx_uint_t member)
{
    uint64_t    i, position;
    ngx_int_t   rc;

    position = fuzz_number(3) % (size_of_all + BEYOND);
    position = (position == size_of_all + 1) ? UINT64_MAX : position;

    for (i = position; i < size_of_all && model[s][i] != member; i++) {
        /* void */
    }

    rc = member ? contentlib_set_next(sets[s], &position)
                : contentlib_set_next_absent(sets[s], &position);

    hold(rc == (i < size_of_all ? NGX_OK : NGX_DONE)
         && (rc == NGX_DONE || position == i), member ? "next" : "lacks");
}


static void
slice(ngx_uint_t s)
{
    uint64_t    i, rank, from, *positions;
    ngx_uint_t  k, most, got;

    from = fuzz_number(2);
    from = (from == UINT16_MAX) ? UINT64_MAX : from % (counts[s] + 2);
    most = fuzz_byte() % ROOM;

    positions = ngx_palloc(fuzz_pool, most * sizeof(uint64_t));
    hold(positions != NULL, "memory");

    got = contentlib_set_slice(sets[s], from, positions, most);

    for (k = 0, rank = 0, i = 0; i < size_of_all && k < most; i++) {

        if (model[s][i] && rank++ >= from) {
            hold(k < got && positions[k] == i, "slice, %lu",
                 (unsigned long) k);
            k++;
        }
    }

    hold(got == k, "slice: %lu, not %lu", (unsigned long) got,
         (unsigned long) k);
}


static void
intersect(ngx_uint_t s)
{
    uint64_t    i;
    ngx_uint_t  other;

    other = fuzz_byte() % SETS;
    contentlib_set_intersect(sets[s], sets[other]);

    counts[s] = 0;

    for (i = 0; i < size_of_all; i++) {
        model[s][i] &= model[other][i];
        counts[s] += model[s][i];
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t    position;
    ngx_uint_t  s, op, steps;

    fuzz_begin(data, size);

    op = fuzz_byte();
    size_of_all = fuzz_number(2) % CONTENTLIB_SET_BLOCK
                  + (op & 2) / 2 * CONTENTLIB_SET_BLOCK;
    size_of_all = (op & 1) ? size_of_all : size_of_all % (SMALL + 1);

    for (s = 0; s < SETS; s++) {
        sets[s] = contentlib_set_create(fuzz_pool, size_of_all);
        hold(sets[s] != NULL, "memory");
        ngx_memzero(model[s], size_of_all);
        counts[s] = 0;
    }

    for (steps = 0; steps < STEPS && fuzz_more(); steps++) {
        op = fuzz_byte();
        s = op / 8 % SETS;

        switch (op % 8) {

        case 0: intersect(s); break;
        case 1: next(s, 1); break;
        case 2: slice(s); break;
        case 3:
        case 4: add_block(s); break;
        case 5: next(s, 0); break;
        default: add(s);
        }

        hold(contentlib_set_count(sets[s]) == counts[s], "count");
        hold(contentlib_set_is_empty(sets[s]) == (counts[s] == 0), "empty");
    }

    for (s = 0; s < SETS; s++) {

        for (position = 0;
             contentlib_set_next(sets[s], &position) == NGX_OK; position++)
        {
            hold(model[s][position] == 1, "a member too many");
            counts[s]--;
        }

        hold(counts[s] == 0, "members are missing");
    }

    return fuzz_end();
}
