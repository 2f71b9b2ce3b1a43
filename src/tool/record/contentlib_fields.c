
/*
 * Copyright (C) contentlib authors
 *
 * The tables of fields, and the walk over them.
 */


#include <tool/record/contentlib_fields.h>


#define contentlib_field(name, type, flags, row, member)                      \
    { name, CONTENTLIB_FIELD_##type, flags, offsetof(row, member), NULL, 0,   \
      NULL }

#define contentlib_field_url(type, directory, row, member)                    \
    { "url", CONTENTLIB_FIELD_##type, CONTENTLIB_FIELD_OPTIONAL,              \
      offsetof(row, member), NULL, 0, directory }

#define contentlib_field_object(name, flags, offset, fields)                  \
    { name, CONTENTLIB_FIELD_OBJECT, flags, offset, fields, 0, NULL }

#define contentlib_field_end  { NULL, CONTENTLIB_FIELD_ID, 0, 0, NULL, 0, NULL }


const contentlib_field_t  contentlib_tag_fields[] = {

    contentlib_field("slug", SLUG, 0, contentlib_tag_t, slug),
    contentlib_field_url(SLUG_URL, "tags/", contentlib_tag_t, slug),
    contentlib_field("name", NAME, 0, contentlib_tag_t, name),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_download_fields[] = {

    contentlib_field("platform", NAME, 0, contentlib_rendition_t, platform),
    contentlib_field("url", MEDIA, 0, contentlib_rendition_t, url),
    contentlib_field("width", NUMBER, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_rendition_t, width),
    contentlib_field("height", NUMBER, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_rendition_t, height),
    contentlib_field("format", MEDIA_TYPE, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_rendition_t, format),
    contentlib_field("size", NUMBER, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_rendition_t, size),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_picture_fields[] = {

    contentlib_field("url", MEDIA, 0, contentlib_rendition_t, url),
    contentlib_field("width", NUMBER, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_rendition_t, width),
    contentlib_field("height", NUMBER, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_rendition_t, height),
    contentlib_field("size", NUMBER, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_rendition_t, size),
    contentlib_field("format", MEDIA_TYPE, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_rendition_t, format),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_platforms_fields[] = {

    contentlib_field(CONTENTLIB_PLACEHOLDER_PARTNER, ADDRESS,
                     CONTENTLIB_FIELD_OPTIONAL, contentlib_item_t,
                     partner_page),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_version_fields[] = {

    contentlib_field("content_type", CONTENT_TYPE, 0, contentlib_item_t,
                     content_type),
    contentlib_field("content_label", LABEL, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_item_t, content_type),
    { "download", CONTENTLIB_FIELD_LIST, 0,
      offsetof(contentlib_item_t, downloads), contentlib_download_fields,
      sizeof(contentlib_rendition_t), "repeats a platform" },
    { "picture", CONTENTLIB_FIELD_LIST, CONTENTLIB_FIELD_OPTIONAL,
      offsetof(contentlib_item_t, pictures), contentlib_picture_fields,
      sizeof(contentlib_rendition_t), NULL },
    contentlib_field_object("platforms", CONTENTLIB_FIELD_OPTIONAL, 0,
                            contentlib_platforms_fields),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_text_fields[] = {

    { "", CONTENTLIB_FIELD_TEXT, 0, 0, NULL, 0, NULL },
    contentlib_field_end
};


static const contentlib_field_t  contentlib_id_fields[] = {

    { "", CONTENTLIB_FIELD_ID, 0, 0, NULL, 0, NULL },
    contentlib_field_end
};


const contentlib_field_t  contentlib_item_fields[] = {

    contentlib_field("id", ID, 0, contentlib_item_t, id),
    contentlib_field_url(ID_URL, "content_items/", contentlib_item_t, id),
    contentlib_field("alt_text", TEXT, 0, contentlib_item_t, alt_text),
    { "tags", CONTENTLIB_FIELD_LIST, CONTENTLIB_FIELD_RECORD,
      offsetof(contentlib_item_t, tags), contentlib_tag_fields,
      sizeof(contentlib_tag_t), "repeats a tag of the item" },
    contentlib_field_object("default_version", 0, 0,
                            contentlib_version_fields),
    contentlib_field("static_image", MEDIA, CONTENTLIB_FIELD_OPTIONAL,
                     contentlib_item_t, static_image),
    contentlib_field("created", TIME, 0, contentlib_item_t, created),
    { CONTENTLIB_PLACEHOLDER_PARTNER "_ids", CONTENTLIB_FIELD_LIST,
      CONTENTLIB_FIELD_OPTIONAL,
      offsetof(contentlib_item_t, partner_ids), contentlib_text_fields,
      sizeof(ngx_str_t), NULL },
    contentlib_field_end
};


const contentlib_field_t  contentlib_collection_fields[] = {

    contentlib_field("slug", SLUG, 0, contentlib_record_t, collection.slug),
    contentlib_field_url(SLUG_URL, "collections/", contentlib_record_t,
                         collection.slug),
    contentlib_field("name", NAME, 0, contentlib_record_t, collection.name),
    contentlib_field("description", TEXT, 0, contentlib_record_t,
                     collection.description),
    contentlib_field_object("preview_image", CONTENTLIB_FIELD_RECORD,
                            offsetof(contentlib_record_t, item),
                            contentlib_item_fields),
    contentlib_field("display_in_library", BOOLEAN, 0, contentlib_record_t,
                     collection.display),
    contentlib_field("featured", BOOLEAN, 0, contentlib_record_t,
                     collection.featured),
    { "items", CONTENTLIB_FIELD_LIST,
      CONTENTLIB_FIELD_OPTIONAL|CONTENTLIB_FIELD_INPUT,
      offsetof(contentlib_record_t, collection.items), contentlib_id_fields,
      sizeof(int64_t), NULL },
    contentlib_field_end
};


static void contentlib_walk_entries(contentlib_walk_t *walk,
    contentlib_level_t *level, ngx_uint_t n);
static void contentlib_walk_down(contentlib_walk_t *walk,
    contentlib_level_t *level);


void
contentlib_walk(contentlib_walk_t *walk, const contentlib_field_t *fields,
    void *row, struct json_object *node)
{
    contentlib_level_t  *level;

    level = walk->levels;

    level->fields = fields;
    level->row = row;
    level->size = 0;
    level->list = node;

    contentlib_walk_entries(walk, level, 1);
}


static void
contentlib_walk_entries(contentlib_walk_t *walk, contentlib_level_t *level,
    ngx_uint_t n)
{
    for (level->index = 0; level->index < n; level->index++) {

        walk->begin(walk, level);

        for (level->field = level->fields; level->field->name; level->field++) {

            if (level->field->fields) {
                contentlib_walk_down(walk, level);

            } else {
                walk->value(walk, level);
            }
        }

        walk->end(walk, level);

        level->row += level->size;
    }
}


static void
contentlib_walk_down(contentlib_walk_t *walk, contentlib_level_t *level)
{
    ngx_uint_t           n;
    ngx_array_t         *array;
    contentlib_level_t  *next;

    if (walk->down(walk, level) != NGX_OK) {
        return;
    }

    next = level + 1;

    next->fields = level->field->fields;
    next->row = level->row + level->field->offset;
    next->size = level->field->size;

    n = 1;

    if (level->field->type == CONTENTLIB_FIELD_LIST) {
        array = (ngx_array_t *) (void *) next->row;
        next->row = array->elts;
        n = array->nelts;
    }

    contentlib_walk_entries(walk, next, n);

    if (walk->up) {
        walk->up(walk, level);
    }
}


const char *
contentlib_field_label(const ngx_str_t *content_type)
{
    return content_type->len == 1 && content_type->data[0] == 'G'
           ? "GIF" : "Static Image";
}
