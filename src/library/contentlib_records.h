
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
#include <library/contentlib_marks.h>
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


/* the identifiers of the items before and behind an item, or 0 */

typedef struct {
    int64_t                   previous;
    int64_t                   next;
} contentlib_neighbours_t;


/*
 * Bytes of a record, of a tag, and of the name of a tag or a collection, in the
 * form of "contentlib export": the importer writes no more, and no more are
 * served.  The tags of an item are part of it, and the preview of a collection
 * is not.
 */

#define CONTENTLIB_RECORD_LONGEST  (64 * 1024)
#define CONTENTLIB_TAG_LONGEST     1024
#define CONTENTLIB_NAME_LONGEST    1000


/* of meta */

uint64_t contentlib_records_count(contentlib_db_t *db, contentlib_list_e list);

/*
 * Writes the records at n positions, in their order; neighbours, in the order
 * of the list, are read at one go.  NGX_OK, or NGX_ERROR: a record is missing
 * or cannot be read, with the error set, or the output has returned it.
 */

ngx_int_t contentlib_records_read(contentlib_db_t *db, contentlib_list_e list,
    const uint64_t *positions, ngx_uint_t n, contentlib_output_t *output);

/*
 * Writes one record: an item by the digits of its identifier, a tag or a
 * collection by its slug.  NGX_DECLINED if there is none, else as above.
 * Without an output, which is NULL, the record is looked up only.
 */

ngx_int_t contentlib_records_read_one(contentlib_db_t *db,
    contentlib_list_e list, const ngx_str_t *key, contentlib_output_t *output);

/*
 * The neighbours of an item in the list, by the digits of its identifier:
 * NGX_OK or NGX_ERROR, as above.
 */

ngx_int_t contentlib_records_neighbours(contentlib_db_t *db,
    const ngx_str_t *id, contentlib_neighbours_t *neighbours);

/* the identifier of the item at the position; NGX_OK or NGX_ERROR, as above */

ngx_int_t contentlib_records_id(contentlib_db_t *db, uint64_t position,
    int64_t *id);

/*
 * The ranks in a list of tags that are given as those in the order of the
 * number of items: a set in the pool, or the same set if this is the list.
 * NULL for NULL, or if there is no memory: errors are in the connection.
 */

contentlib_set_t *contentlib_records_ranks(contentlib_db_t *db,
    contentlib_list_e list, ngx_pool_t *pool, contentlib_set_t *tags);


#endif /* _CONTENTLIB_RECORDS_H_INCLUDED_ */
