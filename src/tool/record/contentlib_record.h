
/*
 * Copyright (C) contentlib authors
 *
 * Reads a JSON tree in the shape of the API into a row: each field is checked,
 * and what may be left out is derived.
 *
 * Strings of the row are those of the tree, arrays are in the pool; both
 * must live as long as the row.
 */


#ifndef _CONTENTLIB_RECORD_H_INCLUDED_
#define _CONTENTLIB_RECORD_H_INCLUDED_


#include <tool/record/contentlib_place.h>
#include <tool/record/contentlib_rows.h>

#include <json-c/json.h>


/* longest name of a partner */

#define CONTENTLIB_RECORD_PARTNER  64


typedef struct {
    const char               *name;
    char                      ids[CONTENTLIB_RECORD_PARTNER + 5];
} contentlib_partner_t;


/* "name" lives as long as the partner */

void contentlib_partner_init(contentlib_partner_t *partner, const char *name);

/*
 * Addresses of files become relative to the media URL, which may be empty.
 * "place" has file, line and errors; the kind and the subject of the record are
 * set here.  NGX_OK, or NGX_ERROR after an error of the input.
 */

ngx_int_t contentlib_record_read(const contentlib_partner_t *partner,
    const ngx_str_t *media_url, contentlib_place_t *place, json_object *json,
    ngx_pool_t *pool, contentlib_record_t *record);

/* the file that the item was made of, or NULL */

const contentlib_rendition_t *contentlib_record_original(
    const contentlib_item_t *item);


#endif /* _CONTENTLIB_RECORD_H_INCLUDED_ */
