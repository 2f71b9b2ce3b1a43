
/*
 * Copyright (C) contentlib authors
 *
 * Hashes the records as they are exported.
 */


#include <tool/export/contentlib_export.h>

#include <openssl/evp.h>


/* lines are hashed in larger pieces: a call for each would cost more */

#define CONTENTLIB_DIGEST_BUFFER  65536


typedef struct {
    EVP_MD_CTX               *context;
    contentlib_message_t     *message;
    size_t                    len;
    u_char                    buffer[CONTENTLIB_DIGEST_BUFFER];
} contentlib_digest_t;


static ngx_int_t contentlib_digest_run(contentlib_digest_t *digest,
    contentlib_db_t *db, const char *name, contentlib_progress_t *progress);
static ngx_int_t contentlib_digest_write(void *data, const u_char *bytes,
    size_t len);
static ngx_int_t contentlib_digest_add(contentlib_digest_t *digest,
    const u_char *bytes, size_t len);
static ngx_int_t contentlib_digest_end(contentlib_digest_t *digest,
    u_char hex[CONTENTLIB_DIGEST_LEN]);


ngx_int_t
contentlib_digest(contentlib_db_t *db, const char *name,
    contentlib_progress_t *progress, contentlib_message_t *message,
    u_char hex[CONTENTLIB_DIGEST_LEN])
{
    ngx_int_t             rc;
    contentlib_digest_t  *digest;

    digest = ngx_alloc(sizeof(contentlib_digest_t), NULL);

    if (digest == NULL) {
        return contentlib_message_set(message, "contentlib: out of memory");
    }

    digest->message = message;
    digest->len = 0;
    digest->context = EVP_MD_CTX_new();

    rc = contentlib_digest_run(digest, db, name, progress);

    if (rc == NGX_OK) {
        rc = contentlib_digest_end(digest, hex);
    }

    EVP_MD_CTX_free(digest->context);
    free(digest);

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

    if (len > CONTENTLIB_DIGEST_BUFFER - digest->len) {

        if (contentlib_digest_add(digest, digest->buffer, digest->len)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        digest->len = 0;
    }

    if (len > CONTENTLIB_DIGEST_BUFFER) {
        return contentlib_digest_add(digest, bytes, len);
    }

    ngx_memcpy(digest->buffer + digest->len, bytes, len);
    digest->len += len;

    return NGX_OK;
}


static ngx_int_t
contentlib_digest_add(contentlib_digest_t *digest, const u_char *bytes,
    size_t len)
{
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

    if (contentlib_digest_add(digest, digest->buffer, digest->len) != NGX_OK) {
        return NGX_ERROR;
    }

    if (EVP_DigestFinal_ex(digest->context, bytes, NULL) != 1) {
        return contentlib_message_set(digest->message,
                                      "contentlib: cannot compute SHA-256");
    }

    (void) ngx_hex_dump(hex, bytes, sizeof(bytes));

    return NGX_OK;
}
