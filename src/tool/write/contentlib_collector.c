
/*
 * Copyright (C) contentlib authors
 *
 * Collects keys in a hash table and pairs of a key and a position in an array,
 * which a counting sort turns into a list for each key.  The lists are appended
 * to temporary tables, and SQLite sorts them once.  Functions of SQL join the
 * lists of a block.
 */


#include <tool/write/contentlib_collector.h>

#include <tool/contentlib_hash.h>


/* keys are forgotten between two positions if they are more than that */

#define CONTENTLIB_COLLECTOR_BYTES    (32 * 1024 * 1024)

#define CONTENTLIB_COLLECTOR_SLOTS    (256 * 1024) /* a power of two */
#define CONTENTLIB_COLLECTOR_ENTRIES  (2 * 1024 * 1024)

#define CONTENTLIB_COLLECTOR_POOL     65536
#define CONTENTLIB_COLLECTOR_TEXT     256   /* of a statement */


/* small, and with the bytes at its end: most keys are in one cache line */

struct contentlib_collector_key_s {
    contentlib_collector_key_t  *next;      /* in the same slot */
    contentlib_collector_key_t  *next_used; /* that has entries */
    contentlib_collector_key_t  *parent;
    contentlib_collector_key_t **others;    /* until NULL, or NULL */
    uint64_t                     last;      /* the position added last */
    uint32_t                     end;       /* of its entries, when sorted */
    uint32_t                     hash;
    uint32_t                     len;
    uint8_t                      kind;
    u_char                       bytes[];
};


struct contentlib_collector_s {
    contentlib_sql_t            *sql;
    sqlite3_stmt                *insert[CONTENTLIB_POSTING_MAX];

    ngx_pool_t                  *pool;      /* of the keys */
    contentlib_collector_key_t **slots;
    size_t                       bytes;     /* allocated for these */

    uint64_t                     position;  /* the one that was begun */
    contentlib_collector_key_t  *used;      /* the keys that have entries */
    contentlib_collector_key_t **entry_keys;
    uint16_t                    *entry_positions;
    u_char                      *sorted;    /* positions by key */
    size_t                       nentries;
};


static void contentlib_collector_functions(contentlib_sql_t *sql);
static void contentlib_collector_join(sqlite3_context *context, int n,
    sqlite3_value **values);
static void contentlib_collector_join_end(sqlite3_context *context);
static void contentlib_collector_count(sqlite3_context *context, int n,
    sqlite3_value **values);
static void contentlib_collector_block(sqlite3_context *context,
    contentlib_set_t *set, sqlite3_value *value);
static void *contentlib_collector_alloc(contentlib_collector_t *collector,
    size_t size);
static uint32_t contentlib_collector_hash(contentlib_posting_e kind,
    const ngx_str_t *text);
static void contentlib_collector_append(contentlib_collector_t *collector,
    contentlib_collector_key_t *key);
static void contentlib_collector_end(contentlib_collector_t *collector);
static void contentlib_collector_put(contentlib_collector_t *collector,
    const contentlib_collector_key_t *key, const u_char *list, size_t len);


contentlib_collector_t *
contentlib_collector_open(contentlib_sql_t *sql)
{
    char                     text[CONTENTLIB_COLLECTOR_TEXT];
    ngx_uint_t               kind;
    contentlib_collector_t  *collector;

    collector = ngx_calloc(sizeof(contentlib_collector_t), NULL);

    collector->sql = sql;

    contentlib_collector_functions(sql);

    /* the system provides memory for the arrays as it is used */

    collector->pool = ngx_create_pool(CONTENTLIB_COLLECTOR_POOL, NULL);
    collector->slots = ngx_calloc(CONTENTLIB_COLLECTOR_SLOTS * sizeof(void *),
                                  NULL);
    collector->entry_keys = ngx_alloc(CONTENTLIB_COLLECTOR_ENTRIES
                                      * sizeof(void *), NULL);
    collector->entry_positions = ngx_alloc(CONTENTLIB_COLLECTOR_ENTRIES
                                           * sizeof(uint16_t), NULL);
    collector->sorted = ngx_alloc(CONTENTLIB_COLLECTOR_ENTRIES
                                  * sizeof(uint16_t), NULL);

    for (kind = CONTENTLIB_POSTING_TAG; kind < CONTENTLIB_POSTING_MAX; kind++) {

        (void) snprintf(text, sizeof(text), "CREATE TABLE temp.posting_%u"
                        " (key, block, positions)", (unsigned) kind);

        contentlib_sql_run(sql, text);

        (void) snprintf(text, sizeof(text), "INSERT INTO temp.posting_%u"
                        " VALUES (?1, ?2, ?3)", (unsigned) kind);

        collector->insert[kind] = contentlib_sql_prepare(sql, text);
    }

    return collector;
}


