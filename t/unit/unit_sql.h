
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs and fuzz targets: library files, made with SQL.
 *
 * Records are templates: JSON with a control character, one of
 * contentlib_mark_e, for each mark.  The SQL functions unit_record() and
 * unit_marks() make the two columns.
 */


#ifndef _UNIT_SQL_H_INCLUDED_
#define _UNIT_SQL_H_INCLUDED_


#include <cache/contentlib_crc.h>
#include <library/contentlib_marks.h>
#include <library/contentlib_set.h>
#include <library/contentlib_vfs.h>

#include <contentlib_schema.h>


#define UNIT_DIGEST                                                           \
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"


__attribute__((noreturn)) static inline void
unit_bail_out(const char *what, const char *why)
{
    printf("Bail out! %s: %s\n", what, why);
    exit(2);
}


static inline void
unit_sql(sqlite3 *handle, const char *sql)
{
    if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK) {
        unit_bail_out(sql, sqlite3_errmsg(handle));
    }
}


static inline u_char *
unit_sql_memory(size_t size)
{
    u_char  *p;

    p = malloc(size + 1);

    if (p == NULL) {
        unit_bail_out("memory", "none");
    }

    return p;
}


/* sets the checksum of a changed page */

static inline void
unit_set_checksum(u_char *page, size_t number)
{
    size_t     i;
    u_char     bytes[4], *p;
    uint32_t   crc;

    for (i = 0; i < 4; i++) {
        bytes[i] = (u_char) (number >> 8 * i);
    }

    p = page + CONTENTLIB_VFS_PAGE - CONTENTLIB_VFS_RESERVED;
    crc = contentlib_crc32(0, page, (size_t) (p - page));
    crc = contentlib_crc32(crc, bytes, 4);

    for (i = 0; i < CONTENTLIB_VFS_RESERVED; i++) {
        p[i] = (u_char) (i < 4 ? crc >> 8 * i : 0);
    }
}


static inline ngx_uint_t
unit_is_mark(u_char c)
{
    return c > CONTENTLIB_MARK_NONE && c < CONTENTLIB_MARK_KINDS;
}


/* writes the template without the marks; returns the length */

static inline size_t
unit_template_record(u_char *to, const u_char *template, size_t len)
{
    size_t  i, n;

    for (i = 0, n = 0; i < len; i++) {
        if (!unit_is_mark(template[i])) {
            to[n++] = template[i];
        }
    }

    return n;
}


static inline u_char *
unit_put_mark(u_char *to, size_t distance, ngx_uint_t kind)
{
    size_t  mark;

    mark = distance << CONTENTLIB_MARK_BITS | kind;

    *to++ = (u_char) mark;
    *to++ = (u_char) (mark >> 8);

    return to;
}


/* into at most CONTENTLIB_MARKS_HEADER + 2 * len bytes; returns the length */

static inline size_t
unit_template_marks(u_char *to, const u_char *template, size_t len)
{
    size_t   i, distance, counts[CONTENTLIB_MARK_KINDS];
    u_char  *p, *header;

    ngx_memzero(counts, sizeof(counts));

    p = to + CONTENTLIB_MARKS_HEADER;
    distance = 0;

    for (i = 0; i < len; i++) {

        if (!unit_is_mark(template[i])) {
            distance++;
            continue;
        }

        for ( /* void */ ; distance > CONTENTLIB_MARK_DISTANCE;
             distance -= CONTENTLIB_MARK_DISTANCE)
        {
            p = unit_put_mark(p, CONTENTLIB_MARK_DISTANCE,
                              CONTENTLIB_MARK_NONE);
        }

        p = unit_put_mark(p, distance, template[i]);
        counts[template[i]]++;
        distance = 0;
    }

    header = to;

    for (i = CONTENTLIB_MARK_NONE + 1; i < CONTENTLIB_MARK_KINDS; i++) {
        *header++ = (u_char) counts[i];
        *header++ = (u_char) (counts[i] >> 8);
    }

    return (size_t) (p - to);
}


/* the length of the template with its insertions */

static inline size_t
unit_template_size(const ngx_str_t *template,
    const contentlib_insertions_t *insertions)
{
    size_t  i, n;

    for (i = 0, n = 0; i < template->len; i++) {
        n += unit_is_mark(template->data[i])
             ? insertions->text[template->data[i]].len : 1;
    }

    return n;
}


