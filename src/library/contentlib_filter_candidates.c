
/*
 * Copyright (C) contentlib authors
 *
 * Items by a text of more than two characters: those that have some pairs of
 * its characters are few mostly, and each of them is looked at.
 */


#include <library/contentlib_filter_private.h>


#define CONTENTLIB_CANDIDATES_FEW   256     /* no more pairs are needed */
#define CONTENTLIB_CANDIDATES_PART  64      /* of the list: too many */
#define CONTENTLIB_CANDIDATES_COST  8       /* of one, in rows */


static ngx_int_t contentlib_condition_pair(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
static void contentlib_condition_choose(contentlib_condition_t *condition);
static ngx_int_t contentlib_condition_verify(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);


ngx_int_t
contentlib_condition_search_candidates(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    ngx_int_t  rc;

    /* the walk to the first match of a single trigram is short */

    if (condition->search.way == CONTENTLIB_SEARCH_PHRASE
        && condition->search.length == 3)
    {
        condition->paired = 1;
        condition->phrase = 1;
    }

    while (!condition->paired) {

        if (*rows == 0) {
            return NGX_AGAIN;
        }

        rc = contentlib_condition_pair(pass, condition, rows);

        if (rc != NGX_OK) {
            return rc;
        }
    }

    if (condition->phrase) {
        return contentlib_condition_search_matches(pass, condition, rows);
    }

    return contentlib_condition_verify(pass, condition, rows);
}


/* the items of one pair more, of which those stay that had the others */

static ngx_int_t
contentlib_condition_pair(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    ngx_int_t          rc;
    ngx_str_t          pair;
    contentlib_set_t  *set;

    if (contentlib_search_pair(&condition->search, condition->pairs, &pair)
        != NGX_OK)
    {
        contentlib_condition_choose(condition);
        return NGX_OK;
    }

    if (condition->pairs > 0 && condition->other == NULL) {

        condition->other = contentlib_set_create(pass->pool, pass->size);

        if (condition->other == NULL) {
            return contentlib_db_no_memory(pass->db);
        }
    }

    set = condition->pairs ? condition->other : condition->set;

    rc = contentlib_condition_add_gram(pass, condition, &pair, set, rows);

    if (rc != NGX_OK) {
        return rc;
    }

    if (condition->pairs++ > 0) {
        contentlib_set_intersect(condition->set, set);
        contentlib_set_clear(set);
    }

    condition->after = -1;
    condition->paired = (contentlib_set_count(condition->set)
                         <= CONTENTLIB_CANDIDATES_FEW);

    return NGX_OK;
}


/* where so many may match, the first match is not far */

static void
contentlib_condition_choose(contentlib_condition_t *condition)
{
    contentlib_set_t  *set;

    condition->paired = 1;
    set = condition->set;

    if (condition->search.way == CONTENTLIB_SEARCH_PHRASE
        && contentlib_set_count(set) > set->size / CONTENTLIB_CANDIDATES_PART)
    {
        condition->phrase = 1;
        contentlib_set_clear(set);
    }
}


static ngx_int_t
contentlib_condition_verify(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows)
{
    uint64_t                 position;
    ngx_int_t                rc;
    contentlib_db_t         *db;
    contentlib_statement_e   sql;

    db = pass->db;
    sql = CONTENTLIB_SQL_ITEM_VERIFIED;
    position = (uint64_t) (condition->after + 1);

    while (contentlib_set_next(condition->set, &position) == NGX_OK) {

        if (*rows == 0) {
            return NGX_AGAIN;
        }

        contentlib_db_bind_integer(db, sql, 1, (int64_t) position);
        contentlib_db_bind_text(db, sql, 2, &condition->search.folded);

        rc = contentlib_db_step(db, sql);

        if (contentlib_db_reset(db, sql) != NGX_OK) {
            return NGX_ERROR;
        }

        if (rc != NGX_OK) {
            contentlib_set_remove(condition->set, position);
        }

        condition->after = (int64_t) position++;
        *rows -= ngx_min(*rows, CONTENTLIB_CANDIDATES_COST);
    }

    return NGX_OK;
}
