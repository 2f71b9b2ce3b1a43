
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
#include <tool/write/contentlib_tag_grams.h>
#include <tool/write/contentlib_terms.h>


typedef struct {
    const char               *name;         /* of the file, for messages */
    const contentlib_meta_t  *meta;
    contentlib_sql_t          sql;          /* the file, read-only */
    ngx_uint_t                faults;
    ngx_uint_t                sound;        /* all records are */
    contentlib_message_t     *message;
} contentlib_check_t;


/* what the importer collects of records and texts */

typedef struct {
    contentlib_collector_t   *tags;
    contentlib_tag_grams_t    tag_grams;
    contentlib_collector_t   *types;        /* of content */
    contentlib_terms_t        terms;
    contentlib_collector_t   *grams;
    contentlib_collector_t   *words;
} contentlib_check_lists_t;


/*
 * A query for what must not be.  Its first column goes between the texts, and
 * so do the next two, if it has them: they stand around the first one.
 */

typedef struct {
    const char               *before;
    const char               *after;
    const char               *query;
} contentlib_check_query_t;


void contentlib_check_fault(contentlib_check_t *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* the checksum of each page */

ngx_int_t contentlib_check_pages(contentlib_check_t *check);

/* the files of relative addresses, in the directory */

ngx_int_t contentlib_check_media(contentlib_check_t *check,
    const char *directory);

/* what single queries can tell, if all records are sound */

ngx_int_t contentlib_check_rows(contentlib_check_t *check);

ngx_int_t contentlib_check_query(contentlib_check_t *check,
    const contentlib_check_query_t *query);

/* each stored record; the lists of items are complete if "sound" is set */

ngx_int_t contentlib_check_records(contentlib_check_t *check,
    contentlib_check_lists_t *lists);

/*
 * The records; then "tag_item", "content_type_item" and "term_item" against the
 * items; "tag_gram" against the items and "tag_text"; "item_gram", "word" and
 * "word_item" against "item_text"; and "collection_item".
 */

ngx_int_t contentlib_check_lists(contentlib_check_t *check);


#endif /* _CONTENTLIB_CHECK_H_INCLUDED_ */
