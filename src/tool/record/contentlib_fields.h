
/*
 * Copyright (C) contentlib authors
 *
 * The placeholders in the JSON of records.
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


#endif /* _CONTENTLIB_FIELDS_H_INCLUDED_ */
