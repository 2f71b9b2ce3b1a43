
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
static u_char *contentlib_rendered_tags_copy(u_char *to,
    const ngx_str_t *staged, const ngx_str_t *rendered, size_t n);
static ngx_int_t contentlib_rendered_tags_damaged(
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
    tags->json = tags->pool ? ngx_pcalloc(tags->pool, (size_t) tags->n
                                                      * sizeof(ngx_str_t) + 1)
                            : NULL;

    return tags->json ? NGX_OK
                      : contentlib_message_no_memory(tags->sql->message);
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
        return contentlib_rendered_tags_damaged(tags);
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
        return contentlib_message_no_memory(tags->sql->message);
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
        return contentlib_rendered_tags_damaged(tags);
    }

    tag.slug = contentlib_sql_column(tags->select, 0);
    tag.name = contentlib_sql_column(tags->select, 1);

    rc = contentlib_render(contentlib_tag_fields, &tag, NULL, pool, json);

    (void) sqlite3_reset(tags->select);

    return rc == NGX_OK ? NGX_OK
                        : contentlib_message_no_memory(tags->sql->message);
}


ngx_int_t
contentlib_rendered_tags_insert(contentlib_rendered_tags_t *tags,
    const ngx_str_t *staged, const ngx_str_t *numbers, ngx_pool_t *pool,
    ngx_str_t *json)
{
    size_t      i, n;
    u_char     *last;
    uint32_t    number;
    ngx_str_t  *rendered;

    n = numbers->len / sizeof(uint32_t);
    rendered = ngx_palloc(pool, n * sizeof(ngx_str_t) + 1);

    if (rendered == NULL) {
        return contentlib_message_no_memory(tags->sql->message);
    }

    json->len = staged->len - n;

    for (i = 0; i < n; i++) {
        ngx_memcpy(&number, numbers->data + i * sizeof(uint32_t),
                   sizeof(uint32_t));

        if (contentlib_rendered_tags_get(tags, number, pool, &rendered[i])
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        json->len += rendered[i].len;
    }

    json->data = ngx_pnalloc(pool, json->len);

    if (json->data == NULL) {
        return contentlib_message_no_memory(tags->sql->message);
    }

    last = contentlib_rendered_tags_copy(json->data, staged, rendered, n);

    return last ? NGX_OK : contentlib_rendered_tags_damaged(tags);
}


/* NULL if there are fewer places than tags */

static u_char *
contentlib_rendered_tags_copy(u_char *to, const ngx_str_t *staged,
    const ngx_str_t *rendered, size_t n)
{
    size_t         i;
    const u_char  *from, *last, *tag;

    from = staged->data;
    last = from + staged->len;

    for (i = 0; i < n; i++) {
        tag = memchr(from, CONTENTLIB_STAGE_TAG, (size_t) (last - from));

        if (tag == NULL) {
            return NULL;
        }

        to = ngx_cpymem(to, from, (size_t) (tag - from));
        to = ngx_cpymem(to, rendered[i].data, rendered[i].len);
        from = tag + 1;
    }

    return ngx_cpymem(to, from, (size_t) (last - from));
}


static ngx_int_t
contentlib_rendered_tags_damaged(contentlib_rendered_tags_t *tags)
{
    return contentlib_message_set(tags->sql->message,
                                  "contentlib: temporary file is damaged");
}
