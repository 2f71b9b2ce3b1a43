
/*
 * Copyright (C) contentlib authors
 *
 * Splits a text at the spaces of Unicode, takes the punctuation, as Unicode has
 * it, from both ends of a word, and knows the scripts that are written without
 * spaces.
 */


#include <text/contentlib_text.h>

#include <utf8proc.h>


typedef struct {
    utf8proc_int32_t  first;
    utf8proc_int32_t  last;
} contentlib_term_range_t;


static size_t contentlib_term_blank(const u_char *p, const u_char *last);
static size_t contentlib_term_last(const u_char *p, const u_char *last);
static size_t contentlib_term_punctuation(const u_char *p,
    const u_char *last);


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
contentlib_term_next(const ngx_str_t *text, size_t *at, ngx_str_t *term)
{
    size_t         len;
    u_char        *p;
    const u_char  *last;

    while (contentlib_term_word(text, at, term) == NGX_OK) {

        p = term->data;
        last = p + term->len;

        do {
            len = contentlib_term_punctuation(p, last);
            p += len;
        } while (len > 0);

        if (p < last) {
            term->data = p;
            term->len = contentlib_term_last(p, last);
            return NGX_OK;
        }
    }

    return NGX_DONE;
}


ngx_int_t
contentlib_term_word(const ngx_str_t *text, size_t *at, ngx_str_t *word)
{
    size_t         len;
    u_char        *p;
    const u_char  *last;

    p = text->data + *at;
    last = text->data + text->len;

    do {
        len = contentlib_term_blank(p, last);
        p += len;
    } while (len > 0);

    word->data = p;

    while (p < last && contentlib_term_blank(p, last) == 0) {
        p++;
    }

    word->len = (size_t) (p - word->data);
    *at = (size_t) (p - text->data);

    return word->len ? NGX_OK : NGX_DONE;
}


/* length of the character at "p" if it separates words, else 0 */

static size_t
contentlib_term_blank(const u_char *p, const u_char *last)
{
    utf8proc_int32_t  code;
    utf8proc_ssize_t  len;

    if (p == last) {
        return 0;
    }

    if (*p < 0x80) {
        return contentlib_text_blank(*p);
    }

    len = utf8proc_iterate(p, last - p, &code);

    return len > 0 && utf8proc_category(code) == UTF8PROC_CATEGORY_ZS
           ? (size_t) len : 0;
}


/* the length without the punctuation at the end; there is something else */

static size_t
contentlib_term_last(const u_char *p, const u_char *last)
{
    size_t         len;
    const u_char  *end;

    for (end = last; /* void */ ; last = end) {

        do {
            end--;
        } while (end > p && (*end & 0xc0) == 0x80);

        len = contentlib_term_punctuation(end, last);

        if (len == 0 || end + len != last) {
            return (size_t) (last - p);
        }
    }
}


/* length of the character at "p" if it is punctuation, else 0 */

static size_t
contentlib_term_punctuation(const u_char *p, const u_char *last)
{
    utf8proc_int32_t     code;
    utf8proc_ssize_t     len;
    utf8proc_category_t  category;

    if (p == last || (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9')) {
        return 0;
    }

    len = utf8proc_iterate(p, last - p, &code);

    if (len <= 0) {
        return 0;
    }

    category = utf8proc_category(code);

    return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO
           ? (size_t) len : 0;
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
