
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_refusal.h>


/* milliseconds */

#define CONTENTLIB_REFUSAL_RETRY      500
#define CONTENTLIB_REFUSAL_RETRY_MAX  30000
#define CONTENTLIB_REFUSAL_SHORTAGE   60000

#define CONTENTLIB_REFUSAL_RETURNS    3


static ngx_uint_t contentlib_refusal_is_shortage(
    const contentlib_db_error_t *error);


void
contentlib_refusal_add(contentlib_refusal_t *refusal,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    if (!contentlib_file_same(identity, &refusal->identity)) {
        refusal->identity = *identity;
        refusal->retry_after = 0;
        refusal->returns = 0;
        contentlib_refusal_over(refusal);

    } else if (now >= refusal->retry_at + CONTENTLIB_REFUSAL_RETRY_MAX) {

        /* it was served meanwhile, and not for a moment only */

        refusal->retry_after = 0;
    }

    refusal->retry_after = refusal->retry_after ? refusal->retry_after * 2
                                                : CONTENTLIB_REFUSAL_RETRY;
    refusal->retry_after = ngx_min(refusal->retry_after,
                                   CONTENTLIB_REFUSAL_RETRY_MAX);
    refusal->retry_at = now + refusal->retry_after;
}


ngx_uint_t
contentlib_refusal_return(contentlib_refusal_t *refusal,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    contentlib_refusal_add(refusal, identity, now);

    return ++refusal->returns == CONTENTLIB_REFUSAL_RETURNS;
}


void
contentlib_refusal_alone(contentlib_refusal_t *refusal)
{
    refusal->returns = 0;
}


ngx_uint_t
contentlib_refusal_waits(const contentlib_refusal_t *refusal,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    return (now < refusal->retry_at
            || refusal->returns >= CONTENTLIB_REFUSAL_RETURNS)
           && contentlib_file_same(identity, &refusal->identity);
}


ngx_uint_t
contentlib_refusal_is_new(contentlib_refusal_t *refusal,
    const contentlib_db_error_t *error, uint64_t now)
{
    if (contentlib_refusal_is_shortage(error)) {

        if (now < refusal->short_until) {
            return 0;
        }

        refusal->short_until = now + CONTENTLIB_REFUSAL_SHORTAGE;

        return 1;
    }

    if (refusal->error.failure == error->failure
        && refusal->error.code == error->code
        && ngx_strcmp(refusal->error.text, error->text) == 0)
    {
        return 0;
    }

    refusal->error = *error;

    return 1;
}


/* it may come with each file that is tried */

static ngx_uint_t
contentlib_refusal_is_shortage(const contentlib_db_error_t *error)
{
    return error->failure == CONTENTLIB_DB_NO_MEMORY
           || (error->failure == CONTENTLIB_DB_REJECTED
               && (error->code == NGX_EMFILE || error->code == NGX_ENFILE
                   || error->code == NGX_ENOMEM));
}


void
contentlib_refusal_over(contentlib_refusal_t *refusal)
{
    refusal->error.failure = CONTENTLIB_DB_NO_ERROR;
}
