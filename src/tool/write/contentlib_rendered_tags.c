
/*
 * Copyright (C) contentlib authors
 *
 * Renders the tags when all records are staged, because any record may rename
 * a tag.
 */


#include <tool/write/contentlib_rendered_tags.h>

#include <tool/record/contentlib_fields.h>


#define CONTENTLIB_RENDERED_TAGS_POOL     65536
#define CONTENTLIB_RENDERED_TAGS_SCRATCH  4096


static ngx_str_t contentlib_rendered_tags_copy(const ngx_str_t *text,
    ngx_pool_t *pool);


void
contentlib_rendered_tags_open(contentlib_rendered_tags_t *tags,
    contentlib_stage_t *stage)
{
    uint64_t                    most;
    ngx_str_t                   slug, name, folded, json;
    ngx_pool_t                 *scratch;
    sqlite3_stmt               *select;
    contentlib_sql_t           *sql;
    contentlib_rendered_tag_t  *rendered;

    sql = contentlib_stage_sql(stage);
    most = contentlib_stage_tags(stage);

    select = contentlib_sql_prepare(sql, "SELECT slug, name, fold(name)"
                                         " FROM tag ORDER BY number");

    scratch = ngx_create_pool(CONTENTLIB_RENDERED_TAGS_SCRATCH, NULL);

    tags->pool = ngx_create_pool(CONTENTLIB_RENDERED_TAGS_POOL, NULL);
    tags->tags = ngx_palloc(tags->pool, (size_t) most
                                        * sizeof(contentlib_rendered_tag_t)
                                        + 1);

    for (tags->n = 0;
         contentlib_sql_step(sql, select) == NGX_OK && tags->n < most;
         tags->n++)
    {
        rendered = &tags->tags[tags->n];

        slug = contentlib_sql_column(select, 0);
        name = contentlib_sql_column(select, 1);
        folded = contentlib_sql_column(select, 2);

        contentlib_record_tag(&slug, &name, scratch, &json);

        rendered->folded = contentlib_rendered_tags_copy(&folded, tags->pool);
        rendered->json = contentlib_rendered_tags_copy(&json, tags->pool);

        ngx_reset_pool(scratch);
    }

    ngx_destroy_pool(scratch);
}


static ngx_str_t
contentlib_rendered_tags_copy(const ngx_str_t *text, ngx_pool_t *pool)
{
    ngx_str_t  copy;

    copy.len = text->len;
    copy.data = ngx_pnalloc(pool, text->len + 1);

    ngx_memcpy(copy.data, text->data, text->len);

    return copy;
}


void
contentlib_rendered_tags_close(contentlib_rendered_tags_t *tags)
{
    ngx_destroy_pool(tags->pool);
}


const contentlib_rendered_tag_t *
contentlib_rendered_tags_get(contentlib_rendered_tags_t *tags, uint64_t number)
{
    if (number >= tags->n) {
        contentlib_stage_damaged();
    }

    return &tags->tags[number];
}


void
contentlib_rendered_tags_insert(contentlib_rendered_tags_t *tags,
    const ngx_str_t *staged, const ngx_str_t *numbers, ngx_pool_t *pool,
    ngx_str_t *json)
{
    size_t                             i, n;
    u_char                            *p;
    uint32_t                           number;
    const u_char                      *from, *last, *tag;
    const contentlib_rendered_tag_t  **rendered;

    n = numbers->len / sizeof(uint32_t);
    rendered = ngx_palloc(pool, n * sizeof(void *) + 1);

    json->len = staged->len - n;

    for (i = 0; i < n; i++) {
        ngx_memcpy(&number, numbers->data + i * sizeof(uint32_t),
                   sizeof(uint32_t));

        rendered[i] = contentlib_rendered_tags_get(tags, number);
        json->len += rendered[i]->json.len;
    }

    json->data = ngx_pnalloc(pool, json->len);

    p = json->data;
    from = staged->data;
    last = from + staged->len;

    for (i = 0; i < n; i++) {
        tag = memchr(from, CONTENTLIB_PLACEHOLDER_TAG[0],
                     (size_t) (last - from));

        if (tag == NULL) {
            contentlib_stage_damaged();
        }

        p = ngx_cpymem(p, from, (size_t) (tag - from));
        p = ngx_cpymem(p, rendered[i]->json.data, rendered[i]->json.len);
        from = tag + 1;
    }

    ngx_memcpy(p, from, (size_t) (last - from));
}
