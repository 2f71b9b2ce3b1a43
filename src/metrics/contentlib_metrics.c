
/*
 * Copyright (C) contentlib authors
 *
 * Counting, the states of workers, and the texts that show both.
 *
 * The metrics are shown in two steps: the values of each library are added up,
 * then contentlib_metrics_write() writes each metric of the tables.
 */


#include <metrics/contentlib_metrics.h>
#include <text/contentlib_buffer.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_METRICS_ROOM  16384      /* of the page, at first */
#define CONTENTLIB_METRICS_LINE  1024       /* of the line, at first */


typedef enum {
    CONTENTLIB_METRICS_SUM = 0,
    CONTENTLIB_METRICS_LATEST,
    CONTENTLIB_METRICS_DIGEST
} contentlib_metrics_shown_e;


/* a label is its name and its values, up to NULL */

typedef struct {
    const char                        *name;
    contentlib_metrics_shown_e         shown;
    const char *const                 *outer;
    const char *const                 *inner;   /* of each outer */
    const char                        *type;
    const char                        *end;     /* of the name */
    const char                        *sample;  /* the end for a sample */
    const char                        *help;
    size_t                             offset;  /* of the values */
} contentlib_metric_t;


typedef struct {
    const char                        *label;
    ngx_uint_t                         n;
    contentlib_metrics_state_t        *states;  /* a copy of "n" */
    contentlib_metrics_values_t        values;  /* the sums */
    const contentlib_metrics_state_t  *latest;  /* that switched */
} contentlib_metrics_library_t;


/* the metric at hand, of the library at hand */

typedef struct {
    contentlib_buffer_t                page;
    const char                        *label;
    const contentlib_metric_t         *metric;
} contentlib_metrics_writer_t;


static contentlib_metrics_state_t *contentlib_metrics_own(
    const contentlib_metrics_t *metrics);
static ngx_int_t contentlib_metrics_collect(
    contentlib_metrics_library_t *library, const contentlib_metrics_t *metrics,
    ngx_pool_t *pool);
static void contentlib_metrics_sum(contentlib_metrics_values_t *sum,
    const contentlib_metrics_gauges_t *gauges);
static void contentlib_metrics_samples(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library);
static void contentlib_metrics_digests(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library);
static void contentlib_metrics_write(contentlib_metrics_writer_t *w,
    const void *values);
static void contentlib_metrics_total(contentlib_metrics_writer_t *w,
    ngx_atomic_uint_t microseconds, ngx_atomic_uint_t n);
static void contentlib_metrics_sample(contentlib_metrics_writer_t *w,
    const char *end);
static void contentlib_metrics_put_label(contentlib_metrics_writer_t *w,
    const char *const *label, ngx_uint_t i);
static ngx_int_t contentlib_metrics_unserved(
    const contentlib_metrics_t *metrics, contentlib_buffer_t *line);
static void contentlib_metrics_reason(contentlib_buffer_t *line,
    const char *reason);


/* the state of no worker */

static const contentlib_metrics_state_t  contentlib_metrics_nobody;


static const char *const  contentlib_metrics_none[] = { "", "", NULL };


/* "none", then in the order of the endpoints */

static const char *const
    contentlib_metrics_endpoints[CONTENTLIB_METRICS_ENDPOINTS + 2] = {
    "endpoint", "none", "root", "content_items", "content_item",
    "collections", "collection", "tags", "tag", "search", NULL
};


/* the most frequent ones first */

static const char *const
    contentlib_metrics_statuses[CONTENTLIB_METRICS_STATUSES + 2] = {
    "status", "200", "304", "404", "301", "400", "405", "406", "499", "500",
    "503", "other", NULL
};


/* in the order of contentlib_failure_e, from CONTENTLIB_NO_LIBRARY on */

static const char *const
    contentlib_metrics_reasons[CONTENTLIB_METRICS_REASONS + 2] = {
    "reason", "library", "file", "timeout", "busy", "memory", NULL
};


/* in the order of contentlib_cache_kind_e */

static const char *const
    contentlib_metrics_kinds[CONTENTLIB_METRICS_KINDS + 2] = {
    "kind", "answer", "gzip", "matches", NULL
};


static const char *const
    contentlib_metrics_records[CONTENTLIB_METRICS_RECORDS + 2] = {
    "record", "item", "tag", "collection", NULL
};


static const char *const
    contentlib_metrics_bounds[CONTENTLIB_METRICS_BUCKETS + 2] = {
    "le", "0.0001", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.05",
    "0.25", "1", "+Inf", NULL
};


