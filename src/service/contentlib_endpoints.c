
/*
 * Copyright (C) contentlib authors
 *
 * The table of endpoints, and the bodies that are not made of records.
 */


#include <service/contentlib_endpoints.h>
#include <service/contentlib_body.h>
#include <service/contentlib_page.h>
#include <service/contentlib_positions.h>


static ngx_int_t contentlib_endpoint_search(contentlib_query_t *query,
    contentlib_list_e list, ngx_str_t *body);
static ngx_int_t contentlib_endpoint_root(contentlib_query_t *query,
    contentlib_list_e list, ngx_str_t *body);


const contentlib_endpoint_t  contentlib_endpoints[CONTENTLIB_ENDPOINTS] = {

    [CONTENTLIB_ROOT] = {
        ngx_string("root"), "Api Root",
        "The lists of the content library.",
        NULL, contentlib_endpoint_root, CONTENTLIB_LISTS
    },

    [CONTENTLIB_CONTENT_ITEMS] = {
        ngx_string("content_items"), "Content Item List",
        "Content items, newest first.",
        contentlib_positions_items,
        contentlib_page_list, CONTENTLIB_LIST_ITEMS
    },

    [CONTENTLIB_CONTENT_ITEM] = {
        ngx_string("content_item"), "Content Item Instance",
        "One content item.",
        NULL, contentlib_page_record, CONTENTLIB_LIST_ITEMS
    },

    [CONTENTLIB_COLLECTIONS] = {
        ngx_string("collections"), "Collection List",
        "Collections, each with its preview item.",
        contentlib_positions_collections,
        contentlib_page_list, CONTENTLIB_LIST_COLLECTIONS
    },

    [CONTENTLIB_COLLECTION] = {
        ngx_string("collection"), "Collection Instance",
        "One collection.",
        NULL, contentlib_page_record, CONTENTLIB_LIST_COLLECTIONS
    },

    [CONTENTLIB_TAGS] = {
        ngx_string("tags"), "Tag List",
        "Tags of content items.",
        contentlib_positions_tags,
        contentlib_page_list, CONTENTLIB_LIST_TAGS
    },

    [CONTENTLIB_TAG] = {
        ngx_string("tag"), "Tag Instance",
        "One tag.",
        NULL, contentlib_page_record, CONTENTLIB_LIST_TAGS
    },

    [CONTENTLIB_SEARCH] = {
        ngx_string("search"), "Search List",
        "Suggestions for a search.",
        contentlib_positions_suggestions,
        contentlib_endpoint_search, CONTENTLIB_LISTS
    }
};


static ngx_int_t
contentlib_endpoint_search(contentlib_query_t *query, contentlib_list_e list,
    ngx_str_t *body)
{
    (void) list;

    return contentlib_body_suggestions(query->suggestions, query->n,
                                       query->pool, body);
}


static ngx_int_t
contentlib_endpoint_root(contentlib_query_t *query, contentlib_list_e list,
    ngx_str_t *body)
{
    (void) list;

    return contentlib_body_root(&query->view, query->pool, body);
}
