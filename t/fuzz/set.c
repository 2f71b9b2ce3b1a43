
/*
 * Copyright (C) contentlib authors
 *
 * Sets of positions, against arrays of bytes.
 */


#include <fuzz.h>
#include <library/contentlib_set.h>


#define SETS  3
#define SIZE  512
#define ROOM  64


static uint64_t           size_of_all;
static contentlib_set_t  *sets[SETS];
static u_char             model[SETS][SIZE];


static uint64_t
model_count(ngx_uint_t s)
{
    uint64_t  i, n;

    for (n = 0, i = 0; i < size_of_all; i++) {
        n += model[s][i];
    }

    return n;
}


static void
add(ngx_uint_t s)
{
    uint64_t  position;

    position = fuzz_number(2) % (SIZE + 70);

    hold(contentlib_set_add(sets[s], position)
         == (position < size_of_all ? NGX_OK : NGX_ERROR), "add");

    if (position < size_of_all) {
        model[s][position] = 1;
    }
}


static void
add_block(ngx_uint_t s)
{
    size_t      i;
    uint64_t    base, position;
    ngx_int_t   rc;
    ngx_str_t   offsets;
    ngx_uint_t  fits;

    base = fuzz_number(1);
    base = (base == 0xff) ? UINT64_MAX - UINT16_MAX : base;
    offsets = fuzz_take(fuzz_byte() % 32);
    rc = contentlib_set_add_block(sets[s], base, &offsets);
    fits = 1;

    /* half an offset at the end is none */

    for (i = 0; i + 1 < offsets.len && fits; i += 2) {
        position = base + offsets.data[i]
                   + (uint64_t) offsets.data[i + 1] * 256;
        fits = (position < size_of_all);

        if (fits) {
            model[s][position] = 1;
        }
    }

    hold((rc == NGX_OK) == fits, "add_block");
}


static void
next(ngx_uint_t s)
{
    uint64_t  i, position;

    position = fuzz_number(2) % (SIZE + 70);
    position = (position == SIZE) ? UINT64_MAX : position;

    for (i = position; i < size_of_all && !model[s][i]; i++) { /* void */ }

    if (i < size_of_all) {
        hold(contentlib_set_next(sets[s], &position) == NGX_OK
             && position == i, "next");

    } else {
        hold(contentlib_set_next(sets[s], &position) == NGX_DONE, "no next");
    }
}


static void
slice(ngx_uint_t s)
{
    uint64_t    i, rank, from, *positions;
    ngx_uint_t  n, most, got;

    from = fuzz_number(1);
    from = (from == 0xff) ? UINT64_MAX : from;
    most = fuzz_byte() % ROOM;

    positions = ngx_palloc(fuzz_pool, most * sizeof(uint64_t));
    hold(positions != NULL, "memory");

    got = contentlib_set_slice(sets[s], from, positions, most);

    for (n = 0, rank = 0, i = 0; i < size_of_all && n < most; i++) {

        if (model[s][i] && rank++ >= from) {
            hold(n < got && positions[n] == i, "slice, %lu",
                 (unsigned long) n);
            n++;
        }
    }

    hold(got == n, "slice: %lu, not %lu", (unsigned long) got,
         (unsigned long) n);
}


static void
intersect(ngx_uint_t s)
{
    uint64_t    i;
    ngx_uint_t  other;

    other = fuzz_byte() % SETS;
    contentlib_set_intersect(sets[s], sets[other]);

    for (i = 0; i < size_of_all; i++) {
        model[s][i] &= model[other][i];
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t    position;
    ngx_uint_t  s, op;

    fuzz_begin(data, size);
    ngx_memzero(model, sizeof(model));

    size_of_all = fuzz_number(2) % (SIZE + 1);

    for (s = 0; s < SETS; s++) {
        sets[s] = contentlib_set_create(fuzz_pool, size_of_all);
        hold(sets[s] != NULL, "memory");
    }

    while (fuzz_more()) {
        op = fuzz_byte();
        s = op / 8 % SETS;

        switch (op % 8) {

        case 0: intersect(s); break;
        case 1: next(s); break;
        case 2: slice(s); break;
        case 3:
        case 4: add_block(s); break;
        default: add(s);
        }

        hold(contentlib_set_count(sets[s]) == model_count(s), "count");
    }

    for (s = 0; s < SETS; s++) {

        for (position = 0;
             contentlib_set_next(sets[s], &position) == NGX_OK; position++)
        {
            hold(model[s][position] == 1, "a member too many");
            model[s][position] = 0;
        }

        hold(model_count(s) == 0, "members are missing");
    }

    return fuzz_end();
}
