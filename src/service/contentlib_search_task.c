
/*
 * Copyright (C) contentlib authors
 *
 * Copies the values of a search, runs it on the connection of the thread, and
 * stores the matches in the cache.
 */


#include <service/contentlib_search_task.h>
#include <library/contentlib_matches.h>


static ngx_int_t contentlib_search_task_copy(ngx_pool_t *pool,
    ngx_str_t *text);


void
contentlib_search_task_key(const contentlib_search_args_t *args,
    contentlib_cache_key_t *key)
{
    uint64_t    number;
    ngx_md5_t   md5;
    ngx_uint_t  i;

    const ngx_str_t *const  values[] = {
        &args->filter.text, &args->filter.tag, &args->filter.tag_slug,
        &args->filter.tag_partial, &args->filter.collection,
        &args->filter.content_type, &args->text
    };

    ngx_md5_init(&md5);

    number = args->list;
    ngx_md5_update(&md5, &number, sizeof(uint64_t));

    number = args->limit;
    ngx_md5_update(&md5, &number, sizeof(uint64_t));

    number = args->order;
    ngx_md5_update(&md5, &number, sizeof(uint64_t));

    for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {

        number = values[i]->len;
        ngx_md5_update(&md5, &number, sizeof(uint64_t));
        ngx_md5_update(&md5, values[i]->data, values[i]->len);
    }

    ngx_md5_final(key->digest, &md5);
    key->kind = CONTENTLIB_CACHE_MATCHES;
}


contentlib_search_task_t *
contentlib_search_task_create(contentlib_generation_t *generation,
    const contentlib_search_args_t *args, const contentlib_cache_key_t *key)
{
    ngx_pool_t                *pool;
    contentlib_search_task_t  *task;

    pool = ngx_create_pool(CONTENTLIB_SEARCH_TASK_POOL, generation->log);
    if (pool == NULL) {
        return NULL;
    }

    task = ngx_pcalloc(pool, sizeof(contentlib_search_task_t));

    if (task == NULL) {
        ngx_destroy_pool(pool);
        return NULL;
    }

    task->pool = pool;
    task->key = *key;
    task->args = *args;

    if (contentlib_search_task_copy(pool, &task->args.filter.text) != NGX_OK
        || contentlib_search_task_copy(pool, &task->args.filter.tag)
           != NGX_OK
        || contentlib_search_task_copy(pool, &task->args.filter.tag_slug)
           != NGX_OK
        || contentlib_search_task_copy(pool, &task->args.filter.tag_partial)
           != NGX_OK
        || contentlib_search_task_copy(pool, &task->args.filter.collection)
           != NGX_OK
        || contentlib_search_task_copy(pool, &task->args.filter.content_type)
           != NGX_OK
        || contentlib_search_task_copy(pool, &task->args.text) != NGX_OK)
    {
        ngx_destroy_pool(pool);
        return NULL;
    }

    ngx_queue_init(&task->waiters);

    task->generation = generation;
    contentlib_generation_hold(generation);

    return task;
}


static ngx_int_t
contentlib_search_task_copy(ngx_pool_t *pool, ngx_str_t *text)
{
    u_char  *copy;

    if (text->len == 0) {
        return NGX_OK;
    }

    copy = ngx_pnalloc(pool, text->len);
    if (copy == NULL) {
        return NGX_ERROR;
    }

    ngx_memcpy(copy, text->data, text->len);
    text->data = copy;

    return NGX_OK;
}


void
contentlib_search_task_destroy(contentlib_search_task_t *task)
{
    contentlib_generation_release(task->generation);
    ngx_destroy_pool(task->pool);
}


void
contentlib_search_task_run(contentlib_search_task_t *task)
{
    ngx_int_t         rc;
    contentlib_db_t  *db;

    db = task->generation->search_db;

    contentlib_db_clear_error(db);
    contentlib_db_cancel(db, &task->cancelled, task->terminated);

    rc = contentlib_search_task_search(db, &task->args, task->pool,
                                        &task->result);

    contentlib_db_cancel(db, NULL, NULL);

    if (rc != NGX_OK) {
        task->error = *contentlib_db_error(db);
    }
}


ngx_int_t
contentlib_search_task_search(contentlib_db_t *db,
    const contentlib_search_args_t *args, ngx_pool_t *pool,
    contentlib_search_result_t *result)
{
    result->set = NULL;
    result->suggestions = NULL;

    switch (args->list) {

    case CONTENTLIB_LIST_ITEMS:
        return contentlib_filter_items(db, &args->filter, pool, &result->set);

    case CONTENTLIB_LIST_TAGS:
        if (contentlib_filter_tags(db, &args->text, pool, &result->set)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        return contentlib_tag_order_places(db, args->order, pool,
                                           &result->set);

    default:
        return contentlib_suggestions_find(db, &args->text, args->limit, pool,
                                           &result->suggestions);
    }
}


void
contentlib_search_task_store(contentlib_generation_t *generation,
    const contentlib_cache_key_t *key,
    const contentlib_search_result_t *result)
{
    ngx_str_t            value;
    contentlib_entry_t  *entry;

    if (result->set == NULL) {
        return;
    }

    entry = contentlib_cache_allocate(generation->cache, key,
                                      contentlib_matches_size(result->set));
    if (entry == NULL) {
        return;
    }

    value = contentlib_entry_value(entry);

    contentlib_matches_write((contentlib_matches_t *) (void *) value.data,
                             result->set);

    contentlib_cache_store(generation->cache, entry);
    contentlib_entry_release(entry);
}
