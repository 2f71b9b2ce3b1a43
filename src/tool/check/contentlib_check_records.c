
/*
 * Copyright (C) contentlib authors
 *
 * Checks the stored records of each table.
 */


#include <tool/check/contentlib_check_record.h>

#include <tool/export/contentlib_export.h>
#include <tool/write/contentlib_write.h>


#define CONTENTLIB_CHECK_POOL     16384
#define CONTENTLIB_CHECK_PARTNER  "partner"


static ngx_int_t contentlib_check_tables(contentlib_check_records_t *records);
static ngx_int_t contentlib_check_table(contentlib_check_records_t *records,
    const contentlib_check_table_t *table);
static void contentlib_check_records_error(void *data, const char *text);


/* tags come first, because items are compared with them */

static const contentlib_check_table_t  contentlib_check_record_tables[] = {

    { "tag", "SELECT position, slug, record, marks FROM tag ORDER BY position",
      CONTENTLIB_RECORD_TAG, CONTENTLIB_RECORD_LONGEST },

    { "item", "SELECT position, id, record, marks FROM item ORDER BY position",
      CONTENTLIB_RECORD_ITEM, CONTENTLIB_RECORD_LONGEST },

    { "collection", "SELECT position, slug, record, marks FROM collection"
      " ORDER BY position",
      CONTENTLIB_RECORD_COLLECTION, CONTENTLIB_COLLECTION_LONGEST }
};


ngx_int_t
contentlib_check_records(contentlib_check_t *check,
    contentlib_check_lists_t *lists)
{
    ngx_int_t                    rc;
    contentlib_check_records_t  *records;

    records = ngx_calloc(sizeof(contentlib_check_records_t), NULL);

    if (records == NULL) {
        return contentlib_message_set(check->message,
                                      "contentlib: out of memory");
    }

    records->check = check;
    records->lists = lists;
    records->tokener = contentlib_syntax_tokener();

    ngx_str_set(&records->insertions.text[CONTENTLIB_MARK_BASE],
                CONTENTLIB_EXPORT_ROOT);
    ngx_str_set(&records->insertions.text[CONTENTLIB_MARK_PARTNER],
                CONTENTLIB_CHECK_PARTNER);

    /* the first error of a record is enough */

    records->errors.most = 1;
    records->errors.print = contentlib_check_records_error;
    records->errors.data = check;

    (void) contentlib_partner_init(&records->partner, CONTENTLIB_CHECK_PARTNER,
                                   check->message);

    if (records->tokener == NULL) {
        rc = contentlib_message_set(check->message,
                                    "contentlib: out of memory");

    } else {
        rc = contentlib_check_tables(records);
    }

    if (records->tokener) {
        json_tokener_free(records->tokener);
    }

    free(records);

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
            return contentlib_message_set(records->check->message,
                                          "contentlib: out of memory");
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
