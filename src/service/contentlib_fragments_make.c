
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of a record that is not kept, out of the library.
 */


#include <service/contentlib_fragments_private.h>
#include <library/contentlib_collections.h>
#include <library/contentlib_items.h>
#include <library/contentlib_tags.h>


#define CONTENTLIB_FRAGMENT_SCRATCH  4096
#define CONTENTLIB_FRAGMENT_GROWTH   9      /* of a slug, as it and its URL */
#define CONTENTLIB_FRAGMENT_TAG      64     /* keys and punctuation */


static void contentlib_fragments_destroy(void *data);
static ngx_int_t contentlib_fragments_make_item(
    contentlib_fragments_t *fragments, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);
static ngx_int_t contentlib_fragments_item_tags(
    contentlib_fragments_t *fragments, const contentlib_item_t *item,
    ngx_str_t **json);
static size_t contentlib_fragments_tags_max(const contentlib_view_t *view,
    ngx_uint_t n);
static ngx_int_t contentlib_fragments_make_tag(
    contentlib_fragments_t *fragments, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);
static ngx_int_t contentlib_fragments_make_collection(
    contentlib_fragments_t *fragments, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);


ngx_int_t
contentlib_fragments_scratch(contentlib_fragments_t *fragments)
{
    ngx_pool_cleanup_t  *cleanup;

    if (fragments->scratch != NULL) {
        ngx_reset_pool(fragments->scratch);
        return NGX_OK;
    }

    cleanup = ngx_pool_cleanup_add(fragments->pool, 0);
    if (cleanup == NULL) {
        return contentlib_db_no_memory(fragments->db);
    }

    fragments->scratch = ngx_create_pool(CONTENTLIB_FRAGMENT_SCRATCH,
                                         fragments->pool->log);
    if (fragments->scratch == NULL) {
        return contentlib_db_no_memory(fragments->db);
    }

    cleanup->handler = contentlib_fragments_destroy;
    cleanup->data = fragments->scratch;

    fragments->cleanup = cleanup;

    return NGX_OK;
}


static void
contentlib_fragments_destroy(void *data)
{
    ngx_destroy_pool(data);
}


ngx_int_t
contentlib_fragments_make(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json)
{
    switch (record) {

    case CONTENTLIB_ITEM_RECORD:
        return contentlib_fragments_make_item(fragments, position, pool, json);

    case CONTENTLIB_TAG_RECORD:
        return contentlib_fragments_make_tag(fragments, position, pool, json);

    case CONTENTLIB_COLLECTION_RECORD:
        return contentlib_fragments_make_collection(fragments, position, pool,
                                                    json);

    default:
        return NGX_DECLINED;
    }
}


static ngx_int_t
contentlib_fragments_make_item(contentlib_fragments_t *fragments,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_int_t           rc;
    ngx_str_t          *tags;
    contentlib_item_t   item;

    if (contentlib_fragments_scratch(fragments) != NGX_OK) {
        return NGX_ERROR;
    }

    rc = contentlib_items_load(fragments->db, position, fragments->scratch,
                               &item);
    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_fragments_item_tags(fragments, &item, &tags) != NGX_OK) {
        return NGX_ERROR;
    }

    if (fragments->renderer == NULL) {
        fragments->renderer = contentlib_render_create(fragments->view,
                                                       fragments->pool);
        if (fragments->renderer == NULL) {
            return contentlib_db_no_memory(fragments->db);
        }
    }

    return contentlib_render_item(fragments->renderer, &item, tags, pool,
                                  json);
}


static ngx_int_t
contentlib_fragments_item_tags(contentlib_fragments_t *fragments,
    const contentlib_item_t *item, ngx_str_t **json)
{
    size_t       room;
    uint64_t    *positions;
    ngx_int_t    rc;
    ngx_uint_t   i, n;

    n = item->tags.nelts;
    positions = item->tags.elts;

    *json = ngx_palloc(fragments->scratch, n * sizeof(ngx_str_t) + 1);

    if (*json == NULL) {
        return contentlib_db_no_memory(fragments->db);
    }

    room = contentlib_fragments_tags_max(fragments->view, n);

    contentlib_fragments_expect(fragments, CONTENTLIB_TAG_RECORD, 0, positions,
                                n);

    for (i = 0; i < n; i++) {

        rc = contentlib_fragments_json_in(fragments, CONTENTLIB_TAG_RECORD,
                                          positions[i], fragments->scratch,
                                          &(*json)[i]);

        if (rc == NGX_DECLINED) {
            return contentlib_db_corrupt(fragments->db,
                                         "an item's tag is not there");
        }

        if (rc != NGX_OK) {
            return NGX_ERROR;
        }

        if ((*json)[i].len > room) {
            return contentlib_db_corrupt(fragments->db,
                                         "an item's tags are too large");
        }

        room -= (*json)[i].len;
    }

    return NGX_OK;
}


/*
 * What the slugs and names of a record of the largest size can come to when
 * each of their bytes is escaped, and the tags' addresses with them.
 */

static size_t
contentlib_fragments_tags_max(const contentlib_view_t *view, ngx_uint_t n)
{
    return CONTENTLIB_FRAGMENT_GROWTH
           * (CONTENTLIB_RECORD_MAX
              + n * (view->base_url.len + view->root.len + view->format.len
                     + CONTENTLIB_FRAGMENT_TAG));
}


static ngx_int_t
contentlib_fragments_make_tag(contentlib_fragments_t *fragments,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_int_t         rc;
    contentlib_tag_t  tag;

    rc = contentlib_tags_load(fragments->db, position, pool, &tag);

    if (rc != NGX_OK) {
        return rc;
    }

    return contentlib_render_tag(&tag, fragments->view, pool, json);
}


static ngx_int_t
contentlib_fragments_make_collection(contentlib_fragments_t *fragments,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_int_t                rc;
    ngx_str_t                preview;
    contentlib_collection_t  collection;

    /* not in the scratch pool: the preview is made after it */

    rc = contentlib_collections_load(fragments->db, position, fragments->pool,
                                     &collection);
    if (rc != NGX_OK) {
        return rc;
    }

    rc = contentlib_fragments_json(fragments, CONTENTLIB_ITEM_RECORD,
                                   collection.preview, &preview);

    if (rc == NGX_DECLINED) {
        return contentlib_db_corrupt(fragments->db,
                                     "a preview is not in the library");
    }

    if (rc != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_render_collection(&collection, &preview,
                                        fragments->view, pool, json);
}
