
/*
 * Copyright (C) contentlib authors
 *
 * Tags out of the library file.
 *
 * All functions return NGX_OK, NGX_DECLINED if there is no such tag, or
 * NGX_ERROR, with the reason in contentlib_db_error().
 */


#ifndef _CONTENTLIB_TAGS_H_INCLUDED_
#define _CONTENTLIB_TAGS_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_rows.h>


/* the tag at a position of the list, in the order of import from 0 */

ngx_int_t contentlib_tags_load(contentlib_db_t *db, uint64_t position,
    ngx_pool_t *pool, contentlib_tag_t *tag);

/* the position of a slug */

ngx_int_t contentlib_tags_find(contentlib_db_t *db, const ngx_str_t *slug,
    uint64_t *position);


#endif /* _CONTENTLIB_TAGS_H_INCLUDED_ */
