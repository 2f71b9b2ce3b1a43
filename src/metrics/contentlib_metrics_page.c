
/*
 * Copyright (C) contentlib authors
 *
 * The status page is made in two steps: the values of each library are added
 * up, then contentlib_metrics_walk() goes through the table of metrics and
 * writes them in the format of the page.  An object of JSON is written with a
 * comma after each member; contentlib_metrics_end() removes the last one.
 */


#include <metrics/contentlib_metrics.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_METRICS_ROOM     16384   /* of a page, at first */
#define CONTENTLIB_METRICS_ESCAPED  6       /* "\u001f" for one byte */


typedef struct {
    const char                        *path;    /* escaped */
    contentlib_metrics_zone_t         *zone;    /* a copy */
    contentlib_metrics_values_t        values;  /* the sums */
    contentlib_metrics_values_t        served;  /* of the latest */
    const contentlib_metrics_state_t  *latest;  /* that switched, or NULL */
    const contentlib_metrics_state_t  *idle;    /* serves nothing, or NULL */
} contentlib_metrics_library_t;


typedef struct {
    char                              *text;
    size_t                             len;
    size_t                             size;
    ngx_pool_t                        *pool;
    contentlib_metrics_library_t      *libraries;
    ngx_uint_t                         n;
    ngx_uint_t                         json;
    ngx_uint_t                         failed;  /* there is no memory */
} contentlib_metrics_page_t;


static void contentlib_metrics_collect(contentlib_metrics_page_t *page,
    const contentlib_metrics_t *metrics,
    contentlib_metrics_library_t *library);
static void contentlib_metrics_sum(contentlib_metrics_values_t *sum,
    const contentlib_metrics_values_t *values);
static ngx_uint_t contentlib_metrics_well(
    const contentlib_metrics_library_t *library);
static void contentlib_metrics_json(contentlib_metrics_page_t *page,
    ngx_uint_t health, ngx_uint_t well);
static void contentlib_metrics_workers(contentlib_metrics_page_t *page,
    const contentlib_metrics_zone_t *zone);
static void contentlib_metrics_served(contentlib_metrics_page_t *page,
    const contentlib_metrics_state_t *state);
static void contentlib_metrics_counted(contentlib_metrics_page_t *page,
    const contentlib_metrics_values_t *values);
static void contentlib_metrics_generations(contentlib_metrics_page_t *page);
static ngx_uint_t contentlib_metrics_same(contentlib_metrics_zone_t *zone,
    ngx_uint_t i);
static void contentlib_metrics_walk(contentlib_metrics_page_t *page,
    contentlib_metrics_place_e place,
    const contentlib_metrics_values_t *values);
static void contentlib_metrics_write(contentlib_metrics_page_t *page,
    const contentlib_metric_t *metric, const char *path,
    const contentlib_metrics_values_t *values);
static void contentlib_metrics_open(contentlib_metrics_page_t *page,
    const char *const *label, const char *key);
static void contentlib_metrics_close(contentlib_metrics_page_t *page,
    const char *const *label);
static void contentlib_metrics_sample(contentlib_metrics_page_t *page,
    const contentlib_metric_t *metric, const char *path, ngx_uint_t i,
    ngx_uint_t k, ngx_atomic_uint_t value);
static void contentlib_metrics_total(contentlib_metrics_page_t *page,
    const contentlib_metric_t *metric, const char *path,
    ngx_atomic_uint_t microseconds, ngx_atomic_uint_t n);
static const char *contentlib_metrics_escape(contentlib_metrics_page_t *page,
    const char *text, size_t len);
static void contentlib_metrics_end(contentlib_metrics_page_t *page,
    const char *brackets);
static void contentlib_metrics_put(contentlib_metrics_page_t *page,
    const char *format, ...) __attribute__((format(printf, 2, 3)));


