
/*
 * Copyright (C) contentlib authors
 *
 * The temporary database of an import: its tables and statements, then the
 * functions for items, tags, collections and their members, and those for the
 * rows of a table of pictures.
 */


#include <tool/stage/contentlib_stage.h>

#include <tool/contentlib_hash.h>
#include <tool/record/contentlib_values.h>


/* slots of the cache of tags, a power of two, and room for slug and name */

#define CONTENTLIB_STAGE_SLOTS  16384
#define CONTENTLIB_STAGE_ROOM   116


typedef struct {
    uint32_t                   number;
    unsigned                   old:1;
    uint16_t                   slug;        /* length; 0: no tag */
    uint16_t                   name;        /* length */
    u_char                     data[CONTENTLIB_STAGE_ROOM];
} contentlib_stage_tag_t;


typedef enum {
    CONTENTLIB_STAGE_SQL_FILE = 0,
    CONTENTLIB_STAGE_SQL_ITEM,
    CONTENTLIB_STAGE_SQL_ITEM_FIND,
    CONTENTLIB_STAGE_SQL_RECORD,
    CONTENTLIB_STAGE_SQL_TAG,
    CONTENTLIB_STAGE_SQL_TAG_FIND,
    CONTENTLIB_STAGE_SQL_COLLECTION,
    CONTENTLIB_STAGE_SQL_COLLECTION_FIND,
    CONTENTLIB_STAGE_SQL_MEMBERS_CLEAR,
    CONTENTLIB_STAGE_SQL_MEMBER,
    CONTENTLIB_STAGE_SQL_REMOVE,
    CONTENTLIB_STAGE_SQL_HIGHEST,
    CONTENTLIB_STAGE_SQL_ITEM_EXISTING,
    CONTENTLIB_STAGE_SQL_TAG_NAMED,
    CONTENTLIB_STAGE_SQL_SLUG,
    CONTENTLIB_STAGE_SQL_MAX
} contentlib_stage_sql_e;


struct contentlib_stage_s {
    contentlib_sql_t           sql;
    sqlite3_stmt              *statements[CONTENTLIB_STAGE_SQL_MAX];

    uint64_t                   records;
    uint64_t                   tags;

    contentlib_stage_tag_t     slots[CONTENTLIB_STAGE_SLOTS];

    uint32_t                   numbers[CONTENTLIB_LIST_MAX];
                                            /* of the tags of the item */
};


