
/*
 * Copyright (C) contentlib authors
 *
 * Bytes that stand, in the JSON of a record at work, for what depends on the
 * request.  None of them can stand in UTF-8, and json-c lets them pass.
 */


#ifndef _CONTENTLIB_PLACEHOLDERS_H_INCLUDED_
#define _CONTENTLIB_PLACEHOLDERS_H_INCLUDED_


#include <library/contentlib_marks.h>


/* in the order of contentlib_mark_e, from CONTENTLIB_MARK_BASE on */

#define CONTENTLIB_PLACEHOLDER_BASE     "\xf8"
#define CONTENTLIB_PLACEHOLDER_FORMAT   "\xf9"
#define CONTENTLIB_PLACEHOLDER_MEDIA    "\xfa"
#define CONTENTLIB_PLACEHOLDER_PARTNER  "\xfb"
#define CONTENTLIB_PLACEHOLDER_QUOTE    "\xfc"


#endif /* _CONTENTLIB_PLACEHOLDERS_H_INCLUDED_ */
