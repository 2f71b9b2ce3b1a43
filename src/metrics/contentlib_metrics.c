
/*
 * Copyright (C) contentlib authors
 *
 * Counting, the states of workers, and the page that shows both.
 *
 * The page is made in two steps: the values of each library are added up, then
 * contentlib_metrics_write() writes each metric of the tables as JSON or as
 * text for Prometheus.
 */


#include <json/contentlib_json.h>
#include <metrics/contentlib_metrics.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_METRICS_ROOM  16384      /* of the text, at first */


typedef enum {
    CONTENTLIB_METRICS_LIBRARY = 0,         /* of a library only */
    CONTENTLIB_METRICS_SERVED,              /* beside the digest */
    CONTENTLIB_METRICS_DIGEST,              /* for each digest: no values */
    CONTENTLIB_METRICS_COUNTED              /* in "figures" */
} contentlib_metrics_place_e;


/* a label is its name and its values, up to NULL */

typedef struct {
    const char                        *key;
    contentlib_metrics_place_e         place;
    const char *const                 *outer;
    const char *const                 *inner;   /* of each outer */
    const char                        *type;
    const char                        *end;     /* of the name */
    const char                        *sample;  /* the end for a sample */
    const char                        *help;
    size_t                             offset;  /* of the values */
} contentlib_metric_t;


typedef struct {
    const contentlib_metrics_t        *metrics;
    contentlib_metrics_state_t        *states;  /* a copy */
    contentlib_metrics_values_t        values;  /* the sums */
    const contentlib_metrics_state_t  *latest;  /* that switched */
    const contentlib_metrics_state_t  *idle;    /* serves nothing */
    ngx_uint_t                         serving;
} contentlib_metrics_library_t;


/* writes a metric into a node, or as text with the label of the library */

typedef struct {
    contentlib_json_t                  json;
    char                              *text;    /* NULL: JSON */
    size_t                             len;
    size_t                             size;
    ngx_pool_t                        *pool;
    const char                        *label;
    const contentlib_metric_t         *metric;
    ngx_uint_t                         failed;  /* there is no memory */
} contentlib_metrics_writer_t;


static contentlib_metrics_state_t *contentlib_metrics_own(
    const contentlib_metrics_t *metrics);
static ngx_int_t contentlib_metrics_collect(
    contentlib_metrics_library_t *library, const contentlib_metrics_t *metrics,
    ngx_pool_t *pool);
static void contentlib_metrics_sum(contentlib_metrics_values_t *sum,
    const contentlib_metrics_gauges_t *gauges);
static ngx_int_t contentlib_metrics_json(
    const contentlib_metrics_library_t *libraries, ngx_uint_t n,
    ngx_uint_t health, ngx_pool_t *pool, ngx_str_t *text);
static void contentlib_metrics_library(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library, contentlib_json_node_t *node);
static void contentlib_metrics_workers(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library,
    contentlib_json_node_t *list);
static void contentlib_metrics_served(contentlib_metrics_writer_t *w,
    const contentlib_metrics_state_t *state, contentlib_json_node_t *node);
static void contentlib_metrics_rows(contentlib_metrics_writer_t *w,
    contentlib_metrics_place_e place, const void *values,
    contentlib_json_node_t *node);
static ngx_int_t contentlib_metrics_prometheus(
    const contentlib_metrics_library_t *libraries, ngx_uint_t n,
    ngx_pool_t *pool, ngx_str_t *text);
static void contentlib_metrics_samples(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library);
static void contentlib_metrics_digests(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library);
static void contentlib_metrics_write(contentlib_metrics_writer_t *w,
    const void *values, contentlib_json_node_t *node);
static contentlib_json_node_t *contentlib_metrics_object(
    contentlib_metrics_writer_t *w, const char *const *label, const char *key,
    contentlib_json_node_t *node);
static void contentlib_metrics_sample(contentlib_metrics_writer_t *w,
    ngx_uint_t outer, ngx_uint_t inner, ngx_atomic_uint_t value,
    contentlib_json_node_t *node);
static void contentlib_metrics_total(contentlib_metrics_writer_t *w,
    ngx_atomic_uint_t microseconds, ngx_atomic_uint_t n,
    contentlib_json_node_t *node);
static void contentlib_metrics_name(contentlib_metrics_writer_t *w,
    const char *end);
static void contentlib_metrics_label(contentlib_metrics_writer_t *w,
    const char *const *label, ngx_uint_t i);
static void contentlib_metrics_put(contentlib_metrics_writer_t *w,
    const char *format, ...) __attribute__((format(printf, 2, 3)));


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


#define CONTENTLIB_METRICS_ROW(key, n, place, outer, inner, type, help)       \
    { #key, CONTENTLIB_METRICS_##place, contentlib_metrics_##outer,           \
      contentlib_metrics_##inner, CONTENTLIB_METRICS_##type, help,            \
      offsetof(contentlib_metrics_values_t, key) },

