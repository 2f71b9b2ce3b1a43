
/*
 * Copyright (C) contentlib authors
 *
 * Encodes names for addresses, and makes slugs and texts of them.
 */


#include <tool/import/contentlib_picture_url.h>

#include <text/contentlib_text.h>

#include <utf8proc.h>


static ngx_uint_t contentlib_picture_url_plain(u_char c, ngx_uint_t file);
static ngx_uint_t contentlib_picture_url_hex(u_char c);
static ngx_int_t contentlib_picture_slug_bytes(const ngx_str_t *name,
    ngx_pool_t *pool, ngx_str_t *slug);
static ngx_str_t contentlib_picture_url_extension(const ngx_str_t *url);


typedef struct {
    const char  *extension;
    ngx_str_t    type;
} contentlib_picture_url_type_t;


static const contentlib_picture_url_type_t  contentlib_picture_url_types[] = {
    { "apng", ngx_string("image/apng") },
    { "avif", ngx_string("image/avif") },
    { "bmp", ngx_string("image/bmp") },
    { "gif", ngx_string("image/gif") },
    { "heic", ngx_string("image/heic") },
    { "jpeg", ngx_string("image/jpeg") },
    { "jpg", ngx_string("image/jpeg") },
    { "m4v", ngx_string("video/mp4") },
    { "mov", ngx_string("video/quicktime") },
    { "mp4", ngx_string("video/mp4") },
    { "png", ngx_string("image/png") },
    { "svg", ngx_string("image/svg+xml") },
    { "tif", ngx_string("image/tiff") },
    { "tiff", ngx_string("image/tiff") },
    { "webm", ngx_string("video/webm") },
    { "webp", ngx_string("image/webp") }
};


ngx_int_t
contentlib_picture_url(const ngx_str_t *name, ngx_uint_t file,
    ngx_pool_t *pool, ngx_str_t *url)
{
    size_t   i;
    u_char  *p;

    static const u_char  hex[] = "0123456789ABCDEF";

    p = ngx_pnalloc(pool, 3 * name->len + 1);

    if (p == NULL) {
        return NGX_ERROR;
    }

    url->data = p;

    /* "./" */

    i = (file && name->len > 2 && ngx_memcmp(name->data, "./", 2) == 0) ? 2
                                                                       : 0;

    for ( /* void */ ; i < name->len; i++) {

        if (contentlib_picture_url_plain(name->data[i], file)
            || (name->data[i] == '%' && !file && i + 2 < name->len
                && contentlib_picture_url_hex(name->data[i + 1])
                && contentlib_picture_url_hex(name->data[i + 2])))
        {
            *p++ = name->data[i];
            continue;
        }

        *p++ = '%';
        *p++ = hex[name->data[i] >> 4];
        *p++ = hex[name->data[i] & 0xf];
    }

    url->len = (size_t) (p - url->data);

    return NGX_OK;
}


/* RFC 3986; a colon could make the first part of a path a scheme */

static ngx_uint_t
contentlib_picture_url_plain(u_char c, ngx_uint_t file)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9'))
    {
        return 1;
    }

    if (c == '\0') {
        return 0;
    }

    return strchr("-._~/!$&'()*+,;=@", c) != NULL
           || (!file && strchr(":?#[]", c) != NULL);
}


static ngx_uint_t
contentlib_picture_url_hex(u_char c)
{
    c |= 0x20;

    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}


ngx_str_t
contentlib_picture_url_type(const ngx_str_t *url)
{
    size_t      i;
    ngx_str_t   extension, none;

    extension = contentlib_picture_url_extension(url);

    for (i = 0; i < sizeof(contentlib_picture_url_types)
                    / sizeof(contentlib_picture_url_types[0]); i++)
    {
        if (extension.len
            == strlen(contentlib_picture_url_types[i].extension)
            && strncasecmp((char *) extension.data,
                           contentlib_picture_url_types[i].extension,
                           extension.len)
               == 0)
        {
            return contentlib_picture_url_types[i].type;
        }
    }

    ngx_str_null(&none);

    return none;
}


