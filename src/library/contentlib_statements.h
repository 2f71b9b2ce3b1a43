
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

    CONTENTLIB_SQL_ITEM_COUNT,
    CONTENTLIB_SQL_TAG_COUNT,
    CONTENTLIB_SQL_COLLECTION_COUNT,

    CONTENTLIB_SQL_ITEMS,                   /* in the order of lists */
    CONTENTLIB_SQL_TAGS,
    CONTENTLIB_SQL_COLLECTIONS,

    CONTENTLIB_SQL_ITEM,                    /* in the order of lists */
    CONTENTLIB_SQL_TAG,
    CONTENTLIB_SQL_COLLECTION,

    CONTENTLIB_SQL_TAG_POSITION,
    CONTENTLIB_SQL_TAG_NAMED,
    CONTENTLIB_SQL_TAG_ITEMS,

    CONTENTLIB_SQL_TAG_BY_NAME,             /* its place */
    CONTENTLIB_SQL_TAG_BY_ITEMS,
    CONTENTLIB_SQL_NAMED_TAG,               /* the tag at a place */
    CONTENTLIB_SQL_USED_TAG,

    CONTENTLIB_SQL_COLLECTION_POSITION,
    CONTENTLIB_SQL_COLLECTION_PREVIEW,
    CONTENTLIB_SQL_COLLECTION_ITEMS,
    CONTENTLIB_SQL_CONTENT_TYPE_ITEMS,

    /* two ways to search a word, in the order of contentlib_search_way_e */

    CONTENTLIB_SQL_WORD_PHRASE,
    CONTENTLIB_SQL_WORD_VERIFIED,

    CONTENTLIB_SQL_WORD_ENDING,
    CONTENTLIB_SQL_WORD_BEGINNING,
    CONTENTLIB_SQL_WORD,
    CONTENTLIB_SQL_WORD_ITEMS,
    CONTENTLIB_SQL_WORD_GRAM,

    CONTENTLIB_SQL_ITEM_ID,
    CONTENTLIB_SQL_ITEM_COMPARE,
    CONTENTLIB_SQL_ITEM_GRAM,

    /* three ways to search a name, in the order of contentlib_search_way_e */

    CONTENTLIB_SQL_TAG_PHRASE,
    CONTENTLIB_SQL_TAG_VERIFIED,
    CONTENTLIB_SQL_TAG_SCAN,

    CONTENTLIB_SQL_SUGGESTION_PHRASE,
    CONTENTLIB_SQL_SUGGESTION_VERIFIED,
    CONTENTLIB_SQL_SUGGESTION_SCAN,

    CONTENTLIB_SQL_DISPLAYED,
    CONTENTLIB_SQL_DISPLAYED_SCAN,

    CONTENTLIB_SQL_MAX
} contentlib_statement_e;


extern const char *const contentlib_statements[CONTENTLIB_SQL_MAX];


#endif /* _CONTENTLIB_STATEMENTS_H_INCLUDED_ */
