
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_service.h>

#include <tool/contentlib_fetch_address.h>
#include <tool/contentlib_service_page.h>
#include <tool/contentlib_service_seen.h>

#include <stdarg.h>


/* tags, items, collections */

#define CONTENTLIB_SERVICE_LISTS  3


typedef struct {
    char                        address[CONTENTLIB_FETCH_ADDRESS];
    char                        tag[CONTENTLIB_FETCH_TAG + 1];
    const char                 *field;      /* of each record */
    contentlib_service_page_t   first;
    unsigned                    begun:1;    /* the first page is there */
    unsigned                    single:1;   /* there is no other */
} contentlib_service_list_t;


typedef struct {
    contentlib_fetch_t         *fetch;
    contentlib_spool_t         *spool;
    contentlib_progress_t      *progress;
    contentlib_message_t       *message;
    contentlib_service_seen_t   seen;
    contentlib_service_page_t   page;       /* the one at hand */
    contentlib_service_list_t  *list;       /* the one at hand */
    contentlib_service_list_t   lists[CONTENTLIB_SERVICE_LISTS];
    unsigned                    silent:1;   /* there was no answer */
    char                        moved[CONTENTLIB_QUOTE_SIZE];
} contentlib_service_t;


static void contentlib_service_begin(contentlib_service_t *service);
static ngx_int_t contentlib_service_walk(contentlib_service_t *service);
static ngx_int_t contentlib_service_list(contentlib_service_t *service);
static ngx_int_t contentlib_service_page(contentlib_service_t *service,
    const char *address);
static ngx_int_t contentlib_service_records(contentlib_service_t *service);
static ngx_int_t contentlib_service_next(contentlib_service_t *service,
    char **address);
static ngx_int_t contentlib_service_compare(contentlib_service_t *service);
static ngx_int_t contentlib_service_mend(contentlib_service_t *service,
    ngx_uint_t times);
static ngx_int_t contentlib_service_moved(contentlib_service_t *service,
    const char *format, ...) __attribute__((format(printf, 2, 3)));


ngx_int_t
contentlib_service_read(contentlib_fetch_t *fetch, contentlib_spool_t *spool,
    contentlib_progress_t *progress, contentlib_message_t *message)
{
    ngx_int_t              rc;
    ngx_uint_t             times;
    contentlib_service_t   service;

    ngx_memzero(&service, sizeof(contentlib_service_t));

    service.fetch = fetch;
    service.spool = spool;
    service.progress = progress;
    service.message = message;

    times = 0;

    do {
        contentlib_service_begin(&service);

        rc = contentlib_service_walk(&service);

        if (rc == NGX_AGAIN
            && contentlib_service_mend(&service, times++) != NGX_OK)
        {
            rc = NGX_ERROR;
        }

    } while (rc == NGX_AGAIN);

    contentlib_service_begin(&service);

    /* what is wrong must not be taken for what is there */

    if (rc == NGX_OK || !service.silent) {
        contentlib_fetch_done(fetch);
    }

    contentlib_progress_end(progress);

    return rc;
}


static void
contentlib_service_begin(contentlib_service_t *service)
{
    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_SERVICE_LISTS; i++) {
        contentlib_service_page_free(&service->lists[i].first);
    }

    ngx_memzero(service->lists, sizeof(service->lists));
    contentlib_service_page_free(&service->page);
    contentlib_service_seen_free(&service->seen);
}


/* NGX_AGAIN: a list moved */

static ngx_int_t
contentlib_service_walk(contentlib_service_t *service)
{
    ngx_int_t                   rc;
    ngx_uint_t                  i;
    contentlib_service_list_t  *list;

    /* by what it has, one list is not taken for another */

    static const struct {
        const char  *name;
        const char  *field;
    } lists[CONTENTLIB_SERVICE_LISTS] = {
        { "tags/", "slug" },
        { "content_items/", "id" },
        { "collections/", "preview_image" }
    };

    rc = NGX_OK;

    for (i = 0; i < CONTENTLIB_SERVICE_LISTS && rc == NGX_OK; i++) {
        list = &service->lists[i];
        service->list = list;
        list->field = lists[i].field;

        (void) snprintf(list->address, sizeof(list->address),
                        "%s%s?limit=100",
                        contentlib_fetch_root(service->fetch), lists[i].name);

        rc = contentlib_service_list(service);

        contentlib_service_seen_free(&service->seen);
    }

    return rc == NGX_OK ? contentlib_service_compare(service) : rc;
}


