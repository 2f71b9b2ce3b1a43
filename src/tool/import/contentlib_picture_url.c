
/*
 * Copyright (C) contentlib authors
 *
 * Encodes names for addresses, and makes slugs and texts of them.
 */


#include <tool/import/contentlib_picture_url.h>

#include <text/contentlib_text.h>
#include <tool/contentlib_message.h>

#include <utf8proc.h>


/* RFC 3986; a colon could make the first part of a path a scheme */

#define CONTENTLIB_PICTURE_URL_FILE  "abcdefghijklmnopqrstuvwxyz"             \
                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"   \
                                     "-._~/!$&'()*+,;=@"


static void contentlib_picture_slug_bytes(const ngx_str_t *name,
    ngx_pool_t *pool, ngx_str_t *slug);


static const contentlib_picture_url_type_t  contentlib_picture_url_types[] = {
    { "apng", "image/apng", 0 },
    { "arw", "image/x-sony-arw", 1 },
    { "avif", "image/avif", 0 },
    { "bmp", "image/bmp", 0 },
    { "cr2", "image/x-canon-cr2", 1 },
    { "cr3", "image/x-canon-cr3", 1 },
    { "dng", "image/x-adobe-dng", 1 },
    { "gif", "image/gif", 0 },
    { "heic", "image/heic", 1 },
    { "heif", "image/heif", 1 },
    { "jp2", "image/jp2", 1 },
    { "jpeg", "image/jpeg", 0 },
    { "jpg", "image/jpeg", 0 },
    { "m4v", "video/mp4", 0 },
    { "mov", "video/quicktime", 0 },
    { "mp4", "video/mp4", 0 },
    { "nef", "image/x-nikon-nef", 1 },
    { "orf", "image/x-olympus-orf", 1 },
    { "pef", "image/x-pentax-pef", 1 },
    { "png", "image/png", 0 },
    { "psd", "image/vnd.adobe.photoshop", 1 },
    { "raf", "image/x-fujifilm-raf", 1 },
    { "rw2", "image/x-panasonic-rw2", 1 },
    { "svg", "image/svg+xml", 0 },
    { "tif", "image/tiff", 1 },
    { "tiff", "image/tiff", 1 },
    { "webm", "video/webm", 0 },
    { "webp", "image/webp", 0 }
};


void
contentlib_picture_url(const ngx_str_t *name, ngx_uint_t file,
    ngx_pool_t *pool, ngx_str_t *url)
{
    u_char      *p, *to, *last;
    const char  *plain;

    to = ngx_pnalloc(pool, 3 * name->len + 1);

    p = name->data;
    last = p + name->len;
    url->data = to;
    plain = file ? CONTENTLIB_PICTURE_URL_FILE
                 : CONTENTLIB_PICTURE_URL_FILE ":?#[]";

    if (file && name->len > 2 && ngx_strncmp(p, "./", 2) == 0) {
        p += 2;
    }

    for ( /* void */ ; p < last; p++) {

        if (ngx_strchr(plain, *p)
            || (*p == '%' && !file && isxdigit(p[1]) && isxdigit(p[2])))
        {
            *to++ = *p;
            continue;
        }

        to += snprintf((char *) to, sizeof("%FF"), "%%%02X", *p);
    }

    url->len = (size_t) (to - url->data);
}


const contentlib_picture_url_type_t *
contentlib_picture_url_type(const ngx_str_t *text)
{
    size_t                                i;
    const contentlib_picture_url_type_t  *known;

    for (i = 0; i < sizeof(contentlib_picture_url_types)
                    / sizeof(contentlib_picture_url_types[0]); i++)
    {
        known = &contentlib_picture_url_types[i];

        if ((text->len == ngx_strlen(known->extension)
             && strncasecmp((char *) text->data, known->extension, text->len)
                == 0)
            || (text->len == ngx_strlen(known->type)
                && ngx_strncmp(text->data, known->type, text->len) == 0))
        {
            return known;
        }
    }

    return NULL;
}


