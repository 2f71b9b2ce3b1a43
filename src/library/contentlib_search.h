
/*
 * Copyright (C) contentlib authors
 *
 * How a text is searched for: the trigram index is asked for some trigrams of
 * it, since the cost of a phrase grows with its length, and what it finds is
 * compared.  A short text is a key of a table.  A search of words knows which
 * trigrams are frequent, and avoids them.
 */


#ifndef _CONTENTLIB_SEARCH_H_INCLUDED_
#define _CONTENTLIB_SEARCH_H_INCLUDED_


#include <library/contentlib_db.h>


typedef struct {
    size_t                   length;        /* of folded, in code points */
    ngx_uint_t               key;           /* of tables: data/schema.sql */
    ngx_str_t                folded;
    ngx_str_t                pattern;       /* for the trigram index */
} contentlib_search_t;


/*
 * Prepares the search for "text", which is UTF-8 and not empty.  NGX_OK;
 * NGX_DECLINED if nothing can match, because the text holds a NUL or is longer,
 * folded, than "longest"; NGX_ERROR, with the error in the connection, if there
 * is no memory.
 */

ngx_int_t contentlib_search_create(contentlib_search_t *search,
    contentlib_db_t *db, const ngx_str_t *text, uint64_t longest,
    ngx_pool_t *pool);

/* the same for a text that is folded already: NGX_OK or NGX_ERROR */

ngx_int_t contentlib_search_folded(contentlib_search_t *search,
    contentlib_db_t *db, const ngx_str_t *folded, ngx_pool_t *pool);

/* of words: chooses the trigrams that the fewest words have */

void contentlib_search_rarest(contentlib_search_t *search,
    contentlib_db_t *db);

/* binds the values of a statement that asks the trigram index */

void contentlib_search_bind(const contentlib_search_t *search,
    contentlib_db_t *db, contentlib_statement_e sql);


#endif /* _CONTENTLIB_SEARCH_H_INCLUDED_ */
