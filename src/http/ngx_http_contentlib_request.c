
/*
 * Copyright (C) contentlib authors
 *
 * Translates the request of nginx for the service: method, path, headers, and
 * the base of all addresses in the answer, which is the value of the directive,
 * or the address that the client has used, and the root.  Also adds headers to
 * the answer.
 */


#include <http/ngx_http_contentlib.h>


/* a client chooses the host, which every address of an answer repeats */

#define NGX_HTTP_CONTENTLIB_URL_MAX  1024

/* what is escaped in JSON or in HTML */

#define NGX_HTTP_CONTENTLIB_URL_ESCAPE  "\"<>\\"


static contentlib_in_flight_t *ngx_http_contentlib_connection(
    ngx_http_request_t *r);
static void ngx_http_contentlib_connection_closed(void *data);
#if (NGX_HTTP_GZIP)
static void ngx_http_contentlib_gzip(ngx_http_request_t *r,
    contentlib_input_t *input);
#endif
static void ngx_http_contentlib_method(ngx_http_request_t *r,
    contentlib_input_t *input);
static void ngx_http_contentlib_path(ngx_http_request_t *r,
    const ngx_str_t *root, contentlib_input_t *input);
static void ngx_http_contentlib_accept(ngx_http_request_t *r,
    ngx_str_t *accept);
static void ngx_http_contentlib_condition(ngx_http_request_t *r,
    contentlib_input_t *input);
static ngx_int_t ngx_http_contentlib_base(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input);
static ngx_int_t ngx_http_contentlib_media_url(ngx_http_request_t *r,
    ngx_http_complex_value_t *value, contentlib_input_t *input);
static ngx_int_t ngx_http_contentlib_own_url(ngx_http_request_t *r,
    ngx_str_t *url);
static ngx_str_t ngx_http_contentlib_authority(ngx_http_request_t *r);


