
/*
 * Copyright (C) contentlib authors
 *
 * Walks through the lists of a service, page by page, and stores the pages.
 */


#include <tool/from/contentlib_from.h>

#include <tool/contentlib_progress.h>


/* bytes of a page that --max-pages allows on average */

#define CONTENTLIB_FROM_ROOM   (1024 * 1024)


static void contentlib_from_open(contentlib_from_t *from,
    const contentlib_options_t *options);
static double contentlib_from_number(const char *name, const char *text,
    double least, double most, double otherwise);
static ngx_int_t contentlib_from_walk(contentlib_from_t *from);
static ngx_int_t contentlib_from_list(contentlib_from_t *from);
static void contentlib_from_page(contentlib_from_t *from, const char *address,
    ngx_uint_t ask);
static ngx_int_t contentlib_from_records(contentlib_from_t *from);
static ngx_int_t contentlib_from_follow(contentlib_from_t *from,
    char address[CONTENTLIB_ADDRESS]);
static ngx_int_t contentlib_from_compare(contentlib_from_t *from);


contentlib_from_t *
contentlib_from_read(const contentlib_options_t *options)
{
    char                 quoted[CONTENTLIB_QUOTE_SIZE];
    double               started;
    ngx_uint_t           times;
    contentlib_fetch_t  *fetch;
    contentlib_from_t   *from;

    from = ngx_calloc(sizeof(contentlib_from_t), NULL);

    fetch = &from->fetch;
    started = contentlib_progress_now();

    contentlib_from_open(from, options);
    contentlib_pages_open(&fetch->pages, options->cache);

    /* all lists are read again, since each is compared with the others */

    for (times = 0; contentlib_from_walk(from) != NGX_OK; times++) {

        if (contentlib_fetch_delay(fetch, times) != NGX_OK) {
            contentlib_pages_fail(&fetch->pages, "%s: the list changes while "
                                  "it is read (reads: %lu): %s",
                                  contentlib_message_string(quoted,
                                                        from->list->address),
                                  times + 1, from->moved.text);
        }

        contentlib_sql_run(&fetch->pages.sql, CONTENTLIB_PAGES_WALK);
    }

    contentlib_sql_run(&fetch->pages.sql,
                       CONTENTLIB_PAGES_REMOVE CONTENTLIB_PAGES_WALK);

    from->seconds = contentlib_progress_now() - started;
    contentlib_progress_end();

    /* the import reads the pages anew, and needs the memory */

    contentlib_from_page_free(&fetch->page);

    return from;
}


static void
contentlib_from_open(contentlib_from_t *from,
    const contentlib_options_t *options)
{
    double               rate;
    contentlib_fetch_t  *fetch;

    fetch = &from->fetch;
    fetch->page.pages = &fetch->pages;
    rate = contentlib_from_number("rate", options->rate, 0.001, 10000, 0);
    fetch->pause = (rate > 0) ? 1 / rate : 0;
    fetch->retries = (ngx_uint_t) contentlib_from_number("retries",
                                                         options->retries, 0,
                                                         100, 8);
    fetch->timeout = (ngx_uint_t) contentlib_from_number("timeout",
                                                         options->timeout, 1,
                                                         3600, 60);
    from->max_pages = (ngx_uint_t) contentlib_from_number("max-pages",
                                                        options->max_pages, 1,
                                                        999999, 100000);

    contentlib_address_root(fetch->root, options->from);
    contentlib_fetch_open(fetch);
}


static double
contentlib_from_number(const char *name, const char *text, double least,
    double most, double otherwise)
{
    char    *end;
    double   value;

    if (text == NULL) {
        return otherwise;
    }

    value = strtod(text, &end);

    if (end == text || *end || !(value >= least && value <= most)) {
        contentlib_fail("contentlib: --%s is not a number from %g to %g", name,
                        least, most);
    }

    return value;
}


/* NGX_OK, or NGX_ERROR with "moved" set, as the functions that are called */

