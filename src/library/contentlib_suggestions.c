
/*
 * Copyright (C) contentlib authors
 *
 * Collects suggestions, first from the names of collections, then, if these
 * are not enough, from the names of tags.
 *
 * In the index of names, two NULs stand before a name, one before each of its
 * terms, and one behind it, so each way to have a text is a part to look for.
 * What the index finds is compared.
 */


#include <library/contentlib_suggestions.h>
#include <library/contentlib_filter.h>
#include <library/contentlib_records.h>
#include <text/contentlib_text.h>


/* how a name has the text, the best way first */

typedef enum {
    CONTENTLIB_SUGGESTIONS_EXACT = 0,
    CONTENTLIB_SUGGESTIONS_BEGINNING,
    CONTENTLIB_SUGGESTIONS_TERM,            /* at the beginning of a term */
    CONTENTLIB_SUGGESTIONS_PART,
    CONTENTLIB_SUGGESTIONS_WAYS
} contentlib_suggestions_way_e;


typedef struct {
    contentlib_db_t               *db;
    const ngx_str_t               *text;    /* folded */
    ngx_uint_t                     limit;
    ngx_array_t                   *found;
} contentlib_suggestions_t;


static void contentlib_suggestions_collections(
    contentlib_suggestions_t *list, contentlib_suggestions_way_e way);
static void contentlib_suggestions_tags(contentlib_suggestions_t *list,
    contentlib_suggestions_way_e way);
static ngx_int_t contentlib_suggestions_names(
    contentlib_suggestions_t *list, contentlib_suggestions_way_e way,
    contentlib_set_t *tags);
static void contentlib_suggestions_row(contentlib_suggestions_t *list,
    contentlib_statement_e sql, contentlib_suggestion_type_e type,
    contentlib_suggestions_way_e way);
static contentlib_suggestions_way_e contentlib_suggestions_way(
    const ngx_str_t *name, const ngx_str_t *text);


ngx_array_t *
contentlib_suggestions_find(contentlib_db_t *db, const ngx_str_t *text,
    ngx_uint_t limit, ngx_pool_t *pool)
{
    ngx_str_t                     trimmed, folded;
    contentlib_suggestions_t      list;
    contentlib_suggestions_way_e  way;

    list.db = db;
    list.text = &folded;
    list.limit = limit;
    list.found = ngx_palloc(pool, sizeof(ngx_array_t));

    if (list.found == NULL
        || ngx_array_init(list.found, pool, limit,
                          sizeof(contentlib_suggestion_t))
           != NGX_OK)
    {
        (void) contentlib_db_no_memory(db);
        return NULL;
    }

    ngx_str_set(&folded, "");
    trimmed = *text;
    contentlib_text_trim(&trimmed);

    if (trimmed.len != 0
        && contentlib_filter_fold(db, &trimmed, NGX_MAX_UINT32_VALUE, pool,
                                  &folded)
           != NGX_OK)
    {
        return list.found;
    }

    for (way = 0; way < CONTENTLIB_SUGGESTIONS_WAYS; way++) {
        contentlib_suggestions_collections(&list, way);
    }

    for (way = 0; folded.len != 0 && way < CONTENTLIB_SUGGESTIONS_WAYS; way++) {
        contentlib_suggestions_tags(&list, way);
    }

    return list.found;
}


static void
contentlib_suggestions_collections(contentlib_suggestions_t *list,
    contentlib_suggestions_way_e way)
{
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_COLLECTION_NAMES;

    contentlib_db_bind_text(list->db, sql, 1, list->text);

    while (list->found->nelts < list->limit
           && contentlib_db_step(list->db, sql) == NGX_OK)
    {
        contentlib_suggestions_row(list, sql, CONTENTLIB_SUGGEST_COLLECTION,
                                   way);
    }

    (void) contentlib_db_reset(list->db, sql);
}


/* the most used tags come first in the set */

