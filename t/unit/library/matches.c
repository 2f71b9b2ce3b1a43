
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <library/contentlib_matches.h>


#define LARGEST  200000
#define GUARD    64
#define PAGES    200


static const uint64_t  sizes[] = {
    0, 1, 2, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 8191, 8192, 8193,
    65535, 65536, 65537, 131072, 131073, LARGEST
};


static uint64_t  members[LARGEST];
static uint64_t  count;


/* every so manieth position, or none */

static contentlib_set_t *
every(uint64_t size, uint64_t step)
{
    uint64_t           i;
    contentlib_set_t  *set;

    set = contentlib_set_create(unit_pool(), size);
    count = 0;

    for (i = 0; step > 0 && i < size; i += step) {
        (void) contentlib_set_add(set, i);
        members[count++] = i;
    }

    return set;
}


/* in memory of its size, and whether what is behind it was left alone */

static contentlib_matches_t *
write_guarded(const contentlib_set_t *set)
{
    size_t   i, size;
    u_char  *p;

    size = contentlib_matches_size(set);

    p = ngx_palloc(unit_pool(), size + GUARD);
    ngx_memset(p, 0xa5, size + GUARD);

    contentlib_matches_write((contentlib_matches_t *) (void *) p, set);

    for (i = 0; i < GUARD; i++) {
        hold(p[size + i] == 0xa5, "a set of %llu: byte %lu behind its memory",
             (unsigned long long) set->size, (unsigned long) i);
    }

    return (contentlib_matches_t *) (void *) p;
}


static void
compare_page(const contentlib_matches_t *matches, uint64_t rank, ngx_uint_t n)
{
    uint64_t    positions[300];
    ngx_uint_t  i, found, expected;

    found = contentlib_matches_slice(matches, rank, positions, n);
    expected = rank < count ? (ngx_uint_t) ngx_min(count - rank, n) : 0;

    if (!hold(found == expected, "%lu from %llu on: %lu", (unsigned long) n,
              (unsigned long long) rank, (unsigned long) found))
    {
        return;
    }

    for (i = 0; i < found; i++) {
        hold(positions[i] == members[rank + i], "rank %llu",
             (unsigned long long) rank + i);
    }
}


static void
compare(uint64_t size, uint64_t step)
{
    ngx_uint_t             i;
    contentlib_matches_t  *matches;

    matches = write_guarded(every(size, step));

    hold(contentlib_matches_count(matches) == count, "count");

    for (i = 0; i < PAGES; i++) {
        compare_page(matches, unit_random(count + 2), unit_random(300));
    }

    compare_page(matches, 0, 300);
    compare_page(matches, count, 1);
    compare_page(matches, UINT64_MAX, 1);

    unit_clear();
}


static void
test_sizes(void)
{
    ngx_uint_t  i, j;

    static const uint64_t  steps[] = { 0, 1, 2, 7, 31, 32, 33, 5000 };

    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {

        for (j = 0; j < sizeof(steps) / sizeof(steps[0]); j++) {
            compare(sizes[i], steps[j]);
        }

        held("sets of %llu", (unsigned long long) sizes[i]);
    }
}


int
main(void)
{
    test_sizes();

    return unit_done();
}
