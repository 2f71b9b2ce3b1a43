
/*
 * Copyright (C) contentlib authors
 *
 * A page of a list, as far as a walk must know it.
 */


#ifndef _CONTENTLIB_SERVICE_PAGE_H_INCLUDED_
#define _CONTENTLIB_SERVICE_PAGE_H_INCLUDED_


#include <tool/contentlib_message.h>


typedef struct {
    uint64_t                  count;
    char                     *next;         /* as it stands there, or NULL */
    uint64_t                 *numbers;      /* one for each identifier */
    size_t                    n;
    const char               *field;        /* that each record has */
} contentlib_service_page_t;


/* contentlib_service_page_free() is to follow, whatever is returned */

ngx_int_t contentlib_service_page_read(contentlib_service_page_t *page,
    const ngx_str_t *body, const char *address, const char *field,
    contentlib_message_t *message);
void contentlib_service_page_free(contentlib_service_page_t *page);

/* whether the same records are on both, out of as many */

ngx_uint_t contentlib_service_page_equal(const contentlib_service_page_t *one,
    const contentlib_service_page_t *other);


#endif /* _CONTENTLIB_SERVICE_PAGE_H_INCLUDED_ */
