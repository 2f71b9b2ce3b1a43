
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_suggestions.h>
#include <library/contentlib_search.h>
#include <text/contentlib_text.h>


static ngx_int_t contentlib_suggestions_rows(contentlib_db_t *db,
    contentlib_statement_e statement, contentlib_suggestion_type_e type,
    ngx_uint_t limit, ngx_array_t *suggestions);


ngx_int_t
contentlib_suggestions_load(contentlib_db_t *db, const ngx_str_t *text,
    ngx_uint_t limit, ngx_array_t *suggestions)
{
    ngx_int_t                rc;
    contentlib_search_t      search;
    contentlib_statement_e   sql;

    contentlib_db_begin_record(db);

    if (text->len == 0) {
        return contentlib_suggestions_rows(db, CONTENTLIB_SQL_DISPLAYED,
                                           CONTENTLIB_SUGGEST_COLLECTION,
                                           limit, suggestions);
    }

    rc = contentlib_search_create(&search, text, NGX_MAX_UINT32_VALUE,
                                  suggestions->pool);

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED ? NGX_OK : contentlib_db_no_memory(db);
    }

    sql = CONTENTLIB_SQL_DISPLAYED_SCAN;

    contentlib_db_bind_text(db, sql, 1, &search.folded);

    rc = contentlib_suggestions_rows(db, sql, CONTENTLIB_SUGGEST_COLLECTION,
                                     limit, suggestions);

    if (rc != NGX_OK
        || search.folded.len > contentlib_db_meta(db)->longest_tag_name)
    {
        return rc;
    }

    sql = contentlib_search_bind(&search, db, CONTENTLIB_SQL_SUGGESTION_PHRASE,
                                 -1, INT64_MAX);

    return contentlib_suggestions_rows(db, sql, CONTENTLIB_SUGGEST_TAG, limit,
                                       suggestions);
}


static ngx_int_t
contentlib_suggestions_rows(contentlib_db_t *db,
    contentlib_statement_e statement, contentlib_suggestion_type_e type,
    ngx_uint_t limit, ngx_array_t *suggestions)
{
    contentlib_suggestion_t  *suggestion;

    while (suggestions->nelts < limit
           && contentlib_db_step(db, statement) == NGX_OK)
    {
        suggestion = ngx_array_push(suggestions);
        if (suggestion == NULL) {
            (void) contentlib_db_no_memory(db);
            break;
        }

        suggestion->type = type;
        suggestion->text = contentlib_db_text(db, statement, 0,
                                              suggestions->pool);
    }

    return contentlib_db_reset(db, statement);
}
