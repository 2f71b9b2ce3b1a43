
/*
 * Copyright (C) contentlib authors
 *
 * Which answers come out of the cache, and their entity tags.
 */


#include <unit_service.h>


#define CACHE  (1024 * 1024)


static contentlib_answer_t
ask(const char *path, const char *query, ngx_uint_t gzip)
{
    contentlib_input_t  input;

    input = unit_request(path, query);
    input.gzip_accepted = (gzip != 0);

    return unit_answer(&input);
}


static void
comes(const char *path, const char *query, ngx_uint_t gzip,
    contentlib_cache_status_e expected, const char *name)
{
    contentlib_answer_t  answer;

    answer = ask(path, query, gzip);

    is_number(answer.status, 200, "%s", name);
    is_number(answer.cache_status, expected, "%s: where it comes from", name);
}


static ngx_uint_t
entries(void)
{
    return contentlib_cache_usage(unit_source.current->cache).entries;
}


static void
test_cached(void)
{
    size_t              length;
    contentlib_input_t  input;

    comes("tags/", "", 0, CONTENTLIB_MISS, "for the first time");
    is_number(entries(), 0, "what is requested once is not stored");
    comes("tags/", "", 0, CONTENTLIB_MISS, "for the second time");
    is_number(entries(), 1, "it is stored then");
    comes("tags/", "", 0, CONTENTLIB_HIT, "for the third time");

    comes("tags/", "", 1, CONTENTLIB_MISS, "compressed");
    comes("tags/", "", 1, CONTENTLIB_HIT, "compressed, once more");
    comes("tags/", "a=b", 0, CONTENTLIB_MISS, "another address");
    comes("tags/", "format=json", 0, CONTENTLIB_MISS, "another format");
    is_number(entries(), 2, "two bodies are stored");

    input = unit_request("tags/", "");
    input.view.base_url = unit_text("https://other.example");
    is_number(unit_answer(&input).cache_status, CONTENTLIB_MISS,
              "another base URL");

    /* HEAD has the length of the next GET, and stores nothing */

    input = unit_request("collections/", "");
    input.gzip_accepted = 1;
    input.head = 1;
    (void) unit_answer(&input);
    (void) unit_answer(&input);
    is_number(unit_answer(&input).cache_status, CONTENTLIB_MISS,
              "HEAD does not store a compressed body");
    is_number(entries(), 2, "nor anything else");

    length = ask("collections/", "", 1).body.len;
    is_number(unit_answer(&input).body.len, ask("collections/", "", 1).body.len,
              "HEAD has the length of the second GET");
    ok(unit_answer(&input).body.len < length, "which is less than the first");
}


/* what the cache has no room for is compressed in the fast way each time */

static void
test_too_large(void)
{
    ngx_str_t            first;
    contentlib_answer_t  answer;

    contentlib_source_close(&unit_source);
    unit_serve("library", 1024);

    answer = ask("collections/", "", 1);
    first = answer.body;
    answer = ask("collections/", "", 1);
    is_bytes(&answer.body, &first, "the same bytes for the second time");
    is_number(answer.cache_status, CONTENTLIB_MISS, "and not stored");
    is_number(ask("collections/", "", 1).cache_status, CONTENTLIB_MISS,
              "nor then");
}


/*
 * What is dropped while it is sent stays in memory.  No more of it comes into
 * being once there is much of it.
 */

static void
test_dropped(void)
{
    ngx_uint_t  before;

    before = entries();
    contentlib_cache_dropped += CONTENTLIB_IN_FLIGHT_MAX / 2;

    comes("tags/", "limit=3", 0, CONTENTLIB_MISS, "much is held, once");
    comes("tags/", "limit=3", 0, CONTENTLIB_MISS, "much is held, twice");
    comes("tags/", "limit=3", 1, CONTENTLIB_MISS, "much is held, compressed");
    is_number(entries(), before, "nothing is stored");
    comes("tags/", "", 0, CONTENTLIB_HIT, "what was stored before is sent");

    contentlib_cache_dropped -= CONTENTLIB_IN_FLIGHT_MAX / 2;

    comes("tags/", "limit=3", 0, CONTENTLIB_MISS, "it was sent, once");
    comes("tags/", "limit=3", 0, CONTENTLIB_MISS, "it was sent, twice");
    comes("tags/", "limit=3", 0, CONTENTLIB_HIT, "stored again");
}


