
/*
 * Copyright (C) contentlib authors
 *
 * Finds the values of a page, and lets json-c parse one after the other.
 *
 * The functions return NGX_OK or a byte, NGX_AGAIN if the page ends too early,
 * or NGX_ERROR with the fault set.
 */


#include <tool/from/contentlib_from_page.h>

#include <tool/import/contentlib_input.h>


/*
 * json-c takes up to a kilobyte for an empty object, so that a limit for the
 * bytes of a value alone would not limit its memory.
 */

#define CONTENTLIB_PAGE_BRACKETS  50000

#define CONTENTLIB_PAGE_DEPTH     32

/* FNV-1a */

#define CONTENTLIB_PAGE_HASH      0xcbf29ce484222325
#define CONTENTLIB_PAGE_PRIME     0x100000001b3


typedef ngx_int_t (*contentlib_from_page_element_pt)(
    contentlib_from_page_t *page);


static ngx_int_t contentlib_from_page_each(contentlib_from_page_t *page,
    u_char end, contentlib_from_page_element_pt element);
static ngx_int_t contentlib_from_page_member(contentlib_from_page_t *page);
static ngx_int_t contentlib_from_page_content(contentlib_from_page_t *page,
    const char *name);
static ngx_int_t contentlib_from_page_record(contentlib_from_page_t *page);
static ngx_int_t contentlib_from_page_identify(contentlib_from_page_t *page,
    json_object *record);
static ngx_int_t contentlib_from_page_value(contentlib_from_page_t *page,
    json_object **value);
static ngx_int_t contentlib_from_page_piece(contentlib_from_page_t *page,
    json_object **value);
static ngx_int_t contentlib_from_page_take(contentlib_from_page_t *page,
    u_char one, u_char other);
static ngx_int_t contentlib_from_page_peek(contentlib_from_page_t *page);
static ngx_int_t contentlib_from_page_fill(contentlib_from_page_t *page);
static ngx_int_t contentlib_from_page_check(contentlib_from_page_t *page);
static ngx_int_t contentlib_from_page_invalid(contentlib_from_page_t *page,
    const char *reason);
static uint64_t contentlib_from_page_hash(uint64_t hash, const u_char *data,
    size_t len);


ngx_int_t
contentlib_from_page_read(contentlib_from_page_t *page)
{
    ngx_int_t  rc;

    contentlib_from_page_free(page);
    ngx_memzero(&page->facts, offsetof(contentlib_from_page_t, part)
                              - offsetof(contentlib_from_page_t, facts));

    page->facts.identifiers = CONTENTLIB_PAGE_HASH;
    page->hash = CONTENTLIB_PAGE_HASH;
    page->line = 1;
    page->pages->part = 0;
    page->members = json_object_new_object();
    page->tokener = json_tokener_new_ex(CONTENTLIB_PAGE_DEPTH);

    if (page->members == NULL || page->tokener == NULL) {
        return contentlib_message_no_memory(&page->fault);
    }

    /* what follows a value is read here */

    json_tokener_set_flags(page->tokener, JSON_TOKENER_STRICT
                                          |JSON_TOKENER_ALLOW_TRAILING_CHARS);

    rc = contentlib_from_page_fill(page);

    if (rc == NGX_OK && *page->pos != '{') {
        return contentlib_message_set(&page->fault, "%s:1: is not a page",
                                      page->pages->name);
    }

    if (rc == NGX_OK) {
        rc = contentlib_from_page_each(page, '}', contentlib_from_page_member);
    }

    if (rc != NGX_OK) {
        return rc;
    }

    rc = contentlib_from_page_peek(page);

    if (rc >= 0) {
        return contentlib_from_page_invalid(page, "unexpected character");
    }

    return rc == NGX_AGAIN ? contentlib_from_page_check(page) : rc;
}


void
contentlib_from_page_free(contentlib_from_page_t *page)
{
    json_object_put(page->members);

    if (page->tokener) {
        json_tokener_free(page->tokener);
    }
}


/* the members of the page, or its records, behind their bracket */

static ngx_int_t
contentlib_from_page_each(contentlib_from_page_t *page, u_char end,
    contentlib_from_page_element_pt element)
{
    ngx_int_t  rc;

    page->pos++;

    if (contentlib_from_page_peek(page) == end) {
        page->pos++;
        return NGX_OK;
    }

    do {
        rc = element(page);

        if (rc == NGX_OK) {
            rc = contentlib_from_page_take(page, ',', end);
        }

    } while (rc == ',');

    return rc == end ? NGX_OK : rc;
}


