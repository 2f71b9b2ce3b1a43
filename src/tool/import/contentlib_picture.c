
/*
 * Copyright (C) contentlib authors
 *
 * Makes a JSON tree of a row, which is checked as any record.  A value may
 * stand in the tree at several places.
 */


#include <tool/import/contentlib_picture.h>

#include <text/contentlib_text.h>
#include <tool/import/contentlib_cell.h>
#include <tool/import/contentlib_picture_url.h>
#include <tool/record/contentlib_values.h>

#include <ctype.h>


const contentlib_picture_column_t  contentlib_picture_columns[] = {
    { "file", CONTENTLIB_PICTURE_FILE, 0, 0, 0 },
    { "url", CONTENTLIB_PICTURE_FILE, 1, 0, 0 },
    { "SourceFile", CONTENTLIB_PICTURE_FILE, 0, 1, 0 },
    { "Filename", CONTENTLIB_PICTURE_FILE, 0, 0, 0 },
    { "Source URL", CONTENTLIB_PICTURE_FILE, 1, 0, 0 },
    { "id", CONTENTLIB_PICTURE_ID, 0, 0, 0 },
    { "alt_text", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0, 0 },
    { "alt", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0, 0 },
    { "title", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0, 0 },
    { "caption", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0, 0 },
    { "description", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0, 0 },
    { "ImageDescription", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0, 0 },
    { "Caption-Abstract", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0, 0 },
    { "tags", CONTENTLIB_PICTURE_TAGS, 0, 0, 0 },
    { "Keywords", CONTENTLIB_PICTURE_TAGS, 0, 0, 0 },
    { "Subject", CONTENTLIB_PICTURE_TAGS, 0, 0, 0 },
    { "width", CONTENTLIB_PICTURE_WIDTH, 0, 0, 0 },
    { "ImageWidth", CONTENTLIB_PICTURE_WIDTH, 0, 0, 0 },
    { "height", CONTENTLIB_PICTURE_HEIGHT, 0, 0, 0 },
    { "ImageHeight", CONTENTLIB_PICTURE_HEIGHT, 0, 0, 0 },
    { "size", CONTENTLIB_PICTURE_SIZE, 0, 0, 0 },
    { "FileSize", CONTENTLIB_PICTURE_SIZE, 0, 0, 1 },
    { "type", CONTENTLIB_PICTURE_TYPE, 0, 0, 0 },
    { "MIMEType", CONTENTLIB_PICTURE_TYPE, 0, 0, 0 },
    { "created", CONTENTLIB_PICTURE_CREATED, 0, 0, 0 },
    { "DateTimeOriginal", CONTENTLIB_PICTURE_CREATED, 0, 0, 0 },
    { "CreateDate", CONTENTLIB_PICTURE_CREATED, 0, 0, 0 },
    { "thumbnail", CONTENTLIB_PICTURE_THUMBNAIL, 0, 0, 0 },
    { "thumbnail_width", CONTENTLIB_PICTURE_THUMBNAIL_WIDTH, 0, 0, 0 },
    { "thumbnail_height", CONTENTLIB_PICTURE_THUMBNAIL_HEIGHT, 0, 0, 0 },
    { "large", CONTENTLIB_PICTURE_LARGE, 0, 0, 0 },
    { "large_width", CONTENTLIB_PICTURE_LARGE_WIDTH, 0, 0, 0 },
    { "large_height", CONTENTLIB_PICTURE_LARGE_HEIGHT, 0, 0, 0 },
    { "clip", CONTENTLIB_PICTURE_CLIP, 0, 0, 0 },
    { "clip_width", CONTENTLIB_PICTURE_CLIP_WIDTH, 0, 0, 0 },
    { "clip_height", CONTENTLIB_PICTURE_CLIP_HEIGHT, 0, 0, 0 },
    { "clip_size", CONTENTLIB_PICTURE_CLIP_SIZE, 0, 0, 0 },
    { "clip_type", CONTENTLIB_PICTURE_CLIP_TYPE, 0, 0, 0 },
    { "original", CONTENTLIB_PICTURE_ORIGINAL, 0, 0, 0 },
    { "previous", CONTENTLIB_PICTURE_PREVIOUS, 0, 0, 0 },
    { "collection", CONTENTLIB_PICTURE_COLLECTION, 0, 0, 0 },
    { "preview_image", CONTENTLIB_PICTURE_PREVIEW, 0, 0, 0 },
    { "still", CONTENTLIB_PICTURE_STILL, 0, 0, 0 },
    { "animated", CONTENTLIB_PICTURE_ANIMATED, 0, 0, 0 }
};


