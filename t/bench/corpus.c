
/*
 * Copyright (C) contentlib authors
 *
 * Prints the records of a library of any size as NDJSON.  The same arguments
 * result in the same records.
 *
 *     corpus [-c] [-f] [-n NEWER] ITEMS [TAGS]
 *
 * The newest item is the first.  An item has 17 to 37 tags, about 25 on
 * average, from TAGS (2,000) frequent tags and many rare tags.  Three of four
 * items are animations.  14 collections follow the items.
 *
 * Most alt texts are English sentences from 300,000 words, with frequencies
 * according to Zipf's law.  With -f, they have 3,000 words, so the first ones
 * are in one to fifty percent of the texts.  With -c, all alt texts are Chinese
 * or Japanese, without blanks.  With -n, NEWER items come before the ITEMS,
 * which do not change.
 */


#include "corpus_words.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>


#define CORPUS_MIN_TAGS     17
#define CORPUS_MAX_TAGS     37
#define CORPUS_VOCABULARY   300000
#define CORPUS_FREQUENT     3000
#define CORPUS_ENGLISH      2000            /* words in english.words, at most */
#define CORPUS_CHARACTERS   3000
#define CORPUS_COLLECTIONS  14
#define CORPUS_MEDIA        "https://media.example/library/"
#define CORPUS_API          "https://api.example/api/v1/"

/* one of the words, at random */

#define CORPUS_ANY(corpus, list)                                              \
    (list)[corpus_random(corpus, CORPUS_WORDS(list))]


/* the frequencies of n values, the most frequent first */

typedef struct {
    uint64_t        n;
    uint64_t       *sums;                   /* of frequencies */
} corpus_choice_t;


typedef struct {
    uint64_t         state;
    int64_t          items;
    int              chinese;
    corpus_choice_t  tags;
    corpus_choice_t  words;
    corpus_choice_t  characters;
    size_t           n_english;
    char            *english[CORPUS_ENGLISH];
    size_t           len;
    char             text[65536];           /* the current record */
} corpus_t;


/* a file of an item, with a platform if it is a download */

typedef struct {
    const char      *platform;
    const char      *format;
    const char      *name;
    uint64_t         wider;                 /* than the animation */
    uint64_t         width;                 /* 0: that of the animation */
} corpus_file_t;


static const corpus_file_t  corpus_moving_downloads[] = {
    { "network_a", "image/gif", "a.gif", 0, 0 },
    { "network_b", "image/gif", "b.gif", 80, 0 },
    { "network_c", "video/mp4", "c.mp4", 160, 0 },
    { "original", NULL, "original.gif", 0, 0 }
};

static const corpus_file_t  corpus_moving_pictures[] = {
    { NULL, "image/gif", "full.gif", 0, 0 },
    { NULL, "image/webp", "small.webp", 0, 100 },
    { NULL, "image/gif", "b.gif", 80, 0 },
    { NULL, "image/gif", "a.gif", 0, 0 },
    { NULL, "image/gif", "small.gif", 0, 100 }
};

static const corpus_file_t  corpus_still_downloads[] = {
    { "network_a", NULL, "image.png", 0, 0 },
    { "network_b", NULL, "image.png", 0, 0 },
    { "network_c", NULL, "image.png", 0, 0 },
    { "original", NULL, "image.png", 0, 0 }
};

static const corpus_file_t  corpus_still_pictures[] = {
    { NULL, NULL, "image.png", 0, 0 }
};


static void corpus_add(corpus_t *corpus, const char *format, ...)
    __attribute__((format(printf, 2, 3)));


static void
corpus_add(corpus_t *corpus, const char *format, ...)
{
    int      n;
    size_t   room;
    va_list  args;

    room = sizeof(corpus->text) - corpus->len;

    va_start(args, format);
    n = vsnprintf(corpus->text + corpus->len, room, format, args);
    va_end(args);

    if (n < 0 || (size_t) n >= room) {
        fprintf(stderr, "corpus: the record is too long\n");
        exit(1);
    }

    corpus->len += (size_t) n;
}


