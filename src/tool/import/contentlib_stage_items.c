
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
static void contentlib_stage_bind_content(contentlib_stage_t *stage,
    sqlite3_stmt *statement, int index);
static ngx_int_t contentlib_stage_append(contentlib_stage_t *stage,
    const contentlib_item_t *item);
static ngx_int_t contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id,
    contentlib_stage_origin_e origin);


/* what is there already stays, unless the statement replaces it */

ngx_int_t
contentlib_stage_item(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_item_t *item,
    contentlib_stage_origin_e origin)
{
    contentlib_sql_t  *sql;
    sqlite3_stmt      *statement;

    ngx_reset_pool(stage->pool);

    if (contentlib_stage_render(stage, place, item, origin) != NGX_OK) {
        return NGX_ERROR;
    }

    sql = &stage->sql;
    statement = stage->statements[CONTENTLIB_STAGE_SQL_ITEM];

    contentlib_sql_bind_integer(sql, statement, 1, item->id);
    contentlib_sql_bind_integer(sql, statement, 2, (int64_t) stage->records);
    contentlib_sql_bind_integer(sql, statement, 3, origin);
    contentlib_sql_bind_integer(sql, statement, 4, (int64_t) place->line);
    contentlib_stage_bind_content(stage, statement, 5);

    if (contentlib_sql_execute(sql, statement) != NGX_OK) {
        return NGX_ERROR;
    }

    return sqlite3_changes(sql->handle)
           ? contentlib_stage_append(stage, item)
           : contentlib_stage_again(stage, place, item->id, origin);
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

    return contentlib_render(contentlib_item_fields, item, rendered,
                             stage->pool, &stage->json)
           == NGX_OK
           ? NGX_OK : contentlib_message_no_memory(stage->message);
}


static void
contentlib_stage_bind_content(contentlib_stage_t *stage,
    sqlite3_stmt *statement, int index)
{
    contentlib_sql_bind_blob(&stage->sql, statement, index,
                             stage->numbers.data, stage->numbers.len);
    contentlib_sql_bind_blob(&stage->sql, statement, index + 1,
                             stage->json.data, stage->json.len);
}


/* an item that replaces an equal one keeps the record of that one */

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
    contentlib_stage_bind_content(stage, statement, 2);
    contentlib_sql_bind_text(sql, statement, 4, &item->alt_text);
    contentlib_sql_bind_text(sql, statement, 5, &item->content_type);
    contentlib_sql_bind_integer(sql, statement, 6, item->created);
    contentlib_sql_bind_text(sql, statement, 7, original
                                                ? &original->url
                                                : &item->static_image);
    contentlib_sql_bind_integer(sql, statement, 8, item->id);

    return contentlib_sql_execute(sql, statement);
}


/* an item that stays as it is: the preview of a collection may repeat it */

static ngx_int_t
contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id,
    contentlib_stage_origin_e origin)
{
    ngx_int_t      rc;
    const u_char  *where;
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_FIND];

    contentlib_sql_bind_integer(&stage->sql, found, 1, id);
    contentlib_stage_bind_content(stage, found, 2);

    if (contentlib_sql_step(&stage->sql, found) != NGX_OK) {
        return contentlib_message_set(stage->message,
                                      "contentlib: temporary file is damaged");
    }

    where = sqlite3_column_text(found, 1);
    rc = NGX_OK;

    if (origin == CONTENTLIB_STAGE_PREVIEW) {

        if (sqlite3_column_int(found, 2) == 0) {
            rc = contentlib_place_error(place, "\"preview_image\" differs "
                                        "from content item %lld at %s",
                                        (long long) id, where);
        }

    } else if (sqlite3_column_int(found, 0) == CONTENTLIB_STAGE_PREVIEW) {
        rc = contentlib_place_error(place, "differs from the "
                                    "\"preview_image\" at %s", where);

    } else {
        rc = contentlib_place_error(place, "was already given at %s", where);
    }

    (void) sqlite3_reset(found);

    return rc;
}
