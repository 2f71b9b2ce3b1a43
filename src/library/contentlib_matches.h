
/*
 * Copyright (C) contentlib authors
 *
 * A set in the form in which it is cached: one piece of memory, in which the
 * members of any page are found without counting all those before them.
 *
 * Few members are listed.  Many are a bit each; for every 64 words of bits the
 * number of members before them is stored, too.
 */


#ifndef _CONTENTLIB_MATCHES_H_INCLUDED_
#define _CONTENTLIB_MATCHES_H_INCLUDED_


#include <library/contentlib_set.h>


/*
 * Behind it stand the positions, of 32 bits because a library has no more than
 * CONTENTLIB_DB_RECORDS; or the words and after them, for each stride, the
 * number of members before it.
 */

typedef struct {
    uint64_t                 size;
    uint64_t                 count;
    uint64_t                 listed;        /* 1: positions */
    uint64_t                 end;           /* bytes to what is behind it */
} contentlib_matches_t;


/*
 * How many bytes a set with "count" members takes, and writes it; "matches" is
 * aligned for 64-bit words, and has that many bytes.
 */

size_t contentlib_matches_size(const contentlib_set_t *set, uint64_t count);
void contentlib_matches_write(contentlib_matches_t *matches,
    const contentlib_set_t *set, uint64_t count);

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