static ngx_int_t
contentlib_from_page_member(contentlib_from_page_t *page)
{
    ngx_int_t     rc;
    const char   *name;
    json_object  *key;

    if (contentlib_from_page_peek(page) != '"') {
        return contentlib_from_page_take(page, '"', '"');
    }

    rc = contentlib_from_page_value(page, &key);

    if (rc != NGX_OK) {
        return rc;
    }

    name = json_object_get_string(key);

    /* json-c reports no error if it has no memory for a string */

    if (name == NULL) {
        rc = contentlib_message_no_memory(&page->fault);

    } else if (json_object_object_get_ex(page->members, name, NULL)) {
        rc = contentlib_from_page_invalid(page, "a key appears twice in an "
                                                "object");

    } else {
        rc = contentlib_from_page_take(page, ':', ':');
        rc = (rc == ':') ? contentlib_from_page_content(page, name) : rc;
    }

    json_object_put(key);

    return rc;
}


/* the value of a member; an empty list stands for the records */

static ngx_int_t
contentlib_from_page_content(contentlib_from_page_t *page, const char *name)
{
    ngx_int_t     rc;
    json_object  *value;

    if (ngx_strcmp(name, "results") == 0
        && contentlib_from_page_peek(page) == '[')
    {
        rc = contentlib_from_page_each(page, ']', contentlib_from_page_record);
        value = json_object_new_array();

    } else {
        rc = contentlib_from_page_value(page, &value);
    }

    if (rc == NGX_OK && (ngx_strcmp(name, "count") == 0
                         || ngx_strcmp(name, "next") == 0
                         || ngx_strcmp(name, "results") == 0)
        && json_object_object_add(page->members, name, value) == 0)
    {
        return NGX_OK;
    }

    json_object_put(value);

    return rc;
}


static ngx_int_t
contentlib_from_page_record(contentlib_from_page_t *page)
{
    ngx_int_t     rc;
    json_object  *record;

    rc = contentlib_from_page_value(page, &record);

    if (rc == NGX_OK) {
        rc = contentlib_from_page_identify(page, record);
        json_object_put(record);
    }

    return rc;
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
        return contentlib_message_set(&page->fault, "%s:1: page: \"results\" "
                                      "has more than %d records",
                                      page->pages->name,
                                      CONTENTLIB_PAGE_RECORDS);
    }

    if (!valid) {
        return contentlib_message_set(&page->fault, "%s:1: page: "
                                      "\"results[%lu]\" has no identifier",
                                      page->pages->name, page->facts.n);
    }

    if (!json_object_object_get_ex(record, page->field, NULL)) {
        return contentlib_message_set(&page->fault, "%s:1: page: "
                                      "\"results[%lu]\" has no \"%s\"",
                                      page->pages->name, page->facts.n,
                                      page->field);
    }

    identifier = json_object_get_string(value);

    if (identifier == NULL) {
        return contentlib_message_no_memory(&page->fault);
    }

    /* the zero byte stands between two identifiers */

    page->facts.n++;
    page->facts.identifiers = contentlib_from_page_hash(page->facts.identifiers,
                                                (const u_char *) identifier,
                                                ngx_strlen(identifier) + 1);
    page->twice += contentlib_pages_repeats(page->pages, identifier);

    return NGX_OK;
}


static ngx_int_t
contentlib_from_page_value(contentlib_from_page_t *page, json_object **value)
{
    ngx_int_t  rc;

    *value = NULL;
    page->length = 0;
    page->brackets = 0;
    json_tokener_reset(page->tokener);

    rc = contentlib_from_page_peek(page);

    if (rc < 0) {
        return rc;
    }

    do {
        rc = contentlib_from_page_fill(page);

        if (rc == NGX_OK) {
            rc = contentlib_from_page_piece(page, value);
        }

    } while (rc == NGX_BUSY);

    if (rc != NGX_OK) {
        json_object_put(*value);
        *value = NULL;
    }

    return rc;
}


/* a part of a value; NGX_BUSY if this is not the last one */

