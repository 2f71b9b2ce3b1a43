
/*
 * Copyright (C) contentlib authors
 *
 * The preview of a record as HTML.  json-c parses the record; its texts are
 * escaped once, and then inserted into elements.
 */


#include <http/ngx_http_contentlib.h>
#include <text/contentlib_buffer.h>

#include <json-c/json.h>


/* pixels: chats show smaller pictures beside the text, or not at all */

#define NGX_HTTP_CONTENTLIB_WIDE       400

/* bytes, for most texts */

#define NGX_HTTP_CONTENTLIB_TEXT_SIZE  256
#define NGX_HTTP_CONTENTLIB_HTML_SIZE  4096


/* between the title of a record and the name of the site */

#define NGX_HTTP_CONTENTLIB_SEPARATOR  " &middot; "


/* the texts; an empty one has no elements */

typedef enum {
    NGX_HTTP_CONTENTLIB_TITLE = 0,
    NGX_HTTP_CONTENTLIB_ABOUT,              /* a description, or tags */
    NGX_HTTP_CONTENTLIB_URL,
    NGX_HTTP_CONTENTLIB_IMAGE,
    NGX_HTTP_CONTENTLIB_WIDTH,
    NGX_HTTP_CONTENTLIB_HEIGHT,
    NGX_HTTP_CONTENTLIB_TEXTS
} ngx_http_contentlib_text_e;


typedef struct {
    ngx_http_contentlib_text_e   text;
    const char                  *before;
    const char                  *after;
} ngx_http_contentlib_element_t;


static struct json_object *ngx_http_contentlib_parse(const ngx_str_t *record);
static ngx_int_t ngx_http_contentlib_join(contentlib_buffer_t *html,
    contentlib_buffer_t *texts, const contentlib_buffer_t *body,
    ngx_str_t *text);
static void ngx_http_contentlib_texts(struct json_object *json,
    contentlib_buffer_t *texts);
static void ngx_http_contentlib_picture(struct json_object *item,
    contentlib_buffer_t *texts);
static void ngx_http_contentlib_elements(contentlib_buffer_t *html,
    const ngx_http_contentlib_element_t *element,
    const contentlib_buffer_t *texts);
static void ngx_http_contentlib_neighbours(contentlib_buffer_t *html,
    const contentlib_neighbours_t *items);
static void ngx_http_contentlib_lists(contentlib_buffer_t *html,
    struct json_object *json);
static void ngx_http_contentlib_items(contentlib_buffer_t *html,
    const contentlib_input_t *input);
static void ngx_http_contentlib_anchors(contentlib_buffer_t *html,
    struct json_object *list, const char *name);
static void ngx_http_contentlib_literal(contentlib_buffer_t *html,
    const char *text);
static void ngx_http_contentlib_escape(contentlib_buffer_t *html,
    struct json_object *value);
static struct json_object *ngx_http_contentlib_member(
    struct json_object *json, const char *key);
static struct json_object *ngx_http_contentlib_list(struct json_object *json,
    const char *key);


static const ngx_http_contentlib_element_t  ngx_http_contentlib_head[] = {
    { NGX_HTTP_CONTENTLIB_URL, "<link rel=\"canonical\" href=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_ABOUT,
      "<meta name=\"description\" content=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_URL,
      "<meta property=\"og:url\" content=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_TITLE,
      "<meta property=\"og:title\" content=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_ABOUT,
      "<meta property=\"og:description\" content=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_IMAGE,
      "<meta property=\"og:image\" content=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_WIDTH,
      "<meta property=\"og:image:width\" content=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_HEIGHT,
      "<meta property=\"og:image:height\" content=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_TITLE,
      "<meta name=\"twitter:title\" content=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_IMAGE,
      "<meta name=\"twitter:card\" content=\"summary_large_image\">\n"
      "<meta name=\"twitter:image\" content=\"", "\">\n" },
    { NGX_HTTP_CONTENTLIB_TEXTS, NULL, NULL }
};


