
/*
 * Copyright (C) contentlib authors
 *
 * Hashes the records as they are exported.
 */


#include <tool/export/contentlib_export.h>

#include <openssl/evp.h>


static void contentlib_digest_write(void *data, const u_char *bytes,
    size_t len);
static void contentlib_digest_check(ngx_uint_t ok);


void
contentlib_digest(contentlib_db_t *db, const char *name,
    u_char digest[CONTENTLIB_DIGEST_LEN])
{
    u_char               bytes[CONTENTLIB_DIGEST_LEN / 2];
    EVP_MD_CTX          *context;
    contentlib_export_t  export;

    context = EVP_MD_CTX_new();

    contentlib_digest_check(context != NULL);
    contentlib_digest_check(EVP_DigestInit_ex(context, EVP_sha256(), NULL)
                            == 1);

    contentlib_export_init(&export, db, name);

    export.members = 1;
    export.write = contentlib_digest_write;
    export.data = context;

    contentlib_export_run(&export);

    contentlib_digest_check(EVP_DigestFinal_ex(context, bytes, NULL) == 1);
    EVP_MD_CTX_free(context);

    (void) ngx_hex_dump(digest, bytes, sizeof(bytes));
}


static void
contentlib_digest_write(void *data, const u_char *bytes, size_t len)
{
    contentlib_digest_check(EVP_DigestUpdate(data, bytes, len) == 1);
}


static void
contentlib_digest_check(ngx_uint_t ok)
{
    if (!ok) {
        contentlib_fail("contentlib: cannot compute SHA-256");
    }
}
