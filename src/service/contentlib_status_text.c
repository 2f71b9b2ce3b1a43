
/*
 * Copyright (C) contentlib authors
 *
 * The text for Prometheus: the sums over the workers, all libraries of a
 * figure together.
 */


#include <service/contentlib_status_private.h>


/* what a line has beside the path, and a figure beside its lines */

#define CONTENTLIB_STATUS_LINE    160
#define CONTENTLIB_STATUS_HEAD    320
#define CONTENTLIB_STATUS_OTHERS  6
#define CONTENTLIB_STATUS_ESCAPED  2        /* times as long at most */


typedef struct {
    char                     *p;
    char                     *last;
    char                    **paths;        /* escaped */
    const contentlib_status_t  *status;
} contentlib_status_text_t;


typedef struct {
    const char              *name;
    const char              *help;
} contentlib_status_other_t;


static size_t contentlib_status_room(const contentlib_status_t *status);
static ngx_int_t contentlib_status_paths(contentlib_status_text_t *text,
    ngx_pool_t *pool);
static void contentlib_status_escape(char *to, const ngx_str_t *path);
static void contentlib_status_put(contentlib_status_text_t *text,
    const char *format, ...) __attribute__((format(printf, 2, 3)));
static void contentlib_status_head(contentlib_status_text_t *text,
    const char *name, const char *ending, const char *type, const char *help);
static void contentlib_status_others(contentlib_status_text_t *text);
static void contentlib_status_other_values(
    const contentlib_status_library_t *library, uint64_t *values);
static void contentlib_status_generations(contentlib_status_text_t *text);
static ngx_uint_t contentlib_status_same(
    const contentlib_status_library_t *library, ngx_uint_t i);
static ngx_int_t contentlib_status_figure(contentlib_status_text_t *text,
    const contentlib_figure_t *figure, ngx_pool_t *pool);
static void contentlib_status_values(contentlib_status_text_t *text,
    const contentlib_figure_t *figure, const char *ending, const char *path,
    const ngx_atomic_t *values);
static ngx_int_t contentlib_status_histogram(contentlib_status_text_t *text,
    const contentlib_figure_t *figure, const char *path,
    const ngx_atomic_t *values, ngx_pool_t *pool);


/* what is not counted, in the order of contentlib_status_other_values() */

static const contentlib_status_other_t
    contentlib_status_other[CONTENTLIB_STATUS_OTHERS] =
{
    { "workers", "Workers." },
    { "workers_serving", "Workers that serve the library." },
    { "items", "Items of the library." },
    { "tags", "Tags of the library." },
    { "collections", "Collections of the library." },
    { "switched_timestamp_seconds", "When a worker opened the library last." }
};


