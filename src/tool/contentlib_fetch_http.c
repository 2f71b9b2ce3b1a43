
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_fetch_http.h>


#define CONTENTLIB_FETCH_PIECE  65536


static CURLcode contentlib_fetch_http_set(contentlib_fetch_http_t *http,
    ngx_uint_t timeout);
static size_t contentlib_fetch_http_write(char *data, size_t size, size_t n,
    void *user);
static ngx_int_t contentlib_fetch_http_perform(contentlib_fetch_http_t *http);
static void contentlib_fetch_http_answer(contentlib_fetch_http_t *http);
static ngx_int_t contentlib_fetch_http_failed(contentlib_fetch_http_t *http,
    CURLcode code);
static ngx_uint_t contentlib_fetch_http_closed(const ngx_str_t *body);


ngx_int_t
contentlib_fetch_http_open(contentlib_fetch_http_t *http, ngx_uint_t timeout,
    contentlib_message_t *message)
{
    ngx_memzero(http, sizeof(contentlib_fetch_http_t));

    if (curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
        http->curl = curl_easy_init();
    }

    if (http->curl == NULL
        || contentlib_fetch_http_set(http, timeout) != CURLE_OK)
    {
        return contentlib_message_set(message, "contentlib: cannot use "
                                               "libcurl");
    }

    return NGX_OK;
}


static CURLcode
contentlib_fetch_http_set(contentlib_fetch_http_t *http, ngx_uint_t timeout)
{
    CURL      *curl;
    CURLcode   code;

    curl = http->curl;

#define contentlib_fetch_http_option(option, value)                           \
    code = curl_easy_setopt(curl, option, value);                             \
    if (code != CURLE_OK) return code

    contentlib_fetch_http_option(CURLOPT_NOSIGNAL, 1L);
    contentlib_fetch_http_option(CURLOPT_ERRORBUFFER, http->reason);
    contentlib_fetch_http_option(CURLOPT_PROTOCOLS_STR, "http,https");
    contentlib_fetch_http_option(CURLOPT_ACCEPT_ENCODING, "gzip");
    contentlib_fetch_http_option(CURLOPT_USERAGENT, "contentlib");
    contentlib_fetch_http_option(CURLOPT_TIMEOUT, (long) timeout);
    contentlib_fetch_http_option(CURLOPT_CONNECTTIMEOUT, (long) timeout);
    contentlib_fetch_http_option(CURLOPT_WRITEFUNCTION,
                                 contentlib_fetch_http_write);
    contentlib_fetch_http_option(CURLOPT_WRITEDATA, http);

    return CURLE_OK;
}


void
contentlib_fetch_http_close(contentlib_fetch_http_t *http)
{
    curl_easy_cleanup(http->curl);
    curl_global_cleanup();
    free(http->data);
}


ngx_int_t
contentlib_fetch_http_get(contentlib_fetch_http_t *http, const char *address,
    const char *tag)
{
    char                line[CONTENTLIB_FETCH_TAG + 32];
    ngx_int_t           rc;
    struct curl_slist  *headers, *more;

    http->body.len = 0;
    http->large = 0;
    http->reason[0] = '\0';
    http->fault = "out of memory";

    headers = curl_slist_append(NULL, "Accept: application/json");

    if (headers && tag) {
        (void) snprintf(line, sizeof(line), "If-None-Match: %s", tag);
        more = curl_slist_append(headers, line);

        if (more == NULL) {
            curl_slist_free_all(headers);
        }

        headers = more;
    }

    if (headers == NULL
        || curl_easy_setopt(http->curl, CURLOPT_HTTPHEADER, headers)
           != CURLE_OK
        || curl_easy_setopt(http->curl, CURLOPT_URL, address) != CURLE_OK)
    {
        curl_slist_free_all(headers);
        return NGX_DECLINED;
    }

    rc = contentlib_fetch_http_perform(http);

    (void) curl_easy_setopt(http->curl, CURLOPT_HTTPHEADER, NULL);
    curl_slist_free_all(headers);

    return rc;
}


