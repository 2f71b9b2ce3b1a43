
/*
 * Copyright (C) contentlib authors
 *
 * The tables of fields, in the order in which the API shows them, and the walk
 * over them, which takes each value from the JSON tree, checks it and appends
 * it to the text.  A new field is a new row of a table.
 */


#include <tool/record/contentlib_record.h>

#include <json/contentlib_json.h>
#include <library/contentlib_marks.h>
#include <text/contentlib_buffer.h>
#include <tool/record/contentlib_fields.h>
#include <tool/record/contentlib_values.h>


#define CONTENTLIB_RECORD_DEPTH    8        /* of the tables */
#define CONTENTLIB_RECORD_SIZE     8192     /* of the text, at first */
#define CONTENTLIB_RECORD_PATH     1024     /* of a field, in a message */

#define CONTENTLIB_FIELD_OPTIONAL  1
#define CONTENTLIB_FIELD_DERIVED   2        /* from the original, if missing */
#define CONTENTLIB_FIELD_INPUT     4        /* not rendered */


typedef struct contentlib_field_s  contentlib_field_t;

struct contentlib_field_s {
    const char                *name;        /* NULL ends a table */
    contentlib_field_e         type;
    ngx_uint_t                 flags;
    const contentlib_field_t  *fields;      /* of an object or of each entry */

    /*
     * Of an address of the API: the directory.  Of a list: the error if the
     * first field of two entries is the same.
     */

    const char                *text;
};


typedef struct {
    const contentlib_partner_t  *partner;
    const ngx_str_t             *media_url;
    contentlib_place_t          *place;
    ngx_pool_t                  *pool;
    contentlib_record_t         *record;
    ngx_uint_t                   errors;

    /* the field at hand */

    ngx_uint_t                   depth;
    struct {
        const char              *name;
        ngx_uint_t               index;     /* from 1; 0: no list */
    } path[CONTENTLIB_RECORD_DEPTH];

    ngx_uint_t                   checked;   /* only, and not rendered */
    contentlib_buffer_t          text;      /* rendered so far */
    size_t                       key;       /* the last id or slug in it */
    size_t                       key_len;
    size_t                       tags;      /* bytes in an export */
    json_object                 *original;  /* in "download", or NULL */
} contentlib_reader_t;


typedef struct {
    const char                *field;       /* that only this kind has */
    contentlib_record_e        type;
} contentlib_record_field_t;


typedef struct {
    const char                *kind;
    const char                *subject;
    const contentlib_field_t  *fields;
} contentlib_record_kind_t;


static void contentlib_record_init(contentlib_reader_t *reader,
    ngx_pool_t *pool);
static ngx_int_t contentlib_record_type(json_object *json,
    contentlib_record_e *type);
static void contentlib_record_subject(contentlib_place_t *place,
    const contentlib_record_kind_t *kind, json_object *json);
static void contentlib_record_fill(contentlib_reader_t *reader,
    json_object *json);
static void contentlib_record_object(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json);
static void contentlib_record_length(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json, size_t start);
static void contentlib_record_field(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *object, ngx_uint_t *found);
static void contentlib_record_missing(contentlib_reader_t *reader,
    const contentlib_field_t *field);
static void contentlib_record_derive(contentlib_reader_t *reader,
    const contentlib_field_t *field);
