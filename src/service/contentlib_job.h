
/*
 * Copyright (C) contentlib authors
 *
 * Which records an answer is about: the one of an address, or the page of a
 * list.
 */


#ifndef _CONTENTLIB_JOB_H_INCLUDED_
#define _CONTENTLIB_JOB_H_INCLUDED_


#include <service/contentlib_endpoints.h>


/* the record: NGX_OK, NGX_DECLINED if there is none, or NGX_ERROR */

ngx_int_t contentlib_job_find_item(contentlib_job_t *job);
ngx_int_t contentlib_job_find_tag(contentlib_job_t *job);
ngx_int_t contentlib_job_find_collection(contentlib_job_t *job);

/* count and page: NGX_OK, NGX_AGAIN to be called again, or NGX_ERROR */

ngx_int_t contentlib_job_load_items(contentlib_job_t *job);
ngx_int_t contentlib_job_load_tags(contentlib_job_t *job);
ngx_int_t contentlib_job_load_collections(contentlib_job_t *job);


#endif /* _CONTENTLIB_JOB_H_INCLUDED_ */