ngx_int_t
contentlib_metrics_page(contentlib_metrics_t *metrics, ngx_uint_t n,
    contentlib_metrics_format_e format, ngx_pool_t *pool, ngx_str_t *text)
{
    ngx_uint_t                 i, well;
    contentlib_metrics_page_t  page;

    ngx_memzero(&page, sizeof(contentlib_metrics_page_t));

    page.pool = pool;
    page.n = n;
    page.json = (format != CONTENTLIB_METRICS_PROMETHEUS);
    page.libraries = ngx_pcalloc(pool, (n + 1)
                                 * sizeof(contentlib_metrics_library_t));
    page.size = CONTENTLIB_METRICS_ROOM;
    page.text = ngx_pnalloc(pool, page.size);
    page.failed = (page.libraries == NULL || page.text == NULL);
    well = 1;

    for (i = 0; i < n && !page.failed; i++) {
        contentlib_metrics_collect(&page, &metrics[i], &page.libraries[i]);
        well &= contentlib_metrics_well(&page.libraries[i]);
    }

    if (page.failed) {
        return NGX_ERROR;
    }

    if (format == CONTENTLIB_METRICS_PROMETHEUS) {
        contentlib_metrics_walk(&page, CONTENTLIB_METRICS_LIBRARY, NULL);
        contentlib_metrics_walk(&page, CONTENTLIB_METRICS_SERVED, NULL);
        contentlib_metrics_generations(&page);
        contentlib_metrics_walk(&page, CONTENTLIB_METRICS_COUNTED, NULL);

    } else {
        contentlib_metrics_json(&page, format == CONTENTLIB_METRICS_HEALTH,
                                well);
    }

    text->data = (u_char *) page.text;
    text->len = page.len;

    return page.failed ? NGX_ERROR : well ? NGX_OK : NGX_DECLINED;
}


static void
contentlib_metrics_collect(contentlib_metrics_page_t *page,
    const contentlib_metrics_t *metrics, contentlib_metrics_library_t *library)
{
    ngx_uint_t                         i;
    const contentlib_metrics_slot_t   *slot;
    const contentlib_metrics_state_t  *state;

    library->path = contentlib_metrics_escape(page, (char *) metrics->path.data,
                                              metrics->path.len);
    library->zone = contentlib_metrics_copy(metrics, page->pool);

    if (library->zone == NULL) {
        page->failed = 1;
        return;
    }

    for (i = 0; i < library->zone->n; i++) {
        slot = &library->zone->slots[i];
        state = &slot->state;

        contentlib_metrics_sum(&library->values, &slot->counters);
        contentlib_metrics_sum(&library->values, &state->values);

        if (state->values.workers_serving[0] == 0) {
            library->idle = state->values.workers[0] ? state : library->idle;

        } else if (library->served.switched[0] < state->values.switched[0]) {
            library->served = state->values;
            library->latest = state;
        }
    }
}


static void
contentlib_metrics_sum(contentlib_metrics_values_t *sum,
    const contentlib_metrics_values_t *values)
{
    size_t               i;
    ngx_atomic_t        *to;
    const ngx_atomic_t  *from;

    to = (ngx_atomic_t *) sum;
    from = (const ngx_atomic_t *) values;

    for (i = 0; i < sizeof(*sum) / sizeof(ngx_atomic_t); i++) {
        to[i] += from[i];
    }
}


static ngx_uint_t
contentlib_metrics_well(const contentlib_metrics_library_t *library)
{
    return library->values.workers[0] > 0
           && library->values.workers[0] == library->values.workers_serving[0];
}


