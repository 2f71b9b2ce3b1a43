
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_service.h>

#include <tool/contentlib_fetch_address.h>
#include <tool/contentlib_service_page.h>
#include <tool/contentlib_service_seen.h>

#include <stdarg.h>


typedef struct {
    contentlib_fetch_t         *fetch;
    contentlib_spool_t         *spool;
    contentlib_progress_t      *progress;
    contentlib_message_t       *message;
    const char                 *field;      /* of each record of the list */
    contentlib_service_seen_t   seen;
    contentlib_service_page_t   first;
    contentlib_service_page_t   page;       /* the one at hand */
    unsigned                    begun:1;    /* the first page is there */
    unsigned                    silent:1;   /* there was no answer */
    char                        moved[CONTENTLIB_QUOTE_SIZE];
} contentlib_service_t;


static ngx_int_t contentlib_service_list(contentlib_service_t *service,
    const char *name);
static ngx_int_t contentlib_service_mend(contentlib_service_t *service,
    const char *address, ngx_uint_t times, size_t pages);
static ngx_int_t contentlib_service_walk(contentlib_service_t *service,
    const char *first);
static ngx_int_t contentlib_service_page(contentlib_service_t *service,
    const char *address, ngx_uint_t now);
static ngx_int_t contentlib_service_records(contentlib_service_t *service);
static ngx_int_t contentlib_service_next(contentlib_service_t *service,
    char **address);
static ngx_int_t contentlib_service_compare(contentlib_service_t *service,
    const char *first);
static ngx_int_t contentlib_service_moved(contentlib_service_t *service,
    const char *format, ...) __attribute__((format(printf, 2, 3)));


ngx_int_t
contentlib_service_read(contentlib_fetch_t *fetch, contentlib_spool_t *spool,
    contentlib_progress_t *progress, contentlib_message_t *message)
{
    size_t                 i;
    ngx_int_t              rc;
    contentlib_service_t   service;

    /* by what it has, one list is not taken for another */

    static const struct {
        const char  *name;
        const char  *field;
    } lists[] = {
        { "tags/", "slug" },
        { "content_items/", "id" },
        { "collections/", "preview_image" }
    };

    ngx_memzero(&service, sizeof(contentlib_service_t));

    service.fetch = fetch;
    service.spool = spool;
    service.progress = progress;
    service.message = message;

    rc = NGX_OK;

    for (i = 0; i < sizeof(lists) / sizeof(lists[0]) && rc == NGX_OK; i++) {
        service.field = lists[i].field;
        rc = contentlib_service_list(&service, lists[i].name);
    }

    /* what is wrong must not be taken for what is there */

    if (rc == NGX_OK || !service.silent) {
        contentlib_fetch_done(fetch);
    }

    contentlib_progress_end(progress);

    return rc;
}


static ngx_int_t
contentlib_service_list(contentlib_service_t *service, const char *name)
{
    char        address[CONTENTLIB_FETCH_ADDRESS];
    size_t      pages;
    ngx_int_t   rc;
    ngx_uint_t  times;

    (void) snprintf(address, sizeof(address), "%s%s?limit=100",
                    contentlib_fetch_root(service->fetch), name);

    pages = service->spool->n;
    times = 0;

    do {
        rc = contentlib_service_walk(service, address);

        contentlib_service_seen_free(&service->seen);
        contentlib_service_page_free(&service->first);
        contentlib_service_page_free(&service->page);

        if (rc != NGX_AGAIN) {
            return rc;
        }

    } while (contentlib_service_mend(service, address, times++, pages)
             == NGX_OK);

    return NGX_ERROR;
}


/* a list that moved is read anew */

static ngx_int_t
contentlib_service_mend(contentlib_service_t *service, const char *address,
    ngx_uint_t times, size_t pages)
{
    char       quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_int_t  rc;

    if (contentlib_spool_cut(service->spool, pages) != NGX_OK) {
        return NGX_ERROR;
    }

    rc = contentlib_fetch_anew(service->fetch, times);

    if (rc == NGX_DECLINED) {
        return contentlib_message_set(service->message, "%s: the list changes "
                                      "while it is read (reads: %lu): %s",
                                      contentlib_message_quote(quoted,
                                                  (const u_char *) address,
                                                  ngx_strlen(address)),
                                      (unsigned long) times + 1,
                                      service->moved);
    }

    return rc;
}


/* NGX_AGAIN: the list moved */

