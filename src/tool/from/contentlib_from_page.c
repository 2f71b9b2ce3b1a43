
/*
 * Copyright (C) contentlib authors
 *
 * Reads the records of a page as an import does, one after the other, and
 * checks what a list needs; the import of the page checks the rest.
 */


#include <tool/from/contentlib_from_page.h>

#include <tool/contentlib_hash.h>
#include <tool/record/contentlib_syntax.h>


/*
 * json-c takes up to a kilobyte for an empty object, so that a limit for the
 * bytes of a value alone would not limit its memory.
 */

#define CONTENTLIB_PAGE_BRACKETS  50000


static ngx_int_t contentlib_from_page_records(contentlib_from_page_t *page);
static size_t contentlib_from_page_part(void *data, u_char *to, size_t room);
static json_object *contentlib_from_page_parse(const ngx_str_t *text,
    const contentlib_place_t *place);
static ngx_int_t contentlib_from_page_identify(contentlib_from_page_t *page,
    json_object *record);
static ngx_int_t contentlib_from_page_check(contentlib_from_page_t *page);


ngx_int_t
contentlib_from_page_read(contentlib_from_page_t *page)
{
    contentlib_from_page_free(page);
    ngx_memzero(&page->facts, sizeof(contentlib_from_page_t)
                              - offsetof(contentlib_from_page_t, facts));

    page->facts.identifiers = CONTENTLIB_HASH_START;
    page->hash = CONTENTLIB_HASH_START;
    page->pages->part = 0;
    page->errors.most = 1;
    page->errors.message = &page->fault;
    page->input = contentlib_input_open(page->pages->name,
                                        contentlib_from_page_part, page,
                                        &page->errors);

    contentlib_place_init(&page->place, page->pages->name, &page->errors);
    page->place.line = 1;
    page->place.kind = "page";

    return contentlib_from_page_records(page);
}


void
contentlib_from_page_free(contentlib_from_page_t *page)
{
    json_object_put(page->envelope);
    page->envelope = NULL;

    if (page->input) {
        contentlib_input_close(page->input);
        page->input = NULL;
    }
}


static ngx_int_t
contentlib_from_page_records(contentlib_from_page_t *page)
{
    ngx_int_t            rc, next;
    ngx_str_t            text;
    json_object         *json;
    contentlib_place_t   place;

    contentlib_place_init(&place, page->pages->name, &page->errors);

    for ( ;; ) {
        next = contentlib_input_next(page->input, &place, &text);

        /* what is wrong at the end of a page is that more is missing */

        if (page->ended && page->errors.n) {
            page->fault.len = 0;
            return NGX_AGAIN;
        }

        if (page->errors.n) {
            return NGX_ERROR;
        }

        if (next == NGX_DONE) {
            return contentlib_from_page_check(page);
        }

        if (page->envelope) {
            return contentlib_place_error(&place, "is not a page");
        }

        json = contentlib_from_page_parse(&text, &place);

        if (json == NULL) {
            return NGX_ERROR;
        }

        /* a page whose results are not a list is taken for a record */

        if (next == NGX_AGAIN || (place.line == 1 && place.column == 1)) {
            page->envelope = json;
            continue;
        }

        rc = contentlib_from_page_identify(page, json);
        json_object_put(json);

        if (rc != NGX_OK) {
            return rc;
        }
    }
}


/* nothing is read behind an error */

static size_t
contentlib_from_page_part(void *data, u_char *to, size_t room)
{
    size_t                   n;
    contentlib_from_page_t  *page = data;

    n = page->errors.n ? 0 : contentlib_pages_read(page->pages, to, room);

    if (n == 0) {
        page->ended |= (page->errors.n == 0);
        return 0;
    }

    if (page->bytes == 0 && to[0] != '{') {
        (void) contentlib_errors_add(&page->errors, "%s:1: is not a page",
                                     page->pages->name);
        return 0;
    }

    page->bytes += n;
    page->hash = contentlib_hash(page->hash, to, n);

    return n;
}


static json_object *
contentlib_from_page_parse(const ngx_str_t *text,
    const contentlib_place_t *place)
{
    size_t      i;
    ngx_uint_t  brackets;

    brackets = 0;

    for (i = 0; i < text->len; i++) {
        brackets += (text->data[i] == '{' || text->data[i] == '[');
    }

    if (brackets > CONTENTLIB_PAGE_BRACKETS) {
        (void) contentlib_place_error(place, "a record has more than %d "
                                      "brackets", CONTENTLIB_PAGE_BRACKETS);
        return NULL;
    }

    return contentlib_syntax_parse(text, place);
}


static ngx_int_t
contentlib_from_page_identify(contentlib_from_page_t *page,
    json_object *record)
{
    ngx_uint_t    valid;
    const char   *identifier;
    json_object  *value;

    /* the number of an item, which may be digits in a string, or a slug */

    valid = json_object_object_get_ex(record, "id", &value)
            ? json_object_get_int64(value) > 0
            : json_object_object_get_ex(record, "slug", &value)
              && json_object_is_type(value, json_type_string);

    if (page->facts.n == CONTENTLIB_PAGE_RECORDS) {
        return contentlib_place_error(&page->place, "\"results\" has more "
                                      "than %d records",
                                      CONTENTLIB_PAGE_RECORDS);
    }

    if (!valid) {
        return contentlib_place_error(&page->place, "\"results[%lu]\" has "
                                      "no identifier", page->facts.n);
    }

    if (!json_object_object_get_ex(record, page->field, NULL)) {
        return contentlib_place_error(&page->place, "\"results[%lu]\" has "
                                      "no \"%s\"", page->facts.n,
                                      page->field);
    }

    identifier = json_object_get_string(value);

    if (identifier == NULL) {
        contentlib_no_memory();
    }

    /* the zero byte stands between two identifiers */

    page->facts.n++;
    page->facts.identifiers = contentlib_hash(page->facts.identifiers,
                                              (const u_char *) identifier,
                                              ngx_strlen(identifier) + 1);
    page->twice += contentlib_pages_repeats(page->pages, identifier);

    return NGX_OK;
}


/* the members that a page must have */

static ngx_int_t
contentlib_from_page_check(contentlib_from_page_t *page)
{
    json_object  *count, *next, *results;

    count = json_object_object_get(page->envelope, "count");
    results = json_object_object_get(page->envelope, "results");

    if (!json_object_is_type(count, json_type_int)
        || json_object_get_int64(count) < 0)
    {
        return contentlib_place_error(&page->place, "\"count\" is not a "
                                      "whole number");
    }

    if (!json_object_object_get_ex(page->envelope, "next", &next)
        || (next && !json_object_is_type(next, json_type_string)))
    {
        return contentlib_place_error(&page->place, "\"next\" is neither an "
                                      "address nor null");
    }

    if (!json_object_is_type(results, json_type_array)) {
        return contentlib_place_error(&page->place,
                                      "\"results\" is not a list");
    }

    page->facts.count = (ngx_uint_t) json_object_get_int64(count);
    page->next = json_object_get_string(next);

    return NGX_OK;
}
