
/*
 * Copyright (C) contentlib authors
 *
 * The records that are staged so far, for the rows of a table: items by their
 * files, and tags by their names.  SQLite looks them up in the stage itself,
 * by indexes that exist only if there is a table.
 *
 * Functions return NGX_OK, or NGX_ERROR with the message set.
 */


#ifndef _CONTENTLIB_EXISTING_H_INCLUDED_
#define _CONTENTLIB_EXISTING_H_INCLUDED_


#include <tool/import/contentlib_stage.h>


/* makes the indexes, if they are not there; "highest" is 0 without items */

ngx_int_t contentlib_existing_open(contentlib_stage_t *stage,
    int64_t *highest);

/*
 * The item with the identifier or, if that is 0, the newest one whose original
 * is at the address.  Without one, "id" and "created" stay as they are.
 */

ngx_int_t contentlib_existing_item(contentlib_stage_t *stage,
    const ngx_str_t *url, int64_t *id, int64_t *created);

/*
 * The tag with the name, in whatever case.  If there is none, a tag with this
 * name is staged; its slug is made of the name and, if another tag has this
 * slug, of a number.  The tag is in the pool.
 */

ngx_int_t contentlib_existing_tag(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_str_t *name, ngx_pool_t *pool,
    contentlib_tag_t *tag);


#endif /* _CONTENTLIB_EXISTING_H_INCLUDED_ */
