
/*
 * Copyright (C) contentlib authors
 *
 * The command "contentlib check": the structure of the file first, then its
 * content, then the digest of the content.
 */


#include <tool/contentlib_commands.h>

#include <library/contentlib_vfs.h>
#include <tool/check/contentlib_check.h>
#include <tool/export/contentlib_export.h>
#include <tool/write/contentlib_verify.h>


/* SQLite stores nothing in the page of this byte, which is for locks */

#define CONTENTLIB_CHECK_LOCK  0x40000000


static ngx_int_t contentlib_check_file(contentlib_check_t *check);
static ngx_int_t contentlib_check_pages(contentlib_check_t *check);
static ngx_int_t contentlib_check_structure(contentlib_check_t *check);
static ngx_int_t contentlib_check_digest(contentlib_check_t *check);


ngx_int_t
contentlib_check(const contentlib_options_t *options,
    contentlib_message_t *message)
{
    char                     counts[CONTENTLIB_COUNTS_SIZE];
    ngx_int_t                rc;
    contentlib_check_t       check;
    const contentlib_meta_t  *meta;

    ngx_memzero(&check, sizeof(contentlib_check_t));

    check.name = options->library;
    check.message = message;
    check.errors.most = UINT64_MAX;

    if (contentlib_export_open(&check.db, check.name, message) != NGX_OK) {
        return NGX_ERROR;
    }

    meta = &check.db->meta;

    rc = contentlib_sql_open_readonly(&check.sql, check.name, check.name,
                                      message);

    if (rc == NGX_OK) {
        rc = contentlib_check_file(&check);
    }

    if (rc == NGX_OK && check.errors.n == 0 && options->media) {
        rc = contentlib_check_media(&check, options->media);
    }

    if (rc == NGX_OK && check.errors.n == 0) {
        (void) printf("%s: ok, %s\n", check.name,
                      contentlib_message_counts(counts, meta->items,
                                                meta->tags,
                                                meta->collections));
    }

    (void) contentlib_sql_close(&check.sql);
    contentlib_db_close(check.db);

    return check.errors.n ? NGX_ERROR : rc;
}


/* the content of a file is not read if its structure is not valid */

static ngx_int_t
contentlib_check_file(contentlib_check_t *check)
{
    if (contentlib_check_pages(check) != NGX_OK
        || check->errors.n > 0
        || contentlib_check_structure(check) != NGX_OK
        || contentlib_check_content(check) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_check_digest(check);
}


/* the checksum of each page, also of those that no table uses */

static ngx_int_t
contentlib_check_pages(contentlib_check_t *check)
{
    int              code;
    u_char          *page;
    sqlite3_file    *file;
    sqlite3_int64    size, at;

    code = sqlite3_file_control(check->sql.handle, "main",
                                SQLITE_FCNTL_FILE_POINTER, &file);

    if (code == SQLITE_OK) {
        code = file->pMethods->xFileSize(file, &size);
    }

    if (contentlib_sql_result(&check->sql, code) != NGX_OK) {
        return NGX_ERROR;
    }

    page = ngx_alloc(CONTENTLIB_VFS_PAGE, NULL);

    for (at = 0; at < size && code == SQLITE_OK; at += CONTENTLIB_VFS_PAGE) {

        if (at == CONTENTLIB_CHECK_LOCK) {
            continue;
        }

        code = file->pMethods->xRead(file, page, CONTENTLIB_VFS_PAGE, at);

        if (code == SQLITE_IOERR_DATA) {
            (void) contentlib_errors_add(&check->errors, "%s: the checksum of "
                                         "page %lld is wrong", check->name,
                                         (long long) (at / CONTENTLIB_VFS_PAGE
                                                      + 1));
            code = SQLITE_OK;
        }
    }

    free(page);

    return contentlib_sql_result(&check->sql, code);
}


static ngx_int_t
contentlib_check_structure(contentlib_check_t *check)
{
    return contentlib_verify_begin(check->name, check->name, check->message)
           == NGX_OK
           ? contentlib_verify_end(check->name, check->message) : NGX_ERROR;
}


static ngx_int_t
contentlib_check_digest(contentlib_check_t *check)
{
    u_char            digest[CONTENTLIB_DIGEST_LEN];
    const ngx_str_t  *stored;

    stored = &check->db->meta.digest;

    if (contentlib_digest(check->db, check->name, check->message, digest)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (ngx_memcmp(stored->data, digest, sizeof(digest)) != 0) {
        (void) contentlib_errors_add(&check->errors, "%s: the digest does not "
                                     "match the content", check->name);
    }

    return NGX_OK;
}
