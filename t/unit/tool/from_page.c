
/*
 * Copyright (C) contentlib authors
 *
 * A page of a service has the same result in pieces of any length, and each
 * truncated page is incomplete.
 */


#include <unit.h>
#include <tool/from/contentlib_from_page.h>


static const char  text[] =
    " \"count\" : 12 , \"other\":[{\"results\":[1]}],\n \"results\" : [\n"
    "{\"slug\":\"a\",\"x\":\"\\\"}]\"} , {\"slug\":\"b\",\"id\":\"17\"}],"
    "\"next\":\"?a\\u0062\"}\r\n";


static ngx_int_t
read_page(contentlib_from_page_t *page, const char *body, size_t len,
    size_t piece)
{
    size_t     i;
    ngx_str_t  part;

    page->field = "slug";
    (void) contentlib_from_page_begin(page, "a");

    for (i = 0; i < len; i += piece) {
        part = unit_bytes(body + i, ngx_min(piece, len - i));
        (void) contentlib_from_page_add(page, part.data, part.len);
    }

    unit_clear();

    return contentlib_from_page_end(page);
}


int
main(void)
{
    char               body[sizeof(text)];
    size_t             len, i;
    uint64_t           identifiers;
    contentlib_from_page_t  page;

    ngx_memzero(&page, sizeof(page));
    len = sizeof(text) - 1;
    memcpy(body, text, sizeof(text));
    body[0] = '{';

    is_number(read_page(&page, body, len, len), NGX_OK, "a whole page");
    is_number(page.count, 12, "count");
    is_number(page.n, 2, "records");
    ok(page.next && strcmp(page.next, "?ab") == 0, "next");
    identifiers = page.identifiers;

    for (i = 1; i < len; i++) {
        hold(read_page(&page, body, len, i) == NGX_OK && page.n == 2
             && page.identifiers == identifiers && page.count == 12,
             "pieces of %lu: %s", (unsigned long) i, page.fault.text);
    }

    held("pieces of any length");

    for (i = 0; i < len - 2; i++) {
        hold(read_page(&page, body, i, 7) == NGX_AGAIN, "%lu bytes",
             (unsigned long) i);
    }

    held("a page that is cut");

    body[len - 2] = 'x';
    is_number(read_page(&page, body, len, len), NGX_ERROR, "more than a page");
    ok(strcmp(page.fault.text, "a:3: not valid JSON: unexpected character")
       == 0, "%s", page.fault.text);

    contentlib_from_page_free(&page);

    return unit_done();
}
