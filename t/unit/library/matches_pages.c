
/*
 * Copyright (C) contentlib authors
 *
 * Sets as they are kept, against the list of their members.
 */


#include <unit.h>
#include <library/contentlib_matches.h>


#define LARGEST  1000000
#define GUARD    64                         /* bytes behind, not written to */


static const uint64_t  sizes[] = {
    0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 2048, 4032, 4033, 4095,
    4096, 4097, 4160, 8191, 8192, 8193, 12288, 65535, 65536, 65537, 100000
};


static uint64_t  members[LARGEST];


static contentlib_matches_t *
matches_of(const contentlib_set_t *set)
{
    size_t                 i, size;
    u_char                *bytes;
    contentlib_matches_t  *matches;

    size = contentlib_matches_size(set);
    bytes = ngx_palloc(unit_pool(), size + GUARD);

    memset(bytes, 0xa5, size + GUARD);

    matches = (contentlib_matches_t *) (void *) bytes;
    contentlib_matches_write(matches, set);

    for (i = size; i < size + GUARD; i++) {
        hold(bytes[i] == 0xa5, "a byte is written behind the end");
    }

    return matches;
}


static void
compare_slice(const contentlib_matches_t *matches, uint64_t count,
    uint64_t rank, ngx_uint_t n)
{
    uint64_t    *positions;
    ngx_uint_t   i, found, expected;

    /* exactly as many as are asked for */

    positions = malloc(n * sizeof(uint64_t));
    found = contentlib_matches_slice(matches, rank, positions, n);
    expected = (rank >= count) ? 0 : ngx_min(n, count - rank);

    if (!hold(found == expected, "slice %llu, %lu: %lu of %lu",
              (unsigned long long) rank, (unsigned long) n,
              (unsigned long) found, (unsigned long) expected))
    {
        free(positions);
        return;
    }

    for (i = 0; i < found; i++) {
        hold(positions[i] == members[rank + i], "slice %llu: %llu, not %llu",
             (unsigned long long) rank, (unsigned long long) positions[i],
             (unsigned long long) members[rank + i]);
    }

    free(positions);
}


/* pages everywhere; around where the members of a stride end, of every rank */

static void
compare(const contentlib_set_t *set, uint64_t count)
{
    uint64_t               rank;
    ngx_uint_t             i;
    contentlib_matches_t  *matches;

    matches = matches_of(set);

    hold(contentlib_matches_count(matches) == count, "count");

    compare_slice(matches, count, 0, LARGEST);
    compare_slice(matches, count, 0, 0);
    compare_slice(matches, count, count, 10);
    compare_slice(matches, count, count + 1, 10);
    compare_slice(matches, count, UINT64_MAX, 10);

    for (rank = 0; rank < count; rank++) {

        if (rank < 130 || count - rank < 130
            || members[rank] / 4096 != members[rank ? rank - 1 : 0] / 4096
            || (rank + 1 < count
                && members[rank] / 4096 != members[rank + 1] / 4096))
        {
            compare_slice(matches, count, rank, 1);
            compare_slice(matches, count, rank, 30);
        }
    }

    for (i = 0; i < 100 && count > 0; i++) {
        compare_slice(matches, count, unit_random(count), unit_random(1000));
    }
}


/* each position with a chance of "part" in 1000 */

static void
random_set(uint64_t size, ngx_uint_t part)
{
    uint64_t           i, count;
    contentlib_set_t  *set;

    set = contentlib_set_create(unit_pool(), size);
    count = 0;

    for (i = 0; i < size; i++) {

        if (unit_random(1000) < part) {
            hold(contentlib_set_add(set, i) == NGX_OK, "add");
            members[count++] = i;
        }
    }

    compare(set, count);
    unit_clear();
}


static void
test_random(void)
{
    size_t      i, k;
    ngx_uint_t  n;

    /* around 1 in 32 the form changes */

    static const ngx_uint_t  parts[] = {
        0, 1, 5, 20, 29, 31, 33, 40, 100, 500, 900, 999, 1000
    };

    for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {

        for (k = 0; k < sizeof(parts) / sizeof(parts[0]); k++) {
            random_set(sizes[i], parts[k]);
        }

        held("sets of %llu", (unsigned long long) sizes[i]);
    }

    for (n = 0; n < 300; n++) {
        random_set(unit_random(20000), unit_random(unit_random(1000) + 1));
    }

    held("300 random sets");

    for (k = 0; k < sizeof(parts) / sizeof(parts[0]); k += 3) {
        random_set(LARGEST, parts[k]);
    }

    held("sets of 1,000,000");
}


/* exactly as many members as the shorter form is good for, and one more */

static void
test_forms(void)
{
    size_t             size, before;
    uint64_t           i, n, count;
    contentlib_set_t  *set;

    for (n = 64; n <= 65536; n *= 4) {
        set = contentlib_set_create(unit_pool(), n);
        before = contentlib_matches_size(set);

        for (count = 0; count < n; count++) {
            (void) contentlib_set_add(set, count);
            members[count] = count;
            size = contentlib_matches_size(set);

            hold(size >= before, "more members, more bytes");
            hold(size <= before + 4 || count == n / 32,
                 "%llu of %llu: %lu bytes", (unsigned long long) count,
                 (unsigned long long) n, (unsigned long) size);
            hold(size <= 24 + n / 8 + 8 * (n / 4096 + 1),
                 "never more than a bit each");
            before = size;

            if (count + 3 > n / 32 && count < n / 32 + 3) {
                compare(set, count + 1);
            }
        }

        held("%llu: where the form changes", (unsigned long long) n);
        unit_clear();
    }

    /* members in one stride only, in the first, in the last */

    for (i = 0; i < 3; i++) {
        n = i * 50000 / 4096 * 4096;
        set = contentlib_set_create(unit_pool(), 110592);

        for (count = 0; count < 4096; count++) {
            (void) contentlib_set_add(set, n + count);
            members[count] = n + count;
        }

        compare(set, count);
        unit_clear();
    }

    held("one stride of many");
}


int
main(void)
{
    test_random();
    test_forms();

    return unit_done();
}
