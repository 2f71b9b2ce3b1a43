
/*
 * Copyright (C) contentlib authors
 *
 * A changed library file is opened as the module opens it, gets all kinds of
 * requests, and is read by "check", "info" and "export".  Each response is
 * valid, all queries end, "check" finds each change that changes a response,
 * and the file is not written to.
 *
 * The first byte of the input selects whether checksums are updated, and a
 * part of the requests, or all of them with the commands.  Without correct checksums, no
 * changed page may be read.  Then the input has changes: a byte that selects
 * the kind, and the numbers that the kind needs.
 */


#include <fuzz_body.h>
#include <fuzz_json.h>
#include <fuzz_library.h>
#include <cache/contentlib_crc.h>
#include <library/contentlib_vfs.h>
#include <service/contentlib_service.h>
#include <tool/export/contentlib_export.h>

#include <fcntl.h>


#define ITEMS    96
#define TAGS     9
#define CHANGES  8
#define PAGE     CONTENTLIB_VFS_PAGE
#define ROOM     (16 * 1024 * 1024)
#define LARGEST  (4 * 1024 * 1024)          /* body */
#define REQUESTS (sizeof(requests) / sizeof(requests[0]))


typedef struct {
    const char  *path;
    const char  *query;
} request_t;


typedef struct {
    uint64_t     accepted;
    uint64_t     requests;
    uint64_t     ok;
    uint64_t     not_found;
    uint64_t     unavailable;
    uint64_t     failed;                    /* 500 */
    uint64_t     sound;                     /* "check" finds nothing */
    uint64_t     missed;                    /* and it is another library */
    uint64_t     stretch;                   /* the longest, in microseconds */
    uint64_t     opening;
    uint64_t     longest;                   /* request */
} counts_t;


static const request_t  requests[] = {
    { "", "" },
    { "content_items/", "" },
    { "content_items/", "limit=100&offset=40" },
    { "content_items/", "text=party" },
    { "content_items/", "text=a" },
    { "content_items/", "text=ca" },
    { "content_items/", "text=qaa" },
    { "content_items/", "tag=no+such+tag" },
    { "content_items/", "tag-slug=Tag_1&limit=2" },
    { "content_items/", "tag-partial=x" },
    { "content_items/", "text=cat&tag-slug=Tag_8&tag-partial=x&offset=3" },
    { "content_items/", "search=cat+pa" },
    { "content_items/", "search=Tag_3&limit=100" },
    { "content_items/", "search=xparty" },
    { "content_items/", "collection=c-1" },
    { "content_items/", "collection=c-3&content_type=I&search=ca" },
    { "content_items/", "content_type=G" },
    { "content_items/", "without=text" },
    { "content_items/1/", "" },
    { "content_items/101/", "format=json" },
    { "content_items/3/", "" },
    { "collections/", "" },
    { "collections/c-1/", "" },
    { "tags/", "limit=50" },
    { "tags/", "name=x" },
    { "tags/", "ordering=name" },
    { "tags/", "ordering=-items&name=x" },
    { "tags/Tag_3/", "" },
    { "search/", "" },
    { "search/", "text=cat" },
    { "search/", "text=xparty&limit=50" }
};


static contentlib_source_t  source;
static contentlib_in_flight_t  connection;
static counts_t             counts;
static ngx_msec_t           timeout = 200;
static ngx_uint_t           changes = CHANGES;      /* the most */
static const char          *path;
static u_char              *whole;          /* the file as it was */
static size_t               whole_len;
static u_char              *now;            /* the file with the changes */
static size_t               len;
static ngx_uint_t           fit;            /* checksums are updated */

/* the responses of the file as it was */

static ngx_str_t            expected[REQUESTS];
static u_char               digest[CONTENTLIB_DIGEST_LEN];


static size_t
below(size_t n)
{
    return n ? (size_t) fuzz_number(3) % n : 0;
}


/* a number that is at the end of a range, in this file or in any file */

static uint64_t
number(void)
{
    u_char  kind;

    static const uint64_t  ends[] = {
        0, 1, 2, 4, 5, 10, 13, 99, 100, 127, 128, 255, 16376, 16383, 16384,
        32767, 32768, 65535, 0x7ffffffe, 0x7fffffff, 0x80000000, 0xfffffffe,
        0xffffffff, 0x80808080, 0x87ffffff
    };

    kind = fuzz_byte();

    switch (kind % 4) {

    case 0: return len / PAGE + 2 - kind / 4 % 5;
    case 1: return 1 + below(len / PAGE);
    case 2: return kind / 4;
    default: return ends[kind / 4 % (sizeof(ends) / sizeof(ends[0]))];
    }
}


