
/*
 * Copyright (C) contentlib authors
 *
 * Each value of a filter gives a set of items; the sets are intersected.  A
 * value about tags gives a set of tags first, and then the items of these
 * tags.
 */


#include <library/contentlib_filter.h>
#include <library/contentlib_filter_text.h>
#include <library/contentlib_search.h>
#include <library/contentlib_set_rows.h>


/* adds the items, or the tags, that have the value to the set */

typedef ngx_int_t (*contentlib_filter_find_pt)(contentlib_db_t *db,
    const ngx_str_t *value, ngx_pool_t *pool, contentlib_set_t *set);


typedef struct {
    size_t                     offset;      /* in contentlib_filter_t */
    contentlib_filter_find_pt  find;
} contentlib_filter_value_t;


static ngx_int_t contentlib_filter_tag_slug(contentlib_db_t *db,
    const ngx_str_t *slug, ngx_pool_t *pool, contentlib_set_t *items);
static ngx_int_t contentlib_filter_tag_found(contentlib_db_t *db,
    const ngx_str_t *slug, contentlib_set_t *items);
static ngx_int_t contentlib_filter_collection(contentlib_db_t *db,
    const ngx_str_t *slug, ngx_pool_t *pool, contentlib_set_t *items);
static ngx_int_t contentlib_filter_preview(contentlib_db_t *db,
    const ngx_str_t *slug, contentlib_set_t *items);
static ngx_int_t contentlib_filter_content_type(contentlib_db_t *db,
    const ngx_str_t *type, ngx_pool_t *pool, contentlib_set_t *items);
static ngx_int_t contentlib_filter_tag(contentlib_db_t *db,
    const ngx_str_t *name, ngx_pool_t *pool, contentlib_set_t *items);
static ngx_int_t contentlib_filter_tag_partial(contentlib_db_t *db,
    const ngx_str_t *part, ngx_pool_t *pool, contentlib_set_t *items);
static ngx_int_t contentlib_filter_add_name(contentlib_db_t *db,
    const ngx_str_t *name, ngx_pool_t *pool, contentlib_set_t *tags);
static ngx_int_t contentlib_filter_add_items(contentlib_db_t *db,
    const contentlib_set_t *tags, contentlib_set_t *items);


/* the cheapest first: an empty set ends the search */

static const contentlib_filter_value_t  contentlib_filter_values[] = {
    { offsetof(contentlib_filter_t, tag_slug), contentlib_filter_tag_slug },
    { offsetof(contentlib_filter_t, collection),
      contentlib_filter_collection },
    { offsetof(contentlib_filter_t, content_type),
      contentlib_filter_content_type },
    { offsetof(contentlib_filter_t, tag), contentlib_filter_tag },
    { offsetof(contentlib_filter_t, text), contentlib_filter_text },
    { offsetof(contentlib_filter_t, tag_partial),
      contentlib_filter_tag_partial }
};


ngx_uint_t
contentlib_filter_given(const contentlib_filter_t *filter)
{
    return filter->text.len || filter->tag.len || filter->tag_slug.len
           || filter->tag_partial.len || filter->collection.len
           || filter->content_type.len;
}


