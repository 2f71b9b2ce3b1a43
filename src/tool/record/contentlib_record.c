
/*
 * Copyright (C) contentlib authors
 */


#include <tool/record/contentlib_record_item.h>


typedef enum {
    CONTENTLIB_TAG_SLUG = 0,
    CONTENTLIB_TAG_URL,
    CONTENTLIB_TAG_NAME
} contentlib_tag_field_e;


typedef enum {
    CONTENTLIB_COLLECTION_SLUG = 0,
    CONTENTLIB_COLLECTION_URL,
    CONTENTLIB_COLLECTION_NAME,
    CONTENTLIB_COLLECTION_DESCRIPTION,
    CONTENTLIB_COLLECTION_PREVIEW,
    CONTENTLIB_COLLECTION_DISPLAY,
    CONTENTLIB_COLLECTION_FEATURED,
    CONTENTLIB_COLLECTION_ITEMS
} contentlib_collection_field_e;


static ngx_int_t contentlib_record_type(json_object *json,
    contentlib_record_e *type);
static void contentlib_record_named(contentlib_place_t *place,
    json_object *json);
static ngx_int_t contentlib_record_collection(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, contentlib_record_t *record);
static ngx_int_t contentlib_record_members(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, contentlib_collection_t *row);
static ngx_uint_t contentlib_record_has(json_object *json, const char *name);


static const contentlib_field_t  contentlib_tag_fields[] = {
    { "slug", CONTENTLIB_FIELD_REQUIRED },
    { "url", CONTENTLIB_FIELD_IGNORED },
    { "name", CONTENTLIB_FIELD_REQUIRED },
    { NULL, CONTENTLIB_FIELD_IGNORED }
};


static const contentlib_field_t  contentlib_collection_fields[] = {
    { "slug", CONTENTLIB_FIELD_REQUIRED },
    { "url", CONTENTLIB_FIELD_IGNORED },
    { "name", CONTENTLIB_FIELD_REQUIRED },
    { "description", CONTENTLIB_FIELD_REQUIRED },
    { "preview_image", CONTENTLIB_FIELD_REQUIRED },
    { "display_in_library", CONTENTLIB_FIELD_REQUIRED },
    { "featured", CONTENTLIB_FIELD_REQUIRED },
    { "items", CONTENTLIB_FIELD_OPTIONAL },
    { NULL, CONTENTLIB_FIELD_IGNORED }
};


static const char *const  contentlib_record_kinds[] = {
    "content item", "tag", "collection"
};


ngx_int_t
contentlib_record_read(const contentlib_record_fields_t *fields,
    contentlib_place_t *place, json_object *json, ngx_pool_t *pool,
    contentlib_record_t *record)
{
    contentlib_path_t           path;
    contentlib_record_reader_t  reader;

    ngx_memzero(&path, sizeof(contentlib_path_t));
    ngx_memzero(record, sizeof(contentlib_record_t));

    place->kind = "record";
    place->subject[0] = '\0';

    if (contentlib_record_type(json, &record->type) != NGX_OK) {
        return contentlib_place_refuse(place, "is neither a content item, nor "
                                              "a tag, nor a collection");
    }

    place->kind = contentlib_record_kinds[record->type];

    reader.fields = fields;
    reader.place = place;
    reader.pool = pool;

    switch (record->type) {

    case CONTENTLIB_RECORD_ITEM:
        return contentlib_record_item(&reader, &path, json, &record->item);

    case CONTENTLIB_RECORD_TAG:
        contentlib_record_named(place, json);
        return contentlib_record_tag(&reader, &path, json, &record->tag);

    default: /* CONTENTLIB_RECORD_COLLECTION */
        contentlib_record_named(place, json);
        return contentlib_record_collection(&reader, &path, json, record);
    }
}


static ngx_int_t
contentlib_record_type(json_object *json, contentlib_record_e *type)
{
    if (contentlib_record_has(json, "preview_image")
        || contentlib_record_has(json, "display_in_library")
        || contentlib_record_has(json, "featured"))
    {
        *type = CONTENTLIB_RECORD_COLLECTION;

    } else if (contentlib_record_has(json, "id")
               || contentlib_record_has(json, "default_version")
               || contentlib_record_has(json, "alt_text"))
    {
        *type = CONTENTLIB_RECORD_ITEM;

    } else if (contentlib_record_has(json, "slug")
               || contentlib_record_has(json, "name"))
    {
        *type = CONTENTLIB_RECORD_TAG;

    } else {
        return NGX_DECLINED;
    }

    return NGX_OK;
}


static ngx_uint_t
contentlib_record_has(json_object *json, const char *name)
{
    return json_object_object_get_ex(json, name, NULL) ? 1 : 0;
}


/* the subject of a record that is told by its slug, whatever that is */

