
/*
 * Copyright (C) contentlib authors
 *
 * The records of a library in the shapes of the API, one on a line: all tags,
 * all items, all collections, each in the order of its list.  The digest of a
 * library is the SHA-256 of these lines.
 */


#ifndef _CONTENTLIB_EXPORT_H_INCLUDED_
#define _CONTENTLIB_EXPORT_H_INCLUDED_


#include <api/contentlib_view.h>
#include <library/contentlib_db.h>
#include <render/contentlib_render.h>
#include <tool/contentlib_export_tags.h>
#include <tool/contentlib_message.h>
#include <tool/contentlib_progress.h>


#define CONTENTLIB_DIGEST_LEN  64           /* hexadecimal digits */


/* takes lines; NGX_ERROR, with the message set, ends the export */

typedef ngx_int_t (*contentlib_export_pt)(void *data, const u_char *bytes,
    size_t len);


typedef struct {
    contentlib_db_t          *db;
    const char               *name;         /* of the file, for messages */
    contentlib_view_t         view;
    contentlib_export_pt      write;
    void                     *data;
    contentlib_progress_t    *progress;     /* or NULL */
    contentlib_message_t     *message;

    contentlib_export_tags_t  tags;         /* while it runs */
    contentlib_renderer_t    *renderer;
} contentlib_export_t;


/*
 * Opens and checks the file as the module does.  contentlib_db_close() closes
 * it.
 */

ngx_int_t contentlib_export_open(contentlib_db_t **db, const char *name,
    contentlib_message_t *message);

/* the view of an export without options */

void contentlib_export_view(contentlib_view_t *view, contentlib_db_t *db);

ngx_int_t contentlib_export_run(contentlib_export_t *export);

/* sets the message from the error of the library; returns NGX_ERROR */

ngx_int_t contentlib_export_failed(contentlib_db_t *db, const char *name,
    contentlib_message_t *message);

/* the digest of what the file holds */

ngx_int_t contentlib_digest(contentlib_db_t *db, const char *name,
    contentlib_progress_t *progress, contentlib_message_t *message,
    u_char digest[CONTENTLIB_DIGEST_LEN]);


#endif /* _CONTENTLIB_EXPORT_H_INCLUDED_ */
