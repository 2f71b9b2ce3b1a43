
/*
 * Copyright (C) contentlib authors
 *
 * Walks through the lists of a service, page by page, and stores the pages.
 */


#include <tool/from/contentlib_from.h>

#include <tool/contentlib_progress.h>
#include <tool/from/contentlib_fetch.h>


/* tags, items, collections */

#define CONTENTLIB_FROM_LISTS  3

/* bytes of a page that --max-pages allows on average */

#define CONTENTLIB_FROM_ROOM   (1024 * 1024)


typedef struct {
    const char                 *field;      /* of each record */
    char                        address[CONTENTLIB_ADDRESS];

    /* of the first page */

    contentlib_from_facts_t     facts;
    char                        tag[CONTENTLIB_PAGES_TAG + 1];
    uint64_t                    stored;     /* the count before the list */
} contentlib_list_t;


struct contentlib_from_s {
    contentlib_message_t       *message;
    ngx_uint_t                  max_pages;
    ngx_uint_t                  npages;     /* of this walk */
    ngx_uint_t                  records;    /* of this list */
    contentlib_from_counts_t   *counts;
    contentlib_list_t          *list;       /* the one that is read */
    contentlib_list_t           lists[CONTENTLIB_FROM_LISTS];
    contentlib_fetch_t          fetch;
    contentlib_message_t        moved;      /* how the lists have changed */
};


static ngx_int_t contentlib_from_open(contentlib_from_t *from,
    const contentlib_options_t *options);
static double contentlib_from_number(contentlib_from_t *from,
    const char *name, const char *text, double least, double most,
    double otherwise);
static ngx_int_t contentlib_from_walks(contentlib_from_t *from,
    const char *cache);
static ngx_int_t contentlib_from_walk(contentlib_from_t *from);
static ngx_int_t contentlib_from_list(contentlib_from_t *from);
static ngx_int_t contentlib_from_page(contentlib_from_t *from,
    const char *address, ngx_uint_t ask);
static ngx_int_t contentlib_from_records(contentlib_from_t *from);
static ngx_int_t contentlib_from_follow(contentlib_from_t *from,
    char address[CONTENTLIB_ADDRESS]);
static ngx_int_t contentlib_from_compare(contentlib_from_t *from);
static ngx_int_t contentlib_from_again(contentlib_from_t *from,
    ngx_uint_t times);


contentlib_from_t *
contentlib_from_read(const contentlib_options_t *options,
    contentlib_from_counts_t *counts, contentlib_message_t *message)
{
    int                 code;
    double              started;
    ngx_int_t           rc;
    contentlib_from_t  *from;

    from = ngx_calloc(sizeof(contentlib_from_t), NULL);

    from->counts = counts;
    from->message = message;
    started = contentlib_progress_now();

    rc = contentlib_from_open(from, options);

    if (rc == NGX_OK) {
        rc = contentlib_from_walks(from, options->cache);
    }

    code = from->fetch.pages.sql.code;

    /*
     * A cache may be removed at any time, so that a damaged one is.  The file
     * was opened to write: if it is read only, its header says so.
     */

    if (rc != NGX_OK && options->cache
        && ((code & 0xff) == SQLITE_CORRUPT || code == SQLITE_NOTADB
            || code == SQLITE_READONLY))
    {
        message->len = 0;
        (void) contentlib_sql_close(&from->fetch.pages.sql);
        (void) unlink(from->fetch.pages.path);

        rc = contentlib_from_walks(from, options->cache);
    }

    from->counts->requests = from->fetch.requests;
    from->counts->unchanged = from->fetch.unchanged;
    from->counts->seconds = contentlib_progress_now() - started;
    contentlib_progress_end();

    /* the import reads the pages anew, and needs the memory */

    contentlib_from_page_free(&from->fetch.page);

    if (rc != NGX_OK) {
        contentlib_from_close(from);
        return NULL;
    }

    return from;
}


