
/*
 * Copyright (C) contentlib authors
 *
 * A red-black tree of strings finds entries by their keys; a queue, the most
 * recently used entry first, tells which ones to drop.  Entries that are held
 * are in use.
 */


#include <cache/contentlib_cache.h>


#define CONTENTLIB_CACHE_SEEN     16384     /* digests that are remembered */
#define CONTENTLIB_CACHE_LARGEST  8         /* part of the size */
#define CONTENTLIB_CACHE_HELD     64        /* entries that are passed over */
#define CONTENTLIB_CACHE_MALLOC   16        /* bytes that malloc() adds */


/* the value follows; the string of the node is the key */

struct contentlib_entry_s {
    ngx_str_node_t            node;
    ngx_queue_t               queue;
    contentlib_cache_key_t    key;
    ngx_uint_t                references;
    size_t                    length;       /* of the value */
};


typedef struct {
    u_char                     digest[CONTENTLIB_CACHE_DIGEST];
    uint64_t                   bytes;       /* of all values until then */
} contentlib_cache_seen_t;


struct contentlib_cache_s {
    size_t                     size;
    size_t                     bytes;
    ngx_log_t                 *log;

    ngx_rbtree_t               tree;
    ngx_rbtree_node_t          sentinel;
    ngx_queue_t                queue;

    contentlib_metrics_t      *metrics;     /* or NULL */

    uint64_t                   seen_bytes;  /* of all values */
    contentlib_cache_seen_t    seen[CONTENTLIB_CACHE_SEEN];
};


static uint32_t contentlib_cache_hash(const contentlib_cache_key_t *key);
static contentlib_entry_t *contentlib_cache_find(contentlib_cache_t *cache,
    const contentlib_cache_key_t *key);
static size_t contentlib_cache_size(size_t length);
static void contentlib_cache_shrink(contentlib_cache_t *cache, size_t bytes);
static void contentlib_cache_drop(contentlib_cache_t *cache,
    contentlib_entry_t *entry);
static void contentlib_cache_count_entry(contentlib_cache_t *cache,
    const contentlib_entry_t *entry, ngx_atomic_int_t n);


contentlib_cache_t *
contentlib_cache_create(size_t size, contentlib_metrics_t *metrics,
    ngx_log_t *log)
{
    contentlib_cache_t  *cache;

    cache = ngx_calloc(sizeof(contentlib_cache_t), log);
    if (cache == NULL) {
        return NULL;
    }

    cache->size = size;
    cache->metrics = metrics;
    cache->log = log;

    ngx_rbtree_init(&cache->tree, &cache->sentinel,
                    ngx_str_rbtree_insert_value);
    ngx_queue_init(&cache->queue);

    return cache;
}


void
contentlib_cache_destroy(contentlib_cache_t *cache)
{
    ngx_queue_t  *q;

    while (!ngx_queue_empty(&cache->queue)) {
        q = ngx_queue_last(&cache->queue);

        contentlib_cache_drop(cache,
                              ngx_queue_data(q, contentlib_entry_t, queue));
    }

    ngx_free(cache);
}


/* the beginning of the digest */

static uint32_t
contentlib_cache_hash(const contentlib_cache_key_t *key)
{
    uint32_t  hash;

    ngx_memcpy(&hash, key->digest, sizeof(uint32_t));

    return hash;
}


static contentlib_entry_t *
contentlib_cache_find(contentlib_cache_t *cache,
    const contentlib_cache_key_t *key)
{
    ngx_str_t        string;
    ngx_str_node_t  *node;

    string.data = (u_char *) key;
    string.len = sizeof(contentlib_cache_key_t);

    node = ngx_str_rbtree_lookup(&cache->tree, &string,
                                 contentlib_cache_hash(key));

    return node ? ngx_rbtree_data(node, contentlib_entry_t, node) : NULL;
}


contentlib_entry_t *
contentlib_cache_fetch(contentlib_cache_t *cache,
    const contentlib_cache_key_t *key)
{
    contentlib_entry_t  *entry;

    if (cache == NULL) {
        return NULL;
    }

    entry = contentlib_cache_find(cache, key);

    if (entry == NULL) {
        contentlib_metrics_add(cache->metrics, cache_misses, key->kind, 1);
        return NULL;
    }

    contentlib_metrics_add(cache->metrics, cache_hits, key->kind, 1);

    entry->references++;

    ngx_queue_remove(&entry->queue);
    ngx_queue_insert_head(&cache->queue, &entry->queue);

    return entry;
}


