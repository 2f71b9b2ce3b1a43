
/*
 * Copyright (C) contentlib authors
 *
 * The cache is compared with a list of entries in the order of their use, the
 * last one at the end.
 */


#include <unit.h>
#include <cache/contentlib_cache.h>


#define OPERATIONS  300000                  /* see operations() */
#define KEYS        600
#define HELD        32
#define SIZE        (64 * 1024)
#define LARGEST     (SIZE / 8)              /* value */
#define SEEN        5000


typedef struct {
    uint64_t             version;
    size_t               length;
} model_t;


/* an entry with a reference, and its value */

typedef struct {
    contentlib_entry_t  *entry;
    ngx_uint_t           key;
    model_t              model;
} held_t;


static model_t      model[KEYS];
static ngx_uint_t   order[KEYS];            /* keys of the stored entries */
static ngx_uint_t   stored;
static size_t       bytes;
static held_t       holds[HELD];
static size_t       overhead;               /* of an entry, without value */

static ngx_atomic_t  hits[CONTENTLIB_CACHE_KINDS];
static ngx_atomic_t  misses[CONTENTLIB_CACHE_KINDS];
static ngx_atomic_t  byte_counts[CONTENTLIB_CACHE_KINDS];
static ngx_atomic_t  entry_counts[CONTENTLIB_CACHE_KINDS];


/* CONTENTLIB_OPERATIONS sets the number for a longer run */

static uint64_t
operations(void)
{
    const char  *number;

    number = getenv("CONTENTLIB_OPERATIONS");

    return number ? strtoull(number, NULL, 10) : OPERATIONS;
}


static contentlib_cache_t *
cache_create(void)
{
    contentlib_cache_t        *cache;
    contentlib_cache_counts_t  counts;

    counts.hits = hits;
    counts.misses = misses;
    counts.bytes = byte_counts;
    counts.entries = entry_counts;

    cache = contentlib_cache_create(SIZE, &counts, &unit_log);

    if (cache == NULL) {
        printf("Bail out! no memory\n");
        exit(2);
    }

    return cache;
}


/* ten keys of each kind have the same first 8 bytes */

static contentlib_cache_key_t
key_of(ngx_uint_t n)
{
    contentlib_cache_key_t  key;

    ngx_memzero(&key, sizeof(contentlib_cache_key_t));

    key.kind = (contentlib_cache_kind_e) (n % CONTENTLIB_CACHE_KINDS);
    key.digest[n / 30 % 8] = (u_char) (n / 30);
    key.digest[8 + n % 8] = (u_char) (n / CONTENTLIB_CACHE_KINDS % 10);

    return key;
}


/* each byte of a value depends on its key and version */

static u_char
byte_of(ngx_uint_t n, uint64_t version, size_t i)
{
    return (u_char) (n * 31 + version * 7 + i);
}


static ngx_uint_t
filled(const contentlib_entry_t *entry, ngx_uint_t n, const model_t *expected)
{
    size_t     i;
    ngx_str_t  value;

    value = contentlib_entry_value(entry);

    if (value.len != expected->length || (uintptr_t) value.data % 8 != 0) {
        return 0;
    }

    for (i = 0; i < value.len; i++) {
        if (value.data[i] != byte_of(n, expected->version, i)) {
            return 0;
        }
    }

    return 1;
}


/* returns an entry with a reference, or NULL if it is too large */

static contentlib_entry_t *
put(contentlib_cache_t *cache, ngx_uint_t n, size_t length, uint64_t version)
{
    size_t                   i;
    ngx_str_t                value;
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    key = key_of(n);
    entry = contentlib_cache_allocate(cache, &key, length);

    if (entry == NULL) {
        return NULL;
    }

    value = contentlib_entry_value(entry);

    for (i = 0; i < length; i++) {
        value.data[i] = byte_of(n, version, i);
    }

    contentlib_cache_store(cache, entry);

    return entry;
}


