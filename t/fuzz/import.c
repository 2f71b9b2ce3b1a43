
/*
 * Copyright (C) contentlib authors
 *
 * The importer reads a file of records: either to its end, or there is a
 * message with a line number.  All imported values are within their bounds.
 */


#include <fuzz_utf8.h>
#include <tool/record/contentlib_fields.h>
#include <tool/record/contentlib_input.h>
#include <tool/record/contentlib_record.h>
#include <tool/record/contentlib_values.h>

#include <sys/mman.h>


#define YEAR_1      -62135596800000000
#define YEAR_10000  253402300800000000


static contentlib_partner_t         partner;
static int                          file = -1;
static char                         name[64];


static void
start(void)
{
    contentlib_partner_init(&partner, "partner");

    file = memfd_create("records", 0);

    hold(file != -1, "start");
    (void) snprintf(name, sizeof(name), "/proc/self/fd/%d", file);
}


static void
text(const ngx_str_t *value, size_t least, size_t most, const char *what)
{
    hold(value->len >= least && value->len <= most, "%s: length", what);
    hold(fuzz_utf8_valid(value), "%s: not UTF-8", what);
    hold(value->len == 0 || !memchr(value->data, '\0', value->len),
         "%s: a NUL", what);
}


static void
slug(const ngx_str_t *value)
{
    size_t  i;

    text(value, 1, 255, "slug");

    for (i = 0; i < value->len; i++) {
        hold(isalnum(value->data[i]) || strchr("_-", value->data[i]), "slug");
    }
}


/* JSON in UTF-8 if each placeholder is a character: a reference is a value */

static void
rendered(const ngx_str_t *json)
{
    size_t        i;
    ngx_str_t     all;
    json_object  *tree;

    static const char  characters[] = "---- 0";

    all.data = ngx_pnalloc(fuzz_pool, json->len + 1);
    all.len = json->len;
    ngx_memcpy(all.data, json->data, json->len);
    all.data[all.len] = '\0';

    for (i = 0; i < all.len; i++) {
        if (all.data[i] >= CONTENTLIB_PLACEHOLDER_FIRST) {
            all.data[i] = (u_char) characters[all.data[i]
                                              - CONTENTLIB_PLACEHOLDER_FIRST];
        }
    }

    text(&all, 2, 64 * 1024 * 1024, "JSON");

    tree = json_tokener_parse((char *) all.data);
    hold(tree != NULL, "not JSON: %s", all.data);
    (void) json_object_put(tree);
}


static void
item(const contentlib_record_t *one)
{
    hold(one->id > 0, "id");
    hold(one->created >= YEAR_1 && one->created < YEAR_10000, "created");
    hold(fuzz_is(&one->content_type, "G") || fuzz_is(&one->content_type, "I"),
         "content_type");
    hold(json_object_array_length(one->tags) <= CONTENTLIB_LIST_MAX, "tags");

    text(&one->alt_text, 0, 65536, "alt_text");
    text(&one->file, 1, 4096, "file");
}


static ngx_int_t
record(contentlib_place_t *place, json_object *json)
{
    ngx_int_t             rc;
    ngx_str_t             media_url;
    contentlib_record_t   one;

    ngx_str_null(&media_url);

    rc = contentlib_record_read(&partner, &media_url, place, json, fuzz_pool,
                                &one);

    if (rc == NGX_OK) {
        rendered(&one.json);

        if (one.preview.len != 0) {
            rendered(&one.preview);
        }

        if (one.type != CONTENTLIB_RECORD_ITEM) {
            slug(&one.slug);
            text(&one.name, 1, 1000, "name");
        }

        /* a preview may be an identifier only */

        if (one.tags != NULL) {
            item(&one);
        }
    }

    (void) json_object_put(json);

    return rc;
}


/* the first error of a record, or between two: "FILE:LINE: " and a line */

static void
named(const contentlib_errors_t *errors, ngx_uint_t lines)
{
    char           *end;
    size_t          i, len;
    ngx_str_t       all;
    const char     *message;
    unsigned long   line;

    if (errors->message->len == 0) {
        return;
    }

    message = errors->message->text;
    len = strlen(name);

    hold(strncmp(message, name, len) == 0 && message[len] == ':',
         "no file: %s", message);

    line = strtoul(message + len + 1, &end, 10);

    hold(line >= 1 && line <= lines && strncmp(end, ": ", 2) == 0,
         "no line of %lu: %s", (unsigned long) lines, message);

    for (i = 0; message[i] != '\0'; i++) {
        hold((u_char) message[i] >= 0x20 && message[i] != 0x7f,
             "for a terminal: %s", message);
    }

    all = fuzz_copy(message, i);
    hold(fuzz_utf8_valid(&all), "not UTF-8: %s", message);

    errors->message->len = 0;
}


static ngx_int_t
records(contentlib_input_t *input, contentlib_place_t *place,
    ngx_uint_t lines)
{
    uint64_t      found;
    ngx_int_t     rc;
    ngx_uint_t    line;
    json_object  *json;

    line = 1;

    for ( ;; ) {
        rc = contentlib_input_next(input, place, &json);
        named(place->errors, lines);

        if (rc == NGX_AGAIN) {
            (void) json_object_put(json);
            continue;
        }

        if (rc != NGX_OK) {
            return rc;
        }

        found = place->errors->n;

        hold(place->line >= line && place->line <= lines, "line");
        line = place->line;

        hold(json_object_is_type(json, json_type_object) == 1, "a record");

        rc = record(place, json);
        named(place->errors, lines);

        hold((rc == NGX_OK) == (place->errors->n == found),
             "%ld with %lu errors", (long) rc,
             (unsigned long) (place->errors->n - found));
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t                 i;
    ngx_int_t              rc;
    ngx_uint_t             lines;
    contentlib_input_t    *input;
    contentlib_place_t     place;
    contentlib_errors_t    errors;
    contentlib_message_t   message;

    if (file == -1) {
        start();
    }

    fuzz_begin(data, size);
    message.len = 0;

    hold(ftruncate(file, 0) == 0
         && pwrite(file, data, size, 0) == (ssize_t) size, "memory");

    for (lines = 1, i = 0; i < size; i++) {
        lines += (data[i] == '\n');
    }

    errors.n = 0;
    errors.most = UINT64_MAX;
    errors.message = &message;

    input = contentlib_input_open(name, -1, &errors);

    ngx_memzero(&place, sizeof(place));

    place.file = contentlib_input_name(input);
    place.errors = &errors;

    rc = records(input, &place, lines);

    hold(rc == NGX_DONE, "the end");
    hold(contentlib_input_bytes(input) == size || errors.n == 1, "bytes");

    contentlib_input_close(input);

    return fuzz_end();
}
