
/*
 * Copyright (C) contentlib authors
 *
 * The steps of a request before the library: route, method, arguments,
 * negotiation.  A step that makes the answer returns NGX_OK, or NGX_ERROR, and
 * NGX_DECLINED if the next one has to.  The table of endpoints has a row for
 * each.
 */


#include <service/contentlib_service.h>
#include <api/contentlib_negotiation.h>
#include <service/contentlib_query.h>
#include <text/contentlib_buffer.h>


static ngx_int_t contentlib_service_route(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer);
static ngx_int_t contentlib_service_negotiate(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer);
static ngx_int_t contentlib_service_end(contentlib_answer_t *answer,
    ngx_int_t rc);
static ngx_int_t contentlib_endpoint_root(contentlib_query_t *query,
    ngx_str_t *body);


static const contentlib_endpoint_t
    contentlib_endpoints[CONTENTLIB_ENDPOINTS] = {

    [CONTENTLIB_ROOT] = {
        ngx_string("root"), "Api Root",
        "The lists of the content library.",
        NULL, contentlib_endpoint_root, CONTENTLIB_LISTS
    },

    [CONTENTLIB_CONTENT_ITEMS] = {
        ngx_string("content_items"), "Content Item List",
        "Content items by id, the highest first.",
        contentlib_page_find,
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
        contentlib_page_find,
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
        contentlib_page_find,
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
        contentlib_page_find,
        contentlib_page_suggestions, CONTENTLIB_LISTS
    }
};


ngx_int_t
contentlib_service_answer(contentlib_input_t *input,
    contentlib_answer_t *answer)
{
    ngx_int_t              rc;
    contentlib_request_t  *request;

    ngx_memzero(answer, sizeof(contentlib_answer_t));

    request = ngx_pcalloc(input->pool, sizeof(contentlib_request_t));
    if (request == NULL) {
        return contentlib_service_end(answer, NGX_ERROR);
    }

    rc = contentlib_service_route(input, request, answer);

    if (rc == NGX_DECLINED) {
        rc = contentlib_service_negotiate(input, request, answer);
    }

    if (rc == NGX_DECLINED) {
        rc = contentlib_query_begin(input, request,
                               &contentlib_endpoints[request->route.endpoint],
                               answer);
    }

    return contentlib_service_end(answer, rc);
}


ngx_int_t
contentlib_service_resume(contentlib_input_t *input)
{
    return contentlib_service_end(input->query->answer,
                                  contentlib_query_resume(input->query));
}


/* without memory for an answer there is a constant one */

static ngx_int_t
contentlib_service_end(contentlib_answer_t *answer, ngx_int_t rc)
{
    if (rc == NGX_ERROR) {
        contentlib_answer_exhausted(answer);
        return NGX_OK;
    }

    return rc;
}


static ngx_int_t
contentlib_service_route(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer)
{
    ngx_int_t  rc;

    if (input->bad_url) {
        return contentlib_answer_error(answer, 400,
                                       "The base address is not valid.",
                                       input->pool);
    }

    if (input->unroutable
        || contentlib_route_parse(&input->path, &request->route) != NGX_OK)
    {
        return contentlib_answer_error(answer, 404, "Not found.", input->pool);
    }

    answer->route = request->route.endpoint + 1;
    answer->endpoint = contentlib_endpoints[request->route.endpoint].name;

    if (input->method == CONTENTLIB_OTHER) {
        return contentlib_answer_not_allowed(answer, &input->method_name,
                                             input->pool);
    }

    if (!request->route.slash || input->unslashed) {
        answer->status = 301;

        return contentlib_links_slash(&input->view, &input->path,
                                      &input->args, input->pool,
                                      &answer->location);
    }

    rc = contentlib_request_parse(request, &input->args, &input->paging,
                                  input->pool);

    if (rc == NGX_DECLINED) {
        return contentlib_answer_error(answer, 400, "Too many parameters.",
                                       input->pool);
    }

    return rc == NGX_OK ? NGX_DECLINED : NGX_ERROR;
}


