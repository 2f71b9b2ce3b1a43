
/*
 * Copyright (C) contentlib authors
 *
 * Finds the texts that are spelled nearly as a term among sorted ones, and
 * looks at few of them: what begins so that it cannot be near is passed.
 */


#ifndef _CONTENTLIB_DISTANCE_H_INCLUDED_
#define _CONTENTLIB_DISTANCE_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_DISTANCE_LONGEST  62     /* characters of the term */
#define CONTENTLIB_DISTANCE_MOST     2

/* for a text without characters, and for each one up to the first too many */

#define CONTENTLIB_DISTANCE_ROWS                                              \
    (CONTENTLIB_DISTANCE_LONGEST + CONTENTLIB_DISTANCE_MOST + 2)


/*
 * The distance is how many characters are inserted, removed, replaced, or
 * exchanged with the next one.  A row has the distances of the first characters
 * of a text to each beginning of the term.
 */

typedef struct {
    ngx_str_t      from;                    /* NULL: no other text is near */

    ngx_uint_t     most;
    ngx_uint_t     same_first;
    ngx_uint_t     n;
    int32_t        term[CONTENTLIB_DISTANCE_LONGEST];

    int32_t        text[CONTENTLIB_DISTANCE_ROWS];
    size_t         ends[CONTENTLIB_DISTANCE_ROWS];
    u_char         rows[CONTENTLIB_DISTANCE_ROWS]
                       [CONTENTLIB_DISTANCE_LONGEST + 1];
    u_char         bytes[CONTENTLIB_DISTANCE_ROWS * sizeof(int32_t)];
} contentlib_distance_t;


/*
 * The term is UTF-8, with more than CONTENTLIB_DISTANCE_MOST characters, and up
 * to CONTENTLIB_DISTANCE_LONGEST.  Near are texts with at most so many
 * differences and, if this is asked for, with the same first character.
 *
 * The caller looks for the first text, in the order of bytes, that is not less
 * than "from", and contentlib_distance_near() returns 1 if this text is near.
 * Then "from" is greater than the text.  A text may have any bytes; if its
 * beginning can be near but what follows is not UTF-8, texts behind it that
 * begin so are passed, too.
 */

void contentlib_distance_begin(contentlib_distance_t *distance,
    const ngx_str_t *term, ngx_uint_t most, ngx_uint_t same_first);
ngx_uint_t contentlib_distance_near(contentlib_distance_t *distance,
    const ngx_str_t *text);


#endif /* _CONTENTLIB_DISTANCE_H_INCLUDED_ */
