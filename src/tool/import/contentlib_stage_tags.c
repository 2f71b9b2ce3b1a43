
/*
 * Copyright (C) contentlib authors
 *
 * Stages tags and collections, with a cache of the tags that were staged last.
 */


#include <tool/import/contentlib_staging.h>

#include <tool/contentlib_hash.h>


static ngx_int_t contentlib_stage_tag_find(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    contentlib_stage_origin_e origin, int64_t *number);
static ngx_int_t contentlib_stage_tag_conflict(sqlite3_stmt *found,
    const contentlib_place_t *place, const contentlib_tag_t *tag);
static ngx_int_t contentlib_stage_tag_store(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    contentlib_stage_origin_e origin, int64_t number);
static ngx_uint_t contentlib_stage_equal(const ngx_str_t *one,
    const u_char *data, size_t len);
static ngx_int_t contentlib_stage_collection_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_str_t *slug);


/*
 * Nearly all tags are looked up many times, so a table of fixed size in front
 * of the database has their slugs.
 */

ngx_int_t
contentlib_stage_tag(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    contentlib_stage_origin_e origin, int64_t *number)
{
    contentlib_stage_tag_t  *slot;

    slot = &stage->slots[contentlib_hash_text(&tag->slug)
                         % CONTENTLIB_STAGE_SLOTS];

    if (contentlib_stage_equal(&tag->slug, slot->data, slot->slug)
        && contentlib_stage_equal(&tag->name, slot->data + slot->slug,
                                  slot->name)
        && (!slot->old || origin == CONTENTLIB_STAGE_OLD))
    {
        *number = slot->number;
        return NGX_OK;
    }

    if (contentlib_stage_tag_find(stage, place, tag, origin, number)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    /* a longer one is looked up each time */

    if (tag->slug.len + tag->name.len <= CONTENTLIB_STAGE_ROOM) {
        slot->number = (uint32_t) *number;
        slot->old = (origin == CONTENTLIB_STAGE_OLD);
        slot->slug = (uint16_t) tag->slug.len;
        slot->name = (uint16_t) tag->name.len;
        (void) ngx_cpymem(ngx_cpymem(slot->data, tag->slug.data,
                                     tag->slug.len),
                          tag->name.data, tag->name.len);
    }

    return NGX_OK;
}


static ngx_uint_t
contentlib_stage_equal(const ngx_str_t *one, const u_char *data, size_t len)
{
    return one->len == len && ngx_memcmp(one->data, data, len) == 0;
}


/* one slug has one name, but the input may rename a tag of the old library */

static ngx_int_t
contentlib_stage_tag_find(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    contentlib_stage_origin_e origin, int64_t *number)
{
    ngx_int_t      rc;
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_TAG_FIND];

    contentlib_sql_bind_text(&stage->sql, found, 1, &tag->slug);
    contentlib_sql_bind_text(&stage->sql, found, 2, &tag->name);

    rc = contentlib_sql_step(&stage->sql, found);

    *number = (rc == NGX_OK) ? sqlite3_column_int64(found, 0)
                             : (int64_t) stage->tags;
    stage->tags += (rc == NGX_DONE);

    if (rc == NGX_DONE
        || (rc == NGX_OK && origin != CONTENTLIB_STAGE_OLD
            && sqlite3_column_int(found, 2) == CONTENTLIB_STAGE_OLD))
    {
        rc = contentlib_stage_tag_store(stage, place, tag, origin, *number);

    } else if (rc == NGX_OK && sqlite3_column_type(found, 3) != SQLITE_NULL) {
        rc = contentlib_stage_tag_conflict(found, place, tag);
    }

    (void) sqlite3_reset(found);

    return rc;
}


static ngx_int_t
contentlib_stage_tag_conflict(sqlite3_stmt *found,
    const contentlib_place_t *place, const contentlib_tag_t *tag)
{
    char       one[CONTENTLIB_QUOTE_SIZE], other[CONTENTLIB_QUOTE_SIZE];
    char       slug[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t  name;

    name = contentlib_sql_column(found, 1);

    (void) contentlib_message_quote(slug, tag->slug.data, tag->slug.len);
    (void) contentlib_message_quote(one, tag->name.data, tag->name.len);
    (void) contentlib_message_quote(other, name.data, name.len);

    return contentlib_place_error(place, "the name of tag \"%s\" is \"%s\" "
                                  "here and \"%s\" at %s", slug, one, other,
                                  sqlite3_column_text(found, 3));
}


static ngx_int_t
contentlib_stage_tag_store(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    contentlib_stage_origin_e origin, int64_t number)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_TAG];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, number);
    contentlib_sql_bind_text(&stage->sql, statement, 2, &tag->slug);
    contentlib_sql_bind_text(&stage->sql, statement, 3, &tag->name);
    contentlib_sql_bind_integer(&stage->sql, statement, 4, origin);
    contentlib_sql_bind_integer(&stage->sql, statement, 5,
                                (int64_t) place->line);

    return contentlib_sql_execute(&stage->sql, statement);
}


/* one of the old library keeps its number */

ngx_int_t
contentlib_stage_collection(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_collection_t *collection,
    int64_t preview, contentlib_stage_origin_e origin)
{
    int64_t            number;
    ngx_int_t          rc;
    sqlite3_stmt      *statement;
    contentlib_sql_t  *sql;

    sql = &stage->sql;
    statement = stage->statements[CONTENTLIB_STAGE_SQL_COLLECTION];

    contentlib_sql_bind_text(sql, statement, 1, &collection->slug);
    contentlib_sql_bind_text(sql, statement, 2, &collection->name);
    contentlib_sql_bind_text(sql, statement, 3, &collection->description);
    contentlib_sql_bind_integer(sql, statement, 4, preview);
    contentlib_sql_bind_integer(sql, statement, 5,
                                (int64_t) collection->display);
    contentlib_sql_bind_integer(sql, statement, 6,
                                (int64_t) collection->featured);
    contentlib_sql_bind_integer(sql, statement, 7, origin);
    contentlib_sql_bind_integer(sql, statement, 8, (int64_t) place->line);

    rc = contentlib_sql_step(sql, statement);
    number = (rc == NGX_OK) ? sqlite3_column_int64(statement, 0) : 0;

    (void) sqlite3_reset(statement);

    if (rc == NGX_DONE) {
        return contentlib_stage_collection_again(stage, place,
                                                 &collection->slug);
    }

    return rc == NGX_OK && collection->items.elts
           ? contentlib_stage_members(stage, place, collection, number, origin)
           : rc;
}


static ngx_int_t
contentlib_stage_collection_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_str_t *slug)
{
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_COLLECTION_FIND];

    contentlib_sql_bind_text(&stage->sql, found, 1, slug);

    if (contentlib_sql_step(&stage->sql, found) == NGX_OK) {
        (void) contentlib_place_error(place, "was already given at %s",
                                      sqlite3_column_text(found, 0));
    }

    (void) sqlite3_reset(found);

    return NGX_ERROR;
}
