
/*
 * Copyright (C) contentlib authors
 *
 * Requests with failing allocations and failing file operations: the response
 * is correct or a 503, and the next response is correct.  Some pairs of
 * requests wait for the thread, with a simulated clock.
 */


#include <unit_clock.h>
#include <unit_failures.h>
#include <unit_sql.h>
#include <service/contentlib_service.h>

#include <zlib.h>


#define ROOM   (1024 * 1024)
#define CACHE  (1024 * 1024)
#define KEPT   2000
#define CALLS  30                           /* requests that may fail */
#define TURNS  1000


typedef struct {
    const char           *path;
    const char           *query;
    contentlib_method_e   method;
} request_t;


/* the conditions of a request */

typedef struct {
    const request_t      *request;
    unit_failures_e       kind;
    unsigned              gzip:1;
    unsigned              opened:1;         /* the library is open before */
    unsigned              again:1;          /* sent before, too */
    unsigned              waits:1;          /* a pair waits for the thread */
    size_t                cache;
    ngx_str_t             body;             /* without failures */
    ngx_uint_t            status;
} question_t;


typedef struct {
    ngx_pool_t           *pool;
    contentlib_input_t    input;
    contentlib_answer_t   answer;
    unsigned              waits:1;
    unsigned              woken:1;
} asked_t;


static const request_t  requests[] = {
    { "content_items/", "", CONTENTLIB_GET },
    { "content_items/", "limit=10&offset=20&b=1&a=%C3%A9", CONTENTLIB_GET },
    { "content_items/", "format=json&limit=10&offset=65", CONTENTLIB_GET },
    { "content_items/", "text=cat", CONTENTLIB_GET },
    { "content_items/", "text=c", CONTENTLIB_GET },
    { "content_items/", "text=party+cat+%25_", CONTENTLIB_GET },
    { "content_items/", "tag=t1", CONTENTLIB_GET },
    { "content_items/", "tag=t1,t2&text=cat", CONTENTLIB_GET },
    { "content_items/", "tag-partial=name", CONTENTLIB_GET },
    { "content_items/", "tag-partial=x&tag=t3&text=party", CONTENTLIB_GET },
    { "content_items/", "limit=x&offset=-1", CONTENTLIB_GET },
    { "content_items/7/", "", CONTENTLIB_GET },
    { "content_items/7/", "", CONTENTLIB_OPTIONS },
    { "content_items/7/", "", CONTENTLIB_OTHER },
    { "content_items/7777/", "", CONTENTLIB_GET },
    { "content_items/7", "a=b", CONTENTLIB_GET },
    { "collections/", "", CONTENTLIB_GET },
    { "collections/", "name=new", CONTENTLIB_GET },
    { "collections/", "text=e", CONTENTLIB_GET },
    { "collections/c1/", "", CONTENTLIB_GET },
    { "collections/c1", "", CONTENTLIB_GET },
    { "collections/none/", "", CONTENTLIB_GET },
    { "tags/", "limit=2&offset=1", CONTENTLIB_GET },
    { "tags/", "name=name", CONTENTLIB_GET },
    { "tags/", "name=n", CONTENTLIB_GET },
    { "tags/t1/", "", CONTENTLIB_GET },
    { "search/", "text=na", CONTENTLIB_GET },
    { "search/", "text=nam", CONTENTLIB_GET },
    { "", "", CONTENTLIB_GET },
    { "nothing/", "", CONTENTLIB_GET }
};


static char                    library[512];
static u_char                  plain[ROOM];
static contentlib_search_queue_t  queue;
static contentlib_search_task_t  *posted;
static uint64_t                turns, waited;


static ngx_int_t
post(void *data, contentlib_search_task_t *task)
{
    (void) data;

    posted = task;

    return NGX_OK;
}


static void
wake(void *data)
{
    asked_t *asked = data;

    asked->woken = 1;
}


/* records of several kilobytes, one of them larger */

