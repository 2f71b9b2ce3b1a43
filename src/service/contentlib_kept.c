
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_kept_private.h>


#define CONTENTLIB_KEPT_FILTERS   4
#define CONTENTLIB_KEPT_HOLDS     40


/* what stands before the body of an answer that is kept */

typedef struct {
    uint64_t                   rows;
    contentlib_coding_e        coding;
    contentlib_etags_t         etags;
} contentlib_kept_answer_t;


/* entries that a pool holds: a page has many */

typedef struct {
    ngx_uint_t                 n;
    contentlib_entry_t        *entries[CONTENTLIB_KEPT_HOLDS];
} contentlib_kept_holds_t;


static contentlib_kept_holds_t *contentlib_kept_holds(ngx_pool_t *pool);
static void contentlib_kept_release(void *data);


void
contentlib_kept_count(contentlib_cache_t *cache, contentlib_metrics_t *metrics)
{
    contentlib_cache_counts_t  counts;

    if (cache == NULL || metrics == NULL) {
        return;
    }

    counts.kinds = CONTENTLIB_KEPT_KINDS;
    counts.hits = metrics->counters->cache_hits;
    counts.misses = metrics->counters->cache_misses;
    counts.bytes = metrics->state->values.cache_bytes;
    counts.entries = metrics->state->values.cache_entries;

    contentlib_cache_count(cache, &counts);
}


ngx_int_t
contentlib_kept_fetch(contentlib_cache_t *cache, const ngx_str_t *key,
    uint64_t hint, ngx_pool_t *pool, ngx_str_t *value)
{
    contentlib_entry_t       *entry;
    contentlib_kept_holds_t  *holds;

    /* there is room for it before anything is held */

    holds = cache ? contentlib_kept_holds(pool) : NULL;
    if (holds == NULL) {
        return NGX_DECLINED;
    }

    entry = hint ? contentlib_cache_fetch_hinted(cache, key, hint)
                 : contentlib_cache_fetch(cache, key);

    if (entry == NULL) {
        return NGX_DECLINED;
    }

    holds->entries[holds->n++] = entry;

    *value = contentlib_entry_value(entry);

    return NGX_OK;
}


/* the cleanup that was added last, if it is one of ours and not full */

static contentlib_kept_holds_t *
contentlib_kept_holds(ngx_pool_t *pool)
{
    ngx_pool_cleanup_t       *cleanup;
    contentlib_kept_holds_t  *holds;

    cleanup = pool->cleanup;

    if (cleanup != NULL && cleanup->handler == contentlib_kept_release) {
        holds = cleanup->data;

        if (holds->n < CONTENTLIB_KEPT_HOLDS) {
            return holds;
        }
    }

    cleanup = ngx_pool_cleanup_add(pool, sizeof(contentlib_kept_holds_t));
    if (cleanup == NULL) {
        return NULL;
    }

    holds = cleanup->data;
    holds->n = 0;

    cleanup->handler = contentlib_kept_release;

    return holds;
}


static void
contentlib_kept_release(void *data)
{
    contentlib_kept_holds_t *holds = data;

    while (holds->n > 0) {
        contentlib_entry_release(holds->entries[--holds->n]);
    }
}


contentlib_entry_t *
contentlib_kept_allocate(contentlib_cache_t *cache, const ngx_str_t *key,
    size_t length, u_char **value)
{
    contentlib_entry_t  *entry;

    entry = cache ? contentlib_cache_allocate(cache, key, length) : NULL;

    if (entry != NULL) {
        *value = contentlib_entry_value(entry).data;
    }

    return entry;
}


void
contentlib_kept_store(contentlib_cache_t *cache, contentlib_entry_t *entry)
{
    contentlib_cache_store(cache, entry);
    contentlib_entry_release(entry);
}


ngx_int_t
contentlib_kept_share(contentlib_cache_t *cache, contentlib_entry_t *entry,
    ngx_pool_t *pool)
{
    contentlib_kept_holds_t  *holds;

    holds = contentlib_kept_holds(pool);

    if (holds == NULL) {
        contentlib_entry_release(entry);
        return NGX_DECLINED;
    }

    contentlib_cache_store(cache, entry);
    holds->entries[holds->n++] = entry;

    return NGX_OK;
}


