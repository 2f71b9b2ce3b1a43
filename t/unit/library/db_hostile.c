
/*
 * Copyright (C) contentlib authors
 *
 * Files that pass for a library and hold what no library holds: an error when
 * that is read, and never more than an error.
 */


#include <unit_library.h>
#include <library/contentlib_filter.h>
#include <library/contentlib_records.h>
#include <library/contentlib_relevance.h>
#include <library/contentlib_suggestions.h>


#define MUTANTS  150


typedef ngx_int_t (*load_pt)(contentlib_db_t *db);


typedef struct {
    const char  *sql;
    load_pt      load;
} value_t;


static ngx_int_t
take(void *data, const ngx_str_t *record, const ngx_str_t *marks)
{
    (void) data;

    /* each byte is looked at */

    (void) unit_bytes(record->data, record->len);
    (void) unit_bytes(marks->data, marks->len);

    return NGX_OK;
}


static ngx_int_t
read_list(contentlib_db_t *db, contentlib_list_e list)
{
    static const uint64_t  positions[] = { 2, 1, 0 };

    return contentlib_records_read(db, list, positions, 3, take, NULL);
}


static ngx_int_t
read_items(contentlib_db_t *db)
{
    return read_list(db, CONTENTLIB_LIST_ITEMS);
}


static ngx_int_t
read_tags(contentlib_db_t *db)
{
    return read_list(db, CONTENTLIB_LIST_TAGS);
}


static ngx_int_t
read_collections(contentlib_db_t *db)
{
    return read_list(db, CONTENTLIB_LIST_COLLECTIONS);
}


static ngx_int_t
suggest(contentlib_db_t *db, const char *text)
{
    ngx_str_t                 value;
    ngx_array_t  *suggestions;

    value = unit_text(text);

    return contentlib_suggestions_find(db, &value, 10, unit_pool(),
                                       &suggestions);
}


static ngx_int_t
suggest_nothing(contentlib_db_t *db)
{
    return suggest(db, "");
}


static ngx_int_t
suggest_short(contentlib_db_t *db)
{
    return suggest(db, "a");
}


static ngx_int_t
suggest_phrase(contentlib_db_t *db)
{
    return suggest(db, "happy");
}


static ngx_int_t
filter_items(contentlib_db_t *db, const char *text, const char *tag,
    const char *slug, const char *part)
{
    contentlib_set_t     *set;
    contentlib_filter_t   filter;

    ngx_memzero(&filter, sizeof(contentlib_filter_t));

    filter.text = unit_text(text);
    filter.tag = unit_text(tag);
    filter.tag_slug = unit_text(slug);
    filter.tag_partial = unit_text(part);

    return contentlib_filter_items(db, &filter, unit_pool(), &set);
}


static ngx_int_t
filter_text(contentlib_db_t *db)
{
    return filter_items(db, "party", "", "", "");
}


static ngx_int_t
filter_one(contentlib_db_t *db)
{
    return filter_items(db, "100", "", "", "");
}


static ngx_int_t
filter_parts(contentlib_db_t *db)
{
    return filter_items(db, "arty ca", "", "", "");
}


static ngx_int_t
filter_short(contentlib_db_t *db)
{
    return filter_items(db, "a", "", "", "");
}


static ngx_int_t
filter_long(contentlib_db_t *db)
{
    return filter_items(db, "abcdefghijklmnopqrstuvwxyz", "", "", "");
}


static ngx_int_t
filter_tag(contentlib_db_t *db)
{
    return filter_items(db, "", "happy day", "", "");
}


static ngx_int_t
filter_slug(contentlib_db_t *db)
{
    return filter_items(db, "", "", "happy-day", "");
}


static ngx_int_t
filter_part(contentlib_db_t *db)
{
    return filter_items(db, "", "", "", "happy");
}


static ngx_int_t
filter_short_part(contentlib_db_t *db)
{
    return filter_items(db, "", "", "", "a");
}


static ngx_int_t
filter_name(contentlib_db_t *db)
{
    ngx_str_t          name;
    contentlib_set_t  *set;

    name = unit_text("a");

    return contentlib_filter_tags(db, &name, unit_pool(), &set);
}


static ngx_int_t
filter_collection(contentlib_db_t *db, const char *slug)
{
    contentlib_set_t     *set;
    contentlib_filter_t   filter;

    ngx_memzero(&filter, sizeof(contentlib_filter_t));
    filter.collection = unit_text(slug);

    return contentlib_filter_items(db, &filter, unit_pool(), &set);
}


