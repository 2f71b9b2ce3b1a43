
/*
 * Copyright (C) contentlib authors
 *
 * Counting, and the states of processes.  A state is valid while its process
 * runs.  The kernel may give the id of a process that has ended to another
 * process, so the state also has the time at which its process started.
 */


#include <metrics/contentlib_metrics.h>


#define CONTENTLIB_METRICS_STARTED  22      /* field of /proc/PID/stat */


static void contentlib_metrics_clear_ended(contentlib_metrics_zone_t *zone);
static uint64_t contentlib_metrics_started(ngx_pid_t pid);
static void contentlib_metrics_lock(ngx_shmtx_t *mutex);
static void contentlib_metrics_unlock(ngx_shmtx_t *mutex);


const char *const  contentlib_metrics_none[] = { "", "", NULL };


/* "none", then in the order of the endpoints */

static const char *const  contentlib_metrics_endpoints[] = {
    "endpoint", "none", "root", "content_items", "content_item",
    "collections", "collection", "tags", "tag", "search", NULL
};


/* the most frequent ones first */

static const char *const  contentlib_metrics_statuses[] = {
    "status", "200", "304", "404", "301", "400", "405", "406", "499", "500",
    "503", "other", NULL
};


static const char *const  contentlib_metrics_reasons[] = {
    "reason", "library", "file", "timeout", "busy", "memory", NULL
};


/* in the order of contentlib_cache_kind_e */

static const char *const  contentlib_metrics_kinds[] = {
    "kind", "answer", "gzip", "matches", NULL
};


static const char *const  contentlib_metrics_records[] = {
    "record", "item", "tag", "collection", NULL
};


static const char *const  contentlib_metrics_results[] = {
    "result", "event_loop", "thread", "refused", NULL
};


static const char *const  contentlib_metrics_bounds[] = {
    "le", "0.0001", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.05",
    "0.25", "1", "+Inf", NULL
};


/* the same in microseconds */

static const uint64_t  contentlib_metrics_limits[] = {
    100, 500, 1000, 2500, 5000, 10000, 50000, 250000, 1000000, UINT64_MAX
};


#define CONTENTLIB_METRICS_ROW(key, n, place, outer, inner, type, name, help) \
    { #key, CONTENTLIB_METRICS_##place, contentlib_metrics_##outer,           \
      contentlib_metrics_##inner, type, name, help,                           \
      offsetof(contentlib_metrics_values_t, key) },

const contentlib_metric_t  contentlib_metrics[] = {
    CONTENTLIB_METRICS_TABLE(CONTENTLIB_METRICS_ROW)
    { NULL, CONTENTLIB_METRICS_COUNTED, NULL, NULL, NULL, NULL, NULL, 0 }
};


ngx_int_t
contentlib_metrics_join(contentlib_metrics_t *metrics,
    contentlib_metrics_zone_t *zone, ngx_shmtx_t *mutex, ngx_uint_t worker)
{
    ngx_uint_t                  i, row;
    contentlib_metrics_slot_t  *slots;

    slots = zone->slots;
    row = worker % zone->max;

    contentlib_metrics_lock(mutex);
    contentlib_metrics_clear_ended(zone);

    for (i = 0; i < zone->n && slots[i].state.pid != 0; i++) {
        /* void */
    }

    while (zone->n < zone->max && zone->n <= ngx_max(i, row)) {
        ngx_memzero(&slots[zone->n++], sizeof(contentlib_metrics_slot_t));
    }

    if (i < zone->n) {
        slots[row].used = 1;
        slots[i].state.pid = getpid();
        slots[i].state.started = contentlib_metrics_started(getpid());
        slots[i].state.worker = row;

        metrics->zone = zone;
        metrics->mutex = mutex;
        metrics->counters = &slots[row].counters;
        metrics->state = &slots[i].state;
    }

    contentlib_metrics_unlock(mutex);

    return metrics->zone == zone ? NGX_OK : NGX_DECLINED;
}


