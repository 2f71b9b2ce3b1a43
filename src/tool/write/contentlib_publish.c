
/*
 * Copyright (C) contentlib authors
 *
 * Writes the library, verifies it in another process, and adds the digest.
 */


#include <tool/write/contentlib_publish.h>

#include <tool/write/contentlib_verify.h>

#include <sys/stat.h>


static ngx_int_t contentlib_publish_verify(const contentlib_write_t *write,
    u_char digest[CONTENTLIB_DIGEST_LEN]);
static ngx_int_t contentlib_publish_digest(const contentlib_write_t *write,
    u_char digest[CONTENTLIB_DIGEST_LEN]);


ngx_int_t
contentlib_publish_make(const contentlib_write_t *write,
    contentlib_stage_t *stage, contentlib_published_t *published)
{
    ngx_str_t    digest;
    struct stat  info;

    digest.data = published->digest;
    digest.len = CONTENTLIB_DIGEST_LEN;

    if (contentlib_write_library(write, stage, &published->meta) != NGX_OK
        || contentlib_publish_verify(write, published->digest) != NGX_OK
        || contentlib_write_digest(write, &digest) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (stat(write->path, &info) == -1) {
        return contentlib_message_set(write->message, "contentlib: %s: %s",
                                      write->name, strerror(errno));
    }

    published->bytes = (uint64_t) info.st_size;

    return NGX_OK;
}


/* the digest is computed while another process looks at the indexes */

static ngx_int_t
contentlib_publish_verify(const contentlib_write_t *write,
    u_char digest[CONTENTLIB_DIGEST_LEN])
{
    ngx_int_t            rc;
    contentlib_verify_t  verify;

    if (contentlib_verify_begin(&verify, write->path, write->name,
                                write->message)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    rc = contentlib_publish_digest(write, digest);

    if (contentlib_verify_end(&verify, write->message) != NGX_OK) {
        return NGX_ERROR;
    }

    return rc;
}


static ngx_int_t
contentlib_publish_digest(const contentlib_write_t *write,
    u_char digest[CONTENTLIB_DIGEST_LEN])
{
    ngx_int_t         rc;
    contentlib_db_t  *db;

    if (contentlib_export_open(&db, write->path, write->message) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_progress_begin(write->progress, "verifying",
                              contentlib_db_meta(db)->items);

    rc = contentlib_digest(db, write->name, write->progress, write->message,
                           digest);

    contentlib_db_close(db);

    return rc;
}
