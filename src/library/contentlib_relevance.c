
/*
 * Copyright (C) contentlib authors
 *
 * Each tier is a set of items; in the end, what is in a tier is taken out of
 * those after it.  If there is nothing, the terms of the library that are
 * nearest to those of the value are looked for.
 */


#include <library/contentlib_filter.h>
#include <library/contentlib_nearest.h>
#include <text/contentlib_text.h>


/* the tiers, in their order */

typedef enum {
    CONTENTLIB_RELEVANCE_TEXT = 0,
    CONTENTLIB_RELEVANCE_TEXT_BEGINNING,
    CONTENTLIB_RELEVANCE_TAG,
    CONTENTLIB_RELEVANCE_TERMS,
    CONTENTLIB_RELEVANCE_BEGINNINGS,
    CONTENTLIB_RELEVANCE_PART
} contentlib_relevance_tier_e;


typedef struct {
    contentlib_db_t             *db;
    ngx_pool_t                  *pool;
    ngx_str_t                    value;     /* without blanks around it */
    ngx_str_t                    folded;
    ngx_str_t                    terms;     /* with a space between two */
    contentlib_nearest_value_t   nearest;
    contentlib_set_t           **tiers;
    contentlib_set_t            *found;     /* with one term */
} contentlib_relevance_t;


static ngx_int_t contentlib_relevance_prepare(contentlib_relevance_t *search,
    const ngx_str_t *value);
static void contentlib_relevance_text(contentlib_relevance_t *search);
static void contentlib_relevance_tag(contentlib_relevance_t *search);
static void contentlib_relevance_terms(contentlib_relevance_t *search);
static void contentlib_relevance_beginning(contentlib_relevance_t *search,
    const ngx_str_t *term, contentlib_set_t *items);
static void contentlib_relevance_narrow(contentlib_relevance_t *search,
    const ngx_str_t *term, contentlib_set_t *items, ngx_uint_t n);
static void contentlib_relevance_part(contentlib_relevance_t *search);
static void contentlib_relevance_nearest(contentlib_relevance_t *search);
static void contentlib_relevance_some(contentlib_relevance_t *search);
static void contentlib_relevance_near(contentlib_relevance_t *search,
    const ngx_str_t *term, ngx_uint_t last);
static ngx_uint_t contentlib_relevance_separate(
    contentlib_relevance_t *search);


void
contentlib_relevance_find(contentlib_db_t *db, const ngx_str_t *value,
    ngx_pool_t *pool, contentlib_set_t *tiers[CONTENTLIB_RELEVANCE_TIERS])
{
    ngx_uint_t              i;
    contentlib_relevance_t  search;

    for (i = 0; i < CONTENTLIB_RELEVANCE_TIERS; i++) {
        tiers[i] = contentlib_filter_set(db, pool, db->meta.items);

        if (tiers[i] == NULL) {
            return;
        }
    }

    ngx_memzero(&search, sizeof(contentlib_relevance_t));

    search.db = db;
    search.pool = pool;
    search.tiers = tiers;
    search.nearest.db = db;
    search.nearest.pool = pool;
    search.found = contentlib_filter_set(db, pool, db->meta.items);

    if (search.found == NULL
        || contentlib_relevance_prepare(&search, value) != NGX_OK)
    {
        return;
    }

    contentlib_relevance_text(&search);
    contentlib_relevance_tag(&search);
    contentlib_relevance_terms(&search);

    if (contentlib_term_unspaced(&search.folded)) {
        contentlib_relevance_part(&search);
    }

    if (contentlib_relevance_separate(&search)) {
        return;
    }

    if (memchr(search.terms.data, ' ', search.terms.len) == NULL) {
        contentlib_relevance_nearest(&search);

    } else {
        contentlib_relevance_some(&search);
    }

    (void) contentlib_relevance_separate(&search);
}


/* NGX_DECLINED if nothing can match, or NGX_ERROR */

