
/*
 * Copyright (C) contentlib authors
 *
 * Two queues, the most recently used entry first: entries come into the
 * probation queue and move to the protected one when they are fetched; those
 * that were asked for before they came begin there.  The protected queue may
 * take four fifths of the memory; what it has no room for goes back to
 * probation, from whose end entries are dropped.
 */


#include <cache/contentlib_cache_private.h>
#include <cache/contentlib_hash.h>


#define CONTENTLIB_CACHE_BUCKET   256       /* bytes of the size for one */
#define CONTENTLIB_CACHE_LARGEST  8         /* part of the size */
#define CONTENTLIB_CACHE_RECENT   2         /* part of the entries */

#define CONTENTLIB_CACHE_ALIGNMENT  sizeof(uint64_t)
#define CONTENTLIB_CACHE_LINE       64      /* of the processor's */

/* beside its bytes an entry takes some buckets, and malloc()'s own */

#define CONTENTLIB_CACHE_OVERHEAD   (4 * sizeof(void *) + 16)


static void contentlib_cache_count_found(contentlib_cache_t *cache,
    const ngx_str_t *key, ngx_uint_t found);
static void contentlib_cache_put(contentlib_cache_t *cache,
    contentlib_entry_t *entry, contentlib_queue_e place);
static contentlib_entry_t **contentlib_cache_find(contentlib_cache_t *cache,
    uint64_t hash, const ngx_str_t *key);


contentlib_cache_t *
contentlib_cache_create(size_t size, uint64_t seed, ngx_log_t *log)
{
    contentlib_cache_t  *cache;

    cache = ngx_calloc(sizeof(contentlib_cache_t), log);
    if (cache == NULL) {
        return NULL;
    }

    /* they are never more: to move all entries would hold the worker */

    cache->nbuckets = 1;

    while (cache->nbuckets <= size / CONTENTLIB_CACHE_BUCKET / 2) {
        cache->nbuckets *= 2;
    }

    cache->buckets = ngx_calloc(cache->nbuckets
                                * sizeof(contentlib_entry_t *), log);
    if (cache->buckets == NULL) {
        ngx_free(cache);
        return NULL;
    }

    cache->size = size;
    cache->seed = seed;
    cache->log = log;

    ngx_queue_init(&cache->queues[CONTENTLIB_PROBATION]);
    ngx_queue_init(&cache->queues[CONTENTLIB_PROTECTED]);

    return cache;
}


void
contentlib_cache_destroy(contentlib_cache_t *cache)
{
    (void) contentlib_cache_shrink(cache, 0, NGX_MAX_SIZE_T_VALUE);

    ngx_free(cache->buckets);
    ngx_free(cache);
}


contentlib_cache_usage_t
contentlib_cache_usage(const contentlib_cache_t *cache)
{
    contentlib_cache_usage_t  usage;

    usage.bytes = cache->bytes[CONTENTLIB_PROBATION]
                  + cache->bytes[CONTENTLIB_PROTECTED];
    usage.entries = cache->entries;

    return usage;
}


void
contentlib_cache_count(contentlib_cache_t *cache,
    const contentlib_cache_counts_t *counts)
{
    u_char  i;

    cache->counts = *counts;

    for (i = 0; counts->kinds[i] != '\0'; i++) {
        cache->kinds[(u_char) counts->kinds[i]] = i;
    }
}


static void
contentlib_cache_count_found(contentlib_cache_t *cache, const ngx_str_t *key,
    ngx_uint_t found)
{
    ngx_atomic_t  *counts;

    counts = found ? cache->counts.hits : cache->counts.misses;

    if (counts != NULL) {
        (void) ngx_atomic_fetch_add(&counts[cache->kinds[key->data[0]]], 1);
    }
}


void
contentlib_cache_count_entry(contentlib_cache_t *cache,
    const contentlib_entry_t *entry, ngx_uint_t there)
{
    u_char  kind;

    if (cache->counts.bytes == NULL) {
        return;
    }

    kind = cache->kinds[entry->key.data[0]];

    if (there) {
        cache->counts.bytes[kind] += entry->size;
        cache->counts.entries[kind]++;

    } else {
        cache->counts.bytes[kind] -= entry->size;
        cache->counts.entries[kind]--;
    }
}


uint64_t
contentlib_cache_number(contentlib_cache_t *cache)
{
    return ++cache->number;
}


contentlib_entry_t *
contentlib_cache_fetch(contentlib_cache_t *cache, const ngx_str_t *key)
{
    return contentlib_cache_fetch_hinted(cache, key,
                                         contentlib_hash(cache->seed, key));
}


