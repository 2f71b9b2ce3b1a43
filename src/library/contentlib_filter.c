
/*
 * Copyright (C) contentlib authors
 *
 * Each value of a filter gives a set of items; the sets are intersected.  A
 * value about tags gives a set of tags first, and then the items of these
 * tags; only the items of a short part are stored, because many names may
 * contain it.
 *
 * Of the texts of items: a value without a blank occurs in a text exactly if it
 * occurs in one of the words of the text, so the items of all words that
 * contain it are the answer.  A value with blanks has parts: what is before
 * the first blank ends a word of the text, what is behind the last one begins
 * a word, and what is between is a whole word.  The items that have the parts
 * are intersected, and the texts of those that remain are compared.
 */


#include <library/contentlib_filter.h>
#include <library/contentlib_search.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_FILTER_TEXT_PARTS  8     /* the longest ones are enough */
#define CONTENTLIB_FILTER_TEXT_FEW    256   /* items: compare each */
#define CONTENTLIB_FILTER_NEIGHBOURS  64    /* tags of one statement */


/* adds the items, or the tags, that have the value to the set */

typedef void (*contentlib_filter_find_pt)(contentlib_db_t *db,
    const ngx_str_t *value, ngx_pool_t *pool, contentlib_set_t *set);


/* the cheapest one to find first */

typedef enum {
    CONTENTLIB_FILTER_TEXT_WORD = 0,        /* is a word */
    CONTENTLIB_FILTER_TEXT_BEGINNING,       /* begins a word */
    CONTENTLIB_FILTER_TEXT_ENDING,          /* ends a word */
    CONTENTLIB_FILTER_TEXT_GRAM             /* a short string anywhere */
} contentlib_filter_text_kind_e;


typedef struct {
    contentlib_filter_text_kind_e  kind;
    ngx_str_t                      text;
} contentlib_filter_text_part_t;


/* the longest one, which is likely to be the rarest, first */

typedef struct {
    ngx_uint_t                     n;
    contentlib_filter_text_part_t  part[CONTENTLIB_FILTER_TEXT_PARTS];
} contentlib_filter_text_parts_t;


static ngx_int_t contentlib_filter_tag_found(contentlib_db_t *db,
    const ngx_str_t *slug, contentlib_set_t *items);
static void contentlib_filter_collection(contentlib_db_t *db,
    const ngx_str_t *slug, ngx_pool_t *pool, contentlib_set_t *items);
static void contentlib_filter_preview(contentlib_db_t *db,
    const ngx_str_t *slug, contentlib_set_t *items);
static void contentlib_filter_content_type(contentlib_db_t *db,
    const ngx_str_t *type, ngx_pool_t *pool, contentlib_set_t *items);
static void contentlib_filter_tags_items(contentlib_db_t *db,
    contentlib_statement_e sql, ngx_pool_t *pool, contentlib_set_t *items);
static void contentlib_filter_add_items(contentlib_db_t *db,
    const contentlib_set_t *tags, contentlib_set_t *items);
static void contentlib_filter_text_split(const ngx_str_t *value,
    contentlib_filter_text_parts_t *parts);
static void contentlib_filter_text_split_blanks(const ngx_str_t *value,
    contentlib_filter_text_parts_t *parts);
static void contentlib_filter_text_add(contentlib_filter_text_parts_t *parts,
    contentlib_filter_text_kind_e kind, const u_char *p, size_t len);
static void contentlib_filter_text_intersect(contentlib_db_t *db,
    const contentlib_filter_text_parts_t *parts, ngx_pool_t *pool,
    contentlib_set_t *items);
static void contentlib_filter_text_find(contentlib_db_t *db,
    const contentlib_filter_text_part_t *part, ngx_pool_t *pool,
    contentlib_set_t *items);
static void contentlib_filter_text_ending(contentlib_db_t *db,
    const ngx_str_t *text, ngx_pool_t *pool, contentlib_set_t *items);
static void contentlib_filter_text_compare(contentlib_db_t *db,
    const ngx_str_t *folded, contentlib_set_t *items);


