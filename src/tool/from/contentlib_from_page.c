
/*
 * Copyright (C) contentlib authors
 *
 * A state machine between values, and the tokener of json-c for each value.
 */


#include <tool/from/contentlib_from_page.h>

#include <tool/import/contentlib_input.h>


/*
 * json-c takes up to a kilobyte for an empty object, so that a limit for the
 * bytes of a value alone would not limit its memory.
 */

#define CONTENTLIB_PAGE_BRACKETS  50000

#define CONTENTLIB_PAGE_DEPTH     32
#define CONTENTLIB_PAGE_PIECE     16384

/* FNV-1a */

#define CONTENTLIB_PAGE_HASH      0xcbf29ce484222325
#define CONTENTLIB_PAGE_PRIME     0x100000001b3

/* members that a page must have */

#define CONTENTLIB_PAGE_COUNT     1
#define CONTENTLIB_PAGE_NEXT      2
#define CONTENTLIB_PAGE_RESULTS   4


/* what comes next: a key up to KEY, any value from MEMBER on */

enum {
    CONTENTLIB_PAGE_FIRST_KEY = 0,
    CONTENTLIB_PAGE_KEY,
    CONTENTLIB_PAGE_BEGIN,
    CONTENTLIB_PAGE_COLON,
    CONTENTLIB_PAGE_COLON_LIST,
    CONTENTLIB_PAGE_AFTER_MEMBER,
    CONTENTLIB_PAGE_AFTER_RECORD,
    CONTENTLIB_PAGE_END,
    CONTENTLIB_PAGE_MEMBER,
    CONTENTLIB_PAGE_LIST,
    CONTENTLIB_PAGE_FIRST_RECORD,
    CONTENTLIB_PAGE_RECORD
};


static ngx_uint_t contentlib_from_page_byte(contentlib_from_page_t *page,
    u_char c);
static ngx_int_t contentlib_from_page_value(contentlib_from_page_t *page,
    const u_char *data, size_t *len);
static void contentlib_from_page_measure(contentlib_from_page_t *page,
    const u_char *data, size_t len);
static void contentlib_from_page_key(contentlib_from_page_t *page,
    const char *name);
static void contentlib_from_page_member(contentlib_from_page_t *page,
    json_object *value);
static ngx_int_t contentlib_from_page_record(contentlib_from_page_t *page,
    json_object *record);
static void contentlib_from_page_invalid(contentlib_from_page_t *page,
    const char *reason);
static uint64_t contentlib_from_page_hash(uint64_t hash, const u_char *data,
    size_t len);


ngx_int_t
contentlib_from_page_begin(contentlib_from_page_t *page, const char *address)
{
    free(page->next);
    ngx_memzero(&page->count, sizeof(contentlib_from_page_t)
                              - offsetof(contentlib_from_page_t, count));

    page->identifiers = CONTENTLIB_PAGE_HASH;
    page->hash = CONTENTLIB_PAGE_HASH;
    page->state = CONTENTLIB_PAGE_BEGIN;
    page->line = 1;

    if (page->tokener == NULL) {
        page->tokener = json_tokener_new_ex(CONTENTLIB_PAGE_DEPTH);
    }

    if (page->tokener == NULL) {
        return NGX_ERROR;
    }

    /* what follows a value is read here */

    json_tokener_set_flags(page->tokener, JSON_TOKENER_STRICT
                                          |JSON_TOKENER_ALLOW_TRAILING_CHARS);

    (void) contentlib_message_quote(page->name, (const u_char *) address,
                                    ngx_strlen(address));

    return NGX_OK;
}


void
contentlib_from_page_free(contentlib_from_page_t *page)
{
    free(page->next);

    if (page->tokener) {
        json_tokener_free(page->tokener);
    }
}


ngx_int_t
contentlib_from_page_add(contentlib_from_page_t *page, const u_char *data,
    size_t len)
{
    size_t         n;
    const u_char  *last;

    last = data + len;
    page->bytes += len;
    page->hash = contentlib_from_page_hash(page->hash, data, len);

    while (data < last && page->fault.len == 0) {

        if (!page->value) {
            data += contentlib_from_page_byte(page, *data);
            continue;
        }

        n = (size_t) (last - data);

        if (contentlib_from_page_value(page, data, &n) != NGX_OK) {
            return NGX_ERROR;
        }

        data += n;
    }

    return NGX_OK;
}


/* one byte between values; returns 0 if a value begins with it */