static ngx_int_t contentlib_stage_item(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_numbers(contentlib_stage_t *stage,
    const contentlib_place_t *place, json_object *tags,
    contentlib_stage_origin_e origin);
static void contentlib_stage_bind_content(contentlib_stage_t *stage,
    sqlite3_stmt *statement, int index, const contentlib_record_t *record);
static ngx_int_t contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_tag(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    contentlib_stage_origin_e origin, uint32_t *number);
static ngx_uint_t contentlib_stage_equal(const ngx_str_t *one,
    const u_char *data, size_t len);
static ngx_int_t contentlib_stage_tag_find(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    contentlib_stage_origin_e origin, uint32_t *number);
static ngx_int_t contentlib_stage_collection(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_tag_conflict(sqlite3_stmt *found,
    const contentlib_place_t *place, const contentlib_tag_t *tag);
static ngx_int_t contentlib_stage_members(contentlib_stage_t *stage,
    const contentlib_place_t *place, json_object *items, int64_t number,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_stage_tag_replace(contentlib_stage_t *stage,
    contentlib_stage_sql_e sql, ngx_pool_t *pool, contentlib_tag_t *tag);


/* nothing of this survives, so nothing of it need be safe */

static const char  contentlib_stage_schema[] =
    "PRAGMA journal_mode = OFF;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA page_size = 16384;"
    "PRAGMA cache_size = -8192;"

    "CREATE TABLE file (number INTEGER PRIMARY KEY, name TEXT);"

    "CREATE TABLE record (number INTEGER PRIMARY KEY, tags BLOB,"
    " alt_text TEXT, content_type TEXT, created INTEGER, original TEXT,"
    " json BLOB);"

    "CREATE TABLE item (id INTEGER PRIMARY KEY, record INTEGER,"
    " origin INTEGER, file INTEGER, line INTEGER);"

    "CREATE TABLE tag (number INTEGER PRIMARY KEY, slug TEXT UNIQUE,"
    " name TEXT, origin INTEGER, file INTEGER, line INTEGER);"

    "CREATE TABLE collection (number INTEGER PRIMARY KEY, slug TEXT UNIQUE,"
    " name TEXT, head BLOB, preview INTEGER, display INTEGER, tail BLOB,"
    " origin INTEGER, file INTEGER, line INTEGER);"

    "CREATE TABLE member (collection INTEGER, id INTEGER, place INTEGER,"
    " origin INTEGER, PRIMARY KEY (collection, id)) WITHOUT ROWID;"

    "CREATE TABLE removed (id INTEGER PRIMARY KEY, file INTEGER,"
    " line INTEGER);"

    "CREATE TRIGGER remove AFTER INSERT ON removed"
    " BEGIN DELETE FROM item WHERE id = new.id; END;"

    "CREATE TABLE slug (text TEXT PRIMARY KEY, number INTEGER)"
    " WITHOUT ROWID;"

    "BEGIN";


/* the file at hand */

#define CONTENTLIB_STAGE_FILE  "(SELECT max(number) FROM file)"


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
        " head = excluded.head, preview = excluded.preview,"
        " display = excluded.display, tail = excluded.tail,"
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

    [CONTENTLIB_STAGE_SQL_REMOVE] =
        "INSERT INTO removed SELECT id, " CONTENTLIB_STAGE_FILE ", ?2 FROM item"
        " WHERE id = ?1",

    [CONTENTLIB_STAGE_SQL_HIGHEST] =
        "SELECT max((SELECT coalesce(max(id), 0) FROM item),"
        " (SELECT coalesce(max(id), 0) FROM removed))",

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


static const char  contentlib_stage_preview_removed[] =
    "SELECT " contentlib_stage_place("r") " || ': content item ' || r.id"
    " || ': is the preview of collection \"' || c.slug || '\"'"
    " FROM removed AS r"
    " JOIN collection AS c ON c.preview = r.id"
    " WHERE r.id NOT IN (SELECT id FROM item)"
    " ORDER BY r.file, r.line, c.number LIMIT 1";


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
    "CREATE INDEX IF NOT EXISTS record_file ON record (original);"
    "CREATE INDEX IF NOT EXISTS item_record ON item (record)";


contentlib_stage_t *
contentlib_stage_open(void)
{
    ngx_uint_t           i;
    contentlib_stage_t  *stage;

    stage = ngx_calloc(sizeof(contentlib_stage_t), NULL);

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
    return stage->tags;
}


void
contentlib_stage_file(contentlib_stage_t *stage, const char *name)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_FILE];

    contentlib_sql_bind_string(&stage->sql, statement, 1, name);
    contentlib_sql_execute(&stage->sql, statement);
}


/* the old library has every preview among its items */

ngx_int_t
contentlib_stage_record(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin)
{
    uint32_t          number;
    contentlib_tag_t  tag;

    switch (record->type) {

    case CONTENTLIB_RECORD_ITEM:
        return contentlib_stage_item(stage, place, record, origin);

    case CONTENTLIB_RECORD_TAG:
        tag.slug = record->slug;
        tag.name = record->name;

        return contentlib_stage_tag(stage, place, &tag, origin, &number);

    default: /* CONTENTLIB_RECORD_COLLECTION */

        if (origin != CONTENTLIB_STAGE_OLD
            && contentlib_stage_item(stage, place, record,
                                     CONTENTLIB_STAGE_PREVIEW)
               != NGX_OK)
        {
            return NGX_ERROR;
        }

        return contentlib_stage_collection(stage, place, record, origin);
    }
}


/* what is there already stays, unless the statement replaces it */

static ngx_int_t
contentlib_stage_item(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin)
{
    contentlib_sql_t  *sql;
    sqlite3_stmt      *statement;

    if (contentlib_stage_numbers(stage, place, record->tags, origin)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    sql = &stage->sql;
    statement = stage->statements[CONTENTLIB_STAGE_SQL_ITEM];

    contentlib_sql_bind_integer(sql, statement, 1, record->id);
    contentlib_sql_bind_integer(sql, statement, 2, (int64_t) stage->records);
    contentlib_sql_bind_integer(sql, statement, 3, origin);
    contentlib_sql_bind_integer(sql, statement, 4, (int64_t) place->line);
    contentlib_stage_bind_content(stage, statement, 5, record);

    contentlib_sql_execute(sql, statement);

    if (sqlite3_changes(sql->handle) == 0) {
        return contentlib_stage_again(stage, place, record, origin);
    }

    /* an item that replaces an equal one keeps the record of that one */

    statement = stage->statements[CONTENTLIB_STAGE_SQL_RECORD];

    contentlib_sql_bind_integer(sql, statement, 1, (int64_t) stage->records++);
    contentlib_stage_bind_content(stage, statement, 2, record);
    contentlib_sql_bind_text(sql, statement, 4, &record->alt_text);
    contentlib_sql_bind_text(sql, statement, 5, &record->content_type);
    contentlib_sql_bind_integer(sql, statement, 6, record->created);
    contentlib_sql_bind_text(sql, statement, 7, &record->file);
    contentlib_sql_bind_integer(sql, statement, 8, record->id);

    contentlib_sql_execute(sql, statement);

    return NGX_OK;
}


static ngx_int_t
contentlib_stage_numbers(contentlib_stage_t *stage,
    const contentlib_place_t *place, json_object *tags,
    contentlib_stage_origin_e origin)
{
    size_t             i;
    json_object       *json;
    contentlib_tag_t   tag;

    for (i = 0; i < json_object_array_length(tags); i++) {
        json = json_object_array_get_idx(tags, i);

        tag.slug = contentlib_value_string(json_object_object_get(json,
                                                                  "slug"));
        tag.name = contentlib_value_string(json_object_object_get(json,
                                                                  "name"));

        if (contentlib_stage_tag(stage, place, &tag, origin,
                                 &stage->numbers[i])
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static void
contentlib_stage_bind_content(contentlib_stage_t *stage,
    sqlite3_stmt *statement, int index, const contentlib_record_t *record)
{
    contentlib_sql_bind_blob(&stage->sql, statement, index,
                             (u_char *) stage->numbers,
                             json_object_array_length(record->tags)
                             * sizeof(uint32_t));
    contentlib_sql_bind_blob(&stage->sql, statement, index + 1,
                             record->json.data, record->json.len);
}


/* an item that stays as it is: the preview of a collection may repeat it */

static ngx_int_t
contentlib_stage_again(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin)
{
    ngx_int_t      rc;
    const u_char  *where;
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_ITEM_FIND];

    contentlib_sql_bind_integer(&stage->sql, found, 1, record->id);
    contentlib_stage_bind_content(stage, found, 2, record);

    if (contentlib_sql_step(&stage->sql, found) != NGX_OK) {
        contentlib_stage_damaged();
    }

    where = sqlite3_column_text(found, 1);
    rc = NGX_OK;

    if (origin == CONTENTLIB_STAGE_PREVIEW) {

        if (sqlite3_column_int(found, 2) == 0) {
            rc = contentlib_place_error(place, "\"preview_image\" differs "
                                        "from content item %lld at %s",
                                        (long long) record->id, where);
        }

    } else if (sqlite3_column_int(found, 0) == CONTENTLIB_STAGE_PREVIEW) {
        rc = contentlib_place_error(place, "differs from the "
                                    "\"preview_image\" at %s", where);

    } else {
        rc = contentlib_place_error(place, "was already given at %s", where);
    }

    (void) sqlite3_reset(found);

    return rc;
}


/*
 * Nearly all tags are looked up many times, so a table of fixed size in front
 * of the database has their slugs.
 */

static ngx_int_t
contentlib_stage_tag(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_tag_t *tag,
    contentlib_stage_origin_e origin, uint32_t *number)
{
    contentlib_stage_tag_t  *slot;

    slot = &stage->slots[contentlib_hash_text(&tag->slug)
                         % CONTENTLIB_STAGE_SLOTS];

    if (contentlib_stage_equal(&tag->slug, slot->data, slot->slug)
        && contentlib_stage_equal(&tag->name, slot->data + slot->slug,
                                  slot->name)
        && (!slot->old || origin == CONTENTLIB_STAGE_OLD))
    {
        *number = slot->number;
        return NGX_OK;
    }

    if (contentlib_stage_tag_find(stage, place, tag, origin, number)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    /* a longer one is looked up each time */

    if (tag->slug.len + tag->name.len <= CONTENTLIB_STAGE_ROOM) {
        slot->number = *number;
        slot->old = (origin == CONTENTLIB_STAGE_OLD);
        slot->slug = (uint16_t) tag->slug.len;
        slot->name = (uint16_t) tag->name.len;
        (void) ngx_cpymem(ngx_cpymem(slot->data, tag->slug.data,
                                     tag->slug.len),
                          tag->name.data, tag->name.len);
    }

    return NGX_OK;
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
    contentlib_stage_origin_e origin, uint32_t *number)
{
    ngx_int_t          rc;
    ngx_uint_t         known;
    sqlite3_stmt      *found, *insert;
    contentlib_sql_t  *sql;

    sql = &stage->sql;
    found = stage->statements[CONTENTLIB_STAGE_SQL_TAG_FIND];
    insert = stage->statements[CONTENTLIB_STAGE_SQL_TAG];

    contentlib_sql_bind_text(sql, found, 1, &tag->slug);
    contentlib_sql_bind_text(sql, found, 2, &tag->name);

    known = (contentlib_sql_step(sql, found) == NGX_OK);
    rc = NGX_OK;

    *number = (uint32_t) (known ? sqlite3_column_int64(found, 0)
                                : (int64_t) stage->tags++);

    if (!known
        || (origin != CONTENTLIB_STAGE_OLD
            && sqlite3_column_int(found, 2) == CONTENTLIB_STAGE_OLD))
    {
        contentlib_sql_bind_integer(sql, insert, 1, *number);
        contentlib_sql_bind_text(sql, insert, 2, &tag->slug);
        contentlib_sql_bind_text(sql, insert, 3, &tag->name);
        contentlib_sql_bind_integer(sql, insert, 4, origin);
        contentlib_sql_bind_integer(sql, insert, 5, (int64_t) place->line);
        contentlib_sql_execute(sql, insert);

    } else if (sqlite3_column_type(found, 3) != SQLITE_NULL) {
        rc = contentlib_stage_tag_conflict(found, place, tag);
    }

    (void) sqlite3_reset(found);

    return rc;
}


static ngx_int_t
contentlib_stage_tag_conflict(sqlite3_stmt *found,
    const contentlib_place_t *place, const contentlib_tag_t *tag)
{
    char       one[CONTENTLIB_QUOTE_SIZE], other[CONTENTLIB_QUOTE_SIZE];
    char       slug[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t  name;

    name = contentlib_sql_column(found, 1);

    (void) contentlib_message_quote(slug, tag->slug.data, tag->slug.len);
    (void) contentlib_message_quote(one, tag->name.data, tag->name.len);
    (void) contentlib_message_quote(other, name.data, name.len);

    return contentlib_place_error(place, "the name of tag \"%s\" is \"%s\" "
                                  "here and \"%s\" at %s", slug, one, other,
                                  sqlite3_column_text(found, 3));
}


/* one of the old library keeps its number */

static ngx_int_t
contentlib_stage_collection(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin)
{
    int64_t            number;
    ngx_int_t          rc;
    sqlite3_stmt      *statement;
    contentlib_sql_t  *sql;

    sql = &stage->sql;
    statement = stage->statements[CONTENTLIB_STAGE_SQL_COLLECTION];

    contentlib_sql_bind_text(sql, statement, 1, &record->slug);
    contentlib_sql_bind_text(sql, statement, 2, &record->name);
    contentlib_sql_bind_blob(sql, statement, 3, record->head.data,
                             record->head.len);
    contentlib_sql_bind_integer(sql, statement, 4, record->id);
    contentlib_sql_bind_integer(sql, statement, 5, (int64_t) record->display);
    contentlib_sql_bind_blob(sql, statement, 6, record->tail.data,
                             record->tail.len);
    contentlib_sql_bind_integer(sql, statement, 7, origin);
    contentlib_sql_bind_integer(sql, statement, 8, (int64_t) place->line);

    rc = contentlib_sql_step(sql, statement);
    number = (rc == NGX_OK) ? sqlite3_column_int64(statement, 0) : 0;

    (void) sqlite3_reset(statement);

    if (rc == NGX_OK) {
        return record->items
               ? contentlib_stage_members(stage, place, record->items, number,
                                          origin)
               : NGX_OK;
    }

    statement = stage->statements[CONTENTLIB_STAGE_SQL_COLLECTION_FIND];

    contentlib_sql_bind_text(sql, statement, 1, &record->slug);

    if (contentlib_sql_step(sql, statement) != NGX_OK) {
        contentlib_stage_damaged();
    }

    rc = contentlib_place_error(place, "was already given at %s",
                                sqlite3_column_text(statement, 0));

    (void) sqlite3_reset(statement);

    return rc;
}


/* a later record of a collection replaces the members, if it lists any */

static ngx_int_t
contentlib_stage_members(contentlib_stage_t *stage,
    const contentlib_place_t *place, json_object *items, int64_t number,
    contentlib_stage_origin_e origin)
{
    size_t               i;
    sqlite3_stmt        *clear, *insert;
    contentlib_value_t   id;

    clear = stage->statements[CONTENTLIB_STAGE_SQL_MEMBERS_CLEAR];
    insert = stage->statements[CONTENTLIB_STAGE_SQL_MEMBER];

    contentlib_sql_bind_integer(&stage->sql, clear, 1, number);
    contentlib_sql_execute(&stage->sql, clear);

    contentlib_sql_bind_integer(&stage->sql, insert, 1, number);
    contentlib_sql_bind_integer(&stage->sql, insert, 4, origin);

    for (i = 0; i < json_object_array_length(items); i++) {
        (void) contentlib_value_read(CONTENTLIB_FIELD_ID,
                                     json_object_array_get_idx(items, i), &id);

        contentlib_sql_bind_integer(&stage->sql, insert, 2, id.number);
        contentlib_sql_bind_integer(&stage->sql, insert, 3, (int64_t) i);

        contentlib_sql_execute(&stage->sql, insert);

        if (sqlite3_changes(stage->sql.handle) == 0) {
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
    found = contentlib_sql_prepare(sql, contentlib_stage_preview_removed);

    if (contentlib_sql_step(sql, found) == NGX_OK) {
        contentlib_fail("%s", sqlite3_column_text(found, 0));
    }

    contentlib_sql_run(sql, "DELETE FROM member"
                            " WHERE origin = 0" /* CONTENTLIB_STAGE_OLD */
                            " AND id NOT IN (SELECT id FROM item)");

    found = contentlib_sql_prepare(sql, contentlib_stage_member_missing);

    while (contentlib_sql_step(sql, found) == NGX_OK) {
        (void) contentlib_errors_add(errors, "%s",
                                     sqlite3_column_text(found, 0));
    }
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


ngx_int_t
contentlib_stage_remove(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_REMOVE];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, id);
    contentlib_sql_bind_integer(&stage->sql, statement, 2,
                                (int64_t) place->line);

    contentlib_sql_execute(&stage->sql, statement);

    return sqlite3_changes(stage->sql.handle) ? NGX_OK : NGX_DECLINED;
}


int64_t
contentlib_stage_indexes(contentlib_stage_t *stage)
{
    int64_t        highest;
    sqlite3_stmt  *found;

    contentlib_sql_run(&stage->sql, contentlib_stage_index_schema);

    found = stage->statements[CONTENTLIB_STAGE_SQL_HIGHEST];

    (void) contentlib_sql_step(&stage->sql, found);
    highest = sqlite3_column_int64(found, 0);

    (void) sqlite3_reset(found);

    return highest;
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
        == NGX_OK)
    {
        return NGX_OK;
    }

    (void) contentlib_stage_tag_replace(stage, CONTENTLIB_STAGE_SQL_SLUG, pool,
                                        tag);

    return contentlib_stage_tag(stage, place, tag, CONTENTLIB_STAGE_LISTED,
                                &number);
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
