
/*
 * Copyright (C) contentlib authors
 *
 * The headers Accept and If-None-Match of a client.
 */


#ifndef _CONTENTLIB_NEGOTIATION_H_INCLUDED_
#define _CONTENTLIB_NEGOTIATION_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/*
 * The value of an Accept header: for each type the most specific range decides.
 * Without a header (data is NULL, or blanks only) everything is accepted.
 *
 * 1 if JSON may be sent: a client that accepts only pages for people gets JSON,
 * too, unless it names "application/json" as not acceptable.
 */

ngx_uint_t contentlib_negotiation_json(const ngx_str_t *accept);

/*
 * 1 if a page for people is wanted in place of JSON: "text/html" is named, no
 * range of many types is meant, and accepted as much or more.
 */

ngx_uint_t contentlib_negotiation_explorer(const ngx_str_t *accept);

/*
 * 1 if an If-None-Match header names the entity tag, by weak comparison, or
 * is "*".
 */

ngx_uint_t contentlib_negotiation_has(const ngx_str_t *if_none_match,
    const ngx_str_t *etag);


#endif /* _CONTENTLIB_NEGOTIATION_H_INCLUDED_ */
