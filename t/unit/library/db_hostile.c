
/*
 * Copyright (C) contentlib authors
 *
 * Files that look like a library and hold invalid values: a request that reads
 * such a value is answered with 503, and no other harm is done.
 */


#include <unit_service.h>


#define MUTANTS  150


typedef struct {
    const char  *path;
    const char  *query;
} request_t;


typedef struct {
    const char  *sql;
    request_t    request;
} value_t;


#define ITEMS(query)  { "content_items/", query }
#define TAGS(query)   { "tags/", query }


/* together, these read each table in each way */

static const request_t  requests[] = {
    ITEMS(""), TAGS(""), { "collections/", "" },
    { "search/", "" }, { "search/", "text=a" }, { "search/", "text=happy" },
    ITEMS("text=party"), ITEMS("text=100"), ITEMS("text=arty+ca"),
    ITEMS("text=a"), ITEMS("text=abcdefghijklmnopqrstuvwxyz"),
    ITEMS("tag=happy+day"), ITEMS("tag-slug=happy-day"),
    ITEMS("tag-partial=happy"), ITEMS("tag-partial=a"), TAGS("name=a"),
    ITEMS("collection=new"), ITEMS("collection=cats"), ITEMS("content_type=G"),
    ITEMS("search=party+cat"), ITEMS("search=part"),
    TAGS("name=a&ordering=name"), TAGS("ordering=-items&limit=1"),
    { "content_items/30/", "" }, { "collections/cats/", "" }
};


/* blocks are read of words that do not have a list of their items */

#define blocks(values)                                                        \
    "UPDATE word SET items = NULL; INSERT INTO word_item SELECT position, "   \
    values " FROM word"


/* invalid values, and a request that reads them */

