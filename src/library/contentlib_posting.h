
/*
 * Copyright (C) contentlib authors
 *
 * The kinds of keys of the table "posting", in the order in which the importer
 * writes them.  A key has the positions of items, of words or of tags; the
 * position of a tag is that in the order of the number of items.  See
 * src/README.md.
 */


#ifndef _CONTENTLIB_POSTING_H_INCLUDED_
#define _CONTENTLIB_POSTING_H_INCLUDED_


typedef enum {
    CONTENTLIB_POSTING_TAG = 1,             /* a tag: items */
    CONTENTLIB_POSTING_COLLECTION,          /* its position: items */
    CONTENTLIB_POSTING_TYPE,                /* its letter: items */
    CONTENTLIB_POSTING_WORD,                /* its position: items */
    CONTENTLIB_POSTING_WORD_PART,           /* three characters: words */
    CONTENTLIB_POSTING_TEXT_PART,           /* a short string: items */
    CONTENTLIB_POSTING_NAME_PART,           /* a short string: tags */
    CONTENTLIB_POSTING_TAG_PART,            /* a short string: items */
    CONTENTLIB_POSTING_BEGINNING,           /* of a term: items */
    CONTENTLIB_POSTING_TERM,                /* items */
    CONTENTLIB_POSTING_TERMS,               /* of an alt text: items */
    CONTENTLIB_POSTING_NAME_TERMS,          /* a short string: tags */
    CONTENTLIB_POSTING_FIRST_TERM,          /* of an alt text: items */
    CONTENTLIB_POSTING_WITHOUT,             /* "tags" or "text": items */
    CONTENTLIB_POSTING_MAX
} contentlib_posting_e;


/* the most characters of a part and of a beginning */

#define CONTENTLIB_POSTING_PARTS       3
#define CONTENTLIB_POSTING_BEGINNINGS  2


#endif /* _CONTENTLIB_POSTING_H_INCLUDED_ */
