
/*
 * Copyright (C) contentlib authors
 *
 * Collects suggestions, first from the names of collections, then, if these
 * are not enough, from the names of tags.  Names are read in the order of the
 * best ones among those that have the text in the same way, so the rest need
 * not be read once it is known that none of them has it in a better way.
 */


#include <library/contentlib_suggestions.h>
#include <library/contentlib_filter.h>
#include <library/contentlib_records.h>
#include <library/contentlib_search.h>
#include <text/contentlib_text.h>


/* how a name has the text, the best way first */

typedef enum {
    CONTENTLIB_SUGGESTIONS_EXACT = 0,
    CONTENTLIB_SUGGESTIONS_BEGINNING,
    CONTENTLIB_SUGGESTIONS_WORD,            /* at the beginning of a word */
    CONTENTLIB_SUGGESTIONS_PART,
    CONTENTLIB_SUGGESTIONS_WAYS
} contentlib_suggestions_way_e;


typedef struct {
    contentlib_suggestion_type_e   type;
    const ngx_str_t               *text;       /* folded */
    ngx_uint_t                     limit;
    ngx_uint_t                     beginnings; /* names with the text there */
    ngx_uint_t                     word;       /* the text may begin a word */
    ngx_uint_t                     n[CONTENTLIB_SUGGESTIONS_WAYS];
    contentlib_suggestion_t       *ranked;     /* "limit" of each way */
    ngx_array_t                   *found;
} contentlib_suggestions_t;


static void contentlib_suggestions_tags(contentlib_db_t *db,
    contentlib_search_t *search, contentlib_suggestions_t *list);
static void contentlib_suggestions_grams(contentlib_db_t *db,
    contentlib_suggestions_t *list);
static void contentlib_suggestions_scan(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_suggestions_t *list);
static ngx_uint_t contentlib_suggestions_enough(
    const contentlib_suggestions_t *list);
static void contentlib_suggestions_add(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_suggestions_way_e way,
    contentlib_suggestions_t *list);
static void contentlib_suggestions_end(contentlib_suggestions_t *list);
static contentlib_suggestions_way_e contentlib_suggestions_way(
    const ngx_str_t *name, const ngx_str_t *text);


ngx_array_t *
contentlib_suggestions_find(contentlib_db_t *db, const ngx_str_t *text,
    ngx_uint_t limit, ngx_pool_t *pool)
{
    size_t                    at;
    ngx_str_t                 term;
    contentlib_search_t       search;
    contentlib_suggestions_t  list;

    ngx_memzero(&list, sizeof(contentlib_suggestions_t));

    list.found = ngx_palloc(pool, sizeof(ngx_array_t));
    list.ranked = ngx_palloc(pool, CONTENTLIB_SUGGESTIONS_WAYS * limit
                                   * sizeof(contentlib_suggestion_t));

    if (list.found == NULL || list.ranked == NULL
        || ngx_array_init(list.found, pool, limit,
                          sizeof(contentlib_suggestion_t))
           != NGX_OK)
    {
        (void) contentlib_db_no_memory(db);
        return NULL;
    }

    ngx_str_set(&search.folded, "");

    if (text->len != 0
        && contentlib_search_create(&search, db, text, NGX_MAX_UINT32_VALUE,
                                    pool)
           != NGX_OK)
    {
        return list.found;
    }

    at = 0;

    list.type = CONTENTLIB_SUGGEST_COLLECTION;
    list.text = &search.folded;
    list.limit = limit;
    list.word = contentlib_term_next(list.text, &at, &term) == NGX_OK
                && term.data == list.text->data;

    contentlib_db_bind_text(db, CONTENTLIB_SQL_DISPLAYED_SCAN, 1, list.text);

    /* all names begin with the empty text */

    list.beginnings = text->len ? NGX_MAX_UINT32_VALUE : limit;

    contentlib_suggestions_scan(db, CONTENTLIB_SQL_DISPLAYED_SCAN, &list);
    contentlib_suggestions_end(&list);

    if (list.found->nelts < limit && text->len != 0
        && search.folded.len <= db->meta.longest_tag_name)
    {
        contentlib_suggestions_tags(db, &search, &list);
    }

    return list.found;
}


/* an index has the names that are the text, and how many begin with it */

