
/*
 * Copyright (C) contentlib authors
 *
 * The steps of a request before the library: route, method, arguments,
 * negotiation.  A step that fails makes the answer.
 */


#include <service/contentlib_service.h>
#include <api/contentlib_links.h>
#include <api/contentlib_negotiation.h>
#include <service/contentlib_body.h>
#include <service/contentlib_endpoints.h>
#include <service/contentlib_query.h>


static ngx_int_t contentlib_service_route(contentlib_input_t *input,
    contentlib_answer_t *answer);
static ngx_int_t contentlib_service_redirect(contentlib_input_t *input,
    contentlib_answer_t *answer);
static ngx_int_t contentlib_service_negotiate(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer);
static ngx_uint_t contentlib_service_acceptable(contentlib_input_t *input,
    contentlib_request_t *request);
static ngx_int_t contentlib_service_options(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer);


ngx_int_t
contentlib_service_answer(contentlib_input_t *input,
    contentlib_answer_t *answer)
{
    ngx_int_t  rc;

    if (input->waiting != NULL) {
        rc = contentlib_query_continue(input->waiting);

    } else {
        ngx_memzero(answer, sizeof(contentlib_answer_t));
        rc = contentlib_service_route(input, answer);
    }

    if (rc == NGX_AGAIN) {
        return NGX_AGAIN;
    }

    if (rc != NGX_OK) {
        contentlib_generation_halve();
        contentlib_answer_exhausted(answer);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_service_route(contentlib_input_t *input,
    contentlib_answer_t *answer)
{
    ngx_int_t              rc;
    contentlib_request_t  *request;

    request = ngx_pcalloc(input->pool, sizeof(contentlib_request_t));
    if (request == NULL) {
        return NGX_ERROR;
    }

    if (input->view.base_url.data == NULL || input->bad_media_url) {
        return contentlib_answer_bad_request(answer,
                                       "The base address is not valid.",
                                       input->pool);
    }

    if (input->unroutable
        || contentlib_route_parse(&input->path, &request->route) != NGX_OK)
    {
        return contentlib_answer_not_found(answer, input->pool);
    }

    answer->route = request->route.endpoint + 1;
    answer->endpoint = contentlib_endpoints[request->route.endpoint].name;

    if (input->method == CONTENTLIB_OTHER) {
        return contentlib_answer_not_allowed(answer, &input->method_name,
                                             input->pool);
    }

    if (!request->route.slash || input->unslashed) {
        return contentlib_service_redirect(input, answer);
    }

    rc = contentlib_request_parse(request, &input->query, &input->paging,
                                  input->pool);

    if (rc == NGX_DECLINED) {
        return contentlib_answer_bad_request(answer, "Too many parameters.",
                                             input->pool);
    }

    return rc == NGX_OK ? contentlib_service_negotiate(input, request, answer)
                        : NGX_ERROR;
}


static ngx_int_t
contentlib_service_negotiate(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer)
{
    if (!contentlib_request_format_known(request)) {
        return contentlib_answer_not_found(answer, input->pool);
    }

    if (!contentlib_service_acceptable(input, request)) {
        return contentlib_answer_not_acceptable(answer, input->pool);
    }

    if (input->method == CONTENTLIB_OPTIONS) {
        return contentlib_service_options(input, request, answer);
    }

    if (request->nerrors > 0) {
        return contentlib_answer_bad_args(answer, request, input->pool);
    }

    request->gzip = (input->gzip && input->gzip_accepted);

    return contentlib_query_answer(input, request, answer);
}


static ngx_int_t
contentlib_service_redirect(contentlib_input_t *input,
    contentlib_answer_t *answer)
{
    ngx_str_t  location;

    if (contentlib_links_slash(&input->view, &input->path, &input->query,
                               input->pool, &location)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_answer_redirect(answer, &location);
}


/* a client that accepts only a page for people gets JSON, too */

static ngx_uint_t
contentlib_service_acceptable(contentlib_input_t *input,
    contentlib_request_t *request)
{
    return contentlib_request_format_json(request)
           || contentlib_negotiation_quality(&input->accept, "application",
                                             "json")
           || contentlib_negotiation_quality(&input->accept, "text", "html");
}


static ngx_int_t
contentlib_service_options(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer)
{
    ngx_str_t                     body;
    const contentlib_endpoint_t  *endpoint;

    endpoint = &contentlib_endpoints[request->route.endpoint];

    if (contentlib_body_options(endpoint->title, endpoint->description,
                                  input->pool, &body)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    contentlib_answer_ok(answer, &body);

    return NGX_OK;
}


ngx_uint_t
contentlib_service_page(const contentlib_input_t *input)
{
    contentlib_request_t  request;

    if (input->method != CONTENTLIB_GET
        || !contentlib_negotiation_page(&input->accept))
    {
        return 0;
    }

    ngx_memzero(&request, sizeof(contentlib_request_t));

    if (contentlib_args_parse(&input->query, input->pool, &request.args)
        != NGX_OK)
    {
        return 0;
    }

    request.format = contentlib_args_value(&request.args, "format");

    return contentlib_request_format_known(&request)
           && !contentlib_request_format_json(&request);
}