ngx_int_t
contentlib_filter_items(contentlib_db_t *db, const contentlib_filter_t *filter,
    ngx_pool_t *pool, contentlib_set_t **items)
{
    ngx_uint_t                        i;
    const u_char                     *base;
    const ngx_str_t                  *text;
    contentlib_set_t                 *set;
    const contentlib_filter_value_t  *value;

    base = (const u_char *) filter;
    *items = NULL;

    for (i = 0;
         i < sizeof(contentlib_filter_values)
             / sizeof(contentlib_filter_values[0]);
         i++)
    {
        value = &contentlib_filter_values[i];
        text = (const ngx_str_t *) (const void *) (base + value->offset);

        if (text->len == 0) {
            continue;
        }

        set = contentlib_set_create(pool, contentlib_db_meta(db)->items);

        if (set == NULL) {
            return contentlib_db_no_memory(db);
        }

        if (value->find(db, text, pool, set) != NGX_OK) {
            return NGX_ERROR;
        }

        if (*items == NULL) {
            *items = set;

        } else {
            contentlib_set_intersect(*items, set);
        }

        if (contentlib_set_is_empty(*items)) {
            break;
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_filter_tags(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool, contentlib_set_t **tags)
{
    *tags = contentlib_set_create(pool, contentlib_db_meta(db)->tags);

    if (*tags == NULL) {
        return contentlib_db_no_memory(db);
    }

    return contentlib_filter_add_name(db, name, pool, *tags);
}


static ngx_int_t
contentlib_filter_tag_slug(contentlib_db_t *db, const ngx_str_t *slug,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    ngx_int_t  rc;

    (void) pool;

    rc = contentlib_filter_tag_found(db, slug, items);

    return rc == NGX_DECLINED ? NGX_OK : rc;
}


/* NGX_DECLINED if there is no tag with the slug */

static ngx_int_t
contentlib_filter_tag_found(contentlib_db_t *db, const ngx_str_t *slug,
    contentlib_set_t *items)
{
    uint64_t                position;
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    rc = contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION, slug,
                                 &position);

    if (rc != NGX_OK) {
        return rc;
    }

    if (position >= contentlib_db_meta(db)->tags) {
        return contentlib_db_corrupt(db, "a position is out of range");
    }

    sql = CONTENTLIB_SQL_TAG_ITEMS;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    return contentlib_set_rows_blocks(db, sql, items);
}


static ngx_int_t
contentlib_filter_collection(contentlib_db_t *db, const ngx_str_t *slug,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    uint64_t                position;
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    (void) pool;

    rc = contentlib_db_find_text(db, CONTENTLIB_SQL_COLLECTION_POSITION, slug,
                                 &position);

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED ? NGX_OK : NGX_ERROR;
    }

    sql = CONTENTLIB_SQL_COLLECTION_ITEMS;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    if (contentlib_set_rows_blocks(db, sql, items) != NGX_OK) {
        return NGX_ERROR;
    }

    if (!contentlib_set_is_empty(items)) {
        return NGX_OK;
    }

    rc = contentlib_filter_tag_found(db, slug, items);

    return rc == NGX_DECLINED ? contentlib_filter_preview(db, slug, items)
                              : rc;
}


static ngx_int_t
contentlib_filter_preview(contentlib_db_t *db, const ngx_str_t *slug,
    contentlib_set_t *items)
{
    uint64_t  position;

    if (contentlib_db_find_text(db, CONTENTLIB_SQL_COLLECTION_PREVIEW, slug,
                                &position)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_set_add(items, position) != NGX_OK) {
        return contentlib_db_corrupt(db, "a position is out of range");
    }

    return NGX_OK;
}


/* the items of a type are stored under its letter */

static ngx_int_t
contentlib_filter_content_type(contentlib_db_t *db, const ngx_str_t *type,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    contentlib_statement_e  sql;

    (void) pool;

    if (type->len != 1) {
        return NGX_OK;
    }

    sql = CONTENTLIB_SQL_CONTENT_TYPE_ITEMS;

    contentlib_db_bind_integer(db, sql, 1, type->data[0]);

    return contentlib_set_rows_blocks(db, sql, items);
}


static ngx_int_t
contentlib_filter_tag(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    ngx_int_t                 rc;
    contentlib_set_t         *tags;
    contentlib_search_t       search;
    const contentlib_meta_t  *meta;

    meta = contentlib_db_meta(db);

    rc = contentlib_search_create(&search, name, meta->longest_tag_name, pool);

    if (rc == NGX_DECLINED) {
        return NGX_OK;
    }

    tags = contentlib_set_create(pool, meta->tags);

    if (rc != NGX_OK || tags == NULL) {
        return contentlib_db_no_memory(db);
    }

    contentlib_db_bind_text(db, CONTENTLIB_SQL_TAG_NAMED, 1, &search.folded);

    if (contentlib_set_rows(db, CONTENTLIB_SQL_TAG_NAMED, tags)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_filter_add_items(db, tags, items);
}


static ngx_int_t
contentlib_filter_tag_partial(contentlib_db_t *db, const ngx_str_t *part,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    contentlib_set_t  *tags;

    if (contentlib_filter_tags(db, part, pool, &tags) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_filter_add_items(db, tags, items);
}


/* tags whose name has "name" as a part */

static ngx_int_t
contentlib_filter_add_name(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool, contentlib_set_t *tags)
{
    ngx_int_t            rc;
    contentlib_search_t  search;

    rc = contentlib_search_create(&search, name,
                                  contentlib_db_meta(db)->longest_tag_name,
                                  pool);

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED ? NGX_OK : contentlib_db_no_memory(db);
    }

    return contentlib_set_rows(db,
               contentlib_search_bind(&search, db, CONTENTLIB_SQL_TAG_PHRASE),
               tags);
}


/* the items of tags; once all items are in the set there is nothing to add */

static ngx_int_t
contentlib_filter_add_items(contentlib_db_t *db, const contentlib_set_t *tags,
    contentlib_set_t *items)
{
    uint64_t                tag, missing;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_TAG_ITEMS;
    tag = 0;
    missing = 0;

    while (contentlib_set_next(tags, &tag) == NGX_OK
           && contentlib_set_next_absent(items, &missing) == NGX_OK)
    {
        contentlib_db_bind_integer(db, sql, 1, (int64_t) tag++);

        if (contentlib_set_rows_blocks(db, sql, items) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}
