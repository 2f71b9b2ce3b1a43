
/*
 * Copyright (C) contentlib authors
 *
 * Items of any values, one after the other, as json-c reads them: the fields
 * and their order, the strings and the numbers.  The input: a byte of the view;
 * then for each item a byte of what there is, the numbers, then strings, a line
 * each; a line that begins with a form feed ends an item.
 */


#include <fuzz_json.h>
#include <render/contentlib_render.h>


static contentlib_view_t  view = {
    .base_url = ngx_string("https://example.com"),
    .root = ngx_string("/"),
    .media_url = ngx_string("https://media.example.com/"),
    .partner = ngx_string("partner")
};


/* the tags of the item, and what is rendered of them, each after a comma */

static ngx_array_t  tags;
static ngx_array_t  rendered;


static ngx_str_t
string(void)
{
    ngx_str_t  line;

    line = fuzz_line();

    return fuzz_utf8_repair(&line);
}


static void
media(json_object *json, const ngx_str_t *url, const char *key)
{
    ngx_str_t  address;

    hold(contentlib_links_media(&view, url, fuzz_pool, &address) == NGX_OK,
         "memory");
    fuzz_json_is(json_object_object_get(json, key), &address, key);
}


static void
number(json_object *json, const char *key, int64_t value)
{
    char          digits[32];
    ngx_str_t     text;
    json_object  *found;

    if (!json_object_object_get_ex(json, key, &found)) {
        hold(value < 0, "%s is missing", key);
        return;
    }

    hold(value >= 0, "%s is absent", key);

    if (view.numbers_as_strings) {
        (void) snprintf(digits, sizeof(digits), "%lld", (long long) value);
        text = fuzz_string(digits);
        fuzz_json_is(found, &text, key);
        return;
    }

    hold(json_object_is_type(found, json_type_int)
         && json_object_get_int64(found) == value, "%s", key);
}


static void
rendition(json_object *json, const contentlib_rendition_t *expected,
    ngx_uint_t download)
{
    fuzz_json_keys(json, download
                         ? "platform,url,width?,height?,format?,size?"
                         : "url,width?,height?,size?,format?");
    media(json, &expected->url, "url");
    number(json, "width", expected->width);
    number(json, "height", expected->height);
    number(json, "size", expected->size);

    if (download) {
        fuzz_json_is(json_object_object_get(json, "platform"),
                     &expected->platform, "platform");
    }

    if (expected->format.len != 0) {
        fuzz_json_is(json_object_object_get(json, "format"),
                     &expected->format, "format");

    } else {
        hold(!json_object_object_get_ex(json, "format", NULL), "no format");
    }
}


static void
version(json_object *json, const contentlib_item_t *item)
{
    size_t        i;
    json_object  *list;

    fuzz_json_keys(json,
                   "content_type,content_label,download,picture,platforms");
    fuzz_json_is(json_object_object_get(json, "content_type"),
                 &item->content_type, "content_type");

    list = json_object_object_get(json, "download");
    hold(json_object_array_length(list) == item->downloads.nelts, "downloads");

    for (i = 0; i < item->downloads.nelts; i++) {
        rendition(json_object_array_get_idx(list, i),
                  &((contentlib_rendition_t *) item->downloads.elts)[i], 1);
    }

    list = json_object_object_get(json, "picture");
    hold(json_object_array_length(list) == item->pictures.nelts, "pictures");

    for (i = 0; i < item->pictures.nelts; i++) {
        rendition(json_object_array_get_idx(list, i),
                  &((contentlib_rendition_t *) item->pictures.elts)[i], 0);
    }

    list = json_object_object_get(json, "platforms");

    if (item->partner_page.data != NULL) {
        fuzz_json_keys(list, "partner");
        fuzz_json_is(json_object_object_get(list, "partner"),
                     &item->partner_page, "partner");

    } else {
        fuzz_json_keys(list, "");
    }
}


/* fraction of a second and all, by the calendar of timegm() */

static void
created(json_object *json, int64_t expected)
{
    char         *rest;
    int64_t       time;
    struct tm     tm;
    const char   *text;

    ngx_memzero(&tm, sizeof(tm));
    text = json_object_get_string(json);
    rest = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);

    hold(rest != NULL, "created: %s", text);
    time = timegm(&tm) * 1000000;

    if (*rest == '.') {
        hold(strspn(rest + 1, "0123456789") == 6, "created: %s", text);
        time += strtol(rest + 1, &rest, 10);
        hold(time % 1000000 != 0, "created: %s", text);
    }

    hold(strcmp(rest, "Z") == 0, "created: %s", text);
    hold(time == expected, "created: %s", text);
}


