
/*
 * Copyright (C) contentlib authors
 */


#include <tool/check/contentlib_check.h>

#include <tool/write/contentlib_grams.h>


static ngx_int_t contentlib_check_tags(contentlib_check_t *check,
    contentlib_sql_t *temporary);
static ngx_int_t contentlib_check_counts(contentlib_check_t *check,
    contentlib_postings_t *postings);
static ngx_int_t contentlib_check_grams(contentlib_check_t *check,
    contentlib_sql_t *temporary);
static ngx_int_t contentlib_check_collect_grams(contentlib_check_t *check,
    contentlib_grams_t *grams);


/* collects the postings once more, and compares */

ngx_int_t
contentlib_check_postings(contentlib_check_t *check)
{
    ngx_int_t         rc;
    contentlib_sql_t  temporary;

    rc = contentlib_sql_open(&temporary, "", "temporary file", check->message);

    if (rc == NGX_OK) {
        rc = contentlib_sql_run(&temporary, "PRAGMA journal_mode = OFF;"
                                            "PRAGMA synchronous = OFF;"
                                            "BEGIN;");
    }

    if (rc == NGX_OK) {
        rc = contentlib_check_tags(check, &temporary);
    }

    if (rc == NGX_OK) {
        rc = contentlib_check_grams(check, &temporary);
    }

    (void) contentlib_sql_close(&temporary);

    return rc;
}


static ngx_int_t
contentlib_check_tags(contentlib_check_t *check, contentlib_sql_t *temporary)
{
    ngx_int_t               rc;
    contentlib_postings_t  *postings;

    static const contentlib_check_blocks_t  blocks = {
        CONTENTLIB_POSTINGS_TABLE, "item", "tag ", "", 0
    };

    postings = contentlib_postings_open(temporary, check->meta->tags);

    if (postings == NULL) {
        return NGX_ERROR;
    }

    rc = contentlib_check_records(check, postings);

    if (rc == NGX_OK) {
        rc = contentlib_postings_end(postings);
    }

    if (rc == NGX_OK && check->sound) {
        rc = contentlib_check_blocks(check, &blocks, temporary);
    }

    if (rc == NGX_OK && check->sound) {
        rc = contentlib_check_counts(check, postings);
    }

    contentlib_postings_close(postings);

    return rc;
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


static ngx_int_t
contentlib_check_grams(contentlib_check_t *check, contentlib_sql_t *temporary)
{
    ngx_int_t            rc;
    contentlib_grams_t  *grams;

    static const contentlib_check_blocks_t  blocks = {
        CONTENTLIB_GRAMS_TABLE, "item_text", "\"", "\"", 1
    };

    grams = contentlib_grams_open(temporary);

    if (grams == NULL) {
        return NGX_ERROR;
    }

    rc = contentlib_check_collect_grams(check, grams);

    if (rc == NGX_OK) {
        rc = contentlib_check_blocks(check, &blocks, temporary);
    }

    contentlib_grams_close(grams);

    return rc;
}


static ngx_int_t
contentlib_check_collect_grams(contentlib_check_t *check,
    contentlib_grams_t *grams)
{
    ngx_int_t      rc;
    ngx_str_t      folded;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(&check->sql, "SELECT position, folded"
                                                 " FROM item_text"
                                                 " ORDER BY position");

    while ((rc = contentlib_sql_step(&check->sql, select)) == NGX_OK) {

        folded = contentlib_sql_column(select, 1);

        if (contentlib_grams_add(grams, &folded,
                              (uint64_t) sqlite3_column_int64(select, 0))
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return rc == NGX_DONE ? contentlib_grams_end(grams) : NGX_ERROR;
}
