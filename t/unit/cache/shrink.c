
/*
 * Copyright (C) contentlib authors
 *
 * A cache that gives back memory a bit at a time.
 */


#include <unit.h>
#include <cache/contentlib_cache.h>

#include <time.h>


#define SIZE    (64 * 1024 * 1024)
#define LENGTH  700                         /* of a value, as of a record */
#define STEP    2048
#define PAGE    4096


static ngx_str_t
key_of(uint64_t n)
{
    ngx_str_t        key;
    static uint64_t  words[3];

    words[0] = n;

    key.data = (u_char *) words;
    key.len = sizeof(words);

    return key;
}


static contentlib_entry_t *
put(contentlib_cache_t *cache, uint64_t n, size_t length)
{
    ngx_str_t            key;
    contentlib_entry_t  *entry;

    key = key_of(n);
    entry = contentlib_cache_allocate(cache, &key, length);

    if (entry == NULL) {
        printf("Bail out! no memory\n");
        exit(2);
    }

    ngx_memset(contentlib_entry_value(entry).data, (int) n, length);
    contentlib_cache_store(cache, entry);

    return entry;
}


static ngx_uint_t
has(contentlib_cache_t *cache, uint64_t n)
{
    ngx_str_t            key;
    contentlib_entry_t  *entry;

    key = key_of(n);
    entry = contentlib_cache_fetch(cache, &key);

    if (entry != NULL) {
        contentlib_entry_release(entry);
    }

    return entry != NULL;
}


static contentlib_cache_t *
filled(size_t size, size_t length, uint64_t n)
{
    uint64_t             i;
    contentlib_cache_t  *cache;

    cache = contentlib_cache_create(size, 0x1234567890abcdef, &unit_log);

    for (i = 0; i < n; i++) {
        contentlib_entry_release(put(cache, i, length));
    }

    return cache;
}


static ngx_uint_t
entries(contentlib_cache_t *cache)
{
    return contentlib_cache_usage(cache).entries;
}


/* the oldest first, and what was asked for again last of all */

static void
test_order(void)
{
    uint64_t             i;
    contentlib_cache_t  *cache;

    cache = filled(SIZE, 64, 100);

    ok(has(cache, 3), "asked for again");
    is_number(contentlib_cache_shrink(cache, 0, 10), 0, "ten of a hundred");
    is_number(entries(cache), 90, "ten are gone");

    for (i = 0; i <= 10; i++) {
        hold(has(cache, i) == (i == 3), "%d", (int) i);
    }

    held("the first ones, but for the one that was asked for again");

    contentlib_entry_release(put(cache, 0, 64));
    is_number(contentlib_cache_shrink(cache, 40, 1000), 949, "work is left");
    is_number(entries(cache), 40, "no more than that are left");
    is_number(contentlib_cache_shrink(cache, 40, 1000), 1000, "nothing to do");
    ok(has(cache, 0) && has(cache, 3), "what is new, what was asked for");

    is_number(contentlib_cache_shrink(cache, 0, 41), 1, "as many as there are");
    is_number(entries(cache), 0, "all of them");
    is_number(contentlib_cache_usage(cache).bytes, 0, "their bytes");
    is_number(contentlib_cache_shrink(cache, 0, 10), 10, "none are left");

    contentlib_entry_release(put(cache, 1, 64));
    ok(has(cache, 1), "it goes on");

    contentlib_cache_destroy(cache);
}


static void
test_large(void)
{
    contentlib_cache_t  *cache;

    cache = filled(SIZE, 100 * PAGE, 10);

    is_number(contentlib_cache_shrink(cache, 0, 303), 0, "for its pages");
    is_number(entries(cache), 7, "a large one counts more");
    is_number(contentlib_cache_shrink(cache, 0, 1), 0, "and is the last");
    is_number(entries(cache), 6, "but one it is");

    contentlib_cache_destroy(cache);
}


/* what somebody holds stays, and is counted */

static void
test_held(void)
{
    ngx_str_t            value;
    contentlib_cache_t  *cache;
    contentlib_entry_t  *entry;

    cache = filled(SIZE, 64, 10);
    entry = put(cache, 10, 64);

    (void) contentlib_cache_shrink(cache, 0, STEP);
    is_number(entries(cache), 0, "none is left");
    ok(contentlib_cache_dropped > 64, "one is held");

    value = contentlib_entry_value(entry);
    ok(value.len == 64 && value.data[0] == 10 && value.data[63] == 10,
       "and is what it was");

    contentlib_cache_destroy(cache);
    contentlib_entry_release(entry);
    is_number(contentlib_cache_dropped, 0, "no more");
}


/* of this process only; for people: machines differ */

static double
milliseconds(void)
{
    struct timespec  ts;

    (void) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);

    return (double) ts.tv_sec * 1e3 + (double) ts.tv_nsec / 1e6;
}


static void
measure(size_t length, const char *what)
{
    double               start, once, step, longest;
    uint64_t             n, steps;
    ngx_uint_t           before;
    contentlib_cache_t  *cache;

    n = SIZE / (length + 200);

    cache = filled(SIZE, length, n);
    start = milliseconds();
    contentlib_cache_destroy(cache);
    once = milliseconds() - start;

    cache = filled(SIZE, length, n);
    longest = 0;
    steps = 0;

    while ((before = entries(cache)) > 0) {
        start = milliseconds();
        (void) contentlib_cache_shrink(cache, 0, STEP);
        step = milliseconds() - start;

        hold(before - entries(cache) <= STEP, "%lu left",
             (unsigned long) entries(cache));

        longest = ngx_max(longest, step);
        steps++;
    }

    contentlib_cache_destroy(cache);

    held("%s: %lu at once %.1f ms; in %lu steps, %.2f ms the longest", what,
         (unsigned long) n, once, (unsigned long) steps, longest);
}


int
main(void)
{
    test_order();
    test_large();
    test_held();

    measure(LENGTH, "records");
    measure(40, "small ones");
    measure(100000, "pages");

    return unit_done();
}
