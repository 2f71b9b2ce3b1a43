
/*
 * Copyright (C) contentlib authors
 *
 * The members of a JSON object against a list of those it may have, and what
 * is said of a value that cannot be taken:
 *
 *     FILE:LINE: content item 123: "download[2].width" is not a number
 */


#ifndef _CONTENTLIB_FIELDS_H_INCLUDED_
#define _CONTENTLIB_FIELDS_H_INCLUDED_


#include <tool/contentlib_message.h>

#include <json-c/json.h>


/* most fields that an object may have */

#define CONTENTLIB_FIELDS_MAX  16


typedef enum {
    CONTENTLIB_FIELD_REQUIRED = 0,
    CONTENTLIB_FIELD_OPTIONAL,
    CONTENTLIB_FIELD_IGNORED
} contentlib_field_e;


typedef struct {
    const char               *name;         /* NULL ends a list */
    contentlib_field_e        type;
} contentlib_field_t;


/* a record in its file; the strings live as long as the record is worked on */

typedef struct {
    const char               *file;
    ngx_uint_t                line;
    const char               *kind;         /* "content item" */
    char                      subject[CONTENTLIB_QUOTE_SIZE + 4];
    contentlib_message_t     *message;
} contentlib_place_t;


/* a value in its record; each step points to the one above it */

typedef struct contentlib_path_s  contentlib_path_t;

struct contentlib_path_s {
    const contentlib_path_t  *up;           /* NULL above the record itself */
    const char               *name;         /* NULL for an entry of a list */
    size_t                    index;
};


/*
 * Finds the value of each field, NULL where it is absent.  A field that is
 * null, missing or not in the list is an error.
 */

ngx_int_t contentlib_fields_read(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json,
    const contentlib_field_t *fields, json_object **values);

/* "what" follows the value's name: "is not a string"; returns NGX_ERROR */

ngx_int_t contentlib_fields_refuse(const contentlib_place_t *place,
    const contentlib_path_t *path, const char *what);

/* the same for the record as a whole, with the arguments of a format */

ngx_int_t contentlib_place_refuse(const contentlib_place_t *place,
    const char *format, ...) __attribute__((format(printf, 2, 3)));


#endif /* _CONTENTLIB_FIELDS_H_INCLUDED_ */
