
/*
 * Copyright (C) contentlib authors
 *
 * Hashes the records as they are exported.
 */


#include <tool/export/contentlib_export.h>

#include <openssl/evp.h>


typedef struct {
    EVP_MD_CTX               *context;
    ngx_uint_t                failed;
} contentlib_digest_t;


static ngx_int_t contentlib_digest_write(void *data, const u_char *bytes,
    size_t len);


ngx_int_t
contentlib_digest(contentlib_db_t *db, const char *name,
    contentlib_message_t *message, u_char hex[CONTENTLIB_DIGEST_LEN])
{
    u_char               bytes[CONTENTLIB_DIGEST_LEN / 2];
    ngx_int_t            rc;
    contentlib_digest_t  digest;
    contentlib_export_t  export;

    contentlib_export_init(&export, db, name, message);

    export.members = 1;
    export.write = contentlib_digest_write;
    export.data = &digest;

    digest.context = EVP_MD_CTX_new();
    digest.failed = (digest.context == NULL
                     || EVP_DigestInit_ex(digest.context, EVP_sha256(), NULL)
                        != 1);

    rc = digest.failed ? NGX_ERROR : contentlib_export_run(&export);

    if (rc == NGX_OK) {
        digest.failed = (EVP_DigestFinal_ex(digest.context, bytes, NULL) != 1);
    }

    EVP_MD_CTX_free(digest.context);

    if (digest.failed) {
        return contentlib_message_set(message,
                                      "contentlib: cannot compute SHA-256");
    }

    if (rc == NGX_OK) {
        (void) ngx_hex_dump(hex, bytes, sizeof(bytes));
    }

    return rc;
}


/* the message is set when the export has ended */

static ngx_int_t
contentlib_digest_write(void *data, const u_char *bytes, size_t len)
{
    contentlib_digest_t  *digest = data;

    digest->failed = (EVP_DigestUpdate(digest->context, bytes, len) != 1);

    return digest->failed ? NGX_ERROR : NGX_OK;
}
