
/*
 * Copyright (C) contentlib authors
 *
 * Every statement that is run on a library file: fixed texts, prepared once,
 * when the file is opened.  Values are bound, never written into a text.
 */


#ifndef _CONTENTLIB_STATEMENTS_H_INCLUDED_
#define _CONTENTLIB_STATEMENTS_H_INCLUDED_


typedef enum {
    CONTENTLIB_SQL_META = 0,

    CONTENTLIB_SQL_ITEMS,                   /* in the order of lists */
    CONTENTLIB_SQL_TAGS,
    CONTENTLIB_SQL_COLLECTIONS,
    CONTENTLIB_SQL_TAGS_BY_NAME,
    CONTENTLIB_SQL_TAGS_BY_ITEMS,

    CONTENTLIB_SQL_ITEM,                    /* in the order of lists */
    CONTENTLIB_SQL_TAG,
    CONTENTLIB_SQL_COLLECTION,

    CONTENTLIB_SQL_TAG_NUMBER,              /* that an item refers to */
    CONTENTLIB_SQL_ITEM_ID,
    CONTENTLIB_SQL_NEIGHBOURS,              /* in the list of items */

    CONTENTLIB_SQL_POSTINGS,
    CONTENTLIB_SQL_KEY_FROM,                /* the first one */

    CONTENTLIB_SQL_ITEMS_WITH,              /* a part */
    CONTENTLIB_SQL_WORDS_WITH,
    CONTENTLIB_SQL_NAMES_WITH,

    CONTENTLIB_SQL_TAG_SLUG,
    CONTENTLIB_SQL_TAG_FOLDED,
    CONTENTLIB_SQL_TAG_NAME,
    CONTENTLIB_SQL_TAG_POSITIONS,
    CONTENTLIB_SQL_TAG_RANKS,
    CONTENTLIB_SQL_COLLECTION_SLUG,
    CONTENTLIB_SQL_COLLECTION_NAMES,

    CONTENTLIB_SQL_MAX
} contentlib_statement_e;


extern const char *const contentlib_statements[CONTENTLIB_SQL_MAX];


#endif /* _CONTENTLIB_STATEMENTS_H_INCLUDED_ */