static const contentlib_filter_find_pt
    contentlib_filter_finds[CONTENTLIB_VALUES] = {

    [CONTENTLIB_VALUE_TAG_SLUG] = contentlib_filter_tag_slug,
    [CONTENTLIB_VALUE_COLLECTION] = contentlib_filter_collection,
    [CONTENTLIB_VALUE_CONTENT_TYPE] = contentlib_filter_content_type,
    [CONTENTLIB_VALUE_TAG] = contentlib_filter_tag,
    [CONTENTLIB_VALUE_TEXT] = contentlib_filter_text,
    [CONTENTLIB_VALUE_TAG_PARTIAL] = contentlib_filter_tag_partial
};


/* an empty set ends the search */

contentlib_set_t *
contentlib_filter_items(contentlib_db_t *db, const ngx_str_t *values,
    ngx_pool_t *pool)
{
    ngx_uint_t         i;
    contentlib_set_t  *items, *set;

    items = NULL;

    for (i = 0; i < CONTENTLIB_VALUES; i++) {

        if (values[i].len == 0 || contentlib_filter_finds[i] == NULL) {
            continue;
        }

        set = contentlib_set_create(pool, db->meta.items);

        if (set == NULL) {
            (void) contentlib_db_no_memory(db);
            return NULL;
        }

        contentlib_filter_finds[i](db, &values[i], pool, set);

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
    contentlib_set_t    *tags;
    contentlib_search_t  search;

    tags = contentlib_set_create(pool, db->meta.tags);

    if (tags == NULL) {
        (void) contentlib_db_no_memory(db);
        return NULL;
    }

    if (contentlib_search_create(&search, db, name, db->meta.longest_tag_name,
                                 pool)
        != NGX_OK)
    {
        return tags;
    }

    if (search.key) {
        contentlib_filter_gram(db, CONTENTLIB_SQL_TAG_TEXT_GRAM,
                               &search.folded, tags);

    } else {
        contentlib_search_bind(&search, db, CONTENTLIB_SQL_TAG_PART);
        contentlib_filter_rows(db, CONTENTLIB_SQL_TAG_PART, tags);
    }

    return tags;
}


void
contentlib_filter_tag_slug(contentlib_db_t *db, const ngx_str_t *slug,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    (void) pool;
    (void) contentlib_filter_tag_found(db, slug, items);
}


/* NGX_DECLINED if there is no tag with the slug */

static ngx_int_t
contentlib_filter_tag_found(contentlib_db_t *db, const ngx_str_t *slug,
    contentlib_set_t *items)
{
    uint64_t                position;
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    contentlib_db_bind_text(db, CONTENTLIB_SQL_TAG_POSITION, 1, slug);

    rc = contentlib_db_find(db, CONTENTLIB_SQL_TAG_POSITION, &position);

    if (rc != NGX_OK) {
        return rc;
    }

    if (position >= db->meta.tags) {
        return contentlib_db_corrupt(db, "a position is out of range");
    }

    sql = CONTENTLIB_SQL_TAG_ITEMS;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);
    contentlib_db_bind_integer(db, sql, 2, (int64_t) position);

    contentlib_filter_blocks(db, sql, items);

    return NGX_OK;
}


static void
contentlib_filter_collection(contentlib_db_t *db, const ngx_str_t *slug,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    uint64_t                position;
    contentlib_statement_e  sql;

    (void) pool;

    contentlib_db_bind_text(db, CONTENTLIB_SQL_COLLECTION_POSITION, 1, slug);

    if (contentlib_db_find(db, CONTENTLIB_SQL_COLLECTION_POSITION, &position)
        != NGX_OK)
    {
        return;
    }

    sql = CONTENTLIB_SQL_COLLECTION_ITEMS;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);
    contentlib_filter_blocks(db, sql, items);

    if (contentlib_set_is_empty(items)
        && contentlib_filter_tag_found(db, slug, items) == NGX_DECLINED)
    {
        contentlib_filter_preview(db, slug, items);
    }
}


static void
contentlib_filter_preview(contentlib_db_t *db, const ngx_str_t *slug,
    contentlib_set_t *items)
{
    uint64_t  position;

    contentlib_db_bind_text(db, CONTENTLIB_SQL_COLLECTION_PREVIEW, 1, slug);

    if (contentlib_db_find(db, CONTENTLIB_SQL_COLLECTION_PREVIEW, &position)
        != NGX_OK
        || contentlib_set_add(items, position) != NGX_OK)
    {
        (void) contentlib_db_corrupt(db, "a position is out of range");
    }
}


/* the items of a type are stored under its letter */

