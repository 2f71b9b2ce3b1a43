
/*
 * Copyright (C) contentlib authors
 *
 * Writes the items and their texts, the oldest item first: a library with
 * newer items begins with the bytes of the one before.  Then SQLite sorts and
 * numbers the words of the texts: words that begin alike are on few pages, and
 * many of those that a search compares begin alike.
 */


#include <tool/write/contentlib_writer.h>

#include <text/contentlib_text.h>
#include <tool/contentlib_progress.h>
#include <tool/write/contentlib_grams.h>


/* "word_gram" has the trigrams of more words than that */

#define CONTENTLIB_WRITE_FREQUENT  128


static void contentlib_write_item(contentlib_writer_t *writer,
    sqlite3_stmt *item, sqlite3_stmt *insert);
static void contentlib_write_item_row(contentlib_writer_t *writer,
    sqlite3_stmt *item, sqlite3_stmt *insert);
static void contentlib_write_item_lists(contentlib_writer_t *writer,
    sqlite3_stmt *item);
static void contentlib_write_item_grams(contentlib_writer_t *writer,
    uint32_t tag, const ngx_str_t *folded);
static void contentlib_write_item_text(contentlib_writer_t *writer,
    sqlite3_stmt *item);


/* the blocks of all words, by word and block */

static const char  contentlib_write_word_blocks[] =
    "CREATE TABLE temp." CONTENTLIB_COLLECTOR_WORDS " (key, block, items,"
    " PRIMARY KEY (key, block)) WITHOUT ROWID";


/* an index is smaller if it is made of all rows at once */

static const char  contentlib_write_word_tables[] =
    "DROP INDEX word_folded;"
    "INSERT INTO word SELECT row_number() OVER (ORDER BY key) - 1,"
    " block_few(block, items), key FROM " CONTENTLIB_COLLECTOR_WORDS
    " GROUP BY key ORDER BY key;"
    "CREATE UNIQUE INDEX word_folded ON word (folded);"
    "INSERT INTO word_search (word_search) VALUES ('rebuild');"
    "INSERT INTO word_search (word_search) VALUES ('optimize');"
    "CREATE VIRTUAL TABLE temp.trigram"
    " USING fts5vocab (main, word_search, row);"
    "INSERT INTO word_gram SELECT term, doc FROM temp.trigram"
    " WHERE doc > " ngx_value(CONTENTLIB_WRITE_FREQUENT) ";"
    "DROP TABLE temp.trigram;"
    "INSERT INTO word_item SELECT w.position, b.block, b.items"
    " FROM word AS w CROSS JOIN " CONTENTLIB_COLLECTOR_WORDS " AS b"
    " ON b.key = w.folded WHERE w.items IS NULL"
    " ORDER BY w.position, b.block;"
    "DROP TABLE " CONTENTLIB_COLLECTOR_WORDS;


void
contentlib_write_items(contentlib_writer_t *writer)
{
    uint64_t           total;
    sqlite3_stmt      *count;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(writer->stage);

    count = contentlib_sql_prepare(stage, "SELECT count(*) FROM item");

    (void) contentlib_sql_step(stage, count);
    total = (uint64_t) sqlite3_column_int64(count, 0);

    (void) sqlite3_reset(count);

    contentlib_progress_begin("writing", total);

    writer->insert_text = contentlib_sql_prepare(writer->sql,
                                                 "INSERT INTO item_text"
                                                 " VALUES (?1, ?2)");

    contentlib_writer_each(writer, "SELECT r.tags, i.id, r.content_type,"
                                   " r.json, r.alt_text, "
                                   contentlib_stage_place("i")
                                   " FROM item AS i CROSS JOIN record AS r"
                                   " ON r.number = i.record ORDER BY i.id",
                           "INSERT INTO item VALUES (?1, ?2, ?3, ?4)",
                           contentlib_write_item);

    /* an item without a record is not among the rows */

    if (writer->n != total) {
        contentlib_stage_damaged();
    }
}


void
contentlib_write_searches(contentlib_writer_t *writer)
{
    contentlib_sql_t  *sql;

    sql = writer->sql;

    contentlib_sql_run(sql, contentlib_write_word_blocks);
    contentlib_collector_write(writer->words);
    contentlib_sql_run(sql, contentlib_write_word_tables);

    contentlib_terms_write(writer->beginnings, sql);

    contentlib_grams_add_frequent(writer->grams, sql);
    contentlib_collector_write(writer->grams);
}


