
/*
 * Copyright (C) contentlib authors
 *
 * Splits the path into a list and the key of a record, by a table of lists.
 */


#include <api/contentlib_route.h>


typedef ngx_int_t (*contentlib_route_key_pt)(contentlib_route_t *route,
    const ngx_str_t *key);


typedef struct {
    ngx_str_t                 segment;
    contentlib_endpoint_e     list;
    contentlib_endpoint_e     record;
    contentlib_route_key_pt   key;          /* NULL: there are no records */
} contentlib_segment_t;


static ngx_int_t contentlib_route_id(contentlib_route_t *route,
    const ngx_str_t *key);
static ngx_int_t contentlib_route_slug(contentlib_route_t *route,
    const ngx_str_t *key);


static const contentlib_segment_t  contentlib_segments[] = {

    { ngx_string("content_items"),
      CONTENTLIB_CONTENT_ITEMS, CONTENTLIB_CONTENT_ITEM,
      contentlib_route_id },

    { ngx_string("collections"),
      CONTENTLIB_COLLECTIONS, CONTENTLIB_COLLECTION,
      contentlib_route_slug },

    { ngx_string("tags"),
      CONTENTLIB_TAGS, CONTENTLIB_TAG,
      contentlib_route_slug },

    { ngx_string("search"),
      CONTENTLIB_SEARCH, CONTENTLIB_SEARCH,
      NULL },

    { ngx_null_string, CONTENTLIB_ROOT, CONTENTLIB_ROOT, NULL }
};


ngx_int_t
contentlib_route_parse(const ngx_str_t *path, contentlib_route_t *route)
{
    ngx_str_t                    segment, key;
    const u_char                *slash;
    const contentlib_segment_t  *s;

    ngx_memzero(route, sizeof(contentlib_route_t));

    route->endpoint = CONTENTLIB_ROOT;
    route->list = "";
    route->slash = 1;

    if (path->len == 0) {
        return NGX_OK;
    }

    segment = *path;
    route->slash = (path->data[path->len - 1] == '/');
    segment.len -= route->slash;

    key.len = 0;
    slash = memchr(segment.data, '/', segment.len);

    if (slash != NULL) {
        key.data = (u_char *) (uintptr_t) slash + 1;
        key.len = (size_t) (segment.data + segment.len - key.data);
        segment.len = (size_t) (slash - segment.data);
    }

    for (s = contentlib_segments; s->segment.len != 0; s++) {

        if (s->segment.len != segment.len
            || ngx_memcmp(s->segment.data, segment.data, segment.len) != 0)
        {
            continue;
        }

        route->list = (const char *) s->segment.data;
        route->endpoint = slash ? s->record : s->list;

        if (slash == NULL) {
            return NGX_OK;
        }

        return s->key ? s->key(route, &key) : NGX_DECLINED;
    }

    return NGX_DECLINED;
}


static ngx_int_t
contentlib_route_id(contentlib_route_t *route, const ngx_str_t *key)
{
    size_t  i;
    u_char  c;

    if (key->len == 0 || key->data[0] == '0') {
        return NGX_DECLINED;
    }

    for (i = 0; i < key->len; i++) {
        c = key->data[i];

        if (c < '0' || c > '9'
            || route->id > (INT64_MAX - (c - '0')) / 10)
        {
            return NGX_DECLINED;
        }

        route->id = route->id * 10 + (c - '0');
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_route_slug(contentlib_route_t *route, const ngx_str_t *key)
{
    size_t  i;
    u_char  c;

    if (key->len == 0 || key->len > CONTENTLIB_SLUG_MAX) {
        return NGX_DECLINED;
    }

    for (i = 0; i < key->len; i++) {
        c = key->data[i];

        if ((c < '0' || c > '9') && (c < 'A' || c > 'Z')
            && (c < 'a' || c > 'z') && c != '_' && c != '-')
        {
            return NGX_DECLINED;
        }
    }

    route->slug = *key;

    return NGX_OK;
}