_Static_assert(sizeof(contentlib_picture_columns)
               == CONTENTLIB_PICTURE_COLUMNS
                  * sizeof(contentlib_picture_column_t),
               "CONTENTLIB_PICTURE_COLUMNS is the number of rows");


/* of a file, of the item, of the smaller versions, and of the clip */

static const char *const  contentlib_picture_names[] = {
    "url", "width", "height", "size", "format",
    "id", "alt_text", "tags", "created",
    "url", "width", "height",
    "url", "width", "height",
    "url", "width", "height", "size", "format",
    "url",
    "url"
};


/* values are NULL if there are none */

typedef struct {
    json_object                *values[CONTENTLIB_PICTURE_FIELDS];
    ngx_str_t                   type;       /* empty if it is not known */
    ngx_uint_t                  animated;
    ngx_uint_t                  measured;   /* or the row has a size or type */
    ngx_uint_t                  video;
} contentlib_picture_t;


static ngx_int_t contentlib_picture_read(contentlib_picture_row_t *row,
    contentlib_picture_t *picture);
static ngx_int_t contentlib_picture_type(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture);
static ngx_int_t contentlib_picture_animated(
    const contentlib_picture_row_t *row, contentlib_picture_t *picture);
static ngx_str_t contentlib_picture_media_type(
    const contentlib_picture_row_t *row);
static ngx_uint_t contentlib_picture_wrong(
    const contentlib_picture_row_t *row, contentlib_picture_field_e field);
static ngx_uint_t contentlib_picture_is_name(
    const contentlib_picture_row_t *row, contentlib_picture_field_e field);
static ngx_str_t contentlib_picture_alt_text(
    const contentlib_picture_row_t *row);
static ngx_str_t contentlib_picture_created(
    const contentlib_picture_row_t *row);
static ngx_int_t contentlib_picture_tags(contentlib_picture_row_t *row,
    json_object *tags);
static ngx_int_t contentlib_picture_tag(contentlib_picture_row_t *row,
    ngx_str_t name, json_object *tags);
static ngx_int_t contentlib_picture_identify(contentlib_picture_row_t *row,
    contentlib_picture_t *picture);
static void contentlib_picture_existing(const contentlib_picture_row_t *row,
    json_object *address, int64_t *id, int64_t *created);
static json_object *contentlib_picture_json(
    const contentlib_picture_row_t *row, const contentlib_picture_t *picture);
static json_object *contentlib_picture_download(
    const contentlib_picture_row_t *row, const contentlib_picture_t *picture,
    ngx_uint_t i);
static json_object *contentlib_picture_list(
    const contentlib_picture_row_t *row, const contentlib_picture_t *picture);
static json_object *contentlib_picture_version(
    const contentlib_picture_row_t *row, const contentlib_picture_t *picture,
    contentlib_picture_field_e from, contentlib_picture_field_e to);
static json_object *contentlib_picture_file(
    const contentlib_picture_t *picture, ngx_uint_t measured);
static json_object *contentlib_picture_column(contentlib_picture_row_t *row,
    contentlib_picture_field_e field, json_object *value);
static json_object *contentlib_picture_text(const ngx_str_t *text);
static json_object *contentlib_picture_new(json_object *value);
static void contentlib_picture_add(json_object *object, const char *name,
    json_object *value);
