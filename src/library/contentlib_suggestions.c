
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_suggestions.h>


#define CONTENTLIB_SUGGESTIONS_ROWS  1024   /* of the first step */


static contentlib_statement_e contentlib_suggestions_bind(
    contentlib_suggestions_t *suggestions, int64_t last);
static ngx_int_t contentlib_suggestions_rows(
    contentlib_suggestions_t *suggestions, contentlib_statement_e statement);


ngx_int_t
contentlib_suggestions_init(contentlib_suggestions_t *suggestions,
    contentlib_db_t *db, const ngx_str_t *text, ngx_uint_t limit,
    ngx_pool_t *pool)
{
    ngx_int_t  rc;

    suggestions->db = db;
    suggestions->text = text;
    suggestions->limit = limit;
    suggestions->after = -1;
    suggestions->rows = CONTENTLIB_SUGGESTIONS_ROWS;
    suggestions->tags = 0;

    if (ngx_array_init(&suggestions->found, pool, 10,
                       sizeof(contentlib_suggestion_t))
        != NGX_OK)
    {
        return contentlib_db_no_memory(db);
    }

    if (text->len == 0) {
        return NGX_OK;
    }

    rc = contentlib_search_create(&suggestions->search, text,
                                  NGX_MAX_UINT32_VALUE, pool);

    return rc == NGX_ERROR ? contentlib_db_no_memory(db) : rc;
}


ngx_int_t
contentlib_suggestions_step(contentlib_suggestions_t *suggestions)
{
    int64_t                   last;
    uint64_t                  size, start;
    const contentlib_meta_t  *meta;

    start = contentlib_db_clock();
    meta = contentlib_db_meta(suggestions->db);

    size = suggestions->tags ? meta->tags : meta->collections;
    last = suggestions->after + (int64_t) suggestions->rows;

    /* those of an index are found at once, and are not many */

    if ((uint64_t) last + 1 >= size
        || (suggestions->tags
            && suggestions->search.way != CONTENTLIB_SEARCH_SHORT))
    {
        last = INT64_MAX;
    }

    if (contentlib_suggestions_rows(suggestions,
                               contentlib_suggestions_bind(suggestions, last))
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (suggestions->found.nelts == suggestions->limit) {
        return NGX_OK;
    }

    suggestions->after = last;
    suggestions->rows = contentlib_search_pace(suggestions->rows,
                                               contentlib_db_clock() - start);

    if (last != INT64_MAX) {
        return NGX_AGAIN;
    }

    if (suggestions->tags || suggestions->text->len == 0
        || suggestions->search.folded.len > meta->longest_tag_name)
    {
        return NGX_OK;
    }

    suggestions->tags = 1;
    suggestions->after = -1;

    return NGX_AGAIN;
}


static contentlib_statement_e
contentlib_suggestions_bind(contentlib_suggestions_t *suggestions,
    int64_t last)
{
    contentlib_db_t         *db;
    contentlib_statement_e   sql;

    db = suggestions->db;

    if (suggestions->tags) {
        return contentlib_search_bind(&suggestions->search, db,
                                      CONTENTLIB_SQL_SUGGESTION_PHRASE,
                                      suggestions->after, last);
    }

    sql = CONTENTLIB_SQL_DISPLAYED;

    if (suggestions->text->len != 0) {
        sql = CONTENTLIB_SQL_DISPLAYED_SCAN;
        contentlib_db_bind_text(db, sql, 1, &suggestions->search.folded);
    }

    contentlib_db_bind_integer(db, sql, 2, suggestions->after);
    contentlib_db_bind_integer(db, sql, 3, last);

    return sql;
}


static ngx_int_t
contentlib_suggestions_rows(contentlib_suggestions_t *suggestions,
    contentlib_statement_e statement)
{
    contentlib_db_t          *db;
    contentlib_suggestion_t  *suggestion;

    db = suggestions->db;

    while (suggestions->found.nelts < suggestions->limit
           && contentlib_db_step(db, statement) == NGX_OK)
    {
        suggestion = ngx_array_push(&suggestions->found);
        if (suggestion == NULL) {
            (void) contentlib_db_no_memory(db);
            break;
        }

        suggestion->type = suggestions->tags ? CONTENTLIB_SUGGEST_TAG
                                             : CONTENTLIB_SUGGEST_COLLECTION;
        suggestion->text = contentlib_db_text(db, statement, 0,
                                              suggestions->found.pool);
    }

    return contentlib_db_reset(db, statement);
}
