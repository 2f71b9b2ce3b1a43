
/*
 * Copyright (C) contentlib authors
 *
 * The tables of fields, in the order in which the API shows them, and the walk
 * over them: the function of a field takes its value from the JSON tree, checks
 * it and appends it to the text.  A new field is a new row of a table.
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
#define CONTENTLIB_RECORD_REASON   128


/* types of values */

typedef enum {
    CONTENTLIB_TYPE_ID = 0,
    CONTENTLIB_TYPE_NUMBER,
    CONTENTLIB_TYPE_TIME,
    CONTENTLIB_TYPE_BOOLEAN,
    CONTENTLIB_TYPE_TEXT,
    CONTENTLIB_TYPE_NAME,
    CONTENTLIB_TYPE_SLUG,
    CONTENTLIB_TYPE_ADDRESS,
    CONTENTLIB_TYPE_MEDIA,                  /* an address of a file */
    CONTENTLIB_TYPE_FORMAT,
    CONTENTLIB_TYPE_CONTENT_TYPE,
    CONTENTLIB_TYPE_LABEL                   /* of the content type */
} contentlib_type_e;


typedef struct {
    contentlib_value_check_pt    check;     /* its data is the reader */
    const char                  *quote;     /* around a value in the text */
} contentlib_type_t;


typedef struct contentlib_field_s   contentlib_field_t;
typedef struct contentlib_reader_s  contentlib_reader_t;

struct contentlib_field_s {
    const char                  *name;      /* NULL ends a table */

    /* checks and renders what is there; NULL: whatever it is, it is missing */

    void                       (*read)(contentlib_reader_t *reader,
                                       const contentlib_field_t *field,
                                       json_object *json);

    /* what stands there instead, or an error; NULL: nothing */

    void                       (*missing)(contentlib_reader_t *reader,
                                          const contentlib_field_t *field);

    const contentlib_field_t    *fields;    /* of an object; one: each entry */
    contentlib_type_e            type;      /* of a value */

    /*
     * Of an address of the API: the directory.  Of a list: the error if the
     * first field of two entries is the same.
     */

    const char                  *text;
};


struct contentlib_reader_s {
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

    contentlib_buffer_t          text;      /* rendered so far */
    size_t                       last;      /* the last value in it */
    size_t                       last_len;
    size_t                       tags;      /* bytes in an export */
    json_object                 *original;  /* in "download", or NULL */
};


typedef struct {
    const char                *field;       /* that only this kind has */
    contentlib_record_e        type;
} contentlib_record_field_t;


typedef struct {
    const char                *kind;
    const char                *subject;
    const contentlib_field_t  *fields;
    size_t                     longest;     /* in an export */
} contentlib_record_kind_t;


static void contentlib_record_init(contentlib_reader_t *reader,
    ngx_pool_t *pool);
static ngx_int_t contentlib_record_type(json_object *json,
    contentlib_record_e *type);
static void contentlib_record_subject(contentlib_place_t *place,
    const contentlib_record_kind_t *kind, json_object *json);
static void contentlib_record_fill(contentlib_reader_t *reader,
    json_object *json);