static ngx_int_t
contentlib_relevance_prepare(contentlib_relevance_t *search,
    const ngx_str_t *value)
{
    ngx_int_t  rc;

    search->value = *value;

    contentlib_text_trim(&search->value);

    rc = contentlib_filter_fold(search->db, &search->value,
                                CONTENTLIB_FILTER_FOLDED, search->pool,
                                &search->folded);

    if (rc != NGX_OK) {
        return rc;
    }

    search->terms.data = ngx_pnalloc(search->pool, CONTENTLIB_TEXT_GROWTH
                                                   * search->folded.len + 1);

    if (search->terms.data == NULL) {
        return contentlib_db_no_memory(search->db);
    }

    search->terms.len = contentlib_term_text(search->terms.data,
                                             CONTENTLIB_TEXT_GROWTH
                                             * search->folded.len,
                                             &search->folded);

    return NGX_OK;
}


static void
contentlib_relevance_text(contentlib_relevance_t *search)
{
    ngx_str_t  key;

    key = search->terms;

    contentlib_filter_postings(search->db, CONTENTLIB_POSTING_TERMS, &key,
                               search->tiers[CONTENTLIB_RELEVANCE_TEXT]);

    /* the next term follows */

    key.data[key.len++] = ' ';

    contentlib_filter_beginning(search->db, CONTENTLIB_POSTING_TERMS, &key,
                           search->tiers[CONTENTLIB_RELEVANCE_TEXT_BEGINNING]);
}


/* a slug is case-sensitive, so it may be the value as it is, or folded */

static void
contentlib_relevance_tag(contentlib_relevance_t *search)
{
    contentlib_db_t   *db;
    ngx_pool_t        *pool;
    contentlib_set_t  *items;

    db = search->db;
    pool = search->pool;
    items = search->tiers[CONTENTLIB_RELEVANCE_TAG];

    contentlib_filter_tag(db, &search->value, pool, items);
    contentlib_filter_tag_slug(db, &search->value, pool, items);
    contentlib_filter_tag_slug(db, &search->folded, pool, items);
}


static void
contentlib_relevance_terms(contentlib_relevance_t *search)
{
    size_t             at;
    ngx_str_t          term, next;
    ngx_uint_t         n;
    contentlib_set_t  *terms, *beginnings;

    terms = search->tiers[CONTENTLIB_RELEVANCE_TERMS];
    beginnings = search->tiers[CONTENTLIB_RELEVANCE_BEGINNINGS];
    at = 0;

    (void) contentlib_text_word(&search->terms, &at, &term);

    for (n = 0;
         contentlib_text_word(&search->terms, &at, &next) == NGX_OK;
         n++)
    {
        contentlib_relevance_narrow(search, &term, terms, n);

        if (contentlib_set_is_empty(terms)) {
            return;
        }

        term = next;
    }

    /* now the term is the last one, and the terms are all others */

    contentlib_relevance_beginning(search, &term, beginnings);

    if (n > 0) {
        contentlib_set_intersect(beginnings, terms);
    }

    contentlib_relevance_narrow(search, &term, terms, n);
}


/* the items that have a term which begins so */

static void
contentlib_relevance_beginning(contentlib_relevance_t *search,
    const ngx_str_t *term, contentlib_set_t *items)
{
    if (contentlib_text_length(term) > CONTENTLIB_POSTING_BEGINNINGS) {
        contentlib_filter_beginning(search->db, CONTENTLIB_POSTING_TERM, term,
                                    items);

    } else {
        contentlib_filter_postings(search->db, CONTENTLIB_POSTING_BEGINNING,
                                   term, items);
    }
}


/* keeps the items that have a term; of the first term, adds them */

static void
contentlib_relevance_narrow(contentlib_relevance_t *search,
    const ngx_str_t *term, contentlib_set_t *items, ngx_uint_t n)
{
    contentlib_set_t  *found;

    found = n > 0 ? search->found : items;

    contentlib_set_clear(found);
    contentlib_filter_postings(search->db, CONTENTLIB_POSTING_TERM, term,
                               found);

    if (n > 0) {
        contentlib_set_intersect(items, found);
    }
}


