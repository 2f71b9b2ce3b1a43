
/*
 * Copyright (C) contentlib authors
 *
 * Terms are made from the categories of Unicode.  The scripts that are written
 * without spaces are ranges of code points.
 */


#include <text/contentlib_text.h>

#include <utf8proc.h>


typedef struct {
    utf8proc_int32_t  first;
    utf8proc_int32_t  last;
} contentlib_term_range_t;


/* what a character is in a term; the last two begin one */

typedef enum {
    CONTENTLIB_TERM_SEPARATOR = 0,
    CONTENTLIB_TERM_APOSTROPHE,
    CONTENTLIB_TERM_MARK,
    CONTENTLIB_TERM_OTHER,                  /* a number or a symbol */
    CONTENTLIB_TERM_LETTER
} contentlib_term_class_e;


#define CONTENTLIB_TERM_PARTS  4            /* of a character */


static ngx_uint_t contentlib_term_letter(const u_char *p, const u_char *last);
static contentlib_term_class_e contentlib_term_class(const u_char *p,
    const u_char *last, size_t *len);
static u_char *contentlib_term_write(u_char *to, u_char **last,
    const ngx_str_t *place);
static size_t contentlib_term_parts(u_char *to, const u_char *p, size_t len);


/* by the category of Unicode; the others are separators */

static const contentlib_term_class_e  contentlib_term_classes[] = {
    [UTF8PROC_CATEGORY_LU] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_LL] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_LT] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_LM] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_LO] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_MN] = CONTENTLIB_TERM_MARK,
    [UTF8PROC_CATEGORY_MC] = CONTENTLIB_TERM_MARK,
    [UTF8PROC_CATEGORY_ME] = CONTENTLIB_TERM_MARK,
    [UTF8PROC_CATEGORY_ND] = CONTENTLIB_TERM_OTHER,
    [UTF8PROC_CATEGORY_NL] = CONTENTLIB_TERM_OTHER,
    [UTF8PROC_CATEGORY_NO] = CONTENTLIB_TERM_OTHER,
    [UTF8PROC_CATEGORY_SM] = CONTENTLIB_TERM_OTHER,
    [UTF8PROC_CATEGORY_SC] = CONTENTLIB_TERM_OTHER,
    [UTF8PROC_CATEGORY_SK] = CONTENTLIB_TERM_OTHER,
    [UTF8PROC_CATEGORY_SO] = CONTENTLIB_TERM_OTHER,
    [UTF8PROC_CATEGORY_CO] = CONTENTLIB_TERM_SEPARATOR
};


/* code points of scripts without spaces, in ascending order */

static const contentlib_term_range_t  contentlib_term_scripts[] = {
    { 0x0e01, 0x0e3a },                     /* Thai */
    { 0x0e40, 0x0e5b },
    { 0x0e81, 0x0edf },                     /* Lao */
    { 0x1000, 0x109f },                     /* Myanmar */
    { 0x1780, 0x17ff },                     /* Khmer */
    { 0x19e0, 0x19ff },
    { 0x2e80, 0x2fd5 },                     /* Han: radicals */
    { 0x3005, 0x3007 },
    { 0x3021, 0x3029 },
    { 0x3038, 0x303b },
    { 0x3041, 0x309f },                     /* Hiragana */
    { 0x30a1, 0x30ff },                     /* Katakana */
    { 0x31f0, 0x31ff },
    { 0x3400, 0x4dbf },                     /* Han */
    { 0x4e00, 0x9fff },
    { 0xa9e0, 0xa9fe },                     /* Myanmar */
    { 0xaa60, 0xaa7f },
    { 0xf900, 0xfaff },                     /* Han */
    { 0xff66, 0xff9f },                     /* Katakana */
    { 0x1b000, 0x1b16f },                   /* Hiragana, Katakana */
    { 0x20000, 0x323af }                    /* Han */
};


ngx_int_t
contentlib_term_next(const ngx_str_t *text, size_t *at, ngx_str_t *place)
{
    size_t                   len;
    u_char                  *p, *last;
    ngx_uint_t               letter;
    contentlib_term_class_e  class;

    p = text->data + *at;
    last = text->data + text->len;

    place->data = NULL;
    letter = 0;

    for ( /* void */ ; p < last; p += len) {

        class = contentlib_term_class(p, last, &len);

        if (class == CONTENTLIB_TERM_APOSTROPHE && letter
            && contentlib_term_letter(p + len, last))
        {
            continue;
        }

        if (class >= CONTENTLIB_TERM_OTHER) {

            if (place->data == NULL) {
                place->data = p;
            }

            letter = (class == CONTENTLIB_TERM_LETTER);

        } else if (class != CONTENTLIB_TERM_MARK && place->data != NULL) {
            break;
        }
    }

    *at = (size_t) (p - text->data);

    if (place->data == NULL) {
        return NGX_DONE;
    }

    place->len = (size_t) (p - place->data);

    return NGX_OK;
}


