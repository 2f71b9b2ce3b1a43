
/*
 * Copyright (C) contentlib authors
 *
 * The stored form of a record with placeholders.
 */


#include <unit.h>
#include <tool/record/contentlib_placeholders.h>


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


/* counts have 16 bits */

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

    return unit_done();
}