/* characters from U+0800 to U+FFFF have three bytes in UTF-8 */

static void
corpus_character(corpus_t *corpus, uint64_t code)
{
    corpus_add(corpus, "%c%c%c", (int) (0xe0 | code >> 12),
               (int) (0x80 | (code >> 6 & 0x3f)), (int) (0x80 | (code & 0x3f)));
}


static void
corpus_seed(corpus_t *corpus, uint64_t number)
{
    corpus->state = number * 0xd1342543de82ef95 + 1;
}


/* splitmix64, so that an item does not depend on the items before it */

static uint64_t
corpus_random(corpus_t *corpus, uint64_t n)
{
    uint64_t  z;

    z = (corpus->state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;

    return (z ^ (z >> 31)) % n;
}


/* Zipf's law: the first value is about n times as frequent as the n-th */

static void
corpus_choice(corpus_choice_t *choice, uint64_t n, uint64_t shift)
{
    uint64_t  i, sum;

    choice->n = n;
    choice->sums = malloc(n * sizeof(uint64_t));

    if (choice->sums == NULL) {
        exit(1);
    }

    for (i = 0, sum = 0; i < n; i++) {
        sum += 1000000000 / (i + shift);
        choice->sums[i] = sum;
    }
}


static uint64_t
corpus_choose(corpus_t *corpus, corpus_choice_t *choice)
{
    uint64_t  at, low, high, middle;

    at = corpus_random(corpus, choice->sums[choice->n - 1]);
    low = 0;
    high = choice->n - 1;

    while (low < high) {
        middle = (low + high) / 2;

        if (choice->sums[middle] > at) {
            high = middle;

        } else {
            low = middle + 1;
        }
    }

    return low;
}


/* one tag in 200 is rare */

static uint64_t
corpus_tag(corpus_t *corpus)
{
    if (corpus_random(corpus, 200) == 0) {
        return corpus->tags.n
               + corpus_random(corpus, (uint64_t) corpus->items / 10 + 100);
    }

    return corpus_choose(corpus, &corpus->tags);
}


static void
corpus_words(corpus_t *corpus, size_t want, const char *const *words,
    size_t n)
{
    size_t  start;

    start = corpus->len;

    while (corpus->len - start < want) {

        if (corpus->len > start) {
            corpus_add(corpus, " ");
        }

        corpus_add(corpus, "%s", corpus_random(corpus, 60) == 0
                                 ? CORPUS_ANY(corpus, corpus_odd)
                                 : words[corpus_random(corpus, n)]);
    }
}


/* common words of English, the most common ones first */

static void
corpus_read_english(corpus_t *corpus)
{
    char   word[64];
    FILE  *file;

    file = fopen(CORPUS_ENGLISH_FILE, "r");
    if (file == NULL) {
        perror(CORPUS_ENGLISH_FILE);
        exit(1);
    }

    while (corpus->n_english < CORPUS_ENGLISH
           && fscanf(file, "%63s", word) == 1)
    {
        corpus->english[corpus->n_english++] = strdup(word);
    }

    (void) fclose(file);
}


/* a rare word is a common word with a prefix and a suffix */

static void
corpus_word(corpus_t *corpus, uint64_t rank)
{
    uint64_t  n, stem, form;

    n = corpus->n_english;

    if (rank < n) {
        corpus_add(corpus, "%s", corpus->english[rank]);
        return;
    }

    stem = rank % n;
    form = rank / n - 1 + stem * 7;

    corpus_add(corpus, "%s%s%s",
               corpus_prefixes[form % CORPUS_WORDS(corpus_prefixes)],
               corpus->english[stem],
               corpus_suffixes[form / CORPUS_WORDS(corpus_prefixes)
                               % CORPUS_WORDS(corpus_suffixes)]);
}


/* an English sentence with some other words in Latin letters */

static void
corpus_sentence(corpus_t *corpus, size_t want)
{
    char      *first;
    size_t     start;
    uint64_t   kind;

    start = corpus->len;

    while (corpus->len - start < want) {

        if (corpus->len > start) {
            corpus_add(corpus, "%s", corpus_random(corpus, 12) ? " " : ", ");
        }

        kind = corpus_random(corpus, 60);

        if (kind == 0) {
            corpus_add(corpus, "%s", CORPUS_ANY(corpus, corpus_odd));

        } else if (kind < 4) {
            corpus_add(corpus, "%s", CORPUS_ANY(corpus, corpus_latin));

        } else {
            corpus_word(corpus, corpus_choose(corpus, &corpus->words));
        }
    }

    corpus_add(corpus, ".");

    first = &corpus->text[start];

    if (*first >= 'a' && *first <= 'z') {
        *first = (char) (*first - 'a' + 'A');
    }
}


/*
 * The characters of a word depend on its rank only.  Frequent ideographs are
 * spread over the whole block.
 */

static void
corpus_chinese_word(corpus_t *corpus, uint64_t rank, int japanese)
{
    uint64_t  state, i, n;

    state = corpus->state;
    corpus_seed(corpus, rank);

    /* mostly two ideographs; a third of the Japanese words is in katakana */

    if (japanese && rank % 3 == 0) {
        n = 2 + corpus_random(corpus, 4);

        for (i = 0; i < n; i++) {
            corpus_character(corpus, 0x30a2 + corpus_random(corpus, 82));
        }

    } else {
        n = (corpus_random(corpus, 10) + 8) / 5;

        for (i = 0; i < n; i++) {
            rank = corpus_choose(corpus, &corpus->characters);
            corpus_character(corpus, 0x4e00 + rank * 6971 % 20902);
        }
    }

    corpus->state = state;
}


/* half of the sentences are Japanese, with kana between ideographs */

static void
corpus_chinese_sentence(corpus_t *corpus, size_t want)
{
    int     japanese;
    size_t  start;

    japanese = (int) corpus_random(corpus, 2);
    start = corpus->len;

    while (corpus->len - start < want) {

        if (corpus->len > start && corpus_random(corpus, 8) == 0) {
            corpus_character(corpus, japanese ? 0x3001 : 0xff0c);
        }

        corpus_chinese_word(corpus, corpus_choose(corpus, &corpus->words),
                            japanese);

        if (japanese) {
            corpus_add(corpus, "%s", CORPUS_ANY(corpus, corpus_particles));
        }
    }

    corpus_character(corpus, 0x3002);
}


/* 40 to 120 bytes of words; one item in six has no Latin letters */

static void
corpus_alt_text(corpus_t *corpus)
{
    size_t    want;
    uint64_t  script;

    script = corpus_random(corpus, 18);
    want = 40 + (size_t) corpus_random(corpus, 70);

    if (corpus->chinese) {
        corpus_chinese_sentence(corpus, want);

    } else if (script == 0) {
        corpus_words(corpus, want, corpus_cyrillic,
                     CORPUS_WORDS(corpus_cyrillic));

    } else if (script == 1) {
        corpus_words(corpus, want, corpus_greek, CORPUS_WORDS(corpus_greek));

    } else if (script == 2) {
        corpus_words(corpus, want, corpus_japanese,
                     CORPUS_WORDS(corpus_japanese));

    } else {
        corpus_sentence(corpus, want);
    }
}


/* two words and a number; some names have little in common with their slugs */

static void
corpus_tag_names(corpus_t *corpus, uint64_t tag)
{
    char         slug[128];
    const char  *one, *other;

    one = corpus_latin[tag % 80];
    other = corpus_latin[(tag / 80 * 7 + 3) % 80];

    (void) snprintf(slug, sizeof(slug), "%s-%s-%lu", one, other, tag);
    corpus_add(corpus, "{\"slug\":\"%s\",\"url\":\"" CORPUS_API "tags/%s/\","
               "\"name\":\"", slug, slug);

    if (tag % 50 == 49) {
        corpus_add(corpus, "%s ",
                   corpus_odd[tag / 50 % CORPUS_WORDS(corpus_odd)]);

    } else if (tag % 20 == 7) {
        corpus_add(corpus, "The ");
    }

    corpus_add(corpus, "%s %s", one, other);

    if (tag >= 80 * 80) {
        corpus_add(corpus, " %lu", tag);
    }

    corpus_add(corpus, "\"}");
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

        corpus_add(corpus, "%s", i > 0 ? "," : "");
        tags[i++] = tag;
        corpus_tag_names(corpus, tag);
    }
}


