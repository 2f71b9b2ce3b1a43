
/*
 * Copyright (C) contentlib authors
 *
 * Collects the characters that terms begin with, and stores the terms of each
 * word and of each tag.  The terms of tags are in a temporary table until all
 * are known.
 */


#include <tool/write/contentlib_terms.h>

#include <text/contentlib_text.h>


/* more than a folded query has: of a longer term the beginning is enough */

#define CONTENTLIB_TERMS_LEN   1024

/* "term_item" has the terms of more tags than that */

#define CONTENTLIB_TERMS_TAGS  64


static void contentlib_terms_insert(contentlib_sql_t *library,
    const char *texts, const char *text);
static contentlib_collector_key_t *contentlib_terms_key(
    contentlib_collector_t *beginnings, const ngx_str_t *term);


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
contentlib_terms_add(contentlib_collector_t *beginnings,
    const ngx_str_t *folded, uint64_t position)
{
    size_t     at;
    ngx_str_t  term;

    (void) contentlib_collector_begin(beginnings, position);

    at = 0;

    while (contentlib_term_next(folded, &at, &term) == NGX_OK) {
        contentlib_collector_push(beginnings,
                                  contentlib_terms_key(beginnings, &term),
                                  position);
    }
}


void
contentlib_terms_write(contentlib_collector_t *beginnings,
    contentlib_sql_t *library)
{
    contentlib_sql_run(library, contentlib_terms_table);

    contentlib_terms_insert(library, "SELECT position, folded FROM tag_text",
                            "INSERT OR IGNORE INTO temp.tag_term"
                            " VALUES (?1, ?2)");
    contentlib_terms_insert(library, "SELECT position, folded FROM word"
                                     " ORDER BY position",
                            "INSERT OR IGNORE INTO term_word VALUES (?1, ?2)");

    contentlib_sql_run(library, contentlib_terms_tags);
    contentlib_collector_write(beginnings);
}


/* the terms of each text that is found */

static void
contentlib_terms_insert(contentlib_sql_t *library, const char *texts,
    const char *text)
{
    size_t         at;
    ngx_str_t      folded, term;
    sqlite3_stmt  *select, *insert;

    select = contentlib_sql_prepare(library, texts);
    insert = contentlib_sql_prepare(library, text);

    while (contentlib_sql_step(library, select) == NGX_OK) {

        folded = contentlib_sql_column(select, 1);
        at = 0;

        contentlib_sql_bind_integer(library, insert, 2,
                                    sqlite3_column_int64(select, 0));

        while (contentlib_term_next(&folded, &at, &term) == NGX_OK) {

            term.len = ngx_min(term.len, CONTENTLIB_TERMS_LEN);

            contentlib_sql_bind_text(library, insert, 1, &term);
            contentlib_sql_execute(library, insert);
        }
    }
}


/* the key of the first two characters; its parent is that of the first one */

static contentlib_collector_key_t *
contentlib_terms_key(contentlib_collector_t *beginnings, const ngx_str_t *term)
{
    ngx_str_t                    first, both;
    const u_char                *last;
    contentlib_collector_key_t  *key;

    last = term->data + term->len;

    first.data = term->data;
    first.len = contentlib_text_next(first.data, last);

    both.data = first.data;
    both.len = first.len + contentlib_text_next(first.data + first.len, last);

    key = contentlib_collector_find(beginnings, &both);

    if (key != NULL) {
        return key;
    }

    if (both.len > first.len) {
        key = contentlib_collector_key(beginnings, &first, NULL);
    }

    return contentlib_collector_key(beginnings, &both, key);
}
