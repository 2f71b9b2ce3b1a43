
/*
 * Copyright (C) contentlib authors
 *
 * Records are expanded.  The result of a template is known.  With any other
 * marks, the result has the announced size, or there is an error.  The input
 * is a byte that selects insertions, and a text.  The text is used as a
 * template, and then as a record and its marks, which are separated by the
 * first line feed.
 */


#include <fuzz.h>
#include <unit_sql.h>


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


static void
template_is(const ngx_str_t *template)
{
    u_char     *end;
    ngx_str_t   record, marks, text, expected;

    record = fuzz_copy(template->data, template->len);
    record.len = unit_template_record(record.data, template->data,
                                      template->len);
    record = fuzz_copy(record.data, record.len);

    marks.data = ngx_pnalloc(fuzz_pool,
                             CONTENTLIB_MARKS_HEADER + 2 * template->len);
    hold(marks.data != NULL, "memory");
    marks.len = unit_template_marks(marks.data, template->data,
                                    template->len);
    marks = fuzz_copy(marks.data, marks.len);

    expected.len = unit_template_size(template, &insertions);
    expected.data = ngx_pnalloc(fuzz_pool, expected.len);
    hold(expected.data != NULL, "memory");
    end = unit_template_expand(expected.data, template, &insertions);
    hold(end == expected.data + expected.len, "the template");

    hold(expand(&record, &marks, &text) == NGX_OK, "an error");
    hold(fuzz_equal(&text, &expected), "another text");
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t    template, record, marks, text;
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
    template = fuzz_take((size_t) (fuzz_last - fuzz_p));
    template_is(&template);

    fuzz_p = rest;
    record = fuzz_line();
    marks = fuzz_take((size_t) (fuzz_last - fuzz_p));
    (void) expand(&record, &marks, &text);

    return fuzz_end();
}
