
/*
 * Copyright (C) contentlib authors
 *
 * The cost of a query is proportional to its length.
 */


#include <unit.h>
#include <api/contentlib_url.h>

#include <time.h>


#define LONGEST  8192
#define RUNS     60
#define ROUNDS   10


/* the query repeats one of these pieces */

static const char  *pieces[] = {
    "a", "%", "%41", "%zz", "%C3%A9", "\xc3\xa9", "\xff", "%ff", "+", "=", ";",
    "%e2%82", "\xf0\x9f\x98\x80", "tag=", "limit=9", "%F0%9F"
};


/* one parameter, a few, and the maximum */

static const ngx_uint_t  counts[] = { 1, 8, CONTENTLIB_ARGS_MAX };


static ngx_str_t
query(const char *piece, ngx_uint_t parameters, size_t length)
{
    size_t     i, n, step;
    ngx_str_t  text;

    text.data = ngx_pnalloc(unit_pool(), length);
    text.len = length;

    n = ngx_strlen(piece);
    step = length / parameters + 1;

    for (i = 0; i < length; i++) {
        text.data[i] = i % step == step - 1 ? '&' : (u_char) piece[i % n];
    }

    return text;
}


static double
nanoseconds(void)
{
    struct timespec  ts;

    (void) clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);

    return (double) ts.tv_sec * 1e9 + (double) ts.tv_nsec;
}


/* the minimum of many runs, since other processes only add time */

static double
per_byte(const ngx_str_t *text)
{
    double                best, began, spent;
    ngx_uint_t            i, k;
    ngx_pool_t           *pool;
    contentlib_args_t     args;

    best = 0;

    for (i = 0; i < RUNS; i++) {
        pool = ngx_create_pool(4 * LONGEST * ROUNDS, &unit_log);
        began = nanoseconds();

        for (k = 0; k < ROUNDS; k++) {
            hold(contentlib_args_parse(text, pool, &args) == NGX_OK,
                 "refused: %lu bytes", (unsigned long) text->len);
        }

        spent = nanoseconds() - began;
        ngx_destroy_pool(pool);

        if (i == 0 || spent < best) {
            best = spent;
        }
    }

    return best / ROUNDS / (double) text->len;
}


static void
test_piece(const char *piece, ngx_uint_t parameters)
{
    double     brief, full;
    ngx_str_t  text;

    text = query(piece, parameters, LONGEST / 32);
    brief = per_byte(&text);

    text = query(piece, parameters, LONGEST);
    full = per_byte(&text);

    hold(full <= 3 * brief, "\"%s\" in %lu parameters: %.2f ns per byte of"
         " %d, %.2f of %d", piece, (unsigned long) parameters, full, LONGEST,
         brief, LONGEST / 32);

    unit_clear();
}


int
main(void)
{
    size_t  i, k;

    for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {

        for (k = 0; k < sizeof(pieces) / sizeof(pieces[0]); k++) {
            test_piece(pieces[k], counts[i]);
        }

        held("%lu parameters", (unsigned long) counts[i]);
    }

    return unit_done();
}
