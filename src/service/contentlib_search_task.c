
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
static ngx_int_t contentlib_search_task_find(contentlib_db_t *db,
    const contentlib_search_args_t *args, ngx_pool_t *pool,
    contentlib_search_result_t *result);
static ngx_int_t contentlib_search_task_items(contentlib_db_t *db,
    const contentlib_search_args_t *args, ngx_pool_t *pool,
    contentlib_search_result_t *result);


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
    ngx_uint_t  i;

    ngx_memzero(result, sizeof(contentlib_search_result_t));

    if (contentlib_search_task_find(db, args, pool, result) != NGX_OK) {
        return NGX_ERROR;
    }

    /* here in the thread, and not on the event loop for each waiter */

    for (i = 0; i < result->n; i++) {
        result->count[i] = contentlib_set_count(result->tiers[i]);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_search_task_find(contentlib_db_t *db,
    const contentlib_search_args_t *args, ngx_pool_t *pool,
    contentlib_search_result_t *result)
{
    switch (args->list) {

    case CONTENTLIB_LIST_ITEMS:
        return contentlib_search_task_items(db, args, pool, result);

    case CONTENTLIB_LIST_TAGS:
        result->n = 1;

        if (contentlib_filter_tags(db, &args->text, pool, &result->tiers[0])
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        return contentlib_tag_order_places(db, args->order, pool,
                                           &result->tiers[0]);

    default:
        return contentlib_suggestions_find(db, &args->text, args->limit, pool,
                                           &result->suggestions);
    }
}


/* the items that a search finds, and of these those that match the filter */

static ngx_int_t
contentlib_search_task_items(contentlib_db_t *db,
    const contentlib_search_args_t *args, ngx_pool_t *pool,
    contentlib_search_result_t *result)
{
    ngx_uint_t         i;
    contentlib_set_t  *items;

    items = NULL;

    if (contentlib_filter_given(&args->filter)
        && contentlib_filter_items(db, &args->filter, pool, &items) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (args->text.len == 0
        || (items != NULL && contentlib_set_is_empty(items)))
    {
        result->n = 1;
        result->tiers[0] = items;
        return NGX_OK;
    }

    if (contentlib_relevance_find(db, &args->text, pool, result->tiers)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    result->n = CONTENTLIB_RELEVANCE_TIERS;

    for (i = 0; i < result->n && items != NULL; i++) {
        contentlib_set_intersect(result->tiers[i], items);
    }

    return NGX_OK;
}


void
contentlib_search_task_store(contentlib_generation_t *generation,
    const contentlib_cache_key_t *key,
    const contentlib_search_result_t *result)
{
    u_char                *p;
    size_t                 size;
    ngx_uint_t             i;
    contentlib_entry_t    *entry;
    contentlib_matches_t  *matches;

    if (result->n == 0) {
        return;
    }

    size = 0;

    for (i = 0; i < result->n; i++) {
        size += contentlib_matches_size(result->tiers[i], result->count[i]);
    }

    entry = contentlib_cache_allocate(generation->cache, key, size);

    if (entry == NULL) {
        return;
    }

    p = contentlib_entry_value(entry).data;

    for (i = 0; i < result->n; i++) {
        matches = (contentlib_matches_t *) (void *) p;

        contentlib_matches_write(matches, result->tiers[i], result->count[i]);
        p = (u_char *) (uintptr_t) contentlib_matches_end(matches);
    }

    contentlib_cache_store(generation->cache, entry);
    contentlib_entry_release(entry);
}
