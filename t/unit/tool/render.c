
/*
 * Copyright (C) contentlib authors
 *
 * Items as they are rendered, stored and expanded.
 */


#include <unit.h>
#include <json/contentlib_json.h>
#include <tool/record/contentlib_render.h>


#define BASE   "https://h.example/api/v1/"
#define MEDIA  "https://media.example/files/"


/* decisions, section 5 */

static const struct {
    int64_t      created;
    const char  *text;
} times[] = {
    { 0, "1970-01-01T00:00:00Z" },
    { 1, "1970-01-01T00:00:00.000001Z" },
    { 999999, "1970-01-01T00:00:00.999999Z" },
    { 1000000, "1970-01-01T00:00:01Z" },
    { 100000, "1970-01-01T00:00:00.100000Z" },
    { -1, "1969-12-31T23:59:59.999999Z" },
    { -999999, "1969-12-31T23:59:59.000001Z" },
    { -1000000, "1969-12-31T23:59:59Z" },
    { -1000001, "1969-12-31T23:59:58.999999Z" },
    { 951782400000000, "2000-02-29T00:00:00Z" },
    { 951868799000000, "2000-02-29T23:59:59Z" },
    { 1709164800500000, "2024-02-29T00:00:00.500000Z" },
    { 4107542400000000, "2100-03-01T00:00:00Z" },
    { 4107542399999999, "2100-02-28T23:59:59.999999Z" },
    { -2203891200000000, "1900-03-01T00:00:00Z" },
    { 2147483648000000, "2038-01-19T03:14:08Z" },
    { 4294967296000000, "2106-02-07T06:28:16Z" },
    { 253402300799999999, "9999-12-31T23:59:59.999999Z" },
    { -62135596800000000, "0001-01-01T00:00:00Z" },
    { -62167219200000000, "0000-01-01T00:00:00Z" }
};


static contentlib_insertions_t
insertions(void)
{
    contentlib_insertions_t  v;

    ngx_memzero(&v, sizeof(v));

    v.text[CONTENTLIB_MARK_BASE] = unit_text(BASE);
    v.text[CONTENTLIB_MARK_MEDIA] = unit_text(MEDIA);
    v.text[CONTENTLIB_MARK_PARTNER] = unit_text("partner");

    return v;
}


static void
add_tag(contentlib_item_t *item, const char *slug, const char *name)
{
    contentlib_tag_t  *tag;

    tag = ngx_array_push(&item->tags);
    tag->slug = unit_text(slug);
    tag->name = unit_text(name);
}


static void
add_rendition(ngx_array_t *array, const char *platform, const char *url,
    int64_t width, int64_t height, const char *format, int64_t size)
{
    contentlib_rendition_t  *rendition;

    rendition = ngx_array_push(array);
    rendition->platform = unit_text(platform);
    rendition->url = unit_text(url);
    rendition->width = width;
    rendition->height = height;

    ngx_str_null(&rendition->format);

    if (format) {
        rendition->format = unit_text(format);
    }

    rendition->size = size;
}


static contentlib_item_t
bare(const char *type)
{
    contentlib_item_t  item;

    ngx_memzero(&item, sizeof(item));

    item.id = 65;
    item.alt_text = unit_text("a");
    item.content_type = unit_text(type);
    item.static_image = unit_text("s.png");

    (void) ngx_array_init(&item.tags, unit_pool(), 1,
                          sizeof(contentlib_tag_t));
    (void) ngx_array_init(&item.downloads, unit_pool(), 1,
                          sizeof(contentlib_rendition_t));
    (void) ngx_array_init(&item.pictures, unit_pool(), 1,
                          sizeof(contentlib_rendition_t));
    (void) ngx_array_init(&item.partner_ids, unit_pool(), 1,
                          sizeof(ngx_str_t));

    return item;
}


