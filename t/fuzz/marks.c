
/*
 * Copyright (C) contentlib authors
 *
 * A record is expanded with any marks: the result has the announced size, or
 * there is an error.  Record and marks are allocations of their own, so that
 * the sanitizer detects reads beyond their ends; in a library they are parts
 * of a page.  The input is a byte that selects insertions, the record, a line
 * feed, and the marks.
 */


#include <fuzz.h>
#include <library/contentlib_marks.h>


static contentlib_insertions_t  insertions;


/*
 * The marks have a header, at least the number of marks in the header, and at
 * most a byte for two of the record.
 */

static ngx_int_t
fits(const ngx_str_t *record, const ngx_str_t *marks)
{
    size_t  i, all;

    if (marks->len < CONTENTLIB_MARKS_HEADER || marks->len % 2 != 0) {
        return NGX_ERROR;
    }

    for (i = 0, all = 0; i < CONTENTLIB_MARKS_HEADER; i += 2) {
        all += (size_t) marks->data[i] + (size_t) marks->data[i + 1] * 256;
    }

    return all * 2 <= marks->len - CONTENTLIB_MARKS_HEADER
           && marks->len - CONTENTLIB_MARKS_HEADER <= record->len / 2
           ? NGX_OK : NGX_ERROR;
}


static void
expand(const ngx_str_t *record, const ngx_str_t *marks)
{
    ngx_str_t  text;

    hold(contentlib_marks_size(record, marks, &insertions, &text.len)
         == fits(record, marks), "the length of the marks");

    if (fits(record, marks) != NGX_OK) {
        return;
    }

    hold(text.len <= record->len + 5 * 65535 * 32, "a size");

    text.data = ngx_pnalloc(fuzz_pool, text.len);
    hold(text.data != NULL, "memory");

    (void) contentlib_marks_expand(record, marks, &insertions, text.data,
                                   text.len);
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t   record, marks;
    ngx_uint_t  kind, empty;

    static const ngx_str_t  texts[CONTENTLIB_MARK_KINDS] = {
        ngx_null_string, ngx_string("https://h.example/api/v1/"),
        ngx_string("?format=json"), ngx_string("https://media.example/"),
        ngx_string("partner"), ngx_string("\"")
    };

    fuzz_begin(data, size);

    empty = fuzz_byte();

    for (kind = 0; kind < CONTENTLIB_MARK_KINDS; kind++) {
        insertions.text[kind] = texts[kind];

        if (empty >> kind & 1) {
            ngx_str_null(&insertions.text[kind]);
        }
    }

    record = fuzz_line();
    marks = fuzz_take((size_t) (fuzz_last - fuzz_p));
    expand(&record, &marks);

    return fuzz_end();
}
