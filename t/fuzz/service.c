
/*
 * Copyright (C) contentlib authors
 *
 * Complete requests: the response is compared with the compressed response,
 * with a cache and without.  The input has a line of settings of at least one
 * byte, and a line each for path, query, Accept and If-None-Match; "-" is a
 * missing header.  The length of the input selects the cache.
 */


#include <fuzz_body.h>
#include <fuzz_json.h>
#include <fuzz_library.h>
#include <api/contentlib_negotiation.h>
#include <service/contentlib_service.h>


#define BASE     "https://example.com/api/v1/"
#define ITEMS    24
#define TAGS     12
#define LARGEST  (512 * 1024)               /* body */


static contentlib_source_t  bare;
static contentlib_source_t  kept;           /* stores small responses */
static contentlib_source_t  roomy;          /* stores large responses, too */
static contentlib_in_flight_t  connection;

static contentlib_source_t *with;           /* selected by the length */


static void
start(void)
{
    fuzz_log.log_level = NGX_LOG_ALERT;

    ngx_str_set(&bare.path, "");
    bare.path.data = (u_char *) fuzz_library(ITEMS, TAGS);
    bare.path.len = strlen((char *) bare.path.data);
    bare.log = &fuzz_log;

    kept = bare;
    kept.cache_size = 64 * 1024;

    roomy = bare;
    roomy.cache_size = 4 * 1024 * 1024;
}


/* the uncompressed body; a 304 has none */

static ngx_str_t
body_of(const contentlib_answer_t *answer)
{
    ngx_str_t  body;

    ngx_str_null(&body);

    if (answer->not_modified) {
        return body;
    }

    if (!answer->gzip) {
        hold(answer->length == answer->body.len, "length of the body");
        return answer->body;
    }

    body = fuzz_gunzip(&answer->body, LARGEST);
    hold(answer->length == body.len, "length of the text");

    return body;
}


static ngx_str_t
header(void)
{
    ngx_str_t  line;

    line = fuzz_line();

    if (fuzz_is(&line, "-")) {
        ngx_str_null(&line);
    }

    return line;
}


static void
choose(size_t length)
{
    static contentlib_source_t *const  sources[] = { &bare, &kept, &roomy };

    with = sources[length % 3];
}


static void
read_input(contentlib_input_t *input)
{
    ngx_str_t  settings;

    settings = fuzz_line();
    settings = settings.len ? settings : fuzz_string("0");

    ngx_memzero(input, sizeof(contentlib_input_t));

    input->log = &fuzz_log;
    input->method = settings.data[0] % 8 == 7 ? CONTENTLIB_OTHER
                    : settings.data[0] % 8 == 6 ? CONTENTLIB_OPTIONS
                                                : CONTENTLIB_GET;
    input->method_name = fuzz_string(input->method == CONTENTLIB_OTHER
                                     ? "POST" : "GET");
    input->view.numbers_as_strings = (settings.data[0] & 8) != 0;
    input->paging.strict = (settings.data[0] & 64) != 0;
    input->paging.page_size = 5;
    input->paging.max_page_size = settings.data[0] & 128 ? 7 : 100;
    input->deadline = contentlib_db_clock() + 60000000;
    input->gzip = (settings.data[0] & 16) != 0;
    input->gzip_accepted = (settings.data[0] & 32) != 0;

    ngx_str_set(&input->view.base, "https://example.com/api/v1/");
    ngx_str_set(&input->view.partner, "partner");

    input->path = fuzz_line();
    input->args = fuzz_line();
    input->accept = header();
    input->if_none_match = header();
}


/* the result is allocated from the pool */

static contentlib_answer_t *
ask(contentlib_input_t *input, contentlib_source_t *source)
{
    contentlib_answer_t  *answer;

    answer = ngx_palloc(fuzz_pool, sizeof(contentlib_answer_t));
    hold(answer != NULL, "memory");

    input->source = source;
    input->connection = &connection;
    input->pool = fuzz_pool;

    contentlib_service_answer(input, answer);

    return answer;
}


/* W/"..." for a compressed body */

static ngx_uint_t
same_tag(const contentlib_answer_t *one, const contentlib_answer_t *two)
{
    ngx_str_t   tags[2] = { one->etag, two->etag };
    ngx_uint_t  i;

    for (i = 0; i < 2; i++) {
        if (tags[i].len == CONTENTLIB_ETAG_SIZE) {
            hold(memcmp(tags[i].data, "W/", 2) == 0, "a weak form");
            tags[i].data += 2;
            tags[i].len -= 2;
        }
    }

    return fuzz_equal(&tags[0], &tags[1]);
}