static ngx_int_t
contentlib_from_open(contentlib_from_t *from,
    const contentlib_options_t *options)
{
    double               rate;
    contentlib_fetch_t  *fetch;

    fetch = &from->fetch;
    fetch->message = from->message;
    fetch->page.pages = &fetch->pages;
    rate = contentlib_from_number(from, "rate", options->rate, 0.001, 10000,
                                  0);
    fetch->pause = (rate > 0) ? 1 / rate : 0;
    fetch->retries = (ngx_uint_t) contentlib_from_number(from, "retries",
                                                         options->retries, 0,
                                                         100, 8);
    fetch->timeout = (ngx_uint_t) contentlib_from_number(from, "timeout",
                                                         options->timeout, 1,
                                                         3600, 60);
    from->max_pages = (ngx_uint_t) contentlib_from_number(from, "max-pages",
                                                        options->max_pages, 1,
                                                        999999, 100000);

    if (from->message->len) {
        return NGX_ERROR;
    }

    return contentlib_address_root(fetch->root, options->from, from->message)
           == NGX_OK
           ? contentlib_fetch_open(fetch) : NGX_ERROR;
}


static double
contentlib_from_number(contentlib_from_t *from, const char *name,
    const char *text, double least, double most, double otherwise)
{
    char    *end;
    double   value;

    if (text == NULL) {
        return otherwise;
    }

    value = strtod(text, &end);

    if (end == text || *end || !(value >= least && value <= most)) {
        (void) contentlib_message_set(from->message, "contentlib: --%s is not "
                                      "a number from %g to %g", name, least,
                                      most);
        return otherwise;
    }

    return value;
}


void
contentlib_from_close(contentlib_from_t *from)
{
    contentlib_fetch_close(&from->fetch);
    free(from);
}


static ngx_int_t
contentlib_from_walks(contentlib_from_t *from, const char *cache)
{
    ngx_int_t          rc;
    ngx_uint_t         times;
    contentlib_sql_t  *sql;

    sql = &from->fetch.pages.sql;

    if (contentlib_pages_open(&from->fetch.pages, cache, from->message)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    for (times = 0; (rc = contentlib_from_walk(from)) == NGX_AGAIN; times++) {

        if (contentlib_from_again(from, times) != NGX_OK) {
            rc = NGX_ERROR;
            break;
        }
    }

    if (rc == NGX_OK) {
        return contentlib_sql_run(sql, CONTENTLIB_PAGES_REMOVE
                                       CONTENTLIB_PAGES_WALK);
    }

    /* a page that is wrong must be asked for again, unless nobody answered */

    if (rc != NGX_ABORT) {
        (void) contentlib_sql_run(sql, CONTENTLIB_PAGES_UNDO
                                       CONTENTLIB_PAGES_WALK);
    }

    return NGX_ERROR;
}


/* NGX_AGAIN: "moved" is set; NGX_ABORT: another run may continue the walk */

static ngx_int_t
contentlib_from_walk(contentlib_from_t *from)
{
    ngx_int_t   rc;
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
    from->counts->bytes = 0;
    from->moved.len = 0;
    rc = contentlib_sql_run(&from->fetch.pages.sql, CONTENTLIB_PAGES_RESTART);

    for (i = 0; i < CONTENTLIB_FROM_LISTS && rc == NGX_OK; i++) {
        from->list = &from->lists[i];
        from->list->field = lists[i].field;

        (void) snprintf(from->list->address, CONTENTLIB_ADDRESS,
                        "%s%s?limit=100", from->fetch.root, lists[i].name);

        rc = contentlib_from_list(from);
    }

    for (i = 0; i < CONTENTLIB_FROM_LISTS && rc == NGX_OK; i++) {
        from->list = &from->lists[i];
        rc = contentlib_from_compare(from);
    }

    return from->moved.len ? NGX_AGAIN : rc;
}


static ngx_int_t
contentlib_from_list(contentlib_from_t *from)
{
    char       address[CONTENTLIB_ADDRESS];
    ngx_int_t  rc;

    from->records = 0;
    from->list->stored = from->counts->stored;
    from->fetch.page.field = from->list->field;
    ngx_memcpy(address, from->list->address, CONTENTLIB_ADDRESS);

    rc = contentlib_sql_run(&from->fetch.pages.sql, CONTENTLIB_PAGES_LIST);

    while (rc == NGX_OK) {

        if (from->npages++ == from->max_pages) {
            (void) contentlib_message_set(from->message, "contentlib: --from "
                                          "has more than %lu pages "
                                          "(--max-pages)", from->max_pages);
            return NGX_ABORT;
        }

        rc = contentlib_from_page(from, address, 0);

        if (rc == NGX_OK) {
            rc = contentlib_from_records(from);
        }

        if (rc == NGX_OK) {
            rc = contentlib_from_follow(from, address);
        }
    }

    if (rc == NGX_DONE && from->records != from->list->facts.count) {
        return contentlib_message_set(&from->moved, "%lu of %lu records were "
                                      "received", from->records,
                                      from->list->facts.count);
    }

    return rc == NGX_DONE ? NGX_OK : rc;
}


/* the service is asked for a page that is not current, or if "ask" is set */

static ngx_int_t
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

    from->fetch.room = ask ? room : room - ngx_min(room, from->counts->bytes);

    if (contentlib_pages_find(pages, address) != NGX_OK) {
        return NGX_ERROR;
    }

    ask |= !pages->current;
    rc = ask ? contentlib_fetch(&from->fetch, address) : NGX_DECLINED;

    if (rc == NGX_DECLINED && contentlib_from_page_read(page) == NGX_OK
        && page->hash == pages->hash)
    {
        from->counts->stored += !ask;
        rc = NGX_OK;
    }

    /* what is stored is damaged */

    if (rc == NGX_DECLINED) {
        pages->tag[0] = '\0';
        rc = contentlib_fetch(&from->fetch, address);
    }

    return rc == NGX_OK ? contentlib_pages_store(pages, page->hash) : rc;
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

    from->counts->bytes += page->bytes;

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
    const char              *name;
    contentlib_from_page_t  *page;

    page = &from->fetch.page;
    name = from->fetch.pages.name;

    if (page->next == NULL) {
        return NGX_DONE;
    }

    if (page->facts.n == 0) {
        return contentlib_message_set(from->message, "%s: \"next\" of a page "
                                      "without records", name);
    }

    if (contentlib_address_below(from->fetch.root, address, page->next)
        == NGX_OK)
    {
        return NGX_OK;
    }

    return contentlib_message_set(from->message, "%s: \"next\" is \"%s\", "
                                  "which is not below --from", name,
                                  contentlib_message_string(to, page->next));
}


