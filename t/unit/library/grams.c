
/*
 * Copyright (C) contentlib authors
 *
 * Texts of one and two characters against a plain search of random texts, on
 * both sides of the end of a block: no difference, whatever is asked.
 */


#include <unit_library.h>
#include <library/contentlib_filter.h>
#include <text/contentlib_text.h>


#define ITEMS   18000
#define FIRST   14000                       /* of the random texts */
#define RANDOM  (ITEMS - FIRST)
#define LIKE    1500                        /* of them are much alike */


static ngx_pool_t  *kept;
static ngx_str_t    texts[RANDOM];          /* folded */


static const char *const  pieces[] = {
    "a", "b", "B", "c", " ", "%", "_", "\\", "\"", "'", "*", "-", "^", ":",
    "\x01", "\x7f", "e\xcc\x81", "\xcc\x81", "\xc3\xa9", "\xc3\x89",
    "\xc3\x9f", "\xe1\xba\x9e", "\xef\xac\x81", "\xce\xa3", "\xcf\x82",
    "\xe4\xb8\xad", "\xe4\xb8\xae", "\xf0\x9f\x8e\x89", "\xf0\x9f\x8e\x8a",
    "\xf4\x8f\xbf\xbf", "\xe2\x84\xaa", "\xc4\xb0", "\xe2\x80\x8d",
    "\xef\xbf\xbc", "\xef\xbf\xbd", "\xef\xbf\xbe", "\xef\xbf\xbf"
};

#define PIECES  (sizeof(pieces) / sizeof(pieces[0]))


static ngx_str_t
folded(const ngx_str_t *text, ngx_pool_t *pool)
{
    ngx_str_t  result;

    result.data = ngx_pnalloc(pool, text->len * CONTENTLIB_TEXT_GROWTH + 1);
    result.len = contentlib_text_fold(result.data, text);

    return result;
}


static ngx_str_t
random_text(void)
{
    u_char       buffer[256];
    ngx_str_t    text;
    ngx_uint_t   n;
    const char  *piece;

    text.data = buffer;
    text.len = 0;

    /* some have few characters, so that some pairs are rare */

    for (n = unit_random(30); n > 0; n--) {
        piece = pieces[unit_random(unit_random(4) ? PIECES : 6)];
        memcpy(buffer + text.len, piece, strlen(piece));
        text.len += strlen(piece);
    }

    return folded(&text, kept);
}


static ngx_str_t
like_text(ngx_uint_t i)
{
    char       buffer[128];
    ngx_str_t  text;

    (void) snprintf(buffer, sizeof(buffer), "%s%lu of the lazy dogs",
                    i % 2 ? "the quick brown fox jumps over "
                          : "over fox the jumps brown quick ",
                    (unsigned long) i);
    text = unit_text(buffer);

    return folded(&text, kept);
}


static void
create(const char *path)
{
    sqlite3       *handle;
    ngx_uint_t     i;
    sqlite3_stmt  *insert;

    handle = unit_library_begin(path);

    /* all have an "x" in front: a bitmap, and a list in the next block */

    unit_sql(handle,
        "BEGIN;"
        "WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 13999) INSERT INTO item_text SELECT i, 'x' FROM n;");

    if (sqlite3_prepare_v2(handle, "INSERT INTO item_text"
                           " VALUES (?1, 'x' || ?2)", -1, &insert, NULL)
        != SQLITE_OK)
    {
        unit_bail_out("insert", sqlite3_errmsg(handle));
    }

    for (i = 0; i < RANDOM; i++) {
        texts[i] = i < LIKE ? like_text(i) : random_text();

        (void) sqlite3_bind_int64(insert, 1, (int64_t) (FIRST + i));
        (void) sqlite3_bind_text(insert, 2, (const char *) texts[i].data,
                                 (int) texts[i].len, SQLITE_STATIC);

        if (sqlite3_step(insert) != SQLITE_DONE) {
            unit_bail_out("insert", sqlite3_errmsg(handle));
        }

        (void) sqlite3_reset(insert);
    }

    (void) sqlite3_finalize(insert);

    unit_sql(handle, "INSERT INTO tag VALUES (0, 't', 0, '{}', zeroblob(10));"
                     "INSERT INTO tag_text VALUES (0, 't')");
    unit_library_count(handle, "18000, 1");
}


static void
compare(contentlib_db_t *db, const ngx_str_t *text)
{
    uint64_t             next, count;
    ngx_str_t            part;
    ngx_uint_t           i, found;
    contentlib_set_t    *set;
    contentlib_filter_t  filter;

    ngx_memzero(&filter, sizeof(filter));
    filter.text = *text;
    part = folded(text, unit_pool());

    if (!hold(contentlib_filter_items(db, &filter, unit_pool(), &set)
              == NGX_OK, "%s", contentlib_db_error(db)->text))
    {
        return;
    }

    for (i = 0, count = 0; i < RANDOM; i++) {
        found = memmem(texts[i].data, texts[i].len, part.data, part.len)
                != NULL;
        count += found;

        next = FIRST + i;

        if (!hold((contentlib_set_next(set, &next)
                   == NGX_OK && next == FIRST + i) == found,
                  "position %lu", (unsigned long) (FIRST + i)))
        {
            unit_show("text", text->data, text->len);
            return;
        }
    }

    hold(contentlib_set_count(set) == count,
         "and nothing else");
}


static void
test_same(contentlib_db_t *db)
{
    size_t     i, k;
    char       buffer[16];
    ngx_str_t  text;

    for (i = 0; i < PIECES; i++) {
        text = unit_text(pieces[i]);
        compare(db, &text);
    }

    held("one character");

    for (i = 0; i < PIECES; i++) {
        for (k = 0; k < PIECES; k++) {
            (void) snprintf(buffer, sizeof(buffer), "%s%s", pieces[i],
                            pieces[k]);
            text = unit_text(buffer);
            compare(db, &text);
        }

        unit_clear();
    }

    held("two characters");

    for (i = 0; i < RANDOM; i += 50) {
        text = texts[i];

        if (text.len > 0) {
            compare(db, &text);
        }

        unit_clear();
    }

    held("whole texts");
}


/* pairs of characters leave few items to look at, or many, or too many */

static void
test_candidates(contentlib_db_t *db)
{
    size_t                    i;
    ngx_str_t                 text;

    static const char *const  parts[] = {
        "the quick brown fox jumps over ",
        "the quick brown fox jumps over 7",
        "fox jumps over 777 of the lazy dogs",
        "quick brown the fox jumps over",
        "over fox the jumps brown quick 1",
        " of the lazy dogs of the lazy dogs",
        "The QUICK brown fox jumps over",
        "the quick brown fox jumps over qqq",
        "lazy", "lazy dogs", "quick brown fox", "quick brown the",
        "jumps over 1", "fox 77", "own ", "k of ", "zyx ", "the lazy doge"
    };

    for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        text = unit_text(parts[i]);

        compare(db, &text);
        unit_clear();
    }

    held("texts of several pairs");
}


int
main(void)
{
    contentlib_db_t  *db;

    kept = ngx_create_pool(4096, &unit_log);

    create(unit_path("grams"));
    db = unit_opened(unit_path("grams"));

    test_same(db);
    test_candidates(db);

    contentlib_db_close(db);
    ngx_destroy_pool(kept);

    return unit_done();
}