static const ngx_http_contentlib_element_t  ngx_http_contentlib_body[] = {
    { NGX_HTTP_CONTENTLIB_TITLE, "<h1>", "</h1>\n" },
    { NGX_HTTP_CONTENTLIB_IMAGE, "<p><img alt=\"\" src=\"", "\"></p>\n" },
    { NGX_HTTP_CONTENTLIB_TEXTS, NULL, NULL }
};


ngx_int_t
ngx_http_contentlib_preview(const contentlib_input_t *input,
    const ngx_str_t *record, const contentlib_neighbours_t *items,
    ngx_str_t *text)
{
    ngx_uint_t            i;
    contentlib_buffer_t   body, html, texts[NGX_HTTP_CONTENTLIB_TEXTS];
    struct json_object   *json;

    json = ngx_http_contentlib_parse(record);

    if (json == NULL) {
        return NGX_DECLINED;
    }

    for (i = 0; i < NGX_HTTP_CONTENTLIB_TEXTS; i++) {
        contentlib_buffer_init(&texts[i], input->pool,
                               NGX_HTTP_CONTENTLIB_TEXT_SIZE);
    }

    contentlib_buffer_init(&body, input->pool, NGX_HTTP_CONTENTLIB_HTML_SIZE);
    contentlib_buffer_init(&html, input->pool, NGX_HTTP_CONTENTLIB_HTML_SIZE);

    ngx_http_contentlib_texts(json, texts);
    ngx_http_contentlib_elements(&body, ngx_http_contentlib_body, texts);
    ngx_http_contentlib_neighbours(&body, items);
    ngx_http_contentlib_lists(&body, json);
    ngx_http_contentlib_items(&body, input);

    json_object_put(json);

    return ngx_http_contentlib_join(&html, texts, &body, text);
}


/* NULL if it is not JSON, or if there is no memory */

static struct json_object *
ngx_http_contentlib_parse(const ngx_str_t *record)
{
    json_tokener        *tokener;
    struct json_object  *json;

    tokener = json_tokener_new();
    if (tokener == NULL) {
        return NULL;
    }

    json = json_tokener_parse_ex(tokener, (char *) record->data,
                                 (int) record->len);
    json_tokener_free(tokener);

    return json;
}


/* the lengths of title and head, then the title, the head and the body */

static ngx_int_t
ngx_http_contentlib_join(contentlib_buffer_t *html,
    contentlib_buffer_t *texts, const contentlib_buffer_t *body,
    ngx_str_t *text)
{
    size_t                lens[2];
    ngx_uint_t            i;
    contentlib_buffer_t  *title;

    title = &texts[NGX_HTTP_CONTENTLIB_TITLE];

    ngx_memzero(lens, sizeof(lens));
    contentlib_buffer_append(html, (u_char *) lens, sizeof(lens));

    if (title->len != 0) {
        contentlib_buffer_append(html, title->data, title->len);
        ngx_http_contentlib_literal(html, NGX_HTTP_CONTENTLIB_SEPARATOR);
    }

    lens[0] = html->len - sizeof(lens);

    ngx_http_contentlib_elements(html, ngx_http_contentlib_head, texts);

    lens[1] = html->len - sizeof(lens) - lens[0];

    contentlib_buffer_append(html, body->data, body->len);

    html->failed |= body->failed;

    for (i = 0; i < NGX_HTTP_CONTENTLIB_TEXTS; i++) {
        html->failed |= texts[i].failed;
    }

    if (contentlib_buffer_text(html, text) != NGX_OK) {
        return NGX_ERROR;
    }

    ngx_memcpy(text->data, lens, sizeof(lens));

    return NGX_OK;
}


void
ngx_http_contentlib_preview_parts(const ngx_str_t *text,
    ngx_http_contentlib_preview_t *preview)
{
    size_t  lens[2];

    ngx_memcpy(lens, text->data, sizeof(lens));

    preview->title.data = text->data + sizeof(lens);
    preview->title.len = lens[0];

    preview->head.data = preview->title.data + lens[0];
    preview->head.len = lens[1];

    preview->body.data = preview->head.data + lens[1];
    preview->body.len = (size_t) (text->data + text->len - preview->body.data);
}