static contentlib_item_t
animated(void)
{
    ngx_str_t          *id;
    contentlib_item_t   item;

    item = bare("G");

    item.alt_text = unit_text("\xc3\x89t\xc3\xa9 \"party\" a/b\n");
    item.created = 1700000000123456;
    item.static_image = unit_text("still/65.png");
    item.partner_page = unit_text("https://partner.example/65");

    add_tag(&item, "happy-day", "Happy Day");
    add_tag(&item, "cat", "cat");

    add_rendition(&item.downloads, "network_a", "a/65.gif", 400, 300,
                  "image/gif", 12345);
    add_rendition(&item.downloads, "network_c", "https://cdn.example/65.mp4",
                  0, INT64_MAX, "video/mp4", 1);
    add_rendition(&item.downloads, "original", "o/65.gif", CONTENTLIB_ABSENT,
                  CONTENTLIB_ABSENT, NULL, CONTENTLIB_ABSENT);
    add_rendition(&item.pictures, "", "p/65.webp", 40, 30, "image/webp", 99);
    add_rendition(&item.pictures, "", "p/65.gif", 400, 300, "image/gif", 100);

    id = ngx_array_push(&item.partner_ids);
    *id = unit_text("x1");
    id = ngx_array_push(&item.partner_ids);
    *id = unit_text("a\"2");

    return item;
}


static ngx_str_t
rendered(const contentlib_item_t *item, const contentlib_insertions_t *v)
{
    size_t               size;
    ngx_str_t            text, *json;
    ngx_uint_t           i;
    contentlib_tag_t    *tags;
    contentlib_stored_t  stored;

    ngx_str_null(&text);

    tags = item->tags.elts;
    json = ngx_palloc(unit_pool(), item->tags.nelts * sizeof(ngx_str_t) + 1);

    for (i = 0; i < item->tags.nelts; i++) {
        hold(contentlib_render_tag(&tags[i], unit_pool(), &json[i]) == NGX_OK,
             "a tag");
    }

    hold(contentlib_render_item(item, json, unit_pool(), &text) == NGX_OK
         && contentlib_placeholders_remove(&text, unit_pool(), &stored)
            == NGX_OK
         && contentlib_marks_size(&stored.record, &stored.marks, v, &size)
            == NGX_OK, "an error");

    text.len = size;
    text.data = ngx_pnalloc(unit_pool(), size);

    hold(contentlib_marks_expand(&stored.record, &stored.marks, v, text.data,
                                 size)
         == NGX_OK, "expanded");

    return text;
}


/* the specification, 2.1 to 2.3 */

static void
test_animated(void)
{
    ngx_str_t                text;
    contentlib_item_t        item;
    contentlib_insertions_t  v;

    v = insertions();
    item = animated();
    text = rendered(&item, &v);

    is_string(&text,
        "{\"id\":65,\"url\":\"" BASE "content_items/65/\","
        "\"alt_text\":\"\xc3\x89t\xc3\xa9 \\\"party\\\" a/b\\n\","
        "\"tags\":[{\"slug\":\"happy-day\",\"url\":\"" BASE
        "tags/happy-day/\",\"name\":\"Happy Day\"},"
        "{\"slug\":\"cat\",\"url\":\"" BASE "tags/cat/\",\"name\":\"cat\"}],"
        "\"default_version\":{\"content_type\":\"G\","
        "\"content_label\":\"GIF\",\"download\":["
        "{\"platform\":\"network_a\",\"url\":\"" MEDIA "a/65.gif\","
        "\"width\":400,\"height\":300,\"format\":\"image/gif\","
        "\"size\":12345},"
        "{\"platform\":\"network_c\",\"url\":\"https://cdn.example/65.mp4\","
        "\"width\":0,\"height\":9223372036854775807,"
        "\"format\":\"video/mp4\",\"size\":1},"
        "{\"platform\":\"original\",\"url\":\"" MEDIA "o/65.gif\"}],"
        "\"picture\":["
        "{\"url\":\"" MEDIA "p/65.webp\",\"width\":40,\"height\":30,"
        "\"size\":99,\"format\":\"image/webp\"},"
        "{\"url\":\"" MEDIA "p/65.gif\",\"width\":400,\"height\":300,"
        "\"size\":100,\"format\":\"image/gif\"}],"
        "\"platforms\":{\"partner\":\"https://partner.example/65\"}},"
        "\"static_image\":\"" MEDIA "still/65.png\","
        "\"created\":\"2023-11-14T22:13:20.123456Z\","
        "\"partner_ids\":[\"x1\",\"a\\\"2\"]}", "an animated item");
}


