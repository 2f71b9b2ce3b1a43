
/*
 * Copyright (C) contentlib authors
 */


#include <unit_library.h>
#include <library/contentlib_items.h>


static void
rendition(const ngx_array_t *array, ngx_uint_t i,
    const contentlib_rendition_t *expected, const char *url)
{
    const contentlib_rendition_t  *got;

    if (!ok(i < array->nelts, "rendition \"%s\"", url)) {
        return;
    }

    got = (const contentlib_rendition_t *) array->elts + i;

    hold(unit_equal(&got->platform, &expected->platform), "platform");
    hold(unit_equal(&got->format, &expected->format), "format");
    hold(got->width == expected->width, "width");
    hold(got->height == expected->height, "height");
    hold(got->size == expected->size, "size");
    held("rendition \"%s\": its fields", url);

    is_string(&got->url, url, "rendition \"%s\": its address", url);
}


static contentlib_rendition_t
fields(const char *platform, int64_t width, int64_t height, int64_t size,
    const char *format)
{
    contentlib_rendition_t  expected;

    ngx_memzero(&expected, sizeof(expected));

    expected.platform = unit_text(platform);
    expected.width = width;
    expected.height = height;
    expected.size = size;
    expected.format = unit_text(format);

    return expected;
}


static void
test_renditions(const contentlib_item_t *item)
{
    contentlib_rendition_t  expected;

    is_number(item->downloads.nelts, 3, "downloads");
    is_number(item->pictures.nelts, 2, "pictures");

    expected = fields("network_a", 400, 300, 12345, "image/gif");
    rendition(&item->downloads, 0, &expected, "a/30.gif");

    expected = fields("network_c", 0, INT64_MAX, 0, "video/mp4");
    rendition(&item->downloads, 1, &expected, "c/30.mp4");

    expected = fields("original", CONTENTLIB_ABSENT, CONTENTLIB_ABSENT,
                      CONTENTLIB_ABSENT, "");
    rendition(&item->downloads, 2, &expected, "o/30.gif");

    expected = fields("", 400, 300, 12345, "image/gif");
    rendition(&item->pictures, 0, &expected, "p/30.gif");

    expected = fields("", 40, 30, 45, "image/gif");
    rendition(&item->pictures, 1, &expected, "q/30.gif");
}


static void
test_full(contentlib_db_t *db)
{
    uint64_t           *tags;
    ngx_str_t          *ids;
    contentlib_item_t   item;

    memset(&item, 0xa5, sizeof(item));
    is_number(contentlib_items_load(db, 0, unit_pool(), &item), NGX_OK,
              "the first item");

    is_number(item.id, 30, "id");
    is_string(&item.alt_text, "\xc3\x89t\xc3\xa9 party 100%", "alt_text");
    is_string(&item.content_type, "G", "content_type");
    is_number(item.created, 1700000000123456, "created");
    is_string(&item.static_image, "still/30.png", "static_image");
    is_string(&item.partner_page, "https://partner.example/30", "partner");

    is_number(item.tags.nelts, 2, "tags");
    tags = item.tags.elts;
    is_number(tags[0], 2, "tags are in the item's order");
    is_number(tags[1], 0, "the other tag");

    is_number(item.partner_ids.nelts, 2, "partner_ids");
    ids = item.partner_ids.elts;
    is_string(&ids[0], "x", "partner_ids are in their order");
    is_string(&ids[1], "a", "the other one");

    test_renditions(&item);
}


static void
test_others(contentlib_db_t *db)
{
    contentlib_item_t  item;

    memset(&item, 0xa5, sizeof(item));
    is_number(contentlib_items_load(db, 1, unit_pool(), &item), NGX_OK,
              "a static image");
    is_number(item.id, 20, "its id");
    ok(item.partner_page.data == NULL, "it has no page at a partner");
    is_number(item.partner_ids.nelts, 0, "and no identifiers there");
    is_number(item.downloads.nelts, 1, "its downloads");
    is_number(item.pictures.nelts, 1, "its pictures");
    is_number(item.tags.nelts, 1, "its tags");

    memset(&item, 0xa5, sizeof(item));
    is_number(contentlib_items_load(db, 2, unit_pool(), &item), NGX_OK,
              "an item without renditions");
    is_number(item.downloads.nelts, 0, "no downloads");
    is_number(item.pictures.nelts, 0, "no pictures");
    is_number(item.created, -1, "created before 1970");
    ok(item.partner_page.data != NULL && item.partner_page.len == 0,
       "an empty page is not an absent one");
}


static void
test_absent(contentlib_db_t *db)
{
    size_t             i;
    uint64_t           position;
    contentlib_item_t  item;

    static const uint64_t  absent[] = {
        3, 4, 65536, UINT32_MAX, INT64_MAX, UINT64_MAX
    };

    for (i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
        is_number(contentlib_items_load(db, absent[i], unit_pool(), &item),
                  NGX_DECLINED, "no item at %llu",
                  (unsigned long long) absent[i]);
        hold(unit_busy(db) == 0, "a statement is busy");
    }

    held("no statement is busy");

    is_number(contentlib_items_find(db, 30, &position), NGX_OK, "find 30");
    is_number(position, 0, "30 is the first");
    is_number(contentlib_items_find(db, 10, &position), NGX_OK, "find 10");
    is_number(position, 2, "10 is the last");
    is_number(contentlib_items_find(db, 1, &position), NGX_DECLINED,
              "find 1");
    is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_NO_ERROR,
              "what is absent is no error");
}


/* more of everything than the arrays begin with */

static void
test_many(void)
{
    uint64_t                *tags;
    ngx_str_t               *ids;
    ngx_uint_t               i;
    contentlib_db_t         *db;
    contentlib_item_t        item;
    contentlib_rendition_t  *pictures;

    unit_library(unit_path("many"),
        "WITH RECURSIVE n (i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 299) INSERT INTO item_tag SELECT 2, i, i % 2 FROM n;"
        "WITH RECURSIVE n (i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 199) INSERT INTO rendition SELECT 2, i, NULL, i, i, i,"
        " NULL, i FROM n;"
        "WITH RECURSIVE n (i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 149) INSERT INTO item_partner_id SELECT 2, i, i FROM n;");

    db = unit_opened(unit_path("many"));
    is_number(contentlib_items_load(db, 2, unit_pool(), &item), NGX_OK,
              "many of all");

    is_number(item.tags.nelts, 202, "many tags");
    is_number(item.pictures.nelts, 100, "many pictures");
    is_number(item.partner_ids.nelts, 51, "many identifiers");

    tags = item.tags.elts;
    pictures = item.pictures.elts;
    ids = item.partner_ids.elts;

    for (i = 2; i < item.tags.nelts; i++) {
        hold(tags[i] == i % 2, "tag %lu", (unsigned long) i);
    }

    for (i = 0; i < item.pictures.nelts; i++) {
        hold(pictures[i].width == (int64_t) i + 100
             && pictures[i].url.len == 3, "picture %lu", (unsigned long) i);
    }

    for (i = 1; i < item.partner_ids.nelts; i++) {
        hold(ids[i].len == 3, "identifier %lu", (unsigned long) i);
    }

    held("each is itself");
    contentlib_db_close(db);
}


int
main(void)
{
    contentlib_db_t  *db;

    unit_library(unit_path("library"), "");
    db = unit_opened(unit_path("library"));

    test_full(db);
    test_others(db);
    test_absent(db);

    contentlib_db_close(db);

    test_many();

    return unit_done();
}
