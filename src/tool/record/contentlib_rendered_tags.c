
/*
 * Copyright (C) contentlib authors
 *
 * Renders the tags that items carry, and keeps what has been rendered.
 */


#include <tool/record/contentlib_rendered_tags.h>

#include <tool/record/contentlib_render.h>


#define CONTENTLIB_RENDERED_TAGS_POOL  65536
#define CONTENTLIB_RENDERED_TAGS_ROOM  (64 * 1024 * 1024)


static ngx_int_t contentlib_rendered_tags_render(
    contentlib_rendered_tags_t *tags, uint64_t number, ngx_pool_t *pool,
    ngx_str_t *json);
static ngx_int_t contentlib_rendered_tags_no_memory(
    contentlib_rendered_tags_t *tags);


ngx_int_t
contentlib_rendered_tags_open(contentlib_rendered_tags_t *tags,
    contentlib_stage_t *stage)
{
    tags->sql = contentlib_stage_sql(stage);
    tags->n = contentlib_stage_tags(stage);
    tags->room = CONTENTLIB_RENDERED_TAGS_ROOM;
    tags->select = contentlib_sql_prepare(tags->sql, "SELECT slug, name"
                                          " FROM tag WHERE number = ?1");

    tags->pool = ngx_create_pool(CONTENTLIB_RENDERED_TAGS_POOL, NULL);

    if (tags->pool == NULL) {
        return contentlib_rendered_tags_no_memory(tags);
    }

    tags->json = ngx_pcalloc(tags->pool,
                             (size_t) tags->n * sizeof(ngx_str_t) + 1);

    return tags->json ? NGX_OK : contentlib_rendered_tags_no_memory(tags);
}


void
contentlib_rendered_tags_close(contentlib_rendered_tags_t *tags)
{
    if (tags->pool) {
        ngx_destroy_pool(tags->pool);
    }
}


ngx_int_t
contentlib_rendered_tags_get(contentlib_rendered_tags_t *tags, uint64_t number,
    ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_str_t  *known;

    if (number >= tags->n) {
        return contentlib_message_set(tags->sql->message,
                                      "contentlib: temporary file is damaged");
    }

    known = &tags->json[number];

    if (known->data != NULL) {
        *json = *known;
        return NGX_OK;
    }

    if (contentlib_rendered_tags_render(tags, number, pool, json) != NGX_OK) {
        return NGX_ERROR;
    }

    if (json->len >= tags->room) {
        return NGX_OK;
    }

    known->data = ngx_pnalloc(tags->pool, json->len);

    if (known->data == NULL) {
        return contentlib_rendered_tags_no_memory(tags);
    }

    ngx_memcpy(known->data, json->data, json->len);
    known->len = json->len;
    tags->room -= json->len;

    return NGX_OK;
}


static ngx_int_t
contentlib_rendered_tags_render(contentlib_rendered_tags_t *tags,
    uint64_t number, ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_int_t         rc;
    contentlib_tag_t  tag;

    contentlib_sql_bind_integer(tags->sql, tags->select, 1, (int64_t) number);

    rc = contentlib_sql_step(tags->sql, tags->select);

    if (rc == NGX_ERROR) {
        return NGX_ERROR;
    }

    if (rc == NGX_DONE) {
        return contentlib_message_set(tags->sql->message,
                                      "contentlib: temporary file is damaged");
    }

    tag.slug = contentlib_sql_column(tags->select, 0);
    tag.name = contentlib_sql_column(tags->select, 1);

    rc = contentlib_render_tag(&tag, pool, json);

    (void) sqlite3_reset(tags->select);

    return rc == NGX_OK ? NGX_OK : contentlib_rendered_tags_no_memory(tags);
}


static ngx_int_t
contentlib_rendered_tags_no_memory(contentlib_rendered_tags_t *tags)
{
    return contentlib_message_set(tags->sql->message,
                                  "contentlib: out of memory");
}
