
/*
 * Copyright (C) contentlib authors
 *
 * The terms of a text: its words without the punctuation around them.  Words
 * are separated by the blanks of ASCII and by the other spaces of Unicode.
 */


#ifndef _CONTENTLIB_TERM_H_INCLUDED_
#define _CONTENTLIB_TERM_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/*
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


#endif /* _CONTENTLIB_TERM_H_INCLUDED_ */
