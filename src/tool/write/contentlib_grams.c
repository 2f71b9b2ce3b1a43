
/*
 * Copyright (C) contentlib authors
 *
 * Collects the strings that end with each character of a text, and its terms.
 */


#include <tool/write/contentlib_grams.h>

#include <text/contentlib_text.h>
#include <tool/stage/contentlib_stage.h>


/* words; a search looks at so many in about three milliseconds */

#define CONTENTLIB_GRAMS_FREQUENT  4096

/*
 * The strings that end with a character of a text, one character after the
 * other.  What is not UTF-8, and NUL, which no query has, are characters of no
 * string; in a name NULs are marks.
 */

typedef struct {
    const u_char             *starts[CONTENTLIB_POSTING_PARTS];
    ngx_uint_t                n;            /* the longest, in characters */
    const u_char             *end;
    const u_char             *last;
    ngx_uint_t                marks;        /* NUL is a character */
} contentlib_grams_t;


/* adds the position to strings of the text, which are keys of the kind */

typedef void (*contentlib_grams_add_pt)(contentlib_collector_t *collector,
    const ngx_str_t *folded, contentlib_posting_e kind);


static void contentlib_grams_begin(contentlib_grams_t *grams,
    const ngx_str_t *folded);
static ngx_int_t contentlib_grams_next(contentlib_grams_t *grams);
static ngx_str_t contentlib_grams_string(const contentlib_grams_t *grams,
    ngx_uint_t n);
static contentlib_collector_key_t *contentlib_grams_key(
    const contentlib_grams_t *grams, contentlib_collector_t *collector,
    contentlib_posting_e kind, ngx_uint_t most);
static void contentlib_grams_blanks(contentlib_collector_t *collector,
    const ngx_str_t *folded);
static void contentlib_grams_others(contentlib_collector_t *collector,
    contentlib_collector_key_t *key, const ngx_str_t *folded,
    contentlib_posting_e kind, ngx_pool_t *pool);
static contentlib_collector_key_t **contentlib_grams_word(
    contentlib_collector_t *collector, ngx_str_t *term,
    contentlib_collector_key_t **other);
static contentlib_collector_key_t *contentlib_grams_term(
    contentlib_collector_t *collector, const ngx_str_t *term);
static void contentlib_grams_each(contentlib_collector_t *collector,
    contentlib_sql_t *library, const char *text, contentlib_grams_add_pt add,
    contentlib_posting_e kind);
static void contentlib_grams_trigrams(contentlib_collector_t *collector,
    const ngx_str_t *folded, contentlib_posting_e kind);
static void contentlib_grams_name(contentlib_collector_t *collector,
    const ngx_str_t *folded, contentlib_posting_e kind);
static void contentlib_grams_terms(contentlib_collector_t *collector,
    const ngx_str_t *folded, ngx_pool_t *pool);


static const char  contentlib_grams_most_frequent[] =
    "SELECT key FROM posting WHERE kind = ?1"
    " GROUP BY key HAVING sum(block_count(positions)) > "
    ngx_value(CONTENTLIB_GRAMS_FREQUENT);


static void
contentlib_grams_begin(contentlib_grams_t *grams, const ngx_str_t *folded)
{
    grams->n = 0;
    grams->end = folded->data;
    grams->last = folded->data + folded->len;
    grams->marks = 0;
}


/* NGX_OK, or NGX_DONE behind the last character */

