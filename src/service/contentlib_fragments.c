
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_fragments_private.h>
#include <service/contentlib_kept.h>


static void contentlib_fragments_key(contentlib_fragments_t *fragments,
    contentlib_kept_key_t *key, contentlib_record_e record,
    ngx_uint_t compressed, uint64_t position);
static ngx_int_t contentlib_fragments_fetch(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_str_t *json);
static ngx_int_t contentlib_fragments_compress(
    contentlib_fragments_t *fragments, const ngx_str_t *json,
    contentlib_piece_t *piece);
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
    fragments->view = view;
    fragments->n = 0;
    fragments->renderer = NULL;
    fragments->encoder = NULL;
    fragments->pool = pool;
    fragments->scratch = NULL;

    rc = contentlib_kept_view(cache, view, pool, &fragments->number);

    if (rc == NGX_DECLINED) {
        fragments->cache = NULL;
    }

    return rc == NGX_ERROR ? contentlib_db_no_memory(db) : NGX_OK;
}


void
contentlib_fragments_end(contentlib_fragments_t *fragments)
{
    if (fragments->encoder != NULL) {
        contentlib_encoding_free(fragments->encoder);
        fragments->encoder = NULL;
    }

    if (fragments->scratch != NULL) {
        fragments->cleanup->handler = NULL;
        ngx_destroy_pool(fragments->scratch);
        fragments->scratch = NULL;
    }
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

    fragments->hints = ngx_palloc(fragments->pool, n * sizeof(uint64_t));
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
    return contentlib_fragments_json_in(fragments, record, position,
                                        fragments->pool, json);
}


ngx_int_t
contentlib_fragments_json_in(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json)
{
    ngx_int_t              rc;
    contentlib_kept_key_t  key;

    rc = contentlib_fragments_fetch(fragments, record, position, json);

    if (rc == NGX_OK) {
        return NGX_OK;
    }

    rc = contentlib_fragments_make(fragments, record, position, pool, json);

    if (rc == NGX_OK && contentlib_fragments_sound(fragments)) {
        contentlib_kept_fragment_key(&key, record, 0, fragments->number,
                                     position);
        contentlib_kept_store_json(fragments->cache, &key, json);
    }

    return rc;
}


static ngx_int_t
contentlib_fragments_fetch(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_str_t *json)
{
    contentlib_kept_key_t  key;

    contentlib_fragments_key(fragments, &key, record, 0, position);

    return contentlib_kept_fetch_json(fragments->cache, &key, fragments->pool,
                                      json);
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

    /* whoever accepts gzip will be back for the blocks, not for the JSON */

    rc = contentlib_fragments_fetch(fragments, record, position, &json);

    if (rc != NGX_OK) {

        if (contentlib_fragments_scratch(fragments) != NGX_OK) {
            return NGX_ERROR;
        }

        rc = contentlib_fragments_make(fragments, record, position,
                                       fragments->scratch, &json);
    }

    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_fragments_compress(fragments, &json, piece) != NGX_OK) {
        return contentlib_db_no_memory(fragments->db);
    }

    if (contentlib_fragments_sound(fragments)) {
        contentlib_kept_store_piece(fragments->cache, &key, piece);
    }

    return NGX_OK;
}


/* nothing is kept that was made of a library that has failed */

static ngx_uint_t
contentlib_fragments_sound(contentlib_fragments_t *fragments)
{
    return contentlib_db_error(fragments->db)->failure
           == CONTENTLIB_DB_NO_ERROR;
}


/* the comma is not compressed along: it stands before some pages only */

static ngx_int_t
contentlib_fragments_compress(contentlib_fragments_t *fragments,
    const ngx_str_t *json, contentlib_piece_t *piece)
{
    u_char     *p;
    ngx_str_t   blocks, text;

    if (fragments->encoder == NULL) {
        fragments->encoder = contentlib_encoding_create(fragments->pool);

        if (fragments->encoder == NULL) {
            return NGX_ERROR;
        }
    }

    if (contentlib_encoding_blocks(fragments->encoder, json, &blocks)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    p = ngx_pnalloc(fragments->pool, CONTENTLIB_BODY_COMMA + blocks.len);
    if (p == NULL) {
        return NGX_ERROR;
    }

    piece->blocks.data = p;
    piece->blocks.len = CONTENTLIB_BODY_COMMA + blocks.len;

    p = contentlib_body_comma(p);
    ngx_memcpy(p, blocks.data, blocks.len);

    text.data = json->data - 1;
    text.len = json->len + 1;

    contentlib_encoding_sum(&piece->alone, json);
    contentlib_encoding_sum(&piece->joined, &text);

    return NGX_OK;
}