static ngx_int_t
contentlib_from_page_piece(contentlib_from_page_t *page, json_object **value)
{
    size_t                    n;
    u_char                   *last;
    enum json_tokener_error   error;

    n = (size_t) (page->last - page->pos);

    *value = json_tokener_parse_ex(page->tokener, (const char *) page->pos,
                                   (int) n);
    error = json_tokener_get_error(page->tokener);

    if (error != json_tokener_continue) {
        n = json_tokener_get_parse_end(page->tokener);
    }

    page->length += n;

    for (last = page->pos + n; page->pos < last; page->pos++) {
        page->line += (*page->pos == '\n');
        page->brackets += (*page->pos == '{' || *page->pos == '[');
    }

    if (page->length > CONTENTLIB_INPUT_RECORD) {
        return contentlib_message_set(&page->fault, "%s:%lu: a record is "
                                      "longer than %d bytes",
                                      page->pages->name, page->line,
                                      CONTENTLIB_INPUT_RECORD);
    }

    if (page->brackets > CONTENTLIB_PAGE_BRACKETS) {
        return contentlib_message_set(&page->fault, "%s:%lu: a record has "
                                      "more than %d brackets",
                                      page->pages->name, page->line,
                                      CONTENTLIB_PAGE_BRACKETS);
    }

    if (error == json_tokener_continue) {
        return NGX_BUSY;
    }

    return error == json_tokener_success
           ? NGX_OK
           : contentlib_from_page_invalid(page, json_tokener_error_desc(error));
}


/* one of two bytes, behind blanks */

static ngx_int_t
contentlib_from_page_take(contentlib_from_page_t *page, u_char one,
    u_char other)
{
    ngx_int_t  c;

    c = contentlib_from_page_peek(page);

    if (c == one || c == other) {
        page->pos++;
        return c;
    }

    return c < 0 ? c : contentlib_from_page_invalid(page,
                                                    "unexpected character");
}


/* the next byte that is not blank */

static ngx_int_t
contentlib_from_page_peek(contentlib_from_page_t *page)
{
    ngx_int_t  rc;

    while ((rc = contentlib_from_page_fill(page)) == NGX_OK) {

        switch (*page->pos) {

        case '\n':
            page->line++;

            /* fall through */

        case ' ':
        case '\t':
        case '\r':
            page->pos++;
            break;

        default:
            return *page->pos;
        }
    }

    return rc;
}


/* the next part of the page, if all of the last one has been read */

static ngx_int_t
contentlib_from_page_fill(contentlib_from_page_t *page)
{
    ssize_t  n;

    if (page->pos < page->last) {
        return NGX_OK;
    }

    n = contentlib_pages_read(page->pages, page->part, CONTENTLIB_PAGES_PART);

    if (n <= 0) {
        return n ? NGX_ERROR : NGX_AGAIN;
    }

    page->pos = page->part;
    page->last = page->part + n;
    page->bytes += (uint64_t) n;
    page->hash = contentlib_from_page_hash(page->hash, page->part, (size_t) n);

    return NGX_OK;
}


/* the members that a page must have */

static ngx_int_t
contentlib_from_page_check(contentlib_from_page_t *page)
{
    json_object  *count, *next, *results;

    count = json_object_object_get(page->members, "count");
    results = json_object_object_get(page->members, "results");

    if (!json_object_is_type(count, json_type_int)
        || json_object_get_int64(count) < 0)
    {
        return contentlib_message_set(&page->fault, "%s:1: page: \"count\" "
                                      "is not a whole number",
                                      page->pages->name);
    }

    if (!json_object_object_get_ex(page->members, "next", &next)
        || (next && !json_object_is_type(next, json_type_string)))
    {
        return contentlib_message_set(&page->fault, "%s:1: page: \"next\" is "
                                      "neither an address nor null",
                                      page->pages->name);
    }

    if (!json_object_is_type(results, json_type_array)) {
        return contentlib_message_set(&page->fault, "%s:1: page: \"results\" "
                                      "is not a list", page->pages->name);
    }

    page->facts.count = (ngx_uint_t) json_object_get_int64(count);
    page->next = json_object_get_string(next);

    return NGX_OK;
}


static ngx_int_t
contentlib_from_page_invalid(contentlib_from_page_t *page, const char *reason)
{
    return contentlib_message_set(&page->fault, "%s:%lu: not valid JSON: %s",
                                  page->pages->name, page->line, reason);
}


static uint64_t
contentlib_from_page_hash(uint64_t hash, const u_char *data, size_t len)
{
    const u_char  *p;

    for (p = data; p < data + len; p++) {
        hash = (hash ^ *p) * CONTENTLIB_PAGE_PRIME;
    }

    return hash;
}