static void
contentlib_metrics_json(contentlib_metrics_page_t *page, ngx_uint_t health,
    ngx_uint_t well)
{
    ngx_uint_t                           i;
    const contentlib_metrics_library_t  *library;

    if (health) {
        contentlib_metrics_put(page, "{\"serving\":%s,\"libraries\":[",
                               well ? "true" : "false");
    } else {
        contentlib_metrics_put(page, "{\"pid\":%ld,\"libraries\":[",
                               (long) getpid());
    }

    for (i = 0; i < page->n; i++) {
        library = &page->libraries[i];

        contentlib_metrics_put(page, "{\"library\":\"%s\",", library->path);

        if (health) {
            contentlib_metrics_put(page, "\"serving\":%s,",
                                   contentlib_metrics_well(library)
                                   ? "true" : "false");
            contentlib_metrics_served(page, library->idle);

        } else {
            contentlib_metrics_walk(page, CONTENTLIB_METRICS_LIBRARY,
                                    &library->values);
            contentlib_metrics_served(page, library->latest);
            contentlib_metrics_counted(page, &library->values);
            contentlib_metrics_workers(page, library->zone);
        }

        contentlib_metrics_end(page, "},");
    }

    contentlib_metrics_end(page, "]}");
}


/* a worker number without a process has counted, and counts no more */

static void
contentlib_metrics_workers(contentlib_metrics_page_t *page,
    const contentlib_metrics_zone_t *zone)
{
    ngx_uint_t                         i, k, running;
    contentlib_metrics_values_t        values;
    const contentlib_metrics_state_t  *state;

    contentlib_metrics_put(page, "\"by_worker\":[");

    for (i = 0; i < zone->n; i++) {
        running = 0;

        for (k = 0; k < zone->n; k++) {
            state = &zone->slots[k].state;

            if (state->pid == 0 || state->worker != i) {
                continue;
            }

            running = 1;
            values = zone->slots[i].counters;
            contentlib_metrics_sum(&values, &state->values);

            contentlib_metrics_put(page, "{\"worker\":%lu,\"pid\":%ld,"
                                   "\"serving\":%s,", (unsigned long) i,
                                   (long) state->pid,
                                   state->values.workers_serving[0]
                                   ? "true" : "false");
            contentlib_metrics_served(page, state);
            contentlib_metrics_counted(page, &values);
            contentlib_metrics_end(page, "},");
        }

        if (!running && zone->slots[i].used) {
            contentlib_metrics_put(page, "{\"worker\":%lu,\"pid\":null,",
                                   (unsigned long) i);
            contentlib_metrics_counted(page, &zone->slots[i].counters);
            contentlib_metrics_end(page, "},");
        }
    }

    contentlib_metrics_end(page, "],");
}


static void
contentlib_metrics_served(contentlib_metrics_page_t *page,
    const contentlib_metrics_state_t *state)
{
    if (state == NULL) {
        return;
    }

    if (state->values.workers_serving[0]) {
        contentlib_metrics_put(page, "\"digest\":\"%s\",", state->digest);
        contentlib_metrics_walk(page, CONTENTLIB_METRICS_SERVED,
                                &state->values);

    } else {
        contentlib_metrics_put(page, "\"reason\":\"%s\",",
                           contentlib_metrics_escape(page, state->reason,
                                                 ngx_strlen(state->reason)));
    }
}


static void
contentlib_metrics_counted(contentlib_metrics_page_t *page,
    const contentlib_metrics_values_t *values)
{
    contentlib_metrics_put(page, "\"figures\":{");
    contentlib_metrics_walk(page, CONTENTLIB_METRICS_COUNTED, values);
    contentlib_metrics_end(page, "},");
}


/* a line for each digest that is served: a table cannot have such labels */

static void
contentlib_metrics_generations(contentlib_metrics_page_t *page)
{
    ngx_uint_t                     i, k, workers;
    contentlib_metrics_library_t  *library;

    contentlib_metrics_put(page, "# HELP contentlib_generation_workers "
                           "Workers that serve the content of the digest.\n"
                           "# TYPE contentlib_generation_workers gauge\n");

    for (i = 0; i < page->n; i++) {
        library = &page->libraries[i];

        for (k = 0; k < library->zone->n; k++) {
            workers = contentlib_metrics_same(library->zone, k);

            if (workers != 0) {
                contentlib_metrics_put(page, "contentlib_generation_workers"
                                       "{library=\"%s\",digest=\"%s\"} %lu\n",
                                       library->path,
                                       library->zone->slots[k].state.digest,
                                       (unsigned long) workers);
            }
        }
    }
}


