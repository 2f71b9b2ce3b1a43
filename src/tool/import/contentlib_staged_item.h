
/*
 * Copyright (C) contentlib authors
 *
 * A staged item as it is rendered: numbers are names again.
 */


#ifndef _CONTENTLIB_STAGED_ITEM_H_INCLUDED_
#define _CONTENTLIB_STAGED_ITEM_H_INCLUDED_


#include <tool/record/contentlib_rendered_tags.h>


typedef struct {
    contentlib_packed_t         packed;
    contentlib_item_t           item;       /* but for its tags */

    const ngx_str_t            *platforms;
    const ngx_str_t            *formats;
    ngx_uint_t                  nplatforms;
    ngx_uint_t                  nformats;

    contentlib_rendered_tags_t  tags;
    contentlib_message_t       *message;

    contentlib_rendition_t      renditions[2 * CONTENTLIB_LIST_MAX];
    ngx_str_t                   json[CONTENTLIB_LIST_MAX];  /* of the tags */
} contentlib_staged_item_t;


/* NULL with the message set; contentlib_staged_item_close() frees it */

contentlib_staged_item_t *contentlib_staged_item_open(
    contentlib_stage_t *stage, contentlib_message_t *message);
void contentlib_staged_item_close(contentlib_staged_item_t *staged);

/*
 * Reads the bytes of an item, which must live as long as it is used.
 * NGX_OK or NGX_ERROR with the message set, as below.
 */

ngx_int_t contentlib_staged_item_read(contentlib_staged_item_t *staged,
    int64_t id, const ngx_str_t *bytes);

/* the JSON, with placeholders, in the pool, of the item that was read last */

ngx_int_t contentlib_staged_item_render(contentlib_staged_item_t *staged,
    ngx_pool_t *pool, ngx_str_t *json);


#endif /* _CONTENTLIB_STAGED_ITEM_H_INCLUDED_ */
