
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_filter_private.h>


#define CONTENTLIB_CONDITION_MATCHES  1024  /* of a step */


static ngx_int_t contentlib_condition_mark(contentlib_pass_t *pass,
    contentlib_set_t *set, int64_t position);
static ngx_int_t contentlib_condition_search_rows(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
static ngx_int_t contentlib_condition_unite_tag(contentlib_pass_t *pass,
    contentlib_condition_t *condition, uint64_t tag, ngx_uint_t *rows);
static void contentlib_condition_add_block(contentlib_pass_t *pass,
    contentlib_set_t *set, contentlib_statement_e sql, ngx_uint_t *rows);


static ngx_int_t
contentlib_condition_mark(contentlib_pass_t *pass, contentlib_set_t *set,
    int64_t position)
{
    if (contentlib_set_add(set, (uint64_t) position) != NGX_OK) {
        return contentlib_db_corrupt(pass->db, "a position is out of range");
    }

    return NGX_OK;
}


ngx_int_t
contentlib_condition_find_slug(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    uint64_t   position;
    ngx_int_t  rc;

    (void) rows;

    rc = contentlib_db_find_text(pass->db, CONTENTLIB_SQL_TAG_POSITION,
                                 condition->value, &position);

    if (rc == NGX_OK) {
        return contentlib_condition_mark(pass, condition->tags,
                                         (int64_t) position);
    }

    return rc == NGX_DECLINED ? NGX_OK : NGX_ERROR;
}


ngx_int_t
contentlib_condition_find_named(contentlib_pass_t *pass,
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
        (void) contentlib_condition_mark(pass, condition->tags,
                                   contentlib_db_integer(pass->db, sql, 0));
    }

    return contentlib_db_reset(pass->db, sql);
}


ngx_int_t
contentlib_condition_search(contentlib_pass_t *pass,
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

    if (condition->first == CONTENTLIB_SQL_ITEM_PHRASE) {

        if (condition->search.way == CONTENTLIB_SEARCH_SHORT) {
            return contentlib_condition_add_gram(pass, condition,
                                                 &condition->search.pattern,
                                                 condition->set, rows);
        }

        return contentlib_condition_search_candidates(pass, condition, rows);
    }

    if (condition->search.way == CONTENTLIB_SEARCH_SHORT) {
        return contentlib_condition_search_rows(pass, condition, rows);
    }

    return contentlib_condition_search_matches(pass, condition, rows);
}


/* a step looks at a range of positions, whether they match or not */

static ngx_int_t
contentlib_condition_search_rows(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    int64_t                  last;
    ngx_uint_t               visited;
    contentlib_db_t         *db;
    contentlib_set_t        *set;
    contentlib_statement_e   sql;

    db = pass->db;
    set = condition->unite ? condition->tags : condition->set;

    if (*rows == 0) {
        return NGX_AGAIN;
    }

    visited = ngx_min(*rows, (ngx_uint_t) set->size + 1);
    last = condition->after + (int64_t) visited;

    /* the last step would also see what is beyond the list, an error */

    if ((uint64_t) (last + 1) >= set->size) {
        last = INT64_MAX;
    }

    sql = contentlib_search_bind(&condition->search, db, condition->first,
                                 condition->after, last);

    while (contentlib_db_step(db, sql) == NGX_OK) {
        (void) contentlib_condition_mark(pass, set,
                                         contentlib_db_integer(db, sql, 0));
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        return NGX_ERROR;
    }

    *rows -= visited;
    condition->after = last;

    return last == INT64_MAX ? NGX_OK : NGX_AGAIN;
}


/* however few rows: the walk to the first match is a part of each step */

ngx_int_t
contentlib_condition_search_matches(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    ngx_int_t                rc;
    ngx_uint_t               left;
    contentlib_db_t         *db;
    contentlib_set_t        *set;
    contentlib_statement_e   sql;

    if (*rows == 0) {
        return NGX_AGAIN;
    }

    db = pass->db;
    set = condition->unite ? condition->tags : condition->set;
    left = CONTENTLIB_CONDITION_MATCHES;
    rc = NGX_OK;

    sql = contentlib_search_bind(&condition->search, db, condition->first,
                                 condition->after, INT64_MAX);

    while (contentlib_db_step(db, sql) == NGX_OK) {

        if (left == 0) {
            *rows = 0;
            rc = NGX_AGAIN;
            break;
        }

        condition->after = contentlib_db_integer(db, sql, 0);
        (void) contentlib_condition_mark(pass, set, condition->after);
        left--;
    }

    *rows -= ngx_min(*rows, CONTENTLIB_CONDITION_MATCHES - left);

    return contentlib_db_reset(db, sql) == NGX_OK ? rc : NGX_ERROR;
}


/* a step visits some blocks, at least one */

ngx_int_t
contentlib_condition_add_gram(contentlib_pass_t *pass,
    contentlib_condition_t *condition, const ngx_str_t *gram,
    contentlib_set_t *set, ngx_uint_t *rows)
{
    ngx_int_t                rc;
    contentlib_db_t         *db;
    contentlib_statement_e   sql;

    db = pass->db;
    sql = CONTENTLIB_SQL_ITEM_GRAM;
    rc = NGX_OK;

    contentlib_db_bind_text(db, sql, 1, gram);
    contentlib_db_bind_integer(db, sql, 2, condition->after);
    contentlib_db_bind_integer(db, sql, 3, INT64_MAX);

    while (contentlib_db_step(db, sql) == NGX_OK) {

        if (*rows == 0) {
            rc = NGX_AGAIN;
            break;
        }

        condition->after = contentlib_db_integer(db, sql, 0);
        contentlib_condition_add_block(pass, set, sql, rows);
        *rows -= ngx_min(*rows, 1);
    }

    return contentlib_db_reset(db, sql) == NGX_OK ? rc : NGX_ERROR;
}


ngx_int_t
contentlib_condition_unite(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    uint64_t  tag;

    tag = (uint64_t) (condition->after + 1);

    /* once all items are in there is nothing to add */

    while (contentlib_set_next(condition->tags, &tag) == NGX_OK
           && contentlib_set_lacks(condition->set, &condition->lacking)
              == NGX_OK)
    {
        if (*rows == 0) {
            return NGX_AGAIN;
        }

        if (contentlib_condition_unite_tag(pass, condition, tag, rows)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        condition->after = (int64_t) tag++;
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_condition_unite_tag(contentlib_pass_t *pass,
    contentlib_condition_t *condition, uint64_t tag, ngx_uint_t *rows)
{
    contentlib_db_t         *db;
    contentlib_statement_e   sql;

    db = pass->db;
    sql = CONTENTLIB_SQL_TAG_ITEMS;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) tag);

    while (contentlib_db_step(db, sql) == NGX_OK) {
        contentlib_condition_add_block(pass, condition->set, sql, rows);
    }

    *rows -= ngx_min(*rows, 1);

    return contentlib_db_reset(db, sql);
}


/* the row at hand is a block and its items */

static void
contentlib_condition_add_block(contentlib_pass_t *pass,
    contentlib_set_t *set, contentlib_statement_e sql, ngx_uint_t *rows)
{
    int64_t    block;
    ngx_str_t  items;

    block = contentlib_db_integer(pass->db, sql, 0);
    items = contentlib_db_blob(pass->db, sql, 1);

    if (contentlib_set_add_block(set, (uint64_t) block, &items)
        != NGX_OK)
    {
        (void) contentlib_db_corrupt(pass->db, "a block of items is not "
                                               "valid");
    }

    *rows -= ngx_min(*rows, items.len / 2);
}
