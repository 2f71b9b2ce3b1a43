
/*
 * Copyright (C) contentlib authors
 *
 * What one worker counts of one library.  The list of the figures is the only
 * one: the JSON, the text for Prometheus and the names in the documents are
 * made of it, or held against it.
 *
 * Written by one process, without locks, and read by others meanwhile.  The
 * memory belongs to whoever gave it to the source of the library, and outlives
 * all that counts there.  Without any (NULL) nothing is counted.
 */


#ifndef _CONTENTLIB_FIGURES_H_INCLUDED_
#define _CONTENTLIB_FIGURES_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>

#include <api/contentlib_route.h>
#include <library/contentlib_db.h>


#define CONTENTLIB_FIGURES_DIGEST     64    /* hexadecimal digits */
#define CONTENTLIB_FIGURES_TEXT       120

#define CONTENTLIB_FIGURES_ROUTES     (CONTENTLIB_ENDPOINTS + 1)
#define CONTENTLIB_FIGURES_STATUSES   11
#define CONTENTLIB_FIGURES_REASONS    5
#define CONTENTLIB_FIGURES_KINDS      3
#define CONTENTLIB_FIGURES_RECORDS    3
#define CONTENTLIB_FIGURES_BUCKETS    9

/* all times, those above the last bucket too; then microseconds in all */

#define CONTENTLIB_FIGURES_TIMES      (CONTENTLIB_FIGURES_BUCKETS + 2)


/* field, values, type, their labels, what it says */

#define CONTENTLIB_FIGURES(F)                                                 \
    F(requests, CONTENTLIB_FIGURES_ROUTES * CONTENTLIB_FIGURES_STATUSES,      \
      COUNTER, route_status, "Answers by endpoint and status.")               \
    F(refusals, CONTENTLIB_FIGURES_REASONS, COUNTER, reason,                  \
      "Answers 503 by what they were for.")                                   \
    F(cache_hits, CONTENTLIB_FIGURES_KINDS, COUNTER, kind,                    \
      "What was looked for in the cache and found, by kind.")                 \
    F(cache_misses, CONTENTLIB_FIGURES_KINDS, COUNTER, kind,                  \
      "What was looked for in the cache and not found, by kind.")             \
    F(cache_bytes, CONTENTLIB_FIGURES_KINDS, GAUGE, kind,                     \
      "Memory that the entries of the cache take, by kind.")                  \
    F(cache_entries, CONTENTLIB_FIGURES_KINDS, GAUGE, kind,                   \
      "Entries of the cache, by kind.")                                       \
    F(rendered, CONTENTLIB_FIGURES_RECORDS, COUNTER, record,                  \
      "Records that were read and rendered, by kind.")                        \
    F(gzip_saved_bytes, 1, COUNTER, none,                                     \
      "Bytes of answers that were not sent since they were compressed.")      \
    F(switches, 1, COUNTER, none,                                             \
      "Libraries that were opened and taken into service.")                   \
    F(rejected, 1, COUNTER, none,                                             \
      "Files that were found unfit to be served, or missing.")                \
    F(roll_backs, 1, COUNTER, none,                                           \
      "Times that the library before was gone back to.")                      \
    F(changed_in_place, 1, COUNTER, none,                                     \
      "Times that the file was written to while it was served.")              \
    F(sqlite_seconds, CONTENTLIB_FIGURES_TIMES, HISTOGRAM, none,              \
      "Time in SQLite, for each record, search or slice of a search.")        \
    F(query_seconds, CONTENTLIB_FIGURES_TIMES, HISTOGRAM, none,               \
      "Time to an answer that was not kept, with what it waited.")


/* what is served, and since when, or why nothing is */

typedef struct {
    u_char                   digest[CONTENTLIB_FIGURES_DIGEST];
    uint64_t                 items;
    uint64_t                 tags;
    uint64_t                 collections;
    time_t                   switched;
    unsigned                 serving:1;
    char                     reason[CONTENTLIB_FIGURES_TEXT];
} contentlib_figures_library_t;


