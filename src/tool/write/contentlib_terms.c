
/*
 * Copyright (C) contentlib authors
 *
 * Collects terms and positions in memory, and moves full parts to the
 * temporary database.
 */


#include <tool/write/contentlib_terms.h>

#include <text/contentlib_term.h>
#include <text/contentlib_text.h>


/* what is collected before it is put away, give or take an item */

#define CONTENTLIB_TERMS_MAX    (128 * 1024)
#define CONTENTLIB_TERMS_BYTES  (16 * 1024 * 1024)
#define CONTENTLIB_TERMS_ITEMS  (4 * 1024 * 1024)

#define CONTENTLIB_TERMS_SLOTS  4096        /* at first, a power of two */
#define CONTENTLIB_TERMS_FIRST  4           /* items of a list at first */

/* more than a folded query has: of a longer term the beginning is enough */

#define CONTENTLIB_TERMS_LEN    1024

/* beginnings of one and two characters are terms, too */

#define CONTENTLIB_TERMS_BEGINNINGS  2


typedef struct {
    uint64_t                  hash;
    u_char                   *text;         /* NULL: the slot is free */
    u_char                   *items;        /* of this block */
    uint32_t                  len;
    uint32_t                  n;
    uint32_t                  size;
    uint32_t                  last;         /* the item added last */
} contentlib_terms_slot_t;


/* the terms that begin alike, while they are put away */

typedef struct {
    const u_char             *text;         /* NULL: none yet */
    size_t                    len;
    u_char                    bitmap[CONTENTLIB_BLOCKS_BITMAP];
} contentlib_terms_beginning_t;


struct contentlib_terms_s {
    contentlib_blocks_t       blocks;
    uint64_t                  position;     /* the one added last */

    contentlib_terms_slot_t  *slots;        /* at most half of them in use */
    size_t                    nslots;
    size_t                    n;
    size_t                    bytes;        /* of all terms */
    size_t                    items;        /* of all lists */

    u_char                   *names;        /* of tags, one after the other */
    size_t                    names_len;
    size_t                    names_size;
    size_t                   *name_ends;
    size_t                    nnames;
    size_t                    name_ends_size;
};


static ngx_int_t contentlib_terms_no_memory(contentlib_terms_t *terms);
static ngx_int_t contentlib_terms_mark(contentlib_terms_t *terms,
    const ngx_str_t *term, uint32_t item);
static uint64_t contentlib_terms_hash(const ngx_str_t *term);
static contentlib_terms_slot_t *contentlib_terms_find(
    contentlib_terms_t *terms, const ngx_str_t *term, uint64_t hash);
static ngx_int_t contentlib_terms_grow(contentlib_terms_t *terms);
static ngx_int_t contentlib_terms_push(contentlib_terms_t *terms,
    contentlib_terms_slot_t *slot, uint32_t item);
static ngx_int_t contentlib_terms_flush(contentlib_terms_t *terms);
static void contentlib_terms_sort(contentlib_terms_t *terms);
static int contentlib_terms_compare(const void *one, const void *two);
static ngx_int_t contentlib_terms_put(contentlib_terms_t *terms,
    const ngx_str_t *key, const u_char *items, size_t n);
static ngx_int_t contentlib_terms_put_beginnings(contentlib_terms_t *terms);
static ngx_int_t contentlib_terms_put_beginning(contentlib_terms_t *terms,
    contentlib_terms_beginning_t *beginning);
static void contentlib_terms_clear(contentlib_terms_t *terms);


contentlib_terms_t *
contentlib_terms_open(contentlib_sql_t *sql)
{
    contentlib_terms_t  *terms;

    terms = ngx_calloc(sizeof(contentlib_terms_t), NULL);

    if (terms == NULL) {
        (void) contentlib_message_set(sql->message,
                                      "contentlib: out of memory");
        return NULL;
    }

    if (contentlib_blocks_open(&terms->blocks, sql, CONTENTLIB_TERMS_TABLE)
        != NGX_OK
        || contentlib_terms_grow(terms) != NGX_OK)
    {
        contentlib_terms_close(terms);
        return NULL;
    }

    return terms;
}


