
/*
 * Copyright (C) contentlib authors
 */


#include <tool/from/contentlib_from_page.h>

#include <tool/contentlib_input.h>


/*
 * json-c takes up to a kilobyte for an empty object, so that a limit for the
 * bytes of a value alone would not limit its memory.
 */

#define CONTENTLIB_FROM_PAGE_CONTAINERS  20000
#define CONTENTLIB_FROM_PAGE_DEPTH       32
#define CONTENTLIB_FROM_PAGE_PIECE       16384

/* FNV-1a */

#define CONTENTLIB_FROM_PAGE_HASH        0xcbf29ce484222325
#define CONTENTLIB_FROM_PAGE_PRIME       0x100000001b3


/* what comes next; any value may come from ANY on */

enum {
    CONTENTLIB_FROM_PAGE_BEGIN = 0,
    CONTENTLIB_FROM_PAGE_FIRST_KEY,
    CONTENTLIB_FROM_PAGE_KEY,
    CONTENTLIB_FROM_PAGE_COLON,
    CONTENTLIB_FROM_PAGE_COLON_RESULTS,
    CONTENTLIB_FROM_PAGE_AFTER_MEMBER,
    CONTENTLIB_FROM_PAGE_AFTER_RECORD,
    CONTENTLIB_FROM_PAGE_END,
    CONTENTLIB_FROM_PAGE_ANY,
    CONTENTLIB_FROM_PAGE_MEMBER = CONTENTLIB_FROM_PAGE_ANY,
    CONTENTLIB_FROM_PAGE_LIST,
    CONTENTLIB_FROM_PAGE_FIRST_RECORD,
    CONTENTLIB_FROM_PAGE_RECORD
};


static const struct {
    ngx_uint_t  state;
    u_char      c;
    ngx_uint_t  next;
} contentlib_from_page_moves[] = {
    { CONTENTLIB_FROM_PAGE_BEGIN, '{', CONTENTLIB_FROM_PAGE_FIRST_KEY },
    { CONTENTLIB_FROM_PAGE_FIRST_KEY, '}', CONTENTLIB_FROM_PAGE_END },
    { CONTENTLIB_FROM_PAGE_COLON, ':', CONTENTLIB_FROM_PAGE_MEMBER },
    { CONTENTLIB_FROM_PAGE_COLON_RESULTS, ':', CONTENTLIB_FROM_PAGE_LIST },
    { CONTENTLIB_FROM_PAGE_LIST, '[', CONTENTLIB_FROM_PAGE_FIRST_RECORD },
    { CONTENTLIB_FROM_PAGE_FIRST_RECORD, ']',
      CONTENTLIB_FROM_PAGE_AFTER_MEMBER },
    { CONTENTLIB_FROM_PAGE_AFTER_RECORD, ',', CONTENTLIB_FROM_PAGE_RECORD },
    { CONTENTLIB_FROM_PAGE_AFTER_RECORD, ']',
      CONTENTLIB_FROM_PAGE_AFTER_MEMBER },
    { CONTENTLIB_FROM_PAGE_AFTER_MEMBER, ',', CONTENTLIB_FROM_PAGE_KEY },
    { CONTENTLIB_FROM_PAGE_AFTER_MEMBER, '}', CONTENTLIB_FROM_PAGE_END }
};


enum {
    CONTENTLIB_FROM_PAGE_COUNT = 1,
    CONTENTLIB_FROM_PAGE_NEXT = 2,
    CONTENTLIB_FROM_PAGE_RESULTS = 4
};


static ngx_uint_t contentlib_from_page_byte(contentlib_from_page_t *page,
    u_char c);
static ngx_int_t contentlib_from_page_value(contentlib_from_page_t *page,
    const u_char *data, size_t *len);
static void contentlib_from_page_measure(contentlib_from_page_t *page,
    const u_char *data, size_t len);
static void contentlib_from_page_key(contentlib_from_page_t *page,
    json_object *key);
static void contentlib_from_page_member(contentlib_from_page_t *page,
    json_object *value);
static ngx_int_t contentlib_from_page_record(contentlib_from_page_t *page,
    json_object *record);
static ngx_uint_t contentlib_from_page_identify(json_object *record,
    char number[NGX_INT64_LEN + 1], ngx_str_t *identifier);
static uint64_t contentlib_from_page_hash(uint64_t hash, const u_char *data,
    size_t len);


ngx_int_t
contentlib_from_page_open(contentlib_from_page_t *page)
{
    page->tokener = json_tokener_new_ex(CONTENTLIB_FROM_PAGE_DEPTH);

    if (page->tokener == NULL) {
        return NGX_ERROR;
    }

    /* what follows a value is read here */

    json_tokener_set_flags(page->tokener, JSON_TOKENER_STRICT
                                          |JSON_TOKENER_ALLOW_TRAILING_CHARS);

    return NGX_OK;
}


