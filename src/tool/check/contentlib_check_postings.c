
/*
 * Copyright (C) contentlib authors
 *
 * Makes the indexes of tags, words and short strings again in a temporary
 * database, and compares them.
 */


#include <tool/check/contentlib_check.h>

#include <tool/write/contentlib_grams.h>
#include <tool/write/contentlib_words.h>


static ngx_int_t contentlib_check_lists(contentlib_check_t *check,
    contentlib_sql_t *temporary);
static ngx_int_t contentlib_check_collected(contentlib_check_t *check,
    contentlib_sql_t *temporary, const contentlib_check_lists_t *lists);
static ngx_int_t contentlib_check_counts(contentlib_check_t *check,
    contentlib_postings_t *postings);
static ngx_int_t contentlib_check_texts(contentlib_check_t *check,
    contentlib_sql_t *temporary);
static ngx_int_t contentlib_check_collect(contentlib_check_t *check,
    contentlib_grams_t *grams, contentlib_words_t *words);
static ngx_int_t contentlib_check_words(contentlib_check_t *check,
    contentlib_sql_t *temporary);
static ngx_uint_t contentlib_check_same_word(sqlite3_stmt *found,
    sqlite3_stmt *expected);


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
        rc = contentlib_check_lists(check, &temporary);
    }

    if (rc == NGX_OK) {
        rc = contentlib_check_texts(check, &temporary);
    }

    (void) contentlib_sql_close(&temporary);

    return rc;
}


static ngx_int_t
contentlib_check_lists(contentlib_check_t *check, contentlib_sql_t *temporary)
{
    ngx_int_t                 rc;
    contentlib_check_lists_t  lists;

    rc = NGX_ERROR;

    lists.tags = contentlib_postings_open(temporary, CONTENTLIB_POSTINGS_TAGS,
                                          check->meta->tags);
    lists.types = contentlib_postings_open(temporary,
                                           CONTENTLIB_POSTINGS_TYPES,
                                           CONTENTLIB_POSTINGS_TYPES_MAX);
    lists.terms = contentlib_terms_open(temporary);

    if (lists.tags && lists.types && lists.terms) {
        rc = contentlib_check_collected(check, temporary, &lists);
    }

    if (lists.terms) {
        contentlib_terms_close(lists.terms);
    }

    if (lists.types) {
        contentlib_postings_close(lists.types);
    }

    if (lists.tags) {
        contentlib_postings_close(lists.tags);
    }

    return rc;
}


static ngx_int_t
contentlib_check_collected(contentlib_check_t *check,
    contentlib_sql_t *temporary, const contentlib_check_lists_t *lists)
{
    size_t  i;

    static const contentlib_check_blocks_t  blocks[] = {
        { CONTENTLIB_POSTINGS_TAGS, "item", "tag ", "", 0 },
        { CONTENTLIB_POSTINGS_TYPES, "item", "content type ", "", 0 },
        { CONTENTLIB_TERMS_TABLE, "item", "\"", "\"", 1 }
    };

    if (contentlib_check_records(check, lists) != NGX_OK
        || contentlib_postings_end(lists->tags) != NGX_OK
        || contentlib_postings_end(lists->types) != NGX_OK
        || contentlib_terms_end(lists->terms) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (!check->sound) {
        return NGX_OK;
    }

    for (i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        if (contentlib_check_blocks(check, &blocks[i], temporary) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return contentlib_check_counts(check, lists->tags);
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
contentlib_check_texts(contentlib_check_t *check, contentlib_sql_t *temporary)
{
    ngx_int_t            rc;
    contentlib_grams_t  *grams;
    contentlib_words_t  *words;

    static const contentlib_check_blocks_t  blocks = {
        CONTENTLIB_GRAMS_TABLE, "item_text", "\"", "\"", 1
    };

    rc = NGX_ERROR;

    grams = contentlib_grams_open(temporary);
    words = contentlib_words_open(temporary);

    if (grams && words) {
        rc = contentlib_check_collect(check, grams, words);
    }

    if (rc == NGX_OK) {
        rc = contentlib_check_blocks(check, &blocks, temporary);
    }

    if (rc == NGX_OK) {
        rc = contentlib_check_words(check, temporary);
    }

    if (words) {
        contentlib_words_close(words);
    }

    if (grams) {
        contentlib_grams_close(grams);
    }

    return rc;
}


static ngx_int_t
contentlib_check_collect(contentlib_check_t *check, contentlib_grams_t *grams,
    contentlib_words_t *words)
{
    uint64_t       position;
    ngx_int_t      rc;
    ngx_str_t      folded;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(&check->sql, "SELECT position, folded"
                                                 " FROM item_text"
                                                 " ORDER BY position");

    while ((rc = contentlib_sql_step(&check->sql, select)) == NGX_OK) {

        position = (uint64_t) sqlite3_column_int64(select, 0);
        folded = contentlib_sql_column(select, 1);

        if (contentlib_grams_add(grams, &folded, position) != NGX_OK
            || contentlib_words_add(words, &folded, position) != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    if (rc != NGX_DONE
        || contentlib_grams_add_frequent(grams, &check->sql) != NGX_OK
        || contentlib_grams_end(grams) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_words_end(words);
}


/* the blocks are those of the words if these are the right ones */

static ngx_int_t
contentlib_check_words(contentlib_check_t *check, contentlib_sql_t *temporary)
{
    int64_t        n;
    ngx_int_t      rc, rc_expected;
    sqlite3_stmt  *found, *expected;

    static const contentlib_check_blocks_t  blocks = {
        CONTENTLIB_WORDS_TABLE, "item_text", "word ", "", 0
    };

    found = contentlib_words_select(&check->sql);
    expected = contentlib_words_select(temporary);

    for (n = 0; /* void */ ; n++) {
        rc = contentlib_sql_step(&check->sql, found);
        rc_expected = contentlib_sql_step(temporary, expected);

        if (rc == NGX_ERROR || rc_expected == NGX_ERROR) {
            return NGX_ERROR;
        }

        if (rc == NGX_DONE && rc_expected == NGX_DONE) {
            return contentlib_check_blocks(check, &blocks, temporary);
        }

        if (rc != rc_expected || !contentlib_check_same_word(found, expected))
        {
            break;
        }
    }

    contentlib_check_fault(check, "\"word\" does not match \"item_text\" at "
                           "%lld", (long long) n);

    (void) sqlite3_reset(found);
    (void) sqlite3_reset(expected);

    return NGX_OK;
}


static ngx_uint_t
contentlib_check_same_word(sqlite3_stmt *found, sqlite3_stmt *expected)
{
    int        i;
    ngx_str_t  one, other;

    /* numbers as texts, and NULL as an empty one */

    for (i = 0; i < 3; i++) {

        one = contentlib_sql_column(found, i);
        other = contentlib_sql_column(expected, i);

        if (one.len != other.len
            || ngx_memcmp(one.data, other.data, one.len) != 0)
        {
            return 0;
        }
    }

    return 1;
}
