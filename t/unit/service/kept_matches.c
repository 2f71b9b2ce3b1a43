
/*
 * Copyright (C) contentlib authors
 *
 * Matches in a cache that is too small for them: whoever has fetched some
 * reads what was stored, as long as its pool lives, whatever is pushed out.
 */


#include <unit.h>
#include <service/contentlib_kept.h>


#define OPERATIONS  60000                   /* CONTENTLIB_OPERATIONS / 25 */
#define FILTERS     300
#define REQUESTS    24
#define SIZE        (256 * 1024)
#define LARGEST     300000
#define PAGE        30


/* what was stored last under a filter: every step-th position from first */

typedef struct {
    uint64_t                    size;       /* 0: nothing yet */
    uint64_t                    first;
    uint64_t                    step;
} model_t;


/* a request that has not ended: its pool, and what it holds */

typedef struct {
    ngx_pool_t                 *pool;
    const contentlib_matches_t  *matches;
    model_t                     model;
} holder_t;


static model_t   models[FILTERS];
static holder_t  holders[REQUESTS];
static uint64_t  stored, refused, fetched, absent;


static uint64_t
operations(void)
{
    const char  *number;

    number = getenv("CONTENTLIB_OPERATIONS");

    return number ? strtoull(number, NULL, 10) / 25 : OPERATIONS;
}


static ngx_pool_t *
pool_create(void)
{
    ngx_pool_t  *pool;

    pool = ngx_create_pool(1024, &unit_log);

    if (pool == NULL) {
        printf("Bail out! no memory\n");
        exit(2);
    }

    return pool;
}


static uint64_t
count_of(const model_t *model)
{
    return model->first >= model->size
           ? 0 : (model->size - 1 - model->first) / model->step + 1;
}


/* as a request has it; tags know one filter only */

static ngx_str_t
key_of(ngx_uint_t n, ngx_pool_t *pool)
{
    u_char                name[NGX_INT64_LEN];
    ngx_str_t             key;
    contentlib_request_t  request;

    ngx_memzero(&request, sizeof(contentlib_request_t));

    request.route.endpoint = (n % 5) ? CONTENTLIB_CONTENT_ITEMS
                                     : CONTENTLIB_TAGS;
    key.data = name;
    key.len = (size_t) sprintf((char *) name, "%lu", (unsigned long) n / 4);

    switch (n % 4) {

    case 0:
        request.text = key;
        break;

    case 1:
        request.tag = key;
        break;

    case 2:
        request.tag_slug = key;
        break;

    default:
        request.tag_partial = key;
    }

    if (n % 5 == 0) {
        key.len = (size_t) sprintf((char *) name, "tag %lu",
                                   (unsigned long) n);
        request.name = key;
    }

    hold(contentlib_kept_filter_key(&request, pool, &key) == NGX_OK, "a key");

    return key;
}


static void
compare(const contentlib_matches_t *matches, const model_t *model)
{
    uint64_t    count, rank, positions[PAGE];
    ngx_uint_t  i, n;

    count = count_of(model);

    hold(contentlib_matches_count(matches) == count, "count: %llu, not %llu",
         (unsigned long long) contentlib_matches_count(matches),
         (unsigned long long) count);

    rank = unit_random(4) ? unit_random(count + 1)
                          : (count > PAGE ? count - PAGE : 0);
    n = contentlib_matches_slice(matches, rank, positions, PAGE);

    hold(n == ngx_min(PAGE, count - rank), "a page of %lu",
         (unsigned long) n);

    for (i = 0; i < n; i++) {
        hold(positions[i] == model->first + (rank + i) * model->step,
             "rank %llu: %llu", (unsigned long long) rank + i,
             (unsigned long long) positions[i]);
    }
}


/* the request that was there ends; what it held was right until then */