/* matches are stored at once: they are expensive to find */

static void
test_matches(void)
{
    ngx_str_t            body;
    ngx_uint_t           before;
    contentlib_answer_t  answer;

    before = entries();
    comes("content_items/", "text=party", 0, CONTENTLIB_MISS, "a search");
    is_number(entries(), before + 1, "its matches are stored");
    comes("content_items/", "text=party&limit=1", 0, CONTENTLIB_MISS,
          "another page");
    is_number(entries(), before + 1, "of the same matches");

    answer = ask("content_items/", "text=party", 0);
    body = unit_body(&answer);
    ok(body.len > 100 && memcmp(body.data, "{\"count\":2,", 11) == 0,
       "as many as there were");

    comes("content_items/", "tag-slug=cat", 0, CONTENTLIB_MISS, "a tag");
    comes("tags/", "name=cat", 0, CONTENTLIB_MISS, "a search of tags");
    is_number(entries(), before + 4, "other matches, and a body");
}


static void
test_etags(void)
{
    ngx_str_t            strong, weak, other;
    contentlib_input_t   input;
    contentlib_answer_t  answer;

    answer = ask("tags/cat/", "", 0);
    strong = answer.etag;
    ok(strong.len == 34 && strong.data[0] == '"' && strong.data[33] == '"',
       "a digest in quotes");

    answer = ask("tags/cat/", "", 1);
    weak = answer.etag;
    ok(weak.len == 36 && memcmp(weak.data, "W/", 2) == 0
       && memcmp(weak.data + 2, strong.data, 34) == 0,
       "its weak form for a compressed body");

    answer = ask("tags/cat/", "", 0);
    is_bytes(&answer.etag, &strong, "the same out of the cache");

    answer = ask("tags/party/", "", 0);
    ok(!unit_equal(&answer.etag, &strong), "another one for another tag");

    /* either form is known again, in either coding */

    input = unit_request("tags/cat/", "");
    input.if_none_match = weak;
    answer = unit_answer(&input);
    ok(answer.not_modified && answer.rows == 0, "304 for the weak form");
    is_bytes(&answer.etag, &strong, "with the form of its own");

    input.gzip_accepted = 1;
    input.if_none_match = strong;
    answer = unit_answer(&input);
    ok(answer.not_modified, "304 for the strong form");
    is_bytes(&answer.etag, &weak, "with the form of its own");

    input.if_none_match = unit_text("\"0\", \"1\"");
    ok(!unit_answer(&input).not_modified, "200 for other tags");

    /* it tells what the body would be, not whether it has been cached */

    contentlib_source_close(&unit_source);
    unit_library(unit_path("library"), "");
    unit_serve("library", 0);

    answer = ask("tags/cat/", "", 0);
    is_bytes(&answer.etag, &strong, "the same of a file with the same digest");
    is_number(answer.cache_status, CONTENTLIB_BYPASS, "without a cache");

    contentlib_source_close(&unit_source);
    unit_library(unit_path("library"),
                 "UPDATE meta SET digest = replace(digest, '0', '1')");
    unit_serve("library", 0);

    other = ask("tags/cat/", "", 0).etag;
    ok(!unit_equal(&other, &strong), "another one of another digest");
}


static void
test_others(void)
{
    contentlib_answer_t  answer;

    answer = ask("tags/none/", "", 1);
    is_number(answer.status, 404, "no such tag");
    ok(answer.etag.len == 0 && !answer.gzip && !answer.varies,
       "has no entity tag and is not compressed");

    answer = ask("", "", 0);
    is_number(answer.status, 200, "the root");
    is_number(answer.etag.len, 34, "has an entity tag");
    is_number(answer.last_modified, 1700000001, "and the library's time");
}


int
main(void)
{
    unit_library(unit_path("library"), "");
    unit_serve("library", CACHE);

    test_cached();
    test_dropped();
    test_matches();
    test_etags();
    test_others();
    test_too_large();

    contentlib_source_close(&unit_source);

    return unit_done();
}
