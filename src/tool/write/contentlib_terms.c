
/*
 * Copyright (C) contentlib authors
 *
 * Collects terms, and the characters that they begin with.
 */


#include <tool/write/contentlib_terms.h>

#include <text/contentlib_term.h>
#include <text/contentlib_text.h>


/* more than a folded query has: of a longer term the beginning is enough */

#define CONTENTLIB_TERMS_LEN    1024

/* beginnings of one and two characters are terms, too */

#define CONTENTLIB_TERMS_BEGINNINGS  2


/* the beginnings of a term, the shortest first, and the term */

typedef struct {
    ngx_str_t                 terms[CONTENTLIB_TERMS_BEGINNINGS + 1];
    ngx_uint_t                n;
    u_char                    bytes[CONTENTLIB_TERMS_BEGINNINGS]
                                   [4 * CONTENTLIB_TERMS_BEGINNINGS + 1];
} contentlib_terms_list_t;


static ngx_int_t contentlib_terms_next(const ngx_str_t *folded, size_t *at,
    ngx_str_t *term);
static contentlib_collector_key_t *contentlib_terms_key(
    contentlib_terms_t *terms, const ngx_str_t *term);
static void contentlib_terms_list(contentlib_terms_list_t *list,
    const ngx_str_t *term);


static const char  contentlib_terms_table[] =
    "CREATE TABLE temp.tag_term (term, tag, PRIMARY KEY (term, tag))"
    " WITHOUT ROWID";


static const char  contentlib_terms_tags[] =
    "INSERT INTO " contentlib_collector_list(CONTENTLIB_COLLECTOR_TERMS)
    " (key, block, items) SELECT t.term, l.block, l.items"
    " FROM temp.tag_term AS t CROSS JOIN " CONTENTLIB_COLLECTOR_TAGS " AS l"
    " ON l.tag = t.tag;"
    "DROP TABLE temp.tag_term";


ngx_int_t
contentlib_terms_open(contentlib_terms_t *terms, contentlib_sql_t *sql)
{
    terms->sql = sql;
    terms->collector = contentlib_collector_open(sql,
                                                 CONTENTLIB_COLLECTOR_TERMS,
                                                 0);

    (void) contentlib_sql_run(sql, contentlib_terms_table);

    terms->insert = contentlib_sql_prepare(sql, "INSERT OR IGNORE INTO"
                                           " temp.tag_term VALUES (?1, ?2)");

    return terms->collector && terms->insert ? NGX_OK : NGX_ERROR;
}


void
contentlib_terms_close(contentlib_terms_t *terms)
{
    contentlib_collector_close(terms->collector);
}


ngx_int_t
contentlib_terms_tag(contentlib_terms_t *terms, int64_t tag,
    const ngx_str_t *folded)
{
    size_t                   at;
    ngx_str_t                term;
    ngx_uint_t               i;
    contentlib_terms_list_t  list;

    at = 0;

    while (contentlib_terms_next(folded, &at, &term) == NGX_OK) {

        contentlib_terms_list(&list, &term);

        for (i = 0; i < list.n; i++) {
            contentlib_sql_bind_text(terms->sql, terms->insert, 1,
                                     &list.terms[i]);
            contentlib_sql_bind_integer(terms->sql, terms->insert, 2, tag);

            if (contentlib_sql_execute(terms->sql, terms->insert) != NGX_OK) {
                return NGX_ERROR;
            }
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_terms_add(contentlib_terms_t *terms, const ngx_str_t *folded,
    uint64_t position)
{
    size_t                       at;
    ngx_str_t                    term;
    contentlib_collector_key_t  *key;

    if (contentlib_collector_begin(terms->collector, position) == NGX_ERROR) {
        return NGX_ERROR;
    }

    at = 0;

    while (contentlib_terms_next(folded, &at, &term) == NGX_OK) {

        key = contentlib_collector_find(terms->collector, &term);

        if (key == NULL) {
            key = contentlib_terms_key(terms, &term);
        }

        if (contentlib_collector_push(terms->collector, key, position)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_terms_end(contentlib_terms_t *terms)
{
    return contentlib_sql_run(terms->sql, contentlib_terms_tags);
}


static ngx_int_t
contentlib_terms_next(const ngx_str_t *folded, size_t *at, ngx_str_t *term)
{
    if (contentlib_term_next(folded, at, term) != NGX_OK) {
        return NGX_DONE;
    }

    term->len = ngx_min(term->len, CONTENTLIB_TERMS_LEN);

    return NGX_OK;
}


/* the items of a term are those of its beginnings, too */

static contentlib_collector_key_t *
contentlib_terms_key(contentlib_terms_t *terms, const ngx_str_t *term)
{
    ngx_uint_t                   i;
    contentlib_terms_list_t      list;
    contentlib_collector_key_t  *key;

    contentlib_terms_list(&list, term);

    key = contentlib_collector_key(terms->collector, &list.terms[0], NULL);

    for (i = 1; i < list.n; i++) {
        key = contentlib_collector_key(terms->collector, &list.terms[i], key);
    }

    return key;
}


/* an asterisk is punctuation, so no term ends in it */

static void
contentlib_terms_list(contentlib_terms_list_t *list, const ngx_str_t *term)
{
    size_t      len, next;
    ngx_str_t  *beginning;

    len = 0;

    for (list->n = 0; list->n < CONTENTLIB_TERMS_BEGINNINGS; list->n++) {

        next = contentlib_text_next(term->data + len, term->data + term->len);

        if (next == 0) {
            break;
        }

        len += next;

        beginning = &list->terms[list->n];

        beginning->data = list->bytes[list->n];
        beginning->len = len + 1;

        ngx_memcpy(beginning->data, term->data, len);
        beginning->data[len] = '*';
    }

    list->terms[list->n++] = *term;
}
