
/*
 * Copyright (C) contentlib authors
 *
 * Hashes the records as they are exported.
 */


#include <tool/export/contentlib_export.h>

#include <openssl/evp.h>


static ngx_int_t contentlib_digest_write(void *data, const u_char *bytes,
    size_t len);


ngx_int_t
contentlib_digest(contentlib_db_t *db, const char *name,
    contentlib_message_t *message, u_char hex[CONTENTLIB_DIGEST_LEN])
{
    u_char               bytes[CONTENTLIB_DIGEST_LEN / 2];
    ngx_int_t            rc;
    EVP_MD_CTX          *context;
    contentlib_export_t  export;

    context = EVP_MD_CTX_new();

    contentlib_export_init(&export, db, name, message);

    export.members = 1;
    export.write = contentlib_digest_write;
    export.data = context;

    rc = NGX_ERROR;

    if (context != NULL
        && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1
        && contentlib_export_run(&export) == NGX_OK
        && EVP_DigestFinal_ex(context, bytes, NULL) == 1)
    {
        (void) ngx_hex_dump(hex, bytes, sizeof(bytes));
        rc = NGX_OK;
    }

    EVP_MD_CTX_free(context);

    /* an error of the export has set the message */

    return rc == NGX_OK
           ? NGX_OK
           : contentlib_message_set(message,
                                    "contentlib: cannot compute SHA-256");
}


static ngx_int_t
contentlib_digest_write(void *data, const u_char *bytes, size_t len)
{
    EVP_MD_CTX *context = data;

    return EVP_DigestUpdate(context, bytes, len) == 1 ? NGX_OK : NGX_ERROR;
}
