
/*
 * Copyright (C) contentlib authors
 *
 * The parts of "contentlib check".  Each prints a line on the standard error
 * for every fault that it finds, and counts it; NGX_ERROR means that it could
 * not look, with the message set.
 */


#ifndef _CONTENTLIB_CHECK_H_INCLUDED_
#define _CONTENTLIB_CHECK_H_INCLUDED_


#include <library/contentlib_db.h>
#include <tool/write/contentlib_postings.h>
#include <tool/write/contentlib_terms.h>


typedef struct {
    const char               *name;         /* of the file, for messages */
    const contentlib_meta_t  *meta;
    contentlib_sql_t          sql;          /* the file, read-only */
    ngx_uint_t                faults;
    ngx_uint_t                sound;        /* all records are */
    contentlib_message_t     *message;
} contentlib_check_t;


/* lists in blocks: see contentlib_blocks.h */

typedef struct {
    const char               *table;
    const char               *source;       /* what they are made of */
    const char               *before;       /* around the key, in messages */
    const char               *after;
    unsigned                  texts:1;      /* the keys are, not numbers */
} contentlib_check_blocks_t;


/* what is collected while the records are checked */

typedef struct {
    contentlib_postings_t    *tags;
    contentlib_postings_t    *types;        /* of content */
    contentlib_terms_t       *terms;
} contentlib_check_lists_t;


void contentlib_check_fault(contentlib_check_t *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* the checksum of each page */

ngx_int_t contentlib_check_pages(contentlib_check_t *check);

/* the files of relative addresses, in the directory */

ngx_int_t contentlib_check_media(contentlib_check_t *check,
    contentlib_db_t *db, const char *directory);

/* what single queries can tell, if all records are sound */

ngx_int_t contentlib_check_rows(contentlib_check_t *check);

/* each stored record; the lists are complete if "sound" is set */

ngx_int_t contentlib_check_records(contentlib_check_t *check,
    const contentlib_check_lists_t *lists);

/* the table "collection_item" */

ngx_int_t contentlib_check_members(contentlib_check_t *check);

/*
 * The records; then "tag_item", "content_type_item", "term_item" and the counts
 * of "tag" against the items; and "item_gram", "word" and "word_item" against
 * "item_text".
 */

ngx_int_t contentlib_check_postings(contentlib_check_t *check);

/* a table against the one of that name in the temporary database */

ngx_int_t contentlib_check_blocks(contentlib_check_t *check,
    const contentlib_check_blocks_t *blocks, contentlib_sql_t *temporary);


#endif /* _CONTENTLIB_CHECK_H_INCLUDED_ */