static inline u_char *
unit_template_expand(u_char *to, const ngx_str_t *template,
    const contentlib_insertions_t *insertions)
{
    size_t            i;
    const ngx_str_t  *text;

    for (i = 0; i < template->len; i++) {

        if (!unit_is_mark(template->data[i])) {
            *to++ = template->data[i];
            continue;
        }

        text = &insertions->text[template->data[i]];

        if (text->len != 0) {
            to = ngx_cpymem(to, text->data, text->len);
        }
    }

    return to;
}


static inline void
unit_sql_record(sqlite3_context *context, int n, sqlite3_value **values)
{
    size_t         len;
    u_char        *record;
    const u_char  *template;

    (void) n;

    template = sqlite3_value_text(values[0]);
    len = (size_t) sqlite3_value_bytes(values[0]);

    record = unit_sql_memory(len);
    len = unit_template_record(record, template, len);

    sqlite3_result_text(context, (char *) record, (int) len, free);
}


static inline void
unit_sql_marks(sqlite3_context *context, int n, sqlite3_value **values)
{
    size_t         len;
    u_char        *marks;
    const u_char  *template;

    (void) n;

    template = sqlite3_value_text(values[0]);
    len = (size_t) sqlite3_value_bytes(values[0]);

    marks = unit_sql_memory(CONTENTLIB_MARKS_HEADER + 2 * len);
    len = unit_template_marks(marks, template, len);

    sqlite3_result_blob(context, marks, (int) len, free);
}


/* an aggregate function: a block of positions */

static inline void
unit_block_step(sqlite3_context *context, int n, sqlite3_value **values)
{
    u_char   *bitmap;
    int64_t   position;

    (void) n;

    bitmap = sqlite3_aggregate_context(context, CONTENTLIB_SET_BITMAP);
    position = sqlite3_value_int64(values[0]) % CONTENTLIB_SET_BLOCK;

    if (bitmap == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }

    bitmap[position / 8] |= (u_char) (1 << (position % 8));
}


static inline void
unit_block_final(sqlite3_context *context)
{
    int            i, n;
    u_char         list[2 * CONTENTLIB_SET_BLOCK];
    const u_char  *bitmap;

    bitmap = sqlite3_aggregate_context(context, 0);

    for (i = 0, n = 0; i < CONTENTLIB_SET_BLOCK; i++) {
        if (bitmap[i / 8] & (1 << (i % 8))) {
            list[n++] = (u_char) i;
            list[n++] = (u_char) (i >> 8);
        }
    }

    sqlite3_result_blob(context, n < CONTENTLIB_SET_BITMAP ? list : bitmap,
                        ngx_min(n, CONTENTLIB_SET_BITMAP), SQLITE_TRANSIENT);
}


/* an aggregate function: the first 64 positions, four bytes each */

static inline void
unit_positions_step(sqlite3_context *context, int n, sqlite3_value **values)
{
    u_char    *bytes;
    uint32_t   position;

    (void) n;

    bytes = sqlite3_aggregate_context(context, 1 + 4 * 64);
    position = (uint32_t) sqlite3_value_int64(values[0]);

    if (bytes == NULL) {
        sqlite3_result_error_nomem(context);

    } else if (bytes[0] < 64) {
        memcpy(bytes + 1 + 4 * bytes[0]++, &position, 4);
    }
}


static inline void
unit_positions_final(sqlite3_context *context)
{
    const u_char  *bytes;

    bytes = sqlite3_aggregate_context(context, 0);

    sqlite3_result_blob(context, bytes + 1, 4 * bytes[0], SQLITE_TRANSIENT);
}


static inline void
unit_sql_functions(sqlite3 *handle)
{
    (void) sqlite3_create_function(handle, "unit_record", 1, SQLITE_UTF8,
                                   NULL, unit_sql_record, NULL, NULL);
    (void) sqlite3_create_function(handle, "unit_marks", 1, SQLITE_UTF8,
                                   NULL, unit_sql_marks, NULL, NULL);
    (void) sqlite3_create_function(handle, "unit_block", 1, SQLITE_UTF8, NULL,
                                   NULL, unit_block_step, unit_block_final);
    (void) sqlite3_create_function(handle, "unit_positions", 1, SQLITE_UTF8,
                                   NULL, NULL, unit_positions_step,
                                   unit_positions_final);
}


