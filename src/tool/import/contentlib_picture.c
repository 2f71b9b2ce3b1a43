
/*
 * Copyright (C) contentlib authors
 *
 * Every value is checked here, so that a message names the column.
 */


#include <tool/import/contentlib_picture.h>

#include <json/contentlib_json.h>
#include <text/contentlib_text.h>
#include <tool/import/contentlib_picture_url.h>
#include <tool/record/contentlib_time.h>
#include <tool/record/contentlib_values.h>


#define CONTENTLIB_PICTURE_NUMBER  ((int64_t) 1 << 53)


/* of several columns for one value, the first one that is not empty counts */

typedef enum {
    CONTENTLIB_PICTURE_FILE = 0,
    CONTENTLIB_PICTURE_URL,
    CONTENTLIB_PICTURE_SOURCE_FILE,
    CONTENTLIB_PICTURE_ID,
    CONTENTLIB_PICTURE_ALT_TEXT,
    CONTENTLIB_PICTURE_ALT,
    CONTENTLIB_PICTURE_TITLE,
    CONTENTLIB_PICTURE_DESCRIPTION,
    CONTENTLIB_PICTURE_TAGS,
    CONTENTLIB_PICTURE_WIDTH,
    CONTENTLIB_PICTURE_IMAGE_WIDTH,
    CONTENTLIB_PICTURE_HEIGHT,
    CONTENTLIB_PICTURE_IMAGE_HEIGHT,
    CONTENTLIB_PICTURE_SIZE,
    CONTENTLIB_PICTURE_FILE_SIZE,
    CONTENTLIB_PICTURE_TYPE,
    CONTENTLIB_PICTURE_MIME_TYPE,
    CONTENTLIB_PICTURE_CREATED,
    CONTENTLIB_PICTURE_THUMBNAIL,
    CONTENTLIB_PICTURE_STILL
} contentlib_picture_column_e;


static const char *const  contentlib_picture_names[] = {
    "file", "url", "SourceFile", "id", "alt_text", "alt", "title",
    "description", "tags", "width", "ImageWidth", "height", "ImageHeight",
    "size", "FileSize", "type", "MIMEType", "created", "thumbnail", "still"
};


typedef struct {
    ngx_str_t                  url;
    ngx_str_t                  thumbnail;   /* empty if there is none */
    ngx_str_t                  still;
    ngx_str_t                  type;
    ngx_str_t                  alt_text;
    int64_t                    id;
    int64_t                    created;     /* microseconds */
    int64_t                    width;       /* CONTENTLIB_ABSENT if absent */
    int64_t                    height;
    int64_t                    size;
    ngx_array_t                tags;        /* of contentlib_tag_t */
    ngx_uint_t                 animated;
    ngx_uint_t                 video;
} contentlib_picture_t;


static ngx_uint_t contentlib_picture_first(const contentlib_picture_row_t *row,
    ngx_uint_t from, ngx_uint_t to);
static ngx_int_t contentlib_picture_refuse(const contentlib_picture_row_t *row,
    ngx_uint_t column, const char *what);
static ngx_int_t contentlib_picture_no_memory(
    const contentlib_picture_row_t *row);
static ngx_int_t contentlib_picture_read(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture);
static ngx_int_t contentlib_picture_files(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture);
static ngx_int_t contentlib_picture_file(const contentlib_picture_row_t *row,
    ngx_uint_t column, ngx_uint_t file, ngx_str_t *url);
static ngx_int_t contentlib_picture_type(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture);
static ngx_int_t contentlib_picture_type_given(
    const contentlib_picture_row_t *row, ngx_uint_t column, ngx_str_t *type);
static ngx_uint_t contentlib_picture_is(const ngx_str_t *type,
    const char *prefix);
static ngx_int_t contentlib_picture_alt_text(
    const contentlib_picture_row_t *row, ngx_str_t *alt_text);
static ngx_int_t contentlib_picture_numbers(
    const contentlib_picture_row_t *row, contentlib_picture_t *picture);
static ngx_int_t contentlib_picture_digits(const ngx_str_t *text,
    uint64_t most, int64_t *number);
static ngx_int_t contentlib_picture_tags(const contentlib_picture_row_t *row,
    ngx_array_t *tags);
static ngx_uint_t contentlib_picture_separates(u_char c, ngx_uint_t marks);
static ngx_str_t contentlib_picture_trim(const ngx_str_t *text);
static ngx_int_t contentlib_picture_tag(const contentlib_picture_row_t *row,
    const ngx_str_t *name, ngx_array_t *tags);
