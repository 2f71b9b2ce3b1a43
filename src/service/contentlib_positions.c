
/*
 * Copyright (C) contentlib authors
 *
 * Positions from a range, or from the matches of a filter, which come from the
 * cache or from a search.
 */


#include <service/contentlib_positions.h>
#include <library/contentlib_matches.h>


static ngx_int_t contentlib_positions_range(contentlib_query_t *query);
static ngx_int_t contentlib_positions_search(contentlib_query_t *query);
static ngx_int_t contentlib_positions_found(contentlib_query_t *query);
static ngx_int_t contentlib_positions_page(contentlib_query_t *query,
    const ngx_str_t *found);
static uint64_t contentlib_positions_count(const ngx_str_t *found);
static ngx_int_t contentlib_positions_allocate(contentlib_query_t *query,
    uint64_t count);


ngx_int_t
contentlib_positions_find(contentlib_query_t *query)
{
    contentlib_search_args_t    *search;
    const contentlib_request_t  *request;

    if (query->waiter.task != NULL) {
        return contentlib_positions_found(query);
    }

    search = &query->search;
    request = query->request;

    search->list = query->endpoint->list;
    ngx_memcpy(search->values, request->values, sizeof(search->values));

    if (search->list == CONTENTLIB_LISTS) {
        search->limit = (ngx_uint_t) request->limit;
        return contentlib_positions_search(query);
    }

    if (search->list == CONTENTLIB_LIST_TAGS) {
        search->order = contentlib_tag_order_find(
                            contentlib_args_value(&request->args, "ordering"));
    }

    return request->filtered ? contentlib_positions_search(query)
                             : contentlib_positions_range(query);
}


/* of a list without filters */

static ngx_int_t
contentlib_positions_range(contentlib_query_t *query)
{
    uint64_t    count, offset;
    ngx_uint_t  i;

    count = contentlib_records_count(query->db, query->endpoint->list);

    if (contentlib_positions_allocate(query, count) != NGX_OK) {
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
contentlib_positions_search(contentlib_query_t *query)
{
    ngx_int_t                rc;
    ngx_str_t                value;
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    contentlib_search_task_key(&query->search, &key);

    entry = (query->search.list != CONTENTLIB_LISTS)
            ? contentlib_cache_fetch(query->cache, &key) : NULL;

    if (entry != NULL) {
        value = contentlib_entry_value(entry);
        rc = contentlib_positions_page(query, &value);
        contentlib_entry_release(entry);

        return rc;
    }

    rc = contentlib_search_queue_run(query->input->queue, query->generation,
                                     &query->search, &key, &query->waiter);

    if (rc == NGX_DECLINED) {
        return contentlib_db_busy(query->db, "too many searches are waiting");
    }

    return rc == NGX_OK ? contentlib_positions_found(query) : rc;
}


/* the page of all tiers, one after the other */

static ngx_int_t
contentlib_positions_page(contentlib_query_t *query, const ngx_str_t *found)
{
    uint64_t                     count, offset;
    uint64_t                    *to;
    ngx_uint_t                   n, room;
    const contentlib_matches_t  *tier;

    count = contentlib_positions_count(found);

    if (contentlib_positions_allocate(query, count) != NGX_OK) {
        return NGX_ERROR;
    }

    offset = ngx_min(query->request->offset, count);
    room = query->n;
    to = query->positions;

    for (tier = (const void *) found->data;
         room > 0;
         tier = contentlib_matches_end(tier))
    {
        count = contentlib_matches_count(tier);

        if (offset >= count) {
            offset -= count;
            continue;
        }

        n = (ngx_uint_t) ngx_min((uint64_t) room, count - offset);

        /* the list of items begins with the highest position */

        if (query->search.list == CONTENTLIB_LIST_ITEMS) {
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
contentlib_positions_count(const ngx_str_t *found)
{
    uint64_t                     count;
    const contentlib_matches_t  *tier, *end;

    tier = (const void *) found->data;
    end = (const void *) (found->data + found->len);

    for (count = 0; tier < end; tier = contentlib_matches_end(tier)) {
        count += contentlib_matches_count(tier);
    }

    return count;
}


/* woken by the task, or because of the deadline */

static ngx_int_t
contentlib_positions_found(contentlib_query_t *query)
{
    ngx_int_t                  rc;
    contentlib_search_task_t  *task;

    task = query->waiter.task;

    if (!task->done) {
        return contentlib_db_on_time(query->db) == NGX_OK ? NGX_AGAIN
                                                          : NGX_ERROR;
    }

    if (task->error.failure != CONTENTLIB_NO_ERROR) {
        rc = contentlib_db_repeat(query->db, &task->error);

    } else if (task->suggestions == NULL) {
        rc = contentlib_positions_page(query, &task->matches);

    } else {
        query->n = task->suggestions->nelts;

        rc = contentlib_body_suggestions(task->suggestions->elts, query->n,
                                         query->pool, &query->suggestions);
    }

    contentlib_search_queue_leave(query->input->queue, &query->waiter);

    return rc;
}


/* with the number of matches known, the size of the page is */

static ngx_int_t
contentlib_positions_allocate(contentlib_query_t *query, uint64_t count)
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
