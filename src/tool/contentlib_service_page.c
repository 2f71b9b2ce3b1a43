
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_service_page.h>

#include <tool/contentlib_syntax.h>


static ngx_int_t contentlib_service_page_fields(
    contentlib_service_page_t *page, json_object *json, const char *name,
    contentlib_message_t *message);
static ngx_int_t contentlib_service_page_results(
    contentlib_service_page_t *page, json_object *results, const char *name,
    contentlib_message_t *message);
static uint64_t contentlib_service_page_number(json_object *record);


ngx_int_t
contentlib_service_page_read(contentlib_service_page_t *page,
    const ngx_str_t *body, const char *address, const char *field,
    contentlib_message_t *message)
{
    char           name[CONTENTLIB_QUOTE_SIZE];
    ngx_int_t      rc;
    ngx_str_t      text;
    json_object   *json;
    json_tokener  *tokener;

    ngx_memzero(page, sizeof(contentlib_service_page_t));
    page->field = field;

    (void) contentlib_message_quote(name, (const u_char *) address,
                                    ngx_strlen(address));

    text = *body;

    while (text.len && (text.data[text.len - 1] == '\n'
                        || text.data[text.len - 1] == '\r'))
    {
        text.len--;
    }

    if (text.len == 0 || text.data[0] != '{') {
        return contentlib_message_set(message, "%s:1: is not a page", name);
    }

    tokener = contentlib_syntax_tokener();

    if (tokener == NULL) {
        return contentlib_message_set(message, "contentlib: out of memory");
    }

    json = contentlib_syntax_parse(tokener, &text, name, 1, message);

    rc = json ? contentlib_service_page_fields(page, json, name, message)
              : NGX_ERROR;

    json_object_put(json);
    json_tokener_free(tokener);

    return rc;
}


static ngx_int_t
contentlib_service_page_fields(contentlib_service_page_t *page,
    json_object *json, const char *name, contentlib_message_t *message)
{
    json_object  *count, *next, *results;

    if (!json_object_object_get_ex(json, "count", &count)
        || !json_object_is_type(count, json_type_int)
        || json_object_get_int64(count) < 0)
    {
        return contentlib_message_set(message, "%s:1: page: \"count\" is not "
                                               "a whole number", name);
    }

    if (!json_object_object_get_ex(json, "next", &next)
        || (next && !json_object_is_type(next, json_type_string)))
    {
        return contentlib_message_set(message, "%s:1: page: \"next\" is "
                                               "neither an address nor null",
                                      name);
    }

    if (!json_object_object_get_ex(json, "results", &results)
        || !json_object_is_type(results, json_type_array))
    {
        return contentlib_message_set(message, "%s:1: page: \"results\" is "
                                               "not a list", name);
    }

    page->count = (uint64_t) json_object_get_int64(count);

    if (next) {
        page->next = strdup(json_object_get_string(next));

        if (page->next == NULL) {
            return contentlib_message_set(message,
                                          "contentlib: out of memory");
        }
    }

    return contentlib_service_page_results(page, results, name, message);
}


static ngx_int_t
contentlib_service_page_results(contentlib_service_page_t *page,
    json_object *results, const char *name, contentlib_message_t *message)
{
    size_t        i, n;
    uint64_t      number;
    json_object  *record;

    n = json_object_array_length(results);
    page->numbers = ngx_alloc((n + 1) * sizeof(uint64_t), NULL);

    if (page->numbers == NULL) {
        return contentlib_message_set(message, "contentlib: out of memory");
    }

    for (i = 0; i < n; i++) {
        record = json_object_array_get_idx(results, i);
        number = contentlib_service_page_number(record);

        if (number == 0) {
            return contentlib_message_set(message, "%s:1: page: "
                                          "\"results[%lu]\" has no "
                                          "identifier", name,
                                          (unsigned long) i);
        }

        if (!json_object_object_get_ex(record, page->field, NULL)) {
            return contentlib_message_set(message, "%s:1: page: "
                                          "\"results[%lu]\" has no \"%s\"",
                                          name, (unsigned long) i,
                                          page->field);
        }

        page->numbers[page->n++] = number;
    }

    return NGX_OK;
}


/* the identifier itself, or the FNV-1a of a slug; 0 if there is none */

static uint64_t
contentlib_service_page_number(json_object *record)
{
    int          i, len;
    uint64_t     hash;
    const char  *slug;
    json_object *value;

    if (json_object_object_get_ex(record, "id", &value)) {

        /* or its digits in a string */

        return (uint64_t) ngx_max(json_object_get_int64(value), 0);
    }

    if (!json_object_object_get_ex(record, "slug", &value)
        || !json_object_is_type(value, json_type_string))
    {
        return 0;
    }

    slug = json_object_get_string(value);
    len = json_object_get_string_len(value);
    hash = 0xcbf29ce484222325;

    for (i = 0; i < len; i++) {
        hash = (hash ^ (u_char) slug[i]) * 0x100000001b3;
    }

    return hash;
}


void
contentlib_service_page_free(contentlib_service_page_t *page)
{
    free(page->next);
    free(page->numbers);
    ngx_memzero(page, sizeof(contentlib_service_page_t));
}


ngx_uint_t
contentlib_service_page_equal(const contentlib_service_page_t *one,
    const contentlib_service_page_t *other)
{
    return one->count == other->count && one->n == other->n
           && ngx_memcmp(one->numbers, other->numbers,
                         one->n * sizeof(uint64_t)) == 0;
}
