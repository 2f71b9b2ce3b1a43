
/*
 * Copyright (C) contentlib authors
 *
 * Positions from a range, or from the matches of a filter.
 */


#include <service/contentlib_positions.h>
#include <library/contentlib_matches.h>


static ngx_int_t contentlib_positions_range(contentlib_query_t *query,
    contentlib_list_e list);
static ngx_int_t contentlib_positions_filtered(contentlib_query_t *query,
    contentlib_list_e list);
static ngx_int_t contentlib_positions_search(contentlib_query_t *query,
    const contentlib_cache_key_t *key);
static ngx_int_t contentlib_positions_searched(contentlib_query_t *query,
    contentlib_list_e list);
static void contentlib_positions_key(contentlib_query_t *query,
    contentlib_list_e list, contentlib_cache_key_t *key);
static ngx_int_t contentlib_positions_allocate(contentlib_query_t *query,
    contentlib_list_e list, uint64_t count, uint64_t *first);
static void contentlib_positions_reverse(contentlib_query_t *query,
    contentlib_list_e list);


ngx_int_t
contentlib_positions_items(contentlib_query_t *query)
{
    return contentlib_filter_given(&query->filter)
           ? contentlib_positions_filtered(query, CONTENTLIB_LIST_ITEMS)
           : contentlib_positions_range(query, CONTENTLIB_LIST_ITEMS);
}


ngx_int_t
contentlib_positions_tags(contentlib_query_t *query)
{
    return query->request->name.len != 0
           ? contentlib_positions_filtered(query, CONTENTLIB_LIST_TAGS)
           : contentlib_positions_range(query, CONTENTLIB_LIST_TAGS);
}


ngx_int_t
contentlib_positions_collections(contentlib_query_t *query)
{
    return contentlib_positions_range(query, CONTENTLIB_LIST_COLLECTIONS);
}


/* without a filter a page is a range of positions */

static ngx_int_t
contentlib_positions_range(contentlib_query_t *query, contentlib_list_e list)
{
    uint64_t    first;
    ngx_uint_t  i;

    if (contentlib_positions_allocate(query, list,
                              contentlib_records_count(query->db, list),
                              &first)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    for (i = 0; i < query->n; i++) {
        query->positions[i] = first + i;
    }

    contentlib_positions_reverse(query, list);

    return NGX_OK;
}


static ngx_int_t
contentlib_positions_filtered(contentlib_query_t *query,
    contentlib_list_e list)
{
    uint64_t                     first;
    ngx_int_t                    rc;
    ngx_str_t                    value;
    contentlib_entry_t          *entry;
    contentlib_cache_key_t       key;
    const contentlib_matches_t  *matches;

    if (query->waiter.work != NULL) {
        return contentlib_positions_searched(query, list);
    }

    contentlib_positions_key(query, list, &key);

    entry = contentlib_cache_fetch(query->cache, &key);

    if (entry == NULL) {
        rc = contentlib_positions_search(query, &key);
        return rc == NGX_OK ? contentlib_positions_searched(query, list) : rc;
    }

    value = contentlib_entry_value(entry);
    matches = (const contentlib_matches_t *) (void *) value.data;

    rc = contentlib_positions_allocate(query, list,
                                       contentlib_matches_count(matches),
                                       &first);

    if (rc == NGX_OK) {
        query->n = contentlib_matches_slice(matches, first, query->positions,
                                            query->n);
        contentlib_positions_reverse(query, list);
    }

    contentlib_entry_release(entry);

    return rc;
}


/*
 * The filters of the list only: page, format and arguments that mean nothing
 * to the list change no match.
 */

static void
contentlib_positions_key(contentlib_query_t *query, contentlib_list_e list,
    contentlib_cache_key_t *key)
{
    uint64_t    number;
    ngx_md5_t   md5;
    ngx_uint_t  i;

    const ngx_str_t *const  values[] = {
        &query->filter.text, &query->filter.tag, &query->filter.tag_slug,
        &query->filter.tag_partial, &query->request->name
    };

    ngx_md5_init(&md5);

    number = list;
    ngx_md5_update(&md5, &number, sizeof(uint64_t));

    for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {

        number = values[i]->len;
        ngx_md5_update(&md5, &number, sizeof(uint64_t));
        ngx_md5_update(&md5, values[i]->data, values[i]->len);
    }

    ngx_md5_final(key->digest, &md5);
    key->kind = CONTENTLIB_CACHE_MATCHES;
}


/* NGX_OK if the search is done, NGX_AGAIN if the query waits for it */

static ngx_int_t
contentlib_positions_search(contentlib_query_t *query,
    const contentlib_cache_key_t *key)
{
    ngx_int_t  rc;
    ngx_str_t  name;

    ngx_str_null(&name);

    if (query->request->route.endpoint == CONTENTLIB_TAGS) {
        name = query->request->name;
    }

    rc = contentlib_work_wait(query->input->scheduler, query->generation, key,
                              &query->filter, &name, &query->waiter);

    /* a slice of a search has a deadline of its own */

    contentlib_db_deadline(query->db, query->waiter.deadline);

    if (rc == NGX_DECLINED) {
        return contentlib_db_busy(query->db, "too many searches are running");
    }

    return rc == NGX_ERROR ? contentlib_db_no_memory(query->db) : rc;
}


static ngx_int_t
contentlib_positions_searched(contentlib_query_t *query,
    contentlib_list_e list)
{
    uint64_t                 first;
    ngx_int_t                rc;
    contentlib_db_error_t    error;
    const contentlib_set_t  *set;

    if (!contentlib_work_done(query->waiter.work)) {
        return contentlib_db_on_time(query->db) == NGX_OK ? NGX_AGAIN
                                                          : NGX_ERROR;
    }

    set = contentlib_work_set(query->waiter.work, &error);

    if (set == NULL) {
        return contentlib_db_repeat(query->db, &error);
    }

    rc = contentlib_positions_allocate(query, list,
                                       contentlib_set_count(set), &first);

    if (rc == NGX_OK) {
        query->n = contentlib_set_slice(set, first, query->positions,
                                        query->n);
        contentlib_positions_reverse(query, list);
    }

    /* the set is not needed while the answer is sent */

    contentlib_work_leave(&query->waiter);

    return rc;
}


/*
 * With the number of matches known, the size of the page is.  "first" is the
 * rank of the lowest position of the page: the list of items begins with the
 * highest one.
 */

static ngx_int_t
contentlib_positions_allocate(contentlib_query_t *query,
    contentlib_list_e list, uint64_t count, uint64_t *first)
{
    uint64_t  limit, offset;

    limit = query->request->limit;
    offset = ngx_min(query->request->offset, count);

    query->count = count;
    query->n = (ngx_uint_t) ngx_min(limit, count - offset);

    *first = (list == CONTENTLIB_LIST_ITEMS) ? count - offset - query->n
                                             : offset;

    query->positions = ngx_palloc(query->pool,
                                  (query->n + 1) * sizeof(uint64_t));

    return query->positions ? NGX_OK : contentlib_db_no_memory(query->db);
}


static void
contentlib_positions_reverse(contentlib_query_t *query, contentlib_list_e list)
{
    uint64_t    position;
    ngx_uint_t  i, n;

    if (list != CONTENTLIB_LIST_ITEMS) {
        return;
    }

    n = query->n;

    for (i = 0; i < n / 2; i++) {
        position = query->positions[i];
        query->positions[i] = query->positions[n - 1 - i];
        query->positions[n - 1 - i] = position;
    }
}
