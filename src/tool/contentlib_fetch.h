
/*
 * Copyright (C) contentlib authors
 *
 * The bytes behind an address of a service: asked for at a rate, again if need
 * be, or taken from a directory where they were kept.
 *
 * Owner: whoever opened it; contentlib_fetch_close() frees everything.
 * Functions return NGX_OK or NGX_ERROR with the message set.
 */


#ifndef _CONTENTLIB_FETCH_H_INCLUDED_
#define _CONTENTLIB_FETCH_H_INCLUDED_


#include <tool/contentlib_message.h>


/* largest body, unpacked, and longest entity tag */

#define CONTENTLIB_FETCH_BODY  (64 * 1024 * 1024)
#define CONTENTLIB_FETCH_TAG   512


typedef struct {
    const char               *root;
    const char               *cache;        /* a directory, or NULL */
    double                    rate;         /* requests a second, 0: any */
    ngx_uint_t                retries;      /* of one request */
    ngx_uint_t                timeout;      /* of one request, in seconds */
} contentlib_fetch_options_t;


typedef struct {
    uint64_t                  requests;
    uint64_t                  unchanged;    /* of them: 304 */
    uint64_t                  kept;         /* no request was needed */
} contentlib_fetch_counts_t;


typedef struct contentlib_fetch_s  contentlib_fetch_t;


/* the options live as long as what is opened */

contentlib_fetch_t *contentlib_fetch_open(
    const contentlib_fetch_options_t *options, contentlib_message_t *message);
void contentlib_fetch_close(contentlib_fetch_t *fetch);

/* ends in a slash */

const char *contentlib_fetch_root(contentlib_fetch_t *fetch);
const contentlib_fetch_counts_t *contentlib_fetch_counts(
    contentlib_fetch_t *fetch);

/* the body, which lives until the next call, and its entity tag, or "" */

ngx_int_t contentlib_fetch_get(contentlib_fetch_t *fetch, const char *address,
    ngx_str_t *body);
const char *contentlib_fetch_tag(contentlib_fetch_t *fetch);

/*
 * Asks once more for what had this tag, or none.  NGX_DECLINED: it is
 * unchanged.
 */

ngx_int_t contentlib_fetch_look(contentlib_fetch_t *fetch,
    const char *address, const char *tag, ngx_str_t *body);

/*
 * The walk begins anew, after a pause that grows with the number of times that
 * it did; NGX_DECLINED if it did too often.
 */

ngx_int_t contentlib_fetch_anew(contentlib_fetch_t *fetch, ngx_uint_t times);

/* the walk has come to an end: another run will ask about everything */

void contentlib_fetch_done(contentlib_fetch_t *fetch);


#endif /* _CONTENTLIB_FETCH_H_INCLUDED_ */
