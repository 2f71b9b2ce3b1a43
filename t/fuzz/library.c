
/*
 * Copyright (C) contentlib authors
 *
 * A library file with some bytes changed: whatever is read of it are texts and
 * answers that end.  The input: four bytes for each, where and what.  Half of
 * the changes are to bytes that say how pages and records are to be read.
 */


#include <fuzz_body.h>
#include <fuzz_json.h>
#include <fuzz_library.h>
#include <fuzz_pages.h>
#include <library/contentlib_filter.h>
#include <unit_suggestions.h>
#include <service/contentlib_fragments.h>

#include <fcntl.h>


#define ITEMS    12
#define TAGS     8
#define PATCHES  64
#define LOADED   20
#define TIMEOUT  2000
#define PATCH    4                          /* bytes of the input */
#define ANYWHERE 0x800000


static u_char           *whole;             /* the file as it was */
static size_t            len;
static size_t           *used;              /* offsets of bytes but zeros */
static size_t            nused;
static fuzz_pages_t      pages;
static int               file = -1;
static const char       *path;
static contentlib_db_t  *db;


size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
    unsigned int seed);


static const contentlib_view_t  view = {
    .base_url = ngx_string("https://example.com"),
    .root = ngx_string("/"),
    .partner = ngx_string("partner")
};


static void
start(void)
{
    size_t       i;
    ssize_t      n;
    struct stat  info;

    path = fuzz_library(ITEMS, TAGS);
    file = open(path, O_RDWR);

    hold(file != -1 && fstat(file, &info) == 0, "%s", path);

    len = (size_t) info.st_size;
    whole = malloc(len);
    used = malloc(len * sizeof(size_t));
    hold(whole != NULL && used != NULL, "memory");

    n = pread(file, whole, len, 0);
    hold(n == (ssize_t) len, "%s", path);

    for (i = 0; i < len; i++) {
        if (whole[i] != 0) {
            used[nused++] = i;
        }
    }

    fuzz_pages_read(&pages, path, whole, len);
    hold(len <= ANYWHERE && pages.n > 10, "tables");
}


/* what is near to what was there, or at the end of a range */

static u_char
another(u_char value)
{
    static const u_char  ends[] = { 0, 1, 0x7f, 0x80, 0x81, 0xfe, 0xff };

    switch (fuzz_random(4)) {

    case 0: return (u_char) (value + 1);
    case 1: return (u_char) (value - 1);
    case 2: return ends[fuzz_random(sizeof(ends))];
    default: return (u_char) fuzz_random(256);
    }
}


/* one more change, or another one in the place of one */

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
    unsigned int seed)
{
    u_char        *p;
    size_t         where, number;
    fuzz_table_t  *table;

    if (file == -1) {
        start();
    }

    fuzz_seed = seed + 1;
    size -= size % PATCH;

    if (fuzz_random(2)) {
        return LLVMFuzzerMutate(data, size, most);
    }

    table = &pages.tables[fuzz_random(pages.n)];
    where = table->offsets[fuzz_random(table->n)];

    if (size + PATCH <= most && size < PATCH * PATCHES
        && (size == 0 || fuzz_random(3) > 0))
    {
        p = data + size;
        size += PATCH;

    } else if (size > 0) {
        p = data + fuzz_random(size / PATCH) * PATCH;

    } else {
        return LLVMFuzzerMutate(data, size, most);
    }

    number = ANYWHERE + (where + len - ANYWHERE % len) % len;

    p[0] = (u_char) (number >> 16);
    p[1] = (u_char) (number >> 8);
    p[2] = (u_char) number;
    p[3] = another(whole[where]);

    return size;
}


/* a page is mostly empty */

static size_t
offset(void)
{
    size_t  number;

    number = (size_t) fuzz_number(3);

    return number & ANYWHERE ? number % len : used[number % nused];
}


static void
text(const ngx_str_t *value)
{
    hold(fuzz_utf8_valid(value), "not UTF-8");
}


static ngx_uint_t
answered(ngx_int_t rc)
{
    const contentlib_db_error_t  *error;

    error = contentlib_db_error(db);

    hold((rc == NGX_ERROR) == (error->failure != CONTENTLIB_DB_NO_ERROR),
         "%ld, and the error is \"%s\"", (long) rc, error->text);
    hold(error->failure != CONTENTLIB_DB_BUG, "a bug: %s", error->text);
    hold(error->failure != CONTENTLIB_DB_TIMEOUT, "it takes too long");
    hold(memchr(error->text, '\0', sizeof(error->text)) != NULL, "the error");

    contentlib_db_clear_error(db);

    return rc == NGX_OK;
}


/* as JSON, and compressed the same */

static void
record(contentlib_fragments_t *fragments, contentlib_record_e kind,
    uint64_t position)
{
    ngx_str_t           json, text;
    contentlib_body_t   body;
    contentlib_piece_t  piece;

    if (!answered(contentlib_fragments_json(fragments, kind, position,
                                            &json)))
    {
        return;
    }

    hold(json.data[-1] == ',', "a comma");
    (void) json_object_put(fuzz_json(&json));

    if (!answered(contentlib_fragments_piece(fragments, kind, position,
                                             &piece)))
    {
        return;
    }

    hold(contentlib_body_begin(&body, 1, CONTENTLIB_GZIP_BLOCKS, fuzz_pool)
         == NGX_OK, "memory");
    contentlib_body_add_piece(&body, &piece, 1);
    hold(contentlib_body_end(&body) == NGX_OK, "memory");

    text = fuzz_join(body.parts, body.n);
    text = fuzz_gunzip(&text, json.len);
    hold(fuzz_equal(&text, &json), "compressed, and something else");
}