static void
contentlib_filter_content_type(contentlib_db_t *db, const ngx_str_t *type,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    (void) pool;

    if (type->len == 1) {
        contentlib_db_bind_integer(db, CONTENTLIB_SQL_CONTENT_TYPE_ITEMS, 1,
                                   type->data[0]);
        contentlib_filter_blocks(db, CONTENTLIB_SQL_CONTENT_TYPE_ITEMS, items);
    }
}


void
contentlib_filter_tag(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    contentlib_search_t  search;

    if (contentlib_search_create(&search, db, name, db->meta.longest_tag_name,
                                 pool)
        == NGX_OK)
    {
        contentlib_db_bind_text(db, CONTENTLIB_SQL_TAG_NAMED, 1,
                                &search.folded);
        contentlib_filter_tags_items(db, CONTENTLIB_SQL_TAG_NAMED, pool, items);
    }
}


void
contentlib_filter_tag_partial(contentlib_db_t *db, const ngx_str_t *part,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    contentlib_search_t  search;

    if (contentlib_search_create(&search, db, part, db->meta.longest_tag_name,
                                 pool)
        != NGX_OK)
    {
        return;
    }

    if (search.key) {
        contentlib_filter_gram(db, CONTENTLIB_SQL_TAG_GRAM, &search.folded,
                               items);

    } else {
        contentlib_search_bind(&search, db, CONTENTLIB_SQL_TAG_PART);
        contentlib_filter_tags_items(db, CONTENTLIB_SQL_TAG_PART, pool, items);
    }
}


/* the items of the tags that a statement finds, whose values are bound */

static void
contentlib_filter_tags_items(contentlib_db_t *db, contentlib_statement_e sql,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    contentlib_set_t  *tags;

    tags = contentlib_set_create(pool, db->meta.tags);

    if (tags == NULL) {
        (void) contentlib_db_no_memory(db);
        (void) contentlib_db_reset(db, sql);
        return;
    }

    contentlib_filter_rows(db, sql, tags);
    contentlib_filter_add_items(db, tags, items);
}


/*
 * The items of tags; once all items are in the set there is nothing to add.
 * One statement reads the items of tags that are neighbours.
 */

static void
contentlib_filter_add_items(contentlib_db_t *db, const contentlib_set_t *tags,
    contentlib_set_t *items)
{
    uint64_t                first, end, missing;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_TAG_ITEMS;
    first = 0;
    missing = 0;

    while (contentlib_set_next(tags, &first) == NGX_OK
           && contentlib_set_next_absent(items, &missing) == NGX_OK
           && !contentlib_db_failed(db))
    {
        end = first;

        if (contentlib_set_next_absent(tags, &end) != NGX_OK) {
            end = tags->size;
        }

        end = ngx_min(end, first + CONTENTLIB_FILTER_NEIGHBOURS);

        contentlib_db_bind_integer(db, sql, 1, (int64_t) first);
        contentlib_db_bind_integer(db, sql, 2, (int64_t) end - 1);
        contentlib_filter_blocks(db, sql, items);

        first = end;
    }
}


void
contentlib_filter_text(contentlib_db_t *db, const ngx_str_t *text,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    size_t                          at;
    ngx_str_t                       word;
    contentlib_search_t             search;
    contentlib_filter_text_parts_t  parts;

    if (contentlib_search_create(&search, db, text, db->meta.longest_alt_text,
                                 pool)
        != NGX_OK)
    {
        return;
    }

    if (search.length <= 3) {

        contentlib_filter_gram(db, CONTENTLIB_SQL_ITEM_GRAM, &search.folded,
                               items);

        /* of three characters only some strings have their items */

        if (search.key || !contentlib_set_is_empty(items)) {
            return;
        }
    }

    at = 0;
    (void) contentlib_text_word(&search.folded, &at, &word);

    if (word.len == search.folded.len) {
        contentlib_search_rarest(&search, db);
        contentlib_search_bind(&search, db, CONTENTLIB_SQL_WORD_PART);
        contentlib_filter_words(db, CONTENTLIB_SQL_WORD_PART, items);
        return;
    }

    contentlib_filter_text_split(&search.folded, &parts);
    contentlib_filter_text_intersect(db, &parts, pool, items);
    contentlib_filter_text_compare(db, &search.folded, items);
}


