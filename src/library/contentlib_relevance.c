
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


#define CONTENTLIB_RELEVANCE_STEM   3       /* characters without an ending */
#define CONTENTLIB_RELEVANCE_WORDS  (CONTENTLIB_RELEVANCE_TIERS / 2)


/* the tiers, in their order */

typedef enum {
    CONTENTLIB_RELEVANCE_TEXT = 0,
    CONTENTLIB_RELEVANCE_TEXT_BEGINNING,
    CONTENTLIB_RELEVANCE_TAG,
    CONTENTLIB_RELEVANCE_TERMS,
    CONTENTLIB_RELEVANCE_BEGINNINGS,
    CONTENTLIB_RELEVANCE_PART,
    CONTENTLIB_RELEVANCE_ENDINGS,
    CONTENTLIB_RELEVANCE_GROUPS
} contentlib_relevance_tier_e;


/* a term of the value */

typedef struct {
    ngx_str_t                    term;      /* as a key */
    ngx_str_t                    parts;     /* with apostrophes, or empty */
    ngx_uint_t                   last;      /* it may go on */
} contentlib_relevance_word_t;


typedef struct {
    contentlib_db_t             *db;
    ngx_pool_t                  *pool;
    ngx_str_t                    value;     /* without blanks around it */
    ngx_str_t                    folded;
    ngx_str_t                    terms;     /* with a space between two */
    contentlib_relevance_word_t *words;
    ngx_uint_t                   n;
    contentlib_nearest_value_t   nearest;
    contentlib_set_t           **tiers;
    ngx_uint_t                   ntiers;
    contentlib_set_t            *found;     /* with one term */
    contentlib_set_t            *parts;     /* with all its parts */
    contentlib_set_t            *part;      /* with one of them */
} contentlib_relevance_t;


static ngx_int_t contentlib_relevance_sets(contentlib_relevance_t *search,
    ngx_uint_t n);
static ngx_int_t contentlib_relevance_prepare(contentlib_relevance_t *search,
    const ngx_str_t *value);
static ngx_int_t contentlib_relevance_words(contentlib_relevance_t *search,
    const ngx_str_t *terms);
static void contentlib_relevance_text(contentlib_relevance_t *search,
    const ngx_str_t *terms, ngx_uint_t n);
static void contentlib_relevance_tag(contentlib_relevance_t *search);
static void contentlib_relevance_terms(contentlib_relevance_t *search);
static void contentlib_relevance_word(contentlib_relevance_t *search,
    const contentlib_relevance_word_t *word, ngx_uint_t beginning);
static void contentlib_relevance_parts(contentlib_relevance_t *search,
    const contentlib_relevance_word_t *word, ngx_uint_t beginning);
static void contentlib_relevance_term(contentlib_relevance_t *search,
    const ngx_str_t *term, ngx_uint_t beginning, contentlib_set_t *items);
static void contentlib_relevance_endings(contentlib_relevance_t *search,
    const ngx_str_t *term);
static void contentlib_relevance_narrow(contentlib_set_t *items,
    const contentlib_set_t *found, ngx_uint_t n);
static void contentlib_relevance_part(contentlib_relevance_t *search);
static void contentlib_relevance_nearest(contentlib_relevance_t *search);
static void contentlib_relevance_some(contentlib_relevance_t *search);
static void contentlib_relevance_near(contentlib_relevance_t *search,
    const contentlib_relevance_word_t *word);
static void contentlib_relevance_count(contentlib_relevance_t *search,
    ngx_uint_t n, contentlib_set_t **from, contentlib_set_t **to);
static void contentlib_relevance_order(contentlib_relevance_t *search,
    ngx_uint_t n);
static ngx_uint_t contentlib_relevance_separate(
    contentlib_relevance_t *search);


/* of plurals in English, German, Dutch, French and Spanish */

static const ngx_str_t  contentlib_relevance_ending[] = {
    ngx_string("s"), ngx_string("es"), ngx_string("e"), ngx_string("n"),
    ngx_string("en"), ngx_string("er"), ngx_null_string
};