static void
check(const ngx_str_t *text, const contentlib_item_t *item)
{
    size_t             i;
    json_object       *json, *list, *entry;
    contentlib_tag_t  *tag;

    json = fuzz_json(text);

    fuzz_json_keys(json, "id,url,alt_text,tags,default_version,static_image,"
                         "created,partner_ids");
    hold(json_object_get_int64(json_object_object_get(json, "id"))
         == item->id, "id");
    fuzz_json_is(json_object_object_get(json, "alt_text"), &item->alt_text,
                 "alt_text");
    media(json, &item->static_image, "static_image");
    created(json_object_object_get(json, "created"), item->created);

    list = json_object_object_get(json, "tags");
    hold(json_object_array_length(list) == tags.nelts, "tags");

    for (i = 0; i < tags.nelts; i++) {
        entry = json_object_array_get_idx(list, i);
        tag = &((contentlib_tag_t *) tags.elts)[i];
        fuzz_json_keys(entry, "slug,url,name");
        fuzz_json_is(json_object_object_get(entry, "slug"), &tag->slug,
                     "slug");
        fuzz_json_is(json_object_object_get(entry, "name"), &tag->name,
                     "name");
    }

    version(json_object_object_get(json, "default_version"), item);

    list = json_object_object_get(json, "partner_ids");
    hold(json_object_array_length(list) == item->partner_ids.nelts, "ids");

    for (i = 0; i < item->partner_ids.nelts; i++) {
        fuzz_json_is(json_object_array_get_idx(list, i),
                     &((ngx_str_t *) item->partner_ids.elts)[i], "id");
    }

    (void) json_object_put(json);
}


static void *
push(ngx_array_t *array)
{
    void  *entry;

    entry = ngx_array_push(array);
    hold(entry != NULL, "memory");

    return entry;
}


static void
fill_rendition(ngx_array_t *array)
{
    contentlib_rendition_t  *entry;

    entry = push(array);

    entry->width = (int64_t) fuzz_number(8);
    entry->height = (int64_t) fuzz_number(1) - 1;
    entry->size = (int64_t) fuzz_number(4) - 1;
    entry->platform = string();
    entry->url = string();
    entry->format = string();
}


static void
fill_tag(contentlib_item_t *item)
{
    ngx_str_t         *json;
    contentlib_tag_t  *tag;

    *(uint64_t *) push(&item->tags) = tags.nelts;

    tag = push(&tags);
    tag->slug = string();
    tag->name = string();

    json = push(&rendered);
    hold(contentlib_render_tag(tag, &view, fuzz_pool, json) == NGX_OK,
         "a tag fails");
    hold(json->data[-1] == ',', "a comma before it");
}


static void
fill(contentlib_item_t *item, ngx_uint_t what)
{
    hold(ngx_array_init(&tags, fuzz_pool, 1, sizeof(contentlib_tag_t))
         == NGX_OK
         && ngx_array_init(&rendered, fuzz_pool, 1, sizeof(ngx_str_t))
            == NGX_OK
         && ngx_array_init(&item->tags, fuzz_pool, 1, sizeof(uint64_t))
            == NGX_OK
         && ngx_array_init(&item->downloads, fuzz_pool, 1,
                           sizeof(contentlib_rendition_t)) == NGX_OK
         && ngx_array_init(&item->pictures, fuzz_pool, 1,
                           sizeof(contentlib_rendition_t)) == NGX_OK
         && ngx_array_init(&item->partner_ids, fuzz_pool, 1,
                           sizeof(ngx_str_t)) == NGX_OK, "memory");

    item->alt_text = string();
    item->static_image = string();
    item->content_type = string();

    if (what & 1) {
        item->partner_page = string();
    }

    while (fuzz_more() && *fuzz_p != '\f') {
        switch (what % 4) {

        case 0:
            fill_tag(item);
            break;

        case 1:
            fill_rendition(&item->downloads);
            break;

        case 2:
            fill_rendition(&item->pictures);
            break;

        default:
            *(ngx_str_t *) push(&item->partner_ids) = string();
        }

        what = what / 4 + (what % 4) * 16;
    }

    (void) fuzz_byte();
}


static void
one(contentlib_renderer_t *renderer)
{
    ngx_str_t          text;
    ngx_uint_t         what;
    contentlib_item_t  item;

    ngx_memzero(&item, sizeof(item));

    what = fuzz_byte();
    item.id = (int64_t) fuzz_number(8);

    /* years 1 to 9999 */

    item.created = (int64_t) (fuzz_number(8) % 315537897600000000)
                   - 62135596800000000;

    fill(&item, what);

    hold(contentlib_render_item(renderer, &item, rendered.elts, fuzz_pool,
                                &text)
         == NGX_OK, "it fails");
    hold(text.data[-1] == ',', "a comma before it");
    check(&text, &item);
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_uint_t              what;
    contentlib_renderer_t  *renderer;

    fuzz_begin(data, size);

    what = fuzz_byte();
    view.numbers_as_strings = what & 1;
    view.format = what & 2 ? fuzz_string("api") : (ngx_str_t) ngx_null_string;

    renderer = contentlib_render_create(&view, fuzz_pool);
    hold(renderer != NULL, "memory");

    do {
        one(renderer);
    } while (fuzz_more());

    return fuzz_end();
}
