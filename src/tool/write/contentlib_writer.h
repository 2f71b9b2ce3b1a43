
/*
 * Copyright (C) contentlib authors
 *
 * A library file while its tables are written, and how records are stored.
 */


#ifndef _CONTENTLIB_WRITER_H_INCLUDED_
#define _CONTENTLIB_WRITER_H_INCLUDED_


#include <tool/write/contentlib_collector.h>
#include <tool/write/contentlib_rendered_tags.h>
#include <tool/write/contentlib_write.h>


/* one library being written */

typedef struct {
    contentlib_sql_t         *sql;
    contentlib_stage_t       *stage;
    uint64_t                  n;            /* rows of the stage so far */
    contentlib_rendered_tags_t
                              rendered;
    ngx_pool_t               *pool;         /* of the record at work */
    contentlib_collector_t   *collector;
    uint32_t                 *counts;       /* of the items of each tag */
    sqlite3_stmt             *insert_text;  /* for searches */
} contentlib_writer_t;


/* takes a row of the stage; the pool is empty then */

typedef void (*contentlib_writer_row_pt)(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *statement);

/* all rows that "select" finds in the stage; "text" is for the library */

void contentlib_writer_each(contentlib_writer_t *writer,
    const char *select, const char *text, contentlib_writer_row_pt write);

/*
 * Binds the stored form of a record to two parameters.  Of an error the
 * message says "what" the record is of: "FILE:LINE: content item 5".
 */

void contentlib_writer_bind_record(contentlib_writer_t *writer,
    sqlite3_stmt *insert, int index, const ngx_str_t *json, const char *what);

/* contentlib_write_items.c: the rows of "item" and "item_text" */

void contentlib_write_items(contentlib_writer_t *writer);

/* contentlib_write_lists.c */

void contentlib_write_tags(contentlib_writer_t *writer);
void contentlib_write_collections(contentlib_writer_t *writer);
void contentlib_write_members(contentlib_writer_t *writer);


#endif /* _CONTENTLIB_WRITER_H_INCLUDED_ */
