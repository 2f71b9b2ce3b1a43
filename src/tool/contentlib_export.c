
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_export.h>

#include <library/contentlib_collections.h>
#include <library/contentlib_items.h>
#include <render/contentlib_render.h>

#include <limits.h>


#define CONTENTLIB_EXPORT_POOL  4096


/* renders the record at a position */

typedef ngx_int_t (*contentlib_export_record_pt)(contentlib_export_t *export,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json);


static ngx_int_t contentlib_export_lists(contentlib_export_t *export);
static ngx_int_t contentlib_export_list(contentlib_export_t *export,
    uint64_t n, contentlib_export_record_pt record);
static ngx_int_t contentlib_export_line(contentlib_export_t *export,
    uint64_t position, contentlib_export_record_pt record);
static ngx_int_t contentlib_export_tag(contentlib_export_t *export,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json);
static ngx_int_t contentlib_export_item(contentlib_export_t *export,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json);
static ngx_int_t contentlib_export_item_tags(contentlib_export_t *export,
    const contentlib_item_t *item, ngx_pool_t *pool, ngx_str_t **json);
static ngx_int_t contentlib_export_collection(contentlib_export_t *export,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json);


ngx_int_t
contentlib_export_open(contentlib_db_t **db, const char *name,
    contentlib_message_t *message)
{
    char                   absolute[PATH_MAX], quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t              path;
    contentlib_db_error_t  error;

    (void) contentlib_message_quote(quoted, (const u_char *) name,
                                    ngx_strlen(name));

    if (realpath(name, absolute) == NULL) {
        return contentlib_message_set(message, "contentlib: cannot open "
                                      "\"%s\": %s", quoted, strerror(errno));
    }

    path.data = (u_char *) absolute;
    path.len = ngx_strlen(absolute);

    if (contentlib_db_open(db, &path, &error, NULL) != NGX_OK) {
        return contentlib_message_set(message, "contentlib: cannot open "
                                      "\"%s\": %s", quoted, error.text);
    }

    return NGX_OK;
}


void
contentlib_export_view(contentlib_view_t *view, contentlib_db_t *db)
{
    ngx_memzero(view, sizeof(contentlib_view_t));

    ngx_str_set(&view->base_url, "");
    ngx_str_set(&view->root, "/api/v1/");
    ngx_str_set(&view->partner, "partner");
    view->media_url = contentlib_db_meta(db)->media_url;
}


ngx_int_t
contentlib_export_run(contentlib_export_t *export)
{
    ngx_int_t  rc;

    if (contentlib_export_tags_open(&export->tags, export->db, &export->view)
        != NGX_OK)
    {
        return contentlib_message_set(export->message,
                                      "contentlib: out of memory");
    }

    export->renderer = contentlib_render_create(&export->view,
                                                export->tags.pool);

    rc = export->renderer
         ? contentlib_export_lists(export)
         : contentlib_message_set(export->message,
                                  "contentlib: out of memory");

    contentlib_export_tags_close(&export->tags);

    return rc;
}


static ngx_int_t
contentlib_export_lists(contentlib_export_t *export)
{
    const contentlib_meta_t  *meta;

    meta = contentlib_db_meta(export->db);

    if (contentlib_export_list(export, meta->tags, contentlib_export_tag)
        != NGX_OK
        || contentlib_export_list(export, meta->items, contentlib_export_item)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_export_list(export, meta->collections,
                                  contentlib_export_collection);
}


static ngx_int_t
contentlib_export_list(contentlib_export_t *export, uint64_t n,
    contentlib_export_record_pt record)
{
    uint64_t  i;

    for (i = 0; i < n; i++) {

        if (contentlib_export_line(export, i, record) != NGX_OK) {
            return NGX_ERROR;
        }

        if (export->progress) {
            contentlib_progress_show(export->progress, i, i);
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_export_line(contentlib_export_t *export, uint64_t position,
    contentlib_export_record_pt record)
{
    ngx_int_t    rc;
    ngx_str_t    json;
    ngx_pool_t  *pool;

    pool = ngx_create_pool(CONTENTLIB_EXPORT_POOL, NULL);

    if (pool == NULL) {
        return contentlib_message_set(export->message,
                                      "contentlib: out of memory");
    }

    rc = record(export, position, pool, &json);

    if (rc != NGX_OK) {
        rc = contentlib_export_failed(export->db, export->name,
                                      export->message);

    } else {
        rc = export->write(export->data, json.data, json.len);

        if (rc == NGX_OK) {
            rc = export->write(export->data, (const u_char *) "\n", 1);
        }
    }

    ngx_destroy_pool(pool);

    return rc;
}


static ngx_int_t
contentlib_export_tag(contentlib_export_t *export, uint64_t position,
    ngx_pool_t *pool, ngx_str_t *json)
{
    return contentlib_export_tags_get(&export->tags, position, pool, json);
}


static ngx_int_t
contentlib_export_item(contentlib_export_t *export, uint64_t position,
    ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_str_t          *tags;
    contentlib_item_t   item;

    if (contentlib_items_load(export->db, position, pool, &item) != NGX_OK
        || contentlib_export_item_tags(export, &item, pool, &tags) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_render_item(export->renderer, &item, tags, pool, json)
        != NGX_OK)
    {
        return contentlib_db_no_memory(export->db);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_export_item_tags(contentlib_export_t *export,
    const contentlib_item_t *item, ngx_pool_t *pool, ngx_str_t **json)
{
    uint64_t    *positions;
    ngx_uint_t   i;

    *json = ngx_palloc(pool, item->tags.nelts * sizeof(ngx_str_t) + 1);

    if (*json == NULL) {
        return contentlib_db_no_memory(export->db);
    }

    positions = item->tags.elts;

    for (i = 0; i < item->tags.nelts; i++) {

        if (contentlib_export_tags_get(&export->tags, positions[i], pool,
                                       &(*json)[i])
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_export_collection(contentlib_export_t *export, uint64_t position,
    ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_str_t                preview;
    contentlib_collection_t  collection;

    if (contentlib_collections_load(export->db, position, pool, &collection)
        != NGX_OK
        || contentlib_export_item(export, collection.preview, pool, &preview)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_render_collection(&collection, &preview, &export->view,
                                     pool, json)
        != NGX_OK)
    {
        return contentlib_db_no_memory(export->db);
    }

    return NGX_OK;
}


ngx_int_t
contentlib_export_failed(contentlib_db_t *db, const char *name,
    contentlib_message_t *message)
{
    char                          quoted[CONTENTLIB_QUOTE_SIZE];
    const char                   *text;
    const contentlib_db_error_t  *error;

    error = contentlib_db_error(db);
    text = (error->failure == CONTENTLIB_DB_NO_ERROR) ? "a row is missing"
                                                      : error->text;

    return contentlib_message_set(message, "contentlib: cannot read \"%s\": "
                                  "%s",
                                  contentlib_message_quote(quoted,
                                                    (const u_char *) name,
                                                    ngx_strlen(name)),
                                  text);
}