static void
contentlib_record_named(contentlib_place_t *place, json_object *json)
{
    char         quoted[CONTENTLIB_QUOTE_SIZE];
    json_object  *slug;

    if (!json_object_object_get_ex(json, "slug", &slug)
        || !json_object_is_type(slug, json_type_string))
    {
        return;
    }

    (void) snprintf(place->subject, sizeof(place->subject), " \"%s\"",
                    contentlib_message_quote(quoted,
                             (const u_char *) json_object_get_string(slug),
                             (size_t) json_object_get_string_len(slug)));
}


void
contentlib_record_subject(contentlib_place_t *place, int64_t id)
{
    (void) snprintf(place->subject, sizeof(place->subject), " %lld",
                    (long long) id);
}


ngx_int_t
contentlib_record_tag(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, contentlib_tag_t *tag)
{
    json_object        *values[CONTENTLIB_FIELDS_MAX];
    contentlib_path_t   step;

    if (contentlib_fields_read(reader->place, path, json,
                               contentlib_tag_fields, values)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    step.up = path;
    step.name = "slug";

    if (contentlib_value_string(reader->place, &step,
                                values[CONTENTLIB_TAG_SLUG],
                                CONTENTLIB_VALUE_SLUGGED, &tag->slug)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    step.name = "name";

    return contentlib_value_string(reader->place, &step,
                                   values[CONTENTLIB_TAG_NAME],
                                   CONTENTLIB_VALUE_NAMED, &tag->name);
}


static ngx_int_t
contentlib_record_collection(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json,
    contentlib_record_t *record)
{
    ngx_uint_t                display, featured, i;
    json_object              *values[CONTENTLIB_FIELDS_MAX];
    contentlib_path_t         steps[CONTENTLIB_COLLECTION_ITEMS + 1];
    const contentlib_place_t *place;
    contentlib_collection_t  *row;

    place = reader->place;
    row = &record->collection;

    if (contentlib_fields_read(place, path, json,
                               contentlib_collection_fields, values)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    for (i = 0; i <= CONTENTLIB_COLLECTION_ITEMS; i++) {
        steps[i].up = path;
        steps[i].name = contentlib_collection_fields[i].name;
    }

#define contentlib_collection_string(field, type, value)                      \
    contentlib_value_string(place, &steps[field], values[field], type, value)

    if (contentlib_collection_string(CONTENTLIB_COLLECTION_SLUG,
                                     CONTENTLIB_VALUE_SLUGGED, &row->slug)
        || contentlib_collection_string(CONTENTLIB_COLLECTION_NAME,
                                        CONTENTLIB_VALUE_NAMED, &row->name)
        || contentlib_collection_string(CONTENTLIB_COLLECTION_DESCRIPTION,
                                        CONTENTLIB_VALUE_ANY,
                                        &row->description)
        || contentlib_value_boolean(place,
                                    &steps[CONTENTLIB_COLLECTION_DISPLAY],
                                    values[CONTENTLIB_COLLECTION_DISPLAY],
                                    &display)
        || contentlib_value_boolean(place,
                                    &steps[CONTENTLIB_COLLECTION_FEATURED],
                                    values[CONTENTLIB_COLLECTION_FEATURED],
                                    &featured)
        || contentlib_record_members(reader,
                                     &steps[CONTENTLIB_COLLECTION_ITEMS],
                                     values[CONTENTLIB_COLLECTION_ITEMS], row))
    {
        return NGX_ERROR;
    }

    row->display = display & 1;
    row->featured = featured & 1;

    return contentlib_record_item(reader,
                                  &steps[CONTENTLIB_COLLECTION_PREVIEW],
                                  values[CONTENTLIB_COLLECTION_PREVIEW],
                                  &record->item);
}


/* any number of identifiers; that they are different is found out later */

static ngx_int_t
contentlib_record_members(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json,
    contentlib_collection_t *row)
{
    size_t              i, n;
    int64_t            *id;
    contentlib_path_t   step;

    if (json == NULL) {
        return NGX_OK;
    }

    if (!json_object_is_type(json, json_type_array)) {
        return contentlib_fields_refuse(reader->place, path, "is not a list");
    }

    n = json_object_array_length(json);
    row->listed = 1;

    if (ngx_array_init(&row->items, reader->pool, ngx_max(n, 1),
                       sizeof(int64_t))
        != NGX_OK)
    {
        return contentlib_message_set(reader->place->message, "out of memory");
    }

    step.up = path;
    step.name = NULL;

    for (i = 0; i < n; i++) {
        step.index = i;
        id = ngx_array_push(&row->items);

        if (id == NULL) {
            return contentlib_message_set(reader->place->message,
                                          "out of memory");
        }

        if (contentlib_value_id(reader->place, &step,
                                json_object_array_get_idx(json, i), id)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}
