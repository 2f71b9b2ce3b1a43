
/*
 * Copyright (C) contentlib authors
 *
 * Reads a JSON tree in the shape of the API: one walk checks each field and
 * renders it.  What may be left out is derived.
 *
 * Strings of a record are those of the tree or in the pool; both must live as
 * long as the record.
 */


#ifndef _CONTENTLIB_RECORD_H_INCLUDED_
#define _CONTENTLIB_RECORD_H_INCLUDED_


#include <tool/record/contentlib_place.h>

#include <json-c/json.h>


/* longest name of a partner */

#define CONTENTLIB_RECORD_PARTNER  64


typedef struct {
    const char               *name;
    char                      ids[CONTENTLIB_RECORD_PARTNER + 5];
} contentlib_partner_t;


typedef enum {
    CONTENTLIB_RECORD_ITEM = 0,
    CONTENTLIB_RECORD_TAG,
    CONTENTLIB_RECORD_COLLECTION
} contentlib_record_e;


/*
 * The userdata of a string or a list that comes from a table: what an error
 * names, once for all places at which the value stands.
 */

typedef struct {
    const char               *name;
    ngx_uint_t                wrong;        /* 1 after an error */
} contentlib_record_column_t;


/*
 * Of a collection, what belongs to an item is that of its preview, of which
 * only the identifier, or only the file, may be known.
 */

typedef struct {
    contentlib_record_e       type;

    int64_t                   id;           /* of an item; 0: not known */
    int64_t                   created;      /* microseconds since the epoch */
    ngx_str_t                 alt_text;
    ngx_str_t                 content_type;
    ngx_str_t                 file;         /* that the item was made of */
    json_object              *tags;         /* NULL: id or file alone */
    const ngx_str_t          *numbers;      /* of tags, instead of them; or
                                               NULL */

    ngx_str_t                 slug;         /* of a tag or a collection */
    ngx_str_t                 name;
    ngx_uint_t                display;
    json_object              *items;        /* NULL: no list */

    ngx_str_t                 json;         /* without tags and preview */
    ngx_str_t                 preview;      /* the JSON of the preview */
} contentlib_record_t;


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

/*
 * Bytes of the JSON of a record in an export without options, without the
 * records to which it refers.
 */

size_t contentlib_record_size(const ngx_str_t *json, size_t media_url);

/* the JSON of a valid tag */

void contentlib_record_tag(const ngx_str_t *slug, const ngx_str_t *name,
    ngx_pool_t *pool, ngx_str_t *json);


#endif /* _CONTENTLIB_RECORD_H_INCLUDED_ */
