
/*
 * Copyright (C) contentlib authors
 *
 * Walks through the lists of a service, page by page, and stores the pages.
 */


#include <tool/from/contentlib_from.h>

#include <tool/from/contentlib_address.h>
#include <tool/from/contentlib_fetch.h>


/* tags, items, collections */

#define CONTENTLIB_FROM_LISTS  3

/* bytes of a page that --max-pages allows on average */

#define CONTENTLIB_FROM_ROOM   (1024 * 1024)


typedef struct {
    const char                 *field;      /* of each record */
    uint64_t                    count;
    ngx_uint_t                  n;          /* records of the first page */
    uint64_t                    identifiers;    /* of the first page */
    unsigned                    begun:1;    /* the first page was read */
    unsigned                    single:1;   /* there is no other page */
    char                        tag[CONTENTLIB_PAGES_TAG + 1];
    char                        address[CONTENTLIB_ADDRESS];
} contentlib_list_t;


struct contentlib_from_s {
    contentlib_progress_t      *progress;
    contentlib_message_t       *message;
    uint64_t                    max_pages;
    uint64_t                    npages;     /* of this walk */
    uint64_t                    records;    /* of this list */
    contentlib_from_counts_t    counts;
    contentlib_list_t          *list;       /* the one that is read */
    contentlib_list_t           lists[CONTENTLIB_FROM_LISTS];
    contentlib_fetch_t          fetch;
    unsigned                    unfinished:1;   /* the walk may continue */
    contentlib_message_t        moved;      /* how the lists have changed */
};


static ngx_int_t contentlib_from_open(contentlib_from_t *from,
    const contentlib_options_t *options, const char *directory);
static double contentlib_from_number(contentlib_from_t *from,
    const char *name, const char *text, double least, double most,
    double otherwise);
static ngx_int_t contentlib_from_walks(contentlib_from_t *from,
    const char *cache);
static ngx_int_t contentlib_from_walk(contentlib_from_t *from);
static ngx_int_t contentlib_from_list(contentlib_from_t *from);
static ngx_int_t contentlib_from_page(contentlib_from_t *from,
    const char *address);
static ngx_int_t contentlib_from_stored(contentlib_from_t *from,
    const char *address, const contentlib_stored_t *stored);
static ngx_int_t contentlib_from_ask(contentlib_from_t *from,
    const char *address, const char *tag);
static ngx_int_t contentlib_from_records(contentlib_from_t *from);
static ngx_int_t contentlib_from_follow(contentlib_from_t *from,
    char **address);
static ngx_int_t contentlib_from_compare(contentlib_from_t *from);
static ngx_int_t contentlib_from_again(contentlib_from_t *from,
    ngx_uint_t times);


contentlib_from_t *
contentlib_from_read(const contentlib_options_t *options,
    const char *directory, contentlib_progress_t *progress,
    contentlib_message_t *message)
{
    int                 code;
    double              started;
    ngx_int_t           rc;
    contentlib_from_t  *from;

    from = ngx_calloc(sizeof(contentlib_from_t), NULL);

    if (from == NULL) {
        (void) contentlib_message_no_memory(message);
        return NULL;
    }

    from->progress = progress;
    from->message = message;
    started = contentlib_progress_now();

    rc = contentlib_from_open(from, options, directory);

    if (rc == NGX_OK) {
        rc = contentlib_from_walks(from, options->cache);
    }

    code = from->fetch.pages.sql.code & 0xff;

    /* a cache may be removed at any time, so that a damaged one is */

    if (rc != NGX_OK && options->cache
        && (code == SQLITE_CORRUPT || code == SQLITE_NOTADB))
    {
        message->len = 0;
        contentlib_pages_close(&from->fetch.pages);
        (void) unlink(from->fetch.pages.path);

        rc = contentlib_from_walks(from, options->cache);
    }

    from->counts.requests = from->fetch.requests;
    from->counts.unchanged = from->fetch.unchanged;
    from->counts.seconds = contentlib_progress_now() - started;
    contentlib_progress_end(progress);

    if (rc != NGX_OK) {
        contentlib_from_close(from);
        return NULL;
    }

    return from;
}