/* of an item, a collection with its preview, or a tag */

static void
ngx_http_contentlib_texts(struct json_object *json,
    contentlib_buffer_t *texts)
{
    size_t                i, n;
    contentlib_buffer_t  *title, *about;
    struct json_object   *item, *tags, *tag;

    title = &texts[NGX_HTTP_CONTENTLIB_TITLE];
    about = &texts[NGX_HTTP_CONTENTLIB_ABOUT];

    item = ngx_http_contentlib_member(json, "preview_image");
    item = item ? item : json;

    ngx_http_contentlib_picture(item, texts);

    ngx_http_contentlib_escape(&texts[NGX_HTTP_CONTENTLIB_URL],
                               ngx_http_contentlib_member(json, "url"));
    ngx_http_contentlib_escape(title,
                               ngx_http_contentlib_member(json, "name"));
    ngx_http_contentlib_escape(title,
                               ngx_http_contentlib_member(json, "alt_text"));
    ngx_http_contentlib_escape(about,
                             ngx_http_contentlib_member(json, "description"));

    tags = ngx_http_contentlib_list(json, "tags");
    n = tags ? json_object_array_length(tags) : 0;

    for (i = 0; i < n; i++) {
        tag = json_object_array_get_idx(tags, i);

        ngx_http_contentlib_literal(about, i > 0 ? ", " : "");
        ngx_http_contentlib_escape(about,
                                   ngx_http_contentlib_member(tag, "name"));
    }
}


/*
 * The smallest picture that is not too small; of an animation, and without
 * sizes, the static image.
 */

static void
ngx_http_contentlib_picture(struct json_object *item,
    contentlib_buffer_t *texts)
{
    size_t               i, n;
    int64_t              width, least;
    const char          *type;
    struct json_object  *version, *pictures, *picture, *found;

    version = ngx_http_contentlib_member(item, "default_version");
    pictures = ngx_http_contentlib_list(version, "picture");
    type = json_object_get_string(ngx_http_contentlib_member(version,
                                                             "content_type"));

    n = (pictures && type && *type == 'I')
        ? json_object_array_length(pictures) : 0;

    found = NULL;
    least = INT64_MAX;

    for (i = 0; i < n; i++) {
        picture = json_object_array_get_idx(pictures, i);
        width = json_object_get_int64(ngx_http_contentlib_member(picture,
                                                                 "width"));

        if (width >= NGX_HTTP_CONTENTLIB_WIDE && width < least) {
            least = width;
            found = picture;
        }
    }

    ngx_http_contentlib_escape(&texts[NGX_HTTP_CONTENTLIB_IMAGE],
                               found ? ngx_http_contentlib_member(found, "url")
                               : ngx_http_contentlib_member(item,
                                                            "static_image"));
    ngx_http_contentlib_escape(&texts[NGX_HTTP_CONTENTLIB_WIDTH],
                               ngx_http_contentlib_member(found, "width"));
    ngx_http_contentlib_escape(&texts[NGX_HTTP_CONTENTLIB_HEIGHT],
                               ngx_http_contentlib_member(found, "height"));
}


static void
ngx_http_contentlib_elements(contentlib_buffer_t *html,
    const ngx_http_contentlib_element_t *element,
    const contentlib_buffer_t *texts)
{
    const contentlib_buffer_t  *text;

    for ( /* void */ ; element->before != NULL; element++) {
        text = &texts[element->text];

        if (text->len != 0) {
            ngx_http_contentlib_literal(html, element->before);
            contentlib_buffer_append(html, text->data, text->len);
            ngx_http_contentlib_literal(html, element->after);
        }
    }
}


/* in the list of items, by addresses beside that of the page */