ngx_uint_t
contentlib_relevance_find(contentlib_db_t *db, const ngx_str_t *value,
    ngx_pool_t *pool, contentlib_set_t *tiers[CONTENTLIB_RELEVANCE_TIERS])
{
    ngx_uint_t              found;
    contentlib_relevance_t  search;

    ngx_memzero(&search, sizeof(contentlib_relevance_t));

    search.db = db;
    search.pool = pool;
    search.tiers = tiers;
    search.nearest.db = db;
    search.nearest.pool = pool;
    search.found = contentlib_filter_set(db, pool, db->meta.items);

    if (search.found == NULL
        || contentlib_relevance_sets(&search, CONTENTLIB_RELEVANCE_GROUPS)
           != NGX_OK
        || contentlib_relevance_prepare(&search, value) != NGX_OK)
    {
        return search.ntiers;
    }

    contentlib_relevance_text(&search, &search.terms, search.n);
    contentlib_relevance_tag(&search);
    contentlib_relevance_terms(&search);

    if (contentlib_term_unspaced(&search.folded)) {
        contentlib_relevance_part(&search);
    }

    found = contentlib_relevance_separate(&search);

    if (!found && search.n == 1) {
        contentlib_relevance_nearest(&search);
        found = contentlib_relevance_separate(&search);
    }

    if (!found) {
        contentlib_relevance_some(&search);
        (void) contentlib_relevance_separate(&search);
    }

    return search.ntiers;
}


static ngx_int_t
contentlib_relevance_sets(contentlib_relevance_t *search, ngx_uint_t n)
{
    contentlib_set_t  *set;

    while (search->ntiers < n) {
        set = contentlib_filter_set(search->db, search->pool,
                                    search->db->meta.items);

        if (set == NULL) {
            return NGX_ERROR;
        }

        search->tiers[search->ntiers++] = set;
    }

    return NGX_OK;
}


/* NGX_DECLINED if nothing can match, or NGX_ERROR */

static ngx_int_t
contentlib_relevance_prepare(contentlib_relevance_t *search,
    const ngx_str_t *value)
{
    ngx_int_t  rc;
    ngx_str_t  terms;

    search->value = *value;

    contentlib_text_trim(&search->value);

    rc = contentlib_filter_fold(search->db, &search->value,
                                CONTENTLIB_FILTER_FOLDED, search->pool,
                                &search->folded);

    if (rc != NGX_OK) {
        return rc;
    }

    contentlib_filter_terms(search->db, &search->folded, search->pool, &terms);

    return terms.len != 0 ? contentlib_relevance_words(search, &terms)
                          : NGX_DECLINED;
}


static ngx_int_t
contentlib_relevance_words(contentlib_relevance_t *search,
    const ngx_str_t *terms)
{
    size_t                        at, next;
    ngx_str_t                     term;
    ngx_pool_t                   *pool;
    contentlib_relevance_word_t  *word;

    pool = search->pool;

    /* each has a character, and all but the last one a space */

    search->words = ngx_palloc(pool, (terms->len / 2 + 1)
                                     * sizeof(contentlib_relevance_word_t));
    search->terms.len = terms->len;
    search->terms.data = ngx_pnalloc(pool, terms->len + 1);

    if (search->words == NULL || search->terms.data == NULL) {
        return contentlib_db_no_memory(search->db);
    }

    ngx_memcpy(search->terms.data, terms->data, terms->len);
    contentlib_term_join(&search->terms);

    at = 0;
    next = 0;

    while (contentlib_text_word(terms, &at, &term) == NGX_OK) {
        word = &search->words[search->n++];

        (void) contentlib_text_word(&search->terms, &next, &word->term);

        word->last = (at == terms->len);
        word->parts = term;

        if (term.len == word->term.len) {
            word->parts.len = 0;

        } else if (search->part == NULL) {
            search->parts = contentlib_filter_set(search->db, pool,
                                                  search->found->size);
            search->part = contentlib_filter_set(search->db, pool,
                                                 search->found->size);

            if (search->parts == NULL || search->part == NULL) {
                return NGX_ERROR;
            }
        }

        contentlib_term_key(&word->term);
    }

    return NGX_OK;
}


/* the texts that are these "n" terms, or begin with them */

static void
contentlib_relevance_text(contentlib_relevance_t *search,
    const ngx_str_t *terms, ngx_uint_t n)
{
    ngx_str_t          key;
    contentlib_set_t  *items;

    key = *terms;
    contentlib_term_key(&key);

    contentlib_filter_postings(search->db, CONTENTLIB_POSTING_TERMS, &key,
                               search->tiers[CONTENTLIB_RELEVANCE_TEXT]);

    items = search->tiers[CONTENTLIB_RELEVANCE_TEXT_BEGINNING];

    if (n == 1) {
        contentlib_filter_postings(search->db, CONTENTLIB_POSTING_FIRST_TERM,
                                   &key, items);

    } else if (key.len == terms->len) {

        /* the next term follows */

        key.data[key.len++] = ' ';

        contentlib_filter_beginning(search->db, CONTENTLIB_POSTING_TERMS, &key,
                                    items);
    }
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

    contentlib_filter_tag(db, &search->folded, pool, items);
    contentlib_filter_tag_slug(db, &search->value, pool, items);
    contentlib_filter_tag_slug(db, &search->folded, pool, items);
}


