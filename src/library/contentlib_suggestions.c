
/*
 * Copyright (C) contentlib authors
 *
 * Collects suggestions, first from the names of collections, then from the
 * names of tags, until there are enough.
 */


#include <library/contentlib_suggestions.h>
#include <library/contentlib_search.h>


#define CONTENTLIB_SUGGESTIONS  10          /* room for, at first */


static ngx_int_t contentlib_suggestions_add(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_suggestion_type_e type,
    ngx_uint_t limit, ngx_array_t *found);


ngx_int_t
contentlib_suggestions_find(contentlib_db_t *db, const ngx_str_t *text,
    ngx_uint_t limit, ngx_pool_t *pool, ngx_array_t **found)
{
    ngx_int_t               rc;
    contentlib_search_t     search;
    contentlib_statement_e  sql;

    *found = ngx_palloc(pool, sizeof(ngx_array_t));

    if (*found == NULL
        || ngx_array_init(*found, pool, CONTENTLIB_SUGGESTIONS,
                          sizeof(contentlib_suggestion_t))
           != NGX_OK)
    {
        return contentlib_db_no_memory(db);
    }

    if (text->len == 0) {
        return contentlib_suggestions_add(db, CONTENTLIB_SQL_DISPLAYED,
                                          CONTENTLIB_SUGGEST_COLLECTION,
                                          limit, *found);
    }

    rc = contentlib_search_create(&search, text, NGX_MAX_UINT32_VALUE, pool);

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED ? NGX_OK : contentlib_db_no_memory(db);
    }

    sql = CONTENTLIB_SQL_DISPLAYED_SCAN;

    contentlib_db_bind_text(db, sql, 1, &search.folded);

    if (contentlib_suggestions_add(db, sql, CONTENTLIB_SUGGEST_COLLECTION,
                                   limit, *found)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if ((*found)->nelts == limit
        || search.folded.len > contentlib_db_meta(db)->longest_tag_name)
    {
        return NGX_OK;
    }

    sql = contentlib_search_bind(&search, db, CONTENTLIB_SQL_SUGGESTION_PHRASE);

    return contentlib_suggestions_add(db, sql, CONTENTLIB_SUGGEST_TAG, limit,
                                      *found);
}


static ngx_int_t
contentlib_suggestions_add(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_suggestion_type_e type, ngx_uint_t limit, ngx_array_t *found)
{
    contentlib_suggestion_t  *suggestion;

    while (found->nelts < limit && contentlib_db_step(db, sql) == NGX_OK) {

        suggestion = ngx_array_push(found);

        if (suggestion == NULL) {
            (void) contentlib_db_no_memory(db);
            break;
        }

        suggestion->type = type;
        suggestion->text = contentlib_db_text(db, sql, 0, found->pool);
    }

    return contentlib_db_reset(db, sql);
}