static void
contentlib_suggestions_tags(contentlib_db_t *db, contentlib_search_t *search,
    contentlib_suggestions_t *list)
{
    ngx_str_t                     name;
    contentlib_statement_e        sql;
    contentlib_suggestions_way_e  way;

    list->type = CONTENTLIB_SUGGEST_TAG;
    ngx_memzero(list->n, sizeof(list->n));

    sql = CONTENTLIB_SQL_SUGGESTION_BEGINNING;

    contentlib_db_bind_text(db, sql, 1, list->text);

    list->beginnings = 0;

    while (list->beginnings < list->limit
           && contentlib_db_step(db, sql) == NGX_OK)
    {
        name = contentlib_db_text_bytes(db, sql, 1);
        way = contentlib_suggestions_way(&name, list->text);
        list->beginnings++;

        if (way == CONTENTLIB_SUGGESTIONS_EXACT) {
            contentlib_suggestions_add(db, sql, way, list);

        } else if (way != CONTENTLIB_SUGGESTIONS_BEGINNING) {
            (void) contentlib_db_corrupt(db, "the order of tags is not valid");
        }
    }

    (void) contentlib_db_reset(db, sql);

    if (search->key) {
        contentlib_suggestions_grams(db, list);

    } else {
        sql = CONTENTLIB_SQL_SUGGESTION_PART;

        contentlib_search_bind(search, db, sql);
        contentlib_suggestions_scan(db, sql, list);
    }

    contentlib_suggestions_end(list);
}


/* the names that contain a short string */

static void
contentlib_suggestions_grams(contentlib_db_t *db,
    contentlib_suggestions_t *list)
{
    uint64_t                first, last;
    contentlib_set_t       *names;
    contentlib_statement_e  sql;

    names = contentlib_set_create(list->found->pool, db->meta.tags);

    if (names == NULL) {
        (void) contentlib_db_no_memory(db);
        return;
    }

    contentlib_filter_gram(db, CONTENTLIB_SQL_SUGGESTION_GRAM, list->text,
                           names);

    sql = CONTENTLIB_SQL_SUGGESTION;

    for (first = 0;
         !contentlib_db_failed(db)
             && !contentlib_suggestions_enough(list)
             && contentlib_set_next_run(names, &first, &last) == NGX_OK;
         first = last + 1)
    {
        contentlib_db_bind_integer(db, sql, 1, (int64_t) first);
        contentlib_db_bind_integer(db, sql, 2, (int64_t) last);
        contentlib_db_bind_text(db, sql, 3, list->text);

        contentlib_suggestions_scan(db, sql, list);
    }
}


static void
contentlib_suggestions_scan(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_suggestions_t *list)
{
    ngx_str_t                     name;
    contentlib_suggestions_way_e  way;

    while (!contentlib_suggestions_enough(list)
           && contentlib_db_step(db, sql) == NGX_OK)
    {
        name = contentlib_db_text_bytes(db, sql, 1);
        way = contentlib_suggestions_way(&name, list->text);

        /* those of tags are known already */

        if (way != CONTENTLIB_SUGGESTIONS_EXACT
            || list->type == CONTENTLIB_SUGGEST_COLLECTION)
        {
            contentlib_suggestions_add(db, sql, way, list);

        } else if (list->n[way] == 0) {
            (void) contentlib_db_corrupt(db, "the order of tags is not valid");
        }
    }

    (void) contentlib_db_reset(db, sql);
}


/* no name that follows has the text in a better way */

static ngx_uint_t
contentlib_suggestions_enough(const contentlib_suggestions_t *list)
{
    ngx_uint_t  better, n;

    better = list->n[CONTENTLIB_SUGGESTIONS_EXACT]
             + list->n[CONTENTLIB_SUGGESTIONS_BEGINNING];
    n = better + list->n[CONTENTLIB_SUGGESTIONS_WORD];

    if (!list->word) {
        n += list->n[CONTENTLIB_SUGGESTIONS_PART];
    }

    return better >= list->beginnings && n >= list->limit;
}


static void
contentlib_suggestions_add(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_suggestions_way_e way, contentlib_suggestions_t *list)
{
    contentlib_suggestion_t  *suggestion;

    if (list->n[way] == list->limit) {
        return;
    }

    if (contentlib_db_text_bytes(db, sql, 0).len > CONTENTLIB_NAME_LONGEST) {
        (void) contentlib_db_corrupt(db, "a name is too long");
        return;
    }

    suggestion = &list->ranked[way * list->limit + list->n[way]++];

    suggestion->type = list->type;
    suggestion->text = contentlib_db_text(db, sql, 0, list->found->pool);
}


static void
contentlib_suggestions_end(contentlib_suggestions_t *list)
{
    ngx_uint_t                i, way;
    contentlib_suggestion_t  *suggestion;

    suggestion = list->found->elts;

    for (way = 0; way < CONTENTLIB_SUGGESTIONS_WAYS; way++) {
        for (i = 0; i < list->n[way] && list->found->nelts < list->limit; i++)
        {
            suggestion[list->found->nelts++]
                = list->ranked[way * list->limit + i];
        }
    }
}


/* the name has the text */

static contentlib_suggestions_way_e
contentlib_suggestions_way(const ngx_str_t *name, const ngx_str_t *text)
{
    size_t         at;
    ngx_str_t      term;
    const u_char  *last;

    last = name->data + name->len;

    if (name->len >= text->len
        && ngx_memcmp(name->data, text->data, text->len) == 0)
    {
        return text->len != 0 && name->len == text->len
               ? CONTENTLIB_SUGGESTIONS_EXACT
               : CONTENTLIB_SUGGESTIONS_BEGINNING;
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
