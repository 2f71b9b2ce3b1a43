
/*
 * Copyright (C) contentlib authors
 *
 * The status page of paths and reasons that are any bytes, of workers that
 * have just begun, and of numbers of any length.
 */


#include <unit.h>
#include <metrics/contentlib_metrics.h>


#define WORKERS  3


static ngx_shmtx_t           mutex;
static contentlib_metrics_t  workers[WORKERS], *metrics;


static void
begin(ngx_str_t path)
{
    ngx_str_t                   digest;
    ngx_uint_t                  i;
    contentlib_metrics_zone_t  *zone;

    digest = unit_repeat("d", 64);
    zone = ngx_pcalloc(unit_pool(), contentlib_metrics_zone_size(WORKERS));
    zone->max = WORKERS;

    ngx_memzero(workers, sizeof(workers));
    metrics = workers;

    for (i = 0; i < WORKERS; i++) {
        workers[i].path = path;
        (void) contentlib_metrics_join(&workers[i], zone, &mutex, i);
        contentlib_metrics_serving(&workers[i], &digest, 7, 0, 0);
    }
}


/* what the others do with the state of a worker that has ended */

static void
end(ngx_uint_t worker)
{
    ngx_memzero(workers[worker].state, sizeof(contentlib_metrics_state_t));
}


static ngx_str_t
page(contentlib_metrics_format_e format, ngx_int_t expected, const char *name)
{
    ngx_str_t  text;

    is_number(contentlib_metrics_page(metrics, metrics ? 1 : 0, format,
                                      unit_pool(), &text),
              expected, "%s", name);

    return text;
}


static ngx_uint_t
has(const ngx_str_t *text, const char *part)
{
    return memmem(text->data, text->len, part, strlen(part)) != NULL;
}


static void
test_health(void)
{
    ngx_str_t  text;

    begin(unit_text("/l.db"));
    text = page(CONTENTLIB_METRICS_HEALTH, NGX_OK, "well");
    is_string(&text, "{\"serving\":true,\"libraries\":["
              "{\"library\":\"/l.db\",\"serving\":true}]}", "well");

    contentlib_metrics_idle(&workers[1], "out of \"order\"\t\xff");
    text = page(CONTENTLIB_METRICS_HEALTH, NGX_DECLINED, "one is not");
    is_string(&text, "{\"serving\":false,\"libraries\":["
              "{\"library\":\"/l.db\",\"serving\":false,"
              "\"reason\":\"out of \\\"order\\\"\\u0009\xef\xbf\xbd\"}]}",
              "and why");

    end(1);
    (void) page(CONTENTLIB_METRICS_HEALTH, NGX_OK, "one that has ended");

    (void) contentlib_metrics_join(&workers[1], workers[0].zone, &mutex, 1);
    text = page(CONTENTLIB_METRICS_JSON, NGX_OK, "one that has just begun");
    ok(has(&text, "\"workers\":2,"), "does not count yet");

    end(0);
    end(1);
    end(2);
    text = page(CONTENTLIB_METRICS_JSON, NGX_DECLINED, "nobody is there");
    ok(has(&text, "{\"worker\":0,\"pid\":null,\"figures\":"), "any more");

    metrics = NULL;
    text = page(CONTENTLIB_METRICS_HEALTH, NGX_OK, "no library");
    is_string(&text, "{\"serving\":true,\"libraries\":[]}", "no library");
    text = page(CONTENTLIB_METRICS_PROMETHEUS, NGX_OK, "no library");
    ok(has(&text, "# TYPE contentlib_requests_total counter\n"
                  "# HELP contentlib_refusals_total "), "no lines");
}


static void
test_path(void)
{
    ngx_str_t  text;

    begin(unit_text("/a\"b\\c\nd\x01\xff"));

    text = page(CONTENTLIB_METRICS_PROMETHEUS, NGX_OK, "a strange path");
    ok(has(&text, "\ncontentlib_workers{library=\""
                  "/a\\\"b\\\\c\\nd\x01\xef\xbf\xbd\"} 3\n"), "escaped");

    text = page(CONTENTLIB_METRICS_JSON, NGX_OK, "a strange path");
    ok(has(&text, "\"library\":\"/a\\\"b\\\\c\\nd\\u0001\xef\xbf\xbd\""),
       "in JSON, too");
}


/* a page that has to grow again and again */

static void
test_large(void)
{
    size_t         i;
    ngx_str_t      text;
    ngx_atomic_t  *counters;

    begin(unit_repeat("\"", 4000));
    counters = (ngx_atomic_t *) workers[0].counters;

    for (i = 0; i < sizeof(contentlib_metrics_values_t) / sizeof(ngx_atomic_t);
         i++)
    {
        counters[i] = (ngx_atomic_uint_t) -1;
    }

    text = page(CONTENTLIB_METRICS_PROMETHEUS, NGX_OK, "the largest");
    ok(has(&text, "\ncontentlib_workers_serving{"), "the first metric");
    ok(has(&text, "} 18446744073709551615\n"), "whole numbers");
    ok(text.data[text.len - 1] == '\n'
       && memmem(text.data + text.len - 9000, 9000,
                 "contentlib_query_seconds_count{", 31) != NULL,
       "to the last line");
}


int
main(void)
{
    test_health();
    test_path();
    test_large();

    return unit_done();
}
