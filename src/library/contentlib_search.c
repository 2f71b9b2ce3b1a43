
/*
 * Copyright (C) contentlib authors
 *
 * Makes the query for a trigram index: some trigrams of the text.
 */


#include <library/contentlib_search.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_SEARCH_TRIGRAMS  4
#define CONTENTLIB_SEARCH_LOOKUPS   16


static ngx_uint_t contentlib_search_is_key(const contentlib_search_t *search);
static ngx_uint_t contentlib_search_spread(const contentlib_search_t *search,
    ngx_str_t *trigrams, ngx_uint_t most);
static void contentlib_search_write(contentlib_search_t *search,
    const ngx_str_t *trigrams, ngx_uint_t n);
static u_char *contentlib_search_skip(u_char *p, const u_char *last, size_t n);


ngx_int_t
contentlib_search_create(contentlib_search_t *search, contentlib_db_t *db,
    const ngx_str_t *text, uint64_t longest, ngx_pool_t *pool)
{
    ngx_str_t  folded;

    if (text->len > longest * CONTENTLIB_TEXT_GROWTH
        || memchr(text->data, '\0', text->len) != NULL)
    {
        return NGX_DECLINED;
    }

    folded.data = ngx_pnalloc(pool, text->len * CONTENTLIB_TEXT_GROWTH);

    if (folded.data == NULL) {
        return contentlib_db_no_memory(db);
    }

    folded.len = contentlib_text_fold(folded.data, text);

    if (folded.len > longest) {
        return NGX_DECLINED;
    }

    return contentlib_search_folded(search, db, &folded, pool);
}


ngx_int_t
contentlib_search_folded(contentlib_search_t *search, contentlib_db_t *db,
    const ngx_str_t *folded, ngx_pool_t *pool)
{
    ngx_uint_t  n;
    ngx_str_t   trigrams[CONTENTLIB_SEARCH_TRIGRAMS];

    search->folded = *folded;
    search->length = contentlib_text_length(folded);
    search->key = contentlib_search_is_key(search);

    if (search->length < 3) {
        return NGX_OK;
    }

    search->pattern.data = ngx_pnalloc(pool, CONTENTLIB_SEARCH_TRIGRAMS
                                             * (3 * 4 * 2 + 3));
    if (search->pattern.data == NULL) {
        return contentlib_db_no_memory(db);
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


void
contentlib_search_rarest(contentlib_search_t *search, contentlib_db_t *db)
{
    uint64_t    words, counts[CONTENTLIB_SEARCH_TRIGRAMS];
    ngx_str_t   trigrams[CONTENTLIB_SEARCH_LOOKUPS];
    ngx_str_t   rarest[CONTENTLIB_SEARCH_TRIGRAMS];
    ngx_uint_t  i, k, n, rare;

    if (search->length <= 3) {
        return;
    }

    rare = 0;
    n = contentlib_search_spread(search, trigrams, CONTENTLIB_SEARCH_LOOKUPS);

    for (i = 0; i < n; i++) {

        contentlib_db_bind_text(db, CONTENTLIB_SQL_WORD_GRAM, 1, &trigrams[i]);

        /* a trigram of few words is not in the table */

        if (contentlib_db_find(db, CONTENTLIB_SQL_WORD_GRAM, &words) != NGX_OK)
        {
            words = 0;
        }

        if (rare < CONTENTLIB_SEARCH_TRIGRAMS) {
            rare++;

        } else if (words >= counts[rare - 1]) {
            continue;
        }

        for (k = rare - 1; k > 0 && words < counts[k - 1]; k--) {
            counts[k] = counts[k - 1];
            rarest[k] = rarest[k - 1];
        }

        counts[k] = words;
        rarest[k] = trigrams[i];
    }

    contentlib_search_write(search, rarest, rare);
}


static ngx_uint_t
contentlib_search_is_key(const contentlib_search_t *search)
{
    const u_char  *p, *last;

    if (search->length != 3) {
        return search->length < 3;
    }

    p = search->folded.data;
    last = p + search->folded.len;

    return contentlib_text_blank(p[contentlib_text_next(p, last)]);
}


/* trigrams spread evenly, the first and the last one among them */

static ngx_uint_t
contentlib_search_spread(const contentlib_search_t *search,
    ngx_str_t *trigrams, ngx_uint_t most)
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

        trigrams[i].data = p;
        trigrams[i].len = (size_t) (contentlib_search_skip(p, last, 3) - p);
    }

    return n;
}


/* strings of the FTS5 query syntax: only the quote is special in them */

static void
contentlib_search_write(contentlib_search_t *search,
    const ngx_str_t *trigrams, ngx_uint_t n)
{
    size_t            k;
    u_char           *p;
    ngx_uint_t        i;
    const ngx_str_t  *text;

    p = search->pattern.data;

    for (i = 0; i < n; i++) {
        text = &trigrams[i];

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
