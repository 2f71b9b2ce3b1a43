
/*
 * Copyright (C) contentlib authors
 *
 * The parts of an answer that do not come from the library: equal views give
 * equal bytes.
 *
 * The strings belong to the caller.
 */


#ifndef _CONTENTLIB_VIEW_H_INCLUDED_
#define _CONTENTLIB_VIEW_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef struct {
    ngx_str_t                base_url;      /* no slash at the end */
    ngx_str_t                root;          /* "/api/v1/" */
    ngx_str_t                media_url;     /* prefix of relative addresses */
    ngx_str_t                partner;       /* "partner" */
    ngx_str_t                format;        /* value of the "format" argument,
                                               decoded; data is NULL if the
                                               request has none */
    unsigned                 numbers_as_strings:1;
} contentlib_view_t;


#endif /* _CONTENTLIB_VIEW_H_INCLUDED_ */
