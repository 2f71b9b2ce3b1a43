
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <cache/contentlib_cache.h>


#define OPERATIONS  1500000                 /* see operations() */
#define KEYS        3000
#define HELD        64
#define SIZE        (256 * 1024)
#define SCAN        100000
#define HOT         20
#define LENGTH      64                      /* of a value of the scan */


/* what was stored last under a key; version 0: nothing yet */

typedef struct {
    uint64_t             version;
    size_t               length;
} model_t;


/* an entry that is held, and what its value must be as long as it is */

typedef struct {
    contentlib_entry_t  *entry;
    uint64_t             key;
    uint64_t             version;
    size_t               length;
} held_t;


static model_t   model[KEYS];
static held_t    holds[HELD];
static uint64_t  fetched, absent, stored, refused;


/* CONTENTLIB_OPERATIONS, for a longer run */

static uint64_t
operations(void)
{
    const char  *number;

    number = getenv("CONTENTLIB_OPERATIONS");

    return number ? strtoull(number, NULL, 10) : OPERATIONS;
}


static contentlib_cache_t *
cache_create(size_t size)
{
    contentlib_cache_t  *cache;

    cache = contentlib_cache_create(size, 0x1234567890abcdef, &unit_log);

    if (cache == NULL) {
        printf("Bail out! no memory\n");
        exit(2);
    }

    return cache;
}


/* keys of all lengths around a multiple of eight, some a part of another */

static ngx_str_t
key_of(uint64_t n)
{
    ngx_str_t      key;
    static u_char  text[40];

    ngx_memset(text, 'k', sizeof(text));
    ngx_memcpy(text, &n, sizeof(n));

    key.data = text;
    key.len = sizeof(n) + n % 24;

    return key;
}


/* a value tells its key and version in every byte */

static u_char
byte_of(uint64_t n, uint64_t version, size_t i)
{
    return (u_char) (n * 31 + version * 7 + i);
}


static void
fill(contentlib_entry_t *entry, uint64_t n, uint64_t version)
{
    size_t     i;
    ngx_str_t  value;

    value = contentlib_entry_value(entry);

    for (i = 0; i < value.len; i++) {
        value.data[i] = byte_of(n, version, i);
    }
}


static ngx_uint_t
filled(contentlib_entry_t *entry, uint64_t n, uint64_t version, size_t length)
{
    size_t     i;
    ngx_str_t  value;

    value = contentlib_entry_value(entry);

    if (value.len != length || (uintptr_t) value.data % 8 != 0) {
        return 0;
    }

    for (i = 0; i < length; i++) {
        if (value.data[i] != byte_of(n, version, i)) {
            return 0;
        }
    }

    return 1;
}


static contentlib_entry_t *
put(contentlib_cache_t *cache, uint64_t n, size_t length, uint64_t version)
{
    ngx_str_t            key;
    contentlib_entry_t  *entry;

    key = key_of(n);
    entry = contentlib_cache_allocate(cache, &key, length);

    if (entry != NULL) {
        fill(entry, n, version);
        contentlib_cache_store(cache, entry);
    }

    return entry;
}


static contentlib_entry_t *
get(contentlib_cache_t *cache, uint64_t n)
{
    ngx_str_t  key;

    key = key_of(n);

    return contentlib_cache_fetch(cache, &key);
}


/* checks what was held there, lets it go, and holds another entry */

static void
hold_entry(contentlib_entry_t *entry, uint64_t n)
{
    held_t  *held_entry;

    held_entry = &holds[unit_random(HELD)];

    if (held_entry->entry != NULL) {
        hold(filled(held_entry->entry, held_entry->key, held_entry->version,
                    held_entry->length),
             "held entry of key %llu", (unsigned long long) held_entry->key);
        contentlib_entry_release(held_entry->entry);
    }

    held_entry->entry = entry;
    held_entry->key = n;
    held_entry->version = model[n].version;
    held_entry->length = model[n].length;
}


static void
random_store(contentlib_cache_t *cache, uint64_t n, uint64_t version)
{
    size_t               length;
    contentlib_entry_t  *entry;

    length = (size_t) unit_random(unit_random(50) ? 200 : SIZE / 6);
    entry = put(cache, n, length, version);

    if (entry == NULL) {
        hold(length > SIZE / 8 - 256, "refused: length %lu",
             (unsigned long) length);
        refused++;
        return;
    }

    hold(length <= SIZE / 8, "too large: %lu", (unsigned long) length);

    model[n].version = version;
    model[n].length = length;
    stored++;

    hold_entry(entry, n);
}


