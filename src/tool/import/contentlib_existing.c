
/*
 * Copyright (C) contentlib authors
 *
 * A temporary database has the items by address, which the stage has packed.
 */


#include <tool/import/contentlib_existing.h>

#include <tool/record/contentlib_media.h>


struct contentlib_existing_s {
    contentlib_stage_t        *stage;
    ngx_str_t                  media_url;
    contentlib_message_t      *message;

    sqlite3_stmt              *highest;
    sqlite3_stmt              *tag;
    sqlite3_stmt              *items;

    contentlib_sql_t           sql;
    sqlite3_stmt              *find;
    sqlite3_stmt              *insert;
    sqlite3_stmt              *number;
    sqlite3_stmt              *number_set;
    contentlib_packed_t        packed;
};


static ngx_int_t contentlib_existing_prepare(contentlib_existing_t *existing);
static ngx_int_t contentlib_existing_items(contentlib_existing_t *existing);
static const ngx_str_t *contentlib_existing_original(
    contentlib_existing_t *existing);


contentlib_existing_t *
contentlib_existing_open(contentlib_stage_t *stage, const ngx_str_t *media_url,
    contentlib_message_t *message)
{
    contentlib_existing_t  *existing;

    existing = ngx_calloc(sizeof(contentlib_existing_t), NULL);

    if (existing == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        return NULL;
    }

    existing->stage = stage;
    existing->media_url = *media_url;
    existing->message = message;

    if (contentlib_sql_open(&existing->sql, "", "temporary file", message)
        != NGX_OK
        || contentlib_existing_prepare(existing) != NGX_OK
        || contentlib_existing_items(existing) != NGX_OK)
    {
        contentlib_existing_close(existing);
        return NULL;
    }

    return existing;
}


void
contentlib_existing_close(contentlib_existing_t *existing)
{
    (void) contentlib_sql_close(&existing->sql);

    free(existing);
}


static ngx_int_t
contentlib_existing_prepare(contentlib_existing_t *existing)
{
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(existing->stage);

    existing->highest = contentlib_sql_prepare(sql,
        "SELECT coalesce(max(id), 0) FROM item");
    existing->tag = contentlib_sql_prepare(sql,
        "SELECT name FROM tag WHERE slug = ?1");
    existing->items = contentlib_sql_prepare(sql,
        "SELECT i.id, r.data FROM item AS i"
        " CROSS JOIN record AS r ON r.number = i.record ORDER BY i.id DESC");

    if (sql->code != SQLITE_OK) {
        return NGX_ERROR;
    }

    sql = &existing->sql;

    (void) contentlib_sql_run(sql, "PRAGMA journal_mode = OFF;"
        "CREATE TABLE item (url TEXT PRIMARY KEY, id INTEGER,"
        " created INTEGER) WITHOUT ROWID;"
        "CREATE TABLE slug (kind INTEGER, text TEXT, number INTEGER,"
        " PRIMARY KEY (kind, text)) WITHOUT ROWID; BEGIN");

    existing->find = contentlib_sql_prepare(sql,
        "SELECT id, created FROM item WHERE url = ?1");
    existing->insert = contentlib_sql_prepare(sql,
        "INSERT OR IGNORE INTO item VALUES (?1, ?2, ?3)");
    existing->number = contentlib_sql_prepare(sql,
        "SELECT number FROM slug WHERE kind = ?1 AND text = ?2");
    existing->number_set = contentlib_sql_prepare(sql,
        "INSERT OR REPLACE INTO slug VALUES (?1, ?2, ?3)");

    return sql->code == SQLITE_OK ? NGX_OK : NGX_ERROR;
}


/* of items with the same file the newest one is found */

