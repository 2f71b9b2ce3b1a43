
/*
 * Copyright (C) contentlib authors
 *
 * What generations have kept is given back a bit at a time: when nobody holds
 * them any more, and when memory is short.
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
    return contentlib_cache_usage(generation->cache).entries;
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


/* a digest covers the bodies, the file, and which addresses are relative */

static void
test_digest(void)
{
    char                      begin[16];
    u_char                    expected[16], found[16];
    ngx_md5_t                 md5;
    contentlib_generation_t  *generation;

    generation = opened('a', 0);

    (void) snprintf(begin, sizeof(begin), "4:%d:", CONTENTLIB_USER_VERSION);

    ngx_md5_init(&md5);
    ngx_md5_update(&md5, begin, strlen(begin));
    ngx_md5_update(&md5, generation->meta->digest.data,
                   generation->meta->digest.len);
    ngx_md5_update(&md5, generation->meta->media_url.data,
                   generation->meta->media_url.len);
    ngx_md5_update(&md5, "", 1);
    ngx_md5_final(expected, &md5);

    md5 = generation->md5;
    ngx_md5_final(found, &md5);

    ok(memcmp(expected, found, sizeof(found)) == 0, "both versions, digest");

    contentlib_generation_release(generation);
    (void) contentlib_generation_shed(NGX_MAX_SIZE_T_VALUE);
}


/* how often it is to be called until nothing is left */

static ngx_uint_t
steps(size_t work)
{
    ngx_uint_t  n;

    for (n = 1; contentlib_generation_shed(work) && n < 1000; n++) { }

    return n;
}


/* 0 where a sanitizer has its own */

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

    /* another one, before that has gone */

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


static void
test_source(void)
{
    size_t                    before;
    ngx_uint_t                n;
    contentlib_generation_t  *generation;

    before = memory();
    publish('a');
    begin("library", CHECK);
    source.cache_size = CACHE;

    generation = contentlib_source_hold(&source, now, &unit_log);
    keep(generation, ENTRIES);
    contentlib_generation_release(generation);

    publish('b');
    serves(CHECK, "b", "the next one");
    serves(60000, "b", "until the first is dropped");
    ok(contentlib_generation_shed(0), "which has something to be freed");

    for (n = 0; contentlib_generation_shed(0); n++) {
        contentlib_generation_release(contentlib_source_hold(&source, now,
                                                             &unit_log));
    }

    ok(n > 5 && n < 50, "requests do it: %lu of them", (unsigned long) n);

    keep(source.current, ENTRIES);
    end();
    is_number(contentlib_generation_shed(0), 0, "nothing is left at the end");
    ok(memory() <= before + 100000, "memory is as before: %ld",
       (long) (memory() - before));
}


/* a file that is written to is closed at once, by a request or between them */

static void
test_poisoned(void)
{
    publish('a');
    begin("library", CHECK);
    source.cache_size = CACHE;

    serves(0, "a", "a library");
    keep(source.current, ENTRIES);
    overwrite("library", 200, 0, 0);
    serves(CHECK, "-", "written to");

    is_number(contentlib_generation_shed(100), 1, "its cache is not freed");
    is_number(steps(100), ENTRIES / 100 - 1, "but in steps");
    end();
}


int
main(void)
{
    test_digest();
    test_retired();
    test_halved();
    test_source();
    test_poisoned();

    return unit_done();
}
