
/*
 * Copyright (C) contentlib authors
 *
 * Looks for the files of relative media addresses in a directory.
 */


#include <tool/check/contentlib_check.h>

#include <curl/curl.h>

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>


static void contentlib_check_media_file(contentlib_check_t *check,
    const char *directory, int64_t id, const ngx_str_t *path);


/*
 * Previews of collections are items, too.  Some versions of SQLite have quotes
 * around the keys of a path.
 */

static const char  contentlib_check_media_select[] =
    "SELECT i.id, a.atom FROM item AS i CROSS JOIN json_tree(i.record) AS a"
    " WHERE (a.key = 'static_image'"
    " OR (a.key = 'url' AND a.path GLOB '$*default_version*'))"
    " AND a.atom NOT GLOB 'http://*' AND a.atom NOT GLOB 'https://*'"
    " ORDER BY i.position DESC";

static const char  contentlib_check_media_insert[] =
    "INSERT OR IGNORE INTO temp.media_file VALUES (?1)";


void
contentlib_check_media(contentlib_check_t *check, const char *directory)
{
    int                fd, n, len;
    char               quoted[CONTENTLIB_QUOTE_SIZE], *path;
    ngx_str_t          text;
    const char        *address;
    sqlite3_stmt      *select, *insert;
    contentlib_sql_t  *sql;

    sql = &check->sql;

    fd = open(directory, O_RDONLY|O_DIRECTORY|O_CLOEXEC);

    if (fd == -1) {
        contentlib_fail_system("contentlib: cannot open \"%s\"",
                               contentlib_message_string(quoted, directory));
    }

    (void) close(fd);

    contentlib_sql_run(sql, "CREATE TABLE temp.media_file"
                            " (path TEXT PRIMARY KEY) WITHOUT ROWID");

    select = contentlib_sql_prepare(sql, contentlib_check_media_select);
    insert = contentlib_sql_prepare(sql, contentlib_check_media_insert);

    while (contentlib_sql_step(sql, select) == NGX_OK) {

        address = (const char *) sqlite3_column_text(select, 1);
        contentlib_sql_result(sql, address ? SQLITE_OK : SQLITE_NOMEM);

        /* a length of 0 is that of the string to libcurl */

        n = (int) strcspn(address, "?#");
        path = curl_easy_unescape(NULL, n ? address : "", n, &len);

        if (path == NULL) {
            contentlib_no_memory();
        }

        text.data = (u_char *) path;
        text.len = (size_t) len;

        contentlib_sql_bind_text(sql, insert, 1, &text);
        contentlib_sql_execute(sql, insert);

        /* the files of an item stand in it several times */

        if (sqlite3_changes(sql->handle)) {
            contentlib_check_media_file(check, directory,
                                        sqlite3_column_int64(select, 0),
                                        &text);
        }

        curl_free(path);
    }
}


static void
contentlib_check_media_file(contentlib_check_t *check, const char *directory,
    int64_t id, const ngx_str_t *path)
{
    char         file[2 * PATH_MAX], quoted[CONTENTLIB_QUOTE_SIZE];
    struct stat  info;

    (void) snprintf(file, sizeof(file), "%s/%s", directory, path->data);

    if (stat(file, &info) == -1 || !S_ISREG(info.st_mode)) {
        (void) contentlib_errors_add(&check->errors, "%s: content item %lld: "
                                     "there is no file \"%s\"", check->name,
                                     (long long) id,
                                     contentlib_message_quote(quoted,
                                                              path->data,
                                                              path->len));
    }
}