static holder_t *
next_request(void)
{
    holder_t  *holder;

    holder = &holders[unit_random(REQUESTS)];

    if (holder->pool != NULL) {

        if (holder->matches != NULL) {
            compare(holder->matches, &holder->model);
        }

        ngx_destroy_pool(holder->pool);
    }

    holder->pool = pool_create();
    holder->matches = NULL;

    return holder;
}


static void
store(contentlib_cache_t *cache, ngx_uint_t n)
{
    size_t             size;
    uint64_t           position;
    ngx_str_t          key;
    ngx_pool_t        *pool;
    model_t            model;
    contentlib_set_t  *set;

    pool = pool_create();
    key = key_of(n, pool);

    model.size = 1 + unit_random(unit_random(20) ? 3000 : LARGEST);
    model.first = unit_random(model.size + 1);
    model.step = 1 + unit_random(unit_random(2) ? 4 : 200);

    set = contentlib_set_create(pool, model.size);

    for (position = model.first; position < model.size;
         position += model.step)
    {
        (void) contentlib_set_add(set, position);
    }

    size = contentlib_matches_size(set);

    if (size <= SIZE / 8 - 512) {
        contentlib_kept_store_matches(cache, &key, set);
        models[n] = model;
        stored++;

    } else if (size > SIZE / 8) {

        /* too large for the cache: what was there before stays */

        contentlib_kept_store_matches(cache, &key, set);
        refused++;
    }

    ngx_destroy_pool(pool);
}


static void
fetch(contentlib_cache_t *cache, ngx_uint_t n)
{
    ngx_str_t   key;
    ngx_uint_t  i;
    holder_t   *holder;

    holder = next_request();
    key = key_of(n, holder->pool);

    if (contentlib_kept_fetch_matches(cache, &key, holder->pool,
                                      &holder->matches)
        != NGX_OK)
    {
        holder->matches = NULL;
        absent++;
        return;
    }

    fetched++;
    holder->model = models[n];

    if (hold(holder->model.size != 0, "never stored: %lu",
             (unsigned long) n))
    {
        for (i = 0; i < 3; i++) {
            compare(holder->matches, &holder->model);
        }
    }
}


/* one key for each filter */

static void
test_keys(void)
{
    ngx_str_t   keys[FILTERS];
    ngx_uint_t  i, k;

    for (i = 0; i < FILTERS; i++) {
        keys[i] = key_of(i, unit_pool());

        for (k = 0; k < i; k++) {
            hold(!unit_equal(&keys[i], &keys[k]), "filters %lu and %lu",
                 (unsigned long) i, (unsigned long) k);
        }
    }

    held("%d filters, as many keys", FILTERS);
    unit_clear();
}


static void
test_random(void)
{
    uint64_t                  i, total;
    ngx_uint_t                n;
    contentlib_cache_t       *cache;
    contentlib_cache_usage_t  usage;

    cache = contentlib_cache_create(SIZE, 0x1234567890abcdef, &unit_log);
    total = operations();

    for (i = 0; i < total; i++) {
        n = (ngx_uint_t) unit_random(unit_random(3) ? FILTERS : FILTERS / 10);

        if (unit_random(4) == 0) {
            store(cache, n);

        } else {
            fetch(cache, n);
        }

        usage = contentlib_cache_usage(cache);
        hold(usage.bytes <= SIZE, "usage: %lu", (unsigned long) usage.bytes);

        if (i % 64 == 0) {
            unit_clear();
        }
    }

    /* the cache goes first: requests still read */

    contentlib_cache_destroy(cache);

    for (n = 0; n < REQUESTS; n++) {

        if (holders[n].matches != NULL) {
            compare(holders[n].matches, &holders[n].model);
        }

        if (holders[n].pool != NULL) {
            ngx_destroy_pool(holders[n].pool);
        }
    }

    held("%llu random operations", (unsigned long long) total);
    ok(stored > total / 10 && fetched > total / 10 && absent > total / 100
       && refused > total / 10000, "of every kind");
}


int
main(void)
{
    test_keys();
    test_random();

    return unit_done();
}