/* the value has a blank, and three characters or more */

static void
contentlib_filter_text_split(const ngx_str_t *value,
    contentlib_filter_text_parts_t *parts)
{
    size_t                         at;
    ngx_str_t                      word;
    contentlib_filter_text_kind_e  kind;

    parts->n = 0;
    at = 0;

    while (contentlib_text_word(value, &at, &word) == NGX_OK) {

        kind = (word.data == value->data) ? CONTENTLIB_FILTER_TEXT_ENDING
               : (at == value->len) ? CONTENTLIB_FILTER_TEXT_BEGINNING
               : CONTENTLIB_FILTER_TEXT_WORD;

        /* many words end or begin with one or two characters */

        if (kind != CONTENTLIB_FILTER_TEXT_WORD
            && contentlib_text_length(&word) < 3)
        {
            kind = CONTENTLIB_FILTER_TEXT_GRAM;
        }

        contentlib_filter_text_add(parts, kind, word.data, word.len);
    }

    contentlib_filter_text_split_blanks(value, parts);
}


/* each blank and what is next to it */

static void
contentlib_filter_text_split_blanks(const ngx_str_t *value,
    contentlib_filter_text_parts_t *parts)
{
    size_t         before, len, after;
    const u_char  *p, *last;

    p = value->data;
    last = p + value->len;
    before = 0;

    for ( /* void */ ; p < last; p += len) {
        len = contentlib_text_next(p, last);

        if (contentlib_text_blank(*p)) {
            after = contentlib_text_next(p + len, last);

            contentlib_filter_text_add(parts, CONTENTLIB_FILTER_TEXT_GRAM,
                                       p - before, before + len + after);
        }

        before = len;
    }
}


static void
contentlib_filter_text_add(contentlib_filter_text_parts_t *parts,
    contentlib_filter_text_kind_e kind, const u_char *p, size_t len)
{
    ngx_uint_t                      i;
    contentlib_filter_text_part_t  *part;

    part = parts->part;

    for (i = 0; i < parts->n; i++) {
        if (part[i].kind == kind && part[i].text.len == len
            && ngx_memcmp(part[i].text.data, p, len) == 0)
        {
            return;
        }
    }

    if (parts->n < CONTENTLIB_FILTER_TEXT_PARTS) {
        parts->n++;

    } else if (part[--i].text.len >= len) {
        return;
    }

    while (i > 0 && (part[i - 1].text.len < len
                     || (part[i - 1].text.len == len
                         && part[i - 1].kind > kind)))
    {
        part[i] = part[i - 1];
        i--;
    }

    part[i].kind = kind;
    part[i].text.data = (u_char *) p;
    part[i].text.len = len;
}


/* the items that have all parts, or few that have some */

static void
contentlib_filter_text_intersect(contentlib_db_t *db,
    const contentlib_filter_text_parts_t *parts, ngx_pool_t *pool,
    contentlib_set_t *items)
{
    ngx_uint_t         i;
    contentlib_set_t  *others;

    contentlib_filter_text_find(db, &parts->part[0], pool, items);

    others = contentlib_set_create(pool, items->size);

    if (others == NULL) {
        (void) contentlib_db_no_memory(db);
        return;
    }

    for (i = 1; i < parts->n; i++) {

        if (contentlib_set_count(items) <= CONTENTLIB_FILTER_TEXT_FEW) {
            break;
        }

        contentlib_set_clear(others);
        contentlib_filter_text_find(db, &parts->part[i], pool, others);
        contentlib_set_intersect(items, others);
    }
}


static void
contentlib_filter_text_find(contentlib_db_t *db,
    const contentlib_filter_text_part_t *part, ngx_pool_t *pool,
    contentlib_set_t *items)
{
    contentlib_statement_e  sql;

    /* many words may end or begin with three characters */

    if (part->kind != CONTENTLIB_FILTER_TEXT_WORD
        && contentlib_text_length(&part->text) <= 3)
    {
        contentlib_filter_gram(db, CONTENTLIB_SQL_ITEM_GRAM, &part->text,
                               items);

        if (part->kind == CONTENTLIB_FILTER_TEXT_GRAM
            || !contentlib_set_is_empty(items))
        {
            return;
        }
    }

    if (part->kind == CONTENTLIB_FILTER_TEXT_ENDING) {
        contentlib_filter_text_ending(db, &part->text, pool, items);
        return;
    }

    sql = (part->kind == CONTENTLIB_FILTER_TEXT_WORD)
          ? CONTENTLIB_SQL_WORD : CONTENTLIB_SQL_WORD_BEGINNING;

    contentlib_db_bind_text(db, sql, 1, &part->text);
    contentlib_filter_words(db, sql, items);
}


