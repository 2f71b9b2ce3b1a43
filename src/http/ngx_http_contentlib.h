
/*
 * Copyright (C) contentlib authors
 *
 * Declarations for src/http and the root file, the only files that use the
 * HTTP requests of nginx.
 */


#ifndef _NGX_HTTP_CONTENTLIB_H_INCLUDED_
#define _NGX_HTTP_CONTENTLIB_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

#if (NGX_THREADS)
#include <ngx_thread_pool.h>
#endif

#include <metrics/contentlib_metrics.h>
#include <service/contentlib_service.h>


typedef struct ngx_http_contentlib_ctx_s  ngx_http_contentlib_ctx_t;


#if (NGX_THREADS)

/*
 * Searches run in a thread, one at a time; 64 can wait for it.  Without a task
 * they run on the event loop.
 */

typedef struct {
    ngx_http_contentlib_ctx_t  *running;    /* or NULL */
    ngx_event_t               next;         /* takes one out of the fifo */
    ngx_thread_task_t        *thread_task;
    ngx_thread_pool_t        *thread_pool;
    ngx_uint_t                own_threads;  /* not the pool "default" */
} ngx_http_contentlib_searches_t;

#endif


/* in the cycle's pool; generations are opened in the worker only */

typedef struct {
    ngx_array_t               sources;      /* of contentlib_source_t * */
    ngx_event_t               timer;        /* to look at their files */
    ngx_connection_t          none;         /* its connection */

#if (NGX_THREADS)
    ngx_http_contentlib_searches_t  searches;
#endif

    ngx_http_complex_value_t  own_url;      /* for requests without a host */

    contentlib_metrics_t     *metrics;      /* one for each source, or NULL */
    unsigned                  status:1;     /* some location has
                                               "contentlib_status" */
} ngx_http_contentlib_main_conf_t;


typedef struct {
    contentlib_source_t      *source;
    ngx_http_complex_value_t *base_url;     /* NULL: from the request */
    ngx_http_complex_value_t *media_url;    /* NULL: from the library */
    ngx_str_t                 root;
    ngx_str_t                 partner;
    ngx_str_t                 explorer;     /* empty: there is none */
    ngx_array_t              *preview;      /* conditions, or NULL */
    ngx_uint_t                page_size;
    ngx_uint_t                max_page_size;
    ngx_uint_t                numbers;
    ngx_flag_t                strict;
    ngx_flag_t                gzip;
    ngx_msec_t                query_timeout;
    ngx_http_handler_pt       handler;      /* NULL: it is not ours */
} ngx_http_contentlib_loc_conf_t;


#define NGX_HTTP_CONTENTLIB_INTEGER  0
#define NGX_HTTP_CONTENTLIB_STRING   1


/*
 * In the request's pool; the variables show the answer.
 *
 * A request that waits for its search, or for the end of it, is blocked, so
 * nginx keeps it even if its client leaves.  It goes on with "resume", which
 * ends it if its connection has an error.  Its timer ends the wait at the
 * deadline, and a worker that shuts down waits for the timer.
 */

struct ngx_http_contentlib_ctx_s {
    contentlib_input_t        input;
    contentlib_answer_t       answer;
    ngx_http_request_t       *request;

    ngx_queue_t               queue;        /* of the fifo */
    contentlib_task_t        *task;         /* its search */
    ngx_event_t               timer;
    void                    (*resume)(ngx_http_contentlib_ctx_t *ctx);

    unsigned                  waiting:1;    /* in the fifo */
    unsigned                  answered:1;
    unsigned                  discard:1;    /* the body, after the wait */
};


/* the preview of the record of a page, as HTML; empty: there is none */

typedef struct {
    ngx_str_t                 title;
    ngx_str_t                 head;         /* elements */
    ngx_str_t                 body;
} ngx_http_contentlib_preview_t;


extern ngx_module_t  ngx_http_contentlib_module;

/* the value of Vary: the page and the API have the same addresses */

extern const ngx_str_t  ngx_http_contentlib_vary;


ngx_int_t ngx_http_contentlib_handler(ngx_http_request_t *r);

/*
 * Sends the page for people, if the client wants it, else NGX_DECLINED; the
 * variables with the preview of its record; "preview" of contentlib_input_t,
 * which makes the parts of this preview one text; and the parts of the text.
 */

