
/*
 * Copyright (C) contentlib authors
 *
 * Positions are a range, or come from the matches of a filter, which are in the
 * cache or found by a search.
 *
 * Records are read while json-c makes the text of the body, and are written
 * into the text.  Its length is known only after the last record, so when it
 * grows, room is made for all records of the size of those so far and an eighth
 * more.
 */


#include <service/contentlib_query.h>
#include <library/contentlib_marks.h>
#include <library/contentlib_matches.h>
#include <service/contentlib_answer.h>


#define CONTENTLIB_PAGE_LARGEST  (16 * 1024 * 1024)     /* bytes */
#define CONTENTLIB_PAGE_RECORD   2048       /* room for the first one */


typedef struct {
    contentlib_query_t       *query;
    contentlib_output_t       output;
    ngx_uint_t                n;            /* of records so far */
    ngx_int_t                 rc;           /* of reading them */
    uint64_t                  began;        /* microseconds */
} contentlib_page_t;


static contentlib_list_e contentlib_page_tags(const ngx_str_t *order);
static ngx_int_t contentlib_page_range(contentlib_query_t *query);
static ngx_int_t contentlib_page_search(contentlib_query_t *query);
static ngx_int_t contentlib_page_start(contentlib_query_t *query);
static ngx_int_t contentlib_page_found(contentlib_query_t *query);
static ngx_int_t contentlib_page_slice(contentlib_query_t *query,
    const ngx_str_t *found);
static uint64_t contentlib_page_count(const ngx_str_t *found);
static ngx_int_t contentlib_page_allocate(contentlib_query_t *query,
    uint64_t count);
static ngx_int_t contentlib_page_begin(contentlib_page_t *page,
    contentlib_query_t *query);
static ngx_int_t contentlib_page_end(contentlib_page_t *page,
    ngx_str_t *body);
static ngx_int_t contentlib_page_read(void *data);
static ngx_int_t contentlib_page_room(contentlib_output_t *output,
    size_t size);
static ngx_int_t contentlib_page_added(contentlib_output_t *output);
static ngx_int_t contentlib_page_links(contentlib_query_t *query,
    ngx_str_t *next, ngx_str_t *previous);


ngx_int_t
contentlib_page_find(contentlib_query_t *query)
{
    contentlib_task_t           *task;
    const contentlib_request_t  *request;

    task = &query->task;
    request = query->request;

    if (contentlib_task_finished(task)) {
        return contentlib_page_found(query);
    }

    task->list = query->endpoint->list;
    task->values = request->values;
    task->generation = query->generation;
    task->deadline = query->input->deadline;

    if (task->list == CONTENTLIB_LISTS) {
        task->limit = (ngx_uint_t) request->limit;
        return contentlib_page_search(query);
    }

    if (task->list == CONTENTLIB_LIST_TAGS) {
        task->list = contentlib_page_tags(
                            contentlib_args_value(&request->args, "ordering"));
    }

    return request->filtered ? contentlib_page_search(query)
                             : contentlib_page_range(query);
}


static contentlib_list_e
contentlib_page_tags(const ngx_str_t *order)
{
    if (order != NULL && contentlib_args_equal(order, "name")) {
        return CONTENTLIB_LIST_TAGS_BY_NAME;
    }

    if (order != NULL && contentlib_args_equal(order, "-items")) {
        return CONTENTLIB_LIST_TAGS_BY_ITEMS;
    }

    return CONTENTLIB_LIST_TAGS;
}


/* of a list without filters */

static ngx_int_t
contentlib_page_range(contentlib_query_t *query)
{
    uint64_t    count, offset;
    ngx_uint_t  i;

    count = contentlib_records_count(query->db, query->endpoint->list);

    if (contentlib_page_allocate(query, count) != NGX_OK) {
        return NGX_ERROR;
    }

    offset = ngx_min(query->request->offset, count);

    for (i = 0; i < query->n; i++) {
        query->positions[i] = (query->endpoint->list == CONTENTLIB_LIST_ITEMS)
                              ? count - 1 - offset - i : offset + i;
    }

    return NGX_OK;
}