static void contentlib_picture_share(json_object *object,
    const contentlib_picture_t *picture, ngx_uint_t from, ngx_uint_t to);
static void contentlib_picture_append(json_object *list, json_object *value);


ngx_int_t
contentlib_picture_item(contentlib_picture_row_t *row, json_object **json)
{
    ngx_int_t             rc;
    ngx_uint_t            i;
    contentlib_picture_t  picture;

    if (row->values[CONTENTLIB_PICTURE_FILE].text.len == 0) {
        return contentlib_place_error(&row->csv->place, "the file is missing");
    }

    ngx_memzero(&picture, sizeof(contentlib_picture_t));

    rc = contentlib_picture_type(row, &picture);

    if (rc == NGX_OK) {
        rc = contentlib_picture_read(row, &picture);
    }

    if (rc == NGX_OK) {
        *json = contentlib_picture_json(row, &picture);
    }

    for (i = 0; i < CONTENTLIB_PICTURE_FIELDS; i++) {
        json_object_put(picture.values[i]);
    }

    return rc;
}


static ngx_int_t
contentlib_picture_read(contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    ngx_str_t                   text;
    json_object               **value;
    contentlib_picture_field_e  i;

    for (i = 0; i < CONTENTLIB_PICTURE_FIELDS; i++) {

        value = &picture->values[i];
        text = row->values[i].text;

        if (contentlib_picture_is_file(i)) {

            if (contentlib_picture_wrong(row, i)) {
                return NGX_ERROR;
            }

            text = contentlib_picture_address(row, i);
        }

        switch (i) {

        case CONTENTLIB_PICTURE_ALT_TEXT:
            text = contentlib_picture_alt_text(row);
            break;

        case CONTENTLIB_PICTURE_TYPE:
            text = picture->type;
            break;

        case CONTENTLIB_PICTURE_CREATED:
            text = contentlib_picture_created(row);
            break;

        case CONTENTLIB_PICTURE_TAGS:
            *value = contentlib_picture_column(row, i,
                                               json_object_new_array());

            if (contentlib_picture_tags(row, *value) != NGX_OK) {
                return NGX_ERROR;
            }

            continue;

        default:
            break;
        }

        if (text.len || i == CONTENTLIB_PICTURE_ALT_TEXT) {
            *value = contentlib_picture_column(row, i,
                                               contentlib_picture_text(&text));
        }
    }

    return contentlib_picture_identify(row, picture);
}


ngx_uint_t
contentlib_picture_is_file(contentlib_picture_field_e field)
{
    switch (field) {

    case CONTENTLIB_PICTURE_FILE:
    case CONTENTLIB_PICTURE_THUMBNAIL:
    case CONTENTLIB_PICTURE_LARGE:
    case CONTENTLIB_PICTURE_CLIP:
    case CONTENTLIB_PICTURE_ORIGINAL:
    case CONTENTLIB_PICTURE_PREVIOUS:
    case CONTENTLIB_PICTURE_PREVIEW:
    case CONTENTLIB_PICTURE_STILL:
        return 1;

    default:
        return 0;
    }
}


/*
 * Without a type, the extension of the file tells it.  exiftool lists
 * everything that it can read, and says a type if it can.
 */

