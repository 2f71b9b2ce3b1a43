
/*
 * Copyright (C) contentlib authors
 *
 * The back-off after a file that could not be served: when it may be opened
 * again, and which reason was logged last.  A zeroed back-off has no file.
 */


#ifndef _CONTENTLIB_BACK_OFF_H_INCLUDED_
#define _CONTENTLIB_BACK_OFF_H_INCLUDED_


#include <library/contentlib_file.h>


typedef struct {
    contentlib_file_identity_t  identity;
    contentlib_db_error_t       error;      /* that was logged */
    uint64_t                    retry_at;
    uint64_t                    retry_after;
    uint64_t                    short_until;  /* a shortage is not logged */
    ngx_uint_t                  returns;    /* to the previous library */
} contentlib_back_off_t;


/*
 * The file could not be served: it may be opened again after half a second,
 * one, two, up to thirty seconds.  A file that was served for more than thirty
 * seconds since starts again at half a second.
 */

void contentlib_back_off_add(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now);

/*
 * The file failed while it was served, and the previous library takes its
 * place.  Some files can be opened and fail each time that they are served, so
 * the third return is the last one: the file is not opened again.  Returns 1
 * if this was the third.
 */

ngx_uint_t contentlib_back_off_return(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now);

/* there is no previous library any more, so the file may be opened again */

void contentlib_back_off_reset_returns(contentlib_back_off_t *back_off);

/* 1 if it is this file, and it may not be opened yet, or never again */

ngx_uint_t contentlib_back_off_waits(const contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now);

/*
 * 1 if the reason should be logged: it differs from the last one, or belongs
 * to another file.  A shortage that any file would meet is logged once in a
 * minute.
 */

ngx_uint_t contentlib_back_off_logs(contentlib_back_off_t *back_off,
    const contentlib_db_error_t *error, uint64_t now);

/* a file is served, so the next reason is a new one */

void contentlib_back_off_end(contentlib_back_off_t *back_off);


#endif /* _CONTENTLIB_BACK_OFF_H_INCLUDED_ */
