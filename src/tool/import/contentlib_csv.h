
/*
 * Copyright (C) contentlib authors
 *
 * A table as spreadsheets and exiftool write it, cut into rows of cells.  The
 * text is UTF-8, or UTF-16 with a byte order mark, and stays in memory as a
 * whole.
 *
 * Owner: whoever opened it; contentlib_csv_close() frees everything.
 */


#ifndef _CONTENTLIB_CSV_H_INCLUDED_
#define _CONTENTLIB_CSV_H_INCLUDED_


#include <tool/contentlib_message.h>


/* most cells of a row */

#define CONTENTLIB_CSV_CELLS  1024


typedef struct contentlib_csv_s  contentlib_csv_t;


typedef struct {
    ngx_uint_t                line;         /* that it begins on */
    ngx_uint_t                ncells;
    ngx_str_t                *cells;        /* until the next row */
} contentlib_csv_row_t;


/*
 * "name" is that of a file, or "-" for the standard input.  Without "tabs"
 * the first line tells what separates cells.
 */

contentlib_csv_t *contentlib_csv_open(const char *name, ngx_uint_t tabs,
    contentlib_message_t *message);
void contentlib_csv_close(contentlib_csv_t *csv);

/* NGX_OK, NGX_DONE at the end, or NGX_ERROR, after which there are no rows */

ngx_int_t contentlib_csv_next(contentlib_csv_t *csv,
    contentlib_csv_row_t *row);


/* the next row is the first one again */

void contentlib_csv_rewind(contentlib_csv_t *csv);

/* the name as it may stand in a message */

const char *contentlib_csv_name(contentlib_csv_t *csv);

/* when the file was written, in seconds since the epoch */

time_t contentlib_csv_modified(contentlib_csv_t *csv);

/* bytes of the file that the rows so far were made of, about */

uint64_t contentlib_csv_bytes(contentlib_csv_t *csv);


#endif /* _CONTENTLIB_CSV_H_INCLUDED_ */
