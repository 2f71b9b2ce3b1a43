
/*
 * Copyright (C) contentlib authors
 *
 * Addresses of a service: where it begins, and whether another address is
 * below that.
 */


#ifndef _CONTENTLIB_ADDRESS_H_INCLUDED_
#define _CONTENTLIB_ADDRESS_H_INCLUDED_


#include <tool/contentlib_message.h>


/* room for a root and for any other address, the zero included */

#define CONTENTLIB_ADDRESS_ROOT  4096
#define CONTENTLIB_ADDRESS       8192


/*
 * The value of --from as an absolute address that ends in a slash; fails if no
 * address can be below it.
 */

void contentlib_address_root(char root[CONTENTLIB_ADDRESS_ROOT],
    const char *text);

/*
 * Replaces the address of a page by the one that "text" means on this page.
 * NGX_OK; NGX_DECLINED if that has not the scheme, host and port of the root,
 * or is not below its path.
 */

ngx_int_t contentlib_address_below(const char *root,
    char address[CONTENTLIB_ADDRESS], const char *text);


#endif /* _CONTENTLIB_ADDRESS_H_INCLUDED_ */