/*
 * Terms without their endings are looked for only if all terms are those of
 * items: what is left of a mistake is another word.
 */

static void
contentlib_relevance_terms(contentlib_relevance_t *search)
{
    ngx_uint_t                    i, every;
    contentlib_set_t             *terms, *beginnings, *endings;
    contentlib_relevance_word_t  *word;

    terms = search->tiers[CONTENTLIB_RELEVANCE_TERMS];
    beginnings = search->tiers[CONTENTLIB_RELEVANCE_BEGINNINGS];
    endings = search->tiers[CONTENTLIB_RELEVANCE_ENDINGS];
    every = 1;

    for (i = 0; i < search->n && every; i++) {
        word = &search->words[i];

        /* the items with all other terms */

        if (word->last && (i == 0 || !contentlib_set_is_empty(terms))) {
            contentlib_relevance_word(search, word, 1);
            contentlib_set_add_set(beginnings, search->found);

            if (i > 0) {
                contentlib_set_intersect(beginnings, terms);
            }
        }

        contentlib_relevance_word(search, word, 0);
        every = !contentlib_set_is_empty(search->found);

        contentlib_relevance_narrow(terms, search->found, i);
        contentlib_relevance_endings(search, &word->term);
        contentlib_relevance_narrow(endings, search->found, i);

        /* they contain the others */

        if (contentlib_set_is_empty(endings)) {
            return;
        }
    }

    if (!every) {
        contentlib_set_clear(endings);
    }
}


/* finds the items that have a term, or all its parts, or one that goes on */

static void
contentlib_relevance_word(contentlib_relevance_t *search,
    const contentlib_relevance_word_t *word, ngx_uint_t beginning)
{
    contentlib_set_clear(search->found);
    contentlib_relevance_term(search, &word->term, beginning, search->found);

    if (word->parts.len != 0) {
        contentlib_relevance_parts(search, word, beginning);
    }
}


static void
contentlib_relevance_parts(contentlib_relevance_t *search,
    const contentlib_relevance_word_t *word, ngx_uint_t beginning)
{
    size_t      at;
    ngx_str_t   part;
    ngx_uint_t  n;

    contentlib_set_clear(search->parts);
    at = 0;

    for (n = 0;
         contentlib_term_part(&word->parts, &at, &part) == NGX_OK;
         n++)
    {
        contentlib_term_key(&part);
        contentlib_set_clear(search->part);
        contentlib_relevance_term(search, &part,
                                  beginning && at > word->parts.len,
                                  search->part);
        contentlib_relevance_narrow(search->parts, search->part, n);

        if (contentlib_set_is_empty(search->parts)) {
            return;
        }
    }

    contentlib_set_add_set(search->found, search->parts);
}


/* adds the items that have a term, or one which begins so */

static void
contentlib_relevance_term(contentlib_relevance_t *search,
    const ngx_str_t *term, ngx_uint_t beginning, contentlib_set_t *items)
{
    if (!beginning) {
        contentlib_filter_postings(search->db, CONTENTLIB_POSTING_TERM, term,
                                   items);

    } else if (contentlib_text_length(term) > CONTENTLIB_POSTING_BEGINNINGS) {
        contentlib_filter_beginning(search->db, CONTENTLIB_POSTING_TERM, term,
                                    items);

    } else {
        contentlib_filter_postings(search->db, CONTENTLIB_POSTING_BEGINNING,
                                   term, items);
    }
}


/* finds the items that have the term without its ending, too */

static void
contentlib_relevance_endings(contentlib_relevance_t *search,
    const ngx_str_t *term)
{
    size_t            length;
    ngx_str_t         stem;
    const ngx_str_t  *ending;

    length = contentlib_text_length(term);

    for (ending = contentlib_relevance_ending; ending->len != 0; ending++) {

        if (length < ending->len + CONTENTLIB_RELEVANCE_STEM) {
            continue;
        }

        stem.data = term->data;
        stem.len = term->len - ending->len;

        if (ngx_memcmp(term->data + stem.len, ending->data, ending->len) == 0) {
            contentlib_relevance_term(search, &stem, 0, search->found);
        }
    }
}


/* keeps the items that are found; of the first term, adds them */

