
/*
 * Copyright (C) contentlib authors
 *
 * Lists of positions in blocks, as in the table "tag_item": they are collected
 * as plain lists in a temporary database, a block in one piece or several, and
 * come from there in the order of their keys and in the form that
 * data/schema.sql tells.
 */


#ifndef _CONTENTLIB_BLOCKS_H_INCLUDED_
#define _CONTENTLIB_BLOCKS_H_INCLUDED_


#include <library/contentlib_set.h>
#include <tool/contentlib_sql.h>


/* positions of a block are told by 14 bits; from so many on by a bitmap */

#define CONTENTLIB_BLOCKS_SHIFT   14
#define CONTENTLIB_BLOCKS_DENSE   (CONTENTLIB_SET_BITMAP / 2)
#define CONTENTLIB_BLOCKS_BITMAP  CONTENTLIB_SET_BITMAP


typedef struct {
    contentlib_sql_t         *sql;          /* the temporary database */
    const char               *table;        /* there and in the library */
    sqlite3_stmt             *insert;
} contentlib_blocks_t;


/* "table" is a constant */

ngx_int_t contentlib_blocks_open(contentlib_blocks_t *blocks,
    contentlib_sql_t *sql, const char *table);

/*
 * Appends "len" bytes, two for each position, to the list of a key, which the
 * caller has bound to the first parameter of blocks->insert.
 */

ngx_int_t contentlib_blocks_append(contentlib_blocks_t *blocks, uint64_t block,
    const u_char *items, size_t len);

/* a select of key, block and items, in order, from either database */

sqlite3_stmt *contentlib_blocks_select(contentlib_sql_t *sql,
    const char *table);

/* copies all to the table of the library */

ngx_int_t contentlib_blocks_write(contentlib_blocks_t *blocks,
    contentlib_sql_t *library);

/* makes a bitmap, in "bitmap", of a list that is too long to stay one */

void contentlib_blocks_pack(ngx_str_t *items,
    u_char bitmap[CONTENTLIB_BLOCKS_BITMAP]);

/* what is wrong with the form of a block of the library, or NULL */

const char *contentlib_blocks_fault(const ngx_str_t *items);


#endif /* _CONTENTLIB_BLOCKS_H_INCLUDED_ */
