
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_fetch.h>

#include <tool/contentlib_fetch_address.h>
#include <tool/contentlib_fetch_cache.h>
#include <tool/contentlib_fetch_http.h>
#include <tool/contentlib_progress.h>


#define CONTENTLIB_FETCH_REDIRECTS  5
#define CONTENTLIB_FETCH_PAUSE      0.1     /* seconds, doubled each time */
#define CONTENTLIB_FETCH_PAUSE_MOST 30.0
#define CONTENTLIB_FETCH_LATER      300     /* most that a service may want */


struct contentlib_fetch_s {
    const contentlib_fetch_options_t  *options;
    contentlib_message_t              *message;
    char                              *root;
    contentlib_fetch_http_t            http;
    contentlib_fetch_cache_t           cache;
    contentlib_fetch_counts_t          counts;
    double                             next;    /* when one may ask again */
    char                               tag[CONTENTLIB_FETCH_TAG + 1];
};


static void contentlib_fetch_is(contentlib_fetch_t *fetch, const char *tag);
static ngx_int_t contentlib_fetch_ask(contentlib_fetch_t *fetch,
    const char *address, const char *tag);
static ngx_int_t contentlib_fetch_follow(contentlib_fetch_t *fetch,
    const char *address, char **location);
static ngx_int_t contentlib_fetch_try(contentlib_fetch_t *fetch,
    const char *address, const char *tag);
static ngx_int_t contentlib_fetch_again(contentlib_fetch_t *fetch,
    const char *address, ngx_uint_t times);
static ngx_uint_t contentlib_fetch_passing(long status);
static void contentlib_fetch_sleep(double seconds);
static double contentlib_fetch_pause(ngx_uint_t times);
static ngx_int_t contentlib_fetch_failed(contentlib_fetch_t *fetch,
    const char *address, const char *what);


contentlib_fetch_t *
contentlib_fetch_open(const contentlib_fetch_options_t *options,
    contentlib_message_t *message)
{
    contentlib_fetch_t  *fetch;

    fetch = ngx_calloc(sizeof(contentlib_fetch_t), NULL);

    if (fetch == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        return NULL;
    }

    fetch->options = options;
    fetch->message = message;
    fetch->root = contentlib_fetch_address_root(options->root, message);

    if (fetch->root == NULL
        || contentlib_fetch_cache_open(&fetch->cache, options->cache, message)
           != NGX_OK
        || contentlib_fetch_http_open(&fetch->http, options->timeout, message)
           != NGX_OK)
    {
        contentlib_fetch_close(fetch);
        return NULL;
    }

    return fetch;
}


void
contentlib_fetch_close(contentlib_fetch_t *fetch)
{
    contentlib_fetch_http_close(&fetch->http);
    contentlib_fetch_cache_close(&fetch->cache);
    free(fetch->root);
    free(fetch);
}


const char *
contentlib_fetch_root(contentlib_fetch_t *fetch)
{
    return fetch->root;
}


const contentlib_fetch_counts_t *
contentlib_fetch_counts(contentlib_fetch_t *fetch)
{
    return &fetch->counts;
}


ngx_int_t
contentlib_fetch_get(contentlib_fetch_t *fetch, const char *address,
    ngx_str_t *body)
{
    ngx_int_t                 rc;
    contentlib_fetch_kept_t   kept;

    rc = contentlib_fetch_cache_find(&fetch->cache, address, &kept);

    if (rc == NGX_ERROR) {
        return NGX_ERROR;
    }

    if (rc == NGX_DECLINED) {
        kept.tag[0] = '\0';

    } else if (kept.current) {
        fetch->counts.kept++;
        contentlib_fetch_is(fetch, kept.tag);
        *body = kept.body;
        return NGX_OK;
    }

    rc = contentlib_fetch_look(fetch, address, kept.tag, body);

    if (rc == NGX_DECLINED) {
        *body = kept.body;
        return contentlib_fetch_cache_touch(&fetch->cache, address, &kept);
    }

    return rc;
}


ngx_int_t
contentlib_fetch_look(contentlib_fetch_t *fetch, const char *address,
    const char *tag, ngx_str_t *body)
{
    contentlib_fetch_kept_t  kept;

    if (contentlib_fetch_ask(fetch, address, tag[0] ? tag : NULL) != NGX_OK) {
        return NGX_ERROR;
    }

    if (fetch->http.status == 304) {
        fetch->counts.unchanged++;
        contentlib_fetch_is(fetch, tag);
        return NGX_DECLINED;
    }

    contentlib_fetch_is(fetch, fetch->http.tag);

    *body = fetch->http.body;
    kept.body = fetch->http.body;
    (void) snprintf(kept.tag, sizeof(kept.tag), "%s", fetch->http.tag);

    return contentlib_fetch_cache_put(&fetch->cache, address, &kept);
}


static void
contentlib_fetch_is(contentlib_fetch_t *fetch, const char *tag)
{
    (void) snprintf(fetch->tag, sizeof(fetch->tag), "%s", tag);
}


const char *
contentlib_fetch_tag(contentlib_fetch_t *fetch)
{
    return fetch->tag;
}


/* NGX_OK: 200, or 304 if there was a tag */