static void
put_away(contentlib_cache_t *cache, ngx_uint_t n, size_t length)
{
    contentlib_entry_t  *entry;

    entry = put(cache, n, length, 1);

    if (hold(entry != NULL, "key %lu is not stored", (unsigned long) n)) {
        contentlib_entry_release(entry);
    }
}


static contentlib_entry_t *
get(contentlib_cache_t *cache, ngx_uint_t n)
{
    contentlib_cache_key_t  key;

    key = key_of(n);

    return contentlib_cache_fetch(cache, &key);
}


static ngx_uint_t
has(contentlib_cache_t *cache, ngx_uint_t n)
{
    contentlib_entry_t  *entry;

    entry = get(cache, n);

    if (entry != NULL) {
        contentlib_entry_release(entry);
    }

    return entry != NULL;
}


/* the position of a key in the list, or "stored" */

static ngx_uint_t
place_of(ngx_uint_t n)
{
    ngx_uint_t  i;

    for (i = 0; i < stored; i++) {
        if (order[i] == n) {
            break;
        }
    }

    return i;
}


static void
model_drop(ngx_uint_t place)
{
    bytes -= overhead + model[order[place]].length;
    stored--;
    memmove(&order[place], &order[place + 1],
            (stored - place) * sizeof(ngx_uint_t));
}


static void
model_store(ngx_uint_t n, size_t length, uint64_t version)
{
    if (place_of(n) < stored) {
        model_drop(place_of(n));
    }

    model[n].length = length;
    model[n].version = version;
    order[stored++] = n;
    bytes += overhead + length;

    while (bytes > SIZE) {
        model_drop(0);
    }
}


/* compares and releases a held entry, and holds another entry */

static void
hold_entry(contentlib_entry_t *entry, ngx_uint_t n)
{
    held_t  *place;

    place = &holds[unit_random(HELD)];

    if (place->entry != NULL) {
        hold(filled(place->entry, place->key, &place->model),
             "held entry of key %lu", (unsigned long) place->key);
        contentlib_entry_release(place->entry);
    }

    place->entry = entry;
    place->key = n;

    if (entry != NULL) {
        place->model = model[n];
    }
}


static void
random_fetch(contentlib_cache_t *cache, ngx_uint_t n)
{
    ngx_uint_t           place;
    contentlib_entry_t  *entry;

    entry = get(cache, n);
    place = place_of(n);

    hold((entry != NULL) == (place < stored), "key %lu: %s",
         (unsigned long) n, entry ? "is there" : "is absent");

    if (entry == NULL || place == stored) {
        return;
    }

    hold(filled(entry, n, &model[n]), "not what was stored last: key %lu",
         (unsigned long) n);

    memmove(&order[place], &order[place + 1],
            (stored - place - 1) * sizeof(ngx_uint_t));
    order[stored - 1] = n;

    hold_entry(entry, n);
}


static void
random_store(contentlib_cache_t *cache, ngx_uint_t n, uint64_t version)
{
    size_t               length;
    contentlib_entry_t  *entry;

    length = (size_t) unit_random(unit_random(20) ? 400 : LARGEST + 100);
    entry = put(cache, n, length, version);

    hold((entry != NULL) == (length <= LARGEST), "length %lu",
         (unsigned long) length);

    if (entry != NULL) {
        model_store(n, length, version);
        hold_entry(entry, n);
    }
}


static ngx_atomic_uint_t
sum(const ngx_atomic_t *counts)
{
    ngx_uint_t         i;
    ngx_atomic_uint_t  n;

    n = 0;

    for (i = 0; i < CONTENTLIB_CACHE_KINDS; i++) {
        n += counts[i];
    }

    return n;
}


static void
same_usage(contentlib_cache_t *cache)
{
    ngx_uint_t  entries;

    entries = contentlib_cache_entries(cache);

    hold(sum(byte_counts) == bytes, "bytes: %lu, not %lu",
         (unsigned long) sum(byte_counts), (unsigned long) bytes);
    hold(entries == stored && sum(entry_counts) == stored,
         "entries: %lu, not %lu", (unsigned long) entries,
         (unsigned long) stored);
}