static ngx_int_t
filter_listed(contentlib_db_t *db)
{
    return filter_collection(db, "new");
}


static ngx_int_t
filter_preview(contentlib_db_t *db)
{
    return filter_collection(db, "cats");
}


static ngx_int_t
filter_type(contentlib_db_t *db)
{
    contentlib_set_t     *set;
    contentlib_filter_t   filter;

    ngx_memzero(&filter, sizeof(contentlib_filter_t));
    filter.content_type = unit_text("G");

    return contentlib_filter_items(db, &filter, unit_pool(), &set);
}


static ngx_int_t
search_items(contentlib_db_t *db, const char *text)
{
    ngx_str_t          value;
    contentlib_set_t  *tiers[CONTENTLIB_RELEVANCE_TIERS];

    value = unit_text(text);

    return contentlib_relevance_find(db, &value, unit_pool(), tiers);
}


static ngx_int_t
search_words(contentlib_db_t *db)
{
    return search_items(db, "party cat");
}


static ngx_int_t
search_beginning(contentlib_db_t *db)
{
    return search_items(db, "part");
}


static ngx_int_t
tags_by_name(contentlib_db_t *db)
{
    ngx_str_t          name;
    uint64_t           place;
    contentlib_set_t  *set;

    name = unit_text("a");
    place = 1;

    if (contentlib_filter_tags(db, &name, unit_pool(), &set) != NGX_OK
        || contentlib_tag_order_places(db, CONTENTLIB_TAG_ORDER_NAME,
                                       unit_pool(), &set)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_tag_order_positions(db, CONTENTLIB_TAG_ORDER_NAME,
                                          &place, 1);
}


static ngx_int_t
tags_by_items(contentlib_db_t *db)
{
    uint64_t  place;

    place = 0;

    return contentlib_tag_order_positions(db, CONTENTLIB_TAG_ORDER_ITEMS,
                                          &place, 1);
}


static ngx_int_t
find_item(contentlib_db_t *db)
{
    return contentlib_records_read_item(db, 30, take, NULL);
}


static ngx_int_t
find_slug(contentlib_db_t *db)
{
    ngx_str_t  slug;

    slug = unit_text("cats");

    return contentlib_records_read_slug(db, CONTENTLIB_LIST_COLLECTIONS,
                                        &slug, take, NULL);
}


static const load_pt  loads[] = {
    read_items, read_tags, read_collections, suggest_nothing, suggest_short,
    suggest_phrase, filter_text, filter_one, filter_parts, filter_short,
    filter_long, filter_tag, filter_slug, filter_part, filter_short_part,
    filter_name, filter_listed, filter_preview, filter_type, search_words,
    search_beginning, tags_by_name,
    tags_by_items, find_item, find_slug
};


/* a word of few items has no blocks of them */

#define blocks(values)                                                        \
    "UPDATE word SET items = NULL; INSERT INTO word_item SELECT position, "   \
    values " FROM word"


/* a file that opens, with a value that no sound file has */

static const value_t  values[] = {
    { "UPDATE item SET record = NULL", read_items },
    { "UPDATE item SET record = x'7b7d' WHERE position = 1", read_items },
    { "UPDATE item SET marks = NULL", read_items },
    { "UPDATE item SET marks = '0000000000'", read_items },
    { "UPDATE item SET marks = 0 WHERE position = 0", read_items },
    { "UPDATE tag SET record = NULL WHERE position = 0", read_tags },
    { "UPDATE tag SET record = CAST(record AS BLOB)", read_tags },
    { "UPDATE tag SET marks = 'a'", read_tags },
    { "UPDATE collection SET record = NULL", read_collections },
    { "UPDATE collection SET marks = NULL WHERE position = 2",
      read_collections },
    { "UPDATE item SET record = NULL WHERE id = 30", find_item },
    { "UPDATE item SET marks = '' WHERE id = 30", find_item },
    { "UPDATE collection SET record = x'7b7d'", find_slug },
    { "UPDATE suggestion SET name = NULL", suggest_short },
    { "UPDATE suggestion SET name = x'41'", suggest_phrase },
    { "UPDATE collection_text SET name = NULL", suggest_nothing },
    { "UPDATE collection_text SET name = x'41'", suggest_short },
    { "UPDATE tag_item SET items = NULL", filter_slug },
    { "UPDATE tag_item SET items = 'abcd'", filter_tag },
    { "UPDATE tag_item SET items = 5", filter_part },
    { "UPDATE item_gram SET items = NULL", filter_short },
    { "UPDATE item_gram SET items = 'abcd'", filter_short },
    { "UPDATE item_gram SET items = 5", filter_short },

    /* out of range */

    { "UPDATE tag_item SET items = x'0300'", filter_slug },
    { "UPDATE tag_item SET items = x'0000ffff'", filter_tag },
    { "UPDATE tag_item SET block = 1", filter_part },
    { "UPDATE tag_item SET block = -1", filter_slug },
    { "UPDATE tag_item SET block = 9223372036854775807", filter_slug },
    { "UPDATE tag_item SET block = -9223372036854775808", filter_slug },
    { "UPDATE tag_item SET block = 281474976710656", filter_slug },
    { "UPDATE item_gram SET block = 1", filter_short },
    { "UPDATE item_gram SET block = 9223372036854775807", filter_short },
    { "UPDATE item_gram SET block = 281474976710656", filter_short },
    { "UPDATE item_gram SET items = x'0300'", filter_short },
    { "UPDATE item_gram SET items = x'0000ffff'", filter_short },

    /* blocks of no form, and bitmaps beyond the list */

    { "UPDATE item_gram SET items = x'00'", filter_short },
    { "UPDATE item_gram SET items = x'000001'", filter_short },
    { "UPDATE item_gram SET items = zeroblob(2050)", filter_short },
    { "UPDATE item_gram SET items = zeroblob(3000000)", filter_short },
    { "UPDATE item_gram SET items = CAST(x'08' || zeroblob(2047) AS BLOB)",
      filter_short },
    { "UPDATE item_gram SET items = CAST(zeroblob(2047) || x'80' AS BLOB)",
      filter_short },
    { "UPDATE tag_item SET items = x'000001'", filter_slug },
    { "UPDATE tag_item SET items = zeroblob(2050)", filter_tag },
    { "UPDATE tag_item SET items = CAST(x'0f' || zeroblob(2047) AS BLOB)",
      filter_part },
    { "UPDATE tag_item SET block = 1, items = CAST(x'01' || zeroblob(2047)"
      " AS BLOB)", filter_slug },

    { blocks("0, NULL"), filter_text },
    { blocks("0, 'abcd'"), filter_parts },
    { blocks("0, x'0300'"), filter_text },
    { blocks("0, zeroblob(2050)"), filter_parts },
    { blocks("1, x'0000'"), filter_text },
    { blocks("-1, x'0000'"), filter_parts },
    { "UPDATE word SET items = x'03000000'", filter_one },
    { "UPDATE word SET items = x'00000000ffffffff'", filter_text },
    { "UPDATE word SET items = x'000000'", filter_one },
    { "UPDATE word SET items = x'0000000000'", filter_parts },
    { "UPDATE word SET items = '0000'", filter_one },
    { "UPDATE word SET items = 0", filter_text },
    { "INSERT INTO tag_text VALUES (9, 'happy day')", filter_tag },
    { "UPDATE tag_text SET position = position + 5", filter_short_part },
    { "UPDATE tag_text SET position = position + 5", filter_name },
    { "UPDATE tag SET position = -5 WHERE position = 0", filter_slug },
    { "UPDATE collection_item SET items = NULL", filter_listed },
    { "UPDATE collection_item SET items = x'0300'", filter_listed },
    { "UPDATE collection SET preview = 3", filter_preview },
    { "UPDATE collection SET preview = -1", filter_preview },
    { "UPDATE collection SET preview = NULL", filter_preview },
    { "UPDATE content_type_item SET items = 'abcd'", filter_type },
    { "UPDATE content_type_item SET block = 1", filter_type },
    { "UPDATE term_item SET items = NULL", search_words },
    { "UPDATE term_item SET items = 'abcd'", search_words },
    { "UPDATE term_item SET items = x'0300'", search_beginning },
    { "UPDATE term_item SET items = zeroblob(2050)", search_beginning },
    { "UPDATE term_item SET block = 1", search_words },
    { "UPDATE term_item SET block = -1", search_beginning },
    { "UPDATE tag_order SET by_name = by_name + 4", tags_by_name },
    { "UPDATE tag_order SET by_name = by_name - 3", tags_by_name },
    { "DELETE FROM tag_order WHERE position = 0", tags_by_name },
    { "DELETE FROM tag_order WHERE position = 0", tags_by_items },
    { "UPDATE tag_order SET position = position + 4", tags_by_items },

    /* rows that are not where they should be, or too large */

    { "UPDATE item SET position = 7 WHERE position = 2;"
      "UPDATE meta SET items = 8", read_items },
    { "UPDATE tag SET position = 9 WHERE position = 1;"
      "UPDATE meta SET tags = 10", read_tags },
    { "UPDATE item SET record = printf('%.*c', 4194305, 'a')"
      " WHERE position = 1", read_items },
    { "UPDATE collection SET marks = zeroblob(5000000)", read_collections }
};


/* the schema without the rules on values */

static char *
lenient_schema(void)
{
    size_t  i;
    char   *schema, *p;

    static const char *const  rules[] = {
        ") STRICT, WITHOUT", " NOT NULL", ") STRICT;"
    };
    static const char *const  instead[] = {
        ") WITHOUT        ", "         ", ")       ;"
    };

    schema = strdup(CONTENTLIB_SCHEMA);

    for (i = 0; i < 3; i++) {
        for (p = strstr(schema, rules[i]); p; p = strstr(p, rules[i])) {
            memcpy(p, instead[i], strlen(instead[i]));
        }
    }

    return schema;
}


/* a file of such a schema that says that it has the right one */

static void
create_lenient(const char *path, const char *sql)
{
    char     *schema;
    sqlite3  *handle;

    schema = lenient_schema();
    handle = unit_sql_create(path, CONTENTLIB_VFS, "", schema);
    free(schema);

    unit_library_fill(handle);
    unit_sql(handle, sql);

    sql = sqlite3_mprintf("ATTACH %Q AS model", unit_path("model"));
    unit_sql(handle, sql);
    sqlite3_free((void *) (uintptr_t) sql);

    unit_sql(handle,
        "PRAGMA writable_schema = 1;"
        "UPDATE main.sqlite_schema AS s SET sql = (SELECT sql"
        " FROM model.sqlite_schema AS m WHERE m.name = s.name);");

    unit_library_end(handle);
}


static void
test_values(void)
{
    size_t                  i, k;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        create_lenient(unit_path("values"), values[i].sql);
        db = unit_open(unit_path("values"), &error);

        if (!ok(db != NULL, "%s: opens %s", values[i].sql, error.text)) {
            continue;
        }

        is_number(values[i].load(db), NGX_ERROR, "%s: an error",
                  values[i].sql);
        is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_UNREADABLE,
                  "%s: the failure", values[i].sql);

        hold(unit_busy(db) == 0, "a statement is busy");
        contentlib_db_clear_error(db);

        /* and whatever else is asked of the file is answered */

        for (k = 0; k < sizeof(loads) / sizeof(loads[0]); k++) {
            (void) loads[k](db);
            hold(unit_busy(db) == 0, "a statement is busy");
            contentlib_db_clear_error(db);
        }

        held("%s: no statement is busy", values[i].sql);
        contentlib_db_close(db);
        unit_clear();
    }
}


