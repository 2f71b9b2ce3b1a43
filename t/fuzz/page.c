
/*
 * Copyright (C) contentlib authors
 *
 * A page of a service in pieces: the result does not depend on the pieces,
 * and a page that is accepted is JSON. The input is a byte with the length of
 * the pieces, and the page.
 */


#include <fuzz.h>
#include <tool/from/contentlib_from_page.h>


static contentlib_pages_t  pages;


static void
read_page(contentlib_from_page_t *page, const ngx_str_t *text, size_t piece,
    ngx_int_t *rc)
{
    size_t     i;
    ngx_str_t  part;

    page->pages = &pages;
    page->field = "slug";
    contentlib_pages_undo(&pages);

    for (i = 0; i < text->len; i += piece) {
        part = fuzz_copy(text->data + i, ngx_min(piece, text->len - i));
        contentlib_pages_add(&pages, part.data, part.len);
    }

    *rc = contentlib_from_page_read(page);
    hold((*rc == NGX_ERROR) == (page->fault.len != 0), "a message");
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t             piece;
    ngx_int_t          one, other;
    ngx_str_t          text;
    json_object       *json, *results;
    contentlib_from_page_t  whole, cut;

    fuzz_begin(data, size);
    ngx_memzero(&whole, sizeof(whole));
    ngx_memzero(&cut, sizeof(cut));

    if (pages.sql.handle == NULL) {
        contentlib_pages_open(&pages, NULL);
        contentlib_pages_find(&pages, "http://h.example/");
    }

    piece = 1 + fuzz_byte() % 64;
    text = fuzz_take(size);

    read_page(&whole, &text, CONTENTLIB_PAGES_PART, &one);
    read_page(&cut, &text, piece, &other);

    /* the message of json-c for an invalid number depends on the pieces */

    hold(one != NGX_OK || other == NGX_OK, "%d in pieces of %lu", (int) other,
         (unsigned long) piece);
    hold(one != NGX_OK || whole.hash == cut.hash, "hash");

    if (one == NGX_OK) {
        hold(memcmp(&whole.facts, &cut.facts, sizeof(whole.facts)) == 0
             && whole.twice == cut.twice, "what was read");
        hold((whole.next == NULL) == (cut.next == NULL)
             && (!whole.next || strcmp(whole.next, cut.next) == 0), "next");

        json = json_tokener_parse(fuzz_zero(&text));

        if (!memchr(text.data, '\0', text.len)) {
            hold(json_object_object_get_ex(json, "results", &results)
                 && json_object_array_length(results) == whole.facts.n,
                 "records");
        }

        json_object_put(json);
    }

    contentlib_from_page_free(&whole);
    contentlib_from_page_free(&cut);

    return fuzz_end();
}