static ngx_int_t
contentlib_picture_type(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    char                                 *type;
    const contentlib_picture_value_t     *values;
    const contentlib_picture_url_type_t  *known;

    values = row->values;
    picture->type = contentlib_picture_media_type(row);
    picture->measured = values[CONTENTLIB_PICTURE_TYPE].text.len
                        || values[CONTENTLIB_PICTURE_WIDTH].text.len
                        || values[CONTENTLIB_PICTURE_HEIGHT].text.len
                        || values[CONTENTLIB_PICTURE_SIZE].text.len;

    if (picture->type.len == 0) {
        return values[CONTENTLIB_PICTURE_FILE].column->path ? NGX_DECLINED
                                                            : NGX_OK;
    }

    type = (char *) picture->type.data;
    picture->video = (ngx_strncmp(type, "video/", 6) == 0);
    picture->animated = picture->video
                        || ngx_strcmp(type, "image/gif") == 0
                        || ngx_strcmp(type, "image/apng") == 0
                        || (ngx_strcmp(type, "image/webp") == 0
                            && values[CONTENTLIB_PICTURE_STILL].text.len);

    if (contentlib_picture_animated(row, picture) != NGX_OK) {
        return NGX_ERROR;
    }

    picture->measured |= picture->animated;

    if (picture->video) {
        return values[CONTENTLIB_PICTURE_STILL].text.len
               || values[CONTENTLIB_PICTURE_THUMBNAIL].text.len
               ? NGX_OK : NGX_DECLINED;
    }

    /* what is no media type is an error of the format */

    known = contentlib_picture_url_type(&picture->type);

    return (ngx_strncmp(type, "image/", 6) == 0 && !(known && known->unseen))
           || contentlib_value_media_type(&picture->type)
           ? NGX_OK : NGX_DECLINED;
}


/* a picture may have one frame, and any format may have several */

static ngx_int_t
contentlib_picture_animated(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    char              quoted[CONTENTLIB_QUOTE_SIZE];
    int64_t           animated;
    const ngx_str_t  *text;

    text = &row->values[CONTENTLIB_PICTURE_ANIMATED].text;

    if (text->len == 0 || picture->video) {
        return NGX_OK;
    }

    if (contentlib_value_digits(text, &animated) != NGX_OK
        || animated < 0 || animated > 1)
    {
        return contentlib_place_error(&row->csv->place, "column \"animated\" "
                                      "is neither 0 nor 1: \"%s\"",
                                      contentlib_message_string(quoted,
                                                        (char *) text->data));
    }

    picture->animated = (animated == 1);

    return NGX_OK;
}


/* "image/gif", or "gif" alone; ends in a zero byte, empty if it is not known */

static ngx_str_t
contentlib_picture_media_type(const contentlib_picture_row_t *row)
{
    size_t            i;
    ngx_str_t         stem, extension, type;
    ngx_uint_t        given;
    const ngx_str_t  *text;

    const contentlib_picture_url_type_t  *known;

    text = &row->values[CONTENTLIB_PICTURE_TYPE].text;
    given = (text->len != 0);

    if (!given) {
        text = &row->values[CONTENTLIB_PICTURE_FILE].text;
    }

    contentlib_picture_url_split(text, given || contentlib_picture_is_name(row,
                                                     CONTENTLIB_PICTURE_FILE),
                                 &stem, &extension);
    known = contentlib_picture_url_type(&extension);

    if (given && memchr(text->data, '/', text->len)) {
        known = NULL;
    }

    if (known || !given) {
        type.data = (u_char *) (known ? known->type : "");
        type.len = ngx_strlen(type.data);
        return type;
    }

    type.len = text->len;
    type.data = ngx_pnalloc(row->csv->pool, text->len + 1);

    for (i = 0; i <= text->len; i++) {
        type.data[i] = (u_char) ngx_tolower(text->data[i]);
    }

    return type;
}


/* what could be an address, but hardly the one that is meant */

static ngx_uint_t
contentlib_picture_wrong(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field)
{
    char         name[CONTENTLIB_QUOTE_SIZE], quoted[CONTENTLIB_QUOTE_SIZE];
    const char  *text, *reason;

    text = (char *) row->values[field].text.data;

    if (contentlib_cell_addresses(text)) {
        reason = "has more than one address";

    } else if (strncasecmp(text, "www.", 4) == 0
               && !contentlib_picture_is_name(row, field))
    {
        reason = "has no \"https://\" before the address";

    } else {
        return 0;
    }

    (void) contentlib_message_string(name, row->values[field].name.name);
    (void) contentlib_message_string(quoted, text);

    (void) contentlib_place_error(&row->csv->place, "column \"%s\" %s: \"%s\"",
                                  name, reason, quoted);

    return 1;
}


