
/*
 * Copyright (C) contentlib authors
 *
 * Every value is checked here, so that a message names the column.
 */


#include <tool/import/contentlib_picture.h>

#include <text/contentlib_text.h>
#include <tool/import/contentlib_picture_url.h>
#include <tool/record/contentlib_time.h>
#include <tool/record/contentlib_values.h>


#define CONTENTLIB_PICTURE_NUMBER  ((int64_t) 1 << 53)

const contentlib_picture_column_t  contentlib_picture_columns[] = {
    { "file", CONTENTLIB_PICTURE_FILE, 0, 0 },
    { "url", CONTENTLIB_PICTURE_FILE, 1, 0 },
    { "SourceFile", CONTENTLIB_PICTURE_FILE, 0, 1 },
    { "id", CONTENTLIB_PICTURE_ID, 0, 0 },
    { "alt_text", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0 },
    { "alt", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0 },
    { "title", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0 },
    { "description", CONTENTLIB_PICTURE_ALT_TEXT, 0, 0 },
    { "tags", CONTENTLIB_PICTURE_TAGS, 0, 0 },
    { "width", CONTENTLIB_PICTURE_WIDTH, 0, 0 },
    { "ImageWidth", CONTENTLIB_PICTURE_WIDTH, 0, 0 },
    { "height", CONTENTLIB_PICTURE_HEIGHT, 0, 0 },
    { "ImageHeight", CONTENTLIB_PICTURE_HEIGHT, 0, 0 },
    { "size", CONTENTLIB_PICTURE_SIZE, 0, 0 },
    { "FileSize", CONTENTLIB_PICTURE_SIZE, 0, 0 },
    { "type", CONTENTLIB_PICTURE_TYPE, 0, 0 },
    { "MIMEType", CONTENTLIB_PICTURE_TYPE, 0, 0 },
    { "created", CONTENTLIB_PICTURE_CREATED, 0, 0 },
    { "thumbnail", CONTENTLIB_PICTURE_THUMBNAIL, 0, 0 },
    { "still", CONTENTLIB_PICTURE_STILL, 0, 0 }
};


typedef struct {
    int64_t                    id;
    int64_t                    created;
    ngx_str_t                  alt_text;
    json_object               *tags;
    const char                *content_type;
    ngx_uint_t                 video;

    /* the file; a number is -1, and a text empty if there is none */

    ngx_str_t                  url;
    ngx_str_t                  format;
    int64_t                    width;
    int64_t                    height;
    int64_t                    size;
    ngx_str_t                  thumbnail;
    ngx_str_t                  still;
} contentlib_picture_t;


static ngx_int_t contentlib_picture_error(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field, const char *what);
static ngx_int_t contentlib_picture_address(
    const contentlib_picture_row_t *row, contentlib_picture_field_e field,
    ngx_str_t *url);
static ngx_uint_t contentlib_picture_is_name(
    const contentlib_picture_row_t *row, contentlib_picture_field_e field);
static ngx_int_t contentlib_picture_type(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture);
static ngx_int_t contentlib_picture_media_type(
    const contentlib_picture_row_t *row, ngx_str_t *type);
static ngx_int_t contentlib_picture_alt_text(
    const contentlib_picture_row_t *row, ngx_str_t *alt_text);
static ngx_int_t contentlib_picture_number(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field, int64_t *number);
static ngx_int_t contentlib_picture_tags(const contentlib_picture_row_t *row,
    json_object *tags);
static ngx_int_t contentlib_picture_tag(const contentlib_picture_row_t *row,
    ngx_str_t name, json_object *tags);
static ngx_int_t contentlib_picture_identify(contentlib_picture_row_t *row,
    contentlib_picture_t *picture);
static ngx_int_t contentlib_picture_created(
    const contentlib_picture_row_t *row, int64_t *created);
static json_object *contentlib_picture_json(
    const contentlib_picture_t *picture);
static json_object *contentlib_picture_file(
    const contentlib_picture_t *picture, const char *platform,
    ngx_uint_t measured);
static json_object *contentlib_picture_add(json_object *parent,
    const char *name, json_object *value);
static void contentlib_picture_add_text(json_object *parent, const char *name,
    const ngx_str_t *text);
static void contentlib_picture_add_number(json_object *parent,
    const char *name, int64_t number);


