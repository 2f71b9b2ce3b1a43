
/*
 * Copyright (C) contentlib authors
 *
 * Positions from a range, or from the matches of a filter, which come from the
 * cache or from a search.
 */


#include <service/contentlib_positions.h>
#include <library/contentlib_matches.h>


static ngx_int_t contentlib_positions_filtered(contentlib_query_t *query);
static ngx_int_t contentlib_positions_search(contentlib_query_t *query,
    const contentlib_cache_key_t *key);
static ngx_int_t contentlib_positions_take(void *data,
    const contentlib_search_result_t *result);
static ngx_int_t contentlib_positions_waited(contentlib_query_t *query);
static ngx_int_t contentlib_positions_page(contentlib_query_t *query,
    const ngx_str_t *found);
static uint64_t contentlib_positions_count(const ngx_str_t *found);
static ngx_int_t contentlib_positions_allocate(contentlib_query_t *query,
    uint64_t count);
static void contentlib_positions_reverse(uint64_t *positions, ngx_uint_t n);


ngx_int_t
contentlib_positions_items(contentlib_query_t *query)
{
    contentlib_filter_t  *filter;

    filter = &query->search.filter;

    filter->text = query->request->text;
    filter->tag = query->request->tag;
    filter->tag_slug = query->request->tag_slug;
    filter->tag_partial = query->request->tag_partial;
    filter->collection = query->request->collection;
    filter->content_type = query->request->content_type;

    query->search.text = query->request->search;

    return query->request->filtered
           ? contentlib_positions_filtered(query)
           : contentlib_positions_range(query);
}


ngx_int_t
contentlib_positions_tags(contentlib_query_t *query)
{
    contentlib_search_args_t  *search;

    search = &query->search;

    search->text = query->request->name;
    search->order = contentlib_tag_order_find(&query->request->ordering);

    return search->text.len != 0 ? contentlib_positions_filtered(query)
                                 : contentlib_positions_range(query);
}


ngx_int_t
contentlib_positions_range(contentlib_query_t *query)
{
    uint64_t    count, offset;
    ngx_uint_t  i;

    count = contentlib_records_count(query->db, query->endpoint->list);

    if (contentlib_positions_allocate(query, count) != NGX_OK) {
        return contentlib_db_no_memory(query->db);
    }

    offset = ngx_min(query->request->offset, count);

    for (i = 0; i < query->n; i++) {
        query->positions[i] = (query->endpoint->list == CONTENTLIB_LIST_ITEMS)
                              ? count - 1 - offset - i : offset + i;
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_positions_filtered(contentlib_query_t *query)
{
    ngx_int_t                rc;
    ngx_str_t                value;
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    if (query->waiting) {
        return contentlib_positions_waited(query);
    }

    query->search.list = query->endpoint->list;
    contentlib_search_task_key(&query->search, &key);

    entry = contentlib_cache_fetch(query->cache, &key);

    if (entry == NULL) {
        return contentlib_positions_search(query, &key);
    }

    value = contentlib_entry_value(entry);

    rc = contentlib_positions_page(query, &value) == NGX_OK
         ? NGX_OK : contentlib_db_no_memory(query->db);

    contentlib_entry_release(entry);

    return rc;
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
            contentlib_matches_slice(tier, count - offset - n, to, n);
            contentlib_positions_reverse(to, n);

        } else {
            contentlib_matches_slice(tier, offset, to, n);
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


ngx_int_t
contentlib_positions_suggestions(contentlib_query_t *query)
{
    contentlib_cache_key_t  key;

    if (query->waiting) {
        return contentlib_positions_waited(query);
    }

    query->search.list = query->endpoint->list;
    query->search.text = query->request->text;
    query->search.limit = (ngx_uint_t) query->request->limit;

    contentlib_search_task_key(&query->search, &key);

    return contentlib_positions_search(query, &key);
}


static ngx_int_t
contentlib_positions_take(void *data, const contentlib_search_result_t *result)
{
    contentlib_query_t *query = data;

    if (result->suggestions == NULL) {
        return contentlib_positions_page(query, &result->matches);
    }

    query->n = result->suggestions->nelts;

    return contentlib_body_suggestions(result->suggestions->elts, query->n,
                                       query->pool, &query->suggestions);
}


static ngx_int_t
contentlib_positions_search(contentlib_query_t *query,
    const contentlib_cache_key_t *key)
{
    ngx_int_t  rc;

    query->waiter.take = contentlib_positions_take;

    rc = contentlib_search_queue_run(query->input->queue, query->generation,
                                     &query->search, key, &query->waiter);

    if (rc == NGX_DECLINED) {
        return contentlib_db_busy(query->db, "too many searches are waiting");
    }

    return rc;
}


/* woken by the task, or because of the deadline */

static ngx_int_t
contentlib_positions_waited(contentlib_query_t *query)
{
    if (!query->waiter.done) {
        return contentlib_db_on_time(query->db) == NGX_OK ? NGX_AGAIN
                                                          : NGX_ERROR;
    }

    if (query->waiter.error.failure != CONTENTLIB_DB_NO_ERROR) {
        return contentlib_db_repeat(query->db, &query->waiter.error);
    }

    return NGX_OK;
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

    return query->positions ? NGX_OK : NGX_ERROR;
}


static void
contentlib_positions_reverse(uint64_t *positions, ngx_uint_t n)
{
    uint64_t    position;
    ngx_uint_t  i;

    for (i = 0; i < n / 2; i++) {
        position = positions[i];
        positions[i] = positions[n - 1 - i];
        positions[n - 1 - i] = position;
    }
}
