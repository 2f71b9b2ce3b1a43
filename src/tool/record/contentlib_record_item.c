
/*
 * Copyright (C) contentlib authors
 */


#include <tool/record/contentlib_record_item.h>


typedef enum {
    CONTENTLIB_ITEM_ID = 0,
    CONTENTLIB_ITEM_URL,
    CONTENTLIB_ITEM_ALT_TEXT,
    CONTENTLIB_ITEM_TAGS,
    CONTENTLIB_ITEM_VERSION,
    CONTENTLIB_ITEM_STATIC_IMAGE,
    CONTENTLIB_ITEM_CREATED,
    CONTENTLIB_ITEM_PARTNER_IDS,
    CONTENTLIB_ITEM_FIELDS
} contentlib_item_field_e;


static ngx_int_t contentlib_record_tag_entry(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, void *row);
static ngx_int_t contentlib_record_partner_id(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, void *row);


static const contentlib_field_t  contentlib_item_fields[] = {
    { "id", CONTENTLIB_FIELD_REQUIRED },
    { "url", CONTENTLIB_FIELD_IGNORED },
    { "alt_text", CONTENTLIB_FIELD_REQUIRED },
    { "tags", CONTENTLIB_FIELD_REQUIRED },
    { "default_version", CONTENTLIB_FIELD_REQUIRED },
    { "static_image", CONTENTLIB_FIELD_REQUIRED },
    { "created", CONTENTLIB_FIELD_REQUIRED },
    { "", CONTENTLIB_FIELD_REQUIRED },      /* "<partner>_ids" */
    { NULL, CONTENTLIB_FIELD_IGNORED }
};