static void
set(size_t offset, ngx_uint_t n, uint64_t value)
{
    for ( /* void */ ; n > 0 && offset < len; n--) {
        now[offset++] = (u_char) (value >> 8 * (n - 1));
    }
}


/* a byte, if possible one that is not zero */

static void
change_byte(void)
{
    size_t      offset;
    ngx_uint_t  i;

    offset = below(len);

    for (i = 0; i < PAGE && offset + 1 < len && now[offset] == 0; i++) {
        offset++;
    }

    set(offset, 1, fuzz_byte());
}


/*
 * Bytes that describe the form of a page and of its records, or refer to pages:
 * the header of the page, a pointer to a cell, or the beginning of a cell (see
 * section 1.6 of the SQLite file format).
 */

static void
change_structure(void)
{
    u_char  width, part;
    size_t  page, at;

    width = fuzz_byte();
    part = fuzz_byte();
    page = below(len / PAGE) * PAGE;
    at = page + (page ? 0 : 100);

    if (part % 4 == 0) {
        at += part / 4 % 12;

    } else {
        at += 8 + 2 * below(64);

        if (part % 4 != 1 && at + 1 < len) {
            at = page + (size_t) now[at] * 256 + now[at + 1] + part / 4 % 16;
        }
    }

    set(at, width & 1 ? 1 : width & 2 ? 2 : 4, number());
}


static void
change_page(void)
{
    u_char  kind, *one, *other, bytes[PAGE];

    kind = fuzz_byte();
    one = now + below(len / PAGE) * PAGE;
    other = now + below(len / PAGE) * PAGE;

    if (len < PAGE) {
        return;
    }

    memcpy(bytes, one, PAGE);

    switch (kind % 4) {

    case 0:
        memset(one, 0, PAGE);
        break;

    case 1:
        memset(one + (one == now ? 100 : 0), kind,
               PAGE - (one == now ? 100 : 0));
        break;

    case 2:
        memmove(one, other, PAGE);
        memcpy(other, bytes, PAGE);
        break;

    default:
        memcpy(other, bytes, PAGE);
    }
}


/* the numbers of the SQLite file format, section 1.3 */

static void
change_header(void)
{
    ngx_uint_t  i;

    static const struct {
        u_char  offset;
        u_char  n;
    } fields[] = {
        { 0, 1 }, { 16, 2 }, { 18, 1 }, { 19, 1 }, { 20, 1 }, { 21, 1 },
        { 22, 1 }, { 23, 1 }, { 24, 4 }, { 28, 4 }, { 32, 4 }, { 36, 4 },
        { 40, 4 }, { 44, 4 }, { 48, 4 }, { 52, 4 }, { 56, 4 }, { 60, 4 },
        { 64, 4 }, { 68, 4 }, { 72, 4 }, { 92, 4 }, { 96, 4 }
    };

    i = fuzz_byte() % (sizeof(fields) / sizeof(fields[0]));
    set(fields[i].offset, fields[i].n, number());
}


/* a file that is cut, or has a tail; the header may have the new size */

static void
change_length(void)
{
    u_char  kind;
    size_t  to;

    kind = fuzz_byte();

    if (kind & 1) {
        to = below(len);

    } else {
        to = ngx_min(len + 1 + below(5 * PAGE), ROOM);
        memset(now + len, kind, to - len);
    }

    len = (kind & 2) ? to : to / PAGE * PAGE;

    if (kind & 4) {
        set(28, 4, len / PAGE);
    }
}


/* a row that SQLite changes or deletes */

