
/*
 * Copyright (C) contentlib authors
 *
 * Writes blocks of positions, packs full ones to bitmaps, and copies them
 * between databases.
 */


#include <tool/contentlib_blocks.h>


#define CONTENTLIB_BLOCKS_TEXT  256         /* of a statement */


static sqlite3_stmt *contentlib_blocks_prepare(contentlib_sql_t *sql,
    const char *before, const char *table, const char *after);
static size_t contentlib_blocks_item(const u_char *p);
static ngx_uint_t contentlib_blocks_ascend(const ngx_str_t *items);
static size_t contentlib_blocks_members(const ngx_str_t *bitmap);


ngx_int_t
contentlib_blocks_open(contentlib_blocks_t *blocks, contentlib_sql_t *sql,
    const char *table)
{
    char  text[CONTENTLIB_BLOCKS_TEXT];

    blocks->sql = sql;
    blocks->table = table;

    (void) snprintf(text, sizeof(text), "CREATE TABLE %s (key, block INTEGER,"
                    " items BLOB, PRIMARY KEY (key, block)) WITHOUT ROWID",
                    table);

    if (contentlib_sql_run(sql, text) != NGX_OK) {
        return NGX_ERROR;
    }

    blocks->insert = contentlib_blocks_prepare(sql, "INSERT INTO ", table,
                             " VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET"
                             " items = CAST(items || excluded.items AS BLOB)");

    return blocks->insert ? NGX_OK : NGX_ERROR;
}


static sqlite3_stmt *
contentlib_blocks_prepare(contentlib_sql_t *sql, const char *before,
    const char *table, const char *after)
{
    char  text[CONTENTLIB_BLOCKS_TEXT];

    (void) snprintf(text, sizeof(text), "%s%s%s", before, table, after);

    return contentlib_sql_prepare(sql, text);
}


ngx_int_t
contentlib_blocks_append(contentlib_blocks_t *blocks, uint64_t block,
    const u_char *items, size_t len)
{
    contentlib_sql_bind_integer(blocks->sql, blocks->insert, 2,
                                (int64_t) block);
    contentlib_sql_bind_blob(blocks->sql, blocks->insert, 3, items, len);

    return contentlib_sql_execute(blocks->sql, blocks->insert);
}


sqlite3_stmt *
contentlib_blocks_select(contentlib_sql_t *sql, const char *table)
{
    return contentlib_blocks_prepare(sql, "SELECT * FROM ", table,
                                     " ORDER BY 1, 2");
}


ngx_int_t
contentlib_blocks_write(contentlib_blocks_t *blocks, contentlib_sql_t *library)
{
    u_char         bitmap[CONTENTLIB_BLOCKS_BITMAP];
    ngx_int_t      rc;
    ngx_str_t      items;
    sqlite3_stmt  *select, *insert;

    select = contentlib_blocks_select(blocks->sql, blocks->table);
    insert = contentlib_blocks_prepare(library, "INSERT INTO ", blocks->table,
                                       " VALUES (?1, ?2, ?3)");

    while ((rc = contentlib_sql_step(blocks->sql, select)) == NGX_OK) {

        items = contentlib_sql_column(select, 2);
        contentlib_blocks_pack(&items, bitmap);

        contentlib_sql_bind_value(library, insert, 1,
                                  sqlite3_column_value(select, 0));
        contentlib_sql_bind_integer(library, insert, 2,
                                    sqlite3_column_int64(select, 1));
        contentlib_sql_bind_blob(library, insert, 3, items.data, items.len);

        if (contentlib_sql_execute(library, insert) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


void
contentlib_blocks_pack(ngx_str_t *items,
    u_char bitmap[CONTENTLIB_BLOCKS_BITMAP])
{
    size_t  i, item;

    if (items->len < 2 * CONTENTLIB_BLOCKS_DENSE) {
        return;
    }

    ngx_memzero(bitmap, CONTENTLIB_BLOCKS_BITMAP);

    for (i = 0; i + 1 < items->len; i += 2) {
        item = contentlib_blocks_item(items->data + i);
        bitmap[item / 8] |= (u_char) (1 << (item % 8));
    }

    items->data = bitmap;
    items->len = CONTENTLIB_BLOCKS_BITMAP;
}


static size_t
contentlib_blocks_item(const u_char *p)
{
    return (size_t) (p[0] | p[1] << 8);
}


const char *
contentlib_blocks_fault(const ngx_str_t *items)
{
    if (items->len == 0) {
        return "an empty block";
    }

    if (items->len % 2 != 0) {
        return "a block of an odd length";
    }

    if (items->len > CONTENTLIB_BLOCKS_BITMAP) {
        return "a list that should be a bitmap";
    }

    if (items->len == CONTENTLIB_BLOCKS_BITMAP) {
        return contentlib_blocks_members(items) < CONTENTLIB_BLOCKS_DENSE
               ? "a bitmap that should be a list" : NULL;
    }

    if (contentlib_blocks_item(items->data + items->len - 2)
        >= CONTENTLIB_SET_BLOCK)
    {
        return "a position outside of the block";
    }

    return contentlib_blocks_ascend(items) ? NULL : "a list out of order";
}


static ngx_uint_t
contentlib_blocks_ascend(const ngx_str_t *items)
{
    size_t  i;

    for (i = 2; i < items->len; i += 2) {
        if (contentlib_blocks_item(items->data + i)
            <= contentlib_blocks_item(items->data + i - 2))
        {
            return 0;
        }
    }

    return 1;
}


static size_t
contentlib_blocks_members(const ngx_str_t *bitmap)
{
    size_t  i, n;

    n = 0;

    for (i = 0; i < bitmap->len; i++) {
        n += (size_t) __builtin_popcount(bitmap->data[i]);
    }

    return n;
}
