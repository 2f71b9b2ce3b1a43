
/*
 * Copyright (C) contentlib authors
 *
 * The command "contentlib check": the structure of the file first, then its
 * content, then the digest of the content.
 */


#include <tool/contentlib_commands.h>

#include <tool/check/contentlib_check.h>
#include <tool/export/contentlib_export.h>
#include <tool/write/contentlib_verify.h>


static ngx_int_t contentlib_check_file(contentlib_check_t *check);
static ngx_int_t contentlib_check_digest(contentlib_check_t *check,
    contentlib_db_t *db);


ngx_int_t
contentlib_check(const contentlib_options_t *options,
    contentlib_message_t *message)
{
    char                 counts[CONTENTLIB_COUNTS_SIZE];
    ngx_int_t            rc;
    contentlib_db_t     *db;
    contentlib_check_t   check;

    if (contentlib_export_open(&db, options->library, message) != NGX_OK) {
        return NGX_ERROR;
    }

    ngx_memzero(&check, sizeof(contentlib_check_t));

    check.name = options->library;
    check.meta = &db->meta;
    check.message = message;

    rc = contentlib_sql_open_readonly(&check.sql, check.name, check.name,
                                      check.message);

    if (rc == NGX_OK) {
        rc = contentlib_check_file(&check);
    }

    if (rc == NGX_OK && check.faults == 0) {
        rc = contentlib_check_lists(&check);
    }

    if (rc == NGX_OK && check.sound) {
        rc = contentlib_check_rows(&check);
    }

    if (rc == NGX_OK) {
        rc = contentlib_check_digest(&check, db);
    }

    if (rc == NGX_OK && check.faults == 0 && options->media) {
        rc = contentlib_check_media(&check, options->media);
    }

    (void) contentlib_sql_close(&check.sql);

    if (rc == NGX_OK && check.faults == 0) {
        (void) printf("%s: ok, %s\n", options->library,
                      contentlib_message_counts(counts, check.meta->items,
                                                check.meta->tags,
                                                check.meta->collections));
    }

    contentlib_db_close(db);

    return check.faults ? NGX_ERROR : rc;
}


/* nothing is asked of a file whose structure is not sound */

static ngx_int_t
contentlib_check_file(contentlib_check_t *check)
{
    contentlib_verify_t   verify;
    contentlib_message_t  fault;

    if (contentlib_check_pages(check) != NGX_OK) {
        return NGX_ERROR;
    }

    fault.len = 0;

    if (check->faults > 0) {
        return NGX_OK;
    }

    if (contentlib_verify_begin(&verify, check->name, check->name,
                                check->message)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_verify_end(&verify, &fault) != NGX_OK) {
        (void) fprintf(stderr, "%s\n", fault.text);
        check->faults++;
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_check_digest(contentlib_check_t *check, contentlib_db_t *db)
{
    u_char                 digest[CONTENTLIB_DIGEST_LEN];
    contentlib_message_t   fault;

    fault.len = 0;

    if (contentlib_digest(db, check->name, NULL, &fault, digest) != NGX_OK) {
        (void) fprintf(stderr, "%s\n", fault.text);
        check->faults++;

        return NGX_OK;
    }

    if (check->meta->digest.len != sizeof(digest)
        || ngx_memcmp(check->meta->digest.data, digest, sizeof(digest)) != 0)
    {
        contentlib_check_fault(check, "the digest does not match the content");
    }

    return NGX_OK;
}
