
/*
 * Copyright (C) contentlib authors
 *
 * Reads one page of a list while it arrives.  Only the value that is being
 * read is in memory, whatever the size of the page, and its size is limited.
 */


#ifndef _CONTENTLIB_FROM_PAGE_H_INCLUDED_
#define _CONTENTLIB_FROM_PAGE_H_INCLUDED_


#include <tool/contentlib_message.h>

#include <json-c/json.h>


/* most bytes of a page, and most records of it */

#define CONTENTLIB_PAGE_BYTES    (64 * 1024 * 1024)
#define CONTENTLIB_PAGE_RECORDS  10000


/*
 * Called with the identifier of each record.  NGX_DECLINED: the identifier
 * came before; NGX_ERROR: the page cannot be read any further.
 */

typedef ngx_int_t (*contentlib_from_page_identifier_pt)(void *data,
    const ngx_str_t *identifier);


typedef struct {
    const char                     *field;  /* that each record has */
    contentlib_from_page_identifier_pt  identifier;     /* or NULL */
    void                           *data;   /* of "identifier" */
    json_tokener                   *tokener;

    /* what was read of this page; a new page zeroes all that follows */

    uint64_t                        count;
    char                           *next;   /* NULL on the last page */
    ngx_uint_t                      n;      /* records */
    uint64_t                        identifiers;    /* hash of all, in order */
    uint64_t                        bytes;
    uint64_t                        hash;   /* of all bytes */
    contentlib_message_t            fault;  /* why this is not a page */
    ngx_uint_t                      twice;  /* records that came before */
    char                            name[CONTENTLIB_QUOTE_SIZE];

    /* the state of the reader */

    ngx_uint_t                      state;
    ngx_uint_t                      member; /* the one whose value comes */
    ngx_uint_t                      members;    /* those that came */
    ngx_uint_t                      valid;  /* those that have their type */
    ngx_uint_t                      line;
    size_t                          length; /* of the value so far */
    ngx_uint_t                      brackets;   /* in the value so far */
    unsigned                        value:1;    /* inside of a value */
} contentlib_from_page_t;


/* begins a page, or begins it again; the structure is zeroed at first */

ngx_int_t contentlib_from_page_begin(contentlib_from_page_t *page,
    const char *address);
void contentlib_from_page_free(contentlib_from_page_t *page);

/* NGX_OK even if "fault" is set, or NGX_ERROR from "identifier" */

ngx_int_t contentlib_from_page_add(contentlib_from_page_t *page,
    const u_char *data, size_t len);

/* NGX_OK, NGX_AGAIN if the page does not end, or NGX_ERROR with "fault" */

ngx_int_t contentlib_from_page_end(contentlib_from_page_t *page);


#endif /* _CONTENTLIB_FROM_PAGE_H_INCLUDED_ */
