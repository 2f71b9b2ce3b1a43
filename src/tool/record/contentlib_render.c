
/*
 * Copyright (C) contentlib authors
 *
 * Renders records: walks over the fields of the tables and appends each value
 * of the row to the text.  json-c escapes the strings.
 */


#include <tool/record/contentlib_fields.h>

#include <json/contentlib_json.h>
#include <tool/record/contentlib_time.h>
#include <tool/record/contentlib_values.h>


#define CONTENTLIB_RENDER_SIZE  512          /* at first */


typedef struct {
    contentlib_walk_t         walk;         /* comes first */
    const ngx_str_t          *rendered;     /* or NULL */
    ngx_pool_t               *pool;
    ngx_str_t                 json;
    size_t                    size;         /* of the buffer */
} contentlib_renderer_t;


static void contentlib_render_begin(contentlib_walk_t *walk,
    contentlib_level_t *level);
static void contentlib_render_end(contentlib_walk_t *walk,
    contentlib_level_t *level);
static void contentlib_render_value(contentlib_walk_t *walk,
    contentlib_level_t *level);
static ngx_str_t contentlib_render_digits(int64_t number,
    char to[CONTENTLIB_TIME_SIZE]);
static ngx_int_t contentlib_render_down(contentlib_walk_t *walk,
    contentlib_level_t *level);
static void contentlib_render_up(contentlib_walk_t *walk,
    contentlib_level_t *level);
static void contentlib_render_key(contentlib_renderer_t *render,
    const char *key);
static void contentlib_render_string(contentlib_renderer_t *render,
    const contentlib_field_t *field, const char *before,
    const ngx_str_t *text, const char *after);
static void contentlib_render_literal(contentlib_renderer_t *render,
    const char *text);
static void contentlib_render_append(contentlib_renderer_t *render,
    const u_char *data, size_t len);


void
contentlib_render(const contentlib_field_t *fields, const void *row,
    const ngx_str_t *rendered, ngx_pool_t *pool, ngx_str_t *json)
{
    contentlib_renderer_t  render;

    render.walk.begin = contentlib_render_begin;
    render.walk.end = contentlib_render_end;
    render.walk.value = contentlib_render_value;
    render.walk.down = contentlib_render_down;
    render.walk.up = contentlib_render_up;
    render.rendered = rendered;
    render.pool = pool;
    render.size = CONTENTLIB_RENDER_SIZE;
    render.json.data = ngx_pnalloc(pool, render.size);
    render.json.len = 0;

    contentlib_walk(&render.walk, fields, (void *) (uintptr_t) row, NULL);

    *json = render.json;
}


static void
contentlib_render_begin(contentlib_walk_t *walk, contentlib_level_t *level)
{
    if (level->fields->name[0] == '\0') {
        return;
    }

    /* the key of an object precedes it */

    if (level > walk->levels
        && level[-1].field->type == CONTENTLIB_FIELD_LIST)
    {
        contentlib_render_key((contentlib_renderer_t *) walk, "");
    }

    contentlib_render_literal((contentlib_renderer_t *) walk, "{");
}


static void
contentlib_render_end(contentlib_walk_t *walk, contentlib_level_t *level)
{
    if (level->fields->name[0] != '\0') {
        contentlib_render_literal((contentlib_renderer_t *) walk, "}");
    }
}


static void
contentlib_render_value(contentlib_walk_t *walk, contentlib_level_t *level)
{
    char                       digits[CONTENTLIB_TIME_SIZE];
    void                      *value;
    ngx_str_t                  text;
    const char                *before, *after;
    const contentlib_field_t  *field;

    field = level->field;
    value = level->row + field->offset;
    before = "\"";
    after = "\"";
    ngx_str_null(&text);

    switch (field->type) {

    case CONTENTLIB_FIELD_ID:
        text = contentlib_render_digits(*(int64_t *) value, digits);
        before = "";
        after = "";
        break;

    case CONTENTLIB_FIELD_NUMBER:

        if (*(int64_t *) value == CONTENTLIB_ABSENT) {
            return;
        }

        text = contentlib_render_digits(*(int64_t *) value, digits);
        before = CONTENTLIB_PLACEHOLDER_QUOTE;
        after = CONTENTLIB_PLACEHOLDER_QUOTE;
        break;

    case CONTENTLIB_FIELD_ID_URL:
    case CONTENTLIB_FIELD_SLUG_URL:
        text = (field->type == CONTENTLIB_FIELD_SLUG_URL)
               ? *(ngx_str_t *) value
               : contentlib_render_digits(*(int64_t *) value, digits);
        before = "\"" CONTENTLIB_PLACEHOLDER_BASE;
        after = "/" CONTENTLIB_PLACEHOLDER_FORMAT "\"";
        break;

    case CONTENTLIB_FIELD_TIME:
        text = contentlib_time_format(*(int64_t *) value, digits);
        break;

    case CONTENTLIB_FIELD_BOOLEAN:
        before = *(ngx_uint_t *) value ? "true" : "false";
        after = "";
        break;

    case CONTENTLIB_FIELD_LABEL:
        text.data = (u_char *) (uintptr_t) contentlib_field_label(value);
        text.len = ngx_strlen(text.data);
        break;

    default:
        text = *(ngx_str_t *) value;

        if ((field->flags & CONTENTLIB_FIELD_OPTIONAL) && text.data == NULL) {
            return;
        }

        if (field->type == CONTENTLIB_FIELD_MEDIA
            && !contentlib_value_absolute(&text))
        {
            before = "\"" CONTENTLIB_PLACEHOLDER_MEDIA;
        }
    }

    contentlib_render_string((contentlib_renderer_t *) walk, field, before,
                             &text, after);
}