static ngx_int_t contentlib_picture_tag_number(
    const contentlib_picture_row_t *row, const ngx_array_t *tags,
    contentlib_tag_t *tag);
static ngx_int_t contentlib_picture_tag_slug(
    const contentlib_picture_row_t *row, const ngx_array_t *tags,
    const ngx_str_t *folded, contentlib_tag_t *tag, ngx_uint_t n);
static ngx_int_t contentlib_picture_fold(const contentlib_picture_row_t *row,
    const ngx_str_t *text, ngx_str_t *folded);
static ngx_int_t contentlib_picture_created(
    const contentlib_picture_row_t *row, int64_t *created);
static ngx_int_t contentlib_picture_number(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture, int64_t *highest, int64_t created);
static ngx_int_t contentlib_picture_json(const contentlib_picture_row_t *row,
    const contentlib_picture_t *picture, ngx_str_t *text);
static void contentlib_picture_version(contentlib_json_t *json,
    contentlib_json_node_t *root, const contentlib_picture_t *picture);
static void contentlib_picture_rendition(contentlib_json_t *json,
    contentlib_json_node_t *list, const char *platform,
    const contentlib_picture_t *picture);
static void contentlib_picture_created_json(contentlib_json_t *json,
    contentlib_json_node_t *root, int64_t created);


ngx_int_t
contentlib_picture_column(const ngx_str_t *name)
{
    ngx_int_t  i;

    for (i = 0; i < CONTENTLIB_PICTURE_COLUMNS; i++) {

        if (name->len == ngx_strlen(contentlib_picture_names[i])
            && strncasecmp((char *) name->data, contentlib_picture_names[i],
                           name->len)
               == 0)
        {
            return i;
        }
    }

    return NGX_DECLINED;
}


const char *
contentlib_picture_column_name(ngx_uint_t column)
{
    return contentlib_picture_names[column];
}


/* the first column of these that has a value, or the last one */

static ngx_uint_t
contentlib_picture_first(const contentlib_picture_row_t *row, ngx_uint_t from,
    ngx_uint_t to)
{
    while (from < to && row->cells[from].len == 0) {
        from++;
    }

    return from;
}


static ngx_int_t
contentlib_picture_refuse(const contentlib_picture_row_t *row,
    ngx_uint_t column, const char *what)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    return contentlib_message_set(row->message, "%s:%lu: column \"%s\": \"%s\""
                                  " %s", row->file, row->line,
                                  contentlib_picture_names[column],
                                  contentlib_message_quote(quoted,
                                                     row->cells[column].data,
                                                     row->cells[column].len),
                                  what);
}


static ngx_int_t
contentlib_picture_no_memory(const contentlib_picture_row_t *row)
{
    return contentlib_message_set(row->message, "contentlib: out of memory");
}


ngx_str_t
contentlib_picture_path(const contentlib_picture_row_t *row)
{
    ngx_str_t  path;

    path = row->cells[CONTENTLIB_PICTURE_SOURCE_FILE];

    if (path.len == 0 || path.data[0] != '/') {
        ngx_str_null(&path);
    }

    return path;
}


ngx_int_t
contentlib_picture_id(const contentlib_picture_row_t *row, int64_t *id)
{
    const ngx_str_t  *text;

    text = &row->cells[CONTENTLIB_PICTURE_ID];

    if (text->len == 0) {
        return NGX_DECLINED;
    }

    if (contentlib_picture_digits(text, INT64_MAX, id) != NGX_OK || *id == 0) {
        return contentlib_picture_refuse(row, CONTENTLIB_PICTURE_ID, "is not "
                                         "a whole number from 1 to 2^63 - 1");
    }

    return NGX_OK;
}


ngx_int_t
contentlib_picture_text(const contentlib_picture_row_t *row, int64_t *highest,
    int64_t created, ngx_str_t *text)
{
    ngx_int_t             rc;
    contentlib_picture_t  picture;

    ngx_memzero(&picture, sizeof(contentlib_picture_t));

    rc = contentlib_picture_read(row, &picture);

    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_picture_number(row, &picture, highest, created) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_picture_json(row, &picture, text);
}


