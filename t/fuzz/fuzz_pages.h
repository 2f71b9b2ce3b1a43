
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: the structural bytes of an SQLite file, by table.  These are
 * headers of pages, pointers to cells, and the numbers before the values of
 * each cell (see section 2.3 of the SQLite file format).
 */


#ifndef _FUZZ_PAGES_H_INCLUDED_
#define _FUZZ_PAGES_H_INCLUDED_


#include <fuzz.h>

#include <sqlite3.h>


#define FUZZ_PAGES_TABLES  64
#define FUZZ_PAGES_DEPTH   8


typedef struct {
    size_t         *offsets;
    size_t          n;
    size_t          size;
} fuzz_table_t;


typedef struct {
    const u_char   *bytes;                  /* the file */
    size_t          len;
    size_t          page;                   /* size of one */
    fuzz_table_t    tables[FUZZ_PAGES_TABLES];
    size_t          n;
} fuzz_pages_t;


static inline void
fuzz_pages_mark(fuzz_table_t *table, size_t offset, size_t n)
{
    for ( /* void */ ; n > 0; n--) {

        if (table->n == table->size) {
            table->size = 2 * table->size + 64;
            table->offsets = realloc(table->offsets,
                                     table->size * sizeof(size_t));
            hold(table->offsets != NULL, "memory");
        }

        table->offsets[table->n++] = offset++;
    }
}


static inline uint64_t
fuzz_pages_varint(const u_char *p, size_t *len)
{
    uint64_t  number;

    number = 0;

    for (*len = 0; *len < 8; /* void */) {
        number = number << 7 | (p[*len] & 0x7f);

        if (!(p[(*len)++] & 0x80)) {
            break;
        }
    }

    return number;
}


static inline size_t
fuzz_pages_number(const u_char *p, size_t n)
{
    size_t  number;

    for (number = 0; n > 0; n--) {
        number = number << 8 | *p++;
    }

    return number;
}


/* length, rowid and types of a record; on an inner page also the child */

static inline void
fuzz_pages_cell(fuzz_pages_t *pages, fuzz_table_t *table, size_t offset,
    u_char type)
{
    size_t    n, len;

    len = (type < 8) ? 4 : 0;

    if (type != 5) {
        (void) fuzz_pages_varint(pages->bytes + offset + len, &n);
        len += n;
    }

    if (type == 5 || type == 13) {
        (void) fuzz_pages_varint(pages->bytes + offset + len, &n);
        len += n;
    }

    if (type != 5) {
        len += (size_t) fuzz_pages_varint(pages->bytes + offset + len, &n);
    }

    if (offset + len <= pages->len) {
        fuzz_pages_mark(table, offset, len);
    }
}


static inline void
fuzz_pages_tree(fuzz_pages_t *pages, fuzz_table_t *table, size_t number,
    ngx_uint_t depth)
{
    u_char         type;
    size_t         i, n, base, header, cell;
    const u_char  *p;

    base = (number - 1) * pages->page;

    hold(number > 0 && base < pages->len && depth < FUZZ_PAGES_DEPTH,
         "a tree of pages");

    header = base + (number == 1 ? 100 : 0);
    p = pages->bytes + header;
    type = p[0];
    n = fuzz_pages_number(p + 3, 2);

    fuzz_pages_mark(table, header, (type < 8 ? 12 : 8) + 2 * n);

    for (i = 0; i < n; i++) {
        cell = base + fuzz_pages_number(p + (type < 8 ? 12 : 8) + 2 * i, 2);
        fuzz_pages_cell(pages, table, cell, type);

        if (type < 8) {
            fuzz_pages_tree(pages, table,
                            fuzz_pages_number(pages->bytes + cell, 4),
                            depth + 1);
        }
    }

    if (type < 8) {
        fuzz_pages_tree(pages, table, fuzz_pages_number(p + 8, 4), depth + 1);
    }
}


/* all tables and indexes, and the table of the schema */

static inline void
fuzz_pages_read(fuzz_pages_t *pages, const char *path, const u_char *bytes,
    size_t len)
{
    int            root;
    sqlite3       *db;
    sqlite3_stmt  *select;

    select = NULL;

    pages->bytes = bytes;
    pages->len = len;
    pages->page = fuzz_pages_number(bytes + 16, 2);
    pages->page = (pages->page == 1) ? 65536 : pages->page;

    hold(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK
         && sqlite3_prepare_v2(db, "SELECT 1 UNION ALL SELECT rootpage FROM"
                               " sqlite_schema WHERE rootpage > 0", -1,
                               &select, NULL)
            == SQLITE_OK, "%s", path);

    while (sqlite3_step(select) == SQLITE_ROW
           && pages->n < FUZZ_PAGES_TABLES)
    {
        root = sqlite3_column_int(select, 0);
        fuzz_pages_tree(pages, &pages->tables[pages->n++], (size_t) root, 0);
    }

    (void) sqlite3_finalize(select);
    (void) sqlite3_close(db);
}


#endif /* _FUZZ_PAGES_H_INCLUDED_ */
