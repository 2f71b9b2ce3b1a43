
/*
 * Copyright (C) contentlib authors
 *
 * Writes an item as numbers and strings with their lengths, and reads it with
 * all bounds checked.
 */


#include <tool/write/contentlib_pack.h>


/* a number in groups of seven bits takes at most so many bytes */

#define CONTENTLIB_PACK_NUMBER  10


typedef struct {
    u_char        *pos;
    u_char        *last;
    unsigned       failed:1;
} contentlib_pack_reader_t;


static u_char *contentlib_pack_number(u_char *to, int64_t number);
static u_char *contentlib_pack_text(u_char *to, const ngx_str_t *text);
static int64_t contentlib_pack_read_number(contentlib_pack_reader_t *reader);
static size_t contentlib_pack_read_count(contentlib_pack_reader_t *reader,
    size_t max);
static ngx_str_t contentlib_pack_read_text(contentlib_pack_reader_t *reader);


size_t
contentlib_pack_size(const contentlib_packed_t *item)
{
    size_t  i, size;

    size = item->alt_text.len + item->static_image.len
           + item->partner_page.len + item->content_type.len
           + CONTENTLIB_PACK_NUMBER * (9 + item->ntags);

    for (i = 0; i < item->nrenditions; i++) {
        size += item->renditions[i].url.len + 6 * CONTENTLIB_PACK_NUMBER;
    }

    for (i = 0; i < item->nids; i++) {
        size += item->ids[i].len + CONTENTLIB_PACK_NUMBER;
    }

    return size;
}


size_t
contentlib_pack_write(u_char *to, const contentlib_packed_t *item)
{
    size_t                                i;
    u_char                               *p;
    const contentlib_packed_rendition_t  *row;

    p = contentlib_pack_number(to, item->created);
    p = contentlib_pack_text(p, &item->content_type);
    p = contentlib_pack_text(p, &item->alt_text);
    p = contentlib_pack_text(p, &item->static_image);
    p = contentlib_pack_number(p, item->partner_page.data ? 1 : 0);
    p = contentlib_pack_text(p, &item->partner_page);

    p = contentlib_pack_number(p, (int64_t) item->ntags);

    for (i = 0; i < item->ntags; i++) {
        p = contentlib_pack_number(p, item->tags[i]);
    }

    p = contentlib_pack_number(p, (int64_t) item->nrenditions);

    for (i = 0; i < item->nrenditions; i++) {
        row = &item->renditions[i];
        p = contentlib_pack_number(p, row->platform);
        p = contentlib_pack_text(p, &row->url);
        p = contentlib_pack_number(p, row->width);
        p = contentlib_pack_number(p, row->height);
        p = contentlib_pack_number(p, row->format);
        p = contentlib_pack_number(p, row->size);
    }

    p = contentlib_pack_number(p, (int64_t) item->nids);

    for (i = 0; i < item->nids; i++) {
        p = contentlib_pack_text(p, &item->ids[i]);
    }

    return (size_t) (p - to);
}


ngx_int_t
contentlib_pack_read(const ngx_str_t *bytes, contentlib_packed_t *item)
{
    size_t                          i;
    ngx_uint_t                      partner;
    contentlib_pack_reader_t        reader;
    contentlib_packed_rendition_t  *row;

    reader.pos = bytes->data;
    reader.last = bytes->data + bytes->len;
    reader.failed = 0;

    item->created = contentlib_pack_read_number(&reader);
    item->content_type = contentlib_pack_read_text(&reader);
    item->alt_text = contentlib_pack_read_text(&reader);
    item->static_image = contentlib_pack_read_text(&reader);
    partner = (contentlib_pack_read_number(&reader) == 1);
    item->partner_page = contentlib_pack_read_text(&reader);

    if (!partner) {
        ngx_str_null(&item->partner_page);
    }

    item->ntags = contentlib_pack_read_count(&reader, CONTENTLIB_LIST_MAX);

    for (i = 0; i < item->ntags; i++) {
        item->tags[i] = contentlib_pack_read_number(&reader);
    }

    item->nrenditions = contentlib_pack_read_count(&reader,
                                                   2 * CONTENTLIB_LIST_MAX);

    for (i = 0; i < item->nrenditions; i++) {
        row = &item->renditions[i];
        row->platform = contentlib_pack_read_number(&reader);
        row->url = contentlib_pack_read_text(&reader);
        row->width = contentlib_pack_read_number(&reader);
        row->height = contentlib_pack_read_number(&reader);
        row->format = contentlib_pack_read_number(&reader);
        row->size = contentlib_pack_read_number(&reader);
    }

    item->nids = contentlib_pack_read_count(&reader, CONTENTLIB_LIST_MAX);

    for (i = 0; i < item->nids; i++) {
        item->ids[i] = contentlib_pack_read_text(&reader);
    }

    return reader.failed || reader.pos != reader.last ? NGX_ERROR : NGX_OK;
}


/* small numbers of either sign take few bytes */

static u_char *
contentlib_pack_number(u_char *to, int64_t number)
{
    uint64_t  bits;

    bits = (uint64_t) number << 1;

    if (number < 0) {
        bits = ~bits;
    }

    while (bits >= 0x80) {
        *to++ = (u_char) (bits | 0x80);
        bits >>= 7;
    }

    *to++ = (u_char) bits;

    return to;
}


static u_char *
contentlib_pack_text(u_char *to, const ngx_str_t *text)
{
    to = contentlib_pack_number(to, (int64_t) text->len);

    return text->len ? ngx_cpymem(to, text->data, text->len) : to;
}


static int64_t
contentlib_pack_read_number(contentlib_pack_reader_t *reader)
{
    uint64_t    bits;
    ngx_uint_t  shift;

    bits = 0;

    for (shift = 0; shift < 64 && reader->pos < reader->last; shift += 7) {

        bits |= (uint64_t) (*reader->pos & 0x7f) << shift;

        if (*reader->pos++ < 0x80) {
            return (bits & 1) ? (int64_t) ~(bits >> 1) : (int64_t) (bits >> 1);
        }
    }

    reader->failed = 1;

    return 0;
}


static size_t
contentlib_pack_read_count(contentlib_pack_reader_t *reader, size_t max)
{
    int64_t  count;

    count = contentlib_pack_read_number(reader);

    if (count < 0 || (size_t) count > max) {
        reader->failed = 1;
        return 0;
    }

    return (size_t) count;
}


static ngx_str_t
contentlib_pack_read_text(contentlib_pack_reader_t *reader)
{
    ngx_str_t  text;

    text.len = contentlib_pack_read_count(reader,
                                         (size_t) (reader->last - reader->pos));
    text.data = reader->pos;

    /* the count may have been read, but the rest is shorter now */

    if (text.len > (size_t) (reader->last - reader->pos)) {
        reader->failed = 1;
        text.len = 0;
    }

    reader->pos += text.len;

    return text;
}
