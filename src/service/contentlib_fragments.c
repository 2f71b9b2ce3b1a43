
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_fragments.h>
#include <library/contentlib_collections.h>
#include <library/contentlib_items.h>
#include <library/contentlib_tags.h>
#include <render/contentlib_render.h>
#include <service/contentlib_kept.h>


#define CONTENTLIB_FRAGMENT_FIELDS  5


typedef ngx_int_t (*contentlib_fragment_make_pt)(
    contentlib_fragments_t *fragments, uint64_t position, ngx_str_t *json);


static ngx_int_t contentlib_fragments_get(contentlib_fragments_t *fragments,
    u_char kind, uint64_t position, contentlib_fragment_make_pt make,
    ngx_str_t *json);
static void contentlib_fragments_key(contentlib_fragments_t *fragments,
    u_char kind, uint64_t position);
static ngx_int_t contentlib_fragments_make_item(
    contentlib_fragments_t *fragments, uint64_t position, ngx_str_t *json);
static ngx_int_t contentlib_fragments_make_tag(
    contentlib_fragments_t *fragments, uint64_t position, ngx_str_t *json);
static ngx_int_t contentlib_fragments_make_collection(
    contentlib_fragments_t *fragments, uint64_t position, ngx_str_t *json);


/* the key ends in room for kind and position */

ngx_int_t
contentlib_fragments_init(contentlib_fragments_t *fragments,
    contentlib_db_t *db, contentlib_cache_t *cache,
    const contentlib_view_t *view, ngx_pool_t *pool)
{
    size_t      room;
    u_char     *p;
    ngx_uint_t  i;

    const ngx_str_t *const  fields[CONTENTLIB_FRAGMENT_FIELDS] = {
        &view->base_url, &view->root, &view->media_url, &view->partner,
        &view->format
    };

    fragments->db = db;
    fragments->cache = cache;
    fragments->view = view;
    fragments->pool = pool;

    room = 3 + 1 + sizeof(uint64_t);

    for (i = 0; i < CONTENTLIB_FRAGMENT_FIELDS; i++) {
        room += sizeof(uint32_t) + fields[i]->len;
    }

    p = ngx_pnalloc(pool, room);
    if (p == NULL) {
        return contentlib_db_no_memory(db);
    }

    fragments->key.data = p;
    fragments->key.len = room;

    *p++ = 'f';
    *p++ = view->numbers_as_strings;
    *p++ = (view->format.data != NULL);

    for (i = 0; i < CONTENTLIB_FRAGMENT_FIELDS; i++) {
        *p++ = (u_char) (fields[i]->len >> 24);
        *p++ = (u_char) (fields[i]->len >> 16);
        *p++ = (u_char) (fields[i]->len >> 8);
        *p++ = (u_char) fields[i]->len;

        if (fields[i]->len != 0) {
            p = ngx_cpymem(p, fields[i]->data, fields[i]->len);
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_fragments_item(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json)
{
    return contentlib_fragments_get(fragments, 'i', position,
                                    contentlib_fragments_make_item, json);
}


ngx_int_t
contentlib_fragments_tag(contentlib_fragments_t *fragments, uint64_t position,
    ngx_str_t *json)
{
    return contentlib_fragments_get(fragments, 't', position,
                                    contentlib_fragments_make_tag, json);
}


ngx_int_t
contentlib_fragments_collection(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json)
{
    return contentlib_fragments_get(fragments, 'c', position,
                                    contentlib_fragments_make_collection,
                                    json);
}


static ngx_int_t
contentlib_fragments_get(contentlib_fragments_t *fragments, u_char kind,
    uint64_t position, contentlib_fragment_make_pt make, ngx_str_t *json)
{
    ngx_int_t  rc;

    contentlib_fragments_key(fragments, kind, position);

    if (contentlib_kept_fetch(fragments->cache, &fragments->key,
                              fragments->pool, json)
        == NGX_OK)
    {
        return NGX_OK;
    }

    rc = make(fragments, position, json);

    if (rc == NGX_OK
        && contentlib_db_error(fragments->db)->failure
           == CONTENTLIB_DB_NO_ERROR)
    {
        /* making a collection has used the key for its item */

        contentlib_fragments_key(fragments, kind, position);
        contentlib_kept_store(fragments->cache, &fragments->key, json);
    }

    return rc;
}


static void
contentlib_fragments_key(contentlib_fragments_t *fragments, u_char kind,
    uint64_t position)
{
    u_char  *p;

    p = fragments->key.data + fragments->key.len - sizeof(uint64_t) - 1;

    *p++ = kind;
    ngx_memcpy(p, &position, sizeof(uint64_t));
}


static ngx_int_t
contentlib_fragments_make_item(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json)
{
    ngx_int_t          rc;
    contentlib_item_t  item;

    rc = contentlib_items_load(fragments->db, position, fragments->pool,
                               &item);
    if (rc != NGX_OK) {
        return rc;
    }

    return contentlib_render_item(&item, fragments->view, fragments->pool,
                                  json);
}


static ngx_int_t
contentlib_fragments_make_tag(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json)
{
    ngx_int_t         rc;
    contentlib_tag_t  tag;

    rc = contentlib_tags_load(fragments->db, position, fragments->pool, &tag);

    if (rc != NGX_OK) {
        return rc;
    }

    return contentlib_render_tag(&tag, fragments->view, fragments->pool,
                                 json);
}


static ngx_int_t
contentlib_fragments_make_collection(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json)
{
    ngx_int_t                rc;
    ngx_str_t                preview;
    contentlib_collection_t  collection;

    rc = contentlib_collections_load(fragments->db, position, fragments->pool,
                                     &collection);
    if (rc != NGX_OK) {
        return rc;
    }

    rc = contentlib_fragments_item(fragments, collection.preview, &preview);

    if (rc == NGX_DECLINED) {
        return contentlib_db_corrupt(fragments->db,
                                     "a preview is not in the library");
    }

    if (rc != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_render_collection(&collection, &preview,
                                        fragments->view, fragments->pool,
                                        json);
}
