
/*
 * Copyright (C) contentlib authors
 *
 * Metrics: the table of them, counting, and what each worker serves.
 *
 * All workers add to the same counters of a library, so nothing is lost when
 * one of them ends.  Each number of a worker has a state: what the worker
 * serves, and its gauges.  A worker clears the state of its number when it
 * starts.  From then on an old worker with the number, which may exit later,
 * does not change the state.
 */


#ifndef _CONTENTLIB_METRICS_H_INCLUDED_
#define _CONTENTLIB_METRICS_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_METRICS_ENDPOINTS  9     /* "none", and those of the API */
#define CONTENTLIB_METRICS_STATUSES   11
#define CONTENTLIB_METRICS_REASONS    5
#define CONTENTLIB_METRICS_KINDS      3
#define CONTENTLIB_METRICS_RECORDS    3
#define CONTENTLIB_METRICS_BUCKETS    10

/* a histogram has its buckets, and the sum in microseconds */

#define CONTENTLIB_METRICS_TIMES      (CONTENTLIB_METRICS_BUCKETS + 1)


/* the type of a metric, and the ends of its name and of its samples */

#define CONTENTLIB_METRICS_COUNTER    "counter", "_total", "_total"
#define CONTENTLIB_METRICS_GAUGE      "gauge", "", ""
#define CONTENTLIB_METRICS_TIMESTAMP  "gauge", "_timestamp_seconds", \
                                      "_timestamp_seconds"
#define CONTENTLIB_METRICS_HISTOGRAM  "histogram", "", "_bucket"


/*
 * The tables of metrics, in the order of the page: name without its end, which
 * is also the member of contentlib_metrics_values_t; number of values; which
 * of them are shown: the sum of all, those of the worker that opened the
 * library last, or one for each digest; labels (of which the first may be
 * "none", or both), type, and help text.  The first table has what a worker
 * knows of itself.
 */

#define CONTENTLIB_METRICS_STATES(M)                                          \
    M(workers, 1, SUM, none, none, GAUGE,                                     \
      "Workers that have looked at the library.")                             \
    M(workers_serving, 1, SUM, none, none, GAUGE,                             \
      "Workers that serve the library.")                                      \
    M(items, 1, LATEST, none, none, GAUGE, "Items of the library.")           \
    M(tags, 1, LATEST, none, none, GAUGE, "Tags of the library.")             \
    M(collections, 1, LATEST, none, none, GAUGE,                              \
      "Collections of the library.")                                          \
    M(switched, 1, LATEST, none, none, TIMESTAMP,                             \
      "When a worker last opened the library.")                               \
    M(generation_workers, 1, DIGEST, none, none, GAUGE,                       \
      "Workers that serve the content of the digest.")                        \
    M(cache_bytes, CONTENTLIB_METRICS_KINDS, SUM, none, kinds, GAUGE,         \
      "Bytes of the entries of the cache, by kind.")                          \
    M(cache_entries, CONTENTLIB_METRICS_KINDS, SUM, none, kinds, GAUGE,       \
      "Entries of the cache, by kind.")

#define CONTENTLIB_METRICS_COUNTERS(M)                                        \
    M(requests, CONTENTLIB_METRICS_ENDPOINTS * CONTENTLIB_METRICS_STATUSES,   \
      SUM, endpoints, statuses, COUNTER,                                      \
      "Responses by endpoint and status.")                                    \
    M(refusals, CONTENTLIB_METRICS_REASONS, SUM, none, reasons, COUNTER,      \
      "Requests that were refused with status 503, by reason.")               \
    M(cache_hits, CONTENTLIB_METRICS_KINDS, SUM, none, kinds, COUNTER,        \
      "Lookups in the cache that found an entry, by kind.")                   \
    M(cache_misses, CONTENTLIB_METRICS_KINDS, SUM, none, kinds, COUNTER,      \
      "Lookups in the cache that found no entry, by kind.")                   \
    M(rendered, CONTENTLIB_METRICS_RECORDS, SUM, none, records, COUNTER,      \
      "Records that were read and rendered, by kind.")                        \
    M(searches, 1, SUM, none, none, COUNTER,                                  \
      "Searches that were completed.")                                        \
    M(gzip_saved_bytes, 1, SUM, none, none, COUNTER,                          \
      "Bytes of responses that compression saved.")                           \
    M(switches, 1, SUM, none, none, COUNTER,                                  \
      "Libraries that were opened and then served.")                          \
    M(rejected, 1, SUM, none, none, COUNTER,                                  \
      "Files that were rejected, or missing.")                                \
    M(changed_in_place, 1, SUM, none, none, COUNTER,                          \
      "Changes of the file while it was served.")                             \
    M(sqlite_seconds, CONTENTLIB_METRICS_TIMES, SUM, none, bounds,            \
      HISTOGRAM,                                                              \
      "Time in SQLite on the event loop, for each read or search.")           \
    M(query_seconds, CONTENTLIB_METRICS_TIMES, SUM, none, bounds,             \
      HISTOGRAM,                                                              \
      "Time of a response that was not in the cache, with its waiting.")