/* the cache has no suggestions */

static ngx_int_t
contentlib_page_search(contentlib_query_t *query)
{
    ngx_int_t            rc;
    ngx_str_t            value;
    contentlib_task_t   *task;
    contentlib_entry_t  *entry;

    task = &query->task;

    contentlib_task_key(task);

    entry = (task->list != CONTENTLIB_LISTS)
            ? contentlib_cache_fetch(query->cache, &task->key) : NULL;

    if (entry != NULL) {
        value = contentlib_entry_value(entry);
        rc = contentlib_page_slice(query, &value);
        contentlib_entry_release(entry);

        return rc;
    }

    rc = contentlib_page_start(query);

    switch (rc) {

    case NGX_OK:
        return contentlib_page_found(query);

    case NGX_AGAIN:
        return NGX_AGAIN;

    case NGX_BUSY:
        return contentlib_db_busy(query->db, "too many searches are waiting");

    default:
        return contentlib_db_busy(query->db, "the thread pool is full");
    }
}


/*
 * What is found by few whole keys takes less time than to wait for the thread,
 * and does not wait behind searches or share their limit.
 */

static ngx_int_t
contentlib_page_start(contentlib_query_t *query)
{
    uint64_t            began;
    ngx_int_t           rc;
    contentlib_task_t  *task;

    task = &query->task;
    rc = NGX_DECLINED;

    if (query->input->search != NULL
        && (task->list != CONTENTLIB_LIST_ITEMS
            || !contentlib_filter_by_keys(query->db, task->values)))
    {
        rc = query->input->search(query->input->data, task);
    }

    if (rc != NGX_DECLINED) {
        return rc;
    }

    began = contentlib_db_clock();

    contentlib_task_run(task, query->db);
    contentlib_task_store(task);

    contentlib_metrics_time(query->generation->metrics, sqlite_seconds,
                            contentlib_db_clock() - began);

    return NGX_OK;
}


/* the page of all tiers, one after the other */

static ngx_int_t
contentlib_page_slice(contentlib_query_t *query, const ngx_str_t *found)
{
    uint64_t                     count, offset;
    uint64_t                    *to;
    ngx_uint_t                   n, room;
    const contentlib_matches_t  *tier;

    count = contentlib_page_count(found);

    if (contentlib_page_allocate(query, count) != NGX_OK) {
        return NGX_ERROR;
    }

    offset = ngx_min(query->request->offset, count);
    room = query->n;
    to = query->positions;

    for (tier = (const void *) found->data;
         room > 0;
         tier = contentlib_matches_end(tier))
    {
        count = tier->count;

        if (offset >= count) {
            offset -= count;
            continue;
        }

        n = (ngx_uint_t) ngx_min((uint64_t) room, count - offset);

        /* the list of items begins with the highest position */

        if (query->task.list == CONTENTLIB_LIST_ITEMS) {
            contentlib_matches_slice(tier, count - offset - n, (ngx_int_t) n,
                                     to + n - 1, -1);

        } else {
            contentlib_matches_slice(tier, offset, (ngx_int_t) n, to, 1);
        }

        to += n;
        room -= n;
        offset = 0;
    }

    return NGX_OK;
}


static uint64_t
contentlib_page_count(const ngx_str_t *found)
{
    uint64_t                     count;
    const contentlib_matches_t  *tier, *end;

    tier = (const void *) found->data;
    end = (const void *) (found->data + found->len);

    for (count = 0; tier < end; tier = contentlib_matches_end(tier)) {
        count += tier->count;
    }

    return count;
}


/* the search has finished */

static ngx_int_t
contentlib_page_found(contentlib_query_t *query)
{
    ngx_int_t           rc;
    contentlib_task_t  *task;

    task = &query->task;

    if (task->error.failure != CONTENTLIB_NO_ERROR) {
        query->db->error = task->error;
        return NGX_ERROR;
    }

    if (task->suggestions != NULL) {
        query->n = task->suggestions->nelts;
        return NGX_OK;
    }

    rc = contentlib_page_slice(query, &task->matches);

    contentlib_task_free(task);

    return rc;
}