static void
make_library(void)
{
    sqlite3     *handle;
    const char  *tmp;

    tmp = getenv("TMPDIR");
    (void) snprintf(library, sizeof(library), "%.200s/failures-%d.db",
                    tmp ? tmp : "/tmp", (int) getpid());

    handle = unit_sql_create(library, CONTENTLIB_VFS, "", CONTENTLIB_SCHEMA);

    unit_sql(handle,
        "BEGIN; CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (VALUES (0)"
        " UNION ALL SELECT i + 1 FROM n WHERE i < 69) SELECT i FROM n;"
        "CREATE TEMP TABLE t (i, name);"
        "INSERT INTO t SELECT i, 'Name ' || i FROM n WHERE i < 8;"
        "CREATE TEMP TABLE item_tag (item, tag);"
        "INSERT INTO item_tag SELECT i, i % 3 FROM n"
        " UNION SELECT i, i % 5 + 3 FROM n;"
        "INSERT INTO item SELECT i, i + 1, unit_record(r), unit_marks(r)"
        " FROM (SELECT i, '{\"id\":' || (i + 1)"
        " || ',\"url\":\"\1content_items/' || (i + 1)"
        " || '/\2\",\"alt_text\":\"Cat \xc3\xa9 ' || i || '%_ party\",'"
        " || '\"width\":\0054\5,\"image\":\"\3i.png\",\"text\":\"'"
        " || printf('%.*c', iif(i = 66, 30000, 2000), 'x') || '\"}' AS r"
        " FROM n);"
        "INSERT INTO item_text SELECT i, 'cat \xc3\xa9 ' || i || '%_ party'"
        " FROM n;"
        "INSERT INTO tag SELECT i, 't' || i, 0, unit_record(r),"
        " unit_marks(r) FROM (SELECT i, '{\"url\":\"\1tags/t' || i"
        " || '/\2\",\"name\":\"' || name || '\"}' AS r FROM t);"
        "INSERT INTO tag_text SELECT i, lower(name) FROM t;"
        "INSERT INTO tag_item SELECT tag, 0, unit_block(item) FROM item_tag"
        " GROUP BY tag;"
        "INSERT INTO suggestion SELECT i, name, lower(name) FROM t;"
        "INSERT INTO collection SELECT i, 'c' || i, 0, unit_record(r),"
        " unit_marks(r) FROM (SELECT i, '{\"url\":\"\1collections/c' || i"
        " || '/\2\"}' AS r FROM n WHERE i < 3);"
        "INSERT INTO collection_text SELECT i, 'New ' || i, 'new ' || i"
        " FROM n WHERE i < 3;");
    unit_sql_texts(handle);
    unit_sql(handle,
        "INSERT INTO tag_search (tag_search) VALUES ('rebuild');"
        "INSERT INTO suggestion_search (suggestion_search)"
        " VALUES ('rebuild');"
        "INSERT INTO meta VALUES (0, 4, '" UNIT_DIGEST "', 1700000001,"
        " 'https://media.example/', 70, 8, 3, 17, 6);"
        "COMMIT;");
    (void) sqlite3_close(handle);
}


static ngx_str_t
string(const char *text)
{
    ngx_str_t  value;

    value.data = (u_char *) (uintptr_t) text;
    value.len = strlen(text);

    return value;
}


static void
ask(const question_t *question, contentlib_source_t *source, asked_t *asked)
{
    contentlib_input_t  *input;

    input = &asked->input;
    ngx_memzero(asked, sizeof(asked_t));

    asked->pool = ngx_create_pool(4096, &unit_log);
    input->source = source;
    input->pool = asked->pool;
    input->log = &unit_log;
    input->method = question->request->method;
    input->method_name = string("POST");
    input->path = string(question->request->path);
    input->query = string(question->request->query);
    input->gzip = 1;
    input->gzip_accepted = question->gzip;
    input->view.base_url = string("https://example.com");
    input->view.root = string("/api/v1/");
    input->view.partner = string("partner");
    input->paging.page_size = 30;
    input->paging.max_page_size = 100;
    input->timeout = 60000;
    input->queue = question->waits ? &queue : NULL;
    input->wake = wake;
    input->data = asked;
}


static void
proceed(asked_t *asked)
{
    asked->woken = 0;
    asked->waits = (contentlib_service_answer(&asked->input, &asked->answer)
                    == NGX_AGAIN);
    waited += asked->waits;
}


/* each search waits for the thread; the queue is empty afterwards */

