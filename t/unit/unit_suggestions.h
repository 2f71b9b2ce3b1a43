
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs and fuzz targets: all suggestions for a text at once.
 */


#ifndef _UNIT_SUGGESTIONS_H_INCLUDED_
#define _UNIT_SUGGESTIONS_H_INCLUDED_


#include <library/contentlib_suggestions.h>


/* NGX_OK, with "found" to read, or NGX_ERROR */

static inline ngx_int_t
unit_suggest(contentlib_suggestions_t *suggestions, contentlib_db_t *db,
    const ngx_str_t *text, ngx_uint_t limit, ngx_pool_t *pool)
{
    ngx_int_t  rc;

    rc = contentlib_suggestions_init(suggestions, db, text, limit, pool);

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED ? NGX_OK : NGX_ERROR;
    }

    do {
        rc = contentlib_suggestions_step(suggestions);
    } while (rc == NGX_AGAIN);

    return rc;
}


#endif /* _UNIT_SUGGESTIONS_H_INCLUDED_ */