ngx_str_t
contentlib_picture_address(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field)
{
    size_t      len;
    ngx_str_t   name, url;
    ngx_uint_t  file;

    name = row->values[field].text;
    file = contentlib_picture_is_name(row, field);
    len = contentlib_picture_drive(&name);

    if (row->directory.len && name.len >= row->directory.len
        && ngx_memcmp(name.data, row->directory.data, row->directory.len) == 0)
    {
        len = row->directory.len;
    }

    if (file) {
        name.data += len;
        name.len -= len;
    }

    contentlib_picture_url(&name, file, row->csv->pool, &url);
    contentlib_value_lower(&url);

    return url;
}


size_t
contentlib_picture_drive(const ngx_str_t *name)
{
    return name->len > 3 && isalpha(name->data[0]) && name->data[1] == ':'
           && name->data[2] == '/' ? 3 : 0;
}


/*
 * The column of the file tells what the others have.  "file://" begins no name,
 * and is an error as an address.
 */

static ngx_uint_t
contentlib_picture_is_name(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field)
{
    return !row->values[CONTENTLIB_PICTURE_FILE].column->address
           && strstr((char *) row->values[field].text.data, "://") == NULL;
}


static ngx_str_t
contentlib_picture_alt_text(const contentlib_picture_row_t *row)
{
    ngx_str_t   text, stem, extension;
    ngx_uint_t  file;

    text = row->values[CONTENTLIB_PICTURE_ALT_TEXT].text;

    if (text.len) {
        return text;
    }

    file = contentlib_picture_is_name(row, CONTENTLIB_PICTURE_FILE);

    contentlib_picture_url_split(&row->values[CONTENTLIB_PICTURE_FILE].text,
                                 file, &stem, &extension);

    contentlib_picture_url_words(&stem, file, row->csv->pool, &text);

    return text;
}


/*
 * What EXIF has in place of ISO 8601: colons in the date, and no zone.  Any
 * other text is left to the walk.
 */

static ngx_str_t
contentlib_picture_created(const contentlib_picture_row_t *row)
{
    char       *form;
    int64_t     time;
    ngx_int_t   rc;
    ngx_str_t   text, iso;

    text = row->values[CONTENTLIB_PICTURE_CREATED].text;

    if (text.len < sizeof("YYYY:MM:DD HH:MM:SS") - 1) {
        return text;
    }

    form = ngx_pnalloc(row->csv->pool, text.len + CONTENTLIB_TIME_SIZE);
    ngx_memcpy(form, text.data, text.len + 1);

    form[4] = (form[4] == ':') ? '-' : form[4];
    form[7] = (form[7] == ':') ? '-' : form[7];

    iso.data = (u_char *) form;
    iso.len = text.len;

    rc = contentlib_time_parse(&iso, &time);

    if (rc != NGX_OK) {
        form[iso.len++] = 'Z';
        form[iso.len] = '\0';

        rc = contentlib_time_parse(&iso, &time);
    }

    return rc == NGX_OK ? contentlib_time_format(time, form) : text;
}


