
/*
 * Copyright (C) contentlib authors
 *
 * The temporary database of an import: its tables and statements, then the
 * functions for items, tags, collections and their members, and those for the
 * rows of a table of pictures.
 */


#include <tool/stage/contentlib_stage.h>

#include <library/contentlib_set.h>
#include <library/contentlib_tags.h>
#include <tool/contentlib_hash.h>
#include <tool/record/contentlib_values.h>


/* slots of the cache of tags, a power of two, and room for slug and name */

#define CONTENTLIB_STAGE_POOL   4096
#define CONTENTLIB_STAGE_SLOTS  16384
#define CONTENTLIB_STAGE_ROOM   116


typedef struct {
    uint32_t                   number;
    uint16_t                   slug;        /* length; 0: no tag */
    uint16_t                   name;        /* length */
    u_char                     data[CONTENTLIB_STAGE_ROOM];
} contentlib_stage_tag_t;


typedef enum {
    CONTENTLIB_STAGE_SQL_FILE = 0,
    CONTENTLIB_STAGE_SQL_ITEM,
    CONTENTLIB_STAGE_SQL_ITEM_FIND,
    CONTENTLIB_STAGE_SQL_ITEM_LIST,
    CONTENTLIB_STAGE_SQL_KNOWN,
    CONTENTLIB_STAGE_SQL_KNOWN_TAG,
    CONTENTLIB_STAGE_SQL_TAG,
    CONTENTLIB_STAGE_SQL_TAG_FIND,
    CONTENTLIB_STAGE_SQL_TAG_KEEP,
    CONTENTLIB_STAGE_SQL_TAG_NUMBER,
    CONTENTLIB_STAGE_SQL_COLLECTION,
    CONTENTLIB_STAGE_SQL_COLLECTION_FIND,
    CONTENTLIB_STAGE_SQL_MEMBER,
    CONTENTLIB_STAGE_SQL_REMOVE,
    CONTENTLIB_STAGE_SQL_REMOVED,
    CONTENTLIB_STAGE_SQL_ITEM_EXISTING,
    CONTENTLIB_STAGE_SQL_TAG_NAMED,
    CONTENTLIB_STAGE_SQL_SLUG,
    CONTENTLIB_STAGE_SQL_KNOWN_COLLECTION,
    CONTENTLIB_STAGE_SQL_COLLECTION_NAMED,
    CONTENTLIB_STAGE_SQL_COLLECTION_SLUG,
    CONTENTLIB_STAGE_SQL_COLLECTION_KEPT,
    CONTENTLIB_STAGE_SQL_END,
    CONTENTLIB_STAGE_SQL_LOST,
    CONTENTLIB_STAGE_SQL_UNREAD,
    CONTENTLIB_STAGE_SQL_IS_UNREAD,
    CONTENTLIB_STAGE_SQL_ITEM_IS,
    CONTENTLIB_STAGE_SQL_MAX
} contentlib_stage_sql_e;


struct contentlib_stage_s {
    contentlib_sql_t           sql;
    sqlite3_stmt              *statements[CONTENTLIB_STAGE_SQL_MAX];

    contentlib_stage_phase_e   phase;
    ngx_uint_t                 tables;
    ngx_uint_t                 unread;      /* 1: there are directories */
    int64_t                    file;        /* at hand, from 1 */
    int64_t                    reserved;    /* whose rows are places only */
    int64_t                    old;         /* whose rows replace no others */
    int64_t                    highest;     /* identifier */
    int64_t                    next;        /* number of a new tag, or more */
    int64_t                    last;        /* number of a tag, and 1 */
    int64_t                    tags;
    uint64_t                   collections;

    contentlib_stage_tag_t     slots[CONTENTLIB_STAGE_SLOTS];

    ngx_pool_t                *pool;
    contentlib_set_t          *kept;        /* numbers of staged tags */
    ngx_str_t                  numbers;     /* of the tags of the item */
    u_char                     bytes[CONTENTLIB_LIST_MAX
                                     * CONTENTLIB_TAGS_NUMBER];
};


static ngx_int_t contentlib_stage_kept(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record);
static ngx_int_t contentlib_stage_collection_kept(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record);
static ngx_uint_t contentlib_stage_finds(contentlib_stage_t *stage,
    contentlib_stage_sql_e sql, const ngx_str_t *text, ngx_uint_t *number);
static ngx_uint_t contentlib_stage_item_is(contentlib_stage_t *stage,
    int64_t id);
static ngx_int_t contentlib_stage_item(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    const ngx_str_t *json, ngx_uint_t listed);
static ngx_int_t contentlib_stage_numbers(contentlib_stage_t *stage,
    const contentlib_place_t *place, json_object *tags);
static ngx_int_t contentlib_stage_old_numbers(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_str_t *numbers);
static ngx_uint_t contentlib_stage_repeats(const ngx_str_t *numbers,
    const u_char *number);
static ngx_int_t contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    const ngx_str_t *json, ngx_uint_t listed);
static ngx_int_t contentlib_stage_repeated(const contentlib_place_t *place,
    const contentlib_record_t *record, ngx_uint_t listed,
    sqlite3_stmt *found);
static void contentlib_stage_know(contentlib_stage_t *stage,
    const contentlib_record_t *record);
static void contentlib_stage_know_name(contentlib_stage_t *stage,
    contentlib_stage_sql_e sql, const contentlib_record_t *record);
static ngx_uint_t contentlib_stage_leaves_out(contentlib_stage_t *stage,
    int64_t id);
static ngx_int_t contentlib_stage_tag(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    uint32_t *number);
static ngx_uint_t contentlib_stage_equal(const ngx_str_t *one,
    const u_char *data, size_t len);
static ngx_int_t contentlib_stage_tag_find(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    uint32_t *number);
static uint32_t contentlib_stage_tag_number(contentlib_stage_t *stage,
    const contentlib_tag_t *tag);
static void contentlib_stage_tag_insert(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    int64_t position, uint32_t number);
static ngx_int_t contentlib_stage_tag_conflict(sqlite3_stmt *found,
    const contentlib_place_t *place, const contentlib_tag_t *tag);
static ngx_int_t contentlib_stage_collection(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record);
static void contentlib_stage_collection_insert(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    int64_t number);
static ngx_int_t contentlib_stage_members(contentlib_stage_t *stage,
    const contentlib_place_t *place, json_object *items, int64_t number);
static void contentlib_stage_find_previews(contentlib_sql_t *sql,
    contentlib_errors_t *errors);
