
/*
 * Copyright (C) contentlib authors
 *
 * Databases of the program: files are opened and not made, and the first error
 * stays.
 */


#include <unit.h>
#include <tool/contentlib_sql.h>


static contentlib_message_t  message;
static char                  name[256];


static void
test_missing(void)
{
    contentlib_sql_t  sql;

    message.len = 0;
    hold(contentlib_sql_open(&sql, name, "library.db", &message) == NGX_ERROR
         && message.len != 0, "opened");
    hold(contentlib_sql_run(&sql, "SELECT 1") == NGX_ERROR, "run");
    (void) contentlib_sql_close(&sql);

    hold(access(name, F_OK) == -1, "a file is there");

    held("a file that is not there is not made");
}


static void
test_errors(void)
{
    size_t            i;
    ngx_str_t         text;
    sqlite3_stmt     *statement;
    contentlib_sql_t  sql;

    message.len = 0;
    hold(contentlib_sql_open(&sql, "", "temporary", &message) == NGX_OK,
         "not opened");

    statement = contentlib_sql_prepare(&sql, "SELECT ?1, NULL");
    contentlib_sql_bind_integer(&sql, statement, 1, 7);
    hold(contentlib_sql_step(&sql, statement) == NGX_OK
         && sqlite3_column_int64(statement, 0) == 7, "a row");

    text = contentlib_sql_column(statement, 1);
    hold(text.len == 0 && text.data != NULL, "no bytes");
    (void) sqlite3_reset(statement);

    /* there is no second parameter */

    contentlib_sql_bind_integer(&sql, statement, 2, 7);
    hold(message.len != 0, "no message");
    hold(contentlib_sql_step(&sql, statement) == NGX_ERROR, "step");
    hold(contentlib_sql_run(&sql, "SELECT 1") == NGX_ERROR, "run");
    hold(contentlib_sql_prepare(&sql, "SELECT 1") == NULL, "prepare");
    (void) contentlib_sql_close(&sql);

    held("the first error stays");

    message.len = 0;
    hold(contentlib_sql_open(&sql, "", "temporary", &message) == NGX_OK,
         "not opened");

    for (i = 0; i < CONTENTLIB_SQL_STATEMENTS; i++) {
        hold(contentlib_sql_prepare(&sql, "SELECT 1") != NULL, "%lu",
             (unsigned long) i);
    }

    hold(contentlib_sql_prepare(&sql, "SELECT 1") == NULL
         && message.len != 0, "one more");
    (void) contentlib_sql_close(&sql);

    held("there is room for some statements only");
}


int
main(void)
{
    const char  *tmp;

    tmp = getenv("TMPDIR");
    (void) snprintf(name, sizeof(name), "%.200s/contentlib-sql-%ld.db",
                    tmp ? tmp : "/tmp", (long) getpid());

    test_missing();
    test_errors();

    return unit_done();
}
