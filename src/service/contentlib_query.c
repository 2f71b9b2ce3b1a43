
/*
 * Copyright (C) contentlib authors
 *
 * Answers a request from the current generation.
 */


#include <service/contentlib_query.h>
#include <api/contentlib_negotiation.h>
#include <cache/contentlib_gzip.h>


/* the value of an answer in the cache begins with this; the body follows */

typedef struct {
    size_t                   length;        /* of the body, not compressed */
    ngx_uint_t               rows;
    ngx_uint_t               gzip;          /* the body is compressed */
} contentlib_cached_t;


static ngx_int_t contentlib_query_read(contentlib_query_t *query,
    ngx_uint_t waited, contentlib_error_t *error);
static ngx_int_t contentlib_query_begin(contentlib_query_t *query);
static ngx_int_t contentlib_query_digest(contentlib_query_t *query);
static ngx_int_t contentlib_query_etag(contentlib_query_t *query);
static ngx_int_t contentlib_query_cached(contentlib_query_t *query);
static void contentlib_query_coding(contentlib_query_t *query,
    ngx_uint_t gzip);
static ngx_int_t contentlib_query_make(contentlib_query_t *query);
static ngx_int_t contentlib_query_build(contentlib_query_t *query);
static ngx_int_t contentlib_query_body(contentlib_query_t *query,
    const ngx_str_t *body);
static ngx_int_t contentlib_query_compress(contentlib_query_t *query,
    ngx_uint_t again);
static void contentlib_query_store(contentlib_query_t *query);
static void contentlib_query_end(contentlib_query_t *query);
static void contentlib_query_release(void *data);
static void contentlib_query_log(contentlib_input_t *input,
    const contentlib_error_t *error);


ngx_int_t
contentlib_query_answer(contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_endpoint_t *endpoint, contentlib_answer_t *answer)
{
    ngx_pool_cleanup_t  *cleanup;
    contentlib_query_t  *query;

    cleanup = ngx_pool_cleanup_add(input->pool, sizeof(contentlib_query_t));

    if (cleanup == NULL) {
        return NGX_ERROR;
    }

    query = cleanup->data;
    ngx_memzero(query, sizeof(contentlib_query_t));

    /* it must exist before a generation is held or a search has a pool */

    cleanup->handler = contentlib_query_release;

    query->input = input;
    query->request = request;
    query->endpoint = endpoint;
    query->answer = answer;
    query->pool = input->pool;
    query->start = contentlib_db_clock();

    return contentlib_query_continue(query);
}


/* a query that has waited holds its generation */

ngx_int_t
contentlib_query_continue(contentlib_query_t *query)
{
    ngx_int_t             rc;
    ngx_uint_t            waited;
    contentlib_input_t   *input;
    contentlib_error_t    error;

    input = query->input;
    input->waiting = NULL;

    waited = (query->generation != NULL);

    if (!waited) {
        query->generation = contentlib_source_hold(input->source, input->log);
    }

    if (query->generation == NULL) {
        return contentlib_answer_failure(query->answer, CONTENTLIB_NO_LIBRARY,
                                         query->pool);
    }

    rc = contentlib_query_read(query, waited, &error);

    if (rc == NGX_AGAIN) {
        input->waiting = query;
        return NGX_AGAIN;
    }

    contentlib_query_end(query);
    contentlib_query_release(query);

    if (rc == NGX_OK) {
        return NGX_OK;
    }

    contentlib_query_log(input, &error);

    if (error.failure == CONTENTLIB_NO_MEMORY) {
        contentlib_cache_halve(input->source->cache);
    }

    return contentlib_answer_failure(query->answer, error.failure,
                                     query->pool);
}


static ngx_int_t
contentlib_query_read(contentlib_query_t *query, ngx_uint_t waited,
    contentlib_error_t *error)
{
    ngx_int_t            rc;
    contentlib_db_t     *db;
    contentlib_input_t  *input;

    input = query->input;
    db = query->generation->db;

    if (!waited) {
        rc = contentlib_query_begin(query);

    } else if (contentlib_task_finished(&query->task) && !query->loaded) {

        /* its own search has finished: it has not waited for others */

        rc = NGX_DECLINED;

    } else {

        /* meanwhile another request may have stored the answer */

        rc = contentlib_query_cached(query);
    }

    if (rc == NGX_OK) {
        return NGX_OK;
    }

    contentlib_db_clear_error(db);

    if (rc == NGX_DECLINED) {
        db->deadline = input->deadline;
        rc = contentlib_query_make(query);
    }

    if (rc == NGX_AGAIN) {
        return NGX_AGAIN;
    }

    /* a writer may have changed the file since it was checked */

    if (contentlib_source_modified(input->source, query->generation,
                                   input->log))
    {
        (void) contentlib_db_corrupt(db, "the file was changed in place");
    }

    /* unless it has an error already */

    if (rc != NGX_OK) {
        (void) contentlib_db_no_memory(db);
    }

    *error = db->error;

    if (error->failure != CONTENTLIB_NO_ERROR) {
        return NGX_ERROR;
    }

    if (query->store) {
        contentlib_query_store(query);
    }

    return NGX_OK;
}