static ngx_uint_t
contentlib_from_page_byte(contentlib_from_page_t *page, u_char c)
{
    size_t  i;

    static const struct {
        ngx_uint_t  state;
        u_char      c;
        ngx_uint_t  next;
    } moves[] = {
        { CONTENTLIB_PAGE_BEGIN, '{', CONTENTLIB_PAGE_FIRST_KEY },
        { CONTENTLIB_PAGE_FIRST_KEY, '}', CONTENTLIB_PAGE_END },
        { CONTENTLIB_PAGE_COLON, ':', CONTENTLIB_PAGE_MEMBER },
        { CONTENTLIB_PAGE_COLON_LIST, ':', CONTENTLIB_PAGE_LIST },
        { CONTENTLIB_PAGE_LIST, '[', CONTENTLIB_PAGE_FIRST_RECORD },
        { CONTENTLIB_PAGE_FIRST_RECORD, ']', CONTENTLIB_PAGE_AFTER_MEMBER },
        { CONTENTLIB_PAGE_AFTER_RECORD, ',', CONTENTLIB_PAGE_RECORD },
        { CONTENTLIB_PAGE_AFTER_RECORD, ']', CONTENTLIB_PAGE_AFTER_MEMBER },
        { CONTENTLIB_PAGE_AFTER_MEMBER, ',', CONTENTLIB_PAGE_KEY },
        { CONTENTLIB_PAGE_AFTER_MEMBER, '}', CONTENTLIB_PAGE_END }
    };

    for (i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {

        if (moves[i].state == page->state && moves[i].c == c) {
            page->state = moves[i].next;

            if (page->state == CONTENTLIB_PAGE_FIRST_RECORD) {
                page->valid |= CONTENTLIB_PAGE_RESULTS;
            }

            return 1;
        }
    }

    if (page->state == CONTENTLIB_PAGE_BEGIN) {
        (void) contentlib_message_set(&page->fault, "%s:1: is not a page",
                                      page->name);
        return 1;
    }

    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        page->line += (c == '\n');
        return 1;
    }

    if (page->state >= CONTENTLIB_PAGE_MEMBER
        || (c == '"' && page->state <= CONTENTLIB_PAGE_KEY))
    {
        page->value = 1;
        page->length = 0;
        page->brackets = 0;
        json_tokener_reset(page->tokener);
        return 0;
    }

    contentlib_from_page_invalid(page, "unexpected character");

    return 1;
}


/* takes bytes of a value, and sets "len" to how many these were */

static ngx_int_t
contentlib_from_page_value(contentlib_from_page_t *page, const u_char *data,
    size_t *len)
{
    ngx_int_t                 rc;
    json_object              *json;
    enum json_tokener_error   error;

    /* the limits are looked at between pieces */

    *len = ngx_min(*len, CONTENTLIB_PAGE_PIECE);

    json = json_tokener_parse_ex(page->tokener, (const char *) data,
                                 (int) *len);
    error = json_tokener_get_error(page->tokener);

    if (error != json_tokener_continue) {
        *len = json_tokener_get_parse_end(page->tokener);
        page->value = 0;
    }

    contentlib_from_page_measure(page, data, *len);

    rc = NGX_OK;

    if (error == json_tokener_continue || page->fault.len) {
        /* void */

    } else if (error != json_tokener_success) {
        contentlib_from_page_invalid(page, json_tokener_error_desc(error));

    } else if (page->state <= CONTENTLIB_PAGE_KEY) {
        contentlib_from_page_key(page, json_object_get_string(json));

    } else if (page->state <= CONTENTLIB_PAGE_LIST) {
        contentlib_from_page_member(page, json);

    } else {
        rc = contentlib_from_page_record(page, json);
    }

    json_object_put(json);

    return rc;
}


static void
contentlib_from_page_measure(contentlib_from_page_t *page, const u_char *data,
    size_t len)
{
    const u_char  *p;

    page->length += len;

    for (p = data; p < data + len; p++) {
        page->line += (*p == '\n');
        page->brackets += (*p == '{' || *p == '[');
    }

    if (page->length > CONTENTLIB_INPUT_RECORD) {
        (void) contentlib_message_set(&page->fault, "%s:%lu: a record is "
                                      "longer than %d bytes", page->name,
                                      page->line, CONTENTLIB_INPUT_RECORD);

    } else if (page->brackets > CONTENTLIB_PAGE_BRACKETS) {
        (void) contentlib_message_set(&page->fault, "%s:%lu: a record has "
                                      "more than %d brackets", page->name,
                                      page->line, CONTENTLIB_PAGE_BRACKETS);
    }
}


