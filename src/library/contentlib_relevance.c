
/*
 * Copyright (C) contentlib authors
 *
 * Each tier is a set of items; in the end, what is in a tier is taken out of
 * those after it.
 */


#include <library/contentlib_filter.h>
#include <text/contentlib_text.h>


/* so many characters that begin a term are stored with their items */

#define CONTENTLIB_RELEVANCE_BEGINNING  2


/* the tiers, in their order */

typedef enum {
    CONTENTLIB_RELEVANCE_TAG = 0,
    CONTENTLIB_RELEVANCE_WORDS,
    CONTENTLIB_RELEVANCE_BEGINNINGS,
    CONTENTLIB_RELEVANCE_PART
} contentlib_relevance_tier_e;


typedef struct {
    contentlib_db_t           *db;
    ngx_pool_t                *pool;
    ngx_str_t                  value;       /* without blanks around it */
    ngx_str_t                  folded;
    contentlib_set_t         **tiers;
    contentlib_set_t          *found;       /* with one term */
} contentlib_relevance_t;


static ngx_int_t contentlib_relevance_prepare(contentlib_relevance_t *search,
    const ngx_str_t *value);
static void contentlib_relevance_tag(contentlib_relevance_t *search);
static void contentlib_relevance_words(contentlib_relevance_t *search);
static void contentlib_relevance_narrow(contentlib_relevance_t *search,
    const ngx_str_t *term, contentlib_set_t *items, ngx_uint_t n);
static void contentlib_relevance_part(contentlib_relevance_t *search);
static ngx_uint_t contentlib_relevance_separate(
    contentlib_relevance_t *search);


void
contentlib_relevance_find(contentlib_db_t *db, const ngx_str_t *value,
    ngx_pool_t *pool, contentlib_set_t *tiers[CONTENTLIB_RELEVANCE_TIERS])
{
    ngx_uint_t              i;
    contentlib_relevance_t  search;

    for (i = 0; i < CONTENTLIB_RELEVANCE_TIERS; i++) {
        tiers[i] = contentlib_set_create(pool, db->meta.items);

        if (tiers[i] == NULL) {
            (void) contentlib_db_no_memory(db);
            return;
        }
    }

    search.db = db;
    search.pool = pool;
    search.tiers = tiers;
    search.found = contentlib_set_create(pool, db->meta.items);

    if (search.found == NULL
        || contentlib_relevance_prepare(&search, value) != NGX_OK)
    {
        (void) contentlib_db_no_memory(db);
        return;
    }

    if (search.value.len == 0) {
        return;
    }

    contentlib_relevance_tag(&search);
    contentlib_relevance_words(&search);

    if (!contentlib_relevance_separate(&search)
        || contentlib_term_unspaced(&search.value))
    {
        contentlib_relevance_part(&search);
        (void) contentlib_relevance_separate(&search);
    }
}


static ngx_int_t
contentlib_relevance_prepare(contentlib_relevance_t *search,
    const ngx_str_t *value)
{
    size_t      at, end;
    ngx_str_t   word;

    ngx_str_null(&search->value);

    at = 0;
    end = 0;

    while (contentlib_term_word(value, &at, &word) == NGX_OK) {

        if (end == 0) {
            search->value.data = word.data;
        }

        end = at;
    }

    if (end != 0) {
        search->value.len = (size_t) (value->data + end - search->value.data);
    }

    search->folded.data = ngx_pnalloc(search->pool, CONTENTLIB_TEXT_GROWTH
                                                    * search->value.len + 1);

    if (search->folded.data == NULL) {
        return NGX_ERROR;
    }

    search->folded.len = contentlib_text_fold(search->folded.data,
                                              &search->value);

    return NGX_OK;
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
contentlib_relevance_words(contentlib_relevance_t *search)
{
    size_t             at;
    ngx_str_t          term, next;
    ngx_uint_t         n;
    contentlib_set_t  *words, *beginnings;

    words = search->tiers[CONTENTLIB_RELEVANCE_WORDS];
    beginnings = search->tiers[CONTENTLIB_RELEVANCE_BEGINNINGS];
    at = 0;

    if (contentlib_term_next(&search->folded, &at, &term) != NGX_OK) {
        return;
    }

    for (n = 0;
         contentlib_term_next(&search->folded, &at, &next) == NGX_OK;
         n++)
    {
        contentlib_relevance_narrow(search, &term, words, n);

        if (contentlib_set_is_empty(words)) {
            return;
        }

        term = next;
    }

    /* now the term is the last one, and the words are all others */

    if (contentlib_text_length(&term) > CONTENTLIB_RELEVANCE_BEGINNING) {
        contentlib_filter_beginning(search->db, CONTENTLIB_POSTING_TERM, &term,
                                    beginnings);

    } else {
        contentlib_filter_postings(search->db, CONTENTLIB_POSTING_BEGINNING,
                                   &term, beginnings);
    }

    if (n > 0) {
        contentlib_set_intersect(beginnings, words);
    }

    contentlib_relevance_narrow(search, &term, words, n);
}


/* the items that have the term, and the n terms before it */

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


/* takes what is in a tier out of all that follow; 1 if there is any item */

static ngx_uint_t
contentlib_relevance_separate(contentlib_relevance_t *search)
{
    ngx_uint_t  i, j, found;

    found = 0;

    for (i = 0; i < CONTENTLIB_RELEVANCE_TIERS; i++) {

        if (!contentlib_set_is_empty(search->tiers[i])) {
            found = 1;

            for (j = i + 1; j < CONTENTLIB_RELEVANCE_TIERS; j++) {
                contentlib_set_subtract(search->tiers[j], search->tiers[i]);
            }
        }
    }

    return found;
}
