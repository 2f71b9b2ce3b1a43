
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_cache.c and contentlib_cache_drop.c share; nobody else
 * includes this file.
 */


#ifndef _CONTENTLIB_CACHE_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_CACHE_PRIVATE_H_INCLUDED_


#include <cache/contentlib_cache.h>


#define CONTENTLIB_CACHE_SEEN     16384     /* keys that are remembered */
#define CONTENTLIB_CACHE_BYTES    256       /* that a key can begin with */


typedef enum {
    CONTENTLIB_PROBATION = 0,
    CONTENTLIB_PROTECTED,
    CONTENTLIB_QUEUES,
    CONTENTLIB_DROPPED = CONTENTLIB_QUEUES
} contentlib_queue_e;


/* what is looked at when it is fetched comes first, the key follows it */

struct contentlib_entry_s {
    contentlib_entry_t      *next;          /* in the bucket */
    uint64_t                 hash;
    uint64_t                 moved;         /* when, on the cache's clock */
    ngx_uint_t               references;
    ngx_str_t                key;
    ngx_str_t                value;
    contentlib_queue_e       place;
    size_t                   size;          /* all that it takes */
    ngx_queue_t              queue;
};


struct contentlib_cache_s {
    size_t                   size;
    uint64_t                 seed;
    ngx_log_t               *log;

    contentlib_entry_t     **buckets;
    ngx_uint_t               nbuckets;      /* a power of 2 */

    ngx_queue_t              queues[CONTENTLIB_QUEUES];
    size_t                   bytes[CONTENTLIB_QUEUES];
    ngx_uint_t               entries;
    uint64_t                 clock;         /* counts what is put in front */
    uint64_t                 number;

    contentlib_cache_counts_t  counts;      /* NULL: nobody counts */
    u_char                   kinds[CONTENTLIB_CACHE_BYTES];

    uint64_t                 seen[CONTENTLIB_CACHE_SEEN];
};


/* puts an entry in front of a queue, or takes it out of the cache */

void contentlib_cache_insert(contentlib_cache_t *cache,
    contentlib_entry_t *entry, contentlib_queue_e place);
void contentlib_cache_drop(contentlib_cache_t *cache,
    contentlib_entry_t *entry);

/* says that an entry is there, or that it is not any more */

void contentlib_cache_count_entry(contentlib_cache_t *cache,
    const contentlib_entry_t *entry, ngx_uint_t there);

/* drops what the queues have no room for */

void contentlib_cache_bound(contentlib_cache_t *cache);


#endif /* _CONTENTLIB_CACHE_PRIVATE_H_INCLUDED_ */
