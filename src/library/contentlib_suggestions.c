
/*
 * Copyright (C) contentlib authors
 *
 * Collects suggestions, first from the names of collections, then, if these
 * are not enough, from the names of tags.
 */


#include <library/contentlib_suggestions.h>
#include <library/contentlib_search.h>
#include <text/contentlib_term.h>


#define CONTENTLIB_SUGGESTIONS  10          /* room for, at first */


/* how a name has the text, the best way first */

typedef enum {
    CONTENTLIB_SUGGESTIONS_EXACT = 0,
    CONTENTLIB_SUGGESTIONS_BEGINNING,
    CONTENTLIB_SUGGESTIONS_WORD,            /* at the beginning of a word */
    CONTENTLIB_SUGGESTIONS_PART,
    CONTENTLIB_SUGGESTIONS_WAYS
} contentlib_suggestions_way_e;


static ngx_int_t contentlib_suggestions_rank(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_suggestion_type_e type,
    const ngx_str_t *text, ngx_uint_t limit, ngx_array_t *found);
static contentlib_suggestions_way_e contentlib_suggestions_way(
    const ngx_str_t *name, const ngx_str_t *text);


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

    ngx_str_set(&search.folded, "");

    rc = text->len ? contentlib_search_create(&search, text,
                                              NGX_MAX_UINT32_VALUE, pool)
                   : NGX_OK;

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED ? NGX_OK : contentlib_db_no_memory(db);
    }

    sql = CONTENTLIB_SQL_DISPLAYED_SCAN;

    contentlib_db_bind_text(db, sql, 1, &search.folded);

    if (contentlib_suggestions_rank(db, sql, CONTENTLIB_SUGGEST_COLLECTION,
                                    &search.folded, limit, *found)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if ((*found)->nelts == limit || text->len == 0
        || search.folded.len > contentlib_db_meta(db)->longest_tag_name)
    {
        return NGX_OK;
    }

    sql = contentlib_search_bind(&search, db, CONTENTLIB_SQL_SUGGESTION_PHRASE);

    return contentlib_suggestions_rank(db, sql, CONTENTLIB_SUGGEST_TAG,
                                       &search.folded, limit, *found);
}


/* which of the names are the first ones is known after the last one only */

static ngx_int_t
contentlib_suggestions_rank(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_suggestion_type_e type, const ngx_str_t *text, ngx_uint_t limit,
    ngx_array_t *found)
{
    ngx_str_t                 name;
    ngx_uint_t                i, way, n[CONTENTLIB_SUGGESTIONS_WAYS];
    contentlib_suggestion_t  *ranked, *suggestion;

    ngx_memzero(n, sizeof(n));

    ranked = ngx_palloc(found->pool, CONTENTLIB_SUGGESTIONS_WAYS * limit
                                     * sizeof(contentlib_suggestion_t));
    if (ranked == NULL) {
        return contentlib_db_no_memory(db);
    }

    while (contentlib_db_step(db, sql) == NGX_OK) {

        name = contentlib_db_text_bytes(db, sql, 1);
        way = contentlib_suggestions_way(&name, text);

        if (n[way] == limit) {

            /* all names begin with the empty text */

            if (text->len == 0) {
                break;
            }

            continue;
        }

        suggestion = &ranked[way * limit + n[way]++];

        suggestion->type = type;
        suggestion->text = contentlib_db_text(db, sql, 0, found->pool);
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        return NGX_ERROR;
    }

    for (way = 0; way < CONTENTLIB_SUGGESTIONS_WAYS; way++) {
        for (i = 0; i < n[way] && found->nelts < limit; i++) {

            suggestion = ngx_array_push(found);

            if (suggestion == NULL) {
                return contentlib_db_no_memory(db);
            }

            *suggestion = ranked[way * limit + i];
        }
    }

    return NGX_OK;
}


/* the name has the text */

static contentlib_suggestions_way_e
contentlib_suggestions_way(const ngx_str_t *name, const ngx_str_t *text)
{
    size_t         at;
    ngx_str_t      term;
    const u_char  *last;

    last = name->data + name->len;

    if (text->len != 0 && name->len == text->len) {
        return CONTENTLIB_SUGGESTIONS_EXACT;
    }

    if (name->len >= text->len
        && ngx_memcmp(name->data, text->data, text->len) == 0)
    {
        return CONTENTLIB_SUGGESTIONS_BEGINNING;
    }

    at = 0;

    while (contentlib_term_next(name, &at, &term) == NGX_OK) {
        if ((size_t) (last - term.data) >= text->len
            && ngx_memcmp(term.data, text->data, text->len) == 0)
        {
            return CONTENTLIB_SUGGESTIONS_WORD;
        }
    }

    return CONTENTLIB_SUGGESTIONS_PART;
}