static void contentlib_stage_missing(contentlib_sql_t *sql, const char *text,
    contentlib_errors_t *errors);
static ngx_int_t contentlib_stage_tag_replace(contentlib_stage_t *stage,
    contentlib_stage_sql_e sql, ngx_pool_t *pool, contentlib_tag_t *tag);
static void contentlib_stage_slug(contentlib_stage_t *stage,
    contentlib_stage_sql_e sql, const ngx_str_t *text);


/* nothing of this survives, so nothing of it need be safe */

static const char  contentlib_stage_schema[] =
    "PRAGMA journal_mode = OFF;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA page_size = 16384;"
    "PRAGMA cache_size = -8192;"

    "CREATE TABLE file (number INTEGER PRIMARY KEY, name TEXT);"

    "CREATE TABLE item (number INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE,"
    " file INTEGER, line INTEGER, listed INTEGER, tags BLOB, content_type TEXT,"
    " alt_text TEXT, json BLOB, original TEXT);"

    "CREATE TABLE tag (position INTEGER PRIMARY KEY, number INTEGER UNIQUE,"
    " slug TEXT UNIQUE, name TEXT, file INTEGER, line INTEGER);"

    "CREATE TABLE collection (number INTEGER PRIMARY KEY, slug TEXT UNIQUE,"
    " name TEXT, json BLOB, preview INTEGER, display INTEGER,"
    " listed INTEGER, file INTEGER, line INTEGER, original TEXT);"

    "CREATE TABLE member (collection INTEGER, id INTEGER, place INTEGER,"
    " PRIMARY KEY (collection, id)) WITHOUT ROWID;"

    "CREATE TABLE removed (id INTEGER PRIMARY KEY, file INTEGER,"
    " line INTEGER, found INTEGER);"

    "CREATE TABLE known (id INTEGER PRIMARY KEY, created INTEGER,"
    " original TEXT);"

    "CREATE TABLE known_tag (slug TEXT PRIMARY KEY, name TEXT)"
    " WITHOUT ROWID;"

    "CREATE TABLE known_collection (slug TEXT PRIMARY KEY, name TEXT)"
    " WITHOUT ROWID;"

    "CREATE TABLE ended (slug TEXT PRIMARY KEY) WITHOUT ROWID;"

    "CREATE TABLE lost (slug TEXT PRIMARY KEY) WITHOUT ROWID;"

    "CREATE TABLE unread (url TEXT PRIMARY KEY) WITHOUT ROWID;"

    "CREATE TABLE kept (slug TEXT PRIMARY KEY, number INTEGER UNIQUE)"
    " WITHOUT ROWID;"

    "CREATE TABLE slug (text TEXT PRIMARY KEY, number INTEGER)"
    " WITHOUT ROWID;"

    "BEGIN";


static const char *const  contentlib_stage_sql_texts[] = {

    [CONTENTLIB_STAGE_SQL_FILE] =
        "INSERT INTO file VALUES (?1, ?2)",

    [CONTENTLIB_STAGE_SQL_ITEM] =
        "INSERT OR IGNORE INTO item"
        " VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",

    [CONTENTLIB_STAGE_SQL_ITEM_FIND] =
        "SELECT file, listed, json = ?2 AND tags = ?3, "
        contentlib_stage_place("item") " FROM item WHERE id = ?1",

    [CONTENTLIB_STAGE_SQL_ITEM_LIST] =
        "UPDATE item SET file = ?2, line = ?3, listed = 1 WHERE id = ?1",

    [CONTENTLIB_STAGE_SQL_KNOWN] =
        "INSERT OR REPLACE INTO known VALUES (?1, ?2, ?3)",

    [CONTENTLIB_STAGE_SQL_KNOWN_TAG] =
        "INSERT OR IGNORE INTO known_tag VALUES (?1, ?2)",

    [CONTENTLIB_STAGE_SQL_TAG] =
        "INSERT OR REPLACE INTO tag VALUES (?1, ?2, ?3, ?4, ?5, ?6)",

    [CONTENTLIB_STAGE_SQL_TAG_FIND] =
        "SELECT number, file, name, position, CASE WHEN name <> ?2 THEN "
        contentlib_stage_place("tag") " END FROM tag WHERE slug = ?1",

    [CONTENTLIB_STAGE_SQL_TAG_KEEP] =
        "INSERT OR IGNORE INTO kept VALUES (?1, ?2)",

    /* the one of the old library, or the next one that it does not have */

    [CONTENTLIB_STAGE_SQL_TAG_NUMBER] =
        "SELECT number, 1 FROM kept WHERE slug = ?1 UNION ALL"
        " SELECT * FROM (WITH RECURSIVE try (n) AS (SELECT ?2 UNION ALL"
        " SELECT n + 1 FROM try WHERE n IN (SELECT number FROM kept))"
        " SELECT max(n), 0 FROM try) LIMIT 1",

    [CONTENTLIB_STAGE_SQL_COLLECTION] =
        "INSERT OR REPLACE INTO collection"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, iif(?5, NULL, ?10))",

    [CONTENTLIB_STAGE_SQL_COLLECTION_FIND] =
        "SELECT number, file, listed, " contentlib_stage_place("collection")
        " FROM collection WHERE slug = ?1",

    /* those of the old library may have been left out */

    [CONTENTLIB_STAGE_SQL_MEMBER] =
        "INSERT OR IGNORE INTO member SELECT ?1, ?2, ?3"
        " WHERE ?4 OR ?2 IN (SELECT id FROM item)",

    [CONTENTLIB_STAGE_SQL_REMOVE] =
        "INSERT OR IGNORE INTO removed VALUES (?1, ?2, ?3, 0)",

    [CONTENTLIB_STAGE_SQL_REMOVED] =
        "UPDATE removed SET found = 1 WHERE id = ?1",

    [CONTENTLIB_STAGE_SQL_ITEM_EXISTING] =
        "SELECT id, created FROM known WHERE id = iif(?1, ?1,"
        " (SELECT max(id) FROM known WHERE original = ?2))",

    /*
     * ORDER BY would make a temporary table for each of the many tags.  The
     * name of a tag that is kept is that of the input.
     */

    [CONTENTLIB_STAGE_SQL_TAG_NAMED] =
        "SELECT slug, name FROM tag WHERE slug = ?2 AND fold(name) = fold(?1)"
        " UNION ALL SELECT slug, name FROM tag WHERE fold(name) = fold(?1)"
        " UNION ALL SELECT slug, ?1 FROM known_tag WHERE fold(name) = fold(?1)"
        " AND slug NOT IN (SELECT slug FROM tag)"
        " LIMIT 1",

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
        " WHERE slug IN (SELECT slug FROM tag)"
        " OR slug IN (SELECT slug FROM known_tag))"
        " SELECT ?2, max(n) FROM try"
        " RETURNING text || iif(number > 1, '-' || number, ''), ?1",

    [CONTENTLIB_STAGE_SQL_KNOWN_COLLECTION] =
        "INSERT OR IGNORE INTO known_collection VALUES (?1, ?2)",

    [CONTENTLIB_STAGE_SQL_COLLECTION_NAMED] =
        "SELECT slug, ?1 FROM collection"
        " WHERE slug = ?2 AND fold(name) = fold(?1)"
        " UNION ALL SELECT slug, ?1 FROM collection"
        " WHERE fold(name) = fold(?1)"
        " UNION ALL SELECT slug, ?1 FROM known_collection"
        " WHERE fold(name) = fold(?1)"
        " AND slug NOT IN (SELECT slug FROM collection)"
        " LIMIT 1",

    [CONTENTLIB_STAGE_SQL_COLLECTION_SLUG] =
        "WITH RECURSIVE try (n, slug) AS (SELECT 1, ?2"
        " UNION ALL SELECT n + 1, ?2 || '-' || (n + 1) FROM try"
        " WHERE slug IN (SELECT slug FROM collection)"
        " OR slug IN (SELECT slug FROM known_collection))"
        " SELECT slug, ?1 FROM try ORDER BY n DESC LIMIT 1",

    /* not one that the input has or ends */

    [CONTENTLIB_STAGE_SQL_COLLECTION_KEPT] =
        "SELECT ?1 IN (SELECT slug FROM ended)"
        " WHERE ?1 NOT IN (SELECT slug FROM collection)",

    [CONTENTLIB_STAGE_SQL_END] =
        "INSERT OR IGNORE INTO ended VALUES (?1)",

    [CONTENTLIB_STAGE_SQL_LOST] =
        "INSERT OR IGNORE INTO lost VALUES (?1)",

    [CONTENTLIB_STAGE_SQL_UNREAD] =
        "INSERT OR IGNORE INTO unread VALUES (?1)",

    [CONTENTLIB_STAGE_SQL_IS_UNREAD] =
        "SELECT 1 FROM unread WHERE substr(?1, 1, length(url)) = url",

    [CONTENTLIB_STAGE_SQL_ITEM_IS] =
        "SELECT 1 FROM item WHERE id = ?1"
};