/* the same in microseconds */

static const uint64_t  contentlib_metrics_limits[] = {
    100, 500, 1000, 2500, 5000, 10000, 50000, 250000, 1000000, UINT64_MAX
};


#define CONTENTLIB_METRICS_ROW(name, n, shown, outer, inner, type, help)      \
    { #name, CONTENTLIB_METRICS_##shown, contentlib_metrics_##outer,          \
      contentlib_metrics_##inner, CONTENTLIB_METRICS_##type, help,            \
      offsetof(contentlib_metrics_values_t, name) },

static const contentlib_metric_t  contentlib_metrics[] = {
    CONTENTLIB_METRICS_STATES(CONTENTLIB_METRICS_ROW)
    CONTENTLIB_METRICS_COUNTERS(CONTENTLIB_METRICS_ROW)
    { NULL, CONTENTLIB_METRICS_SUM, NULL, NULL, NULL, NULL, NULL, NULL, 0 }
};


void
contentlib_metrics_start(contentlib_metrics_t *metrics,
    contentlib_metrics_zone_t *zone, ngx_uint_t worker, ngx_uint_t n)
{
    zone->n = n;

    metrics->zone = zone;
    metrics->state = &zone->states[worker];
    metrics->start = metrics->state->start + 1;

    ngx_memzero(metrics->state, sizeof(contentlib_metrics_state_t));

    metrics->state->start = metrics->start;
}


/* repaired, because a path may have any bytes, and escaped for Prometheus */

ngx_int_t
contentlib_metrics_label(contentlib_metrics_t *metrics, const ngx_str_t *path,
    ngx_pool_t *pool)
{
    char    *to;
    size_t   i, len;
    u_char  *valid;

    valid = ngx_pnalloc(pool, CONTENTLIB_TEXT_GROWTH * path->len);
    to = ngx_pnalloc(pool, 2 * CONTENTLIB_TEXT_GROWTH * path->len + 1);

    if (valid == NULL || to == NULL) {
        return NGX_ERROR;
    }

    metrics->label = to;
    len = contentlib_text_repair(valid, path);

    for (i = 0; i < len; i++) {

        if (ngx_strchr("\"\\\n", valid[i]) != NULL) {
            *to++ = '\\';
        }

        *to++ = valid[i] == '\n' ? 'n' : (char) valid[i];
    }

    *to = '\0';

    return NGX_OK;
}


void
contentlib_metrics_answer(contentlib_metrics_t *metrics, ngx_uint_t route,
    ngx_uint_t status)
{
    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_METRICS_STATUSES - 1; i++) {

        if (strtoul(contentlib_metrics_statuses[i + 1], NULL, 10) == status) {
            break;
        }
    }

    contentlib_metrics_add(metrics, requests,
                           route * CONTENTLIB_METRICS_STATUSES + i, 1);
}


void
contentlib_metrics_observe(ngx_atomic_t *histogram, uint64_t microseconds)
{
    ngx_uint_t  i;

    for (i = 0; microseconds > contentlib_metrics_limits[i]; i++) {
        /* void */
    }

    (void) ngx_atomic_fetch_add(&histogram[i], 1);
    (void) ngx_atomic_fetch_add(&histogram[CONTENTLIB_METRICS_BUCKETS],
                                (ngx_atomic_int_t) microseconds);
}


void
contentlib_metrics_serving(contentlib_metrics_t *metrics,
    const ngx_str_t *digest, uint64_t items, uint64_t tags,
    uint64_t collections)
{
    contentlib_metrics_state_t  *state;

    state = contentlib_metrics_own(metrics);

    if (state == NULL) {
        return;
    }

    (void) snprintf(state->digest, sizeof(state->digest), "%.*s",
                    (int) digest->len, (char *) digest->data);

    state->gauges.items[0] = (ngx_atomic_uint_t) items;
    state->gauges.tags[0] = (ngx_atomic_uint_t) tags;
    state->gauges.collections[0] = (ngx_atomic_uint_t) collections;
    state->gauges.switched[0] = (ngx_atomic_uint_t) time(NULL);

    /* in this order, because others read between the two */

    state->gauges.workers_serving[0] = 1;
    state->gauges.workers[0] = 1;
}


void
contentlib_metrics_idle(contentlib_metrics_t *metrics, const char *reason)
{
    contentlib_metrics_state_t  *state;

    state = contentlib_metrics_own(metrics);

    if (state == NULL) {
        return;
    }

    (void) snprintf(state->reason, sizeof(state->reason), "%s", reason);

    state->digest[0] = '\0';
    state->gauges.workers[0] = 1;
    state->gauges.workers_serving[0] = 0;
}


