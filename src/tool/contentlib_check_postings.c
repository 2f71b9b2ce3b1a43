
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_check.h>

#include <tool/contentlib_postings.h>


static ngx_int_t contentlib_check_collect(contentlib_check_t *check,
    contentlib_postings_t *postings);
static ngx_int_t contentlib_check_blocks(contentlib_check_t *check,
    contentlib_sql_t *temporary);
static ngx_int_t contentlib_check_compare(contentlib_check_t *check,
    sqlite3_stmt *found, contentlib_sql_t *temporary, sqlite3_stmt *expected);
static ngx_uint_t contentlib_check_equal(sqlite3_stmt *one,
    sqlite3_stmt *other);
static ngx_int_t contentlib_check_counts(contentlib_check_t *check,
    contentlib_postings_t *postings);


/* collects the postings once more, and compares */

ngx_int_t
contentlib_check_postings(contentlib_check_t *check)
{
    ngx_int_t               rc;
    contentlib_sql_t        temporary;
    contentlib_postings_t  *postings;

    rc = contentlib_sql_open(&temporary, "", "temporary file", check->message);

    if (rc == NGX_OK) {
        rc = contentlib_sql_run(&temporary, "PRAGMA journal_mode = OFF;"
                                            "PRAGMA synchronous = OFF;"
                                            "BEGIN;");
    }

    postings = NULL;

    if (rc == NGX_OK) {
        postings = contentlib_postings_open(&temporary, check->meta->tags);
        rc = NGX_ERROR;
    }

    if (postings) {
        rc = contentlib_check_collect(check, postings);

        if (rc == NGX_OK) {
            rc = contentlib_check_blocks(check, &temporary);
        }

        if (rc == NGX_OK) {
            rc = contentlib_check_counts(check, postings);
        }

        contentlib_postings_close(postings);
    }

    (void) contentlib_sql_close(&temporary);

    return rc;
}


/* rows that refer to no tag are a fault that was found before */

static ngx_int_t
contentlib_check_collect(contentlib_check_t *check,
    contentlib_postings_t *postings)
{
    int64_t        tag;
    ngx_int_t      rc;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(&check->sql, "SELECT tag, item"
                                                 " FROM item_tag"
                                                 " ORDER BY item, place");

    while ((rc = contentlib_sql_step(&check->sql, select)) == NGX_OK) {

        tag = sqlite3_column_int64(select, 0);

        if (tag < 0 || (uint64_t) tag >= check->meta->tags) {
            continue;
        }

        if (contentlib_postings_add(postings, (uint64_t) tag,
                              (uint64_t) sqlite3_column_int64(select, 1))
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return rc == NGX_DONE ? contentlib_postings_end(postings) : NGX_ERROR;
}


static ngx_int_t
contentlib_check_blocks(contentlib_check_t *check,
    contentlib_sql_t *temporary)
{
    sqlite3_stmt  *found, *expected;

    found = contentlib_sql_prepare(&check->sql, "SELECT tag, block, items"
                                                " FROM tag_item"
                                                " ORDER BY tag, block");

    expected = contentlib_sql_prepare(temporary, "SELECT tag, block, items"
                                                 " FROM posting"
                                                 " ORDER BY tag, block");

    return contentlib_check_compare(check, found, temporary, expected);
}


static ngx_int_t
contentlib_check_compare(contentlib_check_t *check, sqlite3_stmt *found,
    contentlib_sql_t *temporary, sqlite3_stmt *expected)
{
    ngx_int_t      rc, rc_expected;
    sqlite3_stmt  *row;

    for ( ;; ) {
        rc = contentlib_sql_step(&check->sql, found);
        rc_expected = contentlib_sql_step(temporary, expected);

        if (rc == NGX_ERROR || rc_expected == NGX_ERROR) {
            return NGX_ERROR;
        }

        if (rc == NGX_DONE && rc_expected == NGX_DONE) {
            return NGX_OK;
        }

        if (rc == rc_expected && contentlib_check_equal(found, expected)) {
            continue;
        }

        row = (rc == NGX_OK) ? found : expected;

        contentlib_check_fault(check, "\"tag_item\" does not match "
                               "\"item_tag\" at tag %lld, block %lld",
                               (long long) sqlite3_column_int64(row, 0),
                               (long long) sqlite3_column_int64(row, 1));

        (void) sqlite3_reset(found);
        (void) sqlite3_reset(expected);

        return NGX_OK;
    }
}


static ngx_uint_t
contentlib_check_equal(sqlite3_stmt *one, sqlite3_stmt *other)
{
    ngx_str_t  items, expected;

    items = contentlib_sql_column(one, 2);
    expected = contentlib_sql_column(other, 2);

    return sqlite3_column_int64(one, 0) == sqlite3_column_int64(other, 0)
           && sqlite3_column_int64(one, 1) == sqlite3_column_int64(other, 1)
           && items.len == expected.len
           && ngx_memcmp(items.data, expected.data, items.len) == 0;
}


static ngx_int_t
contentlib_check_counts(contentlib_check_t *check,
    contentlib_postings_t *postings)
{
    int64_t        tag;
    ngx_int_t      rc;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(&check->sql, "SELECT position, items"
                                                 " FROM tag");

    while ((rc = contentlib_sql_step(&check->sql, select)) == NGX_OK) {

        tag = sqlite3_column_int64(select, 0);

        if (tag < 0 || (uint64_t) tag >= check->meta->tags
            || (uint64_t) sqlite3_column_int64(select, 1)
               == contentlib_postings_count(postings, (uint64_t) tag))
        {
            continue;
        }

        contentlib_check_fault(check, "\"tag\" does not count the items of "
                               "tag %lld", (long long) tag);
        (void) sqlite3_reset(select);

        return NGX_OK;
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}