#define CONTENTLIB_FIGURES_FIELD(field, n, type, labels, help)                \
    ngx_atomic_t  field[n];

typedef struct {
    CONTENTLIB_FIGURES(CONTENTLIB_FIGURES_FIELD)

    ngx_atomic_t                  changes;  /* odd while it is written: */
    contentlib_figures_library_t  library;
} contentlib_figures_t;

#undef CONTENTLIB_FIGURES_FIELD


/* why an answer is a 503; the order is that of the labels */

typedef enum {
    CONTENTLIB_REFUSED_LIBRARY = 0,         /* there is none to serve */
    CONTENTLIB_REFUSED_FILE,                /* it cannot be read */
    CONTENTLIB_REFUSED_TIME,                /* over the deadline */
    CONTENTLIB_REFUSED_BUSY,                /* too much is under way */
    CONTENTLIB_REFUSED_MEMORY
} contentlib_refused_e;


/* the description of a figure */

typedef enum {
    CONTENTLIB_FIGURE_COUNTER = 0,
    CONTENTLIB_FIGURE_GAUGE,
    CONTENTLIB_FIGURE_HISTOGRAM
} contentlib_figure_e;


typedef struct {
    const char              *name;          /* of the label, or NULL */
    const ngx_str_t         *values;        /* zero-terminated, too */
    ngx_uint_t               n;
} contentlib_figure_label_t;


/* with two labels the values are those of the second for each of the first */

typedef struct {
    const char              *name;
    const char              *help;
    size_t                   offset;        /* in contentlib_figures_t */
    ngx_uint_t               n;
    contentlib_figure_e      type;

    const contentlib_figure_label_t  *labels;  /* two */
} contentlib_figure_t;


/* the last one has no name; so have the bounds of the buckets, in seconds */

extern const contentlib_figure_t  contentlib_figures[];
extern const ngx_str_t  contentlib_figures_bounds[];


#define contentlib_figures_add(figures, field, i, n)                          \
    ((figures) != NULL ? (void) ((figures)->field[i] += (n)) : (void) 0)

#define contentlib_figures_value(figures, figure)                             \
    ((ngx_atomic_t *) ((uintptr_t) (figures) + (figure)->offset))


/* an answer that was sent; the route is an endpoint and 1, or 0 for none */

void contentlib_figures_answer(contentlib_figures_t *figures,
    ngx_uint_t route, ngx_uint_t status);

/*
 * A time: contentlib_figures_clock() when it begins, in microseconds, or 0 if
 * nobody counts; and its length in a histogram.
 */

uint64_t contentlib_figures_clock(const contentlib_figures_t *figures);
void contentlib_figures_sqlite(contentlib_figures_t *figures, uint64_t began);
void contentlib_figures_time(ngx_atomic_t *histogram, uint64_t microseconds);

/*
 * Another library is served, or the one before again; the file was changed, so
 * that none is; or it was rejected, which matters if none is served.
 */

void contentlib_figures_switched(contentlib_figures_t *figures,
    const contentlib_meta_t *meta);
void contentlib_figures_back(contentlib_figures_t *figures,
    const contentlib_meta_t *meta);
void contentlib_figures_changed(contentlib_figures_t *figures);
void contentlib_figures_rejected(contentlib_figures_t *figures,
    const char *reason, ngx_uint_t idle);

/* what another process says there: a copy of it, whole */

void contentlib_figures_library(const contentlib_figures_t *figures,
    contentlib_figures_library_t *library);

/* what is there now is nothing any more; what was counted stays */

void contentlib_figures_end(contentlib_figures_t *figures);

/* adds up; what is there only of those that are there still */

void contentlib_figures_sum(contentlib_figures_t *sum,
    const contentlib_figures_t *figures, ngx_uint_t ended);


#endif /* _CONTENTLIB_FIGURES_H_INCLUDED_ */
