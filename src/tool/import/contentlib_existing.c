
/*
 * Copyright (C) contentlib authors
 *
 * The indexes are on functions of a packed item and of the name of a tag, so
 * that SQLite adds to them what is staged later.
 */


#include <tool/import/contentlib_existing.h>

#include <text/contentlib_text.h>
#include <tool/import/contentlib_picture_url.h>
#include <tool/record/contentlib_media.h>


/* the functions depend on their argument alone, and read nothing else */

#define CONTENTLIB_EXISTING_PURE                                              \
    (SQLITE_UTF8|SQLITE_DETERMINISTIC|SQLITE_INNOCUOUS)


static ngx_int_t contentlib_existing_prepare(contentlib_existing_t *existing);
static void contentlib_existing_folded(sqlite3_context *context, int n,
    sqlite3_value **values);
static void contentlib_existing_original(sqlite3_context *context, int n,
    sqlite3_value **values);
static ngx_int_t contentlib_existing_find(contentlib_existing_t *existing,
    sqlite3_stmt *statement, int64_t *id, int64_t *created);
static ngx_int_t contentlib_existing_number(contentlib_existing_t *existing,
    contentlib_tag_t *tag);
static ngx_int_t contentlib_existing_one(contentlib_existing_t *existing,
    sqlite3_stmt *statement, int64_t *value);
static ngx_int_t contentlib_existing_copy(contentlib_existing_t *existing,
    ngx_pool_t *pool, ngx_str_t *text);


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
    int                code;
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(existing->stage);

    code = sqlite3_create_function(sql->handle, "folded", 1,
                                   CONTENTLIB_EXISTING_PURE, NULL,
                                   contentlib_existing_folded, NULL, NULL);

    if (code == SQLITE_OK) {
        code = sqlite3_create_function(sql->handle, "original", 1,
                                       CONTENTLIB_EXISTING_PURE, existing,
                                       contentlib_existing_original, NULL,
                                       NULL);
    }

    if (code != SQLITE_OK) {
        return contentlib_sql_failed(sql, code);
    }

    (void) contentlib_sql_run(sql,
        "CREATE INDEX tag_name ON tag (folded(name));"
        "CREATE INDEX record_file ON record (original(data));"
        "CREATE INDEX item_record ON item (record);"
        "CREATE TABLE slug (text TEXT PRIMARY KEY, number INTEGER)"
        " WITHOUT ROWID");

    existing->highest = contentlib_sql_prepare(sql,
        "SELECT coalesce(max(id), 0) FROM item");
    existing->item = contentlib_sql_prepare(sql,
        "SELECT i.id, r.data FROM item AS i"
        " CROSS JOIN record AS r ON r.number = i.record WHERE i.id = ?1");
    existing->file = contentlib_sql_prepare(sql,
        "SELECT i.id, r.data FROM record AS r"
        " CROSS JOIN item AS i ON i.record = r.number"
        " WHERE original(r.data) = ?1 ORDER BY i.id DESC LIMIT 1");
    existing->name = contentlib_sql_prepare(sql,
        "SELECT slug, name FROM tag WHERE folded(name) = folded(?1)"
        " ORDER BY slug <> ?2 LIMIT 1");
    existing->slug = contentlib_sql_prepare(sql,
        "SELECT count(*) FROM tag WHERE slug = ?1");
    existing->number = contentlib_sql_prepare(sql,
        "INSERT INTO slug VALUES (?1, 1)"
        " ON CONFLICT DO UPDATE SET number = number + 1 RETURNING number");

    return sql->code == SQLITE_OK ? NGX_OK : NGX_ERROR;
}


static void
contentlib_existing_folded(sqlite3_context *context, int n,
    sqlite3_value **values)
{
    u_char     *folded;
    ngx_str_t   text;

    (void) n;

    text.data = (u_char *) sqlite3_value_text(values[0]);
    text.len = (size_t) sqlite3_value_bytes(values[0]);

    folded = sqlite3_malloc64(CONTENTLIB_TEXT_GROWTH * text.len + 1);

    if (text.data == NULL || folded == NULL) {
        sqlite3_free(folded);
        sqlite3_result_error_nomem(context);
        return;
    }

    text.len = contentlib_text_fold(folded, &text);
    sqlite3_result_text64(context, (char *) folded, text.len, sqlite3_free,
                          SQLITE_UTF8);
}


/* the address of the original, or else the static image */

static void
contentlib_existing_original(sqlite3_context *context, int n,
    sqlite3_value **values)
{
    size_t                          i;
    ngx_str_t                       bytes, *url;
    const ngx_str_t                *platforms;
    contentlib_packed_t            *packed;
    contentlib_existing_t          *existing;
    contentlib_packed_rendition_t  *rendition;

    (void) n;

    existing = sqlite3_user_data(context);
    packed = &existing->packed;

    bytes.data = (u_char *) sqlite3_value_blob(values[0]);
    bytes.len = (size_t) sqlite3_value_bytes(values[0]);

    if (contentlib_pack_read(&bytes, packed) != NGX_OK) {
        sqlite3_result_error_code(context, SQLITE_CORRUPT);
        return;
    }

    (void) contentlib_stage_platforms(existing->stage, &platforms);
    url = &packed->static_image;

    for (i = 0; i < packed->nrenditions; i++) {
        rendition = &packed->renditions[i];

        if (rendition->platform >= 0
            && platforms[rendition->platform].len == 8
            && ngx_memcmp(platforms[rendition->platform].data, "original", 8)
               == 0)
        {
            url = &rendition->url;
            break;
        }
    }

    sqlite3_result_text64(context, (char *) url->data, url->len,
                          SQLITE_TRANSIENT, SQLITE_UTF8);
}