static void
test_overhead(void)
{
    contentlib_cache_t  *cache;

    cache = cache_create();
    is_number(sum(byte_counts), 0, "empty: bytes");
    is_number(contentlib_cache_entries(cache), 0, "empty: entries");

    put_away(cache, 0, 0);
    overhead = sum(byte_counts);

    ok(overhead > 16 && overhead < 256, "an entry costs %lu bytes",
       (unsigned long) overhead);

    contentlib_cache_destroy(cache);
    held("an empty value is stored");
}


static void
test_random(void)
{
    uint64_t             i, total;
    ngx_uint_t           n;
    contentlib_cache_t  *cache;

    cache = cache_create();
    total = operations();

    for (i = 1; i <= total; i++) {
        n = unit_random(unit_random(2) ? KEYS : KEYS / 20);

        if (unit_random(3) == 0) {
            random_store(cache, n, i);

        } else {
            random_fetch(cache, n);
        }

        same_usage(cache);
    }

    contentlib_cache_destroy(cache);

    ok(contentlib_cache_dropped > 0, "some that are held were dropped");

    for (i = 0; i < HELD; i++) {
        if (holds[i].entry != NULL) {
            hold(filled(holds[i].entry, holds[i].key, &holds[i].model),
                 "held after the end of the cache");
            contentlib_entry_release(holds[i].entry);
            holds[i].entry = NULL;
        }
    }

    held("%llu random operations", (unsigned long long) total);
    is_number(contentlib_cache_dropped, 0, "nothing is held any more");
    is_number(sum(entry_counts), 0, "no entry is counted any more");
    is_number(sum(byte_counts), 0, "no byte is counted any more");
}


static ngx_uint_t
seen(contentlib_cache_t *cache, const contentlib_cache_key_t *key,
    size_t length)
{
    ngx_uint_t  again;

    again = contentlib_cache_seen(cache, key);
    hold(contentlib_cache_seen(cache, key) == again, "to look changes nothing");
    contentlib_cache_see(cache, key, length);

    return again;
}


static void
test_bounds(void)
{
    ngx_uint_t               i;
    contentlib_cache_t      *cache;
    contentlib_entry_t      *entry;
    contentlib_cache_key_t   key;

    cache = cache_create();
    key = key_of(1);

    entry = contentlib_cache_allocate(cache, &key, LARGEST + 1);
    ok(entry == NULL, "more than an eighth of the cache");
    entry = contentlib_cache_allocate(cache, &key, (size_t) -1);
    ok(entry == NULL, "the largest size");

    entry = contentlib_cache_allocate(cache, &key, LARGEST);

    if (ok(entry != NULL, "an eighth of the cache")) {
        contentlib_entry_release(entry);
    }

    is_number(sum(byte_counts), 0,
              "what was not stored is not counted");

    for (i = 0; i < 100; i++) {
        put_away(cache, i, LARGEST);
        hold(sum(byte_counts) <= SIZE, "above the size");
        hold(contentlib_cache_entries(cache) == ngx_min(i + 1, 7),
             "as many as there is room for");
        hold(has(cache, i), "what was just stored is there");
    }

    held("the largest entries");
    contentlib_cache_destroy(cache);

    entry = contentlib_cache_allocate(NULL, &key, 1);
    ok(entry == NULL, "no cache: no entry");
    entry = contentlib_cache_fetch(NULL, &key);
    ok(entry == NULL, "no cache: nothing is found");
    is_number(seen(NULL, &key, 1), 0, "no cache: never seen");
}