contentlib_entry_t *
contentlib_cache_fetch_hinted(contentlib_cache_t *cache, const ngx_str_t *key,
    uint64_t hint)
{
    contentlib_entry_t  *entry;

    entry = *contentlib_cache_find(cache, hint, key);

    contentlib_cache_count_found(cache, key, entry != NULL);

    if (entry == NULL) {
        return NULL;
    }

    /* held before anything can be dropped */

    entry->references++;

    /* what is in front all the same is not moved: that touches others */

    if (entry->place == CONTENTLIB_PROTECTED
        && cache->clock - entry->moved
           < cache->entries / CONTENTLIB_CACHE_RECENT)
    {
        return entry;
    }

    ngx_queue_remove(&entry->queue);
    cache->bytes[entry->place] -= entry->size;

    contentlib_cache_insert(cache, entry, CONTENTLIB_PROTECTED);
    contentlib_cache_bound(cache);

    return entry;
}


uint64_t
contentlib_cache_hint(contentlib_cache_t *cache, const ngx_str_t *key)
{
    uint64_t  hash;

    hash = contentlib_hash(cache->seed, key);

    __builtin_prefetch(&cache->buckets[hash & (cache->nbuckets - 1)]);

    return hash;
}


void
contentlib_cache_hint_entry(contentlib_cache_t *cache, uint64_t hint)
{
    u_char  *entry;

    entry = (u_char *) cache->buckets[hint & (cache->nbuckets - 1)];

    if (entry != NULL) {
        __builtin_prefetch(entry);
        __builtin_prefetch(entry + CONTENTLIB_CACHE_LINE);
    }
}


ngx_uint_t
contentlib_cache_seen(contentlib_cache_t *cache, const ngx_str_t *key)
{
    uint64_t  hash, *seen;

    hash = contentlib_hash(cache->seed, key);
    seen = &cache->seen[(hash >> 32) % CONTENTLIB_CACHE_SEEN];

    if (*seen == hash) {
        return 1;
    }

    *seen = hash;

    return 0;
}


contentlib_entry_t *
contentlib_cache_allocate(contentlib_cache_t *cache, const ngx_str_t *key,
    size_t length)
{
    size_t               size;
    u_char              *p;
    contentlib_entry_t  *entry;

    size = sizeof(contentlib_entry_t) + key->len
           + CONTENTLIB_CACHE_ALIGNMENT;

    if (length > cache->size
        || size + length + CONTENTLIB_CACHE_OVERHEAD
           > cache->size / CONTENTLIB_CACHE_LARGEST)
    {
        return NULL;
    }

    size += length;

    entry = ngx_alloc(size, cache->log);
    if (entry == NULL) {
        return NULL;
    }

    p = (u_char *) entry + sizeof(contentlib_entry_t);

    entry->next = NULL;
    entry->hash = contentlib_hash(cache->seed, key);
    entry->size = size + CONTENTLIB_CACHE_OVERHEAD;
    entry->place = CONTENTLIB_PROBATION;
    entry->references = 1;
    entry->key.data = p;
    entry->key.len = key->len;
    entry->value.data = ngx_align_ptr(ngx_cpymem(p, key->data, key->len),
                                      CONTENTLIB_CACHE_ALIGNMENT);
    entry->value.len = length;

    return entry;
}


void
contentlib_cache_store(contentlib_cache_t *cache, contentlib_entry_t *entry)
{
    contentlib_cache_put(cache, entry, CONTENTLIB_PROBATION);
}


void
contentlib_cache_store_seen(contentlib_cache_t *cache,
    contentlib_entry_t *entry)
{
    contentlib_cache_put(cache, entry, CONTENTLIB_PROTECTED);
}


static void
contentlib_cache_put(contentlib_cache_t *cache, contentlib_entry_t *entry,
    contentlib_queue_e place)
{
    contentlib_entry_t  *old;

    old = *contentlib_cache_find(cache, entry->hash, &entry->key);

    if (old != NULL) {
        contentlib_cache_drop(cache, old);
    }

    entry->references++;
    entry->next = cache->buckets[entry->hash & (cache->nbuckets - 1)];
    cache->buckets[entry->hash & (cache->nbuckets - 1)] = entry;
    cache->entries++;

    contentlib_cache_count_entry(cache, entry, 1);
    contentlib_cache_insert(cache, entry, place);
    contentlib_cache_bound(cache);
}


ngx_str_t
contentlib_entry_value(const contentlib_entry_t *entry)
{
    return entry->value;
}


/* the link to the entry, or the one that is NULL */

static contentlib_entry_t **
contentlib_cache_find(contentlib_cache_t *cache, uint64_t hash,
    const ngx_str_t *key)
{
    contentlib_entry_t  **link, *entry;

    link = &cache->buckets[hash & (cache->nbuckets - 1)];

    while (*link != NULL) {
        entry = *link;

        if (entry->hash == hash && entry->key.len == key->len
            && ngx_memcmp(entry->key.data, key->data, key->len) == 0)
        {
            break;
        }

        link = &entry->next;
    }

    return link;
}
