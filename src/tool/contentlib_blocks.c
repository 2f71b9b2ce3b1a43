
/*
 * Copyright (C) contentlib authors
 *
 * Converts blocks of positions in functions of SQL.
 */


#include <tool/contentlib_blocks.h>

#include <endian.h>


typedef struct {
    size_t                    n;
    uint32_t                  positions[CONTENTLIB_BLOCKS_FEW];
} contentlib_blocks_few_t;


static void contentlib_blocks_sql_join(sqlite3_context *context, int n,
    sqlite3_value **values);
static void contentlib_blocks_sql_join_end(sqlite3_context *context);
static void contentlib_blocks_sql_few(sqlite3_context *context, int n,
    sqlite3_value **values);
static void contentlib_blocks_sql_few_end(sqlite3_context *context);
static ngx_str_t contentlib_blocks_value(sqlite3_value *value);
static size_t contentlib_blocks_item(const u_char *p);


void
contentlib_blocks_functions(contentlib_sql_t *sql)
{
    int  code;

    code = sqlite3_create_function(sql->handle, "block_join", 1,
                                   SQLITE_UTF8|SQLITE_DETERMINISTIC, NULL,
                                   NULL, contentlib_blocks_sql_join,
                                   contentlib_blocks_sql_join_end);

    if (code == SQLITE_OK) {
        code = sqlite3_create_function(sql->handle, "block_few", 2,
                                       SQLITE_UTF8|SQLITE_DETERMINISTIC, NULL,
                                       NULL, contentlib_blocks_sql_few,
                                       contentlib_blocks_sql_few_end);
    }

    contentlib_sql_result(sql, code);
}


static void
contentlib_blocks_sql_join(sqlite3_context *context, int n,
    sqlite3_value **values)
{
    ngx_str_t         items;
    contentlib_set_t  set;

    set.size = CONTENTLIB_SET_BLOCK;
    set.words = sqlite3_aggregate_context(context, CONTENTLIB_BLOCKS_BITMAP);

    if (set.words == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }

    items = contentlib_blocks_value(values[0]);

    /* the temporary file may be damaged */

    if (contentlib_set_add_block(&set, 0, &items) != NGX_OK) {
        sqlite3_result_error_code(context, SQLITE_CORRUPT);
    }
}


void
contentlib_blocks_bitmap(u_char *bitmap, const u_char *list, size_t len)
{
    size_t  i, item;

    for (i = 0; i + 1 < len; i += 2) {
        item = contentlib_blocks_item(list + i);
        bitmap[item / 8] |= (u_char) (1 << (item % 8));
    }
}


static void
contentlib_blocks_sql_join_end(sqlite3_context *context)
{
    size_t            i, len;
    u_char            list[2 * CONTENTLIB_BLOCKS_DENSE];
    uint64_t          position;
    contentlib_set_t  set;

    set.size = CONTENTLIB_SET_BLOCK;
    set.words = sqlite3_aggregate_context(context, 0);

    if (set.words == NULL) {
        return;
    }

    if (contentlib_set_count(&set) >= CONTENTLIB_BLOCKS_DENSE) {

        for (i = 0; i < CONTENTLIB_BLOCKS_BITMAP / sizeof(uint64_t); i++) {
            set.words[i] = htole64(set.words[i]);
        }

        sqlite3_result_blob(context, set.words, CONTENTLIB_BLOCKS_BITMAP,
                            SQLITE_TRANSIENT);
        return;
    }

    len = 0;

    for (position = 0;
         contentlib_set_next(&set, &position) == NGX_OK;
         position++)
    {
        list[len++] = (u_char) (position & 0xff);
        list[len++] = (u_char) (position >> 8);
    }

    sqlite3_result_blob(context, list, (int) len, SQLITE_TRANSIENT);
}


static void
contentlib_blocks_sql_few(sqlite3_context *context, int n,
    sqlite3_value **values)
{
    size_t                    i;
    uint64_t                  position;
    ngx_str_t                 items;
    contentlib_blocks_few_t  *few;

    few = sqlite3_aggregate_context(context, sizeof(contentlib_blocks_few_t));

    if (few == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }

    items = contentlib_blocks_value(values[1]);

    if (items.len >= CONTENTLIB_BLOCKS_BITMAP) {
        few->n = CONTENTLIB_BLOCKS_FEW + 1;
    }

    for (i = 0; i + 1 < items.len; i += 2) {

        if (few->n++ >= CONTENTLIB_BLOCKS_FEW) {
            return;
        }

        position = ((uint64_t) sqlite3_value_int64(values[0])
                    << CONTENTLIB_BLOCKS_SHIFT)
                   + contentlib_blocks_item(items.data + i);

        few->positions[few->n - 1] = htole32((uint32_t) position);
    }
}


static void
contentlib_blocks_sql_few_end(sqlite3_context *context)
{
    contentlib_blocks_few_t  *few;

    few = sqlite3_aggregate_context(context, 0);

    if (few != NULL && few->n <= CONTENTLIB_BLOCKS_FEW) {
        sqlite3_result_blob(context, few->positions, (int) (4 * few->n),
                            SQLITE_TRANSIENT);
    }
}


static ngx_str_t
contentlib_blocks_value(sqlite3_value *value)
{
    ngx_str_t  items;

    items.data = (u_char *) sqlite3_value_blob(value);
    items.len = (size_t) sqlite3_value_bytes(value);

    return items;
}


static size_t
contentlib_blocks_item(const u_char *p)
{
    return (size_t) (p[0] | p[1] << 8);
}
