
/*
 * Copyright (C) contentlib authors
 *
 * Operations on a cache, compared with a list of the keys in the order of
 * their last use: the entries of the cache are the first ones of this list.
 * The input is a byte for the size, and two bytes for each operation.
 */


#include <fuzz.h>
#include <cache/contentlib_cache.h>


#define KEYS  16
#define HELD  4


typedef struct {
    ngx_uint_t  key;
    size_t      len;
} used_t;


static contentlib_cache_t  *cache;
static size_t               size;
static used_t               used[KEYS + 1];     /* the last one first */
static ngx_uint_t           n;
static contentlib_entry_t  *held[HELD];
static used_t               held_used[HELD];
static ngx_atomic_t         bytes[CONTENTLIB_CACHE_KINDS];
static ngx_atomic_t         entries[CONTENTLIB_CACHE_KINDS];


static contentlib_cache_key_t
key_of(ngx_uint_t number)
{
    contentlib_cache_key_t  key;

    ngx_memzero(&key, sizeof(contentlib_cache_key_t));

    key.digest[CONTENTLIB_DIGEST_SIZE - 1] = (u_char) (number / 2);
    key.kind = number % 2 ? CONTENTLIB_CACHE_ANSWER : CONTENTLIB_CACHE_MATCHES;

    return key;
}


/* moves a key to the front of the list, and adds it if it is not there */

static void
touch(ngx_uint_t key, size_t len)
{
    ngx_uint_t  i;

    for (i = 0; i < n && used[i].key != key; i++) {
        /* void */
    }

    n += (i == n);
    memmove(&used[1], &used[0], i * sizeof(used_t));

    used[0].key = key;
    used[0].len = len;
}


static void
compare(void)
{
    hold(contentlib_cache_entries(cache) <= n, "entries that are not stored");

    n = contentlib_cache_entries(cache);

    hold(entries[0] + entries[1] + entries[2] == n, "the number of entries");
    hold(bytes[0] + bytes[1] + bytes[2] <= size, "the size");
    hold(n > 0 || bytes[0] + bytes[1] + bytes[2] == 0, "bytes of no entry");
}


static void
check_value(const contentlib_entry_t *entry, const used_t *of)
{
    size_t     i;
    ngx_str_t  value;

    value = contentlib_entry_value(entry);

    hold(value.len == of->len, "the length of a value");

    for (i = 0; i < value.len; i++) {
        hold(value.data[i] == (u_char) of->key, "a value");
    }
}


static void
release(ngx_uint_t i)
{
    if (held[i] != NULL) {
        check_value(held[i], &held_used[i]);
        contentlib_entry_release(held[i]);
        held[i] = NULL;
    }
}


static void
store(ngx_uint_t number, size_t len)
{
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    key = key_of(number);
    entry = contentlib_cache_allocate(cache, &key, len);

    hold((entry != NULL) == contentlib_cache_fits(cache, len), "the largest");

    if (entry != NULL) {
        ngx_memset(contentlib_entry_value(entry).data, (int) number, len);
        contentlib_cache_store(cache, entry);
        contentlib_entry_release(entry);

        touch(number, len);
        hold(contentlib_cache_entries(cache) > 0, "a stored entry is dropped");
    }
}


static void
fetch(ngx_uint_t number, ngx_uint_t to)
{
    ngx_uint_t               i;
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    key = key_of(number);
    entry = contentlib_cache_fetch(cache, &key);

    for (i = 0; i < n && used[i].key != number; i++) {
        /* void */
    }

    hold((entry != NULL) == (i < n), "the entries are not the last used");

    if (entry != NULL) {
        release(to);

        held[to] = entry;
        held_used[to] = used[i];

        touch(number, used[i].len);
    }
}


/* an entry is at least one unit of work */

static void
shrink(ngx_uint_t least, size_t work)
{
    size_t      left;
    ngx_uint_t  before, after;

    before = contentlib_cache_entries(cache);
    left = contentlib_cache_shrink(cache, least, work);
    after = contentlib_cache_entries(cache);

    hold(after >= ngx_min(before, least), "too many entries are dropped");
    hold(before - after <= work - left, "more work than allowed");
    hold(after <= least || left == 0, "work that is left");
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t input_size)
{
    ngx_uint_t                 i, operation, number;
    contentlib_cache_counts_t  counts;

    fuzz_begin(data, input_size);

    ngx_memzero(&counts, sizeof(contentlib_cache_counts_t));

    for (i = 0; i < CONTENTLIB_CACHE_KINDS; i++) {
        bytes[i] = 0;
        entries[i] = 0;
    }

    counts.bytes = bytes;
    counts.entries = entries;

    n = 0;
    size = 1024 + 256 * (size_t) fuzz_byte();
    cache = contentlib_cache_create(size, &counts, &fuzz_log);

    hold(cache != NULL, "memory");

    while (fuzz_more()) {
        operation = fuzz_byte();
        number = operation / 4 % KEYS;

        switch (operation % 4) {

        case 0:
            store(number, 64 * (size_t) fuzz_byte());
            break;

        case 1:
            fetch(number, fuzz_byte() % HELD);
            break;

        case 2:
            release(fuzz_byte() % HELD);
            break;

        default:
            shrink(number, fuzz_byte() % 8);
        }

        compare();
    }

    contentlib_cache_destroy(cache);

    for (i = 0; i < HELD; i++) {
        release(i);
    }

    hold(contentlib_cache_dropped == 0, "dropped entries that are not freed");

    return fuzz_end();
}
