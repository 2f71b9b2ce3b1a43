
/*
 * Copyright (C) contentlib authors
 *
 * A record is written with any marks, and compared with a simple model: the
 * same text, with a character in place of each reference, or an error.  Record
 * and marks are allocations of their own, so that the sanitizer detects reads
 * beyond their ends; in a library they are parts of a page.  The input is a byte
 * that selects insertions, the record, a line feed, and the marks.
 */


#include <fuzz.h>
#include <library/contentlib_marks.h>


#define MEDIA  100                          /* length of the media URL */


static contentlib_output_t   output;
static u_char               *written;       /* the beginning of the output */
static ngx_str_t             text;          /* the model of it */
static size_t                exported;      /* length of the text in an export */


/* the room is never larger than needed, and moves each time */

static ngx_int_t
make_room(contentlib_output_t *to, size_t size)
{
    u_char  *moved;
    size_t   used;

    used = (size_t) (to->p - written);
    moved = ngx_pnalloc(fuzz_pool, used + size + 1);
    hold(moved != NULL, "memory");

    if (used) {
        ngx_memcpy(moved, written, used);
    }

    written = moved;
    to->p = moved + used;
    to->last = to->p + size;

    return NGX_OK;
}


static void
add(const void *data, size_t len)
{
    if (len) {
        ngx_memcpy(text.data + text.len, data, len);
        text.len += len;
    }
}


/* NGX_DONE, or NGX_DECLINED if the marks do not fit the record */

static ngx_int_t
model(const ngx_str_t *record, const ngx_str_t *marks)
{
    size_t            i, at;
    ngx_uint_t        kind, mark;
    const ngx_str_t  *insertion;

    if (marks->len % 2 != 0 || marks->len > record->len / 2) {
        return NGX_DECLINED;
    }

    text.len = 0;
    text.data = ngx_pnalloc(fuzz_pool, record->len + marks->len * 32 + 1);
    hold(text.data != NULL, "memory");

    exported = record->len;

    for (i = 0, at = 0; i < marks->len; i += 2) {
        mark = (ngx_uint_t) marks->data[i] + marks->data[i + 1] * 256UL;
        kind = mark % 8;

        if (kind == 7 || mark / 8 > record->len - at) {
            return NGX_DECLINED;
        }

        add(record->data + at, mark / 8);
        at += mark / 8;

        insertion = &output.insertions.text[kind];
        add(insertion->data, insertion->len);

        if (kind == CONTENTLIB_MARK_REFERENCE) {
            add("@", 1);
        }

        exported += kind == CONTENTLIB_MARK_BASE ? 8
                    : kind == CONTENTLIB_MARK_MEDIA ? MEDIA
                    : kind == CONTENTLIB_MARK_PARTNER ? 7 : 0;
    }

    add(record->data + at, record->len - at);

    return NGX_DONE;
}


static void
expand(const ngx_str_t *record, const ngx_str_t *stored)
{
    ngx_int_t           rc;
    contentlib_marks_t  marks;

    written = NULL;
    output.p = NULL;
    output.last = NULL;
    output.room = make_room;

    rc = contentlib_marks_begin(&marks, record, stored);

    while (rc == NGX_OK) {
        rc = contentlib_marks_write(&marks, &output);

        if (rc == NGX_OK) {
            hold(contentlib_output_room(&output, 1) == NGX_OK, "room");
            *output.p++ = '@';
        }
    }

    hold(rc == model(record, stored), "what is returned");

    if (rc == NGX_DONE) {
        hold((size_t) (output.p - written) == text.len
             && (text.len == 0
                 || memcmp(written, text.data, text.len) == 0), "the text");
        hold(contentlib_marks_size(record->len, marks.counts, MEDIA)
             == exported, "the length in an export");
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t   record, marks;
    ngx_uint_t  kind, empty;

    static const ngx_str_t  texts[CONTENTLIB_MARK_KINDS] = {
        ngx_null_string, ngx_string("https://h.example/api/v1/"),
        ngx_string("?format=json"), ngx_string("https://media.example/"),
        ngx_string("partner"), ngx_string("\""), ngx_null_string
    };

    fuzz_begin(data, size);

    empty = fuzz_byte();

    for (kind = 0; kind < CONTENTLIB_MARK_KINDS; kind++) {
        output.insertions.text[kind] = texts[kind];

        if (empty >> kind & 1) {
            ngx_str_null(&output.insertions.text[kind]);
        }
    }

    record = fuzz_line();
    marks = fuzz_take((size_t) (fuzz_last - fuzz_p));
    expand(&record, &marks);

    return fuzz_end();
}
