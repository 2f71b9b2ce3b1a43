
/*
 * Copyright (C) contentlib authors
 *
 * Keys that are made to have one hash: a client that can make them, without
 * knowing the seed, would make a list of one bucket.
 */


#include <unit.h>
#include <cache/contentlib_hash.h>


#define SEEDS     64
#define KEYS      20000
#define WORDS     32                        /* of a key */
#define BITS      64


static int
compare(const void *one, const void *two)
{
    uint64_t  a, b;

    ngx_memcpy(&a, one, sizeof(uint64_t));
    ngx_memcpy(&b, two, sizeof(uint64_t));

    return (a > b) - (a < b);
}


static uint64_t
hash_of(uint64_t seed, const uint64_t *words, size_t n)
{
    ngx_str_t  key;

    key.data = (u_char *) (uintptr_t) words;
    key.len = n * sizeof(uint64_t);

    return contentlib_hash(seed, &key);
}


/*
 * A difference of one or two bits in a word, and the same one in the next
 * word, there also shifted as the hash may shift it.
 */

static void
test_differences(void)
{
    uint64_t    seed, one[2], two[2], difference;
    ngx_uint_t  bit, other, shift, n, same;

    for (bit = 0; bit < BITS; bit++) {
        for (other = 0; other < BITS; other++) {
            for (shift = 0; shift < BITS; shift++) {

                difference = (uint64_t) 1 << bit | (uint64_t) 1 << other;
                same = 0;

                for (n = 0; n < SEEDS && same == n; n++) {
                    seed = unit_random(UINT64_MAX);
                    one[0] = unit_random(UINT64_MAX);
                    one[1] = unit_random(UINT64_MAX);
                    two[0] = one[0] ^ difference;
                    two[1] = one[1] ^ difference;
                    two[1] ^= shift ? difference >> shift : 0;

                    same += hash_of(seed, one, 2) == hash_of(seed, two, 2);
                }

                hold(same == 0, "bits %lu and %lu, shifted by %lu: the same"
                     " hash", (unsigned long) bit, (unsigned long) other,
                     (unsigned long) shift);
            }
        }
    }

    held("differences of some bits are seen in the hash");
}


/* pairs of words that differ in their highest bits, or do not */

static void
test_flood(uint64_t seed)
{
    uint64_t         words[WORDS];
    ngx_uint_t       i, n, longest, length;
    static uint64_t  buckets[KEYS];

    for (n = 0; n < KEYS; n++) {

        for (i = 0; i < WORDS; i++) {
            words[i] = 0x6161616161616161;

            if (n >> (i / 2) & 1) {
                words[i] ^= (uint64_t) 1 << 63;
                words[i] ^= i % 2 ? (uint64_t) 1 << 34 : 0;
            }
        }

        buckets[n] = hash_of(seed, words, WORDS) % (2 * KEYS);
    }

    qsort(buckets, KEYS, sizeof(uint64_t), compare);

    for (n = longest = length = 0; n < KEYS; n++) {
        length = n > 0 && buckets[n] == buckets[n - 1] ? length + 1 : 1;
        longest = ngx_max(longest, length);
    }

    ok(longest <= 12, "the fullest bucket of %d keys has %lu", KEYS,
       (unsigned long) longest);
}


int
main(void)
{
    test_differences();
    test_flood(1);
    test_flood(0x1234567890abcdef);

    return unit_done();
}
