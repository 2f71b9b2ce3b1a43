
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_export_tags.h>

#include <library/contentlib_tags.h>
#include <render/contentlib_render.h>


#define CONTENTLIB_EXPORT_TAGS_POOL  65536
#define CONTENTLIB_EXPORT_TAGS_ROOM  (64 * 1024 * 1024)


ngx_int_t
contentlib_export_tags_open(contentlib_export_tags_t *tags,
    contentlib_db_t *db, const contentlib_view_t *view)
{
    size_t  size;

    tags->db = db;
    tags->view = view;
    tags->room = CONTENTLIB_EXPORT_TAGS_ROOM;

    tags->pool = ngx_create_pool(CONTENTLIB_EXPORT_TAGS_POOL, NULL);
    if (tags->pool == NULL) {
        return NGX_ERROR;
    }

    size = (size_t) contentlib_db_meta(db)->tags * sizeof(ngx_str_t);

    tags->json = ngx_pcalloc(tags->pool, size + 1);

    if (tags->json == NULL) {
        contentlib_export_tags_close(tags);
        return NGX_ERROR;
    }

    return NGX_OK;
}


void
contentlib_export_tags_close(contentlib_export_tags_t *tags)
{
    ngx_destroy_pool(tags->pool);
}


ngx_int_t
contentlib_export_tags_get(contentlib_export_tags_t *tags, uint64_t position,
    ngx_pool_t *pool, ngx_str_t *json)
{
    u_char           *p;
    ngx_str_t        *kept;
    contentlib_tag_t  tag;

    kept = &tags->json[position];

    if (kept->data != NULL) {
        *json = *kept;
        return NGX_OK;
    }

    if (contentlib_tags_load(tags->db, position, pool, &tag) != NGX_OK) {
        return NGX_ERROR;
    }

    if (contentlib_render_tag(&tag, tags->view, pool, json) != NGX_OK) {
        return contentlib_db_no_memory(tags->db);
    }

    if (json->len >= tags->room) {
        return NGX_OK;
    }

    /* with the comma */

    p = ngx_pnalloc(tags->pool, 1 + json->len);

    if (p != NULL) {
        ngx_memcpy(p, json->data - 1, 1 + json->len);

        kept->data = p + 1;
        kept->len = json->len;
        tags->room -= 1 + json->len;
    }

    return NGX_OK;
}