/* with the number of matches known, the size of the page is */

static ngx_int_t
contentlib_page_allocate(contentlib_query_t *query, uint64_t count)
{
    uint64_t  limit, offset;

    limit = query->request->limit;
    offset = ngx_min(query->request->offset, count);

    query->count = count;
    query->n = (ngx_uint_t) ngx_min(limit, count - offset);

    query->positions = ngx_palloc(query->pool,
                                  (query->n + 1) * sizeof(uint64_t));

    return query->positions ? NGX_OK : contentlib_db_no_memory(query->db);
}


ngx_int_t
contentlib_page_list(contentlib_query_t *query, ngx_str_t *body)
{
    ngx_str_t                next, previous;
    const ngx_str_t         *counts;
    contentlib_json_t       *json;
    contentlib_page_t        page;
    contentlib_json_node_t  *root;

    json = &query->json;

    if (contentlib_page_links(query, &next, &previous) != NGX_OK
        || contentlib_page_begin(&page, query) != NGX_OK)
    {
        return contentlib_db_no_memory(query->db);
    }

    counts = contentlib_args_value(&query->request->args, "counts");

    page.output.counts = query->endpoint->list == CONTENTLIB_LIST_TAGS
                         && counts != NULL
                         && contentlib_args_equal(counts, "items");

    root = contentlib_json_begin_object(json, query->pool);

    contentlib_json_integer(json, root, "count", (int64_t) query->count);
    contentlib_json_string(json, root, "next", next.data ? &next : NULL);
    contentlib_json_string(json, root, "previous",
                           previous.data ? &previous : NULL);
    contentlib_json_write(json, contentlib_json_array(json, root, "results"),
                          contentlib_page_read, &page);

    return contentlib_page_end(&page, body);
}


/* an array with one value, without its brackets */

ngx_int_t
contentlib_page_record(contentlib_query_t *query, ngx_str_t *body)
{
    ngx_int_t           rc;
    contentlib_json_t  *json;
    contentlib_page_t   page;

    query->n = 1;

    if (contentlib_page_begin(&page, query) != NGX_OK) {
        return contentlib_db_no_memory(query->db);
    }

    json = &query->json;

    contentlib_json_write(json, contentlib_json_begin_array(json, query->pool),
                          contentlib_page_read, &page);

    rc = contentlib_page_end(&page, body);

    if (rc == NGX_OK) {
        body->data++;
        body->len -= 2;
    }

    return rc;
}


ngx_int_t
contentlib_page_suggestions(contentlib_query_t *query, ngx_str_t *body)
{
    ngx_uint_t                i;
    contentlib_json_t        *json;
    contentlib_json_node_t   *root, *entry;
    contentlib_suggestion_t  *suggestion;

    static const char *const  types[] = { "collection", "tag" };

    json = &query->json;
    suggestion = query->task.suggestions->elts;

    root = contentlib_json_begin_array(json, query->pool);

    for (i = 0; i < query->n; i++) {
        entry = contentlib_json_object(json, root, NULL);

        contentlib_json_literal(json, entry, "type",
                                types[suggestion[i].type]);
        contentlib_json_string(json, entry, "text", &suggestion[i].text);

        if (suggestion[i].slug.data != NULL) {
            contentlib_json_string(json, entry, "slug", &suggestion[i].slug);
        }
    }

    return contentlib_json_end(json, body);
}