static void
random_fetch(contentlib_cache_t *cache, uint64_t n)
{
    contentlib_entry_t  *entry;

    entry = get(cache, n);

    if (entry == NULL) {
        absent++;
        return;
    }

    fetched++;

    if (hold(model[n].version != 0, "never stored: %llu",
             (unsigned long long) n))
    {
        hold(filled(entry, n, model[n].version, model[n].length),
             "not what was stored last: key %llu", (unsigned long long) n);
    }

    hold_entry(entry, n);
}


static void
test_random(void)
{
    uint64_t                  i, n, total;
    contentlib_cache_t       *cache;
    contentlib_cache_usage_t  usage;

    cache = cache_create(SIZE);
    total = operations();

    for (i = 1; i <= total; i++) {
        n = unit_random(unit_random(2) ? KEYS : KEYS / 20);

        if (unit_random(3) == 0) {
            random_store(cache, n, i);

        } else {
            random_fetch(cache, n);
        }

        usage = contentlib_cache_usage(cache);
        hold(usage.bytes <= SIZE, "usage: %lu", (unsigned long) usage.bytes);
    }

    contentlib_cache_destroy(cache);

    for (i = 0; i < HELD; i++) {
        hold(holds[i].entry == NULL
             || filled(holds[i].entry, holds[i].key, holds[i].version,
                       holds[i].length), "held after destroy: %llu",
             (unsigned long long) i);

        if (holds[i].entry != NULL) {
            contentlib_entry_release(holds[i].entry);
        }
    }

    held("%llu random operations", (unsigned long long) total);
    ok(fetched > total / 15 && absent > total / 15 && stored > total / 15
       && refused > total / 15000, "of every kind");
}


/* what can be in the cache is found, and nothing else is counted */

static void
test_usage(void)
{
    size_t                    bytes;
    uint64_t                  i;
    ngx_str_t                 key;
    contentlib_cache_t       *cache;
    contentlib_entry_t       *entry;
    contentlib_cache_usage_t  usage;

    cache = cache_create(16 * 1024 * 1024);
    bytes = 0;

    is_number(contentlib_cache_usage(cache).bytes, 0, "empty: bytes");
    is_number(contentlib_cache_usage(cache).entries, 0, "empty: entries");

    for (i = 0; i < 5000; i++) {
        entry = put(cache, i, i % 300, 1);
        usage = contentlib_cache_usage(cache);

        hold(usage.entries == i + 1, "entries");
        hold(usage.bytes >= bytes + i % 300 + key_of(i).len
             && usage.bytes <= bytes + i % 300 + key_of(i).len + 256,
             "bytes: key, value and a header");

        bytes = usage.bytes;
        contentlib_entry_release(entry);
    }

    held("each entry is counted");

    for (i = 0; i < 5000; i++) {
        entry = get(cache, i);

        if (hold(entry != NULL, "%llu is there", (unsigned long long) i)) {
            hold(filled(entry, i, 1, i % 300), "its value");
            contentlib_entry_release(entry);
        }

        contentlib_entry_release(put(cache, i, i % 300, 2));
    }

    held("more than there were buckets at first, each replaced");

    usage = contentlib_cache_usage(cache);
    is_number(usage.bytes, bytes, "replaced by the same: bytes");
    is_number(usage.entries, 5000, "replaced: entries");

    key = key_of(1);
    entry = contentlib_cache_allocate(cache, &key, 10);
    contentlib_entry_release(entry);

    is_number(contentlib_cache_usage(cache).bytes, bytes,
              "allocated and not stored: bytes");

    contentlib_cache_destroy(cache);
}


