
/*
 * Copyright (C) contentlib authors
 *
 * The stored form of a record: its JSON without the parts that depend on the
 * request, and marks, which tell where these parts are inserted.
 *
 * The marks are a string of 16-bit numbers, little-endian.  The first ones
 * are how many marks of each kind follow, without CONTENTLIB_MARK_NONE.  Each
 * mark is its kind, in the low 3 bits, and its distance from the mark before
 * it, or from the beginning, in bytes of the record.  A longer distance is
 * made of marks of the kind CONTENTLIB_MARK_NONE, which insert nothing.
 */


#ifndef _CONTENTLIB_MARKS_H_INCLUDED_
#define _CONTENTLIB_MARKS_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef enum {
    CONTENTLIB_MARK_NONE = 0,
    CONTENTLIB_MARK_BASE,                   /* base URL and root */
    CONTENTLIB_MARK_FORMAT,                 /* "?format=json", or nothing */
    CONTENTLIB_MARK_MEDIA,                  /* prefix of a media address */
    CONTENTLIB_MARK_PARTNER,                /* name of the partner */
    CONTENTLIB_MARK_QUOTE,                  /* around a number, or nothing */
    CONTENTLIB_MARK_KINDS
} contentlib_mark_e;


#define CONTENTLIB_MARK_SIZE      2         /* bytes of a mark */
#define CONTENTLIB_MARK_BITS      3         /* of the kind */
#define CONTENTLIB_MARK_DISTANCE  8191      /* the longest of one mark */
#define CONTENTLIB_MARKS_HEADER   (CONTENTLIB_MARK_SIZE                       \
                                   * (CONTENTLIB_MARK_KINDS - 1))


/* what is inserted at each kind of mark, escaped as in a JSON string */

typedef struct {
    ngx_str_t                text[CONTENTLIB_MARK_KINDS];
} contentlib_insertions_t;


/*
 * How many bytes the record has with the insertions.  NGX_OK, or NGX_ERROR
 * if the marks are not valid.
 */

ngx_int_t contentlib_marks_size(const ngx_str_t *record,
    const ngx_str_t *marks, const contentlib_insertions_t *insertions,
    size_t *size);

/*
 * Writes the record with the insertions, "size" bytes, as told above.
 * NGX_OK, or NGX_ERROR if the marks do not fit the record.
 */

ngx_int_t contentlib_marks_expand(const ngx_str_t *record,
    const ngx_str_t *marks, const contentlib_insertions_t *insertions,
    u_char *to, size_t size);


#endif /* _CONTENTLIB_MARKS_H_INCLUDED_ */
