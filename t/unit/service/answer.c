
/*
 * Copyright (C) contentlib authors
 *
 * How answers are counted.
 */


#include <unit.h>
#include <service/contentlib_answer.h>


static contentlib_metrics_t  metrics;


static void
begin(void)
{
    contentlib_metrics_zone_t  *zone;

    zone = ngx_pcalloc(unit_pool(), contentlib_metrics_zone_size(1));
    zone->max = 1;

    ngx_memzero(&metrics, sizeof(contentlib_metrics_t));
    (void) contentlib_metrics_join(&metrics, zone, NULL, 0);
}


static const contentlib_metric_t *
requests(void)
{
    const contentlib_metric_t  *metric;

    metric = contentlib_metrics;

    while (strcmp(metric->key, "requests") != 0) {
        metric++;
    }

    return metric;
}


static void
test_statuses(void)
{
    static const ngx_uint_t  codes[] = {
        200, 304, 404, 301, 400, 405, 406, 499, 500, 503, 412
    };

    ngx_uint_t          i;
    const char *const  *labels;

    labels = requests()->inner + 1;

    for (i = 0; i < CONTENTLIB_METRICS_STATUSES; i++) {
        begin();
        contentlib_metrics_answer(&metrics, 2, codes[i]);

        is_number(metrics.counters->requests[2 * CONTENTLIB_METRICS_STATUSES
                                             + i],
                  1, "status %lu is %s", (unsigned long) codes[i], labels[i]);
    }

    contentlib_metrics_answer(NULL, 2, 200);
}


static void
test_count(void)
{
    ngx_str_t            text;
    contentlib_answer_t  answer;

    begin();
    ngx_memzero(&answer, sizeof(contentlib_answer_t));

    text = unit_repeat("text ", 1000);
    contentlib_answer_ok(&answer, &text);
    contentlib_answer_count(&answer, &metrics, 200, 1);
    is_number(metrics.counters->gzip_saved_bytes[0], 0, "nothing is saved");

    answer.body.len = 100;
    contentlib_answer_count(&answer, &metrics, 200, 0);
    contentlib_answer_count(&answer, &metrics, 304, 1);
    is_number(metrics.counters->gzip_saved_bytes[0], 0,
              "not without the body");
    contentlib_answer_count(&answer, &metrics, 200, 1);
    is_number(metrics.counters->gzip_saved_bytes[0], 4900, "saved");

    /* what is short is longer compressed */

    answer.length = 1;
    contentlib_answer_count(&answer, &metrics, 200, 1);
    is_number(metrics.counters->gzip_saved_bytes[0], 4900, "nothing more");

    contentlib_answer_exhausted(&answer);
    contentlib_answer_count(&answer, &metrics, 503, 1);
    is_number(metrics.counters->refusals[CONTENTLIB_REASON_MEMORY], 1,
              "no memory");

    (void) contentlib_answer_failure(&answer, CONTENTLIB_DB_BUSY, unit_pool());
    contentlib_answer_count(&answer, &metrics, 503, 1);
    is_number(metrics.counters->refusals[CONTENTLIB_REASON_BUSY], 1,
              "too much");
}


int
main(void)
{
    test_statuses();
    test_count();

    return unit_done();
}
