
/*
 * Copyright (C) contentlib authors
 *
 * The zone of several processes: states of those that have ended, process ids
 * that other processes have got, more workers than there is room for.
 */


#include <unit.h>
#include <metrics/contentlib_metrics.h>

#include <sys/wait.h>


#define SLOTS  3


static contentlib_metrics_zone_t  *zone;
static ngx_shmtx_t                 mutex;


static void
begin(void)
{
    zone = ngx_pcalloc(unit_pool(), contentlib_metrics_zone_size(SLOTS));
    zone->max = SLOTS;
}


/* a process that waits to be killed */

static pid_t
process(void)
{
    pid_t  pid;

    pid = fork();

    if (pid == 0) {

        for ( ;; ) {
            (void) pause();
        }
    }

    return pid;
}


static void
end_process(pid_t pid)
{
    (void) kill(pid, SIGKILL);
    (void) waitpid(pid, NULL, 0);
}


/* as another process does it; this one is in the zone as worker 0 */

static void
join_as(contentlib_metrics_t *metrics, pid_t pid, ngx_uint_t worker)
{
    ngx_str_t  digest;

    digest = unit_repeat("d", 64);

    ngx_memzero(metrics, sizeof(contentlib_metrics_t));
    is_number(contentlib_metrics_join(metrics, zone, &mutex, worker), NGX_OK,
              "worker %lu", (unsigned long) worker);
    contentlib_metrics_serving(metrics, &digest, 3, 4, 5);
    contentlib_metrics_add(metrics, switches, 0, 1);

    metrics->state->pid = pid;
    metrics->state->started = 0;
}


static ngx_uint_t
states(const contentlib_metrics_t *metrics)
{
    ngx_uint_t                  i, n;
    contentlib_metrics_zone_t  *copy;

    n = 0;
    copy = contentlib_metrics_copy(metrics, unit_pool());

    for (i = 0; i < copy->n; i++) {
        n += (copy->slots[i].state.pid != 0);
    }

    return n;
}


static void
test_ended(void)
{
    pid_t                 pid;
    contentlib_metrics_t  own, other, next;

    begin();

    ngx_memzero(&own, sizeof(contentlib_metrics_t));
    is_number(contentlib_metrics_join(&own, zone, &mutex, 0), NGX_OK, "joins");

    pid = process();
    join_as(&other, pid, 1);
    other.state->values.cache_bytes[0] = 100;
    is_number(states(&own), 2, "both run");

    end_process(pid);
    is_number(states(&own), 1, "one was killed");
    is_number(other.state->values.cache_bytes[0], 0, "its gauges went along");
    is_number(other.counters->switches[0], 1, "what it counted stays");

    join_as(&next, getpid(), 1);
    ok(next.state == other.state, "the next one has the state");
    ok(next.counters == other.counters, "and goes on to count there");
    is_number(next.counters->switches[0], 2, "together");
}


/* the worker was killed, and what has its process id is another process */

static void
test_reused(void)
{
    pid_t                 pid;
    contentlib_metrics_t  own, other;

    begin();

    ngx_memzero(&own, sizeof(contentlib_metrics_t));
    (void) contentlib_metrics_join(&own, zone, &mutex, 0);
    ok(own.state->started != 0, "it knows when it was started");

    pid = process();
    join_as(&other, pid, 1);
    other.state->started = own.state->started + 1000;
    is_number(states(&own), 1, "a process of another time");

    other.state->pid = getpid();
    other.state->started = own.state->started - 1;
    is_number(states(&own), 1, "and if it is this process");

    end_process(pid);
}


static void
test_room(void)
{
    contentlib_metrics_t  metrics[SLOTS], more;

    begin();

    join_as(&metrics[0], getpid(), 2);
    is_number(zone->n, 3, "as many slots as the number needs");
    ok(!zone->slots[0].used, "a number that was not here");

    join_as(&metrics[1], getpid(), SLOTS + 1);
    ok(metrics[1].counters == &zone->slots[1].counters,
       "numbers too large count with others");

    join_as(&metrics[2], getpid(), 2);
    ok(metrics[2].counters == metrics[0].counters,
       "the old and the new worker of a number");

    ngx_memzero(&more, sizeof(contentlib_metrics_t));
    is_number(contentlib_metrics_join(&more, zone, &mutex, 0), NGX_DECLINED,
              "no room");
    ok(more.zone == NULL, "then nothing changes");
}


/* each bound is in its bucket, and what is above it in the next one */

static void
test_times(void)
{
    ngx_uint_t                  i;
    ngx_atomic_t                times[CONTENTLIB_METRICS_TIMES];
    const contentlib_metric_t  *metric;

    for (metric = contentlib_metrics; metric->key != NULL; metric++) {

        if (strcmp(metric->type, "histogram") == 0) {
            break;
        }
    }

    for (i = 0; i < CONTENTLIB_METRICS_BUCKETS - 1; i++) {
        ngx_memzero((void *) (uintptr_t) times, sizeof(times));

        contentlib_metrics_observe(times, (uint64_t) (1000000
                                 * strtod(metric->inner[i + 1], NULL) + 0.5));
        is_number(times[i], 1, "up to %s", metric->inner[i + 1]);

        contentlib_metrics_observe(times, times[CONTENTLIB_METRICS_BUCKETS]
                                          + 1);
        is_number(times[i + 1], 1, "more than %s", metric->inner[i + 1]);
    }

    ok(strcmp(metric->inner[i + 1], "+Inf") == 0, "the last bound");
    ok(metric->inner[i + 2] == NULL, "and the end");
}


/* as many values as labels, one after the other */

static void
test_table(void)
{
    size_t                      offset;
    ngx_uint_t                  i, k;
    const contentlib_metric_t  *metric;

    offset = 0;

    for (metric = contentlib_metrics; metric->key != NULL; metric++) {

        is_number(metric->offset, offset, "%s", metric->key);

        for (i = 1; metric->outer[i] != NULL; i++) {

            for (k = 1; metric->inner[k] != NULL; k++) {
                offset += sizeof(ngx_atomic_t);
            }
        }

        if (strcmp(metric->type, "histogram") == 0) {
            offset += sizeof(ngx_atomic_t);
        }
    }

    is_number(offset, sizeof(contentlib_metrics_values_t), "and no others");
}


int
main(void)
{
    test_ended();
    test_reused();
    test_room();
    test_times();
    test_table();

    return unit_done();
}
