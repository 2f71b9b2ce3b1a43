
/*
 * Copyright (C) contentlib authors
 *
 * A cache, against what was stored last under each key.  The input: two bytes
 * of the size, then operations.
 */


#include <fuzz.h>
#include <cache/contentlib_cache.h>


#define KEYS  48
#define HELD  16


typedef struct {
    ngx_uint_t           stored;
    u_char               fill;
    size_t               len;
} model_t;


typedef struct {
    contentlib_entry_t  *entry;
    model_t              model;
} held_t;


static model_t              model[KEYS];
static held_t               held[HELD];
static contentlib_cache_t  *cache;
static size_t               limit;


/* of all kinds; the beginning of a digest is that of seven others */

static contentlib_cache_key_t
key_of(ngx_uint_t k)
{
    contentlib_cache_key_t  key;

    ngx_memzero(&key, sizeof(contentlib_cache_key_t));

    key.kind = (contentlib_cache_kind_e) (k % CONTENTLIB_CACHE_KINDS);
    key.digest[0] = (u_char) (k / 8);
    key.digest[15] = (u_char) (k / CONTENTLIB_CACHE_KINDS);

    return key;
}


static void
same(contentlib_entry_t *entry, const model_t *expected)
{
    size_t     i;
    ngx_str_t  value;

    value = contentlib_entry_value(entry);

    hold(value.len == expected->len, "length");
    hold((uintptr_t) value.data % sizeof(uint64_t) == 0, "alignment");

    for (i = 0; i < value.len; i++) {
        hold(value.data[i] == expected->fill, "byte %lu", (unsigned long) i);
    }
}


/* keeps it until something else comes into its place */

static void
keep(contentlib_entry_t *entry, const model_t *expected)
{
    held_t  *place;

    place = &held[fuzz_byte() % HELD];

    if (place->entry != NULL) {
        same(place->entry, &place->model);
        contentlib_entry_release(place->entry);
    }

    place->entry = entry;
    place->model = *expected;
}


static void
fetch(ngx_uint_t k)
{
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    key = key_of(k);
    entry = contentlib_cache_fetch(cache, &key);

    if (entry == NULL) {
        return;
    }

    hold(model[k].stored, "what was never stored");
    same(entry, &model[k]);
    keep(entry, &model[k]);
}


static void
store(ngx_uint_t k)
{
    model_t                  now;
    ngx_str_t                value;
    ngx_uint_t               op;
    contentlib_entry_t      *entry, *found;
    contentlib_cache_key_t   key;

    op = fuzz_byte();
    now.len = (op & 1) ? fuzz_number(2) : fuzz_number(1) % 64;
    now.len = (now.len == 0xffff) ? SIZE_MAX - fuzz_byte() : now.len;
    now.fill = fuzz_byte();
    now.stored = 1;

    key = key_of(k);
    entry = contentlib_cache_allocate(cache, &key, now.len);

    if (entry == NULL) {
        hold(now.len > limit / 8, "there is room for it");
        return;
    }

    hold(now.len <= limit / 8, "larger than may be");

    value = contentlib_entry_value(entry);
    ngx_memset(value.data, now.fill, now.len);

    if (op & 2) {
        contentlib_entry_release(entry);
        return;
    }

    contentlib_cache_store(cache, entry);
    model[k] = now;

    /* with its own bytes it may be larger than a very small cache */

    found = contentlib_cache_fetch(cache, &key);
    hold(found == entry || (found == NULL && limit < 2048),
         "what was stored last is there");

    if (found != NULL) {
        contentlib_entry_release(found);
    }

    if (op & 4) {
        keep(entry, &now);

    } else {
        contentlib_entry_release(entry);
    }
}


static void
seen(ngx_uint_t k)
{
    contentlib_cache_key_t  key;

    key = key_of(k);
    contentlib_cache_see(cache, &key, fuzz_byte());

    hold(contentlib_cache_seen(cache, &key), "it was asked just now");
}


static void
shrink(ngx_uint_t entries)
{
    size_t      work, left;
    ngx_uint_t  before, now;

    work = fuzz_byte() % 8;
    before = contentlib_cache_usage(cache).entries;
    left = contentlib_cache_shrink(cache, entries, work);
    now = contentlib_cache_usage(cache).entries;

    hold(now <= before && before - now <= work - left, "more than the work");
    hold(left == 0 || now <= entries, "less than the work");
    hold(now >= ngx_min(before, entries), "more than was to be dropped");
}


static void
bounds(void)
{
    ngx_uint_t               i;
    contentlib_cache_usage_t  usage;

    usage = contentlib_cache_usage(cache);

    hold(usage.bytes <= limit, "bytes");
    hold(usage.entries <= KEYS, "entries");
    hold((usage.bytes == 0) == (usage.entries == 0), "bytes and entries");

    for (i = 0; i < HELD; i++) {
        if (held[i].entry != NULL) {
            same(held[i].entry, &held[i].model);
        }
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_uint_t                 i, op;
    contentlib_cache_counts_t  counts;

    fuzz_begin(data, size);
    ngx_memzero(&counts, sizeof(contentlib_cache_counts_t));
    ngx_memzero(model, sizeof(model));
    ngx_memzero(held, sizeof(held));

    limit = fuzz_number(2);
    cache = contentlib_cache_create(limit, &counts, &fuzz_log);
    hold(cache != NULL, "memory");

    while (fuzz_more()) {
        op = fuzz_byte() % 5;

        if (op == 0) {
            seen(fuzz_byte() % KEYS);

        } else if (op == 1) {
            store(fuzz_byte() % KEYS);

        } else if (op < 4) {
            fetch(fuzz_byte() % KEYS);

        } else {
            shrink(fuzz_byte() % KEYS);
        }

        bounds();
    }

    contentlib_cache_destroy(cache);

    for (i = 0; i < HELD; i++) {
        if (held[i].entry != NULL) {
            same(held[i].entry, &held[i].model);
            contentlib_entry_release(held[i].entry);
        }
    }

    return fuzz_end();
}