static ngx_str_t
contentlib_render_digits(int64_t number, char to[CONTENTLIB_TIME_SIZE])
{
    ngx_str_t  text;

    text.data = (u_char *) to;
    text.len = (size_t) snprintf(to, CONTENTLIB_TIME_SIZE, "%lld",
                                 (long long) number);

    return text;
}


static ngx_int_t
contentlib_render_down(contentlib_walk_t *walk, contentlib_level_t *level)
{
    ngx_uint_t                 i;
    ngx_array_t               *array;
    const ngx_str_t           *rendered;
    contentlib_renderer_t     *render;
    const contentlib_field_t  *field;

    render = (contentlib_renderer_t *) walk;
    field = level->field;

    if (field->flags & CONTENTLIB_FIELD_INPUT) {
        return NGX_DECLINED;
    }

    contentlib_render_key(render, field->name);

    rendered = (field->flags & CONTENTLIB_FIELD_RECORD) ? render->rendered
                                                        : NULL;

    if (field->type == CONTENTLIB_FIELD_OBJECT) {

        if (rendered == NULL) {
            return NGX_OK;
        }

        contentlib_render_append(render, rendered->data, rendered->len);

        return NGX_DECLINED;
    }

    contentlib_render_literal(render, "[");

    if (rendered == NULL) {
        return NGX_OK;
    }

    array = (ngx_array_t *) (void *) (level->row + field->offset);

    for (i = 0; i < array->nelts; i++) {
        contentlib_render_key(render, "");
        contentlib_render_append(render, rendered[i].data, rendered[i].len);
    }

    contentlib_render_literal(render, "]");

    return NGX_DECLINED;
}


static void
contentlib_render_up(contentlib_walk_t *walk, contentlib_level_t *level)
{
    if (level->field->type == CONTENTLIB_FIELD_LIST) {
        contentlib_render_literal((contentlib_renderer_t *) walk, "]");
    }
}


/* what precedes a value; an entry of a list has no key */

static void
contentlib_render_key(contentlib_renderer_t *render, const char *key)
{
    u_char  last;

    last = render->json.data[render->json.len - 1];

    if (last != '{' && last != '[') {
        contentlib_render_literal(render, ",");
    }

    if (key[0] != '\0') {
        contentlib_render_literal(render, "\"");
        contentlib_render_literal(render, key);
        contentlib_render_literal(render, "\":");
    }
}


static void
contentlib_render_string(contentlib_renderer_t *render,
    const contentlib_field_t *field, const char *before,
    const ngx_str_t *text, const char *after)
{
    ngx_str_t  escaped;

    if (contentlib_json_escape(text, render->pool, &escaped) != NGX_OK) {
        contentlib_no_memory();
    }

    contentlib_render_key(render, field->name);
    contentlib_render_literal(render, before);

    /* the directory of an address */

    if (field->text) {
        contentlib_render_literal(render, field->text);
    }

    contentlib_render_append(render, escaped.data, escaped.len);
    contentlib_render_literal(render, after);
}


static void
contentlib_render_literal(contentlib_renderer_t *render, const char *text)
{
    contentlib_render_append(render, (const u_char *) text, ngx_strlen(text));
}


static void
contentlib_render_append(contentlib_renderer_t *render, const u_char *data,
    size_t len)
{
    u_char  *grown;

    /* the data of an empty text may be NULL */

    if (len == 0) {
        return;
    }

    if (len > render->size - render->json.len) {
        render->size = 2 * (render->size + len);

        grown = ngx_pnalloc(render->pool, render->size);

        ngx_memcpy(grown, render->json.data, render->json.len);
        render->json.data = grown;
    }

    ngx_memcpy(render->json.data + render->json.len, data, len);
    render->json.len += len;
}
