
/*
 * Copyright (C) contentlib authors
 *
 * Renders records with json-c: walks over the fields of the tables and adds
 * each value of the row.
 */


#include <tool/record/contentlib_render.h>

#include <json/contentlib_json.h>
#include <tool/record/contentlib_time.h>
#include <tool/record/contentlib_values.h>


typedef struct {
    contentlib_walk_t         walk;         /* comes first */
    contentlib_json_t         json;
    const ngx_str_t          *rendered;     /* or NULL */
    ngx_pool_t               *pool;
} contentlib_renderer_t;


static void contentlib_render_begin(contentlib_walk_t *walk,
    contentlib_level_t *level);
static void contentlib_render_value(contentlib_walk_t *walk,
    contentlib_level_t *level);
static ngx_str_t contentlib_render_digits(int64_t number,
    char to[CONTENTLIB_TIME_SIZE]);
static void contentlib_render_string(contentlib_renderer_t *render,
    contentlib_json_node_t *node, const char *key,
    const contentlib_field_t *field, const ngx_str_t *text);
static ngx_int_t contentlib_render_down(contentlib_walk_t *walk,
    contentlib_level_t *level);
static const ngx_str_t *contentlib_render_join(contentlib_renderer_t *render,
    const char *before, const char *directory, const ngx_str_t *text,
    const char *after);


void
contentlib_render(const contentlib_field_t *fields, const void *row,
    const ngx_str_t *rendered, ngx_pool_t *pool, ngx_str_t *json)
{
    contentlib_renderer_t    render;
    contentlib_json_node_t  *root;

    render.walk.begin = contentlib_render_begin;
    render.walk.end = NULL;
    render.walk.value = contentlib_render_value;
    render.walk.down = contentlib_render_down;
    render.rendered = rendered;
    render.pool = pool;

    root = contentlib_json_begin_object(&render.json);

    contentlib_walk(&render.walk, fields, (void *) (uintptr_t) row, root);

    if (contentlib_json_end(&render.json, pool, json) != NGX_OK) {
        contentlib_no_memory();
    }
}


static void
contentlib_render_begin(contentlib_walk_t *walk, contentlib_level_t *level)
{
    contentlib_renderer_t  *render;

    render = (contentlib_renderer_t *) walk;
    level->node = level->list;

    /* an object in a list */

    if (level > walk->levels && level->fields->name[0] != '\0'
        && level[-1].field->type == CONTENTLIB_FIELD_LIST)
    {
        level->node = contentlib_json_object(&render->json, level->list, NULL);
    }
}


static void
contentlib_render_value(contentlib_walk_t *walk, contentlib_level_t *level)
{
    char                       digits[CONTENTLIB_TIME_SIZE];
    void                      *value;
    ngx_str_t                  text;
    const char                *key;
    contentlib_json_t         *json;
    contentlib_renderer_t     *render;
    const contentlib_field_t  *field;

    render = (contentlib_renderer_t *) walk;
    json = &render->json;
    field = level->field;
    value = level->row + field->offset;
    key = field->name[0] ? field->name : NULL;

    switch (field->type) {

    case CONTENTLIB_FIELD_ID:
        contentlib_json_integer(json, level->node, key, *(int64_t *) value);
        break;

    case CONTENTLIB_FIELD_NUMBER:

        if (*(int64_t *) value != CONTENTLIB_ABSENT) {
            text = contentlib_render_digits(*(int64_t *) value, digits);
            contentlib_json_raw(json, level->node, key,
                                contentlib_render_join(render,
                                               CONTENTLIB_PLACEHOLDER_QUOTE,
                                               "", &text,
                                               CONTENTLIB_PLACEHOLDER_QUOTE));
        }

        break;

    case CONTENTLIB_FIELD_ID_URL:
        text = contentlib_render_digits(*(int64_t *) value, digits);
        contentlib_render_string(render, level->node, key, field, &text);
        break;

    case CONTENTLIB_FIELD_TIME:
        text = contentlib_time_format(*(int64_t *) value, digits);
        contentlib_json_string(json, level->node, key, &text);
        break;

    case CONTENTLIB_FIELD_BOOLEAN:
        contentlib_json_boolean(json, level->node, key,
                                *(ngx_uint_t *) value);
        break;

    case CONTENTLIB_FIELD_LABEL:
        contentlib_json_literal(json, level->node, key,
                                contentlib_field_label(value));
        break;

    default:
        contentlib_render_string(render, level->node, key, field, value);
    }
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


static void
contentlib_render_string(contentlib_renderer_t *render,
    contentlib_json_node_t *node, const char *key,
    const contentlib_field_t *field, const ngx_str_t *text)
{
    switch (field->type) {

    case CONTENTLIB_FIELD_ID_URL:
    case CONTENTLIB_FIELD_SLUG_URL:
        text = contentlib_render_join(render, CONTENTLIB_PLACEHOLDER_BASE,
                                      field->text, text,
                                      "/" CONTENTLIB_PLACEHOLDER_FORMAT);
        break;

    case CONTENTLIB_FIELD_MEDIA:

        if (!contentlib_value_absolute(text)) {
            text = contentlib_render_join(render, CONTENTLIB_PLACEHOLDER_MEDIA,
                                          "", text, "");
        }

        break;

    default:

        if ((field->flags & CONTENTLIB_FIELD_OPTIONAL) && text->data == NULL) {
            return;
        }
    }

    contentlib_json_string(&render->json, node, key, text);
}


static ngx_int_t
contentlib_render_down(contentlib_walk_t *walk, contentlib_level_t *level)
{
    ngx_uint_t                 i;
    ngx_array_t               *array;
    const ngx_str_t           *rendered;
    contentlib_json_t         *json;
    contentlib_renderer_t     *render;
    const contentlib_field_t  *field;

    render = (contentlib_renderer_t *) walk;
    json = &render->json;
    field = level->field;
    rendered = (field->flags & CONTENTLIB_FIELD_RECORD) ? render->rendered
                                                        : NULL;

    if (field->flags & CONTENTLIB_FIELD_INPUT) {
        return NGX_DECLINED;
    }

    if (field->type == CONTENTLIB_FIELD_OBJECT) {

        if (rendered) {
            contentlib_json_raw(json, level->node, field->name, rendered);
            return NGX_DECLINED;
        }

        level[1].list = contentlib_json_object(json, level->node, field->name);

        return NGX_OK;
    }

    level[1].list = contentlib_json_array(json, level->node, field->name);
    array = (ngx_array_t *) (void *) (level->row + field->offset);

    for (i = 0; rendered && i < array->nelts; i++) {
        contentlib_json_raw(json, level[1].list, NULL, &rendered[i]);
    }

    return rendered ? NGX_DECLINED : NGX_OK;
}


/* the builder takes the bytes at its end, so they are in the pool */

static const ngx_str_t *
contentlib_render_join(contentlib_renderer_t *render, const char *before,
    const char *directory, const ngx_str_t *text, const char *after)
{
    u_char     *p;
    ngx_str_t  *joined;

    joined = ngx_palloc(render->pool, sizeof(ngx_str_t) + ngx_strlen(before)
                                      + ngx_strlen(directory) + text->len
                                      + ngx_strlen(after));

    joined->data = (u_char *) (joined + 1);

    p = ngx_cpymem(joined->data, before, ngx_strlen(before));
    p = ngx_cpymem(p, directory, ngx_strlen(directory));
    p = ngx_cpymem(p, text->data, text->len);
    p = ngx_cpymem(p, after, ngx_strlen(after));

    joined->len = (size_t) (p - joined->data);

    return joined;
}