static void
ngx_http_contentlib_neighbours(contentlib_buffer_t *html,
    const contentlib_neighbours_t *items)
{
    if (items->previous != 0) {
        contentlib_buffer_print(html, "<p><a rel=\"prev\" href=\"../%lld/\">"
                                "Previous item</a></p>\n",
                                (long long) items->previous);
    }

    if (items->next != 0) {
        contentlib_buffer_print(html, "<p><a rel=\"next\" href=\"../%lld/\">"
                                "Next item</a></p>\n",
                                (long long) items->next);
    }
}


/* the tags and the files of an item */

static void
ngx_http_contentlib_lists(contentlib_buffer_t *html, struct json_object *json)
{
    struct json_object  *version;

    version = ngx_http_contentlib_member(json, "default_version");

    ngx_http_contentlib_anchors(html,
                                ngx_http_contentlib_list(json, "tags"),
                                "name");
    ngx_http_contentlib_anchors(html,
                                ngx_http_contentlib_list(version, "download"),
                                "platform");
}


/* the first ones of a collection or a tag; without them there are none */

static void
ngx_http_contentlib_items(contentlib_buffer_t *html,
    const contentlib_input_t *input)
{
    contentlib_answer_t   answer;
    struct json_object   *page;

    contentlib_service_items(input, &answer);

    if (answer.status != NGX_HTTP_OK) {
        return;
    }

    page = ngx_http_contentlib_parse(&answer.body);

    ngx_http_contentlib_anchors(html,
                                ngx_http_contentlib_list(page, "results"),
                                "alt_text");
    json_object_put(page);
}


/* a list of records or files; an item without a text has its identifier */

static void
ngx_http_contentlib_anchors(contentlib_buffer_t *html,
    struct json_object *list, const char *name)
{
    size_t               i, n, len;
    struct json_object  *entry;

    n = list ? json_object_array_length(list) : 0;

    for (i = 0; i < n; i++) {
        entry = json_object_array_get_idx(list, i);

        ngx_http_contentlib_literal(html, i == 0 ? "<ul>\n<li><a href=\""
                                                 : "<li><a href=\"");
        ngx_http_contentlib_escape(html,
                                   ngx_http_contentlib_member(entry, "url"));
        ngx_http_contentlib_literal(html, "\">");
        len = html->len;

        ngx_http_contentlib_escape(html,
                                   ngx_http_contentlib_member(entry, name));

        if (html->len == len) {
            ngx_http_contentlib_escape(html,
                                       ngx_http_contentlib_member(entry, "id"));
        }

        ngx_http_contentlib_literal(html, i == n - 1 ? "</a></li>\n</ul>\n"
                                                     : "</a></li>\n");
    }
}


static void
ngx_http_contentlib_literal(contentlib_buffer_t *html, const char *text)
{
    contentlib_buffer_append(html, (const u_char *) text, ngx_strlen(text));
}


/* a string or a number; NULL is an empty text */

static void
ngx_http_contentlib_escape(contentlib_buffer_t *html,
    struct json_object *value)
{
    size_t   len;
    u_char  *text, *end;

    if (value == NULL) {
        return;
    }

    text = (u_char *) json_object_get_string(value);

    if (text == NULL) {
        html->failed = 1;
        return;
    }

    len = json_object_is_type(value, json_type_string)
          ? (size_t) json_object_get_string_len(value) : ngx_strlen(text);

    end = contentlib_buffer_room(html, len + ngx_escape_html(NULL, text, len));

    if (end != NULL) {
        html->len += (size_t) ((u_char *) ngx_escape_html(end, text, len)
                               - end);
    }
}


static struct json_object *
ngx_http_contentlib_member(struct json_object *json, const char *key)
{
    struct json_object  *member;

    return json_object_object_get_ex(json, key, &member) ? member : NULL;
}


/* json-c ends the process if the length of another value is asked for */

static struct json_object *
ngx_http_contentlib_list(struct json_object *json, const char *key)
{
    struct json_object  *list;

    list = ngx_http_contentlib_member(json, key);

    return json_object_is_type(list, json_type_array) ? list : NULL;
}
