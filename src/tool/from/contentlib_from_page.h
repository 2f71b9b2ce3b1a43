
/*
 * Copyright (C) contentlib authors
 *
 * Reads one page of a list from the database.  Only the value that is being
 * read is in memory, whatever the size of the page, and its size is limited.
 */


#ifndef _CONTENTLIB_FROM_PAGE_H_INCLUDED_
#define _CONTENTLIB_FROM_PAGE_H_INCLUDED_


#include <tool/from/contentlib_pages.h>
#include <tool/record/contentlib_input.h>

#include <json-c/json.h>


/* most bytes of a page, and most records of it */

#define CONTENTLIB_PAGE_BYTES    (64 * 1024 * 1024)
#define CONTENTLIB_PAGE_RECORDS  10000


/* two readings of a page with the same records have the same facts */

typedef struct {
    ngx_uint_t                 count;
    ngx_uint_t                 n;           /* records */
    uint64_t                   identifiers; /* hash of all, in order */
} contentlib_from_facts_t;


typedef struct {
    contentlib_pages_t        *pages;       /* the page is the one at hand */
    const char                *field;       /* that each record has */

    /* what was read of this page; the next page zeroes all that follows */

    contentlib_from_facts_t    facts;
    const char                *next;        /* NULL on the last page */
    uint64_t                   bytes;
    uint64_t                   hash;        /* of all bytes */
    ngx_uint_t                 twice;       /* records that came before */
    contentlib_message_t       fault;       /* why this is not a page */

    /* the state of the reader */

    json_object               *envelope;
    contentlib_input_t        *input;
    contentlib_errors_t        errors;
    contentlib_place_t         place;       /* of the envelope */
    unsigned                   ended:1;     /* all was read, without errors */
} contentlib_from_page_t;


/*
 * NGX_OK, NGX_AGAIN if the page does not end, or NGX_ERROR with "fault".  The
 * structure is zeroed at first.
 */

ngx_int_t contentlib_from_page_read(contentlib_from_page_t *page);
void contentlib_from_page_free(contentlib_from_page_t *page);


#endif /* _CONTENTLIB_FROM_PAGE_H_INCLUDED_ */