/* some files omit optional fields; the field order of pictures differs */

static void
corpus_file(corpus_t *corpus, const corpus_file_t *file, uint64_t id,
    uint64_t width)
{
    if (file->platform) {
        corpus_add(corpus, "\"platform\":\"%s\",", file->platform);
    }

    corpus_add(corpus, "\"url\":\"" CORPUS_MEDIA "%lu/%s\"", id, file->name);

    if (file->format == NULL) {
        return;
    }

    if (id % 97 != 0) {
        corpus_add(corpus, ",\"width\":%lu", width);
    }

    if (id % 89 != 0) {
        corpus_add(corpus, ",\"height\":%lu", width * 3 / 4);
    }

    if (file->platform && id % 83 != 0) {
        corpus_add(corpus, ",\"format\":\"%s\"", file->format);
    }

    if (id % 79 != 0) {
        corpus_add(corpus, ",\"size\":%lu", width * width * 2 + id % 10000);
    }

    if (!file->platform && id % 83 != 0) {
        corpus_add(corpus, ",\"format\":\"%s\"", file->format);
    }
}


static void
corpus_files(corpus_t *corpus, const corpus_file_t *files, size_t n,
    uint64_t id, uint64_t width)
{
    size_t  i;

    for (i = 0; i < n; i++) {
        corpus_add(corpus, "%s{", i > 0 ? "," : "");
        corpus_file(corpus, &files[i], id, files[i].width ? files[i].width
                                           : width + files[i].wider);
        corpus_add(corpus, "}");
    }
}


