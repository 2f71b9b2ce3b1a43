
/*
 * Copyright (C) contentlib authors
 */


#include <tool/from/contentlib_from.h>

#include <tool/from/contentlib_from_address.h>
#include <tool/from/contentlib_from_fetch.h>

#include <stdarg.h>


/* tags, items, collections */

#define CONTENTLIB_FROM_LISTS       3

/* what --max-pages allows a page on average */

#define CONTENTLIB_FROM_PAGE_ROOM   (1024 * 1024)


typedef struct {
    const char                 *field;      /* of each record */
    uint64_t                    count;
    ngx_uint_t                  n;          /* records of the first page */
    uint64_t                    identifiers;    /* of the first page */
    unsigned                    begun:1;    /* the first page was read */
    unsigned                    single:1;   /* there is no other page */
    char                        tag[CONTENTLIB_FROM_TAG + 1];
    char                        address[CONTENTLIB_FROM_ADDRESS];
} contentlib_from_list_t;


struct contentlib_from_s {
    const contentlib_options_t *options;
    const char                 *directory;
    contentlib_progress_t      *progress;
    contentlib_message_t       *message;
    char                       *root;
    ngx_uint_t                  max_pages;
    ngx_uint_t                  npages;     /* of this walk */
    uint64_t                    records;    /* of this list */
    contentlib_from_counts_t    counts;
    contentlib_from_list_t     *list;       /* the one that is read */
    contentlib_from_list_t      lists[CONTENTLIB_FROM_LISTS];
    contentlib_from_page_t      page;
    contentlib_from_pages_t     pages;
    contentlib_from_fetch_t     fetch;
    unsigned                    unfinished:1;   /* it may continue */
    char                        moved[CONTENTLIB_QUOTE_SIZE];
};


static ngx_int_t contentlib_from_numbers(contentlib_from_t *from);
static ngx_int_t contentlib_from_walks(contentlib_from_t *from);
static ngx_int_t contentlib_from_walk(contentlib_from_t *from);
static ngx_int_t contentlib_from_list(contentlib_from_t *from);
static ngx_int_t contentlib_from_page(contentlib_from_t *from,
    const char *address);
static ngx_int_t contentlib_from_stored(contentlib_from_t *from,
    const char *address, const contentlib_from_stored_t *stored);
static ngx_int_t contentlib_from_ask(contentlib_from_t *from,
    const char *address, const char *tag);
static ngx_int_t contentlib_from_records(contentlib_from_t *from);
static ngx_int_t contentlib_from_follow(contentlib_from_t *from,
    char **address);
static ngx_int_t contentlib_from_compare(contentlib_from_t *from);
static ngx_int_t contentlib_from_again(contentlib_from_t *from,
    ngx_uint_t times);
static ngx_int_t contentlib_from_moved(contentlib_from_t *from,
    const char *format, ...) __attribute__((format(printf, 2, 3)));


contentlib_from_t *
contentlib_from_open(const contentlib_options_t *options,
    const char *directory, contentlib_progress_t *progress,
    contentlib_message_t *message)
{
    contentlib_from_t  *from;

    from = ngx_calloc(sizeof(contentlib_from_t), NULL);

    if (from == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        return NULL;
    }

    from->options = options;
    from->directory = directory;
    from->progress = progress;
    from->message = message;
    from->pages.fd = -1;

    if (contentlib_from_numbers(from) == NGX_OK) {
        from->root = contentlib_from_address_root(options->from, message);
    }

    from->fetch.root = from->root;
    from->fetch.pages = &from->pages;
    from->fetch.page = &from->page;
    from->fetch.message = message;

    if (from->root == NULL
        || contentlib_from_fetch_open(&from->fetch) != NGX_OK)
    {
        goto failed;
    }

    /* SQLite puts its temporary files there, and removes them at once */

    if (setenv("SQLITE_TMPDIR", directory, 1) == -1
        || contentlib_from_page_open(&from->page) != NGX_OK)
    {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        goto failed;
    }

    return from;

failed:

    contentlib_from_close(from);

    return NULL;
}


