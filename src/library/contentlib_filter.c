
/*
 * Copyright (C) contentlib authors
 *
 * Each value of a filter gives a set of items; the sets are intersected.
 *
 * A part of a word, or of the name of a tag, is found in two steps: the words
 * or names that have some of its trigrams, of which those without the part are
 * removed.  The items of what remains are the answer.  A value without a blank
 * occurs in a text exactly if it occurs in one of its words.  Of a value with
 * blanks, the items that have its trigrams with a blank, and the terms of its
 * words, are intersected, and the texts of those that remain are compared.
 */


#include <library/contentlib_filter.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_FILTER_TRIGRAMS   8      /* of a part; enough to be rare */
#define CONTENTLIB_FILTER_PIECES     8      /* of a value with blanks */
#define CONTENTLIB_FILTER_FEW        256    /* items: compare each */
#define CONTENTLIB_FILTER_NEIGHBOURS 64     /* keys of one statement */
#define CONTENTLIB_FILTER_NAMESAKES  16     /* tags: more take too long */


/* how the items that have a value are added to a set */

typedef struct {
    void       (*find)(contentlib_db_t *db, const ngx_str_t *value,
                       ngx_pool_t *pool, contentlib_set_t *set);
    ngx_uint_t   key;                       /* the value is a key */
} contentlib_filter_t;


/* the trigrams of a text, one after the other */

typedef struct {
    ngx_str_t      gram;
    const u_char  *last;
} contentlib_filter_gram_t;


static ngx_uint_t contentlib_filter_namesakes(contentlib_db_t *db,
    const ngx_str_t *name);
static ngx_int_t contentlib_filter_tag_found(contentlib_db_t *db,
    const ngx_str_t *slug, contentlib_set_t *items);
static void contentlib_filter_tag_items(contentlib_db_t *db, uint64_t tag,
    contentlib_set_t *items);
static void contentlib_filter_collection(contentlib_db_t *db,
    const ngx_str_t *slug, ngx_pool_t *pool, contentlib_set_t *items);
static void contentlib_filter_content_type(contentlib_db_t *db,
    const ngx_str_t *type, ngx_pool_t *pool, contentlib_set_t *items);
static void contentlib_filter_without(contentlib_db_t *db,
    const ngx_str_t *what, ngx_pool_t *pool, contentlib_set_t *items);
static void contentlib_filter_phrase(contentlib_db_t *db,
    const ngx_str_t *text, ngx_pool_t *pool, contentlib_set_t *items);
static void contentlib_filter_blanks(contentlib_db_t *db,
    const ngx_str_t *text, contentlib_set_t *items, contentlib_set_t *found);
static void contentlib_filter_word_terms(contentlib_db_t *db,
    const ngx_str_t *word, ngx_uint_t last, ngx_pool_t *pool,
    contentlib_set_t *items, contentlib_set_t *found);
static void contentlib_filter_narrow(contentlib_db_t *db,
    contentlib_posting_e kind, const ngx_str_t *key, contentlib_set_t *items,
    contentlib_set_t *found);
static ngx_uint_t contentlib_filter_many(const contentlib_set_t *items);
static void contentlib_filter_word(contentlib_db_t *db, const ngx_str_t *part,
    ngx_pool_t *pool, contentlib_set_t *items);
static void contentlib_filter_containing(contentlib_db_t *db,
    contentlib_posting_e kind, contentlib_statement_e sql,
    const ngx_str_t *part, ngx_pool_t *pool, contentlib_set_t *set);
static void contentlib_filter_gram_first(contentlib_filter_gram_t *gram,
    const ngx_str_t *text);
static ngx_int_t contentlib_filter_gram_next(contentlib_filter_gram_t *gram);
static void contentlib_filter_compare(contentlib_db_t *db,
    contentlib_statement_e sql, const ngx_str_t *part, contentlib_set_t *set);
static void contentlib_filter_all(contentlib_db_t *db,
    contentlib_posting_e kind, const contentlib_set_t *keys,
    contentlib_set_t *items);
static void contentlib_filter_blocks(contentlib_db_t *db,
    contentlib_posting_e kind, contentlib_set_t *set);


