
/*
 * Copyright (C) contentlib authors
 *
 * Searches, and writes what was found in the form in which it is cached.
 */


#include <service/contentlib_task.h>
#include <library/contentlib_matches.h>


#define CONTENTLIB_TASK_POOL  4096


static void contentlib_task_search(contentlib_task_t *task,
    contentlib_db_t *db);
static void contentlib_task_items(contentlib_task_t *task,
    contentlib_db_t *db);
static void contentlib_task_matches(contentlib_task_t *task,
    contentlib_db_t *db, contentlib_set_t **tiers, ngx_uint_t n);


void
contentlib_task_key(contentlib_task_t *task)
{
    ngx_md5_t         md5;
    ngx_uint_t        i;
    const ngx_str_t  *value;

    ngx_md5_init(&md5);
    ngx_md5_update(&md5, &task->list, sizeof(contentlib_list_e));

    for (i = 0; i < CONTENTLIB_VALUES; i++) {
        value = &task->values[i];

        ngx_md5_update(&md5, &value->len, sizeof(size_t));

        if (value->len != 0) {
            ngx_md5_update(&md5, value->data, value->len);
        }
    }

    ngx_md5_final(task->key.digest, &md5);
    task->key.kind = CONTENTLIB_CACHE_MATCHES;
    task->key.generation = task->generation->number;
}


void
contentlib_task_run(contentlib_task_t *task, contentlib_db_t *db)
{
    contentlib_db_clear_error(db);
    db->deadline = task->deadline;

    task->pool = ngx_create_pool(CONTENTLIB_TASK_POOL, task->generation->log);

    if (task->pool != NULL) {
        contentlib_task_search(task, db);

    } else {
        (void) contentlib_db_no_memory(db);
    }

    task->error = db->error;

    __atomic_store_n(&task->finished, 1, __ATOMIC_RELEASE);
}


static void
contentlib_task_search(contentlib_task_t *task, contentlib_db_t *db)
{
    contentlib_set_t  *tags;

    switch (task->list) {

    case CONTENTLIB_LIST_ITEMS:
        contentlib_task_items(task, db);
        break;

    case CONTENTLIB_LISTS:
        task->suggestions = contentlib_suggestions_find(db,
                                      &task->values[CONTENTLIB_VALUE_TEXT],
                                      task->limit, task->pool);
        break;

    default:
        tags = contentlib_filter_tags(db, &task->values[CONTENTLIB_VALUE_NAME],
                                      task->pool);
        tags = contentlib_records_ranks(db, task->list, task->pool, tags);
        contentlib_task_matches(task, db, &tags, 1);
    }
}


/* the items that a search finds, and of these those that match the filter */

static void
contentlib_task_items(contentlib_task_t *task, contentlib_db_t *db)
{
    ngx_uint_t         i, n;
    const ngx_str_t   *search;
    contentlib_set_t  *items, *tiers[CONTENTLIB_RELEVANCE_TIERS];

    search = &task->values[CONTENTLIB_VALUE_SEARCH];
    items = contentlib_filter_items(db, task->values, task->pool);

    if (contentlib_db_failed(db) || search->len == 0
        || (items != NULL && contentlib_set_is_empty(items)))
    {
        contentlib_task_matches(task, db, &items, 1);
        return;
    }

    n = contentlib_relevance_find(db, search, task->pool, tiers);

    if (contentlib_db_failed(db)) {
        return;
    }

    for (i = 0; i < n && items != NULL; i++) {
        contentlib_set_intersect(tiers[i], items);
    }

    contentlib_task_matches(task, db, tiers, n);
}


static void
contentlib_task_matches(contentlib_task_t *task, contentlib_db_t *db,
    contentlib_set_t **tiers, ngx_uint_t n)
{
    u_char                *p;
    size_t                 size;
    ngx_uint_t             i;
    contentlib_matches_t  *matches;

    if (contentlib_db_failed(db)) {
        return;
    }

    size = 0;

    for (i = 0; i < n; i++) {
        size += contentlib_matches_size(tiers[i]);
    }

    p = ngx_palloc(task->pool, size);
    if (p == NULL) {
        (void) contentlib_db_no_memory(db);
        return;
    }

    task->matches.data = p;
    task->matches.len = size;

    for (i = 0; i < n; i++) {
        matches = (contentlib_matches_t *) (void *) p;

        contentlib_matches_write(matches, tiers[i]);
        p = (u_char *) contentlib_matches_end(matches);
    }
}


/* the cache has no suggestions */

void
contentlib_task_store(contentlib_task_t *task)
{
    contentlib_generation_t  *generation;

    static const ngx_str_t  none = ngx_string("");

    if (task->error.failure != CONTENTLIB_NO_ERROR) {
        return;
    }

    generation = task->generation;

    contentlib_metrics_add(generation->metrics, searches, 0, 1);

    if (task->suggestions == NULL) {
        contentlib_cache_store(generation->cache, &task->key, &none,
                               &task->matches);
    }
}


void
contentlib_task_free(contentlib_task_t *task)
{
    ngx_destroy_pool(task->pool);
    task->pool = NULL;
}
