
/*
 * Copyright (C) contentlib authors
 *
 * Stages items as packed strings of bytes.
 */


#include <tool/import/contentlib_staging.h>

#include <tool/record/contentlib_media.h>


static ngx_int_t contentlib_stage_pack(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_item_t *item,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_pack_renditions(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_array_t *rows);
static ngx_int_t contentlib_stage_bytes(contentlib_stage_t *stage);
static ngx_int_t contentlib_stage_store(contentlib_stage_t *stage,
    const contentlib_place_t *place, contentlib_stage_sql_e sql, int64_t id,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_append(contentlib_stage_t *stage);
static ngx_int_t contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_differs(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id,
    contentlib_stage_origin_e origin, contentlib_stage_origin_e other);


ngx_int_t
contentlib_stage_item(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_item_t *item,
    contentlib_stage_origin_e origin)
{
    if (contentlib_stage_pack(stage, place, item, origin) != NGX_OK
        || contentlib_stage_bytes(stage) != NGX_OK
        || contentlib_stage_store(stage, place, CONTENTLIB_STAGE_SQL_ITEM,
                                  item->id, origin)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (sqlite3_changes(stage->sql.handle) == 0) {
        return contentlib_stage_again(stage, place, item->id, origin);
    }

    return contentlib_stage_append(stage);
}


/* names to numbers, media addresses to what follows the media URL */

static ngx_int_t
contentlib_stage_pack(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_item_t *item,
    contentlib_stage_origin_e origin)
{
    size_t               i;
    contentlib_tag_t    *tags;
    contentlib_packed_t *packed;

    packed = &stage->item;
    tags = item->tags.elts;

    if (item->tags.nelts > CONTENTLIB_LIST_MAX
        || item->partner_ids.nelts > CONTENTLIB_LIST_MAX
        || item->downloads.nelts > CONTENTLIB_LIST_MAX
        || item->pictures.nelts > CONTENTLIB_LIST_MAX)
    {
        return contentlib_place_error(place, "has a list of more than 1000 "
                                             "entries");
    }

    packed->created = item->created;
    packed->content_type = item->content_type;
    packed->alt_text = item->alt_text;
    packed->static_image = contentlib_media_strip(&stage->media_url,
                                                  &item->static_image);
    packed->partner_page = item->partner_page;

    packed->ntags = item->tags.nelts;
    packed->nids = item->partner_ids.nelts;
    packed->nrenditions = 0;

    for (i = 0; i < packed->ntags; i++) {
        if (contentlib_stage_tag(stage, place, &tags[i], origin,
                                 &packed->tags[i])
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    for (i = 0; i < packed->nids; i++) {
        packed->ids[i] = ((ngx_str_t *) item->partner_ids.elts)[i];
    }

    if (contentlib_stage_pack_renditions(stage, place, &item->downloads)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_stage_pack_renditions(stage, place, &item->pictures);
}


static ngx_int_t
contentlib_stage_pack_renditions(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_array_t *rows)
{
    ngx_uint_t                      i;
    contentlib_rendition_t         *row;
    contentlib_packed_rendition_t  *packed;

    row = rows->elts;

    for (i = 0; i < rows->nelts; i++) {
        packed = &stage->item.renditions[stage->item.nrenditions++];

        packed->url = contentlib_media_strip(&stage->media_url, &row[i].url);
        packed->width = row[i].width;
        packed->height = row[i].height;
        packed->size = row[i].size;

        if (contentlib_stage_name(stage, place, &stage->platforms,
                                  &row[i].platform, &packed->platform)
            != NGX_OK
            || contentlib_stage_name(stage, place, &stage->formats,
                                     &row[i].format, &packed->format)
               != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_stage_bytes(contentlib_stage_t *stage)
{
    size_t   size;
    u_char  *bytes;

    size = contentlib_pack_size(&stage->item);

    if (size > stage->size) {
        bytes = realloc(stage->bytes, size);

        if (bytes == NULL) {
            return contentlib_message_set(stage->message,
                                          "contentlib: out of memory");
        }

        stage->bytes = bytes;
        stage->size = size;
    }

    stage->len = contentlib_pack_write(stage->bytes, &stage->item);

    return NGX_OK;
}


static ngx_int_t
contentlib_stage_store(contentlib_stage_t *stage,
    const contentlib_place_t *place, contentlib_stage_sql_e sql, int64_t id,
    contentlib_stage_origin_e origin)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[sql];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, id);
    contentlib_sql_bind_integer(&stage->sql, statement, 3, origin);
    contentlib_stage_bind_where(stage, statement, 4, place);

    if (sql != CONTENTLIB_STAGE_SQL_ITEM_ORIGIN) {
        contentlib_sql_bind_integer(&stage->sql, statement, 2,
                                    (int64_t) stage->records);
    }

    return contentlib_sql_execute(&stage->sql, statement);
}


static ngx_int_t
contentlib_stage_append(contentlib_stage_t *stage)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_RECORD];

    contentlib_sql_bind_integer(&stage->sql, statement, 1,
                                (int64_t) stage->records++);
    contentlib_sql_bind_blob(&stage->sql, statement, 2, stage->bytes,
                             stage->len);

    return contentlib_sql_execute(&stage->sql, statement);
}


/* an item that is there already */

static ngx_int_t
contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id,
    contentlib_stage_origin_e origin)
{
    ngx_str_t                   bytes;
    ngx_uint_t                  equal;
    sqlite3_stmt               *found;
    contentlib_stage_origin_e   other;

    found = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_FIND];

    contentlib_sql_bind_integer(&stage->sql, found, 1, id);

    if (contentlib_sql_step(&stage->sql, found) != NGX_OK) {
        return contentlib_message_set(stage->message,
                                      "contentlib: temporary file is damaged");
    }

    other = (contentlib_stage_origin_e) sqlite3_column_int(found, 0);
    bytes = contentlib_sql_column(found, 3);
    equal = (bytes.len == stage->len
             && ngx_memcmp(bytes.data, stage->bytes, bytes.len) == 0);

    if (other != CONTENTLIB_STAGE_OLD
        && (!equal || (other == CONTENTLIB_STAGE_LISTED && other == origin)))
    {
        (void) contentlib_stage_differs(stage, place, id, origin, other);
        (void) sqlite3_reset(found);

        return NGX_ERROR;
    }

    (void) sqlite3_reset(found);

    if (other == CONTENTLIB_STAGE_OLD && !equal) {

        if (contentlib_stage_store(stage, place,
                                   CONTENTLIB_STAGE_SQL_ITEM_UPDATE, id,
                                   origin)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        return contentlib_stage_append(stage);
    }

    if (origin <= other) {
        return NGX_OK;
    }

    return contentlib_stage_store(stage, place,
                                  CONTENTLIB_STAGE_SQL_ITEM_ORIGIN, id,
                                  origin);
}


static ngx_int_t
contentlib_stage_differs(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id,
    contentlib_stage_origin_e origin, contentlib_stage_origin_e other)
{
    char           where[CONTENTLIB_QUOTE_SIZE + 24];
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_FIND];

    (void) contentlib_stage_where(stage, found, 1, where);

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
