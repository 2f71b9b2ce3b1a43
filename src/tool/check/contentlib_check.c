
/*
 * Copyright (C) contentlib authors
 *
 * The command "contentlib check": the schema and the structure of the file
 * first, then its content, then the digest of the content.
 */


#include <tool/contentlib_commands.h>

#include <library/contentlib_vfs.h>
#include <tool/check/contentlib_check.h>
#include <tool/write/contentlib_write.h>

#include <contentlib_schema.h>


/* SQLite stores nothing in the page of this byte, which is for locks */

#define CONTENTLIB_CHECK_LOCK  0x40000000


static void contentlib_check_file(contentlib_check_t *check);
static void contentlib_check_schema(contentlib_check_t *check);
static void contentlib_check_pages(contentlib_check_t *check);
static void contentlib_check_digest(contentlib_check_t *check);


/* quoted texts with blanks between them are unambiguous */

static const char  contentlib_check_schema_text[] =
    "SELECT group_concat(quote(type) || ' ' || quote(name) || ' '"
    " || quote(tbl_name) || ' ' || quote(sql))"
    " FROM (SELECT * FROM sqlite_schema ORDER BY name)";


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


/* the content of a file is not read if its structure is not valid */

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


/* it must be exactly the one that SQLite makes of data/schema.sql */

static void
contentlib_check_schema(contentlib_check_t *check)
{
    ngx_str_t          text, expected_text;
    sqlite3_stmt      *found, *expected;
    contentlib_sql_t   model;

    contentlib_sql_open(&model, "", "temporary file");
    contentlib_sql_run(&model, CONTENTLIB_SCHEMA);

    found = contentlib_sql_prepare(&check->sql, contentlib_check_schema_text);
    expected = contentlib_sql_prepare(&model, contentlib_check_schema_text);

    (void) contentlib_sql_step(&check->sql, found);
    (void) contentlib_sql_step(&model, expected);

    text = contentlib_sql_column(found, 0);
    expected_text = contentlib_sql_column(expected, 0);

    if (text.len != expected_text.len
        || ngx_memcmp(text.data, expected_text.data, text.len) != 0)
    {
        (void) contentlib_errors_add(&check->errors, "%s: its schema is not "
                                     "that of a library", check->name);
    }

    (void) sqlite3_reset(found);
    contentlib_sql_close(&model);
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
