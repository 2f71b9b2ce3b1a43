
/*
 * Copyright (C) contentlib authors
 *
 * Collects suggestions, first from the names of collections, then, if these
 * are not enough, from the names of tags.
 *
 * The terms of a text are compared with those of the names; a text without
 * terms is compared with the folded names.  In the index, a NUL stands before
 * and behind each of these, and a space before a term, so each way to have a
 * text is a part to look for.  What the index finds is compared.
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
    ngx_str_t                      text;    /* the terms, or folded */
    ngx_uint_t                     terms;
    ngx_uint_t                     limit;
    ngx_array_t                   *found;
} contentlib_suggestions_t;


static void contentlib_suggestions_collections(
    contentlib_suggestions_t *list, contentlib_suggestions_way_e way);
static void contentlib_suggestions_tags(contentlib_suggestions_t *list,
    contentlib_suggestions_way_e way);
static ngx_int_t contentlib_suggestions_text(contentlib_suggestions_t *list,
    const ngx_str_t *text);
static ngx_int_t contentlib_suggestions_names(
    contentlib_suggestions_t *list, contentlib_suggestions_way_e way,
    contentlib_set_t *tags);
static void contentlib_suggestions_row(contentlib_suggestions_t *list,
    contentlib_statement_e sql, contentlib_suggestion_type_e type,
    contentlib_suggestions_way_e way);
static contentlib_suggestions_way_e contentlib_suggestions_way(
    const contentlib_suggestions_t *list, const ngx_str_t *name);


ngx_array_t *
contentlib_suggestions_find(contentlib_db_t *db, const ngx_str_t *text,
    ngx_uint_t limit, ngx_pool_t *pool)
{
    contentlib_suggestions_t      list;
    contentlib_suggestions_way_e  way;

    list.db = db;
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

    if (contentlib_suggestions_text(&list, text) != NGX_OK) {
        return list.found;
    }

    for (way = 0; way < CONTENTLIB_SUGGESTIONS_WAYS; way++) {
        contentlib_suggestions_collections(&list, way);
    }

    for (way = 0;
         list.text.len != 0 && way < CONTENTLIB_SUGGESTIONS_WAYS;
         way++)
    {
        contentlib_suggestions_tags(&list, way);
    }

    return list.found;
}


/* NGX_DECLINED if no name can have it, or NGX_ERROR */

static ngx_int_t
contentlib_suggestions_text(contentlib_suggestions_t *list,
    const ngx_str_t *text)
{
    ngx_int_t    rc;
    ngx_str_t    trimmed, folded;
    ngx_pool_t  *pool;

    pool = list->found->pool;
    trimmed = *text;
    contentlib_text_trim(&trimmed);

    ngx_str_set(&list->text, "");
    list->terms = 0;

    if (trimmed.len == 0) {
        return NGX_OK;
    }

    rc = contentlib_filter_fold(list->db, &trimmed, NGX_MAX_UINT32_VALUE, pool,
                                &folded);

    if (rc != NGX_OK) {
        return rc;
    }

    contentlib_filter_terms(list->db, &folded, pool, &list->text);
    contentlib_term_join(&list->text);

    list->terms = (list->text.len != 0);

    if (!list->terms) {
        list->text = folded;
    }

    return NGX_OK;
}


static void
contentlib_suggestions_collections(contentlib_suggestions_t *list,
    contentlib_suggestions_way_e way)
{
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_COLLECTION_NAMES;

    contentlib_db_bind_text(list->db, sql, 1, &list->text);
    contentlib_db_bind_integer(list->db, sql, 2, (int64_t) list->terms);

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
    ngx_str_t             part;
    contentlib_posting_e  kind;

    if (list->found->nelts == list->limit
        || (way == CONTENTLIB_SUGGESTIONS_TERM && !list->terms))
    {
        return NGX_OK;
    }

    /* a character before the text, or none, and one behind it, or none */

    part.len = list->text.len;
    part.data = ngx_pcalloc(list->found->pool, part.len + 2);

    if (part.data == NULL) {
        return NGX_ERROR;
    }

    ngx_memcpy(part.data + 1, list->text.data, list->text.len);

    switch (way) {

    case CONTENTLIB_SUGGESTIONS_EXACT:
        part.len += 2;
        break;

    case CONTENTLIB_SUGGESTIONS_BEGINNING:
        part.len++;
        break;

    case CONTENTLIB_SUGGESTIONS_TERM:
        *part.data = ' ';
        part.len++;
        break;

    default:
        part.data++;
    }

    kind = list->terms ? CONTENTLIB_POSTING_NAME_TERMS
                       : CONTENTLIB_POSTING_NAME_PART;

    contentlib_filter_part(list->db, kind, &part, list->found->pool, tags);

    return NGX_OK;
}


static void
contentlib_suggestions_row(contentlib_suggestions_t *list,
    contentlib_statement_e sql, contentlib_suggestion_type_e type,
    contentlib_suggestions_way_e way)
{
    ngx_str_t                 name, compared, slug;
    contentlib_suggestion_t  *suggestion;

    name = contentlib_db_text_bytes(list->db, sql, 0);
    compared = contentlib_db_text_bytes(list->db, sql, list->terms ? 2 : 1);

    if (contentlib_db_failed(list->db)
        || contentlib_suggestions_way(list, &compared) != way)
    {
        return;
    }

    slug = contentlib_db_text_bytes(list->db, sql, 3);

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

    if (list->text.len != 0) {
        suggestion->slug = contentlib_db_text(list->db, sql, 3,
                                              list->found->pool);
    }
}


/* CONTENTLIB_SUGGESTIONS_WAYS if the name does not have the text */

static contentlib_suggestions_way_e
contentlib_suggestions_way(const contentlib_suggestions_t *list,
    const ngx_str_t *name)
{
    const u_char     *p, *last;
    const ngx_str_t  *text;

    text = &list->text;
    last = name->data + name->len;
    p = memmem(name->data, name->len, text->data, text->len);

    if (p == NULL) {
        return CONTENTLIB_SUGGESTIONS_WAYS;
    }

    if (p == name->data) {
        return text->len != 0 && name->len == text->len
               ? CONTENTLIB_SUGGESTIONS_EXACT
               : CONTENTLIB_SUGGESTIONS_BEGINNING;
    }

    while (list->terms && p != NULL) {

        if (p[-1] == ' ') {
            return CONTENTLIB_SUGGESTIONS_TERM;
        }

        p++;
        p = memmem(p, (size_t) (last - p), text->data, text->len);
    }

    return CONTENTLIB_SUGGESTIONS_PART;
}
