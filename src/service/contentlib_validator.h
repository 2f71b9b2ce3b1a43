
/*
 * Copyright (C) contentlib authors
 *
 * The entity tags of an answer, known before anything is looked up.
 *
 * They are strong, so each coding of a body has its own: the answer as it is,
 * put together of blocks, compressed whole.
 */


#ifndef _CONTENTLIB_VALIDATOR_H_INCLUDED_
#define _CONTENTLIB_VALIDATOR_H_INCLUDED_


#include <service/contentlib_body.h>


#define CONTENTLIB_VALIDATOR_SIZE  36       /* "32 digits-b", in quotes */


/* plain bytes, which can be copied */

typedef struct {
    u_char                   text[CONTENTLIB_CODINGS]
                                 [CONTENTLIB_VALIDATOR_SIZE];
} contentlib_etags_t;


/*
 * Of the answer with the key out of the library with the digest, compressed by
 * a library of the given version: the same on every machine.
 */

void contentlib_validator_make(contentlib_etags_t *etags,
    const ngx_str_t *digest, const ngx_str_t *key, const char *version);

/* the one of a coding, in quotes; it lives as long as "etags" */

ngx_str_t contentlib_validator_etag(const contentlib_etags_t *etags,
    contentlib_coding_e coding);


#endif /* _CONTENTLIB_VALIDATOR_H_INCLUDED_ */
