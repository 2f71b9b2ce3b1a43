
/*
 * Copyright (C) contentlib authors
 *
 * Unicode: folding, UTF-8, words and terms, shared by the module and the
 * importer, so that a query is folded exactly as the text that it is compared
 * with.
 */


#ifndef _CONTENTLIB_TEXT_H_INCLUDED_
#define _CONTENTLIB_TEXT_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* a repaired text, or the terms of one, are at most so many times as long */

#define CONTENTLIB_TEXT_GROWTH  3

/* the space, the tab, LF, VT, FF and CR of ASCII: they separate words */

#define contentlib_text_blank(c)  ((c) == ' ' || ((c) >= '\t' && (c) <= '\r'))


/* 1 if the text is UTF-8 as of RFC 3629, else 0 */

ngx_uint_t contentlib_text_valid(const ngx_str_t *text);

/* number of code points of a valid text */

size_t contentlib_text_length(const ngx_str_t *text);

/*
 * Folds a text so that texts that look the same are the same bytes: NFC, full
 * case folding, and no default-ignorable code points, such as the soft hyphen,
 * U+200B and variation selectors.  The result is in the pool.  Of a text that
 * is not UTF-8 only the letters of ASCII are folded.  NGX_OK, or NGX_ERROR if
 * there is no memory.
 */

ngx_int_t contentlib_text_fold(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *folded);

/*
 * Replaces each maximal piece that is not UTF-8 by U+FFFD, as the WHATWG
 * decoder does.  "to" has room for CONTENTLIB_TEXT_GROWTH * from->len bytes.
 * Returns the bytes written.
 */

size_t contentlib_text_repair(u_char *to, const ngx_str_t *from);

/*
 * Length in bytes of the first code point of "p", which ends at "last", or 0
 * if it does not begin with one.
 */

size_t contentlib_text_next(const u_char *p, const u_char *last);

/* 1 if a blank of ASCII is in the text */

ngx_uint_t contentlib_text_has_blank(const ngx_str_t *text);

/* takes the blanks of ASCII and the spaces of Unicode from both ends */

void contentlib_text_trim(ngx_str_t *text);

/*
 * The next word of a text from "*at" on, which is moved behind it: NGX_OK, or
 * NGX_DONE with an empty word at the end of the text.  Words are what is
 * between blanks.
 */

ngx_int_t contentlib_text_word(const ngx_str_t *text, size_t *at,
    ngx_str_t *word);

/*
 * The terms of a folded text, which a search compares: letters, marks, numbers
 * and symbols, without the marks.  An apostrophe between letters is in a term,
 * which is written without it.  Everything else separates terms.
 *
 * contentlib_term_next() gives the place of the next term from "*at" on, which
 * is moved behind it: NGX_OK, or NGX_DONE at the end of the text.
 * contentlib_term_text() writes the terms, with a space between two, as far as
 * there is room, and returns the bytes written.  CONTENTLIB_TEXT_GROWTH times
 * the length of the text is enough for all of them.
 */

ngx_int_t contentlib_term_next(const ngx_str_t *text, size_t *at,
    ngx_str_t *place);
size_t contentlib_term_text(u_char *to, size_t size, const ngx_str_t *text);

/*
 * 1 if the text has a character of a script that is written without spaces:
 * Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar.
 */

ngx_uint_t contentlib_term_unspaced(const ngx_str_t *text);


#endif /* _CONTENTLIB_TEXT_H_INCLUDED_ */