/* NGX_OK if the answer is in the cache, NGX_DECLINED, or NGX_ERROR */

static ngx_int_t
contentlib_query_begin(contentlib_query_t *query)
{
    const contentlib_input_t    *input;
    const contentlib_request_t  *request;

    input = query->input;
    request = query->request;

    query->db = query->generation->db;
    query->cache = query->generation->cache;
    query->view = input->view;

    if (query->view.media_url.data == NULL) {
        query->view.media_url = query->generation->db->meta.media_url;
    }

    query->answer->cache_status = query->cache ? CONTENTLIB_MISS
                                               : CONTENTLIB_BYPASS;

    if (contentlib_links_format(request->format, query->pool,
                                &query->view.format) != NGX_OK
        || contentlib_query_digest(query) != NGX_OK
        || contentlib_query_etag(query) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_query_cached(query);
}


/* a variable shows the digest after the generation was released */

static ngx_int_t
contentlib_query_digest(contentlib_query_t *query)
{
    ngx_md5_t   md5;
    ngx_str_t  *generation, *digest;

    generation = &query->answer->generation;
    digest = &query->generation->db->meta.digest;

    generation->data = ngx_pstrdup(query->pool, digest);

    if (generation->data == NULL) {
        return NGX_ERROR;
    }

    generation->len = digest->len;

    md5 = query->generation->md5;

    contentlib_request_digest(query->request, &query->view, &md5);
    ngx_md5_final(query->key.digest, &md5);
    query->key.generation = query->generation->number;

    return NGX_OK;
}


/* a strong tag is the digest in quotes; a compressed body has a weak one */

static ngx_int_t
contentlib_query_etag(contentlib_query_t *query)
{
    u_char               *p;
    ngx_str_t             strong;
    contentlib_answer_t  *answer;

    answer = query->answer;

    p = ngx_pnalloc(query->pool, CONTENTLIB_ETAG_SIZE);
    if (p == NULL) {
        return NGX_ERROR;
    }

    answer->etag.data = p;
    answer->etag.len = CONTENTLIB_ETAG_SIZE;

    *p++ = 'W';
    *p++ = '/';

    strong.data = p;
    strong.len = CONTENTLIB_ETAG_SIZE - 2;

    *p++ = '"';
    p = ngx_hex_dump(p, query->key.digest, CONTENTLIB_DIGEST_SIZE);
    *p = '"';

    if (!query->request->gzip) {
        answer->etag = strong;
    }

    answer->varies = query->input->gzip;

    if (query->input->if_none_match.data != NULL
        && contentlib_negotiation_has(&query->input->if_none_match, &strong))
    {
        answer->not_modified = 1;
    }

    return NGX_OK;
}


/* NGX_OK, or NGX_DECLINED if the answer is not in the cache */

static ngx_int_t
contentlib_query_cached(contentlib_query_t *query)
{
    ngx_str_t             value;
    contentlib_entry_t   *entry;
    contentlib_answer_t  *answer;
    contentlib_cached_t  *cached;

    query->key.kind = query->request->gzip ? CONTENTLIB_CACHE_GZIP
                                           : CONTENTLIB_CACHE_ANSWER;

    entry = contentlib_cache_fetch(query->cache, &query->key);

    if (entry == NULL
        || contentlib_entry_release_with(entry, query->pool) != NGX_OK)
    {
        return NGX_DECLINED;
    }

    value = contentlib_entry_value(entry);
    cached = (contentlib_cached_t *) (void *) value.data;

    answer = query->answer;

    answer->status = 200;
    answer->cache_status = CONTENTLIB_HIT;
    answer->rows = answer->not_modified ? 0 : cached->rows;
    answer->length = cached->length;
    answer->body.data = value.data + sizeof(contentlib_cached_t);
    answer->body.len = value.len - sizeof(contentlib_cached_t);

    contentlib_query_coding(query, cached->gzip);

    return NGX_OK;
}


/* a compressed body may become a plain one, which has the strong tag */

static void
contentlib_query_coding(contentlib_query_t *query, ngx_uint_t gzip)
{
    contentlib_answer_t  *answer;

    answer = query->answer;
    answer->gzip = (gzip != 0);

    if (query->request->gzip && !gzip && !answer->not_modified) {
        answer->etag.data += 2;
        answer->etag.len -= 2;
    }
}


/* a 304 for a record needs to know that the record exists */

static ngx_int_t
contentlib_query_make(contentlib_query_t *query)
{
    ngx_int_t                     rc;
    const contentlib_endpoint_t  *endpoint;

    endpoint = query->endpoint;

    query->answer->status = 200;

    if (query->answer->not_modified
        && endpoint->body != contentlib_page_record)
    {
        return NGX_OK;
    }

    /* it may have passed while the query waited */

    if (contentlib_db_on_time(query->db) != NGX_OK) {
        return NGX_ERROR;
    }

    rc = endpoint->load && !query->loaded ? endpoint->load(query) : NGX_OK;

    if (rc != NGX_OK) {
        return rc;
    }

    query->loaded = 1;

    if (endpoint->body == contentlib_page_list && !query->turned
        && query->input->turn != NULL)
    {
        query->turned = 1;

        if (query->input->turn(query->input->data) == NGX_AGAIN) {
            return NGX_AGAIN;
        }
    }

    return contentlib_query_build(query);
}


static ngx_int_t
contentlib_query_build(contentlib_query_t *query)
{
    ngx_int_t  rc;
    ngx_str_t  body;

    rc = query->endpoint->body(query, &body);

    if (rc == NGX_DECLINED) {
        return contentlib_answer_error(query->answer, 404, "Not found.",
                                       query->pool);
    }

    if (rc != NGX_OK || query->answer->not_modified) {
        return rc;
    }

    return contentlib_query_body(query, &body);
}


static ngx_int_t
contentlib_query_body(contentlib_query_t *query, const ngx_str_t *body)
{
    ngx_int_t             rc;
    ngx_uint_t            again, gzip;
    contentlib_answer_t  *answer;

    answer = query->answer;
    answer->rows = query->n;

    contentlib_answer_text(answer, 200, body);

    gzip = query->request->gzip && body->len <= CONTENTLIB_ANSWER_LARGE;

    /* HEAD has the length of the next GET, and does not change it */

    if (query->input->head && gzip) {
        again = contentlib_cache_admit(query->cache, &query->key, 0);

    } else {
        again = contentlib_cache_admit(query->cache, &query->key, body->len);
        query->store = (again != 0);
    }

    if (gzip && contentlib_query_compress(query, again) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_query_coding(query, gzip);

    rc = contentlib_in_flight_add(query->input->connection, query->pool,
                                  answer->body.len);

    if (rc == NGX_DECLINED) {
        (void) ngx_pfree(query->pool, answer->body.data);
        contentlib_json_free(&query->json);

        return contentlib_db_busy(query->db, "too many responses are being "
                                             "sent");
    }

    return rc;
}


/* an answer that goes to the cache is worth more time */

static ngx_int_t
contentlib_query_compress(contentlib_query_t *query, ngx_uint_t again)
{
    ngx_str_t             text;
    ngx_uint_t            best;
    contentlib_answer_t  *answer;

    answer = query->answer;
    text = answer->body;

    best = again && text.len <= CONTENTLIB_GZIP_LARGEST
           && contentlib_cache_fits(query->cache, text.len);

    if (contentlib_gzip(&text, best, query->pool, &answer->body) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_json_free(&query->json);

    return NGX_OK;
}


static void
contentlib_query_store(contentlib_query_t *query)
{
    ngx_str_t            head;
    contentlib_cached_t  cached;

    cached.rows = query->answer->rows;
    cached.length = query->answer->length;
    cached.gzip = query->answer->gzip;

    head.data = (u_char *) &cached;
    head.len = sizeof(contentlib_cached_t);

    contentlib_cache_store(query->cache, &query->key, &head,
                           &query->answer->body);
}


/* after success and failure alike */

static void
contentlib_query_end(contentlib_query_t *query)
{
    query->answer->query_time = contentlib_db_clock() - query->start;

    if (query->answer->cache_status != CONTENTLIB_HIT) {
        contentlib_metrics_time(query->generation->metrics, query_seconds,
                                query->answer->query_time);
    }
}


/*
 * Called with the answer, or with the end of a request whose client has left.
 * The body is in the pool of the request or in an entry of the cache, so slow
 * clients do not keep a library open.
 */

static void
contentlib_query_release(void *data)
{
    contentlib_query_t *query = data;

    if (query->generation == NULL) {
        return;
    }

    if (query->task.pool != NULL) {
        contentlib_task_free(&query->task);
    }

    contentlib_generation_release(query->generation);

    query->generation = NULL;
}


static void
contentlib_query_log(contentlib_input_t *input,
    const contentlib_error_t *error)
{
    static const ngx_uint_t  levels[CONTENTLIB_FAILURES] = {
        [CONTENTLIB_UNREADABLE] = NGX_LOG_CRIT,
        [CONTENTLIB_TIMEOUT] = NGX_LOG_WARN,
        [CONTENTLIB_BUSY] = NGX_LOG_WARN,
        [CONTENTLIB_NO_MEMORY] = NGX_LOG_ERR,
        [CONTENTLIB_BUG] = NGX_LOG_ALERT
    };

    if (error->failure != CONTENTLIB_BUG
        && !contentlib_source_logs(input->source, error->failure))
    {
        return;
    }

    ngx_log_error(levels[error->failure], input->log, 0,
                  "contentlib: library \"%V\" failed: %s (%d)",
                  &input->source->path, error->text, error->code);
}
