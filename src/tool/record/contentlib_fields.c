
/*
 * Copyright (C) contentlib authors
 */


#include <tool/record/contentlib_fields.h>

#include <stdarg.h>


#define CONTENTLIB_FIELDS_DEPTH  8


static ngx_int_t contentlib_fields_find(const contentlib_field_t *fields,
    const char *name);
static ngx_int_t contentlib_fields_complain(const contentlib_place_t *place,
    const contentlib_path_t *path, const char *what);
static const char *contentlib_fields_name(const contentlib_path_t *path,
    char *to, size_t size);
static size_t contentlib_fields_step(const contentlib_path_t *path, char *to,
    size_t size, ngx_uint_t first);


ngx_int_t
contentlib_fields_read(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json,
    const contentlib_field_t *fields, json_object **values)
{
    ngx_int_t          i;
    contentlib_path_t  step;

    ngx_memzero(values, CONTENTLIB_FIELDS_MAX * sizeof(json_object *));

    if (!json_object_is_type(json, json_type_object)) {
        return contentlib_fields_refuse(place, path, "is not an object");
    }

    step.up = path;

    json_object_object_foreach(json, key, value) {

        step.name = key;
        i = contentlib_fields_find(fields, key);

        if (i == NGX_DECLINED) {
            return contentlib_fields_complain(place, &step, "unknown field");
        }

        if (value == NULL && fields[i].type != CONTENTLIB_FIELD_IGNORED) {
            return contentlib_fields_refuse(place, &step, "is null");
        }

        values[i] = value;
    }

    for (i = 0; fields[i].name; i++) {

        if (fields[i].type == CONTENTLIB_FIELD_REQUIRED && values[i] == NULL) {
            step.name = fields[i].name;
            return contentlib_fields_complain(place, &step, "missing");
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_fields_find(const contentlib_field_t *fields, const char *name)
{
    ngx_int_t  i;

    for (i = 0; fields[i].name; i++) {
        if (ngx_strcmp(fields[i].name, name) == 0) {
            return i;
        }
    }

    return NGX_DECLINED;
}


ngx_int_t
contentlib_fields_refuse(const contentlib_place_t *place,
    const contentlib_path_t *path, const char *what)
{
    char  name[1024];

    if (path == NULL || path->up == NULL) {
        return contentlib_place_refuse(place, "%s", what);
    }

    return contentlib_place_refuse(place, "\"%s\" %s",
                                   contentlib_fields_name(path, name,
                                                          sizeof(name)),
                                   what);
}


static ngx_int_t
contentlib_fields_complain(const contentlib_place_t *place,
    const contentlib_path_t *path, const char *what)
{
    char  name[1024];

    return contentlib_place_refuse(place, "%s \"%s\"", what,
                                   contentlib_fields_name(path, name,
                                                          sizeof(name)));
}


ngx_int_t
contentlib_place_refuse(const contentlib_place_t *place, const char *format,
    ...)
{
    char     text[1536];
    va_list  args;

    va_start(args, format);
    (void) vsnprintf(text, sizeof(text), format, args);
    va_end(args);

    return contentlib_message_set(place->message, "%s:%lu: %s%s: %s",
                                  place->file, place->line, place->kind,
                                  place->subject, text);
}


/* "default_version.download[2].width" */

static const char *
contentlib_fields_name(const contentlib_path_t *path, char *to, size_t size)
{
    size_t                    len;
    ngx_uint_t                i, n;
    const contentlib_path_t  *steps[CONTENTLIB_FIELDS_DEPTH];

    n = 0;

    for ( /* void */ ; path->up && n < CONTENTLIB_FIELDS_DEPTH;
         path = path->up)
    {
        steps[n++] = path;
    }

    len = 0;
    to[0] = '\0';

    for (i = n; i > 0 && len < size; i--) {
        len += contentlib_fields_step(steps[i - 1], to + len, size - len,
                                      i == n);
    }

    return to;
}


static size_t
contentlib_fields_step(const contentlib_path_t *path, char *to, size_t size,
    ngx_uint_t first)
{
    int   n;
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    if (path->name == NULL) {
        n = snprintf(to, size, "[%zu]", path->index);

    } else {
        n = snprintf(to, size, "%s%s", first ? "" : ".",
                     contentlib_message_quote(quoted,
                                              (const u_char *) path->name,
                                              ngx_strlen(path->name)));
    }

    return n < 0 ? size : (size_t) n;
}