ngx_int_t
contentlib_status_prometheus(const contentlib_status_t *status,
    ngx_pool_t *pool, ngx_str_t *page)
{
    size_t                      room;
    contentlib_status_text_t    text;
    const contentlib_figure_t  *figure;

    room = contentlib_status_room(status);

    page->data = ngx_pnalloc(pool, room);
    if (page->data == NULL) {
        return NGX_ERROR;
    }

    text.p = (char *) page->data;
    text.last = text.p + room;
    text.status = status;

    if (contentlib_status_paths(&text, pool) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_status_others(&text);
    contentlib_status_generations(&text);

    for (figure = contentlib_figures; figure->name != NULL; figure++) {

        if (contentlib_status_figure(&text, figure, pool) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    page->len = (size_t) ((u_char *) text.p - page->data);

    return NGX_OK;
}


static size_t
contentlib_status_room(const contentlib_status_t *status)
{
    size_t                              room, lines, heads;
    ngx_uint_t                          i;
    const contentlib_figure_t          *figure;
    const contentlib_status_library_t  *library;

    lines = CONTENTLIB_STATUS_OTHERS;
    heads = CONTENTLIB_STATUS_OTHERS + 1;

    for (figure = contentlib_figures; figure->name != NULL; figure++) {
        lines += figure->n + 1;
        heads++;
    }

    room = heads * CONTENTLIB_STATUS_HEAD;

    for (i = 0; i < status->n; i++) {
        library = &status->libraries[i];
        room += (lines + library->n)
                * (CONTENTLIB_STATUS_LINE
                   + CONTENTLIB_STATUS_ESCAPED * library->path.len);
    }

    return room;
}


static ngx_int_t
contentlib_status_paths(contentlib_status_text_t *text, ngx_pool_t *pool)
{
    ngx_uint_t        i;
    const ngx_str_t  *path;

    text->paths = ngx_palloc(pool, (text->status->n + 1) * sizeof(char *));

    if (text->paths == NULL) {
        return NGX_ERROR;
    }

    for (i = 0; i < text->status->n; i++) {
        path = &text->status->libraries[i].path;

        text->paths[i] = ngx_pnalloc(pool, CONTENTLIB_STATUS_ESCAPED
                                           * path->len + 1);
        if (text->paths[i] == NULL) {
            return NGX_ERROR;
        }

        contentlib_status_escape(text->paths[i], path);
    }

    return NGX_OK;
}


static void
contentlib_status_escape(char *to, const ngx_str_t *path)
{
    size_t  i;
    u_char  c;

    for (i = 0; i < path->len; i++) {

        c = path->data[i];

        if (c == '\\' || c == '"' || c == '\n') {
            *to++ = '\\';
        }

        *to++ = (c == '\n') ? 'n' : (char) c;
    }

    *to = '\0';
}


/* there is room for all; if it were too little, the rest would be missing */

static void
contentlib_status_put(contentlib_status_text_t *text, const char *format, ...)
{
    int      n;
    va_list  args;

    va_start(args, format);
    n = vsnprintf(text->p, (size_t) (text->last - text->p), format, args);
    va_end(args);

    if (n > 0 && n < text->last - text->p) {
        text->p += n;
    }
}


static void
contentlib_status_head(contentlib_status_text_t *text, const char *name,
    const char *ending, const char *type, const char *help)
{
    contentlib_status_put(text, "# HELP contentlib_%s%s %s\n", name, ending,
                          help);
    contentlib_status_put(text, "# TYPE contentlib_%s%s %s\n", name, ending,
                          type);
}


static void
contentlib_status_others(contentlib_status_text_t *text)
{
    uint64_t                          values[CONTENTLIB_STATUS_OTHERS];
    ngx_uint_t                        i, k;
    const contentlib_status_other_t  *other;

    for (i = 0; i < CONTENTLIB_STATUS_OTHERS; i++) {

        other = &contentlib_status_other[i];

        contentlib_status_head(text, other->name, "", "gauge", other->help);

        for (k = 0; k < text->status->n; k++) {

            contentlib_status_other_values(&text->status->libraries[k],
                                           values);

            contentlib_status_put(text,
                          "contentlib_%s{library=\"%s\"} %" PRIu64 "\n",
                          other->name, text->paths[k], values[i]);
        }
    }
}


/* of the library that was opened last, if one is served */

static void
contentlib_status_other_values(const contentlib_status_library_t *library,
    uint64_t *values)
{
    const contentlib_figures_library_t  *served;

    ngx_memzero(values, CONTENTLIB_STATUS_OTHERS * sizeof(uint64_t));

    values[0] = library->live;
    values[1] = library->serving;

    if (library->latest != NULL) {
        served = &library->latest->library;

        values[2] = served->items;
        values[3] = served->tags;
        values[4] = served->collections;
        values[5] = (uint64_t) served->switched;
    }
}


/* how many workers serve which content: one line for each */

static void
contentlib_status_generations(contentlib_status_text_t *text)
{
    ngx_uint_t                          i, k, n;
    const contentlib_status_library_t  *library;

    contentlib_status_head(text, "generation_workers", "", "gauge",
                           "Workers that serve the content of the digest.");

    for (i = 0; i < text->status->n; i++) {
        library = &text->status->libraries[i];

        for (k = 0; k < library->n; k++) {
            n = contentlib_status_same(library, k);

            if (n != 0) {
                contentlib_status_put(text, "contentlib_generation_workers"
                              "{library=\"%s\",digest=\"%.*s\"} %lu\n",
                              text->paths[i], CONTENTLIB_FIGURES_DIGEST,
                              library->workers[k].library.digest, n);
            }
        }
    }
}


/* the workers that serve the same as this one, or 0 if it is not the first */

static ngx_uint_t
contentlib_status_same(const contentlib_status_library_t *library,
    ngx_uint_t i)
{
    ngx_uint_t                           k, n;
    const contentlib_figures_library_t  *served, *other;

    served = &library->workers[i].library;
    n = 0;

    for (k = 0; k < library->n; k++) {
        other = &library->workers[k].library;

        if (!served->serving || !other->serving
            || ngx_memcmp(served->digest, other->digest,
                          CONTENTLIB_FIGURES_DIGEST)
               != 0)
        {
            continue;
        }

        if (k < i) {
            return 0;
        }

        n++;
    }

    return n;
}


static ngx_int_t
contentlib_status_figure(contentlib_status_text_t *text,
    const contentlib_figure_t *figure, ngx_pool_t *pool)
{
    ngx_uint_t           i;
    const char          *ending;
    const ngx_atomic_t  *values;

    static const char *const  types[] = { "counter", "gauge", "histogram" };

    ending = (figure->type == CONTENTLIB_FIGURE_COUNTER) ? "_total" : "";

    contentlib_status_head(text, figure->name, ending, types[figure->type],
                           figure->help);

    for (i = 0; i < text->status->n; i++) {

        values = contentlib_figures_value(&text->status->libraries[i].sum,
                                          figure);

        if (figure->type != CONTENTLIB_FIGURE_HISTOGRAM) {
            contentlib_status_values(text, figure, ending, text->paths[i],
                                     values);

        } else if (contentlib_status_histogram(text, figure, text->paths[i],
                                               values, pool)
                   != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static void
contentlib_status_values(contentlib_status_text_t *text,
    const contentlib_figure_t *figure, const char *ending, const char *path,
    const ngx_atomic_t *values)
{
    ngx_uint_t                        i, k, n;
    const contentlib_figure_label_t  *label;

    for (i = 0; i < figure->n; i++) {

        contentlib_status_put(text, "contentlib_%s%s{library=\"%s\"",
                              figure->name, ending, path);

        n = figure->n;

        for (k = 0; k < 2 && figure->labels[k].name != NULL; k++) {
            label = &figure->labels[k];
            n /= label->n;

            contentlib_status_put(text, ",%s=\"%s\"", label->name,
                                  label->values[i / n % label->n].data);
        }

        contentlib_status_put(text, "} %lu\n", values[i]);
    }
}


static ngx_int_t
contentlib_status_histogram(contentlib_status_text_t *text,
    const contentlib_figure_t *figure, const char *path,
    const ngx_atomic_t *values, ngx_pool_t *pool)
{
    uint64_t    n;
    ngx_str_t  *seconds;
    ngx_uint_t  i;

    n = 0;

    for (i = 0; contentlib_figures_bounds[i].len != 0; i++) {
        n += values[i];

        contentlib_status_put(text, "contentlib_%s_bucket{library=\"%s\","
                              "le=\"%s\"} %" PRIu64 "\n", figure->name, path,
                              contentlib_figures_bounds[i].data, n);
    }

    seconds = contentlib_status_seconds(values, pool);
    if (seconds == NULL) {
        return NGX_ERROR;
    }

    contentlib_status_put(text, "contentlib_%s_sum{library=\"%s\"} %s\n",
                          figure->name, path, seconds->data);
    contentlib_status_put(text, "contentlib_%s_count{library=\"%s\"} %" PRIu64
                          "\n", figure->name, path, n);

    return NGX_OK;
}
