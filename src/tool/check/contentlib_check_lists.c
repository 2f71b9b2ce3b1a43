
/*
 * Copyright (C) contentlib authors
 *
 * Collects the lists of items again, as the importer does, and compares the
 * tables with them.
 */


#include <tool/check/contentlib_check.h>

#include <tool/write/contentlib_grams.h>
#include <tool/write/contentlib_words.h>


#define CONTENTLIB_CHECK_LISTS_TEXT  2048   /* of a statement */


/* a table of lists, and what it is made of; the rest is for messages */

typedef struct {
    const char               *table;
    const char               *source;
    const char               *before;       /* around the key */
    const char               *after;
} contentlib_check_table_lists_t;


static ngx_int_t contentlib_check_collect(contentlib_check_t *check,
    contentlib_check_lists_t *lists);
static ngx_int_t contentlib_check_texts(contentlib_check_t *check,
    contentlib_collector_t *grams, contentlib_collector_t *words);
static ngx_int_t contentlib_check_compare(contentlib_check_t *check,
    const contentlib_check_table_lists_t *lists,
    contentlib_collector_t *collector);
static ngx_int_t contentlib_check_names(contentlib_check_t *check,
    const contentlib_check_table_lists_t *lists);
static ngx_int_t contentlib_check_compare_blocks(contentlib_check_t *check,
    const contentlib_check_table_lists_t *lists);
static ngx_int_t contentlib_check_compare_words(contentlib_check_t *check);


/* the first row that differs, of a table and of what it should be */

static const char  contentlib_check_lists_format[] =
    "WITH found (key, block, items) AS NOT MATERIALIZED"
    " (SELECT * FROM main.%1$s)"
    " SELECT key, coalesce('\"%1$s\" has ' || fault,"
    " '\"%1$s\" does not match \"%2$s\"') || ' at %3$s',"
    " '%4$s, block ' || block"
    " FROM (SELECT key, block, block_fault(items) AS fault FROM found AS f"
    " WHERE items IS NOT (SELECT e.items FROM temp.expected AS e"
    " WHERE e.key = f.key AND e.block = f.block)"
    " UNION ALL SELECT key, block, NULL FROM temp.expected AS e"
    " WHERE NOT EXISTS (SELECT 1 FROM found AS f"
    " WHERE f.key = e.key AND f.block = e.block) ORDER BY 1, 2 LIMIT 1)";


static const contentlib_check_table_lists_t  contentlib_check_tag_lists = {
    CONTENTLIB_COLLECTOR_TAGS, "item", "tag ", ""
};


static const contentlib_check_query_t  contentlib_check_counts = {
    "\"tag\" does not count the items of tag ", "",
    "SELECT position FROM tag WHERE items <> (SELECT"
    " coalesce(sum(block_count(items)), 0) FROM temp.expected"
    " WHERE key = position)"
};


static const contentlib_check_table_lists_t  contentlib_check_tag_gram_lists = {
    CONTENTLIB_COLLECTOR_TAG_GRAMS, "tag_text", "\"", "\""
};


static const contentlib_check_table_lists_t  contentlib_check_name_lists = {
    CONTENTLIB_COLLECTOR_TAG_NAMES, "tag_text", "\"", "\""
};


static const contentlib_check_table_lists_t
    contentlib_check_suggestion_lists = {
    CONTENTLIB_COLLECTOR_SUGGESTIONS, "suggestion", "\"", "\""
};


static const contentlib_check_table_lists_t  contentlib_check_type_lists = {
    CONTENTLIB_COLLECTOR_TYPES, "item", "content type ", ""
};


static const contentlib_check_table_lists_t  contentlib_check_term_lists = {
    CONTENTLIB_COLLECTOR_TERMS, "item", "\"", "\""
};


static const contentlib_check_table_lists_t  contentlib_check_gram_lists = {
    CONTENTLIB_COLLECTOR_GRAMS, "item_text", "\"", "\""
};


