
/*
 * Copyright (C) contentlib authors
 *
 * A set in the form in which it is cached: one piece of memory, with the blocks
 * that have members in the form of a library file (see contentlib_set.h).  The
 * members of any page are found without counting all those before them.
 */


#ifndef _CONTENTLIB_MATCHES_H_INCLUDED_
#define _CONTENTLIB_MATCHES_H_INCLUDED_


#include <library/contentlib_set.h>


typedef struct {
    uint32_t                 number;
    uint32_t                 before;        /* members of blocks before it */
    uint32_t                 offset;        /* of its bytes, behind the last */
    uint32_t                 count;
} contentlib_matches_block_t;


/*
 * Numbers have 32 bits because a library has no more than CONTENTLIB_DB_RECORDS
 * records.
 */

typedef struct {
    uint64_t                    count;
    uint32_t                    nblocks;
    uint32_t                    end;        /* bytes to what is behind it */
    contentlib_matches_block_t  block[];
} contentlib_matches_t;


/*
 * How many bytes a set takes, and writes it; "matches" is aligned for 64-bit
 * words, and has that many bytes.
 */

size_t contentlib_matches_size(const contentlib_set_t *set);
void contentlib_matches_write(contentlib_matches_t *matches,
    const contentlib_set_t *set);

/* the end, aligned as matches are, where others may be written */

const contentlib_matches_t *contentlib_matches_end(
    const contentlib_matches_t *matches);

/*
 * The n members from the one with the given rank, counted from 0, on, in
 * ascending order.  There are as many.  "step" is 1, or -1 to write them from
 * "positions" down.
 */

void contentlib_matches_slice(const contentlib_matches_t *matches,
    uint64_t rank, ngx_int_t n, uint64_t *positions, ngx_int_t step);


#endif /* _CONTENTLIB_MATCHES_H_INCLUDED_ */
