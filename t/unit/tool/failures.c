
/*
 * Copyright (C) contentlib authors
 *
 * The commands of the program with failing allocations, file operations and
 * SQLite functions: the result is correct, or there is a message, the library
 * does not change, and no files are left.
 */


#include <unit_failures_sqlite.h>
#include <unit_server.h>
#include <tool/contentlib_commands.h>

#include <dirent.h>
#include <json-c/json.h>
#include <sys/wait.h>


#define ROOM      (256 * 1024)
#define REPLACED  "contentlib: replaced, but "


typedef ngx_int_t (*command_pt)(const contentlib_options_t *options,
    contentlib_message_t *message);


typedef struct {
    const char            *name;
    command_pt             run;
    unsigned               writes:1;
    unsigned               merge:1;
    unsigned               dry_run:1;
    unsigned               from:1;
    unsigned               cached:1;        /* all pages are in the cache */
    unit_failures_e        kind;
    size_t                 len;             /* output without failures */
    u_char                 printed[ROOM];
} command_t;


static char    directory[256], library[300], records[300], list[300], out[300];
static char    cache[300], service[64];
static u_char  before[ROOM], after[ROOM];
static size_t  before_len;


#define ITEM                                                                  \
    "{\"id\":7,\"alt_text\":\"Cat \xc3\xa9 party\",\"tags\":[{\"slug\":\"a\"," \
    "\"name\":\"A\"},{\"slug\":\"b\",\"name\":\"B b\"}],\"default_version\":" \
    "{\"content_type\":\"G\",\"content_label\":\"GIF\",\"download\":"         \
    "[{\"platform\":\"original\",\"url\":\"o.gif\"}],\"picture\":"            \
    "[{\"url\":\"https://a.example/p\",\"width\":1,\"height\":2,\"size\":3,"  \
    "\"format\":\"image/png\"}],\"platforms\":{}},\"static_image\":"          \
    "\"s.png\",\"created\":\"2024-02-29T23:59:59.5Z\","                       \
    "\"partner_ids\":[\"x\"]}"

static const char  content[] =
    "[" ITEM "]\n"
    "{\"count\":1,\"next\":null,\"previous\":null,\"results\":"
    "[{\"slug\":\"c\",\"name\":\"C\"}]}\n";


/* the pages of a service with the same records */

static const struct {
    const char  *path;
    const char  *page;
} pages[] = {
    { "/tags/?limit=100 ", "{\"count\":3,\"next\":\"?offset=1\",\"results\":"
      "[{\"slug\":\"a\",\"name\":\"A\"}]}" },
    { "/tags/?offset=1 ", "{\"count\":3,\"next\":\"?offset=2\",\"results\":"
      "[{\"slug\":\"b\",\"name\":\"B b\"}]}" },
    { "/moved/", "{\"count\":3,\"next\":null,\"results\":"
      "[{\"slug\":\"c\",\"name\":\"C\"}]}" },
    { "/content_items/", "{\"count\":1,\"next\":null,\"results\":[" ITEM "]}" },
    { "/collections/", "{\"count\":0,\"next\":null,\"results\":[]}\n" }
};


static command_t  commands[] = {
    { .name = "import", .run = contentlib_import, .writes = 1 },
    { .name = "import --merge", .run = contentlib_import, .writes = 1,
      .merge = 1 },
    { .name = "import --merge --delete --dry-run", .run = contentlib_import,
      .writes = 1, .merge = 1, .dry_run = 1 },
    { .name = "import --from", .run = contentlib_import, .writes = 1,
      .from = 1 },
    { .name = "import --from, again", .run = contentlib_import, .writes = 1,
      .from = 1, .cached = 1 },
    { .name = "check", .run = contentlib_check },
    { .name = "info", .run = contentlib_info },
    { .name = "export", .run = contentlib_export }
};


/* json-c 0.16 aborts without memory for the name of a field */

