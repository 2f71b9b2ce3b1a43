
/*
 * Copyright (C) contentlib authors
 *
 * Renders records with json-c.
 */


#include <tool/record/contentlib_render.h>

#include <json/contentlib_json.h>
#include <tool/record/contentlib_values.h>


#define CONTENTLIB_RENDER_NUMBER                                              \
    sizeof(CONTENTLIB_PLACEHOLDER_QUOTE "-9223372036854775808"                \
           CONTENTLIB_PLACEHOLDER_QUOTE)


/* the item at work */

typedef struct {
    contentlib_json_t         json;
    const contentlib_item_t  *item;
    ngx_pool_t               *pool;
} contentlib_renderer_t;


static ngx_int_t contentlib_render_url(const char *list, const ngx_str_t *key,
    ngx_pool_t *pool, ngx_str_t *url);
static void contentlib_render_version(contentlib_renderer_t *render,
    contentlib_json_node_t *parent);
static void contentlib_render_download(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const contentlib_rendition_t *rendition);
static void contentlib_render_picture(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const contentlib_rendition_t *rendition);
static void contentlib_render_format(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const contentlib_rendition_t *rendition);
static void contentlib_render_number(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const char *key, int64_t number);
static void contentlib_render_media(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const char *key, const ngx_str_t *url);
static void contentlib_render_created(contentlib_renderer_t *render,
    contentlib_json_node_t *parent);
static void contentlib_render_partner_ids(contentlib_renderer_t *render,
    contentlib_json_node_t *parent);


ngx_int_t
contentlib_render_tag(const contentlib_tag_t *tag, ngx_pool_t *pool,
    ngx_str_t *json)
{
    ngx_str_t                url;
    contentlib_json_t        builder;
    contentlib_json_node_t  *root;

    if (contentlib_render_url("tags/", &tag->slug, pool, &url) != NGX_OK) {
        return NGX_ERROR;
    }

    root = contentlib_json_begin_object(&builder);

    contentlib_json_string(&builder, root, "slug", &tag->slug);
    contentlib_json_string(&builder, root, "url", &url);
    contentlib_json_string(&builder, root, "name", &tag->name);

    return contentlib_json_end(&builder, pool, json);
}


