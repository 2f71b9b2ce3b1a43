
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_import_private.h>

#include <tool/contentlib_service.h>


/* if nothing is said */

#define CONTENTLIB_IMPORT_RETRIES  8
#define CONTENTLIB_IMPORT_TIMEOUT  60


static ngx_int_t contentlib_import_fetching(contentlib_import_t *import,
    contentlib_fetch_options_t *options);
static ngx_int_t contentlib_import_number(contentlib_import_t *import,
    const char *name, const char *text, double least, double most,
    double *value);


ngx_int_t
contentlib_import_fetch(contentlib_import_t *import)
{
    double                       started;
    ngx_int_t                    rc;
    contentlib_fetch_t          *fetch;
    contentlib_fetch_options_t   options;

    if (contentlib_import_fetching(import, &options) != NGX_OK
        || contentlib_spool_open(&import->spool, import->target.directory,
                                 import->message)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    started = contentlib_progress_now();
    fetch = contentlib_fetch_open(&options, import->message);

    if (fetch == NULL) {
        return NGX_ERROR;
    }

    rc = contentlib_service_read(fetch, &import->spool, &import->progress,
                                 import->message);

    import->fetched = *contentlib_fetch_counts(fetch);
    import->fetching = contentlib_progress_now() - started;

    contentlib_fetch_close(fetch);

    return rc;
}


static ngx_int_t
contentlib_import_fetching(contentlib_import_t *import,
    contentlib_fetch_options_t *options)
{
    double                       retries, timeout;
    const contentlib_options_t  *given;

    given = import->options;

    options->root = given->from;
    options->cache = given->cache;
    options->rate = 0;
    retries = CONTENTLIB_IMPORT_RETRIES;
    timeout = CONTENTLIB_IMPORT_TIMEOUT;

    if (contentlib_import_number(import, "rate", given->rate, 0.001, 10000,
                                 &options->rate)
        != NGX_OK
        || contentlib_import_number(import, "retries", given->retries, 0, 100,
                                    &retries)
           != NGX_OK
        || contentlib_import_number(import, "timeout", given->timeout, 1, 3600,
                                    &timeout)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    options->retries = (ngx_uint_t) retries;
    options->timeout = (ngx_uint_t) timeout;

    return NGX_OK;
}


static ngx_int_t
contentlib_import_number(contentlib_import_t *import, const char *name,
    const char *text, double least, double most, double *value)
{
    char  *end;

    if (text == NULL) {
        return NGX_OK;
    }

    *value = strtod(text, &end);

    if (end == text || *end || !(*value >= least && *value <= most)) {
        return contentlib_message_set(import->message, "contentlib: --%s is "
                                      "not a number from %g to %g", name,
                                      least, most);
    }

    return NGX_OK;
}


ngx_int_t
contentlib_import_pages(contentlib_import_t *import)
{
    size_t                   i;
    ngx_int_t                rc;
    contentlib_input_t      *input;
    contentlib_spool_page_t *page;

    rc = NGX_OK;

    for (i = 0; i < import->spool.n && rc == NGX_OK; i++) {
        page = &import->spool.pages[i];

        input = contentlib_input_open_part(import->spool.fd, page->offset,
                                           page->len, page->address,
                                           import->message);

        if (input == NULL) {
            return NGX_ERROR;
        }

        rc = contentlib_import_input(import, input);

        contentlib_input_close(input);
    }

    return rc;
}