static void
change_row(void)
{
    char           *sql;
    sqlite3        *db;
    sqlite3_stmt   *select;
    sqlite3_int64   size;

    static const char *const  values[] = {
        "0", "1", "-1", "2", "99", "9223372036854775807",
        "-9223372036854775808", "4294967296", "''", "'x'", "NULL", "1e300",
        "char(0) || 'a'", "CAST(x'ff' AS TEXT)", "CAST(x'00' AS TEXT)",
        "zeroblob(3)", "x'0100'", "zeroblob(2048)", "zeroblob(20000)",
        "printf('%.*c', 10000, 'y')", "c + 1", "c - 1", "c || 'x'",
        "substr(c, 2)", "upper(c)",

        /* numbers of tags, in three bytes each, and marks */

        "CAST(c || c AS BLOB)", "CAST(c || substr(c, 1, 3) AS BLOB)",
        "CAST(substr(c, 4) || substr(c, 1, 3) AS BLOB)",
        "CAST(c || x'070000' AS BLOB)", "substr(c, 4)",
        "substr(c, 1, length(c) - 3)", "x'0300'", "x'0e00'"
    };

    static const char  text[] =
        "SELECT printf(iif(?1 % 6, 'UPDATE \"%w\" SET \"%w\" = (SELECT %s FROM"
        " (SELECT \"%w\" AS c)) WHERE \"%w\" IS (SELECT \"%w\" FROM \"%w\""
        " LIMIT 1 OFFSET %d)', 'DELETE FROM \"%w\" WHERE %.0s%.0s%.0s\"%w\" IS"
        " (SELECT \"%w\" FROM \"%w\" LIMIT 1 OFFSET %d)'), t.name, c.name, ?2,"
        " c.name, c.name, c.name, t.name, ?1 / 6) FROM sqlite_schema AS t"
        " JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'"
        " AND t.sql NOT LIKE '%VIRTUAL%' ORDER BY t.name, c.cid"
        " LIMIT 1 OFFSET ?3";

    hold(sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE, NULL)
         == SQLITE_OK
         && sqlite3_deserialize(db, "main", now, (sqlite3_int64) len, ROOM,
                                SQLITE_DESERIALIZE_RESIZEABLE)
            == SQLITE_OK, "SQLite");

    (void) sqlite3_exec(db, "PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);

    /* the file may be damaged already */

    if (sqlite3_prepare_v2(db, text, -1, &select, NULL) == SQLITE_OK) {
        (void) sqlite3_bind_int(select, 1, fuzz_byte());
        (void) sqlite3_bind_text(select, 2,
            values[fuzz_byte() % (sizeof(values) / sizeof(values[0]))], -1,
            SQLITE_STATIC);
        (void) sqlite3_bind_int(select, 3, fuzz_byte() % 64);

        /* NOT NULL and STRICT may prevent the change */

        if (sqlite3_step(select) == SQLITE_ROW) {
            sql = (char *) sqlite3_column_text(select, 0);
            (void) sqlite3_exec(db, sql, NULL, NULL, NULL);
        }

        (void) sqlite3_finalize(select);
    }

    hold(sqlite3_serialize(db, "main", &size, SQLITE_SERIALIZE_NOCOPY) == now,
         "another place");

    len = (size_t) size;
    (void) sqlite3_close(db);
}


static void (*const  kinds[])(void) = {
    change_byte, change_structure, change_page, change_header, change_row,
    change_length
};

#define KINDS   (sizeof(kinds) / sizeof(kinds[0]))
#define LENGTH  (KINDS - 1)                 /* change_length */


/* sets the checksum of a page */

static void
set_checksum(u_char *page, size_t number)
{
    size_t    i;
    u_char    bytes[4];
    uint32_t  crc;

    for (i = 0; i < 4; i++) {
        bytes[i] = (u_char) (number >> 8 * i);
    }

    crc = contentlib_crc32(0, page, PAGE - CONTENTLIB_VFS_RESERVED);
    crc = contentlib_crc32(crc, bytes, 4);
    page += PAGE - CONTENTLIB_VFS_RESERVED;

    for (i = 0; i < CONTENTLIB_VFS_RESERVED; i++) {
        page[i] = (u_char) (i < 4 ? crc >> 8 * i : 0);
    }
}


static void
change(const uint8_t *data, size_t size)
{
    size_t      page;
    ngx_uint_t  n;

    fuzz_begin(data, size);

    memcpy(now, whole, whole_len);
    len = whole_len;
    fit = fuzz_byte() % 4;

    for (n = 0; n < changes && fuzz_more(); n++) {
        kinds[fuzz_byte() % KINDS]();
    }

    for (page = 0; fit && page < len / PAGE; page++) {
        set_checksum(now + page * PAGE, page + 1);
    }

    (void) fuzz_end();
}


