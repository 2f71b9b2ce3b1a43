
/*
 * Copyright (C) contentlib authors
 *
 * The numbers of the tags of a library that is replaced or checked.
 */


#ifndef _CONTENTLIB_NUMBERS_H_INCLUDED_
#define _CONTENTLIB_NUMBERS_H_INCLUDED_


#include <tool/stage/contentlib_stage.h>


/* of a file that cannot be read, or has another format, there are none */

void contentlib_numbers_keep(contentlib_stage_t *stage, const char *name);


#endif /* _CONTENTLIB_NUMBERS_H_INCLUDED_ */