static void
contentlib_from_page_key(contentlib_from_page_t *page, const char *name)
{
    /* json-c reports no error if it has no memory for a string */

    if (name == NULL) {
        (void) contentlib_message_no_memory(&page->fault);
        return;
    }

    page->member = ngx_strcmp(name, "count") == 0 ? CONTENTLIB_PAGE_COUNT
                   : ngx_strcmp(name, "next") == 0 ? CONTENTLIB_PAGE_NEXT
                   : ngx_strcmp(name, "results") == 0 ? CONTENTLIB_PAGE_RESULTS
                   : 0;

    page->state = (page->member == CONTENTLIB_PAGE_RESULTS)
                  ? CONTENTLIB_PAGE_COLON_LIST : CONTENTLIB_PAGE_COLON;

    if (page->members & page->member) {
        contentlib_from_page_invalid(page, "a key appears twice in an object");
    }

    page->members |= page->member;
}


static void
contentlib_from_page_member(contentlib_from_page_t *page, json_object *value)
{
    page->state = CONTENTLIB_PAGE_AFTER_MEMBER;

    if (page->member == CONTENTLIB_PAGE_COUNT
        && json_object_is_type(value, json_type_int)
        && json_object_get_int64(value) >= 0)
    {
        page->count = (uint64_t) json_object_get_int64(value);
        page->valid |= CONTENTLIB_PAGE_COUNT;
    }

    if (page->member == CONTENTLIB_PAGE_NEXT
        && json_object_is_type(value, json_type_string))
    {
        page->next = strdup(json_object_get_string(value));
    }

    if (page->member == CONTENTLIB_PAGE_NEXT
        && (page->next || value == NULL))
    {
        page->valid |= CONTENTLIB_PAGE_NEXT;
    }
}


static ngx_int_t
contentlib_from_page_record(contentlib_from_page_t *page, json_object *record)
{
    ngx_int_t     rc;
    ngx_str_t     identifier;
    ngx_uint_t    valid;
    json_object  *value;

    page->state = CONTENTLIB_PAGE_AFTER_RECORD;

    /* the number of an item, which may be digits in a string, or a slug */

    valid = json_object_object_get_ex(record, "id", &value)
            ? json_object_get_int64(value) > 0
            : json_object_object_get_ex(record, "slug", &value)
              && json_object_is_type(value, json_type_string);

    if (page->n == CONTENTLIB_PAGE_RECORDS) {
        (void) contentlib_message_set(&page->fault, "%s:1: page: "
                                      "\"results\" has more than %d records",
                                      page->name, CONTENTLIB_PAGE_RECORDS);
        return NGX_OK;
    }

    if (!valid) {
        (void) contentlib_message_set(&page->fault, "%s:1: page: "
                                      "\"results[%lu]\" has no identifier",
                                      page->name, page->n);
        return NGX_OK;
    }

    if (!json_object_object_get_ex(record, page->field, NULL)) {
        (void) contentlib_message_set(&page->fault, "%s:1: page: "
                                      "\"results[%lu]\" has no \"%s\"",
                                      page->name, page->n, page->field);
        return NGX_OK;
    }

    identifier.data = (u_char *) json_object_get_string(value);

    if (identifier.data == NULL) {
        (void) contentlib_message_no_memory(&page->fault);
        return NGX_OK;
    }

    page->n++;
    identifier.len = ngx_strlen(identifier.data);

    /* the zero byte stands between two identifiers */

    page->identifiers = contentlib_from_page_hash(page->identifiers,
                                             identifier.data,
                                             identifier.len + 1);

    rc = page->identifier ? page->identifier(page->data, &identifier) : NGX_OK;

    page->twice += (rc == NGX_DECLINED);

    return rc == NGX_ERROR ? NGX_ERROR : NGX_OK;
}


static void
contentlib_from_page_invalid(contentlib_from_page_t *page, const char *reason)
{
    (void) contentlib_message_set(&page->fault, "%s:%lu: not valid JSON: %s",
                                  page->name, page->line, reason);
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


ngx_int_t
contentlib_from_page_end(contentlib_from_page_t *page)
{
    if (page->fault.len == 0 && page->state != CONTENTLIB_PAGE_END) {
        return NGX_AGAIN;
    }

    if (!(page->valid & CONTENTLIB_PAGE_COUNT)) {
        return contentlib_message_set(&page->fault, "%s:1: page: \"count\" is "
                                      "not a whole number", page->name);
    }

    if (!(page->valid & CONTENTLIB_PAGE_NEXT)) {
        return contentlib_message_set(&page->fault, "%s:1: page: \"next\" is "
                                      "neither an address nor null",
                                      page->name);
    }

    if (!(page->valid & CONTENTLIB_PAGE_RESULTS)) {
        return contentlib_message_set(&page->fault, "%s:1: page: \"results\" "
                                      "is not a list", page->name);
    }

    return page->fault.len ? NGX_ERROR : NGX_OK;
}