static void
contentlib_collector_functions(contentlib_sql_t *sql)
{
    int  code;

    code = sqlite3_create_function(sql->handle, "block_join", 1,
                                   SQLITE_UTF8|SQLITE_DETERMINISTIC, NULL,
                                   NULL, contentlib_collector_join,
                                   contentlib_collector_join_end);
    contentlib_sql_result(sql, code);

    code = sqlite3_create_function(sql->handle, "block_count", 1,
                                   SQLITE_UTF8|SQLITE_DETERMINISTIC, NULL,
                                   contentlib_collector_count, NULL, NULL);
    contentlib_sql_result(sql, code);
}


static void
contentlib_collector_join(sqlite3_context *context, int n,
    sqlite3_value **values)
{
    contentlib_set_t  set;

    set.size = CONTENTLIB_SET_BLOCK;
    set.words = sqlite3_aggregate_context(context, CONTENTLIB_SET_BITMAP);

    if (set.words == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }

    contentlib_collector_block(context, &set, values[0]);
}


static void
contentlib_collector_block(sqlite3_context *context, contentlib_set_t *set,
    sqlite3_value *value)
{
    ngx_str_t  bytes;

    bytes.data = (u_char *) sqlite3_value_blob(value);
    bytes.len = (size_t) sqlite3_value_bytes(value);

    /* the file may be damaged */

    if (contentlib_set_add_block(set, 0, &bytes) != NGX_OK) {
        sqlite3_result_error_code(context, SQLITE_CORRUPT);
    }
}


static void
contentlib_collector_join_end(sqlite3_context *context)
{
    u_char            bytes[CONTENTLIB_SET_BITMAP];
    const u_char     *end;
    contentlib_set_t  set;

    set.size = CONTENTLIB_SET_BLOCK;
    set.words = sqlite3_aggregate_context(context, 0);

    if (set.words == NULL) {
        return;
    }

    end = contentlib_set_block_write(&set, 0, bytes);

    sqlite3_result_blob(context, bytes, (int) (end - bytes), SQLITE_TRANSIENT);
}


static void
contentlib_collector_count(sqlite3_context *context, int n,
    sqlite3_value **values)
{
    uint64_t          words[CONTENTLIB_SET_BLOCK / 64];
    contentlib_set_t  set;

    set.size = CONTENTLIB_SET_BLOCK;
    set.words = words;

    contentlib_set_clear(&set);
    contentlib_collector_block(context, &set, values[0]);

    sqlite3_result_int64(context, (int64_t) contentlib_set_count(&set));
}


void
contentlib_collector_close(contentlib_collector_t *collector)
{
    ngx_destroy_pool(collector->pool);

    free(collector->slots);
    free(collector->entry_keys);
    free(collector->entry_positions);
    free(collector->sorted);
    free(collector);
}


void
contentlib_collector_begin(contentlib_collector_t *collector,
    uint64_t position)
{
    if (collector->bytes > CONTENTLIB_COLLECTOR_BYTES) {
        contentlib_collector_restart(collector);

    } else if (position / CONTENTLIB_SET_BLOCK
               != collector->position / CONTENTLIB_SET_BLOCK)
    {
        contentlib_collector_end(collector);
    }

    collector->position = position;
}


contentlib_collector_key_t *
contentlib_collector_find(contentlib_collector_t *collector,
    contentlib_posting_e kind, const ngx_str_t *text)
{
    uint32_t                     hash;
    contentlib_collector_key_t  *found;

    hash = contentlib_collector_hash(kind, text);
    found = collector->slots[hash % CONTENTLIB_COLLECTOR_SLOTS];

    while (found != NULL) {

        if (found->hash == hash && found->kind == kind
            && found->len == text->len
            && ngx_memcmp(found->bytes, text->data, text->len) == 0)
        {
            break;
        }

        found = found->next;
    }

    return found;
}


static uint32_t
contentlib_collector_hash(contentlib_posting_e kind, const ngx_str_t *text)
{
    return contentlib_hash_text(text) + (uint32_t) kind * 0x9e3779b1;
}


contentlib_collector_key_t *
contentlib_collector_key(contentlib_collector_t *collector,
    contentlib_posting_e kind, const ngx_str_t *text,
    contentlib_collector_key_t *parent)
{
    contentlib_collector_key_t  *key, **slot;

    key = contentlib_collector_find(collector, kind, text);

    if (key != NULL) {
        return key;
    }

    key = contentlib_collector_alloc(collector,
                                     sizeof(contentlib_collector_key_t)
                                     + text->len);

    key->hash = contentlib_collector_hash(kind, text);

    slot = &collector->slots[key->hash % CONTENTLIB_COLLECTOR_SLOTS];

    key->next = *slot;
    key->next_used = NULL;
    key->parent = parent;
    key->others = NULL;
    key->last = UINT64_MAX;
    key->end = 0;
    key->len = (uint32_t) text->len;
    key->kind = (uint8_t) kind;

    ngx_memcpy(key->bytes, text->data, text->len);

    *slot = key;

    return key;
}


contentlib_collector_key_t **
contentlib_collector_others(contentlib_collector_t *collector,
    contentlib_collector_key_t *key, size_t n)
{
    n = (n + 1) * sizeof(void *);

    key->others = contentlib_collector_alloc(collector, n);
    ngx_memzero(key->others, n);

    return key->others;
}


