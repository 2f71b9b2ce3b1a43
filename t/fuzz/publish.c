
/*
 * Copyright (C) contentlib authors
 *
 * A whole import, what it exports, and the import of that: there is a library
 * or a message, never both, and both libraries have the same content.
 */


#include <fuzz_library.h>
#include <tool/contentlib_export.h>


static char  *records;
static char  *exported;
static char  *library;
static char  *again;


static void
clean(void)
{
    (void) unlink(records);
    (void) unlink(exported);
    (void) unlink(library);
    (void) unlink(again);
    (void) rmdir(fuzz_directory);
}


static void
start(void)
{
    records = fuzz_path("records");
    exported = fuzz_path("exported");
    library = fuzz_path("library.db");
    again = fuzz_path("again.db");

    (void) atexit(clean);
}


static ngx_int_t
import(const char *to, char *from, contentlib_message_t *message)
{
    contentlib_options_t  options;

    ngx_memzero(&options, sizeof(options));
    ngx_memzero(message, sizeof(contentlib_message_t));

    options.library = to;
    options.partner = "partner";
    options.files = &from;
    options.nfiles = 1;
    options.quiet = 1;

    return contentlib_import(&options, message);
}


static ngx_int_t
print(void *data, const u_char *bytes, size_t len)
{
    return fwrite(bytes, 1, len, data) == len ? NGX_OK : NGX_ERROR;
}


static void
export(contentlib_db_t *db)
{
    FILE                  *out;
    contentlib_export_t    run;
    contentlib_message_t   message;

    out = fopen(exported, "w");
    hold(out != NULL, "%s", exported);

    ngx_memzero(&message, sizeof(message));

    run.db = db;
    run.name = library;
    run.write = print;
    run.data = out;
    run.progress = NULL;
    run.message = &message;

    contentlib_export_view(&run.view, db);
    ngx_str_set(&run.view.partner, "partner");

    hold(contentlib_export_run(&run) == NGX_OK, "export: %s", message.text);
    hold(fclose(out) == 0, "%s", exported);
}


static void
compare(void)
{
    ngx_str_t                 digest;
    contentlib_db_t          *db;
    contentlib_message_t      message;
    const contentlib_meta_t  *meta;

    db = fuzz_open(library);
    meta = contentlib_db_meta(db);
    digest = fuzz_copy(meta->digest.data, meta->digest.len);
    export(db);
    contentlib_db_close(db);

    hold(import(again, exported, &message) == NGX_OK,
         "what was exported cannot be imported: %s", message.text);

    db = fuzz_open(again);
    hold(fuzz_equal(&contentlib_db_meta(db)->digest, &digest),
         "what was exported is something else");
    contentlib_db_close(db);
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FILE                  *out;
    contentlib_message_t   message;

    if (records == NULL) {
        start();
    }

    fuzz_begin(data, size);

    out = fopen(records, "w");
    hold(out != NULL && fwrite(data, 1, size, out) == size
         && fclose(out) == 0, "%s", records);

    (void) unlink(library);

    if (import(library, records, &message) == NGX_OK) {
        hold(message.len == 0, "a message: %s", message.text);
        compare();

    } else {
        hold(message.len > 0, "no message");
        hold(access(library, F_OK) == -1, "a library in spite of: %s",
             message.text);
    }

    return fuzz_end();
}
