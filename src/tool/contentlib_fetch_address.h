
/*
 * Copyright (C) contentlib authors
 *
 * Addresses on the network: where a service begins, and what is below that.
 */


#ifndef _CONTENTLIB_FETCH_ADDRESS_H_INCLUDED_
#define _CONTENTLIB_FETCH_ADDRESS_H_INCLUDED_


#include <tool/contentlib_message.h>


/* longest address */

#define CONTENTLIB_FETCH_ADDRESS  4096


/*
 * "text" as an absolute address that ends in a slash, to be freed; NULL with
 * the message set if it cannot be the beginning of others.
 */

char *contentlib_fetch_address_root(const char *text,
    contentlib_message_t *message);

/*
 * What "text" means where it was found, to be freed; NULL if that is not of
 * the scheme, the host and the port of the root and below its path.
 */

char *contentlib_fetch_address_below(const char *root, const char *found,
    const char *text);


#endif /* _CONTENTLIB_FETCH_ADDRESS_H_INCLUDED_ */