void
contentlib_terms_close(contentlib_terms_t *terms)
{
    contentlib_terms_clear(terms);
    free(terms->names);
    free(terms->name_ends);
    free(terms);
}


static ngx_int_t
contentlib_terms_no_memory(contentlib_terms_t *terms)
{
    return contentlib_message_set(terms->blocks.sql->message,
                                  "contentlib: out of memory");
}


ngx_int_t
contentlib_terms_name(contentlib_terms_t *terms, const ngx_str_t *folded)
{
    void    *p;
    size_t   size;

    if (terms->names_len + folded->len > terms->names_size) {
        size = 2 * (terms->names_len + folded->len);
        p = realloc(terms->names, size);

        if (p == NULL) {
            return contentlib_terms_no_memory(terms);
        }

        terms->names = p;
        terms->names_size = size;
    }

    if (terms->nnames == terms->name_ends_size) {
        size = 2 * terms->nnames + CONTENTLIB_TERMS_FIRST;
        p = realloc(terms->name_ends, size * sizeof(size_t));

        if (p == NULL) {
            return contentlib_terms_no_memory(terms);
        }

        terms->name_ends = p;
        terms->name_ends_size = size;
    }

    if (folded->len > 0) {
        ngx_memcpy(terms->names + terms->names_len, folded->data, folded->len);
    }

    terms->names_len += folded->len;
    terms->name_ends[terms->nnames++] = terms->names_len;

    return NGX_OK;
}


