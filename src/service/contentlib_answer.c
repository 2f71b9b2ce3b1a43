
/*
 * Copyright (C) contentlib authors
 *
 * Makes the answers that do not come from a library: errors, 503 with its
 * reason, and the answer to OPTIONS.  The in-flight bytes are sums for the
 * process and for each connection; a cleanup in the pool of the request
 * subtracts the bytes of an answer.
 */


#include <service/contentlib_answer.h>


/* of all connections, and of one; and what is small */

#define CONTENTLIB_IN_FLIGHT_MAX         (64 * 1024 * 1024)
#define CONTENTLIB_IN_FLIGHT_CONNECTION  (4 * 1024 * 1024)
#define CONTENTLIB_IN_FLIGHT_SMALL       (16 * 1024)


/* in the pool of the request */

typedef struct {
    contentlib_in_flight_t  *connection;
    size_t                   bytes;
} contentlib_in_flight_answer_t;


static ngx_int_t contentlib_answer_json(contentlib_answer_t *answer,
    ngx_uint_t status, contentlib_json_t *json);
static void contentlib_answer_text_array(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *text);
static void contentlib_in_flight_sent(void *data);


static contentlib_in_flight_t  contentlib_in_flight;    /* of the process */


void
contentlib_answer_text(contentlib_answer_t *answer, ngx_uint_t status,
    const ngx_str_t *text)
{
    answer->status = status;
    answer->body = *text;
    answer->length = text->len;
    answer->gzip = 0;

    if (status != 200) {
        answer->not_modified = 0;
        answer->varies = 0;
        answer->rows = 0;
        ngx_str_null(&answer->etag);
    }
}


ngx_int_t
contentlib_answer_bad_args(contentlib_answer_t *answer,
    const contentlib_request_t *request, ngx_pool_t *pool)
{
    ngx_uint_t               i;
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    root = contentlib_json_begin_object(&json, pool);

    for (i = 0; i < request->nerrors; i++) {
        contentlib_answer_text_array(&json, root, request->errors[i].name,
                                     request->errors[i].text);
    }

    return contentlib_answer_json(answer, 400, &json);
}


static ngx_int_t
contentlib_answer_json(contentlib_answer_t *answer, ngx_uint_t status,
    contentlib_json_t *json)
{
    ngx_str_t  text;

    if (contentlib_json_end(json, &text) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_answer_text(answer, status, &text);

    return NGX_OK;
}


ngx_int_t
contentlib_answer_not_allowed(contentlib_answer_t *answer,
    const ngx_str_t *method, ngx_pool_t *pool)
{
    char    *detail;
    size_t   room;

    room = sizeof("Method \"\" not allowed.") + method->len;

    detail = ngx_pnalloc(pool, room);
    if (detail == NULL) {
        return NGX_ERROR;
    }

    (void) snprintf(detail, room, "Method \"%.*s\" not allowed.",
                    (int) method->len, method->data);

    return contentlib_answer_error(answer, 405, detail, pool);
}


void
contentlib_answer_exhausted(contentlib_answer_t *answer)
{
    static const ngx_str_t  text = ngx_string(
        "{\"detail\":\"The library is not available.\"}");

    contentlib_answer_text(answer, 503, &text);

    answer->failure = CONTENTLIB_NO_MEMORY;
}


ngx_int_t
contentlib_answer_failure(contentlib_answer_t *answer,
    contentlib_failure_e failure, ngx_pool_t *pool)
{
    const char  *detail;

    switch (failure) {

    case CONTENTLIB_TIMEOUT:
        detail = "The request took too long.";
        break;

    case CONTENTLIB_BUSY:
        detail = "The server is busy.";
        break;

    case CONTENTLIB_BUG:
        return contentlib_answer_error(answer, 500, "Internal server error.",
                                       pool);

    default:
        detail = "The library is not available.";
    }

    answer->failure = failure;

    return contentlib_answer_error(answer, 503, detail, pool);
}


ngx_int_t
contentlib_answer_error(contentlib_answer_t *answer, ngx_uint_t status,
    const char *detail, ngx_pool_t *pool)
{
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    root = contentlib_json_begin_object(&json, pool);

    contentlib_json_literal(&json, root, "detail", detail);

    return contentlib_answer_json(answer, status, &json);
}


ngx_int_t
contentlib_answer_options(contentlib_answer_t *answer, const char *name,
    const char *description, ngx_pool_t *pool)
{
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    root = contentlib_json_begin_object(&json, pool);

    contentlib_json_literal(&json, root, "name", name);
    contentlib_json_literal(&json, root, "description", description);
    contentlib_answer_text_array(&json, root, "renders", "application/json");
    (void) contentlib_json_array(&json, root, "parses");

    return contentlib_answer_json(answer, 200, &json);
}


static void
contentlib_answer_text_array(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *text)
{
    contentlib_json_node_t  *array;

    array = contentlib_json_array(json, parent, key);

    contentlib_json_literal(json, array, NULL, text);
}


ngx_int_t
contentlib_in_flight_add(contentlib_in_flight_t *connection, ngx_pool_t *pool,
    size_t bytes)
{
    size_t                         *all, *taken;
    ngx_uint_t                      small;
    ngx_pool_cleanup_t             *cleanup;
    contentlib_in_flight_answer_t  *answer;

    small = (bytes < CONTENTLIB_IN_FLIGHT_SMALL);
    all = &contentlib_in_flight.bytes[small];
    taken = &connection->bytes[small];

    if (*all + bytes > CONTENTLIB_IN_FLIGHT_MAX
        || (*taken > 0 && *taken + bytes > CONTENTLIB_IN_FLIGHT_CONNECTION))
    {
        return NGX_DECLINED;
    }

    cleanup = ngx_pool_cleanup_add(pool,
                                   sizeof(contentlib_in_flight_answer_t));
    if (cleanup == NULL) {
        return NGX_ERROR;
    }

    answer = cleanup->data;
    answer->connection = connection;
    answer->bytes = bytes;

    cleanup->handler = contentlib_in_flight_sent;

    *all += bytes;
    *taken += bytes;

    return NGX_OK;
}


static void
contentlib_in_flight_sent(void *data)
{
    contentlib_in_flight_answer_t *answer = data;

    ngx_uint_t  small;

    small = (answer->bytes < CONTENTLIB_IN_FLIGHT_SMALL);

    contentlib_in_flight.bytes[small] -= answer->bytes;
    answer->connection->bytes[small] -= answer->bytes;
}
