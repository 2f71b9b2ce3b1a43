
/*
 * Copyright (C) contentlib authors
 *
 * Filters and suggestions are compared with a search of the folded texts.  The
 * input has a line each for text, tag, tag-slug and tag-partial.  A line of
 * "@" or "#" and three bytes is a part of a text or of the name of a tag.
 */


#include <fuzz_library.h>
#include <fuzz_utf8.h>
#include <library/contentlib_filter.h>
#include <text/contentlib_term.h>
#include <library/contentlib_suggestions.h>


#define ITEMS  125
#define TAGS   21


static contentlib_db_t  *db;


static void
start(void)
{
    db = fuzz_open(fuzz_library(ITEMS, TAGS));

    hold(contentlib_db_meta(db)->items == ITEMS, "items");
    hold(contentlib_db_meta(db)->tags == TAGS, "tags");
    hold(contentlib_db_meta(db)->collections == FUZZ_LISTS, "collections");
}


/* a part that begins and ends between code points */

static ngx_str_t
part(const ngx_str_t *text, size_t from, size_t len)
{
    from %= text->len;
    len = ngx_min(len, text->len - from);

    while (from > 0 && (text->data[from] & 0xc0) == 0x80) {
        from--;
    }

    while (from + len < text->len && (text->data[from + len] & 0xc0) == 0x80) {
        len++;
    }

    return fuzz_copy(text->data + from, ngx_min(len, text->len - from));
}


/* a valid value: at most 256 bytes of UTF-8 */

static ngx_str_t
value(void)
{
    ngx_str_t  line, text;

    line = fuzz_line();

    if (line.len == 4 && line.data[0] == '@') {
        text = part(&fuzz_items[line.data[1] % ITEMS].text, line.data[2] * 4,
                    line.data[3]);

    } else if (line.len == 4 && line.data[0] == '#') {
        text = part(&fuzz_tags[line.data[1] % TAGS].name, line.data[2],
                    line.data[3]);

    } else {
        text = fuzz_utf8_repair(&line);
    }

    return text.len <= 256 ? text : fuzz_string("a");
}


static ngx_uint_t
contains(const ngx_str_t *text, const ngx_str_t *word)
{
    return word->len == 0
           || memmem(text->data, text->len, word->data, word->len) != NULL;
}


/* "filter" is folded */

static ngx_uint_t
model_item(const fuzz_item_t *item, const contentlib_filter_t *filter)
{
    ngx_uint_t  t, named, slugged, parted;

    named = (filter->tag.len == 0);
    slugged = (filter->tag_slug.len == 0);
    parted = (filter->tag_partial.len == 0);

    for (t = 0; t < TAGS; t++) {
        if (item->tags[t]) {
            named |= fuzz_equal(&fuzz_tags[t].folded, &filter->tag);
            slugged |= fuzz_equal(&fuzz_tags[t].slug, &filter->tag_slug);
            parted |= contains(&fuzz_tags[t].folded, &filter->tag_partial);
        }
    }

    return contains(&item->folded, &filter->text) && named && slugged
           && parted;
}


static void
items_match(const contentlib_filter_t *filter)
{
    uint64_t                 i, next;
    ngx_uint_t               member;
    contentlib_set_t        *set;
    contentlib_filter_t      words;

    words.text = fuzz_folded(&filter->text, fuzz_pool);
    words.tag = fuzz_folded(&filter->tag, fuzz_pool);
    words.tag_slug = filter->tag_slug;
    words.tag_partial = fuzz_folded(&filter->tag_partial, fuzz_pool);

    hold(contentlib_filter_items(db, filter, fuzz_pool, &set) == NGX_OK, "%s",
         contentlib_db_error(db)->text);
    hold(set->size == ITEMS, "size");

    for (i = 0; i < ITEMS; i++) {
        next = i;
        member = (contentlib_set_next(set, &next) == NGX_OK && next == i);

        hold(member == model_item(&fuzz_items[i], &words),
             "item %lu %s", (unsigned long) i,
             member ? "matches" : "does not match");
    }
}


