
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_kept.h>


#define CONTENTLIB_KEPT_FILTERS  5


/* what stands before the body of an answer that is kept */

typedef struct {
    uint64_t                 rows;
    size_t                   etag_len;
    u_char                   etag[40];
} contentlib_kept_answer_t;


static void contentlib_kept_release(void *data);


ngx_int_t
contentlib_kept_fetch(contentlib_cache_t *cache, const ngx_str_t *key,
    ngx_pool_t *pool, ngx_str_t *value)
{
    contentlib_entry_t  *entry;
    ngx_pool_cleanup_t  *cleanup;

    if (cache == NULL) {
        return NGX_DECLINED;
    }

    /* the cleanup is there before anything is held */

    cleanup = ngx_pool_cleanup_add(pool, 0);
    if (cleanup == NULL) {
        return NGX_DECLINED;
    }

    entry = contentlib_cache_fetch(cache, key);
    if (entry == NULL) {
        return NGX_DECLINED;
    }

    cleanup->handler = contentlib_kept_release;
    cleanup->data = entry;

    *value = contentlib_entry_value(entry);

    return NGX_OK;
}


static void
contentlib_kept_release(void *data)
{
    contentlib_entry_release(data);
}


void
contentlib_kept_store(contentlib_cache_t *cache, const ngx_str_t *key,
    const ngx_str_t *value)
{
    ngx_str_t            room;
    contentlib_entry_t  *entry;

    entry = cache ? contentlib_cache_allocate(cache, key, value->len) : NULL;

    if (entry == NULL) {
        return;
    }

    room = contentlib_entry_value(entry);
    ngx_memcpy(room.data, value->data, value->len);

    contentlib_cache_store(cache, entry);
    contentlib_entry_release(entry);
}


ngx_int_t
contentlib_kept_fetch_answer(contentlib_cache_t *cache, const ngx_str_t *key,
    ngx_pool_t *pool, contentlib_answer_t *answer)
{
    ngx_str_t                  value;
    contentlib_kept_answer_t  *kept;

    if (contentlib_kept_fetch(cache, key, pool, &value) != NGX_OK) {
        return NGX_DECLINED;
    }

    kept = (contentlib_kept_answer_t *) (void *) value.data;

    answer->rows = (ngx_uint_t) kept->rows;
    answer->etag.data = kept->etag;
    answer->etag.len = kept->etag_len;
    answer->body.data = value.data + sizeof(contentlib_kept_answer_t);
    answer->body.len = value.len - sizeof(contentlib_kept_answer_t);

    return NGX_OK;
}


void
contentlib_kept_store_answer(contentlib_cache_t *cache, const ngx_str_t *key,
    const contentlib_answer_t *answer)
{
    u_char                    *p;
    ngx_str_t                  value;
    contentlib_entry_t        *entry;
    contentlib_kept_answer_t  *kept;

    if (cache == NULL || answer->etag.len > sizeof(kept->etag)
        || !contentlib_cache_seen(cache, key))
    {
        return;
    }

    entry = contentlib_cache_allocate(cache, key,
                          sizeof(contentlib_kept_answer_t) + answer->body.len);
    if (entry == NULL) {
        return;
    }

    value = contentlib_entry_value(entry);
    kept = (contentlib_kept_answer_t *) (void *) value.data;

    kept->rows = answer->rows;
    kept->etag_len = answer->etag.len;
    ngx_memcpy(kept->etag, answer->etag.data, answer->etag.len);

    p = value.data + sizeof(contentlib_kept_answer_t);
    ngx_memcpy(p, answer->body.data, answer->body.len);

    contentlib_cache_store(cache, entry);
    contentlib_entry_release(entry);
}


/* the filters only: page, format and unknown arguments change no match */

ngx_int_t
contentlib_kept_filter_key(contentlib_endpoint_e list,
    const contentlib_request_t *request, ngx_pool_t *pool, ngx_str_t *key)
{
    size_t      room;
    u_char     *p;
    ngx_uint_t  i;

    const ngx_str_t *const  filters[CONTENTLIB_KEPT_FILTERS] = {
        &request->text, &request->tag, &request->tag_slug,
        &request->tag_partial, &request->name
    };

    room = 2 + CONTENTLIB_KEPT_FILTERS * sizeof(uint16_t);

    for (i = 0; i < CONTENTLIB_KEPT_FILTERS; i++) {
        room += filters[i]->len;
    }

    p = ngx_pnalloc(pool, room);
    if (p == NULL) {
        return NGX_ERROR;
    }

    key->data = p;
    key->len = room;

    *p++ = 's';
    *p++ = (u_char) list;

    for (i = 0; i < CONTENTLIB_KEPT_FILTERS; i++) {
        *p++ = (u_char) (filters[i]->len >> 8);
        *p++ = (u_char) filters[i]->len;

        if (filters[i]->len != 0) {
            p = ngx_cpymem(p, filters[i]->data, filters[i]->len);
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_kept_fetch_set(contentlib_cache_t *cache, const ngx_str_t *key,
    uint64_t size, ngx_pool_t *pool, contentlib_set_t *set)
{
    ngx_str_t  value;

    if (contentlib_kept_fetch(cache, key, pool, &value) != NGX_OK) {
        return NGX_DECLINED;
    }

    set->size = size;
    set->words = (uint64_t *) (void *) value.data;

    return NGX_OK;
}


void
contentlib_kept_store_set(contentlib_cache_t *cache, const ngx_str_t *key,
    const contentlib_set_t *set)
{
    ngx_str_t  value;

    value.data = (u_char *) set->words;
    value.len = (size_t) (set->size + 63) / 64 * sizeof(uint64_t);

    contentlib_kept_store(cache, key, &value);
}
