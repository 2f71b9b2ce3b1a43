
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: records that are the same in every run, and the library that
 * the program imports from them.  The file is in TMPDIR.  It is deleted when
 * the program exits.
 *
 * The commands of the program call exit() when they fail.  The linker replaces
 * it by __wrap_exit() (-Wl,--wrap=exit).
 */


#ifndef _FUZZ_LIBRARY_H_INCLUDED_
#define _FUZZ_LIBRARY_H_INCLUDED_


#include <fuzz.h>
#include <json/contentlib_json.h>
#include <library/contentlib_db.h>
#include <tool/contentlib_commands.h>


#define FUZZ_ITEMS  128
#define FUZZ_TAGS   32
#define FUZZ_LISTS  5                       /* collections */
#define FUZZ_WORDS  4100                    /* of the item with many */


/* exit statuses of a child; those of a sanitizer are others */

#define FUZZ_CHILD_OK      40
#define FUZZ_CHILD_FAILED  41


/* the counters of coverage; the linker defines the symbols */

extern u_char  __start___sancov_cntrs[], __stop___sancov_cntrs[];

#define FUZZ_COUNTERS                                                         \
    ((size_t) (__stop___sancov_cntrs - __start___sancov_cntrs))


static ngx_uint_t    fuzz_child;            /* this process is one */
static u_char       *fuzz_covered;          /* its counters */
static char          fuzz_directory[256];
static char         *fuzz_library_path;
static uint64_t      fuzz_seed = 1;
static ngx_pool_t   *fuzz_kept;             /* never destroyed */

/* records */

static ngx_str_t     fuzz_items[FUZZ_ITEMS];
static ngx_str_t     fuzz_tags[FUZZ_TAGS];
static ngx_str_t     fuzz_lists[FUZZ_LISTS];


static const char *const  fuzz_pieces[] = {
    "a", "a", "A", "b", "B", "c", " ", " ", "%", "_", "\\", "\"", "'",
    "*", "(", ")", "-", "^", ":", "+", "and", "OR", "NEAR", "\xc3\xa9",
    "\xc3\x89", "\xc3\x9f", "SS", "\xe1\xba\x9e", "\xef\xac\x81", "FI",
    "\xce\xa3", "\xcf\x82", "\xe4\xb8\xad", "\xf0\x9f\x8e\x89",
    "\xe2\x84\xaa", "K", "\xc4\xb0", "\xea\xad\xb0", "\xe1\x8e\xa0",
    "\xe2\x80\xa8", "\xef\xbf\xbd", "\xef\xbf\xbe", "\xef\xbf\xbf",
    "\n", "\x01", "party", "Cat"
};


void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));


void
__wrap_exit(int status)
{
    if (!fuzz_child) {
        __real_exit(status);
    }

    memcpy(fuzz_covered, __start___sancov_cntrs, FUZZ_COUNTERS);
    _exit(status == 0 ? FUZZ_CHILD_OK : FUZZ_CHILD_FAILED);
}


/*
 * Runs a command in a child, so that nothing is lost when it ends the program.
 * Only the temporary file of an import stays then, until the next import.  The
 * fuzzer sees what the child has covered.  Leaks are not found: LeakSanitizer
 * would need the other thread of the fuzzer, which the child does not have.
 */

static inline ngx_int_t
fuzz_command(ngx_int_t (*command)(const contentlib_options_t *),
    const contentlib_options_t *options)
{
    int    status;
    pid_t  child;

    if (fuzz_covered == NULL) {
        fuzz_covered = mmap(NULL, FUZZ_COUNTERS, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        hold(fuzz_covered != MAP_FAILED, "memory");
    }

    child = fork();
    hold(child != -1, "fork");

    if (child == 0) {
        (void) prctl(PR_SET_PDEATHSIG, SIGKILL);
        fuzz_child = 1;

        exit(command(options) == NGX_OK ? EXIT_SUCCESS : EXIT_FAILURE);
    }

    /* the timer of the fuzzer interrupts it */

    while (waitpid(child, &status, 0) == -1) {
        hold(errno == EINTR, "waitpid");
    }

    hold(WIFEXITED(status) && (WEXITSTATUS(status) == FUZZ_CHILD_OK
                               || WEXITSTATUS(status) == FUZZ_CHILD_FAILED),
         "a command ends with status 0x%x", (unsigned) status);

    memcpy(__start___sancov_cntrs, fuzz_covered, FUZZ_COUNTERS);

    return WEXITSTATUS(status) == FUZZ_CHILD_OK ? NGX_OK : NGX_ERROR;
}


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
    ngx_str_t   name;
    ngx_uint_t  t;

    for (t = 0; t < tags; t++) {
        name = fuzz_tag_name(t);
        fuzz_tags[t] = fuzz_keep_format("{\"slug\":\"Tag_%lu\",\"name\":"
                                        "\"%s\"}", (unsigned long) t,
                                        fuzz_escaped(&name));
    }
}


/* more than 4,096 words with the same three characters: see src/README.md */

