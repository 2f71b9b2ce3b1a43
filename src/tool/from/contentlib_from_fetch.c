
/*
 * Copyright (C) contentlib authors
 */


#include <tool/from/contentlib_from_fetch.h>

#include <tool/contentlib_progress.h>
#include <tool/from/contentlib_from_address.h>


#define CONTENTLIB_FROM_FETCH_REDIRECTS  5
#define CONTENTLIB_FROM_FETCH_PAUSE      0.1    /* seconds, doubled each time */
#define CONTENTLIB_FROM_FETCH_LONGEST    30.0
#define CONTENTLIB_FROM_FETCH_LATER      300    /* most of Retry-After */


static CURLcode contentlib_from_fetch_options(contentlib_from_fetch_t *fetch);
static ngx_int_t contentlib_from_fetch_request(contentlib_from_fetch_t *fetch,
    const char *address, const char *tag);
static CURLcode contentlib_from_fetch_perform(contentlib_from_fetch_t *fetch,
    const char *address, const char *tag);
static size_t contentlib_from_fetch_write(char *data, size_t size, size_t n,
    void *user);
static ngx_int_t contentlib_from_fetch_error(contentlib_from_fetch_t *fetch,
    CURLcode code);
static ngx_int_t contentlib_from_fetch_answer(contentlib_from_fetch_t *fetch,
    const char *tag);
static ngx_int_t contentlib_from_fetch_page(contentlib_from_fetch_t *fetch);
static ngx_int_t contentlib_from_fetch_again(contentlib_from_fetch_t *fetch,
    const char *address, ngx_uint_t times);
static ngx_int_t contentlib_from_fetch_follow(contentlib_from_fetch_t *fetch,
    char **address);
static void contentlib_from_fetch_sleep(double seconds);
static ngx_int_t contentlib_from_fetch_failed(contentlib_from_fetch_t *fetch,
    const char *address, const char *what);


ngx_int_t
contentlib_from_fetch_open(contentlib_from_fetch_t *fetch)
{
    if (curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
        fetch->curl = curl_easy_init();
    }

    if (fetch->curl == NULL
        || contentlib_from_fetch_options(fetch) != CURLE_OK)
    {
        return contentlib_message_set(fetch->message, "contentlib: cannot use "
                                                      "libcurl");
    }

    return NGX_OK;
}


/*
 * libcurl does not follow redirects here: it would connect to where they lead
 * before anybody can object.
 */

static CURLcode
contentlib_from_fetch_options(contentlib_from_fetch_t *fetch)
{
    CURLcode   code;
    CURL      *curl;

    curl = fetch->curl;

    code = curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    code |= curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, fetch->error);
    code |= curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    code |= curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "gzip");
    code |= curl_easy_setopt(curl, CURLOPT_USERAGENT, "contentlib");
    code |= curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long) fetch->timeout);
    code |= curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT,
                             (long) fetch->timeout);
    code |= curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE,
                             (curl_off_t) CONTENTLIB_FROM_PAGE_BYTES);
    code |= curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION,
                             contentlib_from_fetch_write);
    code |= curl_easy_setopt(curl, CURLOPT_WRITEDATA, fetch);

    return code;
}


void
contentlib_from_fetch_close(contentlib_from_fetch_t *fetch)
{
    curl_easy_cleanup(fetch->curl);
    curl_global_cleanup();
}


ngx_int_t
contentlib_from_fetch(contentlib_from_fetch_t *fetch, const char *address,
    const char *tag)
{
    char        *at;
    ngx_int_t    rc;
    ngx_uint_t   redirects, times;

    redirects = 0;
    times = 0;
    fetch->address = address;
    at = strdup(address);

    if (at == NULL) {
        return contentlib_message_set(fetch->message,
                                      "contentlib: out of memory");
    }

    do {
        rc = contentlib_from_fetch_request(fetch, at, tag);

        if (rc == NGX_AGAIN) {
            rc = contentlib_from_fetch_again(fetch, at, times++);

        } else if (rc == NGX_BUSY) {
            rc = redirects++ < CONTENTLIB_FROM_FETCH_REDIRECTS
                 ? contentlib_from_fetch_follow(fetch, &at)
                 : contentlib_from_fetch_failed(fetch, address,
                                                "is redirected too often");
            times = 0;

        } else if (rc == NGX_ABORT) {
            rc = contentlib_from_fetch_failed(fetch, at, fetch->reason);
        }

    } while (rc == NGX_AGAIN);

    free(at);

    return rc;
}


/*
 * NGX_OK, NGX_DECLINED, NGX_BUSY for a redirect; with the reason NGX_AGAIN if
 * there may be an answer later, or NGX_ABORT; NGX_ERROR with the message set.
 */

