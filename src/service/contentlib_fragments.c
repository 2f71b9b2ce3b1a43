
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_fragments.h>
#include <library/contentlib_collections.h>
#include <library/contentlib_items.h>
#include <library/contentlib_tags.h>
#include <render/contentlib_render.h>


ngx_int_t
contentlib_fragments_item(contentlib_db_t *db, const contentlib_view_t *view,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_int_t          rc;
    contentlib_item_t  item;

    rc = contentlib_items_load(db, position, pool, &item);

    if (rc != NGX_OK) {
        return rc;
    }

    return contentlib_render_item(&item, view, pool, json);
}


ngx_int_t
contentlib_fragments_tag(contentlib_db_t *db, const contentlib_view_t *view,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_int_t         rc;
    contentlib_tag_t  tag;

    rc = contentlib_tags_load(db, position, pool, &tag);

    if (rc != NGX_OK) {
        return rc;
    }

    return contentlib_render_tag(&tag, view, pool, json);
}


ngx_int_t
contentlib_fragments_collection(contentlib_db_t *db,
    const contentlib_view_t *view, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json)
{
    ngx_int_t                rc;
    ngx_str_t                preview;
    contentlib_collection_t  collection;

    rc = contentlib_collections_load(db, position, pool, &collection);

    if (rc != NGX_OK) {
        return rc;
    }

    rc = contentlib_fragments_item(db, view, collection.preview, pool,
                                   &preview);

    if (rc == NGX_DECLINED) {
        return contentlib_db_corrupt(db, "a preview is not in the library");
    }

    if (rc != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_render_collection(&collection, &preview, view, pool,
                                        json);
}
