
/*
 * Copyright (C) contentlib authors
 *
 * Checks the stored records of each table: a record must be what the importer
 * makes of it once it is expanded and read again, and agree with the column
 * beside it and with the records that it repeats.
 */


#include <tool/check/contentlib_check.h>

#include <tool/export/contentlib_export.h>
#include <tool/import/contentlib_syntax.h>
#include <tool/record/contentlib_record.h>
#include <tool/record/contentlib_render.h>
#include <tool/write/contentlib_write.h>


#define CONTENTLIB_CHECK_POOL     16384
#define CONTENTLIB_CHECK_PARTNER  "partner"


typedef struct {
    contentlib_check_t          *check;
    contentlib_partner_t         partner;
    contentlib_errors_t          errors;
    contentlib_insertions_t      insertions;
    json_tokener                *tokener;
    sqlite3_stmt                *tag;
    sqlite3_stmt                *item;
    contentlib_check_lists_t    *lists;

    /* the row at work */

    const char                  *table;
    int64_t                      position;
    contentlib_stored_t          stored;
    ngx_pool_t                  *pool;
    contentlib_record_t          record;
    ngx_str_t                   *tags;      /* the JSON of those of the item */
} contentlib_check_records_t;


/* a table of records; the row has position, identifier, record and marks */

typedef struct {
    const char                  *name;
    const char                  *select;
    contentlib_record_e          type;
    const contentlib_field_t    *fields;
    size_t                       offset;    /* of the row in a record */
    size_t                       most;      /* bytes of a record */
} contentlib_check_table_t;


static ngx_int_t contentlib_check_tables(contentlib_check_records_t *records);
static ngx_int_t contentlib_check_table(contentlib_check_records_t *records,
    const contentlib_check_table_t *table);
static ngx_int_t contentlib_check_record(contentlib_check_records_t *records,
    const contentlib_check_table_t *table, sqlite3_stmt *row);
static ngx_int_t contentlib_check_expand(contentlib_check_records_t *records,
    ngx_str_t *text);
static ngx_int_t contentlib_check_parsed(contentlib_check_records_t *records,
    const contentlib_check_table_t *table, sqlite3_stmt *row,
    const ngx_str_t *text);
static ngx_int_t contentlib_check_tags(contentlib_check_records_t *records);
static ngx_int_t contentlib_check_tag(contentlib_check_records_t *records,
    const contentlib_tag_t *tag, ngx_str_t *json);
static ngx_int_t contentlib_check_rendered(contentlib_check_records_t *records,
    const contentlib_check_table_t *table, sqlite3_stmt *row);
static ngx_int_t contentlib_check_render(contentlib_check_records_t *records,
    const contentlib_field_t *fields, const void *row, ngx_str_t *json,
    contentlib_stored_t *stored);
static ngx_int_t contentlib_check_key(contentlib_check_records_t *records,
    sqlite3_stmt *row);
static ngx_int_t contentlib_check_item_lists(
    contentlib_check_records_t *records);
static ngx_int_t contentlib_check_tag_name(
    contentlib_check_records_t *records);
static ngx_int_t contentlib_check_preview(contentlib_check_records_t *records);
static ngx_uint_t contentlib_check_differs(const ngx_str_t *one,
    const ngx_str_t *other);
static ngx_int_t contentlib_check_wrong(contentlib_check_records_t *records,
    const char *what);
static void contentlib_check_records_error(void *data, const char *text);


/* tags come first, because items are compared with them */

static const contentlib_check_table_t  contentlib_check_record_tables[] = {

    { "tag", "SELECT position, slug, record, marks FROM tag ORDER BY position",
      CONTENTLIB_RECORD_TAG, contentlib_tag_fields,
      offsetof(contentlib_record_t, tag), CONTENTLIB_RECORD_LONGEST },

    { "item", "SELECT position, id, record, marks FROM item ORDER BY position",
      CONTENTLIB_RECORD_ITEM, contentlib_item_fields,
      offsetof(contentlib_record_t, item), CONTENTLIB_RECORD_LONGEST },

    { "collection", "SELECT position, slug, record, marks FROM collection"
      " ORDER BY position",
      CONTENTLIB_RECORD_COLLECTION, contentlib_collection_fields, 0,
      CONTENTLIB_COLLECTION_LONGEST }
};