static void contentlib_record_fields(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json);
static ngx_uint_t contentlib_record_field(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *object);
static void contentlib_record_object(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static void contentlib_record_preview(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static void contentlib_record_list(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static ngx_uint_t contentlib_record_repeats(const ngx_str_t *keys,
    size_t index);
static void contentlib_record_entry_download(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static void contentlib_record_tags(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static void contentlib_record_entry_tag(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static void contentlib_record_items(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static void contentlib_record_value(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json);
static ngx_int_t contentlib_record_check(contentlib_reader_t *reader,
    ngx_uint_t type, json_object *json, contentlib_value_t *value);
static const char *contentlib_check_number(json_object *json,
    contentlib_value_t *value);
static const char *contentlib_check_address(json_object *json,
    contentlib_value_t *value);
static const char *contentlib_check_media(json_object *json,
    contentlib_value_t *value);
static const char *contentlib_check_content_type(json_object *json,
    contentlib_value_t *value);
static const char *contentlib_check_label(json_object *json,
    contentlib_value_t *value);
static void contentlib_record_render(contentlib_reader_t *reader,
    const contentlib_field_t *field, const ngx_str_t *text);
static void contentlib_record_api(contentlib_reader_t *reader,
    const contentlib_field_t *field);
static void contentlib_missing(contentlib_reader_t *reader,
    const contentlib_field_t *field);
static void contentlib_missing_label(contentlib_reader_t *reader,
    const contentlib_field_t *field);
static void contentlib_missing_empty(contentlib_reader_t *reader,
    const contentlib_field_t *field);
static void contentlib_missing_image(contentlib_reader_t *reader,
    const contentlib_field_t *field);
static void contentlib_missing_picture(contentlib_reader_t *reader,
    const contentlib_field_t *field);
static ngx_uint_t contentlib_record_derives(contentlib_reader_t *reader);
static json_object *contentlib_record_picture(contentlib_reader_t *reader);
static size_t contentlib_record_length(const contentlib_reader_t *reader,
    size_t start);
static void contentlib_record_unknown(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json);
static ngx_uint_t contentlib_record_branded(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json, const char *key,
    char hint[CONTENTLIB_EXCERPT_SIZE]);
static ngx_str_t contentlib_record_member(json_object *object,
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


#define contentlib_field(name, type, missing)                                 \
    { name, contentlib_record_value, missing, NULL, CONTENTLIB_TYPE_##type,   \
      NULL }

#define contentlib_field_api(directory)                                       \
    { "url", NULL, contentlib_record_api, NULL, 0, directory }

#define contentlib_field_tree(name, read, missing, fields, text)              \
    { name, read, missing, fields, 0, text }

#define contentlib_field_end  { NULL, NULL, NULL, NULL, 0, NULL }


static const contentlib_type_t  contentlib_types[] = {

    [CONTENTLIB_TYPE_ID] = { contentlib_value_id, "" },
    [CONTENTLIB_TYPE_NUMBER] = { contentlib_check_number,
                                 CONTENTLIB_PLACEHOLDER_QUOTE },
    [CONTENTLIB_TYPE_TIME] = { contentlib_value_time, "\"" },
    [CONTENTLIB_TYPE_BOOLEAN] = { contentlib_value_boolean, "" },
    [CONTENTLIB_TYPE_TEXT] = { contentlib_value_text, "\"" },
    [CONTENTLIB_TYPE_NAME] = { contentlib_value_name, "\"" },
    [CONTENTLIB_TYPE_SLUG] = { contentlib_value_slug, "\"" },
    [CONTENTLIB_TYPE_ADDRESS] = { contentlib_check_address, "\"" },
    [CONTENTLIB_TYPE_MEDIA] = { contentlib_check_media, "\"" },
    [CONTENTLIB_TYPE_FORMAT] = { contentlib_value_format, "\"" },
    [CONTENTLIB_TYPE_CONTENT_TYPE] = { contentlib_check_content_type, "\"" },
    [CONTENTLIB_TYPE_LABEL] = { contentlib_check_label, "\"" }
};


static const contentlib_field_t  contentlib_tag_fields[] = {

    contentlib_field("slug", SLUG, contentlib_missing),
    contentlib_field_api("tags/"),
    contentlib_field("name", NAME, contentlib_missing),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_download_fields[] = {

    contentlib_field("platform", NAME, contentlib_missing),
    contentlib_field("url", MEDIA, contentlib_missing),
    contentlib_field("width", NUMBER, NULL),
    contentlib_field("height", NUMBER, NULL),
    contentlib_field("format", FORMAT, NULL),
    contentlib_field("size", NUMBER, NULL),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_picture_fields[] = {

    contentlib_field("url", MEDIA, contentlib_missing),
    contentlib_field("width", NUMBER, NULL),
    contentlib_field("height", NUMBER, NULL),
    contentlib_field("size", NUMBER, NULL),
    contentlib_field("format", FORMAT, NULL),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_platforms_fields[] = {

    contentlib_field(CONTENTLIB_PLACEHOLDER_PARTNER, ADDRESS, NULL),
    contentlib_field_end
};


/* entries of lists */

static const contentlib_field_t  contentlib_tag_entry =
    contentlib_field_tree("", contentlib_record_entry_tag, NULL,
                          contentlib_tag_fields, NULL);

static const contentlib_field_t  contentlib_download_entry =
    contentlib_field_tree("", contentlib_record_entry_download, NULL,
                          contentlib_download_fields, NULL);

static const contentlib_field_t  contentlib_picture_entry =
    contentlib_field_tree("", contentlib_record_object, NULL,
                          contentlib_picture_fields, NULL);

static const contentlib_field_t  contentlib_text_entry =
    contentlib_field("", TEXT, NULL);


static const contentlib_field_t  contentlib_version_fields[] = {

    contentlib_field("content_type", CONTENT_TYPE, contentlib_missing),
    contentlib_field("content_label", LABEL, contentlib_missing_label),
    contentlib_field_tree("download", contentlib_record_list,
                          contentlib_missing, &contentlib_download_entry,
                          "repeats a platform"),
    contentlib_field_tree("picture", contentlib_record_list,
                          contentlib_missing_picture,
                          &contentlib_picture_entry, NULL),
    contentlib_field_tree("platforms", contentlib_record_object,
                          contentlib_missing_empty,
                          contentlib_platforms_fields, NULL),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_item_fields[] = {

    contentlib_field("id", ID, contentlib_missing),
    contentlib_field_api("content_items/"),
    contentlib_field("alt_text", TEXT, contentlib_missing),
    contentlib_field_tree("tags", contentlib_record_tags, contentlib_missing,
                          &contentlib_tag_entry, "repeats a tag of the item"),
    contentlib_field_tree("default_version", contentlib_record_object,
                          contentlib_missing, contentlib_version_fields, NULL),
    contentlib_field("static_image", MEDIA, contentlib_missing_image),
    contentlib_field("created", TIME, contentlib_missing),
    contentlib_field_tree(CONTENTLIB_PLACEHOLDER_PARTNER "_ids",
                          contentlib_record_list, contentlib_missing_empty,
                          &contentlib_text_entry, NULL),
    contentlib_field_end
};


/* of a preview that is given as an item, too */

static const contentlib_field_t  contentlib_preview_fields[] = {

    contentlib_field("id", ID, contentlib_missing),
    contentlib_field_end
};


static const contentlib_field_t  contentlib_collection_fields[] = {

    contentlib_field("slug", SLUG, contentlib_missing),
    contentlib_field_api("collections/"),
    contentlib_field("name", NAME, contentlib_missing),
    contentlib_field("description", TEXT, contentlib_missing),
    contentlib_field_tree("preview_image", contentlib_record_preview,
                          contentlib_missing, contentlib_item_fields, NULL),
    contentlib_field("display_in_library", BOOLEAN, contentlib_missing),
    contentlib_field("featured", BOOLEAN, contentlib_missing),
    contentlib_field_tree("items", contentlib_record_items, NULL, NULL, NULL),
    contentlib_field_end
};


static const contentlib_record_kind_t  contentlib_record_kinds[] = {

    [CONTENTLIB_RECORD_ITEM] = { "content item", "id", contentlib_item_fields,
                                 CONTENTLIB_RECORD_LONGEST },
    [CONTENTLIB_RECORD_TAG] = { "tag", "slug", contentlib_tag_fields,
                                CONTENTLIB_TAG_LONGEST },
    [CONTENTLIB_RECORD_COLLECTION] = { "collection", "slug",
                                       contentlib_collection_fields,
                                       CONTENTLIB_RECORD_LONGEST }
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
    size_t                           len;
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

    contentlib_record_fields(&reader, kind->fields, json);

    if (reader.errors) {
        return NGX_ERROR;
    }

    len = contentlib_record_length(&reader, 0) + reader.tags;

    if (len > kind->longest) {
        return contentlib_place_error(place, "the record would have %lu bytes, "
                                      "expected at most %lu",
                                      (unsigned long) len,
                                      (unsigned long) kind->longest);
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
    contentlib_reader_t        reader;
    const contentlib_field_t  *field;

    contentlib_record_init(&reader, pool);
    contentlib_record_literal(&reader, "{");

    for (field = contentlib_tag_fields; field->name; field++) {

        if (field->read == NULL) {
            contentlib_record_api(&reader, field);

        } else {
            contentlib_record_render(&reader, field,
                                     field == contentlib_tag_fields ? slug
                                                                    : name);
        }
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

        if ((contentlib_value_id(key, &value) == NULL
             || json_object_is_type(key, json_type_int))
            && value.number < INT64_MAX)
        {
            (void) snprintf(place->subject, sizeof(place->subject), " %lld",
                            (long long) value.number);
        }

    } else if (json_object_is_type(key, json_type_string)) {
        text = contentlib_record_member(json, kind->subject);

        (void) snprintf(place->subject, sizeof(place->subject), " \"%s\"",
                        contentlib_message_quote(quoted, text.data, text.len));
    }
}


/* the JSON, and what else is stored of a record without errors */

static void
contentlib_record_fill(contentlib_reader_t *reader, json_object *json)
{
    json_object          *item;
    contentlib_value_t    value;
    contentlib_record_t  *record;

    record = reader->record;
    item = json;

    (void) contentlib_buffer_text(&reader->text, &record->json);

    if (record->type != CONTENTLIB_RECORD_ITEM) {
        item = json_object_object_get(json, "preview_image");

        record->items = json_object_object_get(json, "items");
        record->slug = contentlib_record_member(json, "slug");
        record->name = contentlib_record_member(json, "name");
        record->display = json_object_get_boolean(
                            json_object_object_get(json, "display_in_library"))
                          ? 1 : 0;
    }

    if (contentlib_value_id(json_object_object_get(item, "id"), &value) == NULL)
    {
        record->id = value.number;
    }

    if (record->type != CONTENTLIB_RECORD_ITEM && record->preview.len == 0) {
        return;
    }

    (void) contentlib_value_time(json_object_object_get(item, "created"),
                                 &value);
    record->created = value.number;
    record->tags = json_object_object_get(item, "tags");
    record->alt_text = contentlib_record_member(item, "alt_text");
    record->file = reader->original
                   ? contentlib_record_member(reader->original, "url")
                   : contentlib_record_member(item, "static_image");
    record->file = contentlib_value_strip(reader->media_url, &record->file);
}


static void
contentlib_record_fields(contentlib_reader_t *reader,
    const contentlib_field_t *fields, json_object *json)
{
    ngx_uint_t                 found;
    const contentlib_field_t  *field;

    if (!json_object_is_type(json, json_type_object)) {
        contentlib_record_error(reader, "", "is not an object", "");
        return;
    }

    found = 0;

    contentlib_record_literal(reader, "{");

    for (field = fields; field->name; field++) {
        contentlib_record_enter(reader, contentlib_record_name(reader, field));
        found += contentlib_record_field(reader, field, json);
        reader->depth--;
    }

    contentlib_record_literal(reader, "}");

    if (found < (ngx_uint_t) json_object_object_length(json)) {
        contentlib_record_unknown(reader, fields, json);
    }
}


/* 1 if it is there */

static ngx_uint_t
contentlib_record_field(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *object)
{
    ngx_uint_t    found;
    json_object  *json;

    found = json_object_object_get_ex(object,
                                      reader->path[reader->depth - 1].name,
                                      &json)
            ? 1 : 0;

    if (!found || field->read == NULL) {

        if (field->missing) {
            field->missing(reader, field);
        }

    } else if (json == NULL) {
        contentlib_record_error(reader, "", "is null", "");

    } else {
        field->read(reader, field, json);
    }

    return found;
}


static void
contentlib_record_object(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    contentlib_record_key(reader, field->name);
    contentlib_record_fields(reader, field->fields, json);
}


/*
 * The whole record, whose JSON is a text of its own, or the identifier alone,
 * or the address of the file.
 */

static void
contentlib_record_preview(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    char                 reason[CONTENTLIB_RECORD_REASON];
    size_t               start, len;
    ngx_str_t           *preview;
    contentlib_value_t   value;

    contentlib_record_key(reader, field->name);

    start = reader->text.len;
    preview = &reader->record->preview;

    if (json_object_is_type(json, json_type_string)) {

        if (contentlib_record_check(reader, CONTENTLIB_TYPE_MEDIA, json, &value)
            == NGX_OK)
        {
            reader->record->file = value.text;
        }

    } else if (json_object_is_type(json, json_type_object)
               && json_object_object_length(json) == 1
               && json_object_object_get_ex(json, "id", NULL))
    {
        contentlib_record_fields(reader, contentlib_preview_fields, json);

    } else {
        contentlib_record_fields(reader, field->fields, json);

        len = contentlib_record_length(reader, start) + reader->tags;
        reader->tags = 0;

        if (reader->errors == 0 && len > CONTENTLIB_RECORD_LONGEST) {
            (void) snprintf(reason, sizeof(reason), "would have %lu bytes, "
                            "expected at most %d", (unsigned long) len,
                            CONTENTLIB_RECORD_LONGEST);
            contentlib_record_error(reader, "", reason, "");
        }

        preview->len = reader->text.len - start;
        preview->data = ngx_pnalloc(reader->pool, preview->len + 1);
        ngx_memcpy(preview->data, reader->text.data + start, preview->len);
    }

    reader->text.len = start;
    contentlib_record_literal(reader, CONTENTLIB_PLACEHOLDER_REFERENCE);
}


static void
contentlib_record_list(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    size_t                     i, n;
    ngx_str_t                 *keys;
    json_object               *value;
    const contentlib_field_t  *entry;

    if (!json_object_is_type(json, json_type_array)) {
        contentlib_record_error(reader, "", "is not a list", "");
        return;
    }

    n = json_object_array_length(json);

    if (n > CONTENTLIB_LIST_MAX) {
        contentlib_record_wrong(reader, json, "has more than 1000 entries", "");
        return;
    }

    entry = field->fields;
    keys = field->text ? ngx_palloc(reader->pool, n * sizeof(ngx_str_t) + 1)
                       : NULL;

    contentlib_record_key(reader, field->name);
    contentlib_record_literal(reader, "[");

    for (i = 0; i < n; i++) {
        reader->path[reader->depth - 1].index = i + 1;

        value = json_object_array_get_idx(json, i);
        entry->read(reader, entry, value);

        if (keys) {
            keys[i] = contentlib_record_member(value, entry->fields->name);

            if (contentlib_record_repeats(keys, i)) {
                contentlib_record_error(reader, "", field->text, "");
            }
        }
    }

    contentlib_record_literal(reader, "]");
}


/* whether a key that is not empty is one of those before it */

static ngx_uint_t
contentlib_record_repeats(const ngx_str_t *keys, size_t index)
{
    size_t            i;
    const ngx_str_t  *key;

    key = &keys[index];

    for (i = 0; i < index; i++) {
        if (keys[i].len == key->len && key->len != 0
            && ngx_memcmp(keys[i].data, key->data, key->len) == 0)
        {
            return 1;
        }
    }

    return 0;
}


/* the first one is that of which pictures are made */

static void
contentlib_record_entry_download(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    ngx_str_t  platform;

    contentlib_record_object(reader, field, json);

    platform = contentlib_record_member(json, "platform");

    if (reader->original == NULL && platform.len
        && ngx_strcmp(platform.data, "original") == 0)
    {
        reader->original = json;
    }
}


/* tags are records of their own, of which the length alone counts here */

static void
contentlib_record_tags(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    size_t  start;

    start = reader->text.len;
    reader->tags = 0;

    contentlib_record_list(reader, field, json);

    reader->text.len = start;
    contentlib_record_key(reader, field->name);
    contentlib_record_literal(reader, "[" CONTENTLIB_PLACEHOLDER_REFERENCE "]");
}


static void
contentlib_record_entry_tag(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    char          reason[CONTENTLIB_RECORD_REASON];
    char          excerpt[CONTENTLIB_EXCERPT_SIZE];
    size_t        start, len;
    json_object  *name;

    contentlib_record_key(reader, field->name);

    start = reader->text.len;

    contentlib_record_fields(reader, field->fields, json);

    if (reader->errors) {
        return;
    }

    len = contentlib_record_length(reader, start);
    reader->tags += len + (reader->tags ? 1 : 0);       /* a comma */

    if (len > CONTENTLIB_TAG_LONGEST) {
        (void) snprintf(reason, sizeof(reason), "would have %lu bytes as a "
                        "tag, expected at most %d", (unsigned long) len,
                        CONTENTLIB_TAG_LONGEST);

        name = json_object_object_get(json, "name");
        contentlib_record_wrong(reader, name, reason,
                                contentlib_value_excerpt(NULL, name, excerpt));
    }
}


/* they are not rendered, so there may be more of them than in other lists */

static void
contentlib_record_items(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    size_t              i;
    contentlib_value_t  value;

    if (!json_object_is_type(json, json_type_array)) {
        contentlib_record_error(reader, "", "is not a list", "");
        return;
    }

    for (i = 0; i < json_object_array_length(json); i++) {
        reader->path[reader->depth - 1].index = i + 1;

        (void) contentlib_record_check(reader, CONTENTLIB_TYPE_ID,
                                       json_object_array_get_idx(json, i),
                                       &value);
    }
}


static void
contentlib_record_value(contentlib_reader_t *reader,
    const contentlib_field_t *field, json_object *json)
{
    contentlib_value_t  value;

    if (contentlib_record_check(reader, field->type, json, &value) == NGX_OK) {
        contentlib_record_render(reader, field, &value.text);
    }
}


/* NGX_OK, or NGX_ERROR after an error */

static ngx_int_t
contentlib_record_check(contentlib_reader_t *reader, ngx_uint_t type,
    json_object *json, contentlib_value_t *value)
{
    char         excerpt[CONTENTLIB_EXCERPT_SIZE];
    const char  *reason;

    value->hint = NULL;
    value->data = reader;

    reason = contentlib_types[type].check(json, value);

    if (reason) {
        contentlib_record_wrong(reader, json, reason,
                                contentlib_value_excerpt(value->hint, json,
                                                         excerpt));
        return NGX_ERROR;
    }

    return NGX_OK;
}


static const char *
contentlib_check_number(json_object *json, contentlib_value_t *value)
{
    contentlib_reader_t  *reader = value->data;

    if (reader->place->remote && json_object_is_type(json, json_type_string)) {
        reader->place->remote->strings = 1;
    }

    return contentlib_value_number(json, value);
}


/* an address of a service stays, also when it is read from a library again */

static const char *
contentlib_check_address(json_object *json, contentlib_value_t *value)
{
    const char           *reason;
    contentlib_reader_t  *reader = value->data;

    reason = contentlib_value_address(json, value);

    if (reason || !contentlib_value_percent(&value->text)) {
        return reason;
    }

    if (reader->place->remote) {
        reader->place->remote->percents++;
        return NULL;
    }

    return reader->place->stored
           ? NULL : "has a \"%\" without two hexadecimal digits behind it";
}


/* "https://m.example" and "a.gif" would be "https://m.examplea.gif" */

static const char *
contentlib_check_media(json_object *json, contentlib_value_t *value)
{
    const char           *reason;
    const ngx_str_t      *url;
    contentlib_reader_t  *reader = value->data;

    reason = contentlib_check_address(json, value);

    if (reason) {
        return reason;
    }

    url = reader->media_url;
    value->text = contentlib_value_strip(url, &value->text);

    return url->len == 0 || url->data[url->len - 1] == '/'
           || memchr(url->data, '?', url->len) || reader->place->stored
           || contentlib_value_absolute(&value->text)
           || value->text.data[0] == '/'
           ? NULL : "is a relative path, so --media-url must end in \"/\"";
}


static const char *
contentlib_check_content_type(json_object *json, contentlib_value_t *value)
{
    const char           *reason;
    contentlib_reader_t  *reader = value->data;

    reason = contentlib_value_content_type(json, value);

    if (reason == NULL) {
        reader->record->content_type = value->text;
    }

    return reason;
}


static const char *
contentlib_check_label(json_object *json, contentlib_value_t *value)
{
    ngx_str_t             label;
    const char           *reason;
    contentlib_reader_t  *reader = value->data;

    reason = contentlib_value_text(json, value);

    if (reason || reader->record->content_type.len == 0) {
        return reason;
    }

    label = contentlib_value_label(&reader->record->content_type);

    return label.len == value->text.len
           && ngx_memcmp(label.data, value->text.data, label.len) == 0
           ? NULL : "does not match \"content_type\"";
}


static void
contentlib_record_render(contentlib_reader_t *reader,
    const contentlib_field_t *field, const ngx_str_t *text)
{
    ngx_str_t    escaped;
    const char  *quote;

    if (contentlib_json_escape(text, reader->pool, &escaped) != NGX_OK) {
        contentlib_no_memory();
    }

    quote = contentlib_types[field->type].quote;

    contentlib_record_key(reader, field->name);
    contentlib_record_literal(reader, quote);

    if (field->type == CONTENTLIB_TYPE_MEDIA
        && !contentlib_value_absolute(text))
    {
        contentlib_record_literal(reader, CONTENTLIB_PLACEHOLDER_MEDIA);
    }

    reader->last = reader->text.len;
    reader->last_len = escaped.len;

    contentlib_buffer_append(&reader->text, escaped.data, escaped.len);
    contentlib_record_literal(reader, quote);
}


/* of the record whose id or slug is the field before this one */

static void
contentlib_record_api(contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    contentlib_record_key(reader, field->name);
    contentlib_record_literal(reader, "\"" CONTENTLIB_PLACEHOLDER_BASE);
    contentlib_record_literal(reader, field->text);
    contentlib_buffer_append(&reader->text, reader->text.data + reader->last,
                             reader->last_len);
    contentlib_record_literal(reader, "/" CONTENTLIB_PLACEHOLDER_FORMAT "\"");
}


static void
contentlib_missing(contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    contentlib_record_error(reader, "missing", "", "");
}


static void
contentlib_missing_label(contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    ngx_str_t   label;
    ngx_str_t  *type;

    type = &reader->record->content_type;

    if (type->len) {
        label = contentlib_value_label(type);
        contentlib_record_render(reader, field, &label);
    }
}


static void
contentlib_missing_empty(contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    contentlib_record_key(reader, field->name);
    contentlib_record_literal(reader, field->read == contentlib_record_list
                                      ? "[]" : "{}");
}


static void
contentlib_missing_image(contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    if (contentlib_record_derives(reader)) {
        field->read(reader, field,
                    json_object_object_get(reader->original, "url"));
    }
}


static void
contentlib_missing_picture(contentlib_reader_t *reader,
    const contentlib_field_t *field)
{
    json_object  *list;

    if (contentlib_record_derives(reader)) {
        list = contentlib_record_picture(reader);
        field->read(reader, field, list);
        json_object_put(list);
    }
}


/* the original of an item with errors may be one of them */

static ngx_uint_t
contentlib_record_derives(contentlib_reader_t *reader)
{
    if (reader->errors) {
        return 0;
    }

    if (reader->original == NULL) {
        contentlib_record_error(reader, "missing", "", "");
        return 0;
    }

    return 1;
}


static json_object *
contentlib_record_picture(contentlib_reader_t *reader)
{
    json_object               *list, *picture, *value;
    const contentlib_field_t  *field;

    list = json_object_new_array();
    picture = json_object_new_object();

    if (list == NULL || picture == NULL
        || json_object_array_add(list, picture) != 0)
    {
        contentlib_no_memory();
    }

    for (field = contentlib_picture_fields; field->name; field++) {
        value = json_object_get(json_object_object_get(reader->original,
                                                       field->name));

        if (value == NULL && field->type == CONTENTLIB_TYPE_FORMAT
            && reader->record->content_type.data[0] == 'G')
        {
            value = json_object_new_string("image/gif");
        }

        if (value && json_object_object_add(picture, field->name, value) != 0)
        {
            contentlib_no_memory();
        }
    }

    return list;
}


/* bytes in an export, without records to which it refers */

static size_t
contentlib_record_length(const contentlib_reader_t *reader, size_t start)
{
    ngx_str_t  text;

    text.data = reader->text.data + start;
    text.len = reader->text.len - start;

    return contentlib_record_size(&text, reader->media_url->len);
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
contentlib_record_member(json_object *object, const char *name)
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
    contentlib_buffer_append(&reader->text, (const u_char *) text,
                             ngx_strlen(text));
}