static void
contentlib_relevance_part(contentlib_relevance_t *search)
{
    contentlib_set_t  *items;

    items = search->tiers[CONTENTLIB_RELEVANCE_PART];

    contentlib_filter_text(search->db, &search->value, search->pool, items);
    contentlib_filter_tag_partial(search->db, &search->value, search->pool,
                                  items);
}


/* a single term: the tiers are those of texts, and one for other items */

static void
contentlib_relevance_nearest(contentlib_relevance_t *search)
{
    ngx_uint_t                   i;
    const contentlib_nearest_t  *near;

    near = contentlib_nearest_find(&search->nearest, &search->terms);

    for (i = 0; near && i < near->n; i++) {
        search->terms = near->nearest[i];

        contentlib_relevance_text(search);
        contentlib_filter_postings(search->db, CONTENTLIB_POSTING_TERM,
                                   &search->terms,
                                   search->tiers[CONTENTLIB_RELEVANCE_TAG]);
    }
}


/*
 * A tier has the items with so many of the terms, or more.  If there are items
 * with all of them, these are the only ones.
 */

static void
contentlib_relevance_some(contentlib_relevance_t *search)
{
    size_t             at;
    ngx_str_t          term;
    ngx_uint_t         i, n;
    contentlib_set_t  *both, *first;

    both = contentlib_filter_set(search->db, search->pool,
                                 search->found->size);

    if (both == NULL) {
        return;
    }

    at = 0;

    for (n = 0;
         n < CONTENTLIB_RELEVANCE_TIERS
             && contentlib_text_word(&search->terms, &at, &term) == NGX_OK;
         n++)
    {
        contentlib_relevance_near(search, &term, at == search->terms.len);

        for (i = n; i > 0; i--) {
            contentlib_set_clear(both);
            contentlib_set_add_set(both, search->tiers[i - 1]);
            contentlib_set_intersect(both, search->found);
            contentlib_set_add_set(search->tiers[i], both);
        }

        contentlib_set_add_set(search->tiers[0], search->found);
    }

    for (i = 0; i < n / 2; i++) {
        first = search->tiers[i];
        search->tiers[i] = search->tiers[n - 1 - i];
        search->tiers[n - 1 - i] = first;
    }

    for (i = 1; i < n && !contentlib_set_is_empty(search->tiers[0]); i++) {
        contentlib_set_clear(search->tiers[i]);
    }
}


/* the items with a term or, if there are none, with the nearest ones */

static void
contentlib_relevance_near(contentlib_relevance_t *search,
    const ngx_str_t *term, ngx_uint_t last)
{
    ngx_uint_t                   i;
    const contentlib_nearest_t  *near;

    contentlib_set_clear(search->found);

    if (last) {
        contentlib_relevance_beginning(search, term, search->found);

    } else {
        contentlib_filter_postings(search->db, CONTENTLIB_POSTING_TERM, term,
                                   search->found);
    }

    if (!contentlib_set_is_empty(search->found)) {
        return;
    }

    near = contentlib_nearest_find(&search->nearest, term);

    for (i = 0; near && i < near->n; i++) {
        contentlib_filter_postings(search->db, CONTENTLIB_POSTING_TERM,
                                   &near->nearest[i], search->found);
    }
}


/* takes what is in a tier out of all that follow; 1 if there is any item */

static ngx_uint_t
contentlib_relevance_separate(contentlib_relevance_t *search)
{
    ngx_uint_t         i;
    contentlib_set_t  *seen;

    seen = search->found;
    contentlib_set_clear(seen);

    for (i = 0; i < CONTENTLIB_RELEVANCE_TIERS; i++) {

        if (!contentlib_set_is_empty(search->tiers[i])) {
            contentlib_set_subtract(search->tiers[i], seen);
            contentlib_set_add_set(seen, search->tiers[i]);
        }
    }

    return !contentlib_set_is_empty(seen);
}