static ngx_int_t
contentlib_picture_read(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    ngx_int_t  rc;

    if (contentlib_picture_files(row, picture) != NGX_OK) {
        return NGX_ERROR;
    }

    rc = contentlib_picture_type(row, picture);

    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_picture_alt_text(row, &picture->alt_text) != NGX_OK
        || contentlib_picture_numbers(row, picture) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_picture_tags(row, &picture->tags);
}


static ngx_int_t
contentlib_picture_files(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    ngx_uint_t  column, file;

    column = contentlib_picture_first(row, CONTENTLIB_PICTURE_FILE,
                                      CONTENTLIB_PICTURE_SOURCE_FILE);
    file = (column != CONTENTLIB_PICTURE_URL);

    if (row->cells[column].len == 0) {
        return contentlib_message_set(row->message, "%s:%lu: the file is "
                                      "missing", row->file, row->line);
    }

    if (contentlib_picture_file(row, column, file, &picture->url) != NGX_OK
        || contentlib_picture_file(row, CONTENTLIB_PICTURE_THUMBNAIL, file,
                                   &picture->thumbnail)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_picture_file(row, CONTENTLIB_PICTURE_STILL, file,
                                   &picture->still);
}


/* "file": what is not an address of http(s) is the name of a file */

static ngx_int_t
contentlib_picture_file(const contentlib_picture_row_t *row,
    ngx_uint_t column, ngx_uint_t file, ngx_str_t *url)
{
    ngx_str_t    name;
    const char  *reason;

    name = row->cells[column];

    if (name.len == 0) {
        return NGX_OK;
    }

    file = file && !contentlib_value_absolute(&name);

    if (column == CONTENTLIB_PICTURE_SOURCE_FILE
        && contentlib_picture_path(row).len)
    {
        name.data += row->directory.len;
        name.len -= row->directory.len;
    }

    if (contentlib_picture_url(&name, file, row->pool, url) != NGX_OK) {
        return contentlib_picture_no_memory(row);
    }

    reason = contentlib_value_address(url);

    return reason ? contentlib_picture_refuse(row, column, reason) : NGX_OK;
}


/*
 * Without a type, the name of the file tells it.  exiftool lists everything
 * that it can read, and says a type if it can.
 */

static ngx_int_t
contentlib_picture_type(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    ngx_str_t   *type;
    ngx_uint_t   column;

    type = &picture->type;
    column = contentlib_picture_first(row, CONTENTLIB_PICTURE_TYPE,
                                      CONTENTLIB_PICTURE_MIME_TYPE);

    if (row->cells[column].len == 0) {
        column = contentlib_picture_first(row, CONTENTLIB_PICTURE_FILE,
                                          CONTENTLIB_PICTURE_SOURCE_FILE);
        *type = contentlib_picture_url_type(&picture->url);

        if (type->len == 0) {
            return column == CONTENTLIB_PICTURE_SOURCE_FILE ? NGX_DECLINED
                                                            : NGX_OK;
        }

    } else if (contentlib_picture_type_given(row, column, type) != NGX_OK) {
        return NGX_ERROR;
    }

    picture->video = contentlib_picture_is(type, "video/");
    picture->animated = picture->video
                        || contentlib_picture_is(type, "image/gif")
                        || contentlib_picture_is(type, "image/apng");

    if (picture->video) {
        return picture->still.len || picture->thumbnail.len ? NGX_OK
                                                            : NGX_DECLINED;
    }

    return contentlib_picture_is(type, "image/") ? NGX_OK : NGX_DECLINED;
}


/* "image/gif", or "gif" alone */

static ngx_int_t
contentlib_picture_type_given(const contentlib_picture_row_t *row,
    ngx_uint_t column, ngx_str_t *type)
{
    size_t      i;
    ngx_str_t   known;
    ngx_uint_t  slashes;

    known = contentlib_picture_url_type(&row->cells[column]);

    type->len = row->cells[column].len;
    type->data = ngx_pnalloc(row->pool, type->len);

    if (type->data == NULL) {
        return contentlib_picture_no_memory(row);
    }

    slashes = 0;

    for (i = 0; i < type->len; i++) {
        type->data[i] = (u_char) ngx_tolower(row->cells[column].data[i]);

        if (type->data[i] == '/') {
            slashes++;
            continue;
        }

        if (!isalnum(type->data[i]) && strchr("+-._", type->data[i]) == NULL) {
            slashes = 0;
            break;
        }
    }

    if (slashes == 0 && known.len) {
        *type = known;
        return NGX_OK;
    }

    if (slashes != 1 || type->data[0] == '/' || type->data[i - 1] == '/'
        || type->len > CONTENTLIB_VALUE_SLUG)
    {
        return contentlib_picture_refuse(row, column, "is not a media type, "
                                         "such as image/png");
    }

    return NGX_OK;
}


static ngx_uint_t
contentlib_picture_is(const ngx_str_t *type, const char *prefix)
{
    size_t  len;

    len = ngx_strlen(prefix);

    return type->len >= len && ngx_memcmp(type->data, prefix, len) == 0;
}


static ngx_int_t
contentlib_picture_alt_text(const contentlib_picture_row_t *row,
    ngx_str_t *alt_text)
{
    ngx_uint_t  column, file;

    column = contentlib_picture_first(row, CONTENTLIB_PICTURE_ALT_TEXT,
                                      CONTENTLIB_PICTURE_DESCRIPTION);

    *alt_text = row->cells[column];

    if (alt_text->len > CONTENTLIB_VALUE_TEXT) {
        return contentlib_picture_refuse(row, column,
                                         "is longer than 65536 bytes");
    }

    if (alt_text->len) {
        return NGX_OK;
    }

    column = contentlib_picture_first(row, CONTENTLIB_PICTURE_FILE,
                                      CONTENTLIB_PICTURE_SOURCE_FILE);

    file = (column != CONTENTLIB_PICTURE_URL
            && !contentlib_value_absolute(&row->cells[column]));

    return contentlib_picture_url_words(&row->cells[column], file, row->pool,
                                        alt_text)
           == NGX_OK ? NGX_OK : contentlib_picture_no_memory(row);
}


static ngx_int_t
contentlib_picture_numbers(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture)
{
    ngx_uint_t  i, column;

    const struct {
        ngx_uint_t   from;
        ngx_uint_t   to;
        int64_t     *value;
    } numbers[] = {
        { CONTENTLIB_PICTURE_WIDTH, CONTENTLIB_PICTURE_IMAGE_WIDTH,
          &picture->width },
        { CONTENTLIB_PICTURE_HEIGHT, CONTENTLIB_PICTURE_IMAGE_HEIGHT,
          &picture->height },
        { CONTENTLIB_PICTURE_SIZE, CONTENTLIB_PICTURE_FILE_SIZE,
          &picture->size }
    };

    for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {

        column = contentlib_picture_first(row, numbers[i].from, numbers[i].to);

        if (row->cells[column].len == 0) {
            *numbers[i].value = CONTENTLIB_ABSENT;
            continue;
        }

        if (contentlib_picture_digits(&row->cells[column],
                                      CONTENTLIB_PICTURE_NUMBER,
                                      numbers[i].value)
            != NGX_OK)
        {
            return contentlib_picture_refuse(row, column, "is not a whole "
                                             "number from 0 to 2^53");
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_picture_digits(const ngx_str_t *text, uint64_t most,
    int64_t *number)
{
    size_t    i;
    uint64_t  n, digit;

    n = 0;

    for (i = 0; i < text->len; i++) {

        if (text->data[i] < '0' || text->data[i] > '9') {
            return NGX_ERROR;
        }

        digit = (uint64_t) (text->data[i] - '0');

        if (n > (most - digit) / 10) {
            return NGX_ERROR;
        }

        n = n * 10 + digit;
    }

    *number = (int64_t) n;

    return NGX_OK;
}


/* separated by commas and semicolons, or else by blanks */

static ngx_int_t
contentlib_picture_tags(const contentlib_picture_row_t *row, ngx_array_t *tags)
{
    size_t      i;
    ngx_str_t   name, text;
    ngx_uint_t  marks;

    text = row->cells[CONTENTLIB_PICTURE_TAGS];
    marks = 0;

    for (i = 0; i < text.len; i++) {
        marks |= (text.data[i] == ',' || text.data[i] == ';');
    }

    if (ngx_array_init(tags, row->pool, 8, sizeof(contentlib_tag_t))
        != NGX_OK)
    {
        return contentlib_picture_no_memory(row);
    }

    name.data = text.data;

    for (i = 0; i <= text.len; i++) {

        if (i < text.len
            && !contentlib_picture_separates(text.data[i], marks))
        {
            continue;
        }

        name.len = (size_t) (text.data + i - name.data);

        if (contentlib_picture_tag(row, &name, tags) != NGX_OK) {
            return NGX_ERROR;
        }

        name.data = text.data + i + 1;
    }

    return NGX_OK;
}


static ngx_uint_t
contentlib_picture_separates(u_char c, ngx_uint_t marks)
{
    return marks ? (c == ',' || c == ';')
                 : (c == ' ' || (c >= '\t' && c <= '\r'));
}


static ngx_str_t
contentlib_picture_trim(const ngx_str_t *text)
{
    ngx_str_t  trimmed;

    trimmed = *text;

    while (trimmed.len && contentlib_picture_separates(trimmed.data[0], 0)) {
        trimmed.data++;
        trimmed.len--;
    }

    while (trimmed.len
           && contentlib_picture_separates(trimmed.data[trimmed.len - 1], 0))
    {
        trimmed.len--;
    }

    return trimmed;
}


/* one that the item has already, in whatever case, is left out */

static ngx_int_t
contentlib_picture_tag(const contentlib_picture_row_t *row,
    const ngx_str_t *name, ngx_array_t *tags)
{
    ngx_int_t          rc;
    contentlib_tag_t   tag, *pushed;

    tag.name = contentlib_picture_trim(name);

    if (tag.name.len == 0) {
        return NGX_OK;
    }

    if (tag.name.len > CONTENTLIB_VALUE_NAME
        || tags->nelts == CONTENTLIB_LIST_MAX)
    {
        return contentlib_picture_refuse(row, CONTENTLIB_PICTURE_TAGS,
                                         "has more than 1000 tags, or one of "
                                         "more than 1000 bytes");
    }

    if (contentlib_picture_slug(&tag.name, row->pool, &tag.slug) != NGX_OK) {
        return contentlib_picture_no_memory(row);
    }

    rc = contentlib_picture_tag_number(row, tags, &tag);

    if (rc != NGX_OK) {
        return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
    }

    pushed = ngx_array_push(tags);

    if (pushed == NULL) {
        return contentlib_picture_no_memory(row);
    }

    *pushed = tag;

    return NGX_OK;
}


/*
 * "cat", or "cat-2" if another name has it, and so on.  The numbers found are
 * stored, so that no slug is compared again and again.  NGX_DONE if the item
 * has the tag already.
 */

static ngx_int_t
contentlib_picture_tag_number(const contentlib_picture_row_t *row,
    const ngx_array_t *tags, contentlib_tag_t *tag)
{
    ngx_int_t   rc, known;
    ngx_str_t   slug, folded;
    ngx_uint_t  n;

    slug = tag->slug;
    n = 1;

    if (contentlib_picture_fold(row, &tag->name, &folded) != NGX_OK) {
        return NGX_ERROR;
    }

    known = contentlib_existing_number(row->existing, CONTENTLIB_EXISTING_NAME,
                                       &folded, &n);

    if (known == NGX_DECLINED
        && contentlib_existing_number(row->existing, CONTENTLIB_EXISTING_SLUG,
                                      &slug, &n)
           == NGX_ERROR)
    {
        return NGX_ERROR;
    }

    for ( /* void */ ; known != NGX_ERROR; n++) {

        tag->slug.len = slug.len;

        if (n > 1) {
            tag->slug.len += (size_t) snprintf((char *) slug.data + slug.len,
                                               CONTENTLIB_PICTURE_SLUG_NUMBER,
                                               "-%lu", n);
        }

        rc = contentlib_picture_tag_slug(row, tags, &folded, tag, n);

        if (rc == NGX_AGAIN) {
            continue;
        }

        if (known == NGX_OK || rc == NGX_ERROR) {
            return rc;
        }

        return contentlib_existing_set_number(row->existing,
                                              CONTENTLIB_EXISTING_NAME,
                                              &folded, n)
               == NGX_OK
               && contentlib_existing_set_number(row->existing,
                                                 CONTENTLIB_EXISTING_SLUG,
                                                 &slug, n)
                  == NGX_OK
               ? rc : NGX_ERROR;
    }

    return NGX_ERROR;
}


/*
 * Whether the slug is for the name, which then is that of the tag: NGX_OK;
 * NGX_DONE if the item has the tag already, NGX_AGAIN if the slug is that of
 * another name, whose number is stored then.
 */

static ngx_int_t
contentlib_picture_tag_slug(const contentlib_picture_row_t *row,
    const ngx_array_t *tags, const ngx_str_t *folded, contentlib_tag_t *tag,
    ngx_uint_t n)
{
    ngx_int_t                rc;
    ngx_str_t                name, other;
    ngx_uint_t               i, repeated;
    const contentlib_tag_t  *others;

    others = tags->elts;
    repeated = 0;

    for (i = 0; i < tags->nelts && !repeated; i++) {
        if (others[i].slug.len == tag->slug.len
            && ngx_memcmp(others[i].slug.data, tag->slug.data, tag->slug.len)
               == 0)
        {
            name = others[i].name;
            repeated = 1;
        }
    }

    if (!repeated) {
        rc = contentlib_existing_tag(row->existing, &tag->slug, row->pool,
                                     &name);
        if (rc != NGX_OK) {
            return rc == NGX_DECLINED ? NGX_OK : NGX_ERROR;
        }
    }

    if (contentlib_picture_fold(row, &name, &other) != NGX_OK) {
        return NGX_ERROR;
    }

    if (other.len == folded->len
        && ngx_memcmp(other.data, folded->data, folded->len) == 0)
    {
        tag->name = name;
        return repeated ? NGX_DONE : NGX_OK;
    }

    return contentlib_existing_set_number(row->existing,
                                          CONTENTLIB_EXISTING_NAME, &other, n)
           == NGX_OK
           ? NGX_AGAIN : NGX_ERROR;
}


static ngx_int_t
contentlib_picture_fold(const contentlib_picture_row_t *row,
    const ngx_str_t *text, ngx_str_t *folded)
{
    folded->data = ngx_pnalloc(row->pool, CONTENTLIB_TEXT_GROWTH * text->len);

    if (folded->data == NULL) {
        return contentlib_picture_no_memory(row);
    }

    folded->len = contentlib_text_fold(folded->data, text);

    return NGX_OK;
}


static ngx_int_t
contentlib_picture_created(const contentlib_picture_row_t *row,
    int64_t *created)
{
    char              hint[160];
    ngx_str_t         day;
    u_char            iso[sizeof("YYYY-MM-DDTHH:MM:SSZ")];
    const ngx_str_t  *text;

    text = &row->cells[CONTENTLIB_PICTURE_CREATED];

    if (contentlib_time_parse(text, created) == NGX_OK) {
        return NGX_OK;
    }

    /* a day alone, or a time as exiftool writes it */

    ngx_memcpy(iso, "YYYY-MM-DDT00:00:00Z", sizeof(iso));

    if (text->len == 10 || text->len == 19) {
        ngx_memcpy(iso, text->data, text->len);

        iso[4] = '-';
        iso[7] = '-';
        iso[10] = 'T';
    }

    day.data = iso;
    day.len = sizeof(iso) - 1;

    if (contentlib_time_parse(&day, created) != NGX_OK) {
        return contentlib_picture_refuse(row, CONTENTLIB_PICTURE_CREATED,
                                         "is not an ISO 8601 UTC time, such "
                                         "as 2024-05-01T12:00:00Z");
    }

    (void) snprintf(hint, sizeof(hint), "is not an ISO 8601 UTC time: write "
                    "%s", iso);

    return contentlib_picture_refuse(row, CONTENTLIB_PICTURE_CREATED, hint);
}


static ngx_int_t
contentlib_picture_number(const contentlib_picture_row_t *row,
    contentlib_picture_t *picture, int64_t *highest, int64_t created)
{
    ngx_int_t  found, given;

    picture->created = created;

    found = contentlib_existing_item(row->existing, &picture->url,
                                     &picture->id, &picture->created);
    given = contentlib_picture_id(row, &picture->id);

    if (found == NGX_ERROR || given == NGX_ERROR) {
        return NGX_ERROR;
    }

    if (row->cells[CONTENTLIB_PICTURE_CREATED].len
        && contentlib_picture_created(row, &picture->created) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (found == NGX_OK || given == NGX_OK) {
        return NGX_OK;
    }

    if (*highest == INT64_MAX) {
        return contentlib_message_set(row->message, "%s:%lu: there is no "
                                      "identifier above the highest one",
                                      row->file, row->line);
    }

    picture->id = ++*highest;

    return contentlib_existing_add(row->existing, &picture->url, picture->id,
                                   picture->created);
}


static ngx_int_t
contentlib_picture_json(const contentlib_picture_row_t *row,
    const contentlib_picture_t *picture, ngx_str_t *text)
{
    ngx_uint_t               i;
    contentlib_tag_t        *tag;
    contentlib_json_t        json;
    contentlib_json_node_t  *root, *tags, *node;

    root = contentlib_json_begin_object(&json);

    contentlib_json_integer(&json, root, "id", picture->id);
    contentlib_json_string(&json, root, "alt_text", &picture->alt_text);

    tags = contentlib_json_array(&json, root, "tags");
    tag = picture->tags.elts;

    for (i = 0; i < picture->tags.nelts; i++) {
        node = contentlib_json_object(&json, tags, NULL);
        contentlib_json_string(&json, node, "slug", &tag[i].slug);
        contentlib_json_string(&json, node, "name", &tag[i].name);
    }

    contentlib_picture_version(&json, root, picture);

    /* that of a static image is the image itself */

    contentlib_json_string(&json, root, "static_image",
                           !picture->animated ? &picture->url
                           : picture->still.len ? &picture->still
                           : picture->thumbnail.len ? &picture->thumbnail
                           : &picture->url);
    contentlib_picture_created_json(&json, root, picture->created);
    (void) contentlib_json_array(&json, root, row->partner_ids);

    return contentlib_json_end(&json, row->pool, text) == NGX_OK
           ? NGX_OK : contentlib_picture_no_memory(row);
}


static void
contentlib_picture_version(contentlib_json_t *json,
    contentlib_json_node_t *root, const contentlib_picture_t *picture)
{
    size_t                   i;
    contentlib_picture_t     other;
    contentlib_json_node_t  *version, *list;

    static const char *const  platforms[] = {
        "network_a", "network_b", "network_c"
    };

    version = contentlib_json_object(json, root, "default_version");

    contentlib_json_literal(json, version, "content_type",
                            picture->animated ? "G" : "I");
    contentlib_json_literal(json, version, "content_label",
                            picture->animated ? "GIF" : "Static Image");

    list = contentlib_json_array(json, version, "download");

    for (i = 0; i < sizeof(platforms) / sizeof(platforms[0]); i++) {
        contentlib_picture_rendition(json, list, platforms[i], picture);
    }

    /* nothing but the address is told of these */

    ngx_memzero(&other, sizeof(contentlib_picture_t));

    other.url = picture->url;
    contentlib_picture_rendition(json, list, "original", &other);

    list = contentlib_json_array(json, version, "picture");

    if (!picture->video) {
        contentlib_picture_rendition(json, list, NULL, picture);
    }

    other.url = picture->thumbnail.len ? picture->thumbnail : picture->still;

    if (picture->thumbnail.len || picture->video) {
        contentlib_picture_rendition(json, list, NULL, &other);
    }

    (void) contentlib_json_object(json, version, "platforms");
}


/* width, height, format and size are told of animations only */

static void
contentlib_picture_rendition(contentlib_json_t *json,
    contentlib_json_node_t *list, const char *platform,
    const contentlib_picture_t *picture)
{
    size_t                   i;
    contentlib_json_node_t  *node;

    const struct {
        const char  *name;
        int64_t      value;
    } numbers[] = {
        { "width", picture->width },
        { "height", picture->height },
        { "size", picture->size }
    };

    node = contentlib_json_object(json, list, NULL);

    if (platform) {
        contentlib_json_literal(json, node, "platform", platform);
    }

    contentlib_json_string(json, node, "url", &picture->url);

    if (!picture->animated) {
        return;
    }

    for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        if (numbers[i].value != CONTENTLIB_ABSENT) {
            contentlib_json_integer(json, node, numbers[i].name,
                                    numbers[i].value);
        }
    }

    contentlib_json_string(json, node, "format", &picture->type);
}


static void
contentlib_picture_created_json(contentlib_json_t *json,
    contentlib_json_node_t *root, int64_t created)
{
    char       buffer[64];
    time_t     seconds;
    int64_t    fraction;
    struct tm  tm;

    seconds = (time_t) (created / 1000000);
    fraction = created % 1000000;

    if (fraction < 0) {
        fraction += 1000000;
        seconds--;
    }

    if (gmtime_r(&seconds, &tm) == NULL) {
        json->failed = 1;
        return;
    }

    (void) snprintf(buffer, sizeof(buffer),
                    "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ",
                    tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
                    tm.tm_min, tm.tm_sec, (int) fraction);

    contentlib_json_literal(json, root, "created", buffer);
}
