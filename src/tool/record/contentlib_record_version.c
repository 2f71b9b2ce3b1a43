
/*
 * Copyright (C) contentlib authors
 */


#include <tool/record/contentlib_record_item.h>


typedef enum {
    CONTENTLIB_VERSION_TYPE = 0,
    CONTENTLIB_VERSION_LABEL,
    CONTENTLIB_VERSION_DOWNLOAD,
    CONTENTLIB_VERSION_PICTURE,
    CONTENTLIB_VERSION_PLATFORMS,
    CONTENTLIB_VERSION_FIELDS
} contentlib_version_field_e;


/* pictures have no platform; the rest of the list is the same */

typedef enum {
    CONTENTLIB_RENDITION_PLATFORM = 0,
    CONTENTLIB_RENDITION_URL,
    CONTENTLIB_RENDITION_WIDTH,
    CONTENTLIB_RENDITION_HEIGHT,
    CONTENTLIB_RENDITION_FORMAT,
    CONTENTLIB_RENDITION_SIZE,
    CONTENTLIB_RENDITION_FIELDS
} contentlib_rendition_field_e;


static ngx_int_t contentlib_record_type(
    const contentlib_record_reader_t *reader, const contentlib_path_t *steps,
    json_object *const *values, contentlib_item_t *item);
static ngx_int_t contentlib_record_platforms(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, contentlib_item_t *item);
static ngx_int_t contentlib_record_download(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, void *row);
static ngx_int_t contentlib_record_picture(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, void *row);
static ngx_int_t contentlib_record_rendition(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, const contentlib_field_t *fields,
    contentlib_rendition_t *rendition);
static ngx_int_t contentlib_record_numbers(
    const contentlib_record_reader_t *reader, const contentlib_path_t *steps,
    json_object *const *values, contentlib_rendition_t *rendition);


static const contentlib_field_t  contentlib_version_fields[] = {
    { "content_type", CONTENTLIB_FIELD_REQUIRED },
    { "content_label", CONTENTLIB_FIELD_OPTIONAL },
    { "download", CONTENTLIB_FIELD_REQUIRED },
    { "picture", CONTENTLIB_FIELD_REQUIRED },
    { "platforms", CONTENTLIB_FIELD_REQUIRED },
    { NULL, CONTENTLIB_FIELD_IGNORED }
};


static const contentlib_field_t  contentlib_download_fields[] = {
    { "platform", CONTENTLIB_FIELD_REQUIRED },
    { "url", CONTENTLIB_FIELD_REQUIRED },
    { "width", CONTENTLIB_FIELD_OPTIONAL },
    { "height", CONTENTLIB_FIELD_OPTIONAL },
    { "format", CONTENTLIB_FIELD_OPTIONAL },
    { "size", CONTENTLIB_FIELD_OPTIONAL },
    { NULL, CONTENTLIB_FIELD_IGNORED }
};


ngx_int_t
contentlib_record_version(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, contentlib_item_t *item)
{
    json_object        *v[CONTENTLIB_FIELDS_MAX];
    contentlib_path_t   steps[CONTENTLIB_VERSION_FIELDS];

    contentlib_record_steps(steps, path, contentlib_version_fields);

    if (contentlib_fields_read(reader->place, path, json,
                               contentlib_version_fields, v)
        || contentlib_record_type(reader, steps, v, item)
        || contentlib_record_list(reader, &steps[CONTENTLIB_VERSION_DOWNLOAD],
                                  v[CONTENTLIB_VERSION_DOWNLOAD],
                                  contentlib_record_download,
                                  sizeof(contentlib_rendition_t),
                                  &item->downloads)
        || contentlib_record_unique(reader,
                                    &steps[CONTENTLIB_VERSION_DOWNLOAD],
                                    &item->downloads,
                                    offsetof(contentlib_rendition_t, platform),
                                    "repeats a platform")
        || contentlib_record_list(reader, &steps[CONTENTLIB_VERSION_PICTURE],
                                  v[CONTENTLIB_VERSION_PICTURE],
                                  contentlib_record_picture,
                                  sizeof(contentlib_rendition_t),
                                  &item->pictures))
    {
        return NGX_ERROR;
    }

    return contentlib_record_platforms(reader,
                                       &steps[CONTENTLIB_VERSION_PLATFORMS],
                                       v[CONTENTLIB_VERSION_PLATFORMS], item);
}