static void
answer(asked_t *asked, ngx_uint_t n)
{
    ngx_uint_t  i, waits;

    for (i = 0; i < n; i++) {
        proceed(&asked[i]);
    }

    turns = 0;

    do {
        if (queue.running != NULL) {
            contentlib_search_task_run(posted);
            contentlib_search_queue_done(&queue);
        }

        for (i = 0, waits = 0; i < n; i++) {

            if (asked[i].waits && asked[i].woken) {
                proceed(&asked[i]);
            }

            waits += asked[i].waits;
        }

    } while (waits > 0 && ++turns < TURNS);

    hold(waits == 0, "%lu are not woken", (unsigned long) waits);
    hold(queue.running == NULL && queue.n == 0, "something is left to do");
}


/* the uncompressed body, in static memory */

static ngx_str_t
body_of(const contentlib_answer_t *answer)
{
    int        rc;
    z_stream   stream;
    ngx_str_t  body;

    body.data = plain;
    body.len = answer->body.len;

    if (!answer->gzip) {
        if (body.len != 0) {
            memcpy(plain, answer->body.data, body.len);
        }

        return body;
    }

    memset(&stream, 0, sizeof(stream));
    (void) inflateInit2(&stream, MAX_WBITS + 16);

    stream.next_in = answer->body.data;
    stream.avail_in = (uInt) answer->body.len;
    stream.next_out = plain;
    stream.avail_out = ROOM;

    rc = inflate(&stream, Z_FINISH);
    body.len = stream.total_out;
    (void) inflateEnd(&stream);

    hold(rc == Z_STREAM_END && body.len == answer->length,
         "the end of the compressed body: %d", rc);

    return body;
}


static void
right(const question_t *question, const contentlib_answer_t *answer,
    const char *when)
{
    ngx_str_t  body;

    body = body_of(answer);

    hold(answer->status == question->status
         && unit_equal(&body, &question->body), "%s: status %lu, %.60s", when,
         (unsigned long) answer->status, body.data);
}


static void
unavailable(const contentlib_answer_t *answer)
{
    ngx_str_t  body;

    body = body_of(answer);

    hold(answer->status == 503, "status %lu", (unsigned long) answer->status);
    hold(answer->retry, "Retry-After");
    hold(answer->etag.len == 0 && !answer->not_modified, "an ETag");
    hold(body.len > 13 && memcmp(body.data, "{\"detail\":\"", 11) == 0
         && memcmp(body.data + body.len - 2, "\"}", 2) == 0
         && memchr(body.data, '/', body.len) == NULL, "%.*s", (int) body.len,
         body.data);
}


static void
begin(question_t *question, contentlib_source_t *source)
{
    asked_t  asked;

    static const request_t  other = { "content_items/3/", "", CONTENTLIB_GET };

    question_t  first = *question;

    ngx_memzero(source, sizeof(contentlib_source_t));
    source->path = string(library);
    source->log = &unit_log;
    source->cache_size = question->cache;

    if (!question->opened) {
        return;
    }

    first.request = question->again ? question->request : &other;

    ask(&first, source, &asked);
    answer(&asked, 1);
    ngx_destroy_pool(asked.pool);
}


/* the response is correct, or a 503 */

static void
passable(const question_t *question, const contentlib_answer_t *answered)
{
    if (answered->status == question->status) {
        right(question, answered, "a failure");

    } else {
        unavailable(answered);
    }
}


static void
operation(void *data, ngx_uint_t failing)
{
    ngx_str_t            body;
    asked_t              asked[2];
    ngx_uint_t           i, n;
    question_t          *question = data;
    contentlib_source_t  source;

    contentlib_search_queue_init(&queue);
    queue.post = post;
    queue.spent = CONTENTLIB_SEARCH_QUEUE_ATTEMPT;
    tick = 1;
    n = question->waits ? 2 : 1;

    begin(question, &source);

    for (i = 0; i < n; i++) {
        ask(question, &source, &asked[i]);
    }

    unit_failures_begin(question->kind);
    answer(asked, n);
    unit_failures_end();

    if (!failing) {
        body = body_of(&asked[0].answer);
        question->status = asked[0].answer.status;
        free(question->body.data);
        question->body.len = body.len;
        question->body.data = malloc(body.len + 1);
        memcpy(question->body.data, body.data, body.len);

    }

    for (i = 0; i < n; i++) {
        passable(question, &asked[i].answer);
        ngx_destroy_pool(asked[i].pool);
    }

    /* at once, without the back-off of a rejected file */

    source.look_at = 0;
    source.open_at = 0;
    source.back_off.retry_at = 0;

    ask(question, &source, asked);
    answer(asked, 1);
    right(question, &asked[0].answer, "afterwards");

    ngx_destroy_pool(asked[0].pool);

    hold(source.current == NULL || source.current->references == 1,
         "the library is held");
    contentlib_source_close(&source);
}


