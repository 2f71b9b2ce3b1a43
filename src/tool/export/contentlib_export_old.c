
/*
 * Copyright (C) contentlib authors
 *
 * Has SQLite make the records of a library of format 2 out of its tables: one
 * query for each list.
 */


#include <tool/export/contentlib_export_old.h>

#include <library/contentlib_file.h>
#include <tool/contentlib_sql.h>


#define CONTENTLIB_EXPORT_OLD_HEADER  100   /* bytes */


static int64_t contentlib_export_old_list(contentlib_sql_t *sql,
    const contentlib_options_t *options, const char *text);


/*
 * ?1 is the base URL, ?2 the media URL or NULL, ?3 the name of the partner.
 * json_patch() leaves out members that are null.  U+2028 and U+2029 are
 * escaped, which SQLite does not do.
 */

#define contentlib_export_old_url(list, key)                                  \
    "'url', ?1 || '/api/v1/" list "/' || " key " || '/'"

#define contentlib_export_old_media(url)                                      \
    "CASE WHEN substr(" url ", 1, 7) = 'http://'"                             \
    " OR substr(" url ", 1, 8) = 'https://' THEN " url                        \
    " ELSE coalesce(?2, (SELECT media_url FROM meta)) || " url " END"

#define contentlib_export_old_tag(tag)                                        \
    "json_object('slug', " tag ".slug, "                                      \
    contentlib_export_old_url("tags", tag ".slug") ", 'name', " tag ".name)"

#define contentlib_export_old_renditions(members, kind)                       \
    "(SELECT json_group_array(json_patch('{}', json_object(" members ")))"    \
    " FROM (SELECT * FROM rendition WHERE item = i.position"                  \
    " AND platform IS " kind " NULL ORDER BY place) AS r)"

#define CONTENTLIB_EXPORT_OLD_FORMAT_NAME                                     \
    "'format', (SELECT name FROM format WHERE id = r.format)"

#define CONTENTLIB_EXPORT_OLD_CREATED                                         \
    "strftime('%Y-%m-%dT%H:%M:%S', i.created / 1000000"                       \
    " - (i.created % 1000000 < 0), 'unixepoch')"                              \
    " || CASE WHEN i.created % 1000000 = 0 THEN '' ELSE printf('.%06d',"      \
    " (i.created % 1000000 + 1000000) % 1000000) END || 'Z'"

#define CONTENTLIB_EXPORT_OLD_ITEM                                            \
    "json_object('id', i.id, "                                                \
    contentlib_export_old_url("content_items", "i.id") ","                    \
    " 'alt_text', i.alt_text, 'tags', (SELECT json_group_array("              \
    contentlib_export_old_tag("t") ") FROM (SELECT t.slug, t.name"            \
    " FROM item_tag AS k JOIN tag AS t ON t.position = k.tag"                 \
    " WHERE k.item = i.position ORDER BY k.place) AS t),"                     \
    " 'default_version', json_object('content_type', i.content_type,"         \
    " 'content_label', CASE i.content_type WHEN 'G' THEN 'GIF'"               \
    " ELSE 'Static Image' END, 'download', "                                  \
    contentlib_export_old_renditions(                                         \
        "'platform', (SELECT name FROM platform WHERE id = r.platform),"      \
        " 'url', " contentlib_export_old_media("r.url") ","                   \
        " 'width', r.width, 'height', r.height, "                             \
        CONTENTLIB_EXPORT_OLD_FORMAT_NAME ", 'size', r.size", "NOT")          \
    ", 'picture', "                                                           \
    contentlib_export_old_renditions(                                         \
        "'url', " contentlib_export_old_media("r.url") ","                    \
        " 'width', r.width, 'height', r.height, 'size', r.size, "             \
        CONTENTLIB_EXPORT_OLD_FORMAT_NAME, "")                                \
    ", 'platforms', json_patch('{}', json_object(?3, i.partner_page))),"      \
    " 'static_image', " contentlib_export_old_media("i.static_image") ","     \
    " 'created', " CONTENTLIB_EXPORT_OLD_CREATED ", ?3 || '_ids',"            \
    " (SELECT json_group_array(name) FROM (SELECT name FROM item_partner_id"  \
    " WHERE item = i.position ORDER BY place)))"

