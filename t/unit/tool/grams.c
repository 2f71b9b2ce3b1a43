
/*
 * Copyright (C) contentlib authors
 *
 * The short strings that the importer collects, against a plain search; and the
 * form of blocks.
 */


#include <unit_library.h>
#include <text/contentlib_text.h>
#include <tool/write/contentlib_grams.h>


#define TEXTS   3000
#define FIRST   (CONTENTLIB_SET_BLOCK - 2000)
#define LARGE   60000                       /* characters of a large text */
#define LARGES  6


typedef struct {
    ngx_str_t         text;
    uint64_t          position;
} text_t;


typedef struct {
    ngx_str_t         gram;
    uint64_t          block;
    contentlib_set_t *set;
} row_t;


static ngx_pool_t            *kept;
static text_t                 texts[TEXTS];
static contentlib_message_t   message;


static const char *const  pieces[] = {
    "a", "b", " ", "%", "\"", "'", "\x01", "\x7f", "e\xcc\x81", "\xcc\x81",
    "\xc3\xa9", "\xe4\xb8\xad", "\xf0\x9f\x8e\x89", "\xf4\x8f\xbf\xbf",
    "\xef\xbf\xbd", "\xef\xbf\xbe", "\xef\xbf\xbf", "ab", "ba"
};


static ngx_str_t
random_text(ngx_uint_t most)
{
    u_char       buffer[256];
    ngx_str_t    text;
    const char  *piece;

    text.len = 0;

    while (most-- > 0) {
        piece = pieces[unit_random(sizeof(pieces) / sizeof(pieces[0]))];
        memcpy(buffer + text.len, piece, strlen(piece));
        text.len += strlen(piece);
    }

    text.data = ngx_pnalloc(kept, text.len + 1);
    memcpy(text.data, buffer, text.len);

    return text;
}


/* nearly every pair of characters is another one */

static ngx_str_t
large_text(void)
{
    u_char     *p;
    ngx_str_t   text;
    ngx_uint_t  i, code;

    text.data = ngx_pnalloc(kept, 3 * LARGE);
    text.len = 3 * LARGE;
    p = text.data;

    for (i = 0; i < LARGE; i++) {
        code = 0x3000 + unit_random(0x6000);
        *p++ = (u_char) (0xe0 | code >> 12);
        *p++ = (u_char) (0x80 | (code >> 6 & 0x3f));
        *p++ = (u_char) (0x80 | (code & 0x3f));
    }

    return text;
}


/* "item_text", and "word_gram" with strings that stand in some texts or none */

static void
write_texts(contentlib_sql_t *library, ngx_uint_t n)
{
    ngx_uint_t     i;
    sqlite3_stmt  *insert;

    (void) contentlib_sql_run(library, "INSERT INTO word_gram VALUES"
        " ('aba', 200), ('bbb', 129), ('\xef\xbf\xbd\xef\xbf\xbf%', 300),"
        " ('\xe4\xb8\xad\xf0\x9f\x8e\x89\xf0\x9f\x8e\x89', 130),"
        " ('xyz', 500)");

    insert = contentlib_sql_prepare(library, "INSERT INTO item_text"
                                             " VALUES (?1, ?2)");

    for (i = 0; i < n; i++) {
        contentlib_sql_bind_integer(library, insert, 1,
                                    (int64_t) texts[i].position);
        contentlib_sql_bind_text(library, insert, 2, &texts[i].text);
        (void) contentlib_sql_execute(library, insert);
    }
}


static contentlib_collector_t *
open_library(contentlib_sql_t *library)
{
    if (contentlib_sql_open(library, "", "library", &message) != NGX_OK
        || contentlib_collector_prepare(library) != NGX_OK
        || contentlib_sql_run(library, CONTENTLIB_SCHEMA) != NGX_OK
        || contentlib_sql_run(library, "BEGIN") != NGX_OK)
    {
        unit_bail_out("open", message.text);
    }

    return contentlib_collector_open(library, CONTENTLIB_COLLECTOR_GRAMS, 0);
}


/* collects texts [0, n) and returns a database with their "item_gram" */

static void
collect(contentlib_sql_t *library, ngx_uint_t n)
{
    ngx_uint_t               i;
    contentlib_collector_t  *grams;

    grams = open_library(library);

    for (i = 0; i < n; i++) {
        hold(contentlib_grams_add(grams, &texts[i].text, texts[i].position)
             == NGX_OK, "add");
    }

    write_texts(library, n);

    hold(contentlib_grams_add_frequent(grams, library) == NGX_OK, "frequent");
    hold(contentlib_collector_write(grams, CONTENTLIB_COLLECTOR_GRAMS)
         == NGX_OK, "write");

    contentlib_collector_close(grams);
}


/* what one row says is so: the form, and each text that is in its block */

