
/*
 * Copyright (C) contentlib authors
 *
 * A queue of parsed records and of errors, in the order of the input, between
 * the thread and its owner.
 */


#include <tool/record/contentlib_parser.h>

#include <tool/record/contentlib_syntax.h>

#include <pthread.h>


/*
 * Bytes of the records between the thread and its owner, as text: their trees
 * take up to fifty times as much memory.  A longer record is there alone.
 */

#define CONTENTLIB_PARSER_BYTES    (256 * 1024)

/* records and errors in the queue */

#define CONTENTLIB_PARSER_ENTRIES  1024


typedef struct {
    ngx_queue_t               queue;
    ngx_int_t                 rc;           /* NGX_OK, or why this is the last;
                                               NGX_DECLINED: an error */
    ngx_uint_t                line;
    ngx_uint_t                column;
    json_object              *json;
    size_t                    len;          /* of the record */
    uint64_t                  bytes;
    char                      text[];       /* of the error */
} contentlib_parsed_t;


struct contentlib_parser_s {
    contentlib_input_t       *input;
    contentlib_errors_t       errors;       /* of the thread */
    json_tokener             *tokener;
    contentlib_parsed_t      *last;         /* returned */

    pthread_t                 thread;
    ngx_uint_t                started;
    pthread_mutex_t           mutex;        /* of what follows */
    pthread_cond_t            added;
    pthread_cond_t            taken;
    ngx_queue_t               records;
    ngx_uint_t                n;            /* of "records" */
    size_t                    len;          /* from parsing to the next call */
    ngx_uint_t                closed;
};


static void *contentlib_parser_run(void *data);
static ngx_int_t contentlib_parser_read(contentlib_parser_t *parser,
    contentlib_place_t *place);
static ngx_int_t contentlib_parser_reserve(contentlib_parser_t *parser,
    size_t len);
static void contentlib_parser_page(contentlib_parser_t *parser,
    const contentlib_place_t *place, const ngx_str_t *text);
static void contentlib_parser_error(void *data, const char *text);
static contentlib_parsed_t *contentlib_parser_create(
    contentlib_parser_t *parser, ngx_int_t rc, const char *text);
static void contentlib_parser_add(contentlib_parser_t *parser,
    contentlib_parsed_t *parsed);
static contentlib_parsed_t *contentlib_parser_take(contentlib_parser_t *parser);
static void contentlib_parser_free(contentlib_parser_t *parser,
    contentlib_parsed_t *parsed);


contentlib_parser_t *
contentlib_parser_open(const char *name, contentlib_input_read_pt read,
    void *from, contentlib_message_t *message)
{
    int                   error;
    contentlib_parser_t  *parser;

    parser = ngx_calloc(sizeof(contentlib_parser_t), NULL);

    parser->errors.most = UINT64_MAX;
    parser->errors.add = contentlib_parser_error;
    parser->errors.data = parser;

    (void) pthread_mutex_init(&parser->mutex, NULL);
    (void) pthread_cond_init(&parser->added, NULL);
    (void) pthread_cond_init(&parser->taken, NULL);
    ngx_queue_init(&parser->records);

    parser->tokener = contentlib_syntax_tokener();
    parser->input = contentlib_input_open(name, read, from, &parser->errors,
                                          message);

    if (parser->input) {
        error = pthread_create(&parser->thread, NULL, contentlib_parser_run,
                               parser);
        parser->started = (error == 0);

        if (error) {
            (void) contentlib_message_set(message, "contentlib: cannot start "
                                          "a thread: %s", strerror(error));
        }
    }

    if (!parser->started) {
        contentlib_parser_close(parser);
        return NULL;
    }

    return parser;
}


void
contentlib_parser_close(contentlib_parser_t *parser)
{
    ngx_queue_t  *q;

    if (parser->started) {
        (void) pthread_mutex_lock(&parser->mutex);
        parser->closed = 1;
        (void) pthread_cond_signal(&parser->taken);
        (void) pthread_mutex_unlock(&parser->mutex);

        contentlib_input_stop(parser->input);
        (void) pthread_join(parser->thread, NULL);
    }

    contentlib_parser_free(parser, parser->last);

    while (!ngx_queue_empty(&parser->records)) {
        q = ngx_queue_head(&parser->records);
        ngx_queue_remove(q);
        contentlib_parser_free(parser,
                           ngx_queue_data(q, contentlib_parsed_t, queue));
    }

    if (parser->input) {
        contentlib_input_close(parser->input);
    }

    json_tokener_free(parser->tokener);
    (void) pthread_cond_destroy(&parser->taken);
    (void) pthread_cond_destroy(&parser->added);
    (void) pthread_mutex_destroy(&parser->mutex);
    free(parser);
}


uint64_t
contentlib_parser_bytes(contentlib_parser_t *parser)
{
    return parser->last ? parser->last->bytes : 0;
}


const char *
contentlib_parser_name(contentlib_parser_t *parser)
{
    return contentlib_input_name(parser->input);
}


ngx_int_t
contentlib_parser_next(contentlib_parser_t *parser, contentlib_place_t *place,
    json_object **json)
{
    contentlib_parsed_t  *parsed;

    for ( ;; ) {
        contentlib_parser_free(parser, parser->last);

        parsed = contentlib_parser_take(parser);
        parser->last = parsed;

        if (parsed->rc != NGX_DECLINED) {
            break;
        }

        (void) contentlib_errors_add(place->errors, "%s", parsed->text);
    }

    place->line = parsed->line;
    place->column = parsed->column;
    *json = parsed->json;

    return parsed->rc;
}