/* an old library without the item, whose file is the number, is damaged */

static const char  contentlib_stage_preview_removed[] =
    "SELECT coalesce(" contentlib_stage_place("r") " || ': content item '"
    " || r.id || ': is the preview of collection \"' || c.slug || '\"',"
    " 'contentlib: content item ' || c.preview || ', a preview, is missing')"
    " FROM collection AS c LEFT JOIN removed AS r ON r.id = c.preview"
    " WHERE c.preview NOT IN (SELECT id FROM item)"
    " AND (r.id IS NOT NULL OR c.file = ?1)"
    " ORDER BY r.file, r.line, c.number LIMIT 1";


static const char  contentlib_stage_preview_missing[] =
    "SELECT " contentlib_stage_place("c") " || ': collection \"' || c.slug"
    " || '\": \"preview_image.id\": there is no content item ' || c.preview"
    " FROM collection AS c WHERE c.preview NOT IN (SELECT id FROM item)"
    " ORDER BY c.file, c.line";


/* those whose file alone is known */

static const char  contentlib_stage_previews[] =
    "CREATE INDEX item_original ON item (original);"
    "UPDATE collection SET preview = (SELECT id FROM item"
    " WHERE item.original = collection.original) WHERE original IS NOT NULL";


static const char  contentlib_stage_previews_wrong[] =
    "SELECT " contentlib_stage_place("c") ", c.slug, c.original, n FROM"
    " (SELECT *, (SELECT count(*) FROM item"
    " WHERE item.original = collection.original) AS n FROM collection"
    " WHERE original IS NOT NULL) AS c WHERE n <> 1 ORDER BY c.file, c.line";


static const char  contentlib_stage_member_missing[] =
    "SELECT " contentlib_stage_place("c") " || ': collection \"' || c.slug"
    " || '\": \"items[' || m.place || ']\": there is no content item '"
    " || m.id FROM member AS m"
    " JOIN collection AS c ON c.number = m.collection"
    " WHERE m.id NOT IN (SELECT id FROM item)"
    " ORDER BY c.file, c.line, m.place";


/* SQLite adds to them what is staged after the first table is read */

static const char  contentlib_stage_index_schema[] =
    "CREATE INDEX IF NOT EXISTS tag_name ON tag (fold(name));"
    "CREATE INDEX IF NOT EXISTS known_tag_name ON known_tag (fold(name));"
    "CREATE INDEX IF NOT EXISTS collection_name ON collection (fold(name));"
    "CREATE INDEX IF NOT EXISTS known_collection_name"
    " ON known_collection (fold(name));"
    "CREATE INDEX IF NOT EXISTS known_original ON known (original)";


contentlib_stage_t *
contentlib_stage_open(ngx_uint_t tables)
{
    ngx_uint_t           i;
    contentlib_stage_t  *stage;

    stage = ngx_calloc(sizeof(contentlib_stage_t), NULL);

    stage->phase = CONTENTLIB_STAGE_INPUT;
    stage->tables = tables;
    stage->pool = ngx_create_pool(CONTENTLIB_STAGE_POOL, NULL);
    stage->kept = contentlib_set_create(stage->pool, CONTENTLIB_DB_RECORDS);

    contentlib_sql_open(&stage->sql, "", "temporary file");
    contentlib_sql_fold(&stage->sql);
    contentlib_sql_run(&stage->sql, contentlib_stage_schema);

    for (i = 0; i < CONTENTLIB_STAGE_SQL_MAX; i++) {
        stage->statements[i] = contentlib_sql_prepare(&stage->sql,
                                                contentlib_stage_sql_texts[i]);
    }

    return stage;
}


void
contentlib_stage_close(contentlib_stage_t *stage)
{
    contentlib_sql_close(&stage->sql);
    ngx_destroy_pool(stage->pool);
    free(stage);
}


void
contentlib_stage_damaged(void)
{
    contentlib_fail("contentlib: temporary file is damaged");
}


