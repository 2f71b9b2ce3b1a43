
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of one record, by its position in its list: kept, or loaded and
 * rendered and then kept.  It lives as long as the pool.
 * Its bytes do not depend on the page that it stands on, so pages, single
 * records, the previews of collections and the tags of items share them.
 *
 * All functions return NGX_OK, NGX_DECLINED if there is no such record, or
 * NGX_ERROR, with the reason in contentlib_db_error() unless it is that a
 * rendering failed.
 */


#ifndef _CONTENTLIB_FRAGMENTS_H_INCLUDED_
#define _CONTENTLIB_FRAGMENTS_H_INCLUDED_


#include <api/contentlib_view.h>
#include <cache/contentlib_cache.h>
#include <library/contentlib_db.h>
#include <render/contentlib_render.h>
#include <service/contentlib_body.h>
#include <metrics/contentlib_metrics.h>


typedef enum {
    CONTENTLIB_NO_RECORD = 0,
    CONTENTLIB_ITEM_RECORD,
    CONTENTLIB_TAG_RECORD,
    CONTENTLIB_COLLECTION_RECORD
} contentlib_record_e;


typedef struct {
    contentlib_db_t          *db;
    contentlib_cache_t       *cache;        /* NULL: nothing is kept */
    contentlib_metrics_t     *metrics;      /* NULL: nothing is counted */
    const contentlib_view_t  *view;
    uint64_t                  number;       /* of the view, in the cache */
    ngx_pool_t               *pool;
    size_t                    copied;       /* bytes of it that nobody shares */

    /* NULL until they are needed; what is made is made there */

    ngx_pool_t               *scratch;
    contentlib_renderer_t    *renderer;
    contentlib_encoder_t     *encoder;

    /* what is expected, in this order */

    contentlib_record_e       record;
    ngx_uint_t                compressed;
    const uint64_t           *positions;
    uint64_t                 *hints;
    ngx_uint_t                n;
} contentlib_fragments_t;


/*
 * NGX_OK, or NGX_ERROR if there is no memory.  Nothing is counted unless the
 * metrics are set after it.
 */

ngx_int_t contentlib_fragments_init(contentlib_fragments_t *fragments,
    contentlib_db_t *db, contentlib_cache_t *cache,
    const contentlib_view_t *view, ngx_pool_t *pool);

/* to be called at last: frees what is not needed while the answer is sent */

void contentlib_fragments_end(contentlib_fragments_t *fragments);

/* so many records will be asked for, in this order */

void contentlib_fragments_expect(contentlib_fragments_t *fragments,
    contentlib_record_e record, ngx_uint_t compressed,
    const uint64_t *positions, ngx_uint_t n);

/* the JSON; the byte before it is a comma */

ngx_int_t contentlib_fragments_json(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_str_t *json);

/* the same compressed */

ngx_int_t contentlib_fragments_piece(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, contentlib_piece_t *piece);


#endif /* _CONTENTLIB_FRAGMENTS_H_INCLUDED_ */
