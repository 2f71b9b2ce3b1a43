
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_record.c and contentlib_record_item.c share; nobody else
 * includes this file.
 */


#ifndef _CONTENTLIB_RECORD_ITEM_H_INCLUDED_
#define _CONTENTLIB_RECORD_ITEM_H_INCLUDED_


#include <tool/contentlib_record.h>
#include <tool/contentlib_values.h>


/* a record at work */

typedef struct {
    const contentlib_record_fields_t  *fields;
    contentlib_place_t                *place;
    ngx_pool_t                        *pool;
} contentlib_record_reader_t;


/* an item, on its own or as a preview; the identifier is read first */

ngx_int_t contentlib_record_item(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, contentlib_item_t *item);

ngx_int_t contentlib_record_tag(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, contentlib_tag_t *tag);


#endif /* _CONTENTLIB_RECORD_ITEM_H_INCLUDED_ */
