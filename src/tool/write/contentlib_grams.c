
/*
 * Copyright (C) contentlib authors
 *
 * Collects the strings that end with each character of a text.
 */


#include <tool/write/contentlib_grams.h>

#include <text/contentlib_text.h>


#define CONTENTLIB_GRAMS_MOST  3            /* characters */
#define CONTENTLIB_GRAMS_TEXT  128          /* of a statement */

/* words; a search looks at so many in about three milliseconds */

#define CONTENTLIB_GRAMS_FREQUENT  4096


/*
 * The strings that end with a character of a text, one character after the
 * other.  What is not UTF-8, and NUL, which no query has, are characters of no
 * string.
 */

typedef struct {
    const u_char             *starts[CONTENTLIB_GRAMS_MOST];
    ngx_uint_t                n;            /* the longest, in characters */
    const u_char             *end;
    const u_char             *last;
} contentlib_grams_t;


/* adds the position to strings of the text */

typedef void (*contentlib_grams_add_pt)(contentlib_collector_t *collector,
    const ngx_str_t *folded, uint64_t position);


static void contentlib_grams_begin(contentlib_grams_t *grams,
    const ngx_str_t *folded);
static ngx_int_t contentlib_grams_next(contentlib_grams_t *grams);
static contentlib_collector_key_t *contentlib_grams_key(
    const contentlib_grams_t *grams, contentlib_collector_t *collector);
static ngx_str_t contentlib_grams_string(const contentlib_grams_t *grams,
    ngx_uint_t n);
static void contentlib_grams_each(contentlib_collector_t *collector,
    contentlib_sql_t *library, const char *source,
    contentlib_grams_add_pt add);
static contentlib_collector_key_t *contentlib_grams_blank(
    const contentlib_grams_t *grams, contentlib_collector_t *collector);
static void contentlib_grams_mark_frequent(contentlib_collector_t *collector,
    const ngx_str_t *folded, uint64_t position);


static const char  contentlib_grams_frequent[] =
    "SELECT gram FROM word_gram"
    " WHERE words > " ngx_value(CONTENTLIB_GRAMS_FREQUENT);


static void
contentlib_grams_begin(contentlib_grams_t *grams, const ngx_str_t *folded)
{
    grams->n = 0;
    grams->end = folded->data;
    grams->last = folded->data + folded->len;
}


/* NGX_OK, or NGX_DONE behind the last character */

static ngx_int_t
contentlib_grams_next(contentlib_grams_t *grams)
{
    size_t         len;
    const u_char  *p;

    for (p = grams->end; p < grams->last; p++) {

        len = contentlib_text_next(p, grams->last);

        if (len == 0 || *p == '\0') {
            grams->n = 0;
            continue;
        }

        grams->starts[0] = grams->n > 1 ? grams->starts[1] : NULL;
        grams->starts[1] = grams->n > 0 ? grams->starts[2] : NULL;
        grams->starts[2] = p;
        grams->n = ngx_min(grams->n + 1, CONTENTLIB_GRAMS_MOST);
        grams->end = p + len;

        return NGX_OK;
    }

    return NGX_DONE;
}


/* the last "n" characters */

static ngx_str_t
contentlib_grams_string(const contentlib_grams_t *grams, ngx_uint_t n)
{
    ngx_str_t  gram;

    gram.data = (u_char *) (uintptr_t) grams->starts[CONTENTLIB_GRAMS_MOST - n];
    gram.len = (size_t) (grams->end - gram.data);

    return gram;
}


/* the key of the last two characters; its parent is that of the last one */

static contentlib_collector_key_t *
contentlib_grams_key(const contentlib_grams_t *grams,
    contentlib_collector_t *collector)
{
    ngx_str_t                    gram;
    contentlib_collector_key_t  *key;

    gram = contentlib_grams_string(grams, ngx_min(grams->n, 2));
    key = contentlib_collector_find(collector, &gram);

    if (key != NULL) {
        return key;
    }

    gram = contentlib_grams_string(grams, 1);
    key = contentlib_collector_key(collector, &gram, NULL);

    if (grams->n > 1) {
        gram = contentlib_grams_string(grams, 2);
        key = contentlib_collector_key(collector, &gram, key);
    }

    return key;
}


