
/*
 * Copyright (C) contentlib authors
 *
 * Opens a library of format 4 with the statements of an export alone: its
 * records are stored as in this format.
 */


#include <tool/export/contentlib_export.h>

#include <tool/contentlib_sql.h>


#define CONTENTLIB_EXPORT_HEADER  72        /* bytes */
#define CONTENTLIB_EXPORT_POOL    4096


static ngx_uint_t contentlib_export_previous(const char *name);
static void contentlib_export_meta(contentlib_db_t *db, const char *name);


static const contentlib_statement_e  contentlib_export_same[] = {
    CONTENTLIB_SQL_ITEMS,
    CONTENTLIB_SQL_TAGS,
    CONTENTLIB_SQL_COLLECTIONS
};


static const char  contentlib_export_meta_row[] =
    "SELECT media_url, digest, items, tags, collections FROM meta"
    " WHERE items = (SELECT coalesce(max(position), -1) + 1 FROM item)"
    " AND tags = (SELECT coalesce(max(position), -1) + 1 FROM tag)"
    " AND collections = (SELECT coalesce(max(position), -1) + 1"
    " FROM collection)";

static const char  contentlib_export_postings[] =
    "SELECT block, items FROM collection_item"
    " WHERE ?1 AND collection >= ?2 AND collection <= ?3";


contentlib_db_t *
contentlib_export_open_any(const char *name)
{
    ngx_uint_t               i;
    ngx_pool_t              *pool;
    contentlib_db_t         *db;
    contentlib_sql_t         sql;
    contentlib_statement_e   same;

    if (!contentlib_export_previous(name)) {
        return contentlib_export_open(name);
    }

    contentlib_sql_open_readonly(&sql, name, name);

    pool = ngx_create_pool(CONTENTLIB_EXPORT_POOL, NULL);
    db = ngx_pcalloc(pool, sizeof(contentlib_db_t));

    db->handle = sql.handle;
    db->pool = pool;
    db->fd = -1;

    for (i = 0;
         i < sizeof(contentlib_export_same) / sizeof(contentlib_export_same[0]);
         i++)
    {
        same = contentlib_export_same[i];
        db->statements[same] = contentlib_sql_prepare(&sql,
                                                contentlib_statements[same]);
    }

    db->statements[CONTENTLIB_SQL_POSTINGS] =
                   contentlib_sql_prepare(&sql, contentlib_export_postings);
    db->statements[CONTENTLIB_SQL_META] =
                     contentlib_sql_prepare(&sql, contentlib_export_meta_row);

    contentlib_export_meta(db, name);

    return db;
}


/* 1 if it is a library of format 4: sqlite.org/fileformat2 */

static ngx_uint_t
contentlib_export_previous(const char *name)
{
    int                         fd;
    u_char                      header[CONTENTLIB_EXPORT_HEADER];
    ssize_t                     n;
    contentlib_error_t          error;
    contentlib_file_identity_t  identity;

    fd = contentlib_file_open(name, &identity, &error);

    if (fd == -1) {
        return 0;
    }

    n = pread(fd, header, sizeof(header), 0);

    (void) close(fd);

    return n == CONTENTLIB_EXPORT_HEADER
           && ngx_memcmp(header + 60, "\0\0\0\4", 4) == 0
           && ngx_memcmp(header + 68, "clib", 4) == 0;
}


static void
contentlib_export_meta(contentlib_db_t *db, const char *name)
{
    contentlib_meta_t       *meta;
    contentlib_statement_e   sql;

    sql = CONTENTLIB_SQL_META;
    meta = &db->meta;

    if (contentlib_db_step(db, sql) == NGX_OK) {
        meta->media_url = contentlib_db_text(db, sql, 0, db->pool);
        meta->digest = contentlib_db_text(db, sql, 1, db->pool);
        meta->items = (uint64_t) contentlib_db_integer(db, sql, 2);
        meta->tags = (uint64_t) contentlib_db_integer(db, sql, 3);
        meta->collections = (uint64_t) contentlib_db_integer(db, sql, 4);
    }

    if (meta->digest.len != CONTENTLIB_DIGEST_LEN) {
        (void) contentlib_db_corrupt(db, "the row of \"meta\" is not valid");
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        contentlib_fail("contentlib: %s: %s", name, db->error.text);
    }
}