static void
contentlib_suggestions_tags(contentlib_suggestions_t *list,
    contentlib_suggestions_way_e way)
{
    uint64_t                tag;
    contentlib_set_t       *tags;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_TAG_NAME;

    tags = contentlib_set_create(list->found->pool, list->db->meta.tags);

    if (tags == NULL
        || contentlib_suggestions_names(list, way, tags) != NGX_OK)
    {
        (void) contentlib_db_no_memory(list->db);
        return;
    }

    for (tag = 0;
         list->found->nelts < list->limit
             && contentlib_set_next(tags, &tag) == NGX_OK;
         tag++)
    {
        contentlib_db_bind_integer(list->db, sql, 1, (int64_t) tag);

        if (contentlib_db_step(list->db, sql) == NGX_DONE) {
            (void) contentlib_db_corrupt(list->db, "a name is missing");

        } else {
            contentlib_suggestions_row(list, sql, CONTENTLIB_SUGGEST_TAG, way);
        }

        if (contentlib_db_reset(list->db, sql) != NGX_OK) {
            return;
        }
    }
}


/* those that may have the text in this way; NGX_ERROR if there is no memory */

static ngx_int_t
contentlib_suggestions_names(contentlib_suggestions_t *list,
    contentlib_suggestions_way_e way, contentlib_set_t *tags)
{
    u_char     *p;
    ngx_str_t   part;

    static const size_t  before[] = { 2, 2, 1, 0 };

    if (list->found->nelts == list->limit) {
        return NGX_OK;
    }

    part.len = before[way] + list->text->len
               + (way == CONTENTLIB_SUGGESTIONS_EXACT ? 1 : 0);
    part.data = ngx_pcalloc(list->found->pool, part.len);

    if (part.data == NULL) {
        return NGX_ERROR;
    }

    p = part.data + before[way];
    ngx_memcpy(p, list->text->data, list->text->len);

    contentlib_filter_part(list->db, CONTENTLIB_POSTING_NAME_PART, &part,
                           list->found->pool, tags);

    return NGX_OK;
}


static void
contentlib_suggestions_row(contentlib_suggestions_t *list,
    contentlib_statement_e sql, contentlib_suggestion_type_e type,
    contentlib_suggestions_way_e way)
{
    ngx_str_t                 name, folded, slug;
    contentlib_suggestion_t  *suggestion;

    name = contentlib_db_text_bytes(list->db, sql, 0);
    folded = contentlib_db_text_bytes(list->db, sql, 1);

    if (contentlib_db_failed(list->db)
        || contentlib_suggestions_way(&folded, list->text) != way)
    {
        return;
    }

    slug = contentlib_db_text_bytes(list->db, sql, 2);

    if (name.len > CONTENTLIB_NAME_LONGEST || slug.len > CONTENTLIB_SLUG_MAX) {
        (void) contentlib_db_corrupt(list->db, "a name is too long");
        return;
    }

    /* there is room for the limit */

    suggestion = ngx_array_push(list->found);

    suggestion->type = type;
    suggestion->text = contentlib_db_text(list->db, sql, 0,
                                          list->found->pool);
    ngx_str_null(&suggestion->slug);

    if (list->text->len != 0) {
        suggestion->slug = contentlib_db_text(list->db, sql, 2,
                                              list->found->pool);
    }
}


/* CONTENTLIB_SUGGESTIONS_WAYS if the name does not have the text */

static contentlib_suggestions_way_e
contentlib_suggestions_way(const ngx_str_t *name, const ngx_str_t *text)
{
    size_t     at;
    ngx_str_t  place;

    if (name->len >= text->len
        && ngx_memcmp(name->data, text->data, text->len) == 0)
    {
        return text->len != 0 && name->len == text->len
               ? CONTENTLIB_SUGGESTIONS_EXACT
               : CONTENTLIB_SUGGESTIONS_BEGINNING;
    }

    if (memmem(name->data, name->len, text->data, text->len) == NULL) {
        return CONTENTLIB_SUGGESTIONS_WAYS;
    }

    at = 0;

    while (contentlib_term_next(name, &at, &place) == NGX_OK) {
        if ((size_t) (name->data + name->len - place.data) >= text->len
            && ngx_memcmp(place.data, text->data, text->len) == 0)
        {
            return CONTENTLIB_SUGGESTIONS_TERM;
        }
    }

    return CONTENTLIB_SUGGESTIONS_PART;
}