static ngx_int_t
contentlib_service_list(contentlib_service_t *service)
{
    char                       *address;
    ngx_int_t                   rc;
    contentlib_service_list_t  *list;

    list = service->list;
    address = strdup(list->address);

    if (address == NULL) {
        return contentlib_message_set(service->message,
                                      "contentlib: out of memory");
    }

    do {
        rc = contentlib_service_page(service, address);

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

    list->single = list->first.n == service->seen.n;

    if (service->seen.n != list->first.count) {
        return contentlib_service_moved(service, "%lu records of %lu came",
                                        (unsigned long) service->seen.n,
                                        (unsigned long) list->first.count);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_service_page(contentlib_service_t *service, const char *address)
{
    ngx_str_t  body;

    contentlib_service_page_free(&service->page);

    if (contentlib_fetch_get(service->fetch, address, &body) != NGX_OK) {
        service->silent = 1;
        return NGX_ERROR;
    }

    if (contentlib_service_page_read(&service->page, &body, address,
                                     service->list->field, service->message)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_spool_add(service->spool, address, &body);
}


static ngx_int_t
contentlib_service_records(contentlib_service_t *service)
{
    size_t                      i;
    ngx_int_t                   rc;
    contentlib_service_page_t  *page, *first;

    page = &service->page;
    first = &service->list->first;

    if (!service->list->begun) {
        contentlib_progress_begin(service->progress, "fetching", page->count);

    } else if (page->count != first->count) {
        return contentlib_service_moved(service, "\"count\" was %lu, and is "
                                        "%lu",
                                        (unsigned long) first->count,
                                        (unsigned long) page->count);

    } else if (page->n > first->n
               || (page->n < first->n && page->next))
    {
        return contentlib_service_moved(service, "a page of %lu records came "
                                        "after those of %lu",
                                        (unsigned long) page->n,
                                        (unsigned long) first->n);
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
    contentlib_service_list_t  *list;

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

    list = service->list;

    if (!list->begun) {
        list->begun = 1;
        list->first = service->page;
        (void) snprintf(list->tag, sizeof(list->tag), "%s",
                        contentlib_fetch_tag(service->fetch));
        ngx_memzero(&service->page, sizeof(contentlib_service_page_t));
    }

    return NGX_OK;
}


/*
 * What was read first must still be there when all has been read: one that
 * went and one that came may have hidden each other, and a list may have moved
 * after it was read.  Where there are entity tags they tell of any change.
 */

static ngx_int_t
contentlib_service_compare(contentlib_service_t *service)
{
    ngx_int_t                   rc;
    ngx_str_t                   body;
    ngx_uint_t                  i;
    contentlib_service_list_t  *list;

    for (i = 0; i < CONTENTLIB_SERVICE_LISTS; i++) {
        list = &service->lists[i];
        service->list = list;

        if (list->single && i == CONTENTLIB_SERVICE_LISTS - 1) {
            break;
        }

        rc = contentlib_fetch_look(service->fetch, list->address, list->tag,
                                   &body);

        if (rc == NGX_DECLINED) {
            continue;
        }

        if (rc != NGX_OK) {
            service->silent = 1;
            return NGX_ERROR;
        }

        contentlib_service_page_free(&service->page);

        if (contentlib_service_page_read(&service->page, &body, list->address,
                                         list->field, service->message)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        if (!contentlib_service_page_equal(&service->page, &list->first)
            || ngx_strcmp(contentlib_fetch_tag(service->fetch), list->tag))
        {
            return contentlib_service_moved(service, "the first page is "
                                                     "another by now");
        }
    }

    return NGX_OK;
}


/* all lists are read anew: what is in one is held against the others */

static ngx_int_t
contentlib_service_mend(contentlib_service_t *service, ngx_uint_t times)
{
    char       quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_int_t  rc;

    if (contentlib_spool_cut(service->spool, 0) != NGX_OK) {
        return NGX_ERROR;
    }

    rc = contentlib_fetch_anew(service->fetch, times);

    if (rc == NGX_DECLINED) {
        return contentlib_message_set(service->message, "%s: the list changes "
                                      "while it is read (reads: %lu): %s",
                                      contentlib_message_quote(quoted,
                                         (u_char *) service->list->address,
                                         ngx_strlen(service->list->address)),
                                      (unsigned long) times + 1,
                                      service->moved);
    }

    return rc;
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
