
/*
 * Copyright (C) contentlib authors
 *
 * Reads staged items back, and renders them.
 */


#include <tool/import/contentlib_staged_item.h>

#include <tool/record/contentlib_render.h>


static ngx_int_t contentlib_staged_item_renditions(
    contentlib_staged_item_t *staged);
static ngx_int_t contentlib_staged_item_name(int64_t number,
    const ngx_str_t *names, ngx_uint_t n, ngx_str_t *name);
static ngx_int_t contentlib_staged_item_damaged(
    contentlib_staged_item_t *staged);


contentlib_staged_item_t *
contentlib_staged_item_open(contentlib_stage_t *stage,
    contentlib_message_t *message)
{
    contentlib_staged_item_t  *staged;

    staged = ngx_calloc(sizeof(contentlib_staged_item_t), NULL);

    if (staged == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        return NULL;
    }

    staged->message = message;
    staged->nplatforms = contentlib_stage_platforms(stage, &staged->platforms);
    staged->nformats = contentlib_stage_formats(stage, &staged->formats);

    if (contentlib_rendered_tags_open(&staged->tags, stage) != NGX_OK) {
        contentlib_staged_item_close(staged);
        return NULL;
    }

    return staged;
}


void
contentlib_staged_item_close(contentlib_staged_item_t *staged)
{
    contentlib_rendered_tags_close(&staged->tags);
    free(staged);
}


ngx_int_t
contentlib_staged_item_read(contentlib_staged_item_t *staged, int64_t id,
    const ngx_str_t *bytes)
{
    contentlib_item_t    *item;
    contentlib_packed_t  *packed;

    item = &staged->item;
    packed = &staged->packed;

    if (contentlib_pack_read(bytes, packed) != NGX_OK
        || contentlib_staged_item_renditions(staged) != NGX_OK)
    {
        return contentlib_staged_item_damaged(staged);
    }

    item->id = id;
    item->alt_text = packed->alt_text;
    item->content_type = packed->content_type;
    item->created = packed->created;
    item->static_image = packed->static_image;
    item->partner_page = packed->partner_page;

    item->tags.nelts = packed->ntags;
    item->partner_ids.elts = packed->ids;
    item->partner_ids.nelts = packed->nids;

    return NGX_OK;
}


/* downloads come first, and only they have a platform */

static ngx_int_t
contentlib_staged_item_renditions(contentlib_staged_item_t *staged)
{
    size_t                                i, n;
    contentlib_rendition_t               *row;
    const contentlib_packed_rendition_t  *packed;

    n = 0;

    for (i = 0; i < staged->packed.nrenditions; i++) {
        packed = &staged->packed.renditions[i];
        row = &staged->renditions[i];

        row->url = packed->url;
        row->width = packed->width;
        row->height = packed->height;
        row->size = packed->size;

        if (contentlib_staged_item_name(packed->platform, staged->platforms,
                                        staged->nplatforms, &row->platform)
            != NGX_OK
            || contentlib_staged_item_name(packed->format, staged->formats,
                                           staged->nformats, &row->format)
               != NGX_OK)
        {
            return NGX_ERROR;
        }

        n += (packed->platform != CONTENTLIB_ABSENT);
    }

    staged->item.downloads.elts = staged->renditions;
    staged->item.downloads.nelts = n;
    staged->item.pictures.elts = staged->renditions + n;
    staged->item.pictures.nelts = staged->packed.nrenditions - n;

    return NGX_OK;
}


static ngx_int_t
contentlib_staged_item_name(int64_t number, const ngx_str_t *names,
    ngx_uint_t n, ngx_str_t *name)
{
    ngx_str_null(name);

    if (number == CONTENTLIB_ABSENT) {
        return NGX_OK;
    }

    if (number < 0 || (ngx_uint_t) number >= n) {
        return NGX_ERROR;
    }

    *name = names[number];

    return NGX_OK;
}


ngx_int_t
contentlib_staged_item_render(contentlib_staged_item_t *staged,
    ngx_pool_t *pool, ngx_str_t *json)
{
    size_t  i;

    for (i = 0; i < staged->packed.ntags; i++) {

        if (contentlib_rendered_tags_get(&staged->tags,
                                         (uint64_t) staged->packed.tags[i],
                                         pool, &staged->json[i])
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    if (contentlib_render_item(&staged->item, staged->json, pool, json)
        != NGX_OK)
    {
        return contentlib_message_set(staged->message,
                                      "contentlib: out of memory");
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_staged_item_damaged(contentlib_staged_item_t *staged)
{
    return contentlib_message_set(staged->message,
                                  "contentlib: temporary file is damaged");
}
