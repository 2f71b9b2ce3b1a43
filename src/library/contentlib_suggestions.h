
/*
 * Copyright (C) contentlib authors
 *
 * Search suggestions out of the library file.
 */


#ifndef _CONTENTLIB_SUGGESTIONS_H_INCLUDED_
#define _CONTENTLIB_SUGGESTIONS_H_INCLUDED_


#include <library/contentlib_db.h>


typedef enum {
    CONTENTLIB_SUGGEST_COLLECTION = 0,
    CONTENTLIB_SUGGEST_TAG
} contentlib_suggestion_type_e;


typedef struct {
    contentlib_suggestion_type_e  type;
    ngx_str_t                     text;
    ngx_str_t                     slug;     /* of a text that is not empty */
} contentlib_suggestion_t;


/*
 * At most "limit" suggestions for a text, without the blanks around it:
 * displayed collections, then tags.
 * Of either, names that are the text come first; then those that begin with
 * it, those with a term that begins with it, and those that have it as a part;
 * among these, collections in stored order, and the most used tags first.  An
 * empty text gives displayed collections only.  The text is UTF-8.
 *
 * Returns an array of contentlib_suggestion_t in the pool.  After an error,
 * which is in the connection, it may be NULL.
 */

ngx_array_t *contentlib_suggestions_find(contentlib_db_t *db,
    const ngx_str_t *text, ngx_uint_t limit, ngx_pool_t *pool);


#endif /* _CONTENTLIB_SUGGESTIONS_H_INCLUDED_ */