static const contentlib_filter_t  contentlib_filters[CONTENTLIB_VALUES] = {
    [CONTENTLIB_VALUE_TAG_SLUG] = { contentlib_filter_tag_slug, 1 },
    [CONTENTLIB_VALUE_COLLECTION] = { contentlib_filter_collection, 1 },
    [CONTENTLIB_VALUE_CONTENT_TYPE] = { contentlib_filter_content_type, 1 },
    [CONTENTLIB_VALUE_WITHOUT] = { contentlib_filter_without, 1 },
    [CONTENTLIB_VALUE_TAG] = { contentlib_filter_tag, 1 },
    [CONTENTLIB_VALUE_TEXT] = { contentlib_filter_text, 0 },
    [CONTENTLIB_VALUE_TAG_PARTIAL] = { contentlib_filter_tag_partial, 0 }
};


ngx_uint_t
contentlib_filter_by_keys(contentlib_db_t *db, const ngx_str_t *values)
{
    ngx_uint_t        i;
    const ngx_str_t  *name;

    for (i = 0; i < CONTENTLIB_VALUES; i++) {
        if (values[i].len != 0 && !contentlib_filters[i].key) {
            return 0;
        }
    }

    name = &values[CONTENTLIB_VALUE_TAG];

    return name->len == 0
           || contentlib_filter_namesakes(db, name)
              <= CONTENTLIB_FILTER_NAMESAKES;
}


/* how many tags have the name; they are not counted to the end */

static ngx_uint_t
contentlib_filter_namesakes(contentlib_db_t *db, const ngx_str_t *name)
{
    ngx_uint_t              n;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_TAG_FOLDED;

    contentlib_db_bind_text(db, sql, 1, name);

    for (n = 0; n <= CONTENTLIB_FILTER_NAMESAKES; n++) {

        if (contentlib_db_step(db, sql) != NGX_OK) {
            break;
        }
    }

    (void) contentlib_db_reset(db, sql);

    return n;
}


/* an empty set ends the search */

contentlib_set_t *
contentlib_filter_items(contentlib_db_t *db, const ngx_str_t *values,
    ngx_pool_t *pool)
{
    ngx_uint_t         i;
    contentlib_set_t  *items, *set;

    items = NULL;

    for (i = 0; i < CONTENTLIB_VALUES; i++) {

        if (values[i].len == 0 || contentlib_filters[i].find == NULL) {
            continue;
        }

        set = contentlib_filter_set(db, pool, db->meta.items);

        if (set == NULL) {
            return NULL;
        }

        contentlib_filters[i].find(db, &values[i], pool, set);

        if (items == NULL) {
            items = set;

        } else {
            contentlib_set_intersect(items, set);
        }

        if (contentlib_set_is_empty(items)) {
            break;
        }
    }

    return items;
}


contentlib_set_t *
contentlib_filter_tags(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool)
{
    ngx_str_t          folded;
    contentlib_set_t  *tags;

    tags = contentlib_filter_set(db, pool, db->meta.tags);

    if (tags != NULL
        && contentlib_filter_fold(db, name, db->meta.longest_tag_name, pool,
                                  &folded)
           == NGX_OK)
    {
        contentlib_filter_containing(db, CONTENTLIB_POSTING_NAME_PART,
                                     CONTENTLIB_SQL_NAMES_WITH, &folded, pool,
                                     tags);
    }

    return tags;
}


void
contentlib_filter_tag_slug(contentlib_db_t *db, const ngx_str_t *slug,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    (void) contentlib_filter_tag_found(db, slug, items);
}


/* NGX_DONE if there is no tag with the slug */

static ngx_int_t
contentlib_filter_tag_found(contentlib_db_t *db, const ngx_str_t *slug,
    contentlib_set_t *items)
{
    uint64_t                tag;
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_TAG_SLUG;
    tag = 0;

    contentlib_db_bind_text(db, sql, 1, slug);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK) {
        tag = (uint64_t) contentlib_db_integer(db, sql, 0);
    }

    if (contentlib_db_reset(db, sql) == NGX_OK && rc == NGX_OK) {
        contentlib_filter_tag_items(db, tag, items);
    }

    return rc;
}


