
/*
 * Copyright (C) contentlib authors
 *
 * Stores the positions of a small set as a list, those of a large set as bits
 * with the number of members before each stride.
 */


#include <library/contentlib_matches.h>


#define CONTENTLIB_MATCHES_STRIDE  64       /* words: 4,096 positions */

#define contentlib_matches_words(size)    (((size) + 63) / 64)
#define contentlib_matches_strides(size)                                      \
    ((contentlib_matches_words(size) + CONTENTLIB_MATCHES_STRIDE - 1)         \
     / CONTENTLIB_MATCHES_STRIDE)


static ngx_uint_t contentlib_matches_listed(const contentlib_set_t *set,
    uint64_t count);
static void contentlib_matches_write_list(uint32_t *positions,
    const contentlib_set_t *set);
static void contentlib_matches_write_words(uint64_t *words,
    const contentlib_set_t *set);
static uint64_t contentlib_matches_position(const contentlib_set_t *set,
    uint64_t rank);


size_t
contentlib_matches_size(const contentlib_set_t *set, uint64_t count)
{
    if (contentlib_matches_listed(set, count)) {
        return ngx_align(sizeof(contentlib_matches_t)
                         + (size_t) count * sizeof(uint32_t),
                         sizeof(uint64_t));
    }

    return sizeof(contentlib_matches_t)
           + (size_t) contentlib_matches_words(set->size) * sizeof(uint64_t)
           + (size_t) contentlib_matches_strides(set->size)
             * sizeof(uint64_t);
}


static ngx_uint_t
contentlib_matches_listed(const contentlib_set_t *set, uint64_t count)
{
    return count * sizeof(uint32_t)
           <= contentlib_matches_words(set->size) * sizeof(uint64_t);
}


void
contentlib_matches_write(contentlib_matches_t *matches,
    const contentlib_set_t *set, uint64_t count)
{
    matches->size = set->size;
    matches->count = count;
    matches->end = contentlib_matches_size(set, count);
    matches->listed = contentlib_matches_listed(set, count);

    if (matches->listed) {
        contentlib_matches_write_list((uint32_t *) (matches + 1), set);

    } else {
        contentlib_matches_write_words((uint64_t *) (matches + 1), set);
    }
}


static void
contentlib_matches_write_list(uint32_t *positions, const contentlib_set_t *set)
{
    uint64_t  position;

    position = 0;

    while (contentlib_set_next(set, &position) == NGX_OK) {
        *positions++ = (uint32_t) position++;
    }
}


static void
contentlib_matches_write_words(uint64_t *words, const contentlib_set_t *set)
{
    uint64_t  i, n, before, *strides;

    n = contentlib_matches_words(set->size);
    strides = words + n;
    before = 0;

    for (i = 0; i < n; i++) {

        if (i % CONTENTLIB_MATCHES_STRIDE == 0) {
            *strides++ = before;
        }

        words[i] = set->words[i];
        before += (uint64_t) __builtin_popcountll(words[i]);
    }
}


const contentlib_matches_t *
contentlib_matches_end(const contentlib_matches_t *matches)
{
    const u_char  *p;

    p = (const u_char *) matches + matches->end;

    return (const contentlib_matches_t *) (const void *) p;
}


void
contentlib_matches_slice(const contentlib_matches_t *matches, uint64_t rank,
    ngx_int_t n, uint64_t *positions, ngx_int_t step)
{
    uint64_t           position;
    ngx_int_t          i;
    contentlib_set_t   set;
    const uint32_t    *list;

    if (matches->listed) {
        list = (const uint32_t *) (matches + 1) + rank;

        for (i = 0; i < n; i++) {
            positions[i * step] = list[i];
        }

        return;
    }

    set.size = matches->size;
    set.words = (uint64_t *) (uintptr_t) (matches + 1);

    position = contentlib_matches_position(&set, rank);

    for (i = 0; i < n; i++) {
        (void) contentlib_set_next(&set, &position);
        positions[i * step] = position++;
    }
}


/* of the member with the rank */

static uint64_t
contentlib_matches_position(const contentlib_set_t *set, uint64_t rank)
{
    uint64_t         i, low, high, middle, n, word;
    const uint64_t  *strides;

    /* the last stride that begins at the rank or before it */

    strides = set->words + contentlib_matches_words(set->size);

    low = 0;
    high = contentlib_matches_strides(set->size) - 1;

    while (low < high) {
        middle = (low + high + 1) / 2;

        if (strides[middle] <= rank) {
            low = middle;

        } else {
            high = middle - 1;
        }
    }

    rank -= strides[low];

    for (i = low * CONTENTLIB_MATCHES_STRIDE; /* void */ ; i++) {
        n = (uint64_t) __builtin_popcountll(set->words[i]);

        if (n > rank) {
            break;
        }

        rank -= n;
    }

    for (word = set->words[i]; rank > 0; rank--) {
        word &= word - 1;
    }

    return i * 64 + (uint64_t) __builtin_ctzll(word);
}
