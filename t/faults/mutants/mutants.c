
/*
 * Copyright (C) contentlib authors
 *
 * Mutants of a library file, each opened as the module opens it and asked all
 * kinds of requests, then checked by the program.
 *
 *     mutants mutate SEED FIRST LAST
 *     mutants length SEED FIRST LAST
 *     mutants write SEED FIRST LAST DIRECTORY
 *
 * A line "begin NUMBER" goes before a mutant, and a line "end NUMBER FIGURES"
 * follows it, unless it is the end of the program.  "write" prints "forged" for
 * a mutant with correct checksums, else "damaged".
 */


#include <fuzz_body.h>
#include <fuzz_json.h>
#include <mutate.h>
#include <service/contentlib_service.h>
#include <tool/export/contentlib_export.h>


#define TIMEOUT  1000                       /* milliseconds */
#define LARGEST  (8 * 1024 * 1024)          /* body */
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
} figures_t;


static const request_t  requests[] = {
    { "", "" },
    { "content_items/", "" },
    { "content_items/", "limit=100&offset=40" },
    { "content_items/", "text=party" },
    { "content_items/", "text=a" },
    { "content_items/", "text=ca" },
    { "content_items/", "tag=no+such+tag" },
    { "content_items/", "tag-slug=Tag_1&limit=2" },
    { "content_items/", "tag-partial=x" },
    { "content_items/", "text=cat&tag-slug=Tag_9&tag-partial=x&offset=3" },
    { "content_items/", "search=cat+pa" },
    { "content_items/", "search=Tag_3&limit=100" },
    { "content_items/", "search=xparty" },
    { "content_items/", "collection=c-1" },
    { "content_items/", "collection=c-3&content_type=I&search=ca" },
    { "content_items/", "content_type=G" },
    { "content_items/1/", "" },
    { "content_items/101/", "format=json" },
    { "content_items/3/", "" },
    { "collections/", "" },
    { "collections/c-1/", "" },
    { "tags/", "limit=50" },
    { "tags/", "name=x" },
    { "tags/", "name=0000" },
    { "tags/", "ordering=name" },
    { "tags/", "ordering=-items&name=x" },
    { "tags/Tag_3/", "" },
    { "tags/long-3/", "" },
    { "search/", "" },
    { "search/", "text=cat" },
    { "search/", "text=xparty&limit=50" }
};


static contentlib_source_t     source;
static figures_t               figures;
static char                   *file;
static FILE                   *report;          /* what was stdout */

/* what the bases answer */

static ngx_str_t               answers[MUTATE_BASES][REQUESTS];
static u_char                  digests[MUTATE_BASES][CONTENTLIB_DIGEST_LEN];


static uint64_t
clock_of(clockid_t id)
{
    struct timespec  now;

    (void) clock_gettime(id, &now);

    return (uint64_t) now.tv_sec * 1000000 + (uint64_t) now.tv_nsec / 1000;
}


static void
most(uint64_t *figure, uint64_t value)
{
    *figure = ngx_max(*figure, value);
}


static void
read_request(const request_t *request, ngx_uint_t gzip,
    contentlib_input_t *input)
{
    ngx_memzero(input, sizeof(contentlib_input_t));

    input->source = &source;
    input->pool = fuzz_pool;
    input->log = &fuzz_log;
    input->method_name = fuzz_string("GET");
    input->path = fuzz_string(request->path);
    input->query = fuzz_string(request->query);
    input->paging.page_size = 30;
    input->paging.max_page_size = 100;
    input->timeout = TIMEOUT;
    input->gzip = 1;
    input->gzip_accepted = (gzip != 0);

    ngx_str_set(&input->view.base_url, "https://example.com");
    ngx_str_set(&input->view.root, "/api/v1/");
    ngx_str_set(&input->view.partner, "partner");
}


/* searches run to their end, as on an event loop without threads */

static void
answer_request(contentlib_input_t *input, contentlib_answer_t *answer)
{
    uint64_t  start, before;

    ngx_memzero(answer, sizeof(contentlib_answer_t));
    start = clock_of(CLOCK_MONOTONIC);

    before = clock_of(CLOCK_THREAD_CPUTIME_ID);
    hold(contentlib_service_answer(input, answer) == NGX_OK, "no answer");
    most(&figures.stretch, clock_of(CLOCK_THREAD_CPUTIME_ID) - before);

    most(&figures.longest, clock_of(CLOCK_MONOTONIC) - start);
}