struct json_object *
json_tokener_parse_ex(json_tokener *tokener, const char *text, int len)
{
    struct json_object  *json;

    static struct json_object  *(*parse)(json_tokener *, const char *, int);

    unit_failures.spared++;

    if (parse == NULL) {
        *(void **) &parse = dlsym(RTLD_NEXT, "json_tokener_parse_ex");
    }

    json = parse(tokener, text, len);
    unit_failures.spared--;

    return json;
}


/* the third page is redirected; not all pages have an entity tag */

static void
answer(int fd, const char *request)
{
    size_t  i;
    char    text[2048];

    for (i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        if (strstr(request, pages[i].path)) {
            break;
        }
    }

    if (i == sizeof(pages) / sizeof(pages[0])) {
        (void) snprintf(text, sizeof(text), "HTTP/1.1 302 x\r\nConnection: "
                        "close\r\nLocation: /moved/\r\n\r\n");

    } else if (strstr(request, "If-None-Match: \"1\"")) {
        (void) snprintf(text, sizeof(text), "HTTP/1.1 304 x\r\nConnection: "
                        "close\r\nETag: \"1\"\r\n\r\n");

    } else {
        (void) snprintf(text, sizeof(text), "HTTP/1.1 200 x\r\nConnection: "
                        "close\r\n%s\r\n%s", i == 1 ? "" : "ETag: \"1\"\r\n",
                        pages[i].page);
    }

    (void) send(fd, text, ngx_strlen(text), MSG_NOSIGNAL);
}


static size_t
read_all(const char *name, u_char *to)
{
    int      fd;
    ssize_t  n;

    fd = open(name, O_RDONLY);
    n = read(fd, to, ROOM);
    (void) close(fd);

    return n > 0 ? (size_t) n : 0;
}


static ngx_int_t
run(const command_t *command, contentlib_message_t *message,
    unit_failures_e kind)
{
    int                    fd, saved_out, saved_err;
    ngx_int_t              rc;
    contentlib_options_t   options;
    char                  *files[] = { records };

    ngx_memzero(&options, sizeof(options));
    options.library = library;
    options.partner = "partner";
    options.media_url = command->writes ? "https://a.example/" : NULL;
    options.files = files;
    options.nfiles = command->from ? 0 : 1;
    options.from = command->from ? service : NULL;
    options.cache = command->from ? cache : NULL;
    options.retries = command->from ? "0" : NULL;
    options.merge = command->merge ? "" : NULL;
    options.dry_run = command->dry_run ? "" : NULL;
    options.delete = command->dry_run ? list : NULL;
    options.quiet = "";
    message->len = 0;

    fflush(stdout);
    saved_out = dup(1);
    saved_err = dup(2);
    fd = open(out, O_RDWR|O_CREAT|O_TRUNC, 0600);
    (void) dup2(fd, 1);
    (void) dup2(fd, 2);
    (void) close(fd);

    unit_failures_begin(kind);
    rc = command->run(&options, message);
    unit_failures_end();

    fflush(stdout);
    (void) dup2(saved_out, 1);
    (void) dup2(saved_err, 2);
    (void) close(saved_out);
    (void) close(saved_err);

    return rc;
}


static ngx_uint_t
count_files(void)
{
    DIR         *dir;
    ngx_uint_t   n;

    dir = opendir(directory);

    for (n = 0; dir != NULL && readdir(dir) != NULL; n++) {
        /* "." and "..", too */
    }

    (void) closedir(dir);

    return n;
}


static void
remove_cache(void)
{
    DIR            *dir;
    struct dirent  *entry;

    dir = opendir(cache);

    if (dir == NULL) {
        return;
    }

    while ((entry = readdir(dir)) != NULL) {
        (void) unlinkat(dirfd(dir), entry->d_name, 0);
    }

    (void) closedir(dir);
    (void) rmdir(cache);
}


static size_t
differences(size_t len)
{
    size_t  i, n;

    for (i = 0, n = 0; i < len; i++) {
        n += before[i] != after[i];
    }

    return n;
}


/* the message blames the library, which is valid */

