
/*
 * Copyright (C) contentlib authors
 *
 * Addresses of a service: where it begins, and whether another address is
 * below that.
 */


#ifndef _CONTENTLIB_ADDRESS_H_INCLUDED_
#define _CONTENTLIB_ADDRESS_H_INCLUDED_


#include <tool/contentlib_message.h>


/* longest address */

#define CONTENTLIB_ADDRESS  4096


/*
 * "text" as an absolute address that ends in a slash, to be freed; NULL with
 * the message set if no address can be below it.
 */

char *contentlib_address_root(const char *text, contentlib_message_t *message);

/*
 * The address that "text" means on the page "found", to be freed; NULL if it
 * has not the scheme, host and port of the root, or is not below its path.
 */

char *contentlib_address_below(const char *root, const char *found,
    const char *text);


#endif /* _CONTENTLIB_ADDRESS_H_INCLUDED_ */