static ngx_int_t
contentlib_from_numbers(contentlib_from_t *from)
{
    char    *end;
    size_t   i;
    double   value;

    const struct {
        const char  *name;
        const char  *text;
        double       least;
        double       most;
        double       otherwise;
        double      *rate;
        ngx_uint_t  *value;
    } numbers[] = {
        { "rate", from->options->rate, 0.001, 10000, 0, &from->fetch.rate,
          NULL },
        { "retries", from->options->retries, 0, 100, 8, NULL,
          &from->fetch.retries },
        { "timeout", from->options->timeout, 1, 3600, 60, NULL,
          &from->fetch.timeout },
        { "max-pages", from->options->max_pages, 1, 999999, 100000, NULL,
          &from->max_pages }
    };

    for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        value = numbers[i].otherwise;

        if (numbers[i].text) {
            value = strtod(numbers[i].text, &end);

            if (end == numbers[i].text || *end
                || !(value >= numbers[i].least && value <= numbers[i].most))
            {
                return contentlib_message_set(from->message, "contentlib: "
                                              "--%s is not a number from %g "
                                              "to %g", numbers[i].name,
                                              numbers[i].least,
                                              numbers[i].most);
            }
        }

        if (numbers[i].rate) {
            *numbers[i].rate = value;

        } else {
            *numbers[i].value = (ngx_uint_t) value;
        }
    }

    from->fetch.room = (uint64_t) from->max_pages * CONTENTLIB_FROM_PAGE_ROOM;

    return NGX_OK;
}


void
contentlib_from_close(contentlib_from_t *from)
{
    contentlib_from_fetch_close(&from->fetch);
    contentlib_from_pages_close(&from->pages);
    contentlib_from_page_close(&from->page);
    free(from->root);
    free(from);
}


ngx_int_t
contentlib_from_read(contentlib_from_t *from)
{
    double     started;
    ngx_int_t  rc;

    started = contentlib_progress_now();

    rc = contentlib_from_pages_open(&from->pages, from->options->cache,
                                    from->message);

    if (rc == NGX_OK) {
        rc = contentlib_from_walks(from);
    }

    /* a cache may be removed at any time; one that is damaged, too */

    if (rc != NGX_OK && contentlib_from_pages_damaged(&from->pages)) {
        from->message->len = 0;
        from->unfinished = 0;

        rc = contentlib_from_pages_remove(&from->pages, from->message);

        if (rc == NGX_OK) {
            rc = contentlib_from_walks(from);
        }
    }

    from->counts.seconds = contentlib_progress_now() - started;
    contentlib_progress_end(from->progress);

    return rc == NGX_OK ? contentlib_from_pages_bytes(&from->pages,
                                                      &from->counts.bytes)
                        : rc;
}


static ngx_int_t
contentlib_from_walks(contentlib_from_t *from)
{
    ngx_int_t   rc;
    ngx_uint_t  times;

    for (times = 0; /* void */ ; times++) {
        rc = contentlib_from_walk(from);

        if (rc != NGX_AGAIN) {
            break;
        }

        rc = contentlib_from_again(from, times);

        if (rc != NGX_OK) {
            break;
        }
    }

    /* a page that is wrong must be asked for again, unless nobody answered */

    if (rc != NGX_OK && from->unfinished) {
        return rc;
    }

    if (contentlib_from_pages_end(&from->pages, rc == NGX_OK) != NGX_OK) {
        return NGX_ERROR;
    }

    return rc;
}


/* NGX_AGAIN: a list moved */

