
/*
 * Copyright (C) contentlib authors
 *
 * A directory of what was fetched: for each address a file with the body and
 * one that tells what it is.  Both appear by rename; a body that is not the
 * one that was told of is none.
 *
 * A walk is one reading of a service from one end to the other, over all
 * interruptions.
 */


#ifndef _CONTENTLIB_FETCH_CACHE_H_INCLUDED_
#define _CONTENTLIB_FETCH_CACHE_H_INCLUDED_


#include <tool/contentlib_fetch.h>


#define CONTENTLIB_FETCH_CACHE_WALK  40


typedef struct {
    const char               *directory;    /* NULL: nothing is kept */
    char                      walk[CONTENTLIB_FETCH_CACHE_WALK];
    u_char                   *data;         /* the last body */
    contentlib_message_t     *message;
} contentlib_fetch_cache_t;


typedef struct {
    ngx_str_t                 body;         /* lives until the next one */
    char                      tag[CONTENTLIB_FETCH_TAG + 1];  /* or empty */
    unsigned                  current:1;    /* of this walk */
} contentlib_fetch_kept_t;


/* makes the directory unless it is there, and takes up what was interrupted */

ngx_int_t contentlib_fetch_cache_open(contentlib_fetch_cache_t *cache,
    const char *directory, contentlib_message_t *message);
void contentlib_fetch_cache_close(contentlib_fetch_cache_t *cache);

/* another walk: nothing is current any more */

ngx_int_t contentlib_fetch_cache_anew(contentlib_fetch_cache_t *cache);

/* the walk has come to its end */

void contentlib_fetch_cache_done(contentlib_fetch_cache_t *cache);

/* NGX_OK, NGX_DECLINED if there is nothing of that address, NGX_ERROR */

ngx_int_t contentlib_fetch_cache_find(contentlib_fetch_cache_t *cache,
    const char *address, contentlib_fetch_kept_t *kept);

/* what was found is current now, or this is */

ngx_int_t contentlib_fetch_cache_touch(contentlib_fetch_cache_t *cache,
    const char *address, const contentlib_fetch_kept_t *kept);
ngx_int_t contentlib_fetch_cache_put(contentlib_fetch_cache_t *cache,
    const char *address, const contentlib_fetch_kept_t *kept);


#endif /* _CONTENTLIB_FETCH_CACHE_H_INCLUDED_ */