ngx_int_t
contentlib_render_collection(const contentlib_collection_t *collection,
    const ngx_str_t *preview, ngx_pool_t *pool, ngx_str_t *json)
{
    ngx_str_t                url;
    contentlib_json_t        builder;
    contentlib_json_node_t  *root;

    if (contentlib_render_url("collections/", &collection->slug, pool, &url)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    root = contentlib_json_begin_object(&builder);

    contentlib_json_string(&builder, root, "slug", &collection->slug);
    contentlib_json_string(&builder, root, "url", &url);
    contentlib_json_string(&builder, root, "name", &collection->name);
    contentlib_json_string(&builder, root, "description",
                           &collection->description);
    contentlib_json_raw(&builder, root, "preview_image", preview);
    contentlib_json_boolean(&builder, root, "display_in_library",
                            collection->display);
    contentlib_json_boolean(&builder, root, "featured", collection->featured);

    return contentlib_json_end(&builder, pool, json);
}


ngx_int_t
contentlib_render_item(const contentlib_item_t *item, const ngx_str_t *tags,
    ngx_pool_t *pool, ngx_str_t *json)
{
    char                     digits[CONTENTLIB_RENDER_NUMBER];
    ngx_str_t                key, url;
    ngx_uint_t               i;
    contentlib_json_t       *builder;
    contentlib_renderer_t    render;
    contentlib_json_node_t  *root, *array;

    key.data = (u_char *) digits;
    key.len = (size_t) snprintf(digits, sizeof(digits), "%lld",
                                (long long) item->id);

    if (contentlib_render_url("content_items/", &key, pool, &url) != NGX_OK) {
        return NGX_ERROR;
    }

    render.item = item;
    render.pool = pool;

    builder = &render.json;
    root = contentlib_json_begin_object(builder);

    contentlib_json_integer(builder, root, "id", item->id);
    contentlib_json_string(builder, root, "url", &url);
    contentlib_json_string(builder, root, "alt_text", &item->alt_text);

    array = contentlib_json_array(builder, root, "tags");

    for (i = 0; i < item->tags.nelts; i++) {
        contentlib_json_raw(builder, array, NULL, &tags[i]);
    }

    contentlib_render_version(&render, root);
    contentlib_render_media(&render, root, "static_image",
                            &item->static_image);
    contentlib_render_created(&render, root);
    contentlib_render_partner_ids(&render, root);

    return contentlib_json_end(builder, pool, json);
}


/* the address of a record in a list */

static ngx_int_t
contentlib_render_url(const char *list, const ngx_str_t *key, ngx_pool_t *pool,
    ngx_str_t *url)
{
    size_t   len;
    u_char  *p;

    len = ngx_strlen(list);

    p = ngx_pnalloc(pool, sizeof(CONTENTLIB_PLACEHOLDER_BASE) + len + key->len
                          + sizeof("/" CONTENTLIB_PLACEHOLDER_FORMAT));
    if (p == NULL) {
        return NGX_ERROR;
    }

    url->data = p;

    p = ngx_cpymem(p, CONTENTLIB_PLACEHOLDER_BASE,
                   sizeof(CONTENTLIB_PLACEHOLDER_BASE) - 1);
    p = ngx_cpymem(p, list, len);
    p = ngx_cpymem(p, key->data, key->len);
    p = ngx_cpymem(p, "/" CONTENTLIB_PLACEHOLDER_FORMAT,
                   sizeof("/" CONTENTLIB_PLACEHOLDER_FORMAT) - 1);

    url->len = (size_t) (p - url->data);

    return NGX_OK;
}


static void
contentlib_render_version(contentlib_renderer_t *render,
    contentlib_json_node_t *parent)
{
    ngx_uint_t                i;
    contentlib_json_t        *json;
    const contentlib_item_t  *item;
    contentlib_json_node_t   *version, *array;

    json = &render->json;
    item = render->item;

    version = contentlib_json_object(json, parent, "default_version");

    contentlib_json_string(json, version, "content_type",
                           &item->content_type);
    contentlib_json_literal(json, version, "content_label",
                            item->content_type.len == 1
                            && item->content_type.data[0] == 'G'
                            ? "GIF" : "Static Image");

    array = contentlib_json_array(json, version, "download");

    for (i = 0; i < item->downloads.nelts; i++) {
        contentlib_render_download(render, array,
                    &((contentlib_rendition_t *) item->downloads.elts)[i]);
    }

    array = contentlib_json_array(json, version, "picture");

    for (i = 0; i < item->pictures.nelts; i++) {
        contentlib_render_picture(render, array,
                    &((contentlib_rendition_t *) item->pictures.elts)[i]);
    }

    version = contentlib_json_object(json, version, "platforms");

    if (item->partner_page.data != NULL) {
        contentlib_json_string(json, version, CONTENTLIB_PLACEHOLDER_PARTNER,
                               &item->partner_page);
    }
}


static void
contentlib_render_download(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const contentlib_rendition_t *rendition)
{
    contentlib_json_node_t  *entry;

    entry = contentlib_json_object(&render->json, parent, NULL);

    contentlib_json_string(&render->json, entry, "platform",
                           &rendition->platform);
    contentlib_render_media(render, entry, "url", &rendition->url);
    contentlib_render_number(render, entry, "width", rendition->width);
    contentlib_render_number(render, entry, "height", rendition->height);
    contentlib_render_format(render, entry, rendition);
    contentlib_render_number(render, entry, "size", rendition->size);
}


static void
contentlib_render_picture(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const contentlib_rendition_t *rendition)
{
    contentlib_json_node_t  *entry;

    entry = contentlib_json_object(&render->json, parent, NULL);

    contentlib_render_media(render, entry, "url", &rendition->url);
    contentlib_render_number(render, entry, "width", rendition->width);
    contentlib_render_number(render, entry, "height", rendition->height);
    contentlib_render_number(render, entry, "size", rendition->size);
    contentlib_render_format(render, entry, rendition);
}


static void
contentlib_render_format(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const contentlib_rendition_t *rendition)
{
    if (rendition->format.len != 0) {
        contentlib_json_string(&render->json, parent, "format",
                               &rendition->format);
    }
}


/* the builder takes the bytes at its end, so they are in the pool */

static void
contentlib_render_number(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const char *key, int64_t number)
{
    char       *digits;
    ngx_str_t  *text;

    if (number == CONTENTLIB_ABSENT) {
        return;
    }

    text = ngx_palloc(render->pool,
                      sizeof(ngx_str_t) + CONTENTLIB_RENDER_NUMBER);

    if (text == NULL) {
        render->json.failed = 1;
        return;
    }

    digits = (char *) (text + 1);

    text->data = (u_char *) digits;
    text->len = (size_t) snprintf(digits, CONTENTLIB_RENDER_NUMBER,
                                  CONTENTLIB_PLACEHOLDER_QUOTE "%lld"
                                  CONTENTLIB_PLACEHOLDER_QUOTE,
                                  (long long) number);

    contentlib_json_raw(&render->json, parent, key, text);
}


static void
contentlib_render_media(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const char *key, const ngx_str_t *url)
{
    u_char     *p;
    ngx_str_t   address;

    if (contentlib_value_absolute(url)) {
        contentlib_json_string(&render->json, parent, key, url);
        return;
    }

    p = ngx_pnalloc(render->pool,
                    sizeof(CONTENTLIB_PLACEHOLDER_MEDIA) + url->len);

    if (p == NULL) {
        render->json.failed = 1;
        return;
    }

    address.data = p;

    p = ngx_cpymem(p, CONTENTLIB_PLACEHOLDER_MEDIA,
                   sizeof(CONTENTLIB_PLACEHOLDER_MEDIA) - 1);
    p = ngx_cpymem(p, url->data, url->len);

    address.len = (size_t) (p - address.data);

    contentlib_json_string(&render->json, parent, key, &address);
}


static void
contentlib_render_created(contentlib_renderer_t *render,
    contentlib_json_node_t *parent)
{
    int        n;
    char       buffer[64];
    time_t     seconds;
    int64_t    fraction;
    ngx_str_t  text;
    struct tm  tm;

    seconds = (time_t) (render->item->created / 1000000);
    fraction = render->item->created % 1000000;

    if (fraction < 0) {
        fraction += 1000000;
        seconds--;
    }

    if (gmtime_r(&seconds, &tm) == NULL) {
        render->json.failed = 1;
        return;
    }

    n = snprintf(buffer, sizeof(buffer), "%04d-%02d-%02dT%02d:%02d:%02d",
                 tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
                 tm.tm_hour, tm.tm_min, tm.tm_sec);

    if (fraction != 0) {
        n += snprintf(buffer + n, sizeof(buffer) - (size_t) n, ".%06d",
                      (int) fraction);
    }

    buffer[n++] = 'Z';

    text.data = (u_char *) buffer;
    text.len = (size_t) n;

    contentlib_json_string(&render->json, parent, "created", &text);
}


static void
contentlib_render_partner_ids(contentlib_renderer_t *render,
    contentlib_json_node_t *parent)
{
    ngx_str_t               *ids;
    ngx_uint_t               i;
    contentlib_json_node_t  *array;

    ids = render->item->partner_ids.elts;

    array = contentlib_json_array(&render->json, parent,
                                  CONTENTLIB_PLACEHOLDER_PARTNER "_ids");

    for (i = 0; i < render->item->partner_ids.nelts; i++) {
        contentlib_json_string(&render->json, array, NULL, &ids[i]);
    }
}
