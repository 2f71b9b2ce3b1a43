
/*
 * Copyright (C) contentlib authors
 *
 * A table of pictures, as a spreadsheet or exiftool writes it: each row
 * becomes the text of a content item, as JSON.
 *
 * Owner: whoever opened it; contentlib_pictures_close() frees everything.
 */


#ifndef _CONTENTLIB_PICTURES_H_INCLUDED_
#define _CONTENTLIB_PICTURES_H_INCLUDED_


#include <tool/import/contentlib_csv.h>
#include <tool/import/contentlib_existing.h>


typedef struct contentlib_pictures_s  contentlib_pictures_t;


/*
 * Reads the names of the columns.  "partner_ids" is the name of this field.
 * The parameters live longer.
 */

contentlib_pictures_t *contentlib_pictures_open(contentlib_csv_t *csv,
    contentlib_existing_t *existing, const char *partner_ids,
    contentlib_message_t *message);
void contentlib_pictures_close(contentlib_pictures_t *pictures);

/*
 * The next record, and the line of its row.  The text lives until the next
 * call.
 *
 * NGX_OK, NGX_DONE at the end, or NGX_ERROR with the message set.
 */

ngx_int_t contentlib_pictures_next(contentlib_pictures_t *pictures,
    ngx_str_t *text, ngx_uint_t *line);

/* prints what the user may not expect of the rows that were read */

void contentlib_pictures_notes(contentlib_pictures_t *pictures);


#endif /* _CONTENTLIB_PICTURES_H_INCLUDED_ */
