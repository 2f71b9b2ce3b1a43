
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_record.c, _record_item.c and _record_version.c share; nobody
 * else includes this file.
 */


#ifndef _CONTENTLIB_RECORD_ITEM_H_INCLUDED_
#define _CONTENTLIB_RECORD_ITEM_H_INCLUDED_


#include <tool/record/contentlib_record.h>
#include <tool/record/contentlib_values.h>


/* a record at work */

typedef struct {
    const contentlib_record_fields_t  *fields;
    contentlib_place_t                *place;
    ngx_pool_t                        *pool;
} contentlib_record_reader_t;


/* reads one entry of a list into its row */

typedef ngx_int_t (*contentlib_record_entry_pt)(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, void *row);


/* an item, on its own or as a preview; the identifier is read first */

ngx_int_t contentlib_record_item(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, contentlib_item_t *item);

ngx_int_t contentlib_record_tag(const contentlib_record_reader_t *reader,
    const contentlib_path_t *path, json_object *json, contentlib_tag_t *tag);

/* the paths of all fields of an object */

void contentlib_record_steps(contentlib_path_t *steps,
    const contentlib_path_t *path, const contentlib_field_t *fields);

/* a list, whose rows of "size" bytes are initialized here */

ngx_int_t contentlib_record_list(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, contentlib_record_entry_pt entry, size_t size,
    ngx_array_t *rows);

/*
 * Refuses, as "fault", the first row that repeats the string at "offset" of
 * another one.
 */

ngx_int_t contentlib_record_unique(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    const ngx_array_t *rows, size_t offset, const char *fault);

/* "default_version" */

ngx_int_t contentlib_record_version(
    const contentlib_record_reader_t *reader, const contentlib_path_t *path,
    json_object *json, contentlib_item_t *item);


#endif /* _CONTENTLIB_RECORD_ITEM_H_INCLUDED_ */