static inline ngx_str_t
fuzz_many_words(void)
{
    char        *p, buffer[FUZZ_WORDS * 8 + 1];
    ngx_uint_t   i;

    for (i = 0, p = buffer; i < FUZZ_WORDS; i++) {
        p += sprintf(p, "qaa%04lu ", (unsigned long) i);
    }

    return fuzz_keep(buffer, (size_t) (p - buffer));
}


/* some records exceed a page of the file, or the largest distance of a mark */

static inline void
fuzz_make_item(ngx_uint_t i, ngx_uint_t tags)
{
    ngx_uint_t     t;
    ngx_str_t      text, list;
    unsigned long  n;

    n = (unsigned long) (1 + i * i);
    text = (i == 5) ? fuzz_many_words() : fuzz_words("", i % 9 ? 30 : 300);
    list = fuzz_keep("", 0);

    /* all items have the last tag */

    for (t = 0; t < tags; t++) {
        if (t == i % tags || t == tags - 1 || fuzz_random(t + 2) == 0) {
            list = fuzz_keep_format("%s%s%s", (char *) list.data,
                                    list.len ? "," : "",
                                    (char *) fuzz_tags[t].data);
        }
    }

    fuzz_items[i] = fuzz_keep_format("{\"id\":%lu,\"alt_text\":\"%s\","
        "\"tags\":[%s],\"default_version\":{%s,\"download\":[{\"platform\":"
        "\"original\",\"url\":\"o/%lu.gif\"}],\"picture\":[{\"url\":"
        "\"https://a.example/%lu\"%s}],\"platforms\":{}},\"static_image\":"
        "\"s.png\",\"created\":\"2024-02-29T23:59:59%sZ\",\"partner_ids\":"
        "[\"x\",\"%0*d\"]}", n, fuzz_escaped(&text),
        (char *) list.data,
        i % 3 ? "\"content_type\":\"I\",\"content_label\":\"Static Image\""
              : "\"content_type\":\"G\",\"content_label\":\"GIF\"", n, n,
        i % 3 ? "" : ",\"width\":1,\"height\":2,\"size\":9007199254740992,"
                     "\"format\":\"image/png\"",
        i % 2 ? ".000001" : "", i % 11 == 3 ? 9000 : i == 7 ? 40000 : 1, 0);
}


static inline void
fuzz_make_lists(ngx_uint_t items)
{
    ngx_str_t   text, name;
    ngx_uint_t  i;

    for (i = 0; i < FUZZ_LISTS; i++) {
        text = fuzz_words("", 20);
        name = fuzz_words("Cat ", 8);
        fuzz_lists[i] = fuzz_keep_format("{\"slug\":\"c-%lu\",\"name\":\"%s\","
            "\"description\":\"%s\",\"preview_image\":%s,"
            "\"display_in_library\":%s,\"featured\":false%s}",
            (unsigned long) i, fuzz_escaped(&name), fuzz_escaped(&text),
            (char *) fuzz_items[i % items].data,
            i % 4 != 3 ? "true" : "false", i % 3 ? "" : ",\"items\":[1,2]");
    }
}


/* tags are in the order of their numbers */

static inline void
fuzz_records(FILE *out, ngx_uint_t items, ngx_uint_t tags)
{
    ngx_uint_t  i;

    hold(items <= FUZZ_ITEMS && tags <= FUZZ_TAGS, "a larger library");

    fuzz_make_tags(tags);

    for (i = 0; i < items; i++) {
        fuzz_make_item(i, tags);
    }

    fuzz_make_lists(items);

    for (i = 0; i < tags; i++) {
        (void) fprintf(out, "%s\n", fuzz_tags[i].data);
    }

    for (i = 0; i < items; i++) {
        (void) fprintf(out, "%s\n", fuzz_items[i].data);
    }

    for (i = 0; i < FUZZ_LISTS; i++) {
        (void) fprintf(out, "%s\n", fuzz_lists[i].data);
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
    char                  *records;
    FILE                  *out;
    contentlib_options_t   options;

    fuzz_library_path = fuzz_path("library.db");
    (void) atexit(fuzz_library_remove);

    records = fuzz_path("records");
    out = fopen(records, "w");
    hold(out != NULL, "%s", records);
    fuzz_records(out, items, tags);
    hold(fclose(out) == 0, "%s", records);

    ngx_memzero(&options, sizeof(options));

    options.library = fuzz_library_path;
    options.media_url = "https://media.example.com/";
    options.partner = "partner";
    options.files = &records;
    options.nfiles = 1;
    options.quiet = "";

    hold(fuzz_command(contentlib_import, &options) == NGX_OK, "%s",
         fuzz_library_path);
    (void) unlink(records);
    free(records);

    return fuzz_library_path;
}


static inline contentlib_db_t *
fuzz_open(const char *path)
{
    contentlib_db_t     *db;
    contentlib_error_t   error;

    hold(contentlib_db_open(&db, path, &error, &fuzz_log) == NGX_OK, "%s",
         error.text);

    return db;
}


#endif /* _FUZZ_LIBRARY_H_INCLUDED_ */
