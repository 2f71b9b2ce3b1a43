
/*
 * Copyright (C) contentlib authors
 *
 * The commands of the program, called with checked options.
 *
 * All return NGX_OK, or NGX_ERROR after printed errors of the input, or of the
 * library that is checked.
 */


#ifndef _CONTENTLIB_COMMANDS_H_INCLUDED_
#define _CONTENTLIB_COMMANDS_H_INCLUDED_


#include <tool/contentlib_message.h>


/* most headers of a request that options may add */

#define CONTENTLIB_HEADERS_MAX  16


typedef struct {
    const char               *library;
    const char               *media_url;    /* NULL if not given */
    const char               *base_url;     /* NULL if not given */
    const char               *partner;
    const char               *from;         /* NULL: no service */
    const char               *cache;        /* NULL if not given, as are */
    const char               *rate;         /* the following */
    const char               *retries;
    const char               *timeout;
    const char               *max_pages;
    const char               *headers[CONTENTLIB_HEADERS_MAX];
    size_t                    nheaders;
    const char               *delete;
    const char               *max_errors;
    const char               *format;
    const char               *tag_separator;
    const char               *media;        /* directory */
    const char               *merge;        /* NULL or "", as are */
    const char               *keep_ids;     /* the following */
    const char               *allow_empty;
    const char               *dry_run;
    const char               *quiet;
    const char               *members;
    const char               *sizes;
    const char               *help;
    char                    **files;
    size_t                    nfiles;
} contentlib_options_t;


ngx_int_t contentlib_import(const contentlib_options_t *options);
ngx_int_t contentlib_check(const contentlib_options_t *options);
ngx_int_t contentlib_info(const contentlib_options_t *options);
ngx_int_t contentlib_export(const contentlib_options_t *options);


#endif /* _CONTENTLIB_COMMANDS_H_INCLUDED_ */
