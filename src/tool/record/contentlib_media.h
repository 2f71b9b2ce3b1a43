
/*
 * Copyright (C) contentlib authors
 *
 * Media addresses and the media URL that they may be relative to.
 */


#ifndef _CONTENTLIB_MEDIA_H_INCLUDED_
#define _CONTENTLIB_MEDIA_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/*
 * What is stored of an address: what follows the media URL if the address
 * begins with it and the rest can stand alone as a relative one.  The result
 * points into the address.
 */

ngx_str_t contentlib_media_strip(const ngx_str_t *media_url,
    const ngx_str_t *address);


#endif /* _CONTENTLIB_MEDIA_H_INCLUDED_ */