/* behind the last dot of the last part, or all of it */

static ngx_str_t
contentlib_picture_url_extension(const ngx_str_t *url)
{
    size_t     i;
    ngx_str_t  extension;

    extension = *url;

    for (i = 0; i < url->len; i++) {

        if (url->data[i] == '?' || url->data[i] == '#') {
            extension.len -= url->len - i;
            break;
        }

        if (url->data[i] == '/' || url->data[i] == '.') {
            extension.data = url->data + i + 1;
            extension.len = url->len - i - 1;
        }
    }

    return extension;
}


ngx_int_t
contentlib_picture_url_words(const ngx_str_t *name, ngx_uint_t file,
    ngx_pool_t *pool, ngx_str_t *words)
{
    u_char  *p;
    size_t   i, begin, end;

    begin = 0;
    end = 0;

    for (i = 0; i < name->len && (file || name->data[i] != '?'); i++) {

        if (name->data[i] == '/') {
            begin = i + 1;

        } else if (name->data[i] == '.') {
            end = i;
        }
    }

    if (end <= begin) {
        end = i;
    }

    p = ngx_pnalloc(pool, name->len + 1);

    if (p == NULL) {
        return NGX_ERROR;
    }

    words->data = p;

    for (i = begin; i < end; i++) {

        if (name->data[i] == '-' || name->data[i] == '_') {
            *p++ = ' ';

        } else if (!file && end - i > 2
                   && ngx_memcmp(name->data + i, "%20", 3) == 0)
        {
            *p++ = ' ';
            i += 2;

        } else {
            *p++ = name->data[i];
        }
    }

    words->len = (size_t) (p - words->data);

    return NGX_OK;
}


ngx_int_t
contentlib_picture_slug(const ngx_str_t *name, ngx_pool_t *pool,
    ngx_str_t *slug)
{
    u_char            *p, *last;
    utf8proc_ssize_t   i, len;
    utf8proc_uint8_t  *folded;

    slug->data = ngx_pnalloc(pool, CONTENTLIB_PICTURE_SLUG);

    if (slug->data == NULL) {
        return NGX_ERROR;
    }

    len = utf8proc_map(name->data, (utf8proc_ssize_t) name->len, &folded,
                       UTF8PROC_STABLE|UTF8PROC_COMPAT|UTF8PROC_DECOMPOSE
                       |UTF8PROC_CASEFOLD|UTF8PROC_STRIPMARK);
    if (len < 0) {
        return NGX_ERROR;
    }

    p = slug->data;
    last = p + CONTENTLIB_PICTURE_SLUG - CONTENTLIB_PICTURE_SLUG_NUMBER;

    for (i = 0; i < len && p < last; i++) {

        if ((folded[i] >= 'a' && folded[i] <= 'z')
            || (folded[i] >= '0' && folded[i] <= '9'))
        {
            *p++ = folded[i];

        } else if (folded[i] != '\'' && p > slug->data && p[-1] != '-') {
            *p++ = '-';
        }
    }

    free(folded);

    if (p > slug->data && p[-1] == '-') {
        p--;
    }

    slug->len = (size_t) (p - slug->data);

    return slug->len ? NGX_OK : contentlib_picture_slug_bytes(name, pool, slug);
}


/* folded, so that names that differ in case only have the same slug */

static ngx_int_t
contentlib_picture_slug_bytes(const ngx_str_t *name, ngx_pool_t *pool,
    ngx_str_t *slug)
{
    size_t   n;
    u_char  *p, *folded;

    folded = ngx_pnalloc(pool, CONTENTLIB_TEXT_GROWTH * name->len);

    if (folded == NULL) {
        return NGX_ERROR;
    }

    n = contentlib_text_fold(folded, name);
    p = ngx_cpymem(slug->data, "x-", 2);
    p = ngx_hex_dump(p, folded, ngx_min(n, 64));

    slug->len = (size_t) (p - slug->data);

    return NGX_OK;
}
