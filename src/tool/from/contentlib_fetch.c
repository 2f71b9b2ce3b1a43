
/*
 * Copyright (C) contentlib authors
 *
 * Fetches one page by libcurl, with retries and pauses.
 */


#include <tool/from/contentlib_fetch.h>

#include <tool/contentlib_progress.h>


#define CONTENTLIB_FETCH_REDIRECTS  5
#define CONTENTLIB_FETCH_PAUSE      0.1     /* seconds, doubled each time */
#define CONTENTLIB_FETCH_LONGEST    30.0
#define CONTENTLIB_FETCH_LATER      300     /* most of Retry-After */
#define CONTENTLIB_FETCH_HEADERS    (256 * 1024)


static ngx_int_t contentlib_fetch_request(contentlib_fetch_t *fetch);
static size_t contentlib_fetch_write(char *data, size_t size, size_t n,
    void *user);
static size_t contentlib_fetch_header(char *data, size_t size, size_t n,
    void *user);
static ngx_uint_t contentlib_fetch_coding(const char *line, size_t n);
static ngx_int_t contentlib_fetch_error(contentlib_fetch_t *fetch,
    CURLcode code);
static ngx_int_t contentlib_fetch_answer(contentlib_fetch_t *fetch);
static ngx_int_t contentlib_fetch_page(contentlib_fetch_t *fetch);
static void contentlib_fetch_again(contentlib_fetch_t *fetch,
    ngx_uint_t times);
static void contentlib_fetch_follow(contentlib_fetch_t *fetch,
    ngx_uint_t times);


/*
 * libcurl does not follow redirects here: it would connect to where they lead
 * before anybody can object.
 */

void
contentlib_fetch_open(contentlib_fetch_t *fetch)
{
    CURL  *curl;

    (void) curl_global_init(CURL_GLOBAL_DEFAULT);

    fetch->curl = curl_easy_init();
    curl = fetch->curl;

    if (curl == NULL
        || curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L)
        || curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, fetch->error)
        || curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https")
        || curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "gzip")
        || curl_easy_setopt(curl, CURLOPT_USERAGENT, "contentlib")
        || curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long) fetch->timeout)
        || curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION,
                            contentlib_fetch_write)
        || curl_easy_setopt(curl, CURLOPT_WRITEDATA, fetch)
        || curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION,
                            contentlib_fetch_header)
        || curl_easy_setopt(curl, CURLOPT_HEADERDATA, fetch))
    {
        contentlib_fail("contentlib: cannot use libcurl");
    }
}


ngx_int_t
contentlib_fetch(contentlib_fetch_t *fetch, const char *address)
{
    ngx_int_t    rc;
    ngx_uint_t   redirects, times;

    redirects = 0;
    times = 0;

    if (curl_easy_setopt(fetch->curl, CURLOPT_URL, address) != CURLE_OK) {
        contentlib_no_memory();
    }

    for ( ;; ) {
        rc = contentlib_fetch_request(fetch);

        switch (rc) {

        case NGX_BUSY:
            times = 0;
            contentlib_fetch_follow(fetch, redirects++);
            break;

        case NGX_AGAIN:
            contentlib_fetch_again(fetch, times++);
            break;

        case NGX_ERROR:
            contentlib_fail("%s: %s", fetch->pages.name, fetch->error);

        default:
            return rc;
        }
    }
}


/*
 * NGX_OK, NGX_DECLINED, NGX_BUSY for a redirect; with the reason in "error":
 * NGX_AGAIN if there may be an answer later, or NGX_ERROR.
 */

