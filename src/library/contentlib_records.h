
/*
 * Copyright (C) contentlib authors
 *
 * Records of a library file by position.  The positions of tags and
 * collections are those in the lists of the API; the list of items begins with
 * the highest position.
 */


#ifndef _CONTENTLIB_RECORDS_H_INCLUDED_
#define _CONTENTLIB_RECORDS_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_set.h>


/*
 * The lists, and that of tags in two other orders.  In these each tag has a
 * rank, counted from 0, and all that has positions otherwise, a set, matches
 * or a page, has ranks.
 */

typedef enum {
    CONTENTLIB_LIST_ITEMS = 0,
    CONTENTLIB_LIST_TAGS,
    CONTENTLIB_LIST_COLLECTIONS,
    CONTENTLIB_LIST_TAGS_BY_NAME,
    CONTENTLIB_LIST_TAGS_BY_ITEMS,
    CONTENTLIB_LISTS
} contentlib_list_e;


/*
 * Bytes of a stored record, and of the name of a tag or a collection: the
 * importer writes no more, and no more are served.
 */

#define CONTENTLIB_RECORD_LONGEST  (128 * 1024)
#define CONTENTLIB_NAME_LONGEST    1000


/* of meta */

uint64_t contentlib_records_count(contentlib_db_t *db, contentlib_list_e list);

/*
 * Takes a record and its marks (see contentlib_marks.h), which live until it
 * returns.  NGX_ERROR ends the reading.
 */

typedef ngx_int_t (*contentlib_records_pt)(void *data,
    const ngx_str_t *record, const ngx_str_t *marks);

/*
 * Reads the records at n positions, in their order; neighbours, in the order
 * of the list, are read at one go.  NGX_OK, or NGX_ERROR: a record is missing
 * or cannot be read, with the error set, or the handler has returned it.
 */

ngx_int_t contentlib_records_read(contentlib_db_t *db, contentlib_list_e list,
    const uint64_t *positions, ngx_uint_t n, contentlib_records_pt handler,
    void *data);

/*
 * Reads one record: an item by the digits of its identifier, a tag or a
 * collection by its slug.  NGX_DECLINED if there is none, else as above.
 */

ngx_int_t contentlib_records_read_one(contentlib_db_t *db,
    contentlib_list_e list, const ngx_str_t *key,
    contentlib_records_pt handler, void *data);

/*
 * The ranks in a list of tags that are given as those in the order of the
 * number of items: a set in the pool, or the same set if this is the list.
 * NULL for NULL, or if there is no memory: errors are in the connection.
 */

contentlib_set_t *contentlib_records_ranks(contentlib_db_t *db,
    contentlib_list_e list, ngx_pool_t *pool, contentlib_set_t *tags);


#endif /* _CONTENTLIB_RECORDS_H_INCLUDED_ */