static void
contentlib_filter_text_ending(contentlib_db_t *db, const ngx_str_t *text,
    ngx_pool_t *pool, contentlib_set_t *items)
{
    contentlib_search_t  search;

    if (contentlib_search_folded(&search, db, text, pool) != NGX_OK) {
        return;
    }

    contentlib_search_rarest(&search, db);
    contentlib_search_bind(&search, db, CONTENTLIB_SQL_WORD_ENDING);
    contentlib_filter_words(db, CONTENTLIB_SQL_WORD_ENDING, items);
}


/*
 * Removes the items whose text does not have "folded" as a part.  One statement
 * reads the texts of items that are near each other.
 */

static void
contentlib_filter_text_compare(contentlib_db_t *db, const ngx_str_t *folded,
    contentlib_set_t *items)
{
    uint64_t                first, last, found;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_ITEM_COMPARE;
    first = 0;

    while (contentlib_set_next_run(items, &first, &last) == NGX_OK) {

        contentlib_db_bind_integer(db, sql, 1, (int64_t) first);
        contentlib_db_bind_integer(db, sql, 2, (int64_t) last);
        contentlib_db_bind_text(db, sql, 3, folded);

        while (contentlib_db_step(db, sql) == NGX_OK) {
            found = (uint64_t) contentlib_db_integer(db, sql, 0);

            /* a damaged page may have its rows in any order */

            if (found < first || found > last) {
                (void) contentlib_db_corrupt(db, "a position is out of range");
                break;
            }

            contentlib_set_remove(items, first, found);
            first = found + 1;
        }

        if (contentlib_db_reset(db, sql) != NGX_OK) {
            return;
        }

        contentlib_set_remove(items, first, last + 1);
        first = last + 1;
    }
}


void
contentlib_filter_rows(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_set_t *set)
{
    int64_t  position;

    while (contentlib_db_step(db, sql) == NGX_OK) {

        position = contentlib_db_integer(db, sql, 0);

        if (contentlib_set_add(set, (uint64_t) position) != NGX_OK) {
            (void) contentlib_db_corrupt(db, "a position is out of range");
        }
    }

    (void) contentlib_db_reset(db, sql);
}


void
contentlib_filter_words(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_set_t *items)
{
    uint64_t   missing;
    ngx_str_t  bytes;

    missing = 0;

    /* once all items are in the set there is nothing to add */

    while (contentlib_set_next_absent(items, &missing) == NGX_OK
           && contentlib_db_step(db, sql) == NGX_OK)
    {
        bytes = contentlib_db_blob(db, sql, 1);

        if (bytes.len == 0) {
            contentlib_db_bind_integer(db, CONTENTLIB_SQL_WORD_ITEMS, 1,
                                       contentlib_db_integer(db, sql, 0));

            contentlib_filter_blocks(db, CONTENTLIB_SQL_WORD_ITEMS, items);

        } else if (contentlib_set_add_positions(items, &bytes) != NGX_OK) {
            (void) contentlib_db_corrupt(db, "a block of items is not valid");
        }
    }

    (void) contentlib_db_reset(db, sql);
}


void
contentlib_filter_blocks(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_set_t *set)
{
    int64_t    block;
    ngx_str_t  bytes;

    while (contentlib_db_step(db, sql) == NGX_OK) {

        block = contentlib_db_integer(db, sql, 0);
        bytes = contentlib_db_blob(db, sql, 1);

        if (contentlib_set_add_block(set, (uint64_t) block, &bytes)
            != NGX_OK)
        {
            (void) contentlib_db_corrupt(db, "a block of items is not valid");
        }
    }

    (void) contentlib_db_reset(db, sql);
}


void
contentlib_filter_gram(contentlib_db_t *db, contentlib_statement_e sql,
    const ngx_str_t *gram, contentlib_set_t *set)
{
    contentlib_db_bind_text(db, sql, 1, gram);
    contentlib_filter_blocks(db, sql, set);
}
