
/*
 * Copyright (C) contentlib authors
 *
 * The texts of a table: what programs and people write around a value, or in
 * place of one.  Texts end in a zero byte, and never become longer.
 */


#ifndef _CONTENTLIB_CELL_H_INCLUDED_
#define _CONTENTLIB_CELL_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* takes the blanks of Unicode from both ends of the name of a column */

void contentlib_cell_name(ngx_str_t *name);

/* whether names of columns are equal without case, blanks, "-" and "_" */

ngx_uint_t contentlib_cell_same(const char *one, const char *two);

/* whether the text stands for no number: "NaN", "NULL", "None" */

ngx_uint_t contentlib_cell_none(const char *text);

/* the address alone, of "<ADDRESS>" and of "NAME (ADDRESS)" */

void contentlib_cell_address(ngx_str_t *text);

/* whether an address begins behind a blank or a parenthesis of the text */

ngx_uint_t contentlib_cell_addresses(const char *text);

/*
 * Replaces the character references of HTML that end in a semicolon: decimal,
 * hexadecimal, and by the names of HTML 4 or "apos".  Others stay, also those
 * of control characters other than tab, LF and CR, and what they result in is
 * not decoded again.
 */

void contentlib_cell_decode(ngx_str_t *text);


#endif /* _CONTENTLIB_CELL_H_INCLUDED_ */
