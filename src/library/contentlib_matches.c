
/*
 * Copyright (C) contentlib authors
 *
 * Stores a set as a table of its blocks and their bytes.
 */


#include <library/contentlib_matches.h>


static uint64_t contentlib_matches_position(const contentlib_set_t *set,
    uint64_t rank);


size_t
contentlib_matches_size(const contentlib_set_t *set)
{
    size_t    size;
    uint64_t  i, count;

    size = sizeof(contentlib_matches_t);

    for (i = 0; i < contentlib_set_blocks(set->size); i++) {

        count = contentlib_set_block_count(set, i);

        if (count > 0) {
            size += sizeof(contentlib_matches_block_t)
                    + contentlib_set_block_size(count);
        }
    }

    return ngx_align(size, sizeof(uint64_t));
}


void
contentlib_matches_write(contentlib_matches_t *matches,
    const contentlib_set_t *set)
{
    u_char                      *bytes;
    uint32_t                     offset;
    uint64_t                     i, count;
    contentlib_matches_block_t  *block;

    matches->count = 0;
    matches->nblocks = 0;
    matches->end = (uint32_t) contentlib_matches_size(set);

    offset = 0;

    for (i = 0; i < contentlib_set_blocks(set->size); i++) {

        count = contentlib_set_block_count(set, i);

        if (count > 0) {
            block = &matches->block[matches->nblocks++];

            block->number = (uint32_t) i;
            block->before = (uint32_t) matches->count;
            block->offset = offset;
            block->count = (uint32_t) count;

            matches->count += count;
            offset += (uint32_t) contentlib_set_block_size(count);
        }
    }

    bytes = (u_char *) &matches->block[matches->nblocks];

    for (i = 0; i < matches->nblocks; i++) {
        bytes = contentlib_set_block_write(set, matches->block[i].number,
                                           bytes);
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
    uint64_t                           position;
    uint64_t                           words[CONTENTLIB_SET_BLOCK / 64];
    ngx_int_t                          i;
    ngx_str_t                          bytes;
    contentlib_set_t                   set;
    const contentlib_matches_block_t  *block;

    set.size = CONTENTLIB_SET_BLOCK;
    set.words = words;

    i = 0;

    for (block = matches->block; i < n; block++) {

        if (rank - block->before >= block->count) {
            continue;
        }

        bytes.data = (u_char *) &matches->block[matches->nblocks]
                     + block->offset;
        bytes.len = contentlib_set_block_size(block->count);

        contentlib_set_clear(&set);
        (void) contentlib_set_add_block(&set, 0, &bytes);

        for (position = contentlib_matches_position(&set, rank - block->before);
             i < n && contentlib_set_next(&set, &position) == NGX_OK;
             position++)
        {
            positions[i * step] = (uint64_t) block->number
                                  * CONTENTLIB_SET_BLOCK + position;
            i++;
            rank++;
        }
    }
}


/* of the member with the rank */

static uint64_t
contentlib_matches_position(const contentlib_set_t *set, uint64_t rank)
{
    uint64_t  i, n, word;

    for (i = 0; /* void */ ; i++) {
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
