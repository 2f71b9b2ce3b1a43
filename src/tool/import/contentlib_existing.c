
/*
 * Copyright (C) contentlib authors
 *
 * The indexes are made when the first table is read, and SQLite adds to them
 * what is staged later.
 */


#include <tool/import/contentlib_existing.h>

#include <tool/import/contentlib_picture_url.h>
#include <tool/import/contentlib_staging.h>


static ngx_int_t contentlib_existing_texts(contentlib_stage_t *stage,
    contentlib_stage_sql_e sql, ngx_pool_t *pool, contentlib_tag_t *tag);


static const char  contentlib_existing_indexes[] =
    "CREATE INDEX IF NOT EXISTS tag_name ON tag (fold(name));"
    "CREATE INDEX IF NOT EXISTS record_file ON record (original);"
    "CREATE INDEX IF NOT EXISTS item_record ON item (record)";


ngx_int_t
contentlib_existing_open(contentlib_stage_t *stage, int64_t *highest)
{
    ngx_int_t      rc;
    sqlite3_stmt  *found;

    if (contentlib_sql_run(&stage->sql, contentlib_existing_indexes)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    found = stage->statements[CONTENTLIB_STAGE_SQL_HIGHEST];
    rc = contentlib_sql_step(&stage->sql, found);
    *highest = sqlite3_column_int64(found, 0);

    (void) sqlite3_reset(found);

    return rc;
}


ngx_int_t
contentlib_existing_item(contentlib_stage_t *stage, const ngx_str_t *url,
    int64_t *id, int64_t *created)
{
    ngx_int_t      rc;
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_EXISTING];

    contentlib_sql_bind_integer(&stage->sql, found, 1, *id);
    contentlib_sql_bind_text(&stage->sql, found, 2, url);

    rc = contentlib_sql_step(&stage->sql, found);

    if (rc == NGX_OK) {
        *id = sqlite3_column_int64(found, 0);
        *created = sqlite3_column_int64(found, 1);
    }

    (void) sqlite3_reset(found);

    return rc == NGX_DONE ? NGX_OK : rc;
}


ngx_int_t
contentlib_existing_tag(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_str_t *name, ngx_pool_t *pool,
    contentlib_tag_t *tag)
{
    int64_t    number;
    ngx_int_t  rc;

    tag->name = *name;

    if (contentlib_picture_slug(name, pool, &tag->slug) != NGX_OK) {
        return contentlib_message_no_memory(stage->message);
    }

    rc = contentlib_existing_texts(stage, CONTENTLIB_STAGE_SQL_TAG_NAMED,
                                   pool, tag);

    if (rc != NGX_DECLINED) {
        return rc;
    }

    return contentlib_existing_texts(stage, CONTENTLIB_STAGE_SQL_SLUG, pool,
                                     tag)
           == NGX_OK
           ? contentlib_stage_tag(stage, place, tag, CONTENTLIB_STAGE_LISTED,
                                  &number)
           : NGX_ERROR;
}


/* binds the name and the slug of the tag, and replaces both */

static ngx_int_t
contentlib_existing_texts(contentlib_stage_t *stage,
    contentlib_stage_sql_e sql, ngx_pool_t *pool, contentlib_tag_t *tag)
{
    u_char        *p;
    ngx_int_t      rc;
    ngx_str_t      slug, name;
    sqlite3_stmt  *statement;

    statement = stage->statements[sql];

    contentlib_sql_bind_text(&stage->sql, statement, 1, &tag->name);
    contentlib_sql_bind_text(&stage->sql, statement, 2, &tag->slug);

    rc = contentlib_sql_step(&stage->sql, statement);

    if (rc == NGX_OK) {
        slug = contentlib_sql_column(statement, 0);
        name = contentlib_sql_column(statement, 1);

        p = ngx_pnalloc(pool, slug.len + name.len);

        if (p == NULL) {
            rc = contentlib_message_no_memory(stage->message);

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
