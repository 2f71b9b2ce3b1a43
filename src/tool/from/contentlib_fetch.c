
/*
 * Copyright (C) contentlib authors
 *
 * Fetches the body of one address by libcurl.
 */


#include <tool/from/contentlib_fetch.h>

#include <tool/contentlib_progress.h>


#define CONTENTLIB_FETCH_PAUSE    0.1       /* seconds, doubled each time */
#define CONTENTLIB_FETCH_LONGEST  30.0
#define CONTENTLIB_FETCH_LATER    300       /* most of Retry-After */
#define CONTENTLIB_FETCH_HEADERS  (256 * 1024)
#define CONTENTLIB_FETCH_BODY     (64 * 1024 * 1024)

/* RFC 9110, 5.6.2 */

#define CONTENTLIB_FETCH_TOKEN    "abcdefghijklmnopqrstuvwxyz"                \
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"      \
                                  "!#$%&'*+-.^_`|~"


static void contentlib_fetch_header_add(contentlib_fetch_t *fetch,
    const char *header);
static ngx_uint_t contentlib_fetch_header_valid(const char *header);
static size_t contentlib_fetch_write(char *data, size_t size, size_t n,
    void *user);
static size_t contentlib_fetch_header(char *data, size_t size, size_t n,
    void *user);
static ngx_uint_t contentlib_fetch_coding(const char *line, size_t n,
    const char *name, const char *value);
static ngx_int_t contentlib_fetch_error(contentlib_fetch_t *fetch,
    CURLcode code);
static ngx_int_t contentlib_fetch_status(contentlib_fetch_t *fetch);


/* libcurl does not follow redirects unless it is told to */

void
contentlib_fetch_open(contentlib_fetch_t *fetch,
    const contentlib_options_t *options)
{
    CURL    *curl;
    long     timeout;
    size_t   i;
    double   rate;

    rate = contentlib_fetch_number("rate", options->rate, 0.001, 10000, 0);
    fetch->pause = (rate > 0) ? 1 / rate : 0;
    fetch->retries = (ngx_uint_t) contentlib_fetch_number("retries",
                                                          options->retries, 0,
                                                          100, 8);
    timeout = (long) contentlib_fetch_number("timeout", options->timeout, 1,
                                             3600, 60);

    contentlib_fetch_header_add(fetch, "Accept: application/json");

    for (i = 0; i < options->nheaders; i++) {
        if (!contentlib_fetch_header_valid(options->headers[i])) {
            contentlib_fail("contentlib: --header is not \"Name: value\"");
        }

        contentlib_fetch_header_add(fetch, options->headers[i]);
    }

    curl = curl_easy_init();
    fetch->curl = curl;

    if (curl == NULL
        || curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L)
        || curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, fetch->error)
        || curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https")
        || curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "gzip")
        || curl_easy_setopt(curl, CURLOPT_USERAGENT, "contentlib")
        || curl_easy_setopt(curl, CURLOPT_HTTPHEADER, fetch->headers)
        || curl_easy_setopt(curl, CURLOPT_TIMEOUT, timeout)
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


void
contentlib_fetch_close(contentlib_fetch_t *fetch)
{
    curl_easy_cleanup(fetch->curl);
    curl_slist_free_all(fetch->headers);

    if (fetch->file) {
        (void) fclose(fetch->file);
    }
}


static void
contentlib_fetch_header_add(contentlib_fetch_t *fetch, const char *header)
{
    struct curl_slist  *list;

    list = curl_slist_append(fetch->headers, header);

    if (list == NULL) {
        contentlib_no_memory();
    }

    fetch->headers = list;
}


/* libcurl would take "Name:" for a header to leave out */

static ngx_uint_t
contentlib_fetch_header_valid(const char *header)
{
    size_t  len;

    len = strspn(header, CONTENTLIB_FETCH_TOKEN);

    if (len == 0 || header[len++] != ':') {
        return 0;
    }

    len += strspn(header + len, " \t");

    return header[len] != '\0' && header[strcspn(header, "\r\n")] == '\0';
}


/* strtod() alone would accept "0x10", "1e1" and "nan" */

double
contentlib_fetch_number(const char *name, const char *text, double least,
    double most, double otherwise)
{
    char        *end;
    double       value;
    ngx_uint_t   whole;

    if (text == NULL) {
        return otherwise;
    }

    whole = (least == (double) (ngx_uint_t) least);
    value = strtod(text, &end);

    if (end == text || *end != '\0'
        || text[strspn(text, whole ? "0123456789" : "0123456789.")] != '\0'
        || value < least || value > most)
    {
        contentlib_fail("contentlib: --%s is not a %s from %g to %g", name,
                        whole ? "whole number" : "number", least, most);
    }

    return value;
}


void
contentlib_fetch_begin(contentlib_fetch_t *fetch, const char *address)
{
    (void) contentlib_message_string(fetch->name, address);

    fetch->attempts = 0;

    if (curl_easy_setopt(fetch->curl, CURLOPT_URL, address) != CURLE_OK) {
        contentlib_no_memory();
    }
}


