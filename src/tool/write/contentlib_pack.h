
/*
 * Copyright (C) contentlib authors
 *
 * An item as one string of bytes, for the time between reading and writing.
 * Equal items have equal bytes.
 */


#ifndef _CONTENTLIB_PACK_H_INCLUDED_
#define _CONTENTLIB_PACK_H_INCLUDED_


#include <tool/record/contentlib_record.h>


typedef struct {
    int64_t                    platform;    /* CONTENTLIB_ABSENT on pictures */
    ngx_str_t                  url;
    int64_t                    width;       /* CONTENTLIB_ABSENT if absent */
    int64_t                    height;
    int64_t                    format;
    int64_t                    size;
} contentlib_packed_rendition_t;


/* an item whose tags, platforms and formats are numbers */

typedef struct {
    int64_t                    created;
    ngx_str_t                  content_type;
    ngx_str_t                  alt_text;
    ngx_str_t                  static_image;
    ngx_str_t                  partner_page; /* data is NULL if absent */

    size_t                     ntags;
    size_t                     nrenditions;
    size_t                     nids;

    int64_t                    tags[CONTENTLIB_LIST_MAX];
    contentlib_packed_rendition_t
                               renditions[2 * CONTENTLIB_LIST_MAX];
    ngx_str_t                  ids[CONTENTLIB_LIST_MAX];
} contentlib_packed_t;


/* room that contentlib_pack_write() needs at most */

size_t contentlib_pack_size(const contentlib_packed_t *item);

/* returns the bytes written */

size_t contentlib_pack_write(u_char *to, const contentlib_packed_t *item);

/*
 * The strings of the item are those of the bytes.  NGX_ERROR if the bytes are
 * not those of an item.
 */

ngx_int_t contentlib_pack_read(const ngx_str_t *bytes,
    contentlib_packed_t *item);


#endif /* _CONTENTLIB_PACK_H_INCLUDED_ */
