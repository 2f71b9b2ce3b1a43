
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of staged tags, with placeholders: items repeat them, so they are
 * rendered once, as many as there is room for.
 */


#ifndef _CONTENTLIB_RENDERED_TAGS_H_INCLUDED_
#define _CONTENTLIB_RENDERED_TAGS_H_INCLUDED_


#include <tool/import/contentlib_stage.h>


typedef struct {
    contentlib_sql_t         *sql;          /* of the stage */
    sqlite3_stmt             *select;
    ngx_pool_t               *pool;
    ngx_str_t                *json;         /* by number; no data: not yet */
    uint64_t                  n;
    size_t                    room;         /* that is left, in bytes */
} contentlib_rendered_tags_t;


/*
 * NGX_OK or NGX_ERROR with the message set; contentlib_rendered_tags_close()
 * frees what it took, also after an error.
 */

ngx_int_t contentlib_rendered_tags_open(contentlib_rendered_tags_t *tags,
    contentlib_stage_t *stage);
void contentlib_rendered_tags_close(contentlib_rendered_tags_t *tags);

/* the JSON, in "pool" or as long as the tags are open; as above */

ngx_int_t contentlib_rendered_tags_get(contentlib_rendered_tags_t *tags,
    uint64_t number, ngx_pool_t *pool, ngx_str_t *json);

/*
 * The JSON of a staged item with that of its tags, whose numbers are the
 * bytes; in "pool".
 */

ngx_int_t contentlib_rendered_tags_insert(contentlib_rendered_tags_t *tags,
    const ngx_str_t *staged, const ngx_str_t *numbers, ngx_pool_t *pool,
    ngx_str_t *json);


#endif /* _CONTENTLIB_RENDERED_TAGS_H_INCLUDED_ */
