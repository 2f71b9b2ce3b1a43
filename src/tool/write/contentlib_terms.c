
/*
 * Copyright (C) contentlib authors
 *
 * Collects terms, and the characters that they begin with.
 */


#include <tool/write/contentlib_terms.h>

#include <text/contentlib_term.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_TERMS_POOL   65536
#define CONTENTLIB_TERMS_NAMES  64

/* more than a folded query has: of a longer term the beginning is enough */

#define CONTENTLIB_TERMS_LEN    1024

/* beginnings of one and two characters are terms, too */

#define CONTENTLIB_TERMS_BEGINNINGS  2


static contentlib_collector_key_t *contentlib_terms_key(
    contentlib_terms_t *terms, const ngx_str_t *term);


ngx_int_t
contentlib_terms_open(contentlib_terms_t *terms, contentlib_sql_t *sql)
{
    terms->message = sql->message;
    terms->pool = ngx_create_pool(CONTENTLIB_TERMS_POOL, NULL);

    if (terms->pool == NULL
        || ngx_array_init(&terms->names, terms->pool, CONTENTLIB_TERMS_NAMES,
                          sizeof(ngx_str_t))
           != NGX_OK)
    {
        return contentlib_message_no_memory(terms->message);
    }

    terms->collector = contentlib_collector_open(sql,
                                                 CONTENTLIB_COLLECTOR_TERMS,
                                                 0);

    return terms->collector ? NGX_OK : NGX_ERROR;
}


void
contentlib_terms_close(contentlib_terms_t *terms)
{
    contentlib_collector_close(terms->collector);

    if (terms->pool) {
        ngx_destroy_pool(terms->pool);
    }
}


ngx_int_t
contentlib_terms_name(contentlib_terms_t *terms, const ngx_str_t *folded)
{
    ngx_str_t  *name;

    name = ngx_array_push(&terms->names);
    if (name == NULL) {
        return contentlib_message_no_memory(terms->message);
    }

    name->data = ngx_pnalloc(terms->pool, folded->len);
    if (name->data == NULL) {
        return contentlib_message_no_memory(terms->message);
    }

    ngx_memcpy(name->data, folded->data, folded->len);
    name->len = folded->len;

    return NGX_OK;
}


ngx_int_t
contentlib_terms_add(contentlib_terms_t *terms, const ngx_str_t *folded,
    uint64_t position)
{
    size_t                       at;
    ngx_str_t                    term;
    contentlib_collector_key_t  *key;

    if (contentlib_collector_begin(terms->collector, position) != NGX_OK) {
        return NGX_ERROR;
    }

    at = 0;

    while (contentlib_term_next(folded, &at, &term) == NGX_OK) {

        term.len = ngx_min(term.len, CONTENTLIB_TERMS_LEN);
        key = contentlib_collector_find(terms->collector, &term);

        if (key == NULL) {
            key = contentlib_terms_key(terms, &term);
        }

        if (key == NULL
            || contentlib_collector_push(terms->collector, key, position)
               != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/*
 * The items of a term are those of its beginnings, too.  An asterisk is
 * punctuation, so no term ends in it.
 */

static contentlib_collector_key_t *
contentlib_terms_key(contentlib_terms_t *terms, const ngx_str_t *term)
{
    size_t                       len, next;
    u_char                       bytes[4 * CONTENTLIB_TERMS_BEGINNINGS + 1];
    ngx_str_t                    text;
    ngx_uint_t                   i;
    contentlib_collector_key_t  *key;

    len = 0;
    key = NULL;
    text.data = bytes;

    for (i = 0; i < CONTENTLIB_TERMS_BEGINNINGS; i++) {

        next = contentlib_text_next(term->data + len, term->data + term->len);

        if (next == 0) {
            break;
        }

        ngx_memcpy(bytes + len, term->data + len, next);
        len += next;

        bytes[len] = '*';
        text.len = len + 1;

        key = contentlib_collector_key(terms->collector, &text, key);

        if (key == NULL) {
            return NULL;
        }
    }

    return contentlib_collector_key(terms->collector, term, key);
}


ngx_int_t
contentlib_terms_add_tag(contentlib_terms_t *terms, uint64_t tag,
    uint64_t position)
{
    const ngx_str_t  *names;

    if (tag >= terms->names.nelts) {
        return contentlib_message_set(terms->message,
                                      "contentlib: temporary file is damaged");
    }

    names = terms->names.elts;

    return contentlib_terms_add(terms, &names[tag], position);
}
