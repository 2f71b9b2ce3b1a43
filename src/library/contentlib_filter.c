
/*
 * Copyright (C) contentlib authors
 *
 * A pass is a list of conditions.  Each fills a set of its own, which is then
 * intersected with what the conditions before it have left.  A condition on
 * tags has two stages: find the tags, then unite their items.
 */


#include <library/contentlib_filter.h>
#include <library/contentlib_search.h>
#include <library/contentlib_tags.h>


#define CONTENTLIB_PASS_CONDITIONS  4
#define CONTENTLIB_PASS_BLOCK       65536


typedef struct contentlib_condition_s  contentlib_condition_t;

typedef ngx_int_t (*contentlib_stage_pt)(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);


struct contentlib_condition_s {
    contentlib_stage_pt      find;          /* fills tags or the set */
    contentlib_stage_pt      unite;         /* tags to items, or NULL */
    const ngx_str_t         *value;
    contentlib_statement_e   first;         /* of a search */
    contentlib_search_t      search;
    int64_t                  after;         /* last position seen */
    contentlib_set_t        *tags;
    contentlib_set_t        *set;
    unsigned                 searching:1;
    unsigned                 found:1;
};


struct contentlib_pass_s {
    contentlib_db_t         *db;
    ngx_pool_t              *pool;
    uint64_t                 size;          /* of the list */
    contentlib_set_t        *set;
    ngx_uint_t               current;
    ngx_uint_t               n;
    contentlib_condition_t   conditions[CONTENTLIB_PASS_CONDITIONS];
};


static contentlib_pass_t *contentlib_pass_create(contentlib_db_t *db,
    uint64_t size, ngx_pool_t *pool);
static void contentlib_pass_add(contentlib_pass_t *pass,
    const ngx_str_t *value, contentlib_stage_pt find,
    contentlib_stage_pt unite, contentlib_statement_e first);
static ngx_int_t contentlib_pass_begin(contentlib_pass_t *pass,
    contentlib_condition_t *condition);
static ngx_int_t contentlib_pass_end(contentlib_pass_t *pass,
    contentlib_condition_t *condition);
static void contentlib_pass_mark(contentlib_pass_t *pass,
    contentlib_set_t *set, int64_t position);