static void
write_file(const char *name)
{
    int  fd;

    fd = open(name, O_WRONLY | O_CREAT, 0644);

    hold(fd != -1 && pwrite(fd, now, len, 0) == (ssize_t) len
         && ftruncate(fd, (off_t) len) == 0 && close(fd) == 0, "%s", name);
}


static uint64_t
clock_of(clockid_t id)
{
    struct timespec  time;

    (void) clock_gettime(id, &time);

    return (uint64_t) time.tv_sec * 1000000 + (uint64_t) time.tv_nsec / 1000;
}


static void
most(uint64_t *count, uint64_t value)
{
    *count = ngx_max(*count, value);
}


static void
read_request(const request_t *request, ngx_uint_t gzip,
    contentlib_input_t *input)
{
    ngx_memzero(input, sizeof(contentlib_input_t));

    input->source = &source;
    input->connection = &connection;
    input->pool = fuzz_pool;
    input->log = &fuzz_log;
    input->method_name = fuzz_string("GET");
    input->path = fuzz_string(request->path);
    input->args = fuzz_string(request->query);
    input->paging.page_size = 30;
    input->paging.max_page_size = 100;
    input->deadline = contentlib_db_clock() + timeout * 1000;
    input->gzip = 1;
    input->gzip_accepted = (gzip != 0);

    ngx_str_set(&input->view.base, "https://example.com/api/v1/");
    ngx_str_set(&input->view.partner, "partner");
}


/*
 * The text.  A record is sent as it is stored, if its checksum is correct, so
 * it may be changed to a text that is not JSON.
 */

static ngx_str_t
body_of(const contentlib_answer_t *answer)
{
    ngx_str_t  text;

    text = answer->body;

    if (answer->gzip) {
        text = fuzz_gunzip(&text, LARGEST);
    }

    hold(text.len == answer->length, "length of the body");

    if (answer->status != 200 || !fit) {
        (void) json_object_put(fuzz_json(&text));
    }

    return text;
}


/* searches run to their end, as on an event loop without threads */

static ngx_str_t
ask(ngx_uint_t i, ngx_uint_t gzip)
{
    uint64_t             start, before;
    ngx_str_t            body;
    contentlib_input_t   input;
    contentlib_answer_t  answer;

    fuzz_begin((const uint8_t *) "", 0);
    read_request(&requests[i], gzip, &input);

    ngx_memzero(&answer, sizeof(contentlib_answer_t));
    start = clock_of(CLOCK_MONOTONIC);
    before = clock_of(CLOCK_THREAD_CPUTIME_ID);

    hold(contentlib_service_answer(&input, &answer) == NGX_OK, "no answer");

    most(&counts.stretch, clock_of(CLOCK_THREAD_CPUTIME_ID) - before);
    most(&counts.longest, clock_of(CLOCK_MONOTONIC) - start);

    body = body_of(&answer);
    counts.requests++;
    counts.ok += (answer.status == 200);
    counts.not_found += (answer.status == 404);
    counts.unavailable += (answer.status == 503);
    counts.failed += (answer.status == 500);

    hold(answer.status == 200 || answer.status == 404 || answer.status == 503
         || answer.status == 500, "status %lu", (unsigned long) answer.status);
    hold(answer.status != 200 || answer.etag.len > 2, "an ETag");
    hold(answer.status != 404
         || fuzz_is(&body, "{\"detail\":\"Not found.\"}"), "404");

    return body;
}


/* every so many-th request, whether the responses are the same as before */

static ngx_uint_t
ask_some(ngx_uint_t first, ngx_uint_t step)
{
    ngx_str_t   body;
    ngx_uint_t  i, same;

    same = 1;

    for (i = first; i < REQUESTS; i += step) {
        body = ask(i, i % 2);
        same &= fuzz_equal(&body, &expected[i]);
        (void) fuzz_end();
    }

    return same;
}


static void
open_source(void)
{
    ngx_memzero(&source, sizeof(contentlib_source_t));

    source.path.data = (u_char *) path;
    source.path.len = strlen(path);
    source.log = &fuzz_log;
    source.cache_size = 1024 * 1024;
    source.check = 500;

    contentlib_source_look(&source, &fuzz_log);
}