static ngx_uint_t
contentlib_term_letter(const u_char *p, const u_char *last)
{
    size_t  len;

    return p < last
           && contentlib_term_class(p, last, &len) == CONTENTLIB_TERM_LETTER;
}


/* a byte that is not UTF-8 separates terms */

static contentlib_term_class_e
contentlib_term_class(const u_char *p, const u_char *last, size_t *len)
{
    utf8proc_int32_t  code;
    utf8proc_ssize_t  n;

    *len = 1;

    if (*p >= 'a' && *p <= 'z') {
        return CONTENTLIB_TERM_LETTER;
    }

    n = utf8proc_iterate(p, last - p, &code);

    if (n <= 0) {
        return CONTENTLIB_TERM_SEPARATOR;
    }

    *len = (size_t) n;

    switch (code) {

    case '\'':
    case '`':
    case 0xb4:                              /* acute accent */
    case 0x2bc:                             /* letter apostrophe */
    case 0x2018:                            /* quotation marks */
    case 0x2019:
    case 0x201b:
    case 0xff07:                            /* of full width */
        return CONTENTLIB_TERM_APOSTROPHE;
    }

    return contentlib_term_classes[utf8proc_category(code)];
}


size_t
contentlib_term_text(u_char *to, size_t size, const ngx_str_t *text)
{
    size_t      at;
    u_char     *start, *last;
    ngx_str_t   place;

    start = to;
    last = to + size;
    at = 0;

    while (to < last && contentlib_term_next(text, &at, &place) == NGX_OK) {

        if (to != start) {
            *to++ = ' ';
        }

        to = contentlib_term_write(to, &last, &place);
    }

    return (size_t) (to - start);
}


/* without marks and apostrophes; nothing follows what has no room */

static u_char *
contentlib_term_write(u_char *to, u_char **last, const ngx_str_t *place)
{
    size_t                   len, n;
    const u_char            *p, *end;
    contentlib_term_class_e  class;
    u_char                   parts[4 * CONTENTLIB_TERM_PARTS];

    end = place->data + place->len;

    for (p = place->data; p < end; p += len) {

        class = contentlib_term_class(p, end, &len);

        if (class < CONTENTLIB_TERM_OTHER) {
            continue;
        }

        n = contentlib_term_parts(parts, p, len);

        if (n > (size_t) (*last - to)) {
            *last = to;
            break;
        }

        to = ngx_cpymem(to, parts, n);
    }

    return to;
}


/* what a character is composed of, without the marks */

static size_t
contentlib_term_parts(u_char *to, const u_char *p, size_t len)
{
    int                boundary;
    size_t             n;
    utf8proc_int32_t   code, parts[CONTENTLIB_TERM_PARTS];
    utf8proc_ssize_t   i, count;

    if (len == 1) {
        *to = *p;
        return 1;
    }

    (void) utf8proc_iterate(p, (utf8proc_ssize_t) len, &code);

    boundary = 0;

    count = utf8proc_decompose_char(code, parts, CONTENTLIB_TERM_PARTS,
                                    UTF8PROC_DECOMPOSE|UTF8PROC_STRIPMARK,
                                    &boundary);

    if (count <= 0 || count > CONTENTLIB_TERM_PARTS) {
        ngx_memcpy(to, p, len);
        return len;
    }

    n = 0;

    for (i = 0; i < count; i++) {
        n += (size_t) utf8proc_encode_char(parts[i], to + n);
    }

    return n;
}


ngx_uint_t
contentlib_term_unspaced(const ngx_str_t *text)
{
    size_t             i;
    const u_char      *p, *last;
    utf8proc_int32_t   code;
    utf8proc_ssize_t   len;

    last = text->data + text->len;

    for (p = text->data; p < last; p += ngx_max(len, 1)) {

        len = utf8proc_iterate(p, last - p, &code);

        if (len <= 0) {
            continue;
        }

        for (i = 0;
             i < sizeof(contentlib_term_scripts)
                 / sizeof(contentlib_term_scripts[0]);
             i++)
        {
            if (code >= contentlib_term_scripts[i].first
                && code <= contentlib_term_scripts[i].last)
            {
                return 1;
            }
        }
    }

    return 0;
}