static const value_t  values[] = {
    { "UPDATE item SET record = NULL", ITEMS("") },
    { "UPDATE item SET record = x'7b7d' WHERE position = 1", ITEMS("") },
    { "UPDATE item SET marks = NULL", ITEMS("") },
    { "UPDATE item SET marks = '0000000000'", ITEMS("") },
    { "UPDATE item SET marks = 0 WHERE position = 0", ITEMS("") },
    { "UPDATE tag SET record = NULL WHERE position = 0", TAGS("") },
    { "UPDATE tag SET record = CAST(record AS BLOB)", TAGS("") },
    { "UPDATE tag SET marks = 'a'", TAGS("") },
    { "UPDATE collection SET record = NULL", { "collections/", "" } },
    { "UPDATE collection SET marks = NULL WHERE position = 2",
      { "collections/", "" } },
    { "UPDATE item SET record = NULL WHERE id = 30",
      { "content_items/30/", "" } },
    { "UPDATE item SET marks = '' WHERE id = 30",
      { "content_items/30/", "" } },
    { "UPDATE collection SET record = x'7b7d'", { "collections/cats/", "" } },
    { "UPDATE suggestion SET name = NULL", { "search/", "text=a" } },
    { "UPDATE suggestion SET name = x'41'", { "search/", "text=happy" } },
    { "UPDATE collection_text SET name = NULL", { "search/", "" } },
    { "UPDATE collection_text SET name = x'41'", { "search/", "text=a" } },
    { "UPDATE tag_item SET items = NULL", ITEMS("tag-slug=happy-day") },
    { "UPDATE tag_item SET items = 'abcd'", ITEMS("tag=happy+day") },
    { "UPDATE tag_item SET items = 5", ITEMS("tag-partial=happy") },
    { "UPDATE item_gram SET items = NULL", ITEMS("text=a") },
    { "UPDATE item_gram SET items = 'abcd'", ITEMS("text=a") },
    { "UPDATE item_gram SET items = 5", ITEMS("text=a") },

    /* out of range */

    { "UPDATE tag_item SET items = x'0300'", ITEMS("tag-slug=happy-day") },
    { "UPDATE tag_item SET items = x'0000ffff'", ITEMS("tag=happy+day") },
    { "UPDATE tag_item SET block = 1", ITEMS("tag-partial=happy") },
    { "UPDATE tag_item SET block = -1", ITEMS("tag-slug=happy-day") },
    { "UPDATE tag_item SET block = 9223372036854775807",
      ITEMS("tag-slug=happy-day") },
    { "UPDATE tag_item SET block = -9223372036854775808",
      ITEMS("tag-slug=happy-day") },
    { "UPDATE tag_item SET block = 281474976710656",
      ITEMS("tag-slug=happy-day") },
    { "UPDATE item_gram SET block = 1", ITEMS("text=a") },
    { "UPDATE item_gram SET block = 9223372036854775807", ITEMS("text=a") },
    { "UPDATE item_gram SET block = 281474976710656", ITEMS("text=a") },
    { "UPDATE item_gram SET items = x'0300'", ITEMS("text=a") },
    { "UPDATE item_gram SET items = x'0000ffff'", ITEMS("text=a") },

    /* blocks of no form, and bitmaps beyond the list */

    { "UPDATE item_gram SET items = x'00'", ITEMS("text=a") },
    { "UPDATE item_gram SET items = x'000001'", ITEMS("text=a") },
    { "UPDATE item_gram SET items = zeroblob(2050)", ITEMS("text=a") },
    { "UPDATE item_gram SET items = zeroblob(3000000)", ITEMS("text=a") },
    { "UPDATE item_gram SET items = CAST(x'08' || zeroblob(2047) AS BLOB)",
      ITEMS("text=a") },
    { "UPDATE item_gram SET items = CAST(zeroblob(2047) || x'80' AS BLOB)",
      ITEMS("text=a") },
    { "UPDATE tag_item SET items = x'000001'", ITEMS("tag-slug=happy-day") },
    { "UPDATE tag_item SET items = zeroblob(2050)", ITEMS("tag=happy+day") },
    { "UPDATE tag_item SET items = CAST(x'0f' || zeroblob(2047) AS BLOB)",
      ITEMS("tag-partial=happy") },
    { "UPDATE tag_item SET block = 1, items = CAST(x'01' || zeroblob(2047)"
      " AS BLOB)",
      ITEMS("tag-slug=happy-day") },
    { blocks("0, NULL"), ITEMS("text=party") },
    { blocks("0, 'abcd'"), ITEMS("text=arty+ca") },
    { blocks("0, x'0300'"), ITEMS("text=party") },
    { blocks("0, zeroblob(2050)"), ITEMS("text=arty+ca") },
    { blocks("1, x'0000'"), ITEMS("text=party") },
    { blocks("-1, x'0000'"), ITEMS("text=arty+ca") },
    { "UPDATE word SET items = x'03000000'", ITEMS("text=100") },
    { "UPDATE word SET items = x'00000000ffffffff'", ITEMS("text=party") },
    { "UPDATE word SET items = x'000000'", ITEMS("text=100") },
    { "UPDATE word SET items = x'0000000000'", ITEMS("text=arty+ca") },
    { "UPDATE word SET items = '0000'", ITEMS("text=100") },
    { "UPDATE word SET items = 0", ITEMS("text=party") },
    { "INSERT INTO tag_text VALUES (9, 'happy day')", ITEMS("tag=happy+day") },
    { "UPDATE tag_text SET position = position + 5", ITEMS("tag-partial=a") },
    { "UPDATE tag_text SET position = position + 5", TAGS("name=a") },
    { "UPDATE tag SET position = -5 WHERE position = 0",
      ITEMS("tag-slug=happy-day") },
    { "UPDATE collection_item SET items = NULL", ITEMS("collection=new") },
    { "UPDATE collection_item SET items = x'0300'", ITEMS("collection=new") },
    { "UPDATE collection SET preview = 3", ITEMS("collection=cats") },
    { "UPDATE collection SET preview = -1", ITEMS("collection=cats") },
    { "UPDATE collection SET preview = NULL", ITEMS("collection=cats") },
    { "UPDATE content_type_item SET items = 'abcd'", ITEMS("content_type=G") },
    { "UPDATE content_type_item SET block = 1", ITEMS("content_type=G") },
    { "UPDATE term_item SET items = NULL", ITEMS("search=party+cat") },
    { "UPDATE term_item SET items = 'abcd'", ITEMS("search=party+cat") },
    { "UPDATE term_item SET items = x'0300'", ITEMS("search=part") },
    { "UPDATE term_item SET items = zeroblob(2050)", ITEMS("search=part") },
    { "UPDATE term_item SET block = 1", ITEMS("search=party+cat") },
    { "UPDATE term_item SET block = -1", ITEMS("search=part") },
    { "UPDATE tag_order SET by_name = by_name + 4",
      TAGS("name=a&ordering=name") },
    { "UPDATE tag_order SET by_name = by_name - 3",
      TAGS("name=a&ordering=name") },
    { "DELETE FROM tag_order WHERE position = 0",
      TAGS("name=a&ordering=name") },
    { "DELETE FROM tag_order WHERE position = 0",
      TAGS("ordering=-items&limit=1") },
    { "UPDATE tag_order SET position = position + 4",
      TAGS("ordering=-items&limit=1") },

    /* rows that are not where they should be, or too large */

    { "UPDATE item SET position = 7 WHERE position = 2;"
      "UPDATE meta SET items = 8",
      ITEMS("") },
    { "UPDATE tag SET position = 9 WHERE position = 1;"
      "UPDATE meta SET tags = 10",
      TAGS("") },
    { "UPDATE item SET record = printf('%.*c', 4194305, 'a')"
      " WHERE position = 1",
      ITEMS("") },
    { "UPDATE collection SET marks = zeroblob(5000000)",
      { "collections/", "" } }
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


/* a file with such a schema, and with the text of the right one */

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


static contentlib_answer_t
ask(const request_t *request)
{
    contentlib_input_t  input;

    input = unit_request(request->path, request->query);

    return unit_answer(&input);
}


/* no request leaves a statement open */

static void
ask_all(void)
{
    size_t               i;
    contentlib_answer_t  answer;

    for (i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        answer = ask(&requests[i]);

        hold(answer.status == 200 || answer.status == 404
             || answer.status == 503, "%s?%s: status %lu", requests[i].path,
             requests[i].query, (unsigned long) answer.status);
        hold(unit_busy(unit_source.current->db) == 0, "%s?%s: a statement",
             requests[i].path, requests[i].query);
    }
}


static void
test_values(void)
{
    size_t               i;
    contentlib_answer_t  answer;

    for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        create_lenient(unit_path("values"), values[i].sql);
        unit_serve("values", 0);
        answer = ask(&values[i].request);

        is_number(answer.status, 503, "%s: status", values[i].sql);
        is_number(answer.reason, CONTENTLIB_REASON_FILE, "%s: the reason",
                  values[i].sql);

        if (hold(unit_source.current != NULL, "not opened")) {
            ask_all();
        }

        held("%s: other requests", values[i].sql);
        contentlib_source_close(&unit_source);
        unit_clear();
    }
}