static const contentlib_metric_t  contentlib_metrics[] = {
    CONTENTLIB_METRICS_STATES(CONTENTLIB_METRICS_ROW)
    CONTENTLIB_METRICS_COUNTERS(CONTENTLIB_METRICS_ROW)
    { NULL, CONTENTLIB_METRICS_COUNTED, NULL, NULL, NULL, NULL, NULL, NULL, 0 }
};


void
contentlib_metrics_start(contentlib_metrics_t *metrics,
    contentlib_metrics_zone_t *zone, ngx_uint_t worker, ngx_uint_t n)
{
    metrics->zone = zone;
    metrics->n = n;
    metrics->state = &zone->states[worker];
    metrics->start = metrics->state->start + 1;

    ngx_memzero(metrics->state, sizeof(contentlib_metrics_state_t));

    metrics->state->start = metrics->start;
}


void
contentlib_metrics_escape(char *to, const ngx_str_t *path)
{
    size_t  i;

    for (i = 0; i < path->len; i++) {

        if (strchr("\"\\\n", path->data[i]) != NULL) {
            *to++ = '\\';
        }

        *to++ = path->data[i] == '\n' ? 'n' : (char) path->data[i];
    }

    *to = '\0';
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

    state->gauges.workers[0] = 1;
    state->gauges.workers_serving[0] = 1;
    state->gauges.items[0] = (ngx_atomic_uint_t) items;
    state->gauges.tags[0] = (ngx_atomic_uint_t) tags;
    state->gauges.collections[0] = (ngx_atomic_uint_t) collections;
    state->gauges.switched[0] = (ngx_atomic_uint_t) time(NULL);
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
contentlib_metrics_page(contentlib_metrics_t *metrics, ngx_uint_t n,
    contentlib_metrics_format_e format, ngx_pool_t *pool, ngx_str_t *text)
{
    ngx_uint_t                     i;
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

    if (format == CONTENTLIB_METRICS_PROMETHEUS) {
        return contentlib_metrics_prometheus(libraries, n, pool, text);
    }

    return contentlib_metrics_json(libraries, n,
                                   format == CONTENTLIB_METRICS_HEALTH, pool,
                                   text);
}


static ngx_int_t
contentlib_metrics_collect(contentlib_metrics_library_t *library,
    const contentlib_metrics_t *metrics, ngx_pool_t *pool)
{
    size_t                        size;
    ngx_uint_t                    i;
    contentlib_metrics_state_t   *state;
    contentlib_metrics_values_t  *values;

    values = &library->values;
    size = metrics->n * sizeof(contentlib_metrics_state_t);

    library->metrics = metrics;
    library->latest = &contentlib_metrics_nobody;
    library->idle = &contentlib_metrics_nobody;
    library->states = ngx_palloc(pool, size);

    if (library->states == NULL) {
        return NGX_ERROR;
    }

    ngx_memcpy(library->states, metrics->zone->states, size);
    *values = metrics->zone->counters;

    for (i = 0; i < metrics->n; i++) {
        state = &library->states[i];

        contentlib_metrics_sum(values, &state->gauges);

        if (state->gauges.workers[0] > state->gauges.workers_serving[0]) {
            library->idle = state;
        }

        if (state->gauges.workers_serving[0]
            && library->latest->gauges.switched[0] < state->gauges.switched[0])
        {
            library->latest = state;
        }
    }

    library->serving = values->workers[0] > 0
                       && values->workers[0] == values->workers_serving[0];

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


static ngx_int_t
contentlib_metrics_json(const contentlib_metrics_library_t *libraries,
    ngx_uint_t n, ngx_uint_t health, ngx_pool_t *pool, ngx_str_t *text)
{
    ngx_int_t                     rc;
    ngx_uint_t                    i, serving;
    contentlib_json_node_t       *root, *list, *node;
    contentlib_metrics_writer_t   w;

    ngx_memzero(&w, sizeof(contentlib_metrics_writer_t));

    serving = 1;

    for (i = 0; i < n; i++) {
        serving &= libraries[i].serving;
    }

    root = contentlib_json_begin_object(&w.json, pool);

    if (health) {
        contentlib_json_boolean(&w.json, root, "serving", serving);
    } else {
        contentlib_json_integer(&w.json, root, "pid", getpid());
    }

    list = contentlib_json_array(&w.json, root, "libraries");

    for (i = 0; i < n; i++) {
        node = contentlib_json_object(&w.json, list, NULL);
        contentlib_json_string(&w.json, node, "library",
                               &libraries[i].metrics->path);

        if (health) {
            contentlib_json_boolean(&w.json, node, "serving",
                                    libraries[i].serving);
            contentlib_metrics_served(&w, libraries[i].idle, node);
        } else {
            contentlib_metrics_library(&w, &libraries[i], node);
        }
    }

    rc = contentlib_json_end(&w.json, text);

    return rc == NGX_OK && !serving ? NGX_DECLINED : rc;
}


static void
contentlib_metrics_library(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library, contentlib_json_node_t *node)
{
    contentlib_json_node_t  *list, *figures;

    contentlib_metrics_rows(w, CONTENTLIB_METRICS_LIBRARY, &library->values,
                            node);
    contentlib_metrics_served(w, library->latest, node);

    figures = contentlib_json_object(&w->json, node, "figures");
    contentlib_metrics_rows(w, CONTENTLIB_METRICS_COUNTED, &library->values,
                            figures);

    list = contentlib_json_array(&w->json, node, "by_worker");
    contentlib_metrics_workers(w, library, list);
}


/* those that have looked at the file */

static void
contentlib_metrics_workers(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library, contentlib_json_node_t *list)
{
    ngx_uint_t                         i;
    contentlib_json_node_t            *node;
    const contentlib_metrics_state_t  *state;

    for (i = 0; i < library->metrics->n; i++) {
        state = &library->states[i];

        if (state->gauges.workers[0]) {
            node = contentlib_json_object(&w->json, list, NULL);

            contentlib_json_integer(&w->json, node, "worker", (int64_t) i);
            contentlib_json_boolean(&w->json, node, "serving",
                                    state->gauges.workers_serving[0]);
            contentlib_metrics_served(w, state, node);
        }
    }
}


/* what a worker serves, or why it serves nothing */

static void
contentlib_metrics_served(contentlib_metrics_writer_t *w,
    const contentlib_metrics_state_t *state, contentlib_json_node_t *node)
{
    u_char     valid[CONTENTLIB_TEXT_GROWTH * sizeof(state->reason)];
    ngx_str_t  reason;

    if (state->gauges.workers_serving[0]) {
        contentlib_json_literal(&w->json, node, "digest", state->digest);
        contentlib_metrics_rows(w, CONTENTLIB_METRICS_SERVED, &state->gauges,
                                node);

    } else if (state->gauges.workers[0]) {
        reason.data = (u_char *) state->reason;
        reason.len = ngx_strlen(state->reason);
        reason.len = contentlib_text_repair(valid, &reason);
        reason.data = valid;

        contentlib_json_string(&w->json, node, "reason", &reason);
    }
}


/* the metrics of a place, in JSON */

static void
contentlib_metrics_rows(contentlib_metrics_writer_t *w,
    contentlib_metrics_place_e place, const void *values,
    contentlib_json_node_t *node)
{
    for (w->metric = contentlib_metrics; w->metric->key != NULL; w->metric++) {

        if (w->metric->place == place) {
            contentlib_metrics_write(w, values, node);
        }
    }
}


/* the metrics of all places, each with its values of all libraries */

static ngx_int_t
contentlib_metrics_prometheus(const contentlib_metrics_library_t *libraries,
    ngx_uint_t n, ngx_pool_t *pool, ngx_str_t *text)
{
    ngx_uint_t                    i;
    contentlib_metrics_writer_t   w;

    ngx_memzero(&w, sizeof(contentlib_metrics_writer_t));

    w.pool = pool;
    w.size = CONTENTLIB_METRICS_ROOM;
    w.text = ngx_pnalloc(pool, w.size);

    if (w.text == NULL) {
        return NGX_ERROR;
    }

    for (w.metric = contentlib_metrics; w.metric->key != NULL; w.metric++) {

        contentlib_metrics_put(&w, "# HELP contentlib_%s%s %s\n"
                               "# TYPE contentlib_%s%s %s\n",
                               w.metric->key, w.metric->end, w.metric->help,
                               w.metric->key, w.metric->end, w.metric->type);

        for (i = 0; i < n; i++) {
            contentlib_metrics_samples(&w, &libraries[i]);
        }
    }

    text->data = (u_char *) w.text;
    text->len = w.len;

    return w.failed ? NGX_ERROR : NGX_OK;
}


static void
contentlib_metrics_samples(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library)
{
    w->label = library->metrics->label;

    switch (w->metric->place) {

    case CONTENTLIB_METRICS_DIGEST:
        contentlib_metrics_digests(w, library);
        break;

    case CONTENTLIB_METRICS_SERVED:
        contentlib_metrics_write(w, &library->latest->gauges, NULL);
        break;

    default:
        contentlib_metrics_write(w, &library->values, NULL);
    }
}


/* a digest is cleared when it has been counted, so that it is shown once */

static void
contentlib_metrics_digests(contentlib_metrics_writer_t *w,
    const contentlib_metrics_library_t *library)
{
    char        *digest, *other;
    ngx_uint_t   i, k, workers;

    for (i = 0; i < library->metrics->n; i++) {
        digest = library->states[i].digest;
        workers = 1;

        for (k = i + 1; digest[0] != '\0' && k < library->metrics->n; k++) {
            other = library->states[k].digest;

            if (ngx_strcmp(digest, other) == 0) {
                other[0] = '\0';
                workers++;
            }
        }

        if (digest[0] != '\0') {
            contentlib_metrics_name(w, w->metric->sample);
            contentlib_metrics_put(w, ",digest=\"%s\"} %lu\n", digest,
                                   (unsigned long) workers);
        }
    }
}


/* all values of a metric */

static void
contentlib_metrics_write(contentlib_metrics_writer_t *w, const void *values,
    contentlib_json_node_t *node)
{
    ngx_uint_t                  i, k, histogram;
    ngx_atomic_uint_t           n;
    const ngx_atomic_t         *value;
    contentlib_json_node_t     *buckets, *inner;
    const contentlib_metric_t  *m;

    m = w->metric;
    value = (const ngx_atomic_t *) values + m->offset / sizeof(ngx_atomic_t);
    histogram = (m->inner == contentlib_metrics_bounds);
    n = 0;

    node = contentlib_metrics_object(w, m->inner, m->key, node);
    buckets = histogram ? contentlib_metrics_object(w, m->inner, "buckets",
                                                    node)
                        : node;

    for (i = 1; m->outer[i] != NULL; i++) {
        inner = contentlib_metrics_object(w, m->outer, m->outer[i], buckets);

        for (k = 1; m->inner[k] != NULL; k++, value++) {
            n = histogram ? n + *value : *value;
            contentlib_metrics_sample(w, i, k, n, inner);
        }
    }

    if (histogram) {
        contentlib_metrics_total(w, *value, n, node);
    }
}


/* each label is an object in JSON */

static contentlib_json_node_t *
contentlib_metrics_object(contentlib_metrics_writer_t *w,
    const char *const *label, const char *key, contentlib_json_node_t *node)
{
    if (w->text != NULL || label == contentlib_metrics_none) {
        return node;
    }

    return contentlib_json_object(&w->json, node, key);
}


static void
contentlib_metrics_sample(contentlib_metrics_writer_t *w, ngx_uint_t outer,
    ngx_uint_t inner, ngx_atomic_uint_t value, contentlib_json_node_t *node)
{
    const contentlib_metric_t  *m;

    m = w->metric;

    if (w->text == NULL) {
        contentlib_json_integer(&w->json, node,
                                m->inner == contentlib_metrics_none
                                ? m->key : m->inner[inner], (int64_t) value);
        return;
    }

    contentlib_metrics_name(w, m->sample);
    contentlib_metrics_label(w, m->outer, outer);
    contentlib_metrics_label(w, m->inner, inner);
    contentlib_metrics_put(w, "} %lu\n", value);
}


static void
contentlib_metrics_total(contentlib_metrics_writer_t *w,
    ngx_atomic_uint_t microseconds, ngx_atomic_uint_t n,
    contentlib_json_node_t *node)
{
    char  sum[sizeof("18446744073709.551615")];

    (void) snprintf(sum, sizeof(sum), "%lu.%06lu", microseconds / 1000000,
                    microseconds % 1000000);

    if (w->text == NULL) {
        contentlib_json_integer(&w->json, node, "count", (int64_t) n);
        contentlib_json_text(&w->json, node, "sum", sum);
        return;
    }

    contentlib_metrics_name(w, "_sum");
    contentlib_metrics_put(w, "} %s\n", sum);

    contentlib_metrics_name(w, "_count");
    contentlib_metrics_put(w, "} %lu\n", n);
}


static void
contentlib_metrics_name(contentlib_metrics_writer_t *w, const char *end)
{
    contentlib_metrics_put(w, "contentlib_%s%s{library=\"%s\"",
                           w->metric->key, end, w->label);
}


static void
contentlib_metrics_label(contentlib_metrics_writer_t *w,
    const char *const *label, ngx_uint_t i)
{
    if (label != contentlib_metrics_none) {
        contentlib_metrics_put(w, ",%s=\"%s\"", label[0], label[i]);
    }
}


static void
contentlib_metrics_put(contentlib_metrics_writer_t *w, const char *format, ...)
{
    int      n;
    char    *text;
    size_t   room;
    va_list  args;

    while (!w->failed) {
        room = w->size - w->len;

        va_start(args, format);
        n = vsnprintf(w->text + w->len, room, format, args);
        va_end(args);

        if ((size_t) n < room) {
            w->len += (size_t) n;
            return;
        }

        w->size = 2 * w->size + (size_t) n;
        text = ngx_pnalloc(w->pool, w->size);

        if (text == NULL) {
            w->failed = 1;
            return;
        }

        ngx_memcpy(text, w->text, w->len);
        w->text = text;
    }
}
