
/*
 * Copyright (C) contentlib authors
 *
 * Pages between fetching and reading: one after the other in a file without a
 * name, of which nothing is left whatever happens.
 */


#ifndef _CONTENTLIB_SPOOL_H_INCLUDED_
#define _CONTENTLIB_SPOOL_H_INCLUDED_


#include <tool/contentlib_message.h>


typedef struct {
    char                     *address;
    uint64_t                  offset;
    uint64_t                  len;
} contentlib_spool_page_t;


typedef struct {
    int                       fd;           /* -1: it is not open */
    contentlib_spool_page_t  *pages;
    size_t                    n;
    size_t                    size;
    uint64_t                  bytes;
    contentlib_message_t     *message;
} contentlib_spool_t;


ngx_int_t contentlib_spool_open(contentlib_spool_t *spool,
    const char *directory, contentlib_message_t *message);
void contentlib_spool_close(contentlib_spool_t *spool);

ngx_int_t contentlib_spool_add(contentlib_spool_t *spool, const char *address,
    const ngx_str_t *body);

/* forgets the pages from "n" on */

ngx_int_t contentlib_spool_cut(contentlib_spool_t *spool, size_t n);


#endif /* _CONTENTLIB_SPOOL_H_INCLUDED_ */
