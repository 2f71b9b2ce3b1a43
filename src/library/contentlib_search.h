
/*
 * Copyright (C) contentlib authors
 *
 * How a text is searched for: the trigram index answers texts of ordinary
 * length exactly, by a phrase.  Of longer ones it is asked for some trigrams,
 * since the cost of a phrase grows with its length, and the candidates are
 * verified.  Texts of one or two characters have no trigram: for items they
 * are a key of their own, other lists are short enough to look at each row.
 *
 * The index finds the first match of a phrase by a walk that cannot rest, and
 * anew in each step.  Among many items that walk is long where matches are
 * rare: the sets of the items that have some pairs of the text's characters
 * are at hand, and tell whether it is worth while.
 */


#ifndef _CONTENTLIB_SEARCH_H_INCLUDED_
#define _CONTENTLIB_SEARCH_H_INCLUDED_


#include <library/contentlib_db.h>


#define CONTENTLIB_SEARCH_ROWS_MIN  16      /* of a step */


typedef enum {
    CONTENTLIB_SEARCH_PHRASE = 0,
    CONTENTLIB_SEARCH_VERIFIED,
    CONTENTLIB_SEARCH_SHORT
} contentlib_search_way_e;


typedef struct {
    contentlib_search_way_e  way;
    size_t                   length;        /* of folded, in code points */
    ngx_str_t                folded;
    ngx_str_t                pattern;       /* the first value to bind */
} contentlib_search_t;


/*
 * Prepares the search for "text", which is UTF-8 and not empty.
 *
 * Returns NGX_OK; NGX_DECLINED if nothing can match, because the text holds
 * a NUL or is longer, folded, than "longest"; NGX_ERROR if there is no memory.
 */

ngx_int_t contentlib_search_create(contentlib_search_t *search,
    const ngx_str_t *text, uint64_t longest, ngx_pool_t *pool);

/*
 * The statement of the search, of the three that begin with "first", bound
 * for the positions, or blocks of them, from after+1 to last.
 */

contentlib_statement_e contentlib_search_bind(contentlib_search_t *search,
    contentlib_db_t *db, contentlib_statement_e first, int64_t after,
    int64_t last);

/*
 * The i-th of some pairs of characters of a text of more than two, spread over
 * it: NGX_OK, or NGX_DONE if there are no more.
 */

ngx_int_t contentlib_search_pair(const contentlib_search_t *search,
    ngx_uint_t i, ngx_str_t *pair);

/*
 * So many rows that a step takes about a quarter of a millisecond, from how
 * long one of "rows" took, in microseconds.
 */

ngx_uint_t contentlib_search_pace(ngx_uint_t rows, uint64_t took);


#endif /* _CONTENTLIB_SEARCH_H_INCLUDED_ */
