
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: a library that is the same in every run, and its records.  The
 * file is in TMPDIR. It is deleted when the program exits.
 */


#ifndef _FUZZ_LIBRARY_H_INCLUDED_
#define _FUZZ_LIBRARY_H_INCLUDED_


#include <fuzz.h>
#include <unit_sql.h>
#include <json/contentlib_json.h>
#include <library/contentlib_db.h>
#include <text/contentlib_text.h>


/* microseconds: a target may run on a busy machine */

#define FUZZ_OPENING  10000000


#define FUZZ_ITEMS  128
#define FUZZ_TAGS   32
#define FUZZ_LISTS  5                       /* collections */
#define FUZZ_MEDIA  "https://media.example.com/"


/* records are templates, as unit_sql.h has them */

typedef struct {
    int64_t      id;
    ngx_str_t    text;
    ngx_str_t    folded;
    u_char       tags[FUZZ_TAGS];
    ngx_str_t    record;
} fuzz_item_t;


/* a tag or a collection */

typedef struct {
    ngx_str_t    slug;
    ngx_str_t    name;
    ngx_str_t    folded;
    ngx_uint_t   items;
    ngx_uint_t   display;
    ngx_str_t    record;
} fuzz_name_t;


static char          fuzz_directory[256];
static char         *fuzz_library_path;
static uint64_t      fuzz_seed = 1;
static ngx_pool_t   *fuzz_kept;             /* never destroyed */

static fuzz_item_t   fuzz_items[FUZZ_ITEMS];
static fuzz_name_t   fuzz_tags[FUZZ_TAGS];
static fuzz_name_t   fuzz_lists[FUZZ_LISTS];


static const char *const  fuzz_pieces[] = {
    "a", "a", "A", "b", "B", "c", " ", " ", "%", "_", "\\", "\"", "'",
    "*", "(", ")", "-", "^", ":", "+", "and", "OR", "NEAR", "\xc3\xa9",
    "\xc3\x89", "\xc3\x9f", "SS", "\xe1\xba\x9e", "\xef\xac\x81", "FI",
    "\xce\xa3", "\xcf\x82", "\xe4\xb8\xad", "\xf0\x9f\x8e\x89",
    "\xe2\x84\xaa", "K", "\xc4\xb0", "\xea\xad\xb0", "\xe1\x8e\xa0",
    "\xe2\x80\xa8", "\xef\xbf\xbd", "\xef\xbf\xbe", "\xef\xbf\xbf",
    "\n", "\x01", "party", "Cat"
};


/* the path of a file, which is never freed */

static inline char *
fuzz_path(const char *name)
{
    char        *path;
    const char  *tmp;

    if (fuzz_directory[0] == '\0') {
        tmp = getenv("TMPDIR");

        (void) snprintf(fuzz_directory, sizeof(fuzz_directory),
                        "%.200s/contentlib-fuzz-XXXXXX", tmp ? tmp : "/tmp");
        hold(mkdtemp(fuzz_directory) != NULL, "%s", fuzz_directory);
    }

    path = malloc(strlen(fuzz_directory) + strlen(name) + 2);
    hold(path != NULL, "memory");
    (void) sprintf(path, "%s/%s", fuzz_directory, name);

    return path;
}


static inline ngx_uint_t
fuzz_random(ngx_uint_t below)
{
    fuzz_seed ^= fuzz_seed << 13;
    fuzz_seed ^= fuzz_seed >> 7;
    fuzz_seed ^= fuzz_seed << 17;

    return (ngx_uint_t) (fuzz_seed >> 11) % below;
}


static inline ngx_str_t
fuzz_keep(const void *data, size_t len)
{
    ngx_str_t  text;

    if (fuzz_kept == NULL) {
        fuzz_kept = ngx_create_pool(4096, &fuzz_log);
        hold(fuzz_kept != NULL, "memory");
    }

    text.len = len;
    text.data = ngx_pnalloc(fuzz_kept, len + 1);
    hold(text.data != NULL, "memory");

    ngx_memcpy(text.data, data, len);
    text.data[len] = '\0';

    return text;
}