static ngx_int_t
contentlib_service_negotiate(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer)
{
    const contentlib_endpoint_t  *endpoint;

    endpoint = &contentlib_endpoints[request->route.endpoint];

    if (!contentlib_request_format_known(request->format)) {
        return contentlib_answer_error(answer, 404, "Not found.", input->pool);
    }

    if (!contentlib_request_format_json(request->format)
        && !contentlib_negotiation_json(&input->accept))
    {
        return contentlib_answer_error(answer, 406,
                            "Could not satisfy the request Accept header.",
                            input->pool);
    }

    if (input->method == CONTENTLIB_OPTIONS) {
        return contentlib_answer_options(answer, endpoint->title,
                                         endpoint->description, input->pool);
    }

    if (request->nerrors > 0) {
        return contentlib_answer_bad_args(answer, request, input->pool);
    }

    request->gzip = (input->gzip && input->gzip_accepted);

    return NGX_DECLINED;
}


ngx_uint_t
contentlib_service_explorer(const contentlib_input_t *input)
{
    const ngx_str_t   *format;
    contentlib_args_t  args;

    if (input->method != CONTENTLIB_GET
        || !contentlib_negotiation_explorer(&input->accept))
    {
        return 0;
    }

    if (contentlib_args_parse(&input->args, input->pool, &args) != NGX_OK) {
        return 0;
    }

    format = contentlib_args_value(&args, "format");

    return contentlib_request_format_known(format)
           && !contentlib_request_format_json(format);
}


/* records are found by their keys, so the answer does not wait for a search */

void
contentlib_service_preview(contentlib_input_t *input,
    contentlib_answer_t *answer)
{
    contentlib_route_t  route;

    ngx_memzero(answer, sizeof(contentlib_answer_t));

    if (contentlib_route_parse(&input->path, &route) == NGX_OK
        && contentlib_endpoints[route.endpoint].body != contentlib_page_record)
    {
        return;
    }

    ngx_str_set(&input->accept, "application/json");
    ngx_str_null(&input->if_none_match);
    input->gzip_accepted = 0;

    (void) contentlib_service_answer(input, answer);
}


/* a filter by a whole key, so the answer does not wait either */

void
contentlib_service_items(const contentlib_input_t *input,
    contentlib_answer_t *answer)
{
    ngx_str_t             text;
    contentlib_input_t   *list;
    contentlib_route_t    route;
    contentlib_buffer_t   args;

    ngx_memzero(answer, sizeof(contentlib_answer_t));

    if (contentlib_route_parse(&input->path, &route) != NGX_OK
        || route.endpoint == CONTENTLIB_CONTENT_ITEM)
    {
        return;
    }

    list = ngx_palloc(input->pool, sizeof(contentlib_input_t));

    contentlib_buffer_init(&args, input->pool,
                           sizeof("collection=") + route.key.len);
    contentlib_buffer_print(&args, "%s=%.*s",
                            route.endpoint == CONTENTLIB_TAG ? "tag-slug"
                                                             : "collection",
                            (int) route.key.len, (char *) route.key.data);

    if (list == NULL || contentlib_buffer_text(&args, &text) != NGX_OK) {
        contentlib_answer_exhausted(answer);
        return;
    }

    *list = *input;

    list->search = NULL;
    list->preview = NULL;
    list->args = text;

    ngx_str_set(&list->path, "content_items/");

    (void) contentlib_service_answer(list, answer);
}


static ngx_int_t
contentlib_endpoint_root(contentlib_query_t *query, ngx_str_t *body)
{
    ngx_str_t                url;
    ngx_uint_t               i;
    contentlib_json_t       *json;
    contentlib_json_node_t  *root;

    static const char *const  lists[] = {
        "content_items", "collections", "tags", "search"
    };

    json = &query->json;
    root = contentlib_json_begin_object(json, query->pool);

    for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {

        if (contentlib_links_list(&query->view, lists[i], query->pool, &url)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        contentlib_json_string(json, root, lists[i], &url);
    }

    return contentlib_json_end(json, body);
}