static void
test_bounds(void)
{
    size_t                    length;
    uint64_t                  i;
    ngx_str_t                 key;
    contentlib_cache_t       *cache;
    contentlib_entry_t       *entry;
    contentlib_cache_usage_t  usage;

    cache = cache_create(SIZE);
    key = unit_text("key");

    entry = contentlib_cache_allocate(cache, &key, SIZE / 8);
    ok(entry == NULL, "the key counts, too");
    entry = contentlib_cache_allocate(cache, &key, SIZE + 1);
    ok(entry == NULL, "larger than the cache");
    entry = contentlib_cache_allocate(cache, &key, (size_t) -1);
    ok(entry == NULL, "the largest size");
    entry = contentlib_cache_allocate(cache, &key, (size_t) -8);
    ok(entry == NULL, "nearly the largest size");

    /* the largest possible ones, fetched, so that they are protected */

    for (length = SIZE / 8; length > 0; length--) {
        entry = put(cache, 0, length, 1);

        if (entry != NULL) {
            break;
        }
    }

    ok(length > SIZE / 8 - 256, "nearly an eighth of the size");
    contentlib_entry_release(entry);

    for (i = 0; i < 100; i++) {
        entry = put(cache, i * 24, length, 1);
        hold(entry != NULL, "stored");
        contentlib_entry_release(entry);

        entry = get(cache, i * 24);
        hold(entry != NULL, "what was just stored is there");
        contentlib_entry_release(entry);

        usage = contentlib_cache_usage(cache);
        hold(usage.bytes <= SIZE, "not above the size");
        hold(usage.entries == ngx_min(i + 1, 8), "as many as there is room");
    }

    held("the largest entries, each protected");

    contentlib_cache_destroy(cache);
}


static void
test_lifetimes(void)
{
    uint64_t             i;
    contentlib_cache_t  *cache;
    contentlib_entry_t  *first, *again, *replaced, *evicted, *entry;

    cache = cache_create(SIZE);

    replaced = put(cache, 1, 100, 1);
    first = put(cache, 1, 50, 2);
    again = get(cache, 1);

    ok(again == first, "one entry for all who fetch it");
    ok(filled(replaced, 1, 1, 100), "replaced, and held");

    contentlib_entry_release(replaced);
    contentlib_entry_release(first);
    ok(filled(again, 1, 2, 50), "held by the other");

    /* its own replacement */

    entry = put(cache, 2, 10, 1);
    contentlib_entry_release(entry);
    entry = put(cache, 2, 10, 2);
    contentlib_entry_release(entry);

    evicted = put(cache, 3, 100, 1);

    for (i = 100; i < 20000; i++) {
        contentlib_entry_release(put(cache, i, 100, 1));
    }

    ok(get(cache, 3) == NULL, "evicted");
    ok(filled(evicted, 3, 1, 100), "evicted, and held");

    contentlib_cache_destroy(cache);

    ok(filled(again, 1, 2, 50), "held after the end of the cache");
    ok(filled(evicted, 3, 1, 100), "evicted, and held after it");

    contentlib_entry_release(again);
    contentlib_entry_release(evicted);
}


/* entries that are asked for again stay when others are asked for once */

static void
test_protection(void)
{
    uint64_t             i, n;
    contentlib_cache_t  *cache;
    contentlib_entry_t  *entry;

    cache = cache_create(SIZE);

    for (n = 0; n < HOT; n++) {
        contentlib_entry_release(put(cache, n, LENGTH, 1));
        contentlib_entry_release(get(cache, n));
    }

    for (i = 0; i < SCAN; i++) {
        entry = put(cache, KEYS + i, LENGTH, 1);
        hold(entry != NULL, "stored");
        contentlib_entry_release(entry);

        if (i % 1000 == 0) {
            n = i / 1000 % HOT;
            entry = get(cache, n);

            if (hold(entry != NULL, "hot key %llu", (unsigned long long) n)) {
                contentlib_entry_release(entry);
            }
        }
    }

    for (n = 0; n < HOT; n++) {
        entry = get(cache, n);

        if (hold(entry != NULL, "hot key %llu", (unsigned long long) n)) {
            hold(filled(entry, n, 1, LENGTH), "its value");
            contentlib_entry_release(entry);
        }
    }

    held("a scan does not push out what is asked for again");

    entry = get(cache, KEYS);
    ok(entry == NULL, "what was asked for once is gone");
    entry = get(cache, KEYS + SCAN - 1);
    ok(entry != NULL, "the last one is there");
    contentlib_entry_release(entry);

    /* and what was hot does not stay for ever */

    for (i = 0; i < SCAN / 10; i++) {
        contentlib_entry_release(put(cache, KEYS + i, LENGTH, 2));
        contentlib_entry_release(get(cache, KEYS + i));
    }

    for (n = 0; n < HOT; n++) {
        hold(get(cache, n) == NULL, "was hot: %llu", (unsigned long long) n);
    }

    held("others that are asked for again take its place");

    contentlib_cache_destroy(cache);
}


