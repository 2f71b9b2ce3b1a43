
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: JSON, parsed by json-c in strict mode.
 */


#ifndef _FUZZ_JSON_H_INCLUDED_
#define _FUZZ_JSON_H_INCLUDED_


#include <fuzz_utf8.h>

#include <json-c/json.h>


/* json_object_put() frees it */

static inline json_object *
fuzz_json(const ngx_str_t *text)
{
    ngx_str_t     copy;
    json_object  *json;
    json_tokener *tokener;

    copy = fuzz_copy(text->data, text->len);
    tokener = json_tokener_new();
    hold(tokener != NULL, "memory");

    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT
                                    |JSON_TOKENER_VALIDATE_UTF8);

    json = json_tokener_parse_ex(tokener, (const char *) copy.data,
                                 (int) copy.len);

    hold(json != NULL && json_tokener_get_error(tokener)
                         == json_tokener_success, "JSON: %s at %lu: %.*s",
         json_tokener_error_desc(json_tokener_get_error(tokener)),
         (unsigned long) json_tokener_get_parse_end(tokener), (int) copy.len,
         (char *) copy.data);
    hold(json_tokener_get_parse_end(tokener) == copy.len, "something behind");
    hold(fuzz_utf8_valid(&copy), "JSON that is not UTF-8");

    json_tokener_free(tokener);

    return json;
}


/*
 * Compares the keys of an object, in their order.  In "a,b?,c", the key b is
 * optional.
 */

static inline void
fuzz_json_keys(json_object *json, const char *keys)
{
    size_t                      len;
    ngx_uint_t                  optional, more;
    struct json_object_iterator i, end;

    hold(json_object_is_type(json, json_type_object) != 0, "an object of %s",
         keys);

    i = json_object_iter_begin(json);
    end = json_object_iter_end(json);

    while (*keys) {
        len = strcspn(keys, ",?");
        optional = (keys[len] == '?');
        more = !json_object_iter_equal(&i, &end);

        if (more && strlen(json_object_iter_peek_name(&i)) == len
            && memcmp(json_object_iter_peek_name(&i), keys, len) == 0)
        {
            json_object_iter_next(&i);

        } else {
            hold(optional, "the key \"%.*s\"", (int) len, keys);
        }

        keys += len + optional;
        keys += (*keys == ',');
    }

    hold(json_object_iter_equal(&i, &end) != 0, "a key too many");
}


#endif /* _FUZZ_JSON_H_INCLUDED_ */