static void
records(void)
{
    uint64_t                i;
    contentlib_fragments_t  fragments;

    hold(contentlib_fragments_init(&fragments, db, NULL, &view, fuzz_pool)
         == NGX_OK, "memory");

    for (i = 0; i < LOADED; i++) {
        record(&fragments, CONTENTLIB_ITEM_RECORD, i);
        record(&fragments, CONTENTLIB_TAG_RECORD, i);
        record(&fragments, CONTENTLIB_COLLECTION_RECORD, i);
    }
}


static void
items(void)
{
    uint64_t           i, position;
    contentlib_item_t  item;

    for (i = 0; i < LOADED; i++) {
        if (answered(contentlib_items_load(db, i, fuzz_pool, &item))) {
            text(&item.alt_text);
            (void) answered(contentlib_items_find(db, item.id, &position));
        }
    }
}


static void
lists(void)
{
    uint64_t                 i, position;
    contentlib_tag_t         tag;
    contentlib_collection_t  collection;

    for (i = 0; i < LOADED; i++) {
        contentlib_db_begin_record(db);

        if (answered(contentlib_tags_load(db, i, fuzz_pool, &tag))) {
            text(&tag.slug);
            text(&tag.name);
            (void) answered(contentlib_tags_find(db, &tag.slug, &position));
        }

        contentlib_db_begin_record(db);

        if (answered(contentlib_collections_load(db, i, fuzz_pool,
                                                 &collection)))
        {
            text(&collection.slug);
            text(&collection.name);
            text(&collection.description);
            (void) answered(contentlib_collections_find(db, &collection.slug,
                                                        &position));
        }
    }
}


/* a set as large as the library says that its list is, and no larger */

static void
pass(contentlib_pass_t *one, uint64_t size)
{
    ngx_int_t                rc;
    ngx_uint_t               steps;
    const contentlib_set_t  *set;

    hold(one != NULL, "memory");

    for (steps = 0; steps < 1000; steps++) {
        rc = contentlib_pass_step(one, 1000);

        if (rc != NGX_AGAIN) {
            break;
        }
    }

    if (answered(rc)) {
        set = contentlib_pass_set(one);
        hold(set->size == size && contentlib_set_count(set) <= size, "set");
    }
}


static void
search(const char *word)
{
    ngx_uint_t                i;
    contentlib_filter_t       filters[4];
    contentlib_suggestion_t  *found;
    contentlib_suggestions_t  suggestions;

    ngx_memzero(filters, sizeof(filters));
    filters[0].text = fuzz_string(word);
    filters[1].tag_partial = filters[0].text;
    filters[2].tag = filters[0].text;
    filters[3].tag_slug = fuzz_string("Tag_1");

    for (i = 0; i < 4; i++) {
        pass(contentlib_pass_items(db, &filters[i], fuzz_pool),
             contentlib_db_meta(db)->items);
    }

    pass(contentlib_pass_tags(db, &filters[0].text, fuzz_pool),
         contentlib_db_meta(db)->tags);

    (void) answered(unit_suggest(&suggestions, db, &filters[0].text, 10,
                                 fuzz_pool));

    found = suggestions.found.elts;

    for (i = 0; i < suggestions.found.nelts; i++) {
        text(&found[i].text);
    }
}


static void
ask(void)
{
    struct timespec          now;
    const contentlib_meta_t  *meta;

    static const char *const  words[] = {
        "a", "party", "cat", "xaxbxc", "%_'\"", ""
    };

    const char *const  *word;

    (void) clock_gettime(CLOCK_MONOTONIC, &now);
    contentlib_db_deadline(db, (uint64_t) now.tv_sec * 1000
                               + (uint64_t) now.tv_nsec / 1000000 + TIMEOUT);

    meta = contentlib_db_meta(db);
    hold(meta->digest.len == 64, "digest");
    text(&meta->digest);
    text(&meta->media_url);

    records();
    items();
    lists();

    for (word = words; **word; word++) {
        search(*word);
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    u_char                 value;
    size_t                 n, offsets[PATCHES];
    ngx_str_t              name;
    contentlib_db_error_t  error;

    if (file == -1) {
        start();
    }

    fuzz_begin(data, size);

    for (n = 0; n < PATCHES && fuzz_more(); n++) {
        offsets[n] = offset();
        value = fuzz_byte();
        hold(pwrite(file, &value, 1, (off_t) offsets[n]) == 1, "%s", path);
    }

    name = fuzz_string(path);
    name.data = (u_char *) fuzz_zero(&name);

    ngx_memzero(&error, sizeof(error));

    if (contentlib_db_open(&db, &name, &error, &fuzz_log) == NGX_OK) {
        ask();
        contentlib_db_close(db);

    } else {
        hold(error.failure != CONTENTLIB_DB_NO_ERROR && error.text[0],
             "no reason");
    }

    while (n-- > 0) {
        hold(pwrite(file, whole + offsets[n], 1, (off_t) offsets[n]) == 1,
             "%s", path);
    }

    return fuzz_end();
}