static inline ngx_str_t
fuzz_keep_format(const char *format, ...)
    __attribute__((format(printf, 1, 2)));


static inline ngx_str_t
fuzz_keep_format(const char *format, ...)
{
    int          n;
    va_list      args;

    static char  buffer[256 * 1024];

    va_start(args, format);
    n = vsnprintf(buffer, sizeof(buffer), format, args);
    va_end(args);

    hold(n >= 0 && n < (int) sizeof(buffer), "a longer text");

    return fuzz_keep(buffer, (size_t) n);
}


/* "before" and up to "most" pieces */

static inline ngx_str_t
fuzz_words(const char *before, ngx_uint_t most)
{
    char   buffer[4096];
    char  *p;

    p = stpcpy(buffer, before);

    for (most = 1 + fuzz_random(most); most > 0; most--) {
        p = stpcpy(p, fuzz_pieces[fuzz_random(sizeof(fuzz_pieces)
                                              / sizeof(fuzz_pieces[0]))]);
    }

    return fuzz_keep(buffer, (size_t) (p - buffer));
}


/* the escaped text for a JSON string, zero-terminated */

static inline const char *
fuzz_escaped(const ngx_str_t *text)
{
    ngx_str_t  escaped;

    hold(contentlib_json_escape(text, fuzz_kept, &escaped) == NGX_OK,
         "memory");
    escaped = fuzz_keep(escaped.data, escaped.len);

    return (char *) escaped.data;
}


static inline ngx_str_t
fuzz_folded(const ngx_str_t *text, ngx_pool_t *pool)
{
    ngx_str_t  result;

    result.data = ngx_pnalloc(pool, text->len * CONTENTLIB_TEXT_GROWTH);
    hold(result.data != NULL, "memory");
    result.len = contentlib_text_fold(result.data, text);

    return result;
}


/* the name depends on the number only; some names differ in case only */

static inline ngx_str_t
fuzz_tag_name(ngx_uint_t t)
{
    uint64_t   seed;
    ngx_str_t  name;

    seed = fuzz_seed;
    fuzz_seed = 1000 + t / 2;
    name = fuzz_words(t % 2 ? "x" : "X", t % 7 ? 6 : 60);
    fuzz_seed = seed;

    return name;
}


static inline void
fuzz_make_tags(ngx_uint_t tags)
{
    ngx_uint_t    t;
    fuzz_name_t  *tag;

    for (t = 0; t < tags; t++) {
        tag = &fuzz_tags[t];

        tag->slug = fuzz_keep_format("Tag_%lu", (unsigned long) t);
        tag->name = fuzz_tag_name(t);
        tag->folded = fuzz_folded(&tag->name, fuzz_kept);
        tag->record = fuzz_keep_format("{\"slug\":\"%s\",\"url\":\"\1tags/%s/"
                                       "\2\",\"name\":\"%s\"}",
                                       (char *) tag->slug.data,
                                       (char *) tag->slug.data,
                                       fuzz_escaped(&tag->name));
    }
}


/* some records exceed a page of the file, or the largest distance of a mark */

static inline void
fuzz_make_item(ngx_uint_t i, ngx_uint_t tags)
{
    ngx_uint_t    t;
    ngx_str_t     list;
    fuzz_item_t  *item;

    item = &fuzz_items[i];

    item->id = (int64_t) (1 + i * i);
    item->text = fuzz_words("", i % 9 ? 30 : 300);
    item->folded = fuzz_folded(&item->text, fuzz_kept);
    list = fuzz_keep("", 0);

    /* all items have the last tag */

    for (t = 0; t < tags; t++) {
        if (t == i % tags || t == tags - 1 || fuzz_random(t + 2) == 0) {
            item->tags[t] = 1;
            fuzz_tags[t].items++;
            list = fuzz_keep_format("%s%s%s", (char *) list.data,
                                    list.len ? "," : "",
                                    (char *) fuzz_tags[t].record.data);
        }
    }

    item->record = fuzz_keep_format("{\"id\":%lu,\"url\":\"\1content_items/"
        "%lu/\2\",\"alt_text\":\"%s\",\"tags\":[%s],\"width\":\5%lu\5,"
        "\"text\":\"%0*d\",\"static_image\":\"\3s.png\",\"platforms\":{\"\4\":"
        "\"p\"}}", (unsigned long) item->id, (unsigned long) item->id,
        fuzz_escaped(&item->text), (char *) list.data, (unsigned long) i,
        i % 11 == 3 ? 9000 : i == 7 ? 40000 : 1, 0);
}


