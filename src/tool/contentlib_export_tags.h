
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of tags while a library is exported: items repeat them, so they
 * are rendered once, as many as there is room for.
 */


#ifndef _CONTENTLIB_EXPORT_TAGS_H_INCLUDED_
#define _CONTENTLIB_EXPORT_TAGS_H_INCLUDED_


#include <api/contentlib_view.h>
#include <library/contentlib_db.h>


typedef struct {
    contentlib_db_t          *db;
    const contentlib_view_t  *view;
    ngx_pool_t               *pool;
    ngx_str_t                *json;         /* by position; no data: not yet */
    size_t                    room;         /* that is left, in bytes */
} contentlib_export_tags_t;


/* NGX_OK or NGX_ERROR; contentlib_export_tags_close() frees what it took */

ngx_int_t contentlib_export_tags_open(contentlib_export_tags_t *tags,
    contentlib_db_t *db, const contentlib_view_t *view);
void contentlib_export_tags_close(contentlib_export_tags_t *tags);

/* the JSON, a comma before it, in "pool" or as long as the tags are open */

ngx_int_t contentlib_export_tags_get(contentlib_export_tags_t *tags,
    uint64_t position, ngx_pool_t *pool, ngx_str_t *json);


#endif /* _CONTENTLIB_EXPORT_TAGS_H_INCLUDED_ */
