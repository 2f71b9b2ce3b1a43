
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_kept_private.h>


#define CONTENTLIB_KEPT_FIELDS  5           /* of a view */


/* what stands before the blocks of a piece */

typedef struct {
    contentlib_encoding_sum_t  alone;
    contentlib_encoding_sum_t  joined;
} contentlib_kept_piece_t;


static ngx_int_t contentlib_kept_view_key(const contentlib_view_t *view,
    ngx_pool_t *pool, ngx_str_t *key);
static ngx_str_t contentlib_kept_key(contentlib_kept_key_t *key);


ngx_int_t
contentlib_kept_view(contentlib_cache_t *cache, const contentlib_view_t *view,
    ngx_pool_t *pool, uint64_t *number)
{
    u_char              *p;
    ngx_str_t            key, value;
    contentlib_entry_t  *entry;

    if (cache == NULL) {
        return NGX_DECLINED;
    }

    if (contentlib_kept_view_key(view, pool, &key) != NGX_OK) {
        return NGX_ERROR;
    }

    if (contentlib_kept_fetch(cache, &key, 0, pool, &value) == NGX_OK) {
        ngx_memcpy(number, value.data, sizeof(uint64_t));
        return NGX_OK;
    }

    entry = contentlib_kept_allocate(cache, &key, sizeof(uint64_t), &p);
    if (entry == NULL) {
        return NGX_DECLINED;
    }

    *number = contentlib_cache_number(cache);

    ngx_memcpy(p, number, sizeof(uint64_t));
    contentlib_kept_store(cache, entry);

    return NGX_OK;
}


static ngx_int_t
contentlib_kept_view_key(const contentlib_view_t *view, ngx_pool_t *pool,
    ngx_str_t *key)
{
    size_t      room;
    u_char     *p;
    uint32_t    len;
    ngx_uint_t  i;

    const ngx_str_t *const  fields[CONTENTLIB_KEPT_FIELDS] = {
        &view->base_url, &view->root, &view->media_url, &view->partner,
        &view->format
    };

    room = 3;

    for (i = 0; i < CONTENTLIB_KEPT_FIELDS; i++) {
        room += sizeof(uint32_t) + fields[i]->len;
    }

    p = ngx_pnalloc(pool, room);
    if (p == NULL) {
        return NGX_ERROR;
    }

    key->data = p;
    key->len = room;

    *p++ = CONTENTLIB_KEPT_VIEW;
    *p++ = view->numbers_as_strings;
    *p++ = (view->format.data != NULL);

    for (i = 0; i < CONTENTLIB_KEPT_FIELDS; i++) {
        len = (uint32_t) fields[i]->len;
        p = ngx_cpymem(p, &len, sizeof(uint32_t));

        if (len != 0) {
            p = ngx_cpymem(p, fields[i]->data, fields[i]->len);
        }
    }

    return NGX_OK;
}


void
contentlib_kept_fragment_key(contentlib_kept_key_t *key,
    contentlib_record_e record, ngx_uint_t compressed, uint64_t view,
    uint64_t position)
{
    u_char  *p;

    ngx_memzero(key, sizeof(contentlib_kept_key_t));

    p = key->data;

    p[0] = compressed ? CONTENTLIB_KEPT_PIECE : CONTENTLIB_KEPT_FRAGMENT;
    p[1] = (u_char) record;

    ngx_memcpy(p + sizeof(uint64_t), &view, sizeof(uint64_t));
    ngx_memcpy(p + 2 * sizeof(uint64_t), &position, sizeof(uint64_t));
}


void
contentlib_kept_expect(contentlib_cache_t *cache, contentlib_record_e record,
    ngx_uint_t compressed, uint64_t view, const uint64_t *positions,
    ngx_uint_t n, uint64_t *hints)
{
    ngx_str_t              string;
    ngx_uint_t             i;
    contentlib_kept_key_t  key;

    for (i = 0; i < n; i++) {
        contentlib_kept_fragment_key(&key, record, compressed, view,
                                     positions[i]);
        string = contentlib_kept_key(&key);
        hints[i] = contentlib_cache_hint(cache, &string);
    }

    for (i = 0; i < n; i++) {
        contentlib_cache_hint_entry(cache, hints[i]);
    }
}


static ngx_str_t
contentlib_kept_key(contentlib_kept_key_t *key)
{
    ngx_str_t  string;

    string.data = key->data;
    string.len = sizeof(key->data);

    return string;
}


ngx_int_t
contentlib_kept_fetch_json(contentlib_cache_t *cache,
    contentlib_kept_key_t *key, ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_str_t  string, value;

    string = contentlib_kept_key(key);

    if (contentlib_kept_fetch(cache, &string, key->hint, pool, &value)
        != NGX_OK)
    {
        return NGX_DECLINED;
    }

    json->data = value.data + 1;
    json->len = value.len - 1;

    return NGX_OK;
}


ngx_int_t
contentlib_kept_store_json(contentlib_cache_t *cache,
    contentlib_kept_key_t *key, ngx_pool_t *pool, ngx_str_t *json)
{
    u_char              *p;
    ngx_str_t            string;
    contentlib_entry_t  *entry;

    string = contentlib_kept_key(key);
    entry = contentlib_kept_allocate(cache, &string, 1 + json->len, &p);

    if (entry == NULL) {
        return NGX_DECLINED;
    }

    ngx_memcpy(p, json->data - 1, 1 + json->len);

    if (contentlib_kept_share(cache, entry, pool) != NGX_OK) {
        return NGX_DECLINED;
    }

    json->data = p + 1;

    return NGX_OK;
}


ngx_int_t
contentlib_kept_fetch_piece(contentlib_cache_t *cache,
    contentlib_kept_key_t *key, ngx_pool_t *pool, contentlib_piece_t *piece)
{
    ngx_str_t                 string, value;
    contentlib_kept_piece_t  *kept;

    string = contentlib_kept_key(key);

    if (contentlib_kept_fetch(cache, &string, key->hint, pool, &value)
        != NGX_OK)
    {
        return NGX_DECLINED;
    }

    kept = (contentlib_kept_piece_t *) (void *) value.data;

    piece->alone = kept->alone;
    piece->joined = kept->joined;
    piece->blocks.data = value.data + sizeof(contentlib_kept_piece_t);
    piece->blocks.len = value.len - sizeof(contentlib_kept_piece_t);

    return NGX_OK;
}


ngx_int_t
contentlib_kept_store_piece(contentlib_cache_t *cache,
    contentlib_kept_key_t *key, ngx_pool_t *pool, contentlib_piece_t *piece)
{
    u_char                   *p;
    ngx_str_t                 string;
    contentlib_entry_t       *entry;
    contentlib_kept_piece_t  *kept;

    string = contentlib_kept_key(key);
    entry = contentlib_kept_allocate(cache, &string,
                        sizeof(contentlib_kept_piece_t) + piece->blocks.len,
                        &p);
    if (entry == NULL) {
        return NGX_DECLINED;
    }

    kept = (contentlib_kept_piece_t *) (void *) p;
    p += sizeof(contentlib_kept_piece_t);

    kept->alone = piece->alone;
    kept->joined = piece->joined;

    ngx_memcpy(p, piece->blocks.data, piece->blocks.len);

    if (contentlib_kept_share(cache, entry, pool) != NGX_OK) {
        return NGX_DECLINED;
    }

    piece->blocks.data = p;

    return NGX_OK;
}
