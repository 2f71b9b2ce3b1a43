
/*
 * Copyright (C) contentlib authors
 *
 * A set of positions of a list: a bit for each, so that any page of a filtered
 * list is a matter of counting bits.  One list of 1,000,000 takes 125 kB.
 *
 * The set is in the pool that it was created in and lives as long.
 *
 * A library file, and the cache, have sets in blocks of 16,384 positions.  Up
 * to 1,023 members of a block are a list: the low 14 bits of each, ascending,
 * in two bytes, little-endian.  More are a bitmap of 2,048 bytes: a member is
 * bit i % 8 of byte i / 8, and bit 0 is the least significant.
 */


#ifndef _CONTENTLIB_SET_H_INCLUDED_
#define _CONTENTLIB_SET_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_SET_BLOCK   16384        /* positions */
#define CONTENTLIB_SET_BITMAP  2048         /* bytes; a list has less */

/* how many blocks a set has */

#define contentlib_set_blocks(size)                                           \
    (((size) + CONTENTLIB_SET_BLOCK - 1) / CONTENTLIB_SET_BLOCK)


typedef struct {
    uint64_t     size;              /* positions are below it */
    uint64_t    *words;
} contentlib_set_t;


/* an empty set of positions below "size", or NULL */

contentlib_set_t *contentlib_set_create(ngx_pool_t *pool, uint64_t size);

/* NGX_OK, or NGX_ERROR if the position is not below the size */

ngx_int_t contentlib_set_add(contentlib_set_t *set, uint64_t position);

/* 1 if the position is a member; any number may be asked for */

ngx_uint_t contentlib_set_has(const contentlib_set_t *set, uint64_t position);

/* from the first position up to the end, which is not above the size */

void contentlib_set_remove(contentlib_set_t *set, uint64_t first,
    uint64_t end);
void contentlib_set_clear(contentlib_set_t *set);

/* adds the members of "other", which has the same size */

void contentlib_set_add_set(contentlib_set_t *set,
    const contentlib_set_t *other);

/*
 * Adds the members of a block, whose bytes need no alignment.  NGX_ERROR as
 * above, or if the length is that of no block; some may have been added.
 */

ngx_int_t contentlib_set_add_block(contentlib_set_t *set, uint64_t block,
    const ngx_str_t *items);

/*
 * The number of members in a block of the set, how many bytes they take, and
 * the bytes: returns their end.
 */

uint64_t contentlib_set_block_count(const contentlib_set_t *set,
    uint64_t block);
size_t contentlib_set_block_size(uint64_t count);
u_char *contentlib_set_block_write(const contentlib_set_t *set, uint64_t block,
    u_char *to);

/* keeps what is in "other", too, which has the same size */

void contentlib_set_intersect(contentlib_set_t *set,
    const contentlib_set_t *other);

/* takes the members of "other" out */

void contentlib_set_subtract(contentlib_set_t *set,
    const contentlib_set_t *other);

ngx_uint_t contentlib_set_is_empty(const contentlib_set_t *set);
uint64_t contentlib_set_count(const contentlib_set_t *set);

/*
 * The first member that is not below "position", which it replaces.  Returns
 * NGX_OK, or NGX_DONE if there is none.
 */

ngx_int_t contentlib_set_next(const contentlib_set_t *set,
    uint64_t *position);

/*
 * Up to 1,024 positions from that member on, in which members are near each
 * other: "last" is the last of them.
 */

ngx_int_t contentlib_set_next_run(const contentlib_set_t *set,
    uint64_t *first, uint64_t *last);

/* the first position of the list, from "position" on, that is no member */

ngx_int_t contentlib_set_next_absent(const contentlib_set_t *set,
    uint64_t *position);


#endif /* _CONTENTLIB_SET_H_INCLUDED_ */
