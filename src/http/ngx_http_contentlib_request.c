
/*
 * Copyright (C) contentlib authors
 *
 * Translates the request of nginx for the service: method, path, headers, and
 * the base of all addresses in the answer, which is the value of the directive,
 * or scheme, host and port of the request, and the root.
 */


#include <http/ngx_http_contentlib.h>


/* a client chooses the host, which every address of an answer repeats */

#define NGX_HTTP_CONTENTLIB_URL_MAX  512

#define NGX_HTTP_CONTENTLIB_URL_SPECIAL  "\"#<>?\\^`{|}"


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
static ngx_uint_t ngx_http_contentlib_encoded_slash(ngx_http_request_t *r);
static ngx_int_t ngx_http_contentlib_accept(ngx_http_request_t *r,
    ngx_str_t *accept);
static size_t ngx_http_contentlib_accept_lines(ngx_http_request_t *r,
    ngx_str_t *accept, u_char *to);
static void ngx_http_contentlib_condition(ngx_http_request_t *r,
    contentlib_input_t *input);
static ngx_int_t ngx_http_contentlib_base(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input);
static ngx_int_t ngx_http_contentlib_media_url(ngx_http_request_t *r,
    ngx_http_complex_value_t *value, contentlib_input_t *input);
static ngx_int_t ngx_http_contentlib_own_url(ngx_http_request_t *r,
    ngx_str_t *url);
static ngx_int_t ngx_http_contentlib_own_host(ngx_http_request_t *r,
    u_char *buffer, ngx_str_t *host, in_port_t *port);
static ngx_uint_t ngx_http_contentlib_authority_valid(const u_char *p,
    const u_char *last);
static ngx_uint_t ngx_http_contentlib_port_valid(const u_char *p,
    const u_char *last);


ngx_int_t
ngx_http_contentlib_input(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input)
{
    input->source = lcf->source;
    input->pool = r->pool;
    input->log = r->connection->log;
    input->connection = ngx_http_contentlib_connection(r);
    input->query = r->args;
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

    if (ngx_http_contentlib_accept(r, &input->accept) != NGX_OK) {
        return NGX_ERROR;
    }

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
    (void) data;
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
        input->unroutable = (ngx_http_contentlib_encoded_slash(r) != 0);
        return;
    }

    input->unslashed = (r->uri.len == root->len - 1
                        && ngx_memcmp(r->uri.data, root->data, r->uri.len)
                           == 0);

    input->unroutable = !input->unslashed;
}


/* an encoded slash belongs to a name, and no name of the API has one */

static ngx_uint_t
ngx_http_contentlib_encoded_slash(ngx_http_request_t *r)
{
    u_char  *p, *last;

    if (!r->valid_unparsed_uri || r != r->main || !r->quoted_uri) {
        return 0;
    }

    p = r->unparsed_uri.data;
    last = p + r->unparsed_uri.len;

    for ( /* void */ ; p + 2 < last && *p != '?'; p++) {

        if (p[0] == '%' && p[1] == '2' && (p[2] | 0x20) == 'f') {
            return 1;
        }
    }

    return 0;
}


/*
 * All Accept headers as one.  The size is counted first, because a client may
 * send many.
 */

static ngx_int_t
ngx_http_contentlib_accept(ngx_http_request_t *r, ngx_str_t *accept)
{
    u_char  *p;
    size_t   size;

    size = ngx_http_contentlib_accept_lines(r, accept, NULL);

    if (size <= accept->len + 1) {
        return NGX_OK;
    }

    p = ngx_pnalloc(r->pool, size);
    if (p == NULL) {
        return NGX_ERROR;
    }

    (void) ngx_http_contentlib_accept_lines(r, accept, p);

    accept->data = p;
    accept->len = size - 1;

    return NGX_OK;
}


/*
 * The last one that is not empty, and the size of all such with a comma behind
 * each, which are written to "to", if any.  The list is searched, since the
 * pointer to the header exists in some builds of nginx only.
 */

static size_t
ngx_http_contentlib_accept_lines(ngx_http_request_t *r, ngx_str_t *accept,
    u_char *to)
{
    size_t            size;
    ngx_uint_t        i;
    ngx_list_part_t  *part;
    ngx_table_elt_t  *header;

    size = 0;

    for (part = &r->headers_in.headers.part; part; part = part->next) {
        header = part->elts;

        for (i = 0; i < part->nelts; i++) {

            if (header[i].value.len == 0
                || header[i].key.len != sizeof("accept") - 1
                || ngx_strncasecmp(header[i].key.data, (u_char *) "accept",
                                   sizeof("accept") - 1)
                   != 0)
            {
                continue;
            }

            *accept = header[i].value;
            size += accept->len + 1;

            if (to != NULL) {
                to = ngx_cpymem(to, accept->data, accept->len);
                *to++ = ',';
            }
        }
    }

    return size;
}


/*
 * If only If-None-Match decides, no body is built for a match.  If-Match and
 * If-Unmodified-Since are left to nginx's filter, which needs the whole answer.
 * If-Modified-Since is ignored: two libraries may be built within a second,
 * and a date shows neither a changed configuration nor whether the client has
 * the explorer or the answer.
 */