void
contentlib_from_page_close(contentlib_from_page_t *page)
{
    free(page->next);

    if (page->tokener) {
        json_tokener_free(page->tokener);
    }
}


void
contentlib_from_page_begin(contentlib_from_page_t *page, const char *address)
{
    free(page->next);

    page->count = 0;
    page->next = NULL;
    page->n = 0;
    page->identifiers = CONTENTLIB_FROM_PAGE_HASH;
    page->hash = CONTENTLIB_FROM_PAGE_HASH;
    page->bytes = 0;
    page->fault.len = 0;
    page->twice = 0;
    page->state = CONTENTLIB_FROM_PAGE_BEGIN;
    page->members = 0;
    page->valid = 0;
    page->line = 1;
    page->value = 0;

    (void) contentlib_message_quote(page->name, (const u_char *) address,
                                    ngx_strlen(address));
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

    for (i = 0; i < sizeof(contentlib_from_page_moves)
                    / sizeof(contentlib_from_page_moves[0]); i++)
    {
        if (contentlib_from_page_moves[i].state == page->state
            && contentlib_from_page_moves[i].c == c)
        {
            page->state = contentlib_from_page_moves[i].next;

            if (page->state == CONTENTLIB_FROM_PAGE_FIRST_RECORD) {
                page->valid |= CONTENTLIB_FROM_PAGE_RESULTS;
            }

            return 1;
        }
    }

    if (page->state == CONTENTLIB_FROM_PAGE_BEGIN) {
        (void) contentlib_message_set(&page->fault, "%s:1: is not a page",
                                      page->name);
        return 1;
    }

    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        page->line += (c == '\n');
        return 1;
    }

    if (page->state >= CONTENTLIB_FROM_PAGE_ANY
        || (c == '"' && page->state <= CONTENTLIB_FROM_PAGE_KEY))
    {
        page->value = 1;
        page->start = page->line;
        page->length = 0;
        page->containers = 0;
        page->string = 0;
        page->escape = 0;
        json_tokener_reset(page->tokener);
        return 0;
    }

    (void) contentlib_message_set(&page->fault, "%s:%lu: not valid JSON: "
                                  "unexpected character", page->name,
                                  page->line);
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

    *len = ngx_min(*len, CONTENTLIB_FROM_PAGE_PIECE);

    json = json_tokener_parse_ex(page->tokener, (const char *) data,
                                 (int) *len);
    error = json_tokener_get_error(page->tokener);

    if (error != json_tokener_continue) {
        *len = json_tokener_get_parse_end(page->tokener);
        page->value = 0;
    }

    contentlib_from_page_measure(page, data, *len);

    if (error != json_tokener_continue && error != json_tokener_success) {
        (void) contentlib_message_set(&page->fault, "%s:%lu: not valid JSON: "
                                      "%s", page->name, page->line,
                                      json_tokener_error_desc(error));
    }

    rc = NGX_OK;

    if (error == json_tokener_success && page->fault.len == 0) {

        if (page->state <= CONTENTLIB_FROM_PAGE_KEY) {
            contentlib_from_page_key(page, json);

        } else if (page->state <= CONTENTLIB_FROM_PAGE_LIST) {
            contentlib_from_page_member(page, json);

        } else {
            rc = contentlib_from_page_record(page, json);
        }
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

        if (page->escape) {
            page->escape = 0;

        } else if (*p == '\\') {
            page->escape = 1;

        } else if (*p == '"') {
            page->string = !page->string;

        } else if (!page->string && (*p == '{' || *p == '[')) {
            page->containers++;
        }
    }

    if (page->length > CONTENTLIB_INPUT_RECORD) {
        (void) contentlib_message_set(&page->fault, "%s:%lu: the record "
                                      "that begins here is longer than %d "
                                      "bytes", page->name, page->start,
                                      CONTENTLIB_INPUT_RECORD);

    } else if (page->containers > CONTENTLIB_FROM_PAGE_CONTAINERS) {
        (void) contentlib_message_set(&page->fault, "%s:%lu: the record "
                                      "that begins here has more than %d "
                                      "lists and objects", page->name,
                                      page->start,
                                      CONTENTLIB_FROM_PAGE_CONTAINERS);
    }
}