contentlib_sql_t *
contentlib_stage_sql(contentlib_stage_t *stage)
{
    return &stage->sql;
}


uint64_t
contentlib_stage_tags(contentlib_stage_t *stage)
{
    return (uint64_t) stage->last;
}


/* the phases of the old library begin with its file */

void
contentlib_stage_phase(contentlib_stage_t *stage,
    contentlib_stage_phase_e phase)
{
    stage->phase = phase;

    if (phase == CONTENTLIB_STAGE_RESERVE) {
        stage->reserved = stage->file + 1;

    } else if (phase == CONTENTLIB_STAGE_OLD
               || phase == CONTENTLIB_STAGE_KEPT)
    {
        stage->old = stage->file + 1;
    }
}


void
contentlib_stage_file(contentlib_stage_t *stage, const char *name)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_FILE];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, ++stage->file);
    contentlib_sql_bind_string(&stage->sql, statement, 2, name);
    contentlib_sql_execute(&stage->sql, statement);
}


/* the old library has every preview among its items */

ngx_int_t
contentlib_stage_record(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record)
{
    uint32_t          number;
    contentlib_tag_t  tag;

    if (stage->phase == CONTENTLIB_STAGE_KEPT) {
        return contentlib_stage_kept(stage, place, record);
    }

    switch (record->type) {

    case CONTENTLIB_RECORD_ITEM:

        if (stage->phase != CONTENTLIB_STAGE_INPUT
            && contentlib_stage_leaves_out(stage, record->id))
        {
            return NGX_OK;
        }

        return contentlib_stage_item(stage, place, record, &record->json, 1);

    case CONTENTLIB_RECORD_TAG:

        if (stage->phase == CONTENTLIB_STAGE_KEEP) {
            contentlib_stage_know_name(stage, CONTENTLIB_STAGE_SQL_KNOWN_TAG,
                                       record);
            return NGX_OK;
        }

        tag.slug = record->slug;
        tag.name = record->name;

        return contentlib_stage_tag(stage, place, &tag, &number);

    default: /* CONTENTLIB_RECORD_COLLECTION */

        if (stage->phase == CONTENTLIB_STAGE_KEEP) {
            contentlib_stage_know_name(stage,
                                       CONTENTLIB_STAGE_SQL_KNOWN_COLLECTION,
                                       record);
            return NGX_OK;
        }

        if (stage->phase == CONTENTLIB_STAGE_INPUT && record->tags
            && contentlib_stage_item(stage, place, record, &record->preview, 0)
               != NGX_OK)
        {
            return NGX_ERROR;
        }

        return contentlib_stage_collection(stage, place, record);
    }
}


/* the tags of an item are staged with it */

static ngx_int_t
contentlib_stage_kept(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record)
{
    switch (record->type) {

    case CONTENTLIB_RECORD_ITEM:
        return contentlib_stage_finds(stage, CONTENTLIB_STAGE_SQL_IS_UNREAD,
                                      &record->file, NULL)
               ? contentlib_stage_item(stage, place, record, &record->json, 1)
               : NGX_OK;

    case CONTENTLIB_RECORD_TAG:
        return NGX_OK;

    default: /* CONTENTLIB_RECORD_COLLECTION */
        return contentlib_stage_collection_kept(stage, place, record);
    }
}


/* one that has lost its preview gets another one of its items */

static ngx_int_t
contentlib_stage_collection_kept(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record)
{
    size_t                i, n;
    ngx_uint_t            ended, found;
    contentlib_value_t    id;
    contentlib_record_t   kept;

    if (!contentlib_stage_finds(stage, CONTENTLIB_STAGE_SQL_COLLECTION_KEPT,
                                &record->slug, &ended))
    {
        return NGX_OK;
    }

    kept = *record;
    n = record->items ? json_object_array_length(record->items) : 0;
    found = !ended && contentlib_stage_item_is(stage, kept.id);

    for (i = 0; i < n && !found && !ended; i++) {
        (void) contentlib_value_id(json_object_array_get_idx(record->items, i),
                                   &id);
        kept.id = id.number;
        found = contentlib_stage_item_is(stage, kept.id);
    }

    if (found) {
        return contentlib_stage_collection(stage, place, &kept);
    }

    contentlib_stage_slug(stage, CONTENTLIB_STAGE_SQL_LOST, &record->slug);

    return NGX_OK;
}


/* whether the statement finds the text, and the number that it has */

static ngx_uint_t
contentlib_stage_finds(contentlib_stage_t *stage, contentlib_stage_sql_e sql,
    const ngx_str_t *text, ngx_uint_t *number)
{
    ngx_int_t      rc;
    sqlite3_stmt  *found;

    found = stage->statements[sql];

    contentlib_sql_bind_text(&stage->sql, found, 1, text);

    rc = contentlib_sql_step(&stage->sql, found);

    if (number) {
        *number = (sqlite3_column_int(found, 0) != 0);
    }

    (void) sqlite3_reset(found);

    return rc == NGX_OK;
}


static ngx_uint_t
contentlib_stage_item_is(contentlib_stage_t *stage, int64_t id)
{
    ngx_int_t      rc;
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_IS];

    contentlib_sql_bind_integer(&stage->sql, found, 1, id);

    rc = contentlib_sql_step(&stage->sql, found);

    (void) sqlite3_reset(found);

    return rc == NGX_OK;
}


/* the preview of a collection is not listed, unless it is given as an item */

static ngx_int_t
contentlib_stage_item(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    const ngx_str_t *json, ngx_uint_t listed)
{
    ngx_int_t          rc;
    sqlite3_stmt      *insert;
    contentlib_sql_t  *sql;

    if (stage->tables && stage->phase < CONTENTLIB_STAGE_OLD) {
        contentlib_stage_know(stage, record);
    }

    if (stage->phase == CONTENTLIB_STAGE_RESERVE
        || stage->phase == CONTENTLIB_STAGE_KEEP)
    {
        return NGX_OK;
    }

    rc = record->numbers
         ? contentlib_stage_old_numbers(stage, place, record->numbers)
         : contentlib_stage_numbers(stage, place, record->tags);

    if (rc != NGX_OK) {
        return rc;
    }

    sql = &stage->sql;
    insert = stage->statements[CONTENTLIB_STAGE_SQL_ITEM];

    contentlib_sql_bind_integer(sql, insert, 1, record->id);
    contentlib_sql_bind_integer(sql, insert, 2, stage->file);
    contentlib_sql_bind_integer(sql, insert, 3, (int64_t) place->line);
    contentlib_sql_bind_integer(sql, insert, 4, (int64_t) listed);
    contentlib_sql_bind_blob(sql, insert, 5, stage->numbers.data,
                             stage->numbers.len);
    contentlib_sql_bind_text(sql, insert, 6, &record->content_type);
    contentlib_sql_bind_text(sql, insert, 7, &record->alt_text);
    contentlib_sql_bind_blob(sql, insert, 8, json->data, json->len);
    contentlib_sql_bind_text(sql, insert, 9, &record->file);

    contentlib_sql_execute(sql, insert);

    return sqlite3_changes(sql->handle)
           ? NGX_OK
           : contentlib_stage_again(stage, place, record, json, listed);
}