static void
read_digest(u_char to[CONTENTLIB_DIGEST_LEN])
{
    contentlib_db_t  *db;

    db = contentlib_export_open(path);
    contentlib_digest(db, path, to);
    contentlib_db_close(db);
}


/* as a command, since the file may be damaged */

static ngx_int_t
compare_digest(const contentlib_options_t *options)
{
    u_char  to[CONTENTLIB_DIGEST_LEN];

    read_digest(to);

    return memcmp(to, digest, sizeof(to)) == 0 ? NGX_OK : NGX_ERROR;
}


/* the commands that read a library; their output goes to /dev/null */

static void
run_commands(ngx_uint_t same)
{
    contentlib_options_t  options;

    ngx_memzero(&options, sizeof(options));
    options.library = path;
    options.partner = "partner";

    if (fuzz_command(contentlib_check, &options) == NGX_OK) {
        counts.sound++;
        counts.missed += !same
                         || fuzz_command(compare_digest, &options) != NGX_OK;
    }

    (void) fuzz_command(contentlib_info, &options);
    (void) fuzz_command(contentlib_export, &options);
}


static void
untouched(void)
{
    int          fd;
    u_char      *bytes;
    struct stat  info;

    fd = open(path, O_RDONLY);
    bytes = malloc(len + 1);

    hold(fd != -1 && bytes != NULL && fstat(fd, &info) == 0
         && info.st_size == (off_t) len
         && read(fd, bytes, len) == (ssize_t) len
         && memcmp(bytes, now, len) == 0, "the file was written to");

    free(bytes);
    (void) close(fd);
}


/* all of it, or a third of the requests without the commands */

static void
examine(ngx_uint_t part)
{
    uint64_t       before;
    ngx_uint_t     same;
    sqlite3_int64  used;

    ngx_memzero(&counts, sizeof(counts_t));
    used = sqlite3_memory_used();

    before = clock_of(CLOCK_THREAD_CPUTIME_ID);
    open_source();
    counts.opening = clock_of(CLOCK_THREAD_CPUTIME_ID) - before;
    counts.accepted = (source.current != NULL);

    same = ask_some(part % 3, part ? 3 : 1);

    if (part == 0) {
        run_commands(same);
        untouched();
    }

    contentlib_source_close(&source);

    hold(sqlite3_memory_used() == used, "SQLite holds %ld bytes more",
         (long) (sqlite3_memory_used() - used));
}


static void
read_file(void)
{
    int          fd;
    struct stat  info;

    fd = open(path, O_RDONLY);
    hold(fd != -1 && fstat(fd, &info) == 0 && info.st_size < ROOM / 2, "%s",
         path);

    whole_len = (size_t) info.st_size;
    whole = malloc(whole_len);
    now = malloc(ROOM);

    hold(whole != NULL && now != NULL
         && read(fd, whole, whole_len) == info.st_size, "%s", path);

    (void) close(fd);
}


/* one file with free pages, long records and trees with branches */

static void
start(void)
{
    sqlite3     *db;
    ngx_str_t    body;
    ngx_uint_t   i;

    path = fuzz_library(ITEMS, TAGS);
    hold(freopen("/dev/null", "w", stdout) != NULL, "stdout");

    hold(contentlib_vfs_register() == SQLITE_OK
         && sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, CONTENTLIB_VFS)
            == SQLITE_OK
         && sqlite3_exec(db, "CREATE TABLE x (x);"
                             "INSERT INTO x VALUES (zeroblob(120000));"
                             "DROP TABLE x", NULL, NULL, NULL)
            == SQLITE_OK
         && sqlite3_close(db) == SQLITE_OK, "%s", path);

    read_file();
    read_digest(digest);
    open_source();

    for (i = 0; i < REQUESTS; i++) {
        body = ask(i, 0);
        expected[i].len = body.len;
        expected[i].data = malloc(body.len);
        hold(expected[i].data != NULL, "memory");
        memcpy(expected[i].data, body.data, body.len);
        (void) fuzz_end();
    }

    contentlib_source_close(&source);
    hold(counts.ok == REQUESTS - 1 && counts.not_found == 1, "the responses");
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (path == NULL) {
        start();
    }

    change(data, size);
    write_file(path);
    examine(size ? data[0] / 32 : 0);
    hold(counts.missed == 0, "\"check\" finds nothing");

    return 0;
}
