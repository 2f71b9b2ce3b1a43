
/*
 * Copyright (C) contentlib authors
 *
 * Passes over libraries of some size: blocks of positions, time, and slices.
 */


#include <unit_library.h>
#include <library/contentlib_filter.h>


#define ITEMS  20000


/* more than one block of positions */

static void
create_large(const char *path)
{
    sqlite3  *handle;

    handle = unit_library_begin(path);

    unit_sql(handle,
        "BEGIN;"
        "WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 69999) INSERT INTO item_text SELECT i,"
        " CASE WHEN i % 7 = 0 THEN 'seven ' ELSE '' END || (i % 1000)"
        " FROM n;"
        "INSERT INTO tag VALUES (0, 'edges', 6, '{}', unit_marks('{}')),"
        " (1, 'high', 2, '{}', unit_marks('{}'));"
        "INSERT INTO tag_text VALUES (0, 'edges'), (1, 'high');"
        "INSERT INTO tag_item VALUES"
        " (0, 0, x'0000'), (0, 3, x'ff3f'), (0, 4, x'000001006f11'),"
        " (1, 4, x'00006f11');");

    /* a tag of all items, and many that have nothing to add */

    unit_sql(handle,
        "INSERT INTO tag SELECT position + 2, 'all-' || position, 1, '{}',"
        " unit_marks('{}') FROM item_text WHERE position < 500;"
        "INSERT INTO tag_text SELECT position, 'all' FROM tag"
        " WHERE position > 1;"
        "INSERT INTO tag_item SELECT 2, position >> 14, unit_block(position)"
        " FROM item_text GROUP BY position >> 14;"
        "INSERT INTO tag_item SELECT position, 0, x'0500' FROM tag"
        " WHERE position > 2;");

    unit_library_count(handle, "70000, 502");
}


static void
large(contentlib_db_t *db, const contentlib_filter_t *filter, int64_t count,
    int64_t first, int64_t last)
{
    uint64_t           position;
    contentlib_set_t  *set;

    if (!hold(contentlib_filter_items(db, filter, unit_pool(), &set) == NGX_OK,
              "%s", contentlib_db_error(db)->text))
    {
        return;
    }

    hold(unit_busy(db) == 0, "a statement is busy");
    hold((int64_t) contentlib_set_count(set) == count, "count");

    position = 0;
    hold(contentlib_set_next(set, &position) == NGX_OK
         && (int64_t) position == first, "the first");
    hold(contentlib_set_slice(set, (uint64_t) count - 1, &position, 1) == 1
         && (int64_t) position == last, "the last");
}


static void
test_large(void)
{
    contentlib_db_t      *db;
    contentlib_filter_t   filter;

    create_large(unit_path("large"));
    db = unit_opened(unit_path("large"));

    ngx_memzero(&filter, sizeof(filter));
    filter.tag_slug = unit_text("edges");
    large(db, &filter, 5, 0, 69999);
    held("70,000: blocks");

    filter.tag = unit_text("HIGH");
    large(db, &filter, 2, 65536, 69999);
    held("70,000: blocks of two tags");

    ngx_memzero(&filter, sizeof(filter));
    filter.tag_partial = unit_text("E");
    large(db, &filter, 5, 0, 69999);
    held("70,000: a short part");

    ngx_memzero(&filter, sizeof(filter));
    filter.text = unit_text("Seven");
    large(db, &filter, 10000, 0, 69993);
    held("70,000: a phrase");

    filter.text = unit_text("v");
    large(db, &filter, 10000, 0, 69993);
    held("70,000: one character");

    filter.text = unit_text("99");
    large(db, &filter, 1330, 99, 69999);
    held("70,000: two characters");

    filter.text = unit_text("7");
    large(db, &filter, 18970, 7, 69997);
    held("70,000: one character, in a bitmap and a list");

    contentlib_db_close(db);
}