static ngx_int_t
contentlib_page_begin(contentlib_page_t *page, contentlib_query_t *query)
{
    ngx_str_t                *text;
    ngx_uint_t                kind;
    const contentlib_view_t  *view;

    ngx_memzero(page, sizeof(contentlib_page_t));

    page->query = query;
    page->began = contentlib_db_clock();
    page->output.room = contentlib_page_room;
    page->output.end = contentlib_page_added;
    page->output.data = page;

    text = page->output.insertions.text;
    view = &query->view;

    text[CONTENTLIB_MARK_BASE] = view->base;
    text[CONTENTLIB_MARK_FORMAT] = view->format;
    text[CONTENTLIB_MARK_MEDIA] = view->media_url;
    text[CONTENTLIB_MARK_PARTNER] = view->partner;

    for (kind = CONTENTLIB_MARK_BASE; kind < CONTENTLIB_MARK_QUOTE; kind++) {
        if (contentlib_json_escape(&text[kind], query->pool, &text[kind])
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    if (view->numbers_as_strings) {
        ngx_str_set(&text[CONTENTLIB_MARK_QUOTE], "\"");
    }

    return NGX_OK;
}


/* an error of reading is in the connection; without one there is no memory */

static ngx_int_t
contentlib_page_end(contentlib_page_t *page, ngx_str_t *body)
{
    ngx_int_t              rc;
    contentlib_query_t    *query;
    contentlib_metrics_t  *metrics;

    query = page->query;
    metrics = query->generation->metrics;

    rc = contentlib_json_end(&query->json, body);

    contentlib_metrics_time(metrics, sqlite_seconds,
                            contentlib_db_clock() - page->began);

    if (page->rc != NGX_OK) {
        return page->rc;
    }

    if (rc != NGX_OK) {
        return contentlib_db_no_memory(query->db);
    }

    contentlib_metrics_add(metrics, rendered, query->endpoint->list, page->n);

    return NGX_OK;
}


/* a record by its key has no position; one that the client has, no body */

static ngx_int_t
contentlib_page_read(void *data)
{
    contentlib_page_t *page = data;

    contentlib_query_t   *query;
    contentlib_output_t  *output;

    query = page->query;
    output = query->answer->not_modified ? NULL : &page->output;

    page->rc = query->positions
               ? contentlib_records_read(query->db, query->task.list,
                                         query->positions, query->n, output)
               : contentlib_records_read_one(query->db, query->endpoint->list,
                                             &query->request->route.key,
                                             output);

    if (page->rc == NGX_OK && page->n > 0) {

        /* without the comma behind the last record */

        contentlib_json_written(&query->json, output->p - 1);
    }

    return page->rc;
}


static ngx_int_t
contentlib_page_room(contentlib_output_t *output, size_t size)
{
    size_t               more;
    contentlib_page_t   *page;
    contentlib_json_t   *json;
    contentlib_query_t  *query;

    page = output->data;
    query = page->query;
    json = &query->json;

    /* the first time there is no room yet */

    if (output->p != NULL) {
        contentlib_json_written(json, output->p);
    }

    if (json->length + size > CONTENTLIB_PAGE_LARGEST) {
        return contentlib_db_busy(query->db, "a page is larger than 16 MiB, "
                                  "see \"contentlib_max_page_size\"");
    }

    more = page->n ? json->length / page->n * (query->n - page->n)
                   : ngx_max(json->length, CONTENTLIB_PAGE_RECORD);
    more = ngx_min(more + more / 8, CONTENTLIB_PAGE_LARGEST - json->length);

    output->p = contentlib_json_room(json, size, more, &output->last);

    return output->p ? NGX_OK : contentlib_db_no_memory(query->db);
}


static ngx_int_t
contentlib_page_added(contentlib_output_t *output)
{
    contentlib_page_t *page = output->data;

    page->n++;

    if (contentlib_output_room(output, 1) != NGX_OK) {
        return NGX_ERROR;
    }

    *output->p++ = ',';

    return NGX_OK;
}


/* the data of a link that is absent is NULL; no sum overflows 2^64 */

static ngx_int_t
contentlib_page_links(contentlib_query_t *query, ngx_str_t *next,
    ngx_str_t *previous)
{
    uint64_t                     limit, offset;
    const contentlib_request_t  *request;

    request = query->request;
    limit = request->limit;
    offset = request->offset;

    ngx_str_null(next);
    ngx_str_null(previous);

    if (offset + limit < query->count
        && contentlib_links_page(&query->view, request->route.list,
                                 &request->args, limit, offset + limit,
                                 query->pool, next)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (offset == 0) {
        return NGX_OK;
    }

    return contentlib_links_page(&query->view, request->route.list,
                                 &request->args, limit,
                                 offset > limit ? offset - limit : 0,
                                 query->pool, previous);
}
