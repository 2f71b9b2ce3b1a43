
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_status_private.h>
#include <json/contentlib_json.h>
#include <text/contentlib_text.h>


static void contentlib_status_add_library(contentlib_json_t *json,
    contentlib_json_node_t *parent,
    const contentlib_status_library_t *library, ngx_pool_t *pool);
static void contentlib_status_add_worker(contentlib_json_t *json,
    contentlib_json_node_t *parent, const contentlib_status_worker_t *worker,
    ngx_pool_t *pool);
static void contentlib_status_add_served(contentlib_json_t *json,
    contentlib_json_node_t *parent,
    const contentlib_figures_library_t *served);
static void contentlib_status_add_reason(contentlib_json_t *json,
    contentlib_json_node_t *parent,
    const contentlib_figures_library_t *served);
static void contentlib_status_add_figures(contentlib_json_t *json,
    contentlib_json_node_t *parent, const contentlib_figures_t *figures,
    ngx_pool_t *pool);
static void contentlib_status_add_values(contentlib_json_t *json,
    contentlib_json_node_t *parent, const contentlib_figure_label_t *label,
    const ngx_atomic_t *values);
static void contentlib_status_add_histogram(contentlib_json_t *json,
    contentlib_json_node_t *parent, const ngx_atomic_t *values,
    ngx_pool_t *pool);


ngx_int_t
contentlib_status_json(const contentlib_status_t *status, ngx_pool_t *pool,
    ngx_str_t *text)
{
    ngx_uint_t               i;
    contentlib_json_t        json;
    contentlib_json_node_t  *root, *libraries;

    root = contentlib_json_begin_object(&json);

    contentlib_json_integer(&json, root, "pid", status->pid);

    libraries = contentlib_json_array(&json, root, "libraries");

    for (i = 0; i < status->n; i++) {
        contentlib_status_add_library(&json, libraries, &status->libraries[i],
                                      pool);
    }

    return contentlib_json_end(&json, pool, text);
}


static void
contentlib_status_add_library(contentlib_json_t *json,
    contentlib_json_node_t *parent,
    const contentlib_status_library_t *library, ngx_pool_t *pool)
{
    ngx_uint_t               i;
    contentlib_json_node_t  *object, *workers;

    object = contentlib_json_object(json, parent, NULL);

    contentlib_json_string(json, object, "library", &library->path);
    contentlib_json_integer(json, object, "workers", (int64_t) library->live);
    contentlib_json_integer(json, object, "workers_serving",
                            (int64_t) library->serving);

    if (library->latest != NULL) {
        contentlib_status_add_served(json, object, &library->latest->library);
    }

    contentlib_status_add_figures(json, object, &library->sum, pool);

    workers = contentlib_json_array(json, object, "by_worker");

    for (i = 0; i < library->n; i++) {
        contentlib_status_add_worker(json, workers, &library->workers[i],
                                     pool);
    }
}


static void
contentlib_status_add_worker(contentlib_json_t *json,
    contentlib_json_node_t *parent, const contentlib_status_worker_t *worker,
    ngx_pool_t *pool)
{
    contentlib_json_node_t  *object;

    object = contentlib_json_object(json, parent, NULL);

    contentlib_json_integer(json, object, "worker", (int64_t) worker->number);

    if (worker->pid == 0) {
        contentlib_json_null(json, object, "pid");

    } else {
        contentlib_json_integer(json, object, "pid", worker->pid);
        contentlib_json_boolean(json, object, "serving",
                                worker->library.serving);

        if (worker->library.serving) {
            contentlib_status_add_served(json, object, &worker->library);

        } else {
            contentlib_status_add_reason(json, object, &worker->library);
        }
    }

    contentlib_status_add_figures(json, object, worker->figures, pool);
}


static void
contentlib_status_add_served(contentlib_json_t *json,
    contentlib_json_node_t *parent, const contentlib_figures_library_t *served)
{
    ngx_str_t  digest;

    digest.data = (u_char *) (uintptr_t) served->digest;
    digest.len = CONTENTLIB_FIGURES_DIGEST;

    contentlib_json_string(json, parent, "digest", &digest);
    contentlib_json_integer(json, parent, "items", (int64_t) served->items);
    contentlib_json_integer(json, parent, "tags", (int64_t) served->tags);
    contentlib_json_integer(json, parent, "collections",
                            (int64_t) served->collections);
    contentlib_json_integer(json, parent, "switched",
                            (int64_t) served->switched);
}