/* what was asked for before it came need not be fetched to stay */

static void
test_protected_at_once(void)
{
    uint64_t             i;
    ngx_str_t            key;
    contentlib_cache_t  *cache;
    contentlib_entry_t  *entry;

    cache = cache_create(SIZE);

    for (i = 0; i < HOT; i++) {
        key = key_of(i);
        entry = contentlib_cache_allocate(cache, &key, LENGTH);
        fill(entry, i, 1);
        contentlib_cache_store_seen(cache, entry);
        contentlib_entry_release(entry);
    }

    for (i = 0; i < SCAN; i++) {
        contentlib_entry_release(put(cache, KEYS + i, LENGTH, 1));
    }

    for (i = 0; i < HOT; i++) {
        entry = get(cache, i);

        if (hold(entry != NULL, "key %llu", (unsigned long long) i)) {
            hold(filled(entry, i, 1, LENGTH), "its value");
            contentlib_entry_release(entry);
        }
    }

    held("what was seen is protected at once");

    contentlib_cache_destroy(cache);
}


static void
test_seen(void)
{
    uint64_t             i, again;
    ngx_str_t            key;
    contentlib_cache_t  *cache;

    cache = cache_create(SIZE);
    again = 0;

    for (i = 0; i < 500; i++) {
        key = key_of(i);
        hold(!contentlib_cache_seen(cache, &key), "new: %llu",
             (unsigned long long) i);
        hold(contentlib_cache_seen(cache, &key), "again: %llu",
             (unsigned long long) i);
    }

    held("seen the second time");

    for (i = 0; i < 500; i++) {
        key = key_of(i);
        again += contentlib_cache_seen(cache, &key);
    }

    ok(again > 400, "most are remembered: %lu of 500",
       (unsigned long) again);

    for (i = KEYS; i < KEYS + SCAN; i++) {
        key = key_of(i);
        hold(!contentlib_cache_seen(cache, &key), "one-off: %llu",
             (unsigned long long) i);
    }

    held("never before");

    for (again = 0, i = 0; i < 500; i++) {
        key = key_of(i);
        again += contentlib_cache_seen(cache, &key);
    }

    ok(again < 50, "forgotten after many others: %lu of 500 are not",
       (unsigned long) again);
    is_number(contentlib_cache_usage(cache).entries, 0, "nothing is kept");

    contentlib_cache_destroy(cache);
}


/* keys of which one is the beginning of another, and the empty one */

static void
test_keys(void)
{
    u_char               bytes[32];
    uint64_t             i;
    ngx_str_t            key;
    contentlib_cache_t  *cache;
    contentlib_entry_t  *entry;

    cache = cache_create(SIZE);

    ngx_memzero(bytes, sizeof(bytes));

    for (i = 0; i <= sizeof(bytes); i++) {
        key = unit_bytes(bytes, i);
        entry = contentlib_cache_allocate(cache, &key, i);
        fill(entry, i, 1);
        contentlib_cache_store(cache, entry);
        contentlib_entry_release(entry);
    }

    for (i = 0; i <= sizeof(bytes); i++) {
        key = unit_bytes(bytes, i);
        entry = contentlib_cache_fetch(cache, &key);

        if (hold(entry != NULL, "%llu zeros", (unsigned long long) i)) {
            hold(filled(entry, i, 1, i), "%llu zeros: the value",
                 (unsigned long long) i);
            contentlib_entry_release(entry);
        }
    }

    held("keys of zeros, values of any length");
    is_number(contentlib_cache_usage(cache).entries, sizeof(bytes) + 1,
              "none took the place of another");

    contentlib_cache_destroy(cache);
}


int
main(void)
{
    test_keys();
    test_usage();
    test_bounds();
    test_lifetimes();
    test_protection();
    test_protected_at_once();
    test_seen();
    test_random();

    return unit_done();
}
