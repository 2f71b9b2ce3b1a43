
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


static ngx_str_t
key_of(ngx_uint_t k)
{
    char        text[64];
    ngx_uint_t  i;

    /* of many lengths, one the beginning of others */

    for (i = 0; i < k % 40; i++) {
        text[i] = 'k';
    }

    text[i++] = (char) ('0' + k / 40);

    return fuzz_copy(text, k == 0 ? 0 : i);
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


/* hints change nothing */

static void
expect(ngx_uint_t k)
{
    uint64_t    hints[4];
    ngx_str_t   key;
    ngx_uint_t  i;

    for (i = 0; i < 4; i++) {
        key = key_of((k + i) % KEYS);
        hints[i] = contentlib_cache_hint(cache, &key);
    }

    for (i = 0; i < 4; i++) {
        contentlib_cache_hint_entry(cache, hints[i]);
    }
}


static void
fetch(ngx_uint_t k)
{
    ngx_str_t            key;
    contentlib_entry_t  *entry;

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
    ngx_str_t            key, value;
    ngx_uint_t           op;
    model_t              now;
    contentlib_entry_t  *entry, *found;

    op = fuzz_byte();
    now.len = (op & 1) ? fuzz_number(2) : fuzz_number(1) % 64;
    now.len = (now.len == 0xffff) ? SIZE_MAX - fuzz_byte() : now.len;
    now.fill = fuzz_byte();
    now.stored = 1;

    key = key_of(k);
    entry = contentlib_cache_allocate(cache, &key, now.len);

    if (entry == NULL) {
        hold(now.len > limit / 8 || now.len + key.len + 256 > limit / 8,
             "there is room for it");
        return;
    }

    hold(now.len <= limit / 8, "larger than may be");

    value = contentlib_entry_value(entry);
    ngx_memset(value.data, now.fill, now.len);

    if (op & 2) {
        contentlib_entry_release(entry);
        return;
    }

    if (op & 8) {
        contentlib_cache_store_seen(cache, entry);

    } else {
        contentlib_cache_store(cache, entry);
    }

    model[k] = now;

    found = contentlib_cache_fetch(cache, &key);
    hold(found == entry, "what was stored last is there");
    contentlib_entry_release(found);

    if (op & 4) {
        keep(entry, &now);

    } else {
        contentlib_entry_release(entry);
    }
}


/* keys that nobody stores anything under */

static void
seen(ngx_uint_t k)
{
    ngx_str_t  key;

    key = key_of(k);
    (void) contentlib_cache_seen(cache, &key);

    hold(contentlib_cache_seen(cache, &key), "seen just now");
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
    ngx_uint_t  i, op;

    fuzz_begin(data, size);
    ngx_memzero(model, sizeof(model));
    ngx_memzero(held, sizeof(held));

    limit = fuzz_number(2);
    cache = contentlib_cache_create(limit, fuzz_byte(), &fuzz_log);
    hold(cache != NULL, "memory");

    while (fuzz_more()) {
        op = fuzz_byte() % 6;

        if (op == 0) {
            seen(fuzz_byte() % KEYS);

        } else if (op == 1) {
            store(fuzz_byte() % KEYS);

        } else if (op < 4) {
            fetch(fuzz_byte() % KEYS);

        } else if (op == 4) {
            expect(fuzz_byte() % KEYS);

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
