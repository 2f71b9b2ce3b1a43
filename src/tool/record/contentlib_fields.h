
/*
 * Copyright (C) contentlib authors
 *
 * The fields of the records, in the order in which the API shows them, and a
 * walk over them.  Records are read and rendered by this walk, so that a new
 * field is a new row of a table.
 */


#ifndef _CONTENTLIB_FIELDS_H_INCLUDED_
#define _CONTENTLIB_FIELDS_H_INCLUDED_


#include <library/contentlib_marks.h>
#include <tool/record/contentlib_rows.h>


/*
 * Bytes that stand, in the JSON of a record at work, for what depends on the
 * request: in the order of contentlib_mark_e, from CONTENTLIB_MARK_BASE on.
 * None of them can stand in UTF-8, and json-c lets them pass.
 */

#define CONTENTLIB_PLACEHOLDER_BASE     "\xf8"
#define CONTENTLIB_PLACEHOLDER_FORMAT   "\xf9"
#define CONTENTLIB_PLACEHOLDER_MEDIA    "\xfa"
#define CONTENTLIB_PLACEHOLDER_PARTNER  "\xfb"
#define CONTENTLIB_PLACEHOLDER_QUOTE    "\xfc"

/* most levels of objects and lists */

#define CONTENTLIB_FIELDS_DEPTH  6


typedef enum {
    CONTENTLIB_FIELD_ID = 0,            /* int64_t from 1 to 2^63 - 1 */
    CONTENTLIB_FIELD_NUMBER,            /* int64_t from 0 to 2^53 */
    CONTENTLIB_FIELD_TIME,              /* int64_t, microseconds */
    CONTENTLIB_FIELD_BOOLEAN,           /* ngx_uint_t */

    CONTENTLIB_FIELD_TEXT,              /* ngx_str_t, as are the next ones */
    CONTENTLIB_FIELD_NAME,
    CONTENTLIB_FIELD_SLUG,
    CONTENTLIB_FIELD_ADDRESS,
    CONTENTLIB_FIELD_MEDIA,             /* an address of a file */
    CONTENTLIB_FIELD_MEDIA_TYPE,
    CONTENTLIB_FIELD_CONTENT_TYPE,

    CONTENTLIB_FIELD_LABEL,             /* of the content type */
    CONTENTLIB_FIELD_ID_URL,            /* with the identifier at its end */
    CONTENTLIB_FIELD_SLUG_URL,

    CONTENTLIB_FIELD_OBJECT,
    CONTENTLIB_FIELD_LIST               /* ngx_array_t */
} contentlib_field_e;


#define CONTENTLIB_FIELD_OPTIONAL  1
#define CONTENTLIB_FIELD_RECORD    2    /* rendered beforehand */
#define CONTENTLIB_FIELD_INPUT     4    /* not rendered */


typedef struct contentlib_field_s  contentlib_field_t;

struct contentlib_field_s {
    const char               *name;     /* NULL ends a table */
    contentlib_field_e        type;
    ngx_uint_t                flags;
    size_t                    offset;   /* in the row of the object */

    const contentlib_field_t *fields;   /* of an object, or of each entry */
    size_t                    size;     /* of the row of an entry */

    /*
     * Of an address: the directory.  Of a list: the error if two entries have
     * the same string at the beginning of their rows.
     */

    const char               *text;
};


/* an object, or the entries of a list; "" is the name of an entry itself */

typedef struct {
    const contentlib_field_t *fields;
    const contentlib_field_t *field;    /* at which the walk is */
    u_char                   *row;
    size_t                    size;
    ngx_uint_t                index;
    ngx_uint_t                found;    /* fields of this object */
    struct json_object       *list;     /* or the object */
    struct json_object       *node;     /* of this entry */
} contentlib_level_t;


typedef struct contentlib_walk_s  contentlib_walk_t;

typedef void (*contentlib_walk_pt)(contentlib_walk_t *walk,
    contentlib_level_t *level);


/*
 * What is done at the beginning and at the end of each object, and for each of
 * its fields: "value", or "down" for an object and a list, which sets "list"
 * of the next level, or returns NGX_DECLINED to leave the object or the list
 * out.  "up" is called behind an object or a list that was not left out.
 */

struct contentlib_walk_s {
    contentlib_walk_pt        begin;
    contentlib_walk_pt        end;
    contentlib_walk_pt        value;
    ngx_int_t               (*down)(contentlib_walk_t *walk,
                                    contentlib_level_t *level);
    contentlib_walk_pt        up;           /* or NULL */
    contentlib_level_t        levels[CONTENTLIB_FIELDS_DEPTH];
};


void contentlib_walk(contentlib_walk_t *walk,
    const contentlib_field_t *fields, void *row, struct json_object *node);


/*
 * contentlib_render.c: the JSON of a record, in the order of the fields that
 * the API has, with placeholders.  "fields" are those of the row.  "rendered"
 * has the JSON of each record within this one: of the tags of an item, or of
 * the preview of a collection; if it is NULL, they are rendered, too.  The JSON
 * is in the pool.
 */

void contentlib_render(const contentlib_field_t *fields, const void *row,
    const ngx_str_t *rendered, ngx_pool_t *pool, ngx_str_t *json);

/* "GIF" or "Static Image" */

const char *contentlib_field_label(const ngx_str_t *content_type);

/* the first has a row of contentlib_record_t */

extern const contentlib_field_t  contentlib_collection_fields[];
extern const contentlib_field_t  contentlib_item_fields[];
extern const contentlib_field_t  contentlib_tag_fields[];


#endif /* _CONTENTLIB_FIELDS_H_INCLUDED_ */
