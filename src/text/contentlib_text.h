
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


/* a repaired text, or a folded one, is at most so many times as long */

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

/* bytes of a term, and of the terms of a text, that are a key of the index */

#define CONTENTLIB_TERM_KEY  1024

/*
 * The terms of a folded text, which a search compares, with a space between
 * two.  The text is decomposed (NFKD) and folded again, and the terms are
 * composed.  A term has letters and numbers, either of scripts without spaces
 * or of others; or it is a symbol, or the two symbols of a flag.  Symbols, and
 * the letters that need them, keep their marks, and the letters of
 * contentlib_term_letter() are replaced.  Skin tones are dropped.  An
 * apostrophe between two letters is "'"; everything else separates terms, also
 * bytes that are not UTF-8.  The result is in the pool.  NGX_OK, or NGX_ERROR
 * if there is no memory.
 */

ngx_int_t contentlib_term_text(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *terms);

/*
 * A term with apostrophes is the term without them, and its parts: those of two
 * characters or more, and those between two apostrophes.  The first function
 * gives the next part from "*at" on: NGX_OK, or NGX_DONE if there is none.  The
 * second one takes all apostrophes out of the terms.
 */

ngx_int_t contentlib_term_part(const ngx_str_t *term, size_t *at,
    ngx_str_t *part);
void contentlib_term_join(ngx_str_t *terms);

/* whole characters of up to CONTENTLIB_TERM_KEY bytes of the text */

void contentlib_term_key(ngx_str_t *text);

/*
 * What is written for a Latin letter that is folded and decomposed, but no
 * letter of ASCII with marks; NULL for all others.
 */

const char *contentlib_term_letter(int32_t code);

/*
 * 1 if the text has a character of a script that is written without spaces:
 * Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar.
 */

ngx_uint_t contentlib_term_unspaced(const ngx_str_t *text);


#endif /* _CONTENTLIB_TEXT_H_INCLUDED_ */
