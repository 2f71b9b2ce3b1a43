
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_status_private.h>
#include <api/contentlib_args.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_STATUS_SECONDS  32       /* digits, and a point */


typedef ngx_int_t (*contentlib_status_pt)(const contentlib_status_t *status,
    ngx_pool_t *pool, ngx_str_t *text);


typedef struct {
    ngx_str_t                format;
    ngx_str_t                type;
    contentlib_status_pt     write;
} contentlib_status_format_t;


static const contentlib_status_format_t *contentlib_status_format(
    const ngx_str_t *name);
static void contentlib_status_look(contentlib_status_library_t *library);
static ngx_int_t contentlib_status_path(contentlib_status_library_t *library,
    ngx_pool_t *pool);


static const contentlib_status_format_t  contentlib_status_formats[] = {

    { ngx_string("json"), ngx_string("application/json"),
      contentlib_status_json },

    { ngx_string("prometheus"),
      ngx_string("text/plain; version=0.0.4; charset=utf-8"),
      contentlib_status_prometheus },

    { ngx_string("health"), ngx_string("application/json"),
      contentlib_status_health },

    { ngx_null_string, ngx_null_string, NULL }
};


ngx_int_t
contentlib_status_answer(contentlib_status_t *status, const ngx_str_t *query,
    ngx_pool_t *pool, contentlib_answer_t *answer, ngx_str_t *type)
{
    ngx_str_t                          text;
    ngx_int_t                          rc;
    ngx_uint_t                         i;
    contentlib_args_t                  args;
    const contentlib_status_format_t  *format;

    *type = contentlib_status_formats[0].type;

    rc = contentlib_args_parse(query, pool, &args);

    if (rc == NGX_DECLINED) {
        return contentlib_answer_bad_request(answer, "Too many parameters.",
                                             pool);
    }

    if (rc != NGX_OK) {
        return NGX_ERROR;
    }

    format = contentlib_status_format(contentlib_args_value(&args, "format"));

    if (format == NULL) {
        return contentlib_answer_not_found(answer, pool);
    }

    status->well = 1;

    for (i = 0; i < status->n; i++) {

        if (contentlib_status_path(&status->libraries[i], pool) != NGX_OK) {
            return NGX_ERROR;
        }

        contentlib_status_look(&status->libraries[i]);
        status->well &= contentlib_status_well(&status->libraries[i]);
    }

    if (format->write(status, pool, &text) != NGX_OK) {
        return NGX_ERROR;
    }

    *type = format->type;
    contentlib_answer_ok(answer, &text);

    if (format->write == contentlib_status_health && !status->well) {
        answer->status = 503;
    }

    return NGX_OK;
}


static const contentlib_status_format_t *
contentlib_status_format(const ngx_str_t *name)
{
    const contentlib_status_format_t  *format;

    format = contentlib_status_formats;

    if (name == NULL || name->len == 0) {
        return format;
    }

    for ( /* void */ ; format->write != NULL; format++) {

        if (name->len == format->format.len
            && ngx_memcmp(name->data, format->format.data, name->len) == 0)
        {
            return format;
        }
    }

    return NULL;
}


ngx_uint_t
contentlib_status_well(const contentlib_status_library_t *library)
{
    return library->live > 0 && library->serving == library->live;
}


ngx_str_t *
contentlib_status_seconds(const ngx_atomic_t *histogram, ngx_pool_t *pool)
{
    char       *text;
    uint64_t    microseconds;
    ngx_str_t  *seconds;

    seconds = ngx_palloc(pool, sizeof(ngx_str_t)
                               + CONTENTLIB_STATUS_SECONDS);
    if (seconds == NULL) {
        return NULL;
    }

    text = (char *) (seconds + 1);
    microseconds = histogram[CONTENTLIB_FIGURES_TIMES - 1];

    seconds->data = (u_char *) text;
    seconds->len = (size_t) snprintf(text, CONTENTLIB_STATUS_SECONDS,
                                     "%" PRIu64 ".%06" PRIu64,
                                     microseconds / 1000000,
                                     microseconds % 1000000);

    return seconds;
}


static void
contentlib_status_look(contentlib_status_library_t *library)
{
    ngx_uint_t                   i;
    contentlib_status_worker_t  *worker;

    for (i = 0; i < library->n; i++) {

        worker = &library->workers[i];

        contentlib_figures_sum(&library->sum, worker->figures,
                               worker->pid == 0);

        if (worker->pid == 0) {
            continue;
        }

        contentlib_figures_library(worker->figures, &worker->library);

        if (!worker->library.serving) {

            /* one that has no reason has just begun */

            if (worker->library.reason[0] != '\0') {
                library->idle = worker;
                library->live++;
            }

            continue;
        }

        library->live++;
        library->serving++;

        if (library->latest == NULL
            || library->latest->library.switched < worker->library.switched)
        {
            library->latest = worker;
        }
    }
}


/* a path is bytes, and what is said of it is text */

static ngx_int_t
contentlib_status_path(contentlib_status_library_t *library, ngx_pool_t *pool)
{
    u_char  *p;

    if (contentlib_text_valid(&library->path)) {
        return NGX_OK;
    }

    p = ngx_pnalloc(pool, library->path.len * CONTENTLIB_TEXT_GROWTH);
    if (p == NULL) {
        return NGX_ERROR;
    }

    library->path.len = contentlib_text_repair(p, &library->path);
    library->path.data = p;

    return NGX_OK;
}
