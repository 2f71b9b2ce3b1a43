
/*
 * Copyright (C) contentlib authors
 *
 * A library file while its tables are written, and how records are stored.
 */


#ifndef _CONTENTLIB_WRITER_H_INCLUDED_
#define _CONTENTLIB_WRITER_H_INCLUDED_


#include <tool/write/contentlib_collector.h>
#include <tool/write/contentlib_write.h>


/* what is known of a tag, by its number */

typedef struct {
    uint32_t                  items;
    uint32_t                  size;         /* in an export */
} contentlib_writer_tag_t;


/* one library being written */

typedef struct {
    contentlib_sql_t         *sql;
    contentlib_stage_t       *stage;
    uint64_t                  n;            /* records of the table so far */
    ngx_pool_t               *pool;         /* of the record at work */
    contentlib_collector_t   *collector;
    contentlib_writer_tag_t  *tags;
    size_t                    media_url;    /* its length */
    sqlite3_stmt             *tag_name;     /* of the stage */
    sqlite3_stmt             *insert_text;  /* for searches */
} contentlib_writer_t;


/* stores the record of a row; the pool is empty at first */

typedef void (*contentlib_writer_record_pt)(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *insert, ngx_str_t *json);

/*
 * All rows that "select" finds in the stage.  The first two columns are what a
 * message calls the record, "FILE:LINE: content item 5", or NULL, and the JSON.
 * "text" is a statement of the library: its parameters are a count of the rows,
 * the record and the marks, then the other columns, as many as it has.
 */

void contentlib_writer_records(contentlib_writer_t *writer,
    const char *select, const char *text, contentlib_writer_record_pt take);
void contentlib_writer_store(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert, ngx_str_t *json);

/* contentlib_write_records.c: the tables of records, and "item_text" */

void contentlib_write_tag_sizes(contentlib_writer_t *writer);
void contentlib_write_items(contentlib_writer_t *writer);
void contentlib_write_tags(contentlib_writer_t *writer);
void contentlib_write_collections(contentlib_writer_t *writer);

/* collects the items of collections */

void contentlib_write_members(contentlib_writer_t *writer);


#endif /* _CONTENTLIB_WRITER_H_INCLUDED_ */
