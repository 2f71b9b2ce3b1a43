
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_db_private.h>


#define CONTENTLIB_DB_DIGEST  64


static ngx_uint_t contentlib_db_is_scan(contentlib_statement_e sql);
static ngx_uint_t contentlib_db_is_digest(const ngx_str_t *digest);
static void contentlib_db_check_count(contentlib_db_t *db,
    contentlib_statement_e statement, uint64_t count);


/* each statement once, with values for which it has little or nothing to do */

ngx_int_t
contentlib_db_probe(contentlib_db_t *db)
{
    int                     i;
    contentlib_statement_e  sql;

    static const ngx_str_t  text = ngx_string("\"abc\"");
    static const ngx_str_t  empty = ngx_string("");

    for (sql = 0; sql < CONTENTLIB_SQL_MAX; sql++) {

        for (i = sqlite3_bind_parameter_count(db->statements[sql]); i > 0; i--)
        {
            contentlib_db_bind_text(db, sql, i,
                                    i == 1 && !contentlib_db_is_scan(sql)
                                    ? &text : &empty);
        }

        (void) contentlib_db_step(db, sql);

        if (contentlib_db_reset(db, sql) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* the empty string is a part of any text, so the first row ends a scan */

static ngx_uint_t
contentlib_db_is_scan(contentlib_statement_e sql)
{
    return sql == CONTENTLIB_SQL_TAG_SCAN
           || sql == CONTENTLIB_SQL_SUGGESTION_SCAN
           || sql == CONTENTLIB_SQL_DISPLAYED_SCAN;
}


ngx_int_t
contentlib_db_read_meta(contentlib_db_t *db)
{
    int64_t                 format;
    contentlib_meta_t      *meta;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_META;
    meta = &db->meta;

    if (contentlib_db_step(db, sql) != NGX_OK) {
        (void) contentlib_db_corrupt(db, "the row of \"meta\" is missing");
        return contentlib_db_reset(db, sql);
    }

    format = contentlib_db_integer(db, sql, 0);

    meta->digest = contentlib_db_text(db, sql, 1, db->pool);
    meta->built = (time_t) contentlib_db_integer(db, sql, 2);
    meta->media_url = contentlib_db_text(db, sql, 3, db->pool);
    meta->items = (uint64_t) contentlib_db_integer(db, sql, 4);
    meta->tags = (uint64_t) contentlib_db_integer(db, sql, 5);
    meta->collections = (uint64_t) contentlib_db_integer(db, sql, 6);
    meta->longest_alt_text = (uint64_t) contentlib_db_integer(db, sql, 7);
    meta->longest_tag_name = (uint64_t) contentlib_db_integer(db, sql, 8);

    if (format != CONTENTLIB_USER_VERSION
        || !contentlib_db_is_digest(&meta->digest))
    {
        (void) contentlib_db_corrupt(db, "the row of \"meta\" is not valid");
    }

    (void) contentlib_db_reset(db, sql);

    contentlib_db_check_count(db, CONTENTLIB_SQL_ITEM_COUNT, meta->items);
    contentlib_db_check_count(db, CONTENTLIB_SQL_TAG_COUNT, meta->tags);
    contentlib_db_check_count(db, CONTENTLIB_SQL_COLLECTION_COUNT,
                              meta->collections);

    return db->error.failure == CONTENTLIB_DB_NO_ERROR ? NGX_OK : NGX_ERROR;
}


/* it goes into the log and into a variable */

static ngx_uint_t
contentlib_db_is_digest(const ngx_str_t *digest)
{
    size_t  i;
    u_char  c;

    for (i = 0; i < digest->len; i++) {
        c = digest->data[i];

        if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
            return 0;
        }
    }

    return digest->len == CONTENTLIB_DB_DIGEST;
}


/* sets of positions are as large as the counts say; a row takes some bytes */

static void
contentlib_db_check_count(contentlib_db_t *db,
    contentlib_statement_e statement, uint64_t count)
{
    if (contentlib_db_step(db, statement) == NGX_OK
        && ((uint64_t) contentlib_db_integer(db, statement, 0) != count
            || count > (uint64_t) db->identity.size))
    {
        (void) contentlib_db_corrupt(db, "a count of \"meta\" is not valid");
    }

    (void) contentlib_db_reset(db, statement);
}