ngx_int_t
contentlib_record_partner(const char *partner, contentlib_message_t *message)
{
    size_t             len;
    static const char  name[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-";

    len = strspn(partner, name);

    if (len == 0 || len > CONTENTLIB_RECORD_PARTNER || partner[len] != '\0') {
        return contentlib_message_set(message, "contentlib: --partner is not "
                                      "a name of letters, digits, \"_\" and "
                                      "\"-\"");
    }

    return NGX_OK;
}


void
contentlib_record_init(contentlib_record_fields_t *fields, const char *partner)
{
    size_t  i;

    (void) snprintf(fields->ids, sizeof(fields->ids), "%s_ids", partner);

    for (i = 0; i <= CONTENTLIB_ITEM_FIELDS; i++) {
        fields->item[i] = contentlib_item_fields[i];
    }

    fields->item[CONTENTLIB_ITEM_PARTNER_IDS].name = fields->ids;

    fields->platforms[0].name = partner;
    fields->platforms[0].type = CONTENTLIB_FIELD_OPTIONAL;
    fields->platforms[1].name = NULL;
}


ngx_int_t
contentlib_record_item(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, contentlib_item_t *item)
{
    json_object        *v[CONTENTLIB_FIELDS_MAX];
    contentlib_path_t   steps[CONTENTLIB_ITEM_FIELDS];

    contentlib_record_steps(steps, path, reader->fields->item);

    if (path->up == NULL && json_object_object_get_ex(json, "id", &v[0])
        && json_object_is_type(v[0], json_type_int)
        && json_object_get_int64(v[0]) < INT64_MAX)
    {
        contentlib_record_subject(reader->place, json_object_get_int64(v[0]));
    }

    if (contentlib_fields_read(reader->place, path, json,
                               reader->fields->item, v)
        || contentlib_value_id(reader->place, &steps[CONTENTLIB_ITEM_ID],
                               v[CONTENTLIB_ITEM_ID], &item->id)
        || contentlib_value_string(reader->place,
                                   &steps[CONTENTLIB_ITEM_ALT_TEXT],
                                   v[CONTENTLIB_ITEM_ALT_TEXT],
                                   CONTENTLIB_VALUE_ANY, &item->alt_text)
        || contentlib_record_list(reader, &steps[CONTENTLIB_ITEM_TAGS],
                                  v[CONTENTLIB_ITEM_TAGS],
                                  contentlib_record_tag_entry,
                                  sizeof(contentlib_tag_t), &item->tags)
        || contentlib_record_unique(reader, &steps[CONTENTLIB_ITEM_TAGS],
                                    &item->tags,
                                    offsetof(contentlib_tag_t, slug),
                                    "repeats a tag of the item")
        || contentlib_record_version(reader, &steps[CONTENTLIB_ITEM_VERSION],
                                     v[CONTENTLIB_ITEM_VERSION], item)
        || contentlib_value_string(reader->place,
                                   &steps[CONTENTLIB_ITEM_STATIC_IMAGE],
                                   v[CONTENTLIB_ITEM_STATIC_IMAGE],
                                   CONTENTLIB_VALUE_ADDRESS,
                                   &item->static_image)
        || contentlib_value_time(reader->place,
                                 &steps[CONTENTLIB_ITEM_CREATED],
                                 v[CONTENTLIB_ITEM_CREATED], &item->created))
    {
        return NGX_ERROR;
    }

    return contentlib_record_list(reader, &steps[CONTENTLIB_ITEM_PARTNER_IDS],
                                  v[CONTENTLIB_ITEM_PARTNER_IDS],
                                  contentlib_record_partner_id,
                                  sizeof(ngx_str_t), &item->partner_ids);
}


void
contentlib_record_steps(contentlib_path_t *steps,
    const contentlib_path_t *path, const contentlib_field_t *fields)
{
    size_t  i;

    for (i = 0; fields[i].name; i++) {
        steps[i].up = path;
        steps[i].name = fields[i].name;
    }
}


ngx_int_t
contentlib_record_list(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json,
    contentlib_record_entry_pt entry, size_t size, ngx_array_t *rows)
{
    void               *row;
    size_t              i, n;
    contentlib_path_t   step;

    if (!json_object_is_type(json, json_type_array)) {
        return contentlib_fields_refuse(reader->place, path, "is not a list");
    }

    n = json_object_array_length(json);

    if (n > CONTENTLIB_LIST_MAX) {
        return contentlib_fields_refuse(reader->place, path,
                                        "has more than 1000 entries");
    }

    if (ngx_array_init(rows, reader->pool, ngx_max(n, 1), size) != NGX_OK) {
        return contentlib_message_set(reader->place->message, "out of memory");
    }

    step.up = path;
    step.name = NULL;

    for (i = 0; i < n; i++) {
        step.index = i;
        row = ngx_array_push(rows);

        if (row == NULL) {
            return contentlib_message_set(reader->place->message,
                                          "out of memory");
        }

        ngx_memzero(row, size);

        if (entry(reader, &step, json_object_array_get_idx(json, i), row)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_record_tag_entry(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, void *row)
{
    return contentlib_record_tag(reader, path, json, row);
}


static ngx_int_t
contentlib_record_partner_id(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, void *row)
{
    return contentlib_value_string(reader->place, path, json,
                                   CONTENTLIB_VALUE_ANY, row);
}


ngx_int_t
contentlib_record_unique(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, const ngx_array_t *rows, size_t offset,
    const char *fault)
{
    u_char            *row;
    ngx_str_t         *one, *other;
    ngx_uint_t         i, j;
    contentlib_path_t  step;

    row = rows->elts;

    for (i = 1; i < rows->nelts; i++) {

        one = (ngx_str_t *) (void *) (row + i * rows->size + offset);

        for (j = 0; j < i; j++) {

            other = (ngx_str_t *) (void *) (row + j * rows->size + offset);

            if (one->len != other->len
                || ngx_memcmp(one->data, other->data, one->len) != 0)
            {
                continue;
            }

            step.up = path;
            step.name = NULL;
            step.index = i;

            return contentlib_fields_refuse(reader->place, &step, fault);
        }
    }

    return NGX_OK;
}