static void
contentlib_filter_tag_items(contentlib_db_t *db, uint64_t tag,
    contentlib_set_t *items)
{
    if (tag >= db->meta.tags) {
        (void) contentlib_db_corrupt(db, "a position is out of range");
        return;
    }

    contentlib_filter_numbers(db, CONTENTLIB_POSTING_TAG, tag, tag, items);
}


/* its items, or else those of the tag with its slug, or else its preview */

static void
contentlib_filter_collection(contentlib_db_t *db, const ngx_str_t *slug,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    uint64_t                position, preview;
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_COLLECTION_SLUG;
    position = 0;
    preview = 0;

    contentlib_db_bind_text(db, sql, 1, slug);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK) {
        position = (uint64_t) contentlib_db_integer(db, sql, 0);
        preview = (uint64_t) contentlib_db_integer(db, sql, 1);
    }

    if (contentlib_db_reset(db, sql) != NGX_OK || rc != NGX_OK) {
        return;
    }

    contentlib_filter_numbers(db, CONTENTLIB_POSTING_COLLECTION, position,
                              position, items);

    if (contentlib_set_is_empty(items)
        && contentlib_filter_tag_found(db, slug, items) == NGX_DONE
        && contentlib_set_add(items, preview) != NGX_OK)
    {
        (void) contentlib_db_corrupt(db, "a position is out of range");
    }
}


static void
contentlib_filter_content_type(contentlib_db_t *db, const ngx_str_t *type,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    contentlib_filter_postings(db, CONTENTLIB_POSTING_TYPE, type, items);
}


static void
contentlib_filter_without(contentlib_db_t *db, const ngx_str_t *what,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    contentlib_filter_postings(db, CONTENTLIB_POSTING_WITHOUT, what, items);
}


void
contentlib_filter_tag(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    contentlib_statement_e  sql;

    if (memchr(name->data, '\0', name->len) != NULL) {
        return;
    }

    sql = CONTENTLIB_SQL_TAG_FOLDED;

    contentlib_db_bind_text(db, sql, 1, name);

    while (contentlib_db_step(db, sql) == NGX_OK) {
        contentlib_filter_tag_items(db, (uint64_t) contentlib_db_integer(db,
                                                                      sql, 0),
                                    items);
    }

    (void) contentlib_db_reset(db, sql);
}


/* the items of a short part are stored, because many names may contain it */

void
contentlib_filter_tag_partial(contentlib_db_t *db, const ngx_str_t *part,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    ngx_str_t          folded;
    contentlib_set_t  *tags;

    if (contentlib_filter_fold(db, part, db->meta.longest_tag_name, pool,
                               &folded)
        != NGX_OK)
    {
        return;
    }

    if (contentlib_text_length(&folded) < CONTENTLIB_POSTING_PARTS) {
        contentlib_filter_postings(db, CONTENTLIB_POSTING_TAG_PART, &folded,
                                   items);
        return;
    }

    tags = contentlib_filter_set(db, pool, db->meta.tags);

    if (tags != NULL) {
        contentlib_filter_containing(db, CONTENTLIB_POSTING_NAME_PART,
                                     CONTENTLIB_SQL_NAMES_WITH, &folded, pool,
                                     tags);
        contentlib_filter_all(db, CONTENTLIB_POSTING_TAG, tags, items);
    }
}


void
contentlib_filter_text(contentlib_db_t *db, const ngx_str_t *text,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    ngx_str_t  folded;

    if (contentlib_filter_fold(db, text, db->meta.longest_alt_text, pool,
                               &folded)
        != NGX_OK)
    {
        return;
    }

    if (!contentlib_text_has_blank(&folded)
        || contentlib_text_length(&folded) <= CONTENTLIB_POSTING_PARTS)
    {
        contentlib_filter_word(db, &folded, pool, items);
        return;
    }

    contentlib_filter_phrase(db, &folded, pool, items);
    contentlib_filter_compare(db, CONTENTLIB_SQL_ITEMS_WITH, &folded, items);
}


/* keeps few items, or those that have all pieces of the text, if not more */