contentlib_metrics_zone_t *
contentlib_metrics_copy(const contentlib_metrics_t *metrics, ngx_pool_t *pool)
{
    contentlib_metrics_zone_t  *copy;

    contentlib_metrics_lock(metrics->mutex);

    copy = ngx_palloc(pool, contentlib_metrics_zone_size(metrics->zone->n));

    if (copy != NULL) {

        /* a process without a master may have become a daemon since then */

        if (metrics->mutex == NULL) {
            metrics->state->pid = getpid();

        } else {
            contentlib_metrics_clear_ended(metrics->zone);
        }

        ngx_memcpy(copy, metrics->zone,
                   contentlib_metrics_zone_size(metrics->zone->n));
    }

    contentlib_metrics_unlock(metrics->mutex);

    return copy;
}


static void
contentlib_metrics_clear_ended(contentlib_metrics_zone_t *zone)
{
    uint64_t                     started;
    ngx_uint_t                   i;
    contentlib_metrics_state_t  *state;

    for (i = 0; i < zone->n; i++) {

        state = &zone->slots[i].state;

        if (state->pid == 0) {
            continue;
        }

        started = contentlib_metrics_started(state->pid);

        if ((kill(state->pid, 0) == -1 && ngx_errno == NGX_ESRCH)
            || (started != 0 && state->started != 0
                && started != state->started))
        {
            ngx_memzero(state, sizeof(contentlib_metrics_state_t));
        }
    }
}


/* in ticks since the system started, or 0 if it cannot be read */

static uint64_t
contentlib_metrics_started(ngx_pid_t pid)
{
    int          fd;
    char         text[1024], *p;
    ssize_t      n;
    ngx_uint_t   field;

    (void) snprintf(text, sizeof(text), "/proc/%ld/stat", (long) pid);

    fd = open(text, O_RDONLY|O_CLOEXEC);
    if (fd == -1) {
        return 0;
    }

    n = read(fd, text, sizeof(text) - 1);
    (void) close(fd);

    text[ngx_max(n, 0)] = '\0';

    /* the second field is a name in parentheses, which may hold blanks */

    p = strrchr(text, ')');

    for (field = 2; p != NULL && field < CONTENTLIB_METRICS_STARTED; field++) {
        p = strchr(p + 1, ' ');
    }

    return p ? strtoull(p, NULL, 10) : 0;
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

    if (metrics == NULL) {
        return;
    }

    state = metrics->state;

    contentlib_metrics_lock(metrics->mutex);

    (void) snprintf(state->digest, sizeof(state->digest), "%.*s",
                    (int) digest->len, (char *) digest->data);

    state->values.workers[0] = 1;
    state->values.workers_serving[0] = 1;
    state->values.items[0] = (ngx_atomic_uint_t) items;
    state->values.tags[0] = (ngx_atomic_uint_t) tags;
    state->values.collections[0] = (ngx_atomic_uint_t) collections;
    state->values.switched[0] = (ngx_atomic_uint_t) time(NULL);

    contentlib_metrics_unlock(metrics->mutex);
}


void
contentlib_metrics_idle(contentlib_metrics_t *metrics, const char *reason)
{
    contentlib_metrics_state_t  *state;

    if (metrics == NULL) {
        return;
    }

    state = metrics->state;

    contentlib_metrics_lock(metrics->mutex);

    (void) snprintf(state->reason, sizeof(state->reason), "%s", reason);

    state->digest[0] = '\0';
    state->values.workers[0] = 1;
    state->values.workers_serving[0] = 0;

    contentlib_metrics_unlock(metrics->mutex);
}


static void
contentlib_metrics_lock(ngx_shmtx_t *mutex)
{
    if (mutex != NULL) {
        ngx_shmtx_lock(mutex);
    }
}


static void
contentlib_metrics_unlock(ngx_shmtx_t *mutex)
{
    if (mutex != NULL) {
        ngx_shmtx_unlock(mutex);
    }
}