/* once all items match, the other tags are not looked at */

static void
test_all(void)
{
    contentlib_db_t      *db;
    contentlib_filter_t   filter;

    db = unit_opened(unit_path("large"));

    ngx_memzero(&filter, sizeof(filter));
    filter.tag_partial = unit_text("all");
    large(db, &filter, 70000, 0, 69999);
    held("70,000: a tag of all items");

    contentlib_db_close(db);
}


/* over its time, or cancelled, a search ends, and the connection lives on */

static void
test_deadline(void)
{
    ngx_atomic_t          cancelled;
    contentlib_db_t      *db;
    contentlib_set_t     *set;
    contentlib_filter_t   filter;

    db = unit_opened(unit_path("large"));

    ngx_memzero(&filter, sizeof(filter));
    filter.text = unit_text("seven 1");

    contentlib_db_deadline(db, 1);
    is_number(contentlib_filter_items(db, &filter, unit_pool(), &set),
              NGX_ERROR, "over time");
    is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_TIMEOUT,
              "over time: the failure");
    is_number(unit_busy(db), 0, "over time: no statement is busy");

    contentlib_db_clear_error(db);
    contentlib_db_deadline(db, UINT64_MAX);
    is_number(contentlib_filter_items(db, &filter, unit_pool(), &set),
              NGX_OK, "within its time");

    contentlib_db_deadline(db, 0);
    is_number(contentlib_filter_items(db, &filter, unit_pool(), &set),
              NGX_OK, "without an end");

    cancelled = 1;
    contentlib_db_cancel(db, &cancelled, NULL);
    is_number(contentlib_filter_items(db, &filter, unit_pool(), &set),
              NGX_ERROR, "cancelled");
    is_number(unit_busy(db), 0, "cancelled: no statement is busy");

    cancelled = 0;
    contentlib_db_clear_error(db);
    is_number(contentlib_filter_items(db, &filter, unit_pool(), &set),
              NGX_OK, "not cancelled");

    contentlib_db_close(db);
}


static void
create_slow(const char *path)
{
    sqlite3  *handle;

    handle = unit_library_begin(path);

    unit_sql(handle,
        "BEGIN;"
        "WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 19999) INSERT INTO item_text"
        " SELECT i, 'abcabcabca' FROM n;"
        "UPDATE item_text SET folded = 'a text of more than thirty bytes'"
        " WHERE position = 0;"
        "INSERT INTO tag SELECT position, 'tag-' || position, 0, '{}',"
        " unit_marks('{}') FROM item_text;"
        "INSERT INTO tag_text SELECT position, 'party' FROM tag;");

    unit_library_count(handle, "20000, 20000");
}


static void
nothing(contentlib_db_t *db, const contentlib_filter_t *filter,
    const char *name)
{
    contentlib_set_t  *set;

    is_number(contentlib_filter_items(db, filter, unit_pool(), &set), NGX_OK,
              "%s: done", name);
    is_number(contentlib_set_count(set), 0, "%s: nothing matches", name);
}


static void
test_nothing(void)
{
    contentlib_db_t      *db;
    contentlib_filter_t   filter;

    create_slow(unit_path("slow"));
    db = unit_opened(unit_path("slow"));

    ngx_memzero(&filter, sizeof(filter));
    filter.text = unit_text("qq");
    nothing(db, &filter, "two characters without a match");

    filter.text = unit_text("abcabcabcabcabcabcabcabcabcabc");
    nothing(db, &filter, "candidates that are none");

    ngx_memzero(&filter, sizeof(filter));
    filter.tag_partial = unit_text("q");
    nothing(db, &filter, "a scan of tags without a match");

    filter.tag_partial = unit_text("arty");
    nothing(db, &filter, "tags without items");

    contentlib_db_close(db);
}


int
main(void)
{
    test_large();
    test_all();
    test_deadline();
    test_nothing();

    return unit_done();
}