static void
contentlib_filter_phrase(contentlib_db_t *db, const ngx_str_t *text,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    size_t             at;
    ngx_str_t          word, first;
    ngx_uint_t         n;
    contentlib_set_t  *found;

    found = contentlib_filter_set(db, pool, items->size);

    if (found == NULL) {
        return;
    }

    contentlib_filter_blanks(db, text, items, found);

    ngx_str_set(&first, "");
    at = 0;

    for (n = 0;
         n < CONTENTLIB_FILTER_PIECES
             && contentlib_filter_many(items)
             && contentlib_text_word(text, &at, &word) == NGX_OK;
         n++)
    {
        if (word.data == text->data) {
            first = word;

        } else {
            contentlib_filter_word_terms(db, &word, at == text->len, pool,
                                         items, found);
        }
    }

    /* a word of the text may only end with the first one */

    if (first.len > 0 && contentlib_filter_many(items)) {
        contentlib_set_clear(found);
        contentlib_filter_word(db, &first, pool, found);
        contentlib_set_intersect(items, found);
    }
}


/* the items of the first trigrams with a blank */

static void
contentlib_filter_blanks(contentlib_db_t *db, const ngx_str_t *text,
    contentlib_set_t *items, contentlib_set_t *found)
{
    ngx_uint_t                n;
    contentlib_filter_gram_t  gram;

    n = 0;
    contentlib_filter_gram_first(&gram, text);

    do {

        if (!contentlib_text_has_blank(&gram.gram)) {
            continue;
        }

        if (n++ == 0) {
            contentlib_filter_postings(db, CONTENTLIB_POSTING_TEXT_PART,
                                       &gram.gram, items);

        } else {
            contentlib_filter_narrow(db, CONTENTLIB_POSTING_TEXT_PART,
                                     &gram.gram, items, found);
        }

    } while (n < CONTENTLIB_FILTER_PIECES
             && (n == 0 || contentlib_filter_many(items))
             && contentlib_filter_gram_next(&gram) == NGX_OK);
}


/* the items that have the terms of a word; the last one may go on */

static void
contentlib_filter_word_terms(contentlib_db_t *db, const ngx_str_t *word,
    ngx_uint_t last, ngx_pool_t *pool, contentlib_set_t *items,
    contentlib_set_t *found)
{
    size_t     at;
    ngx_str_t  terms, term;

    contentlib_filter_terms(db, word, pool, &terms);
    contentlib_term_join(&terms);
    at = 0;

    while (contentlib_text_word(&terms, &at, &term) == NGX_OK) {

        contentlib_term_key(&term);

        if (!last || at < terms.len) {
            contentlib_filter_narrow(db, CONTENTLIB_POSTING_TERM, &term, items,
                                     found);

        } else if (contentlib_text_length(&term) >= CONTENTLIB_POSTING_PARTS) {
            contentlib_set_clear(found);
            contentlib_filter_beginning(db, CONTENTLIB_POSTING_TERM, &term,
                                        found);
            contentlib_set_intersect(items, found);
        }
    }
}


static void
contentlib_filter_narrow(contentlib_db_t *db, contentlib_posting_e kind,
    const ngx_str_t *key, contentlib_set_t *items, contentlib_set_t *found)
{
    contentlib_set_clear(found);
    contentlib_filter_postings(db, kind, key, found);
    contentlib_set_intersect(items, found);
}


static ngx_uint_t
contentlib_filter_many(const contentlib_set_t *items)
{
    return contentlib_set_count(items) > CONTENTLIB_FILTER_FEW;
}


/* the items that have a short string, or a word with the part */

static void
contentlib_filter_word(contentlib_db_t *db, const ngx_str_t *part,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    size_t             len;
    contentlib_set_t  *words;

    len = contentlib_text_length(part);

    if (len <= CONTENTLIB_POSTING_PARTS) {

        contentlib_filter_postings(db, CONTENTLIB_POSTING_TEXT_PART, part,
                                   items);

        /* of three characters without a blank only some have their items */

        if (len < CONTENTLIB_POSTING_PARTS || contentlib_text_has_blank(part)
            || !contentlib_set_is_empty(items))
        {
            return;
        }
    }

    words = contentlib_filter_set(db, pool, db->meta.words);

    if (words != NULL) {
        contentlib_filter_containing(db, CONTENTLIB_POSTING_WORD_PART,
                                     CONTENTLIB_SQL_WORDS_WITH, part, pool,
                                     words);
        contentlib_filter_all(db, CONTENTLIB_POSTING_WORD, words, items);
    }
}


