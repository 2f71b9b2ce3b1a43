
/*
 * Copyright (C) contentlib authors
 *
 * The lists of a service, from the first page to the last, held against what
 * they say of themselves.
 */


#ifndef _CONTENTLIB_SERVICE_H_INCLUDED_
#define _CONTENTLIB_SERVICE_H_INCLUDED_


#include <tool/contentlib_fetch.h>
#include <tool/contentlib_progress.h>
#include <tool/contentlib_spool.h>


/* pages of tags, of items and of collections, in the order of their lists */

ngx_int_t contentlib_service_read(contentlib_fetch_t *fetch,
    contentlib_spool_t *spool, contentlib_progress_t *progress,
    contentlib_message_t *message);


#endif /* _CONTENTLIB_SERVICE_H_INCLUDED_ */
