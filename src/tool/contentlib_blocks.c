
/*
 * Copyright (C) contentlib authors
 *
 * Converts blocks of positions in functions of SQL.
 */


#include <tool/contentlib_blocks.h>


static void contentlib_blocks_sql_join(sqlite3_context *context, int n,
    sqlite3_value **values);
static void contentlib_blocks_sql_join_end(sqlite3_context *context);
static void contentlib_blocks_sql_count(sqlite3_context *context, int n,
    sqlite3_value **values);
static void contentlib_blocks_add(sqlite3_context *context,
    contentlib_set_t *set, sqlite3_value *value);


void
contentlib_blocks_functions(contentlib_sql_t *sql)
{
    int  code;

    code = sqlite3_create_function(sql->handle, "block_join", 1,
                                   SQLITE_UTF8|SQLITE_DETERMINISTIC, NULL,
                                   NULL, contentlib_blocks_sql_join,
                                   contentlib_blocks_sql_join_end);

    if (code == SQLITE_OK) {
        code = sqlite3_create_function(sql->handle, "block_count", 1,
                                       SQLITE_UTF8|SQLITE_DETERMINISTIC, NULL,
                                       contentlib_blocks_sql_count, NULL,
                                       NULL);
    }

    contentlib_sql_result(sql, code);
}


static void
contentlib_blocks_sql_join(sqlite3_context *context, int n,
    sqlite3_value **values)
{
    contentlib_set_t  set;

    set.size = CONTENTLIB_SET_BLOCK;
    set.words = sqlite3_aggregate_context(context, CONTENTLIB_BLOCKS_BITMAP);

    if (set.words == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }

    contentlib_blocks_add(context, &set, values[0]);
}


static void
contentlib_blocks_add(sqlite3_context *context, contentlib_set_t *set,
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
contentlib_blocks_sql_join_end(sqlite3_context *context)
{
    u_char            bytes[CONTENTLIB_SET_BITMAP];
    contentlib_set_t  set;

    set.size = CONTENTLIB_SET_BLOCK;
    set.words = sqlite3_aggregate_context(context, 0);

    if (set.words == NULL) {
        return;
    }

    contentlib_set_block_write(&set, 0, bytes);

    sqlite3_result_blob(context, bytes,
                        (int) contentlib_set_block_size(
                                             contentlib_set_count(&set)),
                        SQLITE_TRANSIENT);
}


static void
contentlib_blocks_sql_count(sqlite3_context *context, int n,
    sqlite3_value **values)
{
    uint64_t          words[CONTENTLIB_SET_BLOCK / 64];
    contentlib_set_t  set;

    set.size = CONTENTLIB_SET_BLOCK;
    set.words = words;

    contentlib_set_clear(&set);
    contentlib_blocks_add(context, &set, values[0]);

    sqlite3_result_int64(context, (int64_t) contentlib_set_count(&set));
}


void
contentlib_blocks_bitmap(u_char *bitmap, const u_char *list, size_t len)
{
    size_t  i, item;

    for (i = 0; i + 1 < len; i += 2) {
        item = (size_t) (list[i] | list[i + 1] << 8);
        bitmap[item / 8] |= (u_char) (1 << (item % 8));
    }
}