static ngx_int_t contentlib_pass_find_slug(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
static ngx_int_t contentlib_pass_find_named(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
static ngx_int_t contentlib_pass_search(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
static ngx_int_t contentlib_pass_search_rows(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
static ngx_int_t contentlib_pass_unite(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
static ngx_int_t contentlib_pass_unite_tag(contentlib_pass_t *pass,
    contentlib_condition_t *condition, uint64_t tag, ngx_uint_t *rows);


ngx_uint_t
contentlib_filter_given(const contentlib_filter_t *filter)
{
    return filter->text.len || filter->tag.len || filter->tag_slug.len
           || filter->tag_partial.len;
}


contentlib_pass_t *
contentlib_pass_items(contentlib_db_t *db, const contentlib_filter_t *filter,
    ngx_pool_t *pool)
{
    contentlib_pass_t  *pass;

    pass = contentlib_pass_create(db, contentlib_db_meta(db)->items, pool);
    if (pass == NULL) {
        return NULL;
    }

    /* the cheapest first: an empty set ends the pass */

    contentlib_pass_add(pass, &filter->tag_slug, contentlib_pass_find_slug,
                        contentlib_pass_unite, CONTENTLIB_SQL_MAX);

    contentlib_pass_add(pass, &filter->tag, contentlib_pass_find_named,
                        contentlib_pass_unite, CONTENTLIB_SQL_MAX);

    contentlib_pass_add(pass, &filter->text, contentlib_pass_search,
                        NULL, CONTENTLIB_SQL_ITEM_PHRASE);

    contentlib_pass_add(pass, &filter->tag_partial, contentlib_pass_search,
                        contentlib_pass_unite, CONTENTLIB_SQL_TAG_PHRASE);

    return pass;
}


contentlib_pass_t *
contentlib_pass_tags(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool)
{
    contentlib_pass_t  *pass;

    pass = contentlib_pass_create(db, contentlib_db_meta(db)->tags, pool);
    if (pass == NULL) {
        return NULL;
    }

    contentlib_pass_add(pass, name, contentlib_pass_search, NULL,
                        CONTENTLIB_SQL_TAG_PHRASE);

    return pass;
}


static contentlib_pass_t *
contentlib_pass_create(contentlib_db_t *db, uint64_t size, ngx_pool_t *pool)
{
    contentlib_pass_t  *pass;

    pass = ngx_pcalloc(pool, sizeof(contentlib_pass_t));
    if (pass == NULL) {
        return NULL;
    }

    pass->db = db;
    pass->pool = pool;
    pass->size = size;

    return pass;
}


static void
contentlib_pass_add(contentlib_pass_t *pass, const ngx_str_t *value,
    contentlib_stage_pt find, contentlib_stage_pt unite,
    contentlib_statement_e first)
{
    contentlib_condition_t  *condition;

    if (value->len == 0) {
        return;
    }

    condition = &pass->conditions[pass->n++];

    condition->value = value;
    condition->find = find;
    condition->unite = unite;
    condition->first = first;
    condition->after = -1;
}


const contentlib_set_t *
contentlib_pass_set(const contentlib_pass_t *pass)
{
    return pass->set;
}


ngx_int_t
contentlib_pass_step(contentlib_pass_t *pass, ngx_uint_t rows)
{
    ngx_int_t                rc;
    contentlib_condition_t  *condition;

    while (pass->current < pass->n) {

        condition = &pass->conditions[pass->current];

        if (condition->set == NULL
            && contentlib_pass_begin(pass, condition) != NGX_OK)
        {
            return NGX_ERROR;
        }

        if (!condition->found) {
            rc = condition->find(pass, condition, &rows);

            if (rc != NGX_OK) {
                return rc;
            }

            condition->found = 1;
            condition->after = -1;
        }

        if (condition->unite != NULL) {
            rc = condition->unite(pass, condition, &rows);

            if (rc != NGX_OK) {
                return rc;
            }
        }

        if (contentlib_pass_end(pass, condition) != NGX_OK) {
            break;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_pass_begin(contentlib_pass_t *pass,
    contentlib_condition_t *condition)
{
    const contentlib_meta_t  *meta;

    meta = contentlib_db_meta(pass->db);

    condition->set = contentlib_set_create(pass->pool, pass->size);

    if (condition->set == NULL) {
        return contentlib_db_no_memory(pass->db);
    }

    if (condition->unite != NULL) {
        condition->tags = contentlib_set_create(pass->pool, meta->tags);

        if (condition->tags == NULL) {
            return contentlib_db_no_memory(pass->db);
        }
    }

    return NGX_OK;
}


/* NGX_DECLINED if nothing is left to match */

static ngx_int_t
contentlib_pass_end(contentlib_pass_t *pass, contentlib_condition_t *condition)
{
    if (pass->set == NULL) {
        pass->set = condition->set;

    } else {
        contentlib_set_intersect(pass->set, condition->set);
    }

    pass->current++;

    if (contentlib_set_count(pass->set) == 0) {
        pass->current = pass->n;
        return NGX_DECLINED;
    }

    return NGX_OK;
}


static void
contentlib_pass_mark(contentlib_pass_t *pass, contentlib_set_t *set,
    int64_t position)
{
    if (contentlib_set_add(set, (uint64_t) position) != NGX_OK) {
        (void) contentlib_db_corrupt(pass->db, "a position is out of range");
    }
}


static ngx_int_t
contentlib_pass_find_slug(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    uint64_t   position;
    ngx_int_t  rc;

    (void) rows;

    rc = contentlib_tags_find(pass->db, condition->value, &position);

    if (rc == NGX_OK) {
        contentlib_pass_mark(pass, condition->tags, (int64_t) position);
    }

    return rc == NGX_ERROR ? NGX_ERROR : NGX_OK;
}


static ngx_int_t
contentlib_pass_find_named(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    (void) rows;

    sql = CONTENTLIB_SQL_TAG_NAMED;

    rc = contentlib_search_create(&condition->search, condition->value,
                             contentlib_db_meta(pass->db)->longest_tag_name,
                             pass->pool);

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED ? NGX_OK : contentlib_db_no_memory(pass->db);
    }

    contentlib_db_bind_text(pass->db, sql, 1, &condition->search.folded);

    while (contentlib_db_step(pass->db, sql) == NGX_OK) {
        contentlib_pass_mark(pass, condition->tags,
                             contentlib_db_integer(pass->db, sql, 0));
    }

    return contentlib_db_reset(pass->db, sql);
}


static ngx_int_t
contentlib_pass_search(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    uint64_t                  longest;
    ngx_int_t                 rc;
    const contentlib_meta_t  *meta;

    if (!condition->searching) {

        meta = contentlib_db_meta(pass->db);

        longest = (condition->first == CONTENTLIB_SQL_ITEM_PHRASE)
                  ? meta->longest_alt_text : meta->longest_tag_name;

        rc = contentlib_search_create(&condition->search, condition->value,
                                      longest, pass->pool);

        if (rc != NGX_OK) {
            return rc == NGX_DECLINED ? NGX_OK
                                      : contentlib_db_no_memory(pass->db);
        }

        condition->searching = 1;
    }

    return contentlib_pass_search_rows(pass, condition, rows);
}


static ngx_int_t
contentlib_pass_search_rows(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    ngx_int_t                rc;
    contentlib_db_t         *db;
    contentlib_set_t        *set;
    contentlib_statement_e   sql;

    db = pass->db;
    set = condition->unite ? condition->tags : condition->set;

    sql = contentlib_search_bind(&condition->search, db, condition->first,
                                 condition->after);

    rc = NGX_AGAIN;

    while (*rows > 0) {

        rc = contentlib_db_step(db, sql);

        if (rc != NGX_OK) {
            break;
        }

        condition->after = contentlib_db_integer(db, sql, 0);
        contentlib_pass_mark(pass, set, condition->after);

        rc = NGX_AGAIN;
        (*rows)--;
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        return NGX_ERROR;
    }

    return rc == NGX_DONE ? NGX_OK : rc;
}


static ngx_int_t
contentlib_pass_unite(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    uint64_t  tag;

    tag = (uint64_t) (condition->after + 1);

    while (contentlib_set_next(condition->tags, &tag) == NGX_OK) {

        if (*rows == 0) {
            return NGX_AGAIN;
        }

        if (contentlib_pass_unite_tag(pass, condition, tag, rows) != NGX_OK) {
            return NGX_ERROR;
        }

        condition->after = (int64_t) tag++;
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_pass_unite_tag(contentlib_pass_t *pass,
    contentlib_condition_t *condition, uint64_t tag, ngx_uint_t *rows)
{
    uint64_t                 block;
    ngx_str_t                items;
    contentlib_db_t         *db;
    contentlib_statement_e   sql;

    db = pass->db;
    sql = CONTENTLIB_SQL_TAG_ITEMS;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) tag);

    while (contentlib_db_step(db, sql) == NGX_OK) {

        block = (uint64_t) contentlib_db_integer(db, sql, 0);
        items = contentlib_db_blob(db, sql, 1);

        if (block > UINT32_MAX
            || contentlib_set_add_block(condition->set,
                                        block * CONTENTLIB_PASS_BLOCK, &items)
               != NGX_OK)
        {
            (void) contentlib_db_corrupt(db, "a tag has too many items");
        }

        *rows -= ngx_min(*rows, items.len / 2);
    }

    return contentlib_db_reset(db, sql);
}