static ngx_int_t
contentlib_from_fetch_request(contentlib_from_fetch_t *fetch,
    const char *address, const char *tag)
{
    double     now;
    CURLcode   code;

    now = contentlib_progress_now();
    contentlib_from_fetch_sleep(fetch->next - now);

    if (fetch->rate > 0) {
        fetch->next = ngx_max(now, fetch->next) + 1 / fetch->rate;
    }

    fetch->requests++;
    fetch->received = 0;
    fetch->full = 0;
    fetch->error[0] = '\0';

    contentlib_from_page_begin(fetch->page, fetch->address);

    if (contentlib_from_pages_begin(fetch->pages) != NGX_OK) {
        return NGX_ERROR;
    }

    code = contentlib_from_fetch_perform(fetch, address, tag);

    if (code != CURLE_OK) {
        return contentlib_from_fetch_error(fetch, code);
    }

    fetch->answered = 1;

    return contentlib_from_fetch_answer(fetch, tag);
}


static CURLcode
contentlib_from_fetch_perform(contentlib_from_fetch_t *fetch,
    const char *address, const char *tag)
{
    char                line[CONTENTLIB_FROM_TAG + 32];
    CURLcode            code;
    struct curl_slist  *headers, *more;

    headers = curl_slist_append(NULL, "Accept: application/json");
    more = headers;

    if (headers && tag[0]) {
        (void) snprintf(line, sizeof(line), "If-None-Match: %s", tag);
        more = curl_slist_append(headers, line);
    }

    code = CURLE_OUT_OF_MEMORY;

    if (more
        && curl_easy_setopt(fetch->curl, CURLOPT_HTTPHEADER, headers)
           == CURLE_OK
        && curl_easy_setopt(fetch->curl, CURLOPT_URL, address) == CURLE_OK)
    {
        code = curl_easy_perform(fetch->curl);
    }

    (void) curl_easy_setopt(fetch->curl, CURLOPT_HTTPHEADER, NULL);
    curl_slist_free_all(headers);

    return code;
}


/*
 * A page that has a fault is read to its end all the same: if the transfer
 * fails, it is that which was wrong.
 */

static size_t
contentlib_from_fetch_write(char *data, size_t size, size_t n, void *user)
{
    long                      status;
    contentlib_from_fetch_t  *fetch = user;

    n *= size;
    fetch->received += n;

    if (fetch->received > CONTENTLIB_FROM_PAGE_BYTES) {
        return CURL_WRITEFUNC_ERROR;
    }

    status = 0;
    (void) curl_easy_getinfo(fetch->curl, CURLINFO_RESPONSE_CODE, &status);

    if (status != 200 || fetch->page->fault.len) {
        return n;
    }

    if (n > fetch->room) {
        fetch->full = 1;
        return CURL_WRITEFUNC_ERROR;
    }

    fetch->room -= n;

    if (contentlib_from_page_add(fetch->page, (u_char *) data, n) != NGX_OK
        || contentlib_from_pages_add(fetch->pages, fetch->address,
                                     (u_char *) data, n)
           != NGX_OK)
    {
        return CURL_WRITEFUNC_ERROR;
    }

    return n;
}


/* an address that was never reached is misspelt, more often than not */

static ngx_int_t
contentlib_from_fetch_error(contentlib_from_fetch_t *fetch, CURLcode code)
{
    fetch->status = 0;

    (void) snprintf(fetch->reason, sizeof(fetch->reason), "%s",
                    fetch->error[0] ? fetch->error : curl_easy_strerror(code));

    switch (code) {

    case CURLE_WRITE_ERROR:
    case CURLE_FILESIZE_EXCEEDED:

        if (fetch->message->len) {
            return NGX_ERROR;
        }

        (void) snprintf(fetch->reason, sizeof(fetch->reason), "%s", fetch->full
                        ? "the pages are longer than --max-pages MiB"
                        : "the body is longer than 64 MiB");
        return NGX_ABORT;

    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
        return fetch->answered ? NGX_AGAIN : NGX_ABORT;

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
        return NGX_ABORT;
    }
}


static ngx_int_t
contentlib_from_fetch_answer(contentlib_from_fetch_t *fetch, const char *tag)
{
    long   status;
    char  *location;

    location = NULL;

    (void) curl_easy_getinfo(fetch->curl, CURLINFO_RESPONSE_CODE, &status);
    (void) curl_easy_getinfo(fetch->curl, CURLINFO_REDIRECT_URL, &location);

    fetch->status = status;

    if (status == 304 && tag[0]) {
        fetch->unchanged++;
        (void) snprintf(fetch->tag, sizeof(fetch->tag), "%s", tag);
        return NGX_DECLINED;
    }

    if (status == 200) {
        return contentlib_from_fetch_page(fetch);
    }

    if (location && status != 304) {
        return NGX_BUSY;
    }

    (void) snprintf(fetch->reason, sizeof(fetch->reason), "is answered %ld",
                    status);

    return status == 408 || status == 425 || status == 429
           || (status >= 500 && status != 501 && status != 505)
           ? NGX_AGAIN : NGX_ABORT;
}


