
/*
 * Copyright (C) contentlib authors
 *
 * The importer reads a table of pictures: either to its end, or there is a
 * message with a line number.  Each row becomes a valid item, whose values are
 * within their bounds.
 */


#include <fuzz_named.h>
#include <tool/import/contentlib_import_table.h>

#include <sys/mman.h>


static int                        file = -1;
static char                       name[64];
static ngx_str_t                  media_url = ngx_string("https://a.example/");
static contentlib_loader_t        loader;
static contentlib_message_t       message;
static contentlib_progress_t      progress;


static void
named(void *data, const char *error)
{
    const char  *text;

    (void) data;
    (void) fuzz_named(error, name);

    /* only the identifier of an item may be invalid */

    text = strchr(error + strlen(name) + 1, ':') + 2;

    hold(strncmp(text, "content item ", 13) != 0
         || strstr(text, "was already given") != NULL, "%s", error);
}


static void
start(void)
{
    file = memfd_create("table", 0);

    hold(file != -1, "start");
    (void) snprintf(name, sizeof(name), "/proc/self/fd/%d", file);
}


/* tags of a library: valid names and slugs, each only once */

static void
tags(void)
{
    ngx_str_t      slug, text;
    ngx_uint_t     i;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(contentlib_stage_sql(loader.stage),
                                    "SELECT slug, name FROM tag");

    while (contentlib_sql_step(contentlib_stage_sql(loader.stage), select)
           == NGX_OK)
    {
        slug = contentlib_sql_column(select, 0);
        text = contentlib_sql_column(select, 1);

        hold(slug.len > 0 && slug.len <= 255, "slug");
        hold(text.len > 0 && text.len <= 1000 && fuzz_utf8_valid(&text),
             "name");

        for (i = 0; i < slug.len; i++) {
            hold(isalnum(slug.data[i]) || slug.data[i] == '-', "slug");
        }
    }

    hold(message.len == 0, "%s", message.text);
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_int_t  rc;

    if (file == -1) {
        start();
    }

    fuzz_begin(data, size);

    hold(ftruncate(file, 0) == 0
         && pwrite(file, data, size, 0) == (ssize_t) size, "memory");

    ngx_memzero(&loader, sizeof(loader));

    message.len = 0;
    loader.message = &message;
    loader.progress = &progress;
    loader.media_url = &media_url;
    loader.quiet = 1;
    loader.errors.most = UINT64_MAX;
    loader.errors.print = named;
    loader.stage = contentlib_stage_open(&message);
    hold(loader.stage != NULL, "%s", message.text);

    rc = contentlib_import_table(&loader, name, size % 2);

    if (rc == NGX_OK) {
        hold(message.len == 0, "a message: %s", message.text);
        tags();

    } else {
        (void) fuzz_named(message.text, name);
    }

    contentlib_stage_close(loader.stage);

    return fuzz_end();
}
