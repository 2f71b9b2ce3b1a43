
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_db_private.h>

#include <contentlib_schema.h>


static ngx_int_t contentlib_db_compare_schema(contentlib_db_t *db,
    sqlite3_stmt *expected, sqlite3_stmt *found);


static const char  contentlib_db_schema_rows[] =
    "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"
    " ORDER BY name";


ngx_int_t
contentlib_db_check_schema(contentlib_db_t *db)
{
    int            rc;
    sqlite3       *model;
    ngx_int_t      result;
    sqlite3_stmt  *expected, *found;

    expected = NULL;
    found = NULL;

    rc = sqlite3_open_v2(":memory:", &model,
                         SQLITE_OPEN_READWRITE|SQLITE_OPEN_NOMUTEX, NULL);

    if (rc == SQLITE_OK) {
        rc = sqlite3_exec(model, CONTENTLIB_SCHEMA, NULL, NULL, NULL);
    }

    if (rc == SQLITE_OK) {
        rc = sqlite3_prepare_v2(model, contentlib_db_schema_rows, -1,
                                &expected, NULL);
    }

    if (rc == SQLITE_OK) {
        rc = sqlite3_prepare_v2(db->handle, contentlib_db_schema_rows, -1,
                                &found, NULL);
    }

    if (rc == SQLITE_OK) {
        result = contentlib_db_compare_schema(db, expected, found);

    } else {
        result = contentlib_db_fail(db, rc);
    }

    (void) sqlite3_finalize(expected);
    (void) sqlite3_finalize(found);
    (void) sqlite3_close(model);

    return result;
}


static ngx_int_t
contentlib_db_compare_schema(contentlib_db_t *db, sqlite3_stmt *expected,
    sqlite3_stmt *found)
{
    int          i, rc, rc_found;
    const char  *one, *other;

    for ( ;; ) {
        rc = sqlite3_step(expected);
        rc_found = sqlite3_step(found);

        if (rc != SQLITE_ROW && rc != SQLITE_DONE) {
            return contentlib_db_fail(db, rc);
        }

        if (rc_found != SQLITE_ROW && rc_found != SQLITE_DONE) {
            return contentlib_db_fail(db, rc_found);
        }

        if (rc != rc_found) {
            return contentlib_db_corrupt(db, "not the schema of a library");
        }

        if (rc == SQLITE_DONE) {
            return NGX_OK;
        }

        for (i = 0; i < 4; i++) {
            one = (const char *) sqlite3_column_text(expected, i);
            other = (const char *) sqlite3_column_text(found, i);

            /* none of the columns is NULL, so there is no memory */

            if (one == NULL || other == NULL) {
                return contentlib_db_no_memory(db);
            }

            if (strcmp(one, other) != 0) {
                return contentlib_db_corrupt(db,
                                            "not the schema of a library");
            }
        }
    }
}