static void
contentlib_stage_know(contentlib_stage_t *stage,
    const contentlib_record_t *record)
{
    sqlite3_stmt  *insert;

    insert = stage->statements[CONTENTLIB_STAGE_SQL_KNOWN];

    contentlib_sql_bind_integer(&stage->sql, insert, 1, record->id);
    contentlib_sql_bind_integer(&stage->sql, insert, 2, record->created);
    contentlib_sql_bind_text(&stage->sql, insert, 3, &record->file);

    contentlib_sql_execute(&stage->sql, insert);

    stage->highest = ngx_max(stage->highest, record->id);
}


/* of a tag or a collection */

static void
contentlib_stage_know_name(contentlib_stage_t *stage,
    contentlib_stage_sql_e sql, const contentlib_record_t *record)
{
    sqlite3_stmt  *insert;

    insert = stage->statements[sql];

    contentlib_sql_bind_text(&stage->sql, insert, 1, &record->slug);
    contentlib_sql_bind_text(&stage->sql, insert, 2, &record->name);

    contentlib_sql_execute(&stage->sql, insert);
}


/* an item of the old library that is to be removed */

static ngx_uint_t
contentlib_stage_leaves_out(contentlib_stage_t *stage, int64_t id)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_REMOVED];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, id);
    contentlib_sql_execute(&stage->sql, statement);

    if (sqlite3_changes(stage->sql.handle) == 0) {
        return 0;
    }

    /* a new item does not get its identifier */

    stage->highest = ngx_max(stage->highest, id);

    return 1;
}


static ngx_int_t
contentlib_stage_numbers(contentlib_stage_t *stage,
    const contentlib_place_t *place, json_object *tags)
{
    size_t             i;
    u_char            *p;
    uint32_t           number;
    json_object       *json;
    contentlib_tag_t   tag;

    p = stage->bytes;

    for (i = 0; i < json_object_array_length(tags); i++) {
        json = json_object_array_get_idx(tags, i);

        tag.slug = contentlib_value_string(json_object_object_get(json,
                                                                  "slug"));
        tag.name = contentlib_value_string(json_object_object_get(json,
                                                                  "name"));

        if (contentlib_stage_tag(stage, place, &tag, &number) != NGX_OK) {
            return NGX_ERROR;
        }

        *p++ = (u_char) (number & 0xff);
        *p++ = (u_char) (number >> 8 & 0xff);
        *p++ = (u_char) (number >> 16);
    }

    stage->numbers.data = stage->bytes;
    stage->numbers.len = (size_t) (p - stage->bytes);

    return NGX_OK;
}


/* tags of the old library keep their numbers, and all of them are staged */

static ngx_int_t
contentlib_stage_old_numbers(contentlib_stage_t *stage,
    const contentlib_place_t *place, const ngx_str_t *numbers)
{
    const char    *reason;
    const u_char  *p, *last;

    if (numbers->len > sizeof(stage->bytes)) {
        return contentlib_place_error(place, "\"tags\" has more than 1000 "
                                             "entries");
    }

    last = numbers->data + numbers->len;

    for (p = numbers->data; p < last; p += CONTENTLIB_TAGS_NUMBER) {

        if (last - p < CONTENTLIB_TAGS_NUMBER
            || !contentlib_set_has(stage->kept, contentlib_tags_number(p)))
        {
            reason = "is no tag of the library";

        } else if (contentlib_stage_repeats(numbers, p)) {
            reason = "repeats a tag of the item";

        } else {
            continue;
        }

        return contentlib_place_error(place, "\"tags[%lu]\" %s",
                                      (unsigned long) ((p - numbers->data)
                                                     / CONTENTLIB_TAGS_NUMBER),
                                      reason);
    }

    stage->numbers = *numbers;

    return NGX_OK;
}


static ngx_uint_t
contentlib_stage_repeats(const ngx_str_t *numbers, const u_char *number)
{
    const u_char  *p;

    for (p = numbers->data; p < number; p += CONTENTLIB_TAGS_NUMBER) {
        if (contentlib_tags_number(p) == contentlib_tags_number(number)) {
            return 1;
        }
    }

    return 0;
}


static ngx_int_t
contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    const ngx_str_t *json, ngx_uint_t listed)
{
    ngx_int_t          rc;
    sqlite3_stmt      *found, *list;
    contentlib_sql_t  *sql;

    sql = &stage->sql;
    found = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_FIND];
    list = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_LIST];

    contentlib_sql_bind_integer(sql, found, 1, record->id);
    contentlib_sql_bind_blob(sql, found, 2, json->data, json->len);
    contentlib_sql_bind_blob(sql, found, 3, stage->numbers.data,
                             stage->numbers.len);

    if (contentlib_sql_step(sql, found) != NGX_OK) {
        contentlib_stage_damaged();
    }

    if (sqlite3_column_int64(found, 0) < stage->old) {
        (void) sqlite3_reset(found);
        return NGX_OK;
    }

    rc = contentlib_stage_repeated(place, record, listed, found);

    (void) sqlite3_reset(found);

    if (rc == NGX_OK && listed) {
        contentlib_sql_bind_integer(sql, list, 1, record->id);
        contentlib_sql_bind_integer(sql, list, 2, stage->file);
        contentlib_sql_bind_integer(sql, list, 3, (int64_t) place->line);

        contentlib_sql_execute(sql, list);
    }

    return rc;
}


/* an item may be given once, and repeated by previews */