static void
tags_match(const ngx_str_t *name)
{
    uint64_t                 i, next;
    ngx_str_t                word;
    ngx_uint_t               member;
    contentlib_set_t        *set;

    word = fuzz_folded(name, fuzz_pool);
    hold(contentlib_filter_tags(db, name, fuzz_pool, &set) == NGX_OK, "%s",
         contentlib_db_error(db)->text);
    hold(set->size == TAGS, "size");

    for (i = 0; i < TAGS; i++) {
        next = i;
        member = (contentlib_set_next(set, &next) == NGX_OK && next == i);

        hold(member == contains(&fuzz_tags[i].folded, &word),
             "tag %lu %s", (unsigned long) i,
             member ? "matches" : "does not match");
    }
}


/* the next suggestion is the expected one */

static void
expect(ngx_array_t *suggestions, ngx_uint_t *n, ngx_uint_t limit,
    contentlib_suggestion_type_e type, const ngx_str_t *name)
{
    contentlib_suggestion_t  *suggestion;

    if (*n == limit) {
        return;
    }

    hold(*n < suggestions->nelts, "too few suggestions");

    suggestion = &((contentlib_suggestion_t *) suggestions->elts)[*n];
    hold(suggestion->type == type && fuzz_equal(&suggestion->text, name),
         "suggestion %lu", (unsigned long) *n);
    (*n)++;
}


/* the rank: equal, beginning, beginning of a word, or part */

static ngx_uint_t
way_of(const ngx_str_t *name, const ngx_str_t *text)
{
    size_t     at;
    ngx_str_t  term;

    if (name->len == text->len) {
        return 0;
    }

    if (memcmp(name->data, text->data, text->len) == 0) {
        return 1;
    }

    for (at = 0; contentlib_term_next(name, &at, &term) == NGX_OK; ) {
        if (name->data + name->len - term.data >= (ptrdiff_t) text->len
            && memcmp(term.data, text->data, text->len) == 0)
        {
            return 2;
        }
    }

    return 3;
}


/* displayed collections, then tags in the order of their use */

static void
suggestions_match(const ngx_str_t *text, ngx_uint_t limit)
{
    ngx_str_t                 word;
    ngx_uint_t                i, n, used, way;
    ngx_array_t              *suggestions;

    word = fuzz_folded(text, fuzz_pool);
    n = 0;

    hold(contentlib_suggestions_find(db, text, limit, fuzz_pool, &suggestions)
         == NGX_OK, "%s", contentlib_db_error(db)->text);

    for (way = 0; way < 4; way++) {
        for (i = 0; i < FUZZ_LISTS; i++) {
            if (fuzz_lists[i].display
                && contains(&fuzz_lists[i].folded, &word)
                && (text->len > 0 ? way_of(&fuzz_lists[i].folded, &word) : 0)
                   == way)
            {
                expect(suggestions, &n, limit, CONTENTLIB_SUGGEST_COLLECTION,
                       &fuzz_lists[i].name);
            }
        }
    }

    for (way = 0; way < 4 && text->len > 0; way++) {
        for (used = ITEMS + 1; used-- > 0; ) {
            for (i = 0; i < TAGS; i++) {
                if (fuzz_tags[i].items == used
                    && contains(&fuzz_tags[i].folded, &word)
                    && way_of(&fuzz_tags[i].folded, &word) == way)
                {
                    expect(suggestions, &n, limit, CONTENTLIB_SUGGEST_TAG,
                           &fuzz_tags[i].name);
                }
            }
        }
    }

    hold(suggestions->nelts == n, "too many suggestions");
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    contentlib_filter_t  filter;

    if (db == NULL) {
        start();
    }

    fuzz_begin(data, size);
    ngx_memzero(&filter, sizeof(contentlib_filter_t));

    filter.text = value();
    filter.tag = value();
    filter.tag_slug = value();
    filter.tag_partial = value();

    if (filter.text.len + filter.tag.len + filter.tag_slug.len
        + filter.tag_partial.len > 0)
    {
        items_match(&filter);
    }

    if (filter.tag_partial.len > 0) {
        tags_match(&filter.tag_partial);
    }

    suggestions_match(&filter.text, 1 + fuzz_byte() % 50);
    suggestions_match(&filter.tag_partial, 1 + fuzz_byte() % 50);

    return fuzz_end();
}
