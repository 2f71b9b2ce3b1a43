
/*
 * Copyright (C) contentlib authors
 *
 * The commands of the program while memory is short and while files cannot be
 * read or written: what they do is right, or there is a message, the library
 * is as it was, and nothing is left behind.
 */


#include <unit_failures.h>
#include <tool/contentlib_commands.h>

#include <dirent.h>
#include <dlfcn.h>
#include <json-c/json.h>


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
    unit_failures_e        kind;
    size_t                 len;             /* printed when nothing fails */
    u_char                 printed[ROOM];
} command_t;


static char    directory[256], library[300], records[300], list[300], out[300];
static u_char  before[ROOM], after[ROOM];
static size_t  before_len;


static const char  content[] =
    "[{\"id\":7,\"alt_text\":\"Cat \xc3\xa9 party\",\"tags\":[{\"slug\":\"a\","
    "\"name\":\"A\"},{\"slug\":\"b\",\"name\":\"B b\"}],\"default_version\":"
    "{\"content_type\":\"G\",\"content_label\":\"GIF\",\"download\":"
    "[{\"platform\":\"original\",\"url\":\"o.gif\"}],\"picture\":"
    "[{\"url\":\"https://a.example/p\",\"width\":1,\"height\":2,\"size\":3,"
    "\"format\":\"image/png\"}],\"platforms\":{}},\"static_image\":"
    "\"s.png\",\"created\":\"2024-02-29T23:59:59.5Z\","
    "\"partner_ids\":[\"x\"]}]\n"
    "{\"count\":1,\"next\":null,\"previous\":null,\"results\":"
    "[{\"slug\":\"c\",\"name\":\"C\"}]}\n";


static command_t  commands[] = {
    { .name = "import", .run = contentlib_import, .writes = 1 },
    { .name = "import --merge", .run = contentlib_import, .writes = 1,
      .merge = 1 },
    { .name = "import --merge --delete --dry-run", .run = contentlib_import,
      .writes = 1, .merge = 1, .dry_run = 1 },
    { .name = "check", .run = contentlib_check },
    { .name = "info", .run = contentlib_info },
    { .name = "export", .run = contentlib_export }
};


/* without memory for the name of a field json-c 0.16 ends the process itself */

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
    options.nfiles = 1;
    options.merge = command->merge;
    options.dry_run = command->dry_run;
    options.delete = command->dry_run ? list : NULL;
    options.quiet = 1;
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


static size_t
differences(size_t len)
{
    size_t  i, n;

    for (i = 0, n = 0; i < len; i++) {
        n += before[i] != after[i];
    }

    return n;
}


/* the library is sound */

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

    /* the time of the import is in it; it may be told that it is there */

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

    command->kind = kind;
    runs = unit_failures_run(operation, command);

    held("%s, %s, %llu runs", command->name,
         kind == UNIT_MEMORY ? "memory" : "files", (unsigned long long) runs);
}


int
main(void)
{
    FILE                  *file;
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

    if (run(commands, &message, 0) != NGX_OK) {
        printf("Bail out! %s\n", message.text);
        return 2;
    }

    before_len = read_all(library, before);

    for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        test(&commands[i], UNIT_MEMORY);
        test(&commands[i], UNIT_FILES);
    }

    (void) unlink(library);
    (void) unlink(records);
    (void) unlink(list);
    (void) unlink(out);
    (void) rmdir(directory);

    return unit_done();
}
