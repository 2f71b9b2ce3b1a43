
/*
 * Copyright (C) contentlib authors
 *
 * Makes the answers that are no records: errors, redirects, and 503 with its
 * reason.
 */


#include <service/contentlib_answer.h>
#include <service/contentlib_body.h>


static ngx_int_t contentlib_answer_retry(contentlib_answer_t *answer,
    contentlib_reason_e reason, const char *detail, ngx_pool_t *pool);
static ngx_int_t contentlib_answer_detail(contentlib_answer_t *answer,
    ngx_uint_t status, const char *detail, ngx_pool_t *pool);


void
contentlib_answer_ok(contentlib_answer_t *answer, const ngx_str_t *text)
{
    answer->status = 200;

    contentlib_answer_text(answer, text);
}


void
contentlib_answer_text(contentlib_answer_t *answer, const ngx_str_t *text)
{
    answer->body = *text;
    answer->length = text->len;
    answer->gzip = 0;
}


ngx_int_t
contentlib_answer_redirect(contentlib_answer_t *answer,
    const ngx_str_t *location)
{
    answer->status = 301;
    answer->location = *location;

    return NGX_OK;
}


ngx_int_t
contentlib_answer_bad_request(contentlib_answer_t *answer, const char *detail,
    ngx_pool_t *pool)
{
    return contentlib_answer_detail(answer, 400, detail, pool);
}


ngx_int_t
contentlib_answer_bad_args(contentlib_answer_t *answer,
    const contentlib_request_t *request, ngx_pool_t *pool)
{
    ngx_str_t  text;

    if (contentlib_body_arg_errors(request->errors, request->nerrors, pool,
                                     &text)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    answer->status = 400;
    contentlib_answer_text(answer, &text);

    return NGX_OK;
}


ngx_int_t
contentlib_answer_not_found(contentlib_answer_t *answer, ngx_pool_t *pool)
{
    return contentlib_answer_detail(answer, 404, "Not found.", pool);
}


ngx_int_t
contentlib_answer_not_allowed(contentlib_answer_t *answer,
    const ngx_str_t *method, ngx_pool_t *pool)
{
    u_char     *p;
    ngx_str_t   detail, text;

    detail.data = ngx_pnalloc(pool, sizeof("Method \"\" not allowed.")
                                    + method->len);
    if (detail.data == NULL) {
        return NGX_ERROR;
    }

    p = ngx_cpymem(detail.data, "Method \"", sizeof("Method \"") - 1);
    p = ngx_cpymem(p, method->data, method->len);
    p = ngx_cpymem(p, "\" not allowed.", sizeof("\" not allowed.") - 1);

    detail.len = (size_t) (p - detail.data);

    if (contentlib_body_detail(&detail, pool, &text) != NGX_OK) {
        return NGX_ERROR;
    }

    answer->status = 405;
    contentlib_answer_text(answer, &text);

    return NGX_OK;
}


ngx_int_t
contentlib_answer_not_acceptable(contentlib_answer_t *answer, ngx_pool_t *pool)
{
    return contentlib_answer_detail(answer, 406,
                            "Could not satisfy the request Accept header.",
                            pool);
}


ngx_int_t
contentlib_answer_unavailable(contentlib_answer_t *answer, ngx_pool_t *pool)
{
    return contentlib_answer_retry(answer, CONTENTLIB_REASON_LIBRARY,
                                    "The library is not available.", pool);
}


void
contentlib_answer_exhausted(contentlib_answer_t *answer)
{
    static const ngx_str_t  text = ngx_string(
        "{\"detail\":\"The library is not available.\"}");

    contentlib_answer_text(answer, &text);

    answer->status = 503;
    answer->retry = 1;
    answer->reason = CONTENTLIB_REASON_MEMORY;
    answer->varies = 0;
    answer->not_modified = 0;
    ngx_str_null(&answer->etag);
    ngx_str_null(&answer->location);
}


ngx_int_t
contentlib_answer_failure(contentlib_answer_t *answer,
    contentlib_db_failure_e failure, ngx_pool_t *pool)
{
    switch (failure) {

    case CONTENTLIB_DB_TIMEOUT:
        return contentlib_answer_retry(answer, CONTENTLIB_REASON_TIME,
                                        "The request took too long.", pool);

    case CONTENTLIB_DB_BUSY:
        return contentlib_answer_retry(answer, CONTENTLIB_REASON_BUSY,
                                        "The server is busy.", pool);

    case CONTENTLIB_DB_NO_MEMORY:
        return contentlib_answer_retry(answer, CONTENTLIB_REASON_MEMORY,
                                        "The library is not available.",
                                        pool);

    case CONTENTLIB_DB_BUG:
        return contentlib_answer_detail(answer, 500, "Internal server error.",
                                        pool);

    default:
        return contentlib_answer_retry(answer, CONTENTLIB_REASON_FILE,
                                        "The library is not available.",
                                        pool);
    }
}


static ngx_int_t
contentlib_answer_retry(contentlib_answer_t *answer,
    contentlib_reason_e reason, const char *detail, ngx_pool_t *pool)
{
    answer->retry = 1;
    answer->reason = reason;

    return contentlib_answer_detail(answer, 503, detail, pool);
}


void
contentlib_answer_count(const contentlib_answer_t *answer,
    contentlib_metrics_t *metrics, ngx_uint_t status, ngx_uint_t sent)
{
    contentlib_metrics_answer(metrics, answer->route, status);

    if (answer->status == 503) {
        contentlib_metrics_add(metrics, refusals, answer->reason, 1);
    }

    if (sent && status == 200 && answer->length > answer->body.len) {
        contentlib_metrics_add(metrics, gzip_saved_bytes, 0,
                               answer->length - answer->body.len);
    }
}


static ngx_int_t
contentlib_answer_detail(contentlib_answer_t *answer, ngx_uint_t status,
    const char *detail, ngx_pool_t *pool)
{
    ngx_str_t  sentence, text;

    sentence.data = (u_char *) (uintptr_t) detail;
    sentence.len = ngx_strlen(detail);

    if (contentlib_body_detail(&sentence, pool, &text) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_answer_text(answer, &text);

    answer->status = status;
    answer->last_modified = 0;
    answer->not_modified = 0;
    answer->varies = 0;
    answer->rows = 0;
    ngx_str_null(&answer->etag);

    return NGX_OK;
}