ngx_int_t
contentlib_picture_item(contentlib_picture_row_t *row, json_object **json)
{
    ngx_int_t             rc;
    contentlib_picture_t  picture;

    ngx_memzero(&picture, sizeof(contentlib_picture_t));

    if (row->values[CONTENTLIB_PICTURE_FILE].text.len == 0) {
        return contentlib_place_error(&row->csv->place, "the file is missing");
    }

    if (contentlib_picture_address(row, CONTENTLIB_PICTURE_FILE, &picture.url)
        != NGX_OK
        || contentlib_picture_address(row, CONTENTLIB_PICTURE_THUMBNAIL,
                                      &picture.thumbnail)
           != NGX_OK
        || contentlib_picture_address(row, CONTENTLIB_PICTURE_STILL,
                                      &picture.still)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    rc = contentlib_picture_type(row, &picture);

    if (rc != NGX_OK) {
        return rc;
    }

    picture.tags = contentlib_picture_add(NULL, NULL, json_object_new_array());

    if (contentlib_picture_alt_text(row, &picture.alt_text) != NGX_OK
        || contentlib_picture_number(row, CONTENTLIB_PICTURE_WIDTH,
                                     &picture.width)
           != NGX_OK
        || contentlib_picture_number(row, CONTENTLIB_PICTURE_HEIGHT,
                                     &picture.height)
           != NGX_OK
        || contentlib_picture_number(row, CONTENTLIB_PICTURE_SIZE,
                                     &picture.size)
           != NGX_OK
        || contentlib_picture_tags(row, picture.tags) != NGX_OK
        || contentlib_picture_identify(row, &picture) != NGX_OK)
    {
        json_object_put(picture.tags);
        return NGX_ERROR;
    }

    *json = contentlib_picture_json(&picture);

    return NGX_OK;
}


static ngx_int_t
contentlib_picture_error(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field, const char *what)
{
    char                               quoted[CONTENTLIB_QUOTE_SIZE];
    const contentlib_picture_value_t  *value;

    value = &row->values[field];

    return contentlib_place_error(&row->csv->place, "column \"%s\": \"%s\" %s",
                                  value->column->name,
                                  contentlib_message_quote(quoted,
                                                           value->text.data,
                                                           value->text.len),
                                  what);
}


static ngx_int_t
contentlib_picture_address(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field, ngx_str_t *url)
{
    ngx_str_t    name;
    const char  *reason;

    name = row->values[field].text;

    if (name.len == 0) {
        return NGX_OK;
    }

    if (row->values[field].column->path) {
        name.data += row->directory.len;
        name.len -= row->directory.len;
    }

    contentlib_picture_url(&name, contentlib_picture_is_name(row, field),
                           row->csv->pool, url);

    reason = contentlib_value_address(url);
    *url = contentlib_value_strip(row->media_url, url);

    return reason ? contentlib_picture_error(row, field, reason) : NGX_OK;
}


/* the column of the file tells what the others have */

static ngx_uint_t
contentlib_picture_is_name(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field)
{
    return !row->values[CONTENTLIB_PICTURE_FILE].column->address
           && !contentlib_value_absolute(&row->values[field].text);
}


/*
 * Without a type, the extension of the file tells it.  exiftool lists
 * everything that it can read, and says a type if it can.
 */

static ngx_int_t
contentlib_picture_type(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    char        *type;
    ngx_str_t   *format;
    ngx_uint_t   animated;

    picture->content_type = "I";

    format = &picture->format;

    if (contentlib_picture_media_type(row, format) != NGX_OK) {
        return NGX_ERROR;
    }

    if (format->len == 0) {
        return row->values[CONTENTLIB_PICTURE_FILE].column->path ? NGX_DECLINED
                                                                 : NGX_OK;
    }

    type = (char *) format->data;
    picture->video = (ngx_strncmp(type, "video/", 6) == 0);
    animated = picture->video
               || ngx_strcmp(type, "image/gif") == 0
               || ngx_strcmp(type, "image/apng") == 0;

    if (animated) {
        picture->content_type = "G";
    }

    if (picture->video) {
        return picture->still.len || picture->thumbnail.len ? NGX_OK
                                                            : NGX_DECLINED;
    }

    return ngx_strncmp(type, "image/", 6) == 0 ? NGX_OK : NGX_DECLINED;
}


/* "image/gif", or "gif" alone; empty if it is not known */

static ngx_int_t
contentlib_picture_media_type(const contentlib_picture_row_t *row,
    ngx_str_t *type)
{
    size_t            i;
    ngx_str_t         stem, extension;
    ngx_uint_t        given;
    const char       *known;
    const ngx_str_t  *text;

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
        type->data = (u_char *) (known ? known : "");
        type->len = ngx_strlen(type->data);
        return NGX_OK;
    }

    type->len = text->len;
    type->data = ngx_pnalloc(row->csv->pool, text->len + 1);

    for (i = 0; i <= text->len; i++) {
        type->data[i] = (u_char) ngx_tolower(text->data[i]);
    }

    return contentlib_value_media_type(type)
           ? contentlib_picture_error(row, CONTENTLIB_PICTURE_TYPE,
                                      "is not a media type, such as image/png")
           : NGX_OK;
}