static void
test_seen(void)
{
    ngx_uint_t               i, again;
    contentlib_cache_t      *cache;
    contentlib_cache_key_t   key, other;

    cache = cache_create();
    ngx_memzero(&key, sizeof(contentlib_cache_key_t));

    for (i = 1; i <= SEEN; i++) {
        key.digest[0] = (u_char) i;
        key.digest[1] = (u_char) (i >> 8);
        hold(!seen(cache, &key, 1), "new: %lu",
             (unsigned long) i);
        hold(seen(cache, &key, 1), "again: %lu",
             (unsigned long) i);
    }

    held("seen the second time, not the first");

    for (i = 1, again = 0; i <= SEEN; i++) {
        key.digest[0] = (u_char) i;
        key.digest[1] = (u_char) (i >> 8);
        again += seen(cache, &key, 1);
    }

    is_number(again, SEEN, "all of them are remembered");

    /* a digest with the same slot */

    key.digest[15] = 1;
    is_number(seen(cache, &key, 1), 0,
              "a digest that differs in its last byte");
    key.digest[15] = 0;
    is_number(seen(cache, &key, 1), 0,
              "which has taken the place of the other");

    /* digests are forgotten after values that exceed the size of the cache */

    other = key;
    other.digest[1] ^= 0xff;

    (void) seen(cache, &key, 1);
    (void) seen(cache, &other, SIZE);
    is_number(seen(cache, &key, 1), 1,
              "as much as the cache has room for, since then");
    (void) seen(cache, &other, SIZE + 1);
    is_number(seen(cache, &key, 1), 0,
              "more than the cache has room for");

    contentlib_cache_destroy(cache);
}


static void
test_shrink(void)
{
    ngx_uint_t           i;
    contentlib_cache_t  *cache;
    contentlib_entry_t  *entry;

    cache = cache_create();

    for (i = 0; i < 100; i++) {
        put_away(cache, i, 64);
    }

    ok(has(cache, 3), "one is used again");
    is_number(contentlib_cache_shrink(cache, 0, 10), 0, "work for ten");
    is_number(contentlib_cache_entries(cache), 90, "ten are gone");

    for (i = 0; i <= 10; i++) {
        hold(has(cache, i) == (i == 3), "%lu", (unsigned long) i);
    }

    held("the oldest, but for the one that was used again");

    is_number(contentlib_cache_shrink(cache, 40, 1000), 950, "work is left");
    is_number(contentlib_cache_entries(cache), 40, "40 are to be left");
    is_number(contentlib_cache_shrink(cache, 40, 1000), 1000, "nothing to do");

    entry = get(cache, 3);
    is_number(contentlib_cache_shrink(cache, 0, 41), 1, "all of them");
    is_number(sum(byte_counts), 0, "no bytes are left");
    is_number(contentlib_cache_dropped, overhead + 64, "one is held");
    contentlib_entry_release(entry);
    is_number(contentlib_cache_dropped, 0, "and is not any more");

    put_away(cache, 0, LARGEST);
    put_away(cache, 1, LARGEST);
    is_number(contentlib_cache_shrink(cache, 0, 3), 0,
              "a large entry counts for its pages");
    ok(!has(cache, 0) && has(cache, 1), "it is the oldest one");

    contentlib_cache_destroy(cache);
    held("all are stored");
}


static void
test_release_with(void)
{
    model_t              expected;
    ngx_pool_t          *pool;
    contentlib_cache_t  *cache;
    contentlib_entry_t  *entry;

    cache = cache_create();
    pool = ngx_create_pool(1024, &unit_log);
    expected.length = 100;
    expected.version = 1;

    put_away(cache, 7, 100);
    entry = get(cache, 7);
    is_number(contentlib_entry_release_with(entry, pool), NGX_OK,
              "held by a pool");

    contentlib_cache_destroy(cache);
    ok(filled(entry, 7, &expected), "longer than the cache lives");
    ok(contentlib_cache_dropped > 100, "its bytes are counted");

    ngx_destroy_pool(pool);
    is_number(contentlib_cache_dropped, 0, "it goes with the pool");
    held("all are stored");
}


int
main(void)
{
    test_overhead();
    test_bounds();
    test_seen();
    test_shrink();
    test_release_with();
    test_random();

    return unit_done();
}