static ngx_int_t
contentlib_from_open(contentlib_from_t *from,
    const contentlib_options_t *options, const char *directory)
{
    contentlib_fetch_t  *fetch;

    fetch = &from->fetch;
    fetch->message = from->message;
    fetch->rate = contentlib_from_number(from, "rate", options->rate, 0.001,
                                         10000, 0);
    fetch->retries = (ngx_uint_t) contentlib_from_number(from, "retries",
                                                         options->retries, 0,
                                                         100, 8);
    fetch->timeout = (ngx_uint_t) contentlib_from_number(from, "timeout",
                                                         options->timeout, 1,
                                                         3600, 60);
    from->max_pages = (uint64_t) contentlib_from_number(from, "max-pages",
                                                        options->max_pages, 1,
                                                        999999, 100000);
    fetch->room = from->max_pages * CONTENTLIB_FROM_ROOM;

    if (from->message->len) {
        return NGX_ERROR;
    }

    fetch->root = contentlib_address_root(options->from, from->message);

    /* SQLite puts its temporary files there, and removes them at once */

    if (fetch->root == NULL || setenv("SQLITE_TMPDIR", directory, 1) == -1) {
        return contentlib_message_no_memory(from->message);
    }

    return contentlib_fetch_open(fetch);
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


const contentlib_from_counts_t *
contentlib_from_counts(contentlib_from_t *from)
{
    return &from->counts;
}


static ngx_int_t
contentlib_from_walks(contentlib_from_t *from, const char *cache)
{
    ngx_int_t          rc;
    ngx_uint_t         times;
    contentlib_sql_t  *sql;

    sql = &from->fetch.pages.sql;
    from->unfinished = 0;

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
        return contentlib_sql_run(sql, CONTENTLIB_PAGES_UNDO
                                       CONTENTLIB_PAGES_REMOVE
                                       CONTENTLIB_PAGES_WALK);
    }

    /* a page that is wrong must be asked for again, unless nobody answered */

    if (!from->unfinished) {
        (void) contentlib_sql_run(sql, CONTENTLIB_PAGES_UNDO
                                       CONTENTLIB_PAGES_WALK);
    }

    return NGX_ERROR;
}


/* NGX_AGAIN: "moved" is set */

static ngx_int_t
contentlib_from_walk(contentlib_from_t *from)
{
    ngx_int_t           rc;
    ngx_uint_t          i;
    contentlib_list_t  *list;

    /* a field that only this list has: one is not taken for another */

    static const struct {
        const char  *name;
        const char  *field;
    } lists[CONTENTLIB_FROM_LISTS] = {
        { "tags/", "slug" },
        { "content_items/", "id" },
        { "collections/", "preview_image" }
    };

    from->npages = 0;
    from->counts.bytes = 0;
    from->moved.len = 0;
    rc = contentlib_sql_run(&from->fetch.pages.sql, CONTENTLIB_PAGES_RESTART);

    for (i = 0; i < CONTENTLIB_FROM_LISTS && rc == NGX_OK; i++) {
        list = &from->lists[i];
        ngx_memzero(list, sizeof(contentlib_list_t));

        list->field = lists[i].field;
        (void) snprintf(list->address, sizeof(list->address), "%s%s?limit=100",
                        from->fetch.root, lists[i].name);

        from->list = list;
        from->records = 0;
        from->fetch.page.field = list->field;
        from->fetch.page.identifier = contentlib_pages_identifier;
        from->fetch.page.data = &from->fetch.pages;

        rc = contentlib_from_list(from);
    }

    if (rc == NGX_OK) {
        rc = contentlib_from_compare(from);
    }

    return from->moved.len ? NGX_AGAIN : rc;
}


static ngx_int_t
contentlib_from_list(contentlib_from_t *from)
{
    char               *address;
    ngx_int_t           rc;
    contentlib_list_t  *list;

    list = from->list;
    address = strdup(list->address);

    rc = address ? contentlib_sql_run(&from->fetch.pages.sql,
                                      CONTENTLIB_PAGES_LIST)
                 : contentlib_message_no_memory(from->message);

    while (rc == NGX_OK && address) {
        rc = contentlib_from_page(from, address);

        if (rc == NGX_OK) {
            rc = contentlib_from_records(from);
        }

        if (rc == NGX_OK) {
            rc = contentlib_from_follow(from, &address);
        }
    }

    free(address);

    if (rc != NGX_OK) {
        return rc;
    }

    list->single = (list->n == from->records);

    if (from->records != list->count) {
        return contentlib_message_set(&from->moved, "%llu of %llu records "
                                      "were received",
                                      (unsigned long long) from->records,
                                      (unsigned long long) list->count);
    }

    return NGX_OK;
}


/* a page that is stored, or that the service gives */

static ngx_int_t
contentlib_from_page(contentlib_from_t *from, const char *address)
{
    ngx_int_t            rc;
    contentlib_stored_t  stored;

    if (from->npages++ == from->max_pages) {
        from->unfinished = 1;
        return contentlib_message_set(from->message, "contentlib: --from has "
                                      "more than %llu pages (--max-pages)",
                                      (unsigned long long) from->max_pages);
    }

    rc = contentlib_pages_find(&from->fetch.pages, address, &stored);

    if (rc == NGX_OK && stored.current) {
        rc = contentlib_from_stored(from, address, &stored);
        from->counts.stored += (rc == NGX_OK);

    } else if (rc != NGX_ERROR) {
        rc = contentlib_from_ask(from, address, stored.tag);

        if (rc == NGX_DECLINED) {
            rc = contentlib_from_stored(from, address, &stored);
        }
    }

    /* what is stored is damaged */

    if (rc == NGX_DECLINED) {
        rc = contentlib_from_ask(from, address, "");
    }

    from->counts.bytes += from->fetch.page.bytes;

    return rc == NGX_OK ? contentlib_sql_run(&from->fetch.pages.sql,
                                             CONTENTLIB_PAGES_COMMIT)
                        : NGX_ERROR;
}


