
/*
 * Copyright (C) contentlib authors
 *
 * One stored record at work.
 */


#ifndef _CONTENTLIB_CHECK_RECORD_H_INCLUDED_
#define _CONTENTLIB_CHECK_RECORD_H_INCLUDED_


#include <library/contentlib_marks.h>
#include <tool/check/contentlib_check.h>
#include <tool/record/contentlib_placeholders.h>
#include <tool/record/contentlib_record.h>
#include <tool/import/contentlib_syntax.h>


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
    contentlib_stored_t          preview;   /* of a collection */
} contentlib_check_records_t;


/* a table of records; the row has position, identifier, record and marks */

typedef struct {
    const char                  *name;
    const char                  *select;
    contentlib_record_e          type;
    size_t                       most;      /* bytes of a record */
} contentlib_check_table_t;


/* NGX_OK, NGX_DECLINED if a fault was told, or NGX_ERROR */

ngx_int_t contentlib_check_record(contentlib_check_records_t *records,
    const contentlib_check_table_t *table, sqlite3_stmt *row);


#endif /* _CONTENTLIB_CHECK_RECORD_H_INCLUDED_ */