/*
 * An empty file with a schema.  "before" runs first.  With the VFS "unix",
 * pages have no checksums, and may have another size.
 */

static inline sqlite3 *
unit_sql_create(const char *path, const char *vfs, const char *before,
    const char *schema)
{
    int       reserved;
    sqlite3  *handle;

    reserved = CONTENTLIB_VFS_RESERVED;
    (void) unlink(path);

    if (contentlib_vfs_register() != SQLITE_OK
        || sqlite3_open_v2(path, &handle,
                           SQLITE_OPEN_READWRITE|SQLITE_OPEN_CREATE, vfs)
           != SQLITE_OK)
    {
        unit_bail_out(path, "cannot be created");
    }

    (void) sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES,
                                &reserved);

    unit_sql_functions(handle);
    unit_sql(handle, "PRAGMA page_size = 16384");
    unit_sql(handle, before);
    unit_sql(handle, "PRAGMA synchronous = 0");
    unit_sql(handle, schema);

    return handle;
}


/*
 * "item_gram" of "item_text" and "word_gram", made independently of the
 * program.
 */

static inline void
unit_sql_grams(sqlite3 *handle)
{
    unit_sql(handle,
        "INSERT INTO item_gram WITH RECURSIVE g (position, folded, i) AS"
        " (SELECT position, folded, 1 FROM item_text WHERE folded <> ''"
        " UNION ALL SELECT position, folded, i + 1 FROM g"
        " WHERE i < length(folded))"
        " SELECT gram, block, unit_block(position) FROM"
        " (SELECT substr(folded, i, 1) AS gram, position >> 14 AS block,"
        " position FROM g UNION ALL SELECT substr(folded, i, 2),"
        " position >> 14, position FROM g WHERE i < length(folded)"
        " UNION ALL SELECT substr(folded, i, 3), position >> 14, position"
        " FROM g WHERE i + 1 < length(folded) AND ("
        " instr(char(9, 10, 11, 12, 13, 32), substr(folded, i + 1, 1))"
        " OR substr(folded, i, 3) IN (SELECT gram FROM word_gram)))"
        " GROUP BY gram, block");
}


/*
 * The tables for searches of "item_text".  All white space separates words.
 * Strings of few words are frequent already, so that small libraries have
 * some.
 */

#define UNIT_SQL_FREQUENT  "2"


static inline void
unit_sql_texts(sqlite3 *handle)
{
    unit_sql(handle,
        "CREATE TEMP TABLE unit_word AS WITH RECURSIVE w (position, folded,"
        " rest) AS (SELECT position, '', replace(replace(replace(replace("
        "replace(folded, char(9), ' '), char(10), ' '), char(11), ' '),"
        " char(12), ' '), char(13), ' ') || ' ' FROM item_text"
        " UNION ALL SELECT position, substr(rest, 1, instr(rest, ' ') - 1),"
        " substr(rest, instr(rest, ' ') + 1) FROM w WHERE rest <> '')"
        " SELECT DISTINCT position, folded FROM w WHERE folded <> '';"
        "INSERT INTO word SELECT row_number() OVER () - 1,"
        " CASE WHEN count(*) <= 64 THEN unit_positions(position) END, folded"
        " FROM unit_word GROUP BY folded;"
        "INSERT INTO word_item SELECT w.position, u.position >> 14,"
        " unit_block(u.position) FROM unit_word AS u"
        " JOIN word AS w ON w.folded = u.folded WHERE w.items IS NULL"
        " GROUP BY 1, 2;"
        "DROP TABLE unit_word;"
        "INSERT INTO word_search (word_search) VALUES ('rebuild');"
        "INSERT INTO word_gram WITH RECURSIVE g (position, folded, i) AS"
        " (SELECT position, folded, 1 FROM word UNION ALL"
        " SELECT position, folded, i + 1 FROM g WHERE i + 2 < length(folded))"
        " SELECT substr(folded, i, 3) AS gram, count(DISTINCT position)"
        " FROM g WHERE length(folded) > 2 GROUP BY gram"
        " HAVING count(DISTINCT position) > " UNIT_SQL_FREQUENT);

    unit_sql_grams(handle);
}


#endif /* _UNIT_SQL_H_INCLUDED_ */
