
/*
 * Copyright (C) contentlib authors
 *
 * Sets as arrays of 64-bit words.
 */


#include <library/contentlib_set.h>

#include <endian.h>


#define CONTENTLIB_SET_NEAR  8              /* positions from each other */
#define CONTENTLIB_SET_RUN   1024           /* positions at most */

#define CONTENTLIB_SET_BLOCK_WORDS  (CONTENTLIB_SET_BLOCK / 64)

#define contentlib_set_words(size)  (((size) + 63) / 64)
#define contentlib_set_below(bit)   (((uint64_t) 1 << (bit)) - 1)


/*
 * gcc and glibc choose a function at run time, so the instruction of the
 * processor counts bits.  clang 14 cannot do this with a static function, nor
 * ThreadSanitizer so early.
 */

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)          \
    && !defined(__SANITIZE_THREAD__)
#define CONTENTLIB_SET_CLONES  __attribute__((target_clones("popcnt",         \
                                                            "default")))
#else
#define CONTENTLIB_SET_CLONES
#endif


static uint64_t contentlib_set_bits(const uint64_t *words, uint64_t n)
    CONTENTLIB_SET_CLONES;
static ngx_int_t contentlib_set_add_bitmap(contentlib_set_t *set,
    uint64_t block, const u_char *p);
static uint64_t contentlib_set_word(const u_char *p);
static ngx_int_t contentlib_set_find(const contentlib_set_t *set,
    uint64_t *position, uint64_t flip);


contentlib_set_t *
contentlib_set_create(ngx_pool_t *pool, uint64_t size)
{
    contentlib_set_t  *set;

    set = ngx_palloc(pool, sizeof(contentlib_set_t));
    if (set == NULL) {
        return NULL;
    }

    set->size = size;
    set->words = ngx_pcalloc(pool, contentlib_set_words(size) * 8 + 8);

    return set->words ? set : NULL;
}


ngx_int_t
contentlib_set_add(contentlib_set_t *set, uint64_t position)
{
    if (position >= set->size) {
        return NGX_ERROR;
    }

    set->words[position / 64] |= (uint64_t) 1 << (position % 64);

    return NGX_OK;
}


ngx_uint_t
contentlib_set_has(const contentlib_set_t *set, uint64_t position)
{
    return position < set->size
           && (set->words[position / 64] >> (position % 64) & 1) != 0;
}


void
contentlib_set_remove(contentlib_set_t *set, uint64_t first, uint64_t end)
{
    uint64_t  i;

    for (i = first; i < end; i++) {
        set->words[i / 64] &= ~((uint64_t) 1 << (i % 64));
    }
}


void
contentlib_set_clear(contentlib_set_t *set)
{
    ngx_memzero(set->words, contentlib_set_words(set->size) * 8);
}


