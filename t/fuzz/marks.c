
/*
 * Copyright (C) contentlib authors
 *
 * Records are expanded.  The result of a record that the program makes is
 * known.  With any other marks, the result has the announced size, or there is
 * an error.  The input is a byte that selects insertions, and a text.  The
 * text is used as a record with the bytes 1 to 5 as placeholders, and then as
 * a record and its marks, which are separated by the first line feed.
 */


#include <fuzz.h>
#include <tool/record/contentlib_placeholders.h>


#define FIRST  0xf8                         /* placeholder */


static contentlib_insertions_t  insertions;


/* the marks have a header, and at least the number of marks in the header */

static ngx_int_t
fits(const ngx_str_t *marks)
{
    size_t  i, all;

    if (marks->len < CONTENTLIB_MARKS_HEADER || marks->len % 2 != 0) {
        return NGX_ERROR;
    }

    for (i = 0, all = 0; i < CONTENTLIB_MARKS_HEADER; i += 2) {
        all += (size_t) marks->data[i] + (size_t) marks->data[i + 1] * 256;
    }

    return all * 2 <= marks->len - CONTENTLIB_MARKS_HEADER ? NGX_OK
                                                           : NGX_ERROR;
}


static ngx_int_t
expand(const ngx_str_t *record, const ngx_str_t *marks, ngx_str_t *text)
{
    hold(contentlib_marks_size(record, marks, &insertions, &text->len)
         == fits(marks), "the length of the marks");

    if (fits(marks) != NGX_OK) {
        return NGX_ERROR;
    }

    hold(text->len <= record->len + 5 * 65535 * 32, "a size");

    text->data = ngx_pnalloc(fuzz_pool, text->len);
    hold(text->data != NULL, "memory");

    return contentlib_marks_expand(record, marks, &insertions, text->data,
                                   text->len);
}


/* NULL if a byte is not a placeholder, and not UTF-8 */

static ngx_str_t *
expected_of(const ngx_str_t *json)
{
    size_t            i;
    ngx_str_t        *text;
    const ngx_str_t  *piece;

    text = ngx_palloc(fuzz_pool, sizeof(ngx_str_t));
    hold(text != NULL, "memory");
    text->len = 0;
    text->data = ngx_pnalloc(fuzz_pool, 32 * json->len + 1);
    hold(text->data != NULL, "memory");

    for (i = 0; i < json->len; i++) {

        if (json->data[i] < FIRST) {
            text->data[text->len++] = json->data[i];
            continue;
        }

        if (json->data[i] - FIRST + 1 >= CONTENTLIB_MARK_KINDS) {
            return NULL;
        }

        piece = &insertions.text[json->data[i] - FIRST + 1];

        if (piece->len != 0) {
            memcpy(text->data + text->len, piece->data, piece->len);
        }

        text->len += piece->len;
    }

    return text;
}


static void
placeholders(ngx_str_t json)
{
    size_t                i;
    ngx_int_t             rc;
    ngx_str_t             record, marks, text, *expected;
    contentlib_stored_t   stored;

    for (i = 0; i < json.len; i++) {
        if (json.data[i] > 0 && json.data[i] < CONTENTLIB_MARK_KINDS) {
            json.data[i] = (u_char) (FIRST + json.data[i] - 1);
        }
    }

    expected = expected_of(&json);
    rc = contentlib_placeholders_remove(&json, fuzz_pool, &stored);
    hold((rc == NGX_OK) == (expected != NULL), "a placeholder");

    if (rc == NGX_OK) {
        record = fuzz_copy(stored.record.data, stored.record.len);
        marks = fuzz_copy(stored.marks.data, stored.marks.len);

        hold(expand(&record, &marks, &text) == NGX_OK, "an error");
        hold(fuzz_equal(&text, expected), "another text");
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t    record, marks, text;
    ngx_uint_t   kind, empty;
    const u_char *rest;

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

    rest = fuzz_p;
    placeholders(fuzz_take((size_t) (fuzz_last - fuzz_p)));

    fuzz_p = rest;
    record = fuzz_line();
    marks = fuzz_take((size_t) (fuzz_last - fuzz_p));
    (void) expand(&record, &marks, &text);

    return fuzz_end();
}