static void
contentlib_write_item(contentlib_writer_t *writer, sqlite3_stmt *item,
    sqlite3_stmt *insert)
{
    contentlib_progress_show(writer->n + 1, writer->n + 1);

    contentlib_write_item_row(writer, item, insert);
    contentlib_write_item_lists(writer, item);
    contentlib_write_item_text(writer, item);
}


static void
contentlib_write_item_row(contentlib_writer_t *writer, sqlite3_stmt *item,
    sqlite3_stmt *insert)
{
    char       what[2 * CONTENTLIB_QUOTE_SIZE];
    int64_t    id;
    ngx_str_t  numbers, staged, json;

    numbers = contentlib_sql_column(item, 0);
    id = sqlite3_column_int64(item, 1);
    staged = contentlib_sql_column(item, 3);

    (void) snprintf(what, sizeof(what), "%s: content item %lld",
                    sqlite3_column_text(item, 5), (long long) id);

    contentlib_sql_bind_integer(writer->sql, insert, 1, (int64_t) writer->n);
    contentlib_sql_bind_integer(writer->sql, insert, 2, id);

    contentlib_rendered_tags_insert(&writer->rendered, &staged, &numbers,
                                    writer->pool, &json);
    contentlib_writer_bind_record(writer, insert, 3, &json, what);

    contentlib_sql_execute(writer->sql, insert);
}


static void
contentlib_write_item_lists(contentlib_writer_t *writer, sqlite3_stmt *item)
{
    size_t                            i;
    uint32_t                          number;
    ngx_str_t                         numbers, type;
    const contentlib_rendered_tag_t  *tag;

    numbers = contentlib_sql_column(item, 0);
    type = contentlib_sql_column(item, 2);

    for (i = 0; i < numbers.len / sizeof(uint32_t); i++) {

        ngx_memcpy(&number, numbers.data + i * sizeof(uint32_t),
                   sizeof(uint32_t));

        tag = contentlib_rendered_tags_get(&writer->rendered, number);

        writer->counts[number]++;

        contentlib_collector_add_number(writer->tags, number, writer->n);
        contentlib_write_item_grams(writer, number, &tag->folded);
    }

    if (type.len != 0) {
        contentlib_collector_add_number(writer->types, type.data[0],
                                        writer->n);
    }
}


/* the strings of the name of a tag; its items repeat them */

static void
contentlib_write_item_grams(contentlib_writer_t *writer, uint32_t tag,
    const ngx_str_t *folded)
{
    contentlib_collector_key_t **key;

    if (contentlib_collector_begin(writer->tag_grams, writer->n) == NGX_DONE) {
        ngx_memzero(writer->tag_keys,
                    (size_t) writer->rendered.n * sizeof(void *));
    }

    if (writer->tag_keys[tag] == NULL) {
        writer->tag_keys[tag] = contentlib_grams_keys(writer->tag_grams,
                                                      folded);
    }

    for (key = writer->tag_keys[tag]; *key; key++) {
        contentlib_collector_push(writer->tag_grams, *key, writer->n);
    }
}


static void
contentlib_write_item_text(contentlib_writer_t *writer, sqlite3_stmt *item)
{
    size_t     at;
    ngx_str_t  text, folded, word;

    text = contentlib_sql_column(item, 4);

    folded.data = ngx_pnalloc(writer->pool,
                              CONTENTLIB_TEXT_GROWTH * text.len + 1);
    folded.len = contentlib_text_fold(folded.data, &text);

    at = 0;

    while (contentlib_text_word(&folded, &at, &word) == NGX_OK) {
        contentlib_collector_add(writer->words, &word, writer->n);
    }

    contentlib_terms_add(writer->beginnings, &folded, writer->n);
    contentlib_grams_add(writer->grams, &folded, writer->n);

    contentlib_sql_bind_integer(writer->sql, writer->insert_text, 1,
                                (int64_t) writer->n);
    contentlib_sql_bind_text(writer->sql, writer->insert_text, 2, &folded);

    contentlib_sql_execute(writer->sql, writer->insert_text);
}