static ngx_int_t
contentlib_stage_repeated(const contentlib_place_t *place,
    const contentlib_record_t *record, ngx_uint_t listed, sqlite3_stmt *found)
{
    const u_char  *where;

    where = sqlite3_column_text(found, 3);

    if (listed && sqlite3_column_int(found, 1)) {
        return contentlib_place_error(place, "was already given at %s", where);
    }

    if (sqlite3_column_int(found, 2)) {
        return NGX_OK;
    }

    if (listed) {
        return contentlib_place_error(place, "differs from the "
                                      "\"preview_image\" at %s", where);
    }

    return contentlib_place_error(place, "\"preview_image\" differs from "
                                  "content item %lld at %s",
                                  (long long) record->id, where);
}


/*
 * Nearly all tags are looked up many times, so a table of fixed size in front
 * of the database has their slugs.
 */

static ngx_int_t
contentlib_stage_tag(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    uint32_t *number)
{
    ngx_int_t                rc;
    contentlib_stage_tag_t  *slot;

    slot = &stage->slots[contentlib_hash_text(&tag->slug)
                         % CONTENTLIB_STAGE_SLOTS];

    if (contentlib_stage_equal(&tag->slug, slot->data, slot->slug)
        && contentlib_stage_equal(&tag->name, slot->data + slot->slug,
                                  slot->name))
    {
        *number = slot->number;
        return NGX_OK;
    }

    rc = contentlib_stage_tag_find(stage, place, tag, number);

    /* a longer one is looked up each time */

    if (rc == NGX_OK && stage->phase != CONTENTLIB_STAGE_RESERVE
        && tag->slug.len + tag->name.len <= CONTENTLIB_STAGE_ROOM)
    {
        slot->number = *number;
        slot->slug = (uint16_t) tag->slug.len;
        slot->name = (uint16_t) tag->name.len;
        (void) ngx_cpymem(ngx_cpymem(slot->data, tag->slug.data,
                                     tag->slug.len),
                          tag->name.data, tag->name.len);
    }

    return rc;
}


static ngx_uint_t
contentlib_stage_equal(const ngx_str_t *one, const u_char *data, size_t len)
{
    return one->len == len && ngx_memcmp(one->data, data, len) == 0;
}


/* one slug has one name, but the input may rename a tag of the old library */

static ngx_int_t
contentlib_stage_tag_find(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    uint32_t *number)
{
    int64_t            file, position;
    ngx_int_t          rc;
    sqlite3_stmt      *found;
    contentlib_sql_t  *sql;

    sql = &stage->sql;
    found = stage->statements[CONTENTLIB_STAGE_SQL_TAG_FIND];

    contentlib_sql_bind_text(sql, found, 1, &tag->slug);
    contentlib_sql_bind_text(sql, found, 2, &tag->name);

    rc = NGX_OK;
    file = stage->reserved;

    if (contentlib_sql_step(sql, found) == NGX_OK) {
        *number = (uint32_t) sqlite3_column_int64(found, 0);
        file = sqlite3_column_int64(found, 1);
        position = sqlite3_column_int64(found, 3);

    } else {
        *number = contentlib_stage_tag_number(stage, tag);
        position = stage->tags++;
    }

    if (file == stage->reserved) {
        contentlib_stage_tag_insert(stage, place, tag, position, *number);

    } else if (file >= stage->old
               && sqlite3_column_type(found, 4) != SQLITE_NULL)
    {
        rc = contentlib_stage_tag_conflict(found, place, tag);
    }

    (void) sqlite3_reset(found);

    return rc;
}


/* by which items refer to it */

static uint32_t
contentlib_stage_tag_number(contentlib_stage_t *stage,
    const contentlib_tag_t *tag)
{
    int64_t            number;
    sqlite3_stmt      *found;
    contentlib_sql_t  *sql;

    sql = &stage->sql;
    found = stage->statements[CONTENTLIB_STAGE_SQL_TAG_NUMBER];

    contentlib_sql_bind_text(sql, found, 1, &tag->slug);
    contentlib_sql_bind_integer(sql, found, 2, stage->next);

    (void) contentlib_sql_step(sql, found);

    number = sqlite3_column_int64(found, 0);

    if (sqlite3_column_int(found, 1)) {
        (void) contentlib_set_add(stage->kept, (uint64_t) number);

    } else {
        stage->next = number + 1;
    }

    (void) sqlite3_reset(found);

    if (number >= CONTENTLIB_DB_RECORDS) {
        contentlib_fail("contentlib: there are more than %d tags, with those "
                        "of the old library", CONTENTLIB_DB_RECORDS);
    }

    stage->last = ngx_max(stage->last, number + 1);

    return (uint32_t) number;
}


static void
contentlib_stage_tag_insert(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    int64_t position, uint32_t number)
{
    sqlite3_stmt      *insert;
    contentlib_sql_t  *sql;

    sql = &stage->sql;
    insert = stage->statements[CONTENTLIB_STAGE_SQL_TAG];

    contentlib_sql_bind_integer(sql, insert, 1, position);
    contentlib_sql_bind_integer(sql, insert, 2, number);
    contentlib_sql_bind_text(sql, insert, 3, &tag->slug);
    contentlib_sql_bind_text(sql, insert, 4, &tag->name);
    contentlib_sql_bind_integer(sql, insert, 5, stage->file);
    contentlib_sql_bind_integer(sql, insert, 6, (int64_t) place->line);

    contentlib_sql_execute(sql, insert);
}


