
/*
 * Copyright (C) contentlib authors
 *
 * Looks for the files of relative media addresses in a directory.  The items
 * are exported with a media URL that no record has, so that the addresses can
 * be told from other texts.
 */


#include <tool/check/contentlib_check.h>

#include <tool/export/contentlib_export.h>

#include <limits.h>
#include <sys/stat.h>


/* an address that is stored relative to it has it in front */

#define CONTENTLIB_CHECK_MEDIA_URL   "\001"
#define CONTENTLIB_CHECK_MEDIA_JSON  "\":\"\\u0001"
#define CONTENTLIB_CHECK_MEDIA_ITEM  "{\"id\":"


typedef struct {
    contentlib_check_t       *check;
    const char               *directory;
    contentlib_sql_t          sql;          /* the files looked for so far */
    sqlite3_stmt             *insert;
} contentlib_check_media_t;


static ngx_int_t contentlib_check_media_line(void *data, const u_char *bytes,
    size_t len);
static size_t contentlib_check_media_path(char to[PATH_MAX], const u_char *p,
    const u_char *last);
static ngx_int_t contentlib_check_media_hex(const u_char *p,
    const u_char *last);
static ngx_int_t contentlib_check_media_file(contentlib_check_media_t *media,
    int64_t id, const char *path, size_t len);


ngx_int_t
contentlib_check_media(contentlib_check_t *check, contentlib_db_t *db,
    const char *directory)
{
    ngx_int_t                 rc;
    contentlib_export_t       export;
    contentlib_check_media_t  media;

    ngx_memzero(&media, sizeof(contentlib_check_media_t));

    media.check = check;
    media.directory = directory;

    rc = contentlib_sql_open(&media.sql, "", "temporary file", check->message);

    if (rc == NGX_OK) {
        rc = contentlib_sql_run(&media.sql,
                                "PRAGMA journal_mode = OFF;"
                                "CREATE TABLE file (path TEXT PRIMARY KEY)"
                                " WITHOUT ROWID; BEGIN");
    }

    if (rc == NGX_OK) {
        media.insert = contentlib_sql_prepare(&media.sql, "INSERT OR IGNORE"
                                              " INTO file VALUES (?1)");

        contentlib_export_init(&export, db, check->name, check->message);

        export.write = contentlib_check_media_line;
        export.data = &media;
        ngx_str_set(&export.media_url, CONTENTLIB_CHECK_MEDIA_URL);

        rc = contentlib_export_run(&export);
    }

    (void) contentlib_sql_close(&media.sql);

    return rc;
}


static ngx_int_t
contentlib_check_media_line(void *data, const u_char *bytes, size_t len)
{
    char                       path[PATH_MAX];
    int64_t                    id;
    const u_char              *p, *last, *key;
    contentlib_check_media_t  *media = data;

    /* previews of collections are items, too */

    if (len < sizeof(CONTENTLIB_CHECK_MEDIA_ITEM)
        || ngx_memcmp(bytes, CONTENTLIB_CHECK_MEDIA_ITEM,
                      sizeof(CONTENTLIB_CHECK_MEDIA_ITEM) - 1)
           != 0)
    {
        return NGX_OK;
    }

    p = bytes + sizeof(CONTENTLIB_CHECK_MEDIA_ITEM) - 1;
    last = bytes + len;
    id = strtoll((const char *) p, NULL, 10);

    for ( ;; ) {

        p = memmem(p, (size_t) (last - p), CONTENTLIB_CHECK_MEDIA_JSON,
                   sizeof(CONTENTLIB_CHECK_MEDIA_JSON) - 1);

        if (p == NULL) {
            return NGX_OK;
        }

        key = p;
        p += sizeof(CONTENTLIB_CHECK_MEDIA_JSON) - 1;

        /* texts may begin with the same character */

        if (ngx_memcmp(key - 3, "url", 3) != 0
            && ngx_memcmp(key - 5, "image", 5) != 0)
        {
            continue;
        }

        if (contentlib_check_media_file(media, id, path,
                              contentlib_check_media_path(path, p, last))
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }
}


/*
 * The path of an address, decoded, up to the quote at the end of the string.
 * Cut if it is too long for a path.
 */

static size_t
contentlib_check_media_path(char to[PATH_MAX], const u_char *p,
    const u_char *last)
{
    size_t     len;
    ngx_int_t  code;

    len = 0;

    while (p < last && len < PATH_MAX - 1 && *p != '"' && *p != '?'
           && *p != '#')
    {
        code = contentlib_check_media_hex(p, last);

        if (code > 0) {
            to[len++] = (char) code;
            p += 3;
            continue;
        }

        if (*p == '\\' && last - p > 1) {
            p++;
        }

        to[len++] = (char) *p++;
    }

    to[len] = '\0';

    return len;
}


/* the byte that "%41" stands for, or an error */

static ngx_int_t
contentlib_check_media_hex(const u_char *p, const u_char *last)
{
    char  hex[3];

    if (last - p < 3 || p[0] != '%' || !isxdigit(p[1]) || !isxdigit(p[2])) {
        return NGX_ERROR;
    }

    hex[0] = (char) p[1];
    hex[1] = (char) p[2];
    hex[2] = '\0';

    return (ngx_int_t) strtol(hex, NULL, 16);
}


static ngx_int_t
contentlib_check_media_file(contentlib_check_media_t *media, int64_t id,
    const char *path, size_t len)
{
    char         file[2 * PATH_MAX], quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t    text;
    struct stat  info;

    text.data = (u_char *) (uintptr_t) path;
    text.len = len;

    contentlib_sql_bind_text(&media->sql, media->insert, 1, &text);

    if (contentlib_sql_execute(&media->sql, media->insert) != NGX_OK) {
        return NGX_ERROR;
    }

    /* the files of an item stand in it several times */

    if (sqlite3_changes(media->sql.handle) == 0) {
        return NGX_OK;
    }

    (void) snprintf(file, sizeof(file), "%s/%s", media->directory, path);

    if (stat(file, &info) == -1 || !S_ISREG(info.st_mode)) {
        contentlib_check_fault(media->check, "content item %lld: there is no "
                               "file \"%s\"", (long long) id,
                               contentlib_message_quote(quoted,
                                                     (const u_char *) path,
                                                     len));
    }

    return NGX_OK;
}
