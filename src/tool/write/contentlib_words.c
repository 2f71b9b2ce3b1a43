
/*
 * Copyright (C) contentlib authors
 *
 * Collects words and positions in memory, and moves full parts to the temporary
 * database.
 */


#include <tool/write/contentlib_words.h>

#include <text/contentlib_text.h>


/* what is collected before it is put away, give or take a text */

#define CONTENTLIB_WORDS_MAX      (128 * 1024)
#define CONTENTLIB_WORDS_BYTES    (4 * 1024 * 1024)
#define CONTENTLIB_WORDS_ENTRIES  (2 * 1024 * 1024)

#define CONTENTLIB_WORDS_SLOTS    4096      /* at first, a power of two */

#define CONTENTLIB_WORDS_FEW      64        /* items: without blocks */


typedef struct {
    uint64_t                  hash;
    size_t                    start;        /* of its bytes */
    size_t                    len;
    size_t                    end;          /* of its entries, when sorted */
    uint32_t                  last;         /* the item added last */
} contentlib_word_t;


struct contentlib_words_s {
    contentlib_blocks_t       blocks;
    sqlite3_stmt             *find;
    sqlite3_stmt             *insert;
    sqlite3_stmt             *update;
    uint64_t                  total;        /* words in the database */

    uint64_t                  block;

    contentlib_word_t        *words;        /* as they first occur */
    size_t                    n;
    size_t                    size;

    u_char                   *bytes;        /* of the words */
    size_t                    nbytes;
    size_t                    bytes_size;

    uint32_t                 *entry_words;  /* the words of texts, and */
    uint16_t                 *entry_items;  /* the items of these texts */
    u_char                   *sorted;       /* items by word */
    size_t                    nentries;
    size_t                    entries_size;

    uint32_t                 *slots;        /* word + 1; 0: the slot is free */
    size_t                    nslots;       /* at most half of them in use */
};


static ngx_int_t contentlib_words_no_memory(contentlib_words_t *words);
static ngx_int_t contentlib_words_mark(contentlib_words_t *words,
    const ngx_str_t *text, uint16_t item);
static uint32_t *contentlib_words_slot(contentlib_words_t *words,
    const ngx_str_t *text, uint64_t hash);
static ngx_int_t contentlib_words_new(contentlib_words_t *words,
    const ngx_str_t *text, uint64_t hash);
static ngx_int_t contentlib_words_room(contentlib_words_t *words, void *array,
    size_t *size, size_t n, size_t each);
static ngx_int_t contentlib_words_grow(contentlib_words_t *words);
static ngx_int_t contentlib_words_grow_entries(contentlib_words_t *words);
static uint64_t contentlib_words_hash(const ngx_str_t *text);
static ngx_int_t contentlib_words_flush(contentlib_words_t *words);
static void contentlib_words_sort(contentlib_words_t *words);
static ngx_int_t contentlib_words_put(contentlib_words_t *words,
    const contentlib_word_t *word, const u_char *items, size_t n);
static ngx_int_t contentlib_words_find(contentlib_words_t *words,
    const contentlib_word_t *word, int64_t *position, u_char *few,
    size_t *len);
static size_t contentlib_words_add_few(contentlib_words_t *words, u_char *few,
    size_t len, const u_char *items, size_t n);
static ngx_int_t contentlib_words_update(contentlib_words_t *words,
    int64_t position, const u_char *few, size_t len);
static ngx_int_t contentlib_words_insert(contentlib_words_t *words,
    int64_t position, const contentlib_word_t *word, const u_char *few,
    size_t len);
static ngx_int_t contentlib_words_append_few(contentlib_words_t *words,
    int64_t word, const u_char *few, size_t len);
static ngx_int_t contentlib_words_append(contentlib_words_t *words,
    int64_t word, uint64_t block, const u_char *items, size_t n);


static const char  contentlib_words_tables[] =
    "CREATE TABLE word (position INTEGER PRIMARY KEY, items BLOB,"
    " hash INTEGER, folded TEXT);"
    "CREATE INDEX word_hash ON word (hash)";