/* what is not UTF-8 becomes U+FFFD; what is large is not too large */

static void
test_texts(void)
{
    ngx_str_t                 text;
    contentlib_db_t          *db;
    contentlib_suggestion_t  *found;
    ngx_array_t              *suggestions;

    unit_library(unit_path("texts"),
                 "UPDATE collection_text SET name ="
                 " CAST(x'41ff42c3' AS TEXT) WHERE position = 0;"
                 "UPDATE collection_text SET name = printf('%.*c', 900000,"
                 " 'a') WHERE position = 1;"
                 "UPDATE item SET record = printf('%.*c', 1048576, 'a')");
    db = unit_opened(unit_path("texts"));

    text = unit_text("");
    is_number(contentlib_suggestions_find(db, &text, 10, unit_pool(),
                                          &suggestions),
              NGX_OK, "names of other sorts");
    is_number(suggestions->nelts, 2, "two names");

    found = suggestions->elts;
    is_string(&found[0].text, "A\xef\xbf\xbd" "B\xef\xbf\xbd",
              "what is not UTF-8");
    is_number(found[1].text.len, 900000, "a large name");

    is_number(read_items(db), NGX_OK, "large records");

    contentlib_db_close(db);
}


/* the same for "meta" and the names: refused at once */

static void
test_meta_values(void)
{
    size_t                  i;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    static const char *const  changes[] = {
        "", "UPDATE meta SET format = NULL", "UPDATE meta SET format = '1a'",
        "UPDATE meta SET digest = NULL",
        "UPDATE meta SET digest = CAST(digest AS BLOB)",
        "UPDATE meta SET built = NULL", "UPDATE meta SET built = 'now'",
        "UPDATE meta SET media_url = NULL",
        "UPDATE meta SET media_url = x'41'",
        "UPDATE meta SET items = NULL", "UPDATE meta SET items = 'many'",
        "UPDATE meta SET tags = 1.5", "UPDATE meta SET collections = x'00'",
        "UPDATE meta SET longest_alt_text = NULL",
        "UPDATE meta SET longest_tag_name = 'long'",
        "UPDATE item SET position = 1 << 33 WHERE position = 2;"
        " UPDATE meta SET items = (1 << 33) + 1",
        "UPDATE tag SET position = 1 << 62 WHERE position = 3;"
        " UPDATE meta SET tags = (1 << 62) + 1"
    };

    for (i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        create_lenient(unit_path("values"), changes[i]);
        db = unit_open(unit_path("values"), &error);

        ok((db == NULL) == (i > 0), "%s: %s", i ? changes[i] : "no change",
           error.text);

        if (db != NULL) {
            contentlib_db_close(db);
        }
    }
}