/*
 * The number of workers, from this one on, that serve its digest.  Removes the
 * digest from the other ones, so that it is shown once.
 */

static ngx_uint_t
contentlib_metrics_same(contentlib_metrics_zone_t *zone, ngx_uint_t i)
{
    ngx_uint_t                   k, n;
    contentlib_metrics_state_t  *state;

    n = 0;

    for (k = i; k < zone->n; k++) {
        state = &zone->slots[k].state;

        if (state->values.workers_serving[0]
            && ngx_strcmp(state->digest, zone->slots[i].state.digest) == 0)
        {
            state->values.workers_serving[0] = (k == i);
            n++;
        }
    }

    return n;
}


/* in JSON the values that are given, for Prometheus those of all libraries */

static void
contentlib_metrics_walk(contentlib_metrics_page_t *page,
    contentlib_metrics_place_e place,
    const contentlib_metrics_values_t *values)
{
    ngx_uint_t                           i;
    const contentlib_metric_t           *metric;
    const contentlib_metrics_library_t  *library;

    for (metric = contentlib_metrics; metric->key != NULL; metric++) {

        if (metric->place != place) {
            continue;
        }

        if (page->json) {
            contentlib_metrics_write(page, metric, NULL, values);
            continue;
        }

        contentlib_metrics_put(page, "# HELP contentlib_%s %s\n"
                               "# TYPE contentlib_%s %s\n", metric->name,
                               metric->help, metric->name, metric->type);

        for (i = 0; i < page->n; i++) {
            library = &page->libraries[i];
            contentlib_metrics_write(page, metric, library->path,
                                     place == CONTENTLIB_METRICS_SERVED
                                     ? &library->served : &library->values);
        }
    }
}


/* all values of a metric; for Prometheus those of the library of the path */

static void
contentlib_metrics_write(contentlib_metrics_page_t *page,
    const contentlib_metric_t *metric, const char *path,
    const contentlib_metrics_values_t *values)
{
    ngx_uint_t           i, k, histogram;
    ngx_atomic_uint_t    n;
    const ngx_atomic_t  *value;

    value = (const ngx_atomic_t *) ((uintptr_t) values + metric->offset);
    histogram = (ngx_strcmp(metric->type, "histogram") == 0);
    n = 0;

    contentlib_metrics_open(page, metric->inner, metric->key);

    if (histogram) {
        contentlib_metrics_open(page, metric->inner, "buckets");
    }

    for (i = 1; metric->outer[i] != NULL; i++) {

        contentlib_metrics_open(page, metric->outer, metric->outer[i]);

        for (k = 1; metric->inner[k] != NULL; k++, value++) {
            n = histogram ? n + *value : *value;
            contentlib_metrics_sample(page, metric, path, i, k, n);
        }

        contentlib_metrics_close(page, metric->outer);
    }

    if (histogram) {
        contentlib_metrics_close(page, metric->inner);
        contentlib_metrics_total(page, metric, path, *value, n);
    }

    contentlib_metrics_close(page, metric->inner);
}


/* in JSON each label is an object */

static void
contentlib_metrics_open(contentlib_metrics_page_t *page,
    const char *const *label, const char *key)
{
    if (page->json && label != contentlib_metrics_none) {
        contentlib_metrics_put(page, "\"%s\":{", key);
    }
}


static void
contentlib_metrics_close(contentlib_metrics_page_t *page,
    const char *const *label)
{
    if (page->json && label != contentlib_metrics_none) {
        contentlib_metrics_end(page, "},");
    }
}


