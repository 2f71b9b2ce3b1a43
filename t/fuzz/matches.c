
/*
 * Copyright (C) contentlib authors
 *
 * Stored sets are compared with the list of their members.  The input has the
 * size and the number of runs in four bytes, the runs, and pages.
 */


#include <fuzz.h>
#include <library/contentlib_matches.h>


#define MOST   (3 * CONTENTLIB_SET_BLOCK)
#define PAGES  64


static uint64_t  members[MOST];
static uint64_t  count;


/* adds every n-th position of a range */

static void
fill(contentlib_set_t *set)
{
    uint64_t  position, last, step;

    position = fuzz_number(3) % (set->size + 1);
    last = position + fuzz_number(3) % (set->size + 1 - position);
    step = 1 + fuzz_byte() % 100;

    for ( /* void */ ; position < last; position += step) {
        hold(contentlib_set_add(set, position) == NGX_OK, "add");
    }
}


/* the members, bit by bit, without the functions under test */

static void
model(const contentlib_set_t *set)
{
    uint64_t  i;

    count = 0;

    for (i = 0; i < set->size; i++) {
        if (set->words[i / 64] >> (i % 64) & 1) {
            members[count++] = i;
        }
    }
}


static void
page(const contentlib_matches_t *matches)
{
    uint64_t    rank, expected, *positions;
    ngx_uint_t  i, n, found;

    rank = fuzz_number(3);
    rank = (rank == 0xffffff) ? UINT64_MAX : rank % (count + 2);
    n = fuzz_byte();
    n *= n % 3 ? 1 : 100;
    expected = rank < count ? ngx_min(count - rank, n) : 0;

    positions = ngx_palloc(fuzz_pool, n * sizeof(uint64_t));
    hold(positions != NULL, "memory");

    found = contentlib_matches_slice(matches, rank, positions, n);

    hold(found == expected, "%lu from %lu on of %lu: %lu", (unsigned long) n,
         (unsigned long) rank, (unsigned long) count, (unsigned long) found);

    for (i = 0; i < found; i++) {
        hold(positions[i] == members[rank + i], "rank %lu",
             (unsigned long) (rank + i));
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t                 room;
    ngx_uint_t             n;
    contentlib_set_t      *set;
    contentlib_matches_t  *matches;

    fuzz_begin(data, size);

    set = contentlib_set_create(fuzz_pool, fuzz_number(3) % (MOST + 1));
    hold(set != NULL, "memory");

    for (n = fuzz_byte() % 16; n > 0; n--) {
        fill(set);
    }

    model(set);

    room = contentlib_matches_size(set, count);
    matches = ngx_palloc(fuzz_pool, room);
    hold(matches != NULL, "memory");
    hold(room <= set->size / 7 + 128, "more than the set");

    contentlib_matches_write(matches, set, count);

    hold(contentlib_matches_count(matches) == count, "count");

    /* the matches do not depend on the set */

    ngx_memset(set->words, 0xff, (set->size + 63) / 64 * 8);

    for (n = 0; n < PAGES && fuzz_more(); n++) {
        page(matches);
    }

    return fuzz_end();
}
