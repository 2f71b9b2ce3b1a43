
/*
 * Copyright (C) contentlib authors
 *
 * Reads records: walks over the fields of the tables and takes each value
 * from the JSON tree.
 */


#include <tool/record/contentlib_record.h>

#include <tool/record/contentlib_values.h>


typedef struct {
    contentlib_walk_t            walk;      /* comes first */
    const contentlib_partner_t  *partner;
    const ngx_str_t             *media_url;
    contentlib_place_t          *place;
    ngx_pool_t                  *pool;
    ngx_uint_t                   errors;
} contentlib_reader_t;


typedef struct {
    const char                  *kind;
    const contentlib_field_t    *fields;
    size_t                       offset;    /* of the row in a record */
} contentlib_record_table_t;


static ngx_int_t contentlib_record_type(json_object *json,
    contentlib_record_e *type);
static void contentlib_record_subject(contentlib_place_t *place,
    contentlib_record_e type, json_object *json);
static void contentlib_record_begin(contentlib_walk_t *walk,
    contentlib_level_t *level);
static void contentlib_record_value(contentlib_walk_t *walk,
    contentlib_level_t *level);
static const char *contentlib_record_label(const contentlib_level_t *level,
    json_object *json);
static ngx_int_t contentlib_record_down(contentlib_walk_t *walk,
    contentlib_level_t *level);
static ngx_int_t contentlib_record_list(contentlib_reader_t *reader,
    const contentlib_level_t *level, json_object *json);
static void contentlib_record_end(contentlib_walk_t *walk,
    contentlib_level_t *level);
static void contentlib_record_unknown(contentlib_reader_t *reader,
    const contentlib_level_t *level);
static ngx_uint_t contentlib_record_branded(contentlib_reader_t *reader,
    const contentlib_level_t *level, const char *key,
    char hint[CONTENTLIB_EXCERPT_SIZE]);
static void contentlib_record_repeated(contentlib_reader_t *reader,
    const contentlib_level_t *level);
static void contentlib_record_derive(contentlib_reader_t *reader,
    const contentlib_level_t *level);
static void contentlib_record_picture(contentlib_reader_t *reader,
    contentlib_item_t *item, const contentlib_rendition_t *original);
static json_object *contentlib_record_find(contentlib_reader_t *reader,
    contentlib_level_t *level);
static const char *contentlib_record_name(const contentlib_reader_t *reader,
    const contentlib_field_t *field);
static void contentlib_record_error(contentlib_reader_t *reader,
    const contentlib_level_t *level, const char *before, const char *name,
    const char *after, const char *excerpt);


static const contentlib_record_table_t  contentlib_record_tables[] = {

    [CONTENTLIB_RECORD_ITEM] = { "content item", contentlib_item_fields,
                                 offsetof(contentlib_record_t, item) },
    [CONTENTLIB_RECORD_TAG] = { "tag", contentlib_tag_fields,
                                offsetof(contentlib_record_t, tag) },
    [CONTENTLIB_RECORD_COLLECTION] = { "collection",
                                       contentlib_collection_fields, 0 }
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
    contentlib_reader_t  reader;

    ngx_memzero(record, sizeof(contentlib_record_t));

    place->kind = "record";
    place->subject[0] = '\0';

    if (contentlib_record_type(json, &record->type) != NGX_OK) {
        return contentlib_place_error(place, "is neither a content item, nor "
                                             "a tag, nor a collection");
    }

    contentlib_record_subject(place, record->type, json);

    reader.walk.begin = contentlib_record_begin;
    reader.walk.end = contentlib_record_end;
    reader.walk.value = contentlib_record_value;
    reader.walk.down = contentlib_record_down;
    reader.walk.up = NULL;
    reader.partner = partner;
    reader.media_url = media_url;
    reader.place = place;
    reader.pool = pool;
    reader.errors = 0;

    contentlib_walk(&reader.walk, contentlib_record_tables[record->type].fields,
                    (u_char *) record
                    + contentlib_record_tables[record->type].offset, json);

    return reader.errors ? NGX_ERROR : NGX_OK;
}


/* by the first of these fields that the record has */

static ngx_int_t
contentlib_record_type(json_object *json, contentlib_record_e *type)
{
    size_t  i;

    static const struct {
        const char           *name;
        contentlib_record_e   type;
    } fields[] = {
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
        if (json_object_object_get_ex(json, fields[i].name, NULL)) {
            *type = fields[i].type;
            return NGX_OK;
        }
    }

    return NGX_DECLINED;
}


