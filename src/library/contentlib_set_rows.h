
/*
 * Copyright (C) contentlib authors
 *
 * Adds to a set what a statement tells, whose values are bound, and resets
 * the statement.  NGX_OK, or NGX_ERROR with the reason in
 * contentlib_db_error().
 */


#ifndef _CONTENTLIB_SET_ROWS_H_INCLUDED_
#define _CONTENTLIB_SET_ROWS_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_set.h>


/* each row is a position */

ngx_int_t contentlib_set_rows(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_set_t *set);

/* each row is a block of positions: its number and its bytes */

ngx_int_t contentlib_set_rows_blocks(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_set_t *set);


#endif /* _CONTENTLIB_SET_ROWS_H_INCLUDED_ */
