
/*
 * Copyright (C) contentlib authors
 *
 * Compares the schema of the library with that of a temporary database, then
 * exports the records, imports them into such a database, and has SQLite
 * compare each table.
 */


#include <tool/check/contentlib_check.h>

#include <tool/import/contentlib_loader.h>
#include <tool/import/contentlib_numbers.h>
#include <tool/write/contentlib_write.h>

#include <contentlib_schema.h>

#include <limits.h>


static void contentlib_check_tables(contentlib_check_t *check,
    contentlib_loader_t *loader);
static void contentlib_check_attach(contentlib_check_t *check,
    contentlib_sql_t *imported);
static void contentlib_check_compare(contentlib_check_t *check,
    contentlib_sql_t *imported, const char *table, const char *compare);


/* the first table or index that only one has; they may be on other pages */

static const char  contentlib_check_schema_row[] =
    "WITH library AS (SELECT type, name, tbl_name, sql"
    " FROM library.sqlite_schema),"
    " imported AS (SELECT type, name, tbl_name, sql FROM main.sqlite_schema)"
    " SELECT 'name ' || name FROM (SELECT * FROM library EXCEPT"
    " SELECT * FROM imported) UNION ALL"
    " SELECT 'name ' || name FROM (SELECT * FROM imported EXCEPT"
    " SELECT * FROM library) LIMIT 1";


/*
 * A row for each table: its name, and a statement that describes the first row
 * that only one of the two databases has.  An import has another time.  The
 * digest is checked in the end.
 */

static const char  contentlib_check_statements[] =
    "SELECT name, group_concat(compare, ' UNION ALL ') || ' LIMIT 1'"
    " FROM (SELECT n, name, 'SELECT ' || group_concat(CASE WHEN pk"
    " THEN '''' || field || ' '' || a.' || field END, ' || '', '' || ')"
    " || ' FROM ' || one || '.' || name || ' AS a WHERE NOT EXISTS"
    " (SELECT 1 FROM ' || other || '.' || name || ' AS b WHERE '"
    " || group_concat('a.' || field || CASE WHEN pk THEN ' = ' ELSE ' IS ' END"
    " || 'b.' || field, ' AND ') || ')' AS compare"
    " FROM (SELECT s.rowid AS n, s.name, c.name AS field, c.pk,"
    " d.column1 AS one, d.column2 AS other FROM main.sqlite_schema AS s"
    " CROSS JOIN pragma_table_info(s.name) AS c"
    " CROSS JOIN (VALUES ('library', 'main'), ('main', 'library')) AS d"
    " WHERE s.type = 'table' AND c.name NOT IN ('built', 'digest'))"
    " GROUP BY n, one) GROUP BY n ORDER BY n";


void
contentlib_check_schema(contentlib_check_t *check)
{
    contentlib_sql_t  empty;

    contentlib_sql_open(&empty, "", "temporary file");
    contentlib_sql_run(&empty, CONTENTLIB_SCHEMA);
    contentlib_check_attach(check, &empty);

    contentlib_check_compare(check, &empty, "sqlite_schema",
                             contentlib_check_schema_row);

    contentlib_sql_close(&empty);
}


ngx_int_t
contentlib_check_content(contentlib_check_t *check)
{
    contentlib_loader_t  loader;

    ngx_memzero(&loader, sizeof(contentlib_loader_t));

    loader.media_url = &check->db->meta.media_url;
    loader.errors.most = 1;
    loader.stage = contentlib_stage_open(0);

    contentlib_partner_init(&loader.partner, CONTENTLIB_MARK_NAME);
    contentlib_numbers_keep(loader.stage, check->name);

    contentlib_loader_library(&loader, check->db, check->name,
                              CONTENTLIB_STAGE_OLD);
    contentlib_stage_check(loader.stage, &loader.errors);

    check->errors.n += loader.errors.n;

    if (loader.errors.n == 0) {
        contentlib_check_tables(check, &loader);
    }

    contentlib_stage_close(loader.stage);

    return loader.errors.n ? NGX_ERROR : NGX_OK;
}


static void
contentlib_check_tables(contentlib_check_t *check, contentlib_loader_t *loader)
{
    sqlite3_stmt      *statements;
    contentlib_sql_t   imported;

    contentlib_sql_open(&imported, "", "temporary file");
    contentlib_write_library(&imported, loader->stage, loader->media_url);
    contentlib_check_attach(check, &imported);

    statements = contentlib_sql_prepare(&imported, contentlib_check_statements);

    while (contentlib_sql_step(&imported, statements) == NGX_OK) {
        contentlib_check_compare(check, &imported,
                          (const char *) sqlite3_column_text(statements, 0),
                          (const char *) sqlite3_column_text(statements, 1));
    }

    contentlib_sql_close(&imported);
}


/* nothing is written, and an absolute path is not an address to SQLite */

static void
contentlib_check_attach(contentlib_check_t *check, contentlib_sql_t *imported)
{
    char           path[PATH_MAX];
    sqlite3_stmt  *attach;

    if (realpath(check->name, path) == NULL) {
        contentlib_fail_system("contentlib: %s", check->name);
    }

    contentlib_sql_run(imported, "PRAGMA query_only = 1");

    attach = contentlib_sql_prepare(imported, "ATTACH ?1 AS library");

    contentlib_sql_bind_string(imported, attach, 1, path);
    contentlib_sql_execute(imported, attach);
}


/* reports the first row that differs: there may be many */

static void
contentlib_check_compare(contentlib_check_t *check, contentlib_sql_t *imported,
    const char *table, const char *compare)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t      row;
    sqlite3_stmt  *statement;

    statement = contentlib_sql_prepare(imported, compare);

    if (contentlib_sql_step(imported, statement) == NGX_OK) {
        row = contentlib_sql_column(statement, 0);

        (void) contentlib_errors_add(&check->errors, "%s: \"%s\" is not what "
                                     "\"import\" writes at %s", check->name,
                                     table,
                                     contentlib_message_quote(quoted, row.data,
                                                              row.len));
    }

    (void) sqlite3_reset(statement);
}
