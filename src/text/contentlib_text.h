
/*
 * Copyright (C) contentlib authors
 *
 * Unicode: case folding, UTF-8, words and terms, shared by the module and the
 * importer, so that a query is folded exactly as the text that it is compared
 * with.
 *
 * Pure functions of bytes and lengths, which allocate nothing.
 */


#ifndef _CONTENTLIB_TEXT_H_INCLUDED_
#define _CONTENTLIB_TEXT_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* a folded text, or a repaired one, is at most so many times as long */

#define CONTENTLIB_TEXT_GROWTH  3

/* the space, the tab, LF, VT, FF and CR of ASCII: they separate words */

#define contentlib_text_blank(c)  ((c) == ' ' || ((c) >= '\t' && (c) <= '\r'))


/* 1 if the text is UTF-8 as of RFC 3629, else 0 */

ngx_uint_t contentlib_text_valid(const ngx_str_t *text);

/* number of code points of a valid text */

size_t contentlib_text_length(const ngx_str_t *text);

/*
 * Full Unicode case folding without normalisation.  "to" has room for
 * CONTENTLIB_TEXT_GROWTH * from->len bytes.  Returns the bytes written.
 * Bytes that are not UTF-8 are copied as they are.
 */

size_t contentlib_text_fold(u_char *to, const ngx_str_t *from);

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

/*
 * The next word of a text from "*at" on, which is moved behind it: NGX_OK, or
 * NGX_DONE with an empty word at the end of the text.  Words are what is
 * between blanks.
 */

ngx_int_t contentlib_text_word(const ngx_str_t *text, size_t *at,
    ngx_str_t *word);

/*
 * The terms of a text: its words without the punctuation around them.  Words
 * are separated by the blanks of ASCII and by the other spaces of Unicode.
 *
 * The next term of a text from "*at" on, which is moved behind its word:
 * NGX_OK, or NGX_DONE at the end of the text.  A word of punctuation alone has
 * no term.
 */

ngx_int_t contentlib_term_next(const ngx_str_t *text, size_t *at,
    ngx_str_t *term);

/* the same for the next word, with the punctuation around it */

ngx_int_t contentlib_term_word(const ngx_str_t *text, size_t *at,
    ngx_str_t *word);

/*
 * 1 if the text has a character of a script that is written without spaces:
 * Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar.
 */

ngx_uint_t contentlib_term_unspaced(const ngx_str_t *text);


#endif /* _CONTENTLIB_TEXT_H_INCLUDED_ */