static ngx_int_t
contentlib_fetch_ask(contentlib_fetch_t *fetch, const char *address,
    const char *tag)
{
    char        *at, *location;
    ngx_int_t    rc;
    ngx_uint_t   n;

    at = NULL;

    for (n = 0; /* void */ ; n++) {
        rc = contentlib_fetch_try(fetch, at ? at : address, tag);

        if (rc != NGX_OK || fetch->http.location == NULL) {
            break;
        }

        if (n == CONTENTLIB_FETCH_REDIRECTS) {
            rc = contentlib_fetch_failed(fetch, address,
                                         "is redirected too often");
            break;
        }

        rc = contentlib_fetch_follow(fetch, at ? at : address, &location);

        if (rc != NGX_OK) {
            break;
        }

        free(at);
        at = location;
    }

    free(at);

    return rc;
}


static ngx_int_t
contentlib_fetch_follow(contentlib_fetch_t *fetch, const char *address,
    char **location)
{
    char  what[CONTENTLIB_QUOTE_SIZE + 64], quoted[CONTENTLIB_QUOTE_SIZE];

    *location = contentlib_fetch_address_below(fetch->root, address,
                                               fetch->http.location);

    if (*location) {
        return NGX_OK;
    }

    (void) snprintf(what, sizeof(what), "is redirected to \"%s\", which is "
                    "not below --from",
                    contentlib_message_quote(quoted,
                                     (const u_char *) fetch->http.location,
                                     ngx_strlen(fetch->http.location)));

    return contentlib_fetch_failed(fetch, address, what);
}


/* an answer that is 200, 304 or a redirect */

static ngx_int_t
contentlib_fetch_try(contentlib_fetch_t *fetch, const char *address,
    const char *tag)
{
    char        what[64];
    double      now;
    ngx_int_t   rc;
    ngx_uint_t  times;

    for (times = 0; /* void */ ; times++) {
        now = contentlib_progress_now();
        contentlib_fetch_sleep(fetch->next - now);

        if (fetch->options->rate > 0) {
            fetch->next = ngx_max(now, fetch->next) + 1 / fetch->options->rate;
        }

        fetch->counts.requests++;

        rc = contentlib_fetch_http_get(&fetch->http, address, tag);

        if (rc == NGX_DECLINED) {
            return contentlib_fetch_failed(fetch, address, fetch->http.fault);
        }

        if (rc == NGX_OK && contentlib_fetch_http_whole(&fetch->http)) {

            if (!contentlib_fetch_passing(fetch->http.status)) {
                break;
            }

        } else {
            fetch->http.status = 0;
            fetch->http.retry_after = 0;
        }

        if (contentlib_fetch_again(fetch, address, times) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    if (fetch->http.status == 200 || (fetch->http.status == 304 && tag)
        || fetch->http.location)
    {
        return NGX_OK;
    }

    (void) snprintf(what, sizeof(what), "is answered %ld", fetch->http.status);

    return contentlib_fetch_failed(fetch, address, what);
}


static ngx_uint_t
contentlib_fetch_passing(long status)
{
    return status == 408 || status == 425 || status == 429
           || (status >= 500 && status != 501 && status != 505);
}


/* waits, unless it was enough */

static ngx_int_t
contentlib_fetch_again(contentlib_fetch_t *fetch, const char *address,
    ngx_uint_t times)
{
    char    what[CURL_ERROR_SIZE + 64];
    long    later;
    double  pause;

    if (fetch->http.status) {
        (void) snprintf(what, sizeof(what), "is answered %ld",
                        fetch->http.status);
    } else {
        (void) snprintf(what, sizeof(what), "%s", fetch->http.fault);
    }

    later = fetch->http.retry_after;

    if (later > CONTENTLIB_FETCH_LATER) {
        (void) snprintf(what, sizeof(what), "is answered %ld, to be asked for "
                        "again in %ld s", fetch->http.status, later);
        return contentlib_fetch_failed(fetch, address, what);
    }

    if (times == fetch->options->retries) {

        if (times) {
            (void) snprintf(what + ngx_strlen(what),
                            sizeof(what) - ngx_strlen(what), ", %lu times",
                            (unsigned long) times + 1);
        }

        return contentlib_fetch_failed(fetch, address, what);
    }

    pause = contentlib_fetch_pause(times);

    contentlib_fetch_sleep(ngx_max(pause, (double) later));

    return NGX_OK;
}


static double
contentlib_fetch_pause(ngx_uint_t times)
{
    double  pause;

    pause = CONTENTLIB_FETCH_PAUSE * (double) (1 << ngx_min(times, 10));

    return ngx_min(pause, CONTENTLIB_FETCH_PAUSE_MOST);
}


static void
contentlib_fetch_sleep(double seconds)
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


ngx_int_t
contentlib_fetch_anew(contentlib_fetch_t *fetch, ngx_uint_t times)
{
    if (times == fetch->options->retries) {
        return NGX_DECLINED;
    }

    contentlib_fetch_sleep(contentlib_fetch_pause(times));

    return contentlib_fetch_cache_anew(&fetch->cache);
}


void
contentlib_fetch_done(contentlib_fetch_t *fetch)
{
    contentlib_fetch_cache_done(&fetch->cache);
}


static ngx_int_t
contentlib_fetch_failed(contentlib_fetch_t *fetch, const char *address,
    const char *what)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    return contentlib_message_set(fetch->message, "%s: %s",
                                  contentlib_message_quote(quoted,
                                                  (const u_char *) address,
                                                  ngx_strlen(address)),
                                  what);
}