/* the largest values that are served */

static void
test_large(void)
{
    ngx_str_t            body;
    contentlib_answer_t  answer;

    unit_library(unit_path("values"),
                 "UPDATE collection_text SET name = printf('%.*c', 900000,"
                 " 'a') WHERE position = 1;"
                 "UPDATE item SET marks = unit_marks('{}'),"
                 " record = printf('%.*c', 1048576, 'a')");
    unit_serve("values", 0);

    answer = ask(&(request_t) { "search/", "" });
    body = unit_body(&answer);
    is_number(answer.status, 200, "a large name");
    ok(body.len > 900000, "it is complete");

    answer = ask(&(request_t) ITEMS(""));
    is_number(answer.status, 200, "large records");

    contentlib_source_close(&unit_source);
}


/* a library with such values in "meta" is not opened */

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


/* some bytes are replaced; "fit" sets the checksums */

static void
mutate(u_char *bytes, size_t size, const char *path, ngx_uint_t fit)
{
    int         fd;
    size_t      at, page;
    ngx_uint_t  n;

    for (n = 1 + unit_random(20); n > 0; n--) {
        at = 100 + unit_random(size - 100);
        page = at / CONTENTLIB_VFS_PAGE;

        /* half of them are in headers and cell pointers of pages */

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
try_mutant(const char *name)
{
    contentlib_answer_t  answer;

    unit_serve(name, 0);
    answer = ask(&requests[0]);

    if (unit_source.current == NULL) {
        hold(answer.status == 503, "status %lu", (unsigned long) answer.status);
        contentlib_source_close(&unit_source);
        return 0;
    }

    ask_all();
    contentlib_source_close(&unit_source);

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
        opened += try_mutant("mutant");
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
    test_large();
    test_meta_values();
    test_mutants();

    return unit_done();
}
