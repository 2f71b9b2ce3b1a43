
/*
 * Copyright (C) contentlib authors
 *
 * A pass is a list of conditions.  Each fills a set of its own, which is then
 * intersected with what the conditions before it have left.  A condition on
 * tags has two stages: find the tags, then unite their items.
 */


#include <library/contentlib_filter_private.h>


static contentlib_pass_t *contentlib_pass_create(contentlib_db_t *db,
    uint64_t size, ngx_pool_t *pool);
static void contentlib_pass_add(contentlib_pass_t *pass,
    const ngx_str_t *value, contentlib_stage_pt find,
    contentlib_stage_pt unite, contentlib_statement_e first);
static ngx_int_t contentlib_pass_begin(contentlib_pass_t *pass,
    contentlib_condition_t *condition);
static ngx_int_t contentlib_pass_end(contentlib_pass_t *pass,
    contentlib_condition_t *condition);


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

    contentlib_pass_add(pass, &filter->tag_slug, contentlib_condition_find_slug,
                        contentlib_condition_unite, CONTENTLIB_SQL_MAX);

    contentlib_pass_add(pass, &filter->tag, contentlib_condition_find_named,
                        contentlib_condition_unite, CONTENTLIB_SQL_MAX);

    contentlib_pass_add(pass, &filter->text, contentlib_condition_search,
                        NULL, CONTENTLIB_SQL_ITEM_PHRASE);

    contentlib_pass_add(pass, &filter->tag_partial, contentlib_condition_search,
                        contentlib_condition_unite, CONTENTLIB_SQL_TAG_PHRASE);

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

    contentlib_pass_add(pass, name, contentlib_condition_search, NULL,
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
