
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_validator.h>

#include <ngx_md5.h>


/* to be raised with every change that alters the bytes of any body */

#define CONTENTLIB_BODY_FORMAT  "2:"


void
contentlib_validator_make(contentlib_etags_t *etags, const ngx_str_t *digest,
    const ngx_str_t *key, const char *version)
{
    u_char      *p;
    u_char       hash[16];
    ngx_md5_t    md5, answer;
    ngx_uint_t   i;

    static const char *const  endings[CONTENTLIB_CODINGS] = {
        "\"", "-b\"", "-w\""
    };

    ngx_md5_init(&answer);
    ngx_md5_update(&answer, CONTENTLIB_BODY_FORMAT,
                   sizeof(CONTENTLIB_BODY_FORMAT) - 1);
    ngx_md5_update(&answer, digest->data, digest->len);
    ngx_md5_update(&answer, key->data, key->len);

    md5 = answer;
    ngx_md5_final(hash, &md5);

    for (i = 0; i < CONTENTLIB_CODINGS; i++) {

        if (i == CONTENTLIB_GZIP_BLOCKS) {
            ngx_md5_update(&answer, version, ngx_strlen(version));
            ngx_md5_final(hash, &answer);
        }

        p = etags->text[i];

        *p++ = '"';
        p = ngx_hex_dump(p, hash, sizeof(hash));
        ngx_memcpy(p, endings[i], ngx_strlen(endings[i]));
    }
}


ngx_str_t
contentlib_validator_etag(const contentlib_etags_t *etags,
    contentlib_coding_e coding)
{
    ngx_str_t  etag;

    etag.data = (u_char *) (uintptr_t) etags->text[coding];
    etag.len = (coding == CONTENTLIB_IDENTITY)
               ? CONTENTLIB_VALIDATOR_SIZE - 2 : CONTENTLIB_VALIDATOR_SIZE;

    return etag;
}