static void
test(const request_t *request, unit_failures_e kind, ngx_uint_t waits)
{
    uint64_t    runs;
    ngx_uint_t  i;
    question_t  question;

    runs = 0;

    for (i = 0; i < 16; i++) {
        ngx_memzero(&question, sizeof(question));

        question.request = request;
        question.kind = kind;
        question.gzip = i & 1;
        question.cache = i & 2 ? 0 : CACHE;
        question.opened = !(i & 4);
        question.again = !!(i & 8);
        question.waits = (waits != 0);

        /* the file is opened in the same way for all */

        if (question.waits ? question.opened && !question.again
            : question.opened || (request == requests && !question.again))
        {
            runs += unit_failures_run(operation, &question);
            free(question.body.data);
        }
    }

    held("%s?%s, %s%s, %llu runs", request->path, request->query,
         kind == UNIT_MEMORY ? "memory" : "files", waits ? ", waiting" : "",
         (unsigned long long) runs);
}


static void
keep(contentlib_cache_t *cache)
{
    uint64_t                 i;
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    ngx_memzero(&key, sizeof(contentlib_cache_key_t));

    for (i = 0; i < KEPT; i++) {
        ngx_memcpy(key.digest, &i, sizeof(i));
        entry = contentlib_cache_allocate(cache, &key, 100);
        contentlib_cache_store(cache, entry);
        contentlib_entry_release(entry);
    }
}


/* whether the request failed, when one call of it did */

static ngx_uint_t
fails(question_t *question, uint64_t failing)
{
    asked_t                   asked;
    ngx_uint_t                failed, kept;
    contentlib_source_t       source;
    contentlib_generation_t  *generation;

    contentlib_search_queue_init(&queue);
    begin(question, &source);
    generation = source.current;
    keep(generation->cache);

    ask(question, &source, &asked);
    unit_failures.failing = failing;
    unit_failures_begin(UNIT_MEMORY);
    answer(&asked, 1);
    unit_failures_end();
    unit_failures.failing = 0;

    failed = (asked.answer.status == 503);
    ngx_destroy_pool(asked.pool);

    while (contentlib_generation_shed(1)) { }

    kept = contentlib_cache_entries(generation->cache);
    hold(failed == (kept < KEPT), "%d: failed: %d, %d are kept",
         (int) failing, (int) failed, (int) kept);
    hold(kept >= KEPT / 2 && (!failed || kept <= KEPT / 2 + 100),
         "%d are kept", (int) kept);
    hold(source.current == generation, "another file is open");

    contentlib_source_close(&source);

    return failed;
}


/* half of the cache is freed, and the file stays open */

static void
test_room(void)
{
    uint64_t    i;
    ngx_uint_t  failed;
    question_t  question;

    ngx_memzero(&question, sizeof(question));
    question.request = requests;
    question.opened = 1;
    question.cache = CACHE;

    for (i = 1, failed = 0; i <= CALLS; i++) {
        failed += fails(&question, i);
    }

    hold(failed > CALLS / 2, "%d have failed", (int) failed);
    held("half of what was kept is given back, the library stays");
}


int
main(void)
{
    ngx_uint_t  i;

    unit_failures_init();
    make_library();
    test_room();

    for (i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        test(&requests[i], UNIT_MEMORY, 0);
        test(&requests[i], UNIT_FILES, 0);
    }

    /* waiting requests have other call stacks: every second one fails */

    unit_failures_forget();
    (void) setenv("CONTENTLIB_FAILURES", "2", 0);

    for (i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        test(&requests[i], UNIT_MEMORY, 1);
        test(&requests[i], UNIT_FILES, 1);
    }

    (void) unlink(library);
    ok(waited > 100, "%llu times something had to wait",
       (unsigned long long) waited);

    return unit_done();
}
