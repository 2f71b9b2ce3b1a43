
/*
 * Copyright (C) contentlib authors
 *
 * Makes the query for a trigram index: a phrase of three characters, or some
 * trigrams of a longer text.
 */


#include <library/contentlib_search.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_SEARCH_LONGEST_PHRASE  3     /* code points: a trigram */
#define CONTENTLIB_SEARCH_TRIGRAMS        4


static ngx_int_t contentlib_search_prepare(contentlib_search_t *search,
    ngx_pool_t *pool);
static ngx_int_t contentlib_search_phrase(contentlib_search_t *search,
    ngx_pool_t *pool);
static ngx_uint_t contentlib_search_ambiguous(const ngx_str_t *text);
static ngx_int_t contentlib_search_trigrams(contentlib_search_t *search,
    ngx_pool_t *pool);
static u_char *contentlib_search_quote(u_char *to, const u_char *p,
    const u_char *last);
static const u_char *contentlib_search_skip(const u_char *p,
    const u_char *last, size_t n);


ngx_int_t
contentlib_search_create(contentlib_search_t *search, const ngx_str_t *text,
    uint64_t longest, ngx_pool_t *pool)
{
    u_char  *p;

    if (text->len > longest * CONTENTLIB_TEXT_GROWTH
        || memchr(text->data, '\0', text->len) != NULL)
    {
        return NGX_DECLINED;
    }

    p = ngx_pnalloc(pool, text->len * CONTENTLIB_TEXT_GROWTH);
    if (p == NULL) {
        return NGX_ERROR;
    }

    search->folded.data = p;
    search->folded.len = contentlib_text_fold(p, text);

    if (search->folded.len > longest) {
        return NGX_DECLINED;
    }

    return contentlib_search_prepare(search, pool);
}


ngx_int_t
contentlib_search_folded(contentlib_search_t *search, const ngx_str_t *folded,
    ngx_pool_t *pool)
{
    search->folded = *folded;

    return contentlib_search_prepare(search, pool);
}


static ngx_int_t
contentlib_search_prepare(contentlib_search_t *search, ngx_pool_t *pool)
{
    search->length = contentlib_text_length(&search->folded);

    if (search->length < 3) {
        search->way = CONTENTLIB_SEARCH_SHORT;
        search->pattern = search->folded;
        return NGX_OK;
    }

    if (search->length <= CONTENTLIB_SEARCH_LONGEST_PHRASE) {
        return contentlib_search_phrase(search, pool);
    }

    return contentlib_search_trigrams(search, pool);
}


contentlib_statement_e
contentlib_search_bind(contentlib_search_t *search, contentlib_db_t *db,
    contentlib_statement_e first)
{
    contentlib_statement_e  statement;

    statement = (contentlib_statement_e) ((int) first + (int) search->way);

    contentlib_db_bind_text(db, statement, 1, &search->pattern);

    if (search->way == CONTENTLIB_SEARCH_VERIFIED) {
        contentlib_db_bind_text(db, statement, 2, &search->folded);
    }

    return statement;
}


static ngx_int_t
contentlib_search_phrase(contentlib_search_t *search, ngx_pool_t *pool)
{
    u_char  *p, *last;

    p = ngx_pnalloc(pool, search->folded.len * 2 + 2);
    if (p == NULL) {
        return NGX_ERROR;
    }

    last = search->folded.data + search->folded.len;

    search->way = contentlib_search_ambiguous(&search->folded)
                  ? CONTENTLIB_SEARCH_VERIFIED : CONTENTLIB_SEARCH_PHRASE;
    search->pattern.data = p;
    search->pattern.len = (size_t)
                      (contentlib_search_quote(p, search->folded.data, last)
                       - p);

    return NGX_OK;
}


/* SQLite takes U+FFFE and U+FFFF for U+FFFD when it makes trigrams */

static ngx_uint_t
contentlib_search_ambiguous(const ngx_str_t *text)
{
    size_t  i;

    for (i = 0; i + 2 < text->len; i++) {
        if (text->data[i] == 0xef && text->data[i + 1] == 0xbf
            && text->data[i + 2] >= 0xbd)
        {
            return 1;
        }
    }

    return 0;
}


/* trigrams spread evenly, the first and the last one among them */

static ngx_int_t
contentlib_search_trigrams(contentlib_search_t *search, ngx_pool_t *pool)
{
    size_t         i, n, from, to;
    u_char        *p;
    const u_char  *start, *last;

    p = ngx_pnalloc(pool, CONTENTLIB_SEARCH_TRIGRAMS * (3 * 4 * 2 + 3));
    if (p == NULL) {
        return NGX_ERROR;
    }

    search->way = CONTENTLIB_SEARCH_VERIFIED;
    search->pattern.data = p;

    start = search->folded.data;
    last = start + search->folded.len;
    from = 0;
    n = ngx_min(search->length - 2, CONTENTLIB_SEARCH_TRIGRAMS);

    for (i = 0; i < n; i++) {
        to = i * (search->length - 3) / (n - 1);

        start = contentlib_search_skip(start, last, to - from);
        from = to;

        if (i > 0) {
            *p++ = ' ';
        }

        p = contentlib_search_quote(p, start,
                                    contentlib_search_skip(start, last, 3));
    }

    search->pattern.len = (size_t) (p - search->pattern.data);

    return NGX_OK;
}


/* a string of the FTS5 query syntax: only the quote is special in it */

static u_char *
contentlib_search_quote(u_char *to, const u_char *p, const u_char *last)
{
    *to++ = '"';

    while (p < last) {

        if (*p == '"') {
            *to++ = '"';
        }

        *to++ = *p++;
    }

    *to++ = '"';

    return to;
}


static const u_char *
contentlib_search_skip(const u_char *p, const u_char *last, size_t n)
{
    while (n > 0 && p < last) {

        p++;

        while (p < last && (*p & 0xc0) == 0x80) {
            p++;
        }

        n--;
    }

    return p;
}
