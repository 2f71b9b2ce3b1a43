
/*
 * Copyright (C) contentlib authors
 *
 * The indexes are made when the first table is read, and SQLite adds to them
 * what is staged later.
 */


#include <tool/import/contentlib_existing.h>

#include <tool/import/contentlib_picture_url.h>
#include <tool/record/contentlib_values.h>


static ngx_int_t contentlib_existing_prepare(contentlib_existing_t *existing);
static ngx_int_t contentlib_existing_numbers(contentlib_existing_t *existing,
    sqlite3_stmt *statement, int64_t *id, int64_t *created);
static ngx_int_t contentlib_existing_texts(contentlib_existing_t *existing,
    sqlite3_stmt *statement, ngx_pool_t *pool, contentlib_tag_t *tag);


contentlib_existing_t *
contentlib_existing_open(contentlib_stage_t *stage, const ngx_str_t *media_url,
    contentlib_message_t *message)
{
    contentlib_existing_t  *existing;

    existing = ngx_calloc(sizeof(contentlib_existing_t), NULL);

    if (existing == NULL) {
        (void) contentlib_message_no_memory(message);
        return NULL;
    }

    existing->stage = stage;
    existing->message = message;
    existing->media_url = *media_url;

    if (contentlib_existing_prepare(existing) != NGX_OK) {
        free(existing);
        return NULL;
    }

    return existing;
}


static ngx_int_t
contentlib_existing_prepare(contentlib_existing_t *existing)
{
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(existing->stage);

    (void) contentlib_sql_fold(sql);
    (void) contentlib_sql_run(sql,
        "CREATE INDEX tag_name ON tag (fold(name));"
        "CREATE INDEX record_file ON record (original);"
        "CREATE INDEX item_record ON item (record);"
        "CREATE TABLE slug (text TEXT PRIMARY KEY, number INTEGER)"
        " WITHOUT ROWID");

    existing->highest = contentlib_sql_prepare(sql,
        "SELECT coalesce(max(id), 0) FROM item");
    existing->item = contentlib_sql_prepare(sql,
        "SELECT id, created FROM item"
        " CROSS JOIN record ON number = record WHERE id = ?1");
    existing->file = contentlib_sql_prepare(sql,
        "SELECT id, created FROM record"
        " CROSS JOIN item ON record = number"
        " WHERE original = ?1 ORDER BY id DESC LIMIT 1");
    existing->name = contentlib_sql_prepare(sql,
        "SELECT slug, name FROM tag WHERE fold(name) = fold(?1)"
        " ORDER BY slug <> ?2 LIMIT 1");

    /*
     * "cat", or "cat-2" if another name has it, and so on.  The number of each
     * slug is stored, so that none is tried again.
     */

    existing->slug = contentlib_sql_prepare(sql,
        "INSERT OR REPLACE INTO slug"
        " WITH RECURSIVE try (n, slug) AS ("
        "SELECT coalesce(max(number), 0) + 1, ?2"
        " || coalesce('-' || (max(number) + 1), '') FROM slug WHERE text = ?2"
        " UNION ALL SELECT n + 1, ?2 || '-' || (n + 1) FROM try"
        " WHERE slug IN (SELECT slug FROM tag))"
        " SELECT ?2, max(n) FROM try"
        " RETURNING text || iif(number > 1, '-' || number, ''), ?1");

    return sql->code == SQLITE_OK ? NGX_OK : NGX_ERROR;
}


ngx_int_t
contentlib_existing_highest(contentlib_existing_t *existing, int64_t *id)
{
    ngx_int_t  rc;

    rc = contentlib_sql_step(contentlib_stage_sql(existing->stage),
                             existing->highest);

    if (rc == NGX_OK) {
        *id = sqlite3_column_int64(existing->highest, 0);
    }

    (void) sqlite3_reset(existing->highest);

    return rc;
}


ngx_int_t
contentlib_existing_item(contentlib_existing_t *existing, int64_t id,
    int64_t *created)
{
    contentlib_sql_bind_integer(contentlib_stage_sql(existing->stage),
                                existing->item, 1, id);

    return contentlib_existing_numbers(existing, existing->item, &id, created);
}


ngx_int_t
contentlib_existing_file(contentlib_existing_t *existing, const ngx_str_t *url,
    int64_t *id, int64_t *created)
{
    ngx_str_t  stored;

    stored = contentlib_value_strip(&existing->media_url, url);

    contentlib_sql_bind_text(contentlib_stage_sql(existing->stage),
                             existing->file, 1, &stored);

    return contentlib_existing_numbers(existing, existing->file, id, created);
}


static ngx_int_t
contentlib_existing_numbers(contentlib_existing_t *existing,
    sqlite3_stmt *statement, int64_t *id, int64_t *created)
{
    ngx_int_t  rc;

    rc = contentlib_sql_step(contentlib_stage_sql(existing->stage), statement);

    if (rc == NGX_OK) {
        *id = sqlite3_column_int64(statement, 0);
        *created = sqlite3_column_int64(statement, 1);
    }

    (void) sqlite3_reset(statement);

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_existing_tag(contentlib_existing_t *existing,
    const contentlib_place_t *place, const ngx_str_t *name, ngx_pool_t *pool,
    contentlib_tag_t *tag)
{
    int64_t    number;
    ngx_int_t  rc;

    tag->name = *name;

    if (contentlib_picture_slug(name, pool, &tag->slug) != NGX_OK) {
        return contentlib_message_no_memory(existing->message);
    }

    rc = contentlib_existing_texts(existing, existing->name, pool, tag);

    if (rc != NGX_DECLINED) {
        return rc;
    }

    return contentlib_existing_texts(existing, existing->slug, pool, tag)
           == NGX_OK
           ? contentlib_stage_tag(existing->stage, place, tag,
                                  CONTENTLIB_STAGE_LISTED, &number)
           : NGX_ERROR;
}


/* binds the name and the slug of the tag, and replaces both */

static ngx_int_t
contentlib_existing_texts(contentlib_existing_t *existing,
    sqlite3_stmt *statement, ngx_pool_t *pool, contentlib_tag_t *tag)
{
    u_char            *p;
    ngx_int_t          rc;
    ngx_str_t          slug, name;
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(existing->stage);

    contentlib_sql_bind_text(sql, statement, 1, &tag->name);
    contentlib_sql_bind_text(sql, statement, 2, &tag->slug);

    rc = contentlib_sql_step(sql, statement);

    if (rc == NGX_OK) {
        slug = contentlib_sql_column(statement, 0);
        name = contentlib_sql_column(statement, 1);

        p = ngx_pnalloc(pool, slug.len + name.len);

        if (p == NULL) {
            rc = contentlib_message_no_memory(existing->message);

        } else {
            tag->slug.data = p;
            tag->slug.len = slug.len;
            tag->name.data = ngx_cpymem(p, slug.data, slug.len);
            tag->name.len = name.len;
            ngx_memcpy(tag->name.data, name.data, name.len);
        }
    }

    (void) sqlite3_reset(statement);

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}
