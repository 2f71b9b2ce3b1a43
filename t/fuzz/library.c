
/*
 * Copyright (C) contentlib authors
 *
 * A library file with some changed bytes: all texts are valid, and all
 * queries end.  The input has four bytes for each change, the offset and the
 * value.  Half of the changes are to structural bytes.  Checksums are updated;
 * an additional byte at the end of the input keeps the old checksums, so that
 * no changed page may be read.
 */


#include <fuzz_library.h>
#include <fuzz_pages.h>
#include <fuzz_utf8.h>
#include <library/contentlib_filter.h>
#include <library/contentlib_records.h>
#include <library/contentlib_relevance.h>
#include <library/contentlib_suggestions.h>

#include <fcntl.h>


#define ITEMS    12
#define TAGS     8
#define PATCHES  64
#define LOADED   12
#define TIMEOUT  2000
#define PATCH    4                          /* bytes of the input per change */
#define PAGE     CONTENTLIB_VFS_PAGE
#define ANYWHERE 0x800000


static u_char           *whole;             /* the file as it was */
static u_char           *now;               /* the file with the changes */
static ngx_uint_t        fit;               /* checksums are updated */
static size_t            len;
static size_t           *used;              /* offsets of nonzero bytes */
static size_t            nused;
static fuzz_pages_t      pages;
static int               file = -1;
static const char       *path;
static contentlib_db_t  *db;


size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
    unsigned int seed);


static contentlib_insertions_t  insertions;


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
    now = malloc(len);
    used = malloc(len * sizeof(size_t));
    hold(whole != NULL && now != NULL && used != NULL, "memory");

    n = pread(file, whole, len, 0);
    hold(n == (ssize_t) len && len % PAGE == 0, "%s", path);
    memcpy(now, whole, len);

    for (i = CONTENTLIB_MARK_BASE; i < CONTENTLIB_MARK_KINDS; i++) {
        ngx_str_set(&insertions.text[i], "insertion");
    }

    for (i = 0; i < len; i++) {
        if (whole[i] != 0) {
            used[nused++] = i;
        }
    }

    fuzz_pages_read(&pages, path, whole, len);
    hold(len <= ANYWHERE && pages.n > 10, "tables");
}


/* a value near the old value, or at the end of a range */

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


/* adds a change, or replaces a change */

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

    if (size > 0 && size < most && fuzz_random(16) == 0) {
        data[size] = 0;
        return size + 1;
    }

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


/* most bytes of a page are zero, so offsets of other bytes are preferred */

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


/* the record is expanded to exactly the announced size, or not at all */

static ngx_int_t
take(void *data, const ngx_str_t *record, const ngx_str_t *marks)
{
    size_t      size;
    u_char     *text;
    ngx_int_t   rc;
    ngx_str_t   bytes[2];

    (void) data;

    bytes[0] = fuzz_copy(record->data, record->len);
    bytes[1] = fuzz_copy(marks->data, marks->len);

    if (contentlib_marks_size(&bytes[0], &bytes[1], &insertions, &size)
        != NGX_OK)
    {
        return NGX_OK;
    }

    text = malloc(size);
    hold(text != NULL, "memory");

    rc = contentlib_marks_expand(&bytes[0], &bytes[1], &insertions, text,
                                 size);
    free(text);

    hold(rc == NGX_OK || rc == NGX_ERROR, "it returns %ld", (long) rc);
    hold(rc == NGX_OK || fit, "a record that was changed is read");

    return NGX_OK;
}


static void
records(void)
{
    uint64_t           i, n, positions[LOADED];
    contentlib_list_e  list;

    for (list = CONTENTLIB_LIST_ITEMS; list < CONTENTLIB_LISTS; list++) {

        n = ngx_min(contentlib_records_count(db, list), LOADED);

        for (i = 0; i < n; i++) {
            positions[i] = (list == CONTENTLIB_LIST_ITEMS) ? n - 1 - i : i;

            (void) answered(contentlib_records_read(db, list, &i, 1, take,
                                                    NULL));
        }

        (void) answered(contentlib_records_read(db, list, positions, n, take,
                                                NULL));
    }

    for (i = 0; i < ITEMS; i++) {
        (void) answered(contentlib_records_read_item(db, fuzz_items[i].id,
                                                     take, NULL));
    }

    for (i = 0; i < TAGS; i++) {
        (void) answered(contentlib_records_read_slug(db, CONTENTLIB_LIST_TAGS,
                                                     &fuzz_tags[i].slug, take,
                                                     NULL));
        (void) answered(contentlib_records_read_slug(db,
                                           CONTENTLIB_LIST_COLLECTIONS,
                                           &fuzz_lists[i % FUZZ_LISTS].slug,
                                           take, NULL));
    }
}