/* the identifier or the slug, if there is one, before it is checked */

static void
contentlib_record_subject(contentlib_place_t *place, contentlib_record_e type,
    json_object *json)
{
    char          quoted[CONTENTLIB_QUOTE_SIZE];
    int64_t       id;
    json_object  *key;

    place->kind = contentlib_record_tables[type].kind;

    if (type == CONTENTLIB_RECORD_ITEM) {

        if (json_object_object_get_ex(json, "id", &key)
            && (contentlib_value_read(CONTENTLIB_FIELD_ID, key, &id) == NULL
                || json_object_is_type(key, json_type_int))
            && id < INT64_MAX)
        {
            (void) snprintf(place->subject, sizeof(place->subject), " %lld",
                            (long long) id);
        }

    } else if (json_object_object_get_ex(json, "slug", &key)
               && json_object_is_type(key, json_type_string))
    {
        (void) snprintf(place->subject, sizeof(place->subject), " \"%s\"",
                        contentlib_message_quote(quoted,
                              (const u_char *) json_object_get_string(key),
                              (size_t) json_object_get_string_len(key)));
    }
}


static void
contentlib_record_begin(contentlib_walk_t *walk, contentlib_level_t *level)
{
    json_object  *json;

    level->found = 0;
    json = level->list;

    if (json_object_is_type(json, json_type_array)) {
        json = json_object_array_get_idx(json, level->index);
    }

    /* an entry that is not an object is left out by all that follows */

    if (level->fields->name[0] != '\0'
        && !json_object_is_type(json, json_type_object))
    {
        contentlib_record_error((contentlib_reader_t *) walk, level, "", NULL,
                                "is not an object", "");
        json = NULL;
    }

    level->node = json;
}


static void
contentlib_record_value(contentlib_walk_t *walk, contentlib_level_t *level)
{
    char                       excerpt[CONTENTLIB_EXCERPT_SIZE];
    u_char                    *to;
    const char                *reason;
    json_object               *json;
    contentlib_reader_t       *reader;
    const contentlib_field_t  *field;

    reader = (contentlib_reader_t *) walk;
    json = contentlib_record_find(reader, level);
    field = level->field;
    to = level->row + field->offset;

    if (json == NULL && field->name[0] != '\0') {

        if (field->type == CONTENTLIB_FIELD_NUMBER) {
            *(int64_t *) (void *) to = CONTENTLIB_ABSENT;
        }

        return;
    }

    switch (field->type) {

    case CONTENTLIB_FIELD_ID_URL:
    case CONTENTLIB_FIELD_SLUG_URL:
        return;

    case CONTENTLIB_FIELD_LABEL:
        reason = contentlib_record_label(level, json);
        break;

    default:
        reason = contentlib_value_read(field->type, json, to);
    }

    if (reader->place->remote && field->type == CONTENTLIB_FIELD_NUMBER
        && json_object_is_type(json, json_type_string))
    {
        reader->place->remote->strings = 1;
    }

    if (reason == NULL && field->type == CONTENTLIB_FIELD_MEDIA) {
        *(ngx_str_t *) to = contentlib_value_strip(reader->media_url,
                                                   (void *) to);
    }

    if (reason) {
        contentlib_record_error(reader, level, "",
                                contentlib_record_name(reader, field), reason,
                                contentlib_value_excerpt(field->type, json,
                                                         excerpt));
    }
}


static const char *
contentlib_record_label(const contentlib_level_t *level, json_object *json)
{
    ngx_str_t        text;
    const char      *reason;
    const ngx_str_t *type;

    reason = contentlib_value_read(CONTENTLIB_FIELD_TEXT, json, &text);
    type = (ngx_str_t *) (void *) (level->row + level->field->offset);

    /* a wrong type is an error of its own */

    if (reason || type->len != 1) {
        return reason;
    }

    return ngx_strcmp(text.data, contentlib_field_label(type)) == 0
           ? NULL : "does not match \"content_type\"";
}


