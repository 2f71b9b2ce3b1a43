
/*
 * Copyright (C) contentlib authors
 *
 * Stored records: what is made of a text with placeholders, and expanded
 * again, is the text with the insertions, which a plain model writes.
 */


#include <unit.h>
#include <tool/record/contentlib_placeholders.h>


#define LONGEST  (5 * CONTENTLIB_MARK_DISTANCE)
#define RUNS     3000


static u_char  text[LONGEST];
static u_char  expected[64 * LONGEST];


static const char *const  inserted[CONTENTLIB_MARK_KINDS][3] = {
    { "", "", "" },
    { "", "/api/v1/", "https://api.example/api/v1/" },
    { "", "?format=json", "" },
    { "", "https://media.example/", "m" },
    { "partner", "", "p" },
    { "", "\"", "" }
};


static contentlib_insertions_t
insertions_of(ngx_uint_t n)
{
    ngx_uint_t               kind;
    contentlib_insertions_t  insertions;

    for (kind = 0; kind < CONTENTLIB_MARK_KINDS; kind++) {
        insertions.text[kind] = unit_text(inserted[kind][n]);
    }

    return insertions;
}


/* a run of letters of a length that matters, then a placeholder or two */

static size_t
random_text(void)
{
    size_t  len, run;

    static const size_t  runs[] = {
        0, 0, 1, 2, 7, 100, CONTENTLIB_MARK_DISTANCE - 1,
        CONTENTLIB_MARK_DISTANCE, CONTENTLIB_MARK_DISTANCE + 1,
        2 * CONTENTLIB_MARK_DISTANCE, 2 * CONTENTLIB_MARK_DISTANCE + 1
    };

    len = 0;

    while (unit_random(12) != 0) {
        run = runs[unit_random(sizeof(runs) / sizeof(runs[0]))];

        if (len + run + 1 > LONGEST) {
            break;
        }

        while (run-- > 0) {
            text[len++] = (u_char) unit_random(0xf8);
        }

        text[len++] = (u_char) (0xf8 + unit_random(CONTENTLIB_MARK_KINDS - 1));
    }

    return len;
}


static ngx_str_t
model(size_t len, const contentlib_insertions_t *insertions)
{
    size_t            i;
    u_char           *p;
    ngx_str_t         result;
    const ngx_str_t  *insertion;

    p = expected;

    for (i = 0; i < len; i++) {

        if (text[i] < 0xf8) {
            *p++ = text[i];
            continue;
        }

        insertion = &insertions->text[text[i] - 0xf8 + 1];
        p = ngx_cpymem(p, insertion->data, insertion->len);
    }

    result.data = expected;
    result.len = (size_t) (p - expected);

    return result;
}


static void
expand(const contentlib_stored_t *stored, size_t len, ngx_uint_t n)
{
    size_t                   size;
    u_char                  *to;
    ngx_str_t                wanted;
    contentlib_insertions_t  insertions;

    insertions = insertions_of(n);
    wanted = model(len, &insertions);

    hold(contentlib_marks_size(&stored->record, &stored->marks, &insertions,
                               &size)
         == NGX_OK && size == wanted.len, "size %lu", (unsigned long) size);

    to = ngx_pnalloc(unit_pool(), wanted.len + 1);

    hold(contentlib_marks_expand(&stored->record, &stored->marks, &insertions,
                                 to, wanted.len)
         == NGX_OK
         && ngx_memcmp(to, wanted.data, wanted.len) == 0, "expanded");

    /* neither more nor less than the size */

    hold(contentlib_marks_expand(&stored->record, &stored->marks, &insertions,
                                 to, wanted.len + 1)
         == NGX_ERROR, "a byte too many");

    hold(wanted.len == 0
         || contentlib_marks_expand(&stored->record, &stored->marks,
                                    &insertions, to, wanted.len - 1)
            == NGX_ERROR, "a byte too few");
}


static void
test_random(void)
{
    size_t               len;
    ngx_str_t            json;
    ngx_uint_t           i, n;
    contentlib_stored_t  stored;

    for (i = 0; i < RUNS; i++) {
        len = random_text();
        json = unit_bytes(text, len);

        hold(contentlib_placeholders_remove(&json, unit_pool(), &stored)
             == NGX_OK, "removed");

        for (n = 0; n < 3; n++) {
            expand(&stored, len, n);
        }

        unit_clear();
    }

    held("records, expanded again");
}


static void
test_stored(void)
{
    ngx_str_t            json;
    contentlib_stored_t  stored;

    static const u_char  marks[] = {
        1, 0, 1, 0, 0, 0, 0, 0, 2, 0,
        0 << 3 | 1, 0, 2 << 3 | 2, 0, 1 << 3 | 5, 0, 1 << 3 | 5, 0
    };

    json = unit_text("\xf8" "a/\xf9" "b\xfc" "7\xfc");

    is_number(contentlib_placeholders_remove(&json, unit_pool(), &stored),
              NGX_OK, "removed");
    is_string(&stored.record, "a/b7", "the record");
    is_number(stored.marks.len, sizeof(marks), "the length of the marks");
    ok(ngx_memcmp(stored.marks.data, marks, sizeof(marks)) == 0, "the marks");

    json = unit_text("a\xfd");

    is_number(contentlib_placeholders_remove(&json, unit_pool(), &stored),
              NGX_ERROR, "a byte that is no placeholder");
}


/* counts are of 16 bits */

static void
test_many(void)
{
    ngx_str_t            json;
    contentlib_stored_t  stored;

    json.len = 0x10000;
    json.data = ngx_pnalloc(unit_pool(), json.len);

    ngx_memset(json.data, 0xfc, json.len);

    is_number(contentlib_placeholders_remove(&json, unit_pool(), &stored),
              NGX_ERROR, "65,536 marks of a kind");

    json.len--;

    is_number(contentlib_placeholders_remove(&json, unit_pool(), &stored),
              NGX_OK, "65,535 marks of a kind");
    is_number(stored.marks.len, 10 + 2 * json.len, "their length");
}


int
main(void)
{
    test_stored();
    test_many();
    test_random();

    return unit_done();
}
