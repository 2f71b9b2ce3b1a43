
/*
 * Copyright (C) contentlib authors
 *
 * Search suggestions out of the library file.
 */


#ifndef _CONTENTLIB_SUGGESTIONS_H_INCLUDED_
#define _CONTENTLIB_SUGGESTIONS_H_INCLUDED_


#include <library/contentlib_db.h>


/*
 * At most "limit" suggestions for a text: displayed collections in stored
 * order, then tags, the most used ones first.  An empty text gives displayed
 * collections only.
 *
 * Pushes contentlib_suggestion_t onto the initialised array.  Returns NGX_OK,
 * or NGX_ERROR with the reason in contentlib_db_error().
 */

ngx_int_t contentlib_suggestions_load(contentlib_db_t *db,
    const ngx_str_t *text, ngx_uint_t limit, ngx_array_t *suggestions);


#endif /* _CONTENTLIB_SUGGESTIONS_H_INCLUDED_ */