static ngx_int_t
contentlib_service_walk(contentlib_service_t *service, const char *first)
{
    char       *address;
    ngx_int_t   rc;

    address = strdup(first);

    if (address == NULL) {
        return contentlib_message_set(service->message,
                                      "contentlib: out of memory");
    }

    service->begun = 0;

    do {
        rc = contentlib_service_page(service, address, 0);

        if (rc == NGX_OK) {
            rc = contentlib_service_records(service);
        }

        if (rc == NGX_OK) {
            rc = contentlib_service_next(service, &address);
        }

    } while (rc == NGX_OK && address);

    free(address);

    if (rc != NGX_OK) {
        return rc;
    }

    if (service->seen.n != service->first.count) {
        return contentlib_service_moved(service, "%lu records of %lu came",
                                        (unsigned long) service->seen.n,
                                        (unsigned long) service->first.count);
    }

    return service->first.n == service->seen.n
           ? NGX_OK : contentlib_service_compare(service, first);
}


static ngx_int_t
contentlib_service_page(contentlib_service_t *service, const char *address,
    ngx_uint_t now)
{
    ngx_str_t  body;

    contentlib_service_page_free(&service->page);

    if (contentlib_fetch_get(service->fetch, address, now, &body) != NGX_OK) {
        service->silent = 1;
        return NGX_ERROR;
    }

    if (contentlib_service_page_read(&service->page, &body, address,
                                     service->field, service->message)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return now ? NGX_OK : contentlib_spool_add(service->spool, address, &body);
}


static ngx_int_t
contentlib_service_records(contentlib_service_t *service)
{
    size_t                      i;
    ngx_int_t                   rc;
    contentlib_service_page_t  *page;

    page = &service->page;

    if (!service->begun) {
        contentlib_progress_begin(service->progress, "fetching", page->count);

    } else if (page->count != service->first.count) {
        return contentlib_service_moved(service, "\"count\" was %lu, and is "
                                        "%lu",
                                        (unsigned long) service->first.count,
                                        (unsigned long) page->count);

    } else if (page->n > service->first.n
               || (page->n < service->first.n && page->next))
    {
        return contentlib_service_moved(service, "a page of %lu records came "
                                        "after those of %lu",
                                        (unsigned long) page->n,
                                        (unsigned long) service->first.n);
    }

    for (i = 0; i < page->n; i++) {
        rc = contentlib_service_seen_add(&service->seen, page->numbers[i]);

        if (rc == NGX_ERROR) {
            return contentlib_message_set(service->message,
                                          "contentlib: out of memory");
        }

        if (rc == NGX_DECLINED) {
            return contentlib_service_moved(service, "a record came twice");
        }

        contentlib_progress_show(service->progress, service->seen.n,
                                 service->seen.n);
    }

    if (service->seen.n > page->count) {
        return contentlib_service_moved(service, "more than %lu records came",
                                        (unsigned long) page->count);
    }

    return NGX_OK;
}


/* the address of the next page in place of that of the one at hand, or NULL */

static ngx_int_t
contentlib_service_next(contentlib_service_t *service, char **address)
{
    char  *next, from[CONTENTLIB_QUOTE_SIZE], to[CONTENTLIB_QUOTE_SIZE];

    next = NULL;

    (void) contentlib_message_quote(from, (u_char *) *address,
                                    ngx_strlen(*address));

    if (service->page.next) {

        if (service->page.n == 0) {
            return contentlib_message_set(service->message, "%s: \"next\" of "
                                          "a page without records", from);
        }

        next = contentlib_fetch_address_below(
                                        contentlib_fetch_root(service->fetch),
                                        *address, service->page.next);

        if (next == NULL) {
            return contentlib_message_set(service->message, "%s: \"next\" is "
                                          "\"%s\", which is not below --from",
                                          from,
                                          contentlib_message_quote(to,
                                             (u_char *) service->page.next,
                                             ngx_strlen(service->page.next)));
        }
    }

    free(*address);
    *address = next;

    if (!service->begun) {
        service->begun = 1;
        service->first = service->page;
        ngx_memzero(&service->page, sizeof(contentlib_service_page_t));
    }

    return NGX_OK;
}


/* one that went and one that came may have hidden each other */

static ngx_int_t
contentlib_service_compare(contentlib_service_t *service, const char *first)
{
    if (contentlib_service_page(service, first, 1) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_service_page_equal(&service->page, &service->first)
           ? NGX_OK
           : contentlib_service_moved(service, "the first page is another by "
                                               "now");
}


static ngx_int_t
contentlib_service_moved(contentlib_service_t *service, const char *format,
    ...)
{
    va_list  args;

    va_start(args, format);
    (void) vsnprintf(service->moved, sizeof(service->moved), format, args);
    va_end(args);

    return NGX_AGAIN;
}
