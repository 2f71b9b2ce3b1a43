
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_validator.h>

#include <ngx_md5.h>


/* to be raised with every change that alters the bytes of any body */

#define CONTENTLIB_BODY_FORMAT  "1:"


ngx_int_t
contentlib_validator_etag(const ngx_str_t *digest, const ngx_str_t *key,
    ngx_pool_t *pool, ngx_str_t *etag)
{
    u_char     *p;
    u_char      hash[16];
    ngx_md5_t   md5;

    p = ngx_pnalloc(pool, 2 * sizeof(hash) + 2);
    if (p == NULL) {
        return NGX_ERROR;
    }

    ngx_md5_init(&md5);
    ngx_md5_update(&md5, CONTENTLIB_BODY_FORMAT,
                   sizeof(CONTENTLIB_BODY_FORMAT) - 1);
    ngx_md5_update(&md5, digest->data, digest->len);
    ngx_md5_update(&md5, key->data, key->len);
    ngx_md5_final(hash, &md5);

    etag->data = p;
    etag->len = 2 * sizeof(hash) + 2;

    *p++ = '"';
    p = ngx_hex_dump(p, hash, sizeof(hash));
    *p = '"';

    return NGX_OK;
}
