
/*
 * Copyright (C) contentlib authors
 *
 * Opens a library of format 4 with the statements of an export alone: its
 * records are stored as in this format.
 */


#include <tool/export/contentlib_export.h>


#define CONTENTLIB_EXPORT_PREVIOUS  4       /* the format */
#define CONTENTLIB_EXPORT_HEADER    72      /* bytes */


static ngx_uint_t contentlib_export_previous(const char *name);


/* the number of words is not needed */

static const char  contentlib_export_meta[] =
    "SELECT format, digest, built, media_url, items, tags, collections,"
    " longest_alt_text, longest_tag_name, 0 FROM meta"
    " WHERE items = (SELECT coalesce(max(position), -1) + 1 FROM item)"
    " AND tags = (SELECT coalesce(max(position), -1) + 1 FROM tag)"
    " AND collections = (SELECT coalesce(max(position), -1) + 1"
    " FROM collection)";

static const char  contentlib_export_postings[] =
    "SELECT block, items FROM collection_item"
    " WHERE ?1 AND collection >= ?2 AND collection <= ?3";


contentlib_db_t *
contentlib_export_open_any(const char *name)
{
    const char *const  statements[CONTENTLIB_SQL_MAX] = {
        [CONTENTLIB_SQL_META] = contentlib_export_meta,
        [CONTENTLIB_SQL_ITEMS] = contentlib_statements[CONTENTLIB_SQL_ITEMS],
        [CONTENTLIB_SQL_TAGS] = contentlib_statements[CONTENTLIB_SQL_TAGS],
        [CONTENTLIB_SQL_COLLECTIONS] =
                             contentlib_statements[CONTENTLIB_SQL_COLLECTIONS],
        [CONTENTLIB_SQL_POSTINGS] = contentlib_export_postings
    };

    if (!contentlib_export_previous(name)) {
        return contentlib_export_open(name);
    }

    return contentlib_export_open_format(name, CONTENTLIB_EXPORT_PREVIOUS,
                                         statements);
}


/* 1 if it is a library of format 4: sqlite.org/fileformat2 */

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
           && ngx_memcmp(header + 60, "\0\0\0\4", 4) == 0
           && ngx_memcmp(header + 68, "clib", 4) == 0;
}
