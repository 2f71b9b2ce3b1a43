
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_figures.h>


#define CONTENTLIB_FIGURES_OTHER  (CONTENTLIB_FIGURES_STATUSES - 1)
#define CONTENTLIB_FIGURES_TRIES  1000


static void contentlib_figures_serving(contentlib_figures_t *figures,
    const contentlib_meta_t *meta);
static void contentlib_figures_idle(contentlib_figures_t *figures,
    const char *reason);
static void contentlib_figures_write(contentlib_figures_t *figures,
    const contentlib_figures_library_t *library);


/* "none" first, and then in the order of the endpoints */

static const ngx_str_t  contentlib_figures_routes[] = {
    ngx_string("none"), ngx_string("root"), ngx_string("content_items"),
    ngx_string("content_item"), ngx_string("collections"),
    ngx_string("collection"), ngx_string("tags"), ngx_string("tag"),
    ngx_string("search")
};


/* the most frequent ones first */

static const ngx_uint_t  contentlib_figures_codes[] = {
    200, 304, 404, 301, 400, 405, 406, 499, 500, 503
};


static const ngx_str_t  contentlib_figures_statuses[] = {
    ngx_string("200"), ngx_string("304"), ngx_string("404"),
    ngx_string("301"), ngx_string("400"), ngx_string("405"),
    ngx_string("406"), ngx_string("499"), ngx_string("500"),
    ngx_string("503"), ngx_string("other")
};


static const ngx_str_t  contentlib_figures_reasons[] = {
    ngx_string("library"), ngx_string("file"), ngx_string("timeout"),
    ngx_string("busy"), ngx_string("memory")
};


/* in the order of contentlib_cache_kind_e */

static const ngx_str_t  contentlib_figures_kinds[] = {
    ngx_string("answer"), ngx_string("gzip"), ngx_string("matches")
};


static const ngx_str_t  contentlib_figures_records[] = {
    ngx_string("item"), ngx_string("tag"), ngx_string("collection")
};


static const contentlib_figure_label_t  contentlib_figures_route_status[] = {
    { "endpoint", contentlib_figures_routes, CONTENTLIB_FIGURES_ROUTES },
    { "status", contentlib_figures_statuses, CONTENTLIB_FIGURES_STATUSES }
};


static const contentlib_figure_label_t  contentlib_figures_reason[] = {
    { "reason", contentlib_figures_reasons, CONTENTLIB_FIGURES_REASONS },
    { NULL, NULL, 0 }
};


static const contentlib_figure_label_t  contentlib_figures_kind[] = {
    { "kind", contentlib_figures_kinds, CONTENTLIB_FIGURES_KINDS },
    { NULL, NULL, 0 }
};


static const contentlib_figure_label_t  contentlib_figures_record[] = {
    { "record", contentlib_figures_records, CONTENTLIB_FIGURES_RECORDS },
    { NULL, NULL, 0 }
};


static const contentlib_figure_label_t  contentlib_figures_none[] = {
    { NULL, NULL, 0 },
    { NULL, NULL, 0 }
};


#define CONTENTLIB_FIGURES_ROW(field, n, type, labels, help)                  \
    { #field, help, offsetof(contentlib_figures_t, field), n,                 \
      CONTENTLIB_FIGURE_##type, contentlib_figures_##labels },

const contentlib_figure_t  contentlib_figures[] = {
    CONTENTLIB_FIGURES(CONTENTLIB_FIGURES_ROW)
    { NULL, NULL, 0, 0, CONTENTLIB_FIGURE_COUNTER, NULL }
};


/* the same in microseconds */

static const uint64_t  contentlib_figures_limits[] = {
    100, 500, 1000, 2500, 5000, 10000, 50000, 250000, 1000000
};


const ngx_str_t  contentlib_figures_bounds[] = {
    ngx_string("0.0001"), ngx_string("0.0005"), ngx_string("0.001"),
    ngx_string("0.0025"), ngx_string("0.005"), ngx_string("0.01"),
    ngx_string("0.05"), ngx_string("0.25"), ngx_string("1"),
    ngx_string("+Inf"), ngx_null_string
};


void
contentlib_figures_answer(contentlib_figures_t *figures, ngx_uint_t route,
    ngx_uint_t status)
{
    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_FIGURES_OTHER; i++) {

        if (contentlib_figures_codes[i] == status) {
            break;
        }
    }

    contentlib_figures_add(figures, requests,
                           route * CONTENTLIB_FIGURES_STATUSES + i, 1);
}


uint64_t
contentlib_figures_clock(const contentlib_figures_t *figures)
{
    return figures ? contentlib_db_clock() : 0;
}


