
/*
 * Copyright (C) contentlib authors
 *
 * What is counted, and what becomes of it.
 */


#include <unit.h>
#include <service/contentlib_answer.h>
#include <service/contentlib_endpoints.h>


static contentlib_figures_t  figures, sum;


static const contentlib_figure_t *
figure_of(const char *name)
{
    const contentlib_figure_t  *figure;

    for (figure = contentlib_figures; figure->name != NULL; figure++) {

        if (strcmp(figure->name, name) == 0) {
            return figure;
        }
    }

    return NULL;
}


/* the values of a figure are those of its labels, and fill the memory */

static void
test_list(void)
{
    size_t                            offset;
    ngx_uint_t                        i, n;
    const contentlib_figure_t        *figure;
    const contentlib_figure_label_t  *label;

    offset = 0;

    for (figure = contentlib_figures; figure->name != NULL; figure++) {

        is_number(figure->offset, offset, "%s: its place", figure->name);
        offset += figure->n * sizeof(ngx_atomic_t);

        n = (figure->type == CONTENTLIB_FIGURE_HISTOGRAM)
            ? CONTENTLIB_FIGURES_TIMES : 1;

        for (i = 0; i < 2; i++) {
            label = &figure->labels[i];
            n *= label->name ? label->n : 1;
        }

        is_number(figure->n, n, "%s: a value for each label", figure->name);
    }

    is_number(offset, offsetof(contentlib_figures_t, changes),
              "there is nothing else");

    label = figure_of("requests")->labels;

    for (i = 0; i < CONTENTLIB_ENDPOINTS; i++) {
        ok(unit_equal(&label->values[i + 1], &contentlib_endpoints[i].name),
           "the name of endpoint %lu", (unsigned long) i);
    }

    is_number(label->n, CONTENTLIB_ENDPOINTS + 1, "and of none");
}


static void
test_answers(void)
{
    static const ngx_uint_t  codes[] = {
        200, 304, 404, 301, 400, 405, 406, 499, 500, 503, 412
    };

    ngx_uint_t        i;
    const ngx_str_t  *statuses;
    char              text[8];

    statuses = figure_of("requests")->labels[1].values;

    for (i = 0; i < CONTENTLIB_FIGURES_STATUSES; i++) {

        ngx_memzero(&figures, sizeof(contentlib_figures_t));
        contentlib_figures_answer(&figures, 2, codes[i]);

        is_number(figures.requests[2 * CONTENTLIB_FIGURES_STATUSES + i], 1,
                  "status %lu", (unsigned long) codes[i]);

        (void) snprintf(text, sizeof(text), "%lu", (unsigned long) codes[i]);
        is_string(&statuses[i], codes[i] == 412 ? "other" : text,
                  "its label");
    }

    contentlib_figures_answer(NULL, 2, 200);
}


static void
test_times(void)
{
    ngx_uint_t    i;
    ngx_atomic_t  times[CONTENTLIB_FIGURES_TIMES];

    static const uint64_t  given[] = {
        0, 100, 101, 500, 1000, 2500, 5000, 10000, 50000, 250000, 1000000,
        1000001, 5000000
    };
    static const uint64_t  expected[CONTENTLIB_FIGURES_TIMES] = {
        2, 2, 1, 1, 1, 1, 1, 1, 1, 2, 7319202
    };

    ngx_memzero((void *) (uintptr_t) times, sizeof(times));

    for (i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        contentlib_figures_time(times, given[i]);
    }

    for (i = 0; i < CONTENTLIB_FIGURES_TIMES; i++) {
        is_number(times[i], expected[i], "times %lu", (unsigned long) i);
    }

    for (i = 0; i < CONTENTLIB_FIGURES_BUCKETS; i++) {
        ngx_memzero((void *) (uintptr_t) times, sizeof(times));
        contentlib_figures_time(times, (uint64_t) (1000000
             * strtod((char *) contentlib_figures_bounds[i].data, NULL)
             + 0.5));
        is_number(times[i], 1, "the bound %s is in its bucket",
                  contentlib_figures_bounds[i].data);
    }

    is_string(&contentlib_figures_bounds[i], "+Inf", "the last bound");
    is_number(contentlib_figures_bounds[i + 1].len, 0, "and the end");

    is_number((int64_t) contentlib_figures_clock(NULL), 0,
              "no clock for nobody");
    contentlib_figures_sqlite(NULL, 0);
}