static inline void
fuzz_make_lists(void)
{
    ngx_uint_t    i;
    fuzz_name_t  *list;

    for (i = 0; i < FUZZ_LISTS; i++) {
        list = &fuzz_lists[i];

        list->slug = fuzz_keep_format("c-%lu", (unsigned long) i);
        list->name = fuzz_words("Cat ", 8);
        list->folded = fuzz_folded(&list->name, fuzz_kept);
        list->display = (i % 4 != 3);
        list->record = fuzz_keep_format("{\"slug\":\"%s\",\"url\":\""
                                        "\1collections/%s/\2\","
                                        "\"name\":\"%s\"}",
                                        (char *) list->slug.data,
                                        (char *) list->slug.data,
                                        fuzz_escaped(&list->name));
    }
}


/* ?1 and ?4 are numbers, ?2 and ?3 are texts; a statement may have fewer */

static inline void
fuzz_insert(sqlite3 *db, const char *sql, int64_t number,
    const ngx_str_t *text, const ngx_str_t *other, int64_t last)
{
    int            n;
    sqlite3_stmt  *insert;

    hold(sqlite3_prepare_v2(db, sql, -1, &insert, NULL) == SQLITE_OK, "%s",
         sqlite3_errmsg(db));

    n = sqlite3_bind_parameter_count(insert);

    (void) sqlite3_bind_int64(insert, 1, number);
    (void) sqlite3_bind_text(insert, 2, (char *) text->data, (int) text->len,
                             SQLITE_STATIC);

    if (n > 2) {
        (void) sqlite3_bind_text(insert, 3, (char *) other->data,
                                 (int) other->len, SQLITE_STATIC);
    }

    if (n > 3) {
        (void) sqlite3_bind_int64(insert, 4, last);
    }

    hold(sqlite3_step(insert) == SQLITE_DONE, "%s", sqlite3_errmsg(db));
    (void) sqlite3_finalize(insert);
}


static inline void
fuzz_insert_items(sqlite3 *db, ngx_uint_t items, ngx_uint_t tags)
{
    ngx_uint_t    i, t;
    fuzz_item_t  *item;

    for (i = 0; i < items; i++) {
        item = &fuzz_items[i];

        fuzz_insert(db, "INSERT INTO item VALUES (?1, 1 + ?1 * ?1,"
                    " unit_record(?2), unit_marks(?2))", (int64_t) i,
                    &item->record, NULL, 0);
        fuzz_insert(db, "INSERT INTO item_text VALUES (?1, ?2)", (int64_t) i,
                    &item->folded, NULL, 0);

        for (t = 0; t < tags; t++) {
            if (item->tags[t]) {
                fuzz_insert(db, "INSERT INTO item_tag SELECT ?1, position"
                            " FROM tag WHERE slug = ?2", (int64_t) i,
                            &fuzz_tags[t].slug, NULL, 0);
            }
        }
    }
}