static void
contentlib_from_page_key(contentlib_from_page_t *page, json_object *key)
{
    ngx_uint_t   i;
    const char  *name;

    static const char *const  names[] = { "count", "next", "results" };

    name = json_object_get_string(key);
    page->member = 0;
    page->state = CONTENTLIB_FROM_PAGE_COLON;

    for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (ngx_strcmp(name, names[i]) == 0) {
            page->member = (ngx_uint_t) 1 << i;
        }
    }

    if (page->members & page->member) {
        (void) contentlib_message_set(&page->fault, "%s:%lu: not valid JSON: "
                                      "a key stands twice in one object",
                                      page->name, page->line);
    }

    page->members |= page->member;

    if (page->member == CONTENTLIB_FROM_PAGE_RESULTS) {
        page->state = CONTENTLIB_FROM_PAGE_COLON_RESULTS;
    }
}


static void
contentlib_from_page_member(contentlib_from_page_t *page, json_object *value)
{
    page->state = CONTENTLIB_FROM_PAGE_AFTER_MEMBER;

    if (page->member == CONTENTLIB_FROM_PAGE_COUNT
        && json_object_is_type(value, json_type_int)
        && json_object_get_int64(value) >= 0)
    {
        page->count = (uint64_t) json_object_get_int64(value);
        page->valid |= CONTENTLIB_FROM_PAGE_COUNT;
    }

    if (page->member != CONTENTLIB_FROM_PAGE_NEXT) {
        return;
    }

    if (json_object_is_type(value, json_type_string)) {
        page->next = strdup(json_object_get_string(value));

        if (page->next == NULL) {
            (void) contentlib_message_set(&page->fault,
                                          "contentlib: out of memory");
        }
    }

    if (value == NULL || page->next) {
        page->valid |= CONTENTLIB_FROM_PAGE_NEXT;
    }
}


static ngx_int_t
contentlib_from_page_record(contentlib_from_page_t *page, json_object *record)
{
    char       number[NGX_INT64_LEN + 1];
    ngx_int_t  rc;
    ngx_str_t  identifier;

    page->state = CONTENTLIB_FROM_PAGE_AFTER_RECORD;

    if (page->n == CONTENTLIB_FROM_PAGE_RECORDS) {
        (void) contentlib_message_set(&page->fault, "%s:%lu: page: more than "
                                      "%d records", page->name, page->line,
                                      CONTENTLIB_FROM_PAGE_RECORDS);
        return NGX_OK;
    }

    if (!contentlib_from_page_identify(record, number, &identifier)) {
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

    /* the zero byte stands between two identifiers */

    page->n++;
    page->identifiers = contentlib_from_page_hash(page->identifiers,
                                                  identifier.data,
                                                  identifier.len + 1);

    rc = page->identifier ? page->identifier(page->data, &identifier) : NGX_OK;

    page->twice |= (rc == NGX_DECLINED);

    return rc == NGX_ERROR ? NGX_ERROR : NGX_OK;
}


/* the number of an item, which may be digits in a string, or the slug */

static ngx_uint_t
contentlib_from_page_identify(json_object *record,
    char number[NGX_INT64_LEN + 1], ngx_str_t *identifier)
{
    int64_t       id;
    json_object  *value;

    if (json_object_object_get_ex(record, "id", &value)) {
        id = json_object_get_int64(value);
        (void) snprintf(number, NGX_INT64_LEN + 1, "%lld", (long long) id);

        identifier->data = (u_char *) number;
        identifier->len = ngx_strlen(number);

        return id > 0;
    }

    if (!json_object_object_get_ex(record, "slug", &value)
        || !json_object_is_type(value, json_type_string))
    {
        return 0;
    }

    identifier->data = (u_char *) json_object_get_string(value);
    identifier->len = (size_t) json_object_get_string_len(value);

    return 1;
}


static uint64_t
contentlib_from_page_hash(uint64_t hash, const u_char *data, size_t len)
{
    const u_char  *p;

    for (p = data; p < data + len; p++) {
        hash = (hash ^ *p) * CONTENTLIB_FROM_PAGE_PRIME;
    }

    return hash;
}


ngx_int_t
contentlib_from_page_end(contentlib_from_page_t *page)
{
    const char  *fault;

    if (page->fault.len) {
        return NGX_ERROR;
    }

    if (page->state != CONTENTLIB_FROM_PAGE_END) {
        return NGX_AGAIN;
    }

    if (!(page->valid & CONTENTLIB_FROM_PAGE_COUNT)) {
        fault = "\"count\" is not a whole number";

    } else if (!(page->valid & CONTENTLIB_FROM_PAGE_NEXT)) {
        fault = "\"next\" is neither an address nor null";

    } else if (!(page->valid & CONTENTLIB_FROM_PAGE_RESULTS)) {
        fault = "\"results\" is not a list";

    } else {
        return NGX_OK;
    }

    return contentlib_message_set(&page->fault, "%s:1: page: %s", page->name,
                                  fault);
}
