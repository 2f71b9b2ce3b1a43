
/*
 * Copyright (C) contentlib authors
 *
 * Records out of the library, rendered, and compressed.
 */


#include <service/contentlib_fragments_private.h>
#include <library/contentlib_collections.h>
#include <library/contentlib_items.h>
#include <library/contentlib_tags.h>


#define CONTENTLIB_FRAGMENT_GROWTH  9       /* of a slug, as it and its URL */
#define CONTENTLIB_FRAGMENT_TAG     64      /* keys and punctuation */


static ngx_int_t contentlib_fragments_make_item(
    contentlib_fragments_t *fragments, uint64_t position, ngx_str_t *json);
static ngx_int_t contentlib_fragments_item_tags(
    contentlib_fragments_t *fragments, const contentlib_item_t *item,
    ngx_str_t **json);
static size_t contentlib_fragments_tags_max(const contentlib_view_t *view,
    ngx_uint_t n);
static ngx_int_t contentlib_fragments_make_tag(
    contentlib_fragments_t *fragments, uint64_t position, ngx_str_t *json);
static ngx_int_t contentlib_fragments_make_collection(
    contentlib_fragments_t *fragments, uint64_t position, ngx_str_t *json);


ngx_int_t
contentlib_fragments_make(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_str_t *json)
{
    if (record != CONTENTLIB_NO_RECORD) {
        contentlib_metrics_add(fragments->metrics, rendered,
                               record - CONTENTLIB_ITEM_RECORD, 1);
    }

    switch (record) {

    case CONTENTLIB_ITEM_RECORD:
        return contentlib_fragments_make_item(fragments, position, json);

    case CONTENTLIB_TAG_RECORD:
        return contentlib_fragments_make_tag(fragments, position, json);

    case CONTENTLIB_COLLECTION_RECORD:
        return contentlib_fragments_make_collection(fragments, position, json);

    default:
        return NGX_DECLINED;
    }
}


static ngx_int_t
contentlib_fragments_make_item(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json)
{
    uint64_t            began;
    ngx_int_t           rc;
    ngx_str_t          *tags;
    contentlib_item_t   item;

    began = contentlib_db_clock();

    rc = contentlib_items_load(fragments->db, position, fragments->scratch,
                               &item);

    contentlib_metrics_time(fragments->metrics, sqlite_seconds,
                            contentlib_db_clock() - began);

    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_fragments_item_tags(fragments, &item, &tags) != NGX_OK) {
        return NGX_ERROR;
    }

    if (fragments->renderer == NULL) {
        fragments->renderer = contentlib_render_create(fragments->view,
                                                       fragments->scratch);
        if (fragments->renderer == NULL) {
            return contentlib_db_no_memory(fragments->db);
        }
    }

    return contentlib_render_item(fragments->renderer, &item, tags,
                                  fragments->scratch, json);
}


static ngx_int_t
contentlib_fragments_item_tags(contentlib_fragments_t *fragments,
    const contentlib_item_t *item, ngx_str_t **json)
{
    size_t       room;
    uint64_t    *positions;
    ngx_int_t    rc;
    ngx_uint_t   i, n;

    n = item->tags.nelts;
    positions = item->tags.elts;

    *json = ngx_palloc(fragments->scratch, n * sizeof(ngx_str_t) + 1);

    if (*json == NULL) {
        return contentlib_db_no_memory(fragments->db);
    }

    room = contentlib_fragments_tags_max(fragments->view, n);

    contentlib_fragments_expect(fragments, CONTENTLIB_TAG_RECORD, 0, positions,
                                n);

    for (i = 0; i < n; i++) {

        rc = contentlib_fragments_get(fragments, CONTENTLIB_TAG_RECORD,
                                      positions[i], fragments->scratch,
                                      &(*json)[i]);

        if (rc == NGX_DECLINED) {
            return contentlib_db_corrupt(fragments->db,
                                         "an item's tag is not there");
        }

        if (rc != NGX_OK) {
            return NGX_ERROR;
        }

        if ((*json)[i].len > room) {
            return contentlib_db_corrupt(fragments->db,
                                         "an item's tags are too large");
        }

        room -= (*json)[i].len;
    }

    return NGX_OK;
}


/*
 * What the slugs and names of a record of the largest size can come to when
 * each of their bytes is escaped, and the tags' addresses with them.
 */

static size_t
contentlib_fragments_tags_max(const contentlib_view_t *view, ngx_uint_t n)
{
    return CONTENTLIB_FRAGMENT_GROWTH
           * (CONTENTLIB_RECORD_MAX
              + n * (view->base_url.len + view->root.len + view->format.len
                     + CONTENTLIB_FRAGMENT_TAG));
}


static ngx_int_t
contentlib_fragments_make_tag(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json)
{
    uint64_t          began;
    ngx_int_t         rc;
    contentlib_tag_t  tag;

    began = contentlib_db_clock();

    rc = contentlib_tags_load(fragments->db, position, fragments->scratch,
                              &tag);

    contentlib_metrics_time(fragments->metrics, sqlite_seconds,
                            contentlib_db_clock() - began);

    if (rc != NGX_OK) {
        return rc;
    }

    return contentlib_render_tag(&tag, fragments->view, fragments->scratch,
                                 json);
}


static ngx_int_t
contentlib_fragments_make_collection(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json)
{
    uint64_t                 began;
    ngx_int_t                rc;
    ngx_str_t                preview;
    contentlib_collection_t  collection;

    began = contentlib_db_clock();

    rc = contentlib_collections_load(fragments->db, position,
                                     fragments->scratch, &collection);

    contentlib_metrics_time(fragments->metrics, sqlite_seconds,
                            contentlib_db_clock() - began);

    if (rc != NGX_OK) {
        return rc;
    }

    rc = contentlib_fragments_get(fragments, CONTENTLIB_ITEM_RECORD,
                                  collection.preview, fragments->scratch,
                                  &preview);

    if (rc == NGX_DECLINED) {
        return contentlib_db_corrupt(fragments->db,
                                     "a preview is not in the library");
    }

    if (rc != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_render_collection(&collection, &preview,
                                        fragments->view, fragments->scratch,
                                        json);
}


/* the comma is not compressed along: it stands before some pages only */

ngx_int_t
contentlib_fragments_compress(contentlib_fragments_t *fragments,
    const ngx_str_t *json, contentlib_piece_t *piece)
{
    u_char     *p;
    ngx_str_t   blocks, text;

    if (fragments->encoder == NULL) {
        fragments->encoder = contentlib_encoding_create(fragments->scratch);

        if (fragments->encoder == NULL) {
            return NGX_ERROR;
        }
    }

    if (contentlib_encoding_blocks(fragments->encoder, json, &blocks)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    p = ngx_pnalloc(fragments->scratch, CONTENTLIB_BODY_COMMA + blocks.len);
    if (p == NULL) {
        return NGX_ERROR;
    }

    piece->blocks.data = p;
    piece->blocks.len = CONTENTLIB_BODY_COMMA + blocks.len;

    p = contentlib_body_comma(p);
    ngx_memcpy(p, blocks.data, blocks.len);

    text.data = json->data - 1;
    text.len = json->len + 1;

    contentlib_encoding_sum(&piece->alone, json);
    contentlib_encoding_sum(&piece->joined, &text);

    return NGX_OK;
}