ngx_int_t
ngx_http_contentlib_input(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input)
{
    input->source = lcf->source;
    input->pool = r->pool;
    input->log = r->connection->log;
    input->connection = ngx_http_contentlib_connection(r);
    input->args = r->args;
    input->deadline = contentlib_db_clock() + lcf->query_timeout * 1000;

    input->paging.page_size = lcf->page_size;
    input->paging.max_page_size = lcf->max_page_size;
    input->paging.strict = (lcf->strict != 0);

    input->view.partner = lcf->partner;
    input->view.numbers_as_strings = (lcf->numbers
                                      == NGX_HTTP_CONTENTLIB_STRING);

    ngx_http_contentlib_method(r, input);
    ngx_http_contentlib_path(r, &lcf->root, input);
    ngx_http_contentlib_condition(r, input);

#if (NGX_HTTP_GZIP)
    if (lcf->gzip) {
        ngx_http_contentlib_gzip(r, input);
    }
#endif

    if (input->connection == NULL) {
        return NGX_ERROR;
    }

    ngx_http_contentlib_accept(r, &input->accept);

    if (ngx_http_contentlib_base(r, lcf, input) != NGX_OK) {
        return NGX_ERROR;
    }

    if (lcf->media_url && !input->bad_url
        && ngx_http_contentlib_media_url(r, lcf->media_url, input) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (input->bad_url) {
        ngx_log_error(NGX_LOG_INFO, r->connection->log, 0,
                      "contentlib: the base URL or the media URL is not valid");
    }

    return NGX_OK;
}


#if (NGX_HTTP_GZIP)

/* as nginx decides: HTTP version, gzip_disable, gzip_proxied */

static void
ngx_http_contentlib_gzip(ngx_http_request_t *r, contentlib_input_t *input)
{
    if (!r->gzip_tested) {
        (void) ngx_http_gzip_ok(r);
    }

    input->gzip = 1;
    input->gzip_accepted = r->gzip_ok;
}

#endif


/*
 * The in-flight bytes of the client's connection, or NULL if there is no
 * memory.  All streams of HTTP/2 or HTTP/3 share those of their connection.
 */

static contentlib_in_flight_t *
ngx_http_contentlib_connection(ngx_http_request_t *r)
{
    ngx_connection_t    *c;
    ngx_pool_cleanup_t  *cleanup;

    c = r->connection;

#if (NGX_HTTP_V2)
    if (r->stream) {
        c = r->stream->connection->connection;
    }
#endif

#if (NGX_HTTP_V3)
    if (c->quic) {
        c = c->quic->parent;
    }
#endif

    for (cleanup = c->pool->cleanup; cleanup; cleanup = cleanup->next) {

        if (cleanup->handler == ngx_http_contentlib_connection_closed) {
            return cleanup->data;
        }
    }

    cleanup = ngx_pool_cleanup_add(c->pool, sizeof(contentlib_in_flight_t));
    if (cleanup == NULL) {
        return NULL;
    }

    cleanup->handler = ngx_http_contentlib_connection_closed;
    ngx_memzero(cleanup->data, sizeof(contentlib_in_flight_t));

    return cleanup->data;
}


/* the address of this function identifies the cleanup */

static void
ngx_http_contentlib_connection_closed(void *data)
{
}


static void
ngx_http_contentlib_method(ngx_http_request_t *r, contentlib_input_t *input)
{
    input->method_name = r->method_name;

    if (r->method & (NGX_HTTP_GET|NGX_HTTP_HEAD)) {
        input->method = CONTENTLIB_GET;
        input->head = ((r->method & NGX_HTTP_HEAD) != 0);

    } else if (r->method & NGX_HTTP_OPTIONS) {
        input->method = CONTENTLIB_OPTIONS;

    } else {
        input->method = CONTENTLIB_OTHER;
    }
}


static void
ngx_http_contentlib_path(ngx_http_request_t *r, const ngx_str_t *root,
    contentlib_input_t *input)
{
    if (r->uri.len >= root->len
        && ngx_memcmp(r->uri.data, root->data, root->len) == 0)
    {
        input->path.data = r->uri.data + root->len;
        input->path.len = r->uri.len - root->len;
        return;
    }

    input->unslashed = (r->uri.len == root->len - 1
                        && ngx_memcmp(r->uri.data, root->data, r->uri.len)
                           == 0);

    input->unroutable = !input->unslashed;
}


/*
 * The first line of the header.  The list is searched, since the pointer to it
 * exists in some builds of nginx only.
 */

static void
ngx_http_contentlib_accept(ngx_http_request_t *r, ngx_str_t *accept)
{
    ngx_uint_t        i;
    ngx_list_part_t  *part;
    ngx_table_elt_t  *header;

    for (part = &r->headers_in.headers.part; part; part = part->next) {
        header = part->elts;

        for (i = 0; i < part->nelts; i++) {

            if (header[i].key.len == sizeof("accept") - 1
                && ngx_strncasecmp(header[i].key.data, (u_char *) "accept",
                                   sizeof("accept") - 1)
                   == 0)
            {
                *accept = header[i].value;
                return;
            }
        }
    }
}


/*
 * If only If-None-Match decides, no body is built for a match.  If-Match is
 * left to nginx's filter, which needs the whole answer.
 *
 * Answers have no date, because two libraries may be made within a second, and
 * a date shows neither a changed configuration nor whether the client has the
 * explorer or the answer.  So conditions with a date are ignored, which nginx
 * would answer with 412 or take for a change.
 */

static void
ngx_http_contentlib_condition(ngx_http_request_t *r, contentlib_input_t *input)
{
    r->headers_in.if_modified_since = NULL;
    r->headers_in.if_unmodified_since = NULL;

    if (r != r->main || r->err_status != 0 || r->disable_not_modified
        || r->headers_in.if_match != NULL
        || r->headers_in.if_none_match == NULL)
    {
        return;
    }

    input->if_none_match = r->headers_in.if_none_match->value;
}


/* the base URL and the root */

static ngx_int_t
ngx_http_contentlib_base(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input)
{
    u_char     *p;
    ngx_int_t   rc;
    ngx_str_t  *base, url;

    rc = lcf->base_url ? ngx_http_complex_value(r, lcf->base_url, &url)
                       : ngx_http_contentlib_own_url(r, &url);

    if (rc != NGX_OK) {
        return NGX_ERROR;
    }

    input->bad_url = !ngx_http_contentlib_url_valid(&url);

    if (input->bad_url) {
        return NGX_OK;
    }

    while (url.data[url.len - 1] == '/') {
        url.len--;
    }

    base = &input->view.base;
    base->len = url.len + lcf->root.len;
    base->data = ngx_pnalloc(r->pool, base->len);

    if (base->data == NULL) {
        return NGX_ERROR;
    }

    p = ngx_cpymem(base->data, url.data, url.len);
    ngx_memcpy(p, lcf->root.data, lcf->root.len);

    return NGX_OK;
}


/* a path is relative to the scheme and the host of the base */

static ngx_int_t
ngx_http_contentlib_media_url(ngx_http_request_t *r,
    ngx_http_complex_value_t *value, contentlib_input_t *input)
{
    size_t      len;
    u_char     *p;
    ngx_str_t  *base, *media_url, path;

    base = &input->view.base;
    media_url = &input->view.media_url;

    if (ngx_http_complex_value(r, value, media_url) != NGX_OK) {
        return NGX_ERROR;
    }

    if (ngx_http_contentlib_url_path_valid(media_url)) {
        path = *media_url;
        p = ngx_strlchr(base->data + sizeof("https://") - 1,
                        base->data + base->len, '/');
        len = (size_t) (p - base->data);

        p = ngx_pnalloc(r->pool, len + path.len);
        if (p == NULL) {
            return NGX_ERROR;
        }

        media_url->data = p;
        media_url->len = len + path.len;

        p = ngx_cpymem(p, base->data, len);
        ngx_memcpy(p, path.data, path.len);
    }

    input->bad_url = !ngx_http_contentlib_url_valid(media_url);

    return NGX_OK;
}


/* without a host in the request, the name of the server and its port */

static ngx_int_t
ngx_http_contentlib_own_url(ngx_http_request_t *r, ngx_str_t *url)
{
    u_char                           *p;
    ngx_str_t                         authority;
    ngx_uint_t                        secure;
    ngx_http_contentlib_main_conf_t  *mcf;

    authority = ngx_http_contentlib_authority(r->main);

    if (authority.len == 0) {
        mcf = ngx_http_get_module_main_conf(r, ngx_http_contentlib_module);

        return ngx_http_complex_value(r, &mcf->own_url, url);
    }

    secure = 0;

#if (NGX_HTTP_SSL)
    secure = (r->connection->ssl != NULL);
#endif

    p = ngx_pnalloc(r->pool, sizeof("https://") - 1 + authority.len);
    if (p == NULL) {
        return NGX_ERROR;
    }

    url->data = p;
    p = ngx_sprintf(p, "%s%V", secure ? "https://" : "http://", &authority);
    url->len = (size_t) (p - url->data);

    return NGX_OK;
}


/*
 * nginx has chosen the server by the host of the request line, if it has one.
 * Only some versions of nginx count the port to it.
 */

static ngx_str_t
ngx_http_contentlib_authority(ngx_http_request_t *r)
{
    u_char     *p;
    ngx_str_t   authority;

    ngx_str_null(&authority);

    if (r->host_end && r->http_version < NGX_HTTP_VERSION_20) {

        for (p = r->host_end; *p == ':' || (*p >= '0' && *p <= '9'); p++) {
            /* void */
        }

        authority.data = r->host_start;
        authority.len = (size_t) (p - r->host_start);

    } else if (r->headers_in.host) {
        authority = r->headers_in.host->value;
    }

    return authority;
}


ngx_uint_t
ngx_http_contentlib_url_valid(const ngx_str_t *url)
{
    size_t  scheme;

    if (url->len > NGX_HTTP_CONTENTLIB_URL_MAX) {
        return 0;
    }

    scheme = url->len > 7 && ngx_strncmp(url->data, "http://", 7) == 0 ? 7
             : url->len > 8 && ngx_strncmp(url->data, "https://", 8) == 0 ? 8
             : 0;

    return scheme != 0 && url->data[scheme] != '/'
           && ngx_http_contentlib_visible(url, NGX_HTTP_CONTENTLIB_URL_ESCAPE);
}


/* two slashes at the beginning would be followed by a host */

ngx_uint_t
ngx_http_contentlib_url_path_valid(const ngx_str_t *path)
{
    return path->len > 0 && path->data[0] == '/'
           && (path->len == 1 || path->data[1] != '/')
           && ngx_http_contentlib_visible(path, NGX_HTTP_CONTENTLIB_URL_ESCAPE);
}


ngx_uint_t
ngx_http_contentlib_visible(const ngx_str_t *text, const char *special)
{
    size_t  i;
    u_char  c;

    for (i = 0; i < text->len; i++) {
        c = text->data[i];

        if (c <= ' ' || c >= 0x7f || ngx_strchr(special, c) != NULL) {
            return 0;
        }
    }

    return 1;
}


/* zeroed first: a header has a "next" since nginx 1.23.0 */

ngx_table_elt_t *
ngx_http_contentlib_header(ngx_http_request_t *r, const char *key,
    const ngx_str_t *value)
{
    ngx_table_elt_t  *header;

    header = ngx_list_push(&r->headers_out.headers);
    if (header == NULL) {
        return NULL;
    }

    ngx_memzero(header, sizeof(ngx_table_elt_t));

    header->hash = 1;
    header->key.data = (u_char *) key;
    header->key.len = ngx_strlen(key);
    header->value = *value;

    return header;
}
