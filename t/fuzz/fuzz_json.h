
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


/* the keys of an object, in their order, each with a comma behind it */

static inline void
fuzz_json_keys(json_object *json, const char *keys)
{
    size_t  len;

    hold(json_object_is_type(json, json_type_object) != 0, "an object of %s",
         keys);

    json_object_object_foreach(json, name, value) {
        (void) value;

        len = strlen(name);
        hold(strncmp(keys, name, len) == 0 && keys[len] == ',', "the key %s",
             name);
        keys += len + 1;
    }

    hold(*keys == '\0', "the keys %s", keys);
}


#endif /* _FUZZ_JSON_H_INCLUDED_ */
