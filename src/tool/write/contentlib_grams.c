
/*
 * Copyright (C) contentlib authors
 *
 * Collects positions in memory for each string, and moves full parts to the
 * temporary database.
 */


#include <tool/write/contentlib_grams.h>

#include <text/contentlib_text.h>


/*
 * What is kept between two texts before it is put away.  A text has at most
 * twice as many strings as bytes, so one more does not matter.
 */

#define CONTENTLIB_GRAMS_MAX    (256 * 1024)
#define CONTENTLIB_GRAMS_ITEMS  (4 * 1024 * 1024)

#define CONTENTLIB_GRAMS_SLOTS  4096        /* at first, a power of two */
#define CONTENTLIB_GRAMS_FIRST  8           /* items of a list at first */
#define CONTENTLIB_GRAMS_KEY    8           /* bytes of two characters */


/* the key is the bytes of the string, the first one highest, then zeros */

typedef struct {
    uint64_t                  key;          /* 0: the slot is free */
    u_char                   *items;        /* of this block */
    uint32_t                  n;
    uint32_t                  size;
    uint32_t                  last;         /* the item added last */
} contentlib_gram_t;


struct contentlib_grams_s {
    contentlib_blocks_t       blocks;
    uint64_t                  block;
    contentlib_gram_t        *slots;        /* at most half of them in use */
    size_t                    size;
    size_t                    n;
    size_t                    items;        /* of all lists */
};


static ngx_int_t contentlib_grams_no_memory(contentlib_grams_t *grams);
static uint64_t contentlib_grams_character(const u_char **p,
    const u_char *last, size_t *bits);
static ngx_int_t contentlib_grams_mark(contentlib_grams_t *grams, uint64_t key,
    uint32_t item);
static contentlib_gram_t *contentlib_grams_find(contentlib_grams_t *grams,
    uint64_t key);
static ngx_int_t contentlib_grams_grow(contentlib_grams_t *grams);
static ngx_int_t contentlib_grams_push(contentlib_grams_t *grams,
    contentlib_gram_t *gram, uint32_t item);
static ngx_int_t contentlib_grams_flush(contentlib_grams_t *grams);
static void contentlib_grams_sort(contentlib_grams_t *grams);
static int contentlib_grams_compare(const void *one, const void *two);
static ngx_int_t contentlib_grams_put(contentlib_grams_t *grams,
    const contentlib_gram_t *gram);
static void contentlib_grams_clear(contentlib_grams_t *grams);


contentlib_grams_t *
contentlib_grams_open(contentlib_sql_t *sql)
{
    contentlib_grams_t  *grams;

    grams = ngx_calloc(sizeof(contentlib_grams_t), NULL);

    if (grams == NULL) {
        (void) contentlib_message_set(sql->message,
                                      "contentlib: out of memory");
        return NULL;
    }

    if (contentlib_blocks_open(&grams->blocks, sql, CONTENTLIB_GRAMS_TABLE)
        != NGX_OK
        || contentlib_grams_grow(grams) != NGX_OK)
    {
        contentlib_grams_close(grams);
        return NULL;
    }

    return grams;
}


void
contentlib_grams_close(contentlib_grams_t *grams)
{
    contentlib_grams_clear(grams);
    free(grams);
}


static ngx_int_t
contentlib_grams_no_memory(contentlib_grams_t *grams)
{
    return contentlib_message_set(grams->blocks.sql->message,
                                  "contentlib: out of memory");
}


ngx_int_t
contentlib_grams_add(contentlib_grams_t *grams, const ngx_str_t *folded,
    uint64_t position)
{
    size_t         bits, before;
    uint32_t       item;
    uint64_t       one, previous;
    const u_char  *p, *last;

    if ((position >> CONTENTLIB_BLOCKS_SHIFT != grams->block
         || grams->n > CONTENTLIB_GRAMS_MAX
         || grams->items > CONTENTLIB_GRAMS_ITEMS)
        && contentlib_grams_flush(grams) != NGX_OK)
    {
        return NGX_ERROR;
    }

    grams->block = position >> CONTENTLIB_BLOCKS_SHIFT;

    item = (uint32_t) (position % (1 << CONTENTLIB_BLOCKS_SHIFT));
    p = folded->data;
    last = p + folded->len;
    previous = 0;
    before = 0;

    while (p < last) {
        one = contentlib_grams_character(&p, last, &bits);

        if (one != 0 && contentlib_grams_mark(grams, one, item) != NGX_OK) {
            return NGX_ERROR;
        }

        if (one != 0 && previous != 0
            && contentlib_grams_mark(grams, previous | one >> before, item)
               != NGX_OK)
        {
            return NGX_ERROR;
        }

        previous = one;
        before = bits;
    }

    return NGX_OK;
}


/* the next character as a key, or 0 if it is none; moves "p" behind it */

static uint64_t
contentlib_grams_character(const u_char **p, const u_char *last, size_t *bits)
{
    size_t    i, len;
    uint64_t  key;

    len = (**p < 0x80) ? 1 : contentlib_text_next(*p, last);

    if (len == 0 || **p == '\0') {
        (*p)++;
        *bits = 0;
        return 0;
    }

    key = 0;

    for (i = 0; i < len; i++) {
        key = key << 8 | *(*p)++;
    }

    *bits = 8 * len;

    return key << (64 - *bits);
}