/* with checksums that fit, or as they were */

static void
mutate(u_char *bytes, size_t size, const char *path, ngx_uint_t fit)
{
    int         fd;
    size_t      at, page;
    ngx_uint_t  n;

    for (n = 1 + unit_random(20); n > 0; n--) {
        at = 100 + unit_random(size - 100);
        page = at / CONTENTLIB_VFS_PAGE;

        /* more often where pages begin: their headers and cell pointers */

        if (unit_random(2)) {
            at = page * CONTENTLIB_VFS_PAGE + unit_random(64);
            at = ngx_max(at, 100);
        }

        bytes[at] = (u_char) unit_random(256);

        if (fit) {
            unit_set_checksum(bytes + page * CONTENTLIB_VFS_PAGE, page + 1);
        }
    }

    fd = open(path, O_WRONLY|O_CREAT|O_TRUNC, 0644);

    if (fd == -1 || pwrite(fd, bytes, size, 0) != (ssize_t) size) {
        unit_bail_out(path, strerror(errno));
    }

    (void) close(fd);
}


static ngx_uint_t
try_mutant(const char *path)
{
    size_t                  k;
    ngx_int_t               rc;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    db = unit_open(path, &error);

    if (db == NULL) {
        hold(error.failure != CONTENTLIB_DB_NO_ERROR, "no failure");
        hold(error.text[0] != '\0', "no reason");
        return 0;
    }

    contentlib_db_deadline(db, contentlib_db_clock() / 1000 + 2000);

    for (k = 0; k < sizeof(loads) / sizeof(loads[0]); k++) {
        rc = loads[k](db);

        hold(rc == NGX_OK || rc == NGX_ERROR || rc == NGX_DECLINED,
             "load %lu: %ld", (unsigned long) k, (long) rc);
        hold((rc == NGX_ERROR)
             == (contentlib_db_error(db)->failure != CONTENTLIB_DB_NO_ERROR),
             "load %lu: error and result", (unsigned long) k);
        hold(unit_busy(db) == 0, "load %lu: busy", (unsigned long) k);

        contentlib_db_clear_error(db);
    }

    contentlib_db_close(db);

    return 1;
}


static void
test_mutants(void)
{
    int          fd;
    u_char      *bytes, *copy;
    struct stat  st;
    ngx_uint_t   i, opened;

    unit_library(unit_path("sound"), "");
    fd = open(unit_path("sound"), O_RDONLY);

    if (fd == -1 || fstat(fd, &st) == -1) {
        unit_bail_out("sound", strerror(errno));
    }

    bytes = malloc((size_t) st.st_size);
    copy = malloc((size_t) st.st_size);
    (void) !pread(fd, bytes, (size_t) st.st_size, 0);
    (void) close(fd);

    for (i = 0, opened = 0; i < MUTANTS; i++) {
        memcpy(copy, bytes, (size_t) st.st_size);
        mutate(copy, (size_t) st.st_size, unit_path("mutant"), i % 5);
        opened += try_mutant(unit_path("mutant"));
        unit_clear();
    }

    held("%d files with some bytes changed", MUTANTS);
    ok(opened > MUTANTS / 10 && opened < MUTANTS,
       "some of them open, some do not");

    free(bytes);
    free(copy);
}


int
main(void)
{
    unit_library(unit_path("model"), "");

    test_values();
    test_texts();
    test_meta_values();
    test_mutants();

    return unit_done();
}