void
contentlib_figures_sqlite(contentlib_figures_t *figures, uint64_t began)
{
    if (figures != NULL) {
        contentlib_figures_time(figures->sqlite_seconds,
                                contentlib_db_clock() - began);
    }
}


void
contentlib_figures_time(ngx_atomic_t *histogram, uint64_t microseconds)
{
    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_FIGURES_BUCKETS; i++) {

        if (microseconds <= contentlib_figures_limits[i]) {
            break;
        }
    }

    histogram[i]++;
    histogram[CONTENTLIB_FIGURES_TIMES - 1] += microseconds;
}


void
contentlib_figures_switched(contentlib_figures_t *figures,
    const contentlib_meta_t *meta)
{
    contentlib_figures_add(figures, switches, 0, 1);
    contentlib_figures_serving(figures, meta);
}


void
contentlib_figures_back(contentlib_figures_t *figures,
    const contentlib_meta_t *meta)
{
    contentlib_figures_add(figures, roll_backs, 0, 1);
    contentlib_figures_serving(figures, meta);
}


void
contentlib_figures_changed(contentlib_figures_t *figures)
{
    contentlib_figures_add(figures, changed_in_place, 0, 1);
    contentlib_figures_idle(figures, "it was changed in place");
}


void
contentlib_figures_rejected(contentlib_figures_t *figures, const char *reason,
    ngx_uint_t idle)
{
    contentlib_figures_add(figures, rejected, 0, 1);

    if (idle) {
        contentlib_figures_idle(figures, reason);
    }
}


static void
contentlib_figures_serving(contentlib_figures_t *figures,
    const contentlib_meta_t *meta)
{
    contentlib_figures_library_t  library;

    ngx_memzero(&library, sizeof(contentlib_figures_library_t));

    ngx_memcpy(library.digest, meta->digest.data,
               ngx_min(meta->digest.len, CONTENTLIB_FIGURES_DIGEST));

    library.items = meta->items;
    library.tags = meta->tags;
    library.collections = meta->collections;
    library.switched = time(NULL);
    library.serving = 1;

    contentlib_figures_write(figures, &library);
}


static void
contentlib_figures_idle(contentlib_figures_t *figures, const char *reason)
{
    contentlib_figures_library_t  library;

    ngx_memzero(&library, sizeof(contentlib_figures_library_t));

    (void) snprintf(library.reason, CONTENTLIB_FIGURES_TEXT, "%s", reason);

    contentlib_figures_write(figures, &library);
}


static void
contentlib_figures_write(contentlib_figures_t *figures,
    const contentlib_figures_library_t *library)
{
    if (figures == NULL) {
        return;
    }

    figures->changes++;
    ngx_memory_barrier();

    figures->library = *library;

    ngx_memory_barrier();
    figures->changes++;
}


/* whoever ends in the middle of it leaves something, which is still bounded */

void
contentlib_figures_library(const contentlib_figures_t *figures,
    contentlib_figures_library_t *library)
{
    ngx_uint_t         i;
    ngx_atomic_uint_t  before;

    for (i = 0; i < CONTENTLIB_FIGURES_TRIES; i++) {

        before = figures->changes;
        ngx_memory_barrier();

        *library = figures->library;

        ngx_memory_barrier();

        if ((before & 1) == 0 && figures->changes == before) {
            return;
        }

        ngx_cpu_pause();
    }
}


void
contentlib_figures_end(contentlib_figures_t *figures)
{
    ngx_uint_t                  i;
    ngx_atomic_t               *values;
    const contentlib_figure_t  *figure;

    for (figure = contentlib_figures; figure->name != NULL; figure++) {

        if (figure->type != CONTENTLIB_FIGURE_GAUGE) {
            continue;
        }

        values = contentlib_figures_value(figures, figure);

        for (i = 0; i < figure->n; i++) {
            values[i] = 0;
        }
    }

    figures->changes = 0;
    contentlib_figures_idle(figures, "");
}


void
contentlib_figures_sum(contentlib_figures_t *sum,
    const contentlib_figures_t *figures, ngx_uint_t ended)
{
    ngx_uint_t                  i;
    ngx_atomic_t               *to, *from;
    const contentlib_figure_t  *figure;

    for (figure = contentlib_figures; figure->name != NULL; figure++) {

        if (ended && figure->type == CONTENTLIB_FIGURE_GAUGE) {
            continue;
        }

        to = contentlib_figures_value(sum, figure);
        from = contentlib_figures_value(figures, figure);

        for (i = 0; i < figure->n; i++) {
            to[i] += from[i];
        }
    }
}