static ngx_int_t
contentlib_record_down(contentlib_walk_t *walk, contentlib_level_t *level)
{
    json_object          *json;
    contentlib_reader_t  *reader;

    reader = (contentlib_reader_t *) walk;
    json = contentlib_record_find(reader, level);

    if (json == NULL) {
        return NGX_DECLINED;
    }

    level[1].list = json;

    if (level->field->type == CONTENTLIB_FIELD_LIST) {
        return contentlib_record_list(reader, level, json);
    }

    if (json_object_is_type(json, json_type_object)) {
        return NGX_OK;
    }

    contentlib_record_error(reader, level, "",
                            contentlib_record_name(reader, level->field),
                            "is not an object", "");

    return NGX_DECLINED;
}


static ngx_int_t
contentlib_record_list(contentlib_reader_t *reader,
    const contentlib_level_t *level, json_object *json)
{
    size_t                     n;
    ngx_array_t               *array;
    const char                *reason;
    const contentlib_field_t  *field;

    field = level->field;
    array = (ngx_array_t *) (void *) (level->row + field->offset);
    n = 0;
    reason = NULL;

    if (!json_object_is_type(json, json_type_array)) {
        reason = "is not a list";

    } else {
        n = json_object_array_length(json);

        /* only what is not rendered may be longer */

        if (n > CONTENTLIB_LIST_MAX
            && !(field->flags & CONTENTLIB_FIELD_INPUT))
        {
            reason = "has more than 1000 entries";
        }
    }

    if (reason) {
        contentlib_record_error(reader, level, "",
                                contentlib_record_name(reader, field), reason,
                                "");
        return NGX_DECLINED;
    }

    (void) ngx_array_init(array, reader->pool, n + 1, field->size);

    ngx_memzero(array->elts, n * field->size);

    array->nelts = n;

    return NGX_OK;
}


static void
contentlib_record_end(contentlib_walk_t *walk, contentlib_level_t *level)
{
    contentlib_reader_t  *reader = (contentlib_reader_t *) walk;

    if (level->node == NULL || level->fields->name[0] == '\0') {
        return;
    }

    if (level->found < (ngx_uint_t) json_object_object_length(level->node)) {
        contentlib_record_unknown(reader, level);
    }

    if (level > walk->levels && level[-1].field->text) {
        contentlib_record_repeated(reader, level);
    }

    if (level->fields == contentlib_item_fields && reader->errors == 0) {
        contentlib_record_derive(reader, level);
    }
}


static void
contentlib_record_unknown(contentlib_reader_t *reader,
    const contentlib_level_t *level)
{
    char                       quoted[CONTENTLIB_QUOTE_SIZE];
    char                       hint[CONTENTLIB_EXCERPT_SIZE];
    const contentlib_field_t  *field;

    json_object_object_foreach(level->node, key, value) {

        (void) value;

        for (field = level->fields; field->name; field++) {
            if (ngx_strcmp(contentlib_record_name(reader, field), key) == 0) {
                break;
            }
        }

        if (field->name == NULL
            && (contentlib_record_branded(reader, level, key, hint)
                || !contentlib_place_ignores(reader->place, key)))
        {
            contentlib_record_error(reader, level, "unknown field",
                                    contentlib_message_string(quoted, key),
                                    "", hint);
        }
    }
}


/* the identifiers of a partner with another name, which must not be lost */

static ngx_uint_t
contentlib_record_branded(contentlib_reader_t *reader,
    const contentlib_level_t *level, const char *key,
    char hint[CONTENTLIB_EXCERPT_SIZE])
{
    char    quoted[CONTENTLIB_QUOTE_SIZE];
    size_t  len;

    hint[0] = '\0';
    len = ngx_strlen(key);

    if (level->fields != contentlib_item_fields || len < sizeof("_ids")
        || ngx_strcmp(key + len - 4, "_ids") != 0
        || json_object_object_get_ex(level->node, reader->partner->ids, NULL))
    {
        return 0;
    }

    (void) snprintf(hint, CONTENTLIB_EXCERPT_SIZE, " (use --partner %s)",
                    contentlib_message_quote(quoted, (const u_char *) key,
                                             len - 4));

    return 1;
}


/* entries of these lists begin with the string that tells them apart */

static void
contentlib_record_repeated(contentlib_reader_t *reader,
    const contentlib_level_t *level)
{
    ngx_uint_t  i;
    ngx_str_t  *one, *other;

    one = (ngx_str_t *) (void *) level->row;

    for (i = 1; i <= level->index; i++) {
        other = (ngx_str_t *) (void *) (level->row - i * level->size);

        if (one->len == other->len && one->len != 0
            && ngx_memcmp(one->data, other->data, one->len) == 0)
        {
            contentlib_record_error(reader, level, "", NULL,
                                    level[-1].field->text, "");
            break;
        }
    }
}


