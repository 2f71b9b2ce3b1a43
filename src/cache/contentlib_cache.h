
/*
 * Copyright (C) contentlib authors
 *
 * Bounded memory: values by key, counted in bytes, the least useful ones
 * dropped first.  A value that was asked for again is protected: values asked
 * for once only push out one another.
 *
 * An entry is one allocation, immutable once it is stored, and counted: the
 * cache holds it while it is in the cache, each user while it uses it.  An
 * entry that is dropped, or whose cache is destroyed, is freed when nobody
 * holds it any more.
 *
 * Owner of a cache: whoever created it.  Used by one process.
 */


#ifndef _CONTENTLIB_CACHE_H_INCLUDED_
#define _CONTENTLIB_CACHE_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef struct contentlib_cache_s  contentlib_cache_t;
typedef struct contentlib_entry_s  contentlib_entry_t;


typedef struct {
    size_t                   bytes;         /* of all entries, all told */
    ngx_uint_t               entries;
} contentlib_cache_usage_t;


/*
 * Where it is counted what is found, what is not, and what is there: arrays of
 * an element for each kind.  The first byte of a key is its kind.  Other
 * processes may count in "hits" and "misses" at the same time.
 */

typedef struct {
    const char              *kinds;         /* those bytes, in that order */
    ngx_atomic_t            *hits;
    ngx_atomic_t            *misses;
    ngx_atomic_t            *bytes;
    ngx_atomic_t            *entries;
} contentlib_cache_counts_t;


/* a cache of at most so many bytes, or NULL; "seed" makes hashes its own */

contentlib_cache_t *contentlib_cache_create(size_t size, uint64_t seed,
    ngx_log_t *log);
void contentlib_cache_destroy(contentlib_cache_t *cache);

contentlib_cache_usage_t contentlib_cache_usage(
    const contentlib_cache_t *cache);

/*
 * While the cache is empty: it counts there from now on, beside others, and
 * takes back in the end what it has there.  The arrays outlive it.
 */

void contentlib_cache_count(contentlib_cache_t *cache,
    const contentlib_cache_counts_t *counts);

/*
 * Drops the least useful entries until there are no more than "entries", or
 * the work is done: as many entries, of which a large one counts more, for
 * its pages.  Returns the work that is left.
 */

size_t contentlib_cache_shrink(contentlib_cache_t *cache, ngx_uint_t entries,
    size_t work);

/*
 * Bytes of entries that were dropped, from any cache of this process, and are
 * held by somebody still: they may outlive their caches.
 */

extern size_t  contentlib_cache_dropped;

/* a number that this cache has not given before */

uint64_t contentlib_cache_number(contentlib_cache_t *cache);

/* the entry with the key, held, or NULL */

contentlib_entry_t *contentlib_cache_fetch(contentlib_cache_t *cache,
    const ngx_str_t *key);

/*
 * Hints, for a number of keys that will be fetched: their places in memory are
 * far apart, and are on their way while the next hint is given.  The first
 * hint for all of them, then the second one with what the first returned;
 * then they are fetched, with it, too.
 */

uint64_t contentlib_cache_hint(contentlib_cache_t *cache,
    const ngx_str_t *key);
void contentlib_cache_hint_entry(contentlib_cache_t *cache, uint64_t hint);
contentlib_entry_t *contentlib_cache_fetch_hinted(contentlib_cache_t *cache,
    const ngx_str_t *key, uint64_t hint);

/*
 * 1 if the key was asked about before, lately: what is asked for once is not
 * worth its place.
 */

ngx_uint_t contentlib_cache_seen(contentlib_cache_t *cache,
    const ngx_str_t *key);

/*
 * An entry with room for a value, held, not yet in the cache, or NULL if it
 * is too large for the cache or there is no memory.  After the value has been
 * written contentlib_cache_store() puts it in, in place of one with the same
 * key; contentlib_cache_store_seen() does so with a value whose key
 * contentlib_cache_seen() knew, which is protected from the start.  An entry
 * that is released without either is gone.
 */

contentlib_entry_t *contentlib_cache_allocate(contentlib_cache_t *cache,
    const ngx_str_t *key, size_t length);
void contentlib_cache_store(contentlib_cache_t *cache,
    contentlib_entry_t *entry);
void contentlib_cache_store_seen(contentlib_cache_t *cache,
    contentlib_entry_t *entry);

/* aligned for 64-bit words */

ngx_str_t contentlib_entry_value(const contentlib_entry_t *entry);

void contentlib_entry_release(contentlib_entry_t *entry);


#endif /* _CONTENTLIB_CACHE_H_INCLUDED_ */