ngx_int_t
contentlib_check_records(contentlib_check_t *check,
    contentlib_check_lists_t *lists)
{
    ngx_int_t                   rc;
    contentlib_check_records_t  records;

    ngx_memzero(&records, sizeof(contentlib_check_records_t));

    records.check = check;
    records.lists = lists;

    ngx_str_set(&records.insertions.text[CONTENTLIB_MARK_BASE],
                CONTENTLIB_EXPORT_ROOT);
    ngx_str_set(&records.insertions.text[CONTENTLIB_MARK_PARTNER],
                CONTENTLIB_CHECK_PARTNER);

    /* the first error of a record is enough */

    records.errors.most = 1;
    records.errors.print = contentlib_check_records_error;
    records.errors.data = check;

    (void) contentlib_partner_init(&records.partner, CONTENTLIB_CHECK_PARTNER,
                                   check->message);

    records.tokener = contentlib_syntax_tokener();

    if (records.tokener == NULL) {
        return contentlib_message_no_memory(check->message);
    }

    rc = contentlib_check_tables(&records);

    json_tokener_free(records.tokener);

    return rc;
}


static ngx_int_t
contentlib_check_tables(contentlib_check_records_t *records)
{
    ngx_uint_t         i, faults;
    contentlib_sql_t  *sql;

    sql = &records->check->sql;
    faults = records->check->faults;

    records->tag = contentlib_sql_prepare(sql, "SELECT position FROM tag"
                                          " WHERE slug = ?1 AND record = ?2");
    records->item = contentlib_sql_prepare(sql, "SELECT record, marks"
                                           " FROM item WHERE id = ?1");

    for (i = 0;
         i < sizeof(contentlib_check_record_tables)
             / sizeof(contentlib_check_record_tables[0]);
         i++)
    {
        if (contentlib_check_table(records,
                                   &contentlib_check_record_tables[i])
            == NGX_ERROR)
        {
            return NGX_ERROR;
        }
    }

    records->check->sound = (records->check->faults == faults);

    return NGX_OK;
}


/* the first fault of a table is enough to tell */

static ngx_int_t
contentlib_check_table(contentlib_check_records_t *records,
    const contentlib_check_table_t *table)
{
    ngx_int_t          rc;
    sqlite3_stmt      *row;
    contentlib_sql_t  *sql;

    sql = &records->check->sql;
    row = contentlib_sql_prepare(sql, table->select);

    while ((rc = contentlib_sql_step(sql, row)) == NGX_OK) {

        records->pool = ngx_create_pool(CONTENTLIB_CHECK_POOL, NULL);

        if (records->pool == NULL) {
            return contentlib_message_no_memory(records->check->message);
        }

        rc = contentlib_check_record(records, table, row);

        ngx_destroy_pool(records->pool);

        if (rc != NGX_OK) {
            break;
        }
    }

    (void) sqlite3_reset(row);

    return rc == NGX_DONE ? NGX_OK : rc;
}


static void
contentlib_check_records_error(void *data, const char *text)
{
    contentlib_check_fault(data, "%s", text);
}


/*
 * This and the functions below return NGX_OK, NGX_DECLINED if a fault was
 * printed, or NGX_ERROR.
 */

static ngx_int_t
contentlib_check_record(contentlib_check_records_t *records,
    const contentlib_check_table_t *table, sqlite3_stmt *row)
{
    ngx_int_t  rc;
    ngx_str_t  text;

    records->table = table->name;
    records->position = sqlite3_column_int64(row, 0);
    records->stored.record = contentlib_sql_column(row, 2);
    records->stored.marks = contentlib_sql_column(row, 3);

    if (records->stored.record.len > table->most) {
        return contentlib_check_wrong(records, "the record is too long");
    }

    rc = contentlib_check_expand(records, &text);

    return rc == NGX_OK ? contentlib_check_parsed(records, table, row, &text)
                        : rc;
}


/* media addresses stay relative */

