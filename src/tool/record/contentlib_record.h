
/*
 * Copyright (C) contentlib authors
 *
 * JSON trees in the shapes of the API to rows, every field checked.
 *
 * Strings of the rows are those of the tree, arrays are in the pool; both
 * must live as long as the rows.
 */


#ifndef _CONTENTLIB_RECORD_H_INCLUDED_
#define _CONTENTLIB_RECORD_H_INCLUDED_


#include <tool/import/contentlib_rows.h>
#include <tool/record/contentlib_fields.h>


/* longest name of a partner, and most entries of a list */

#define CONTENTLIB_RECORD_PARTNER  64


typedef enum {
    CONTENTLIB_RECORD_ITEM = 0,
    CONTENTLIB_RECORD_TAG,
    CONTENTLIB_RECORD_COLLECTION
} contentlib_record_e;


typedef struct {
    contentlib_record_e       type;
    contentlib_item_t         item;         /* of a collection: its preview */
    contentlib_tag_t          tag;
    contentlib_collection_t   collection;
} contentlib_record_t;


/* the fields of an item, which depend on the name of the partner */

typedef struct {
    char                      ids[CONTENTLIB_RECORD_PARTNER + 5];
    contentlib_field_t        item[CONTENTLIB_FIELDS_MAX];
    contentlib_field_t        platforms[2];
} contentlib_record_fields_t;


/* whether this can be the name of a partner */

ngx_int_t contentlib_record_partner(const char *partner,
    contentlib_message_t *message);

/* "partner" is a name, and lives as long as the fields */

void contentlib_record_init(contentlib_record_fields_t *fields,
    const char *partner);

/*
 * "place" has file, line and message; the kind and the subject of the record
 * are set here.
 */

ngx_int_t contentlib_record_read(const contentlib_record_fields_t *fields,
    contentlib_place_t *place, json_object *json, ngx_pool_t *pool,
    contentlib_record_t *record);

/* the subject of an item, for a message */

void contentlib_record_subject(contentlib_place_t *place, int64_t id);


#endif /* _CONTENTLIB_RECORD_H_INCLUDED_ */
