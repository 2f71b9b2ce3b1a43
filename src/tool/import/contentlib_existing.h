
/*
 * Copyright (C) contentlib authors
 *
 * The records that are staged so far, for the rows of a table: the highest
 * identifier, the names of tags, and the items by their files.
 *
 * Owner: whoever opened it; contentlib_existing_close() frees everything.
 * Functions return NGX_OK, NGX_DECLINED if there is none, or NGX_ERROR with
 * the message set.
 */


#ifndef _CONTENTLIB_EXISTING_H_INCLUDED_
#define _CONTENTLIB_EXISTING_H_INCLUDED_


#include <tool/import/contentlib_stage.h>


typedef struct contentlib_existing_s  contentlib_existing_t;


typedef enum {
    CONTENTLIB_EXISTING_NAME = 0,           /* of a tag, folded */
    CONTENTLIB_EXISTING_SLUG                /* without a number */
} contentlib_existing_e;


/* the stage lives longer; the items are those of this moment */

contentlib_existing_t *contentlib_existing_open(contentlib_stage_t *stage,
    const ngx_str_t *media_url, contentlib_message_t *message);
void contentlib_existing_close(contentlib_existing_t *existing);

/* 0 without items */

ngx_int_t contentlib_existing_highest(contentlib_existing_t *existing,
    int64_t *id);

/* the name, in the pool, of the tag with the slug */

ngx_int_t contentlib_existing_tag(contentlib_existing_t *existing,
    const ngx_str_t *slug, ngx_pool_t *pool, ngx_str_t *name);

/* the item whose original is at the address; "created" is in microseconds */

ngx_int_t contentlib_existing_item(contentlib_existing_t *existing,
    const ngx_str_t *url, int64_t *id, int64_t *created);
ngx_int_t contentlib_existing_add(contentlib_existing_t *existing,
    const ngx_str_t *url, int64_t id, int64_t created);

/*
 * The number at the end of the slug that a name of the tables has, or the
 * highest number of a slug.  NGX_DECLINED if no number was set.
 */

ngx_int_t contentlib_existing_number(contentlib_existing_t *existing,
    contentlib_existing_e kind, const ngx_str_t *text, ngx_uint_t *number);
ngx_int_t contentlib_existing_set_number(contentlib_existing_t *existing,
    contentlib_existing_e kind, const ngx_str_t *text, ngx_uint_t number);


#endif /* _CONTENTLIB_EXISTING_H_INCLUDED_ */