static void
test_library(void)
{
    char                          text[300];
    contentlib_meta_t             meta;
    contentlib_figures_library_t  library;

    ngx_memzero(&figures, sizeof(contentlib_figures_t));
    ngx_memzero(&meta, sizeof(contentlib_meta_t));

    meta.digest = unit_repeat("a", CONTENTLIB_FIGURES_DIGEST);
    meta.items = 3;
    meta.tags = 4;
    meta.collections = 5;

    contentlib_figures_switched(&figures, &meta);
    contentlib_figures_library(&figures, &library);

    ok(library.serving, "it is served");
    is_number(memcmp(library.digest, meta.digest.data,
                     CONTENTLIB_FIGURES_DIGEST), 0, "its digest");
    is_number((int64_t) (library.items * 100 + library.tags * 10
                         + library.collections), 345, "its counts");
    ok(time(NULL) - library.switched < 60, "since now");

    contentlib_figures_rejected(&figures, "other", 0);
    contentlib_figures_library(&figures, &library);
    ok(library.serving, "another one was rejected");

    contentlib_figures_rejected(&figures, "gone", 1);
    contentlib_figures_library(&figures, &library);
    ok(!library.serving, "it is not served");
    is_number(strcmp(library.reason, "gone"), 0, "for a reason");

    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';

    contentlib_figures_rejected(&figures, text, 1);
    contentlib_figures_library(&figures, &library);
    is_number((int64_t) strlen(library.reason), CONTENTLIB_FIGURES_TEXT - 1,
              "a long one is cut");

    /* one that was killed while it wrote */

    figures.changes++;
    contentlib_figures_library(&figures, &library);
    ok(1, "nobody waits for it");

    contentlib_figures_switched(NULL, &meta);
    contentlib_figures_back(NULL, &meta);
    contentlib_figures_changed(NULL);
    contentlib_figures_rejected(NULL, "gone", 1);
}


static void
test_sum(void)
{
    ngx_memzero(&figures, sizeof(contentlib_figures_t));
    ngx_memzero(&sum, sizeof(contentlib_figures_t));

    figures.switches[0] = 2;
    figures.cache_bytes[1] = 100;
    figures.sqlite_seconds[CONTENTLIB_FIGURES_TIMES - 1] = 7;
    figures.changes = 3;

    contentlib_figures_sum(&sum, &figures, 0);
    contentlib_figures_sum(&sum, &figures, 1);

    is_number(sum.switches[0], 4, "counters of both");
    is_number(sum.cache_bytes[1], 100, "memory of the one that is there");
    is_number(sum.sqlite_seconds[CONTENTLIB_FIGURES_TIMES - 1], 14,
              "times of both");

    contentlib_figures_end(&figures);
    is_number(figures.switches[0], 2, "what was counted stays");
    is_number(figures.cache_bytes[1], 0, "what is there has gone");
    is_number(figures.changes % 2, 0, "it can be read again");
}


static void
test_count(void)
{
    ngx_str_t           text;
    contentlib_body_t  *body;
    contentlib_answer_t  answer;

    ngx_memzero(&figures, sizeof(contentlib_figures_t));
    ngx_memzero(&answer, sizeof(contentlib_answer_t));

    text = unit_repeat("text ", 1000);
    contentlib_answer_ok(&answer, &text);
    contentlib_answer_count(&answer, &figures, 200, 1);
    is_number(figures.gzip_saved_bytes[0], 0, "nothing is saved");

    body = &answer.body;
    body->pool = unit_pool();
    is_number(contentlib_body_compress(body), NGX_OK, "compressed");

    contentlib_answer_count(&answer, &figures, 200, 0);
    contentlib_answer_count(&answer, &figures, 304, 1);
    is_number(figures.gzip_saved_bytes[0], 0, "not without the body");
    contentlib_answer_count(&answer, &figures, 200, 1);
    is_number(figures.gzip_saved_bytes[0], 5000 - body->length, "saved");

    /* what is short is longer compressed */

    text = unit_text("x");
    contentlib_answer_ok(&answer, &text);
    (void) contentlib_body_compress(body);
    ok(body->length > 1, "longer");
    is_number((int64_t) contentlib_body_saved(body), 0, "then it is nothing");

    contentlib_answer_exhausted(&answer);
    contentlib_answer_count(&answer, &figures, 503, 1);
    is_number(figures.refusals[CONTENTLIB_REFUSED_MEMORY], 1, "no memory");

    (void) contentlib_answer_failure(&answer, CONTENTLIB_DB_BUSY, unit_pool());
    contentlib_answer_count(&answer, &figures, 503, 1);
    is_number(figures.refusals[CONTENTLIB_REFUSED_BUSY], 1, "too much");
}


int
main(void)
{
    test_list();
    test_answers();
    test_times();
    test_library();
    test_sum();
    test_count();

    return unit_done();
}