static json_object *contentlib_record_picture(contentlib_reader_t *reader);
static void contentlib_record_any(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static void contentlib_record_preview(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static ngx_uint_t contentlib_record_only_id(json_object *json);
static void contentlib_record_list(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static void contentlib_record_entry(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *entry, ngx_str_t *keys,
    size_t index);
static void contentlib_record_repeated(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *entry, ngx_str_t *keys,
    size_t index);
static void contentlib_record_value(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static void contentlib_record_keep(contentlib_record_t *record,
    const contentlib_field_t *field, const contentlib_value_t *value);
static const char *contentlib_record_unjoined(
    const contentlib_reader_t *reader, const ngx_str_t *address);
static const char *contentlib_record_percent(contentlib_reader_t *reader);
static void contentlib_record_render(contentlib_reader_t *reader,
    const contentlib_field_t *field, const contentlib_value_t *value);
static void contentlib_record_api(contentlib_reader_t *reader,
    const contentlib_field_t *field);
static void contentlib_record_unknown(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json);
static ngx_uint_t contentlib_record_branded(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json, const char *key,
    char hint[CONTENTLIB_EXCERPT_SIZE]);
static ngx_str_t contentlib_record_string(json_object *object,
    const char *name);
static void contentlib_record_enter(contentlib_reader_t *reader,
    const char *name);
static const char *contentlib_record_name(const contentlib_reader_t *reader,
    const contentlib_field_t *field);
static void contentlib_record_wrong(contentlib_reader_t *reader,
    json_object *json, const char *reason, const char *excerpt);
static void contentlib_record_error(contentlib_reader_t *reader,
    const char *before, const char *after, const char *excerpt);
static void contentlib_record_key(contentlib_reader_t *reader,
    const char *key);
static void contentlib_record_literal(contentlib_reader_t *reader,
    const char *text);
static void contentlib_record_append(contentlib_reader_t *reader,
    const u_char *data, size_t len);


#define contentlib_field(name, type, flags)                                   \
    { name, CONTENTLIB_FIELD_##type, flags, NULL, NULL }

#define contentlib_field_api(directory)                                       \
    { "url", CONTENTLIB_FIELD_API, CONTENTLIB_FIELD_OPTIONAL, NULL, directory }

#define contentlib_field_object(name, flags, fields)                          \
    { name, CONTENTLIB_FIELD_OBJECT, flags, fields, NULL }

#define contentlib_field_list(name, flags, fields, repeated)                  \
    { name, CONTENTLIB_FIELD_LIST, flags, fields, repeated }

#define contentlib_field_end  { NULL, CONTENTLIB_FIELD_ID, 0, NULL, NULL }


static const contentlib_field_t  contentlib_tag_fields[] = {

    contentlib_field("slug", SLUG, 0),
    contentlib_field_api("tags/"),
    contentlib_field("name", NAME, 0),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_download_fields[] = {

    contentlib_field("platform", NAME, 0),
    contentlib_field("url", MEDIA, 0),
    contentlib_field("width", NUMBER, CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field("height", NUMBER, CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field("format", MEDIA_TYPE, CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field("size", NUMBER, CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_picture_fields[] = {

    contentlib_field("url", MEDIA, 0),
    contentlib_field("width", NUMBER, CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field("height", NUMBER, CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field("size", NUMBER, CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field("format", MEDIA_TYPE, CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_platforms_fields[] = {

    contentlib_field(CONTENTLIB_PLACEHOLDER_PARTNER, ADDRESS,
                     CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_version_fields[] = {

    contentlib_field("content_type", CONTENT_TYPE, 0),
    contentlib_field("content_label", LABEL, CONTENTLIB_FIELD_OPTIONAL),
    contentlib_field_list("download", 0, contentlib_download_fields,
                          "repeats a platform"),
    contentlib_field_list("picture", CONTENTLIB_FIELD_DERIVED,
                          contentlib_picture_fields, NULL),
    contentlib_field_object("platforms", CONTENTLIB_FIELD_OPTIONAL,
                            contentlib_platforms_fields),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_text_entry = {
    "", CONTENTLIB_FIELD_TEXT, 0, NULL, NULL
};


static const contentlib_field_t  contentlib_id_entry = {
    "", CONTENTLIB_FIELD_ID, CONTENTLIB_FIELD_INPUT, NULL, NULL
};


static const contentlib_field_t  contentlib_item_fields[] = {

    contentlib_field("id", ID, 0),
    contentlib_field_api("content_items/"),
    contentlib_field("alt_text", TEXT, 0),
    contentlib_field_list("tags", 0, contentlib_tag_fields,
                          "repeats a tag of the item"),
    contentlib_field_object("default_version", 0, contentlib_version_fields),
    contentlib_field("static_image", MEDIA, CONTENTLIB_FIELD_DERIVED),
    contentlib_field("created", TIME, 0),
    contentlib_field_list(CONTENTLIB_PLACEHOLDER_PARTNER "_ids",
                          CONTENTLIB_FIELD_OPTIONAL, &contentlib_text_entry,
                          NULL),
    contentlib_field_end
};


/* of a preview that is given as an item, too */

static const contentlib_field_t  contentlib_preview_fields[] = {

    contentlib_field("id", ID, 0),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_preview_file = {
    "", CONTENTLIB_FIELD_MEDIA, CONTENTLIB_FIELD_INPUT, NULL, NULL
};


static const contentlib_field_t  contentlib_collection_fields[] = {

    contentlib_field("slug", SLUG, 0),
    contentlib_field_api("collections/"),
    contentlib_field("name", NAME, 0),
    contentlib_field("description", TEXT, 0),
    contentlib_field_object("preview_image", 0, contentlib_item_fields),
    contentlib_field("display_in_library", BOOLEAN, 0),
    contentlib_field("featured", BOOLEAN, 0),
    contentlib_field_list("items",
                          CONTENTLIB_FIELD_OPTIONAL|CONTENTLIB_FIELD_INPUT,
                          &contentlib_id_entry, NULL),
    contentlib_field_end
};


static const contentlib_record_kind_t  contentlib_record_kinds[] = {

    [CONTENTLIB_RECORD_ITEM] = { "content item", "id",
                                 contentlib_item_fields },
    [CONTENTLIB_RECORD_TAG] = { "tag", "slug", contentlib_tag_fields },
    [CONTENTLIB_RECORD_COLLECTION] = { "collection", "slug",
                                       contentlib_collection_fields }
};


void
contentlib_partner_init(contentlib_partner_t *partner, const char *name)
{
    size_t  len;

    len = strspn(name, "abcdefghijklmnopqrstuvwxyz"
                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");

    if (len == 0 || len > CONTENTLIB_RECORD_PARTNER || name[len] != '\0') {
        contentlib_fail("contentlib: --partner is not a name of letters, "
                        "digits, \"_\" and \"-\"");
    }

    partner->name = name;
    (void) snprintf(partner->ids, sizeof(partner->ids), "%s_ids", name);
}


ngx_int_t
contentlib_record_read(const contentlib_partner_t *partner,
    const ngx_str_t *media_url, contentlib_place_t *place, json_object *json,
    ngx_pool_t *pool, contentlib_record_t *record)
{
    contentlib_reader_t              reader;
    const contentlib_record_kind_t  *kind;

    ngx_memzero(record, sizeof(contentlib_record_t));

    place->kind = "record";
    place->subject[0] = '\0';

    if (contentlib_record_type(json, &record->type) != NGX_OK) {
        return contentlib_place_error(place, "is neither a content item, nor "
                                             "a tag, nor a collection");
    }

    kind = &contentlib_record_kinds[record->type];

    contentlib_record_subject(place, kind, json);

    contentlib_record_init(&reader, pool);

    reader.partner = partner;
    reader.media_url = media_url;
    reader.place = place;
    reader.record = record;

    contentlib_record_object(&reader, kind->fields, json);

    if (reader.errors) {
        return NGX_ERROR;
    }

    contentlib_record_fill(&reader, json);

    return NGX_OK;
}


static void
contentlib_record_init(contentlib_reader_t *reader, ngx_pool_t *pool)
{
    ngx_memzero(reader, sizeof(contentlib_reader_t));

    reader->pool = pool;
    contentlib_buffer_init(&reader->text, pool, CONTENTLIB_RECORD_SIZE);
}


void
contentlib_record_tag(const ngx_str_t *slug, const ngx_str_t *name,
    ngx_pool_t *pool, ngx_str_t *json)
{
    contentlib_value_t         value;
    contentlib_reader_t        reader;
    const contentlib_field_t  *field;

    contentlib_record_init(&reader, pool);
    contentlib_record_literal(&reader, "{");

    for (field = contentlib_tag_fields; field->name; field++) {

        if (field->type == CONTENTLIB_FIELD_API) {
            contentlib_record_api(&reader, field);
            continue;
        }

        value.text = (field->type == CONTENTLIB_FIELD_SLUG) ? *slug : *name;
        contentlib_record_render(&reader, field, &value);
    }

    contentlib_record_literal(&reader, "}");

    (void) contentlib_buffer_text(&reader.text, json);
}


/* by the first of these fields that the record has */

static ngx_int_t
contentlib_record_type(json_object *json, contentlib_record_e *type)
{
    size_t  i;

    static const contentlib_record_field_t  fields[] = {
        { "preview_image", CONTENTLIB_RECORD_COLLECTION },
        { "display_in_library", CONTENTLIB_RECORD_COLLECTION },
        { "featured", CONTENTLIB_RECORD_COLLECTION },
        { "id", CONTENTLIB_RECORD_ITEM },
        { "default_version", CONTENTLIB_RECORD_ITEM },
        { "alt_text", CONTENTLIB_RECORD_ITEM },
        { "slug", CONTENTLIB_RECORD_TAG },
        { "name", CONTENTLIB_RECORD_TAG }
    };

    for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (json_object_object_get_ex(json, fields[i].field, NULL)) {
            *type = fields[i].type;
            return NGX_OK;
        }
    }

    return NGX_DECLINED;
}


/* the identifier or the slug, if there is one, before it is checked */

static void
contentlib_record_subject(contentlib_place_t *place,
    const contentlib_record_kind_t *kind, json_object *json)
{
    char                 quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t            text;
    json_object         *key;
    contentlib_value_t   value;

    place->kind = kind->kind;

    key = json_object_object_get(json, kind->subject);

    if (kind->fields == contentlib_item_fields) {

        if ((contentlib_value_read(CONTENTLIB_FIELD_ID, key, &value) == NULL
             || json_object_is_type(key, json_type_int))
            && value.number < INT64_MAX)
        {
            (void) snprintf(place->subject, sizeof(place->subject), " %lld",
                            (long long) value.number);
        }

    } else if (json_object_is_type(key, json_type_string)) {
        text = contentlib_record_string(json, kind->subject);

        (void) snprintf(place->subject, sizeof(place->subject), " \"%s\"",
                        contentlib_message_quote(quoted, text.data, text.len));
    }
}


/* the JSON, and what else is stored of a record without errors */

static void
contentlib_record_fill(contentlib_reader_t *reader, json_object *json)
{
    json_object          *item;
    contentlib_record_t  *record;

    record = reader->record;

    (void) contentlib_buffer_text(&reader->text, &record->json);

    switch (record->type) {

    case CONTENTLIB_RECORD_COLLECTION:
        item = json_object_object_get(json, "preview_image");

        record->items = json_object_object_get(json, "items");
        record->slug = contentlib_record_string(json, "slug");
        record->name = contentlib_record_string(json, "name");
        record->display = json_object_get_boolean(
                            json_object_object_get(json, "display_in_library"))
                          ? 1 : 0;

        if (record->preview.len == 0) {
            return;
        }

        break;

    case CONTENTLIB_RECORD_TAG:
        record->slug = contentlib_record_string(json, "slug");
        record->name = contentlib_record_string(json, "name");
        return;

    default: /* CONTENTLIB_RECORD_ITEM */
        item = json;
    }

    record->tags = json_object_object_get(item, "tags");
    record->alt_text = contentlib_record_string(item, "alt_text");
    record->file = reader->original
                   ? contentlib_record_string(reader->original, "url")
                   : contentlib_record_string(item, "static_image");
    record->file = contentlib_value_strip(reader->media_url, &record->file);
}


static void
contentlib_record_object(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json)
{
    size_t                     start;
    ngx_uint_t                 found;
    const contentlib_field_t  *field;

    if (!json_object_is_type(json, json_type_object)) {
        contentlib_record_error(reader, "", "is not an object", "");
        return;
    }

    start = reader->text.len;
    found = 0;

    contentlib_record_literal(reader, "{");

    for (field = fields; field->name; field++) {
        contentlib_record_enter(reader, contentlib_record_name(reader, field));
        contentlib_record_field(reader, field, json, &found);
        reader->depth--;
    }

    contentlib_record_literal(reader, "}");

    if (found < (ngx_uint_t) json_object_object_length(json)) {
        contentlib_record_unknown(reader, fields, json);
    }

    if (reader->errors == 0) {
        contentlib_record_length(reader, fields, json, start);
    }
}


/* a record, or a part of it that is a record, too */

static void
contentlib_record_length(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json, size_t start)
{
    char                 reason[128], excerpt[CONTENTLIB_EXCERPT_SIZE];
    size_t               len, most;
    ngx_str_t            text;
    json_object         *name;

    most = (fields == contentlib_tag_fields) ? CONTENTLIB_TAG_LONGEST
                                             : CONTENTLIB_RECORD_LONGEST;

    if (fields != contentlib_tag_fields && fields != contentlib_item_fields
        && fields != contentlib_collection_fields)
    {
        return;
    }

    text.data = reader->text.data + start;
    text.len = reader->text.len - start;

    len = contentlib_record_size(&text, reader->media_url->len);

    if (fields == contentlib_tag_fields) {
        reader->tags += len;

    } else if (fields == contentlib_item_fields) {
        len += reader->tags;
    }

    if (len <= most) {
        return;
    }

    if (reader->depth == 0) {
        reader->errors++;
        (void) contentlib_place_error(reader->place, "the record would have "
                                      "%lu bytes, expected at most %lu",
                                      (unsigned long) len,
                                      (unsigned long) most);
        return;
    }

    (void) snprintf(reason, sizeof(reason), "would have %lu bytes%s, expected "
                    "at most %lu", (unsigned long) len,
                    fields == contentlib_tag_fields ? " as a tag" : "",
                    (unsigned long) most);

    if (fields == contentlib_tag_fields) {
        name = json_object_object_get(json, "name");

        contentlib_record_wrong(reader, name, reason,
                                contentlib_value_excerpt(CONTENTLIB_FIELD_NAME,
                                                         name, excerpt));
    } else {
        contentlib_record_error(reader, "", reason, "");
    }
}


size_t
contentlib_record_size(const ngx_str_t *json, size_t media_url)
{
    size_t  i, n;
    size_t  counts[CONTENTLIB_MARK_BASE + 256 - CONTENTLIB_PLACEHOLDER_FIRST];

    ngx_memzero(counts, sizeof(counts));
    n = 0;

    for (i = 0; i < json->len; i++) {

        if (json->data[i] >= CONTENTLIB_PLACEHOLDER_FIRST) {
            counts[CONTENTLIB_MARK_BASE + json->data[i]
                   - CONTENTLIB_PLACEHOLDER_FIRST]++;
            n++;
        }
    }

    return contentlib_marks_size(json->len - n, counts, media_url);
}


static void
contentlib_record_field(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *object, ngx_uint_t *found)
{
    const char   *name;
    json_object  *json;

    name = reader->path[reader->depth - 1].name;

    if (json_object_object_get_ex(object, name, &json)) {
        (*found)++;

    } else if (field->type != CONTENTLIB_FIELD_API) {
        contentlib_record_missing(reader, field);
        return;
    }

    if (field->type == CONTENTLIB_FIELD_API) {
        contentlib_record_api(reader, field);

    } else if (json == NULL) {
        contentlib_record_error(reader, "", "is null", "");

    } else {
        contentlib_record_any(reader, field, json);
    }
}


/* what is optional is left out, or has a value that is always the same */

static void
contentlib_record_missing(contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    ngx_str_t            *type;
    contentlib_value_t    value;

    if (field->flags & CONTENTLIB_FIELD_DERIVED) {
        contentlib_record_derive(reader, field);
        return;
    }

    if (!(field->flags & CONTENTLIB_FIELD_OPTIONAL)) {
        contentlib_record_error(reader, "missing", "", "");
        return;
    }

    switch (field->type) {

    case CONTENTLIB_FIELD_LABEL:
        type = &reader->record->content_type;

        if (type->len) {
            value.text = contentlib_value_label(type);
            contentlib_record_render(reader, field, &value);
        }

        break;

    case CONTENTLIB_FIELD_OBJECT:
        contentlib_record_key(reader, field->name);
        contentlib_record_literal(reader, "{}");
        break;

    case CONTENTLIB_FIELD_LIST:

        if (!(field->flags & CONTENTLIB_FIELD_INPUT)) {
            contentlib_record_key(reader, field->name);
            contentlib_record_literal(reader, "[]");
        }

        break;

    default:
        break;
    }
}


/* the original of an item with errors may be one of them */

static void
contentlib_record_derive(contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    json_object  *list;

    if (reader->errors) {
        return;
    }

    if (reader->original == NULL) {
        contentlib_record_error(reader, "missing", "", "");

    } else if (field->type == CONTENTLIB_FIELD_LIST) {
        list = contentlib_record_picture(reader);
        contentlib_record_list(reader, field, list);
        json_object_put(list);

    } else {
        contentlib_record_value(reader, field,
                                json_object_object_get(reader->original,
                                                       "url"));
    }
}


static json_object *
contentlib_record_picture(contentlib_reader_t *reader)
{
    size_t        i;
    json_object  *list, *picture, *value;

    static const char *const  names[] = {
        "url", "width", "height", "size", "format"
    };

    list = json_object_new_array();
    picture = json_object_new_object();

    if (list == NULL || picture == NULL
        || json_object_array_add(list, picture) != 0)
    {
        contentlib_no_memory();
    }

    for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        value = json_object_get(json_object_object_get(reader->original,
                                                       names[i]));

        if (value == NULL && i == 4
            && reader->record->content_type.data[0] == 'G')
        {
            value = json_object_new_string("image/gif");
        }

        if (value && json_object_object_add(picture, names[i], value) != 0) {
            contentlib_no_memory();
        }
    }

    return list;
}


static void
contentlib_record_any(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    switch (field->type) {

    case CONTENTLIB_FIELD_LIST:
        contentlib_record_list(reader, field, json);
        break;

    case CONTENTLIB_FIELD_OBJECT:
        contentlib_record_key(reader, field->name);

        if (field->fields == contentlib_item_fields) {
            contentlib_record_preview(reader, field, json);
            break;
        }

        contentlib_record_object(reader, field->fields, json);
        break;

    default:
        contentlib_record_value(reader, field, json);
    }
}


/*
 * The whole record, whose JSON is a text of its own, or the identifier alone,
 * or the address of the file.
 */

static void
contentlib_record_preview(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    size_t      start;
    ngx_str_t  *preview;

    start = reader->text.len;
    preview = &reader->record->preview;

    if (json_object_is_type(json, json_type_string)) {
        reader->checked = 1;
        contentlib_record_value(reader, &contentlib_preview_file, json);
        reader->checked = 0;

    } else if (contentlib_record_only_id(json)) {
        contentlib_record_object(reader, contentlib_preview_fields, json);

    } else {
        contentlib_record_object(reader, field->fields, json);

        preview->len = reader->text.len - start;
        preview->data = ngx_pnalloc(reader->pool, preview->len + 1);
        ngx_memcpy(preview->data, reader->text.data + start, preview->len);
    }

    reader->text.len = start;
    contentlib_record_literal(reader, CONTENTLIB_PLACEHOLDER_REFERENCE);
}


static ngx_uint_t
contentlib_record_only_id(json_object *json)
{
    return json_object_is_type(json, json_type_object)
           && json_object_object_length(json) == 1
           && json_object_object_get_ex(json, "id", NULL);
}


/* what is not rendered may be longer */

static void
contentlib_record_list(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    size_t      i, n, start;
    ngx_str_t  *keys;

    if (!json_object_is_type(json, json_type_array)) {
        contentlib_record_error(reader, "", "is not a list", "");
        return;
    }

    n = json_object_array_length(json);

    if (n > CONTENTLIB_LIST_MAX && !(field->flags & CONTENTLIB_FIELD_INPUT)) {
        contentlib_record_wrong(reader, json, "has more than 1000 entries", "");
        return;
    }

    keys = field->text ? ngx_palloc(reader->pool, n * sizeof(ngx_str_t) + 1)
                       : NULL;

    reader->checked = (field->flags & CONTENTLIB_FIELD_INPUT);

    contentlib_record_key(reader, field->name);
    contentlib_record_literal(reader, "[");

    start = reader->text.len;

    if (field->fields == contentlib_tag_fields) {
        reader->tags = n ? n - 1 : 0;       /* commas */
    }

    for (i = 0; i < n; i++) {
        reader->path[reader->depth - 1].index = i + 1;

        contentlib_record_entry(reader, field,
                                json_object_array_get_idx(json, i), keys, i);
    }

    /* tags are records of their own, of which the length alone counts here */

    if (field->fields == contentlib_tag_fields) {
        reader->text.len = start;
        contentlib_record_literal(reader, CONTENTLIB_PLACEHOLDER_REFERENCE);
    }

    contentlib_record_literal(reader, "]");

    reader->checked = 0;
}


static void
contentlib_record_entry(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *entry, ngx_str_t *keys,
    size_t index)
{
    if (field->fields->name[0] == '\0') {
        contentlib_record_value(reader, field->fields, entry);
        return;
    }

    contentlib_record_key(reader, "");

    contentlib_record_object(reader, field->fields, entry);

    if (keys) {
        contentlib_record_repeated(reader, field, entry, keys, index);
    }

    if (field->fields == contentlib_download_fields
        && reader->original == NULL && keys[index].len
        && ngx_strcmp(keys[index].data, "original") == 0)
    {
        reader->original = entry;
    }
}


static void
contentlib_record_repeated(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *entry, ngx_str_t *keys,
    size_t index)
{
    size_t      i;
    ngx_str_t  *key;

    key = &keys[index];
    *key = contentlib_record_string(entry, field->fields->name);

    for (i = 0; i < index; i++) {
        if (keys[i].len == key->len && key->len != 0
            && ngx_memcmp(keys[i].data, key->data, key->len) == 0)
        {
            contentlib_record_error(reader, "", field->text, "");
            break;
        }
    }
}


static void
contentlib_record_value(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    char                  excerpt[CONTENTLIB_EXCERPT_SIZE];
    ngx_str_t             label;
    const char           *reason;
    const ngx_str_t      *type;
    contentlib_value_t    value;

    type = &reader->record->content_type;
    reason = contentlib_value_read(field->type, json, &value);

    if (reason == NULL && field->type == CONTENTLIB_FIELD_LABEL
        && type->len)
    {
        label = contentlib_value_label(type);

        if (label.len != value.text.len
            || ngx_memcmp(label.data, value.text.data, label.len) != 0)
        {
            reason = "does not match \"content_type\"";
        }
    }

    if (reader->place->remote && field->type == CONTENTLIB_FIELD_NUMBER
        && json_object_is_type(json, json_type_string))
    {
        reader->place->remote->strings = 1;
    }

    if (reason == NULL && (field->type == CONTENTLIB_FIELD_MEDIA
                           || field->type == CONTENTLIB_FIELD_ADDRESS)
        && contentlib_value_percent(&value.text))
    {
        reason = contentlib_record_percent(reader);
    }

    if (reason == NULL && field->type == CONTENTLIB_FIELD_MEDIA) {
        value.text = contentlib_value_strip(reader->media_url, &value.text);
        reason = contentlib_record_unjoined(reader, &value.text);
    }

    if (reason) {
        contentlib_record_wrong(reader, json, reason,
                                contentlib_value_excerpt(field->type, json,
                                                         excerpt));
        return;
    }

    contentlib_record_keep(reader->record, field, &value);
    contentlib_record_render(reader, field, &value);
}


/* what else is stored of a value */

static void
contentlib_record_keep(contentlib_record_t *record,
    const contentlib_field_t *field, const contentlib_value_t *value)
{
    switch (field->type) {

    case CONTENTLIB_FIELD_ID:

        if (!(field->flags & CONTENTLIB_FIELD_INPUT)) {
            record->id = value->number;
        }

        break;

    case CONTENTLIB_FIELD_TIME:
        record->created = value->number;
        break;

    case CONTENTLIB_FIELD_MEDIA:

        if (field->flags & CONTENTLIB_FIELD_INPUT) {
            record->file = value->text;
        }

        break;

    case CONTENTLIB_FIELD_CONTENT_TYPE:
        record->content_type = value->text;
        break;

    default:
        break;
    }
}


/* "https://m.example" and "a.gif" would be "https://m.examplea.gif" */

static const char *
contentlib_record_unjoined(const contentlib_reader_t *reader,
    const ngx_str_t *address)
{
    const ngx_str_t  *url;

    url = reader->media_url;

    return url->len == 0 || url->data[url->len - 1] == '/'
           || memchr(url->data, '?', url->len) || reader->place->stored
           || contentlib_value_absolute(address) || address->data[0] == '/'
           ? NULL : "is a relative path, so --media-url must end in \"/\"";
}


/* a service's address stays, also when it is read from a library again */

static const char *
contentlib_record_percent(contentlib_reader_t *reader)
{
    if (reader->place->remote) {
        reader->place->remote->percents++;
        return NULL;
    }

    return reader->place->stored
           ? NULL : "has a \"%\" without two hexadecimal digits behind it";
}


static void
contentlib_record_render(contentlib_reader_t *reader,
    const contentlib_field_t *field, const contentlib_value_t *value)
{
    ngx_str_t    escaped;
    const char  *quote;

    if (reader->checked) {
        return;
    }

    switch (field->type) {

    case CONTENTLIB_FIELD_NUMBER:
        quote = CONTENTLIB_PLACEHOLDER_QUOTE;
        break;

    case CONTENTLIB_FIELD_ID:
    case CONTENTLIB_FIELD_BOOLEAN:
        quote = "";
        break;

    default:
        quote = "\"";
    }

    escaped = value->text;

    /* numbers, times and slugs stay as they are */

    if (field->type >= CONTENTLIB_FIELD_TEXT
        && field->type != CONTENTLIB_FIELD_SLUG
        && contentlib_json_escape(&value->text, reader->pool, &escaped)
           != NGX_OK)
    {
        contentlib_no_memory();
    }

    contentlib_record_key(reader, field->name);
    contentlib_record_literal(reader, quote);

    if (field->type == CONTENTLIB_FIELD_MEDIA
        && !contentlib_value_absolute(&value->text))
    {
        contentlib_record_literal(reader, CONTENTLIB_PLACEHOLDER_MEDIA);
    }

    if (field->type == CONTENTLIB_FIELD_ID
        || field->type == CONTENTLIB_FIELD_SLUG)
    {
        reader->key = reader->text.len;
        reader->key_len = escaped.len;
    }

    contentlib_record_append(reader, escaped.data, escaped.len);
    contentlib_record_literal(reader, quote);
}


/* of the record whose identifier or slug is the last one */

static void
contentlib_record_api(contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    contentlib_record_key(reader, field->name);
    contentlib_record_literal(reader, "\"" CONTENTLIB_PLACEHOLDER_BASE);
    contentlib_record_literal(reader, field->text);
    contentlib_record_append(reader, reader->text.data + reader->key,
                             reader->key_len);
    contentlib_record_literal(reader, "/" CONTENTLIB_PLACEHOLDER_FORMAT "\"");
}


static void
contentlib_record_unknown(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json)
{
    char                       hint[CONTENTLIB_EXCERPT_SIZE];
    const contentlib_field_t  *field;

    json_object_object_foreach(json, key, value) {

        (void) value;

        for (field = fields; field->name; field++) {
            if (ngx_strcmp(contentlib_record_name(reader, field), key) == 0) {
                break;
            }
        }

        if (field->name == NULL
            && (contentlib_record_branded(reader, fields, json, key, hint)
                || !contentlib_place_ignores(reader->place, key)))
        {
            contentlib_record_enter(reader, key);
            contentlib_record_error(reader, "unknown field", "", hint);
            reader->depth--;
        }
    }
}


/* the identifiers of a partner with another name, which must not be lost */

static ngx_uint_t
contentlib_record_branded(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json, const char *key,
    char hint[CONTENTLIB_EXCERPT_SIZE])
{
    char    quoted[CONTENTLIB_QUOTE_SIZE];
    size_t  len;

    hint[0] = '\0';
    len = ngx_strlen(key);

    if (fields != contentlib_item_fields || len < sizeof("_ids")
        || ngx_strcmp(key + len - 4, "_ids") != 0
        || json_object_object_get_ex(json, reader->partner->ids, NULL))
    {
        return 0;
    }

    (void) snprintf(hint, CONTENTLIB_EXCERPT_SIZE, " (use --partner %s)",
                    contentlib_message_quote(quoted, (const u_char *) key,
                                             len - 4));

    return 1;
}


static ngx_str_t
contentlib_record_string(json_object *object, const char *name)
{
    return contentlib_value_string(json_object_object_get(object, name));
}


static void
contentlib_record_enter(contentlib_reader_t *reader, const char *name)
{
    reader->path[reader->depth].name = name;
    reader->path[reader->depth].index = 0;
    reader->depth++;
}


/* with the name of the partner in it */

static const char *
contentlib_record_name(const contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    if (field->name[0] != CONTENTLIB_PLACEHOLDER_PARTNER[0]) {
        return field->name;
    }

    return field->name[1] == '\0' ? reader->partner->name
                                  : reader->partner->ids;
}


/* of a value; a column says more than the record that a row becomes */

static void
contentlib_record_wrong(contentlib_reader_t *reader, json_object *json,
    const char *reason, const char *excerpt)
{
    char                         quoted[CONTENTLIB_QUOTE_SIZE];
    contentlib_record_column_t  *column;

    /* json-c keeps the text of a double there */

    column = json_object_is_type(json, json_type_double)
             ? NULL : json_object_get_userdata(json);

    if (column == NULL) {
        contentlib_record_error(reader, "", reason, excerpt);
        return;
    }

    reader->errors++;

    if (!column->wrong) {
        column->wrong = 1;
        (void) contentlib_errors_add(reader->place->errors, "%s:%lu: column "
                                     "\"%s\" %s%s", reader->place->file,
                                     reader->place->line,
                                     contentlib_message_string(quoted,
                                                               column->name),
                                     reason, excerpt);
    }
}


/* BEFORE "default_version.download[2].url" AFTER */

static void
contentlib_record_error(contentlib_reader_t *reader, const char *before,
    const char *after, const char *excerpt)
{
    char         path[CONTENTLIB_RECORD_PATH], index[NGX_INT_T_LEN + 3];
    char         quoted[CONTENTLIB_QUOTE_SIZE];
    size_t       len;
    ngx_uint_t   i;

    reader->errors++;
    len = 0;
    path[0] = '\0';

    for (i = 0; i < reader->depth; i++) {
        index[0] = '\0';

        if (reader->path[i].index) {
            (void) snprintf(index, sizeof(index), "[%lu]",
                            reader->path[i].index - 1);
        }

        len += (size_t) snprintf(path + len, sizeof(path) - len, "%s%s%s",
                                 i ? "." : "",
                                 contentlib_message_string(quoted,
                                                      reader->path[i].name),
                                 index);
    }

    if (before[0] != '\0') {
        (void) contentlib_place_error(reader->place, "%s \"%s\"%s", before,
                                      path, excerpt);
        return;
    }

    (void) contentlib_place_error(reader->place, "\"%s\" %s%s", path, after,
                                  excerpt);
}


/* what precedes a value; an entry of a list has no key */

static void
contentlib_record_key(contentlib_reader_t *reader, const char *key)
{
    u_char  *p, last;
    size_t   len;

    if (reader->checked) {
        return;
    }

    len = ngx_strlen(key);
    last = reader->text.data[reader->text.len - 1];
    p = contentlib_buffer_room(&reader->text, len + sizeof(",\"\":") - 1);

    if (last != '{' && last != '[') {
        *p++ = ',';
    }

    if (len) {
        *p++ = '"';
        p = ngx_cpymem(p, key, len);
        *p++ = '"';
        *p++ = ':';
    }

    reader->text.len = (size_t) (p - reader->text.data);
}


static void
contentlib_record_literal(contentlib_reader_t *reader, const char *text)
{
    contentlib_record_append(reader, (const u_char *) text, ngx_strlen(text));
}


static void
contentlib_record_append(contentlib_reader_t *reader, const u_char *data,
    size_t len)
{
    if (!reader->checked) {
        contentlib_buffer_append(&reader->text, data, len);
    }
}