/* what may be left out follows from the original file */

static void
contentlib_record_derive(contentlib_reader_t *reader,
    const contentlib_level_t *level)
{
    contentlib_item_t             *item;
    const contentlib_rendition_t  *original;

    item = (contentlib_item_t *) (void *) level->row;
    original = contentlib_record_original(item);

    if (item->static_image.data == NULL) {

        if (original) {
            item->static_image = original->url;

        } else {
            contentlib_record_error(reader, level, "missing", "static_image",
                                    "", "");
        }
    }

    if (item->pictures.elts == NULL) {

        if (original) {
            contentlib_record_picture(reader, item, original);

        } else {
            contentlib_record_error(reader, level, "missing",
                                    "default_version.picture", "", "");
        }
    }
}


const contentlib_rendition_t *
contentlib_record_original(const contentlib_item_t *item)
{
    ngx_uint_t               i;
    contentlib_rendition_t  *download;

    download = item->downloads.elts;

    for (i = 0; i < item->downloads.nelts; i++) {
        if (ngx_strcmp(download[i].platform.data, "original") == 0) {
            return &download[i];
        }
    }

    return NULL;
}


/* the pictures of static images have an address only */

static void
contentlib_record_picture(contentlib_reader_t *reader, contentlib_item_t *item,
    const contentlib_rendition_t *original)
{
    contentlib_rendition_t  *picture;

    (void) ngx_array_init(&item->pictures, reader->pool, 1,
                          sizeof(contentlib_rendition_t));

    picture = item->pictures.elts;
    item->pictures.nelts = 1;

    *picture = *original;
    ngx_str_null(&picture->platform);

    if (item->content_type.data[0] == 'I') {
        picture->width = CONTENTLIB_ABSENT;
        picture->height = CONTENTLIB_ABSENT;
        picture->size = CONTENTLIB_ABSENT;
        ngx_str_null(&picture->format);

    } else if (picture->format.data == NULL) {
        ngx_str_set(&picture->format, "image/gif");
    }
}


/* counts a field that is there, and complains of one that is missing */

static json_object *
contentlib_record_find(contentlib_reader_t *reader, contentlib_level_t *level)
{
    const char                *name;
    json_object               *json;
    const contentlib_field_t  *field;

    field = level->field;

    if (level->node == NULL || field->name[0] == '\0') {
        return level->node;
    }

    name = contentlib_record_name(reader, field);

    if (!json_object_object_get_ex(level->node, name, &json)) {

        if (!(field->flags & CONTENTLIB_FIELD_OPTIONAL)) {
            contentlib_record_error(reader, level, "missing", name, "", "");
        }

        return NULL;
    }

    level->found++;

    if (json == NULL && field->type != CONTENTLIB_FIELD_ID_URL
        && field->type != CONTENTLIB_FIELD_SLUG_URL)
    {
        contentlib_record_error(reader, level, "", name, "is null", "");
    }

    return json;
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


/*
 * BEFORE "default_version.download[2].NAME" AFTER; the name is NULL for the
 * object itself.
 */

static void
contentlib_record_error(contentlib_reader_t *reader,
    const contentlib_level_t *level, const char *before, const char *name,
    const char *after, const char *excerpt)
{
    char                       path[1024];
    size_t                     len;
    const contentlib_level_t  *at;

    reader->errors++;
    len = 0;
    path[0] = '\0';

    for (at = reader->walk.levels; at < level; at++) {
        len += (size_t) snprintf(path + len, sizeof(path) - len, "%s%s",
                                 len ? "." : "",
                                 contentlib_record_name(reader, at->field));

        if (at->field->type == CONTENTLIB_FIELD_LIST) {
            len += (size_t) snprintf(path + len, sizeof(path) - len, "[%lu]",
                                     at[1].index);
        }
    }

    if (name && name[0] != '\0') {
        (void) snprintf(path + len, sizeof(path) - len, "%s%s",
                        len ? "." : "", name);
    }

    if (before[0] != '\0') {
        (void) contentlib_place_error(reader->place, "%s \"%s\"%s", before,
                                      path, excerpt);
        return;
    }

    (void) contentlib_place_error(reader->place, "\"%s\" %s%s", path, after,
                                  excerpt);
}