static ngx_int_t
contentlib_fetch_http_perform(contentlib_fetch_http_t *http)
{
    CURLcode  code;

    code = curl_easy_perform(http->curl);

    if (code != CURLE_OK) {
        return contentlib_fetch_http_failed(http, code);
    }

    contentlib_fetch_http_answer(http);

    return NGX_OK;
}


static void
contentlib_fetch_http_answer(contentlib_fetch_http_t *http)
{
    char                *location;
    curl_off_t           seconds;
    struct curl_header  *header;

    http->answered = 1;
    http->body.data = http->data;
    http->status = 0;
    http->tag[0] = '\0';

    location = NULL;
    seconds = 0;

    (void) curl_easy_getinfo(http->curl, CURLINFO_RESPONSE_CODE,
                             &http->status);
    (void) curl_easy_getinfo(http->curl, CURLINFO_REDIRECT_URL, &location);
    (void) curl_easy_getinfo(http->curl, CURLINFO_RETRY_AFTER, &seconds);

    http->location = (http->status == 304) ? NULL : location;
    http->retry_after = (long) ngx_min(seconds, 1000000);

    /* a tag that is cut would match nothing */

    if (curl_easy_header(http->curl, "ETag", 0, CURLH_HEADER, -1, &header)
        == CURLHE_OK
        && ngx_strlen(header->value) <= CONTENTLIB_FETCH_TAG)
    {
        (void) snprintf(http->tag, sizeof(http->tag), "%s", header->value);
    }
}


static size_t
contentlib_fetch_http_write(char *data, size_t size, size_t n, void *user)
{
    size_t                    room;
    u_char                   *grown;
    contentlib_fetch_http_t  *http = user;

    n *= size;

    if (n > CONTENTLIB_FETCH_BODY - http->body.len) {
        http->large = 1;
        return CURL_WRITEFUNC_ERROR;
    }

    if (n > http->size - http->body.len) {
        room = ngx_max(2 * http->size, http->body.len + n
                                       + CONTENTLIB_FETCH_PIECE);
        grown = realloc(http->data, room);

        if (grown == NULL) {
            return CURL_WRITEFUNC_ERROR;
        }

        http->data = grown;
        http->size = room;
    }

    ngx_memcpy(http->data + http->body.len, data, n);
    http->body.len += n;

    return n;
}


/* what was never reached was misspelt, more often than not */

static ngx_int_t
contentlib_fetch_http_failed(contentlib_fetch_http_t *http, CURLcode code)
{
    http->fault = http->reason[0] ? http->reason : curl_easy_strerror(code);

    switch (code) {

    case CURLE_WRITE_ERROR:
        http->fault = http->large ? "the body is longer than 64 MiB"
                                  : "out of memory";
        return NGX_DECLINED;

    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
        return http->answered ? NGX_AGAIN : NGX_DECLINED;

    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        return NGX_AGAIN;

    default:
        return NGX_DECLINED;
    }
}


ngx_uint_t
contentlib_fetch_http_whole(contentlib_fetch_http_t *http)
{
    if (http->status != 200) {
        return 1;
    }

    http->fault = "the body is cut";

    return http->body.len
           && (http->body.data[0] != '{'
               || contentlib_fetch_http_closed(&http->body));
}


/* whether the bracket that it begins with is closed again */

static ngx_uint_t
contentlib_fetch_http_closed(const ngx_str_t *body)
{
    size_t      i, depth;
    ngx_uint_t  string;

    depth = 0;
    string = 0;

    for (i = 0; i < body->len; i++) {

        switch (body->data[i]) {

        case '\\':
            i += string;
            break;

        case '"':
            string = !string;
            break;

        case '{':
        case '[':
            depth += !string;
            break;

        case '}':
        case ']':

            depth -= !string;

            if (depth == 0) {
                return 1;
            }

            break;
        }
    }

    return 0;
}
