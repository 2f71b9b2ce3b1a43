
/*
 * Copyright (C) contentlib authors
 *
 * A table of pictures as the importer reads it: it is read to its end, or there
 * is a message that names a line of it; each row becomes a record that the
 * importer takes.
 */


#include <fuzz_utf8.h>
#include <tool/import/contentlib_pictures.h>
#include <tool/import/contentlib_syntax.h>
#include <tool/record/contentlib_record.h>

#include <sys/mman.h>


static contentlib_partner_t   partner;
static json_tokener          *tokener;
static int                    file = -1;
static char                   name[64];
static char                   reported[2048];


static void
start(void)
{
    contentlib_message_t  message;

    message.len = 0;
    hold(contentlib_partner_init(&partner, "partner", &message) == NGX_OK,
         "partner");

    tokener = contentlib_syntax_tokener();
    file = memfd_create("table", 0);

    hold(tokener != NULL && file != -1, "start");
    (void) snprintf(name, sizeof(name), "/proc/self/fd/%d", file);
}


static void
report(void *data, const char *text)
{
    (void) data;
    (void) snprintf(reported, sizeof(reported), "%s", text);
}


static void
record(contentlib_stage_t *stage, const ngx_str_t *bytes, ngx_uint_t line)
{
    json_object           *json;
    contentlib_place_t     place;
    contentlib_errors_t    errors;
    contentlib_record_t    row;
    contentlib_message_t   message;

    ngx_memzero(&place, sizeof(contentlib_place_t));
    ngx_memzero(&errors, sizeof(contentlib_errors_t));

    message.len = 0;
    errors.most = 1;
    errors.print = report;
    place.file = name;
    place.line = line;
    place.errors = &errors;
    place.message = &message;

    json = contentlib_syntax_parse(tokener, bytes, &place);
    hold(json != NULL, "%s", reported);

    hold(contentlib_record_read(&partner, &place, json, fuzz_pool, &row)
         == NGX_OK && errors.n == 0, "%s", reported);
    hold(row.type == CONTENTLIB_RECORD_ITEM, "no item");

    /* an identifier may be there twice */

    if (contentlib_stage_item(stage, &place, &row.item,
                              CONTENTLIB_STAGE_LISTED)
        != NGX_OK)
    {
        hold(strstr(reported, "was already given") != NULL, "%s", reported);
    }

    (void) json_object_put(json);
}


/* "FILE:LINE: ", on one line that a terminal can show */

static void
named(const contentlib_message_t *message)
{
    char       *end;
    size_t      i, len;
    ngx_str_t   all;

    len = strlen(name);

    hold(strncmp(message->text, name, len) == 0 && message->text[len] == ':',
         "no file: %s", message->text);
    hold(strtoul(message->text + len + 1, &end, 10) >= 1
         && strncmp(end, ": ", 2) == 0, "no line: %s", message->text);

    for (i = 0; i < message->len; i++) {
        hold((u_char) message->text[i] >= 0x20 && message->text[i] != 0x7f,
             "for a terminal: %s", message->text);
    }

    all = fuzz_copy(message->text, message->len);
    hold(fuzz_utf8_valid(&all), "not UTF-8: %s", message->text);
}


static void
rows(contentlib_csv_t *csv, contentlib_stage_t *stage,
    contentlib_existing_t *existing, contentlib_message_t *message)
{
    ngx_int_t               rc;
    ngx_str_t               text;
    ngx_uint_t              line, last;
    contentlib_pictures_t  *pictures;

    pictures = contentlib_pictures_open(csv, existing, "partner_ids", message);

    if (pictures == NULL) {
        hold(message->len > 0, "no message");
        named(message);
        return;
    }

    last = 1;

    while ((rc = contentlib_pictures_next(pictures, &text, &line)) != NGX_DONE)
    {
        if (rc == NGX_OK) {
            hold(message->len == 0, "a message: %s", message->text);
            hold(line > last, "line");
            last = line;
            record(stage, &text, line);
            continue;
        }

        /* the rows behind a wrong one are read, too */

        hold(rc == NGX_ERROR && message->len > 0, "no message");
        named(message);
        message->len = 0;
    }

    contentlib_pictures_close(pictures);
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t               media_url;
    contentlib_csv_t       *csv;
    contentlib_stage_t     *stage;
    contentlib_existing_t  *existing;
    contentlib_message_t    message;

    if (file == -1) {
        start();
    }

    fuzz_begin(data, size);
    message.len = 0;
    ngx_str_set(&media_url, "https://a.example/");

    hold(ftruncate(file, 0) == 0
         && pwrite(file, data, size, 0) == (ssize_t) size, "memory");

    csv = contentlib_csv_open(name, size % 2, &message);

    if (csv) {
        stage = contentlib_stage_open(&media_url, &message);
        hold(stage != NULL && contentlib_stage_file(stage, name) == NGX_OK,
             "%s", message.text);

        existing = contentlib_existing_open(stage, &media_url, &message);
        hold(existing != NULL, "%s", message.text);

        rows(csv, stage, existing, &message);

        contentlib_existing_close(existing);
        contentlib_stage_close(stage);
        contentlib_csv_close(csv);

    } else {
        named(&message);
    }

    return fuzz_end();
}