static ngx_int_t
contentlib_grams_next(contentlib_grams_t *grams)
{
    size_t         len;
    const u_char  *p;

    for (p = grams->end; p < grams->last; p++) {

        len = contentlib_text_next(p, grams->last);

        if (len == 0 || (*p == '\0' && !grams->marks)) {
            grams->n = 0;
            continue;
        }

        grams->starts[0] = grams->n > 1 ? grams->starts[1] : NULL;
        grams->starts[1] = grams->n > 0 ? grams->starts[2] : NULL;
        grams->starts[2] = p;
        grams->n = ngx_min(grams->n + 1, CONTENTLIB_POSTING_PARTS);
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

    gram.data = (u_char *) grams->starts[CONTENTLIB_POSTING_PARTS - n];
    gram.len = (size_t) (grams->end - gram.data);

    return gram;
}


/*
 * The key of the last characters, at most "most"; its parent is that of all but
 * the first of them.
 */

static contentlib_collector_key_t *
contentlib_grams_key(const contentlib_grams_t *grams,
    contentlib_collector_t *collector, contentlib_posting_e kind,
    ngx_uint_t most)
{
    ngx_str_t                    gram;
    ngx_uint_t                   n;
    contentlib_collector_key_t  *key;

    most = ngx_min(grams->n, most);
    gram = contentlib_grams_string(grams, most);
    key = contentlib_collector_find(collector, kind, &gram);

    if (key != NULL) {
        return key;
    }

    for (n = 1; n <= most; n++) {
        gram = contentlib_grams_string(grams, n);
        key = contentlib_collector_key(collector, kind, &gram, key);
    }

    return key;
}


void
contentlib_grams_text(contentlib_collector_t *collector,
    const ngx_str_t *folded, ngx_pool_t *pool)
{
    size_t                       at;
    ngx_str_t                    word;
    contentlib_posting_e         kind;
    contentlib_collector_key_t  *key;

    kind = CONTENTLIB_POSTING_WORD;
    at = 0;

    while (contentlib_text_word(folded, &at, &word) == NGX_OK) {

        key = contentlib_collector_find(collector, kind, &word);

        if (key == NULL) {
            key = contentlib_collector_key(collector, kind, &word, NULL);

            contentlib_grams_others(collector, key, &word,
                                    CONTENTLIB_POSTING_TEXT_PART, pool);
        }

        contentlib_collector_push(collector, key);
    }

    contentlib_grams_blanks(collector, folded);
    contentlib_grams_terms(collector, folded, pool);
}


/* all terms of an alt text are one key; its parent is that of the first one */

static void
contentlib_grams_terms(contentlib_collector_t *collector,
    const ngx_str_t *folded, ngx_pool_t *pool)
{
    size_t                       at;
    ngx_str_t                    terms, first;
    contentlib_collector_key_t  *key;

    (void) contentlib_term_text(folded, pool, &terms);

    contentlib_term_join(&terms);
    at = 0;

    if (contentlib_text_word(&terms, &at, &first) != NGX_OK) {
        return;
    }

    contentlib_term_key(&first);
    contentlib_term_key(&terms);

    key = contentlib_collector_key(collector, CONTENTLIB_POSTING_FIRST_TERM,
                                   &first, NULL);
    key = contentlib_collector_key(collector, CONTENTLIB_POSTING_TERMS, &terms,
                                   key);

    contentlib_collector_push(collector, key);
}


/* strings of up to three characters with a blank, which are in no word */

static void
contentlib_grams_blanks(contentlib_collector_t *collector,
    const ngx_str_t *folded)
{
    ngx_str_t                    gram;
    contentlib_grams_t           grams;
    contentlib_collector_key_t  *key;

    contentlib_grams_begin(&grams, folded);

    while (contentlib_grams_next(&grams) == NGX_OK) {

        gram = contentlib_grams_string(&grams, grams.n);

        if (contentlib_text_has_blank(&gram)) {
            key = contentlib_grams_key(&grams, collector,
                                       CONTENTLIB_POSTING_TEXT_PART,
                                       CONTENTLIB_POSTING_PARTS);
            contentlib_collector_push(collector, key);
        }
    }
}


/*
 * The key of a term; its parent is that of its first two characters, whose
 * parent is that of the first one.
 */

static contentlib_collector_key_t *
contentlib_grams_term(contentlib_collector_t *collector, const ngx_str_t *term)
{
    ngx_str_t                    key, beginning;
    const u_char                *last;
    contentlib_collector_key_t  *found;

    last = term->data + term->len;

    key = *term;
    contentlib_term_key(&key);

    found = contentlib_collector_find(collector, CONTENTLIB_POSTING_TERM, &key);

    if (found != NULL) {
        return found;
    }

    beginning.data = term->data;
    beginning.len = contentlib_text_next(term->data, last);

    found = contentlib_collector_key(collector, CONTENTLIB_POSTING_BEGINNING,
                                     &beginning, NULL);

    if (beginning.len < term->len) {
        beginning.len += contentlib_text_next(term->data + beginning.len, last);
        found = contentlib_collector_key(collector,
                                         CONTENTLIB_POSTING_BEGINNING,
                                         &beginning, found);
    }

    return contentlib_collector_key(collector, CONTENTLIB_POSTING_TERM, &key,
                                    found);
}


void
contentlib_grams_tag(contentlib_collector_t *collector, uint64_t number,
    contentlib_sql_t *stage, sqlite3_stmt *name, ngx_pool_t *pool)
{
    ngx_str_t                    text, folded;
    contentlib_posting_e         kind;
    contentlib_collector_key_t  *key;

    kind = CONTENTLIB_POSTING_TAG;

    text.data = (u_char *) &number;
    text.len = sizeof(number);

    key = contentlib_collector_find(collector, kind, &text);

    if (key == NULL) {
        key = contentlib_collector_key(collector, kind, &text, NULL);

        contentlib_sql_bind_integer(stage, name, 1, (int64_t) number);

        if (contentlib_sql_step(stage, name) != NGX_OK) {
            contentlib_stage_damaged();
        }

        folded = contentlib_sql_column(name, 0);

        contentlib_grams_others(collector, key, &folded,
                                CONTENTLIB_POSTING_TAG_PART, pool);

        (void) sqlite3_reset(name);
    }

    contentlib_collector_push(collector, key);
}


/*
 * The strings of one or two characters, and the terms, of a word or of the name
 * of a tag: texts repeat them.
 */

static void
contentlib_grams_others(contentlib_collector_t *collector,
    contentlib_collector_key_t *key, const ngx_str_t *folded,
    contentlib_posting_e kind, ngx_pool_t *pool)
{
    size_t                        at;
    ngx_str_t                     terms, term;
    contentlib_grams_t            grams;
    contentlib_collector_key_t  **other;

    (void) contentlib_term_text(folded, pool, &terms);

    /* a term, or a part of one, has a character and what separates it */

    other = contentlib_collector_others(collector, key,
                                        folded->len + terms.len);

    contentlib_grams_begin(&grams, folded);

    while (contentlib_grams_next(&grams) == NGX_OK) {
        *other++ = contentlib_grams_key(&grams, collector, kind, 2);
    }

    at = 0;

    while (contentlib_text_word(&terms, &at, &term) == NGX_OK) {
        other = contentlib_grams_word(collector, &term, other);
    }
}


/* the parts of a term with apostrophes, and the term without them */

static contentlib_collector_key_t **
contentlib_grams_word(contentlib_collector_t *collector, ngx_str_t *term,
    contentlib_collector_key_t **other)
{
    size_t     at;
    ngx_str_t  part;

    at = 0;

    while (contentlib_term_part(term, &at, &part) == NGX_OK) {
        *other++ = contentlib_grams_term(collector, &part);
    }

    contentlib_term_join(term);
    *other++ = contentlib_grams_term(collector, term);

    return other;
}


/* "text" selects the texts and their positions */

static void
contentlib_grams_each(contentlib_collector_t *collector,
    contentlib_sql_t *library, const char *text, contentlib_grams_add_pt add,
    contentlib_posting_e kind)
{
    ngx_str_t      folded;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(library, text);

    while (contentlib_sql_step(library, select) == NGX_OK) {

        folded = contentlib_sql_column(select, 0);

        contentlib_collector_begin(collector,
                                   (uint64_t) sqlite3_column_int64(select, 1));
        add(collector, &folded, kind);
    }

    contentlib_collector_restart(collector);
}


void
contentlib_grams_words(contentlib_collector_t *collector,
    contentlib_sql_t *library)
{
    contentlib_grams_each(collector, library,
                          "SELECT folded, position FROM word"
                          " ORDER BY position", contentlib_grams_trigrams,
                          CONTENTLIB_POSTING_WORD_PART);
}


/* the trigrams of a word; of an alt text those alone that have a key */

static void
contentlib_grams_trigrams(contentlib_collector_t *collector,
    const ngx_str_t *folded, contentlib_posting_e kind)
{
    ngx_str_t                    gram;
    contentlib_grams_t           grams;
    contentlib_collector_key_t  *key;

    contentlib_grams_begin(&grams, folded);

    while (contentlib_grams_next(&grams) == NGX_OK) {

        if (grams.n < CONTENTLIB_POSTING_PARTS) {
            continue;
        }

        gram = contentlib_grams_string(&grams, CONTENTLIB_POSTING_PARTS);

        key = (kind == CONTENTLIB_POSTING_WORD_PART)
              ? contentlib_collector_key(collector, kind, &gram, NULL)
              : contentlib_collector_find(collector, kind, &gram);

        contentlib_collector_push(collector, key);
    }
}


/* the keys are few, so the collector keeps them */

void
contentlib_grams_frequent(contentlib_collector_t *collector,
    contentlib_sql_t *library)
{
    ngx_str_t      gram;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(library, contentlib_grams_most_frequent);

    contentlib_sql_bind_integer(library, select, 1,
                                CONTENTLIB_POSTING_WORD_PART);

    while (contentlib_sql_step(library, select) == NGX_OK) {

        gram = contentlib_sql_column(select, 0);

        (void) contentlib_collector_key(collector,
                                        CONTENTLIB_POSTING_TEXT_PART, &gram,
                                        NULL);
    }

    contentlib_grams_each(collector, library,
                          "SELECT folded, position FROM item_text"
                          " ORDER BY position", contentlib_grams_trigrams,
                          CONTENTLIB_POSTING_TEXT_PART);
}


void
contentlib_grams_names(contentlib_collector_t *collector,
    contentlib_sql_t *library, contentlib_posting_e kind)
{
    contentlib_grams_each(collector, library,
                          kind == CONTENTLIB_POSTING_NAME_PART
                          ? "SELECT folded, by_items FROM tag"
                            " ORDER BY by_items"
                          : "SELECT terms, by_items FROM tag"
                            " ORDER BY by_items",
                          contentlib_grams_name, kind);
}


/* a NUL stands before and behind a name */

static void
contentlib_grams_name(contentlib_collector_t *collector,
    const ngx_str_t *folded, contentlib_posting_e kind)
{
    ngx_str_t                    text;
    contentlib_grams_t           grams;
    contentlib_collector_key_t  *key;

    text.len = folded->len + 2;
    text.data = ngx_calloc(text.len, NULL);

    ngx_memcpy(text.data + 1, folded->data, folded->len);

    contentlib_grams_begin(&grams, &text);

    grams.marks = 1;

    while (contentlib_grams_next(&grams) == NGX_OK) {

        key = contentlib_grams_key(&grams, collector, kind,
                                   CONTENTLIB_POSTING_PARTS);

        contentlib_collector_push(collector, key);
    }

    free(text.data);
}
