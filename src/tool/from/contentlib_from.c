
/*
 * Copyright (C) contentlib authors
 *
 * Reads each list from its first page to the last.  Of "next" only the query is
 * used, behind the address of the list, so that no page leads anywhere else.
 */


#include <tool/from/contentlib_from.h>

#include <tool/record/contentlib_values.h>

#include <fcntl.h>
#include <sys/stat.h>


static const char *const  contentlib_from_lists[] = {
    "tags/", "content_items/", "collections/"
};

#define CONTENTLIB_FROM_LISTS  (sizeof(contentlib_from_lists)                 \
                                / sizeof(contentlib_from_lists[0]))


static void contentlib_from_root(const char *root);
static void contentlib_from_page(contentlib_from_t *from);
static void contentlib_from_fetch(contentlib_from_t *from);
static ngx_int_t contentlib_from_look(contentlib_from_t *from);
static void contentlib_from_envelope(contentlib_from_t *from,
    json_object *page);
static void contentlib_from_compare(contentlib_from_t *from);
static const char *contentlib_from_file(const contentlib_from_t *from,
    ngx_uint_t n, char path[CONTENTLIB_FROM_PATH]);
static FILE *contentlib_from_reopen(contentlib_from_t *from, const char *mode);
static ngx_uint_t contentlib_from_cached(contentlib_from_t *from);
static void contentlib_from_create(contentlib_from_t *from);
static contentlib_input_t *contentlib_from_input(contentlib_from_t *from,
    const char *name, contentlib_errors_t *errors);


contentlib_from_t *
contentlib_from_open(const contentlib_options_t *options)
{
    char                quoted[CONTENTLIB_QUOTE_SIZE];
    contentlib_from_t  *from;

    contentlib_from_root(options->from);

    from = ngx_calloc(sizeof(contentlib_from_t), NULL);

    from->root = options->from;
    from->fetch.path = from->path;
    from->cache = options->cache;
    from->count = -1;
    from->max_pages = (ngx_uint_t) contentlib_fetch_number("max-pages",
                                                        options->max_pages, 1,
                                                        999999, 100000);

    contentlib_fetch_open(&from->fetch, options);

    if (from->cache && mkdir(from->cache, 0777) == -1 && errno != EEXIST) {
        contentlib_fail_system("contentlib: cannot create \"%s\"",
                               contentlib_message_string(quoted, from->cache));
    }

    return from;
}


void
contentlib_from_close(contentlib_from_t *from)
{
    contentlib_fetch_close(&from->fetch);
    free(from);
}


static void
contentlib_from_root(const char *root)
{
    char         quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t    text;
    const char  *reason;

    text.data = (u_char *) root;
    text.len = ngx_strlen(root);

    reason = contentlib_value_absolute(&text)
             ? contentlib_value_media_url(&text) : "is not an http(s) address";

    if (reason == NULL && root[strcspn(root, "?#")] != '\0') {
        reason = "has a query or a fragment";
    }

    if (reason) {
        contentlib_fail("contentlib: --from \"%s\" %s",
                        contentlib_message_string(quoted, root), reason);
    }
}


contentlib_input_t *
contentlib_from_next(contentlib_from_t *from, contentlib_errors_t *errors)
{
    /* the page before was the last one of its list */

    if (from->count != -1 && from->query[0] == '\0') {
        from->list++;
        from->count = -1;
        from->records = 0;
    }

    if (from->list == CONTENTLIB_FROM_LISTS) {
        return NULL;
    }

    (void) snprintf(from->address, sizeof(from->address), "%s%s%s%s",
                    from->root,
                    from->root[ngx_strlen(from->root) - 1] == '/' ? "" : "/",
                    contentlib_from_lists[from->list],
                    from->count == -1 ? "?limit=100" : from->query);

    contentlib_from_page(from);
    contentlib_from_compare(from);

    return contentlib_from_input(from, from->address, errors);
}


/*
 * Pages of the cache are those of the import that was interrupted.  Behind the
 * first one that is not there none is used, so that all others are of one time.
 */

static void
contentlib_from_page(contentlib_from_t *from)
{
    if (from->npages++ == from->max_pages) {
        contentlib_fail("contentlib: --from has more than %lu pages "
                        "(--max-pages)", from->max_pages);
    }

    contentlib_fetch_begin(&from->fetch, from->address);

    (void) contentlib_from_file(from, from->npages, from->path);

    if (from->cache && from->fetch.requests == 0
        && contentlib_from_cached(from)
        && contentlib_from_look(from) == NGX_OK)
    {
        from->stored++;
        return;
    }

    contentlib_from_fetch(from);
}


static void
contentlib_from_fetch(contentlib_from_t *from)
{
    ngx_int_t            rc;
    contentlib_fetch_t  *fetch;

    fetch = &from->fetch;

    contentlib_from_create(from);

    for ( ;; ) {
        rc = contentlib_fetch(fetch);

        if (rc == NGX_OK) {
            rc = contentlib_from_look(from);
        }

        if (rc == NGX_OK) {
            return;
        }

        /* what came is no page */

        contentlib_from_create(from);

        if (rc == NGX_ERROR) {
            break;
        }

        contentlib_fetch_again(fetch);
    }

    contentlib_fail("%s: %s%s", fetch->name, fetch->error,
                    fetch->status == 404 && from->npages == 1
                    && strstr(from->root, "/api/v1") == NULL
                    ? ": the address of the API may end in /api/v1/" : "");
}


/*
 * What the page says of its list, before a record is taken from it.  NGX_OK,
 * NGX_AGAIN if it does not end, or NGX_ERROR if it is something else.
 */

