
/*
 * Copyright (C) contentlib authors
 *
 * The memory of answers that are on their way: their own, and what was dropped
 * from a cache while they held it.
 */


#include <unit.h>
#include <service/contentlib_flight.h>
#include <cache/contentlib_cache.h>


#define SIZE  (1024 * 1024)


static contentlib_entry_t *
kept(contentlib_cache_t *cache, const char *name, size_t length)
{
    ngx_str_t            key;
    contentlib_entry_t  *entry;

    key = unit_text(name);
    entry = contentlib_cache_allocate(cache, &key, length);

    if (entry != NULL) {
        contentlib_cache_store(cache, entry);
    }

    return entry;
}


static void
own(void)
{
    ngx_pool_t  *one, *other;

    one = ngx_create_pool(1024, &unit_log);
    other = ngx_create_pool(1024, &unit_log);

    ok(!contentlib_flight_full(), "at first");
    is_number(contentlib_flight_count(one, CONTENTLIB_FLIGHT_MAX - 1), NGX_OK,
              "counted");
    ok(!contentlib_flight_full(), "one byte less");
    is_number(contentlib_flight_count(other, 1), NGX_OK, "one byte");
    ok(contentlib_flight_full(), "full");

    ngx_destroy_pool(other);
    ok(!contentlib_flight_full(), "that byte has gone");

    is_number(contentlib_flight_count(one, SIZE), NGX_OK, "counted again");
    is_number(contentlib_flight_count(one, 0), NGX_OK, "nothing");
    ok(contentlib_flight_full(), "full again");

    ngx_destroy_pool(one);
    ok(!contentlib_flight_full(), "all of it has gone");
}


static void
dropped(void)
{
    size_t               before;
    ngx_pool_t          *pool;
    contentlib_cache_t  *cache;
    contentlib_entry_t  *entry, *other;

    cache = contentlib_cache_create(SIZE, 1, &unit_log);
    entry = kept(cache, "a", 1000);

    is_number(contentlib_cache_dropped, 0, "what is in the cache is not");

    /* another one in its place */

    other = kept(cache, "a", 2000);
    before = contentlib_cache_dropped;
    ok(before > 1000 && before < 2000, "replaced while it is held");

    contentlib_entry_release(entry);
    is_number(contentlib_cache_dropped, 0, "released");

    contentlib_cache_destroy(cache);
    before = contentlib_cache_dropped;
    ok(before > 2000, "the cache has gone");

    pool = ngx_create_pool(1024, &unit_log);
    (void) contentlib_flight_count(pool, CONTENTLIB_FLIGHT_MAX - before);
    ok(contentlib_flight_full(), "both are counted");

    contentlib_entry_release(other);
    ok(!contentlib_flight_full(), "and released");
    is_number(contentlib_cache_dropped, 0, "nothing is left");

    ngx_destroy_pool(pool);

    /* one that never was in a cache */

    cache = contentlib_cache_create(SIZE, 1, &unit_log);
    entry = contentlib_cache_allocate(cache, &(ngx_str_t) ngx_string("b"), 10);
    contentlib_entry_release(entry);
    is_number(contentlib_cache_dropped, 0, "not stored at all");
    contentlib_cache_destroy(cache);
}


int
main(void)
{
    own();
    dropped();

    return unit_done();
}