ngx_int_t
contentlib_existing_highest(contentlib_existing_t *existing, int64_t *id)
{
    return contentlib_existing_one(existing, existing->highest, id);
}


ngx_int_t
contentlib_existing_item(contentlib_existing_t *existing, int64_t id,
    int64_t *created)
{
    contentlib_sql_bind_integer(contentlib_stage_sql(existing->stage),
                                existing->item, 1, id);

    return contentlib_existing_find(existing, existing->item, &id, created);
}


ngx_int_t
contentlib_existing_file(contentlib_existing_t *existing, const ngx_str_t *url,
    int64_t *id, int64_t *created)
{
    ngx_str_t  stored;

    stored = contentlib_media_strip(&existing->media_url, url);

    contentlib_sql_bind_text(contentlib_stage_sql(existing->stage),
                             existing->file, 1, &stored);

    return contentlib_existing_find(existing, existing->file, id, created);
}


static ngx_int_t
contentlib_existing_find(contentlib_existing_t *existing,
    sqlite3_stmt *statement, int64_t *id, int64_t *created)
{
    ngx_int_t  rc;
    ngx_str_t  bytes;

    rc = contentlib_sql_step(contentlib_stage_sql(existing->stage), statement);

    if (rc == NGX_OK) {
        bytes = contentlib_sql_column(statement, 1);
        (void) contentlib_pack_read(&bytes, &existing->packed);

        *id = sqlite3_column_int64(statement, 0);
        *created = existing->packed.created;
    }

    (void) sqlite3_reset(statement);

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_existing_tag(contentlib_existing_t *existing,
    const contentlib_place_t *place, const ngx_str_t *name, ngx_pool_t *pool,
    contentlib_tag_t *tag)
{
    int64_t            number;
    ngx_int_t          rc;
    contentlib_sql_t  *sql;

    if (contentlib_picture_slug(name, pool, &tag->slug) != NGX_OK) {
        return contentlib_message_set(existing->message,
                                      "contentlib: out of memory");
    }

    sql = contentlib_stage_sql(existing->stage);

    contentlib_sql_bind_text(sql, existing->name, 1, name);
    contentlib_sql_bind_text(sql, existing->name, 2, &tag->slug);

    rc = contentlib_sql_step(sql, existing->name);

    if (rc == NGX_OK) {
        tag->slug = contentlib_sql_column(existing->name, 0);
        tag->name = contentlib_sql_column(existing->name, 1);

        if (contentlib_existing_copy(existing, pool, &tag->slug) != NGX_OK
            || contentlib_existing_copy(existing, pool, &tag->name) != NGX_OK)
        {
            rc = NGX_ERROR;
        }
    }

    (void) sqlite3_reset(existing->name);

    if (rc != NGX_DONE) {
        return rc;
    }

    tag->name = *name;

    return contentlib_existing_number(existing, tag) == NGX_OK
           ? contentlib_stage_tag(existing->stage, place, tag,
                                  CONTENTLIB_STAGE_LISTED, &number)
           : NGX_ERROR;
}


/*
 * "cat", or "cat-2" if another name has it, and so on.  The number of each slug
 * is stored, so that none is tried again.
 */

static ngx_int_t
contentlib_existing_number(contentlib_existing_t *existing,
    contentlib_tag_t *tag)
{
    int64_t    number, found;
    ngx_str_t  slug;

    slug = tag->slug;

    do {
        contentlib_sql_bind_text(contentlib_stage_sql(existing->stage),
                                 existing->number, 1, &slug);

        if (contentlib_existing_one(existing, existing->number, &number)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        if (number > 1) {
            tag->slug.len = slug.len
                            + (size_t) snprintf((char *) slug.data + slug.len,
                                                CONTENTLIB_PICTURE_SLUG_NUMBER,
                                                "-%lld", (long long) number);
        }

        contentlib_sql_bind_text(contentlib_stage_sql(existing->stage),
                                 existing->slug, 1, &tag->slug);

        if (contentlib_existing_one(existing, existing->slug, &found)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

    } while (found);

    return NGX_OK;
}


/* the number in the only row */

static ngx_int_t
contentlib_existing_one(contentlib_existing_t *existing,
    sqlite3_stmt *statement, int64_t *value)
{
    ngx_int_t  rc;

    rc = contentlib_sql_step(contentlib_stage_sql(existing->stage), statement);

    *value = (rc == NGX_OK) ? sqlite3_column_int64(statement, 0) : 0;

    (void) sqlite3_reset(statement);

    return rc;
}


static ngx_int_t
contentlib_existing_copy(contentlib_existing_t *existing, ngx_pool_t *pool,
    ngx_str_t *text)
{
    u_char  *copy;

    copy = ngx_pnalloc(pool, text->len);

    if (copy == NULL) {
        return contentlib_message_set(existing->message,
                                      "contentlib: out of memory");
    }

    ngx_memcpy(copy, text->data, text->len);
    text->data = copy;

    return NGX_OK;
}
