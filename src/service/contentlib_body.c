
/*
 * Copyright (C) contentlib authors
 *
 * Builds bodies with json-c.
 */


#include <service/contentlib_body.h>
#include <json/contentlib_json.h>


static void contentlib_body_text_array(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *text);
static void contentlib_body_link(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const ngx_str_t *link);


ngx_int_t
contentlib_body_suggestions(const contentlib_suggestion_t *suggestions,
    ngx_uint_t n, ngx_pool_t *pool, ngx_str_t *text)
{
    ngx_uint_t               i;
    contentlib_json_t        json;
    contentlib_json_node_t  *root, *entry;

    static const char *const  types[] = { "collection", "tag" };

    root = contentlib_json_begin_array(&json);

    for (i = 0; i < n; i++) {
        entry = contentlib_json_object(&json, root, NULL);

        contentlib_json_literal(&json, entry, "type",
                                types[suggestions[i].type]);
        contentlib_json_string(&json, entry, "text", &suggestions[i].text);
    }

    return contentlib_json_end(&json, pool, text);
}


/* the array of the results is the last field of the envelope */

ngx_int_t
contentlib_body_page(uint64_t count, const ngx_str_t *next,
    const ngx_str_t *previous, ngx_pool_t *pool, ngx_str_t *text)
{
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    root = contentlib_json_begin_object(&json);

    contentlib_json_integer(&json, root, "count", (int64_t) count);
    contentlib_body_link(&json, root, "next", next);
    contentlib_body_link(&json, root, "previous", previous);
    (void) contentlib_json_array(&json, root, "results");

    return contentlib_json_end(&json, pool, text);
}


static void
contentlib_body_link(contentlib_json_t *json, contentlib_json_node_t *parent,
    const char *key, const ngx_str_t *link)
{
    if (link == NULL) {
        contentlib_json_null(json, parent, key);
        return;
    }

    contentlib_json_string(json, parent, key, link);
}


ngx_int_t
contentlib_body_root(const contentlib_view_t *view, ngx_pool_t *pool,
    ngx_str_t *text)
{
    ngx_str_t                url;
    ngx_uint_t               i;
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    static const char *const  lists[] = {
        "content_items", "collections", "tags", "search"
    };

    root = contentlib_json_begin_object(&json);

    for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {

        if (contentlib_links_list(view, lists[i], pool, &url) != NGX_OK) {
            json.failed = 1;
            break;
        }

        contentlib_json_string(&json, root, lists[i], &url);
    }

    return contentlib_json_end(&json, pool, text);
}


ngx_int_t
contentlib_body_options(const char *name, const char *description,
    ngx_pool_t *pool, ngx_str_t *text)
{
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    root = contentlib_json_begin_object(&json);

    contentlib_json_literal(&json, root, "name", name);
    contentlib_json_literal(&json, root, "description", description);
    contentlib_body_text_array(&json, root, "renders", "application/json");
    (void) contentlib_json_array(&json, root, "parses");

    return contentlib_json_end(&json, pool, text);
}


ngx_int_t
contentlib_body_detail(const ngx_str_t *detail, ngx_pool_t *pool,
    ngx_str_t *text)
{
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    root = contentlib_json_begin_object(&json);

    contentlib_json_string(&json, root, "detail", detail);

    return contentlib_json_end(&json, pool, text);
}


ngx_int_t
contentlib_body_arg_errors(const contentlib_arg_error_t *errors,
    ngx_uint_t n, ngx_pool_t *pool, ngx_str_t *text)
{
    ngx_uint_t               i;
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    root = contentlib_json_begin_object(&json);

    for (i = 0; i < n; i++) {
        contentlib_body_text_array(&json, root, errors[i].name,
                                     errors[i].text);
    }

    return contentlib_json_end(&json, pool, text);
}


static void
contentlib_body_text_array(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *text)
{
    contentlib_json_node_t  *array;

    array = contentlib_json_array(json, parent, key);

    contentlib_json_literal(json, array, NULL, text);
}