static void
contentlib_metrics_sample(contentlib_metrics_page_t *page,
    const contentlib_metric_t *metric, const char *path, ngx_uint_t i,
    ngx_uint_t k, ngx_atomic_uint_t value)
{
    if (page->json) {
        contentlib_metrics_put(page, "\"%s\":%lu,",
                               metric->inner != contentlib_metrics_none
                               ? metric->inner[k] : metric->key, value);
        return;
    }

    contentlib_metrics_put(page, "contentlib_%s%s{library=\"%s\"",
                           metric->name,
                           metric->type[0] == 'h' ? "_bucket" : "", path);

    if (metric->outer != contentlib_metrics_none) {
        contentlib_metrics_put(page, ",%s=\"%s\"", metric->outer[0],
                               metric->outer[i]);
    }

    if (metric->inner != contentlib_metrics_none) {
        contentlib_metrics_put(page, ",%s=\"%s\"", metric->inner[0],
                               metric->inner[k]);
    }

    contentlib_metrics_put(page, "} %lu\n", value);
}


static void
contentlib_metrics_total(contentlib_metrics_page_t *page,
    const contentlib_metric_t *metric, const char *path,
    ngx_atomic_uint_t microseconds, ngx_atomic_uint_t n)
{
    if (page->json) {
        contentlib_metrics_put(page, "\"count\":%lu,\"sum\":%lu.%06lu,", n,
                               microseconds / 1000000, microseconds % 1000000);
        return;
    }

    contentlib_metrics_put(page, "contentlib_%s_sum{library=\"%s\"} "
                           "%lu.%06lu\n"
                           "contentlib_%s_count{library=\"%s\"} %lu\n",
                           metric->name, path, microseconds / 1000000,
                           microseconds % 1000000, metric->name, path, n);
}


/* both formats escape alike, but only JSON has to escape all control bytes */

static const char *
contentlib_metrics_escape(contentlib_metrics_page_t *page, const char *text,
    size_t len)
{
    char       *escaped, *to;
    size_t      i;
    u_char     *valid;
    ngx_str_t   from;

    from.data = (u_char *) (uintptr_t) text;
    from.len = len;
    len *= CONTENTLIB_TEXT_GROWTH;

    valid = ngx_pnalloc(page->pool, len + 1);
    escaped = ngx_pnalloc(page->pool, len * CONTENTLIB_METRICS_ESCAPED + 1);

    if (valid == NULL || escaped == NULL) {
        page->failed = 1;
        return "";
    }

    len = contentlib_text_repair(valid, &from);
    to = escaped;

    for (i = 0; i < len; i++) {

        if (valid[i] >= ' ' || (valid[i] != '\n' && !page->json)) {

            if (valid[i] == '"' || valid[i] == '\\') {
                *to++ = '\\';
            }

            *to++ = (char) valid[i];

        } else if (valid[i] == '\n') {
            *to++ = '\\';
            *to++ = 'n';

        } else {
            to += snprintf(to, CONTENTLIB_METRICS_ESCAPED + 1, "\\u%04x",
                           (unsigned) valid[i]);
        }
    }

    *to = '\0';

    return escaped;
}


/* the end of an object or an array */

static void
contentlib_metrics_end(contentlib_metrics_page_t *page, const char *brackets)
{
    if (page->text[page->len - 1] == ',') {
        page->len--;
    }

    contentlib_metrics_put(page, "%s", brackets);
}


static void
contentlib_metrics_put(contentlib_metrics_page_t *page, const char *format,
    ...)
{
    int      n;
    char    *text;
    size_t   room;
    va_list  args;

    while (!page->failed) {
        room = page->size - page->len;

        va_start(args, format);
        n = vsnprintf(page->text + page->len, room, format, args);
        va_end(args);

        if ((size_t) n < room) {
            page->len += (size_t) n;
            return;
        }

        page->size = 2 * page->size + (size_t) n;
        text = ngx_pnalloc(page->pool, page->size);

        if (text == NULL) {
            page->failed = 1;
            return;
        }

        ngx_memcpy(text, page->text, page->len);
        page->text = text;
    }
}