static void
same(const contentlib_answer_t *one, const contentlib_answer_t *two,
    const char *what)
{
    ngx_str_t  bodies[2] = { body_of(one), body_of(two) };

    hold(one->status == two->status && one->not_modified == two->not_modified,
         "%s: status", what);
    hold(fuzz_equal(&bodies[0], &bodies[1]), "%s: body", what);
    hold(same_tag(one, two), "%s: ETag", what);
    hold(one->not_modified || one->etag.len == 0
         || (one->gzip == two->gzip) == fuzz_equal(&one->etag, &two->etag),
         "%s: ETag of a coding", what);
    hold(fuzz_equal(&one->location, &two->location), "%s: location", what);
    hold(one->varies == two->varies, "%s: Vary", what);
    hold(one->rows == two->rows, "%s: rows", what);
}


/* {"detail":"..."} or {"name":["..."]}, without internal details */

static void
error(const contentlib_answer_t *answer)
{
    char         *text;
    ngx_str_t     body;
    json_object  *json;

    body = body_of(answer);
    text = fuzz_zero(&body);
    json = fuzz_json(&body);

    hold(json_object_is_type(json, json_type_object)
         && json_object_object_length(json) > 0, "an object");
    hold(!strstr(text, "SELECT") && !strstr(text, "sqlite")
         && !strchr(text, '/') && !strstr(text, "library"),
         "an error says too much: %s", text);
    hold(answer->status == 400
         || json_object_object_get_ex(json, "detail", NULL), "detail");
    hold(answer->status != 404 || fuzz_is(&body, "{\"detail\":\"Not found.\"}"),
         "%s", text);
    hold(answer->status != 405 || body.len == 41, "%s", text);
    hold(answer->status != 406 || body.len == 57, "%s", text);

    (void) json_object_put(json);
}


static void
success(const contentlib_input_t *input, const contentlib_answer_t *answer)
{
    ngx_str_t     body;
    json_object  *json;

    body = body_of(answer);
    json = fuzz_json(&body);

    if (input->method != CONTENTLIB_GET) {
        fuzz_json_keys(json, "name,description,renders,parses,");

    } else if (json_object_is_type(json, json_type_object)
               && json_object_object_get_ex(json, "count", NULL))
    {
        fuzz_json_keys(json, "count,next,previous,results,");
    }

    (void) json_object_put(json);
}


/* the response is compressed if and only if the client accepts gzip */

static void
coded(const contentlib_input_t *input, const contentlib_answer_t *answer)
{
    ngx_uint_t  gzip;

    gzip = (answer->status == 200 && input->method == CONTENTLIB_GET
            && input->gzip && input->gzip_accepted);

    hold(answer->not_modified || answer->gzip == gzip, "coding %d",
         (int) answer->gzip);
}


static void
check(const contentlib_input_t *input, const contentlib_answer_t *answer)
{
    ngx_uint_t  ok;

    ok = (answer->status == 200 && input->method == CONTENTLIB_GET);

    hold((answer->etag.len > 2) == ok, "an ETag, and status %lu",
         (unsigned long) answer->status);
    hold((answer->status == 405) == (input->method == CONTENTLIB_OTHER
                                     && answer->status != 404), "405");
    hold(answer->varies == (ok && input->gzip), "Vary");
    coded(input, answer);

    if (answer->not_modified) {
        hold(ok && input->if_none_match.data != NULL
             && contentlib_negotiation_has(&input->if_none_match,
                                           &answer->etag)
             && answer->rows == 0, "304");
        return;
    }

    switch (answer->status) {

    case 200:
        success(input, answer);
        break;

    case 301:
        hold(answer->location.len >= sizeof(BASE) - 1
             && memcmp(answer->location.data, BASE, sizeof(BASE) - 1) == 0,
             "location");
        break;

    case 400:
    case 404:
    case 405:
    case 406:
        error(answer);
        break;

    default:
        hold(0, "status %lu", (unsigned long) answer->status);
    }
}


/*
 * The same response from a cache, at the first and at later requests, and in
 * the other coding.  A 304 is compared in one coding only.
 */

static void
compare(const contentlib_input_t *input, const contentlib_answer_t *first)
{
    ngx_uint_t            i;
    contentlib_input_t    other;
    contentlib_answer_t  *next;

    /* the second request stores the response */

    for (i = 0; i < (with == &bare ? 1 : 3); i++) {
        other = *input;

        next = ask(&other, with);
        same(first, next, "in one coding");
        coded(&other, next);

        other.gzip_accepted = !other.gzip_accepted;

        if (first->not_modified) {
            continue;
        }

        ngx_str_null(&other.if_none_match);
        next = ask(&other, with);
        same(first, next, "in two codings");
        coded(&other, next);
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    contentlib_input_t   input;
    contentlib_answer_t  *first;

    if (bare.path.len == 0) {
        start();
    }

    fuzz_begin(data, size);
    choose(size);
    read_input(&input);

    first = ask(&input, &bare);
    check(&input, first);
    compare(&input, first);

    return fuzz_end();
}