static void *
contentlib_parser_run(void *data)
{
    ngx_int_t             rc;
    contentlib_place_t    place;
    contentlib_parser_t  *parser = data;

    contentlib_place_init(&place, contentlib_parser_name(parser),
                          &parser->errors, NULL);

    do {
        rc = contentlib_parser_read(parser, &place);
    } while (rc == NGX_OK);

    contentlib_parser_add(parser, contentlib_parser_create(parser, rc, ""));

    return NULL;
}


/* the next record, or the fields of an envelope; NGX_DONE if closed, too */

static ngx_int_t
contentlib_parser_read(contentlib_parser_t *parser, contentlib_place_t *place)
{
    ngx_int_t             rc;
    ngx_str_t             text;
    contentlib_parsed_t  *parsed;

    rc = contentlib_input_next(parser->input, place, &text);

    if (rc == NGX_AGAIN) {
        contentlib_parser_page(parser, place, &text);
        return NGX_OK;
    }

    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_parser_reserve(parser, text.len) != NGX_OK) {
        return NGX_DONE;
    }

    parsed = contentlib_parser_create(parser, NGX_OK, "");

    parsed->line = place->line;
    parsed->column = place->column;
    parsed->len = text.len;
    parsed->json = contentlib_syntax_parse(parser->tokener, &text, place);

    if (parsed->json == NULL) {
        contentlib_input_invalid(parser->input);
    }

    contentlib_parser_add(parser, parsed);

    return NGX_OK;
}


/* waits until there is room for a record; NGX_ERROR if the parser is closed */

static ngx_int_t
contentlib_parser_reserve(contentlib_parser_t *parser, size_t len)
{
    ngx_uint_t  closed;

    (void) pthread_mutex_lock(&parser->mutex);

    while (parser->len != 0 && parser->len + len > CONTENTLIB_PARSER_BYTES
           && !parser->closed)
    {
        (void) pthread_cond_wait(&parser->taken, &parser->mutex);
    }

    parser->len += len;
    closed = parser->closed;

    (void) pthread_mutex_unlock(&parser->mutex);

    return closed ? NGX_ERROR : NGX_OK;
}


/* the fields of an envelope, whose results were returned */

static void
contentlib_parser_page(contentlib_parser_t *parser,
    const contentlib_place_t *place, const ngx_str_t *text)
{
    char          quoted[CONTENTLIB_QUOTE_SIZE];
    json_object  *page;

    page = contentlib_syntax_parse(parser->tokener, text, place);

    if (page == NULL) {
        return;
    }

    json_object_object_foreach(page, key, value) {

        (void) value;

        if (ngx_strcmp(key, "count") && ngx_strcmp(key, "next")
            && ngx_strcmp(key, "previous") && ngx_strcmp(key, "results"))
        {
            (void) contentlib_errors_add(place->errors, "%s:%lu: page: unknown "
                                         "field \"%s\"", place->file,
                                         place->line,
                                         contentlib_message_string(quoted,
                                                                   key));
        }
    }

    json_object_put(page);
}


/* errors of the thread are printed in the order of the records */

static void
contentlib_parser_error(void *data, const char *text)
{
    contentlib_parser_t  *parser = data;

    contentlib_parser_add(parser, contentlib_parser_create(parser,
                                                           NGX_DECLINED, text));
}


static contentlib_parsed_t *
contentlib_parser_create(contentlib_parser_t *parser, ngx_int_t rc,
    const char *text)
{
    size_t                size;
    contentlib_parsed_t  *parsed;

    size = ngx_strlen(text) + 1;
    parsed = ngx_calloc(sizeof(contentlib_parsed_t) + size, NULL);

    parsed->rc = rc;
    parsed->bytes = contentlib_input_bytes(parser->input);
    ngx_memcpy(parsed->text, text, size);

    return parsed;
}


static void
contentlib_parser_add(contentlib_parser_t *parser, contentlib_parsed_t *parsed)
{
    (void) pthread_mutex_lock(&parser->mutex);

    while (parser->n == CONTENTLIB_PARSER_ENTRIES && !parser->closed) {
        (void) pthread_cond_wait(&parser->taken, &parser->mutex);
    }

    parser->n++;
    ngx_queue_insert_tail(&parser->records, &parsed->queue);
    (void) pthread_cond_signal(&parser->added);

    (void) pthread_mutex_unlock(&parser->mutex);
}


static contentlib_parsed_t *
contentlib_parser_take(contentlib_parser_t *parser)
{
    ngx_queue_t  *q;

    (void) pthread_mutex_lock(&parser->mutex);

    while (ngx_queue_empty(&parser->records)) {
        (void) pthread_cond_wait(&parser->added, &parser->mutex);
    }

    q = ngx_queue_head(&parser->records);
    ngx_queue_remove(q);

    if (--parser->n == CONTENTLIB_PARSER_ENTRIES / 2) {
        (void) pthread_cond_signal(&parser->taken);
    }

    (void) pthread_mutex_unlock(&parser->mutex);

    return ngx_queue_data(q, contentlib_parsed_t, queue);
}


static void
contentlib_parser_free(contentlib_parser_t *parser, contentlib_parsed_t *parsed)
{
    if (parsed == NULL) {
        return;
    }

    json_object_put(parsed->json);

    /* the thread is woken for many records at once */

    (void) pthread_mutex_lock(&parser->mutex);

    parser->len -= parsed->len;

    if (parser->len <= CONTENTLIB_PARSER_BYTES / 2) {
        (void) pthread_cond_signal(&parser->taken);
    }

    (void) pthread_mutex_unlock(&parser->mutex);

    free(parsed);
}