static ngx_int_t
contentlib_picture_tags(contentlib_picture_row_t *row, json_object *tags)
{
    const char  *p, *separator;

    p = (char *) row->values[CONTENTLIB_PICTURE_TAGS].text.data;
    separator = contentlib_picture_separator(row, p);

    row->tags += (*p != '\0');
    row->separated += (strstr(p, separator) != NULL);
    row->blanks += (strchr(p, ' ') != NULL);

    /* too many are an error */

    do {
        if (contentlib_picture_tag(row, contentlib_picture_next(&p, separator),
                                   tags)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

    } while (p && json_object_array_length(tags) <= CONTENTLIB_LIST_MAX);

    return NGX_OK;
}


/* each cell is separated in its own way: by lines, or by ";", or by "," */

const char *
contentlib_picture_separator(const contentlib_picture_row_t *row,
    const char *cell)
{
    if (row->tag_separator) {
        return row->tag_separator;
    }

    return strchr(cell, '\n') ? "\n" : strchr(cell, ';') ? ";" : ",";
}


ngx_str_t
contentlib_picture_next(const char **p, const char *separator)
{
    ngx_str_t    name;
    const char  *end;

    end = strstr(*p, separator);

    name.data = (u_char *) *p;
    name.len = end ? (size_t) (end - *p) : ngx_strlen(*p);

    contentlib_text_trim(&name);

    *p = end ? end + ngx_strlen(separator) : NULL;

    return name;
}


/* one that the item has already, in whatever case, is left out */

static ngx_int_t
contentlib_picture_tag(contentlib_picture_row_t *row, ngx_str_t name,
    json_object *tags)
{
    size_t             i;
    ngx_str_t          slug;
    json_object       *one;
    contentlib_tag_t   tag;

    if (name.len == 0) {
        return NGX_OK;
    }

    tag.name = name;

    contentlib_picture_slug(&name, row->csv->pool, &tag.slug);

    if (contentlib_stage_tag_named(row->stage, &row->csv->place,
                                   row->csv->pool, &tag)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    for (i = 0; i < json_object_array_length(tags); i++) {
        one = json_object_array_get_idx(tags, i);
        slug = contentlib_value_string(json_object_object_get(one, "slug"));

        if (slug.len == tag.slug.len
            && ngx_memcmp(slug.data, tag.slug.data, slug.len) == 0)
        {
            return NGX_OK;
        }
    }

    one = contentlib_picture_new(json_object_new_object());

    contentlib_picture_add(one, "slug", contentlib_picture_text(&tag.slug));
    contentlib_picture_add(one, "name",
                           contentlib_picture_column(row,
                                           CONTENTLIB_PICTURE_TAGS,
                                           contentlib_picture_text(&tag.name)));
    contentlib_picture_append(tags, one);

    return NGX_OK;
}


static ngx_int_t
contentlib_picture_identify(contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    char           text[CONTENTLIB_TIME_SIZE];
    int64_t        id, created;
    ngx_str_t      url;
    json_object  **values;

    values = picture->values;
    id = 0;

    if (values[CONTENTLIB_PICTURE_ID]) {
        (void) contentlib_value_digits(&row->values[CONTENTLIB_PICTURE_ID].text,
                                       &id);
    }

    created = row->created;

    contentlib_picture_existing(row, values[CONTENTLIB_PICTURE_ORIGINAL]
                                     ? values[CONTENTLIB_PICTURE_ORIGINAL]
                                     : values[CONTENTLIB_PICTURE_FILE],
                                &id, &created);

    if (id == 0 && values[CONTENTLIB_PICTURE_PREVIOUS]) {
        contentlib_picture_existing(row, values[CONTENTLIB_PICTURE_PREVIOUS],
                                    &id, &created);
    }

    if (values[CONTENTLIB_PICTURE_CREATED] == NULL) {
        url = contentlib_time_format(created, text);
        values[CONTENTLIB_PICTURE_CREATED] = contentlib_picture_text(&url);
    }

    if (id == 0) {

        if (row->highest == INT64_MAX) {
            return contentlib_place_error(&row->csv->place, "there is no id "
                                          "above the highest id");
        }

        id = ++row->highest;
    }

    row->id = id;

    if (values[CONTENTLIB_PICTURE_ID] == NULL) {
        values[CONTENTLIB_PICTURE_ID] = contentlib_picture_new(
                                                    json_object_new_int64(id));
    }

    return NGX_OK;
}


static void
contentlib_picture_existing(const contentlib_picture_row_t *row,
    json_object *address, int64_t *id, int64_t *created)
{
    ngx_str_t  url;

    url = contentlib_value_string(address);
    url = contentlib_value_strip(row->media_url, &url);

    contentlib_stage_item_existing(row->stage, &url, id, created);
}


/* without a still, the static image is that of the original */

static json_object *
contentlib_picture_json(const contentlib_picture_row_t *row,
    const contentlib_picture_t *picture)
{
    ngx_uint_t    i;
    json_object  *item, *version, *list, *file, *still;

    static const char *const  platforms[] = {
        "network_a", "network_b", "network_c", "original"
    };

    list = contentlib_picture_new(json_object_new_array());

    for (i = 0; i < sizeof(platforms) / sizeof(platforms[0]); i++) {
        file = contentlib_picture_download(row, picture, i);

        contentlib_picture_add(file, "platform",
                               json_object_new_string(platforms[i]));
        contentlib_picture_append(list, file);
    }

    version = contentlib_picture_new(json_object_new_object());

    contentlib_picture_add(version, "content_type",
                           json_object_new_string(picture->animated ? "G"
                                                                    : "I"));
    contentlib_picture_add(version, "download", list);
    contentlib_picture_add(version, "picture",
                           contentlib_picture_list(row, picture));

    item = contentlib_picture_new(json_object_new_object());

    contentlib_picture_share(item, picture, CONTENTLIB_PICTURE_ID,
                             CONTENTLIB_PICTURE_CREATED);
    contentlib_picture_add(item, "default_version", version);

    still = picture->values[CONTENTLIB_PICTURE_STILL];

    if (still == NULL) {
        still = picture->values[CONTENTLIB_PICTURE_THUMBNAIL];
    }

    if (!picture->animated) {
        still = picture->values[CONTENTLIB_PICTURE_FILE];
    }

    if (still) {
        contentlib_picture_add(item, "static_image", json_object_get(still));
    }

    return item;
}


/* the third file may be another coding, and the last one what was converted */

static json_object *
contentlib_picture_download(const contentlib_picture_row_t *row,
    const contentlib_picture_t *picture, ngx_uint_t i)
{
    json_object  *file;

    if (i == 2 && picture->values[CONTENTLIB_PICTURE_CLIP]) {
        return contentlib_picture_version(row, picture, CONTENTLIB_PICTURE_CLIP,
                                          CONTENTLIB_PICTURE_CLIP_TYPE);
    }

    if (i == 3 && picture->values[CONTENTLIB_PICTURE_ORIGINAL]) {
        file = contentlib_picture_new(json_object_new_object());

        contentlib_picture_share(file, picture, CONTENTLIB_PICTURE_ORIGINAL,
                                 CONTENTLIB_PICTURE_ORIGINAL);
        return file;
    }

    return contentlib_picture_file(picture, picture->animated && i < 3);
}


/* a video is no picture */

static json_object *
contentlib_picture_list(const contentlib_picture_row_t *row,
    const contentlib_picture_t *picture)
{
    json_object  *list;

    list = contentlib_picture_new(json_object_new_array());

    if (!picture->video) {
        contentlib_picture_append(list,
                                  contentlib_picture_file(picture,
                                                          picture->measured));
    }

    if (picture->values[CONTENTLIB_PICTURE_THUMBNAIL]) {
        contentlib_picture_append(list,
            contentlib_picture_version(row, picture,
                                       CONTENTLIB_PICTURE_THUMBNAIL,
                                       CONTENTLIB_PICTURE_THUMBNAIL_HEIGHT));

    } else if (picture->video) {
        contentlib_picture_append(list,
            contentlib_picture_version(row, picture, CONTENTLIB_PICTURE_STILL,
                                       CONTENTLIB_PICTURE_STILL));
    }

    if (picture->values[CONTENTLIB_PICTURE_LARGE]) {
        contentlib_picture_append(list,
            contentlib_picture_version(row, picture, CONTENTLIB_PICTURE_LARGE,
                                       CONTENTLIB_PICTURE_LARGE_HEIGHT));
    }

    return list;
}


/* the values from one to another, with the type of the extension */

static json_object *
contentlib_picture_version(const contentlib_picture_row_t *row,
    const contentlib_picture_t *picture, contentlib_picture_field_e from,
    contentlib_picture_field_e to)
{
    ngx_str_t                             stem, extension;
    json_object                          *file;
    const contentlib_picture_url_type_t  *known;

    file = contentlib_picture_new(json_object_new_object());

    contentlib_picture_share(file, picture, from, to);

    contentlib_picture_url_split(&row->values[from].text,
                                 contentlib_picture_is_name(row, from),
                                 &stem, &extension);
    known = contentlib_picture_url_type(&extension);

    if (known && json_object_object_get(file, "format") == NULL) {
        contentlib_picture_add(file, "format",
                               json_object_new_string(known->type));
    }

    return file;
}


static json_object *
contentlib_picture_file(const contentlib_picture_t *picture,
    ngx_uint_t measured)
{
    json_object  *file;

    file = contentlib_picture_new(json_object_new_object());

    contentlib_picture_share(file, picture, CONTENTLIB_PICTURE_FILE,
                             measured ? CONTENTLIB_PICTURE_TYPE
                                      : CONTENTLIB_PICTURE_FILE);
    return file;
}


json_object *
contentlib_picture_collection(contentlib_picture_row_t *row,
    const contentlib_tag_t *collection)
{
    ngx_str_t     url;
    json_object  *json, *preview;

    if (row->values[CONTENTLIB_PICTURE_PREVIEW].text.len) {
        url = contentlib_picture_address(row, CONTENTLIB_PICTURE_PREVIEW);
        preview = contentlib_picture_column(row, CONTENTLIB_PICTURE_PREVIEW,
                                            contentlib_picture_text(&url));

    } else {
        preview = contentlib_picture_new(json_object_new_object());
        contentlib_picture_add(preview, "id", json_object_new_int64(row->id));
    }

    json = contentlib_picture_new(json_object_new_object());

    contentlib_picture_add(json, "slug",
                           contentlib_picture_text(&collection->slug));
    contentlib_picture_add(json, "name",
                           contentlib_picture_text(&collection->name));
    contentlib_picture_add(json, "description", json_object_new_string(""));
    contentlib_picture_add(json, "preview_image", preview);
    contentlib_picture_add(json, "display_in_library",
                           json_object_new_boolean(1));
    contentlib_picture_add(json, "featured", json_object_new_boolean(0));

    return json;
}


/* what a message names, unless the value is a default */

static json_object *
contentlib_picture_column(contentlib_picture_row_t *row,
    contentlib_picture_field_e field, json_object *value)
{
    (void) contentlib_picture_new(value);

    if (row->values[field].text.len) {
        json_object_set_userdata(value, &row->values[field].name, NULL);
    }

    return value;
}


static json_object *
contentlib_picture_text(const ngx_str_t *text)
{
    return contentlib_picture_new(
                       json_object_new_string_len((const char *) text->data,
                                                  (int) text->len));
}


static json_object *
contentlib_picture_new(json_object *value)
{
    if (value == NULL) {
        contentlib_no_memory();
    }

    return value;
}


/* takes the value; the object does not have the name */

static void
contentlib_picture_add(json_object *object, const char *name,
    json_object *value)
{
    if (json_object_object_add_ex(object, name, contentlib_picture_new(value),
                                  JSON_C_OBJECT_ADD_KEY_IS_NEW
                                  | JSON_C_OBJECT_ADD_CONSTANT_KEY)
        != 0)
    {
        contentlib_no_memory();
    }
}


/* those values from one to another that the picture has */

static void
contentlib_picture_share(json_object *object,
    const contentlib_picture_t *picture, ngx_uint_t from, ngx_uint_t to)
{
    for ( /* void */ ; from <= to; from++) {
        if (picture->values[from]) {
            contentlib_picture_add(object, contentlib_picture_names[from],
                                   json_object_get(picture->values[from]));
        }
    }
}


static void
contentlib_picture_append(json_object *list, json_object *value)
{
    if (json_object_array_add(list, value) != 0) {
        contentlib_no_memory();
    }
}
