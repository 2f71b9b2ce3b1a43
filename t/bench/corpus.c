
/*
 * Copyright (C) contentlib authors
 *
 * A library of any size to measure with: the same records for the same
 * arguments, as NDJSON on the standard output.
 *
 *     corpus ITEMS [TAGS]
 *
 * Items come newest first and carry 17 to 37 tags, 25 or so on average, out
 * of TAGS popular ones (2,000) and a long tail of rare ones.  Three of four
 * are animations.  14 collections end the list.
 */


#include "corpus_english.h"
#include "corpus_words.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>


#define CORPUS_MIN_TAGS     17
#define CORPUS_MAX_TAGS     37
#define CORPUS_COLLECTIONS  14
#define CORPUS_MEDIA        "https://media.example/library/"


typedef struct {
    uint64_t        state;
    uint64_t        items;
    uint64_t        tags;
    uint64_t        popularity;             /* sum of all weights */
    uint64_t       *weights;                /* sums up to each tag */
    size_t          len;
    char            text[65536];            /* the record at hand */
} corpus_t;


static uint64_t corpus_random(corpus_t *corpus, uint64_t n);
static void corpus_weights(corpus_t *corpus);
static uint64_t corpus_tag(corpus_t *corpus);
static void corpus_item(corpus_t *corpus, uint64_t number);
static void corpus_alt_text(corpus_t *corpus);
static size_t corpus_rank(corpus_t *corpus, size_t n);
static void corpus_tags(corpus_t *corpus);
static void corpus_tag_names(corpus_t *corpus, uint64_t tag);
static void corpus_animation(corpus_t *corpus, uint64_t id);
static void corpus_still(corpus_t *corpus, uint64_t id);
static void corpus_file(corpus_t *corpus, const char *platform,
    const char *format, uint64_t id, const char *name, uint64_t width);
static void corpus_measures(corpus_t *corpus, int download,
    const char *format, uint64_t id, uint64_t width);
static void corpus_created(corpus_t *corpus, uint64_t number);
static void corpus_collection(corpus_t *corpus, uint64_t number);
static void corpus_seed(corpus_t *corpus, uint64_t number);
static void corpus_add(corpus_t *corpus, const char *text);
static void corpus_number(corpus_t *corpus, uint64_t number);


int
main(int argc, char **argv)
{
    uint64_t          i;
    static corpus_t   corpus;

    if (argc < 2) {
        fprintf(stderr, "usage: corpus ITEMS [TAGS]\n");
        return 2;
    }

    corpus.items = strtoull(argv[1], NULL, 10);
    corpus.tags = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;

    corpus_weights(&corpus);

    for (i = 0; i < corpus.items; i++) {
        corpus.len = 0;
        corpus_item(&corpus, i);
        corpus_add(&corpus, "\n");
        fwrite(corpus.text, 1, corpus.len, stdout);
    }

    for (i = 0; i < CORPUS_COLLECTIONS && i < corpus.items; i++) {
        corpus.len = 0;
        corpus_collection(&corpus, i);
        corpus_add(&corpus, "\n");
        fwrite(corpus.text, 1, corpus.len, stdout);
    }

    free(corpus.weights);

    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}


/* splitmix64: an item is the same whatever was written before it */