ngx_int_t ngx_http_contentlib_page(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input);
ngx_int_t ngx_http_contentlib_add_page_variables(ngx_conf_t *cf);
ngx_int_t ngx_http_contentlib_preview(const contentlib_input_t *input,
    const ngx_str_t *record, const contentlib_neighbours_t *items,
    ngx_str_t *text);
void ngx_http_contentlib_preview_parts(const ngx_str_t *text,
    ngx_http_contentlib_preview_t *preview);

/* NGX_OK or NGX_ERROR; without data, the base URL is not valid */

ngx_int_t ngx_http_contentlib_input(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input);

/* 1 if it begins as a URL, and is neither too long nor to be escaped */

ngx_uint_t ngx_http_contentlib_url_valid(const ngx_str_t *url);
ngx_uint_t ngx_http_contentlib_url_path_valid(const ngx_str_t *path);

/* 1 if all characters are visible ASCII, and none of them is special */

ngx_uint_t ngx_http_contentlib_visible(const ngx_str_t *text,
    const char *special);

/* a header of the answer, or NULL */

ngx_table_elt_t *ngx_http_contentlib_header(ngx_http_request_t *r,
    const char *key, const ngx_str_t *value);

/*
 * Metrics are counted if any location has "contentlib_status": a worker counts
 * in shared memory from its start to its end.
 */

ngx_int_t ngx_http_contentlib_add_zones(ngx_conf_t *cf);
void ngx_http_contentlib_use_zones(ngx_http_contentlib_main_conf_t *mcf,
    ngx_cycle_t *cycle);

/* the page that shows them; and the line of "contentlib_status health" */

ngx_int_t ngx_http_contentlib_status_handler(ngx_http_request_t *r);
ngx_int_t ngx_http_contentlib_health_handler(ngx_http_request_t *r);

ngx_int_t ngx_http_contentlib_add_variables(ngx_conf_t *cf);

/* looks at all files, as a request does at one; the time of the next look */

uint64_t ngx_http_contentlib_look(ngx_http_contentlib_main_conf_t *mcf,
    ngx_log_t *log);

/*
 * Opens the libraries of a worker and looks at their files from then on; and
 * closes them with the pool of the configuration: a process without a master
 * outlives a configuration that it replaces.
 */

ngx_int_t ngx_http_contentlib_open(ngx_cycle_t *cycle);
void ngx_http_contentlib_close(void *data);

/*
 * A request enters the fifo of the process at its end: NGX_AGAIN, or NGX_BUSY
 * if 64 requests wait there whose clients have not left, or too many of its
 * main request.  The first one leaves it and goes on: NGX_OK, or NGX_DECLINED
 * if none waits.
 */

ngx_int_t ngx_http_contentlib_enter(ngx_http_contentlib_ctx_t *ctx);
ngx_int_t ngx_http_contentlib_next(void);

/* a request begins to wait */

void ngx_http_contentlib_block(ngx_http_contentlib_ctx_t *ctx);

/*
 * The thread pool of searches: "default" if the directive names none; its use
 * in a worker; and "search" of contentlib_input_t.
 */

ngx_int_t ngx_http_contentlib_add_thread_pool(ngx_conf_t *cf);
void ngx_http_contentlib_use_thread(ngx_http_contentlib_main_conf_t *mcf,
    ngx_cycle_t *cycle);
ngx_int_t ngx_http_contentlib_search(void *data, contentlib_task_t *task);

/* setters of directives */

char *ngx_http_contentlib(ngx_conf_t *cf, ngx_command_t *cmd, void *conf);
char *ngx_http_contentlib_status(ngx_conf_t *cf, ngx_command_t *cmd,
    void *conf);
char *ngx_http_contentlib_library(ngx_conf_t *cf, ngx_command_t *cmd,
    void *conf);
char *ngx_http_contentlib_url(ngx_conf_t *cf, ngx_command_t *cmd, void *conf);
char *ngx_http_contentlib_thread_pool(ngx_conf_t *cf, ngx_command_t *cmd,
    void *conf);

/* checks of values, called by the setters of nginx */

char *ngx_http_contentlib_check_root(ngx_conf_t *cf, void *post, void *data);
char *ngx_http_contentlib_check_explorer(ngx_conf_t *cf, void *post,
    void *data);
char *ngx_http_contentlib_check_partner(ngx_conf_t *cf, void *post,
    void *data);


#endif /* _NGX_HTTP_CONTENTLIB_H_INCLUDED_ */
