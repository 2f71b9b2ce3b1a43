
/*
 * Copyright (C) contentlib authors
 *
 * The caches of generations are freed in steps: when a generation has no
 * references, and when an allocation fails.
 */


#include <unit_source.h>

#include <malloc.h>


#define CACHE    (8 * 1024 * 1024)
#define ENTRIES  5000
#define LENGTH   700


static void
keep(contentlib_generation_t *generation, uint64_t n)
{
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    ngx_memzero(&key, sizeof(contentlib_cache_key_t));

    for ( /* void */ ; n > 0; n--) {
        ngx_memcpy(key.digest, &n, sizeof(n));
        entry = contentlib_cache_allocate(generation->cache, &key, LENGTH);

        if (entry == NULL) {
            unit_bail_out("an entry", "no memory");
        }

        contentlib_cache_store(generation->cache, entry);
        contentlib_entry_release(entry);
    }
}


static ngx_uint_t
kept(contentlib_generation_t *generation)
{
    return contentlib_cache_entries(generation->cache);
}


static contentlib_generation_t *
opened(char letter, uint64_t n)
{
    ngx_str_t                 path;
    contentlib_db_error_t     error;
    contentlib_generation_t  *generation;

    library("library", letter);
    path = unit_text(unit_path("library"));
    generation = contentlib_generation_open(&path, CACHE, NULL, &error,
                                            &unit_log);

    if (generation == NULL) {
        unit_bail_out("a library", error.text);
    }

    keep(generation, n);

    return generation;
}


/* the number of calls until the cache is empty */

static ngx_uint_t
steps(size_t work)
{
    ngx_uint_t  n;

    for (n = 1; contentlib_generation_shed(work) && n < 1000; n++) { }

    return n;
}


/* 0 with sanitizers, which have their own allocator */

static size_t
memory(void)
{
    return mallinfo2().uordblks;
}


static ngx_uint_t
descriptors(void)
{
    int         fd;
    ngx_uint_t  n;

    for (fd = 0, n = 0; fd < 256; fd++) {
        n += fcntl(fd, F_GETFD) != -1;
    }

    return n;
}


static void
test_retired(void)
{
    size_t                    full;
    ngx_uint_t                files;
    contentlib_generation_t  *one, *two;

    is_number(contentlib_generation_shed(100), 0, "nothing to free");

    one = opened('a', ENTRIES);
    files = descriptors();
    contentlib_generation_hold(one);
    contentlib_generation_release(one);
    is_number(contentlib_generation_shed(100), 0, "it is held");
    is_number(kept(one), ENTRIES, "and keeps what it has");

    full = memory();
    contentlib_generation_release(one);
    ok(descriptors() < files, "its file is closed at once");
    ok(full == 0 || memory() > full - ENTRIES / 2 * LENGTH, "not its cache");

    is_number(contentlib_generation_shed(100), 1, "there is more");
    is_number(kept(one), ENTRIES - 100, "no more than a bit at a time");

    /* another generation, before the first one is free */

    two = opened('b', ENTRIES);
    contentlib_generation_release(two);

    is_number(steps(100), (2 * ENTRIES - 100) / 100, "so many steps for both");
    ok(full == 0 || memory() < full - ENTRIES * LENGTH, "memory is back");
    is_number(contentlib_generation_shed(100), 0, "that was all");
}


static void
test_halved(void)
{
    contentlib_generation_t  *one, *two, *empty;

    one = opened('a', ENTRIES);
    two = opened('b', ENTRIES);
    empty = opened('c', 0);

    contentlib_generation_halve();
    is_number(kept(one), ENTRIES - CONTENTLIB_GENERATION_STEP, "a step");
    contentlib_generation_halve();
    is_number(steps(100), (ENTRIES - 2 * CONTENTLIB_GENERATION_STEP) / 100
              + 1, "in steps");
    is_number(kept(one), ENTRIES / 2, "half of it");
    is_number(kept(two), ENTRIES / 2, "of each");

    keep(one, ENTRIES);
    is_number(contentlib_generation_shed(100), 0, "it may grow again");
    is_number(kept(one), ENTRIES, "as it did before");

    contentlib_generation_halve();
    contentlib_generation_release(one);
    ok(contentlib_generation_shed(1), "all of one, and half of another");
    (void) steps(100);
    is_number(kept(two), ENTRIES / 4, "half of a half");

    contentlib_generation_release(two);
    contentlib_generation_release(empty);
    (void) steps(100);
}


int
main(void)
{
    test_retired();
    test_halved();

    return unit_done();
}
