
/*
 * Copyright (C) contentlib authors
 */


#include <render/contentlib_json_private.h>


size_t
contentlib_json_string_length(const u_char *p, size_t len)
{
    size_t  i, length;

    /* what an escape adds to a character */

    static const u_char  escapes[256] = {
        5, 5, 5, 5, 5, 5, 5, 5, 1, 1, 1, 5, 1, 1, 5, 5,
        5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
        ['"'] = 1, ['\\'] = 1
    };

    length = len + 2;

    for (i = 0; i < len; i++) {
        length += escapes[p[i]];
    }

    return length;
}


ngx_uint_t
contentlib_json_separators(const u_char *p, size_t len)
{
    ngx_uint_t     n;
    const u_char  *last;

    n = 0;
    last = p + len;

    for ( ;; ) {
        p = memchr(p, 0xe2, (size_t) (last - p));

        if (p == NULL || last - p < 3) {
            return n;
        }

        if (p[1] == 0x80 && (p[2] == 0xa8 || p[2] == 0xa9)) {
            n++;
        }

        p++;
    }
}


u_char *
contentlib_json_copy(u_char *to, const u_char *p, size_t len)
{
    const u_char  *last;

    last = p + len;

    while (p < last) {

        if (last - p >= 3 && p[0] == 0xe2 && p[1] == 0x80
            && (p[2] == 0xa8 || p[2] == 0xa9))
        {
            to = ngx_cpymem(to, p[2] == 0xa8 ? "\\u2028" : "\\u2029", 6);
            p += 3;
            continue;
        }

        *to++ = *p++;
    }

    return to;
}
