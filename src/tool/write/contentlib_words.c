
/*
 * Copyright (C) contentlib authors
 *
 * Collects words, and has SQLite sort and number them: words that begin alike
 * are on few pages, and many of those that a search compares begin alike.
 */


#include <tool/write/contentlib_words.h>

#include <text/contentlib_text.h>


/* "word_gram" has the trigrams of more words than that */

#define CONTENTLIB_WORDS_FREQUENT  128

/* the blocks of all words, by word and block */

#define CONTENTLIB_WORDS_BLOCKS    "temp.word_block"


static const char  contentlib_words_table[] =
    "CREATE TABLE " CONTENTLIB_WORDS_BLOCKS " (key, block, items,"
    " PRIMARY KEY (key, block)) WITHOUT ROWID";


/* an index is smaller if it is made of all rows at once */

static const char  contentlib_words_tables[] =
    "DROP INDEX word_folded;"
    "INSERT INTO word SELECT row_number() OVER (ORDER BY key) - 1,"
    " block_few(block, items), key FROM " CONTENTLIB_WORDS_BLOCKS
    " GROUP BY key ORDER BY key;"
    "CREATE UNIQUE INDEX word_folded ON word (folded);"
    "INSERT INTO word_search (word_search) VALUES ('rebuild');"
    "INSERT INTO word_search (word_search) VALUES ('optimize');"
    "CREATE VIRTUAL TABLE temp.trigram"
    " USING fts5vocab (main, word_search, row);"
    "INSERT INTO word_gram SELECT term, doc FROM temp.trigram"
    " WHERE doc > " ngx_value(CONTENTLIB_WORDS_FREQUENT) ";"
    "DROP TABLE temp.trigram;"
    "INSERT INTO word_item SELECT w.position, b.block, b.items"
    " FROM word AS w CROSS JOIN " CONTENTLIB_WORDS_BLOCKS " AS b"
    " ON b.key = w.folded WHERE w.items IS NULL"
    " ORDER BY w.position, b.block;"
    "DROP TABLE " CONTENTLIB_WORDS_BLOCKS;


void
contentlib_words_add(contentlib_collector_t *words, const ngx_str_t *folded,
    uint64_t position)
{
    size_t     at;
    ngx_str_t  word;

    at = 0;

    while (contentlib_text_word(folded, &at, &word) == NGX_OK) {
        contentlib_collector_add(words, &word, position);
    }
}


ngx_int_t
contentlib_words_write(contentlib_collector_t *words,
    contentlib_sql_t *library)
{
    return contentlib_sql_run(library, contentlib_words_table) == NGX_OK
           && contentlib_collector_write(words, CONTENTLIB_WORDS_BLOCKS)
              == NGX_OK
           ? contentlib_sql_run(library, contentlib_words_tables) : NGX_ERROR;
}
