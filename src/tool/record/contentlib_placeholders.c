
/*
 * Copyright (C) contentlib authors
 *
 * Makes the stored form of a record: the placeholders are taken out, and a
 * mark is written for each.
 */


#include <tool/record/contentlib_placeholders.h>


#define CONTENTLIB_PLACEHOLDERS_FIRST  0xf8
#define CONTENTLIB_PLACEHOLDERS_MOST   0xffff /* of a kind */


static u_char *contentlib_placeholders_number(u_char *to, ngx_uint_t number);
static u_char *contentlib_placeholders_mark(u_char *to, ngx_uint_t kind,
    size_t distance);


ngx_int_t
contentlib_placeholders_remove(const ngx_str_t *json, ngx_pool_t *pool,
    contentlib_stored_t *stored)
{
    u_char        *record, *marks, *last_mark;
    ngx_uint_t     kind, counts[CONTENTLIB_MARK_KINDS];
    const u_char  *p, *last, *start;

    record = ngx_pnalloc(pool, json->len + 1);

    /* each byte may be a placeholder */

    marks = ngx_pnalloc(pool, CONTENTLIB_MARKS_HEADER
                              + CONTENTLIB_MARK_SIZE
                                * (json->len + json->len
                                               / CONTENTLIB_MARK_DISTANCE));

    if (record == NULL || marks == NULL) {
        return NGX_ERROR;
    }

    stored->record.data = record;
    stored->marks.data = marks;

    ngx_memzero(counts, sizeof(counts));

    marks += CONTENTLIB_MARKS_HEADER;
    last_mark = record;
    last = json->data + json->len;

    for (p = json->data; p < last; p++) {

        start = p;

        while (p < last && *p < CONTENTLIB_PLACEHOLDERS_FIRST) {
            p++;
        }

        record = ngx_cpymem(record, start, (size_t) (p - start));

        if (p == last) {
            break;
        }

        kind = CONTENTLIB_MARK_BASE + *p - CONTENTLIB_PLACEHOLDERS_FIRST;

        if (kind >= CONTENTLIB_MARK_KINDS
            || counts[kind]++ == CONTENTLIB_PLACEHOLDERS_MOST)
        {
            return NGX_ERROR;
        }

        marks = contentlib_placeholders_mark(marks, kind,
                                             (size_t) (record - last_mark));
        last_mark = record;
    }

    stored->record.len = (size_t) (record - stored->record.data);
    stored->marks.len = (size_t) (marks - stored->marks.data);

    marks = stored->marks.data;

    for (kind = CONTENTLIB_MARK_BASE; kind < CONTENTLIB_MARK_KINDS; kind++) {
        marks = contentlib_placeholders_number(marks, counts[kind]);
    }

    return NGX_OK;
}


static u_char *
contentlib_placeholders_number(u_char *to, ngx_uint_t number)
{
    *to++ = (u_char) (number & 0xff);
    *to++ = (u_char) (number >> 8);

    return to;
}


static u_char *
contentlib_placeholders_mark(u_char *to, ngx_uint_t kind, size_t distance)
{
    while (distance > CONTENTLIB_MARK_DISTANCE) {
        to = contentlib_placeholders_number(to,
                                            CONTENTLIB_MARK_DISTANCE
                                            << CONTENTLIB_MARK_BITS
                                            | CONTENTLIB_MARK_NONE);
        distance -= CONTENTLIB_MARK_DISTANCE;
    }

    return contentlib_placeholders_number(to,
                                          distance << CONTENTLIB_MARK_BITS
                                          | kind);
}