/* all that a request can change, at once */

static void
test_insertions(void)
{
    ngx_str_t                text;
    contentlib_item_t        item;
    contentlib_insertions_t  v;

    item = animated();

    v = insertions();
    v.text[CONTENTLIB_MARK_BASE] = unit_text("http://[::1]:80/x/r/");
    v.text[CONTENTLIB_MARK_MEDIA] = unit_text("");
    v.text[CONTENTLIB_MARK_PARTNER] = unit_text("brand");
    v.text[CONTENTLIB_MARK_FORMAT] = unit_text("?format=a%26b");
    v.text[CONTENTLIB_MARK_QUOTE] = unit_text("\"");

    text = rendered(&item, &v);

    is_string(&text,
        "{\"id\":65,\"url\":\"http://[::1]:80/x/r/content_items/65/"
        "?format=a%26b\","
        "\"alt_text\":\"\xc3\x89t\xc3\xa9 \\\"party\\\" a/b\\n\","
        "\"tags\":[{\"slug\":\"happy-day\",\"url\":\"http://[::1]:80/x/r/"
        "tags/happy-day/?format=a%26b\",\"name\":\"Happy Day\"},"
        "{\"slug\":\"cat\",\"url\":\"http://[::1]:80/x/r/tags/cat/"
        "?format=a%26b\",\"name\":\"cat\"}],"
        "\"default_version\":{\"content_type\":\"G\","
        "\"content_label\":\"GIF\",\"download\":["
        "{\"platform\":\"network_a\",\"url\":\"a/65.gif\","
        "\"width\":\"400\",\"height\":\"300\",\"format\":\"image/gif\","
        "\"size\":\"12345\"},"
        "{\"platform\":\"network_c\",\"url\":\"https://cdn.example/65.mp4\","
        "\"width\":\"0\",\"height\":\"9223372036854775807\","
        "\"format\":\"video/mp4\",\"size\":\"1\"},"
        "{\"platform\":\"original\",\"url\":\"o/65.gif\"}],"
        "\"picture\":["
        "{\"url\":\"p/65.webp\",\"width\":\"40\",\"height\":\"30\","
        "\"size\":\"99\",\"format\":\"image/webp\"},"
        "{\"url\":\"p/65.gif\",\"width\":\"400\",\"height\":\"300\","
        "\"size\":\"100\",\"format\":\"image/gif\"}],"
        "\"platforms\":{\"brand\":\"https://partner.example/65\"}},"
        "\"static_image\":\"still/65.png\","
        "\"created\":\"2023-11-14T22:13:20.123456Z\","
        "\"brand_ids\":[\"x1\",\"a\\\"2\"]}", "other insertions");
}


/* decisions, section 5: absent, not null */

static void
test_static(void)
{
    ngx_str_t                text;
    contentlib_item_t        item;
    contentlib_insertions_t  v;

    v = insertions();
    item = bare("I");
    item.static_image = unit_text("https://other.example/s.png");

    text = rendered(&item, &v);
    is_string(&text,
        "{\"id\":65,\"url\":\"" BASE "content_items/65/\","
        "\"alt_text\":\"a\",\"tags\":[],"
        "\"default_version\":{\"content_type\":\"I\","
        "\"content_label\":\"Static Image\",\"download\":[],\"picture\":[],"
        "\"platforms\":{}},"
        "\"static_image\":\"https://other.example/s.png\","
        "\"created\":\"1970-01-01T00:00:00Z\",\"partner_ids\":[]}",
        "a static image without anything");

    add_rendition(&item.downloads, "original", "s.png", CONTENTLIB_ABSENT,
                  CONTENTLIB_ABSENT, NULL, CONTENTLIB_ABSENT);
    add_rendition(&item.pictures, "", "s.png", CONTENTLIB_ABSENT,
                  CONTENTLIB_ABSENT, NULL, CONTENTLIB_ABSENT);
    item.partner_page = unit_text("");
    item.id = INT64_MAX;
    v.text[CONTENTLIB_MARK_QUOTE] = unit_text("\"");

    text = rendered(&item, &v);
    is_string(&text,
        "{\"id\":9223372036854775807,\"url\":\"" BASE
        "content_items/9223372036854775807/\","
        "\"alt_text\":\"a\",\"tags\":[],"
        "\"default_version\":{\"content_type\":\"I\","
        "\"content_label\":\"Static Image\","
        "\"download\":[{\"platform\":\"original\",\"url\":\"" MEDIA
        "s.png\"}],\"picture\":[{\"url\":\"" MEDIA "s.png\"}],"
        "\"platforms\":{\"partner\":\"\"}},"
        "\"static_image\":\"https://other.example/s.png\","
        "\"created\":\"1970-01-01T00:00:00Z\",\"partner_ids\":[]}",
        "a static image with all that it may have");
}