static void
contentlib_relevance_narrow(contentlib_set_t *items,
    const contentlib_set_t *found, ngx_uint_t n)
{
    if (n == 0) {
        contentlib_set_add_set(items, found);

    } else {
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
    contentlib_set_t            *items;
    const contentlib_nearest_t  *near;

    items = search->tiers[CONTENTLIB_RELEVANCE_TAG];
    near = contentlib_nearest_find(&search->nearest, &search->words->term);

    for (i = 0; near && i < near->n; i++) {
        contentlib_relevance_text(search, &near->nearest[i], 1);
        contentlib_relevance_term(search, &near->nearest[i], 0, items);
    }
}


/*
 * Half of the tiers have the items with so many of the terms, or more.  The
 * others have those that the last term, if it may go on, adds to these.
 */

static void
contentlib_relevance_some(contentlib_relevance_t *search)
{
    ngx_uint_t                    i, n, begun;
    contentlib_relevance_word_t  *word;

    n = ngx_min(search->n, CONTENTLIB_RELEVANCE_WORDS);

    if (search->part == NULL) {
        search->part = contentlib_filter_set(search->db, search->pool,
                                             search->found->size);
    }

    if (search->part == NULL
        || contentlib_relevance_sets(search, 2 * n) != NGX_OK)
    {
        return;
    }

    begun = 0;

    for (i = 0; i < n; i++) {
        word = &search->words[i];

        if (word->last) {
            contentlib_relevance_word(search, word, 1);
            begun = !contentlib_set_is_empty(search->found);
            contentlib_relevance_count(search, i, search->tiers,
                                       search->tiers + n);
        }

        contentlib_relevance_word(search, word, 0);

        if (!begun && contentlib_set_is_empty(search->found)) {
            contentlib_relevance_near(search, word);
        }

        contentlib_relevance_count(search, i, search->tiers, search->tiers);
    }

    contentlib_relevance_order(search, n);
}


/* finds the items with the nearest terms or, if there are none, with a part */

static void
contentlib_relevance_near(contentlib_relevance_t *search,
    const contentlib_relevance_word_t *word)
{
    size_t                       at;
    ngx_str_t                    part;
    ngx_uint_t                   i;
    const contentlib_nearest_t  *near;

    near = contentlib_nearest_find(&search->nearest, &word->term);

    for (i = 0; near && i < near->n; i++) {
        contentlib_relevance_term(search, &near->nearest[i], 0, search->found);
    }

    at = 0;

    while (word->parts.len != 0 && contentlib_set_is_empty(search->found)
           && contentlib_term_part(&word->parts, &at, &part) == NGX_OK)
    {
        contentlib_term_key(&part);
        contentlib_relevance_term(search, &part, 0, search->found);
    }
}


/* counts one more of the terms, after "n" others, where it is found */

static void
contentlib_relevance_count(contentlib_relevance_t *search, ngx_uint_t n,
    contentlib_set_t **from, contentlib_set_t **to)
{
    ngx_uint_t  i;

    for (i = n; i > 0; i--) {
        contentlib_set_clear(search->part);
        contentlib_set_add_set(search->part, from[i - 1]);
        contentlib_set_intersect(search->part, search->found);

        contentlib_set_add_set(to[i], from[i]);
        contentlib_set_add_set(to[i], search->part);
    }

    contentlib_set_add_set(to[0], from[0]);
    contentlib_set_add_set(to[0], search->found);
}


/*
 * More terms come first and, of as many, whole terms.  If there are items with
 * all terms, these are the only ones.
 */

static void
contentlib_relevance_order(contentlib_relevance_t *search, ngx_uint_t n)
{
    ngx_uint_t         i;
    contentlib_set_t  *tiers[CONTENTLIB_RELEVANCE_TIERS];

    for (i = 0; i < n; i++) {
        tiers[2 * i] = search->tiers[n - 1 - i];
        tiers[2 * i + 1] = search->tiers[2 * n - 1 - i];
    }

    for (i = 2; i < 2 * n && !(contentlib_set_is_empty(tiers[0])
                               && contentlib_set_is_empty(tiers[1])); i++)
    {
        contentlib_set_clear(tiers[i]);
    }

    ngx_memcpy(search->tiers, tiers, 2 * n * sizeof(contentlib_set_t *));
}


/* takes what is in a tier out of all that follow; 1 if there is any item */

static ngx_uint_t
contentlib_relevance_separate(contentlib_relevance_t *search)
{
    ngx_uint_t         i;
    contentlib_set_t  *seen;

    seen = search->found;
    contentlib_set_clear(seen);

    for (i = 0; i < search->ntiers; i++) {

        if (!contentlib_set_is_empty(search->tiers[i])) {
            contentlib_set_subtract(search->tiers[i], seen);
            contentlib_set_add_set(seen, search->tiers[i]);
        }
    }

    return !contentlib_set_is_empty(seen);
}