ngx_int_t
contentlib_kept_fetch_answer(contentlib_cache_t *cache, const ngx_str_t *key,
    ngx_pool_t *pool, contentlib_answer_t *answer)
{
    ngx_str_t                  value;
    contentlib_kept_answer_t  *kept;

    if (contentlib_kept_fetch(cache, key, 0, pool, &value) != NGX_OK) {
        return NGX_DECLINED;
    }

    kept = (contentlib_kept_answer_t *) (void *) value.data;

    value.data += sizeof(contentlib_kept_answer_t);
    value.len -= sizeof(contentlib_kept_answer_t);

    contentlib_answer_text(answer, &value);

    answer->body.coding = kept->coding;
    answer->rows = (ngx_uint_t) kept->rows;
    answer->etags = &kept->etags;

    return NGX_OK;
}


ngx_uint_t
contentlib_kept_worth(contentlib_cache_t *cache, const ngx_str_t *key)
{
    return cache != NULL && contentlib_cache_seen(cache, key);
}


void
contentlib_kept_store_answer(contentlib_cache_t *cache, const ngx_str_t *key,
    const contentlib_answer_t *answer)
{
    u_char                    *p;
    ngx_uint_t                 i;
    contentlib_entry_t        *entry;
    const contentlib_body_t   *body;
    contentlib_kept_answer_t  *kept;

    body = &answer->body;
    entry = contentlib_kept_allocate(cache, key,
                             sizeof(contentlib_kept_answer_t) + body->length,
                             &p);
    if (entry == NULL) {
        return;
    }

    kept = (contentlib_kept_answer_t *) (void *) p;

    kept->rows = answer->rows;
    kept->coding = body->coding;
    kept->etags = *answer->etags;

    p += sizeof(contentlib_kept_answer_t);

    for (i = 0; i < body->n; i++) {
        p = ngx_cpymem(p, body->parts[i].data, body->parts[i].len);
    }

    contentlib_cache_store_seen(cache, entry);
    contentlib_entry_release(entry);
}


/*
 * The filters of the list only: page, format and arguments that mean nothing
 * to it change no match.
 */

ngx_int_t
contentlib_kept_filter_key(const contentlib_request_t *request,
    ngx_pool_t *pool, ngx_str_t *key)
{
    size_t      room;
    u_char     *p;
    uint32_t    len;
    ngx_uint_t  i, from, n;

    const ngx_str_t *const  filters[CONTENTLIB_KEPT_FILTERS + 1] = {
        &request->text, &request->tag, &request->tag_slug,
        &request->tag_partial,
        &request->name
    };

    from = (request->route.endpoint == CONTENTLIB_TAGS)
           ? CONTENTLIB_KEPT_FILTERS : 0;
    n = from ? CONTENTLIB_KEPT_FILTERS + 1 : CONTENTLIB_KEPT_FILTERS;

    room = 2 + (n - from) * sizeof(uint32_t);

    for (i = from; i < n; i++) {
        room += filters[i]->len;
    }

    p = ngx_pnalloc(pool, room);
    if (p == NULL) {
        return NGX_ERROR;
    }

    key->data = p;
    key->len = room;

    *p++ = CONTENTLIB_KEPT_MATCHES;
    *p++ = (u_char) request->route.endpoint;

    for (i = from; i < n; i++) {
        len = (uint32_t) filters[i]->len;
        p = ngx_cpymem(p, &len, sizeof(uint32_t));

        if (len != 0) {
            p = ngx_cpymem(p, filters[i]->data, filters[i]->len);
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_kept_fetch_matches(contentlib_cache_t *cache, const ngx_str_t *key,
    ngx_pool_t *pool, const contentlib_matches_t **matches)
{
    ngx_str_t  value;

    if (contentlib_kept_fetch(cache, key, 0, pool, &value) != NGX_OK) {
        return NGX_DECLINED;
    }

    *matches = (const contentlib_matches_t *) (void *) value.data;

    return NGX_OK;
}


void
contentlib_kept_store_matches(contentlib_cache_t *cache, const ngx_str_t *key,
    const contentlib_set_t *set)
{
    u_char              *p;
    contentlib_entry_t  *entry;

    entry = contentlib_kept_allocate(cache, key, contentlib_matches_size(set),
                                     &p);

    if (entry != NULL) {
        contentlib_matches_write((contentlib_matches_t *) (void *) p, set);
        contentlib_kept_store(cache, entry);
    }
}
