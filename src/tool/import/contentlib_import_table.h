
/*
 * Copyright (C) contentlib authors
 *
 * The rows of a table of pictures become records, and are read as any others.
 */


#ifndef _CONTENTLIB_IMPORT_TABLE_H_INCLUDED_
#define _CONTENTLIB_IMPORT_TABLE_H_INCLUDED_


#include <tool/import/contentlib_loader.h>


/* "tabs" is 1 if tabs separate the cells */

void contentlib_import_table(contentlib_loader_t *loader, const char *name,
    ngx_uint_t tabs);


#endif /* _CONTENTLIB_IMPORT_TABLE_H_INCLUDED_ */