/*
 * What was read first must still be there when all has been read: a record
 * that went and one that came may have hidden each other, and a list may have
 * moved after it was read.  An entity tag tells of any change.
 */

static ngx_int_t
contentlib_from_compare(contentlib_from_t *from)
{
    ngx_int_t           rc;
    contentlib_list_t  *list;

    list = from->list;

    /* the last page of all is not older than this, unless it was stored */

    if (list == &from->lists[CONTENTLIB_FROM_LISTS - 1]
        && list->facts.n == from->records
        && list->stored == from->counts->stored)
    {
        return NGX_OK;
    }

    from->fetch.page.field = list->field;
    rc = contentlib_from_page(from, list->address, 1);

    if (rc == NGX_OK
        && (ngx_memcmp(&from->fetch.page.facts, &list->facts,
                       sizeof(contentlib_from_facts_t))
            || ngx_strcmp(from->fetch.pages.tag, list->tag)))
    {
        return contentlib_message_set(&from->moved,
                                      "the first page has changed");
    }

    return rc;
}


/* all lists are read again, since each is compared with the others */

static ngx_int_t
contentlib_from_again(contentlib_from_t *from, ngx_uint_t times)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    if (contentlib_fetch_delay(&from->fetch, times) == NGX_OK) {
        return contentlib_sql_run(&from->fetch.pages.sql,
                                  CONTENTLIB_PAGES_WALK);
    }

    return contentlib_message_set(from->message, "%s: the list changes while "
                                  "it is read (reads: %lu): %s",
                                  contentlib_message_string(quoted,
                                                     from->list->address),
                                  times + 1, from->moved.text);
}


ngx_int_t
contentlib_from_next(contentlib_from_t *from, contentlib_errors_t *errors,
    contentlib_input_t **input)
{
    ngx_int_t    rc;
    const char  *address;

    rc = contentlib_pages_next(&from->fetch.pages, &address);

    if (rc != NGX_OK) {
        return rc;
    }

    *input = contentlib_input_open(address, contentlib_pages_read,
                                   &from->fetch.pages, errors, from->message);

    return *input ? NGX_OK : NGX_ERROR;
}
