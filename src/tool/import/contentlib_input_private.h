
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_input.c and contentlib_input_scan.c share; nobody else
 * includes this file.
 */


#ifndef _CONTENTLIB_INPUT_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_INPUT_PRIVATE_H_INCLUDED_


#include <tool/import/contentlib_input.h>


#define CONTENTLIB_INPUT_CHUNK  (256 * 1024)
#define CONTENTLIB_INPUT_SIZE   (CONTENTLIB_INPUT_RECORD                      \
                                 + CONTENTLIB_INPUT_CHUNK)


/* what the next record stands in */

typedef enum {
    CONTENTLIB_INPUT_FILE = 0,
    CONTENTLIB_INPUT_ARRAY,
    CONTENTLIB_INPUT_PAGE
} contentlib_input_place_e;


struct contentlib_input_s {
    int                        fd;
    char                       name[CONTENTLIB_QUOTE_SIZE];
    uint64_t                   bytes;
    uint64_t                   offset;      /* of the next byte of a part */
    uint64_t                   rest;        /* of a part */
    unsigned                   part:1;
    ngx_uint_t                 line;        /* of "pos" */

    u_char                    *start;       /* first byte to keep */
    u_char                    *pos;         /* first byte not looked at */
    u_char                    *last;        /* end of what was read */

    contentlib_input_place_e   place;
    ngx_uint_t                 page_line;
    ngx_str_t                  page;        /* envelope without results */
    unsigned                   page_in_array:1;
    unsigned                   element:1;   /* after one, before a comma */
    unsigned                   comma:1;
    unsigned                   string:1;    /* state of the scan */
    ngx_uint_t                 depth;

    contentlib_message_t      *message;
    u_char                     buffer[CONTENTLIB_INPUT_SIZE];
};


/* more bytes behind "last"; NGX_DONE if there are none */

ngx_int_t contentlib_input_fill(contentlib_input_t *input);

/*
 * From "pos", at "depth" brackets inside of the object, to its end: it is left
 * between "start" and "pos".  NGX_DECLINED: it is an envelope, and "pos" is
 * behind the bracket that begins its results.
 */

ngx_int_t contentlib_input_object(contentlib_input_t *input,
    ngx_uint_t depth);


#endif /* _CONTENTLIB_INPUT_PRIVATE_H_INCLUDED_ */