static ngx_int_t
contentlib_picture_alt_text(const contentlib_picture_row_t *row,
    ngx_str_t *alt_text)
{
    ngx_str_t   stem, extension;
    ngx_uint_t  file;

    *alt_text = row->values[CONTENTLIB_PICTURE_ALT_TEXT].text;

    if (alt_text->len > CONTENTLIB_VALUE_TEXT) {
        return contentlib_picture_error(row, CONTENTLIB_PICTURE_ALT_TEXT,
                                        "is longer than 65536 bytes");
    }

    if (alt_text->len) {
        return NGX_OK;
    }

    file = contentlib_picture_is_name(row, CONTENTLIB_PICTURE_FILE);

    contentlib_picture_url_split(&row->values[CONTENTLIB_PICTURE_FILE].text,
                                 file, &stem, &extension);

    contentlib_picture_url_words(&stem, file, row->csv->pool, alt_text);

    return NGX_OK;
}


static ngx_int_t
contentlib_picture_number(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field, int64_t *number)
{
    const ngx_str_t  *text;

    text = &row->values[field].text;
    (void) contentlib_value_digits(text, number);

    return text->len
           && (*number == -1 || *number > CONTENTLIB_PICTURE_NUMBER)
           ? contentlib_picture_error(row, field, "is not a whole number from "
                                                  "0 to 2^53")
           : NGX_OK;
}


/* separated by commas and semicolons, or else by blanks */

static ngx_int_t
contentlib_picture_tags(const contentlib_picture_row_t *row,
    json_object *tags)
{
    char        *p;
    ngx_str_t    name;
    const char  *separators;

    p = (char *) row->values[CONTENTLIB_PICTURE_TAGS].text.data;
    separators = strpbrk(p, ",;") ? ",;" : " \t\n\v\f\r";

    for ( ;; ) {
        name.data = (u_char *) p;
        name.len = strcspn(p, separators);

        if (contentlib_picture_tag(row, name, tags) != NGX_OK) {
            return NGX_ERROR;
        }

        p += name.len;

        if (*p == '\0') {
            return NGX_OK;
        }

        p++;
    }
}


/* one that the item has already, in whatever case, is left out */

static ngx_int_t
contentlib_picture_tag(const contentlib_picture_row_t *row, ngx_str_t name,
    json_object *tags)
{
    size_t             i;
    json_object       *one;
    contentlib_tag_t   tag;

    while (name.len && contentlib_text_blank(name.data[0])) {
        name.data++;
        name.len--;
    }

    while (name.len && contentlib_text_blank(name.data[name.len - 1])) {
        name.len--;
    }

    if (name.len == 0) {
        return NGX_OK;
    }

    if (name.len > CONTENTLIB_NAME_LONGEST
        || json_object_array_length(tags) == CONTENTLIB_LIST_MAX)
    {
        return contentlib_picture_error(row, CONTENTLIB_PICTURE_TAGS,
                                        "has more than 1000 tags, or one of "
                                        "more than 1000 bytes");
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
        one = json_object_object_get(json_object_array_get_idx(tags, i),
                                     "slug");

        if ((size_t) json_object_get_string_len(one) == tag.slug.len
            && ngx_memcmp(json_object_get_string(one), tag.slug.data,
                          tag.slug.len)
               == 0)
        {
            return NGX_OK;
        }
    }

    one = contentlib_picture_add(tags, NULL, json_object_new_object());

    contentlib_picture_add_text(one, "slug", &tag.slug);
    contentlib_picture_add_text(one, "name", &tag.name);

    return NGX_OK;
}