/* what it is made of may be anything, such as what a damaged file holds */

static void
contentlib_status_add_reason(contentlib_json_t *json,
    contentlib_json_node_t *parent, const contentlib_figures_library_t *served)
{
    ngx_str_t  reason;

    reason.data = (u_char *) (uintptr_t) served->reason;
    reason.len = strnlen(served->reason, CONTENTLIB_FIGURES_TEXT);

    if (!contentlib_text_valid(&reason)) {
        reason.len = 0;
    }

    contentlib_json_string(json, parent, "reason", &reason);
}


static void
contentlib_status_add_figures(contentlib_json_t *json,
    contentlib_json_node_t *parent, const contentlib_figures_t *figures,
    ngx_pool_t *pool)
{
    ngx_uint_t                  i;
    const ngx_atomic_t         *values;
    contentlib_json_node_t     *object, *figure_object;
    const contentlib_figure_t  *figure;

    object = contentlib_json_object(json, parent, "figures");

    for (figure = contentlib_figures; figure->name != NULL; figure++) {

        values = contentlib_figures_value(figures, figure);

        if (figure->type != CONTENTLIB_FIGURE_HISTOGRAM
            && figure->labels[0].name == NULL)
        {
            contentlib_json_integer(json, object, figure->name,
                                    (int64_t) values[0]);
            continue;
        }

        figure_object = contentlib_json_object(json, object, figure->name);

        if (figure->type == CONTENTLIB_FIGURE_HISTOGRAM) {
            contentlib_status_add_histogram(json, figure_object, values, pool);

        } else if (figure->labels[1].name == NULL) {
            contentlib_status_add_values(json, figure_object,
                                         &figure->labels[0], values);

        } else {
            for (i = 0; i < figure->labels[0].n; i++) {
                contentlib_status_add_values(json,
                    contentlib_json_object(json, figure_object,
                          (const char *) figure->labels[0].values[i].data),
                    &figure->labels[1], values + i * figure->labels[1].n);
            }
        }
    }
}


static void
contentlib_status_add_values(contentlib_json_t *json,
    contentlib_json_node_t *parent, const contentlib_figure_label_t *label,
    const ngx_atomic_t *values)
{
    ngx_uint_t  i;

    for (i = 0; i < label->n; i++) {
        contentlib_json_integer(json, parent,
                                (const char *) label->values[i].data,
                                (int64_t) values[i]);
    }
}


static void
contentlib_status_add_histogram(contentlib_json_t *json,
    contentlib_json_node_t *parent, const ngx_atomic_t *values,
    ngx_pool_t *pool)
{
    uint64_t                 n;
    ngx_str_t               *seconds;
    ngx_uint_t               i;
    contentlib_json_node_t  *buckets;

    buckets = contentlib_json_object(json, parent, "buckets");

    n = 0;

    for (i = 0; contentlib_figures_bounds[i].len != 0; i++) {
        n += values[i];
        contentlib_json_integer(json, buckets,
                           (const char *) contentlib_figures_bounds[i].data,
                           (int64_t) n);
    }

    seconds = contentlib_status_seconds(values, pool);

    if (seconds == NULL) {
        json->failed = 1;
        return;
    }

    contentlib_json_integer(json, parent, "count", (int64_t) n);
    contentlib_json_raw(json, parent, "sum", seconds);
}


ngx_int_t
contentlib_status_health(const contentlib_status_t *status, ngx_pool_t *pool,
    ngx_str_t *text)
{
    ngx_uint_t                          i;
    contentlib_json_t                   json;
    contentlib_json_node_t             *root, *libraries, *object;
    const contentlib_status_library_t  *library;

    root = contentlib_json_begin_object(&json);

    contentlib_json_boolean(&json, root, "serving", status->well);

    libraries = contentlib_json_array(&json, root, "libraries");

    for (i = 0; i < status->n; i++) {

        library = &status->libraries[i];
        object = contentlib_json_object(&json, libraries, NULL);

        contentlib_json_string(&json, object, "library", &library->path);
        contentlib_json_boolean(&json, object, "serving",
                                contentlib_status_well(library));

        if (library->idle != NULL) {
            contentlib_status_add_reason(&json, object,
                                         &library->idle->library);
        }
    }

    return contentlib_json_end(&json, pool, text);
}
