
/*
 * Copyright (C) contentlib authors
 *
 * An import, its export, and the import of the export.  The result is either a
 * library or a message, and both libraries have the same content.  Then the
 * same records are merged into their own library, which does not change, and
 * into another library, which has all or none of them afterwards.  An input
 * that does not begin as JSON is a table of pictures, which is not merged:
 * its rows get other numbers then.
 */


#include <fuzz_library.h>


static char  *records;
static char  *exported;
static char  *library;
static char  *again;
static char   nothing[] = "/dev/null";
static char  *merged;

static ngx_str_t  other;                    /* the other library */


static void
clean(void)
{
    (void) unlink(records);
    (void) unlink(exported);
    (void) unlink(library);
    (void) unlink(again);
    (void) unlink(merged);
    (void) rmdir(fuzz_directory);
}


static void
put(const char *path, const void *bytes, size_t size)
{
    FILE  *out;

    out = fopen(path, "w");
    hold(out != NULL && fwrite(bytes, 1, size, out) == size
         && fclose(out) == 0, "%s", path);
}


/* the bytes are of malloc() */

static ngx_str_t
get(const char *path)
{
    FILE         *in;
    ngx_str_t     bytes;
    struct stat   info;

    in = fopen(path, "r");
    hold(in != NULL && fstat(fileno(in), &info) == 0, "%s", path);

    bytes.len = (size_t) info.st_size;
    bytes.data = malloc(bytes.len + 1);
    hold(bytes.data != NULL
         && fread(bytes.data, 1, bytes.len, in) == bytes.len
         && fclose(in) == 0, "%s", path);

    return bytes;
}


static ngx_int_t
import(const char *to, char *from, const char *format, ngx_uint_t merge)
{
    contentlib_options_t  options;

    ngx_memzero(&options, sizeof(options));

    options.library = to;
    options.partner = "partner";
    options.files = &from;
    options.nfiles = 1;
    options.format = format;
    options.merge = merge ? "" : NULL;
    options.quiet = "";
    options.allow_empty = "";

    return fuzz_command(contentlib_import, &options);
}


static void
start(void)
{
    FILE  *out;

    records = fuzz_path("records");
    exported = fuzz_path("exported");
    library = fuzz_path("library.db");
    again = fuzz_path("again.db");
    merged = fuzz_path("merged.db");

    out = fopen(records, "w");
    hold(out != NULL, "%s", records);
    fuzz_records(out, 3, 4);
    hold(fclose(out) == 0, "%s", records);

    hold(import(merged, records, NULL, 0) == NGX_OK, "%s", merged);

    other = get(merged);
    (void) atexit(clean);
}


/* a command that writes to "exported" */

static ngx_int_t
export(const contentlib_options_t *options)
{
    hold(freopen(exported, "w", stdout) != NULL, "%s", exported);

    return contentlib_export(options) == NGX_OK && fflush(stdout) == 0
           ? NGX_OK : NGX_ERROR;
}


static ngx_str_t
digest_of(const char *path)
{
    ngx_str_t         digest;
    contentlib_db_t  *db;

    db = fuzz_open(path);
    digest = fuzz_copy(db->meta.digest.data,
                       db->meta.digest.len);
    contentlib_db_close(db);

    return digest;
}


static void
round_trip(const char *path)
{
    ngx_str_t             one, two;
    contentlib_options_t  options;

    ngx_memzero(&options, sizeof(options));

    options.library = path;
    options.partner = "partner";
    options.members = "";

    hold(fuzz_command(export, &options) == NGX_OK, "export");

    hold(import(again, exported, NULL, 0) == NGX_OK,
         "what was exported cannot be imported");

    one = digest_of(path);
    two = digest_of(again);
    hold(fuzz_equal(&one, &two), "what was exported is something else");
}


static void
merge_same(ngx_uint_t empty)
{
    ngx_str_t  before, after;

    before = digest_of(library);

    hold(import(library, empty ? nothing : records, NULL, 1) == NGX_OK,
         "%s cannot be merged", empty ? "nothing" : "the same");

    after = digest_of(library);
    hold(fuzz_equal(&before, &after), "merging %s makes a difference",
         empty ? "nothing" : "the same");
}


static void
merge_other(void)
{
    ngx_str_t  now;

    put(merged, other.data, other.len);

    if (import(merged, records, NULL, 1) == NGX_OK) {
        round_trip(merged);
        return;
    }

    now = get(merged);
    hold(fuzz_equal(&now, &other), "what cannot be merged changes a library");
    free(now.data);
}


/* NULL for records: they begin with a bracket, or with blanks before it */

static const char *
format_of(const uint8_t *data, size_t size)
{
    if (size == 0 || strchr(" \t\r\n{[", data[0]) != NULL) {
        return NULL;
    }

    return size % 2 ? "tsv" : "csv";
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char  *format;

    if (records == NULL) {
        start();
    }

    fuzz_begin(data, size);
    put(records, data, size);

    (void) unlink(library);

    format = format_of(data, size);

    if (import(library, records, format, 0) == NGX_OK) {
        round_trip(library);

        if (format == NULL) {
            merge_same(size % 2);
            merge_other();
        }

    } else {
        hold(access(library, F_OK) == -1, "a library in spite of errors");
    }

    return fuzz_end();
}