static void
contentlib_filter_containing(contentlib_db_t *db, contentlib_posting_e kind,
    contentlib_statement_e sql, const ngx_str_t *part, ngx_pool_t *pool,
    contentlib_set_t *set)
{
    contentlib_filter_part(db, kind, part, pool, set);

    if (contentlib_text_length(part) > CONTENTLIB_POSTING_PARTS) {
        contentlib_filter_compare(db, sql, part, set);
    }
}


void
contentlib_filter_part(contentlib_db_t *db, contentlib_posting_e kind,
    const ngx_str_t *part, ngx_pool_t *pool, contentlib_set_t *set)
{
    size_t                     i, n, step;
    contentlib_set_t          *found;
    contentlib_filter_gram_t   gram;

    n = contentlib_text_length(part);

    contentlib_filter_gram_first(&gram, part);
    contentlib_filter_postings(db, kind, &gram.gram, set);

    if (n <= CONTENTLIB_POSTING_PARTS) {
        return;
    }

    found = contentlib_filter_set(db, pool, set->size);

    if (found == NULL) {
        return;
    }

    /* spread evenly, the last one among them */

    n -= CONTENTLIB_POSTING_PARTS;
    step = 1 + n / CONTENTLIB_FILTER_TRIGRAMS;

    for (i = 1; contentlib_filter_gram_next(&gram) == NGX_OK; i++) {

        if (contentlib_set_is_empty(set)) {
            return;
        }

        if (i % step == 0 || i == n) {
            contentlib_set_clear(found);
            contentlib_filter_postings(db, kind, &gram.gram, found);
            contentlib_set_intersect(set, found);
        }
    }
}


/* the first three characters, or the text if it has fewer */

static void
contentlib_filter_gram_first(contentlib_filter_gram_t *gram,
    const ngx_str_t *text)
{
    ngx_uint_t  i;

    gram->gram.data = text->data;
    gram->gram.len = 0;
    gram->last = text->data + text->len;

    for (i = 0; i < CONTENTLIB_POSTING_PARTS; i++) {
        gram->gram.len += contentlib_text_next(text->data + gram->gram.len,
                                               gram->last);
    }
}


static ngx_int_t
contentlib_filter_gram_next(contentlib_filter_gram_t *gram)
{
    size_t   len;
    u_char  *end;

    end = gram->gram.data + gram->gram.len;

    if (end == gram->last) {
        return NGX_DONE;
    }

    len = contentlib_text_next(gram->gram.data, gram->last);

    gram->gram.data += len;
    gram->gram.len += contentlib_text_next(end, gram->last) - len;

    return NGX_OK;
}


/*
 * Removes what does not have the part.  One statement reads the texts that are
 * near each other.
 */

static void
contentlib_filter_compare(contentlib_db_t *db, contentlib_statement_e sql,
    const ngx_str_t *part, contentlib_set_t *set)
{
    uint64_t    first, last, found;
    ngx_str_t   text;

    first = 0;

    while (contentlib_set_next_run(set, &first, &last) == NGX_OK) {

        contentlib_db_bind_integer(db, sql, 1, (int64_t) first);
        contentlib_db_bind_integer(db, sql, 2, (int64_t) last);

        while (contentlib_db_step(db, sql) == NGX_OK) {
            found = (uint64_t) contentlib_db_integer(db, sql, 0);

            /* a damaged page may have its rows in any order */

            if (found < first || found > last) {
                (void) contentlib_db_corrupt(db, "a position is out of range");
                break;
            }

            /* memmem() is faster than instr() of SQLite */

            text = contentlib_db_text_bytes(db, sql, 1);

            if (contentlib_set_has(set, found)
                && memmem(text.data, text.len, part->data, part->len) != NULL)
            {
                contentlib_set_remove(set, first, found);
                first = found + 1;
            }
        }

        if (contentlib_db_reset(db, sql) != NGX_OK) {
            return;
        }

        contentlib_set_remove(set, first, last + 1);
        first = last + 1;
    }
}


/*
 * The items of words or of tags; once all items are in the set there is nothing
 * to add.  One statement reads those of neighbours.
 */