static ngx_int_t
contentlib_from_walk(contentlib_from_t *from)
{
    ngx_int_t                rc;
    ngx_uint_t               i;
    contentlib_from_list_t  *list;

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
    rc = contentlib_from_pages_restart(&from->pages);

    for (i = 0; i < CONTENTLIB_FROM_LISTS && rc == NGX_OK; i++) {
        list = &from->lists[i];
        ngx_memzero(list, sizeof(contentlib_from_list_t));

        list->field = lists[i].field;
        (void) snprintf(list->address, sizeof(list->address), "%s%s?limit=100",
                        from->root, lists[i].name);

        from->list = list;
        from->records = 0;
        from->page.field = list->field;
        from->page.identifier = contentlib_from_pages_identifier;
        from->page.data = &from->pages;

        rc = contentlib_from_list(from);
    }

    return rc == NGX_OK ? contentlib_from_compare(from) : rc;
}


static ngx_int_t
contentlib_from_list(contentlib_from_t *from)
{
    char                    *address;
    ngx_int_t                rc;
    contentlib_from_list_t  *list;

    if (contentlib_from_pages_list(&from->pages) != NGX_OK) {
        return NGX_ERROR;
    }

    list = from->list;
    address = strdup(list->address);

    if (address == NULL) {
        return contentlib_message_set(from->message,
                                      "contentlib: out of memory");
    }

    do {
        rc = contentlib_from_page(from, address);

        if (rc == NGX_OK) {
            rc = contentlib_from_records(from);
        }

        if (rc == NGX_OK) {
            rc = contentlib_from_follow(from, &address);
        }

    } while (rc == NGX_OK && address);

    free(address);

    if (rc != NGX_OK) {
        return rc;
    }

    list->single = (list->n == from->records);

    if (from->records != list->count) {
        return contentlib_from_moved(from, "%llu records of %llu came",
                                     (unsigned long long) from->records,
                                     (unsigned long long) list->count);
    }

    return NGX_OK;
}


/* a page that is stored, or that the service gives */