static inline void
fuzz_insert_names(sqlite3 *db, ngx_uint_t tags)
{
    ngx_uint_t    i;
    fuzz_name_t  *tag, *list;

    for (i = 0; i < tags; i++) {
        tag = &fuzz_tags[i];

        fuzz_insert(db, "INSERT INTO tag VALUES (?1, ?2, ?4,"
                    " unit_record(?3), unit_marks(?3))", (int64_t) i,
                    &tag->slug, &tag->record, (int64_t) tag->items);
        fuzz_insert(db, "INSERT INTO tag_text VALUES (?1, ?2)", (int64_t) i,
                    &tag->folded, NULL, 0);
        fuzz_insert(db, "INSERT INTO named VALUES (?1, ?2, ?3, ?4)",
                    (int64_t) i, &tag->name, &tag->folded,
                    (int64_t) tag->items);
    }

    for (i = 0; i < FUZZ_LISTS; i++) {
        list = &fuzz_lists[i];

        fuzz_insert(db, "INSERT INTO collection VALUES (?1, ?2, ?4,"
                    " unit_record(?3), unit_marks(?3))", (int64_t) i,
                    &list->slug, &list->record, 0);

        if (list->display) {
            fuzz_insert(db, "INSERT INTO collection_text VALUES ((SELECT"
                        " count(*) FROM collection_text WHERE ?1 >= 0), ?2,"
                        " ?3)", (int64_t) i, &list->name, &list->folded, 0);
        }
    }
}


static inline void
fuzz_library_remove(void)
{
    (void) unlink(fuzz_library_path);
    (void) rmdir(fuzz_directory);
}


static inline char *
fuzz_library(ngx_uint_t items, ngx_uint_t tags)
{
    sqlite3     *db;
    ngx_uint_t   i;

    hold(items <= FUZZ_ITEMS && tags <= FUZZ_TAGS, "a larger library");

    fuzz_library_path = fuzz_path("library.db");
    (void) atexit(fuzz_library_remove);

    fuzz_make_tags(tags);

    for (i = 0; i < items; i++) {
        fuzz_make_item(i, tags);
    }

    fuzz_make_lists();

    db = unit_sql_create(fuzz_library_path, CONTENTLIB_VFS, "",
                         CONTENTLIB_SCHEMA);

    unit_sql(db, "PRAGMA temp_store = 2; BEGIN;"
                 "CREATE TEMP TABLE item_tag (item, tag);"
                 "CREATE TEMP TABLE named (i, name, folded, items);");

    fuzz_insert_names(db, tags);
    fuzz_insert_items(db, items, tags);
    unit_sql_texts(db);

    unit_sql(db,
        "INSERT INTO tag_item SELECT tag, 0, unit_block(item) FROM item_tag"
        " GROUP BY tag;"
        "INSERT INTO suggestion SELECT row_number() OVER (ORDER BY items DESC,"
        " i) - 1, name, folded FROM named;"
        "INSERT INTO tag_order SELECT i, row_number() OVER (ORDER BY folded, i)"
        " - 1, row_number() OVER (ORDER BY items DESC, i) - 1 FROM named;"
        "INSERT INTO tag_search (tag_search) VALUES ('rebuild');"
        "INSERT INTO suggestion_search (suggestion_search)"
        " VALUES ('rebuild');"
        "INSERT INTO meta SELECT 0, 4, '" UNIT_DIGEST "', 1700000001,"
        " '" FUZZ_MEDIA "', (SELECT count(*) FROM item),"
        " (SELECT count(*) FROM tag), (SELECT count(*) FROM collection),"
        " (SELECT max(length(CAST(folded AS BLOB))) FROM item_text),"
        " (SELECT max(length(CAST(folded AS BLOB))) FROM tag_text);"
        "COMMIT;");

    hold(sqlite3_close(db) == SQLITE_OK, "%s", fuzz_library_path);

    return fuzz_library_path;
}


static inline contentlib_db_t *
fuzz_open(const char *path)
{
    ngx_str_t               name;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    name.data = (u_char *) (uintptr_t) path;
    name.len = strlen(path);

    hold(contentlib_db_open(&db, &name,
                            contentlib_db_clock() + FUZZ_OPENING, &error,
                            &fuzz_log)
         == NGX_OK, "%s", error.text);

    return db;
}


#endif /* _FUZZ_LIBRARY_H_INCLUDED_ */
