
/*
 * Copyright (C) contentlib authors
 *
 * Records by position: pages of the lists, single ones, and those that are
 * missing.
 */


#include <unit_library.h>
#include <library/contentlib_records.h>


#define ITEMS   600
#define ROUNDS  2000
#define MOST    120


/* what is expected of the handler's calls */

typedef struct {
    contentlib_list_e   list;
    const uint64_t     *positions;
    ngx_uint_t          n;                  /* calls */
    ngx_uint_t          stop;               /* the call that is an error */
} reading_t;


static const char *const  names[] = { "item", "tag", "collection" };


/* "item 7", and as many marks as its number in bytes; every so many large */

static void
make_library(const char *name, const char *sql)
{
    sqlite3  *handle;

    handle = unit_library_begin(unit_path(name));

    unit_sql(handle,
        "BEGIN; CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (VALUES (0)"
        " UNION ALL SELECT i + 1 FROM n WHERE i < 599)"
        " SELECT i, iif(i % 50 = 0, printf('%*s', 40000, ''), '') AS pad"
        " FROM n;"
        "INSERT INTO item SELECT i, 10 * i + 1, 'item ' || i || pad,"
        " zeroblob(i) FROM n;"
        "INSERT INTO tag SELECT i, 'tag-' || i, 0, 'tag ' || i || pad,"
        " zeroblob(i) FROM n;"
        "INSERT INTO collection SELECT i, 'collection-' || i, 0,"
        " 'collection ' || i || pad, zeroblob(i) FROM n;"
        "INSERT INTO meta VALUES (0, 4, '" UNIT_DIGEST "', 0, '', 600, 600,"
        " 600, 1, 1); COMMIT;");
    unit_sql(handle, sql);
    unit_library_end(handle);
}


static ngx_int_t
take(void *data, const ngx_str_t *record, const ngx_str_t *marks)
{
    size_t      i, len;
    char        expected[64];
    uint64_t    position;
    reading_t  *reading = data;

    position = reading->positions[reading->n++];
    len = (size_t) snprintf(expected, sizeof(expected), "%s %llu",
                            names[reading->list],
                            (unsigned long long) position);

    hold(record->len == len + (position % 50 == 0 ? 40000 : 0)
         && memcmp(record->data, expected, len) == 0, "a record instead of %s",
         expected);
    hold(marks->len == position, "other marks than those of %s", expected);

    for (i = 0; i < marks->len; i++) {
        hold(marks->data[i] == 0, "mark %lu", (unsigned long) i);
    }

    return reading->n == reading->stop ? NGX_ERROR : NGX_OK;
}


static ngx_int_t
read_records(contentlib_db_t *db, contentlib_list_e list,
    const uint64_t *positions, ngx_uint_t n, ngx_uint_t stop,
    ngx_uint_t *calls)
{
    ngx_int_t  rc;
    reading_t  reading;

    reading.list = list;
    reading.positions = positions;
    reading.n = 0;
    reading.stop = stop;

    rc = contentlib_records_read(db, list, positions, n, take, &reading);

    *calls = reading.n;
    hold(unit_busy(db) == 0, "a statement is busy");

    return rc;
}


static void
test_ranges(contentlib_db_t *db, contentlib_list_e list)
{
    uint64_t    first, positions[ITEMS];
    ngx_uint_t  i, n, calls, round;

    for (round = 0; round < ROUNDS; round++) {
        n = (round % 100 == 0) ? ITEMS : 1 + unit_random(MOST);
        first = unit_random(ITEMS - n + 1);

        for (i = 0; i < n; i++) {
            positions[i] = (list == CONTENTLIB_LIST_ITEMS)
                           ? first + n - 1 - i : first + i;
        }

        hold(read_records(db, list, positions, n, 0, &calls) == NGX_OK
             && calls == n, "%lu from %lu on", (unsigned long) n,
             (unsigned long) first);
    }

    held("%s: ranges in the order of the list", names[list]);
}


/* any order, with runs of neighbours in both directions */

static void
test_scattered(contentlib_db_t *db, contentlib_list_e list)
{
    uint64_t    position, positions[MOST];
    ngx_uint_t  i, n, calls, round;

    for (round = 0; round < ROUNDS; round++) {
        n = 1 + unit_random(MOST);
        position = unit_random(ITEMS);

        for (i = 0; i < n; i++) {
            positions[i] = position;

            switch (unit_random(4)) {

            case 0:
                position = unit_random(ITEMS);
                break;

            case 1:
                position = (position + 1) % ITEMS;
                break;

            default:
                position = (position + ITEMS - 1) % ITEMS;
            }
        }

        hold(read_records(db, list, positions, n, 0, &calls) == NGX_OK
             && calls == n, "%lu of %lu", (unsigned long) calls,
             (unsigned long) n);
    }

    held("%s: in any order", names[list]);

    is_number(read_records(db, list, positions, 0, 0, &calls), NGX_OK,
              "%s: none at all", names[list]);
    is_number(calls, 0, "%s: no call for none", names[list]);
}


static void
test_stop(contentlib_db_t *db)
{
    uint64_t    positions[MOST];
    ngx_uint_t  i, calls;

    for (i = 0; i < MOST; i++) {
        positions[i] = 2 * i + i % 2;
    }

    is_number(read_records(db, CONTENTLIB_LIST_TAGS, positions, MOST, 7,
                           &calls), NGX_ERROR, "the handler ends it");
    is_number(calls, 7, "it is not called again");
    is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_NO_ERROR,
              "which is no error of the file");
    held("each call has its record");
}


