
/*
 * Copyright (C) contentlib authors
 *
 * Each value of a filter gives a set of items; the sets are intersected.  A
 * value about tags gives a set of tags first, and then the items of these
 * tags.
 *
 * The FTS5 index compares the positions of every trigram in every item that
 * has all of them.  That takes long where trigrams are frequent and the text
 * is rare.  The blocks of items for pairs of characters are quick to read, so
 * these tell first how many items can match at all.  If few can, the text of
 * each is compared instead.
 */


#include <library/contentlib_filter.h>
#include <library/contentlib_search.h>


#define CONTENTLIB_FILTER_FEW   256         /* items: compare each */
#define CONTENTLIB_FILTER_PART  64          /* of all items: ask the index */


/* adds the items, or the tags, that have the value to the set */

typedef ngx_int_t (*contentlib_filter_find_pt)(contentlib_db_t *db,
    const ngx_str_t *value, ngx_pool_t *pool, contentlib_set_t *set);


typedef struct {
    size_t                     offset;      /* in contentlib_filter_t */
    contentlib_filter_find_pt  find;
} contentlib_filter_value_t;


static ngx_int_t contentlib_filter_tag_slug(contentlib_db_t *db,
    const ngx_str_t *slug, ngx_pool_t *pool, contentlib_set_t *items);
static ngx_int_t contentlib_filter_tag(contentlib_db_t *db,
    const ngx_str_t *name, ngx_pool_t *pool, contentlib_set_t *items);
static ngx_int_t contentlib_filter_tag_partial(contentlib_db_t *db,
    const ngx_str_t *part, ngx_pool_t *pool, contentlib_set_t *items);
static ngx_int_t contentlib_filter_text(contentlib_db_t *db,
    const ngx_str_t *text, ngx_pool_t *pool, contentlib_set_t *items);
static ngx_int_t contentlib_filter_pairs(contentlib_db_t *db,
    const contentlib_search_t *search, ngx_pool_t *pool,
    contentlib_set_t *items);
static ngx_int_t contentlib_filter_compare(contentlib_db_t *db,
    const ngx_str_t *folded, contentlib_set_t *items);
static ngx_int_t contentlib_filter_add_name(contentlib_db_t *db,
    const ngx_str_t *name, ngx_pool_t *pool, contentlib_set_t *tags);
static ngx_int_t contentlib_filter_add_items(contentlib_db_t *db,
    const contentlib_set_t *tags, contentlib_set_t *items);
static ngx_int_t contentlib_filter_add_gram(contentlib_db_t *db,
    const ngx_str_t *gram, contentlib_set_t *items);
static ngx_int_t contentlib_filter_add_blocks(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_set_t *items);
static ngx_int_t contentlib_filter_add_rows(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_set_t *set);


/* the cheapest first: an empty set ends the search */

static const contentlib_filter_value_t  contentlib_filter_values[] = {
    { offsetof(contentlib_filter_t, tag_slug), contentlib_filter_tag_slug },
    { offsetof(contentlib_filter_t, tag), contentlib_filter_tag },
    { offsetof(contentlib_filter_t, text), contentlib_filter_text },
    { offsetof(contentlib_filter_t, tag_partial),
      contentlib_filter_tag_partial }
};


ngx_uint_t
contentlib_filter_given(const contentlib_filter_t *filter)
{
    return filter->text.len || filter->tag.len || filter->tag_slug.len
           || filter->tag_partial.len;
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

        if (contentlib_set_count(*items) == 0) {
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
    uint64_t                position;
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    (void) pool;

    rc = contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION, slug,
                                 &position);

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED ? NGX_OK : NGX_ERROR;
    }

    if (position >= contentlib_db_meta(db)->tags) {
        return contentlib_db_corrupt(db, "a position is out of range");
    }

    sql = CONTENTLIB_SQL_TAG_ITEMS;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    return contentlib_filter_add_blocks(db, sql, items);
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

    if (contentlib_filter_add_rows(db, CONTENTLIB_SQL_TAG_NAMED, tags)
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


static ngx_int_t
contentlib_filter_text(contentlib_db_t *db, const ngx_str_t *text,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    ngx_int_t                 rc;
    contentlib_search_t       search;
    const contentlib_meta_t  *meta;

    meta = contentlib_db_meta(db);

    rc = contentlib_search_create(&search, text, meta->longest_alt_text, pool);

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED ? NGX_OK : contentlib_db_no_memory(db);
    }

    if (search.way == CONTENTLIB_SEARCH_SHORT) {
        return contentlib_filter_add_gram(db, &search.folded, items);
    }

    if (search.way == CONTENTLIB_SEARCH_VERIFIED || search.length > 3) {

        if (contentlib_filter_pairs(db, &search, pool, items) != NGX_OK) {
            return NGX_ERROR;
        }

        if (search.way == CONTENTLIB_SEARCH_VERIFIED
            || contentlib_set_count(items)
               <= ngx_max(items->size / CONTENTLIB_FILTER_PART,
                          CONTENTLIB_FILTER_FEW))
        {
            return contentlib_filter_compare(db, &search.folded, items);
        }

        contentlib_set_clear(items);
    }

    contentlib_db_bind_text(db, CONTENTLIB_SQL_ITEM_PHRASE, 1,
                            &search.pattern);

    return contentlib_filter_add_rows(db, CONTENTLIB_SQL_ITEM_PHRASE, items);
}


