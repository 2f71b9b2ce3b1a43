
/*
 * Copyright (C) contentlib authors
 *
 * The last file that could not be served: when it may be tried again, and
 * what was said of it.  Zeroes are none.
 */


#ifndef _CONTENTLIB_REFUSAL_H_INCLUDED_
#define _CONTENTLIB_REFUSAL_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_file.h>


typedef struct {
    contentlib_file_identity_t  identity;
    contentlib_db_error_t       error;      /* that was logged */
    uint64_t                    retry_at;
    uint64_t                    retry_after;
    uint64_t                    short_until;  /* a shortage is not logged */
    ngx_uint_t                  returns;    /* to the library before */
} contentlib_refusal_t;


/*
 * Refused: again after half a second, one, two, up to thirty seconds; after
 * half a second if it has not been refused for long.
 */

void contentlib_refusal_add(contentlib_refusal_t *refusal,
    const contentlib_file_identity_t *identity, uint64_t now);

/*
 * Refused after it was served, for the library before.  It may read well when
 * it is opened and fail each time that it is served: the third time is the
 * last.  Returns 1 if this was it.
 */

ngx_uint_t contentlib_refusal_return(contentlib_refusal_t *refusal,
    const contentlib_file_identity_t *identity, uint64_t now);

/* there is no library before any more: the file is better than none */

void contentlib_refusal_alone(contentlib_refusal_t *refusal);

/* 1 if the file is that one, and it is not time yet, or never will be */

ngx_uint_t contentlib_refusal_waits(const contentlib_refusal_t *refusal,
    const contentlib_file_identity_t *identity, uint64_t now);

/*
 * 1 if the reason is to be logged: it is another one than before, or of
 * another file.  Of what is short with any file, once in a minute.
 */

ngx_uint_t contentlib_refusal_is_new(contentlib_refusal_t *refusal,
    const contentlib_db_error_t *error, uint64_t now);

/* a file is served: the next reason will be new */

void contentlib_refusal_over(contentlib_refusal_t *refusal);


#endif /* _CONTENTLIB_REFUSAL_H_INCLUDED_ */
