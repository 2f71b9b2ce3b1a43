
/*
 * Copyright (C) contentlib authors
 *
 * The entity tag of an answer, known before anything is looked up.
 */


#ifndef _CONTENTLIB_VALIDATOR_H_INCLUDED_
#define _CONTENTLIB_VALIDATOR_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/*
 * A strong entity tag, in quotes, of the answer with the key out of the
 * library with the digest: the same on every machine.  NGX_OK or NGX_ERROR.
 */

ngx_int_t contentlib_validator_etag(const ngx_str_t *digest,
    const ngx_str_t *key, ngx_pool_t *pool, ngx_str_t *etag);


#endif /* _CONTENTLIB_VALIDATOR_H_INCLUDED_ */
