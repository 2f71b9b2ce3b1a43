
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <render/contentlib_render.h>


#define BASE  "https://h.example/api/v1/"


static contentlib_view_t
view(const char *format)
{
    contentlib_view_t  v;

    ngx_memzero(&v, sizeof(v));

    v.base_url = unit_text("https://h.example");
    v.root = unit_text("/api/v1/");
    v.media_url = unit_text("https://media.example/");
    v.partner = unit_text("partner");

    if (format != NULL) {
        v.format = unit_text(format);
    }

    return v;
}


/* the specification, 2.3 */

static void
test_tag(void)
{
    ngx_str_t          text;
    contentlib_tag_t   tag;
    contentlib_view_t  v;

    v = view(NULL);
    tag.slug = unit_text("happy-day");
    tag.name = unit_text("Happy \"Day\"/\xc3\xa9");

    is_number(contentlib_render_tag(&tag, &v, unit_pool(), &text), NGX_OK,
              "a tag");
    is_string(&text, "{\"slug\":\"happy-day\",\"url\":\"" BASE
              "tags/happy-day/\",\"name\":\"Happy \\\"Day\\\"/\xc3\xa9\"}",
              "a tag: the text");

    v = view("api");
    (void) contentlib_render_tag(&tag, &v, unit_pool(), &text);
    is_string(&text, "{\"slug\":\"happy-day\",\"url\":\"" BASE
              "tags/happy-day/?format=api\","
              "\"name\":\"Happy \\\"Day\\\"/\xc3\xa9\"}", "with a format");

    v = view("");
    tag.name = unit_text("");
    (void) contentlib_render_tag(&tag, &v, unit_pool(), &text);
    is_string(&text, "{\"slug\":\"happy-day\",\"url\":\"" BASE
              "tags/happy-day/?format=\",\"name\":\"\"}",
              "with an empty format");
}


/* the specification, 2.4 */

static void
test_collection(void)
{
    ngx_str_t                 text, preview;
    contentlib_view_t         v;
    contentlib_collection_t   collection;

    v = view(NULL);
    ngx_memzero(&collection, sizeof(collection));

    collection.slug = unit_text("new");
    collection.name = unit_text("New\nYear");
    collection.description = unit_text("");
    collection.preview = 7;
    collection.display = 1;
    preview = unit_text("{\"id\":7}");

    is_number(contentlib_render_collection(&collection, &preview, &v,
                                           unit_pool(), &text),
              NGX_OK, "a collection");
    is_string(&text, "{\"slug\":\"new\",\"url\":\"" BASE "collections/new/\","
              "\"name\":\"New\\nYear\",\"description\":\"\","
              "\"preview_image\":{\"id\":7},\"display_in_library\":true,"
              "\"featured\":false}", "a collection: the text");

    v = view("json");
    collection.description = unit_text("\xe2\x80\xa8");
    collection.display = 0;
    collection.featured = 1;

    (void) contentlib_render_collection(&collection, &preview, &v,
                                        unit_pool(), &text);
    is_string(&text, "{\"slug\":\"new\",\"url\":\"" BASE
              "collections/new/?format=json\",\"name\":\"New\\nYear\","
              "\"description\":\"\\u2028\",\"preview_image\":{\"id\":7},"
              "\"display_in_library\":false,\"featured\":true}",
              "another: the text");
}


/* the specification, 2.5 and 4.8 */

static void
test_suggestions(void)
{
    ngx_str_t                text;
    contentlib_suggestion_t  suggestions[2];

    suggestions[0].type = CONTENTLIB_SUGGEST_COLLECTION;
    suggestions[0].text = unit_text("New \"Year\"");
    suggestions[1].type = CONTENTLIB_SUGGEST_TAG;
    suggestions[1].text = unit_text("cat");

    is_number(contentlib_render_suggestions(suggestions, 2, unit_pool(),
                                            &text), NGX_OK, "suggestions");
    is_string(&text, "[{\"type\":\"collection\",\"text\":"
              "\"New \\\"Year\\\"\"},{\"type\":\"tag\",\"text\":\"cat\"}]",
              "suggestions: the text");

    (void) contentlib_render_suggestions(suggestions, 0, unit_pool(), &text);
    is_string(&text, "[]", "no suggestions");
}


