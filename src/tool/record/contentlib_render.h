
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of a record, in the order of the fields that the API has, with
 * placeholders: see contentlib_placeholders.h.
 */


#ifndef _CONTENTLIB_RENDER_H_INCLUDED_
#define _CONTENTLIB_RENDER_H_INCLUDED_


#include <tool/record/contentlib_fields.h>


/*
 * "fields" are those of the row.  "rendered" has the JSON of each record
 * within this one: of the tags of an item, or of the preview of a collection;
 * if it is NULL, they are rendered, too.  NGX_OK with the JSON in the pool, or
 * NGX_ERROR if there is no memory.
 */

ngx_int_t contentlib_render(const contentlib_field_t *fields, const void *row,
    const ngx_str_t *rendered, ngx_pool_t *pool, ngx_str_t *json);


#endif /* _CONTENTLIB_RENDER_H_INCLUDED_ */