ngx_int_t
contentlib_fetch(contentlib_fetch_t *fetch)
{
    double    now;
    CURLcode  code;

    now = contentlib_progress_now();

    /* a signal that has a handler ends the program */

    if (fetch->next > now) {
        (void) usleep((useconds_t) ((fetch->next - now) * 1e6));
    }

    fetch->next = ngx_max(now, fetch->next) + fetch->pause;
    fetch->requests++;
    fetch->attempts++;
    fetch->status = 0;
    fetch->later = 0;
    fetch->received = 0;
    fetch->len = 0;
    fetch->error[0] = '\0';

    code = curl_easy_perform(fetch->curl);

    if (code != CURLE_OK) {
        return contentlib_fetch_error(fetch, code);
    }

    fetch->reached = 1;

    return contentlib_fetch_status(fetch);
}


static size_t
contentlib_fetch_write(char *data, size_t size, size_t n, void *user)
{
    char                 quoted[CONTENTLIB_QUOTE_SIZE];
    contentlib_fetch_t  *fetch = user;

    n *= size;
    fetch->len += n;

    if (fetch->len > CONTENTLIB_FETCH_BODY) {
        contentlib_fail("%s: the body is longer than 64 MiB", fetch->name);
    }

    if (fwrite(data, 1, n, fetch->file) != n) {
        contentlib_fail_system("contentlib: cannot write \"%s\"",
                               contentlib_message_string(quoted, fetch->path));
    }

    return n;
}


/* trailers are passed to this function, too */

static size_t
contentlib_fetch_header(char *data, size_t size, size_t n, void *user)
{
    contentlib_fetch_t  *fetch = user;

    n *= size;
    fetch->received += n;

    if (fetch->received > CONTENTLIB_FETCH_HEADERS) {
        contentlib_fail("%s: the headers are longer than 256 KiB",
                        fetch->name);
    }

    if (!contentlib_fetch_coding(data, n, "content-encoding:", "gzip")
        || !contentlib_fetch_coding(data, n, "transfer-encoding:", "chunked"))
    {
        contentlib_fail("%s: the coding of the body is not gzip", fetch->name);
    }

    return n;
}


/*
 * libcurl decodes whatever it can, and each layer of zstd may need 128 MiB of
 * memory: 0 for a header of this name with another value.
 */

static ngx_uint_t
contentlib_fetch_coding(const char *line, size_t n, const char *name,
    const char *value)
{
    size_t  len;

    len = ngx_strlen(name);

    if (n < len || !curl_strnequal(line, name, len)) {
        return 1;
    }

    while (len < n && (line[len] == ' ' || line[len] == '\t')) {
        len++;
    }

    while (n > len && ngx_strchr(" \t\r\n", line[n - 1])) {
        n--;
    }

    return n - len == ngx_strlen(value)
           && curl_strnequal(line + len, value, n - len);
}


/* an address that was never reached is misspelt, more often than not */

static ngx_int_t
contentlib_fetch_error(contentlib_fetch_t *fetch, CURLcode code)
{
    curl_off_t  ready;

    ready = 0;

    (void) curl_easy_getinfo(fetch->curl, CURLINFO_PRETRANSFER_TIME_T, &ready);

    fetch->reached |= (ready != 0);

    if (fetch->error[0] == '\0') {
        (void) snprintf(fetch->error, sizeof(fetch->error), "%s",
                        curl_easy_strerror(code));
    }

    return fetch->reached ? NGX_AGAIN : NGX_ERROR;
}


static ngx_int_t
contentlib_fetch_status(contentlib_fetch_t *fetch)
{
    char   quoted[CONTENTLIB_QUOTE_SIZE];
    char  *location;
    long   status;

    location = NULL;

    (void) curl_easy_getinfo(fetch->curl, CURLINFO_RESPONSE_CODE,
                             &fetch->status);
    (void) curl_easy_getinfo(fetch->curl, CURLINFO_REDIRECT_URL, &location);
    (void) curl_easy_getinfo(fetch->curl, CURLINFO_RETRY_AFTER, &fetch->later);

    status = fetch->status;

    if (status == 200) {
        return NGX_OK;
    }

    (void) snprintf(fetch->error, sizeof(fetch->error), "status %ld", status);

    if (location) {
        (void) snprintf(fetch->error, sizeof(fetch->error),
                        "status %ld redirects to \"%s\"", status,
                        contentlib_message_string(quoted, location));
    }

    return status == 408 || status == 425 || status == 429
           || (status >= 500 && status != 501 && status != 505)
           ? NGX_AGAIN : NGX_ERROR;
}


void
contentlib_fetch_again(contentlib_fetch_t *fetch)
{
    double  pause;

    if (fetch->later > CONTENTLIB_FETCH_LATER) {
        contentlib_fail("%s: %s, with a Retry-After of %lld s", fetch->name,
                        fetch->error,
                        (long long) ngx_min(fetch->later, 1000000));
    }

    if (fetch->attempts > fetch->retries) {
        contentlib_fail("%s: %s (attempts: %lu)", fetch->name, fetch->error,
                        fetch->attempts);
    }

    pause = CONTENTLIB_FETCH_PAUSE
            * (double) (1 << ngx_min(fetch->attempts - 1, 10));
    pause = ngx_min(pause, CONTENTLIB_FETCH_LONGEST);
    pause = ngx_max(pause, (double) fetch->later);

    fetch->next = ngx_max(fetch->next, contentlib_progress_now() + pause);
}
