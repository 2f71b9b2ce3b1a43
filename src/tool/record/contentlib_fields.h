
/*
 * Copyright (C) contentlib authors
 *
 * The types of the fields of records, and the placeholders in their JSON.
 */


#ifndef _CONTENTLIB_FIELDS_H_INCLUDED_
#define _CONTENTLIB_FIELDS_H_INCLUDED_


#include <library/contentlib_marks.h>


/*
 * Bytes that stand, in the JSON of a record at work, for what depends on the
 * request, and for the records to which it refers: in the order of
 * contentlib_mark_e, from CONTENTLIB_MARK_BASE on.  None of them can stand in
 * UTF-8, and json-c lets them pass.
 */

#define CONTENTLIB_PLACEHOLDER_FIRST      0xf8

#define CONTENTLIB_PLACEHOLDER_BASE       "\xf8"
#define CONTENTLIB_PLACEHOLDER_FORMAT     "\xf9"
#define CONTENTLIB_PLACEHOLDER_MEDIA      "\xfa"
#define CONTENTLIB_PLACEHOLDER_PARTNER    "\xfb"
#define CONTENTLIB_PLACEHOLDER_QUOTE      "\xfc"
#define CONTENTLIB_PLACEHOLDER_REFERENCE  "\xfd"


typedef enum {
    CONTENTLIB_FIELD_ID = 0,            /* from 1 to 2^63 - 1 */
    CONTENTLIB_FIELD_NUMBER,            /* from 0 to 2^53 */
    CONTENTLIB_FIELD_TIME,
    CONTENTLIB_FIELD_BOOLEAN,

    CONTENTLIB_FIELD_TEXT,
    CONTENTLIB_FIELD_NAME,
    CONTENTLIB_FIELD_SLUG,
    CONTENTLIB_FIELD_ADDRESS,
    CONTENTLIB_FIELD_MEDIA,             /* an address of a file */
    CONTENTLIB_FIELD_MEDIA_TYPE,
    CONTENTLIB_FIELD_CONTENT_TYPE,

    CONTENTLIB_FIELD_LABEL,             /* of the content type */
    CONTENTLIB_FIELD_API,               /* the address of the record itself */

    CONTENTLIB_FIELD_OBJECT,
    CONTENTLIB_FIELD_LIST
} contentlib_field_e;


#endif /* _CONTENTLIB_FIELDS_H_INCLUDED_ */