static ngx_int_t
contentlib_stage_tag_conflict(sqlite3_stmt *found,
    const contentlib_place_t *place, const contentlib_tag_t *tag)
{
    char       one[CONTENTLIB_QUOTE_SIZE], other[CONTENTLIB_QUOTE_SIZE];
    char       slug[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t  name;

    name = contentlib_sql_column(found, 2);

    (void) contentlib_message_quote(slug, tag->slug.data, tag->slug.len);
    (void) contentlib_message_quote(one, tag->name.data, tag->name.len);
    (void) contentlib_message_quote(other, name.data, name.len);

    return contentlib_place_error(place, "the name of tag \"%s\" is \"%s\" "
                                  "here and \"%s\" at %s", slug, one, other,
                                  sqlite3_column_text(found, 4));
}


/* a record without a list keeps the members that the old library has */

static ngx_int_t
contentlib_stage_collection(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record)
{
    int64_t            number, file;
    ngx_int_t          rc;
    ngx_uint_t         listed;
    sqlite3_stmt      *found;
    contentlib_sql_t  *sql;

    sql = &stage->sql;
    found = stage->statements[CONTENTLIB_STAGE_SQL_COLLECTION_FIND];

    contentlib_sql_bind_text(sql, found, 1, &record->slug);

    rc = NGX_OK;
    file = stage->reserved;
    listed = 0;

    if (contentlib_sql_step(sql, found) == NGX_OK) {
        number = sqlite3_column_int64(found, 0);
        file = sqlite3_column_int64(found, 1);
        listed = (sqlite3_column_int(found, 2) != 0);

    } else {
        number = (int64_t) stage->collections++;
    }

    if (file == stage->reserved) {
        contentlib_stage_collection_insert(stage, place, record, number);

    } else if (file >= stage->old) {
        rc = contentlib_place_error(place, "was already given at %s",
                                    sqlite3_column_text(found, 3));
    }

    (void) sqlite3_reset(found);

    return rc == NGX_OK && record->items && !listed
           ? contentlib_stage_members(stage, place, record->items, number)
           : rc;
}


static void
contentlib_stage_collection_insert(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    int64_t number)
{
    sqlite3_stmt      *insert;
    contentlib_sql_t  *sql;

    sql = &stage->sql;
    insert = stage->statements[CONTENTLIB_STAGE_SQL_COLLECTION];

    contentlib_sql_bind_integer(sql, insert, 1, number);
    contentlib_sql_bind_text(sql, insert, 2, &record->slug);
    contentlib_sql_bind_text(sql, insert, 3, &record->name);
    contentlib_sql_bind_blob(sql, insert, 4, record->json.data,
                             record->json.len);
    contentlib_sql_bind_integer(sql, insert, 5, record->id);
    contentlib_sql_bind_integer(sql, insert, 6, (int64_t) record->display);
    contentlib_sql_bind_integer(sql, insert, 7, record->items != NULL);
    contentlib_sql_bind_integer(sql, insert, 8, stage->file);
    contentlib_sql_bind_integer(sql, insert, 9, (int64_t) place->line);
    contentlib_sql_bind_text(sql, insert, 10, &record->file);

    contentlib_sql_execute(sql, insert);
}


static ngx_int_t
contentlib_stage_members(contentlib_stage_t *stage,
    const contentlib_place_t *place, json_object *items, int64_t number)
{
    size_t               i;
    sqlite3_stmt        *insert;
    contentlib_value_t   id;

    insert = stage->statements[CONTENTLIB_STAGE_SQL_MEMBER];

    contentlib_sql_bind_integer(&stage->sql, insert, 1, number);
    contentlib_sql_bind_integer(&stage->sql, insert, 4,
                                stage->phase == CONTENTLIB_STAGE_INPUT);

    for (i = 0; i < json_object_array_length(items); i++) {
        (void) contentlib_value_id(json_object_array_get_idx(items, i), &id);

        contentlib_sql_bind_integer(&stage->sql, insert, 2, id.number);
        contentlib_sql_bind_integer(&stage->sql, insert, 3, (int64_t) i);

        contentlib_sql_execute(&stage->sql, insert);

        if (sqlite3_changes(stage->sql.handle) == 0
            && stage->phase == CONTENTLIB_STAGE_INPUT)
        {
            return contentlib_place_error(place, "\"items[%lu]\" repeats a "
                                          "content item", (unsigned long) i);
        }
    }

    return NGX_OK;
}


void
contentlib_stage_check(contentlib_stage_t *stage, contentlib_errors_t *errors)
{
    sqlite3_stmt      *found;
    contentlib_sql_t  *sql;

    sql = &stage->sql;

    contentlib_stage_find_previews(sql, errors);

    found = contentlib_sql_prepare(sql, contentlib_stage_preview_removed);

    contentlib_sql_bind_integer(sql, found, 1, stage->old);

    if (contentlib_sql_step(sql, found) == NGX_OK) {
        contentlib_fail("%s", sqlite3_column_text(found, 0));
    }

    contentlib_stage_missing(sql, contentlib_stage_preview_missing, errors);
    contentlib_stage_missing(sql, contentlib_stage_member_missing, errors);
}


static void
contentlib_stage_find_previews(contentlib_sql_t *sql,
    contentlib_errors_t *errors)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_int_t      rc;
    sqlite3_stmt  *found;

    found = contentlib_sql_prepare(sql, "SELECT 1 FROM collection"
                                        " WHERE original IS NOT NULL LIMIT 1");

    rc = contentlib_sql_step(sql, found);

    (void) sqlite3_reset(found);

    if (rc != NGX_OK) {
        return;
    }

    contentlib_sql_run(sql, contentlib_stage_previews);

    found = contentlib_sql_prepare(sql, contentlib_stage_previews_wrong);

    while (contentlib_sql_step(sql, found) == NGX_OK) {

        (void) contentlib_message_string(quoted, (const char *)
                                         sqlite3_column_text(found, 2));
        (void) contentlib_errors_add(errors, "%s: collection \"%s\": "
                                     "\"preview_image\": %d content items have "
                                     "the original \"%s\", expected 1",
                                     sqlite3_column_text(found, 0),
                                     sqlite3_column_text(found, 1),
                                     sqlite3_column_int(found, 3), quoted);
    }
}


static void
contentlib_stage_missing(contentlib_sql_t *sql, const char *text,
    contentlib_errors_t *errors)
{
    sqlite3_stmt  *found;

    found = contentlib_sql_prepare(sql, text);

    while (contentlib_sql_step(sql, found) == NGX_OK) {
        (void) contentlib_errors_add(errors, "%s",
                                     sqlite3_column_text(found, 0));
    }
}


void
contentlib_stage_keep(contentlib_stage_t *stage, const ngx_str_t *slug,
    int64_t number)
{
    sqlite3_stmt  *insert;

    if (number < 0 || number >= CONTENTLIB_DB_RECORDS) {
        return;
    }

    insert = stage->statements[CONTENTLIB_STAGE_SQL_TAG_KEEP];

    contentlib_sql_bind_text(&stage->sql, insert, 1, slug);
    contentlib_sql_bind_integer(&stage->sql, insert, 2, number);

    contentlib_sql_execute(&stage->sql, insert);
}


uint64_t
contentlib_stage_lone(contentlib_stage_t *stage)
{
    sqlite3_stmt  *found;

    found = contentlib_sql_prepare(&stage->sql,
        "SELECT count(*) FROM collection"
        " WHERE slug NOT IN (SELECT slug FROM tag)"
        " AND number NOT IN (SELECT collection FROM member)");

    (void) contentlib_sql_step(&stage->sql, found);

    return (uint64_t) sqlite3_column_int64(found, 0);
}


