
/*
 * Copyright (C) contentlib authors
 *
 * Opens a library of format 6 with the statements of an export alone.  Its
 * items have the texts of their tags, and its collections their previews; ten
 * bytes of other numbers precede the marks.
 */


#include <tool/export/contentlib_export.h>


#define CONTENTLIB_EXPORT_PREVIOUS  6       /* the format */
#define CONTENTLIB_EXPORT_HEADER    72      /* bytes */


#define contentlib_export_select(table)                                       \
    "SELECT position, record, substr(marks, 11) FROM " table                  \
    " WHERE position >= ?1 AND position <= ?2 ORDER BY position"


static ngx_uint_t contentlib_export_previous(const char *name);


contentlib_db_t *
contentlib_export_open_any(const char *name)
{
    const char *const  statements[CONTENTLIB_SQL_MAX] = {
        [CONTENTLIB_SQL_META] = contentlib_statements[CONTENTLIB_SQL_META],
        [CONTENTLIB_SQL_ITEMS] = contentlib_export_select("item") " DESC",
        [CONTENTLIB_SQL_TAGS] = contentlib_export_select("tag"),
        [CONTENTLIB_SQL_COLLECTIONS] = contentlib_export_select("collection"),
        [CONTENTLIB_SQL_ITEM_ID] =
                                 contentlib_statements[CONTENTLIB_SQL_ITEM_ID],
        [CONTENTLIB_SQL_POSTINGS] =
                                 contentlib_statements[CONTENTLIB_SQL_POSTINGS]
    };

    if (!contentlib_export_previous(name)) {
        return contentlib_export_open(name);
    }

    return contentlib_export_open_format(name, CONTENTLIB_EXPORT_PREVIOUS,
                                         statements);
}


/* 1 if it is a library of this format: sqlite.org/fileformat2 */

static ngx_uint_t
contentlib_export_previous(const char *name)
{
    int      fd;
    u_char   header[CONTENTLIB_EXPORT_HEADER];
    ssize_t  n;

    fd = open(name, O_RDONLY|O_NONBLOCK|O_CLOEXEC);

    if (fd == -1) {
        return 0;
    }

    n = pread(fd, header, sizeof(header), 0);

    (void) close(fd);

    return n == CONTENTLIB_EXPORT_HEADER
           && ngx_memcmp(header + 60, "\0\0\0\6", 4) == 0
           && ngx_memcmp(header + 68, "clib", 4) == 0;
}
