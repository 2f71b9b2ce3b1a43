
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

    "BEGIN";


static const char *const  contentlib_stage_sql_texts[] = {

    [CONTENTLIB_STAGE_SQL_ITEM] =
        "INSERT INTO item VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",

    [CONTENTLIB_STAGE_SQL_ITEM_FIND] =
        "SELECT i.origin, i.file, i.line, r.tags, r.json FROM item AS i"
        " CROSS JOIN record AS r ON r.number = i.record WHERE i.id = ?1",

    [CONTENTLIB_STAGE_SQL_ITEM_UPDATE] =
        "UPDATE item SET record = ?2, origin = ?3, file = ?4, line = ?5"
        " WHERE id = ?1",

    [CONTENTLIB_STAGE_SQL_ITEM_ORIGIN] =
        "UPDATE item SET origin = ?3, file = ?4, line = ?5 WHERE id = ?1",

    [CONTENTLIB_STAGE_SQL_RECORD] =
        "INSERT INTO record VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",

    [CONTENTLIB_STAGE_SQL_TAG] =
        "INSERT INTO tag VALUES (?1, ?2, ?3, ?4, ?5, ?6)",

    [CONTENTLIB_STAGE_SQL_TAG_FIND] =
        "SELECT number, name, origin, file, line FROM tag WHERE slug = ?1",

    [CONTENTLIB_STAGE_SQL_TAG_UPDATE] =
        "UPDATE tag SET name = ?3, origin = ?4, file = ?5, line = ?6"
        " WHERE number = ?1",

    [CONTENTLIB_STAGE_SQL_COLLECTION] =
        "INSERT INTO collection VALUES"
        " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",

    [CONTENTLIB_STAGE_SQL_COLLECTION_FIND] =
        "SELECT number, origin, file, line FROM collection WHERE slug = ?1",

    [CONTENTLIB_STAGE_SQL_COLLECTION_UPDATE] =
        "UPDATE collection SET name = ?3, description = ?4, preview = ?5,"
        " display = ?6, featured = ?7, origin = ?8, file = ?9, line = ?10"
        " WHERE number = ?1",

    [CONTENTLIB_STAGE_SQL_MEMBERS_CLEAR] =
        "DELETE FROM member WHERE collection = ?1",

    [CONTENTLIB_STAGE_SQL_MEMBER] =
        "INSERT INTO member VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",

    [CONTENTLIB_STAGE_SQL_MEMBERS_REMOVED] =
        "DELETE FROM member WHERE origin = 0"   /* CONTENTLIB_STAGE_OLD */
        " AND id NOT IN (SELECT id FROM item)",

    [CONTENTLIB_STAGE_SQL_MEMBER_MISSING] =
        "SELECT c.file, c.line, c.slug, m.place, m.id FROM member AS m"
        " JOIN collection AS c ON c.number = m.collection"
        " WHERE m.id NOT IN (SELECT id FROM item)"
        " ORDER BY c.file, c.line, m.place",

    [CONTENTLIB_STAGE_SQL_REMOVE] =
        "DELETE FROM item WHERE id = ?1",

    [CONTENTLIB_STAGE_SQL_REMOVED] =
        "INSERT INTO removed VALUES (?1, ?2, ?3)",

    [CONTENTLIB_STAGE_SQL_REMOVED_PREVIEW] =
        "SELECT r.file, r.line, r.id, c.slug FROM removed AS r"
        " JOIN collection AS c ON c.preview = r.id"
        " WHERE r.id NOT IN (SELECT id FROM item)"
        " ORDER BY r.file, r.line, c.number LIMIT 1"
};


contentlib_stage_t *
contentlib_stage_open(const ngx_str_t *media_url,
    contentlib_message_t *message)
{
    contentlib_stage_t  *stage;

    stage = ngx_calloc(sizeof(contentlib_stage_t), NULL);

    if (stage == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        return NULL;
    }

    stage->message = message;
    stage->media_url = *media_url;
    stage->pool = ngx_create_pool(CONTENTLIB_STAGE_POOL, NULL);

    if (stage->pool == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        free(stage);
        return NULL;
    }

    if (contentlib_sql_open(&stage->sql, "", "temporary file", message)
        != NGX_OK
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
    size_t  i;

    (void) contentlib_sql_close(&stage->sql);

    for (i = 0; i < CONTENTLIB_STAGE_SLOTS; i++) {
        free(stage->slots[i]);
    }

    for (i = 0; i < stage->nfiles; i++) {
        free(stage->files[i]);
    }

    ngx_destroy_pool(stage->pool);
    free(stage->files);
    free(stage);
}


ngx_int_t
contentlib_stage_file(contentlib_stage_t *stage, const char *name)
{
    char  **files, *copy;

    copy = strdup(name);
    files = realloc(stage->files, (stage->nfiles + 1) * sizeof(char *));
    stage->files = files ? files : stage->files;

    if (copy == NULL || files == NULL) {
        free(copy);
        return contentlib_message_set(stage->message,
                                      "contentlib: out of memory");
    }

    files[stage->nfiles++] = copy;

    return NGX_OK;
}


const char *
contentlib_stage_where(contentlib_stage_t *stage, sqlite3_stmt *statement,
    int column, char to[CONTENTLIB_QUOTE_SIZE + 24])
{
    size_t  file;

    file = (size_t) sqlite3_column_int64(statement, column);

    (void) snprintf(to, CONTENTLIB_QUOTE_SIZE + 24, "%s:%lld",
                    file < stage->nfiles ? stage->files[file] : "",
                    (long long) sqlite3_column_int64(statement, column + 1));

    return to;
}


void
contentlib_stage_bind_where(contentlib_stage_t *stage,
    sqlite3_stmt *statement, int index, const contentlib_place_t *place)
{
    contentlib_sql_bind_integer(&stage->sql, statement, index,
                                (int64_t) stage->nfiles - 1);
    contentlib_sql_bind_integer(&stage->sql, statement, index + 1,
                                (int64_t) place->line);
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