static ngx_int_t
contentlib_from_page(contentlib_from_t *from, const char *address)
{
    ngx_int_t                 rc;
    contentlib_from_stored_t  stored;

    if (from->npages++ == from->max_pages) {
        from->unfinished = 1;
        return contentlib_message_set(from->message, "contentlib: --from has "
                                      "more than %lu pages (--max-pages)",
                                      from->max_pages);
    }

    rc = contentlib_from_pages_find(&from->pages, address, &stored);

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

    if (rc != NGX_OK
        || contentlib_from_pages_listed(&from->pages, address) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_from_pages_commit(&from->pages);
}


static ngx_int_t
contentlib_from_stored(contentlib_from_t *from, const char *address,
    const contentlib_from_stored_t *stored)
{
    ngx_int_t  rc;
    ngx_str_t  part;

    if (contentlib_from_pages_begin(&from->pages) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_from_page_begin(&from->page, address);

    do {
        rc = contentlib_from_pages_body(&from->pages, address, &part);

        if (rc == NGX_OK) {
            rc = contentlib_from_page_add(&from->page, part.data, part.len);
        }

    } while (rc == NGX_OK);

    if (rc == NGX_ERROR) {
        return NGX_ERROR;
    }

    if (contentlib_from_page_end(&from->page) != NGX_OK
        || from->page.hash != stored->hash)
    {
        return NGX_DECLINED;
    }

    (void) snprintf(from->fetch.tag, sizeof(from->fetch.tag), "%s",
                    stored->tag);

    return contentlib_from_pages_store(&from->pages, address, stored->tag,
                                       stored->hash);
}


static ngx_int_t
contentlib_from_ask(contentlib_from_t *from, const char *address,
    const char *tag)
{
    ngx_int_t  rc;

    rc = contentlib_from_fetch(&from->fetch, address, tag);

    from->unfinished = (rc == NGX_ERROR && from->page.fault.len == 0);

    return rc;
}


static ngx_int_t
contentlib_from_records(contentlib_from_t *from)
{
    ngx_uint_t               i;
    contentlib_from_page_t  *page;
    contentlib_from_list_t  *list;

    page = &from->page;
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
        return contentlib_from_moved(from, "\"count\" was %llu, and is %llu",
                                     (unsigned long long) list->count,
                                     (unsigned long long) page->count);
    }

    if (page->n > list->n || (page->n < list->n && page->next)) {
        return contentlib_from_moved(from, "a page of %lu records came after "
                                     "those of %lu", page->n, list->n);
    }

    if (page->twice) {
        return contentlib_from_moved(from, "a record came twice");
    }

    for (i = 0; i < page->n; i++) {
        from->records++;
        contentlib_progress_show(from->progress, from->records, from->records);
    }

    if (from->records > page->count) {
        return contentlib_from_moved(from, "more than %llu records came",
                                     (unsigned long long) page->count);
    }

    return NGX_OK;
}


/* replaces the address by that of the next page, or by NULL */

static ngx_int_t
contentlib_from_follow(contentlib_from_t *from, char **address)
{
    char  *next, to[CONTENTLIB_QUOTE_SIZE];

    next = NULL;

    if (from->page.next) {

        if (from->page.n == 0) {
            return contentlib_message_set(from->message, "%s: \"next\" of a "
                                          "page without records",
                                          from->page.name);
        }

        next = contentlib_from_address_below(from->root, *address,
                                             from->page.next);

        if (next == NULL) {
            return contentlib_message_set(from->message, "%s: \"next\" is "
                                          "\"%s\", which is not below --from",
                                          from->page.name,
                                          contentlib_message_quote(to,
                                               (u_char *) from->page.next,
                                               ngx_strlen(from->page.next)));
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
    ngx_int_t                rc;
    ngx_uint_t               i;
    contentlib_from_list_t  *list;

    from->page.identifier = NULL;

    for (i = 0; i < CONTENTLIB_FROM_LISTS; i++) {
        list = &from->lists[i];
        from->list = list;
        from->page.field = list->field;

        if (list->single && i == CONTENTLIB_FROM_LISTS - 1) {
            break;
        }

        rc = contentlib_from_ask(from, list->address, list->tag);

        if (rc == NGX_ERROR
            || contentlib_from_pages_commit(&from->pages) != NGX_OK)
        {
            return NGX_ERROR;
        }

        if (rc == NGX_OK
            && (from->page.count != list->count || from->page.n != list->n
                || from->page.identifiers != list->identifiers
                || ngx_strcmp(from->fetch.tag, list->tag)))
        {
            return contentlib_from_moved(from, "the first page is another by "
                                               "now");
        }
    }

    return NGX_OK;
}


/* all lists are read again, since each is compared with the others */

static ngx_int_t
contentlib_from_again(contentlib_from_t *from, ngx_uint_t times)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    if (contentlib_from_fetch_wait(&from->fetch, times, 0) == NGX_OK) {
        return contentlib_from_pages_end(&from->pages, 0);
    }

    return contentlib_message_set(from->message, "%s: the list changes while "
                                  "it is read (reads: %lu): %s",
                                  contentlib_message_quote(quoted,
                                            (u_char *) from->list->address,
                                            ngx_strlen(from->list->address)),
                                  times + 1, from->moved);
}


static ngx_int_t
contentlib_from_moved(contentlib_from_t *from, const char *format, ...)
{
    va_list  args;

    va_start(args, format);
    (void) vsnprintf(from->moved, sizeof(from->moved), format, args);
    va_end(args);

    return NGX_AGAIN;
}


ngx_int_t
contentlib_from_next(contentlib_from_t *from, const char **address, int *fd,
    uint64_t *len)
{
    return contentlib_from_pages_next(&from->pages, from->directory, address,
                                      fd, len);
}


void
contentlib_from_counts(contentlib_from_t *from,
    contentlib_from_counts_t *counts)
{
    *counts = from->counts;
    counts->requests = from->fetch.requests;
    counts->unchanged = from->fetch.unchanged;
}
