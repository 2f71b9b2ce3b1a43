
/*
 * Copyright (C) contentlib authors
 *
 * A cache of values by key, limited in bytes.  The least recently used values
 * are dropped first.
 *
 * An entry is one allocation, and is not changed once it is stored.  It is
 * reference-counted: the cache holds it, and each user holds it while it is
 * used.  An entry that a user holds is not dropped, so slow clients cannot make
 * the values need more memory than the limit.
 *
 * The creator owns the cache.  One process uses it.
 */


#ifndef _CONTENTLIB_CACHE_H_INCLUDED_
#define _CONTENTLIB_CACHE_H_INCLUDED_


#include <metrics/contentlib_metrics.h>


#define CONTENTLIB_CACHE_DIGEST  16         /* bytes of MD5 */


typedef struct contentlib_cache_s  contentlib_cache_t;
typedef struct contentlib_entry_s  contentlib_entry_t;


typedef enum {
    CONTENTLIB_CACHE_ANSWER = 0,
    CONTENTLIB_CACHE_GZIP,                  /* the same, compressed */
    CONTENTLIB_CACHE_MATCHES,
    CONTENTLIB_CACHE_PREVIEW                /* of a record, as HTML */
} contentlib_cache_kind_e;


/*
 * A digest of everything that can change a byte of the value, and the number
 * of the generation that has made it; no padding.
 */

typedef struct {
    u_char                   digest[CONTENTLIB_CACHE_DIGEST];
    contentlib_cache_kind_e  kind;
    uint32_t                 generation;
} contentlib_cache_key_t;


/* a cache of at most so many bytes, or NULL; the metrics may be NULL */

contentlib_cache_t *contentlib_cache_create(size_t size,
    contentlib_metrics_t *metrics, ngx_log_t *log);

/* entries that are held are freed when they are released */

void contentlib_cache_destroy(contentlib_cache_t *cache);

/* the entry with the key, held, or NULL; without a cache (NULL) also NULL */

contentlib_entry_t *contentlib_cache_fetch(contentlib_cache_t *cache,
    const contentlib_cache_key_t *key);

/*
 * A value that was not in the cache is worth a place in it if it was made
 * before, and the values that were made since would all have had room in the
 * cache.  Remembers that the value was made, unless its length is 0.
 */

ngx_uint_t contentlib_cache_admit(contentlib_cache_t *cache,
    const contentlib_cache_key_t *key, size_t length);

/* 1 if a value of "length" bytes is not too large for the cache */

ngx_uint_t contentlib_cache_fits(const contentlib_cache_t *cache,
    size_t length);

/*
 * Stores a value, which is copied.  The value is the head followed by the body.
 * Nothing is stored if there is a value with the key, the value is too large,
 * too many entries are held, or there is no cache, or no memory.
 */

void contentlib_cache_store(contentlib_cache_t *cache,
    const contentlib_cache_key_t *key, const ngx_str_t *head,
    const ngx_str_t *body);

/* aligned for 64-bit words */

ngx_str_t contentlib_entry_value(const contentlib_entry_t *entry);

/* releases an entry, now or when the pool is destroyed */

void contentlib_entry_release(void *data);
ngx_int_t contentlib_entry_release_with(contentlib_entry_t *entry,
    ngx_pool_t *pool);


#endif /* _CONTENTLIB_CACHE_H_INCLUDED_ */