void
contentlib_stage_remove(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_REMOVE];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, id);
    contentlib_sql_bind_integer(&stage->sql, statement, 2, stage->file);
    contentlib_sql_bind_integer(&stage->sql, statement, 3,
                                (int64_t) place->line);

    contentlib_sql_execute(&stage->sql, statement);
}


uint64_t
contentlib_stage_removed(contentlib_stage_t *stage)
{
    sqlite3_stmt  *found;

    found = contentlib_sql_prepare(&stage->sql, "SELECT count(*) FROM removed"
                                                " WHERE found");

    (void) contentlib_sql_step(&stage->sql, found);

    return (uint64_t) sqlite3_column_int64(found, 0);
}


int64_t
contentlib_stage_indexes(contentlib_stage_t *stage)
{
    contentlib_sql_run(&stage->sql, contentlib_stage_index_schema);

    return stage->highest;
}


void
contentlib_stage_item_existing(contentlib_stage_t *stage, const ngx_str_t *url,
    int64_t *id, int64_t *created)
{
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_EXISTING];

    contentlib_sql_bind_integer(&stage->sql, found, 1, *id);
    contentlib_sql_bind_text(&stage->sql, found, 2, url);

    if (contentlib_sql_step(&stage->sql, found) == NGX_OK) {
        *id = sqlite3_column_int64(found, 0);
        *created = sqlite3_column_int64(found, 1);
    }

    (void) sqlite3_reset(found);
}


ngx_int_t
contentlib_stage_tag_named(contentlib_stage_t *stage,
    const contentlib_place_t *place, ngx_pool_t *pool, contentlib_tag_t *tag)
{
    uint32_t  number;

    if (contentlib_stage_tag_replace(stage, CONTENTLIB_STAGE_SQL_TAG_NAMED,
                                     pool, tag)
        != NGX_OK)
    {
        (void) contentlib_stage_tag_replace(stage, CONTENTLIB_STAGE_SQL_SLUG,
                                            pool, tag);
    }

    /* known or new, it gets its number here: tags are in this order */

    return contentlib_stage_tag(stage, place, tag, &number);
}


ngx_int_t
contentlib_stage_collection_named(contentlib_stage_t *stage, ngx_pool_t *pool,
    contentlib_tag_t *collection, int64_t *number)
{
    ngx_int_t      rc;
    sqlite3_stmt  *found;

    if (contentlib_stage_tag_replace(stage,
                                     CONTENTLIB_STAGE_SQL_COLLECTION_NAMED,
                                     pool, collection)
        != NGX_OK)
    {
        (void) contentlib_stage_tag_replace(stage,
                                     CONTENTLIB_STAGE_SQL_COLLECTION_SLUG,
                                     pool, collection);
    }

    found = stage->statements[CONTENTLIB_STAGE_SQL_COLLECTION_FIND];

    contentlib_sql_bind_text(&stage->sql, found, 1, &collection->slug);

    rc = contentlib_sql_step(&stage->sql, found);
    *number = sqlite3_column_int64(found, 0);

    (void) sqlite3_reset(found);

    return rc == NGX_OK ? NGX_OK : NGX_DECLINED;
}


/* one that it has already stays */

void
contentlib_stage_member(contentlib_stage_t *stage, int64_t number, int64_t id)
{
    sqlite3_stmt  *insert;

    insert = stage->statements[CONTENTLIB_STAGE_SQL_MEMBER];

    contentlib_sql_bind_integer(&stage->sql, insert, 1, number);
    contentlib_sql_bind_integer(&stage->sql, insert, 2, id);
    contentlib_sql_bind_integer(&stage->sql, insert, 3, 0);
    contentlib_sql_bind_integer(&stage->sql, insert, 4, 1);

    contentlib_sql_execute(&stage->sql, insert);
}


void
contentlib_stage_end(contentlib_stage_t *stage, const ngx_str_t *slug)
{
    contentlib_stage_slug(stage, CONTENTLIB_STAGE_SQL_END, slug);
}


void
contentlib_stage_unread(contentlib_stage_t *stage, const ngx_str_t *url)
{
    contentlib_stage_slug(stage, CONTENTLIB_STAGE_SQL_UNREAD, url);
    stage->unread = 1;
}


ngx_uint_t
contentlib_stage_has_unread(contentlib_stage_t *stage)
{
    return stage->unread;
}


/* inserts a text into a table of its own */

static void
contentlib_stage_slug(contentlib_stage_t *stage, contentlib_stage_sql_e sql,
    const ngx_str_t *text)
{
    contentlib_sql_bind_text(&stage->sql, stage->statements[sql], 1, text);
    contentlib_sql_execute(&stage->sql, stage->statements[sql]);
}


uint64_t
contentlib_stage_lost(contentlib_stage_t *stage, char *slugs, size_t size)
{
    sqlite3_stmt  *found;

    found = contentlib_sql_prepare(&stage->sql,
        "SELECT (SELECT count(*) FROM lost), coalesce(group_concat(slug, ', '),"
        " '') FROM (SELECT slug FROM lost ORDER BY slug LIMIT 3)");

    (void) contentlib_sql_step(&stage->sql, found);

    (void) snprintf(slugs, size, "%s", sqlite3_column_text(found, 1));

    return (uint64_t) sqlite3_column_int64(found, 0);
}


/* binds the name and the slug of the tag, and replaces both by those found */

static ngx_int_t
contentlib_stage_tag_replace(contentlib_stage_t *stage,
    contentlib_stage_sql_e sql, ngx_pool_t *pool, contentlib_tag_t *tag)
{
    u_char        *p;
    ngx_int_t      rc;
    ngx_str_t      slug, name;
    sqlite3_stmt  *statement;

    statement = stage->statements[sql];

    contentlib_sql_bind_text(&stage->sql, statement, 1, &tag->name);
    contentlib_sql_bind_text(&stage->sql, statement, 2, &tag->slug);

    rc = contentlib_sql_step(&stage->sql, statement);

    if (rc == NGX_OK) {
        slug = contentlib_sql_column(statement, 0);
        name = contentlib_sql_column(statement, 1);

        p = ngx_pnalloc(pool, slug.len + name.len);

        tag->slug.data = p;
        tag->slug.len = slug.len;
        tag->name.data = ngx_cpymem(p, slug.data, slug.len);
        tag->name.len = name.len;
        ngx_memcpy(tag->name.data, name.data, name.len);
    }

    (void) sqlite3_reset(statement);

    return rc;
}
