
/*
 * Copyright (C) contentlib authors
 *
 * A cache while memory is short: what is not stored is absent, what is stored
 * is right, and all of that again when there is memory.
 */


#include <unit_failures.h>
#include <cache/contentlib_cache.h>


#define SIZE     (4 * 1024 * 1024)
#define ENTRIES  3000                       /* more than it has buckets for */


static ngx_str_t
key_of(ngx_uint_t i, u_char *to)
{
    ngx_str_t  key;

    key.data = to;
    key.len = (size_t) sprintf((char *) to, "key %lu", (unsigned long) i);

    return key;
}


/* how many of the entries were stored */

static ngx_uint_t
store(contentlib_cache_t *cache)
{
    u_char               name[32];
    ngx_str_t            key, value;
    ngx_uint_t           i, n;
    contentlib_entry_t  *entry;

    for (i = 0, n = 0; i < ENTRIES; i++) {
        key = key_of(i, name);
        entry = contentlib_cache_allocate(cache, &key, sizeof(ngx_uint_t));

        if (entry == NULL) {
            continue;
        }

        value = contentlib_entry_value(entry);
        ngx_memcpy(value.data, &i, sizeof(ngx_uint_t));

        contentlib_cache_store(cache, entry);
        contentlib_entry_release(entry);
        n++;
    }

    return n;
}


static ngx_uint_t
found(contentlib_cache_t *cache)
{
    u_char               name[32];
    ngx_str_t            key, value;
    ngx_uint_t           i, n;
    contentlib_entry_t  *entry;

    for (i = 0, n = 0; i < ENTRIES; i++) {
        key = key_of(i, name);
        entry = contentlib_cache_fetch(cache, &key);

        if (entry == NULL) {
            continue;
        }

        value = contentlib_entry_value(entry);
        hold(ngx_memcmp(value.data, &i, sizeof(ngx_uint_t)) == 0,
             "another value of %lu", (unsigned long) i);

        contentlib_entry_release(entry);
        n++;
    }

    return n;
}


static void
operation(void *data, ngx_uint_t failing)
{
    ngx_uint_t           n;
    contentlib_cache_t  *cache;

    (void) data;

    unit_failures_begin(UNIT_MEMORY);

    cache = contentlib_cache_create(SIZE, 1, &unit_log);
    n = cache ? store(cache) : 0;

    unit_failures_end();

    hold(failing || n == ENTRIES, "%lu are stored", (unsigned long) n);

    if (cache == NULL) {
        return;
    }

    hold(found(cache) == n, "as many are found");
    hold(contentlib_cache_usage(cache).entries == n, "and counted");

    (void) store(cache);
    hold(found(cache) == ENTRIES, "all of them, with memory");

    contentlib_cache_destroy(cache);
}


int
main(void)
{
    uint64_t  runs;

    (void) setenv("CONTENTLIB_FAILURES", "1", 1);

    runs = unit_failures_run(operation, NULL);

    ok(runs > 6, "%llu runs", (unsigned long long) runs);
    held("what is stored is found");

    return unit_done();
}
