
/*
 * Copyright (C) contentlib authors
 *
 * Stores the terms of each word and of each tag, and collects the characters
 * that terms begin with.  The terms of tags are in a temporary table until all
 * are known.
 */


#include <tool/write/contentlib_terms.h>

#include <text/contentlib_text.h>


/* more than a folded query has: of a longer term the beginning is enough */

#define CONTENTLIB_TERMS_LEN   1024

/* "term_item" has the terms of more tags than that */

#define CONTENTLIB_TERMS_TAGS  64


static void contentlib_terms_words(contentlib_terms_t *terms);
static void contentlib_terms_insert(contentlib_terms_t *terms,
    sqlite3_stmt *insert, int64_t number, const ngx_str_t *folded);
static contentlib_collector_key_t *contentlib_terms_key(
    contentlib_terms_t *terms, const ngx_str_t *term);


static const char  contentlib_terms_table[] =
    "CREATE TABLE temp.tag_term (term, tag, PRIMARY KEY (term, tag))"
    " WITHOUT ROWID";


static const char  contentlib_terms_tags[] =
    "CREATE TABLE temp.frequent_term AS SELECT term FROM temp.tag_term"
    " GROUP BY term HAVING count(*) > " ngx_value(CONTENTLIB_TERMS_TAGS) ";"

    "INSERT INTO term_tag SELECT term, tag FROM temp.tag_term"
    " WHERE term NOT IN temp.frequent_term ORDER BY term, tag;"

    "INSERT INTO term_item SELECT f.term, l.block, block_join(l.items)"
    " FROM temp.frequent_term AS f"
    " CROSS JOIN temp.tag_term AS t ON t.term = f.term"
    " CROSS JOIN " CONTENTLIB_COLLECTOR_TAGS " AS l ON l.tag = t.tag"
    " GROUP BY f.term, l.block ORDER BY f.term, l.block;"

    "INSERT INTO "
    contentlib_collector_list(CONTENTLIB_COLLECTOR_BEGINNINGS)
    " (key, block, items) SELECT t.beginning, l.block, l.items"
    " FROM (SELECT substr(term, 1, 1) AS beginning, tag FROM temp.tag_term"
    " UNION SELECT substr(term, 1, 2), tag FROM temp.tag_term) AS t"
    " CROSS JOIN " CONTENTLIB_COLLECTOR_TAGS " AS l ON l.tag = t.tag;"

    "DROP TABLE temp.frequent_term;"
    "DROP TABLE temp.tag_term";


void
contentlib_terms_open(contentlib_terms_t *terms, contentlib_sql_t *sql)
{
    terms->sql = sql;
    terms->beginnings = contentlib_collector_open(sql,
                                              CONTENTLIB_COLLECTOR_BEGINNINGS);

    contentlib_sql_run(sql, contentlib_terms_table);

    terms->tag = contentlib_sql_prepare(sql, "INSERT OR IGNORE INTO"
                                             " temp.tag_term VALUES (?1, ?2)");
    terms->word = contentlib_sql_prepare(sql, "INSERT OR IGNORE INTO term_word"
                                              " VALUES (?1, ?2)");
}


void
contentlib_terms_close(contentlib_terms_t *terms)
{
    contentlib_collector_close(terms->beginnings);
}


void
contentlib_terms_tag(contentlib_terms_t *terms, int64_t tag,
    const ngx_str_t *folded)
{
    contentlib_terms_insert(terms, terms->tag, tag, folded);
}


void
contentlib_terms_add(contentlib_terms_t *terms, const ngx_str_t *folded,
    uint64_t position)
{
    size_t     at;
    ngx_str_t  term;

    (void) contentlib_collector_begin(terms->beginnings, position);

    at = 0;

    while (contentlib_term_next(folded, &at, &term) == NGX_OK) {
        contentlib_collector_push(terms->beginnings,
                                  contentlib_terms_key(terms, &term), position);
    }
}


void
contentlib_terms_write(contentlib_terms_t *terms)
{
    contentlib_terms_words(terms);
    contentlib_sql_run(terms->sql, contentlib_terms_tags);
    contentlib_collector_write(terms->beginnings);
}


static void
contentlib_terms_words(contentlib_terms_t *terms)
{
    ngx_str_t      folded;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(terms->sql, "SELECT position, folded"
                                                " FROM word ORDER BY position");

    while (contentlib_sql_step(terms->sql, select) == NGX_OK) {

        folded = contentlib_sql_column(select, 1);

        contentlib_terms_insert(terms, terms->word,
                                sqlite3_column_int64(select, 0), &folded);
    }
}


static void
contentlib_terms_insert(contentlib_terms_t *terms, sqlite3_stmt *insert,
    int64_t number, const ngx_str_t *folded)
{
    size_t     at;
    ngx_str_t  term;

    at = 0;

    while (contentlib_term_next(folded, &at, &term) == NGX_OK) {

        term.len = ngx_min(term.len, CONTENTLIB_TERMS_LEN);

        contentlib_sql_bind_text(terms->sql, insert, 1, &term);
        contentlib_sql_bind_integer(terms->sql, insert, 2, number);

        contentlib_sql_execute(terms->sql, insert);
    }
}


/* the key of the first two characters; its parent is that of the first one */

static contentlib_collector_key_t *
contentlib_terms_key(contentlib_terms_t *terms, const ngx_str_t *term)
{
    ngx_str_t                    first, both;
    const u_char                *last;
    contentlib_collector_key_t  *key;

    last = term->data + term->len;

    first.data = term->data;
    first.len = contentlib_text_next(first.data, last);

    both.data = first.data;
    both.len = first.len + contentlib_text_next(first.data + first.len, last);

    key = contentlib_collector_find(terms->beginnings, &both);

    if (key != NULL) {
        return key;
    }

    if (both.len > first.len) {
        key = contentlib_collector_key(terms->beginnings, &first, NULL);
    }

    return contentlib_collector_key(terms->beginnings, &both, key);
}
