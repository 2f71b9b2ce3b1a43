
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_merge.h>

#include <api/contentlib_links.h>
#include <library/contentlib_collections.h>
#include <library/contentlib_items.h>
#include <library/contentlib_tags.h>
#include <tool/contentlib_export.h>


#define CONTENTLIB_MERGE_POOL  4096


typedef struct {
    contentlib_stage_t       *stage;
    contentlib_db_t          *db;
    const char               *name;
    contentlib_view_t         view;         /* for media addresses */
    contentlib_place_t        place;
    contentlib_message_t     *message;
} contentlib_merge_t;


typedef ngx_int_t (*contentlib_merge_record_pt)(contentlib_merge_t *merge,
    uint64_t position, ngx_pool_t *pool);


static ngx_int_t contentlib_merge_list(contentlib_merge_t *merge, uint64_t n,
    contentlib_merge_record_pt record, contentlib_progress_t *progress);
static ngx_int_t contentlib_merge_tag(contentlib_merge_t *merge,
    uint64_t position, ngx_pool_t *pool);
static ngx_int_t contentlib_merge_item(contentlib_merge_t *merge,
    uint64_t position, ngx_pool_t *pool);
static ngx_int_t contentlib_merge_tags(contentlib_merge_t *merge,
    contentlib_item_t *item, ngx_pool_t *pool);
static ngx_int_t contentlib_merge_media(contentlib_merge_t *merge,
    contentlib_item_t *item, ngx_pool_t *pool);
static ngx_int_t contentlib_merge_address(contentlib_merge_t *merge,
    ngx_str_t *address, ngx_pool_t *pool);
static ngx_int_t contentlib_merge_collection(contentlib_merge_t *merge,
    uint64_t position, ngx_pool_t *pool);
static ngx_int_t contentlib_merge_failed(contentlib_merge_t *merge);


ngx_int_t
contentlib_merge(contentlib_stage_t *stage, contentlib_db_t *db,
    const char *name, contentlib_progress_t *progress,
    contentlib_message_t *message)
{
    contentlib_merge_t        merge;
    const contentlib_meta_t  *meta;

    ngx_memzero(&merge, sizeof(contentlib_merge_t));

    merge.stage = stage;
    merge.db = db;
    merge.name = name;
    merge.message = message;

    merge.place.file = name;
    merge.place.kind = "record";
    merge.place.message = message;

    contentlib_export_view(&merge.view, db);

    meta = contentlib_db_meta(db);

    contentlib_progress_begin(progress, "merging", meta->items);

    if (contentlib_stage_file(stage, name) != NGX_OK
        || contentlib_merge_list(&merge, meta->tags, contentlib_merge_tag,
                                 progress)
           != NGX_OK
        || contentlib_merge_list(&merge, meta->items, contentlib_merge_item,
                                 progress)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_merge_list(&merge, meta->collections,
                                 contentlib_merge_collection, progress);
}


static ngx_int_t
contentlib_merge_list(contentlib_merge_t *merge, uint64_t n,
    contentlib_merge_record_pt record, contentlib_progress_t *progress)
{
    uint64_t     i;
    ngx_int_t    rc;
    ngx_pool_t  *pool;

    for (i = 0; i < n; i++) {

        pool = ngx_create_pool(CONTENTLIB_MERGE_POOL, NULL);

        if (pool == NULL) {
            return contentlib_message_set(merge->message,
                                          "contentlib: out of memory");
        }

        rc = record(merge, i, pool);

        ngx_destroy_pool(pool);

        if (rc != NGX_OK) {
            return NGX_ERROR;
        }

        contentlib_progress_show(progress, i, i);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_merge_tag(contentlib_merge_t *merge, uint64_t position,
    ngx_pool_t *pool)
{
    int64_t           number;
    contentlib_tag_t  tag;

    if (contentlib_tags_load(merge->db, position, pool, &tag) != NGX_OK) {
        return contentlib_merge_failed(merge);
    }

    return contentlib_stage_tag(merge->stage, &merge->place, &tag,
                                CONTENTLIB_STAGE_OLD, &number);
}


static ngx_int_t
contentlib_merge_item(contentlib_merge_t *merge, uint64_t position,
    ngx_pool_t *pool)
{
    contentlib_item_t  item;

    if (contentlib_items_load(merge->db, position, pool, &item) != NGX_OK
        || contentlib_merge_tags(merge, &item, pool) != NGX_OK)
    {
        return contentlib_merge_failed(merge);
    }

    if (contentlib_merge_media(merge, &item, pool) != NGX_OK) {
        return contentlib_message_set(merge->message,
                                      "contentlib: out of memory");
    }

    return contentlib_stage_item(merge->stage, &merge->place, &item,
                                 CONTENTLIB_STAGE_OLD);
}


static ngx_int_t
contentlib_merge_tags(contentlib_merge_t *merge, contentlib_item_t *item,
    ngx_pool_t *pool)
{
    uint64_t          *positions;
    ngx_uint_t         i;
    contentlib_tag_t  *tag;

    if (ngx_array_init(&item->new_tags, pool, item->tags.nelts + 1,
                       sizeof(contentlib_tag_t))
        != NGX_OK)
    {
        return contentlib_db_no_memory(merge->db);
    }

    positions = item->tags.elts;

    for (i = 0; i < item->tags.nelts; i++) {

        /* there is room for all of them */

        tag = ngx_array_push(&item->new_tags);

        if (contentlib_tags_load(merge->db, positions[i], pool, tag)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* relative addresses to absolute ones */

static ngx_int_t
contentlib_merge_media(contentlib_merge_t *merge, contentlib_item_t *item,
    ngx_pool_t *pool)
{
    ngx_uint_t               i, j;
    contentlib_rendition_t  *row;
    ngx_array_t             *lists[] = { &item->downloads, &item->pictures };

    for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {

        row = lists[i]->elts;

        for (j = 0; j < lists[i]->nelts; j++) {
            if (contentlib_merge_address(merge, &row[j].url, pool) != NGX_OK) {
                return NGX_ERROR;
            }
        }
    }

    return contentlib_merge_address(merge, &item->static_image, pool);
}


static ngx_int_t
contentlib_merge_address(contentlib_merge_t *merge, ngx_str_t *address,
    ngx_pool_t *pool)
{
    ngx_str_t  stored;

    stored = *address;

    if (contentlib_links_media(&merge->view, &stored, pool, address) != NGX_OK)
    {
        return contentlib_db_no_memory(merge->db);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_merge_collection(contentlib_merge_t *merge, uint64_t position,
    ngx_pool_t *pool)
{
    contentlib_item_t        preview;
    contentlib_collection_t  collection;

    if (contentlib_collections_load(merge->db, position, pool, &collection)
        != NGX_OK
        || contentlib_items_load(merge->db, collection.preview, pool, &preview)
           != NGX_OK)
    {
        return contentlib_merge_failed(merge);
    }

    return contentlib_stage_collection(merge->stage, &merge->place,
                                       &collection, preview.id,
                                       CONTENTLIB_STAGE_OLD);
}


static ngx_int_t
contentlib_merge_failed(contentlib_merge_t *merge)
{
    return contentlib_export_failed(merge->db, merge->name, merge->message);
}