static ngx_int_t
contentlib_existing_items(contentlib_existing_t *existing)
{
    ngx_int_t          rc;
    ngx_str_t          bytes;
    const ngx_str_t   *url;
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(existing->stage);

    while ((rc = contentlib_sql_step(sql, existing->items)) == NGX_OK) {

        bytes = contentlib_sql_column(existing->items, 1);

        if (contentlib_pack_read(&bytes, &existing->packed) != NGX_OK) {
            rc = contentlib_message_set(existing->message, "contentlib: "
                                        "temporary file is damaged");
            break;
        }

        url = contentlib_existing_original(existing);

        if (contentlib_existing_add(existing, url,
                               sqlite3_column_int64(existing->items, 0),
                               existing->packed.created)
            != NGX_OK)
        {
            rc = NGX_ERROR;
            break;
        }
    }

    (void) sqlite3_reset(existing->items);

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static const ngx_str_t *
contentlib_existing_original(contentlib_existing_t *existing)
{
    size_t                         i;
    ngx_uint_t                     n;
    const ngx_str_t               *platforms;
    contentlib_packed_rendition_t *rendition;

    n = contentlib_stage_platforms(existing->stage, &platforms);

    for (i = 0; i < existing->packed.nrenditions; i++) {
        rendition = &existing->packed.renditions[i];

        if (rendition->platform >= 0 && (uint64_t) rendition->platform < n
            && platforms[rendition->platform].len == 8
            && ngx_memcmp(platforms[rendition->platform].data, "original", 8)
               == 0)
        {
            return &rendition->url;
        }
    }

    return &existing->packed.static_image;
}


ngx_int_t
contentlib_existing_highest(contentlib_existing_t *existing, int64_t *id)
{
    ngx_int_t          rc;
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(existing->stage);
    rc = contentlib_sql_step(sql, existing->highest);

    *id = (rc == NGX_OK) ? sqlite3_column_int64(existing->highest, 0)
                         : 0;

    (void) sqlite3_reset(existing->highest);

    return rc;
}


ngx_int_t
contentlib_existing_tag(contentlib_existing_t *existing, const ngx_str_t *slug,
    ngx_pool_t *pool, ngx_str_t *name)
{
    ngx_int_t          rc;
    ngx_str_t          found;
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(existing->stage);

    contentlib_sql_bind_text(sql, existing->tag, 1, slug);

    rc = contentlib_sql_step(sql, existing->tag);

    if (rc == NGX_OK) {
        found = contentlib_sql_column(existing->tag, 0);

        name->len = found.len;
        name->data = ngx_pnalloc(pool, found.len);

        if (name->data == NULL) {
            rc = contentlib_message_set(existing->message,
                                        "contentlib: out of memory");
        } else {
            ngx_memcpy(name->data, found.data, found.len);
        }
    }

    (void) sqlite3_reset(existing->tag);

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_existing_item(contentlib_existing_t *existing, const ngx_str_t *url,
    int64_t *id, int64_t *created)
{
    ngx_int_t  rc;
    ngx_str_t  stored;

    stored = contentlib_media_strip(&existing->media_url, url);

    contentlib_sql_bind_text(&existing->sql, existing->find, 1, &stored);

    rc = contentlib_sql_step(&existing->sql, existing->find);

    if (rc == NGX_OK) {
        *id = sqlite3_column_int64(existing->find, 0);
        *created = sqlite3_column_int64(existing->find, 1);
    }

    (void) sqlite3_reset(existing->find);

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_existing_add(contentlib_existing_t *existing, const ngx_str_t *url,
    int64_t id, int64_t created)
{
    ngx_str_t  stored;

    stored = contentlib_media_strip(&existing->media_url, url);

    contentlib_sql_bind_text(&existing->sql, existing->insert, 1,
                             &stored);
    contentlib_sql_bind_integer(&existing->sql, existing->insert, 2, id);
    contentlib_sql_bind_integer(&existing->sql, existing->insert, 3,
                                created);

    return contentlib_sql_execute(&existing->sql, existing->insert);
}


ngx_int_t
contentlib_existing_number(contentlib_existing_t *existing,
    contentlib_existing_e kind, const ngx_str_t *text, ngx_uint_t *number)
{
    ngx_int_t  rc;

    contentlib_sql_bind_integer(&existing->sql, existing->number, 1, kind);
    contentlib_sql_bind_text(&existing->sql, existing->number, 2, text);

    rc = contentlib_sql_step(&existing->sql, existing->number);

    if (rc == NGX_OK) {
        *number = (ngx_uint_t) sqlite3_column_int64(existing->number, 0);
    }

    (void) sqlite3_reset(existing->number);

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_existing_set_number(contentlib_existing_t *existing,
    contentlib_existing_e kind, const ngx_str_t *text, ngx_uint_t number)
{
    contentlib_sql_bind_integer(&existing->sql, existing->number_set, 1, kind);
    contentlib_sql_bind_text(&existing->sql, existing->number_set, 2, text);
    contentlib_sql_bind_integer(&existing->sql, existing->number_set, 3,
                                (int64_t) number);

    return contentlib_sql_execute(&existing->sql, existing->number_set);
}
