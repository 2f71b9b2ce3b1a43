
/*
 * Copyright (C) contentlib authors
 *
 * The memory of responses that are being sent, including entries that the
 * cache dropped.
 */


#include <unit_service.h>
#include <service/contentlib_answer.h>
#include <cache/contentlib_cache.h>


#define KILOBYTE     1024
#define MEGABYTE     (1024 * 1024)
#define CONNECTIONS  2


static contentlib_in_flight_t  connections[CONNECTIONS];


static ngx_pool_t *
pool(void)
{
    return ngx_create_pool(1024, &unit_log);
}


/* 1 if a response of this size is allowed */

static ngx_uint_t
add(contentlib_in_flight_t *connection, ngx_pool_t *to, size_t bytes)
{
    if (!contentlib_in_flight_allowed(connection, bytes)) {
        return 0;
    }

    is_number(contentlib_in_flight_add(connection, to, bytes), NGX_OK, "added");

    return 1;
}


/* adds responses until the limit; returns their number */

static ngx_uint_t
fill(contentlib_in_flight_t *connection, ngx_pool_t *to, size_t bytes)
{
    ngx_uint_t  n;

    for (n = 0; contentlib_in_flight_allowed(connection, bytes); n++) {
        (void) contentlib_in_flight_add(connection, to, bytes);
    }

    return n;
}


static contentlib_entry_t *
stored(contentlib_cache_t *cache, char name, size_t length)
{
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    ngx_memzero(&key, sizeof(contentlib_cache_key_t));
    key.digest[0] = (u_char) name;

    entry = contentlib_cache_allocate(cache, &key, length);

    if (entry != NULL) {
        contentlib_cache_store(cache, entry);
    }

    return entry;
}


static void
test_connection(void)
{
    size_t       taken;
    ngx_pool_t  *one, *other;

    one = pool();
    other = pool();

    /* 62 responses of 64 kB: the share depends on the free memory */

    is_number(fill(&connections[0], one, 64 * KILOBYTE), 60, "a share");
    taken = connections[0].bytes;
    ok(taken < 4 * MEGABYTE, "of 4 MB at most");
    ok(contentlib_in_flight_allowed(&connections[1], 4 * MEGABYTE),
       "another connection");

    /* a response that is larger than the share */

    ok(add(&connections[1], other, 6 * MEGABYTE), "one is always made");
    ok(!contentlib_in_flight_allowed(&connections[1], 1), "and no other");

    ngx_destroy_pool(other);
    is_number(connections[1].bytes, 0, "it was sent");
    is_number(connections[0].bytes, taken, "which is no other's");
    ok(contentlib_in_flight_allowed(&connections[1], 1), "then others are");

    ngx_destroy_pool(one);
    is_number(connections[0].bytes, 0, "all was sent");

    one = pool();
    is_number(contentlib_in_flight_add(&connections[0], one, 0), NGX_OK,
              "nothing");
    is_number(contentlib_in_flight_add(NULL, one, 9), NGX_OK,
              "no connection");
    is_number(connections[0].bytes, 0, "nothing is counted");
    ngx_destroy_pool(one);
}


static void
test_sizes(void)
{
    ngx_pool_t  *large, *small;

    large = pool();
    small = pool();

    is_number(fill(NULL, large, 3 * MEGABYTE), 16, "48 MB of large answers");
    ok(!contentlib_in_flight_allowed(NULL, 64 * KILOBYTE),
       "a quarter is not for those of 64 kB");
    ok(contentlib_in_flight_allowed(NULL, 63 * KILOBYTE), "but for smaller");

    is_number(contentlib_in_flight_add(NULL, small, 8 * MEGABYTE), NGX_OK,
              "half of the quarter");
    ok(!contentlib_in_flight_allowed(NULL, 32 * KILOBYTE), "it is not for all");
    ok(contentlib_in_flight_allowed(NULL, 31 * KILOBYTE), "but for smaller");

    ngx_destroy_pool(small);
    ok(contentlib_in_flight_allowed(NULL, 63 * KILOBYTE), "these were sent");

    /* a response of more than three quarters must be the only one */

    ok(!contentlib_in_flight_allowed(NULL, 60 * MEGABYTE), "not beside others");
    ngx_destroy_pool(large);
    ok(contentlib_in_flight_allowed(NULL, 60 * MEGABYTE), "alone");
    ok(contentlib_in_flight_allowed(NULL, 100 * MEGABYTE), "of any size");
}


static void
test_dropped(void)
{
    size_t                     before;
    contentlib_cache_t        *cache;
    contentlib_entry_t        *entry, *other;
    contentlib_cache_key_t     key;
    contentlib_cache_counts_t  counts;

    ngx_memzero(&key, sizeof(contentlib_cache_key_t));
    ngx_memzero(&counts, sizeof(contentlib_cache_counts_t));

    cache = contentlib_cache_create(512 * MEGABYTE, &counts, &unit_log);
    entry = stored(cache, 'a', 1000);

    is_number(contentlib_cache_dropped, 0, "what is in the cache is not");

    /* another entry replaces the entry */

    other = stored(cache, 'a', 2000);
    before = contentlib_cache_dropped;
    ok(before > 1000 && before < 2000, "replaced while it is held");
    ok(!contentlib_in_flight_allowed(NULL, 60 * MEGABYTE), "it is in flight");

    contentlib_entry_release(entry);
    is_number(contentlib_cache_dropped, 0, "released");
    ok(contentlib_in_flight_allowed(NULL, 60 * MEGABYTE), "it was sent");

    entry = stored(cache, 'b', 30 * MEGABYTE);
    contentlib_cache_destroy(cache);
    ok(contentlib_cache_dropped > 30 * MEGABYTE, "the cache has gone");
    ok(!contentlib_in_flight_allowed(NULL, 24 * MEGABYTE), "it is in flight");
    ok(contentlib_in_flight_allowed(NULL, 16 * MEGABYTE),
       "there is room for others");

    /* dropped entries use at most half of the memory */

    contentlib_cache_dropped += 100 * MEGABYTE;
    ok(contentlib_in_flight_allowed(NULL, 16 * MEGABYTE), "half is theirs");
    contentlib_cache_dropped -= 100 * MEGABYTE;

    contentlib_entry_release(entry);
    contentlib_entry_release(other);
    is_number(contentlib_cache_dropped, 0, "nothing is left");

    /* an entry that was never stored */

    cache = contentlib_cache_create(MEGABYTE, &counts, &unit_log);
    entry = contentlib_cache_allocate(cache, &key, 10);
    contentlib_entry_release(entry);
    is_number(contentlib_cache_dropped, 0, "not stored at all");
    contentlib_cache_destroy(cache);
}


/* nothing is stored while dropped entries use much memory */

static void
test_storable(void)
{
    ngx_uint_t           i;
    contentlib_input_t   input;
    contentlib_answer_t  answer;

    unit_library(unit_path("library"), "");
    unit_serve("library", MEGABYTE);
    contentlib_cache_dropped += 100 * MEGABYTE;

    for (i = 0; i < 6; i++) {
        input = unit_request("tags/", "");
        answer = unit_answer(&input);

        is_number(answer.cache_status,
                  i < 5 ? CONTENTLIB_MISS : CONTENTLIB_HIT, "request %lu",
                  (unsigned long) i);

        if (i == 2) {
            contentlib_cache_dropped -= 100 * MEGABYTE;
        }
    }

    contentlib_source_close(&unit_source);
}


int
main(void)
{
    test_connection();
    test_sizes();
    test_dropped();
    test_storable();

    return unit_done();
}