static ngx_int_t
contentlib_fetch_request(contentlib_fetch_t *fetch)
{
    char                accept[] = "Accept: application/json";
    char                match[CONTENTLIB_PAGES_TAG + 32];
    double              now;
    CURLcode            code;
    struct curl_slist   headers[2];

    now = contentlib_progress_now();

    /* a signal that has a handler ends the program */

    if (fetch->next > now) {
        (void) usleep((useconds_t) ((fetch->next - now) * 1e6));
    }

    fetch->next = ngx_max(now, fetch->next) + fetch->pause;
    fetch->requests++;
    fetch->received = 0;
    fetch->headers = 0;
    fetch->later = 0;
    fetch->error[0] = '\0';

    contentlib_pages_undo(&fetch->pages);

    (void) snprintf(match, sizeof(match), "If-None-Match: %s",
                    fetch->pages.tag);

    headers[0].data = accept;
    headers[0].next = fetch->pages.tag[0] ? &headers[1] : NULL;
    headers[1].data = match;
    headers[1].next = NULL;

    code = curl_easy_setopt(fetch->curl, CURLOPT_HTTPHEADER, headers);

    if (code == CURLE_OK) {
        code = curl_easy_perform(fetch->curl);
    }

    if (code != CURLE_OK) {
        return contentlib_fetch_error(fetch, code);
    }

    fetch->answered = 1;

    return contentlib_fetch_answer(fetch);
}


static size_t
contentlib_fetch_write(char *data, size_t size, size_t n, void *user)
{
    long                 status;
    contentlib_fetch_t  *fetch = user;

    n *= size;
    status = 0;
    fetch->received += n;

    (void) curl_easy_getinfo(fetch->curl, CURLINFO_RESPONSE_CODE, &status);

    if (fetch->received > CONTENTLIB_PAGE_BYTES) {
        contentlib_fail("%s: the body is longer than 64 MiB",
                        fetch->pages.name);
    }

    if (status != 200) {
        return n;
    }

    if (fetch->received > fetch->room) {
        contentlib_fail("%s: the pages are longer than --max-pages MiB",
                        fetch->pages.name);
    }

    contentlib_pages_add(&fetch->pages, (u_char *) data, n);

    return n;
}


/* libcurl stores trailers without a limit */

static size_t
contentlib_fetch_header(char *data, size_t size, size_t n, void *user)
{
    contentlib_fetch_t  *fetch = user;

    n *= size;
    fetch->headers += n;

    if (!contentlib_fetch_coding(data, n)) {
        contentlib_fail("%s: the coding of the body is not gzip",
                        fetch->pages.name);
    }

    if (fetch->headers > CONTENTLIB_FETCH_HEADERS) {
        contentlib_fail("%s: the headers are longer than 256 KiB",
                        fetch->pages.name);
    }

    return n;
}


/*
 * libcurl decodes whatever it can.  Each layer of zstd may need 128 MiB of
 * memory, so 0 for a header with other codings than those listed here.
 */

static ngx_uint_t
contentlib_fetch_coding(const char *line, size_t n)
{
    size_t                    i, at, len;
    static const char *const  known[] = {
        "gzip", "x-gzip", "deflate", "identity", "chunked"
    };

    at = curl_strnequal(line, "content-encoding:", 17) ? 17
         : curl_strnequal(line, "transfer-encoding:", 18) ? 18 : n;

    for ( /* void */ ; at < n; at += len + 1) {

        for (len = 0;
             at + len < n && strchr(", \t\r\n", line[at + len]) == NULL;
             len++)
        {
            /* void */
        }

        for (i = 0; len && i < sizeof(known) / sizeof(known[0]); i++) {
            if (len == ngx_strlen(known[i])
                && curl_strnequal(line + at, known[i], len))
            {
                break;
            }
        }

        if (i == sizeof(known) / sizeof(known[0])) {
            return 0;
        }
    }

    return 1;
}


/* an address that was never reached is misspelt, more often than not */

static ngx_int_t
contentlib_fetch_error(contentlib_fetch_t *fetch, CURLcode code)
{
    if (fetch->error[0] == '\0') {
        (void) snprintf(fetch->error, sizeof(fetch->error), "%s",
                        curl_easy_strerror(code));
    }

    switch (code) {

    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
        return fetch->answered ? NGX_AGAIN : NGX_ERROR;

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
        return NGX_ERROR;
    }
}