/* the specification, 2.6; decisions, section 1 */

static void
test_page(void)
{
    ngx_str_t  next, previous, before, after;

    is_number(contentlib_render_page(0, NULL, NULL, unit_pool(), &before,
                                     &after), NGX_OK, "an empty page");
    is_string(&before, "{\"count\":0,\"next\":null,\"previous\":null,"
              "\"results\":[", "an empty page: before the results");
    is_string(&after, "]}", "an empty page: after the results");

    next = unit_text(BASE "tags/?limit=3&offset=6");
    previous = unit_text(BASE "tags/?limit=3");

    (void) contentlib_render_page(1000000, &next, &previous, unit_pool(),
                                  &before, &after);
    is_string(&before, "{\"count\":1000000,\"next\":\"" BASE
              "tags/?limit=3&offset=6\",\"previous\":\"" BASE
              "tags/?limit=3\",\"results\":[", "a page: before");
    is_string(&after, "]}", "a page: after");

    (void) contentlib_render_page(4, NULL, &previous, unit_pool(), &before,
                                  &after);
    is_string(&before, "{\"count\":4,\"next\":null,\"previous\":\"" BASE
              "tags/?limit=3\",\"results\":[", "the last page");
}


/* decisions, section 4 */

static void
test_root(void)
{
    ngx_str_t          text;
    contentlib_view_t  v;

    v = view(NULL);
    is_number(contentlib_render_root(&v, unit_pool(), &text), NGX_OK,
              "the root");
    is_string(&text, "{\"content_items\":\"" BASE "content_items/\","
              "\"collections\":\"" BASE "collections/\","
              "\"tags\":\"" BASE "tags/\",\"search\":\"" BASE "search/\"}",
              "the root: the text");

    v = view("api");
    (void) contentlib_render_root(&v, unit_pool(), &text);
    is_string(&text, "{\"content_items\":\"" BASE "content_items/?format=api\""
              ",\"collections\":\"" BASE "collections/?format=api\","
              "\"tags\":\"" BASE "tags/?format=api\",\"search\":\"" BASE
              "search/?format=api\"}", "the root with a format");
}


static void
test_others(void)
{
    ngx_str_t               text, detail;
    contentlib_arg_error_t  errors[2];

    is_number(contentlib_render_options("Tag List", "All \"tags\".",
                                        unit_pool(), &text), NGX_OK,
              "options");
    is_string(&text, "{\"name\":\"Tag List\",\"description\":"
              "\"All \\\"tags\\\".\",\"renders\":[\"application/json\"],"
              "\"parses\":[]}", "options: the text");

    detail = unit_text("Not found.");
    (void) contentlib_render_detail(&detail, unit_pool(), &text);
    is_string(&text, "{\"detail\":\"Not found.\"}", "not found");
    is_number(text.len, 23, "404: 23 bytes");

    detail = unit_text("Method \"POST\" not allowed.");
    (void) contentlib_render_detail(&detail, unit_pool(), &text);
    is_string(&text, "{\"detail\":\"Method \\\"POST\\\" not allowed.\"}",
              "not allowed");
    is_number(text.len, 41, "405: 41 bytes");

    detail = unit_text("Could not satisfy the request Accept header.");
    (void) contentlib_render_detail(&detail, unit_pool(), &text);
    is_number(text.len, 57, "406: 57 bytes");

    errors[0].name = "limit";
    errors[0].text = "A valid integer is required.";
    errors[1].name = "tag-partial";
    errors[1].text = "Ensure this field has no more than 256 bytes.";

    (void) contentlib_render_arg_errors(errors, 1, unit_pool(), &text);
    is_string(&text, "{\"limit\":[\"A valid integer is required.\"]}",
              "an error");

    (void) contentlib_render_arg_errors(errors, 2, unit_pool(), &text);
    is_string(&text, "{\"limit\":[\"A valid integer is required.\"],"
              "\"tag-partial\":[\"Ensure this field has no more than 256 "
              "bytes.\"]}", "two errors");
}


int
main(void)
{
    test_tag();
    test_collection();
    test_suggestions();
    test_page();
    test_root();
    test_others();

    return unit_done();
}