/* the text; JSON, but for a record that was changed with its checksum */

static ngx_str_t
body_of(const contentlib_answer_t *answer)
{
    ngx_str_t  text;

    text = answer->body;

    if (answer->gzip) {
        text = fuzz_gunzip(&text, LARGEST);
    }

    hold(text.len == answer->length, "length of the body");

    if (answer->status != 200 || mutate_raw) {
        (void) json_object_put(fuzz_json(&text));
    }

    return text;
}


static ngx_str_t
ask(ngx_uint_t i, ngx_uint_t gzip)
{
    ngx_str_t            body;
    contentlib_input_t   input;
    contentlib_answer_t  answer;

    read_request(&requests[i], gzip, &input);
    answer_request(&input, &answer);

    body = body_of(&answer);
    figures.requests++;

    switch (answer.status) {

    case 200:
        figures.ok++;
        hold(answer.etag.len > 2, "an ETag");
        break;

    case 404:
        figures.not_found++;
        hold(fuzz_is(&body, "{\"detail\":\"Not found.\"}"), "404");
        break;

    case 503:
        figures.unavailable++;
        break;

    case 500:
        figures.failed++;
        break;

    default:
        hold(0, "status %lu", (unsigned long) answer.status);
    }

    return body;
}


/* the same as one of the bases answers; called for a library that is sound */

static ngx_uint_t
same(ngx_uint_t base)
{
    ngx_str_t   body;
    ngx_uint_t  i, equal;

    equal = 1;

    for (i = 0; i < REQUESTS; i++) {
        fuzz_begin((const uint8_t *) "", 0);
        body = ask(i, i % 2);
        equal &= fuzz_equal(&body, &answers[base][i]);
        (void) fuzz_end();
    }

    return equal;
}


static void
ask_all(void)
{
    ngx_uint_t  i;

    for (i = 0; i < REQUESTS; i++) {
        fuzz_begin((const uint8_t *) "", 0);
        (void) ask(i, (fuzz_seed + i) % 2);
        (void) fuzz_end();
    }
}


static void
open_source(const char *path)
{
    ngx_memzero(&source, sizeof(contentlib_source_t));

    source.path.data = (u_char *) (uintptr_t) path;
    source.path.len = strlen(path);
    source.log = &fuzz_log;
    source.cache_size = 1024 * 1024;
    source.check = 500;

    contentlib_source_look(&source, contentlib_db_clock() / 1000, &fuzz_log);
}


static ngx_uint_t
digest_of(const char *path, u_char digest[CONTENTLIB_DIGEST_LEN])
{
    ngx_int_t              rc;
    ngx_str_t              name;
    contentlib_db_t       *db;
    contentlib_message_t   message;
    contentlib_db_error_t  error;

    name.data = (u_char *) (uintptr_t) path;
    name.len = strlen(path);
    ngx_memzero(&message, sizeof(contentlib_message_t));

    if (contentlib_db_open(&db, &name,
                           contentlib_db_clock() + CONTENTLIB_DB_OPENING,
                           &error, &fuzz_log)
        != NGX_OK)
    {
        return 0;
    }

    rc = contentlib_digest(db, path, NULL, &message, digest);
    contentlib_db_close(db);

    return rc == NGX_OK;
}


/* a library in which "check" finds nothing is one of the bases */

static void
check(void)
{
    u_char                 digest[CONTENTLIB_DIGEST_LEN];
    ngx_uint_t             i;
    contentlib_message_t   message;
    contentlib_options_t   options;

    ngx_memzero(&options, sizeof(options));
    ngx_memzero(&message, sizeof(message));
    options.library = file;

    if (contentlib_check(&options, &message) != NGX_OK) {
        return;
    }

    figures.sound++;

    if (digest_of(file, digest)) {
        for (i = 0; i < MUTATE_BASES; i++) {
            if (memcmp(digest, digests[i], sizeof(digest)) == 0) {
                figures.missed += !same(i);
                return;
            }
        }
    }

    figures.missed++;
}


/* the other commands that read a library; their output goes to /dev/null */

static void
print_library(void)
{
    contentlib_message_t  message;
    contentlib_options_t  options;

    ngx_memzero(&options, sizeof(options));
    ngx_memzero(&message, sizeof(message));
    options.library = file;
    options.partner = "partner";

    (void) contentlib_info(&options, &message);
    (void) contentlib_export(&options, &message);
}