static void
test_created(void)
{
    size_t                   i;
    char                     expected[128];
    u_char                  *p;
    ngx_str_t                text, part;
    contentlib_item_t        item;
    contentlib_insertions_t  v;

    v = insertions();

    for (i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        item = bare("I");
        item.created = times[i].created;
        text = rendered(&item, &v);

        (void) snprintf(expected, sizeof(expected),
                        "\"created\":\"%s\",\"partner_ids\":[]}",
                        times[i].text);

        p = memmem(text.data, text.len, "\"created\"", 9);

        if (!ok(p != NULL, "created %lld",
                (long long) times[i].created))
        {
            continue;
        }

        part.data = p;
        part.len = (size_t) (text.data + text.len - p);
        is_string(&part, expected, "created %s", times[i].text);
    }

    /* what no importer lets in: some text or an error, nothing worse */

    item.created = INT64_MAX;
    (void) contentlib_render_item(&item, NULL, unit_pool(), &text);
    item.created = INT64_MIN;
    (void) contentlib_render_item(&item, NULL, unit_pool(), &text);

    held("none is an error");
}


static void
test_many(void)
{
    char                     slug[32];
    size_t                   n;
    u_char                  *p;
    ngx_str_t                text;
    ngx_uint_t               i;
    contentlib_item_t        item;
    contentlib_insertions_t  v;

    static const char  named[] = "/\",\"name\":\"\\u2028\"}";
    static const char  quoted[] = "{\"id\":65,\"url\":\"" BASE
                                  "content_items/65/\",\"alt_text\":\"";

    v = insertions();
    item = bare("G");

    for (i = 0; i < 1000; i++) {
        (void) snprintf(slug, sizeof(slug), "tag-%lu", (unsigned long) i);
        add_tag(&item, slug, "\xe2\x80\xa8");
    }

    text = rendered(&item, &v);
    p = text.data;
    n = 0;

    while ((p = memmem(p, (size_t) (text.data + text.len - p), named,
                       sizeof(named) - 1)) != NULL)
    {
        p++;
        n++;
    }

    is_number(n, 1000, "a thousand tags");

    item = bare("G");
    item.alt_text = unit_repeat("\"", 1000000);
    text = rendered(&item, &v);
    p = memmem(text.data, text.len, "\\\"\",\"tags\":[]", 13);
    is_number(p ? p - text.data : 0, sizeof(quoted) - 1 + 2000000 - 2,
              "a text of a million quotes");

    item.alt_text = unit_text("a");
    item.content_type = unit_text("");
    text = unit_text("p\"q");
    hold(contentlib_json_escape(&text, unit_pool(),
                                &v.text[CONTENTLIB_MARK_PARTNER])
         == NGX_OK, "escaped");
    text = rendered(&item, &v);
    ok(memmem(text.data, text.len, "\"p\\\"q_ids\":[]}", 14) != NULL,
       "a quote in the name of the partner");

    held("none is an error");
}


int
main(void)
{
    test_animated();
    test_insertions();
    test_static();
    test_created();
    test_many();

    return unit_done();
}