static void
check_row(const row_t *row, ngx_uint_t n)
{
    uint64_t    position;
    ngx_uint_t  i, found, expected;

    for (i = 0; i < n; i++) {

        if (texts[i].position / CONTENTLIB_SET_BLOCK
            != (uint64_t) row->block)
        {
            continue;
        }

        expected = memmem(texts[i].text.data, texts[i].text.len,
                          row->gram.data, row->gram.len) != NULL;

        position = texts[i].position;
        found = contentlib_set_next(row->set, &position) == NGX_OK
                && position == texts[i].position;

        if (!hold(found == expected, "position %llu",
                  (unsigned long long) texts[i].position))
        {
            unit_show("gram", row->gram.data, row->gram.len);
            return;
        }
    }
}


/* all rows, or one in "every" for what takes long; returns the members */

static uint64_t
check_rows(contentlib_sql_t *library, ngx_uint_t n, ngx_uint_t every)
{
    row_t          row;
    uint64_t       members;
    ngx_str_t      items;
    ngx_uint_t     i;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(library, "SELECT * FROM item_gram"
                                             " ORDER BY gram, block");
    members = 0;

    for (i = 0; contentlib_sql_step(library, select) == NGX_OK; i++) {

        row.gram = contentlib_sql_column(select, 0);
        row.block = (uint64_t) sqlite3_column_int64(select, 1);
        row.set = contentlib_set_create(unit_pool(), 2 * CONTENTLIB_SET_BLOCK);
        items = contentlib_sql_column(select, 2);

        hold(contentlib_blocks_fault(&items) == NULL, "form");
        hold(contentlib_text_valid(&row.gram), "UTF-8");
        hold(contentlib_text_length(&row.gram) - 1 < 3, "characters");
        hold(contentlib_set_add_block(row.set, row.block, &items) == NGX_OK,
             "a block");

        members += contentlib_set_count(row.set);

        if (i % every == 0) {
            check_row(&row, n);
        }

        unit_clear();
    }

    return members;
}


/* the same from SQL: how many pairs of a string and an item there are */

static uint64_t
count_pairs(ngx_uint_t n)
{
    int64_t            count;
    ngx_uint_t         i;
    sqlite3_stmt      *insert, *select;
    contentlib_sql_t   sql;

    (void) contentlib_sql_open(&sql, "", "model", &message);
    (void) contentlib_sql_run(&sql, "CREATE TABLE pair (gram TEXT, item,"
                                    " PRIMARY KEY (gram, item))"
                                    " WITHOUT ROWID; BEGIN");

    insert = contentlib_sql_prepare(&sql, "INSERT OR IGNORE INTO pair"
                 " WITH RECURSIVE g (i) AS (VALUES (1) UNION ALL SELECT i + 1"
                 " FROM g WHERE i < length(?1)) SELECT substr(?1, i, 1), ?2"
                 " FROM g WHERE ?1 <> '' UNION ALL SELECT substr(?1, i, 2),"
                 " ?2 FROM g WHERE i < length(?1) UNION ALL SELECT"
                 " substr(?1, i, 3), ?2 FROM g WHERE i + 1 < length(?1)"
                 " AND (substr(?1, i + 1, 1) = ' ' OR substr(?1, i, 3) IN"
                 " ('aba', 'bbb', '\xef\xbf\xbd\xef\xbf\xbf%',"
                 " '\xe4\xb8\xad\xf0\x9f\x8e\x89\xf0\x9f\x8e\x89'))");

    for (i = 0; i < n; i++) {
        contentlib_sql_bind_text(&sql, insert, 1, &texts[i].text);
        contentlib_sql_bind_integer(&sql, insert, 2,
                                    (int64_t) texts[i].position);
        (void) contentlib_sql_execute(&sql, insert);
    }

    select = contentlib_sql_prepare(&sql, "SELECT count(*) FROM pair");

    hold(contentlib_sql_step(&sql, select) == NGX_OK, "%s", message.text);
    count = sqlite3_column_int64(select, 0);

    (void) sqlite3_reset(select);
    (void) contentlib_sql_close(&sql);

    return (uint64_t) count;
}


static void
test_random(void)
{
    uint64_t          members;
    ngx_uint_t        i;
    contentlib_sql_t  library;

    for (i = 0; i < TEXTS; i++) {
        texts[i].text = random_text(unit_random(20));
        texts[i].position = FIRST + i;
    }

    collect(&library, TEXTS);
    members = check_rows(&library, TEXTS, 1);

    held("3,000 texts in two blocks");
    is_number(members, count_pairs(TEXTS), "and none is missing");

    (void) contentlib_sql_close(&library);
}


/* a block that is put away in several pieces, as many strings as there are */

