
/*
 * Copyright (C) contentlib authors
 *
 * How entries go from one queue to the other, out of the cache, and away.
 */


#include <cache/contentlib_cache_private.h>


#define CONTENTLIB_CACHE_FIFTHS   5
#define CONTENTLIB_CACHE_PAGE     4096


size_t  contentlib_cache_dropped;


void
contentlib_cache_insert(contentlib_cache_t *cache, contentlib_entry_t *entry,
    contentlib_queue_e place)
{
    entry->place = place;
    entry->moved = cache->clock++;

    ngx_queue_insert_head(&cache->queues[place], &entry->queue);
    cache->bytes[place] += entry->size;
}


void
contentlib_cache_bound(contentlib_cache_t *cache)
{
    ngx_queue_t         *q;
    contentlib_entry_t  *entry;

    while (cache->bytes[CONTENTLIB_PROTECTED]
           > cache->size / CONTENTLIB_CACHE_FIFTHS
             * (CONTENTLIB_CACHE_FIFTHS - 1))
    {
        q = ngx_queue_last(&cache->queues[CONTENTLIB_PROTECTED]);
        entry = ngx_queue_data(q, contentlib_entry_t, queue);

        ngx_queue_remove(q);
        cache->bytes[CONTENTLIB_PROTECTED] -= entry->size;

        contentlib_cache_insert(cache, entry, CONTENTLIB_PROBATION);
    }

    while (contentlib_cache_usage(cache).bytes > cache->size) {

        q = ngx_queue_last(&cache->queues[CONTENTLIB_PROBATION]);

        contentlib_cache_drop(cache,
                              ngx_queue_data(q, contentlib_entry_t, queue));
    }
}


size_t
contentlib_cache_shrink(contentlib_cache_t *cache, ngx_uint_t entries,
    size_t work)
{
    ngx_queue_t         *queue;
    contentlib_entry_t  *entry;

    while (cache->entries > entries && work > 0) {

        queue = &cache->queues[CONTENTLIB_PROBATION];

        if (ngx_queue_empty(queue)) {
            queue = &cache->queues[CONTENTLIB_PROTECTED];
        }

        entry = ngx_queue_data(ngx_queue_last(queue), contentlib_entry_t,
                               queue);

        work -= ngx_min(work, 1 + entry->size / CONTENTLIB_CACHE_PAGE);

        contentlib_cache_drop(cache, entry);
    }

    return work;
}


void
contentlib_cache_drop(contentlib_cache_t *cache, contentlib_entry_t *entry)
{
    contentlib_entry_t  **link;

    link = &cache->buckets[entry->hash & (cache->nbuckets - 1)];

    while (*link != entry) {
        link = &(*link)->next;
    }

    *link = entry->next;

    ngx_queue_remove(&entry->queue);
    cache->bytes[entry->place] -= entry->size;
    cache->entries--;

    contentlib_cache_count_entry(cache, entry, 0);

    entry->place = CONTENTLIB_DROPPED;
    contentlib_cache_dropped += entry->size;

    contentlib_entry_release(entry);
}


void
contentlib_entry_release(contentlib_entry_t *entry)
{
    if (--entry->references > 0) {
        return;
    }

    if (entry->place == CONTENTLIB_DROPPED) {
        contentlib_cache_dropped -= entry->size;
    }

    ngx_free(entry);
}