ngx_uint_t
contentlib_cache_admit(contentlib_cache_t *cache,
    const contentlib_cache_key_t *key, size_t length)
{
    ngx_uint_t                admitted;
    contentlib_cache_seen_t  *seen;

    if (cache == NULL) {
        return 0;
    }

    seen = &cache->seen[contentlib_cache_hash(key) % CONTENTLIB_CACHE_SEEN];

    admitted = ngx_memcmp(seen->digest, key->digest, CONTENTLIB_CACHE_DIGEST)
               == 0
               && cache->seen_bytes - seen->bytes <= cache->size;

    if (length != 0) {
        cache->seen_bytes += length;

        ngx_memcpy(seen->digest, key->digest, CONTENTLIB_CACHE_DIGEST);
        seen->bytes = cache->seen_bytes;
    }

    return admitted;
}


ngx_uint_t
contentlib_cache_fits(const contentlib_cache_t *cache, size_t length)
{
    return cache != NULL && length <= cache->size / CONTENTLIB_CACHE_LARGEST;
}


void
contentlib_cache_store(contentlib_cache_t *cache,
    const contentlib_cache_key_t *key, const ngx_str_t *head,
    const ngx_str_t *body)
{
    size_t               length;
    u_char              *p;
    contentlib_entry_t  *entry;

    length = head->len + body->len;

    if (!contentlib_cache_fits(cache, length)
        || contentlib_cache_find(cache, key) != NULL)
    {
        return;
    }

    contentlib_cache_shrink(cache, cache->size - contentlib_cache_size(length));

    if (cache->bytes > cache->size - contentlib_cache_size(length)) {
        return;
    }

    entry = ngx_alloc(sizeof(contentlib_entry_t) + length, cache->log);
    if (entry == NULL) {
        return;
    }

    ngx_memzero(entry, sizeof(contentlib_entry_t));

    entry->key = *key;
    entry->node.node.key = contentlib_cache_hash(key);
    entry->node.str.data = (u_char *) &entry->key;
    entry->node.str.len = sizeof(contentlib_cache_key_t);
    entry->references = 1;
    entry->length = length;

    p = ngx_cpymem(entry + 1, head->data, head->len);
    ngx_memcpy(p, body->data, body->len);

    ngx_rbtree_insert(&cache->tree, &entry->node.node);
    ngx_queue_insert_head(&cache->queue, &entry->queue);

    contentlib_cache_count_entry(cache, entry, 1);
}


/* what an entry with a value of so many bytes takes */

static size_t
contentlib_cache_size(size_t length)
{
    return sizeof(contentlib_entry_t) + length + CONTENTLIB_CACHE_MALLOC;
}


/* to at most so many bytes, if the entries at the end are not held */

static void
contentlib_cache_shrink(contentlib_cache_t *cache, size_t bytes)
{
    ngx_uint_t           held;
    ngx_queue_t         *q;
    contentlib_entry_t  *entry;

    held = 0;

    while (cache->bytes > bytes && held < CONTENTLIB_CACHE_HELD) {
        q = ngx_queue_last(&cache->queue);
        entry = ngx_queue_data(q, contentlib_entry_t, queue);

        if (entry->references == 1) {
            contentlib_cache_drop(cache, entry);
            continue;
        }

        ngx_queue_remove(q);
        ngx_queue_insert_head(&cache->queue, q);
        held++;
    }
}


static void
contentlib_cache_drop(contentlib_cache_t *cache, contentlib_entry_t *entry)
{
    ngx_rbtree_delete(&cache->tree, &entry->node.node);
    ngx_queue_remove(&entry->queue);

    contentlib_cache_count_entry(cache, entry, -1);

    contentlib_entry_release(entry);
}


/* "n" is 1, or -1 */

static void
contentlib_cache_count_entry(contentlib_cache_t *cache,
    const contentlib_entry_t *entry, ngx_atomic_int_t n)
{
    ngx_atomic_int_t  bytes;

    bytes = n * (ngx_atomic_int_t) contentlib_cache_size(entry->length);

    cache->bytes += (size_t) bytes;

    contentlib_metrics_gauge(cache->metrics, cache_entries, entry->key.kind, n);
    contentlib_metrics_gauge(cache->metrics, cache_bytes, entry->key.kind,
                             bytes);
}


ngx_str_t
contentlib_entry_value(const contentlib_entry_t *entry)
{
    ngx_str_t  value;

    value.data = (u_char *) (entry + 1);
    value.len = entry->length;

    return value;
}


void
contentlib_entry_release(void *data)
{
    contentlib_entry_t *entry = data;

    if (--entry->references == 0) {
        ngx_free(entry);
    }
}


ngx_int_t
contentlib_entry_release_with(contentlib_entry_t *entry, ngx_pool_t *pool)
{
    ngx_pool_cleanup_t  *cleanup;

    cleanup = ngx_pool_cleanup_add(pool, 0);

    if (cleanup == NULL) {
        contentlib_entry_release(entry);
        return NGX_ERROR;
    }

    cleanup->handler = contentlib_entry_release;
    cleanup->data = entry;

    return NGX_OK;
}