static void
test_large(void)
{
    uint64_t          members;
    ngx_uint_t        i;
    contentlib_sql_t  library;

    for (i = 0; i < LARGES; i++) {
        texts[i].text = large_text();
        texts[i].position = 10 * i;
    }

    collect(&library, LARGES);
    members = check_rows(&library, LARGES, 997);

    held("six texts of 60,000 characters");
    ok(members > 400000, "%llu pairs",
       (unsigned long long) members);

    (void) contentlib_sql_close(&library);
}


/* 1,023 and 1,024 items of a block, and all of it */

static void
test_dense(void)
{
    ngx_str_t                one, more, empty;
    ngx_uint_t               i;
    sqlite3_stmt            *select;
    contentlib_sql_t         library;
    contentlib_collector_t  *grams;

    static const int  lengths[] = { 2046, 2048, 2046, 2046 };

    grams = open_library(&library);
    one = unit_text("b");
    more = unit_text("bba");
    ngx_str_null(&empty);

    for (i = 0; i < CONTENTLIB_SET_BLOCK; i++) {
        hold(contentlib_grams_add(grams, i < 1023 ? &more
                                         : i == 1023 ? &one : &empty, i)
             == NGX_OK, "add");
    }

    hold(contentlib_collector_write(grams, CONTENTLIB_COLLECTOR_GRAMS)
         == NGX_OK, "write");
    held("1,023 and 1,024 items");

    /* "a", "b", "ba", "bb" */

    select = contentlib_sql_prepare(&library, "SELECT length(items)"
                                              " FROM item_gram ORDER BY gram");

    for (i = 0; contentlib_sql_step(&library, select) == NGX_OK; i++) {
        is_number(sqlite3_column_int(select, 0),
                  lengths[i % 4], "bytes of list %lu",
                  (unsigned long) i);
    }

    is_number(i, 4, "lists");

    contentlib_collector_close(grams);
    (void) contentlib_sql_close(&library);
}


/* pieces that are no characters part what is around them */

static void
test_broken(void)
{
    ngx_str_t                text, list;
    sqlite3_stmt            *select;
    contentlib_sql_t         library;
    contentlib_collector_t  *grams;

    grams = open_library(&library);

    text = unit_bytes("a\0b\xff" "c\xc3", 6);
    is_number(contentlib_grams_add(grams, &text, 7), NGX_OK,
              "a NUL and bytes that are not UTF-8");
    is_number(contentlib_collector_end(grams), NGX_OK, "the end");

    select = contentlib_sql_prepare(&library, "SELECT group_concat(gram"
                                    " || hex(items), ' ') FROM (SELECT key AS"
                                    " gram, items FROM temp.item_gram_list"
                                    " ORDER BY 1)");

    is_number(contentlib_sql_step(&library, select), NGX_OK, "rows");
    list = contentlib_sql_column(select, 0);
    is_string(&list, "a0700 b0700 c0700", "three characters, no pairs");

    contentlib_collector_close(grams);
    (void) contentlib_sql_close(&library);
}


static void
test_forms(void)
{
    size_t       i;
    u_char      *p;
    ngx_str_t    items;
    const char  *fault;

    static const struct {
        const char  *bytes;
        size_t       len;
        const char  *fault;
    } forms[] = {
        { "", 0, "an empty block" },
        { "\0", 1, "a block of an odd length" },
        { "\1\0\2", 3, "a block of an odd length" },
        { "\0\0", 2, NULL },
        { "\377\77", 2, NULL },
        { "\1\0\2\0\0\1\377\77", 8, NULL },
        { "\0\100", 2, "a position outside of the block" },
        { "\1\0\377\377", 4, "a position outside of the block" },
        { "\1\0\1\0", 4, "a list out of order" },
        { "\0\1\377\0", 4, "a list out of order" }
    };

    for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        items = unit_bytes(forms[i].bytes, forms[i].len);
        fault = contentlib_blocks_fault(&items);
        ok(fault == forms[i].fault
           || (fault && forms[i].fault && strcmp(fault, forms[i].fault) == 0),
           "form %lu: %s", (unsigned long) i, fault ? fault : "none");
    }

    p = ngx_pcalloc(unit_pool(), 2 * CONTENTLIB_SET_BITMAP);
    items.data = p;
    items.len = CONTENTLIB_SET_BITMAP + 2;
    ok(contentlib_blocks_fault(&items) != NULL, "too long");

    items.len = CONTENTLIB_SET_BITMAP;
    memset(p, 0xff, 127);
    p[127] = 0x7f;
    ok(contentlib_blocks_fault(&items) != NULL, "a bitmap of 1,023");
    p[2047] = 0x80;
    ok(contentlib_blocks_fault(&items) == NULL, "a bitmap of 1,024");
}


int
main(void)
{
    kept = ngx_create_pool(65536, &unit_log);

    test_random();
    test_large();
    test_dense();
    test_broken();
    test_forms();

    ngx_destroy_pool(kept);

    return unit_done();
}
