
/*
 * Copyright (C) contentlib authors
 *
 * The pages of the status: paths and reasons of any bytes, workers that have
 * ended, the longest numbers.
 */


#include <unit.h>
#include <service/contentlib_status.h>


static contentlib_figures_t         figures[3];
static contentlib_status_worker_t   workers[3];
static contentlib_status_library_t  libraries[2];
static contentlib_status_t          status;
static contentlib_answer_t          answer;


/* two workers, and one that has ended; it serves nothing */

static void
begin(const char *path)
{
    ngx_uint_t         i;
    contentlib_meta_t  meta;

    ngx_memzero(figures, sizeof(figures));
    ngx_memzero(workers, sizeof(workers));
    ngx_memzero(libraries, sizeof(libraries));
    ngx_memzero(&answer, sizeof(contentlib_answer_t));
    ngx_memzero(&meta, sizeof(contentlib_meta_t));

    meta.digest = unit_repeat("d", CONTENTLIB_FIGURES_DIGEST);
    meta.items = 7;

    for (i = 0; i < 3; i++) {
        contentlib_figures_switched(&figures[i], &meta);
        workers[i].number = i;
        workers[i].pid = i < 2 ? (ngx_pid_t) (100 + i) : 0;
        workers[i].figures = &figures[i];
        figures[i].cache_entries[0] = 10;
    }

    libraries[0].path = unit_text(path);
    libraries[0].workers = workers;
    libraries[0].n = 3;

    status.libraries = libraries;
    status.n = 1;
    status.pid = 100;
}


static ngx_uint_t
has(const ngx_str_t *text, const char *part)
{
    return memmem(text->data, text->len, part, strlen(part)) != NULL;
}


static ngx_str_t
page_of(ngx_str_t args, ngx_uint_t code, const char *name)
{
    ngx_str_t  type;

    is_number(contentlib_status_answer(&status, &args, unit_pool(), &answer,
                                       &type),
              NGX_OK, "%s", name);
    is_number(answer.status, code, "%s: status", name);

    return answer.text;
}


static ngx_str_t
page(const char *query, ngx_uint_t code, const char *name)
{
    return page_of(unit_text(query), code, name);
}


static void
test_formats(void)
{
    ngx_str_t  text;

    begin("/l.db");
    text = page("", 200, "no argument");
    ok(has(&text, "{\"pid\":100,\"libraries\":[{\"library\":\"/l.db\","
                  "\"workers\":2,\"workers_serving\":2,"), "how it begins");
    ok(has(&text, "\"switches\":3,"), "counters of all");
    ok(has(&text, "\"cache_entries\":{\"answer\":20,"), "what is there");
    ok(has(&text, "{\"worker\":2,\"pid\":null,\"figures\":"), "has ended");

    begin("/l.db");
    (void) page("format=json", 200, "json");
    begin("/l.db");
    (void) page("format=prometheus&format=", 200, "the last one counts");
    begin("/l.db");
    (void) page("format=jso", 404, "none of them");
    begin("/l.db");
    (void) page("format=JSON", 404, "nor this one");
    begin("/l.db");
    (void) page_of(unit_repeat("a&", 70), 400, "too many");
}


static void
test_health(void)
{
    ngx_str_t  text;

    begin("/l.db");
    text = page("format=health", 200, "well");
    is_string(&text, "{\"serving\":true,\"libraries\":["
              "{\"library\":\"/l.db\",\"serving\":true}]}", "well");

    begin("/l.db");
    contentlib_figures_rejected(&figures[1], "out of \"order\"", 1);
    text = page("format=health", 503, "one is not");
    is_string(&text, "{\"serving\":false,\"libraries\":["
              "{\"library\":\"/l.db\",\"serving\":false,"
              "\"reason\":\"out of \\\"order\\\"\"}]}", "and why");

    begin("/l.db");
    contentlib_figures_rejected(&figures[1], "\xff", 1);
    text = page("format=health", 503, "what is no text");
    ok(has(&text, "\"reason\":\"\""), "is left out");

    begin("/l.db");
    contentlib_figures_rejected(&figures[2], "", 1);
    (void) page("format=health", 200, "one that has ended does not count");

    begin("/l.db");
    contentlib_figures_end(&figures[1]);
    text = page("format=health", 200, "nor does one that begins");
    is_number((int64_t) libraries[0].live, 1, "yet");

    begin("/l.db");
    workers[0].pid = 0;
    workers[1].pid = 0;
    (void) page("format=health", 503, "nobody is there");

    begin("/l.db");
    status.n = 0;
    text = page("format=health", 200, "no library");
    is_string(&text, "{\"serving\":true,\"libraries\":[]}", "no library");
    text = page("format=prometheus", 200, "no library");
    ok(has(&text, "# TYPE contentlib_requests_total counter\n"
                  "# HELP contentlib_refusals_total "), "no lines");
}


/* quotes, a backslash, a line feed, and bytes that are no text */

static void
test_paths(void)
{
    ngx_str_t  text;

    begin("/a\"b\\c\nd\xff");
    text = page("format=prometheus", 200, "a strange path");
    ok(has(&text, "\ncontentlib_workers{library=\""
                  "/a\\\"b\\\\c\\nd\xef\xbf\xbd\"} 2\n"), "escaped");

    begin("/a\"b\\c\nd\xff");
    text = page("", 200, "a strange path");
    ok(has(&text, "\"library\":\"/a\\\"b\\\\c\\nd\xef\xbf\xbd\""),
       "in JSON, too");
}


/* whatever the figures are, there is room for them */

static void
test_room(void)
{
    ngx_str_t                   text;
    ngx_uint_t                  i, k;
    ngx_atomic_t               *values;
    const contentlib_figure_t  *figure;

    begin("");
    libraries[0].path = unit_repeat("\"", 4000);
    contentlib_figures_rejected(&figures[1], "", 1);

    for (k = 0; k < 3; k++) {

        for (figure = contentlib_figures; figure->name != NULL; figure++) {
            values = contentlib_figures_value(&figures[k], figure);

            for (i = 0; i < figure->n; i++) {
                values[i] = k == 0 ? (ngx_atomic_uint_t) -1 : 0;
            }
        }
    }

    libraries[1] = libraries[0];
    status.n = 2;

    text = page("format=prometheus", 200, "the largest");
    ok(has(&text, "\ncontentlib_workers_serving{"), "the first figure");
    ok(has(&text, "} 18446744073709551615\n"), "whole numbers");
    ok(text.data[text.len - 1] == '\n'
       && memmem(text.data + text.len - 9000, 9000,
                 "contentlib_query_seconds_count{", 31) != NULL,
       "to the last line");
}


int
main(void)
{
    test_formats();
    test_health();
    test_paths();
    test_room();

    return unit_done();
}
