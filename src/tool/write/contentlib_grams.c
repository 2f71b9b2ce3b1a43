
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
 * three times as many strings as bytes, so one more does not matter.
 */

#define CONTENTLIB_GRAMS_MAX    (96 * 1024)
#define CONTENTLIB_GRAMS_ITEMS  (4 * 1024 * 1024)

#define CONTENTLIB_GRAMS_SLOTS  4096        /* at first, a power of two */
#define CONTENTLIB_GRAMS_FIRST  8           /* items of a list at first */
#define CONTENTLIB_GRAMS_BYTES  12          /* of three characters */

#define contentlib_grams_key(n)  (((uint64_t) 1 << 21 * (n)) - 1)


/* the key is three code points of 21 bits, the first one highest, or zeros */

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
    uint64_t                 *frequent;     /* keys; at most half in use */
    size_t                    nfrequent;
};


/* marks what ends with the last one of three characters, as a key */

typedef ngx_int_t (*contentlib_grams_mark_pt)(contentlib_grams_t *grams,
    uint64_t key, uint32_t item);


static ngx_int_t contentlib_grams_no_memory(contentlib_grams_t *grams);
static ngx_int_t contentlib_grams_find_frequent(contentlib_grams_t *grams,
    contentlib_sql_t *library);
static ngx_int_t contentlib_grams_text(contentlib_grams_t *grams,
    const ngx_str_t *folded, uint64_t position, contentlib_grams_mark_pt mark);
static ngx_int_t contentlib_grams_mark_short(contentlib_grams_t *grams,
    uint64_t key, uint32_t item);
static ngx_int_t contentlib_grams_mark_frequent(contentlib_grams_t *grams,
    uint64_t key, uint32_t item);
static ngx_int_t contentlib_grams_mark(contentlib_grams_t *grams, uint64_t key,
    uint32_t item);
static uint64_t *contentlib_grams_slot(contentlib_grams_t *grams,
    uint64_t key);
static contentlib_gram_t *contentlib_grams_find(contentlib_grams_t *grams,
    uint64_t key);
static size_t contentlib_grams_hash(uint64_t key);
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
    free(grams->frequent);
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
    return contentlib_grams_text(grams, folded, position,
                                 contentlib_grams_mark_short);
}


ngx_int_t
contentlib_grams_add_frequent(contentlib_grams_t *grams,
    contentlib_sql_t *library)
{
    ngx_int_t      rc;
    ngx_str_t      folded;
    sqlite3_stmt  *select;

    if (contentlib_grams_find_frequent(grams, library) != NGX_OK) {
        return NGX_ERROR;
    }

    if (grams->nfrequent == 0) {
        return NGX_OK;
    }

    select = contentlib_sql_prepare(library, "SELECT folded, position"
                                             " FROM item_text"
                                             " ORDER BY position");

    while ((rc = contentlib_sql_step(library, select)) == NGX_OK) {

        folded = contentlib_sql_column(select, 0);

        if (contentlib_grams_text(grams, &folded,
                                  (uint64_t) sqlite3_column_int64(select, 1),
                                  contentlib_grams_mark_frequent)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_grams_find_frequent(contentlib_grams_t *grams,
    contentlib_sql_t *library)
{
    size_t         n;
    uint64_t       key;
    uint32_t       code;
    ngx_int_t      rc;
    ngx_str_t      gram;
    const u_char  *p;
    sqlite3_stmt  *select;

    select = contentlib_sql_prepare(library, "SELECT gram, count(*) OVER ()"
                                             " FROM word_gram");

    while ((rc = contentlib_sql_step(library, select)) == NGX_OK) {

        if (grams->nfrequent == 0) {

            n = (size_t) sqlite3_column_int64(select, 1);

            for (grams->nfrequent = 1; grams->nfrequent < 2 * n; ) {
                grams->nfrequent *= 2;
            }

            grams->frequent = ngx_calloc(grams->nfrequent * sizeof(uint64_t),
                                         NULL);
            if (grams->frequent == NULL) {
                return contentlib_grams_no_memory(grams);
            }
        }

        gram = contentlib_sql_column(select, 0);
        key = 0;

        for (p = gram.data; p < gram.data + gram.len; p += n) {
            n = contentlib_text_code(p, gram.data + gram.len, &code);

            if (n == 0) {
                break;
            }

            key = key << 21 | code;
        }

        *contentlib_grams_slot(grams, key) = key;
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_grams_text(contentlib_grams_t *grams, const ngx_str_t *folded,
    uint64_t position, contentlib_grams_mark_pt mark)
{
    size_t         len;
    uint32_t       item, code;
    uint64_t       key;
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
    last = folded->data + folded->len;
    key = 0;

    for (p = folded->data; p < last; p += len) {

        len = contentlib_text_code(p, last, &code);

        if (len == 0 || code == 0) {
            len = 1;
            key = 0;
            continue;
        }

        key = (key << 21 | code) & contentlib_grams_key(3);

        if (mark(grams, key, item) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_grams_mark_short(contentlib_grams_t *grams, uint64_t key,
    uint32_t item)
{
    if (contentlib_grams_mark(grams, (key & contentlib_grams_key(1)) << 42,
                              item)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (key > contentlib_grams_key(1)
        && contentlib_grams_mark(grams, (key & contentlib_grams_key(2)) << 21,
                                 item)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (key > contentlib_grams_key(2)
        && contentlib_text_blank(key >> 21 & contentlib_grams_key(1)))
    {
        return contentlib_grams_mark(grams, key, item);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_grams_mark_frequent(contentlib_grams_t *grams, uint64_t key,
    uint32_t item)
{
    if (key <= contentlib_grams_key(2)
        || *contentlib_grams_slot(grams, key) == 0)
    {
        return NGX_OK;
    }

    return contentlib_grams_mark(grams, key, item);
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

    i = contentlib_grams_hash(key) & (grams->size - 1);

    while (grams->slots[i].key != key && grams->slots[i].key != 0) {
        i = (i + 1) & (grams->size - 1);
    }

    return &grams->slots[i];
}


/* the same of a string that is frequent */

static uint64_t *
contentlib_grams_slot(contentlib_grams_t *grams, uint64_t key)
{
    size_t  i;

    i = contentlib_grams_hash(key) & (grams->nfrequent - 1);

    while (grams->frequent[i] != key && grams->frequent[i] != 0) {
        i = (i + 1) & (grams->nfrequent - 1);
    }

    return &grams->frequent[i];
}


/* short strings have nothing in the low bits */

static size_t
contentlib_grams_hash(uint64_t key)
{
    return (size_t) (((key ^ key >> 32) * 0x9e3779b97f4a7c15) >> 32);
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
    u_char     bytes[CONTENTLIB_GRAMS_BYTES];
    uint64_t   key;
    ngx_str_t  text;

    text.data = bytes;
    text.len = 0;

    for (key = gram->key; key != 0; key = key << 21 & contentlib_grams_key(3)) {
        text.len += contentlib_text_encode(bytes + text.len,
                                           (uint32_t) (key >> 42));
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
