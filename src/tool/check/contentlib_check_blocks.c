
/*
 * Copyright (C) contentlib authors
 *
 * Compares the blocks of a table with those that were made again from the
 * records, row by row.
 */


#include <tool/check/contentlib_check.h>

#include <tool/contentlib_blocks.h>


static ngx_uint_t contentlib_check_form(contentlib_check_t *check,
    const contentlib_check_blocks_t *blocks, sqlite3_stmt *row);
static ngx_uint_t contentlib_check_before(
    const contentlib_check_blocks_t *blocks, sqlite3_stmt *one,
    sqlite3_stmt *other);
static ngx_uint_t contentlib_check_equal(sqlite3_stmt *found,
    sqlite3_stmt *expected);
static void contentlib_check_differ(contentlib_check_t *check,
    const contentlib_check_blocks_t *blocks, sqlite3_stmt *row);
static const char *contentlib_check_key(sqlite3_stmt *row,
    char to[CONTENTLIB_QUOTE_SIZE]);


ngx_int_t
contentlib_check_blocks(contentlib_check_t *check,
    const contentlib_check_blocks_t *blocks, contentlib_sql_t *temporary)
{
    ngx_int_t      rc, rc_expected;
    sqlite3_stmt  *found, *expected;

    found = contentlib_blocks_select(&check->sql, blocks->table);
    expected = contentlib_blocks_select(temporary, blocks->table);

    for ( ;; ) {
        rc = contentlib_sql_step(&check->sql, found);
        rc_expected = contentlib_sql_step(temporary, expected);

        if (rc == NGX_ERROR || rc_expected == NGX_ERROR) {
            return NGX_ERROR;
        }

        if (rc == NGX_DONE && rc_expected == NGX_DONE) {
            return NGX_OK;
        }

        if (rc == NGX_OK && contentlib_check_form(check, blocks, found)) {
            break;
        }

        if (rc != rc_expected || !contentlib_check_equal(found, expected)) {

            /* the one that comes first has no counterpart, or another one */

            if (rc == NGX_DONE || (rc_expected == NGX_OK
                                   && contentlib_check_before(blocks, expected,
                                                              found)))
            {
                contentlib_check_differ(check, blocks, expected);

            } else {
                contentlib_check_differ(check, blocks, found);
            }

            break;
        }
    }

    (void) sqlite3_reset(found);
    (void) sqlite3_reset(expected);

    return NGX_OK;
}


/* 1 if the block cannot be what it should be, and this was told */

static ngx_uint_t
contentlib_check_form(contentlib_check_t *check,
    const contentlib_check_blocks_t *blocks, sqlite3_stmt *row)
{
    char         key[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t    items;
    const char  *fault;

    items = contentlib_sql_column(row, 2);
    fault = contentlib_blocks_fault(&items);

    if (fault == NULL) {
        return 0;
    }

    contentlib_check_fault(check, "\"%s\" has %s at %s%s%s, block %lld",
                           blocks->table, fault, blocks->before,
                           contentlib_check_key(row, key), blocks->after,
                           (long long) sqlite3_column_int64(row, 1));

    return 1;
}


static ngx_uint_t
contentlib_check_equal(sqlite3_stmt *found, sqlite3_stmt *expected)
{
    int        i;
    u_char     bitmap[CONTENTLIB_BLOCKS_BITMAP];
    ngx_str_t  one, other;

    /* numbers as texts */

    for (i = 0; i < 3; i++) {

        one = contentlib_sql_column(found, i);
        other = contentlib_sql_column(expected, i);

        if (i == 2) {
            contentlib_blocks_pack(&other, bitmap);
        }

        if (one.len != other.len
            || ngx_memcmp(one.data, other.data, one.len) != 0)
        {
            return 0;
        }
    }

    return 1;
}


static ngx_uint_t
contentlib_check_before(const contentlib_check_blocks_t *blocks,
    sqlite3_stmt *one, sqlite3_stmt *other)
{
    int        rc;
    int64_t    a, b;
    ngx_str_t  key, key_other;

    if (blocks->texts) {
        key = contentlib_sql_column(one, 0);
        key_other = contentlib_sql_column(other, 0);

        rc = ngx_memcmp(key.data, key_other.data,
                        ngx_min(key.len, key_other.len));
        rc = rc ? rc : (key.len > key_other.len) - (key.len < key_other.len);

    } else {
        a = sqlite3_column_int64(one, 0);
        b = sqlite3_column_int64(other, 0);
        rc = (a > b) - (a < b);
    }

    return rc < 0 || (rc == 0 && sqlite3_column_int64(one, 1)
                                 < sqlite3_column_int64(other, 1));
}


static void
contentlib_check_differ(contentlib_check_t *check,
    const contentlib_check_blocks_t *blocks, sqlite3_stmt *row)
{
    char  key[CONTENTLIB_QUOTE_SIZE];

    contentlib_check_fault(check, "\"%s\" does not match \"%s\" at "
                           "%s%s%s, block %lld", blocks->table, blocks->source,
                           blocks->before, contentlib_check_key(row, key),
                           blocks->after,
                           (long long) sqlite3_column_int64(row, 1));
}


static const char *
contentlib_check_key(sqlite3_stmt *row, char to[CONTENTLIB_QUOTE_SIZE])
{
    ngx_str_t  key;

    key = contentlib_sql_column(row, 0);

    return contentlib_message_quote(to, key.data, key.len);
}
