
/*
 * Copyright (C) contentlib authors
 *
 * The command "contentlib info".
 */


#include <tool/contentlib_commands.h>

#include <tool/export/contentlib_export.h>
#include <tool/contentlib_sql.h>
#include <tool/record/contentlib_time.h>

#include <sys/stat.h>


static void contentlib_info_dates(contentlib_sql_t *sql);
static void contentlib_info_tables(contentlib_sql_t *sql);
static void contentlib_info_number(const char *name, uint64_t value);
static void contentlib_info_text(const char *name, const ngx_str_t *value);


/* wide enough for the longest name of a table */

#define CONTENTLIB_INFO_WIDTH  "%-28s"


ngx_int_t
contentlib_info(const contentlib_options_t *options)
{
    char                      built[CONTENTLIB_TIME_SIZE];
    ngx_str_t                 text;
    struct stat               info;
    contentlib_db_t          *db;
    contentlib_sql_t          sql;
    const contentlib_meta_t  *meta;

    db = contentlib_export_open(options->library);
    meta = &db->meta;

    contentlib_sql_open_readonly(&sql, options->library, options->library);

    if (stat(options->library, &info) == -1) {
        contentlib_fail_system("contentlib: %s", options->library);
    }

    text = contentlib_time_format((int64_t) meta->built * 1000000, built);

    contentlib_info_number("items", meta->items);
    contentlib_info_number("tags", meta->tags);
    contentlib_info_number("collections", meta->collections);
    contentlib_info_dates(&sql);
    contentlib_info_text("built", &text);
    contentlib_info_text("digest", &meta->digest);
    contentlib_info_text("media URL", &meta->media_url);
    contentlib_info_number("bytes", (uint64_t) info.st_size);

    if (options->sizes) {
        contentlib_info_number("longest alt text", meta->longest_alt_text);
        contentlib_info_number("longest tag name", meta->longest_tag_name);
        contentlib_info_tables(&sql);
    }

    contentlib_sql_close(&sql);
    contentlib_db_close(db);

    return NGX_OK;
}


/*
 * A quote within a text has a backslash before it, so the key stands in a
 * record once.  Dates sort as texts, to the second.
 */

static void
contentlib_info_dates(contentlib_sql_t *sql)
{
    ngx_str_t      oldest, newest;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(sql, "SELECT min(created) || 'Z',"
                 " max(created) || 'Z' FROM (SELECT substr(record,"
                 " instr(record, '\"created\":\"')"
                 " + length('\"created\":\"'),"
                 " length('YYYY-MM-DDTHH:MM:SS')) AS created FROM item)");

    (void) contentlib_sql_step(sql, select);

    oldest = contentlib_sql_column(select, 0);
    newest = contentlib_sql_column(select, 1);

    contentlib_info_text("oldest item", &oldest);
    contentlib_info_text("newest item", &newest);

    (void) sqlite3_reset(select);
}


/*
 * A table with its indexes.  In the rows of "aggregate", "pageno" is the number
 * of pages, and "pgsize" is wrong from 2 GB on.
 */

static void
contentlib_info_tables(contentlib_sql_t *sql)
{
    char           name[64];
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(sql, "SELECT"
                 " coalesce(s.tbl_name, d.name) AS t,"
                 " sum(d.pageno) * (SELECT page_size FROM pragma_page_size)"
                 " AS bytes"
                 " FROM dbstat AS d LEFT JOIN sqlite_schema AS s"
                 " ON s.name = d.name WHERE d.aggregate = 1"
                 " GROUP BY t ORDER BY bytes DESC, t");

    while (contentlib_sql_step(sql, select) == NGX_OK) {

        (void) snprintf(name, sizeof(name), "bytes of %s",
                        (const char *) sqlite3_column_text(select, 0));

        contentlib_info_number(name,
                               (uint64_t) sqlite3_column_int64(select, 1));
    }
}


static void
contentlib_info_number(const char *name, uint64_t value)
{
    char  label[80];

    (void) snprintf(label, sizeof(label), "%s:", name);
    (void) printf(CONTENTLIB_INFO_WIDTH " %llu\n", label,
                  (unsigned long long) value);
}


static void
contentlib_info_text(const char *name, const ngx_str_t *value)
{
    char  label[80], quoted[CONTENTLIB_QUOTE_SIZE];

    (void) snprintf(label, sizeof(label), "%s:", name);
    (void) printf(CONTENTLIB_INFO_WIDTH " %s\n", label,
                  value->len ? contentlib_message_quote(quoted, value->data,
                                                        value->len)
                             : "-");
}
