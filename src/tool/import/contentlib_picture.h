
/*
 * Copyright (C) contentlib authors
 *
 * One row of a table of pictures: the columns that it may have, and the content
 * item that it becomes.
 */


#ifndef _CONTENTLIB_PICTURE_H_INCLUDED_
#define _CONTENTLIB_PICTURE_H_INCLUDED_


#include <tool/import/contentlib_csv.h>
#include <tool/stage/contentlib_stage.h>


#define CONTENTLIB_PICTURE_COLUMNS  44


typedef enum {
    CONTENTLIB_PICTURE_FILE = 0,
    CONTENTLIB_PICTURE_WIDTH,
    CONTENTLIB_PICTURE_HEIGHT,
    CONTENTLIB_PICTURE_SIZE,
    CONTENTLIB_PICTURE_TYPE,

    CONTENTLIB_PICTURE_ID,
    CONTENTLIB_PICTURE_ALT_TEXT,
    CONTENTLIB_PICTURE_TAGS,
    CONTENTLIB_PICTURE_CREATED,

    CONTENTLIB_PICTURE_THUMBNAIL,
    CONTENTLIB_PICTURE_THUMBNAIL_WIDTH,
    CONTENTLIB_PICTURE_THUMBNAIL_HEIGHT,

    CONTENTLIB_PICTURE_LARGE,
    CONTENTLIB_PICTURE_LARGE_WIDTH,
    CONTENTLIB_PICTURE_LARGE_HEIGHT,

    CONTENTLIB_PICTURE_CLIP,
    CONTENTLIB_PICTURE_CLIP_WIDTH,
    CONTENTLIB_PICTURE_CLIP_HEIGHT,
    CONTENTLIB_PICTURE_CLIP_SIZE,
    CONTENTLIB_PICTURE_CLIP_TYPE,

    CONTENTLIB_PICTURE_ORIGINAL,
    CONTENTLIB_PICTURE_STILL,
    CONTENTLIB_PICTURE_PREVIOUS,
    CONTENTLIB_PICTURE_COLLECTION,
    CONTENTLIB_PICTURE_PREVIEW,
    CONTENTLIB_PICTURE_ANIMATED,
    CONTENTLIB_PICTURE_FIELDS
} contentlib_picture_field_e;


/*
 * Of several columns for one field, the first one that is not empty counts.
 * Names are compared without case, blanks, "-" and "_".
 */

typedef struct {
    const char                *name;
    contentlib_picture_field_e field;
    unsigned                   address:1;   /* no name of a file */
    unsigned                   path:1;      /* as exiftool writes it */
    unsigned                   unit:1;      /* "13 kB", without exiftool -n */
} contentlib_picture_column_t;


extern const contentlib_picture_column_t  contentlib_picture_columns[];


/* the text ends in a zero byte, and is empty if no column has a value */

typedef struct {
    const contentlib_picture_column_t  *column;
    contentlib_record_column_t          name;
    ngx_str_t                           text;
} contentlib_picture_value_t;


typedef struct {
    contentlib_csv_t          *csv;
    contentlib_picture_value_t values[CONTENTLIB_PICTURE_FIELDS];
    ngx_str_t                  directory;   /* that all paths begin with */
    const char                *tag_separator;   /* NULL: each cell's own */
    uint64_t                   tags;        /* cells with tags so far, */
    uint64_t                   separated;   /* of them with a separator, */
    uint64_t                   blanks;      /* and with a blank */
    int64_t                    id;          /* of the item */
    int64_t                    highest;     /* identifier */
    int64_t                    created;     /* default, in microseconds */
    contentlib_stage_t        *stage;
    const ngx_str_t           *media_url;   /* addresses become relative */
} contentlib_picture_row_t;


/* whether the field has the name or the address of a file */

ngx_uint_t contentlib_picture_is_file(contentlib_picture_field_e field);

/* the address of such a field, in the pool of the row */

ngx_str_t contentlib_picture_address(const contentlib_picture_row_t *row,
    contentlib_picture_field_e field);

/* length of the drive in a path of Windows with slashes, "C:/", or 0 */

size_t contentlib_picture_drive(const ngx_str_t *name);

/*
 * The record of the content item, which json_object_put() frees.  Its values
 * are not checked, and have the names of their columns.  A row without an
 * identifier has that of the item with this file, or else the next one above
 * the highest.  A row without a time has that of the item before, or else the
 * default.
 *
 * NGX_OK, NGX_DECLINED if the file is neither a picture nor a video with a
 * still, or NGX_ERROR after an error of the input.
 */

ngx_int_t contentlib_picture_item(contentlib_picture_row_t *row,
    json_object **json);

/*
 * The next name in a cell of names, from "p" on, which becomes NULL behind the
 * last one.  The separator is that of the cell.
 */

const char *contentlib_picture_separator(const contentlib_picture_row_t *row,
    const char *cell);
ngx_str_t contentlib_picture_next(const char **p, const char *separator);

/*
 * The record of a collection, which json_object_put() frees.  Its preview is
 * the file that the row names, or else the item.
 */

json_object *contentlib_picture_collection(contentlib_picture_row_t *row,
    const contentlib_tag_t *collection);


#endif /* _CONTENTLIB_PICTURE_H_INCLUDED_ */
