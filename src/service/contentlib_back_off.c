
/*
 * Copyright (C) contentlib authors
 *
 * Remembers one file, the last one that could not be served.
 */


#include <service/contentlib_back_off.h>


/* milliseconds */

#define CONTENTLIB_BACK_OFF_RETRY      500
#define CONTENTLIB_BACK_OFF_RETRY_MAX  30000
#define CONTENTLIB_BACK_OFF_SHORTAGE   60000

#define CONTENTLIB_BACK_OFF_RETURNS    3


static ngx_uint_t contentlib_back_off_is_shortage(
    const contentlib_db_error_t *error);


void
contentlib_back_off_add(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    if (!contentlib_file_same(identity, &back_off->identity)) {
        back_off->identity = *identity;
        back_off->retry_after = 0;
        back_off->returns = 0;
        contentlib_back_off_end(back_off);

    } else if (now >= back_off->retry_at + CONTENTLIB_BACK_OFF_RETRY_MAX) {

        /* the file was served since, and for some time */

        back_off->retry_after = 0;
    }

    back_off->retry_after = back_off->retry_after ? back_off->retry_after * 2
                                                  : CONTENTLIB_BACK_OFF_RETRY;
    back_off->retry_after = ngx_min(back_off->retry_after,
                                    CONTENTLIB_BACK_OFF_RETRY_MAX);
    back_off->retry_at = now + back_off->retry_after;
}


ngx_uint_t
contentlib_back_off_return(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    contentlib_back_off_add(back_off, identity, now);

    return ++back_off->returns == CONTENTLIB_BACK_OFF_RETURNS;
}


void
contentlib_back_off_reset_returns(contentlib_back_off_t *back_off)
{
    back_off->returns = 0;
}


ngx_uint_t
contentlib_back_off_waits(const contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    return (now < back_off->retry_at
            || back_off->returns >= CONTENTLIB_BACK_OFF_RETURNS)
           && contentlib_file_same(identity, &back_off->identity);
}


ngx_uint_t
contentlib_back_off_logs(contentlib_back_off_t *back_off,
    const contentlib_db_error_t *error, uint64_t now)
{
    if (contentlib_back_off_is_shortage(error)) {

        if (now < back_off->short_until) {
            return 0;
        }

        back_off->short_until = now + CONTENTLIB_BACK_OFF_SHORTAGE;

        return 1;
    }

    if (back_off->error.failure == error->failure
        && back_off->error.code == error->code
        && ngx_strcmp(back_off->error.text, error->text) == 0)
    {
        return 0;
    }

    back_off->error = *error;

    return 1;
}


/* the process is short of memory or descriptors: any file would fail */

static ngx_uint_t
contentlib_back_off_is_shortage(const contentlib_db_error_t *error)
{
    return error->failure == CONTENTLIB_DB_NO_MEMORY
           || (error->failure == CONTENTLIB_DB_REJECTED
               && (error->code == NGX_EMFILE || error->code == NGX_ENFILE
                   || error->code == NGX_ENOMEM));
}


void
contentlib_back_off_end(contentlib_back_off_t *back_off)
{
    back_off->error.failure = CONTENTLIB_DB_NO_ERROR;
}