#define CONTENTLIB_METRICS_MEMBER(name, n, shown, outer, inner, type, help)   \
    ngx_atomic_t  name[n];

typedef struct {
    CONTENTLIB_METRICS_STATES(CONTENTLIB_METRICS_MEMBER)
} contentlib_metrics_gauges_t;


/* begins with the gauges */

typedef struct {
    CONTENTLIB_METRICS_STATES(CONTENTLIB_METRICS_MEMBER)
    CONTENTLIB_METRICS_COUNTERS(CONTENTLIB_METRICS_MEMBER)
} contentlib_metrics_values_t;


/*
 * The gauge "workers" is 0 until the worker has looked at the file.  The texts
 * are read without a lock; their last bytes are always zero.
 */

typedef struct {
    ngx_atomic_t                  start;    /* how many workers had it */
    char                          digest[65];   /* empty: serves nothing */
    char                          reason[120];  /* if it serves nothing */
    contentlib_metrics_gauges_t   gauges;
} contentlib_metrics_state_t;


/*
 * Of all workers; or of one process, with one state.  After a reload with fewer
 * workers, the states of others are those of workers that shut down.
 */

typedef struct {
    contentlib_metrics_values_t   counters;     /* the gauges are not used */
    ngx_uint_t                    n;            /* states that are shown */
    contentlib_metrics_state_t    states[];
} contentlib_metrics_zone_t;


#define contentlib_metrics_zone_size(n)                                       \
    (sizeof(contentlib_metrics_zone_t)                                        \
     + (n) * sizeof(contentlib_metrics_state_t))


/* the metrics of a library in one process */

typedef struct {
    char                         *label;    /* the path of the library */
    ngx_shm_zone_t               *shm_zone;
    contentlib_metrics_zone_t    *zone;
    contentlib_metrics_state_t   *state;    /* of this worker */
    ngx_atomic_uint_t             start;    /* while it is */
} contentlib_metrics_t;


/*
 * The process counts in the zone from now on, as one of "n" workers with the
 * number "worker".
 */

void contentlib_metrics_start(contentlib_metrics_t *metrics,
    contentlib_metrics_zone_t *zone, ngx_uint_t worker, ngx_uint_t n);

/* the path of the library as the value of a label; NGX_OK or NGX_ERROR */

ngx_int_t contentlib_metrics_label(contentlib_metrics_t *metrics,
    const ngx_str_t *path, ngx_pool_t *pool);


/* all that follow do nothing if the metrics are NULL */

#define contentlib_metrics_add(metrics, member, index, n)                     \
    ((metrics) != NULL                                                        \
     ? (void) ngx_atomic_fetch_add(&(metrics)->zone->counters.member[index],  \
                                   (ngx_atomic_int_t) (n))                    \
     : (void) 0)

/* the same for a gauge of the worker */

#define contentlib_metrics_gauge(metrics, member, index, n)                   \
    ((metrics) != NULL && (metrics)->state->start == (metrics)->start         \
     ? (void) ngx_atomic_fetch_add(&(metrics)->state->gauges.member[index],   \
                                   (ngx_atomic_int_t) (n))                    \
     : (void) 0)

/* adds a time to a histogram; the time is not read without metrics */

#define contentlib_metrics_time(metrics, member, microseconds)                \
    ((metrics) != NULL                                                        \
     ? contentlib_metrics_observe((metrics)->zone->counters.member,           \
                                  microseconds)                               \
     : (void) 0)

void contentlib_metrics_observe(ngx_atomic_t *histogram,
    uint64_t microseconds);

/* an answer that was sent; the route is an endpoint and 1, or 0 for none */

void contentlib_metrics_answer(contentlib_metrics_t *metrics,
    ngx_uint_t route, ngx_uint_t status);

/* what the worker serves from now on, or the reason why nothing */

void contentlib_metrics_serving(contentlib_metrics_t *metrics,
    const ngx_str_t *digest, uint64_t items, uint64_t tags,
    uint64_t collections);
void contentlib_metrics_idle(contentlib_metrics_t *metrics,
    const char *reason);


/*
 * A text about "n" libraries, in the pool: all metrics, in the text format of
 * Prometheus; or one line, "ok" or why some workers do not serve a library.
 * NGX_OK; NGX_DECLINED with the second line; or NGX_ERROR.
 */

typedef ngx_int_t (*contentlib_metrics_text_pt)(
    const contentlib_metrics_t *metrics, ngx_uint_t n, ngx_pool_t *pool,
    ngx_str_t *text);

ngx_int_t contentlib_metrics_page(const contentlib_metrics_t *metrics,
    ngx_uint_t n, ngx_pool_t *pool, ngx_str_t *text);
ngx_int_t contentlib_metrics_health(const contentlib_metrics_t *metrics,
    ngx_uint_t n, ngx_pool_t *pool, ngx_str_t *text);


#endif /* _CONTENTLIB_METRICS_H_INCLUDED_ */
