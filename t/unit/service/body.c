
/*
 * Copyright (C) contentlib authors
 *
 * The small bodies and the envelope of a list, as texts.
 */


#include <unit.h>
#include <service/contentlib_answer.h>


static contentlib_view_t
view(const char *format)
{
    contentlib_view_t  v;

    ngx_memzero(&v, sizeof(contentlib_view_t));

    v.base_url = unit_text("https://h.example");
    v.root = unit_text("/api/v1/");

    if (format != NULL) {
        v.format = unit_text(format);
    }

    return v;
}


static void
page(uint64_t count, const char *next, const char *previous,
    const char *expected)
{
    ngx_str_t  links[2], text;

    ngx_str_null(&text);

    if (next != NULL) {
        links[0] = unit_text(next);
    }

    if (previous != NULL) {
        links[1] = unit_text(previous);
    }

    is_number(contentlib_body_page(count, next ? &links[0] : NULL,
                                   previous ? &links[1] : NULL, unit_pool(),
                                   &text), NGX_OK, "a page of %llu",
              (unsigned long long) count);
    is_string(&text, expected, "its envelope");

    text.data += text.len - CONTENTLIB_BODY_TAIL;
    text.len = CONTENTLIB_BODY_TAIL;
    is_string(&text, "]}", "its tail");
}


static void
test_page(void)
{
    page(0, NULL, NULL,
         "{\"count\":0,\"next\":null,\"previous\":null,\"results\":[]}");
    page(61, "https://h.example/?limit=30&offset=60",
         "https://h.example/?limit=30",
         "{\"count\":61,\"next\":\"https://h.example/?limit=30&offset=60\","
         "\"previous\":\"https://h.example/?limit=30\",\"results\":[]}");
    page(INT64_MAX, NULL, "a\"b\\",
         "{\"count\":9223372036854775807,\"next\":null,"
         "\"previous\":\"a\\\"b\\\\\",\"results\":[]}");
}


static void
test_root(void)
{
    ngx_str_t          text;
    contentlib_view_t  v;

    v = view(NULL);
    (void) contentlib_body_root(&v, unit_pool(), &text);
    is_string(&text,
              "{\"content_items\":\"https://h.example/api/v1/content_items/\","
              "\"collections\":\"https://h.example/api/v1/collections/\","
              "\"tags\":\"https://h.example/api/v1/tags/\","
              "\"search\":\"https://h.example/api/v1/search/\"}",
              "the addresses of the lists");

    v = view("api");
    (void) contentlib_body_root(&v, unit_pool(), &text);
    is_string(&text,
              "{\"content_items\":\"https://h.example/api/v1/content_items/"
              "?format=api\","
              "\"collections\":\"https://h.example/api/v1/collections/"
              "?format=api\","
              "\"tags\":\"https://h.example/api/v1/tags/?format=api\","
              "\"search\":\"https://h.example/api/v1/search/?format=api\"}",
              "the format is carried");
}


static void
test_suggestions(void)
{
    ngx_str_t                text;
    contentlib_suggestion_t  suggestions[3];

    suggestions[0].type = CONTENTLIB_SUGGEST_COLLECTION;
    suggestions[0].text = unit_text("Cats & parties");
    suggestions[1].type = CONTENTLIB_SUGGEST_TAG;
    suggestions[1].text = unit_text("a \"tag\"\n\xe2\x80\xa8");
    suggestions[2].type = CONTENTLIB_SUGGEST_TAG;
    suggestions[2].text = unit_text("");

    (void) contentlib_body_suggestions(suggestions, 0, unit_pool(), &text);
    is_string(&text, "[]", "no suggestions");

    (void) contentlib_body_suggestions(suggestions, 3, unit_pool(), &text);
    is_string(&text, "[{\"type\":\"collection\",\"text\":\"Cats & parties\"},"
              "{\"type\":\"tag\",\"text\":\"a \\\"tag\\\"\\n\\u2028\"},"
              "{\"type\":\"tag\",\"text\":\"\"}]", "suggestions");
}


static void
test_others(void)
{
    ngx_str_t             text;
    contentlib_answer_t   answer;
    contentlib_request_t  request;

    ngx_memzero(&answer, sizeof(contentlib_answer_t));
    ngx_memzero(&request, sizeof(contentlib_request_t));

    text = unit_text("PU\\T");
    (void) contentlib_answer_not_allowed(&answer, &text, unit_pool());
    is_string(&answer.body,
              "{\"detail\":\"Method \\\"PU\\\\T\\\" not allowed.\"}",
              "an error");

    request.errors[0].name = "limit";
    request.errors[0].text = "A valid integer is required.";
    request.errors[1].name = "offset";
    request.errors[1].text = "Too \"large\".";
    request.nerrors = 2;

    (void) contentlib_answer_bad_args(&answer, &request, unit_pool());
    is_string(&answer.body, "{\"limit\":[\"A valid integer is required.\"],"
              "\"offset\":[\"Too \\\"large\\\".\"]}", "errors of arguments");

    (void) contentlib_body_options("Tag List", "Tags of content items.",
                                   unit_pool(), &text);
    is_string(&text, "{\"name\":\"Tag List\",\"description\":\"Tags of content"
              " items.\",\"renders\":[\"application/json\"],\"parses\":[]}",
              "the answer to OPTIONS");
}


int
main(void)
{
    test_page();
    test_root();
    test_suggestions();
    test_others();

    return unit_done();
}
