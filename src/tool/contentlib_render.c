
/*
 * Copyright (C) contentlib authors
 */


#include <render/contentlib_render.h>
#include <render/contentlib_json.h>


struct contentlib_renderer_s {
    contentlib_json_t        *json;
    const contentlib_view_t  *view;
    const char               *partner;      /* keys, zero-terminated */
    const char               *partner_ids;

    /* the item at hand */

    const contentlib_item_t  *item;
    ngx_pool_t               *pool;
};


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
static const char *contentlib_render_partner_key(const contentlib_view_t *view,
    const char *suffix, ngx_pool_t *pool);


contentlib_renderer_t *
contentlib_render_create(const contentlib_view_t *view, ngx_pool_t *pool)
{
    contentlib_renderer_t  *render;

    render = ngx_pcalloc(pool, sizeof(contentlib_renderer_t));
    if (render == NULL) {
        return NULL;
    }

    render->view = view;
    render->json = contentlib_json_create(pool);
    render->partner = contentlib_render_partner_key(view, "", pool);
    render->partner_ids = contentlib_render_partner_key(view, "_ids", pool);

    if (render->json == NULL || render->partner == NULL
        || render->partner_ids == NULL)
    {
        return NULL;
    }

    return render;
}


ngx_int_t
contentlib_render_item(contentlib_renderer_t *render,
    const contentlib_item_t *item, const ngx_str_t *tags, ngx_pool_t *pool,
    ngx_str_t *text)
{
    int                          n;
    char                         digits[sizeof("-9223372036854775808")];
    ngx_str_t                    key, url;
    contentlib_json_t           *json;
    contentlib_json_node_t      *root;
    contentlib_json_elements_t   elements;

    n = snprintf(digits, sizeof(digits), "%lld", (long long) item->id);

    key.data = (u_char *) digits;
    key.len = (size_t) n;

    if (contentlib_links_record(render->view, "content_items", &key, pool,
                                &url)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    elements.elts = tags;
    elements.nelts = item->tags.nelts;

    render->item = item;
    render->pool = pool;

    json = render->json;
    root = contentlib_json_begin_again(json);

    contentlib_json_integer(json, root, "id", item->id);
    contentlib_json_string(json, root, "url", &url);
    contentlib_json_string(json, root, "alt_text", &item->alt_text);
    contentlib_json_raw_array(json, root, "tags", &elements);
    contentlib_render_version(render, root);
    contentlib_render_media(render, root, "static_image",
                            &item->static_image);
    contentlib_render_created(render, root);
    contentlib_render_partner_ids(render, root);

    return contentlib_json_end(json, pool, text);
}


static void
contentlib_render_version(contentlib_renderer_t *render,
    contentlib_json_node_t *parent)
{
    ngx_uint_t                i;
    contentlib_json_t        *json;
    const contentlib_item_t  *item;
    contentlib_json_node_t   *version, *array;

    json = render->json;
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
        contentlib_json_string(json, version, render->partner,
                               &item->partner_page);
    }
}


static void
contentlib_render_download(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const contentlib_rendition_t *rendition)
{
    contentlib_json_node_t  *entry;

    entry = contentlib_json_object(render->json, parent, NULL);

    contentlib_json_string(render->json, entry, "platform",
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

    entry = contentlib_json_object(render->json, parent, NULL);

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
        contentlib_json_string(render->json, parent, "format",
                               &rendition->format);
    }
}


static void
contentlib_render_number(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const char *key, int64_t number)
{
    int        n;
    char       digits[sizeof("-9223372036854775808")];
    ngx_str_t  text;

    if (number < 0) {
        return;
    }

    if (!render->view->numbers_as_strings) {
        contentlib_json_integer(render->json, parent, key, number);
        return;
    }

    n = snprintf(digits, sizeof(digits), "%lld", (long long) number);

    text.data = (u_char *) digits;
    text.len = (size_t) n;

    contentlib_json_string(render->json, parent, key, &text);
}


static void
contentlib_render_media(contentlib_renderer_t *render,
    contentlib_json_node_t *parent, const char *key, const ngx_str_t *url)
{
    ngx_str_t  address;

    if (contentlib_links_media(render->view, url, render->pool, &address)
        != NGX_OK)
    {
        render->json->failed = 1;
        return;
    }

    contentlib_json_string(render->json, parent, key, &address);
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
        render->json->failed = 1;
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

    contentlib_json_string(render->json, parent, "created", &text);
}


static void
contentlib_render_partner_ids(contentlib_renderer_t *render,
    contentlib_json_node_t *parent)
{
    ngx_str_t               *ids;
    ngx_uint_t               i;
    contentlib_json_node_t  *array;

    ids = render->item->partner_ids.elts;

    array = contentlib_json_array(render->json, parent, render->partner_ids);

    for (i = 0; i < render->item->partner_ids.nelts; i++) {
        contentlib_json_string(render->json, array, NULL, &ids[i]);
    }
}


/* keys are not copied by the builder */

static const char *
contentlib_render_partner_key(const contentlib_view_t *view,
    const char *suffix, ngx_pool_t *pool)
{
    char    *key;
    size_t   room;

    room = view->partner.len + ngx_strlen(suffix) + 1;

    key = ngx_pnalloc(pool, room);

    if (key != NULL) {
        (void) snprintf(key, room, "%.*s%s", (int) view->partner.len,
                        (const char *) view->partner.data, suffix);
    }

    return key;
}