static uint64_t
corpus_random(corpus_t *corpus, uint64_t n)
{
    uint64_t  z;

    z = (corpus->state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;

    return (z ^ (z >> 31)) % n;
}


static void
corpus_seed(corpus_t *corpus, uint64_t number)
{
    corpus->state = number * 0xd1342543de82ef95 + 1;
}


/* the n-th tag is about n times as rare as the first */

static void
corpus_weights(corpus_t *corpus)
{
    uint64_t  i;

    if (corpus->tags < CORPUS_MAX_TAGS) {
        corpus->tags = CORPUS_MAX_TAGS;
    }

    corpus->weights = malloc(corpus->tags * sizeof(uint64_t));

    if (corpus->weights == NULL) {
        exit(1);
    }

    for (i = 0; i < corpus->tags; i++) {
        corpus->popularity += 1000000 / (i + 10) + 1;
        corpus->weights[i] = corpus->popularity;
    }
}


/* one tag in 200 is out of the long tail */

static uint64_t
corpus_tag(corpus_t *corpus)
{
    uint64_t  at, low, high, middle;

    if (corpus_random(corpus, 200) == 0) {
        return corpus->tags + corpus_random(corpus, corpus->items / 10 + 100);
    }

    at = corpus_random(corpus, corpus->popularity);
    low = 0;
    high = corpus->tags - 1;

    while (low < high) {
        middle = (low + high) / 2;

        if (corpus->weights[middle] > at) {
            high = middle;

        } else {
            low = middle + 1;
        }
    }

    return low;
}


static void
corpus_item(corpus_t *corpus, uint64_t number)
{
    uint64_t  id, moving;

    corpus_seed(corpus, number);

    /* identifiers have gaps */

    id = (corpus->items - number) * 3 + corpus_random(corpus, 3);
    moving = corpus_random(corpus, 4) != 0;

    corpus_add(corpus, "{\"id\":");
    corpus_number(corpus, id);
    corpus_add(corpus, ",\"url\":\"https://api.example/api/v1/content_items/");
    corpus_number(corpus, id);
    corpus_add(corpus, "/\",\"alt_text\":\"");
    corpus_alt_text(corpus);
    corpus_add(corpus, "\",\"tags\":[");
    corpus_tags(corpus);
    corpus_add(corpus, "],\"default_version\":");

    if (moving) {
        corpus_animation(corpus, id);

    } else {
        corpus_still(corpus, id);
    }

    corpus_add(corpus, ",\"static_image\":\"" CORPUS_MEDIA);
    corpus_number(corpus, id);
    corpus_add(corpus, moving ? "/still.png\"" : "/image.png\"");
    corpus_created(corpus, number);

    corpus_add(corpus, ",\"partner_ids\":[");

    if (moving) {
        corpus_add(corpus, "\"p");
        corpus_number(corpus, id * 7919);
        corpus_add(corpus, "\",\"q");
        corpus_number(corpus, id * 104729);
        corpus_add(corpus, "\"");
    }

    corpus_add(corpus, "]}");
}


/* 40 to 120 bytes of words, one item in six not in Latin letters */

static void
corpus_alt_text(corpus_t *corpus)
{
    size_t      start, n, want;
    uint64_t    script;
    const char *const  *words;

    script = corpus_random(corpus, 18);
    want = 40 + (size_t) corpus_random(corpus, 70);
    start = corpus->len;

    words = corpus_latin;
    n = CORPUS_WORDS(corpus_latin);

    if (script == 0) {
        words = corpus_cyrillic;
        n = CORPUS_WORDS(corpus_cyrillic);

    } else if (script == 1) {
        words = corpus_greek;
        n = CORPUS_WORDS(corpus_greek);

    } else if (script == 2) {
        words = corpus_japanese;
        n = CORPUS_WORDS(corpus_japanese);
    }

    while (corpus->len - start < want) {

        if (corpus->len > start) {
            corpus_add(corpus, " ");
        }

        if (corpus_random(corpus, 60) == 0) {
            corpus_add(corpus, corpus_odd[corpus_random(corpus,
                                                  CORPUS_WORDS(corpus_odd))]);
            continue;
        }

        /* one English word in two is any, the common ones more often */

        if (words == corpus_latin && corpus_random(corpus, 2) == 0) {
            corpus_add(corpus, corpus_english[corpus_rank(corpus,
                                               CORPUS_WORDS(corpus_english))]);
            continue;
        }

        corpus_add(corpus, words[corpus_random(corpus, n)]);
    }
}


/* from 0 to n - 1, about as often as words of a language by their rank */

static size_t
corpus_rank(corpus_t *corpus, size_t n)
{
    double  part;

    part = (double) corpus_random(corpus, 1 << 20) / (1 << 20);

    return (size_t) ((double) n * part * part * part);
}


static void
corpus_tags(corpus_t *corpus)
{
    uint64_t  tags[CORPUS_MAX_TAGS], tag;
    size_t    n, i, j;

    n = CORPUS_MIN_TAGS + (size_t) corpus_random(corpus, 9)
        + (size_t) corpus_random(corpus, CORPUS_MAX_TAGS - CORPUS_MIN_TAGS
                                         - 7);

    for (i = 0; i < n; /* void */) {

        tag = corpus_tag(corpus);

        for (j = 0; j < i && tags[j] != tag; j++) { /* void */ }

        if (j < i) {
            continue;
        }

        if (i > 0) {
            corpus_add(corpus, ",");
        }

        tags[i++] = tag;
        corpus_tag_names(corpus, tag);
    }
}


/* two words and a number; some names differ from their slugs by more */

static void
corpus_tag_names(corpus_t *corpus, uint64_t tag)
{
    const char  *one, *other;

    one = corpus_latin[tag % 80];
    other = corpus_latin[(tag / 80 * 7 + 3) % 80];

    corpus_add(corpus, "{\"slug\":\"");
    corpus_add(corpus, one);
    corpus_add(corpus, "-");
    corpus_add(corpus, other);
    corpus_add(corpus, "-");
    corpus_number(corpus, tag);
    corpus_add(corpus, "\",\"url\":\"https://api.example/api/v1/tags/");
    corpus_add(corpus, one);
    corpus_add(corpus, "-");
    corpus_add(corpus, other);
    corpus_add(corpus, "-");
    corpus_number(corpus, tag);
    corpus_add(corpus, "/\",\"name\":\"");

    if (tag % 50 == 49) {
        corpus_add(corpus, corpus_odd[tag / 50 % CORPUS_WORDS(corpus_odd)]);
        corpus_add(corpus, " ");

    } else if (tag % 20 == 7) {
        corpus_add(corpus, "The ");
    }

    corpus_add(corpus, one);
    corpus_add(corpus, " ");
    corpus_add(corpus, other);

    if (tag >= 80 * 80) {
        corpus_add(corpus, " ");
        corpus_number(corpus, tag);
    }

    corpus_add(corpus, "\"}");
}


static void
corpus_animation(corpus_t *corpus, uint64_t id)
{
    uint64_t  width;

    width = 200 + corpus_random(corpus, 300);

    corpus_add(corpus, "{\"content_type\":\"G\",\"content_label\":\"GIF\","
                       "\"download\":[");
    corpus_file(corpus, "network_a", "image/gif", id, "a.gif", width);
    corpus_add(corpus, ",");
    corpus_file(corpus, "network_b", "image/gif", id, "b.gif", width + 80);
    corpus_add(corpus, ",");
    corpus_file(corpus, "network_c", "video/mp4", id, "c.mp4", width + 160);
    corpus_add(corpus, ",");
    corpus_file(corpus, "original", NULL, id, "original.gif", 0);
    corpus_add(corpus, "],\"picture\":[");
    corpus_file(corpus, NULL, "image/gif", id, "full.gif", width);
    corpus_add(corpus, ",");
    corpus_file(corpus, NULL, "image/webp", id, "small.webp", 100);
    corpus_add(corpus, ",");
    corpus_file(corpus, NULL, "image/gif", id, "b.gif", width + 80);
    corpus_add(corpus, ",");
    corpus_file(corpus, NULL, "image/gif", id, "a.gif", width);
    corpus_add(corpus, ",");
    corpus_file(corpus, NULL, "image/gif", id, "small.gif", 100);
    corpus_add(corpus, "],\"platforms\":{\"partner\":"
                       "\"https://partner.example/gifs/");
    corpus_number(corpus, id * 7919);
    corpus_add(corpus, "\"}}");
}


static void
corpus_still(corpus_t *corpus, uint64_t id)
{
    corpus_add(corpus, "{\"content_type\":\"I\",\"content_label\":"
                       "\"Static Image\",\"download\":[");
    corpus_file(corpus, "network_a", NULL, id, "image.png", 0);
    corpus_add(corpus, ",");
    corpus_file(corpus, "network_b", NULL, id, "image.png", 0);
    corpus_add(corpus, ",");
    corpus_file(corpus, "network_c", NULL, id, "image.png", 0);
    corpus_add(corpus, ",");
    corpus_file(corpus, "original", NULL, id, "image.png", 0);
    corpus_add(corpus, "],\"picture\":[");
    corpus_file(corpus, NULL, NULL, id, "image.png", 0);
    corpus_add(corpus, "],\"platforms\":{}}");
}


static void
corpus_file(corpus_t *corpus, const char *platform, const char *format,
    uint64_t id, const char *name, uint64_t width)
{
    corpus_add(corpus, "{");

    if (platform) {
        corpus_add(corpus, "\"platform\":\"");
        corpus_add(corpus, platform);
        corpus_add(corpus, "\",");
    }

    corpus_add(corpus, "\"url\":\"" CORPUS_MEDIA);
    corpus_number(corpus, id);
    corpus_add(corpus, "/");
    corpus_add(corpus, name);
    corpus_add(corpus, "\"");

    if (format) {
        corpus_measures(corpus, platform != NULL, format, id, width);
    }

    corpus_add(corpus, "}");
}


/* a few lack one or the other, which they may; pictures end in the format */

static void
corpus_measures(corpus_t *corpus, int download, const char *format,
    uint64_t id, uint64_t width)
{
    if (id % 97 != 0) {
        corpus_add(corpus, ",\"width\":");
        corpus_number(corpus, width);
    }

    if (id % 89 != 0) {
        corpus_add(corpus, ",\"height\":");
        corpus_number(corpus, width * 3 / 4);
    }

    if (download && id % 83 != 0) {
        corpus_add(corpus, ",\"format\":\"");
        corpus_add(corpus, format);
        corpus_add(corpus, "\"");
    }

    if (id % 79 != 0) {
        corpus_add(corpus, ",\"size\":");
        corpus_number(corpus, width * width * 2 + id % 10000);
    }

    if (!download && id % 83 != 0) {
        corpus_add(corpus, ",\"format\":\"");
        corpus_add(corpus, format);
        corpus_add(corpus, "\"");
    }
}


/* the newer half has fractions of seconds */

static void
corpus_created(corpus_t *corpus, uint64_t number)
{
    char       text[64];
    time_t     when;
    struct tm  tm;

    when = (time_t) (1750000000 - number * 200000000 / corpus->items
                     - corpus_random(corpus, 100));

    if (gmtime_r(&when, &tm) == NULL) {
        exit(1);
    }

    corpus_add(corpus, ",\"created\":\"");

    (void) strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
    corpus_add(corpus, text);

    if (number < corpus->items / 2) {
        (void) snprintf(text, sizeof(text), ".%06u",
                        (unsigned) corpus_random(corpus, 999999) + 1);
        corpus_add(corpus, text);
    }

    corpus_add(corpus, "Z\"");
}


static void
corpus_collection(corpus_t *corpus, uint64_t number)
{
    corpus_add(corpus, "{\"slug\":\"collection-");
    corpus_number(corpus, number);
    corpus_add(corpus, "\",\"url\":\"https://api.example/api/v1/collections/"
                       "collection-");
    corpus_number(corpus, number);
    corpus_add(corpus, "/\",\"name\":\"Collection ");
    corpus_add(corpus, corpus_latin[number * 5]);
    corpus_add(corpus, "\",\"description\":\"");

    if (number % 2) {
        corpus_add(corpus, "What goes with ");
        corpus_add(corpus, corpus_latin[number * 5]);
    }

    corpus_add(corpus, "\",\"preview_image\":");
    corpus_item(corpus, number * (corpus->items / CORPUS_COLLECTIONS));
    corpus_add(corpus, ",\"display_in_library\":");
    corpus_add(corpus, number % 5 ? "true" : "false");
    corpus_add(corpus, ",\"featured\":");
    corpus_add(corpus, number % 3 ? "false" : "true");
    corpus_add(corpus, "}");
}


static void
corpus_add(corpus_t *corpus, const char *text)
{
    size_t  len;

    len = strlen(text);

    if (len > sizeof(corpus->text) - corpus->len) {
        fprintf(stderr, "corpus: the record is too long\n");
        exit(1);
    }

    memcpy(corpus->text + corpus->len, text, len);
    corpus->len += len;
}


static void
corpus_number(corpus_t *corpus, uint64_t number)
{
    char  text[32];

    (void) snprintf(text, sizeof(text), "%llu", (unsigned long long) number);
    corpus_add(corpus, text);
}
