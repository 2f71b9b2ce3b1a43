
/*
 * Copyright (C) contentlib authors
 *
 * Collects keys in a hash table and pairs of a key and an item in an array,
 * which a counting sort turns into a list for each key.  The lists are appended
 * to a temporary table, and SQLite sorts them once.
 */


#include <tool/write/contentlib_collector.h>

#include <tool/contentlib_hash.h>


/* keys are forgotten between two items if they are more than that */

#define CONTENTLIB_COLLECTOR_KEYS     (128 * 1024)
#define CONTENTLIB_COLLECTOR_BYTES    (16 * 1024 * 1024)

#define CONTENTLIB_COLLECTOR_SLOTS    (32 * 1024)  /* a power of two */
#define CONTENTLIB_COLLECTOR_ENTRIES  (1024 * 1024)

#define CONTENTLIB_COLLECTOR_POOL     65536
#define CONTENTLIB_COLLECTOR_TEXT     256   /* of a statement */


/* small, and with the bytes at its end: most keys are in one cache line */

struct contentlib_collector_key_s {
    contentlib_collector_key_t  *next;      /* in the same slot */
    contentlib_collector_key_t  *next_used; /* that has entries */
    contentlib_collector_key_t  *parent;
    uint64_t                     last;      /* the position added last */
    uint32_t                     end;       /* of its entries, when sorted */
    uint32_t                     hash;
    uint32_t                     len;
    u_char                       bytes[];
};


struct contentlib_collector_s {
    contentlib_sql_t            *sql;
    const char                  *table;
    sqlite3_stmt                *insert;
    ngx_uint_t                   numbers;   /* are the keys */

    ngx_pool_t                  *pool;      /* of the keys */
    contentlib_collector_key_t **slots;
    size_t                       n;         /* keys */
    size_t                       bytes;     /* allocated for these */

    uint64_t                     position;  /* the one added last */
    contentlib_collector_key_t  *used;      /* the keys that have entries */
    contentlib_collector_key_t **entry_keys;
    uint16_t                    *entry_items;
    u_char                      *sorted;    /* items by key */
    size_t                       nentries;
};


static void contentlib_collector_append(contentlib_collector_t *collector,
    contentlib_collector_key_t *key, uint64_t position);
static void contentlib_collector_end(contentlib_collector_t *collector);
static void contentlib_collector_put(contentlib_collector_t *collector,
    const contentlib_collector_key_t *key, const u_char *items, size_t len);


contentlib_collector_t *
contentlib_collector_open(contentlib_sql_t *sql, const char *table)
{
    char                     text[CONTENTLIB_COLLECTOR_TEXT];
    contentlib_collector_t  *collector;

    collector = ngx_calloc(sizeof(contentlib_collector_t), NULL);

    collector->sql = sql;
    collector->table = table;

    /* the system provides memory for the arrays as it is used */

    collector->pool = ngx_create_pool(CONTENTLIB_COLLECTOR_POOL, NULL);
    collector->slots = ngx_calloc(CONTENTLIB_COLLECTOR_SLOTS * sizeof(void *),
                                  NULL);
    collector->entry_keys = ngx_alloc(CONTENTLIB_COLLECTOR_ENTRIES
                                      * sizeof(void *), NULL);
    collector->entry_items = ngx_alloc(CONTENTLIB_COLLECTOR_ENTRIES
                                       * sizeof(uint16_t), NULL);
    collector->sorted = ngx_alloc(CONTENTLIB_COLLECTOR_ENTRIES
                                  * sizeof(uint16_t), NULL);

    (void) snprintf(text, sizeof(text), "CREATE TABLE temp.%s_list"
                    " (key, block, items)", table);

    contentlib_sql_run(sql, text);

    (void) snprintf(text, sizeof(text), "INSERT INTO temp.%s_list"
                    " VALUES (?1, ?2, ?3)", table);

    collector->insert = contentlib_sql_prepare(sql, text);

    return collector;
}


void
contentlib_collector_close(contentlib_collector_t *collector)
{
    ngx_destroy_pool(collector->pool);

    free(collector->slots);
    free(collector->entry_keys);
    free(collector->entry_items);
    free(collector->sorted);
    free(collector);
}


ngx_int_t
contentlib_collector_begin(contentlib_collector_t *collector,
    uint64_t position)
{
    /* an item that has a key twice must find it again */

    if (position == collector->position
        || (collector->n <= CONTENTLIB_COLLECTOR_KEYS
            && collector->bytes <= CONTENTLIB_COLLECTOR_BYTES))
    {
        return NGX_OK;
    }

    contentlib_collector_restart(collector);

    return NGX_DONE;
}


void
contentlib_collector_add(contentlib_collector_t *collector,
    const ngx_str_t *key, uint64_t position)
{
    (void) contentlib_collector_begin(collector, position);

    contentlib_collector_push(collector,
                              contentlib_collector_key(collector, key, NULL),
                              position);
}


void
contentlib_collector_add_number(contentlib_collector_t *collector,
    uint64_t number, uint64_t position)
{
    ngx_str_t  key;

    key.data = (u_char *) &number;
    key.len = sizeof(number);

    collector->numbers = 1;

    contentlib_collector_add(collector, &key, position);
}


