
/*
 * Copyright (C) contentlib authors
 *
 * Runs queries that find rows which contradict other tables.
 */


#include <tool/check/contentlib_check.h>

#include <tool/write/contentlib_words.h>


/* rows are numbered from 0 without gaps, as many as "meta" says */

#define contentlib_check_dense(table, number)                                 \
    { "\"" table "\" has ", " rows, but \"meta\" has another number, or a"    \
      " position is missing",                                                 \
      "SELECT count(*) FROM " table " HAVING count(*) <> (SELECT " number     \
      " FROM meta) OR coalesce(min(position), 0) <> 0"                        \
      " OR coalesce(max(position), -1) <> count(*) - 1" }

#define contentlib_check_folded(table, texts, field)                          \
    { "\"" texts "\" at ", " is not the text of \"" table "\"",               \
      "SELECT a.position FROM " table " AS a JOIN " texts " AS b"             \
      " ON b.position = a.position WHERE b.folded"                            \
      " <> fold(json_extract(a.record, '$." field "'))" }

#define contentlib_check_longest(texts, column)                               \
    { "\"" column "\" of \"meta\" is not ", "",                               \
      "SELECT coalesce(max(length(CAST(folded AS BLOB))), 0) AS n FROM "      \
      texts " HAVING n <> (SELECT " column " FROM meta)" }


/* SQLite checks what the index has, not that it leads there */

#define contentlib_check_found(index)                                         \
    { "the index \"" index "\" does not find \"", "\"",                      \
      "SELECT term FROM " index "_terms WHERE doc <> (SELECT count(*) FROM "  \
      index " WHERE " index " MATCH '\"' || replace(term, '\"', '\"\"')"       \
      " || '\"')" }

#define contentlib_check_terms(index)                                         \
    "CREATE VIRTUAL TABLE temp." index "_terms"                               \
    " USING fts5vocab (main, " index ", row);"


static const contentlib_check_query_t  contentlib_check_queries[] = {

    { "\"meta\" has ", " rows",
      "SELECT count(*) FROM meta HAVING count(*) > 1" },

    contentlib_check_dense("item", "items"),
    contentlib_check_dense("item_text", "items"),
    contentlib_check_dense("tag", "tags"),
    contentlib_check_dense("tag_text", "tags"),
    contentlib_check_dense("tag_order", "tags"),
    contentlib_check_dense("suggestion", "tags"),
    contentlib_check_dense("collection", "collections"),

    { "item ", " is not in the order of identifiers",
      "SELECT id FROM (SELECT id, lag(id) OVER (ORDER BY position) AS before"
      " FROM item) WHERE before >= id" },

    contentlib_check_folded("item", "item_text", "alt_text"),
    contentlib_check_folded("tag", "tag_text", "name"),

    contentlib_check_longest("item_text", "longest_alt_text"),
    contentlib_check_longest("tag_text", "longest_tag_name"),

    { "\"collection\" at ", " has the position of another preview",
      "SELECT c.position FROM collection AS c LEFT JOIN item AS i"
      " ON i.position = c.preview"
      " WHERE i.id IS NOT json_extract(c.record, '$.preview_image.id')" },

    { "\"tag_order\" at ", " does not match \"tag\"",
      "SELECT position FROM (SELECT t.position, o.by_name, o.by_items,"
      " row_number() OVER (ORDER BY x.folded, t.slug) - 1 AS name,"
      " row_number() OVER (ORDER BY t.items DESC, t.position) - 1 AS items"
      " FROM tag AS t JOIN tag_text AS x ON x.position = t.position"
      " LEFT JOIN tag_order AS o ON o.position = t.position)"
      " WHERE by_name <> name OR by_items <> items" },

    { "\"suggestion\" at ", " does not match \"tag\"",
      "SELECT s.position FROM suggestion AS s JOIN (SELECT position, record,"
      " row_number() OVER (ORDER BY items DESC, position) - 1 AS rank"
      " FROM tag) AS t ON t.rank = s.position"
      " JOIN tag_text AS x ON x.position = t.position"
      " WHERE s.name <> json_extract(t.record, '$.name')"
      " OR s.folded <> x.folded" },
    { "\"collection_text\" at ", " does not match \"collection\"",
      "SELECT c.position FROM collection AS c"
      " LEFT JOIN collection_text AS x ON x.position = c.position"
      " WHERE json_extract(c.record, '$.display_in_library')"
      " <> (x.position IS NOT NULL)"
      " OR x.name <> json_extract(c.record, '$.name')"
      " OR x.folded <> fold(x.name)"
      " UNION ALL SELECT position FROM collection_text"
      " WHERE position NOT IN (SELECT position FROM collection)" },

    { "\"word_gram\" does not match \"word_search\" at \"", "\"",
      "SELECT gram FROM (SELECT gram, words, 0 FROM word_gram UNION ALL"
      " SELECT term, doc, 1 FROM word_search_terms WHERE doc > "
      ngx_value(CONTENTLIB_WORDS_FREQUENT) ") GROUP BY gram, words"
      " HAVING count(*) <> 2" },

    contentlib_check_found("word_search"),
    contentlib_check_found("tag_search"),
    contentlib_check_found("suggestion_search")
};


ngx_int_t
contentlib_check_rows(contentlib_check_t *check)
{
    size_t  i;

    (void) contentlib_sql_fold(&check->sql);
    (void) contentlib_sql_run(&check->sql,
                              contentlib_check_terms("word_search")
                              contentlib_check_terms("tag_search")
                              contentlib_check_terms("suggestion_search"));

    for (i = 0;
         i < sizeof(contentlib_check_queries)
             / sizeof(contentlib_check_queries[0]);
         i++)
    {
        if (contentlib_check_query(check, &contentlib_check_queries[i])
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* the first of what there may be many of is enough to tell */

ngx_int_t
contentlib_check_query(contentlib_check_t *check,
    const contentlib_check_query_t *query)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_int_t      rc;
    ngx_str_t      value, before, after;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(&check->sql, query->query);

    rc = contentlib_sql_step(&check->sql, select);

    ngx_str_set(&before, "");
    ngx_str_set(&after, "");

    if (rc == NGX_OK) {
        value = contentlib_sql_column(select, 0);

        if (sqlite3_column_count(select) > 1) {
            before = contentlib_sql_column(select, 1);
            after = contentlib_sql_column(select, 2);
        }

        contentlib_check_fault(check, "%s%.*s%s%s%.*s", query->before,
                               (int) before.len, before.data,
                               contentlib_message_quote(quoted, value.data,
                                                        value.len),
                               query->after, (int) after.len, after.data);

        (void) sqlite3_reset(select);
    }

    return rc == NGX_ERROR ? NGX_ERROR : NGX_OK;
}
