
/*
 * Copyright (C) contentlib authors
 *
 * The stored form of a record: its JSON without the parts that depend on the
 * request and without the records that it refers to, and marks, which tell
 * where these parts are inserted.
 *
 * The marks are a string of 16-bit numbers, little-endian.  Each mark is its
 * kind, in the low 3 bits, and its distance from the mark before it, or from
 * the beginning, in bytes of the record.  A longer distance is made of marks of
 * the kind CONTENTLIB_MARK_NONE, which insert nothing.
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
    CONTENTLIB_MARK_REFERENCE,              /* tags, or the preview */
    CONTENTLIB_MARK_KINDS
} contentlib_mark_e;


#define CONTENTLIB_MARK_SIZE      2         /* bytes of a mark */
#define CONTENTLIB_MARK_BITS      3         /* of the kind */
#define CONTENTLIB_MARK_DISTANCE  8191      /* the longest of one mark */

/* what "contentlib export" without options inserts */

#define CONTENTLIB_MARK_ROOT      "/api/v1/"
#define CONTENTLIB_MARK_NAME      "partner"


#define contentlib_marks_number(p)                                            \
    ((ngx_uint_t) (p)[0] | (ngx_uint_t) (p)[1] << 8)

#define contentlib_marks_kind(number)                                         \
    ((number) & ((1 << CONTENTLIB_MARK_BITS) - 1))


/* what is inserted at each kind of mark, escaped as in a JSON string */

typedef struct {
    ngx_str_t                 text[CONTENTLIB_MARK_KINDS];
} contentlib_insertions_t;


/*
 * Takes records, one after the other.  "room" makes room for so many bytes
 * behind "p", which it may move with all that was written; NGX_OK or NGX_ERROR.
 */

typedef struct contentlib_output_s  contentlib_output_t;

struct contentlib_output_s {
    contentlib_insertions_t   insertions;
    u_char                   *p;            /* behind what was written */
    u_char                   *last;         /* of the room */
    ngx_int_t               (*room)(contentlib_output_t *output, size_t size);
    ngx_int_t               (*end)(contentlib_output_t *output);
                                            /* a record was written: NGX_OK or
                                               NGX_ERROR */
    void                     *data;

    /* takes the numbers of tags, which are not written then; or NULL */

    ngx_str_t                *numbers;
    unsigned                  counts:1;     /* tags have their numbers of
                                               items */
};


#define contentlib_output_room(output, size)                                  \
    ((size) <= (size_t) ((output)->last - (output)->p)                        \
     ? NGX_OK : (output)->room(output, size))


/* a record while it is written */

typedef struct {
    const u_char             *record;       /* what is not yet written */
    const u_char             *end;
    const u_char             *mark;         /* the next one */
    const u_char             *last;
    size_t                    counts[CONTENTLIB_MARK_KINDS];
                                            /* of marks so far */
} contentlib_marks_t;


/* the record and its marks live while it is written; NGX_OK or NGX_DECLINED */

ngx_int_t contentlib_marks_begin(contentlib_marks_t *marks,
    const ngx_str_t *record, const ngx_str_t *stored);

/*
 * Writes the record, with the insertions, up to the next reference or to its
 * end.  NGX_OK at a reference, NGX_DONE at the end, NGX_DECLINED if the marks
 * do not fit the record, or NGX_ERROR if there is no room.
 */

ngx_int_t contentlib_marks_write(contentlib_marks_t *marks,
    contentlib_output_t *output);

/*
 * Bytes of a record with so many marks, without references, in the form of
 * "contentlib export".
 */

size_t contentlib_marks_size(size_t record,
    const size_t counts[CONTENTLIB_MARK_KINDS], size_t media_url);


#endif /* _CONTENTLIB_MARKS_H_INCLUDED_ */