static void
contentlib_filter_all(contentlib_db_t *db, contentlib_posting_e kind,
    const contentlib_set_t *keys, contentlib_set_t *items)
{
    uint64_t  first, end, missing;

    first = 0;
    missing = 0;

    while (contentlib_set_next(keys, &first) == NGX_OK
           && contentlib_set_next_absent(items, &missing) == NGX_OK
           && !contentlib_db_failed(db))
    {
        end = first;

        if (contentlib_set_next_absent(keys, &end) != NGX_OK) {
            end = keys->size;
        }

        end = ngx_min(end, first + CONTENTLIB_FILTER_NEIGHBOURS);

        contentlib_filter_numbers(db, kind, first, end - 1, items);

        first = end;
    }
}


void
contentlib_filter_numbers(contentlib_db_t *db, contentlib_posting_e kind,
    uint64_t first, uint64_t last, contentlib_set_t *set)
{
    contentlib_db_bind_integer(db, CONTENTLIB_SQL_POSTINGS, 2, (int64_t) first);
    contentlib_db_bind_integer(db, CONTENTLIB_SQL_POSTINGS, 3, (int64_t) last);

    contentlib_filter_blocks(db, kind, set);
}


void
contentlib_filter_postings(contentlib_db_t *db, contentlib_posting_e kind,
    const ngx_str_t *key, contentlib_set_t *set)
{
    contentlib_db_bind_text(db, CONTENTLIB_SQL_POSTINGS, 2, key);
    contentlib_db_bind_text(db, CONTENTLIB_SQL_POSTINGS, 3, key);

    contentlib_filter_blocks(db, kind, set);
}


void
contentlib_filter_beginning(contentlib_db_t *db, contentlib_posting_e kind,
    const ngx_str_t *key, contentlib_set_t *set)
{
    u_char     last[CONTENTLIB_TERM_KEY + sizeof(" \xff") - 1];
    ngx_str_t  end;

    /* no byte of UTF-8 is 0xff */

    end.data = last;
    end.len = key->len + 1;

    ngx_memcpy(last, key->data, key->len);
    last[key->len] = 0xff;

    contentlib_db_bind_text(db, CONTENTLIB_SQL_POSTINGS, 2, key);
    contentlib_db_bind_text(db, CONTENTLIB_SQL_POSTINGS, 3, &end);

    contentlib_filter_blocks(db, kind, set);
}


/* the keys are bound */

static void
contentlib_filter_blocks(contentlib_db_t *db, contentlib_posting_e kind,
    contentlib_set_t *set)
{
    int64_t                 block;
    ngx_str_t               bytes;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_POSTINGS;

    contentlib_db_bind_integer(db, sql, 1, kind);

    while (contentlib_db_step(db, sql) == NGX_OK) {

        block = contentlib_db_integer(db, sql, 0);
        bytes = contentlib_db_blob(db, sql, 1);

        if (contentlib_set_add_block(set, (uint64_t) block, &bytes)
            != NGX_OK)
        {
            (void) contentlib_db_corrupt(db, "a block of positions is not "
                                             "valid");
        }
    }

    (void) contentlib_db_reset(db, sql);
}


contentlib_set_t *
contentlib_filter_set(contentlib_db_t *db, ngx_pool_t *pool, uint64_t size)
{
    contentlib_set_t  *set;

    set = contentlib_set_create(pool, size);

    if (set == NULL) {
        (void) contentlib_db_no_memory(db);
    }

    return set;
}


ngx_int_t
contentlib_filter_fold(contentlib_db_t *db, const ngx_str_t *text,
    uint64_t longest, ngx_pool_t *pool, ngx_str_t *folded)
{
    if (memchr(text->data, '\0', text->len) != NULL) {
        return NGX_DECLINED;
    }

    if (contentlib_text_fold(text, pool, folded) != NGX_OK) {
        return contentlib_db_no_memory(db);
    }

    return folded->len > 0 && folded->len <= longest ? NGX_OK : NGX_DECLINED;
}


void
contentlib_filter_terms(contentlib_db_t *db, const ngx_str_t *folded,
    ngx_pool_t *pool, ngx_str_t *terms)
{
    if (contentlib_term_text(folded, pool, terms) != NGX_OK) {
        (void) contentlib_db_no_memory(db);
        ngx_str_set(terms, "");
    }
}
