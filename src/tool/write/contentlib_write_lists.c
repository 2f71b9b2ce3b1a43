
/*
 * Copyright (C) contentlib authors
 *
 * Writes the tags and the collections, and collects the items of collections.
 */


#include <tool/write/contentlib_writer.h>


static void contentlib_write_tag(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *insert);
static void contentlib_write_collection(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *insert);
static void contentlib_write_collection_row(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *insert);
static void contentlib_write_member(contentlib_writer_t *writer,
    sqlite3_stmt *member, sqlite3_stmt *find);


/* the orders of tags are known when all are there */

static const char  contentlib_write_tag_rows[] =
    "CREATE TABLE temp.tag_row (position INTEGER PRIMARY KEY, slug, items,"
    " name, folded, record, marks)";

static const char  contentlib_write_tag_orders[] =
    "CREATE TABLE temp.tag_order (position INTEGER PRIMARY KEY, by_name,"
    " by_items);"

    "INSERT INTO temp.tag_order SELECT position,"
    " row_number() OVER (ORDER BY folded, slug) - 1,"
    " row_number() OVER (ORDER BY items DESC, position) - 1"
    " FROM temp.tag_row ORDER BY position;"

    "INSERT INTO tag SELECT t.position, slug, items, by_name, by_items, name,"
    " folded, record, marks FROM temp.tag_row AS t CROSS JOIN temp.tag_order"
    " AS o ON o.position = t.position ORDER BY t.position;"

    "DROP TABLE temp.tag_row";


void
contentlib_write_tags(contentlib_writer_t *writer)
{
    contentlib_sql_run(writer->sql, contentlib_write_tag_rows);

    contentlib_writer_each(writer, "SELECT number, slug, name FROM tag"
                                   " ORDER BY number",
                           "INSERT INTO temp.tag_row"
                           " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                           contentlib_write_tag);

    contentlib_sql_run(writer->sql, contentlib_write_tag_orders);
}


void
contentlib_write_collections(contentlib_writer_t *writer)
{
    contentlib_writer_each(writer, "SELECT c.number, c.slug, c.name,"
                                   " c.head, c.display, c.tail,"
                                   " c.preview, r.tags, r.json, "
                                   contentlib_stage_place("c")
                                   " FROM collection AS c LEFT JOIN item AS i"
                                   " ON i.id = c.preview"
                                   " LEFT JOIN record AS r"
                                   " ON r.number = i.record"
                                   " ORDER BY c.number",
                           "INSERT INTO collection VALUES (?1, ?2,"
                           " (SELECT position FROM item WHERE id = ?3), ?4,"
                           " CASE WHEN ?5 THEN fold(?4) END, ?6, ?7)",
                           contentlib_write_collection);
}


static void
contentlib_write_tag(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert)
{
    int64_t                           position;
    ngx_str_t                         slug, name;
    contentlib_sql_t                 *sql;
    const contentlib_rendered_tag_t  *tag;

    sql = writer->sql;

    position = sqlite3_column_int64(row, 0);
    slug = contentlib_sql_column(row, 1);
    name = contentlib_sql_column(row, 2);

    tag = contentlib_rendered_tags_get(&writer->rendered, (uint64_t) position);

    contentlib_sql_bind_integer(sql, insert, 1, position);
    contentlib_sql_bind_text(sql, insert, 2, &slug);
    contentlib_sql_bind_integer(sql, insert, 3, writer->counts[position]);
    contentlib_sql_bind_text(sql, insert, 4, &name);
    contentlib_sql_bind_text(sql, insert, 5, &tag->folded);
    contentlib_writer_bind_record(writer, insert, 6, &tag->json, "tag");

    contentlib_sql_execute(sql, insert);
}


static void
contentlib_write_collection(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert)
{
    ngx_str_t          slug, name;
    contentlib_sql_t  *sql;

    sql = writer->sql;
    slug = contentlib_sql_column(row, 1);
    name = contentlib_sql_column(row, 2);

    contentlib_sql_bind_integer(sql, insert, 1, sqlite3_column_int64(row, 0));
    contentlib_sql_bind_text(sql, insert, 2, &slug);
    contentlib_sql_bind_integer(sql, insert, 3, sqlite3_column_int64(row, 6));
    contentlib_sql_bind_text(sql, insert, 4, &name);
    contentlib_sql_bind_integer(sql, insert, 5, sqlite3_column_int64(row, 4));

    contentlib_write_collection_row(writer, row, insert);
}


static void
contentlib_write_collection_row(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert)
{
    char       quoted[CONTENTLIB_QUOTE_SIZE];
    char       what[3 * CONTENTLIB_QUOTE_SIZE];
    u_char    *p;
    ngx_str_t  slug, head, tail, numbers, staged, preview, json;

    slug = contentlib_sql_column(row, 1);

    (void) snprintf(what, sizeof(what), "%s: collection \"%s\"",
                    sqlite3_column_text(row, 9),
                    contentlib_message_quote(quoted, slug.data, slug.len));

    if (sqlite3_column_type(row, 8) == SQLITE_NULL) {
        contentlib_fail("contentlib: content item %lld, a preview, is missing",
                        (long long) sqlite3_column_int64(row, 6));
    }

    head = contentlib_sql_column(row, 3);
    tail = contentlib_sql_column(row, 5);
    numbers = contentlib_sql_column(row, 7);
    staged = contentlib_sql_column(row, 8);

    /* the JSON of the item, as it is in the list of items */

    contentlib_rendered_tags_insert(&writer->rendered, &staged, &numbers,
                                    writer->pool, &preview);

    json.len = head.len + preview.len + tail.len;
    json.data = ngx_pnalloc(writer->pool, json.len);

    p = ngx_cpymem(json.data, head.data, head.len);
    p = ngx_cpymem(p, preview.data, preview.len);
    ngx_memcpy(p, tail.data, tail.len);

    contentlib_writer_bind_record(writer, insert, 6, &json, what);

    contentlib_sql_execute(writer->sql, insert);
}


void
contentlib_write_members(contentlib_writer_t *writer)
{
    /* positions ascend with the identifiers of items */

    contentlib_writer_each(writer, "SELECT id, collection FROM member"
                                   " ORDER BY id",
                           "SELECT position FROM item WHERE id = ?1",
                           contentlib_write_member);
}


static void
contentlib_write_member(contentlib_writer_t *writer, sqlite3_stmt *member,
    sqlite3_stmt *find)
{
    int64_t    collection;
    ngx_str_t  key;

    contentlib_sql_bind_integer(writer->sql, find, 1,
                                sqlite3_column_int64(member, 0));

    if (contentlib_sql_step(writer->sql, find) != NGX_OK) {
        contentlib_stage_damaged();
    }

    collection = sqlite3_column_int64(member, 1);

    key.data = (u_char *) &collection;
    key.len = sizeof(collection);

    contentlib_collector_begin(writer->collector,
                               (uint64_t) sqlite3_column_int64(find, 0));
    contentlib_collector_push(writer->collector,
                              contentlib_collector_key(writer->collector,
                                               CONTENTLIB_POSTING_COLLECTION,
                                               &key, NULL));

    (void) sqlite3_reset(find);
}