static void *
contentlib_collector_alloc(contentlib_collector_t *collector, size_t size)
{
    collector->bytes += size;

    return ngx_palloc(collector->pool, size);
}


void
contentlib_collector_push(contentlib_collector_t *collector,
    contentlib_collector_key_t *key)
{
    contentlib_collector_key_t  **other;

    /* a key that has the position is one whose parents and others have it */

    for ( /* void */ ;
         key && key->last != collector->position;
         key = key->parent)
    {
        contentlib_collector_append(collector, key);

        for (other = key->others; other && *other; other++) {
            contentlib_collector_push(collector, *other);
        }
    }
}


static void
contentlib_collector_append(contentlib_collector_t *collector,
    contentlib_collector_key_t *key)
{
    if (collector->nentries == CONTENTLIB_COLLECTOR_ENTRIES) {
        contentlib_collector_end(collector);
    }

    if (key->end == 0) {
        key->next_used = collector->used;
        collector->used = key;
    }

    key->last = collector->position;
    key->end++;

    collector->entry_keys[collector->nentries] = key;
    collector->entry_positions[collector->nentries] =
                    (uint16_t) (collector->position % CONTENTLIB_SET_BLOCK);
    collector->nentries++;
}


void
contentlib_collector_restart(contentlib_collector_t *collector)
{
    contentlib_collector_end(collector);

    ngx_reset_pool(collector->pool);
    ngx_memzero(collector->slots, CONTENTLIB_COLLECTOR_SLOTS * sizeof(void *));

    collector->bytes = 0;
}


/* sorts the entries by key; all lists are in the temporary tables then */

static void
contentlib_collector_end(contentlib_collector_t *collector)
{
    u_char                      *to;
    size_t                       i;
    uint32_t                     n, start;
    contentlib_collector_key_t  *key;

    start = 0;

    for (key = collector->used; key; key = key->next_used) {
        n = key->end;
        key->end = start;
        start += n;
    }

    /* "end" is where the list of a key begins; this moves it to its end */

    for (i = 0; i < collector->nentries; i++) {
        to = collector->sorted + 2 * collector->entry_keys[i]->end++;
        to[0] = (u_char) (collector->entry_positions[i] & 0xff);
        to[1] = (u_char) (collector->entry_positions[i] >> 8);
    }

    start = 0;

    for (key = collector->used; key; key = key->next_used) {
        contentlib_collector_put(collector, key, collector->sorted + 2 * start,
                                 2 * (key->end - start));
        start = key->end;
        key->end = 0;
    }

    collector->used = NULL;
    collector->nentries = 0;
}


static void
contentlib_collector_put(contentlib_collector_t *collector,
    const contentlib_collector_key_t *key, const u_char *list, size_t len)
{
    u_char             bitmap[CONTENTLIB_SET_BITMAP];
    size_t             i;
    uint64_t           number, words[CONTENTLIB_SET_BLOCK / 64];
    ngx_str_t          text;
    sqlite3_stmt      *insert;
    contentlib_set_t   set;
    contentlib_sql_t  *sql;

    sql = collector->sql;
    insert = collector->insert[key->kind];

    if (len >= CONTENTLIB_SET_BITMAP) {
        set.size = CONTENTLIB_SET_BLOCK;
        set.words = words;

        contentlib_set_clear(&set);

        for (i = 0; i < len; i += 2) {
            (void) contentlib_set_add(&set, (uint64_t) (list[i]
                                                        | list[i + 1] << 8));
        }

        (void) contentlib_set_block_write(&set, 0, bitmap);

        list = bitmap;
        len = sizeof(bitmap);
    }

    if (key->kind == CONTENTLIB_POSTING_TAG
        || key->kind == CONTENTLIB_POSTING_COLLECTION)
    {
        ngx_memcpy(&number, key->bytes, sizeof(number));
        contentlib_sql_bind_integer(sql, insert, 1, (int64_t) number);

    } else {
        text.data = (u_char *) key->bytes;
        text.len = key->len;

        contentlib_sql_bind_text(sql, insert, 1, &text);
    }

    contentlib_sql_bind_integer(sql, insert, 2,
                                (int64_t) (collector->position
                                           / CONTENTLIB_SET_BLOCK));
    contentlib_sql_bind_blob(sql, insert, 3, list, len);

    contentlib_sql_execute(sql, insert);
}


void
contentlib_collector_write(contentlib_collector_t *collector,
    contentlib_posting_e kind)
{
    char  text[CONTENTLIB_COLLECTOR_TEXT];

    contentlib_collector_end(collector);

    (void) snprintf(text, sizeof(text), "INSERT INTO posting SELECT %1$u, key,"
                    " block, block_join(positions) FROM temp.posting_%1$u"
                    " GROUP BY key, block ORDER BY key, block;"
                    "DROP TABLE temp.posting_%1$u", (unsigned) kind);

    contentlib_sql_run(collector->sql, text);
}