static void
find_item(contentlib_db_t *db, int64_t id, ngx_int_t expected,
    uint64_t position, ngx_uint_t stop)
{
    reading_t  reading = { CONTENTLIB_LIST_ITEMS, &position, 0, stop };

    is_number(contentlib_records_read_item(db, id, take, &reading), expected,
              "item %lld", (long long) id);
    is_number(reading.n, expected != NGX_DECLINED, "item %lld: calls",
              (long long) id);
    hold(unit_busy(db) == 0, "a statement is busy");
}


static void
find(contentlib_db_t *db, contentlib_list_e list, const char *slug,
    ngx_int_t expected, uint64_t position)
{
    ngx_str_t  text;
    reading_t  reading = { list, &position, 0, 0 };

    text = unit_text(slug);

    is_number(contentlib_records_read_slug(db, list, &text, take, &reading),
              expected, "%s \"%s\"", names[list], slug);
    is_number(reading.n, expected == NGX_OK, "%s \"%s\": calls", names[list],
              slug);
    hold(unit_busy(db) == 0, "a statement is busy");
}


static void
test_find(contentlib_db_t *db)
{
    contentlib_list_e  list;

    for (list = CONTENTLIB_LIST_ITEMS; list < CONTENTLIB_LISTS; list++) {
        is_number(contentlib_records_count(db, list), ITEMS, "%s: count",
                  names[list]);
    }

    find_item(db, 1, NGX_OK, 0, 0);
    find_item(db, 5991, NGX_OK, 599, 0);
    find_item(db, 501, NGX_ERROR, 50, 1);
    find_item(db, 2, NGX_DECLINED, 0, 0);
    find_item(db, INT64_MAX, NGX_DECLINED, 0, 0);
    find_item(db, INT64_MIN, NGX_DECLINED, 0, 0);

    find(db, CONTENTLIB_LIST_TAGS, "tag-17", NGX_OK, 17);
    find(db, CONTENTLIB_LIST_TAGS, "tag-600", NGX_DECLINED, 0);
    find(db, CONTENTLIB_LIST_TAGS, "collection-17", NGX_DECLINED, 0);
    find(db, CONTENTLIB_LIST_COLLECTIONS, "collection-599", NGX_OK, 599);
    find(db, CONTENTLIB_LIST_COLLECTIONS, "tag-17", NGX_DECLINED, 0);

    held("each has its record");
    is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_NO_ERROR,
              "what is absent is no error");
}


static void
missing(contentlib_db_t *db, contentlib_list_e list, uint64_t from,
    uint64_t to, ngx_uint_t expected)
{
    uint64_t    positions[ITEMS];
    ngx_str_t   text;
    ngx_uint_t  n, calls;

    for (n = 0; /* void */ ; n++) {
        positions[n] = from;

        if (from == to) {
            break;
        }

        from += (from < to) ? 1 : (uint64_t) -1;
    }

    is_number(read_records(db, list, positions, n + 1, 0, &calls), NGX_ERROR,
              "%s %llu to %llu", names[list],
              (unsigned long long) positions[0], (unsigned long long) to);
    is_number(calls, expected, "%s: the records before it", names[list]);
    is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_UNREADABLE,
              "%s: a corrupt file", names[list]);

    text = unit_text(contentlib_db_error(db)->text);
    is_string(&text, "a record is missing", "%s: the reason", names[list]);

    contentlib_db_clear_error(db);
}


static void
test_missing(void)
{
    contentlib_db_t  *db;

    make_library("missing", "DELETE FROM item WHERE position = 100;"
                            "DELETE FROM tag WHERE position = 100;"
                            "DELETE FROM collection WHERE position = 100;");
    db = unit_opened(unit_path("missing"));

    missing(db, CONTENTLIB_LIST_ITEMS, 110, 90, 10);
    missing(db, CONTENTLIB_LIST_ITEMS, 100, 100, 0);
    missing(db, CONTENTLIB_LIST_ITEMS, 599, 600, 1);
    missing(db, CONTENTLIB_LIST_TAGS, 90, 110, 10);
    missing(db, CONTENTLIB_LIST_TAGS, 100, 101, 0);
    missing(db, CONTENTLIB_LIST_TAGS, 598, 601, 2);
    missing(db, CONTENTLIB_LIST_COLLECTIONS, 99, 100, 1);
    missing(db, CONTENTLIB_LIST_COLLECTIONS, UINT64_MAX, UINT64_MAX, 0);
    missing(db, CONTENTLIB_LIST_ITEMS, UINT64_MAX, UINT64_MAX, 0);

    contentlib_db_close(db);
    held("the others are read");
}


int
main(void)
{
    contentlib_db_t    *db;
    contentlib_list_e   list;

    make_library("library", "");
    db = unit_opened(unit_path("library"));

    for (list = CONTENTLIB_LIST_ITEMS; list < CONTENTLIB_LISTS; list++) {
        test_ranges(db, list);
        test_scattered(db, list);
    }

    test_stop(db);
    test_find(db);
    contentlib_db_close(db);

    test_missing();

    return unit_done();
}