static ngx_int_t
contentlib_from_stored(contentlib_from_t *from, const char *address,
    const contentlib_stored_t *stored)
{
    ngx_int_t            rc;
    ngx_str_t            part;
    contentlib_from_page_t   *page;
    contentlib_pages_t  *pages;

    pages = &from->fetch.pages;
    page = &from->fetch.page;

    rc = contentlib_fetch_begin(&from->fetch, address);

    while (rc == NGX_OK) {
        rc = contentlib_pages_body(pages, address, &part);

        if (rc == NGX_OK) {
            rc = contentlib_from_page_add(page, part.data, part.len);
        }
    }

    if (rc == NGX_ERROR) {
        return NGX_ERROR;
    }

    if (contentlib_from_page_end(page) != NGX_OK
        || page->hash != stored->hash)
    {
        return NGX_DECLINED;
    }

    (void) snprintf(from->fetch.tag, sizeof(from->fetch.tag), "%s",
                    stored->tag);

    return contentlib_pages_store(pages, address, stored->tag, stored->hash);
}


static ngx_int_t
contentlib_from_ask(contentlib_from_t *from, const char *address,
    const char *tag)
{
    ngx_int_t  rc;

    rc = contentlib_fetch(&from->fetch, address, tag);

    from->unfinished = (rc == NGX_ERROR && from->fetch.page.fault.len == 0);

    return rc;
}


static ngx_int_t
contentlib_from_records(contentlib_from_t *from)
{
    ngx_uint_t          i;
    contentlib_from_page_t  *page;
    contentlib_list_t  *list;

    page = &from->fetch.page;
    list = from->list;

    if (!list->begun) {
        contentlib_progress_begin(from->progress, "fetching", page->count);

        list->begun = 1;
        list->count = page->count;
        list->n = page->n;
        list->identifiers = page->identifiers;
        ngx_memcpy(list->tag, from->fetch.tag, sizeof(list->tag));
    }

    if (page->count != list->count) {
        return contentlib_message_set(&from->moved, "\"count\" changed from "
                                      "%llu to %llu",
                                      (unsigned long long) list->count,
                                      (unsigned long long) page->count);
    }

    if (page->n > list->n || (page->n < list->n && page->next)) {
        return contentlib_message_set(&from->moved, "a page has %lu records, "
                                      "the previous pages have %lu",
                                      page->n, list->n);
    }

    if (page->twice) {
        return contentlib_message_set(&from->moved, "a record appears twice");
    }

    for (i = 0; i < page->n; i++) {
        from->records++;
        contentlib_progress_show(from->progress, from->records, from->records);
    }

    if (from->records > page->count) {
        return contentlib_message_set(&from->moved, "more than %llu records "
                                      "were received",
                                      (unsigned long long) page->count);
    }

    return NGX_OK;
}


/* replaces the address by that of the next page, or by NULL */

static ngx_int_t
contentlib_from_follow(contentlib_from_t *from, char **address)
{
    char               *next, to[CONTENTLIB_QUOTE_SIZE];
    contentlib_from_page_t  *page;

    next = NULL;
    page = &from->fetch.page;

    if (page->next && page->n == 0) {
        return contentlib_message_set(from->message, "%s: \"next\" of a page "
                                      "without records", page->name);
    }

    if (page->next) {
        next = contentlib_address_below(from->fetch.root, *address,
                                        page->next);

        if (next == NULL) {
            (void) contentlib_message_string(to, page->next);

            return contentlib_message_set(from->message, "%s: \"next\" is "
                                          "\"%s\", which is not below --from",
                                          page->name, to);
        }
    }

    free(*address);
    *address = next;

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
    ngx_int_t           rc;
    ngx_uint_t          i;
    contentlib_list_t  *list;
    contentlib_from_page_t  *page;

    page = &from->fetch.page;
    page->identifier = NULL;

    for (i = 0; i < CONTENTLIB_FROM_LISTS; i++) {
        list = &from->lists[i];
        from->list = list;
        page->field = list->field;

        if (list->single && i == CONTENTLIB_FROM_LISTS - 1) {
            break;
        }

        rc = contentlib_from_ask(from, list->address, list->tag);

        if (rc == NGX_ERROR
            || contentlib_sql_run(&from->fetch.pages.sql,
                                  CONTENTLIB_PAGES_COMMIT)
               != NGX_OK)
        {
            return NGX_ERROR;
        }

        if (rc == NGX_OK
            && (page->count != list->count || page->n != list->n
                || page->identifiers != list->identifiers
                || ngx_strcmp(from->fetch.tag, list->tag)))
        {
            return contentlib_message_set(&from->moved,
                                          "the first page has changed");
        }
    }

    return NGX_OK;
}


/* all lists are read again, since each is compared with the others */

static ngx_int_t
contentlib_from_again(contentlib_from_t *from, ngx_uint_t times)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    if (contentlib_fetch_wait(&from->fetch, times) == NGX_OK) {
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