/* an index is smaller if it is made of all rows at once */

static const char  contentlib_words_before[] = "DROP INDEX word_folded";

static const char  contentlib_words_after[] =
    "CREATE UNIQUE INDEX word_folded ON word (folded);"
    "INSERT INTO word_search (word_search) VALUES ('rebuild');"
    "INSERT INTO word_search (word_search) VALUES ('optimize');"
    "CREATE VIRTUAL TABLE temp.trigram"
    " USING fts5vocab (main, word_search, row);"
    "INSERT INTO word_gram SELECT term, doc FROM temp.trigram"
    " WHERE doc > " ngx_value(CONTENTLIB_WORDS_FREQUENT) ";"
    "DROP TABLE temp.trigram";


contentlib_words_t *
contentlib_words_open(contentlib_sql_t *sql)
{
    contentlib_words_t  *words;

    words = ngx_calloc(sizeof(contentlib_words_t), NULL);

    if (words == NULL) {
        (void) contentlib_message_set(sql->message,
                                      "contentlib: out of memory");
        return NULL;
    }

    if (contentlib_blocks_open(&words->blocks, sql, CONTENTLIB_WORDS_TABLE)
        != NGX_OK
        || contentlib_sql_run(sql, contentlib_words_tables) != NGX_OK)
    {
        contentlib_words_close(words);
        return NULL;
    }

    words->find = contentlib_sql_prepare(sql, "SELECT position, items FROM word"
                                         " WHERE hash = ?1 AND folded = ?2");
    words->insert = contentlib_sql_prepare(sql, "INSERT INTO word"
                                           " VALUES (?1, ?2, ?3, ?4)");
    words->update = contentlib_sql_prepare(sql, "UPDATE word SET items = ?2"
                                           " WHERE position = ?1");

    return words;
}


void
contentlib_words_close(contentlib_words_t *words)
{
    free(words->words);
    free(words->bytes);
    free(words->entry_words);
    free(words->entry_items);
    free(words->sorted);
    free(words->slots);
    free(words);
}


static ngx_int_t
contentlib_words_no_memory(contentlib_words_t *words)
{
    return contentlib_message_set(words->blocks.sql->message,
                                  "contentlib: out of memory");
}