static ngx_uint_t
blames(const void *text, size_t len)
{
    return memmem(text, len, "row is missing", 14) != NULL
           || memmem(text, len, "not the schema", 14) != NULL;
}


static void
operation(void *data, ngx_uint_t failing)
{
    size_t                len;
    ngx_int_t             rc;
    ngx_uint_t            replaced;
    command_t            *command = data;
    contentlib_message_t  message;

    static u_char  printed[ROOM];

    if (command->from) {
        remove_cache();
    }

    if (command->cached) {
        (void) run(command, &message, 0);
        (void) read_all(library, before);
    }

    rc = run(command, &message, command->kind);
    len = read_all(out, printed);

    if (!failing) {
        hold(rc == NGX_OK, "%s", message.text);
        command->len = len;
        memcpy(command->printed, printed, len);
    }

    if (rc == NGX_OK) {
        hold(len == command->len
             && memcmp(printed, command->printed, len) == 0,
             "other output: %.*s", (int) len, printed);

    } else {
        hold(message.len != 0 || len != 0, "no message");
        hold(!blames(message.text, message.len) && !blames(printed, len),
             "it blames the library: %s%.*s", message.text, (int) len, printed);
    }

    len = read_all(library, after);

    /* the time of the import may differ; an error may follow the rename */

    replaced = (rc == NGX_OK
                || ngx_strncmp(message.text, REPLACED, sizeof(REPLACED) - 1)
                   == 0);

    hold(len == before_len && differences(len) <= (replaced ? 8 : 0),
         "the library: %lu bytes, %lu others", (unsigned long) len,
         (unsigned long) differences(len));
    hold(count_files() == 6, "%lu files", (unsigned long) count_files());

    memcpy(before, after, len);
}


static void
test(command_t *command, unit_failures_e kind)
{
    uint64_t  runs;

    static const char *const  names[] = {
        [UNIT_MEMORY] = "memory",
        [UNIT_FILES] = "files",
        [UNIT_STATEMENTS] = "SQLite"
    };

    command->kind = kind;
    runs = unit_failures_run(operation, command);

    held("%s, %s, %llu runs", command->name, names[kind],
         (unsigned long long) runs);
}


int
main(void)
{
    FILE                  *file;
    pid_t                  pid;
    const char            *tmp;
    ngx_uint_t             i;
    contentlib_message_t   message;

    unit_failures_init();

    tmp = getenv("TMPDIR");
    (void) snprintf(directory, sizeof(directory), "%.200s/failures-XXXXXX",
                    tmp ? tmp : "/tmp");

    if (mkdtemp(directory) == NULL) {
        printf("Bail out! %s\n", directory);
        return 2;
    }

    (void) snprintf(library, sizeof(library), "%s/library.db", directory);
    (void) snprintf(records, sizeof(records), "%s/records", directory);
    (void) snprintf(list, sizeof(list), "%s/list", directory);
    (void) snprintf(out, sizeof(out), "%s/out", directory);

    file = fopen(records, "w");
    fputs(content, file);
    (void) fclose(file);

    file = fopen(list, "w");
    fputs("7\n8\n", file);
    (void) fclose(file);

    (void) snprintf(cache, sizeof(cache), "%s.cache", directory);
    (void) setenv("no_proxy", "*", 1);

    if (run(commands, &message, 0) != NGX_OK) {
        printf("Bail out! %s\n", message.text);
        return 2;
    }

    pid = unit_server(service, sizeof(service), answer);

    before_len = read_all(library, before);

    for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        test(&commands[i], UNIT_MEMORY);
        test(&commands[i], UNIT_FILES);
        test(&commands[i], UNIT_STATEMENTS);
    }

    (void) kill(pid, SIGKILL);
    (void) waitpid(pid, NULL, 0);

    remove_cache();
    (void) unlink(library);
    (void) unlink(records);
    (void) unlink(list);
    (void) unlink(out);
    (void) rmdir(directory);

    return unit_done();
}