ngx_int_t
contentlib_set_add_block(contentlib_set_t *set, uint64_t block,
    const ngx_str_t *items)
{
    size_t    i;
    uint64_t  position;

    if (block > UINT32_MAX || items->len > CONTENTLIB_SET_BITMAP
        || items->len % 2 != 0)
    {
        return NGX_ERROR;
    }

    if (items->len == CONTENTLIB_SET_BITMAP) {
        return contentlib_set_add_bitmap(set, block, items->data);
    }

    for (i = 0; i < items->len; i += 2) {

        position = (uint64_t) (items->data[i] | (items->data[i + 1] << 8));

        if (position >= CONTENTLIB_SET_BLOCK
            || contentlib_set_add(set, block * CONTENTLIB_SET_BLOCK
                                       + position)
               != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_set_add_bitmap(contentlib_set_t *set, uint64_t block,
    const u_char *p)
{
    uint64_t  i, last, whole, word;

    i = block * CONTENTLIB_SET_BLOCK_WORDS;
    last = i + CONTENTLIB_SET_BLOCK_WORDS;
    whole = ngx_min(last, set->size / 64);

    for ( /* void */ ; i < whole; i++, p += 8) {
        set->words[i] |= contentlib_set_word(p);
    }

    /* the word that the size ends in, and those beyond */

    for ( /* void */ ; i < last; i++, p += 8) {

        word = contentlib_set_word(p);

        if (i == set->size / 64) {
            set->words[i] |= word & contentlib_set_below(set->size % 64);
            word &= ~contentlib_set_below(set->size % 64);
        }

        if (word != 0) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static uint64_t
contentlib_set_word(const u_char *p)
{
    uint64_t  word;

    ngx_memcpy(&word, p, sizeof(uint64_t));

    return le64toh(word);
}


uint64_t
contentlib_set_block_count(const contentlib_set_t *set, uint64_t block)
{
    uint64_t  i, last;

    i = block * CONTENTLIB_SET_BLOCK_WORDS;
    last = ngx_min(i + CONTENTLIB_SET_BLOCK_WORDS,
                   contentlib_set_words(set->size));

    return contentlib_set_bits(set->words + i, last - i);
}


static uint64_t
contentlib_set_bits(const uint64_t *words, uint64_t n)
{
    uint64_t  i, count;

    count = 0;

    for (i = 0; i < n; i++) {

        /* a test is faster than counting, and most sets have few members */

        if (words[i] != 0) {
            count += (uint64_t) __builtin_popcountll(words[i]);
        }
    }

    return count;
}


size_t
contentlib_set_block_size(uint64_t count)
{
    return ngx_min((size_t) count * 2, CONTENTLIB_SET_BITMAP);
}


u_char *
contentlib_set_block_write(const contentlib_set_t *set, uint64_t block,
    u_char *to)
{
    uint64_t  i, last, word, position;

    i = block * CONTENTLIB_SET_BLOCK_WORDS;
    last = i + CONTENTLIB_SET_BLOCK_WORDS;

    if (contentlib_set_block_count(set, block) * 2 >= CONTENTLIB_SET_BITMAP) {

        for ( /* void */ ; i < last; i++) {
            word = i < contentlib_set_words(set->size)
                   ? htole64(set->words[i]) : 0;
            to = ngx_cpymem(to, &word, sizeof(uint64_t));
        }

        return to;
    }

    for (position = i * 64;
         contentlib_set_next(set, &position) == NGX_OK
             && position < last * 64;
         position++)
    {
        *to++ = (u_char) (position % CONTENTLIB_SET_BLOCK & 0xff);
        *to++ = (u_char) (position % CONTENTLIB_SET_BLOCK >> 8);
    }

    return to;
}


void
contentlib_set_add_set(contentlib_set_t *set, const contentlib_set_t *other)
{
    uint64_t  i;

    for (i = 0; i < contentlib_set_words(set->size); i++) {
        set->words[i] |= other->words[i];
    }
}


void
contentlib_set_intersect(contentlib_set_t *set, const contentlib_set_t *other)
{
    uint64_t  i;

    for (i = 0; i < contentlib_set_words(set->size); i++) {
        set->words[i] &= other->words[i];
    }
}


void
contentlib_set_subtract(contentlib_set_t *set, const contentlib_set_t *other)
{
    uint64_t  i;

    for (i = 0; i < contentlib_set_words(set->size); i++) {
        set->words[i] &= ~other->words[i];
    }
}


ngx_uint_t
contentlib_set_is_empty(const contentlib_set_t *set)
{
    uint64_t  position;

    position = 0;

    return contentlib_set_next(set, &position) != NGX_OK;
}


uint64_t
contentlib_set_count(const contentlib_set_t *set)
{
    uint64_t  block, count;

    count = 0;

    for (block = 0; block < contentlib_set_blocks(set->size); block++) {
        count += contentlib_set_block_count(set, block);
    }

    return count;
}


ngx_int_t
contentlib_set_next(const contentlib_set_t *set, uint64_t *position)
{
    return contentlib_set_find(set, position, 0);
}


ngx_int_t
contentlib_set_next_run(const contentlib_set_t *set, uint64_t *first,
    uint64_t *last)
{
    uint64_t  next;

    if (contentlib_set_next(set, first) != NGX_OK) {
        return NGX_DONE;
    }

    *last = *first;
    next = *first + 1;

    while (contentlib_set_next(set, &next) == NGX_OK
           && next - *last <= CONTENTLIB_SET_NEAR
           && next - *first < CONTENTLIB_SET_RUN)
    {
        *last = next++;
    }

    return NGX_OK;
}


ngx_int_t
contentlib_set_next_absent(const contentlib_set_t *set, uint64_t *position)
{
    return contentlib_set_find(set, position, UINT64_MAX);
}


/* "flip" is 0, or all ones to look for what is not in the set */

static ngx_int_t
contentlib_set_find(const contentlib_set_t *set, uint64_t *position,
    uint64_t flip)
{
    uint64_t  i, word, found;

    if (*position >= set->size) {
        return NGX_DONE;
    }

    i = *position / 64;
    word = (set->words[i] ^ flip) & (UINT64_MAX << (*position % 64));

    while (word == 0) {

        if (++i == contentlib_set_words(set->size)) {
            return NGX_DONE;
        }

        word = set->words[i] ^ flip;
    }

    found = i * 64 + (uint64_t) __builtin_ctzll(word);

    if (found >= set->size) {
        return NGX_DONE;
    }

    *position = found;

    return NGX_OK;
}
