
/*
 * Copyright (C) contentlib authors
 *
 * The command "contentlib check": the checksums and the schema of the file
 * first, then its structure, its content, and the digest of the content.
 */


#include <tool/contentlib_commands.h>

#include <library/contentlib_vfs.h>
#include <tool/check/contentlib_check.h>
#include <tool/write/contentlib_write.h>


/* SQLite stores nothing in the page of this byte, which is for locks */

#define CONTENTLIB_CHECK_LOCK  0x40000000


static void contentlib_check_file(contentlib_check_t *check);
static void contentlib_check_pages(contentlib_check_t *check);
static void contentlib_check_digest(contentlib_check_t *check);


ngx_int_t
contentlib_check(const contentlib_options_t *options)
{
    char                     counts[CONTENTLIB_COUNTS_SIZE];
    contentlib_check_t       check;
    const contentlib_meta_t  *meta;

    ngx_memzero(&check, sizeof(contentlib_check_t));

    check.name = options->library;
    check.errors.most = UINT64_MAX;
    check.db = contentlib_export_open(check.name);

    contentlib_sql_open_readonly(&check.sql, check.name, check.name);

    contentlib_check_file(&check);

    if (check.errors.n == 0 && options->media) {
        contentlib_check_media(&check, options->media);
    }

    if (check.errors.n == 0) {
        meta = &check.db->meta;

        (void) printf("%s: ok, %s\n", check.name,
                      contentlib_message_counts(counts, meta->items,
                                                meta->tags,
                                                meta->collections));
    }

    contentlib_sql_close(&check.sql);
    contentlib_db_close(check.db);

    return check.errors.n ? NGX_ERROR : NGX_OK;
}


/*
 * SQLite evaluates expressions of the schema when it verifies the structure, so
 * they are those of a library by then.  The content of a file is not read if
 * its structure is not valid.
 */

static void
contentlib_check_file(contentlib_check_t *check)
{
    contentlib_check_pages(check);

    if (check->errors.n == 0) {
        contentlib_check_schema(check);
    }

    if (check->errors.n > 0) {
        return;
    }

    contentlib_write_verify(&check->sql);

    if (contentlib_check_content(check) == NGX_OK) {
        contentlib_check_digest(check);
    }
}


/* the checksum of each page, also of those that no table uses */

static void
contentlib_check_pages(contentlib_check_t *check)
{
    int                code;
    u_char            *page;
    sqlite3_file      *file;
    sqlite3_int64      size, at;
    contentlib_sql_t  *sql;

    sql = &check->sql;

    code = sqlite3_file_control(sql->handle, "main", SQLITE_FCNTL_FILE_POINTER,
                                &file);
    contentlib_sql_result(sql, code);
    contentlib_sql_result(sql, file->pMethods->xFileSize(file, &size));

    page = ngx_alloc(CONTENTLIB_VFS_PAGE, NULL);

    for (at = 0; at < size; at += CONTENTLIB_VFS_PAGE) {

        if (at == CONTENTLIB_CHECK_LOCK) {
            continue;
        }

        code = file->pMethods->xRead(file, page, CONTENTLIB_VFS_PAGE, at);

        if (code == SQLITE_IOERR_DATA) {
            (void) contentlib_errors_add(&check->errors, "%s: the checksum of "
                                         "page %lld is wrong", check->name,
                                         (long long) (at / CONTENTLIB_VFS_PAGE
                                                      + 1));
            continue;
        }

        contentlib_sql_result(sql, code);
    }

    free(page);
}


static void
contentlib_check_digest(contentlib_check_t *check)
{
    u_char  digest[CONTENTLIB_DIGEST_LEN];

    contentlib_digest(check->db, check->name, digest);

    if (ngx_memcmp(check->db->meta.digest.data, digest, sizeof(digest)) != 0) {
        (void) contentlib_errors_add(&check->errors, "%s: the digest does not "
                                     "match the content", check->name);
    }
}
