
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of a record, in the order of the fields that the API has, with
 * placeholders: see contentlib_fields.h.
 */


#ifndef _CONTENTLIB_RENDER_H_INCLUDED_
#define _CONTENTLIB_RENDER_H_INCLUDED_


#include <tool/record/contentlib_fields.h>


/*
 * "fields" are those of the row.  "rendered" has the JSON of each record
 * within this one: of the tags of an item, or of the preview of a collection;
 * if it is NULL, they are rendered, too.  The JSON is in the pool.
 */

void contentlib_render(const contentlib_field_t *fields, const void *row,
    const ngx_str_t *rendered, ngx_pool_t *pool, ngx_str_t *json);


#endif /* _CONTENTLIB_RENDER_H_INCLUDED_ */
