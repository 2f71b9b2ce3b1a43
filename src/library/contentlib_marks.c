
/*
 * Copyright (C) contentlib authors
 *
 * Expands stored records: copies runs of bytes, with insertions between them.
 */


#include <library/contentlib_marks.h>


#define contentlib_marks_number(p)                                            \
    ((ngx_uint_t) (p)[0] | (ngx_uint_t) (p)[1] << 8)


ngx_int_t
contentlib_marks_size(const ngx_str_t *record, const ngx_str_t *marks,
    const contentlib_insertions_t *insertions, size_t *size)
{
    size_t         n, all;
    ngx_uint_t     kind;
    const u_char  *p;

    /* no record has more marks, and each one adds to the response */

    if (marks->len < CONTENTLIB_MARKS_HEADER
        || marks->len - CONTENTLIB_MARKS_HEADER > record->len / 2
        || marks->len % CONTENTLIB_MARK_SIZE != 0)
    {
        return NGX_ERROR;
    }

    p = marks->data;
    all = 0;
    *size = record->len;

    for (kind = CONTENTLIB_MARK_NONE + 1; kind < CONTENTLIB_MARK_KINDS; kind++)
    {
        n = contentlib_marks_number(p);
        all += n;
        *size += n * insertions->text[kind].len;
        p += CONTENTLIB_MARK_SIZE;
    }

    /* memory is allocated for as many */

    return all <= (marks->len - CONTENTLIB_MARKS_HEADER) / CONTENTLIB_MARK_SIZE
           ? NGX_OK : NGX_ERROR;
}


ngx_int_t
contentlib_marks_expand(const ngx_str_t *record, const ngx_str_t *marks,
    const contentlib_insertions_t *insertions, u_char *to, size_t size)
{
    size_t            run;
    u_char           *last;
    ngx_uint_t        mark, kind;
    const u_char     *from, *at, *end, *p;
    const ngx_str_t  *text;

    from = record->data;
    at = from;
    end = from + record->len;
    last = to + size;

    for (p = marks->data + CONTENTLIB_MARKS_HEADER;
         p < marks->data + marks->len;
         p += CONTENTLIB_MARK_SIZE)
    {
        mark = contentlib_marks_number(p);
        kind = mark & ((1 << CONTENTLIB_MARK_BITS) - 1);
        mark >>= CONTENTLIB_MARK_BITS;

        if (mark > (size_t) (end - at) || kind >= CONTENTLIB_MARK_KINDS) {
            return NGX_ERROR;
        }

        at += mark;
        text = &insertions->text[kind];

        /* where nothing is inserted the run goes on */

        if (text->len == 0) {
            continue;
        }

        run = (size_t) (at - from);

        if (run + text->len > (size_t) (last - to)) {
            return NGX_ERROR;
        }

        to = ngx_cpymem(to, from, run);
        to = ngx_cpymem(to, text->data, text->len);
        from = at;
    }

    if (end - from != last - to) {
        return NGX_ERROR;
    }

    ngx_memcpy(to, from, (size_t) (end - from));

    return NGX_OK;
}