ngx_int_t
contentlib_terms_add(contentlib_terms_t *terms, const ngx_str_t *folded,
    uint64_t position)
{
    size_t     at;
    uint32_t   item;
    ngx_str_t  term;

    if (position != terms->position
        && (position >> CONTENTLIB_BLOCKS_SHIFT
            != terms->position >> CONTENTLIB_BLOCKS_SHIFT
            || terms->n > CONTENTLIB_TERMS_MAX
            || terms->bytes > CONTENTLIB_TERMS_BYTES
            || terms->items > CONTENTLIB_TERMS_ITEMS)
        && contentlib_terms_flush(terms) != NGX_OK)
    {
        return NGX_ERROR;
    }

    terms->position = position;

    item = (uint32_t) (position % CONTENTLIB_SET_BLOCK);
    at = 0;

    while (contentlib_term_next(folded, &at, &term) == NGX_OK) {

        term.len = ngx_min(term.len, CONTENTLIB_TERMS_LEN);

        if (contentlib_terms_mark(terms, &term, item) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_terms_add_tag(contentlib_terms_t *terms, uint64_t tag,
    uint64_t position)
{
    size_t     start;
    ngx_str_t  name;

    if (tag >= terms->nnames) {
        return contentlib_message_set(terms->blocks.sql->message,
                                      "contentlib: temporary file is damaged");
    }

    start = tag ? terms->name_ends[tag - 1] : 0;

    name.data = terms->names + start;
    name.len = terms->name_ends[tag] - start;

    return contentlib_terms_add(terms, &name, position);
}


static ngx_int_t
contentlib_terms_mark(contentlib_terms_t *terms, const ngx_str_t *term,
    uint32_t item)
{
    uint64_t                  hash;
    contentlib_terms_slot_t  *slot;

    if (terms->n >= terms->nslots / 2
        && contentlib_terms_grow(terms) != NGX_OK)
    {
        return NGX_ERROR;
    }

    hash = contentlib_terms_hash(term);
    slot = contentlib_terms_find(terms, term, hash);

    if (slot->text == NULL) {
        slot->text = ngx_alloc(term->len, NULL);

        if (slot->text == NULL) {
            return contentlib_terms_no_memory(terms);
        }

        ngx_memcpy(slot->text, term->data, term->len);
        slot->len = (uint32_t) term->len;
        slot->hash = hash;

        terms->n++;
        terms->bytes += term->len;

    } else if (slot->last == item) {
        return NGX_OK;
    }

    return contentlib_terms_push(terms, slot, item);
}


/* FNV-1a; the low bits alone choose a slot */

static uint64_t
contentlib_terms_hash(const ngx_str_t *term)
{
    size_t    i;
    uint64_t  hash;

    hash = 0xcbf29ce484222325;

    for (i = 0; i < term->len; i++) {
        hash = (hash ^ term->data[i]) * 0x100000001b3;
    }

    return hash ^ hash >> 32;
}


/* the slot of the term, or the free one where it belongs */

static contentlib_terms_slot_t *
contentlib_terms_find(contentlib_terms_t *terms, const ngx_str_t *term,
    uint64_t hash)
{
    size_t                    i;
    contentlib_terms_slot_t  *slot;

    for (i = (size_t) hash; /* void */ ; i++) {
        slot = &terms->slots[i & (terms->nslots - 1)];

        if (slot->text == NULL
            || (slot->hash == hash && slot->len == term->len
                && ngx_memcmp(slot->text, term->data, term->len) == 0))
        {
            return slot;
        }
    }
}


static ngx_int_t
contentlib_terms_grow(contentlib_terms_t *terms)
{
    size_t                    i, at, size;
    contentlib_terms_slot_t  *slots;

    size = terms->nslots ? 2 * terms->nslots : CONTENTLIB_TERMS_SLOTS;
    slots = ngx_calloc(size * sizeof(contentlib_terms_slot_t), NULL);

    if (slots == NULL) {
        return contentlib_terms_no_memory(terms);
    }

    for (i = 0; i < terms->nslots; i++) {

        if (terms->slots[i].text == NULL) {
            continue;
        }

        at = (size_t) terms->slots[i].hash & (size - 1);

        while (slots[at].text != NULL) {
            at = (at + 1) & (size - 1);
        }

        slots[at] = terms->slots[i];
    }

    free(terms->slots);

    terms->slots = slots;
    terms->nslots = size;

    return NGX_OK;
}


static ngx_int_t
contentlib_terms_push(contentlib_terms_t *terms, contentlib_terms_slot_t *slot,
    uint32_t item)
{
    u_char    *items;
    uint32_t   size;

    if (slot->n == slot->size) {
        size = slot->size ? 2 * slot->size : CONTENTLIB_TERMS_FIRST;
        items = realloc(slot->items, size * 2);

        if (items == NULL) {
            return contentlib_terms_no_memory(terms);
        }

        slot->items = items;
        slot->size = size;
    }

    slot->items[2 * slot->n] = (u_char) (item & 0xff);
    slot->items[2 * slot->n + 1] = (u_char) (item >> 8);
    slot->n++;
    slot->last = item;

    terms->items++;

    return NGX_OK;
}


/* puts away what there is, in the order of the terms, and begins anew */

static ngx_int_t
contentlib_terms_flush(contentlib_terms_t *terms)
{
    size_t                    i;
    ngx_str_t                 key;
    contentlib_terms_slot_t  *slot;

    contentlib_terms_sort(terms);

    for (i = 0; i < terms->n; i++) {
        slot = &terms->slots[i];

        key.data = slot->text;
        key.len = slot->len;

        if (contentlib_terms_put(terms, &key, slot->items, slot->n) != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    if (contentlib_terms_put_beginnings(terms) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_terms_clear(terms);

    return contentlib_terms_grow(terms);
}


/* moves the slots that are used to the front */

static void
contentlib_terms_sort(contentlib_terms_t *terms)
{
    size_t  i, n;

    for (i = 0, n = 0; i < terms->nslots; i++) {

        if (terms->slots[i].text == NULL) {
            continue;
        }

        if (i != n) {
            terms->slots[n] = terms->slots[i];
            ngx_memzero(&terms->slots[i], sizeof(contentlib_terms_slot_t));
        }

        n++;
    }

    qsort(terms->slots, n, sizeof(contentlib_terms_slot_t),
          contentlib_terms_compare);
}


static int
contentlib_terms_compare(const void *one, const void *two)
{
    int                             rc;
    const contentlib_terms_slot_t  *a, *b;

    a = one;
    b = two;

    rc = ngx_memcmp(a->text, b->text, ngx_min(a->len, b->len));

    return rc ? rc : (a->len > b->len) - (a->len < b->len);
}


static ngx_int_t
contentlib_terms_put(contentlib_terms_t *terms, const ngx_str_t *key,
    const u_char *items, size_t n)
{
    contentlib_sql_bind_text(terms->blocks.sql, terms->blocks.insert, 1, key);

    return contentlib_blocks_append(&terms->blocks,
                                    terms->position >> CONTENTLIB_BLOCKS_SHIFT,
                                    items, 2 * n);
}


/* terms that begin alike are neighbours */

static ngx_int_t
contentlib_terms_put_beginnings(contentlib_terms_t *terms)
{
    size_t                         i, j, len, next;
    ngx_uint_t                     chars;
    const u_char                  *p;
    contentlib_terms_slot_t       *slot;
    contentlib_terms_beginning_t   beginning;

    for (chars = 1; chars <= CONTENTLIB_TERMS_BEGINNINGS; chars++) {

        beginning.text = NULL;

        for (i = 0; i < terms->n; i++) {
            slot = &terms->slots[i];
            len = 0;

            for (j = 0; j < chars; j++) {
                next = contentlib_text_next(slot->text + len,
                                            slot->text + slot->len);
                len += next;

                if (next == 0) {
                    break;
                }
            }

            if (j < chars) {
                continue;
            }

            if (beginning.text == NULL || beginning.len != len
                || ngx_memcmp(beginning.text, slot->text, len) != 0)
            {
                if (contentlib_terms_put_beginning(terms, &beginning)
                    != NGX_OK)
                {
                    return NGX_ERROR;
                }

                beginning.text = slot->text;
                beginning.len = len;
                ngx_memzero(beginning.bitmap, CONTENTLIB_BLOCKS_BITMAP);
            }

            for (j = 0; j < slot->n; j++) {
                p = slot->items + 2 * j;
                next = (size_t) (p[0] | p[1] << 8);
                beginning.bitmap[next / 8] |= (u_char) (1 << (next % 8));
            }
        }

        if (contentlib_terms_put_beginning(terms, &beginning) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* an asterisk is punctuation, so no term ends in it */

static ngx_int_t
contentlib_terms_put_beginning(contentlib_terms_t *terms,
    contentlib_terms_beginning_t *beginning)
{
    size_t      i, n;
    u_char      key[4 * CONTENTLIB_TERMS_BEGINNINGS + 1];
    u_char      items[2 * CONTENTLIB_SET_BLOCK];
    ngx_str_t   text;

    if (beginning->text == NULL) {
        return NGX_OK;
    }

    for (i = 0, n = 0; i < CONTENTLIB_SET_BLOCK; i++) {
        if (beginning->bitmap[i / 8] & 1 << (i % 8)) {
            items[2 * n] = (u_char) (i & 0xff);
            items[2 * n + 1] = (u_char) (i >> 8);
            n++;
        }
    }

    ngx_memcpy(key, beginning->text, beginning->len);
    key[beginning->len] = '*';

    text.data = key;
    text.len = beginning->len + 1;

    return contentlib_terms_put(terms, &text, items, n);
}


static void
contentlib_terms_clear(contentlib_terms_t *terms)
{
    size_t  i;

    for (i = 0; i < terms->nslots; i++) {
        free(terms->slots[i].text);
        free(terms->slots[i].items);
    }

    free(terms->slots);

    terms->slots = NULL;
    terms->nslots = 0;
    terms->n = 0;
    terms->bytes = 0;
    terms->items = 0;
}


ngx_int_t
contentlib_terms_end(contentlib_terms_t *terms)
{
    return contentlib_terms_flush(terms);
}


ngx_int_t
contentlib_terms_write(contentlib_terms_t *terms, contentlib_sql_t *library)
{
    if (contentlib_terms_end(terms) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_blocks_write(&terms->blocks, library);
}