static ngx_int_t
contentlib_from_walk(contentlib_from_t *from)
{
    ngx_uint_t  i;

    /* a list is not taken for another, except collections for tags */

    static const struct {
        const char  *name;
        const char  *field;
    } lists[CONTENTLIB_FROM_LISTS] = {
        { "tags/", "slug" },
        { "content_items/", "id" },
        { "collections/", "preview_image" }
    };

    from->npages = 0;
    from->bytes = 0;
    from->moved.len = 0;
    contentlib_sql_run(&from->fetch.pages.sql, CONTENTLIB_PAGES_RESTART);

    for (i = 0; i < CONTENTLIB_FROM_LISTS; i++) {
        from->list = &from->lists[i];
        from->list->field = lists[i].field;

        (void) snprintf(from->list->address, CONTENTLIB_ADDRESS,
                        "%s%s?limit=100", from->fetch.root, lists[i].name);

        if (contentlib_from_list(from) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    for (i = 0; i < CONTENTLIB_FROM_LISTS; i++) {
        from->list = &from->lists[i];

        if (contentlib_from_compare(from) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_from_list(contentlib_from_t *from)
{
    char  address[CONTENTLIB_ADDRESS];

    from->records = 0;
    from->list->stored = from->stored;
    from->fetch.page.field = from->list->field;
    ngx_memcpy(address, from->list->address, CONTENTLIB_ADDRESS);

    contentlib_sql_run(&from->fetch.pages.sql, CONTENTLIB_PAGES_LIST);

    do {
        if (from->npages++ == from->max_pages) {
            contentlib_fail("contentlib: --from has more than %lu pages "
                            "(--max-pages)", from->max_pages);
        }

        contentlib_from_page(from, address, 0);

        if (contentlib_from_records(from) != NGX_OK) {
            return NGX_ERROR;
        }

    } while (contentlib_from_follow(from, address) == NGX_OK);

    if (from->records != from->list->facts.count) {
        return contentlib_message_set(&from->moved, "%lu of %lu records were "
                                      "received", from->records,
                                      from->list->facts.count);
    }

    return NGX_OK;
}


/* the service is asked for a page that is not current, or if "ask" is set */

static void
contentlib_from_page(contentlib_from_t *from, const char *address,
    ngx_uint_t ask)
{
    uint64_t                 room;
    ngx_int_t                rc;
    contentlib_pages_t      *pages;
    contentlib_from_page_t  *page;

    pages = &from->fetch.pages;
    page = &from->fetch.page;
    room = (uint64_t) from->max_pages * CONTENTLIB_FROM_ROOM;

    /* a page that is asked for again replaces itself, and was counted */

    from->fetch.room = ask ? room : room - ngx_min(room, from->bytes);

    contentlib_pages_find(pages, address);

    ask |= !pages->current;
    rc = ask ? contentlib_fetch(&from->fetch, address) : NGX_DECLINED;

    /* what is stored may be damaged */

    if (rc == NGX_DECLINED
        && (contentlib_from_page_read(page) != NGX_OK
            || page->hash != pages->hash))
    {
        ask = 1;
        pages->tag[0] = '\0';
        (void) contentlib_fetch(&from->fetch, address);
    }

    from->stored += !ask;
    contentlib_pages_store(pages, page->hash);
}


static ngx_int_t
contentlib_from_records(contentlib_from_t *from)
{
    ngx_uint_t                i;
    contentlib_from_page_t   *page;
    contentlib_from_facts_t  *facts, *first;

    page = &from->fetch.page;
    facts = &page->facts;
    first = &from->list->facts;

    /* no other page has none before it: a page that has "next" has records */

    if (from->records == 0) {
        contentlib_progress_begin("fetching", facts->count);

        ngx_memcpy(first, facts, sizeof(contentlib_from_facts_t));
        ngx_memcpy(from->list->tag, from->fetch.pages.tag,
                   sizeof(from->list->tag));
    }

    if (facts->count != first->count) {
        return contentlib_message_set(&from->moved, "\"count\" changed from "
                                      "%lu to %lu", first->count,
                                      facts->count);
    }

    if (facts->n > first->n || (facts->n < first->n && page->next)) {
        return contentlib_message_set(&from->moved, "a page has %lu records, "
                                      "the previous pages have %lu",
                                      facts->n, first->n);
    }

    if (page->twice) {
        return contentlib_message_set(&from->moved, "a record appears twice");
    }

    from->bytes += page->bytes;

    for (i = 0; i < facts->n; i++) {
        from->records++;
        contentlib_progress_show(from->records, from->records);
    }

    if (from->records > facts->count) {
        return contentlib_message_set(&from->moved, "more than %lu records "
                                      "were received", facts->count);
    }

    return NGX_OK;
}


/* replaces the address by that of the next page; NGX_DONE if there is none */

static ngx_int_t
contentlib_from_follow(contentlib_from_t *from,
    char address[CONTENTLIB_ADDRESS])
{
    char                     to[CONTENTLIB_QUOTE_SIZE];
    contentlib_pages_t      *pages;
    contentlib_from_page_t  *page;

    pages = &from->fetch.pages;
    page = &from->fetch.page;

    if (page->next == NULL) {
        return NGX_DONE;
    }

    if (page->facts.n == 0) {
        contentlib_pages_fail(pages, "%s: \"next\" of a page without records",
                              pages->name);
    }

    if (contentlib_address_below(from->fetch.root, address, page->next)
        != NGX_OK)
    {
        contentlib_pages_fail(pages, "%s: \"next\" is \"%s\", which is not "
                              "below --from", pages->name,
                              contentlib_message_string(to, page->next));
    }

    return NGX_OK;
}


/*
 * What was read first must still be there when all has been read: a record
 * that went and one that came may have hidden each other, and a list may have
 * moved after it was read.  An entity tag tells of any change.
 */

static ngx_int_t
contentlib_from_compare(contentlib_from_t *from)
{
    contentlib_from_list_t  *list;

    list = from->list;

    /* the last page of all is not older than this, unless it was stored */

    if (list == &from->lists[CONTENTLIB_FROM_LISTS - 1]
        && list->facts.n == from->records
        && list->stored == from->stored)
    {
        return NGX_OK;
    }

    from->fetch.page.field = list->field;
    contentlib_from_page(from, list->address, 1);

    if (ngx_memcmp(&from->fetch.page.facts, &list->facts,
                   sizeof(contentlib_from_facts_t))
        || ngx_strcmp(from->fetch.pages.tag, list->tag))
    {
        return contentlib_message_set(&from->moved,
                                      "the first page has changed");
    }

    return NGX_OK;
}


contentlib_input_t *
contentlib_from_next(contentlib_from_t *from, contentlib_errors_t *errors)
{
    const char          *address;
    contentlib_pages_t  *pages;

    pages = &from->fetch.pages;
    address = contentlib_pages_next(pages);

    return address ? contentlib_input_open(address, contentlib_pages_read,
                                           pages, errors)
                   : NULL;
}