void
contentlib_picture_url_split(const ngx_str_t *name, ngx_uint_t file,
    ngx_str_t *stem, ngx_str_t *extension)
{
    size_t   len;
    u_char  *p;

    len = file ? name->len : strcspn((char *) name->data, "?#");
    p = memrchr(name->data, '/', len);

    stem->data = p ? p + 1 : name->data;
    stem->len = (size_t) (name->data + len - stem->data);
    *extension = *stem;

    p = memrchr(stem->data, '.', stem->len);

    if (p) {
        extension->data = p + 1;
        extension->len -= (size_t) (p + 1 - stem->data);
    }

    if (p > stem->data) {
        stem->len = (size_t) (p - stem->data);
    }
}


void
contentlib_picture_url_words(const ngx_str_t *stem, ngx_uint_t file,
    ngx_pool_t *pool, ngx_str_t *words)
{
    char      hex[3];
    size_t    i;
    u_char   *p, byte;

    p = ngx_pnalloc(pool, stem->len + 1);

    words->data = p;
    hex[2] = '\0';

    for (i = 0; i < stem->len; i++) {

        byte = stem->data[i];

        if (byte == '%' && !file && stem->len - i > 2
            && isxdigit(stem->data[i + 1]) && isxdigit(stem->data[i + 2]))
        {
            ngx_memcpy(hex, &stem->data[i + 1], 2);
            byte = (u_char) strtoul(hex, NULL, 16);
            i += 2;

        } else if (byte == '-' || byte == '_') {
            byte = ' ';
        }

        *p++ = byte;
    }

    words->len = (size_t) (p - words->data);

    /* an address may have escapes of another encoding */

    if (!contentlib_text_valid(words)
        || memchr(words->data, '\0', words->len) != NULL)
    {
        *words = *stem;
    }
}


void
contentlib_picture_slug(const ngx_str_t *name, ngx_pool_t *pool,
    ngx_str_t *slug)
{
    u_char            *p, *last;
    const char        *ascii;
    utf8proc_int32_t   code;
    utf8proc_ssize_t   i, n, len;
    utf8proc_uint8_t  *folded;

    slug->data = ngx_pnalloc(pool, CONTENTLIB_PICTURE_SLUG + 1);

    len = utf8proc_map(name->data, (utf8proc_ssize_t) name->len, &folded,
                       UTF8PROC_STABLE|UTF8PROC_COMPAT|UTF8PROC_DECOMPOSE
                       |UTF8PROC_CASEFOLD|UTF8PROC_STRIPMARK);
    if (len < 0) {
        contentlib_no_memory();
    }

    p = slug->data;
    last = p + CONTENTLIB_PICTURE_SLUG;

    for (i = 0; i < len && p < last; i += n) {

        n = utf8proc_iterate(&folded[i], len - i, &code);

        if (n < 1) {
            break;
        }

        ascii = contentlib_term_letter(code);

        if (ascii) {
            p = ngx_cpymem(p, ascii, ngx_strlen(ascii));

        } else if (code < 0x80 && isalnum(code)) {
            *p++ = (u_char) code;

        } else if (code != '\'' && p > slug->data && p[-1] != '-') {
            *p++ = '-';
        }
    }

    free(folded);

    if (p > slug->data && p[-1] == '-') {
        p--;
    }

    slug->len = (size_t) (p - slug->data);

    if (slug->len == 0) {
        contentlib_picture_slug_bytes(name, pool, slug);
    }
}


/* folded, so that names that differ in case only have the same slug */

static void
contentlib_picture_slug_bytes(const ngx_str_t *name, ngx_pool_t *pool,
    ngx_str_t *slug)
{
    u_char     *p;
    ngx_str_t   folded;

    (void) contentlib_text_fold(name, pool, &folded);

    p = ngx_cpymem(slug->data, "x-", 2);
    p = ngx_hex_dump(p, folded.data, ngx_min(folded.len, 64));

    slug->len = (size_t) (p - slug->data);
}