static void
corpus_animation(corpus_t *corpus, uint64_t id)
{
    uint64_t  width;

    width = 200 + corpus_random(corpus, 300);

    corpus_add(corpus, "{\"content_type\":\"G\",\"content_label\":\"GIF\","
                       "\"download\":[");
    corpus_files(corpus, corpus_moving_downloads,
                 CORPUS_WORDS(corpus_moving_downloads), id, width);
    corpus_add(corpus, "],\"picture\":[");
    corpus_files(corpus, corpus_moving_pictures,
                 CORPUS_WORDS(corpus_moving_pictures), id, width);
    corpus_add(corpus, "],\"platforms\":{\"partner\":"
                       "\"https://partner.example/gifs/%lu\"}}", id * 7919);
}


static void
corpus_still(corpus_t *corpus, uint64_t id)
{
    corpus_add(corpus, "{\"content_type\":\"I\",\"content_label\":"
                       "\"Static Image\",\"download\":[");
    corpus_files(corpus, corpus_still_downloads,
                 CORPUS_WORDS(corpus_still_downloads), id, 0);
    corpus_add(corpus, "],\"picture\":[");
    corpus_files(corpus, corpus_still_pictures,
                 CORPUS_WORDS(corpus_still_pictures), id, 0);
    corpus_add(corpus, "],\"platforms\":{}}");
}


/* the newer half of the items has fractions of seconds */

static void
corpus_created(corpus_t *corpus, int64_t number)
{
    char       text[64];
    time_t     when;
    struct tm  tm;

    when = (time_t) (1750000000 - number * 200000000 / corpus->items
                     - (int64_t) corpus_random(corpus, 100));

    if (gmtime_r(&when, &tm) == NULL) {
        exit(1);
    }

    (void) strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
    corpus_add(corpus, ",\"created\":\"%s", text);

    if (number < corpus->items / 2) {
        corpus_add(corpus, ".%06lu", corpus_random(corpus, 999999) + 1);
    }

    corpus_add(corpus, "Z\"");
}


