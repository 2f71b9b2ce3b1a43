
/*
 * Copyright (C) contentlib authors
 *
 * The short strings of the names of tags and the items that carry the tags,
 * for the table "tag_gram".  Items repeat tags, so the strings of a tag are
 * looked up once, and are known as long as there is room.
 *
 * Owner: whoever opened it; contentlib_tag_grams_close() frees everything.
 */


#ifndef _CONTENTLIB_TAG_GRAMS_H_INCLUDED_
#define _CONTENTLIB_TAG_GRAMS_H_INCLUDED_


#include <tool/stage/contentlib_stage.h>
#include <tool/write/contentlib_collector.h>


typedef struct contentlib_tag_grams_name_s  contentlib_tag_grams_name_t;


typedef struct {
    contentlib_collector_t   *collector;
    contentlib_sql_t         *sql;          /* of the stage */
    sqlite3_stmt             *select;
    ngx_pool_t               *pool;         /* of the strings */
    contentlib_tag_grams_name_t
                            **names;        /* by tag; NULL: not known */
    uint64_t                  n;            /* tags */
    size_t                    room;         /* that is left, in strings */
} contentlib_tag_grams_t;


/*
 * "sql" gets the temporary table, and the stage has the names.  NGX_ERROR with
 * the message set; contentlib_tag_grams_close() is to follow, too.
 */

ngx_int_t contentlib_tag_grams_open(contentlib_tag_grams_t *grams,
    contentlib_sql_t *sql, contentlib_stage_t *stage);
void contentlib_tag_grams_close(contentlib_tag_grams_t *grams);

/* the item carries the tag; positions must not descend */

ngx_int_t contentlib_tag_grams_add(contentlib_tag_grams_t *grams, uint64_t tag,
    uint64_t position);


#endif /* _CONTENTLIB_TAG_GRAMS_H_INCLUDED_ */
