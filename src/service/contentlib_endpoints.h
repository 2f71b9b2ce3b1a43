
/*
 * Copyright (C) contentlib authors
 *
 * The endpoints of the API: a table with a row for each.
 */


#ifndef _CONTENTLIB_ENDPOINTS_H_INCLUDED_
#define _CONTENTLIB_ENDPOINTS_H_INCLUDED_


#include <service/contentlib_query.h>


typedef ngx_int_t (*contentlib_endpoint_pt)(contentlib_query_t *query);
typedef ngx_int_t (*contentlib_endpoint_body_pt)(contentlib_query_t *query,
    contentlib_list_e list, ngx_str_t *body);


typedef struct {
    ngx_str_t                     name;
    const char                   *title;
    const char                   *description;

    /* count and positions: NGX_OK, NGX_AGAIN to be called again when the
       query was woken, NGX_ERROR; or NULL */
    contentlib_endpoint_pt        load;

    /* NGX_OK, NGX_DECLINED if there is no such record, or NGX_ERROR */
    contentlib_endpoint_body_pt   body;
    contentlib_list_e             list;
} contentlib_endpoint_t;


extern const contentlib_endpoint_t  contentlib_endpoints[CONTENTLIB_ENDPOINTS];


#endif /* _CONTENTLIB_ENDPOINTS_H_INCLUDED_ */
