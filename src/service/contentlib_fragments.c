
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_fragments_private.h>
#include <service/contentlib_kept.h>


#define CONTENTLIB_FRAGMENT_POOL  16384


static void contentlib_fragments_key(contentlib_fragments_t *fragments,
    contentlib_kept_key_t *key, contentlib_record_e record,
    ngx_uint_t compressed, uint64_t position);
static ngx_int_t contentlib_fragments_fetch(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);
static ngx_int_t contentlib_fragments_begin(
    contentlib_fragments_t *fragments);
static ngx_int_t contentlib_fragments_copy(contentlib_fragments_t *fragments,
    u_char **data, size_t len);
static ngx_uint_t contentlib_fragments_sound(
    contentlib_fragments_t *fragments);


ngx_int_t
contentlib_fragments_init(contentlib_fragments_t *fragments,
    contentlib_db_t *db, contentlib_cache_t *cache,
    const contentlib_view_t *view, ngx_pool_t *pool)
{
    ngx_int_t  rc;

    fragments->db = db;
    fragments->cache = cache;
    fragments->metrics = NULL;
    fragments->view = view;
    fragments->n = 0;
    fragments->pool = pool;
    fragments->copied = 0;
    fragments->scratch = NULL;
    fragments->renderer = NULL;
    fragments->encoder = NULL;

    rc = contentlib_kept_view(cache, view, pool, &fragments->number);

    if (rc == NGX_DECLINED) {
        fragments->cache = NULL;
    }

    return rc == NGX_ERROR ? contentlib_db_no_memory(db) : NGX_OK;
}


void
contentlib_fragments_end(contentlib_fragments_t *fragments)
{
    if (fragments->scratch == NULL) {
        return;
    }

    ngx_destroy_pool(fragments->scratch);

    fragments->scratch = NULL;
    fragments->renderer = NULL;
    fragments->encoder = NULL;
    fragments->n = 0;
}


static ngx_int_t
contentlib_fragments_begin(contentlib_fragments_t *fragments)
{
    if (fragments->scratch == NULL) {
        fragments->scratch = ngx_create_pool(CONTENTLIB_FRAGMENT_POOL,
                                             fragments->pool->log);
    }

    return fragments->scratch ? NGX_OK
                              : contentlib_db_no_memory(fragments->db);
}


/* out of what ends with the making */

static ngx_int_t
contentlib_fragments_copy(contentlib_fragments_t *fragments, u_char **data,
    size_t len)
{
    u_char  *p;

    p = ngx_pnalloc(fragments->pool, len);
    if (p == NULL) {
        return contentlib_db_no_memory(fragments->db);
    }

    ngx_memcpy(p, *data, len);

    *data = p;
    fragments->copied += len;

    return NGX_OK;
}


void
contentlib_fragments_expect(contentlib_fragments_t *fragments,
    contentlib_record_e record, ngx_uint_t compressed,
    const uint64_t *positions, ngx_uint_t n)
{
    fragments->n = 0;

    if (fragments->cache == NULL || n < 2) {
        return;
    }

    fragments->hints = ngx_palloc(fragments->scratch ? fragments->scratch
                                                     : fragments->pool,
                                  n * sizeof(uint64_t));
    if (fragments->hints == NULL) {
        return;
    }

    fragments->record = record;
    fragments->compressed = compressed;
    fragments->positions = positions;
    fragments->n = n;

    contentlib_kept_expect(fragments->cache, record, compressed,
                           fragments->number, positions, n, fragments->hints);
}


/* the key of a record, with the hint if it is the one that is expected */

static void
contentlib_fragments_key(contentlib_fragments_t *fragments,
    contentlib_kept_key_t *key, contentlib_record_e record,
    ngx_uint_t compressed, uint64_t position)
{
    contentlib_kept_fragment_key(key, record, compressed, fragments->number,
                                 position);

    if (fragments->n > 0 && *fragments->positions == position
        && fragments->record == record && fragments->compressed == compressed)
    {
        key->hint = *fragments->hints++;
        fragments->positions++;
        fragments->n--;
    }
}


ngx_int_t
contentlib_fragments_json(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_str_t *json)
{
    return contentlib_fragments_get(fragments, record, position,
                                    fragments->pool, json);
}


ngx_int_t
contentlib_fragments_get(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json)
{
    u_char                 *p;
    ngx_int_t               rc;
    contentlib_kept_key_t   key;

    rc = contentlib_fragments_fetch(fragments, record, position, pool, json);

    if (rc == NGX_OK) {
        return NGX_OK;
    }

    if (contentlib_fragments_begin(fragments) != NGX_OK) {
        return NGX_ERROR;
    }

    rc = contentlib_fragments_make(fragments, record, position, json);

    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_fragments_sound(fragments)) {
        contentlib_kept_fragment_key(&key, record, 0, fragments->number,
                                     position);

        if (contentlib_kept_store_json(fragments->cache, &key, pool, json)
            == NGX_OK)
        {
            return NGX_OK;
        }
    }

    if (pool == fragments->scratch) {
        return NGX_OK;
    }

    /* with its comma */

    p = json->data - 1;
    rc = contentlib_fragments_copy(fragments, &p, 1 + json->len);
    json->data = p + 1;

    return rc;
}


static ngx_int_t
contentlib_fragments_fetch(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json)
{
    contentlib_kept_key_t  key;

    contentlib_fragments_key(fragments, &key, record, 0, position);

    return contentlib_kept_fetch_json(fragments->cache, &key, pool, json);
}


ngx_int_t
contentlib_fragments_piece(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, contentlib_piece_t *piece)
{
    ngx_int_t              rc;
    ngx_str_t              json;
    contentlib_kept_key_t  key;

    contentlib_fragments_key(fragments, &key, record, 1, position);

    if (contentlib_kept_fetch_piece(fragments->cache, &key, fragments->pool,
                                    piece)
        == NGX_OK)
    {
        return NGX_OK;
    }

    if (contentlib_fragments_begin(fragments) != NGX_OK) {
        return NGX_ERROR;
    }

    /* whoever accepts gzip will be back for the blocks, not for the JSON */

    rc = contentlib_fragments_fetch(fragments, record, position,
                                    fragments->scratch, &json);

    if (rc != NGX_OK) {
        rc = contentlib_fragments_make(fragments, record, position, &json);
    }

    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_fragments_compress(fragments, &json, piece) != NGX_OK) {
        return contentlib_db_no_memory(fragments->db);
    }

    if (contentlib_fragments_sound(fragments)
        && contentlib_kept_store_piece(fragments->cache, &key,
                                       fragments->pool, piece)
           == NGX_OK)
    {
        return NGX_OK;
    }

    return contentlib_fragments_copy(fragments, &piece->blocks.data,
                                     piece->blocks.len);
}


/* nothing is kept that was made of a library that has failed */

static ngx_uint_t
contentlib_fragments_sound(contentlib_fragments_t *fragments)
{
    return contentlib_db_error(fragments->db)->failure
           == CONTENTLIB_DB_NO_ERROR;
}
