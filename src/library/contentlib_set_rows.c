
/*
 * Copyright (C) contentlib authors
 *
 * Adds the rows of a statement to a set.
 */


#include <library/contentlib_set_rows.h>


ngx_int_t
contentlib_set_rows(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_set_t *set)
{
    int64_t  position;

    while (contentlib_db_step(db, sql) == NGX_OK) {

        position = contentlib_db_integer(db, sql, 0);

        if (contentlib_set_add(set, (uint64_t) position) != NGX_OK) {
            (void) contentlib_db_corrupt(db, "a position is out of range");
        }
    }

    return contentlib_db_reset(db, sql);
}


ngx_int_t
contentlib_set_rows_blocks(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_set_t *set)
{
    int64_t    block;
    ngx_str_t  bytes;

    while (contentlib_db_step(db, sql) == NGX_OK) {

        block = contentlib_db_integer(db, sql, 0);
        bytes = contentlib_db_blob(db, sql, 1);

        if (contentlib_set_add_block(set, (uint64_t) block, &bytes)
            != NGX_OK)
        {
            (void) contentlib_db_corrupt(db, "a block of items is not valid");
        }
    }

    return contentlib_db_reset(db, sql);
}
