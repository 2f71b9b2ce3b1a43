
/*
 * Copyright (C) contentlib authors
 *
 * The records of a library of format 2, as "contentlib export" of that format
 * printed them: only so that they can be imported again.
 */


#ifndef _CONTENTLIB_EXPORT_OLD_H_INCLUDED_
#define _CONTENTLIB_EXPORT_OLD_H_INCLUDED_


#include <tool/contentlib_commands.h>


/* NGX_OK if the file is such a library, else NGX_DECLINED */

ngx_int_t contentlib_export_old_format(const char *name);

/* prints all records */

void contentlib_export_old(const contentlib_options_t *options);


#endif /* _CONTENTLIB_EXPORT_OLD_H_INCLUDED_ */
