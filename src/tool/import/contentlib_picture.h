
/*
 * Copyright (C) contentlib authors
 *
 * One row of a table of pictures: the columns that it may have, and their
 * values as the text of a content item.
 */


#ifndef _CONTENTLIB_PICTURE_H_INCLUDED_
#define _CONTENTLIB_PICTURE_H_INCLUDED_


#include <tool/import/contentlib_existing.h>


#define CONTENTLIB_PICTURE_COLUMNS  20


typedef struct {
    const char               *file;         /* of the table, for messages */
    ngx_uint_t                line;
    ngx_str_t                 cells[CONTENTLIB_PICTURE_COLUMNS];

    ngx_str_t                 directory;    /* which "SourceFile" is below */
    const char               *partner_ids;  /* the name of this field */
    contentlib_existing_t    *existing;
    ngx_pool_t               *pool;
    contentlib_message_t     *message;
} contentlib_picture_row_t;


/* the number of a column by its name, in any case, or NGX_DECLINED */

ngx_int_t contentlib_picture_column(const ngx_str_t *name);

/* the name of a column by its number */

const char *contentlib_picture_column_name(ngx_uint_t column);

/* the columns that name the file; each row has one of them */

#define CONTENTLIB_PICTURE_IS_FILE(column)  ((column) < 3)

/* the absolute path of the file in "SourceFile", or an empty string */

ngx_str_t contentlib_picture_path(const contentlib_picture_row_t *row);

/*
 * The identifier: NGX_OK, NGX_DECLINED if there is none, or NGX_ERROR with
 * the message set.
 */

ngx_int_t contentlib_picture_id(const contentlib_picture_row_t *row,
    int64_t *id);

/*
 * The text of the content item, in the pool.  A row without an identifier has
 * that of the item with this file, or else the one after "highest", which then
 * is the highest; without a time, that of this item, or else "created", in
 * microseconds.
 *
 * NGX_OK, NGX_DECLINED if the file is neither a picture nor a video with a
 * still, or NGX_ERROR with the message set.
 */

ngx_int_t contentlib_picture_text(const contentlib_picture_row_t *row,
    int64_t *highest, int64_t created, ngx_str_t *text);


#endif /* _CONTENTLIB_PICTURE_H_INCLUDED_ */