/* NULL if another worker has the number now */

static contentlib_metrics_state_t *
contentlib_metrics_own(const contentlib_metrics_t *metrics)
{
    return metrics != NULL && metrics->state->start == metrics->start
           ? metrics->state : NULL;
}


ngx_int_t
contentlib_metrics_page(const contentlib_metrics_t *metrics, ngx_uint_t n,
    ngx_pool_t *pool, ngx_str_t *text)
{
    ngx_uint_t                     i;
    contentlib_metrics_writer_t    w;
    contentlib_metrics_library_t  *libraries;

    libraries = ngx_pcalloc(pool, n * sizeof(contentlib_metrics_library_t));
    if (libraries == NULL) {
        return NGX_ERROR;
    }

    for (i = 0; i < n; i++) {

        if (contentlib_metrics_collect(&libraries[i], &metrics[i], pool)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    contentlib_buffer_init(&w.page, pool, CONTENTLIB_METRICS_ROOM);

    for (w.metric = contentlib_metrics; w.metric->name != NULL; w.metric++) {

        contentlib_buffer_print(&w.page, "# HELP contentlib_%s%s %s\n"
                                "# TYPE contentlib_%s%s %s\n",
                                w.metric->name, w.metric->end, w.metric->help,
                                w.metric->name, w.metric->end, w.metric->type);

        for (i = 0; i < n; i++) {
            contentlib_metrics_samples(&w, &libraries[i]);
        }
    }

    return contentlib_buffer_text(&w.page, text);
}


static ngx_int_t
contentlib_metrics_collect(contentlib_metrics_library_t *library,
    const contentlib_metrics_t *metrics, ngx_pool_t *pool)
{
    size_t                       size;
    ngx_uint_t                   i;
    contentlib_metrics_state_t  *state;

    library->label = metrics->label;
    library->n = metrics->zone->n;
    library->latest = &contentlib_metrics_nobody;

    size = library->n * sizeof(contentlib_metrics_state_t);
    library->states = ngx_palloc(pool, size);

    if (library->states == NULL) {
        return NGX_ERROR;
    }

    ngx_memcpy(library->states, metrics->zone->states, size);
    library->values = metrics->zone->counters;

    for (i = 0; i < library->n; i++) {
        state = &library->states[i];

        contentlib_metrics_sum(&library->values, &state->gauges);

        if (state->gauges.workers_serving[0]
            && library->latest->gauges.switched[0] < state->gauges.switched[0])
        {
            library->latest = state;
        }
    }

    return NGX_OK;
}


static void
contentlib_metrics_sum(contentlib_metrics_values_t *sum,
    const contentlib_metrics_gauges_t *gauges)
{
    size_t               i;
    ngx_atomic_t        *to;
    const ngx_atomic_t  *from;

    to = (ngx_atomic_t *) sum;
    from = (const ngx_atomic_t *) gauges;

    for (i = 0; i < sizeof(*gauges) / sizeof(ngx_atomic_t); i++) {
        to[i] += from[i];
    }
}


static void
contentlib_metrics_samples(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library)
{
    w->label = library->label;

    switch (w->metric->shown) {

    case CONTENTLIB_METRICS_DIGEST:
        contentlib_metrics_digests(w, library);
        break;

    case CONTENTLIB_METRICS_LATEST:
        contentlib_metrics_write(w, &library->latest->gauges);
        break;

    default: /* CONTENTLIB_METRICS_SUM */
        contentlib_metrics_write(w, &library->values);
    }
}


/* a digest is cleared when it has been counted, so that it is shown once */

static void
contentlib_metrics_digests(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library)
{
    char        *digest, *other;
    ngx_uint_t   i, k, workers;

    for (i = 0; i < library->n; i++) {
        digest = library->states[i].digest;
        workers = 1;

        for (k = i + 1; digest[0] != '\0' && k < library->n; k++) {
            other = library->states[k].digest;

            if (ngx_strcmp(digest, other) == 0) {
                other[0] = '\0';
                workers++;
            }
        }

        if (digest[0] != '\0') {
            contentlib_metrics_sample(w, w->metric->sample);
            contentlib_buffer_print(&w->page, ",digest=\"%s\"} %lu\n", digest,
                                    (unsigned long) workers);
        }
    }
}


/* all values of a metric; the buckets of a histogram are cumulative */

static void
contentlib_metrics_write(contentlib_metrics_writer_t *w, const void *values)
{
    ngx_uint_t                  i, k, histogram;
    ngx_atomic_uint_t           n;
    const ngx_atomic_t         *value;
    const contentlib_metric_t  *m;

    m = w->metric;
    value = (const ngx_atomic_t *) values + m->offset / sizeof(ngx_atomic_t);
    histogram = (m->inner == contentlib_metrics_bounds);
    n = 0;

    for (i = 1; m->outer[i] != NULL; i++) {

        for (k = 1; m->inner[k] != NULL; k++, value++) {
            n = histogram ? n + *value : *value;

            contentlib_metrics_sample(w, m->sample);
            contentlib_metrics_put_label(w, m->outer, i);
            contentlib_metrics_put_label(w, m->inner, k);
            contentlib_buffer_print(&w->page, "} %lu\n", n);
        }
    }

    if (histogram) {
        contentlib_metrics_total(w, *value, n);
    }
}


static void
contentlib_metrics_total(contentlib_metrics_writer_t *w,
    ngx_atomic_uint_t microseconds, ngx_atomic_uint_t n)
{
    contentlib_metrics_sample(w, "_sum");
    contentlib_buffer_print(&w->page, "} %lu.%06lu\n", microseconds / 1000000,
                            microseconds % 1000000);

    contentlib_metrics_sample(w, "_count");
    contentlib_buffer_print(&w->page, "} %lu\n", n);
}


/* a sample begins with its name and the label of all */

static void
contentlib_metrics_sample(contentlib_metrics_writer_t *w, const char *end)
{
    contentlib_buffer_print(&w->page, "contentlib_%s%s{library=\"%s\"",
                            w->metric->name, end, w->label);
}


static void
contentlib_metrics_put_label(contentlib_metrics_writer_t *w,
    const char *const *label, ngx_uint_t i)
{
    if (label != contentlib_metrics_none) {
        contentlib_buffer_print(&w->page, ",%s=\"%s\"", label[0], label[i]);
    }
}


ngx_int_t
contentlib_metrics_health(const contentlib_metrics_t *metrics, ngx_uint_t n,
    ngx_pool_t *pool, ngx_str_t *text)
{
    ngx_uint_t           i;
    contentlib_buffer_t  line;

    contentlib_buffer_init(&line, pool, CONTENTLIB_METRICS_LINE);

    for (i = 0; i < n; i++) {

        if (contentlib_metrics_unserved(&metrics[i], &line) == NGX_OK) {
            return contentlib_buffer_text(&line, text) == NGX_OK
                   ? NGX_DECLINED : NGX_ERROR;
        }
    }

    contentlib_buffer_print(&line, "ok\n");

    return contentlib_buffer_text(&line, text);
}


/* NGX_OK with the line, or NGX_DECLINED if no worker is without the library */

static ngx_int_t
contentlib_metrics_unserved(const contentlib_metrics_t *metrics,
    contentlib_buffer_t *line)
{
    ngx_uint_t                         i, workers, serving;
    const contentlib_metrics_state_t  *state, *idle;

    idle = NULL;
    workers = 0;
    serving = 0;

    for (i = 0; i < metrics->zone->n; i++) {
        state = &metrics->zone->states[i];

        workers += state->gauges.workers[0];
        serving += state->gauges.workers_serving[0];

        if (state->gauges.workers[0] > state->gauges.workers_serving[0]) {
            idle = state;
        }
    }

    if (idle == NULL) {
        return NGX_DECLINED;
    }

    contentlib_buffer_print(line, "library \"%s\" is served by %lu of %lu "
                            "workers: ", metrics->label, serving, workers);
    contentlib_metrics_reason(line, idle->reason);
    contentlib_buffer_print(line, "\n");

    return NGX_OK;
}


/* a file that is no library can choose a part of the text */

static void
contentlib_metrics_reason(contentlib_buffer_t *line, const char *reason)
{
    u_char     *p, *last;
    ngx_str_t   text;

    text.data = (u_char *) reason;
    text.len = ngx_strlen(reason);

    p = contentlib_buffer_room(line, CONTENTLIB_TEXT_GROWTH * text.len);

    if (p == NULL) {
        return;
    }

    last = p + contentlib_text_repair(p, &text);
    line->len += (size_t) (last - p);

    for ( /* void */ ; p < last; p++) {
        if (*p < ' ') {
            *p = ' ';
        }
    }
}
