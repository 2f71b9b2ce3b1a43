
/*
 * Copyright (C) contentlib authors
 *
 * A table as spreadsheets and exiftool write it, cut into rows of cells.  The
 * text is UTF-8, and stays in memory as a whole, because a table is read twice.
 *
 * Owner: whoever opened it; contentlib_csv_close() frees everything.
 */


#ifndef _CONTENTLIB_CSV_H_INCLUDED_
#define _CONTENTLIB_CSV_H_INCLUDED_


#include <tool/record/contentlib_place.h>

#include <csv.h>


/* most cells of a row */

#define CONTENTLIB_CSV_CELLS  1024


typedef struct {
    char                       name[CONTENTLIB_QUOTE_SIZE];
    time_t                     modified;    /* when the file was written */

    contentlib_place_t         place;       /* where the row begins */
    ngx_uint_t                 ncells;
    ngx_str_t                  cells[CONTENTLIB_CSV_CELLS];
    ngx_pool_t                *pool;        /* of the row */

    /* the state of the reader */

    u_char                    *data;        /* zero-terminated */
    size_t                     len;
    size_t                     start;       /* behind what is no row */
    ngx_uint_t                 told;        /* 1: a line tells the separator */
    size_t                     pos;         /* of the next line */
    ngx_uint_t                 line;        /* number of the next line */
    struct csv_parser          parser;
    unsigned                   ended:1;     /* the row has */
} contentlib_csv_t;


/*
 * "name" is that of a file, or "-" for the standard input.  Without "tabs"
 * the first line tells what separates cells.  NULL after an error of the
 * input: the file is no table.
 */

contentlib_csv_t *contentlib_csv_open(const char *name, ngx_uint_t tabs,
    contentlib_errors_t *errors);
void contentlib_csv_close(contentlib_csv_t *csv);

/*
 * The next row; each cell ends in a zero byte.  NGX_OK, NGX_DONE at the end,
 * or NGX_ERROR after an error of the input, behind which there are no rows.
 */

ngx_int_t contentlib_csv_next(contentlib_csv_t *csv);

/* the next row is the first one again */

void contentlib_csv_rewind(contentlib_csv_t *csv);


#endif /* _CONTENTLIB_CSV_H_INCLUDED_ */