static const contentlib_check_table_lists_t  contentlib_check_word_lists = {
    CONTENTLIB_COLLECTOR_WORDS, "item_text", "word ", ""
};


/*
 * No other table has what these lists are made of, but the digest covers them;
 * so they must be sound in themselves.
 */

static const contentlib_check_query_t  contentlib_check_members = {
    "\"" CONTENTLIB_COLLECTOR_COLLECTIONS "\" has ", "",
    "SELECT fault, '', ' at collection ' || collection || ', block ' || block"
    " FROM (SELECT collection, block,"
    " CASE WHEN collection NOT BETWEEN 0 AND (SELECT collections - 1 FROM meta)"
    " THEN 'items of no collection'"
    " ELSE coalesce(block_fault(items), CASE WHEN block < 0 OR block * "
    ngx_value(CONTENTLIB_SET_BLOCK) " + block_last(items)"
    " >= (SELECT items FROM meta) THEN 'a position of no item' END)"
    " END AS fault FROM " CONTENTLIB_COLLECTOR_COLLECTIONS ")"
    " WHERE fault IS NOT NULL ORDER BY collection, block LIMIT 1"
};


ngx_int_t
contentlib_check_lists(contentlib_check_t *check)
{
    ngx_int_t                 rc;
    contentlib_sql_t         *sql;
    contentlib_check_lists_t  lists;

    sql = &check->sql;

    if (contentlib_collector_prepare(sql) != NGX_OK
        || contentlib_sql_run(sql, "BEGIN;"
                              "CREATE TABLE temp.expected (key, block, items,"
                              " PRIMARY KEY (key, block)) WITHOUT ROWID")
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    ngx_memzero(&lists, sizeof(contentlib_check_lists_t));
    rc = NGX_OK;

    if (contentlib_terms_open(&lists.terms, sql) != NGX_OK
        || contentlib_tag_grams_open(&lists.tag_grams, sql, sql,
                                     "SELECT folded FROM tag_text"
                                     " WHERE position = ?1",
                                     check->meta->tags)
           != NGX_OK)
    {
        rc = NGX_ERROR;
    }

    lists.tags = contentlib_collector_open(sql, CONTENTLIB_COLLECTOR_TAGS, 1);
    lists.types = contentlib_collector_open(sql, CONTENTLIB_COLLECTOR_TYPES,
                                            1);
    lists.grams = contentlib_collector_open(sql, CONTENTLIB_COLLECTOR_GRAMS,
                                            0);
    lists.words = contentlib_collector_open(sql, CONTENTLIB_COLLECTOR_WORDS,
                                            0);

    if (lists.tags == NULL || lists.types == NULL || lists.grams == NULL
        || lists.words == NULL)
    {
        rc = NGX_ERROR;
    }

    if (rc == NGX_OK) {
        rc = contentlib_check_collect(check, &lists);
    }

    contentlib_collector_close(lists.words);
    contentlib_collector_close(lists.grams);
    contentlib_collector_close(lists.types);
    contentlib_collector_close(lists.tags);
    contentlib_tag_grams_close(&lists.tag_grams);
    contentlib_terms_close(&lists.terms);

    return rc;
}


static ngx_int_t
contentlib_check_collect(contentlib_check_t *check,
    contentlib_check_lists_t *lists)
{
    if (contentlib_check_records(check, lists) != NGX_OK) {
        return NGX_ERROR;
    }

    if (check->sound
        && (contentlib_check_compare(check, &contentlib_check_tag_lists,
                                     lists->tags)
            != NGX_OK
            || contentlib_check_query(check, &contentlib_check_counts)
               != NGX_OK
            || contentlib_terms_end(&lists->terms, "temp.expected") != NGX_OK
            || contentlib_check_compare(check, &contentlib_check_tag_gram_lists,
                                        lists->tag_grams.collector)
               != NGX_OK
            || contentlib_check_compare(check, &contentlib_check_type_lists,
                                        lists->types)
               != NGX_OK
            || contentlib_check_compare(check, &contentlib_check_term_lists,
                                        lists->terms.collector)
               != NGX_OK))
    {
        return NGX_ERROR;
    }

    if (contentlib_check_texts(check, lists->grams, lists->words) != NGX_OK
        || contentlib_check_compare(check, &contentlib_check_gram_lists,
                                    lists->grams)
           != NGX_OK
        || contentlib_check_compare_words(check) != NGX_OK
        || contentlib_check_names(check, &contentlib_check_name_lists)
           != NGX_OK
        || contentlib_check_names(check, &contentlib_check_suggestion_lists)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_check_query(check, &contentlib_check_members);
}


static ngx_int_t
contentlib_check_texts(contentlib_check_t *check,
    contentlib_collector_t *grams, contentlib_collector_t *words)
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

        if (contentlib_grams_add(grams, CONTENTLIB_GRAMS_ITEMS, &folded,
                                 position)
            != NGX_OK
            || contentlib_words_add(words, &folded, position) != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    if (rc != NGX_DONE
        || contentlib_grams_add_frequent(grams, &check->sql) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_words_end(words, &check->sql);
}


static ngx_int_t
contentlib_check_compare(contentlib_check_t *check,
    const contentlib_check_table_lists_t *lists,
    contentlib_collector_t *collector)
{
    (void) contentlib_sql_run(&check->sql, "DELETE FROM temp.expected");

    return contentlib_collector_write(collector, "temp.expected") == NGX_OK
           ? contentlib_check_compare_blocks(check, lists) : NGX_ERROR;
}


static ngx_int_t
contentlib_check_names(contentlib_check_t *check,
    const contentlib_check_table_lists_t *lists)
{
    (void) contentlib_sql_run(&check->sql, "DELETE FROM temp.expected");

    return contentlib_grams_names(&check->sql, lists->source, lists->table,
                                  "temp.expected")
           == NGX_OK
           ? contentlib_check_compare_blocks(check, lists) : NGX_ERROR;
}


static ngx_int_t
contentlib_check_compare_blocks(contentlib_check_t *check,
    const contentlib_check_table_lists_t *lists)
{
    char                      text[CONTENTLIB_CHECK_LISTS_TEXT];
    contentlib_check_query_t  query = { "", "", text };

    (void) snprintf(text, sizeof(text), contentlib_check_lists_format,
                    lists->table, lists->source, lists->before, lists->after);

    return contentlib_check_query(check, &query);
}


/* the blocks are those of the words if these are the right ones */

static ngx_int_t
contentlib_check_compare_words(contentlib_check_t *check)
{
    ngx_uint_t  faults;

    static const contentlib_check_query_t  query = {
        "\"word\" does not match \"item_text\" at ", "",
        "SELECT position FROM word AS f WHERE NOT EXISTS"
        " (SELECT 1 FROM temp.word_list AS e WHERE e.position = f.position"
        " AND e.items IS f.items AND e.folded = f.folded)"
        " UNION ALL SELECT position FROM temp.word_list"
        " WHERE position NOT IN (SELECT position FROM word)"
        " ORDER BY 1 LIMIT 1"
    };

    (void) contentlib_sql_run(&check->sql, "CREATE TABLE temp.word_list"
                              " (position INTEGER PRIMARY KEY, items, folded);"
                              "INSERT INTO temp.word_list "
                              CONTENTLIB_WORDS_SELECT);

    faults = check->faults;

    if (contentlib_check_query(check, &query) != NGX_OK) {
        return NGX_ERROR;
    }

    if (check->faults > faults) {
        return NGX_OK;
    }

    (void) contentlib_sql_run(&check->sql, "DELETE FROM temp.expected;"
                              "INSERT INTO temp.expected "
                              contentlib_words_blocks("temp.word_list"));

    return contentlib_check_compare_blocks(check, &contentlib_check_word_lists);
}
