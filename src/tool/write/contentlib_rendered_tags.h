
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of staged tags, with placeholders, and their case-folded names.
 * Items repeat their tags, so each tag is rendered once.
 */


#ifndef _CONTENTLIB_RENDERED_TAGS_H_INCLUDED_
#define _CONTENTLIB_RENDERED_TAGS_H_INCLUDED_


#include <tool/stage/contentlib_stage.h>


typedef struct {
    ngx_str_t                 json;
    ngx_str_t                 folded;       /* name */
} contentlib_rendered_tag_t;


typedef struct {
    contentlib_rendered_tag_t
                             *tags;         /* by number */
    uint64_t                  n;
    ngx_pool_t               *pool;
} contentlib_rendered_tags_t;


/* contentlib_rendered_tags_close() frees what it took */

void contentlib_rendered_tags_open(contentlib_rendered_tags_t *tags,
    contentlib_stage_t *stage);
void contentlib_rendered_tags_close(contentlib_rendered_tags_t *tags);

/*
 * A tag, which lives as long as the tags are open.  A number that no tag has
 * ends the program.
 */

const contentlib_rendered_tag_t *contentlib_rendered_tags_get(
    contentlib_rendered_tags_t *tags, uint64_t number);

/*
 * The JSON of a staged item with that of its tags, whose numbers are the
 * bytes; in "pool".
 */

void contentlib_rendered_tags_insert(contentlib_rendered_tags_t *tags,
    const ngx_str_t *staged, const ngx_str_t *numbers, ngx_pool_t *pool,
    ngx_str_t *json);


#endif /* _CONTENTLIB_RENDERED_TAGS_H_INCLUDED_ */
