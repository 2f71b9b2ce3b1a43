
/*
 * Copyright (C) contentlib authors
 *
 * Renders items and stages them with the numbers of their tags.
 */


#include <tool/import/contentlib_staging.h>

#include <tool/record/contentlib_render.h>


static ngx_int_t contentlib_stage_render(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_item_t *item,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_store(contentlib_stage_t *stage,
    const contentlib_place_t *place, contentlib_stage_sql_e sql, int64_t id,
    uint64_t record, contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_append(contentlib_stage_t *stage,
    const contentlib_item_t *item);
static ngx_int_t contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_item_t *item,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_differs(sqlite3_stmt *found,
    const contentlib_place_t *place, int64_t id,
    contentlib_stage_origin_e origin, contentlib_stage_origin_e other);


ngx_int_t
contentlib_stage_item(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_item_t *item,
    contentlib_stage_origin_e origin)
{
    ngx_reset_pool(stage->pool);

    if (contentlib_stage_render(stage, place, item, origin) != NGX_OK
        || contentlib_stage_store(stage, place, CONTENTLIB_STAGE_SQL_ITEM,
                                  item->id, stage->records, origin)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return sqlite3_changes(stage->sql.handle)
           ? contentlib_stage_append(stage, item)
           : contentlib_stage_again(stage, place, item, origin);
}


/* a later record may rename a tag, so tags are rendered in the end */

static ngx_int_t
contentlib_stage_render(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_item_t *item,
    contentlib_stage_origin_e origin)
{
    int64_t           number;
    uint32_t         *numbers;
    ngx_str_t        *rendered;
    ngx_uint_t        i, n;
    contentlib_tag_t *tags;

    static u_char  tag = CONTENTLIB_STAGE_TAG;

    n = item->tags.nelts;
    tags = item->tags.elts;

    numbers = ngx_palloc(stage->pool, n * sizeof(uint32_t) + 1);
    rendered = ngx_palloc(stage->pool, n * sizeof(ngx_str_t) + 1);

    if (numbers == NULL || rendered == NULL) {
        return contentlib_message_no_memory(stage->message);
    }

    for (i = 0; i < n; i++) {
        if (contentlib_stage_tag(stage, place, &tags[i], origin, &number)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        numbers[i] = (uint32_t) number;
        rendered[i].data = &tag;
        rendered[i].len = sizeof(tag);
    }

    stage->numbers.data = (u_char *) numbers;
    stage->numbers.len = n * sizeof(uint32_t);

    return contentlib_render_item(item, rendered, stage->pool, &stage->json)
           == NGX_OK
           ? NGX_OK : contentlib_message_no_memory(stage->message);
}


static ngx_int_t
contentlib_stage_store(contentlib_stage_t *stage,
    const contentlib_place_t *place, contentlib_stage_sql_e sql, int64_t id,
    uint64_t record, contentlib_stage_origin_e origin)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[sql];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, id);
    contentlib_sql_bind_integer(&stage->sql, statement, 2, (int64_t) record);
    contentlib_sql_bind_integer(&stage->sql, statement, 3, origin);
    contentlib_stage_bind_where(stage, statement, 4, place);

    return contentlib_sql_execute(&stage->sql, statement);
}


static ngx_int_t
contentlib_stage_append(contentlib_stage_t *stage,
    const contentlib_item_t *item)
{
    contentlib_sql_t              *sql;
    sqlite3_stmt                  *statement;
    const contentlib_rendition_t  *original;

    sql = &stage->sql;
    statement = stage->statements[CONTENTLIB_STAGE_SQL_RECORD];
    original = contentlib_record_original(item);

    contentlib_sql_bind_integer(sql, statement, 1, (int64_t) stage->records++);
    contentlib_sql_bind_blob(sql, statement, 2, stage->numbers.data,
                             stage->numbers.len);
    contentlib_sql_bind_text(sql, statement, 3, &item->alt_text);
    contentlib_sql_bind_text(sql, statement, 4, &item->content_type);
    contentlib_sql_bind_integer(sql, statement, 5, item->created);
    contentlib_sql_bind_text(sql, statement, 6, original
                                                ? &original->url
                                                : &item->static_image);
    contentlib_sql_bind_blob(sql, statement, 7, stage->json.data,
                             stage->json.len);

    return contentlib_sql_execute(sql, statement);
}


/* an item that is there already */

static ngx_int_t
contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_item_t *item,
    contentlib_stage_origin_e origin)
{
    uint64_t                    record;
    ngx_uint_t                  equal;
    sqlite3_stmt               *found;
    contentlib_stage_origin_e   other;

    found = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_FIND];

    contentlib_sql_bind_integer(&stage->sql, found, 1, item->id);
    contentlib_sql_bind_blob(&stage->sql, found, 2, stage->numbers.data,
                             stage->numbers.len);
    contentlib_sql_bind_blob(&stage->sql, found, 3, stage->json.data,
                             stage->json.len);

    if (contentlib_sql_step(&stage->sql, found) != NGX_OK) {
        return contentlib_message_set(stage->message,
                                      "contentlib: temporary file is damaged");
    }

    other = (contentlib_stage_origin_e) sqlite3_column_int(found, 0);
    equal = (sqlite3_column_int(found, 2) != 0);
    record = (uint64_t) sqlite3_column_int64(found, 3);

    if (other != CONTENTLIB_STAGE_OLD
        && (!equal || (other == CONTENTLIB_STAGE_LISTED && other == origin)))
    {
        (void) contentlib_stage_differs(found, place, item->id, origin, other);
        (void) sqlite3_reset(found);

        return NGX_ERROR;
    }

    (void) sqlite3_reset(found);

    if (!equal) {
        record = stage->records;

        if (contentlib_stage_append(stage, item) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return equal && origin <= other
           ? NGX_OK
           : contentlib_stage_store(stage, place,
                                    CONTENTLIB_STAGE_SQL_ITEM_REPLACE,
                                    item->id, record, origin);
}


static ngx_int_t
contentlib_stage_differs(sqlite3_stmt *found,
    const contentlib_place_t *place, int64_t id,
    contentlib_stage_origin_e origin, contentlib_stage_origin_e other)
{
    const u_char  *where;

    where = sqlite3_column_text(found, 1);

    if (origin == CONTENTLIB_STAGE_PREVIEW) {
        return contentlib_place_error(place, "\"preview_image\" differs from "
                                       "content item %lld at %s",
                                       (long long) id, where);
    }

    if (other == CONTENTLIB_STAGE_PREVIEW) {
        return contentlib_place_error(place, "differs from the "
                                       "\"preview_image\" at %s", where);
    }

    return contentlib_place_error(place, "was already given at %s", where);
}