ngx_int_t
contentlib_words_add(contentlib_words_t *words, const ngx_str_t *folded,
    uint64_t position)
{
    size_t     at;
    uint16_t   item;
    ngx_str_t  text;

    if ((position >> CONTENTLIB_BLOCKS_SHIFT != words->block
         || words->n > CONTENTLIB_WORDS_MAX
         || words->nbytes > CONTENTLIB_WORDS_BYTES
         || words->nentries > CONTENTLIB_WORDS_ENTRIES)
        && contentlib_words_flush(words) != NGX_OK)
    {
        return NGX_ERROR;
    }

    words->block = position >> CONTENTLIB_BLOCKS_SHIFT;

    item = (uint16_t) (position % CONTENTLIB_SET_BLOCK);
    at = 0;

    while (contentlib_text_word(folded, &at, &text) == NGX_OK) {
        if (contentlib_words_mark(words, &text, item) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_words_mark(contentlib_words_t *words, const ngx_str_t *text,
    uint16_t item)
{
    uint32_t           *slot, i;
    uint64_t            hash;
    contentlib_word_t  *word;

    if (words->n >= words->nslots / 2
        && contentlib_words_grow(words) != NGX_OK)
    {
        return NGX_ERROR;
    }

    hash = contentlib_words_hash(text);
    slot = contentlib_words_slot(words, text, hash);

    if (*slot == 0) {

        if (contentlib_words_new(words, text, hash) != NGX_OK) {
            return NGX_ERROR;
        }

        *slot = (uint32_t) words->n;

    } else if (words->words[*slot - 1].last == item) {
        return NGX_OK;
    }

    if (contentlib_words_grow_entries(words) != NGX_OK) {
        return NGX_ERROR;
    }

    i = *slot - 1;

    words->entry_words[words->nentries] = i;
    words->entry_items[words->nentries] = item;
    words->nentries++;

    word = &words->words[i];
    word->last = item;
    word->end++;

    return NGX_OK;
}


/* the slot of the word, or the free one where it belongs */

static uint32_t *
contentlib_words_slot(contentlib_words_t *words, const ngx_str_t *text,
    uint64_t hash)
{
    size_t              i;
    contentlib_word_t  *word;

    for (i = (size_t) hash; /* void */ ; i++) {
        i &= words->nslots - 1;

        if (words->slots[i] == 0) {
            return &words->slots[i];
        }

        word = &words->words[words->slots[i] - 1];

        if (word->hash == hash && word->len == text->len
            && ngx_memcmp(words->bytes + word->start, text->data, text->len)
               == 0)
        {
            return &words->slots[i];
        }
    }
}


static ngx_int_t
contentlib_words_new(contentlib_words_t *words, const ngx_str_t *text,
    uint64_t hash)
{
    contentlib_word_t  *word;

    if (contentlib_words_room(words, &words->words, &words->size,
                              words->n + 1, sizeof(contentlib_word_t))
        != NGX_OK
        || contentlib_words_room(words, &words->bytes, &words->bytes_size,
                                 words->nbytes + text->len, 1)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    word = &words->words[words->n++];

    word->hash = hash;
    word->start = words->nbytes;
    word->len = text->len;
    word->end = 0;

    ngx_memcpy(words->bytes + words->nbytes, text->data, text->len);
    words->nbytes += text->len;

    return NGX_OK;
}


/* the array, whose address "array" is, gets room for n elements */

static ngx_int_t
contentlib_words_room(contentlib_words_t *words, void *array, size_t *size,
    size_t n, size_t each)
{
    void    *p;
    size_t   more;

    if (n <= *size) {
        return NGX_OK;
    }

    more = ngx_max(2 * *size, n);

    ngx_memcpy(&p, array, sizeof(p));
    p = realloc(p, more * each);

    if (p == NULL) {
        return contentlib_words_no_memory(words);
    }

    ngx_memcpy(array, &p, sizeof(p));
    *size = more;

    return NGX_OK;
}


static ngx_int_t
contentlib_words_grow(contentlib_words_t *words)
{
    size_t     i, at, size;
    uint32_t  *slots;

    size = words->nslots ? 2 * words->nslots : CONTENTLIB_WORDS_SLOTS;
    slots = ngx_calloc(size * sizeof(uint32_t), NULL);

    if (slots == NULL) {
        return contentlib_words_no_memory(words);
    }

    free(words->slots);

    words->slots = slots;
    words->nslots = size;

    for (i = 0; i < words->n; i++) {

        at = (size_t) words->words[i].hash & (size - 1);

        while (slots[at] != 0) {
            at = (at + 1) & (size - 1);
        }

        slots[at] = (uint32_t) (i + 1);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_words_grow_entries(contentlib_words_t *words)
{
    size_t  n, size;

    n = words->nentries + 1;
    size = words->entries_size;

    if (contentlib_words_room(words, &words->entry_words, &size, n,
                              sizeof(uint32_t))
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    size = words->entries_size;

    if (contentlib_words_room(words, &words->entry_items, &size, n,
                              sizeof(uint16_t))
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_words_room(words, &words->sorted, &words->entries_size,
                                 n, sizeof(uint16_t));
}


/* FNV-1a; the low bits alone choose a slot */

static uint64_t
contentlib_words_hash(const ngx_str_t *text)
{
    size_t    i;
    uint64_t  hash;

    hash = 0xcbf29ce484222325;

    for (i = 0; i < text->len; i++) {
        hash = (hash ^ text->data[i]) * 0x100000001b3;
    }

    return hash ^ hash >> 32;
}


/* puts away what there is, in the order of the words, and begins anew */

static ngx_int_t
contentlib_words_flush(contentlib_words_t *words)
{
    size_t              i, start;
    contentlib_word_t  *word;

    contentlib_words_sort(words);

    start = 0;

    for (i = 0; i < words->n; i++) {
        word = &words->words[i];

        if (contentlib_words_put(words, word, words->sorted + 2 * start,
                                 word->end - start)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        start = word->end;
    }

    words->n = 0;
    words->nbytes = 0;
    words->nentries = 0;

    /* the next block may have few, and is not to clear the slots of many */

    free(words->slots);

    words->slots = NULL;
    words->nslots = 0;

    return NGX_OK;
}


/* counting sort, which keeps the order of the items of one word */

static void
contentlib_words_sort(contentlib_words_t *words)
{
    size_t  i, at, n, start;

    start = 0;

    for (i = 0; i < words->n; i++) {
        n = words->words[i].end;
        words->words[i].end = start;
        start += n;
    }

    /* by now "end" says where each word begins; this moves it to the end */

    for (i = 0; i < words->nentries; i++) {
        at = words->words[words->entry_words[i]].end++;
        words->sorted[2 * at] = (u_char) (words->entry_items[i] & 0xff);
        words->sorted[2 * at + 1] = (u_char) (words->entry_items[i] >> 8);
    }
}


/* a word has its items in its row until they are too many */

static ngx_int_t
contentlib_words_put(contentlib_words_t *words, const contentlib_word_t *word,
    const u_char *items, size_t n)
{
    size_t     len;
    u_char     few[4 * CONTENTLIB_WORDS_FEW];
    int64_t    position;
    ngx_int_t  known;

    position = 0;
    known = contentlib_words_find(words, word, &position, few, &len);

    if (known == NGX_ERROR) {
        return NGX_ERROR;
    }

    if (known == NGX_OK && len == 0) {
        return contentlib_words_append(words, position, words->block, items,
                                       n);
    }

    if (len / 4 + n > CONTENTLIB_WORDS_FEW) {

        if (contentlib_words_append_few(words, position, few, len) != NGX_OK
            || contentlib_words_append(words, position, words->block, items, n)
               != NGX_OK)
        {
            return NGX_ERROR;
        }

        len = 0;

    } else {
        len = contentlib_words_add_few(words, few, len, items, n);
    }

    return known == NGX_OK
           ? contentlib_words_update(words, position, few, len)
           : contentlib_words_insert(words, position, word, few, len);
}


/* the items that the row has, or NGX_DONE and the position of a new row */

static ngx_int_t
contentlib_words_find(contentlib_words_t *words, const contentlib_word_t *word,
    int64_t *position, u_char *few, size_t *len)
{
    ngx_int_t          rc;
    ngx_str_t          text, found;
    contentlib_sql_t  *sql;

    sql = words->blocks.sql;

    text.data = words->bytes + word->start;
    text.len = word->len;

    contentlib_sql_bind_integer(sql, words->find, 1, (int64_t) word->hash);
    contentlib_sql_bind_text(sql, words->find, 2, &text);

    *len = 0;

    rc = contentlib_sql_step(sql, words->find);

    if (rc == NGX_OK) {
        *position = sqlite3_column_int64(words->find, 0);
        found = contentlib_sql_column(words->find, 1);
        *len = ngx_min(found.len, 4 * CONTENTLIB_WORDS_FEW);

        ngx_memcpy(few, found.data, *len);

    } else if (rc == NGX_DONE) {
        *position = (int64_t) words->total++;
    }

    if (rc != NGX_ERROR) {
        (void) sqlite3_reset(words->find);
    }

    return rc;
}


static size_t
contentlib_words_add_few(contentlib_words_t *words, u_char *few, size_t len,
    const u_char *items, size_t n)
{
    size_t    i;
    u_char   *p;
    uint64_t  position;

    p = few + len;

    for (i = 0; i < n; i++) {
        position = (words->block << CONTENTLIB_BLOCKS_SHIFT)
                   + (uint64_t) (items[2 * i] | items[2 * i + 1] << 8);

        *p++ = (u_char) (position & 0xff);
        *p++ = (u_char) (position >> 8 & 0xff);
        *p++ = (u_char) (position >> 16 & 0xff);
        *p++ = (u_char) (position >> 24 & 0xff);
    }

    return (size_t) (p - few);
}


/* no bytes are NULL: the items are in blocks */

static ngx_int_t
contentlib_words_update(contentlib_words_t *words, int64_t position,
    const u_char *few, size_t len)
{
    contentlib_sql_t  *sql;

    sql = words->blocks.sql;

    contentlib_sql_bind_integer(sql, words->update, 1, position);
    contentlib_sql_bind_blob(sql, words->update, 2, len ? few : NULL, len);

    return contentlib_sql_execute(sql, words->update);
}


static ngx_int_t
contentlib_words_insert(contentlib_words_t *words, int64_t position,
    const contentlib_word_t *word, const u_char *few, size_t len)
{
    ngx_str_t          text;
    contentlib_sql_t  *sql;

    sql = words->blocks.sql;

    text.data = words->bytes + word->start;
    text.len = word->len;

    contentlib_sql_bind_integer(sql, words->insert, 1, position);
    contentlib_sql_bind_blob(sql, words->insert, 2, len ? few : NULL, len);
    contentlib_sql_bind_integer(sql, words->insert, 3, (int64_t) word->hash);
    contentlib_sql_bind_text(sql, words->insert, 4, &text);

    return contentlib_sql_execute(sql, words->insert);
}


static ngx_int_t
contentlib_words_append_few(contentlib_words_t *words, int64_t word,
    const u_char *few, size_t len)
{
    size_t    i;
    u_char    item[2];
    uint64_t  position;

    for (i = 0; i < len; i += 4) {
        position = (uint64_t) few[i] | (uint64_t) few[i + 1] << 8
                   | (uint64_t) few[i + 2] << 16 | (uint64_t) few[i + 3] << 24;

        item[0] = (u_char) (position & 0xff);
        item[1] = (u_char) (position % CONTENTLIB_SET_BLOCK >> 8);

        if (contentlib_words_append(words, word,
                                    position >> CONTENTLIB_BLOCKS_SHIFT, item,
                                    1)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_words_append(contentlib_words_t *words, int64_t word,
    uint64_t block, const u_char *items, size_t n)
{
    contentlib_sql_bind_integer(words->blocks.sql, words->blocks.insert, 1,
                                word);

    return contentlib_blocks_append(&words->blocks, block, items, 2 * n);
}


ngx_int_t
contentlib_words_end(contentlib_words_t *words)
{
    return contentlib_words_flush(words);
}


sqlite3_stmt *
contentlib_words_select(contentlib_sql_t *sql)
{
    return contentlib_sql_prepare(sql, "SELECT position, items, folded"
                                       " FROM word ORDER BY position");
}


ngx_int_t
contentlib_words_write(contentlib_words_t *words, contentlib_sql_t *library)
{
    int                i;
    ngx_int_t          rc;
    sqlite3_stmt      *select, *insert;
    contentlib_sql_t  *sql;

    sql = words->blocks.sql;

    if (contentlib_words_end(words) != NGX_OK
        || contentlib_sql_run(library, contentlib_words_before) != NGX_OK)
    {
        return NGX_ERROR;
    }

    select = contentlib_words_select(sql);
    insert = contentlib_sql_prepare(library, "INSERT INTO word"
                                             " VALUES (?1, ?2, ?3)");

    while ((rc = contentlib_sql_step(sql, select)) == NGX_OK) {

        for (i = 0; i < 3; i++) {
            contentlib_sql_bind_value(library, insert, i + 1,
                                      sqlite3_column_value(select, i));
        }

        if (contentlib_sql_execute(library, insert) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    if (rc != NGX_DONE || contentlib_sql_run(library,
                                             contentlib_words_after) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_blocks_write(&words->blocks, library);
}
