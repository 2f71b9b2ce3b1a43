
/*
 * Copyright (C) contentlib authors
 *
 * What a cache counts elsewhere, by the first byte of the keys.
 */


#include <unit.h>
#include <cache/contentlib_cache.h>


#define SIZE   (256 * 1024)
#define KINDS  3


static ngx_atomic_t  hits[KINDS], misses[KINDS], bytes[KINDS], entries[KINDS];


static contentlib_cache_t *
counted(void)
{
    contentlib_cache_t        *cache;
    contentlib_cache_counts_t  counts;

    counts.kinds = "amz";
    counts.hits = hits;
    counts.misses = misses;
    counts.bytes = bytes;
    counts.entries = entries;

    cache = contentlib_cache_create(SIZE, 1, &unit_log);
    contentlib_cache_count(cache, &counts);

    return cache;
}


static void
store(contentlib_cache_t *cache, const char *name, size_t length)
{
    ngx_str_t            key;
    contentlib_entry_t  *entry;

    key = unit_text(name);
    entry = contentlib_cache_allocate(cache, &key, length);

    contentlib_cache_store(cache, entry);
    contentlib_entry_release(entry);
}


static void
fetch(contentlib_cache_t *cache, const char *name)
{
    ngx_str_t            key;
    contentlib_entry_t  *entry;

    key = unit_text(name);
    entry = contentlib_cache_fetch(cache, &key);

    if (entry != NULL) {
        contentlib_entry_release(entry);
    }
}


static void
is_counted(const ngx_atomic_t *counts, ngx_atomic_uint_t a,
    ngx_atomic_uint_t m, ngx_atomic_uint_t z, const char *name)
{
    is_number(counts[0], a, "%s: a", name);
    is_number(counts[1], m, "%s: m", name);
    is_number(counts[2], z, "%s: z", name);
}


/* what the arrays say of all is what the caches say of themselves */

static void
is_all(contentlib_cache_t *one, contentlib_cache_t *other, const char *name)
{
    contentlib_cache_usage_t  first, second;

    first = contentlib_cache_usage(one);
    second = contentlib_cache_usage(other);

    is_number(bytes[0] + bytes[1] + bytes[2], first.bytes + second.bytes,
              "%s: bytes", name);
    is_number(entries[0] + entries[1] + entries[2],
              first.entries + second.entries, "%s: entries", name);
}


int
main(void)
{
    ngx_uint_t           i;
    char                 name[16];
    contentlib_cache_t  *one, *other;

    one = counted();
    other = counted();

    store(one, "a1", 100);
    store(one, "m1", 100);
    store(other, "a1", 100);
    store(other, "z1", 100);
    store(other, "z2", 100);
    is_counted(entries, 2, 1, 2, "entries of two caches");
    is_all(one, other, "two caches");

    fetch(one, "a1");
    fetch(one, "a1");
    fetch(one, "z1");
    fetch(other, "z1");
    fetch(other, "m");
    is_counted(hits, 2, 0, 1, "found");
    is_counted(misses, 0, 1, 1, "not found");

    store(other, "z2", 5000);
    is_counted(entries, 2, 1, 2, "one in place of another");
    is_all(one, other, "one in place of another");

    for (i = 0; i < 1000; i++) {
        (void) snprintf(name, sizeof(name), "%c%lu", "amz"[i % 3],
                        (unsigned long) i);
        store(one, name, 1000);
    }

    ok(contentlib_cache_usage(one).entries < 1000, "some were dropped");
    is_all(one, other, "a full cache");

    contentlib_cache_destroy(one);
    is_counted(entries, 1, 0, 2, "of the cache that is left");
    contentlib_cache_destroy(other);
    is_counted(entries, 0, 0, 0, "none");
    is_counted(bytes, 0, 0, 0, "no bytes");
    is_counted(hits, 2, 0, 1, "what was found is not forgotten");

    return unit_done();
}