/* what "check" has looked at is as it was */

static void
untouched(void)
{
    int          fd;
    u_char      *bytes;
    struct stat  info;

    fd = open(file, O_RDONLY);
    bytes = malloc(mutate_len + 1);

    hold(fd != -1 && bytes != NULL && fstat(fd, &info) == 0
         && info.st_size == (off_t) mutate_len
         && read(fd, bytes, mutate_len) == (ssize_t) mutate_len
         && memcmp(bytes, mutate_bytes, mutate_len) == 0,
         "the file was written to");

    free(bytes);
    (void) close(fd);
}


static void
run(ngx_uint_t number)
{
    uint64_t        before;
    sqlite3_int64   used;

    (void) fprintf(report, "begin %lu\n", (unsigned long) number);
    (void) alarm(60);

    ngx_memzero(&figures, sizeof(figures_t));
    used = sqlite3_memory_used();

    before = clock_of(CLOCK_THREAD_CPUTIME_ID);
    open_source(file);
    figures.opening = clock_of(CLOCK_THREAD_CPUTIME_ID) - before;
    figures.accepted = (source.current != NULL);

    ask_all();
    check();
    print_library();
    contentlib_source_close(&source);

    hold(sqlite3_memory_used() == used, "SQLite holds %ld bytes more",
         (long) (sqlite3_memory_used() - used));
    untouched();

    (void) fprintf(report,
                   "end %lu %lu %lu %lu %lu %lu %lu %lu %lu %lu %lu %lu\n",
                   (unsigned long) number, figures.accepted, figures.requests,
                   figures.ok, figures.not_found, figures.unavailable,
                   figures.failed, figures.sound, figures.missed,
                   figures.stretch, figures.opening, figures.longest);
}


static void
prepare(void)
{
    ngx_str_t   body;
    ngx_uint_t  i, j;

    for (i = 0; i < MUTATE_BASES; i++) {

        hold(digest_of(mutate_bases[i].path, digests[i]), "a base");
        open_source(mutate_bases[i].path);

        for (j = 0; j < REQUESTS; j++) {
            fuzz_begin((const uint8_t *) "", 0);
            body = ask(j, 0);
            answers[i][j].len = body.len;
            answers[i][j].data = malloc(body.len);
            hold(answers[i][j].data != NULL, "memory");
            memcpy(answers[i][j].data, body.data, body.len);
            (void) fuzz_end();
        }

        contentlib_source_close(&source);
    }

    hold(figures.ok == MUTATE_BASES * (REQUESTS - 1) && figures.not_found
         == MUTATE_BASES, "the bases answer");
}


static void
remove_files(void)
{
    (void) unlink(mutate_bases[0].path);
    (void) unlink(mutate_bases[1].path);
    (void) unlink(file);
    (void) rmdir(fuzz_directory);
}


static void
quiet(void *data, int code, const char *text)
{
    (void) data;
    (void) code;
    (void) text;
}


int
main(int argc, char **argv)
{
    char        path[PATH_MAX];
    ngx_uint_t  n, first, last, seed;

    hold(argc >= 5, "mutants mutate|length|write SEED FIRST LAST [DIRECTORY]");

    seed = strtoul(argv[2], NULL, 10);
    first = strtoul(argv[3], NULL, 10);
    last = strtoul(argv[4], NULL, 10);

    contentlib_db_init_process(quiet);

    report = fdopen(dup(STDOUT_FILENO), "w");
    hold(report != NULL && freopen("/dev/null", "w", stdout) != NULL,
         "the report");
    (void) setvbuf(report, NULL, _IOLBF, 0);

    mutate_start();
    file = fuzz_path("mutant.db");
    (void) atexit(remove_files);

    if (argv[1][0] != 'w') {
        prepare();
    }

    for (n = first; n <= last; n++) {

        if (argv[1][0] == 'l') {
            mutate_length(seed, n);

        } else {
            mutate(seed, n);
        }

        if (argv[1][0] == 'w' && argc > 5) {
            (void) snprintf(path, sizeof(path), "%s/%lu.db", argv[5],
                            (unsigned long) n);
            mutate_write(path);
            (void) fprintf(report, "%lu %s\n", (unsigned long) n,
                           mutate_raw ? "damaged" : "forged");
            continue;
        }

        mutate_write(file);
        run(n);
    }

    return 0;
}
