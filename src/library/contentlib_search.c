
/*
 * Copyright (C) contentlib authors
 *
 * Makes the query for a trigram index: some trigrams of the text.
 */


#include <library/contentlib_search.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_SEARCH_TRIGRAMS        4
#define CONTENTLIB_SEARCH_RAREST          3     /* less than those */
#define CONTENTLIB_SEARCH_LOOKUPS         16
#define CONTENTLIB_SEARCH_FREQUENT        16    /* times as often as another */
#define CONTENTLIB_SEARCH_LAST            UINT32_MAX    /* added to a cost */


typedef struct {
    ngx_str_t  text;
    uint64_t   words;                       /* that have it */
} contentlib_search_trigram_t;


static ngx_uint_t contentlib_search_choose(
    contentlib_search_trigram_t *trigrams, ngx_uint_t n);
static ngx_uint_t contentlib_search_best(
    const contentlib_search_trigram_t *trigrams, ngx_uint_t chosen,
    ngx_uint_t n);
static uint64_t contentlib_search_cost(
    const contentlib_search_trigram_t *trigrams, ngx_uint_t chosen,
    ngx_uint_t i);
static ngx_uint_t contentlib_search_spread(const contentlib_search_t *search,
    contentlib_search_trigram_t *trigrams, ngx_uint_t most);
static void contentlib_search_write(contentlib_search_t *search,
    const contentlib_search_trigram_t *trigrams, ngx_uint_t n);
static u_char *contentlib_search_skip(u_char *p, const u_char *last, size_t n);


ngx_int_t
contentlib_search_create(contentlib_search_t *search, const ngx_str_t *text,
    uint64_t longest, ngx_pool_t *pool)
{
    ngx_str_t  folded;

    if (text->len > longest * CONTENTLIB_TEXT_GROWTH
        || memchr(text->data, '\0', text->len) != NULL)
    {
        return NGX_DECLINED;
    }

    folded.data = ngx_pnalloc(pool, text->len * CONTENTLIB_TEXT_GROWTH);

    if (folded.data == NULL) {
        return NGX_ERROR;
    }

    folded.len = contentlib_text_fold(folded.data, text);

    if (folded.len > longest) {
        return NGX_DECLINED;
    }

    return contentlib_search_folded(search, &folded, pool);
}


ngx_int_t
contentlib_search_folded(contentlib_search_t *search, const ngx_str_t *folded,
    ngx_pool_t *pool)
{
    ngx_uint_t                   n;
    contentlib_search_trigram_t  trigrams[CONTENTLIB_SEARCH_TRIGRAMS];

    search->folded = *folded;
    search->length = contentlib_text_length(folded);

    if (search->length < 3) {
        return NGX_OK;
    }

    search->pattern.data = ngx_pnalloc(pool, CONTENTLIB_SEARCH_TRIGRAMS
                                             * (3 * 4 * 2 + 3));
    if (search->pattern.data == NULL) {
        return NGX_ERROR;
    }

    n = contentlib_search_spread(search, trigrams, CONTENTLIB_SEARCH_TRIGRAMS);
    contentlib_search_write(search, trigrams, n);

    return NGX_OK;
}


void
contentlib_search_bind(const contentlib_search_t *search, contentlib_db_t *db,
    contentlib_statement_e sql)
{
    contentlib_db_bind_text(db, sql, 1, &search->pattern);
    contentlib_db_bind_text(db, sql, 2, &search->folded);
}


ngx_int_t
contentlib_search_rarest(contentlib_search_t *search, contentlib_db_t *db)
{
    ngx_int_t                    rc;
    ngx_uint_t                   i, n;
    contentlib_search_trigram_t  trigrams[CONTENTLIB_SEARCH_LOOKUPS];

    if (search->length <= 3) {
        return NGX_OK;
    }

    n = contentlib_search_spread(search, trigrams, CONTENTLIB_SEARCH_LOOKUPS);

    for (i = 0; i < n; i++) {

        contentlib_db_bind_text(db, CONTENTLIB_SQL_WORD_GRAM, 1,
                                &trigrams[i].text);

        rc = contentlib_db_find(db, CONTENTLIB_SQL_WORD_GRAM,
                                &trigrams[i].words);
        if (rc == NGX_ERROR) {
            return NGX_ERROR;
        }

        /* one that is not frequent leaves few words */

        if (rc == NGX_DECLINED) {
            contentlib_search_write(search, &trigrams[i], 1);
            return NGX_OK;
        }
    }

    n = contentlib_search_choose(trigrams, n);
    contentlib_search_write(search, trigrams, n);

    return NGX_OK;
}


