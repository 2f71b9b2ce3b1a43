
/*
 * Copyright (C) contentlib authors
 *
 * Calls utf8proc for code points that are not ASCII.
 */


#include <text/contentlib_text.h>

#include <utf8proc.h>


static size_t contentlib_text_broken(const u_char *p, const u_char *last);


ngx_uint_t
contentlib_text_valid(const ngx_str_t *text)
{
    size_t         len;
    const u_char  *p, *last;

    last = text->data + text->len;

    for (p = text->data; p < last; p += len) {

        len = contentlib_text_next(p, last);

        if (len == 0) {
            return 0;
        }
    }

    return 1;
}


size_t
contentlib_text_length(const ngx_str_t *text)
{
    size_t  i, n;

    n = 0;

    for (i = 0; i < text->len; i++) {
        n += (text->data[i] & 0xc0) != 0x80;
    }

    return n;
}


size_t
contentlib_text_repair(u_char *to, const ngx_str_t *from)
{
    u_char        *start;
    size_t         len;
    const u_char  *p, *last;

    start = to;
    p = from->data;
    last = p + from->len;

    while (p < last) {

        len = contentlib_text_next(p, last);

        if (len == 0) {
            to = ngx_cpymem(to, "\xef\xbf\xbd", 3);
            p += contentlib_text_broken(p, last);
            continue;
        }

        to = ngx_cpymem(to, p, len);
        p += len;
    }

    return (size_t) (to - start);
}


size_t
contentlib_text_next(const u_char *p, const u_char *last)
{
    utf8proc_int32_t  code;
    utf8proc_ssize_t  len;

    if (p < last && *p < 0x80) {
        return 1;
    }

    len = utf8proc_iterate(p, last - p, &code);

    return len > 0 ? (size_t) len : 0;
}


/*
 * Length of the longest piece at "p" that only more bytes could complete.  If
 * the first two bytes are right, any continuation bytes may follow.
 */

static size_t
contentlib_text_broken(const u_char *p, const u_char *last)
{
    size_t  n;
    u_char  piece[] = { *p, 0x80, 0x80, 0x80 };

    for (n = 1; p + n < last; n++) {

        piece[n] = p[n];

        if (contentlib_text_next(piece, piece + sizeof(piece)) <= n + 1) {
            break;
        }
    }

    return n;
}


void
contentlib_text_trim(ngx_str_t *text)
{
    u_char            *p, *start, *end, *last;
    utf8proc_int32_t   code;
    utf8proc_ssize_t   len;

    if (text->len == 0) {
        return;
    }

    start = text->data;
    end = text->data;
    last = text->data + text->len;

    for (p = text->data; p < last; p += ngx_max(len, 1)) {

        len = utf8proc_iterate(p, last - p, &code);

        if (len > 0 && (utf8proc_category(code) == UTF8PROC_CATEGORY_ZS
                        || contentlib_text_blank(code)))
        {
            continue;
        }

        if (end == text->data) {
            start = p;
        }

        end = p + ngx_max(len, 1);
    }

    text->data = start;
    text->len = (size_t) (end - start);
}


ngx_uint_t
contentlib_text_has_blank(const ngx_str_t *text)
{
    size_t  i;

    for (i = 0; i < text->len; i++) {
        if (contentlib_text_blank(text->data[i])) {
            return 1;
        }
    }

    return 0;
}


ngx_int_t
contentlib_text_word(const ngx_str_t *text, size_t *at, ngx_str_t *word)
{
    while (*at < text->len && contentlib_text_blank(text->data[*at])) {
        (*at)++;
    }

    word->data = text->data + *at;

    while (*at < text->len && !contentlib_text_blank(text->data[*at])) {
        (*at)++;
    }

    word->len = (size_t) (text->data + *at - word->data);

    return word->len ? NGX_OK : NGX_DONE;
}
