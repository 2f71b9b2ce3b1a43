
/*
 * Copyright (C) contentlib authors
 *
 * Writes the tags and the collections, each with its text for searches, and
 * the items of collections.
 */


#include <tool/write/contentlib_writer.h>

#include <tool/record/contentlib_render.h>


/* a list at work */

typedef struct {
    contentlib_writer_t      *writer;
    sqlite3_stmt             *row;          /* of the stage */
    sqlite3_stmt             *insert;
    sqlite3_stmt             *insert_text;
    sqlite3_stmt             *preview;      /* of the stage */
} contentlib_write_list_t;


typedef ngx_int_t (*contentlib_write_record_pt)(contentlib_write_list_t *list);


static ngx_int_t contentlib_write_each(contentlib_write_list_t *list,
    contentlib_write_record_pt write);
static ngx_int_t contentlib_write_tag(contentlib_write_list_t *list);
static ngx_int_t contentlib_write_tag_text(contentlib_write_list_t *list,
    int64_t position, const ngx_str_t *name);
static ngx_int_t contentlib_write_collection(contentlib_write_list_t *list);
static ngx_int_t contentlib_write_collection_row(contentlib_write_list_t *list,
    const contentlib_collection_t *collection, const ngx_str_t *preview);
static ngx_int_t contentlib_write_collection_text(
    contentlib_write_list_t *list, const contentlib_collection_t *collection);
static ngx_int_t contentlib_write_preview(contentlib_write_list_t *list,
    int64_t id, ngx_str_t *json);


ngx_int_t
contentlib_write_tags(contentlib_writer_t *writer)
{
    contentlib_sql_t         *stage;
    contentlib_write_list_t   list;

    stage = contentlib_stage_sql(writer->stage);

    ngx_memzero(&list, sizeof(contentlib_write_list_t));

    list.writer = writer;
    list.row = contentlib_sql_prepare(stage, "SELECT number, slug, name"
                                      " FROM tag ORDER BY number");
    list.insert = contentlib_sql_prepare(&writer->sql, "INSERT INTO tag"
                                         " VALUES (?1, ?2, ?3, ?4, ?5)");
    list.insert_text = contentlib_sql_prepare(&writer->sql,
                                              "INSERT INTO tag_text"
                                              " VALUES (?1, ?2)");

    return contentlib_write_each(&list, contentlib_write_tag);
}


ngx_int_t
contentlib_write_collections(contentlib_writer_t *writer)
{
    contentlib_sql_t         *stage;
    contentlib_write_list_t   list;

    stage = contentlib_stage_sql(writer->stage);

    ngx_memzero(&list, sizeof(contentlib_write_list_t));

    list.writer = writer;
    list.row = contentlib_sql_prepare(stage, "SELECT number, slug, name,"
                                      " description, preview, display,"
                                      " featured FROM collection"
                                      " ORDER BY number");
    list.preview = contentlib_sql_prepare(stage, "SELECT r.tags,"
                                          " r.json FROM item AS i CROSS JOIN"
                                          " record AS r ON r.number = i.record"
                                          " WHERE i.id = ?1");
    list.insert = contentlib_sql_prepare(&writer->sql,
                                         "INSERT INTO collection"
                                         " SELECT ?1, ?2, position, ?3, ?4"
                                         " FROM item WHERE id = ?5");
    list.insert_text = contentlib_sql_prepare(&writer->sql,
                                              "INSERT INTO collection_text"
                                              " VALUES (?1, ?2, ?3)");

    return contentlib_write_each(&list, contentlib_write_collection);
}


