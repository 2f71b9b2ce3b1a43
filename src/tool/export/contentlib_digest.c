
/*
 * Copyright (C) contentlib authors
 *
 * Hashes the records as they are exported.
 */


#include <tool/export/contentlib_export.h>

#include <openssl/evp.h>


typedef struct {
    EVP_MD_CTX               *context;
    contentlib_message_t     *message;
} contentlib_digest_t;


static ngx_int_t contentlib_digest_run(contentlib_digest_t *digest,
    contentlib_db_t *db, const char *name, contentlib_progress_t *progress);
static ngx_int_t contentlib_digest_write(void *data, const u_char *bytes,
    size_t len);
static ngx_int_t contentlib_digest_end(contentlib_digest_t *digest,
    u_char hex[CONTENTLIB_DIGEST_LEN]);


ngx_int_t
contentlib_digest(contentlib_db_t *db, const char *name,
    contentlib_progress_t *progress, contentlib_message_t *message,
    u_char hex[CONTENTLIB_DIGEST_LEN])
{
    ngx_int_t            rc;
    contentlib_digest_t  digest;

    digest.message = message;
    digest.context = EVP_MD_CTX_new();

    rc = contentlib_digest_run(&digest, db, name, progress);

    if (rc == NGX_OK) {
        rc = contentlib_digest_end(&digest, hex);
    }

    EVP_MD_CTX_free(digest.context);

    return rc;
}


static ngx_int_t
contentlib_digest_run(contentlib_digest_t *digest, contentlib_db_t *db,
    const char *name, contentlib_progress_t *progress)
{
    contentlib_export_t  export;

    if (digest->context == NULL
        || EVP_DigestInit_ex(digest->context, EVP_sha256(), NULL) != 1)
    {
        return contentlib_message_set(digest->message,
                                      "contentlib: cannot compute SHA-256");
    }

    contentlib_export_init(&export, db, name, digest->message);

    export.members = 1;
    export.write = contentlib_digest_write;
    export.data = digest;
    export.progress = progress;

    return contentlib_export_run(&export);
}


static ngx_int_t
contentlib_digest_write(void *data, const u_char *bytes, size_t len)
{
    contentlib_digest_t  *digest = data;

    if (EVP_DigestUpdate(digest->context, bytes, len) != 1) {
        return contentlib_message_set(digest->message,
                                      "contentlib: cannot compute SHA-256");
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_digest_end(contentlib_digest_t *digest,
    u_char hex[CONTENTLIB_DIGEST_LEN])
{
    u_char  bytes[CONTENTLIB_DIGEST_LEN / 2];

    if (EVP_DigestFinal_ex(digest->context, bytes, NULL) != 1) {
        return contentlib_message_set(digest->message,
                                      "contentlib: cannot compute SHA-256");
    }

    (void) ngx_hex_dump(hex, bytes, sizeof(bytes));

    return NGX_OK;
}
