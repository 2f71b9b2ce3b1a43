
/*
 * Copyright (C) contentlib authors
 *
 * Opens the temporary database of an import, its tables and its statements.
 */


#include <tool/import/contentlib_staging.h>


#define CONTENTLIB_STAGE_POOL  16384


static ngx_int_t contentlib_stage_prepare(contentlib_stage_t *stage);


/* nothing of this survives, so nothing of it need be safe */

static const char  contentlib_stage_schema[] =
    "PRAGMA journal_mode = OFF;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA page_size = 16384;"
    "PRAGMA cache_size = -32768;"

    "CREATE TABLE file (number INTEGER PRIMARY KEY, name TEXT);"

    "CREATE TABLE record (number INTEGER PRIMARY KEY, tags BLOB,"
    " alt_text TEXT, content_type TEXT, created INTEGER, original TEXT,"
    " json BLOB);"

    "CREATE TABLE item (id INTEGER PRIMARY KEY, record INTEGER,"
    " origin INTEGER, file INTEGER, line INTEGER);"

    "CREATE TABLE tag (number INTEGER PRIMARY KEY, slug TEXT UNIQUE,"
    " name TEXT, origin INTEGER, file INTEGER, line INTEGER);"

    "CREATE TABLE collection (number INTEGER PRIMARY KEY, slug TEXT UNIQUE,"
    " name TEXT, description TEXT, preview INTEGER, display INTEGER,"
    " featured INTEGER, origin INTEGER, file INTEGER, line INTEGER);"

    "CREATE TABLE member (collection INTEGER, id INTEGER, place INTEGER,"
    " origin INTEGER, PRIMARY KEY (collection, id)) WITHOUT ROWID;"

    "CREATE TABLE removed (id INTEGER PRIMARY KEY, file INTEGER,"
    " line INTEGER);"

    "CREATE TRIGGER remove AFTER INSERT ON removed"
    " BEGIN DELETE FROM item WHERE id = new.id; END;"

    "CREATE TABLE slug (text TEXT PRIMARY KEY, number INTEGER)"
    " WITHOUT ROWID;"

    "BEGIN";


/* the file at hand, and the place of a row, for messages */

#define CONTENTLIB_STAGE_FILE  "(SELECT max(number) FROM file)"

#define contentlib_stage_place(row)                                           \
    "(SELECT name FROM file WHERE number = " row ".file) || ':' || " row ".line"