/*
 * Moves the trigrams to look for to the front, and returns their number: the
 * rarest one, and others that do not overlap with it, because few words that
 * have the one have the others, too.
 */

static ngx_uint_t
contentlib_search_choose(contentlib_search_trigram_t *trigrams, ngx_uint_t n)
{
    ngx_uint_t                   i, best, chosen;
    contentlib_search_trigram_t  trigram;

    chosen = ngx_min(n, CONTENTLIB_SEARCH_RAREST);

    for (i = 0; i < chosen; i++) {
        best = contentlib_search_best(trigrams, i, n);

        trigram = trigrams[i];
        trigrams[i] = trigrams[best];
        trigrams[best] = trigram;
    }

    return chosen;
}


static ngx_uint_t
contentlib_search_best(const contentlib_search_trigram_t *trigrams,
    ngx_uint_t chosen, ngx_uint_t n)
{
    ngx_uint_t  i, best;

    best = chosen;

    for (i = chosen + 1; i < n; i++) {
        if (contentlib_search_cost(trigrams, chosen, i)
            < contentlib_search_cost(trigrams, chosen, best))
        {
            best = i;
        }
    }

    return best;
}


/*
 * A trigram that overlaps with one that is chosen comes last.  So does one that
 * is much more frequent than the rarest: it takes longer to read than it saves.
 */

static uint64_t
contentlib_search_cost(const contentlib_search_trigram_t *trigrams,
    ngx_uint_t chosen, ngx_uint_t i)
{
    ngx_uint_t                          k;
    const contentlib_search_trigram_t  *trigram;

    trigram = &trigrams[i];

    for (k = 0; k < chosen; k++) {
        if ((trigram->text.data < trigrams[k].text.data + trigrams[k].text.len
             && trigrams[k].text.data < trigram->text.data + trigram->text.len)
            || trigram->words / CONTENTLIB_SEARCH_FREQUENT > trigrams[0].words)
        {
            return CONTENTLIB_SEARCH_LAST + trigram->words;
        }
    }

    return trigram->words;
}


/* trigrams spread evenly, the first and the last one among them */

static ngx_uint_t
contentlib_search_spread(const contentlib_search_t *search,
    contentlib_search_trigram_t *trigrams, ngx_uint_t most)
{
    size_t   i, n, from, to;
    u_char  *p, *last;

    p = search->folded.data;
    last = p + search->folded.len;
    from = 0;
    n = ngx_min(search->length - 2, most);

    for (i = 0; i < n; i++) {
        to = i * (search->length - 3) / ngx_max(n - 1, 1);

        p = contentlib_search_skip(p, last, to - from);
        from = to;

        trigrams[i].text.data = p;
        trigrams[i].text.len = (size_t) (contentlib_search_skip(p, last, 3)
                                         - p);
    }

    return n;
}


/* strings of the FTS5 query syntax: only the quote is special in them */

static void
contentlib_search_write(contentlib_search_t *search,
    const contentlib_search_trigram_t *trigrams, ngx_uint_t n)
{
    size_t            k;
    u_char           *p;
    ngx_uint_t        i;
    const ngx_str_t  *text;

    p = search->pattern.data;

    for (i = 0; i < n; i++) {
        text = &trigrams[i].text;

        if (i > 0) {
            *p++ = ' ';
        }

        *p++ = '"';

        for (k = 0; k < text->len; k++) {

            if (text->data[k] == '"') {
                *p++ = '"';
            }

            *p++ = text->data[k];
        }

        *p++ = '"';
    }

    search->pattern.len = (size_t) (p - search->pattern.data);
}


static u_char *
contentlib_search_skip(u_char *p, const u_char *last, size_t n)
{
    for ( /* void */ ; n > 0; n--) {
        p += contentlib_text_next(p, last);
    }

    return p;
}
