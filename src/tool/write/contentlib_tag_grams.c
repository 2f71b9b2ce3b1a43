
/*
 * Copyright (C) contentlib authors
 *
 * Keeps the keys of each tag that an item has carried, so that the collector
 * need not look for them again.
 */


#include <tool/write/contentlib_tag_grams.h>

#include <text/contentlib_text.h>
#include <tool/write/contentlib_grams.h>


#define CONTENTLIB_TAG_GRAMS_POOL  65536
#define CONTENTLIB_TAG_GRAMS_ROOM  (1024 * 1024)


/* each key and its parents are the strings that end with a character */

struct contentlib_tag_grams_name_s {
    size_t                       n;
    contentlib_collector_key_t  *keys[];
};


static ngx_int_t contentlib_tag_grams_forget(contentlib_tag_grams_t *grams);
static ngx_int_t contentlib_tag_grams_learn(contentlib_tag_grams_t *grams,
    uint64_t tag);
static ngx_int_t contentlib_tag_grams_keep(contentlib_tag_grams_t *grams,
    uint64_t tag, const ngx_str_t *folded);
static ngx_int_t contentlib_tag_grams_keys(contentlib_tag_grams_t *grams,
    contentlib_tag_grams_name_t *name, const ngx_str_t *folded);


ngx_int_t
contentlib_tag_grams_open(contentlib_tag_grams_t *grams, contentlib_sql_t *sql,
    contentlib_stage_t *stage)
{
    grams->collector = contentlib_collector_open(sql,
                                                 CONTENTLIB_COLLECTOR_TAG_GRAMS,
                                                 0);

    if (grams->collector == NULL) {
        return NGX_ERROR;
    }

    grams->sql = contentlib_stage_sql(stage);
    grams->select = contentlib_sql_prepare(grams->sql, "SELECT fold(name)"
                                           " FROM tag WHERE number = ?1");
    grams->n = contentlib_stage_tags(stage);
    grams->names = ngx_alloc((size_t) grams->n * sizeof(void *) + 1, NULL);

    return grams->names ? contentlib_tag_grams_forget(grams)
                        : contentlib_message_no_memory(sql->message);
}


void
contentlib_tag_grams_close(contentlib_tag_grams_t *grams)
{
    contentlib_collector_close(grams->collector);

    if (grams->pool) {
        ngx_destroy_pool(grams->pool);
    }

    free(grams->names);
}


static ngx_int_t
contentlib_tag_grams_forget(contentlib_tag_grams_t *grams)
{
    if (grams->pool) {
        ngx_destroy_pool(grams->pool);
    }

    grams->pool = ngx_create_pool(CONTENTLIB_TAG_GRAMS_POOL, NULL);
    grams->room = CONTENTLIB_TAG_GRAMS_ROOM;

    ngx_memzero(grams->names, (size_t) grams->n * sizeof(void *));

    return grams->pool ? NGX_OK
                       : contentlib_message_no_memory(grams->sql->message);
}


ngx_int_t
contentlib_tag_grams_add(contentlib_tag_grams_t *grams, uint64_t tag,
    uint64_t position)
{
    size_t                        i;
    ngx_int_t                     rc;
    contentlib_tag_grams_name_t  *name;

    rc = contentlib_collector_begin(grams->collector, position);

    if (rc == NGX_ERROR
        || (rc == NGX_DONE && contentlib_tag_grams_forget(grams) != NGX_OK)
        || (grams->names[tag] == NULL
            && contentlib_tag_grams_learn(grams, tag) != NGX_OK))
    {
        return NGX_ERROR;
    }

    name = grams->names[tag];

    for (i = 0; i < name->n; i++) {
        if (contentlib_collector_push(grams->collector, name->keys[i],
                                      position)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_tag_grams_learn(contentlib_tag_grams_t *grams, uint64_t tag)
{
    ngx_int_t  rc;
    ngx_str_t  folded;

    contentlib_sql_bind_integer(grams->sql, grams->select, 1, (int64_t) tag);

    rc = contentlib_sql_step(grams->sql, grams->select);

    if (rc == NGX_OK) {
        folded = contentlib_sql_column(grams->select, 0);
        rc = contentlib_tag_grams_keep(grams, tag, &folded);

    } else if (rc == NGX_DONE) {
        rc = contentlib_message_set(grams->sql->message,
                                    "contentlib: temporary file is damaged");
    }

    (void) sqlite3_reset(grams->select);

    return rc;
}


static ngx_int_t
contentlib_tag_grams_keep(contentlib_tag_grams_t *grams, uint64_t tag,
    const ngx_str_t *folded)
{
    size_t                        most;
    contentlib_tag_grams_name_t  *name;

    most = contentlib_text_length(folded);

    if (most > grams->room && contentlib_tag_grams_forget(grams) != NGX_OK) {
        return NGX_ERROR;
    }

    name = ngx_palloc(grams->pool, sizeof(contentlib_tag_grams_name_t)
                                   + most
                                     * sizeof(contentlib_collector_key_t *));
    if (name == NULL) {
        return contentlib_message_no_memory(grams->sql->message);
    }

    grams->names[tag] = name;
    grams->room -= ngx_min(most, grams->room);

    return contentlib_tag_grams_keys(grams, name, folded);
}


static ngx_int_t
contentlib_tag_grams_keys(contentlib_tag_grams_t *grams,
    contentlib_tag_grams_name_t *name, const ngx_str_t *folded)
{
    contentlib_grams_t  strings;

    name->n = 0;
    contentlib_grams_begin(&strings, folded);

    while (contentlib_grams_next(&strings) == NGX_OK) {

        name->keys[name->n] = contentlib_grams_key(&strings,
                                                      CONTENTLIB_GRAMS_MOST,
                                                      grams->collector);

        if (name->keys[name->n++] == NULL) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}