static ngx_int_t
contentlib_from_fetch_page(contentlib_from_fetch_t *fetch)
{
    ngx_int_t            rc;
    struct curl_header  *header;

    /* nobody else tells that a body of unknown length, or in gzip, is cut */

    rc = contentlib_from_page_end(fetch->page);

    if (rc == NGX_AGAIN) {
        fetch->status = 0;
        (void) snprintf(fetch->reason, sizeof(fetch->reason),
                        "the body is cut");
        return NGX_AGAIN;
    }

    if (rc != NGX_OK) {
        return contentlib_message_set(fetch->message, "%s",
                                      fetch->page->fault.text);
    }

    /* a tag that is cut would match nothing */

    fetch->tag[0] = '\0';

    if (curl_easy_header(fetch->curl, "ETag", 0, CURLH_HEADER, -1, &header)
        == CURLHE_OK
        && ngx_strlen(header->value) <= CONTENTLIB_FROM_TAG)
    {
        (void) snprintf(fetch->tag, sizeof(fetch->tag), "%s", header->value);
    }

    return contentlib_from_pages_store(fetch->pages, fetch->address,
                                       fetch->tag, fetch->page->hash);
}


/* NGX_AGAIN, after a pause, or NGX_ERROR */

static ngx_int_t
contentlib_from_fetch_again(contentlib_from_fetch_t *fetch,
    const char *address, ngx_uint_t times)
{
    size_t      len;
    curl_off_t  later;

    later = 0;
    len = ngx_strlen(fetch->reason);

    if (fetch->status) {
        (void) curl_easy_getinfo(fetch->curl, CURLINFO_RETRY_AFTER, &later);
    }

    if (later > CONTENTLIB_FROM_FETCH_LATER) {
        (void) snprintf(fetch->reason + len, sizeof(fetch->reason) - len,
                        ", to be asked for again in %lld s",
                        (long long) ngx_min(later, 1000000));

    } else if (contentlib_from_fetch_wait(fetch, times, (double) later)
               == NGX_OK)
    {
        return NGX_AGAIN;

    } else if (times) {
        (void) snprintf(fetch->reason + len, sizeof(fetch->reason) - len,
                        ", %lu times", times + 1);
    }

    return contentlib_from_fetch_failed(fetch, address, fetch->reason);
}


ngx_int_t
contentlib_from_fetch_wait(contentlib_from_fetch_t *fetch, ngx_uint_t times,
    double seconds)
{
    double  pause;

    if (times >= fetch->retries) {
        return NGX_DECLINED;
    }

    pause = CONTENTLIB_FROM_FETCH_PAUSE * (double) (1 << ngx_min(times, 10));
    pause = ngx_min(pause, CONTENTLIB_FROM_FETCH_LONGEST);

    contentlib_from_fetch_sleep(ngx_max(pause, seconds));

    return NGX_OK;
}


static void
contentlib_from_fetch_sleep(double seconds)
{
    struct timespec  pause;

    if (seconds <= 0) {
        return;
    }

    pause.tv_sec = (time_t) seconds;
    pause.tv_nsec = (long) ((seconds - (double) pause.tv_sec) * 1e9);

    /* a signal that has a handler ends the program */

    (void) nanosleep(&pause, NULL);
}


/* replaces the address; NGX_AGAIN, or NGX_ERROR */

static ngx_int_t
contentlib_from_fetch_follow(contentlib_from_fetch_t *fetch, char **address)
{
    char  what[CONTENTLIB_QUOTE_SIZE + 64], quoted[CONTENTLIB_QUOTE_SIZE];
    char  *location, *below;

    location = NULL;
    (void) curl_easy_getinfo(fetch->curl, CURLINFO_REDIRECT_URL, &location);

    below = contentlib_from_address_below(fetch->root, *address, location);

    if (below == NULL) {
        (void) snprintf(what, sizeof(what), "is redirected to \"%s\", which "
                        "is not below --from",
                        contentlib_message_quote(quoted, (u_char *) location,
                                                 ngx_strlen(location)));

        return contentlib_from_fetch_failed(fetch, *address, what);
    }

    free(*address);
    *address = below;

    return NGX_AGAIN;
}


static ngx_int_t
contentlib_from_fetch_failed(contentlib_from_fetch_t *fetch,
    const char *address, const char *what)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    return contentlib_message_set(fetch->message, "%s: %s",
                                  contentlib_message_quote(quoted,
                                                  (const u_char *) address,
                                                  ngx_strlen(address)),
                                  what);
}