static ngx_int_t
contentlib_fetch_answer(contentlib_fetch_t *fetch)
{
    long   status;
    char  *location;

    location = NULL;

    (void) curl_easy_getinfo(fetch->curl, CURLINFO_RESPONSE_CODE, &status);
    (void) curl_easy_getinfo(fetch->curl, CURLINFO_REDIRECT_URL, &location);

    if (status == 304 && fetch->pages.tag[0]) {
        fetch->unchanged++;
        return NGX_DECLINED;
    }

    if (status == 200) {
        return contentlib_fetch_page(fetch);
    }

    if (location && status != 304) {
        return NGX_BUSY;
    }

    (void) curl_easy_getinfo(fetch->curl, CURLINFO_RETRY_AFTER, &fetch->later);
    (void) snprintf(fetch->error, sizeof(fetch->error), "status %ld", status);

    return status == 408 || status == 425 || status == 429
           || (status >= 500 && status != 501 && status != 505)
           ? NGX_AGAIN : NGX_ERROR;
}


static ngx_int_t
contentlib_fetch_page(contentlib_fetch_t *fetch)
{
    ngx_int_t            rc;
    struct curl_header  *header;

    /* an empty body has not replaced the stored one */

    rc = fetch->received ? contentlib_from_page_read(&fetch->page) : NGX_AGAIN;

    if (rc == NGX_AGAIN) {
        (void) snprintf(fetch->error, sizeof(fetch->error),
                        "the body is incomplete");
        return NGX_AGAIN;
    }

    if (rc != NGX_OK) {
        contentlib_pages_fail(&fetch->pages, "%s", fetch->page.fault.text);
    }

    /* a tag that is cut would match nothing */

    fetch->pages.tag[0] = '\0';

    if (curl_easy_header(fetch->curl, "ETag", 0, CURLH_HEADER, -1, &header)
        == CURLHE_OK
        && ngx_strlen(header->value) <= CONTENTLIB_PAGES_TAG)
    {
        (void) snprintf(fetch->pages.tag, sizeof(fetch->pages.tag), "%s",
                        header->value);
    }

    return NGX_OK;
}


/* after a pause */

static void
contentlib_fetch_again(contentlib_fetch_t *fetch, ngx_uint_t times)
{
    if (fetch->later > CONTENTLIB_FETCH_LATER) {
        contentlib_fail("%s: %s, with a Retry-After of %lld s",
                        fetch->pages.name, fetch->error,
                        (long long) ngx_min(fetch->later, 1000000));
    }

    if (contentlib_fetch_delay(fetch, times) == NGX_OK) {
        return;
    }

    if (times) {
        contentlib_fail("%s: %s, after %lu attempts", fetch->pages.name,
                        fetch->error, times + 1);
    }

    contentlib_fail("%s: %s", fetch->pages.name, fetch->error);
}


ngx_int_t
contentlib_fetch_delay(contentlib_fetch_t *fetch, ngx_uint_t times)
{
    double  pause;

    if (times >= fetch->retries) {
        return NGX_DECLINED;
    }

    pause = CONTENTLIB_FETCH_PAUSE * (double) (1 << ngx_min(times, 10));
    pause = ngx_min(pause, CONTENTLIB_FETCH_LONGEST);
    pause = ngx_max(pause, (double) fetch->later);

    fetch->next = ngx_max(fetch->next, contentlib_progress_now() + pause);

    return NGX_OK;
}


static void
contentlib_fetch_follow(contentlib_fetch_t *fetch, ngx_uint_t times)
{
    char   address[CONTENTLIB_ADDRESS], quoted[CONTENTLIB_QUOTE_SIZE];
    char  *location;

    if (times == CONTENTLIB_FETCH_REDIRECTS) {
        contentlib_fail("%s: too many redirects", fetch->pages.name);
    }

    (void) curl_easy_getinfo(fetch->curl, CURLINFO_REDIRECT_URL, &location);

    (void) snprintf(address, sizeof(address), "%s", fetch->root);

    if (contentlib_address_below(fetch->root, address, location) != NGX_OK) {
        contentlib_fail("%s: redirects to \"%s\", which is not below --from",
                        fetch->pages.name,
                        contentlib_message_string(quoted, location));
    }

    if (curl_easy_setopt(fetch->curl, CURLOPT_URL, address) != CURLE_OK) {
        contentlib_no_memory();
    }
}