/* the items that have all pairs of characters, or few that have some */

static ngx_int_t
contentlib_filter_pairs(contentlib_db_t *db, const contentlib_search_t *search,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    ngx_str_t          pair;
    ngx_uint_t         i;
    contentlib_set_t  *others;

    others = contentlib_set_create(pool, items->size);

    if (others == NULL) {
        return contentlib_db_no_memory(db);
    }

    for (i = 0; contentlib_search_pair(search, i, &pair) == NGX_OK; i++) {

        if (i == 0) {

            if (contentlib_filter_add_gram(db, &pair, items) != NGX_OK) {
                return NGX_ERROR;
            }

        } else {
            contentlib_set_clear(others);

            if (contentlib_filter_add_gram(db, &pair, others) != NGX_OK) {
                return NGX_ERROR;
            }

            contentlib_set_intersect(items, others);
        }

        if (contentlib_set_count(items) <= CONTENTLIB_FILTER_FEW) {
            break;
        }
    }

    return NGX_OK;
}


/* removes the items whose text does not have "folded" as a part */

static ngx_int_t
contentlib_filter_compare(contentlib_db_t *db, const ngx_str_t *folded,
    contentlib_set_t *items)
{
    uint64_t                position;
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_ITEM_COMPARE;
    position = 0;

    while (contentlib_set_next(items, &position) == NGX_OK) {

        contentlib_db_bind_integer(db, sql, 1, (int64_t) position);
        contentlib_db_bind_text(db, sql, 2, folded);

        rc = contentlib_db_step(db, sql);

        if (contentlib_db_reset(db, sql) != NGX_OK) {
            return NGX_ERROR;
        }

        if (rc != NGX_OK) {
            contentlib_set_remove(items, position);
        }

        position++;
    }

    return NGX_OK;
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

    return contentlib_filter_add_rows(db,
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
           && contentlib_set_lacks(items, &missing) == NGX_OK)
    {
        contentlib_db_bind_integer(db, sql, 1, (int64_t) tag++);

        if (contentlib_filter_add_blocks(db, sql, items) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* the items of a string of one or two characters */

static ngx_int_t
contentlib_filter_add_gram(contentlib_db_t *db, const ngx_str_t *gram,
    contentlib_set_t *items)
{
    contentlib_db_bind_text(db, CONTENTLIB_SQL_ITEM_GRAM, 1, gram);

    return contentlib_filter_add_blocks(db, CONTENTLIB_SQL_ITEM_GRAM, items);
}


/* rows are blocks of items */

static ngx_int_t
contentlib_filter_add_blocks(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_set_t *items)
{
    int64_t    block;
    ngx_str_t  bytes;

    while (contentlib_db_step(db, sql) == NGX_OK) {

        block = contentlib_db_integer(db, sql, 0);
        bytes = contentlib_db_blob(db, sql, 1);

        if (contentlib_set_add_block(items, (uint64_t) block, &bytes)
            != NGX_OK)
        {
            (void) contentlib_db_corrupt(db, "a block of items is not valid");
        }
    }

    return contentlib_db_reset(db, sql);
}


/* rows are positions */

static ngx_int_t
contentlib_filter_add_rows(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_set_t *set)
{
    int64_t  position;

    while (contentlib_db_step(db, sql) == NGX_OK) {

        position = contentlib_db_integer(db, sql, 0);

        if (contentlib_set_add(set, (uint64_t) position) != NGX_OK) {
            (void) contentlib_db_corrupt(db, "a position is out of range");
        }
    }

    return contentlib_db_reset(db, sql);
}