#define contentlib_export_old_line(json)                                      \
    "SELECT replace(replace(" json ", char(0x2028), '\\u2028'),"              \
    " char(0x2029), '\\u2029')"


static const char *const  contentlib_export_old_lists[] = {

    contentlib_export_old_line(contentlib_export_old_tag("t"))
    " FROM tag AS t ORDER BY t.position",

    contentlib_export_old_line(CONTENTLIB_EXPORT_OLD_ITEM)
    " FROM item AS i ORDER BY i.position",

    contentlib_export_old_line(
        "json_object('slug', c.slug, "
        contentlib_export_old_url("collections", "c.slug")
        ", 'name', c.name, 'description', c.description, 'preview_image', "
        CONTENTLIB_EXPORT_OLD_ITEM
        ", 'display_in_library', json(iif(c.display, 'true', 'false')),"
        " 'featured', json(iif(c.featured, 'true', 'false')))")
    " FROM collection AS c JOIN item AS i ON i.position = c.preview"
    " ORDER BY c.position"
};


ngx_int_t
contentlib_export_old(const contentlib_options_t *options)
{
    int               fd;
    u_char            header[CONTENTLIB_EXPORT_OLD_HEADER];
    int64_t           lines;
    ssize_t           n;
    ngx_uint_t        i;
    sqlite3_stmt     *meta;
    contentlib_sql_t  sql;

    fd = open(options->library, O_RDONLY|O_NONBLOCK|O_CLOEXEC);

    if (fd == -1) {
        return NGX_DECLINED;
    }

    n = read(fd, header, sizeof(header));

    (void) close(fd);

    /* rollback mode, user version, application id: sqlite.org/fileformat2 */

    if (n != CONTENTLIB_EXPORT_OLD_HEADER
        || ngx_memcmp(header + 18, "\1\1", 2) != 0
        || ngx_memcmp(header + 60, "\0\0\0\2", 4) != 0
        || ngx_memcmp(header + 68, "clib", 4) != 0)
    {
        return NGX_DECLINED;
    }

    lines = 0;

    contentlib_sql_open_flags(&sql, options->library, options->library,
                              SQLITE_OPEN_READONLY, NULL);

    contentlib_sql_run(&sql, "PRAGMA trusted_schema = 0;"
                             "PRAGMA cell_size_check = 1;");

    for (i = 0;
         i < sizeof(contentlib_export_old_lists)
             / sizeof(contentlib_export_old_lists[0]);
         i++)
    {
        lines += contentlib_export_old_list(&sql, options,
                                            contentlib_export_old_lists[i]);
    }

    /* the file has no checksums, and SQLite does not notice each damage */

    meta = contentlib_sql_prepare(&sql, "SELECT tags + items + collections"
                                        " FROM meta");

    if (contentlib_sql_step(&sql, meta) == NGX_OK
        && sqlite3_column_int64(meta, 0) != lines)
    {
        contentlib_fail("contentlib: %s: the library is damaged: it has %lld "
                        "of %lld records", options->library, (long long) lines,
                        (long long) sqlite3_column_int64(meta, 0));
    }

    contentlib_sql_close(&sql);

    return NGX_OK;
}


/* returns the number of records */

static int64_t
contentlib_export_old_list(contentlib_sql_t *sql,
    const contentlib_options_t *options, const char *text)
{
    int64_t        lines;
    ngx_str_t      line;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(sql, text);

    contentlib_sql_bind_string(sql, select, 1,
                               options->base_url ? options->base_url : "");

    /* the query of tags has one parameter */

    if (sqlite3_bind_parameter_count(select) > 1) {
        contentlib_sql_bind_string(sql, select, 2, options->media_url);
        contentlib_sql_bind_string(sql, select, 3, options->partner);
    }

    lines = 0;

    while (contentlib_sql_step(sql, select) == NGX_OK) {

        line = contentlib_sql_column(select, 0);

        if (fwrite(line.data, 1, line.len, stdout) != line.len
            || putchar('\n') == EOF)
        {
            contentlib_fail_output("cannot write");
        }

        lines++;
    }

    return lines;
}