static void
ngx_http_contentlib_condition(ngx_http_request_t *r, contentlib_input_t *input)
{
    r->headers_in.if_modified_since = NULL;

    if (r != r->main || r->err_status != 0 || r->disable_not_modified
        || r->headers_in.if_match != NULL
        || r->headers_in.if_unmodified_since != NULL
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


/* "$scheme://$http_host", or the host and port that the request came to */

static ngx_int_t
ngx_http_contentlib_own_url(ngx_http_request_t *r, ngx_str_t *url)
{
    u_char      *p;
    in_port_t    port;
    ngx_str_t    host;
    ngx_uint_t   secure;
    u_char       buffer[NGX_SOCKADDR_STRLEN];

    if (ngx_http_contentlib_own_host(r, buffer, &host, &port) != NGX_OK) {
        return NGX_ERROR;
    }

    p = ngx_pnalloc(r->pool, sizeof("https://:65535") - 1 + host.len);
    if (p == NULL) {
        return NGX_ERROR;
    }

    url->data = p;
    secure = 0;

#if (NGX_HTTP_SSL)
    secure = (r->connection->ssl != NULL);
#endif

    p = ngx_sprintf(p, "%s%V", secure ? "https://" : "http://", &host);

    if (port != 0 && port != (secure ? 443 : 80)) {
        p = ngx_sprintf(p, ":%ui", (ngx_uint_t) port);
    }

    url->len = (size_t) (p - url->data);

    return NGX_OK;
}


/*
 * The Host header, with its port; or without it, the host of the request line,
 * the server's name, or the local address, which is written to the buffer, and
 * the local port.
 */

static ngx_int_t
ngx_http_contentlib_own_host(ngx_http_request_t *r, u_char *buffer,
    ngx_str_t *host, in_port_t *port)
{
    ngx_http_core_srv_conf_t  *cscf;

    *port = 0;

    if (r->headers_in.host != NULL) {
        *host = r->headers_in.host->value;
        return NGX_OK;
    }

    host->data = buffer;
    host->len = NGX_SOCKADDR_STRLEN;

    if (ngx_connection_local_sockaddr(r->connection, host, 1) != NGX_OK) {
        return NGX_ERROR;
    }

    *port = ngx_inet_get_port(r->connection->local_sockaddr);
    cscf = ngx_http_get_module_srv_conf(r, ngx_http_core_module);

    if (r->headers_in.server.len != 0) {
        *host = r->headers_in.server;

    } else if (ngx_http_contentlib_authority_valid(cscf->server_name.data,
                       cscf->server_name.data + cscf->server_name.len))
    {
        *host = cscf->server_name;

    } else if (*port == 0) {

        /* a UNIX socket has no port, and its path is not a host */

        ngx_str_set(host, "localhost");

    } else {
        do {
            host->len--;
        } while (buffer[host->len] != ':');
    }

    return NGX_OK;
}


ngx_uint_t
ngx_http_contentlib_url_valid(const ngx_str_t *url)
{
    size_t         scheme;
    ngx_str_t      rest;
    const u_char  *last, *path;

    if (url->len > NGX_HTTP_CONTENTLIB_URL_MAX) {
        return 0;
    }

    if (url->len > 7 && ngx_strncmp(url->data, "http://", 7) == 0) {
        scheme = 7;

    } else if (url->len > 8 && ngx_strncmp(url->data, "https://", 8) == 0) {
        scheme = 8;

    } else {
        return 0;
    }

    last = url->data + url->len;
    path = memchr(url->data + scheme, '/', url->len - scheme);

    if (path == NULL) {
        path = last;
    }

    rest.data = (u_char *) (uintptr_t) path;
    rest.len = (size_t) (last - path);

    return ngx_http_contentlib_plain(&rest, NGX_HTTP_CONTENTLIB_URL_SPECIAL)
           && ngx_http_contentlib_authority_valid(url->data + scheme, path);
}


/* two slashes at the beginning would be followed by a host */

ngx_uint_t
ngx_http_contentlib_url_path_valid(const ngx_str_t *path)
{
    return path->len > 0 && path->data[0] == '/'
           && (path->len == 1 || path->data[1] != '/')
           && ngx_http_contentlib_plain(path, NGX_HTTP_CONTENTLIB_URL_SPECIAL);
}


ngx_uint_t
ngx_http_contentlib_plain(const ngx_str_t *text, const char *special)
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


static ngx_uint_t
ngx_http_contentlib_authority_valid(const u_char *p, const u_char *last)
{
    const u_char  *host;

    host = p;

    if (p < last && *p == '[') {

        for (p++; p < last && *p != ']'; p++) {
            if (!isxdigit(*p) && *p != ':' && *p != '.') {
                return 0;
            }
        }

        if (p == last || p == host + 1) {
            return 0;
        }

        p++;

    } else {

        while (p < last && (isalnum(*p) || *p == '.' || *p == '-'
                            || *p == '_'))
        {
            p++;
        }
    }

    if (p == host) {
        return 0;
    }

    return p == last || ngx_http_contentlib_port_valid(p, last);
}


/* with the colon; a port without digits is the scheme's own */

static ngx_uint_t
ngx_http_contentlib_port_valid(const u_char *p, const u_char *last)
{
    ngx_int_t  port;

    if (*p++ != ':' || last - p > 5) {
        return 0;
    }

    port = ngx_atoi((u_char *) (uintptr_t) p, (size_t) (last - p));

    return p == last || (port > 0 && port <= 65535);
}
