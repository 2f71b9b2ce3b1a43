
/*
 * Copyright (C) contentlib authors
 *
 * An SQLite database that the program alone uses.  Errors of SQLite end the
 * program.
 *
 * Owner: whoever opened it; contentlib_sql_close() also finalizes all of its
 * statements.
 */


#ifndef _CONTENTLIB_SQL_H_INCLUDED_
#define _CONTENTLIB_SQL_H_INCLUDED_


#include <tool/contentlib_message.h>

#include <sqlite3.h>


typedef struct {
    sqlite3                  *handle;
    const char               *name;         /* of the file, for messages */
} contentlib_sql_t;


/*
 * "path" is that of an existing library file, or empty for a temporary
 * database.  "name" lives as long as the database.
 */

void contentlib_sql_open(contentlib_sql_t *sql, const char *path,
    const char *name);
void contentlib_sql_open_readonly(contentlib_sql_t *sql, const char *path,
    const char *name);

/* closes what was opened */

void contentlib_sql_close(contentlib_sql_t *sql);

/*
 * Adds the functions fold(text) and terms(text) to SQL: the text as it is
 * folded, and the terms of that.  Both are NULL if there is no text.
 */

void contentlib_sql_fold(contentlib_sql_t *sql);

/* runs statements that return no rows */

void contentlib_sql_run(contentlib_sql_t *sql, const char *text);

/* the statement is finalized when the database is closed */

sqlite3_stmt *contentlib_sql_prepare(contentlib_sql_t *sql, const char *text);

void contentlib_sql_bind_integer(contentlib_sql_t *sql,
    sqlite3_stmt *statement, int index, int64_t value);

/* the text must live until the statement has been stepped */

void contentlib_sql_bind_text(contentlib_sql_t *sql, sqlite3_stmt *statement,
    int index, const ngx_str_t *value);
void contentlib_sql_bind_string(contentlib_sql_t *sql,
    sqlite3_stmt *statement, int index, const char *value);
void contentlib_sql_bind_blob(contentlib_sql_t *sql, sqlite3_stmt *statement,
    int index, const void *data, size_t len);

/* NGX_OK for a row, or NGX_DONE behind the last one */

ngx_int_t contentlib_sql_step(contentlib_sql_t *sql, sqlite3_stmt *statement);

/* a statement that returns no rows, or none that matter: step and reset */

void contentlib_sql_execute(contentlib_sql_t *sql, sqlite3_stmt *statement);

/* bytes of a column, alive until the next step or reset */

ngx_str_t contentlib_sql_column(sqlite3_stmt *statement, int column);

/* fails if the code is not SQLITE_OK */

void contentlib_sql_result(contentlib_sql_t *sql, int code);


#endif /* _CONTENTLIB_SQL_H_INCLUDED_ */