static ngx_int_t
contentlib_check_expand(contentlib_check_records_t *records, ngx_str_t *text)
{
    size_t  size;

    if (contentlib_marks_size(&records->stored.record, &records->stored.marks,
                              &records->insertions, &size)
        != NGX_OK)
    {
        return contentlib_check_wrong(records, "the marks are not valid");
    }

    text->len = size;
    text->data = ngx_pnalloc(records->pool, size + 1);

    if (text->data == NULL) {
        return contentlib_message_no_memory(records->check->message);
    }

    if (contentlib_marks_expand(&records->stored.record,
                                &records->stored.marks, &records->insertions,
                                text->data, size)
        != NGX_OK)
    {
        return contentlib_check_wrong(records,
                                      "the marks do not fit the record");
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_check_parsed(contentlib_check_records_t *records,
    const contentlib_check_table_t *table, sqlite3_stmt *row,
    const ngx_str_t *text)
{
    ngx_int_t              rc;
    ngx_str_t              media_url;
    json_object           *json;
    contentlib_place_t     place;

    ngx_str_null(&media_url);
    contentlib_place_init(&place, table->name, &records->errors,
                          records->check->message);

    place.line = (ngx_uint_t) records->position;
    records->errors.n = 0;

    json = contentlib_syntax_parse(records->tokener, text, &place);

    if (json == NULL) {
        return records->errors.n ? NGX_DECLINED : NGX_ERROR;
    }

    if (contentlib_record_read(&records->partner, &media_url, &place, json,
                               records->pool, &records->record)
        != NGX_OK)
    {
        rc = records->errors.n ? NGX_DECLINED : NGX_ERROR;

    } else if (records->record.type != table->type) {
        rc = contentlib_check_wrong(records,
                                    "the record belongs to another table");

    } else {
        rc = contentlib_check_tags(records);

        if (rc == NGX_OK) {
            rc = contentlib_check_rendered(records, table, row);
        }
    }

    json_object_put(json);

    return rc;
}


/* those of an item, or of a preview */

static ngx_int_t
contentlib_check_tags(contentlib_check_records_t *records)
{
    ngx_int_t           rc;
    ngx_uint_t          i;
    const ngx_array_t  *tags;

    tags = &records->record.item.tags;
    records->tags = ngx_palloc(records->pool,
                               tags->nelts * sizeof(ngx_str_t) + 1);

    rc = records->tags ? NGX_OK
                       : contentlib_message_no_memory(records->check->message);

    for (i = 0; i < tags->nelts && rc == NGX_OK; i++) {
        rc = contentlib_check_tag(records,
                                  (contentlib_tag_t *) tags->elts + i,
                                  &records->tags[i]);
    }

    return rc;
}


/* a tag of an item has the record that it has among the tags */

static ngx_int_t
contentlib_check_tag(contentlib_check_records_t *records,
    const contentlib_tag_t *tag, ngx_str_t *json)
{
    int64_t              position;
    ngx_int_t            rc;
    contentlib_sql_t    *sql;
    contentlib_stored_t  stored;

    sql = &records->check->sql;

    if (contentlib_check_render(records, contentlib_tag_fields, tag, json,
                                &stored)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    contentlib_sql_bind_text(sql, records->tag, 1, &tag->slug);
    contentlib_sql_bind_text(sql, records->tag, 2, &stored.record);

    rc = contentlib_sql_step(sql, records->tag);
    position = (rc == NGX_OK) ? sqlite3_column_int64(records->tag, 0) : -1;

    (void) sqlite3_reset(records->tag);

    if (rc == NGX_ERROR) {
        return NGX_ERROR;
    }

    if (position < 0 || (uint64_t) position >= records->check->meta->tags) {
        return contentlib_check_wrong(records, "a tag of the item is not in "
                                               "\"tag\"");
    }

    if (records->record.type != CONTENTLIB_RECORD_ITEM) {
        return NGX_OK;
    }

    if (contentlib_tag_grams_add(&records->lists->tag_grams,
                                 (uint64_t) position,
                                 (uint64_t) records->position)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_collector_add_number(records->lists->tags,
                                           (uint64_t) position,
                                           (uint64_t) records->position);
}


static ngx_int_t
contentlib_check_rendered(contentlib_check_records_t *records,
    const contentlib_check_table_t *table, sqlite3_stmt *row)
{
    ngx_str_t            json;
    contentlib_stored_t  stored;

    if (contentlib_check_render(records, table->fields,
                                (u_char *) &records->record + table->offset,
                                &json, &stored)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_check_differs(&stored.record, &records->stored.record)) {
        return contentlib_check_wrong(records, "the record does not have the "
                                               "form that \"import\" writes");
    }

    if (contentlib_check_differs(&stored.marks, &records->stored.marks)) {
        return contentlib_check_wrong(records,
                                      "the marks are not those of the record");
    }

    return contentlib_check_key(records, row);
}


static ngx_int_t
contentlib_check_render(contentlib_check_records_t *records,
    const contentlib_field_t *fields, const void *row, ngx_str_t *json,
    contentlib_stored_t *stored)
{
    return contentlib_render(fields, row,
                             fields == contentlib_item_fields ? records->tags
                                                              : NULL,
                             records->pool, json)
           == NGX_OK
           && contentlib_placeholders_remove(json, records->pool, stored)
              == NGX_OK
           ? NGX_OK : contentlib_message_no_memory(records->check->message);
}


static ngx_int_t
contentlib_check_key(contentlib_check_records_t *records, sqlite3_stmt *row)
{
    ngx_str_t                   key;
    const contentlib_record_t  *record;

    record = &records->record;
    key = contentlib_sql_column(row, 1);

    switch (record->type) {

    case CONTENTLIB_RECORD_TAG:
        return contentlib_check_differs(&record->tag.slug, &key)
               ? contentlib_check_wrong(records, "\"slug\" is not that of the "
                                                 "record")
               : contentlib_check_tag_name(records);

    case CONTENTLIB_RECORD_ITEM:
        if (record->item.id != sqlite3_column_int64(row, 1)) {
            return contentlib_check_wrong(records, "\"id\" is not that of the "
                                                   "record");
        }

        return contentlib_check_item_lists(records);

    default: /* CONTENTLIB_RECORD_COLLECTION */
        return contentlib_check_differs(&record->collection.slug, &key)
               ? contentlib_check_wrong(records, "\"slug\" is not that of the "
                                                 "record")
               : contentlib_check_preview(records);
    }
}


static ngx_int_t
contentlib_check_item_lists(contentlib_check_records_t *records)
{
    ngx_str_t            folded;
    uint64_t             position;
    contentlib_item_t   *item;
    contentlib_terms_t  *terms;

    item = &records->record.item;
    terms = &records->lists->terms;
    position = (uint64_t) records->position;

    if (contentlib_terms_fold(terms, &item->alt_text, records->pool, &folded)
        != NGX_OK
        || contentlib_terms_add(terms, &folded, position) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_collector_add_number(records->lists->types,
                                           item->content_type.data[0],
                                           position);
}


static ngx_int_t
contentlib_check_tag_name(contentlib_check_records_t *records)
{
    ngx_str_t            folded;
    contentlib_terms_t  *terms;

    terms = &records->lists->terms;

    return contentlib_terms_fold(terms, &records->record.tag.name,
                                 records->pool, &folded)
           == NGX_OK
           ? contentlib_terms_tag(terms, records->position, &folded)
           : NGX_ERROR;
}


/* a preview has the record that it has among the items */

static ngx_int_t
contentlib_check_preview(contentlib_check_records_t *records)
{
    ngx_int_t                 rc;
    ngx_str_t                 json, record, marks;
    contentlib_sql_t         *sql;
    contentlib_stored_t       preview;
    const contentlib_item_t  *item;

    sql = &records->check->sql;
    item = &records->record.item;

    if (contentlib_check_render(records, contentlib_item_fields, item, &json,
                                &preview)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    contentlib_sql_bind_integer(sql, records->item, 1, item->id);

    rc = contentlib_sql_step(sql, records->item);

    if (rc == NGX_OK) {
        record = contentlib_sql_column(records->item, 0);
        marks = contentlib_sql_column(records->item, 1);

        if (contentlib_check_differs(&record, &preview.record)
            || contentlib_check_differs(&marks, &preview.marks))
        {
            rc = NGX_DONE;
        }
    }

    (void) sqlite3_reset(records->item);

    return rc == NGX_DONE
           ? contentlib_check_wrong(records, "the preview is not in \"item\"")
           : rc;
}


static ngx_uint_t
contentlib_check_differs(const ngx_str_t *one, const ngx_str_t *other)
{
    return one->len != other->len
           || ngx_memcmp(one->data, other->data, one->len) != 0;
}


static ngx_int_t
contentlib_check_wrong(contentlib_check_records_t *records, const char *what)
{
    contentlib_check_fault(records->check, "%s:%lld: %s", records->table,
                           (long long) records->position, what);

    return NGX_DECLINED;
}