static ngx_int_t
contentlib_picture_identify(contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    const ngx_str_t  *text;

    text = &row->values[CONTENTLIB_PICTURE_ID].text;
    picture->created = row->created;

    if (text->len) {
        (void) contentlib_value_digits(text, &picture->id);

        if (picture->id < 1) {
            return contentlib_picture_error(row, CONTENTLIB_PICTURE_ID,
                                            "is not a whole number from 1 to "
                                            "2^63 - 1");
        }
    }

    contentlib_stage_item_existing(row->stage, &picture->url, &picture->id,
                                   &picture->created);

    if (contentlib_picture_created(row, &picture->created) != NGX_OK) {
        return NGX_ERROR;
    }

    if (picture->id == 0) {

        if (row->highest == INT64_MAX) {
            return contentlib_place_error(&row->csv->place, "there is no id "
                                          "above the highest id");
        }

        picture->id = ++row->highest;
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_picture_created(const contentlib_picture_row_t *row,
    int64_t *created)
{
    char              form[CONTENTLIB_QUOTE_SIZE];
    char              reason[CONTENTLIB_QUOTE_SIZE + 64];
    const ngx_str_t  *text;

    text = &row->values[CONTENTLIB_PICTURE_CREATED].text;

    if (text->len == 0 || contentlib_time_parse(text, created) == NGX_OK) {
        return NGX_OK;
    }

    (void) snprintf(reason, sizeof(reason), "is not an ISO 8601 UTC time "
                    "(write %s)", contentlib_value_hint_time(text, form));

    return contentlib_picture_error(row, CONTENTLIB_PICTURE_CREATED, reason);
}


/* a video is no picture */

static json_object *
contentlib_picture_json(const contentlib_picture_t *picture)
{
    char                   created[CONTENTLIB_TIME_SIZE];
    ngx_str_t              text;
    ngx_uint_t             i;
    json_object           *item, *version, *list, *small;
    const ngx_str_t       *still;

    static const char *const  platforms[] = {
        "network_a", "network_b", "network_c"
    };

    item = contentlib_picture_add(NULL, NULL, json_object_new_object());
    text = contentlib_time_format(picture->created, created);

    contentlib_picture_add_number(item, "id", picture->id);
    contentlib_picture_add_text(item, "alt_text", &picture->alt_text);
    contentlib_picture_add_text(item, "created", &text);
    (void) contentlib_picture_add(item, "tags", picture->tags);

    still = &picture->url;

    if (picture->content_type[0] == 'G' && picture->still.len) {
        still = &picture->still;

    } else if (picture->content_type[0] == 'G' && picture->thumbnail.len) {
        still = &picture->thumbnail;
    }

    contentlib_picture_add_text(item, "static_image", still);

    version = contentlib_picture_add(item, "default_version",
                                     json_object_new_object());

    (void) contentlib_picture_add(version, "content_type",
                                  json_object_new_string(
                                                      picture->content_type));

    list = contentlib_picture_add(version, "download",
                                  json_object_new_array());

    for (i = 0; i < sizeof(platforms) / sizeof(platforms[0]); i++) {
        (void) contentlib_picture_add(list, NULL,
                                      contentlib_picture_file(picture,
                                                              platforms[i],
                                                              1));
    }

    (void) contentlib_picture_add(list, NULL,
                                  contentlib_picture_file(picture, "original",
                                                          0));

    list = contentlib_picture_add(version, "picture", json_object_new_array());

    if (!picture->video) {
        (void) contentlib_picture_add(list, NULL,
                                      contentlib_picture_file(picture, NULL,
                                                              1));
    }

    if (picture->thumbnail.len || picture->video) {
        small = contentlib_picture_add(list, NULL, json_object_new_object());

        contentlib_picture_add_text(small, "url", picture->thumbnail.len
                                                  ? &picture->thumbnail
                                                  : &picture->still);
    }

    return item;
}


/* animations only have width, height, format and size */

static json_object *
contentlib_picture_file(const contentlib_picture_t *picture,
    const char *platform, ngx_uint_t measured)
{
    json_object  *file;

    file = contentlib_picture_add(NULL, NULL, json_object_new_object());

    if (platform) {
        (void) contentlib_picture_add(file, "platform",
                                      json_object_new_string(platform));
    }

    contentlib_picture_add_text(file, "url", &picture->url);

    if (measured && picture->content_type[0] == 'G') {
        contentlib_picture_add_number(file, "width", picture->width);
        contentlib_picture_add_number(file, "height", picture->height);
        contentlib_picture_add_number(file, "size", picture->size);

        if (picture->format.len) {
            contentlib_picture_add_text(file, "format", &picture->format);
        }
    }

    return file;
}


/* to an object, to a list (no name), or to nothing; returns the value */

static json_object *
contentlib_picture_add(json_object *parent, const char *name,
    json_object *value)
{
    if (value == NULL
        || (name && json_object_object_add(parent, name, value) != 0)
        || (parent && name == NULL && json_object_array_add(parent, value)
                                      != 0))
    {
        contentlib_no_memory();
    }

    return value;
}


static void
contentlib_picture_add_text(json_object *parent, const char *name,
    const ngx_str_t *text)
{
    (void) contentlib_picture_add(parent, name,
                                  json_object_new_string_len(
                                                    (const char *) text->data,
                                                    (int) text->len));
}


static void
contentlib_picture_add_number(json_object *parent, const char *name,
    int64_t number)
{
    if (number >= 0) {
        (void) contentlib_picture_add(parent, name,
                                      json_object_new_int64(number));
    }
}
