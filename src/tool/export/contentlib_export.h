
/*
 * Copyright (C) contentlib authors
 *
 * The records of a library in the shapes of the API, one on a line: all tags,
 * all items, all collections, each in the order of its list.  The digest of a
 * library is the SHA-256 of these lines, with the members of collections.
 */


#ifndef _CONTENTLIB_EXPORT_H_INCLUDED_
#define _CONTENTLIB_EXPORT_H_INCLUDED_


#include <library/contentlib_marks.h>
#include <library/contentlib_records.h>
#include <tool/contentlib_message.h>


/* takes a line, with the line feed at its end */

typedef void (*contentlib_export_pt)(void *data, const u_char *bytes,
    size_t len);


typedef struct {
    contentlib_db_t          *db;
    const char               *name;         /* of the file, for messages */
    ngx_str_t                 base_url;
    ngx_str_t                 media_url;
    ngx_str_t                 partner;
    ngx_uint_t                members;      /* collections with "items" */
    ngx_uint_t                without_items;
    contentlib_export_pt      write;
    void                     *data;
    ngx_uint_t                quiet;        /* without progress */

    contentlib_output_t       output;       /* of the line at work */
    u_char                   *line;
    contentlib_list_e         list;
    uint64_t                  collections;  /* so far */
    uint64_t                  lines;
} contentlib_export_t;


/*
 * Opens and checks the file as the module does.  contentlib_db_close() closes
 * it.  The second function opens another format, with its statements; the third
 * one also opens a library of format 6, for an export alone.
 */

contentlib_db_t *contentlib_export_open(const char *name);
contentlib_db_t *contentlib_export_open_format(const char *name,
    int64_t format, const char *const statements[CONTENTLIB_SQL_MAX]);
contentlib_db_t *contentlib_export_open_any(const char *name);

/* an export without options of what "name" has been opened as */

void contentlib_export_init(contentlib_export_t *export, contentlib_db_t *db,
    const char *name);

void contentlib_export_run(contentlib_export_t *export);

/* the digest of what the file holds */

void contentlib_digest(contentlib_db_t *db, const char *name,
    u_char digest[CONTENTLIB_DIGEST_LEN]);


#endif /* _CONTENTLIB_EXPORT_H_INCLUDED_ */