void
contentlib_grams_names(contentlib_sql_t *library, const char *source,
    const char *table)
{
    contentlib_collector_t  *collector;

    collector = contentlib_collector_open(library, table);

    contentlib_grams_each(collector, library, source, contentlib_grams_add);
    contentlib_collector_write(collector);

    contentlib_collector_close(collector);
}


static void
contentlib_grams_each(contentlib_collector_t *collector,
    contentlib_sql_t *library, const char *source, contentlib_grams_add_pt add)
{
    char           text[CONTENTLIB_GRAMS_TEXT];
    ngx_str_t      folded;
    sqlite3_stmt  *select;

    (void) snprintf(text, sizeof(text), "SELECT folded, position FROM %s"
                    " ORDER BY position", source);

    select = contentlib_sql_prepare(library, text);

    while (contentlib_sql_step(library, select) == NGX_OK) {

        folded = contentlib_sql_column(select, 0);

        add(collector, &folded, (uint64_t) sqlite3_column_int64(select, 1));
    }
}


void
contentlib_grams_add(contentlib_collector_t *collector,
    const ngx_str_t *folded, uint64_t position)
{
    contentlib_grams_t  grams;

    (void) contentlib_collector_begin(collector, position);

    contentlib_grams_begin(&grams, folded);

    while (contentlib_grams_next(&grams) == NGX_OK) {
        contentlib_collector_push(collector,
                                  contentlib_grams_key(&grams, collector),
                                  position);
        contentlib_collector_push(collector,
                                  contentlib_grams_blank(&grams, collector),
                                  position);
    }
}


contentlib_collector_key_t **
contentlib_grams_keys(contentlib_collector_t *collector,
    const ngx_str_t *folded)
{
    contentlib_grams_t           grams;
    contentlib_collector_key_t **keys, **key;

    /* no more than two keys for a character */

    keys = contentlib_collector_alloc(collector, (2 * folded->len + 1)
                                                 * sizeof(void *));
    key = keys;

    contentlib_grams_begin(&grams, folded);

    while (contentlib_grams_next(&grams) == NGX_OK) {

        *key++ = contentlib_grams_key(&grams, collector);
        *key = contentlib_grams_blank(&grams, collector);

        if (*key) {
            key++;
        }
    }

    *key = NULL;

    return keys;
}


/* the key of three characters whose middle one is a blank, or NULL */

static contentlib_collector_key_t *
contentlib_grams_blank(const contentlib_grams_t *grams,
    contentlib_collector_t *collector)
{
    ngx_str_t  gram;

    if (grams->n < CONTENTLIB_GRAMS_MOST
        || !contentlib_text_blank(*grams->starts[1]))
    {
        return NULL;
    }

    gram = contentlib_grams_string(grams, CONTENTLIB_GRAMS_MOST);

    return contentlib_collector_key(collector, &gram, NULL);
}


void
contentlib_grams_add_frequent(contentlib_collector_t *collector,
    contentlib_sql_t *library)
{
    ngx_str_t      gram;
    sqlite3_stmt  *select;

    contentlib_collector_restart(collector);

    select = contentlib_sql_prepare(library, contentlib_grams_frequent);

    while (contentlib_sql_step(library, select) == NGX_OK) {

        gram = contentlib_sql_column(select, 0);

        (void) contentlib_collector_key(collector, &gram, NULL);
    }

    contentlib_grams_each(collector, library, "item_text",
                          contentlib_grams_mark_frequent);
}


static void
contentlib_grams_mark_frequent(contentlib_collector_t *collector,
    const ngx_str_t *folded, uint64_t position)
{
    ngx_str_t           gram;
    contentlib_grams_t  grams;

    contentlib_grams_begin(&grams, folded);

    while (contentlib_grams_next(&grams) == NGX_OK) {

        if (grams.n < CONTENTLIB_GRAMS_MOST) {
            continue;
        }

        gram = contentlib_grams_string(&grams, CONTENTLIB_GRAMS_MOST);
        contentlib_collector_push(collector,
                                  contentlib_collector_find(collector, &gram),
                                  position);
    }
}