static ngx_int_t
contentlib_grams_mark(contentlib_grams_t *grams, uint64_t key, uint32_t item)
{
    contentlib_gram_t  *gram;

    gram = contentlib_grams_find(grams, key);

    if (gram->key != 0) {
        return gram->last == item ? NGX_OK
                                  : contentlib_grams_push(grams, gram, item);
    }

    if (grams->n == grams->size / 2) {

        if (contentlib_grams_grow(grams) != NGX_OK) {
            return NGX_ERROR;
        }

        gram = contentlib_grams_find(grams, key);
    }

    gram->key = key;
    grams->n++;

    return contentlib_grams_push(grams, gram, item);
}


/* the slot of the key, or the free one where it belongs */

static contentlib_gram_t *
contentlib_grams_find(contentlib_grams_t *grams, uint64_t key)
{
    size_t  i;

    /* short strings have nothing in the low bits */

    i = (size_t) (((key ^ key >> 32) * 0x9e3779b97f4a7c15) >> 32);

    for ( ;; ) {
        i &= grams->size - 1;

        if (grams->slots[i].key == key || grams->slots[i].key == 0) {
            return &grams->slots[i];
        }

        i++;
    }
}


static ngx_int_t
contentlib_grams_grow(contentlib_grams_t *grams)
{
    size_t              i, size;
    contentlib_gram_t  *slots;

    slots = grams->slots;
    size = grams->size;

    grams->size = size ? 2 * size : CONTENTLIB_GRAMS_SLOTS;
    grams->slots = ngx_calloc(grams->size * sizeof(contentlib_gram_t), NULL);

    if (grams->slots == NULL) {
        grams->slots = slots;
        grams->size = size;
        return contentlib_grams_no_memory(grams);
    }

    for (i = 0; i < size; i++) {
        if (slots[i].key != 0) {
            *contentlib_grams_find(grams, slots[i].key) = slots[i];
        }
    }

    free(slots);

    return NGX_OK;
}


static ngx_int_t
contentlib_grams_push(contentlib_grams_t *grams, contentlib_gram_t *gram,
    uint32_t item)
{
    u_char    *p;
    uint32_t   size;

    if (gram->n == gram->size) {

        size = gram->size ? 2 * gram->size : CONTENTLIB_GRAMS_FIRST;
        p = realloc(gram->items, 2 * (size_t) size);

        if (p == NULL) {
            return contentlib_grams_no_memory(grams);
        }

        gram->items = p;
        gram->size = size;
    }

    p = gram->items + 2 * (size_t) gram->n++;

    p[0] = (u_char) (item & 0xff);
    p[1] = (u_char) (item >> 8);

    gram->last = item;
    grams->items++;

    return NGX_OK;
}


/* puts away what there is, in the order of the keys, and begins anew */

static ngx_int_t
contentlib_grams_flush(contentlib_grams_t *grams)
{
    size_t  i;

    contentlib_grams_sort(grams);

    for (i = 0; i < grams->n; i++) {
        if (contentlib_grams_put(grams, &grams->slots[i]) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    contentlib_grams_clear(grams);

    return contentlib_grams_grow(grams);
}


/* moves the slots in use to the front: they are no hash table any more */

static void
contentlib_grams_sort(contentlib_grams_t *grams)
{
    size_t             i, n;
    contentlib_gram_t  gram;

    n = 0;

    for (i = 0; i < grams->size; i++) {
        if (grams->slots[i].key != 0) {
            gram = grams->slots[i];
            grams->slots[i] = grams->slots[n];
            grams->slots[n++] = gram;
        }
    }

    qsort(grams->slots, n, sizeof(contentlib_gram_t),
          contentlib_grams_compare);
}


static int
contentlib_grams_compare(const void *one, const void *two)
{
    const contentlib_gram_t  *a = one, *b = two;

    return (a->key > b->key) - (a->key < b->key);
}


static ngx_int_t
contentlib_grams_put(contentlib_grams_t *grams, const contentlib_gram_t *gram)
{
    u_char     bytes[CONTENTLIB_GRAMS_KEY];
    uint64_t   key;
    ngx_str_t  text;

    text.data = bytes;
    text.len = 0;

    for (key = gram->key; key != 0; key <<= 8) {
        bytes[text.len++] = (u_char) (key >> 56);
    }

    contentlib_sql_bind_text(grams->blocks.sql, grams->blocks.insert, 1,
                             &text);

    return contentlib_blocks_append(&grams->blocks, grams->block, gram->items,
                                    2 * (size_t) gram->n);
}


static void
contentlib_grams_clear(contentlib_grams_t *grams)
{
    size_t  i;

    for (i = 0; i < grams->size; i++) {
        free(grams->slots[i].items);
    }

    /* the next block may have few, and is not to walk along the many of this */

    free(grams->slots);

    grams->slots = NULL;
    grams->size = 0;
    grams->n = 0;
    grams->items = 0;
}


ngx_int_t
contentlib_grams_end(contentlib_grams_t *grams)
{
    return contentlib_grams_flush(grams);
}


ngx_int_t
contentlib_grams_write(contentlib_grams_t *grams, contentlib_sql_t *library)
{
    if (contentlib_grams_end(grams) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_blocks_write(&grams->blocks, library);
}