static void
corpus_item(corpus_t *corpus, int64_t number)
{
    uint64_t  id, moving;

    corpus_seed(corpus, (uint64_t) number);

    /* the ids are not consecutive */

    id = (uint64_t) (corpus->items - number) * 3 + corpus_random(corpus, 3);
    moving = corpus_random(corpus, 4) != 0;

    corpus_add(corpus, "{\"id\":%lu,\"url\":\"" CORPUS_API
               "content_items/%lu/\",\"alt_text\":\"", id, id);
    corpus_alt_text(corpus);
    corpus_add(corpus, "\",\"tags\":[");
    corpus_tags(corpus);
    corpus_add(corpus, "],\"default_version\":");

    if (moving) {
        corpus_animation(corpus, id);

    } else {
        corpus_still(corpus, id);
    }

    corpus_add(corpus, ",\"static_image\":\"" CORPUS_MEDIA "%lu/%s.png\"", id,
               moving ? "still" : "image");
    corpus_created(corpus, number);
    corpus_add(corpus, ",\"partner_ids\":[");

    if (moving) {
        corpus_add(corpus, "\"p%lu\",\"q%lu\"", id * 7919, id * 104729);
    }

    corpus_add(corpus, "]}");
}


static void
corpus_collection(corpus_t *corpus, int64_t number)
{
    const char  *word;

    word = corpus_latin[number * 5];

    corpus_add(corpus, "{\"slug\":\"collection-%ld\",\"url\":\"" CORPUS_API
               "collections/collection-%ld/\",\"name\":\"Collection %s\","
               "\"description\":\"%s%s\",\"preview_image\":", number, number,
               word, number % 2 ? "What goes with " : "",
               number % 2 ? word : "");
    corpus_item(corpus, number * (corpus->items / CORPUS_COLLECTIONS));
    corpus_add(corpus, ",\"display_in_library\":%s,\"featured\":%s}",
               number % 5 ? "true" : "false", number % 3 ? "false" : "true");
}


static void
corpus_print(corpus_t *corpus,
    void (*record)(corpus_t *corpus, int64_t number), int64_t from,
    int64_t to)
{
    int64_t  i;

    for (i = from; i < to; i++) {
        corpus->len = 0;
        record(corpus, i);
        (void) puts(corpus->text);
    }
}


static void
corpus_usage(void)
{
    fprintf(stderr, "usage: corpus [-c] [-f] [-n NEWER] ITEMS [TAGS]\n");
    exit(2);
}


int
main(int argc, char **argv)
{
    int              option;
    int64_t          newer, collections;
    uint64_t         tags, vocabulary;
    static corpus_t  corpus;

    newer = 0;
    vocabulary = CORPUS_VOCABULARY;

    while ((option = getopt(argc, argv, "cfn:")) != -1) {

        switch (option) {

        case 'c':
            corpus.chinese = 1;
            break;

        case 'f':
            vocabulary = CORPUS_FREQUENT;
            break;

        case 'n':
            newer = strtoll(optarg, NULL, 10);
            break;

        default:
            corpus_usage();
        }
    }

    if (optind == argc) {
        corpus_usage();
    }

    corpus.items = strtoll(argv[optind++], NULL, 10);
    tags = optind < argc ? strtoull(argv[optind], NULL, 10) : 2000;

    /* the shifts limit the frequencies of the first values */

    corpus_choice(&corpus.tags, tags < CORPUS_MAX_TAGS ? CORPUS_MAX_TAGS
                                                       : tags, 10);
    corpus_read_english(&corpus);
    corpus_choice(&corpus.words, vocabulary, 1);
    corpus_choice(&corpus.characters, CORPUS_CHARACTERS, 5);

    collections = corpus.items < CORPUS_COLLECTIONS ? corpus.items
                                                    : CORPUS_COLLECTIONS;

    corpus_print(&corpus, corpus_item, -newer, corpus.items);
    corpus_print(&corpus, corpus_collection, 0, collections);

    free(corpus.tags.sums);
    free(corpus.words.sums);
    free(corpus.characters.sums);

    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