static ngx_int_t
contentlib_write_each(contentlib_write_list_t *list,
    contentlib_write_record_pt write)
{
    ngx_int_t          rc;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(list->writer->stage);

    while ((rc = contentlib_sql_step(stage, list->row)) == NGX_OK) {

        ngx_reset_pool(list->writer->pool);

        if (write(list) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_write_tag(contentlib_write_list_t *list)
{
    int64_t               position;
    ngx_str_t             json, slug, name;
    contentlib_writer_t  *writer;

    writer = list->writer;

    position = sqlite3_column_int64(list->row, 0);
    slug = contentlib_sql_column(list->row, 1);
    name = contentlib_sql_column(list->row, 2);

    contentlib_sql_bind_integer(&writer->sql, list->insert, 1, position);
    contentlib_sql_bind_text(&writer->sql, list->insert, 2, &slug);

    if (contentlib_rendered_tags_get(&writer->rendered, (uint64_t) position,
                                     writer->pool, &json)
        != NGX_OK
        || contentlib_writer_bind_record(writer, list->insert, 4, &json,
                                         CONTENTLIB_RECORD_LONGEST, "tag")
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    contentlib_sql_bind_integer(&writer->sql, list->insert, 3,
                                writer->counts[position]);

    if (contentlib_sql_execute(&writer->sql, list->insert) != NGX_OK) {
        return NGX_ERROR;
    }

    writer->meta->tags++;

    return contentlib_write_tag_text(list, position, &name);
}


static ngx_int_t
contentlib_write_tag_text(contentlib_write_list_t *list, int64_t position,
    const ngx_str_t *name)
{
    ngx_str_t             folded;
    contentlib_writer_t  *writer;

    writer = list->writer;

    if (contentlib_writer_fold(writer, name, &folded) != NGX_OK) {
        return NGX_ERROR;
    }

    writer->meta->longest_tag_name = ngx_max(writer->meta->longest_tag_name,
                                             folded.len);

    contentlib_sql_bind_integer(&writer->sql, list->insert_text, 1, position);
    contentlib_sql_bind_text(&writer->sql, list->insert_text, 2, &folded);

    if (contentlib_sql_execute(&writer->sql, list->insert_text) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_terms_tag(&writer->terms, position, &folded);
}


static ngx_int_t
contentlib_write_collection(contentlib_write_list_t *list)
{
    ngx_str_t                preview;
    contentlib_collection_t  collection;

    collection.slug = contentlib_sql_column(list->row, 1);
    collection.name = contentlib_sql_column(list->row, 2);
    collection.description = contentlib_sql_column(list->row, 3);
    collection.display = (sqlite3_column_int(list->row, 5) == 1);
    collection.featured = (sqlite3_column_int(list->row, 6) == 1);

    if (contentlib_write_preview(list, sqlite3_column_int64(list->row, 4),
                                 &preview)
        != NGX_OK
        || contentlib_write_collection_row(list, &collection, &preview)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    list->writer->meta->collections++;

    return collection.display
           ? contentlib_write_collection_text(list, &collection) : NGX_OK;
}


static ngx_int_t
contentlib_write_collection_row(contentlib_write_list_t *list,
    const contentlib_collection_t *collection, const ngx_str_t *preview)
{
    char                  quoted[CONTENTLIB_QUOTE_SIZE];
    char                  what[CONTENTLIB_QUOTE_SIZE + 16];
    ngx_str_t             json;
    contentlib_writer_t  *writer;

    writer = list->writer;

    (void) snprintf(what, sizeof(what), "collection \"%s\"",
                    contentlib_message_quote(quoted, collection->slug.data,
                                             collection->slug.len));

    if (contentlib_render_collection(collection, preview, writer->pool, &json)
        != NGX_OK)
    {
        return contentlib_message_no_memory(writer->message);
    }

    contentlib_sql_bind_integer(&writer->sql, list->insert, 1,
                                sqlite3_column_int64(list->row, 0));
    contentlib_sql_bind_text(&writer->sql, list->insert, 2, &collection->slug);

    contentlib_sql_bind_integer(&writer->sql, list->insert, 5,
                                sqlite3_column_int64(list->row, 4));

    if (contentlib_writer_bind_record(writer, list->insert, 3, &json,
                                      CONTENTLIB_COLLECTION_LONGEST, what)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_sql_execute(&writer->sql, list->insert);
}


static ngx_int_t
contentlib_write_collection_text(contentlib_write_list_t *list,
    const contentlib_collection_t *collection)
{
    ngx_str_t             folded;
    contentlib_writer_t  *writer;

    writer = list->writer;

    if (contentlib_writer_fold(writer, &collection->name, &folded) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_sql_bind_integer(&writer->sql, list->insert_text, 1,
                                sqlite3_column_int64(list->row, 0));
    contentlib_sql_bind_text(&writer->sql, list->insert_text, 2,
                             &collection->name);
    contentlib_sql_bind_text(&writer->sql, list->insert_text, 3, &folded);

    return contentlib_sql_execute(&writer->sql, list->insert_text);
}


/* the JSON of the item, as it stands in the list of items */

static ngx_int_t
contentlib_write_preview(contentlib_write_list_t *list, int64_t id,
    ngx_str_t *json)
{
    ngx_int_t             rc;
    ngx_str_t             numbers, staged;
    contentlib_sql_t     *stage;
    contentlib_writer_t  *writer;

    writer = list->writer;
    stage = contentlib_stage_sql(writer->stage);

    contentlib_sql_bind_integer(stage, list->preview, 1, id);

    rc = contentlib_sql_step(stage, list->preview);

    if (rc == NGX_OK) {
        numbers = contentlib_sql_column(list->preview, 0);
        staged = contentlib_sql_column(list->preview, 1);

        rc = contentlib_rendered_tags_insert(&writer->rendered, &staged,
                                             &numbers, writer->pool, json);

    } else if (rc == NGX_DONE) {
        rc = contentlib_message_set(writer->message, "contentlib: content "
                                    "item %lld, a preview, is missing",
                                    (long long) id);
    }

    (void) sqlite3_reset(list->preview);

    return rc;
}


ngx_int_t
contentlib_write_members(contentlib_writer_t *writer)
{
    ngx_int_t          rc;
    sqlite3_stmt      *select, *find;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(writer->stage);

    /* positions ascend with the identifiers of items */

    select = contentlib_sql_prepare(stage, "SELECT id, collection FROM member"
                                           " ORDER BY id");
    find = contentlib_sql_prepare(&writer->sql, "SELECT position FROM item"
                                                " WHERE id = ?1");

    while ((rc = contentlib_sql_step(stage, select)) == NGX_OK) {

        contentlib_sql_bind_integer(&writer->sql, find, 1,
                                    sqlite3_column_int64(select, 0));

        rc = contentlib_sql_step(&writer->sql, find);

        if (rc == NGX_DONE) {
            return contentlib_message_set(writer->message, "contentlib: "
                                          "temporary file is damaged");
        }

        if (rc != NGX_OK
            || contentlib_collector_add_number(writer->members,
                                (uint64_t) sqlite3_column_int64(select, 1),
                                (uint64_t) sqlite3_column_int64(find, 0))
               != NGX_OK)
        {
            return NGX_ERROR;
        }

        (void) sqlite3_reset(find);
    }

    return rc == NGX_DONE
           ? contentlib_collector_write(writer->members,
                                        CONTENTLIB_COLLECTOR_COLLECTIONS)
           : NGX_ERROR;
}
