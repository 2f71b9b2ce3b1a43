
/*
 * Copyright (C) contentlib authors
 *
 * The records of a library of format 2, as "contentlib export" of that format
 * printed them: only so that they can be imported again.
 */


#ifndef _CONTENTLIB_EXPORT_OLD_H_INCLUDED_
#define _CONTENTLIB_EXPORT_OLD_H_INCLUDED_


#include <tool/contentlib_commands.h>


/* prints all records; NGX_DECLINED if the file is no such library */

ngx_int_t contentlib_export_old(const contentlib_options_t *options);


#endif /* _CONTENTLIB_EXPORT_OLD_H_INCLUDED_ */