static ngx_int_t
contentlib_from_look(contentlib_from_t *from)
{
    char                  first;
    ssize_t               n;
    ngx_int_t             rc;
    json_object          *json;
    contentlib_input_t   *input;
    contentlib_place_t    place;
    contentlib_errors_t   errors;
    contentlib_message_t  fault;

    errors.n = 0;
    errors.most = 1;
    errors.message = &fault;
    fault.len = 0;

    from->page_count = -1;
    from->page_records = 0;

    contentlib_place_init(&place, "body", &errors);

    input = contentlib_from_input(from, "body", &errors);

    do {
        rc = contentlib_input_next(input, &place, &json);

        if (rc == NGX_DONE) {
            break;
        }

        if (rc == NGX_AGAIN) {
            contentlib_from_envelope(from, json);
        }

        from->page_records += (rc == NGX_OK);
        json_object_put(json);

    } while (errors.n == 0);

    contentlib_input_close(input);

    if (errors.n == 0 && from->page_count != -1) {
        return NGX_OK;
    }

    n = pread(fileno(from->fetch.file), &first, 1,
              (off_t) ngx_strlen(from->address) + 1);

    if (n < 1) {
        (void) contentlib_message_set(&fault, "the body is empty");

    } else if (first != '{' || errors.n == 0) {
        (void) snprintf(from->fetch.error, sizeof(from->fetch.error),
                        "is not a page of the API");
        return NGX_ERROR;
    }

    (void) snprintf(from->fetch.error, sizeof(from->fetch.error), "%s",
                    fault.text);

    return NGX_AGAIN;
}


static void
contentlib_from_envelope(contentlib_from_t *from, json_object *page)
{
    const char   *query;
    json_object  *count, *next;

    count = json_object_object_get(page, "count");
    next = NULL;

    if (json_object_is_type(count, json_type_int)
        && json_object_get_int64(count) >= 0
        && json_object_object_get_ex(page, "next", &next))
    {
        from->page_count = json_object_get_int64(count);
    }

    from->query[0] = '\0';

    if (next) {
        query = json_object_get_string(next);
        query = query ? strchr(query, '?') : NULL;

        if (query == NULL || ngx_strlen(query) >= CONTENTLIB_FROM_QUERY) {
            contentlib_fail("%s: \"next\" has no query, or a long one",
                            from->fetch.name);
        }

        (void) snprintf(from->query, sizeof(from->query), "%.*s",
                        (int) strcspn(query, "#"), query);
    }
}


/* a list that has changed would be a mixture of two */

static void
contentlib_from_compare(contentlib_from_t *from)
{
    if (from->count == -1) {
        from->count = from->page_count;
    }

    from->records += from->page_records;

    if (from->page_count == from->count && from->records <= from->count
        && (from->query[0] ? from->page_records != 0
                           : from->records == from->count))
    {
        return;
    }

    contentlib_from_forget(from);

    contentlib_fail("%s: the list has changed while it was read (records: "
                    "%lld of %lld, then of %lld): run the import again",
                    from->fetch.name, (long long) from->records,
                    (long long) from->count, (long long) from->page_count);
}


/* from the last one on: if this is interrupted, the first ones are there */

void
contentlib_from_forget(contentlib_from_t *from)
{
    char        path[CONTENTLIB_FROM_PATH];
    ngx_uint_t  n;

    for (n = from->cache ? from->npages : 0; n > 0; n--) {
        (void) unlink(contentlib_from_file(from, n, path));
    }
}


static const char *
contentlib_from_file(const contentlib_from_t *from, ngx_uint_t n,
    char path[CONTENTLIB_FROM_PATH])
{
    (void) snprintf(path, CONTENTLIB_FROM_PATH, "%s/page-%lu",
                    from->cache ? from->cache : "memory", n);

    return path;
}


/* without --cache the file is in memory */

static FILE *
contentlib_from_reopen(contentlib_from_t *from, const char *mode)
{
    FILE  **file;

    file = &from->fetch.file;

    if (*file) {
        (void) fclose(*file);
    }

    *file = from->cache ? fopen(from->path, mode)
                        : fdopen(memfd_create("page", MFD_CLOEXEC), mode);
    return *file;
}


/*
 * In a file, the address stands before the body.  0 if there is none, or one of
 * another address; what is not whole is no page.
 */

static ngx_uint_t
contentlib_from_cached(contentlib_from_t *from)
{
    char    line[CONTENTLIB_FROM_ADDRESS + 1];
    size_t  len;

    len = ngx_strlen(from->address);

    return contentlib_from_reopen(from, "re") != NULL
           && fgets(line, sizeof(line), from->fetch.file) != NULL
           && ngx_strncmp(line, from->address, len) == 0
           && line[len] == '\n';
}


/* nothing is buffered, because the file is also read by its descriptor */

static void
contentlib_from_create(contentlib_from_t *from)
{
    char   quoted[CONTENTLIB_QUOTE_SIZE];
    FILE  *file;

    file = contentlib_from_reopen(from, "w+e");

    if (file) {
        setbuf(file, NULL);
    }

    if (file == NULL || fprintf(file, "%s\n", from->address) < 0) {
        contentlib_fail_system("contentlib: cannot write \"%s\"",
                               contentlib_message_string(quoted, from->path));
    }
}


static contentlib_input_t *
contentlib_from_input(contentlib_from_t *from, const char *name,
    contentlib_errors_t *errors)
{
    int    fd;
    off_t  body;

    body = (off_t) ngx_strlen(from->address) + 1;
    fd = fcntl(fileno(from->fetch.file), F_DUPFD_CLOEXEC, 0);

    if (fd == -1 || lseek(fd, body, SEEK_SET) == -1) {
        contentlib_input_unreadable(name);
    }

    return contentlib_input_open(name, fd, errors);
}