contentlib_collector_key_t *
contentlib_collector_find(contentlib_collector_t *collector,
    const ngx_str_t *key)
{
    uint32_t                     hash;
    contentlib_collector_key_t  *found;

    hash = contentlib_hash_text(key);
    found = collector->slots[hash % CONTENTLIB_COLLECTOR_SLOTS];

    while (found != NULL) {

        if (found->hash == hash && found->len == key->len
            && ngx_memcmp(found->bytes, key->data, key->len) == 0)
        {
            break;
        }

        found = found->next;
    }

    return found;
}


contentlib_collector_key_t *
contentlib_collector_key(contentlib_collector_t *collector,
    const ngx_str_t *text, contentlib_collector_key_t *parent)
{
    uint32_t                     hash;
    contentlib_collector_key_t  *key, **slot;

    key = contentlib_collector_find(collector, text);

    if (key != NULL) {
        return key;
    }

    hash = contentlib_hash_text(text);
    key = contentlib_collector_alloc(collector,
                                     sizeof(contentlib_collector_key_t)
                                     + text->len);
    slot = &collector->slots[hash % CONTENTLIB_COLLECTOR_SLOTS];

    key->next = *slot;
    key->next_used = NULL;
    key->parent = parent;
    key->hash = hash;
    key->last = UINT64_MAX;
    key->end = 0;
    key->len = (uint32_t) text->len;

    ngx_memcpy(key->bytes, text->data, text->len);

    *slot = key;

    collector->n++;

    return key;
}


void *
contentlib_collector_alloc(contentlib_collector_t *collector, size_t size)
{
    collector->bytes += size;

    return ngx_palloc(collector->pool, size);
}


void
contentlib_collector_push(contentlib_collector_t *collector,
    contentlib_collector_key_t *key, uint64_t position)
{
    /* a key that has the position is one whose parents have it */

    for ( /* void */ ; key && key->last != position; key = key->parent) {
        contentlib_collector_append(collector, key, position);
    }
}


static void
contentlib_collector_append(contentlib_collector_t *collector,
    contentlib_collector_key_t *key, uint64_t position)
{
    if (position >> CONTENTLIB_BLOCKS_SHIFT
        != collector->position >> CONTENTLIB_BLOCKS_SHIFT
        || collector->nentries == CONTENTLIB_COLLECTOR_ENTRIES)
    {
        contentlib_collector_end(collector);
    }

    if (key->end == 0) {
        key->next_used = collector->used;
        collector->used = key;
    }

    key->last = position;
    key->end++;

    collector->entry_keys[collector->nentries] = key;
    collector->entry_items[collector->nentries] =
                              (uint16_t) (position % CONTENTLIB_SET_BLOCK);
    collector->nentries++;
    collector->position = position;
}


void
contentlib_collector_restart(contentlib_collector_t *collector)
{
    contentlib_collector_end(collector);

    ngx_reset_pool(collector->pool);
    ngx_memzero(collector->slots, CONTENTLIB_COLLECTOR_SLOTS * sizeof(void *));

    collector->n = 0;
    collector->bytes = 0;
}


/* sorts the entries by key; all lists are in the temporary table then */

static void
contentlib_collector_end(contentlib_collector_t *collector)
{
    size_t                       i, at;
    uint32_t                     n, start;
    contentlib_collector_key_t  *key;

    start = 0;

    for (key = collector->used; key; key = key->next_used) {
        n = key->end;
        key->end = start;
        start += n;
    }

    /* "end" is where the items of a key begin; this moves it to their end */

    for (i = 0; i < collector->nentries; i++) {
        at = collector->entry_keys[i]->end++;
        collector->sorted[2 * at] = (u_char) (collector->entry_items[i] & 0xff);
        collector->sorted[2 * at + 1] =
                                      (u_char) (collector->entry_items[i] >> 8);
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
    const contentlib_collector_key_t *key, const u_char *items, size_t len)
{
    u_char             bitmap[CONTENTLIB_BLOCKS_BITMAP];
    uint64_t           number;
    ngx_str_t          text;
    sqlite3_stmt      *insert;
    contentlib_sql_t  *sql;

    sql = collector->sql;
    insert = collector->insert;

    if (len >= 2 * CONTENTLIB_BLOCKS_DENSE) {
        ngx_memzero(bitmap, sizeof(bitmap));
        contentlib_blocks_bitmap(bitmap, items, len);

        items = bitmap;
        len = sizeof(bitmap);
    }

    if (collector->numbers) {
        ngx_memcpy(&number, key->bytes, sizeof(number));
        contentlib_sql_bind_integer(sql, insert, 1, (int64_t) number);

    } else {
        text.data = (u_char *) (uintptr_t) key->bytes;
        text.len = key->len;

        contentlib_sql_bind_text(sql, insert, 1, &text);
    }

    contentlib_sql_bind_integer(sql, insert, 2,
                                (int64_t) (collector->position
                                           >> CONTENTLIB_BLOCKS_SHIFT));
    contentlib_sql_bind_blob(sql, insert, 3, items, len);

    contentlib_sql_execute(sql, insert);
}


void
contentlib_collector_write(contentlib_collector_t *collector)
{
    char  text[CONTENTLIB_COLLECTOR_TEXT];

    contentlib_collector_end(collector);

    (void) snprintf(text, sizeof(text), "INSERT INTO %1$s SELECT key, block,"
                    " block_join(items) FROM temp.%1$s_list GROUP BY key, block"
                    " ORDER BY key, block;"
                    "DROP TABLE temp.%1$s_list", collector->table);

    contentlib_sql_run(collector->sql, text);
}