static const char *const  contentlib_stage_sql_texts[] = {

    [CONTENTLIB_STAGE_SQL_FILE] =
        "INSERT INTO file (name) VALUES (?1)",

    [CONTENTLIB_STAGE_SQL_ITEM] =
        "INSERT INTO item VALUES (?1, ?2, ?3, " CONTENTLIB_STAGE_FILE ", ?4)"
        " ON CONFLICT DO UPDATE SET record = iif((SELECT tags = ?5"
        " AND json = ?6 FROM record WHERE number = item.record), record,"
        " excluded.record),"
        " origin = excluded.origin, file = excluded.file, line = excluded.line"
        " WHERE item.origin = 0"                /* CONTENTLIB_STAGE_OLD */
        " OR (item.origin < excluded.origin"
        " AND (SELECT tags = ?5 AND json = ?6 FROM record"
        " WHERE number = item.record))",

    [CONTENTLIB_STAGE_SQL_ITEM_FIND] =
        "SELECT i.origin, " contentlib_stage_place("i") ","
        " r.tags = ?2 AND r.json = ?3 FROM item AS i"
        " CROSS JOIN record AS r ON r.number = i.record WHERE i.id = ?1",

    [CONTENTLIB_STAGE_SQL_RECORD] =
        "INSERT INTO record SELECT ?1, ?2, ?4, ?5, ?6, ?7, ?3 FROM item"
        " WHERE id = ?8 AND record = ?1",

    [CONTENTLIB_STAGE_SQL_TAG] =
        "INSERT OR REPLACE INTO tag"
        " VALUES (?1, ?2, ?3, ?4, " CONTENTLIB_STAGE_FILE ", ?5)",

    [CONTENTLIB_STAGE_SQL_TAG_FIND] =
        "SELECT number, name, origin, CASE WHEN name <> ?2 THEN "
        contentlib_stage_place("tag") " END FROM tag WHERE slug = ?1",

    [CONTENTLIB_STAGE_SQL_COLLECTION] =
        "INSERT INTO collection"
        " SELECT coalesce(max(number) + 1, 0), ?1, ?2, ?3, ?4, ?5, ?6, ?7,"
        " " CONTENTLIB_STAGE_FILE ", ?8 FROM collection WHERE true"
        " ON CONFLICT (slug) DO UPDATE SET name = excluded.name,"
        " description = excluded.description, preview = excluded.preview,"
        " display = excluded.display, featured = excluded.featured,"
        " origin = excluded.origin, file = excluded.file, line = excluded.line"
        " WHERE collection.origin = 0"          /* CONTENTLIB_STAGE_OLD */
        " RETURNING number",

    [CONTENTLIB_STAGE_SQL_COLLECTION_FIND] =
        "SELECT " contentlib_stage_place("collection")
        " FROM collection WHERE slug = ?1",

    [CONTENTLIB_STAGE_SQL_MEMBERS_CLEAR] =
        "DELETE FROM member WHERE collection = ?1",

    [CONTENTLIB_STAGE_SQL_MEMBER] =
        "INSERT INTO member VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",

    [CONTENTLIB_STAGE_SQL_MEMBERS_REMOVED] =
        "DELETE FROM member WHERE origin = 0"   /* CONTENTLIB_STAGE_OLD */
        " AND id NOT IN (SELECT id FROM item)",

    [CONTENTLIB_STAGE_SQL_MEMBER_MISSING] =
        "SELECT " contentlib_stage_place("c") " || ': collection \"' || c.slug"
        " || '\": \"items[' || m.place || ']\": there is no content item '"
        " || m.id FROM member AS m"
        " JOIN collection AS c ON c.number = m.collection"
        " WHERE m.id NOT IN (SELECT id FROM item)"
        " ORDER BY c.file, c.line, m.place",

    [CONTENTLIB_STAGE_SQL_REMOVE] =
        "INSERT INTO removed SELECT id, " CONTENTLIB_STAGE_FILE ", ?2 FROM item"
        " WHERE id = ?1",

    [CONTENTLIB_STAGE_SQL_REMOVED_PREVIEW] =
        "SELECT " contentlib_stage_place("r") " || ': content item ' || r.id"
        " || ': is the preview of collection \"' || c.slug || '\"'"
        " FROM removed AS r"
        " JOIN collection AS c ON c.preview = r.id"
        " WHERE r.id NOT IN (SELECT id FROM item)"
        " ORDER BY r.file, r.line, c.number LIMIT 1",

    [CONTENTLIB_STAGE_SQL_HIGHEST] =
        "SELECT coalesce(max(id), 0) FROM item",

    [CONTENTLIB_STAGE_SQL_ITEM_EXISTING] =
        "SELECT id, created FROM item CROSS JOIN record ON number = record"
        " WHERE id = iif(?1, ?1, (SELECT max(id) FROM record"
        " CROSS JOIN item ON record = number WHERE original = ?2))",

    [CONTENTLIB_STAGE_SQL_TAG_NAMED] =
        "SELECT slug, name FROM tag WHERE fold(name) = fold(?1)"
        " ORDER BY slug <> ?2 LIMIT 1",

    /*
     * "cat", or "cat-2" if another name has it, and so on.  The number of each
     * slug is stored, so that none is tried again.
     */

    [CONTENTLIB_STAGE_SQL_SLUG] =
        "INSERT OR REPLACE INTO slug"
        " WITH RECURSIVE try (n, slug) AS ("
        "SELECT coalesce(max(number), 0) + 1, ?2"
        " || coalesce('-' || (max(number) + 1), '') FROM slug WHERE text = ?2"
        " UNION ALL SELECT n + 1, ?2 || '-' || (n + 1) FROM try"
        " WHERE slug IN (SELECT slug FROM tag))"
        " SELECT ?2, max(n) FROM try"
        " RETURNING text || iif(number > 1, '-' || number, ''), ?1"
};


contentlib_stage_t *
contentlib_stage_open(contentlib_message_t *message)
{
    contentlib_stage_t  *stage;

    stage = ngx_calloc(sizeof(contentlib_stage_t), NULL);

    if (stage == NULL) {
        (void) contentlib_message_no_memory(message);
        return NULL;
    }

    stage->message = message;
    stage->pool = ngx_create_pool(CONTENTLIB_STAGE_POOL, NULL);

    if (stage->pool == NULL) {
        (void) contentlib_message_no_memory(message);
        free(stage);
        return NULL;
    }

    if (contentlib_sql_open(&stage->sql, "", "temporary file", message)
        != NGX_OK
        || contentlib_sql_fold(&stage->sql) != NGX_OK
        || contentlib_sql_run(&stage->sql, contentlib_stage_schema) != NGX_OK
        || contentlib_stage_prepare(stage) != NGX_OK)
    {
        contentlib_stage_close(stage);
        return NULL;
    }

    return stage;
}


static ngx_int_t
contentlib_stage_prepare(contentlib_stage_t *stage)
{
    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_STAGE_SQL_MAX; i++) {
        stage->statements[i] = contentlib_sql_prepare(&stage->sql,
                                                contentlib_stage_sql_texts[i]);

        if (stage->statements[i] == NULL) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


void
contentlib_stage_close(contentlib_stage_t *stage)
{
    (void) contentlib_sql_close(&stage->sql);
    ngx_destroy_pool(stage->pool);
    free(stage);
}


ngx_int_t
contentlib_stage_file(contentlib_stage_t *stage, const char *name)
{
    ngx_str_t      text;
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_FILE];

    text.data = (u_char *) (uintptr_t) name;
    text.len = ngx_strlen(name);

    contentlib_sql_bind_text(&stage->sql, statement, 1, &text);

    return contentlib_sql_execute(&stage->sql, statement);
}


contentlib_sql_t *
contentlib_stage_sql(contentlib_stage_t *stage)
{
    return &stage->sql;
}


uint64_t
contentlib_stage_tags(contentlib_stage_t *stage)
{
    return stage->tags;
}