static ngx_int_t
contentlib_record_type(const contentlib_record_reader_t *reader,
    const contentlib_path_t *steps, json_object *const *values,
    contentlib_item_t *item)
{
    ngx_str_t                 label;
    json_object              *json;
    const char               *expected;
    const contentlib_path_t  *step;

    step = &steps[CONTENTLIB_VERSION_TYPE];

    if (contentlib_value_string(reader->place, step,
                                values[CONTENTLIB_VERSION_TYPE],
                                CONTENTLIB_VALUE_ANY, &item->content_type)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (item->content_type.len != 1 || (item->content_type.data[0] != 'G'
                                        && item->content_type.data[0] != 'I'))
    {
        return contentlib_fields_refuse(reader->place, step,
                                        "is neither \"G\" nor \"I\"");
    }

    json = values[CONTENTLIB_VERSION_LABEL];

    if (json == NULL) {
        return NGX_OK;
    }

    step = &steps[CONTENTLIB_VERSION_LABEL];
    expected = (item->content_type.data[0] == 'G') ? "GIF" : "Static Image";

    if (contentlib_value_string(reader->place, step, json,
                                CONTENTLIB_VALUE_ANY, &label)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (ngx_strcmp(label.data, expected) != 0) {
        return contentlib_fields_refuse(reader->place, step,
                                        "does not go with \"content_type\"");
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_record_platforms(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, contentlib_item_t *item)
{
    json_object        *v[CONTENTLIB_FIELDS_MAX];
    contentlib_path_t   step;

    if (contentlib_fields_read(reader->place, path, json,
                               reader->fields->platforms, v)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (v[0] == NULL) {
        return NGX_OK;
    }

    step.up = path;
    step.name = reader->fields->platforms[0].name;

    return contentlib_value_string(reader->place, &step, v[0],
                                   CONTENTLIB_VALUE_ADDRESS,
                                   &item->partner_page);
}


static ngx_int_t
contentlib_record_download(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, void *row)
{
    return contentlib_record_rendition(reader, path, json,
                                       contentlib_download_fields, row);
}


static ngx_int_t
contentlib_record_picture(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, void *row)
{
    return contentlib_record_rendition(reader, path, json,
                                       contentlib_download_fields + 1, row);
}


static ngx_int_t
contentlib_record_rendition(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json,
    const contentlib_field_t *fields, contentlib_rendition_t *rendition)
{
    size_t              skipped;
    json_object        *v[CONTENTLIB_FIELDS_MAX + 1];
    contentlib_path_t   steps[CONTENTLIB_RENDITION_FIELDS];

    /* index values and steps by the fields of a download in either case */

    skipped = (size_t) (fields - contentlib_download_fields);
    v[CONTENTLIB_RENDITION_PLATFORM] = NULL;

    contentlib_record_steps(steps + skipped, path, fields);

    if (contentlib_fields_read(reader->place, path, json, fields, v + skipped)
        || contentlib_value_string(reader->place,
                                   &steps[CONTENTLIB_RENDITION_URL],
                                   v[CONTENTLIB_RENDITION_URL],
                                   CONTENTLIB_VALUE_ADDRESS, &rendition->url))
    {
        return NGX_ERROR;
    }

    if (v[CONTENTLIB_RENDITION_PLATFORM]
        && contentlib_value_string(reader->place,
                                   &steps[CONTENTLIB_RENDITION_PLATFORM],
                                   v[CONTENTLIB_RENDITION_PLATFORM],
                                   CONTENTLIB_VALUE_NAMED,
                                   &rendition->platform))
    {
        return NGX_ERROR;
    }

    if (v[CONTENTLIB_RENDITION_FORMAT]
        && contentlib_value_string(reader->place,
                                   &steps[CONTENTLIB_RENDITION_FORMAT],
                                   v[CONTENTLIB_RENDITION_FORMAT],
                                   CONTENTLIB_VALUE_MEDIA_TYPE,
                                   &rendition->format))
    {
        return NGX_ERROR;
    }

    return contentlib_record_numbers(reader, steps, v, rendition);
}


static ngx_int_t
contentlib_record_numbers(const contentlib_record_reader_t *reader,
    const contentlib_path_t *steps, json_object *const *values,
    contentlib_rendition_t *rendition)
{
    ngx_uint_t  i;
    struct {
        contentlib_rendition_field_e   field;
        int64_t                       *value;
    }           number[] = {
        { CONTENTLIB_RENDITION_WIDTH, &rendition->width },
        { CONTENTLIB_RENDITION_HEIGHT, &rendition->height },
        { CONTENTLIB_RENDITION_SIZE, &rendition->size }
    };

    for (i = 0; i < sizeof(number) / sizeof(number[0]); i++) {

        *number[i].value = CONTENTLIB_ABSENT;

        if (values[number[i].field]
            && contentlib_value_number(reader->place, &steps[number[i].field],
                                       values[number[i].field],
                                       number[i].value)
               != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}