/* a set has the size of the list */

static void
check_set(ngx_int_t rc, const contentlib_set_t *set, uint64_t size)
{
    if (answered(rc)) {
        hold(set->size == size && contentlib_set_count(set) <= size, "set");
    }
}


static void
search(const char *word)
{
    ngx_uint_t                i;
    ngx_int_t                 rc;
    ngx_array_t              *suggestions;
    contentlib_set_t         *set, *tiers[CONTENTLIB_RELEVANCE_TIERS];
    contentlib_filter_t       filters[6];
    contentlib_suggestion_t  *found;

    ngx_memzero(filters, sizeof(filters));
    filters[0].text = fuzz_string(word);
    filters[1].tag_partial = filters[0].text;
    filters[2].tag = filters[0].text;
    filters[3].tag_slug = fuzz_string("Tag_1");
    filters[4].collection = fuzz_lists[0].slug;
    filters[5].content_type = fuzz_string("G");

    for (i = 0; i < 6; i++) {
        rc = contentlib_filter_items(db, &filters[i], fuzz_pool, &set);

        if (set != NULL) {
            check_set(rc, set, contentlib_db_meta(db)->items);
        }
    }

    if (answered(contentlib_relevance_find(db, &filters[0].text, fuzz_pool,
                                           tiers)))
    {
        for (i = 0; i < CONTENTLIB_RELEVANCE_TIERS; i++) {
            check_set(NGX_OK, tiers[i], contentlib_db_meta(db)->items);
        }
    }

    rc = contentlib_filter_tags(db, &filters[0].text, fuzz_pool, &set);
    check_set(rc, set, contentlib_db_meta(db)->tags);

    if (rc == NGX_OK) {
        rc = contentlib_tag_order_places(db, CONTENTLIB_TAG_ORDER_ITEMS,
                                         fuzz_pool, &set);
        check_set(rc, set, contentlib_db_meta(db)->tags);
    }

    (void) answered(contentlib_suggestions_find(db, &filters[0].text, 10,
                                                fuzz_pool, &suggestions));

    found = suggestions->elts;

    for (i = 0; i < suggestions->nelts; i++) {
        text(&found[i].text);
    }
}


static void
ask(void)
{
    const contentlib_meta_t  *meta;

    static const char *const  words[] = {
        "a", "party", "cat", "xaxbxc", "%_'\"", ""
    };

    const char *const  *word;

    contentlib_db_deadline(db, contentlib_db_clock() + TIMEOUT * 1000);

    meta = contentlib_db_meta(db);
    hold(meta->digest.len == 64, "digest");
    text(&meta->digest);
    text(&meta->media_url);

    records();

    for (word = words; **word; word++) {
        search(*word);
    }
}


static void
write_page(size_t offset, const u_char *bytes)
{
    offset -= offset % PAGE;

    hold(pwrite(file, bytes + offset, PAGE, (off_t) offset) == PAGE, "%s",
         path);
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t                 i, n, offsets[PATCHES];
    ngx_str_t              name;
    contentlib_db_error_t  error;

    if (file == -1) {
        start();
    }

    fuzz_begin(data, size);
    fit = (size % PATCH == 0);

    for (n = 0; n < PATCHES && fuzz_last - fuzz_p >= PATCH; n++) {
        offsets[n] = offset();
        now[offsets[n]] = fuzz_byte();
    }

    for (i = 0; i < n; i++) {
        if (fit) {
            unit_set_checksum(now + offsets[i] / PAGE * PAGE,
                              offsets[i] / PAGE + 1);
        }

        write_page(offsets[i], now);
    }

    name = fuzz_string(path);
    name.data = (u_char *) fuzz_zero(&name);

    ngx_memzero(&error, sizeof(error));

    if (contentlib_db_open(&db, &name,
                           contentlib_db_clock() + CONTENTLIB_DB_OPENING,
                           &error, &fuzz_log)
        == NGX_OK)
    {
        ask();
        contentlib_db_close(db);

    } else {
        hold(error.failure != CONTENTLIB_DB_NO_ERROR && error.text[0],
             "no reason");
    }

    for (i = 0; i < n; i++) {
        memcpy(now + offsets[i] / PAGE * PAGE,
               whole + offsets[i] / PAGE * PAGE, PAGE);
        write_page(offsets[i], whole);
    }

    return fuzz_end();
}
