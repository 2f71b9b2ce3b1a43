
/*
 * Copyright (C) contentlib authors
 *
 * Answers a request from the current generation: begin, find, finish.  A query
 * is suspended in one place, while it waits for its search.
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


static ngx_int_t contentlib_query_find(contentlib_query_t *query);
static ngx_int_t contentlib_query_finish(contentlib_query_t *query,
    ngx_int_t rc);
static ngx_int_t contentlib_query_identify(contentlib_query_t *query);
static ngx_int_t contentlib_query_digest(contentlib_query_t *query);
static ngx_int_t contentlib_query_etag(contentlib_query_t *query);
static ngx_int_t contentlib_query_cached(contentlib_query_t *query);
static void contentlib_query_coding(contentlib_query_t *query,
    ngx_uint_t gzip);
static ngx_int_t contentlib_query_read(contentlib_query_t *query);
static ngx_int_t contentlib_query_preview(contentlib_query_t *query,
    ngx_str_t *body);
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
contentlib_query_begin(contentlib_input_t *input,
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
    query->generation = contentlib_source_hold(input->source, input->log);

    if (query->generation == NULL) {
        return contentlib_answer_failure(answer, CONTENTLIB_NO_LIBRARY,
                                         input->pool);
    }

    if (contentlib_query_identify(query) != NGX_OK) {
        contentlib_db_clear_error(query->db);
        return contentlib_query_finish(query, NGX_ERROR);
    }

    if (contentlib_query_cached(query) == NGX_OK) {
        contentlib_query_end(query);
        return NGX_OK;
    }

    return contentlib_query_find(query);
}


/*
 * A query whose own search has not run has waited for those of others, and one
 * of them may have stored the answer.
 */

ngx_int_t
contentlib_query_resume(contentlib_query_t *query)
{
    if (!contentlib_task_finished(&query->task)
        && contentlib_query_cached(query) == NGX_OK)
    {
        contentlib_query_end(query);
        return NGX_OK;
    }

    return contentlib_query_find(query);
}


/* the deadline may have passed while the query waited */

static ngx_int_t
contentlib_query_find(contentlib_query_t *query)
{
    ngx_int_t         rc;
    contentlib_db_t  *db;

    db = query->db;

    contentlib_db_clear_error(db);
    db->deadline = query->input->deadline;

    rc = NGX_OK;

    if (query->endpoint->find != NULL && !query->answer->not_modified) {
        rc = contentlib_db_on_time(db) == NGX_OK ? query->endpoint->find(query)
                                                 : NGX_ERROR;
    }

    if (rc == NGX_AGAIN) {
        query->input->query = query;
        return NGX_AGAIN;
    }

    return contentlib_query_finish(query, rc);
}


static ngx_int_t
contentlib_query_finish(contentlib_query_t *query, ngx_int_t rc)
{
    contentlib_db_t     *db;
    contentlib_input_t  *input;
    contentlib_error_t   error;

    db = query->db;
    input = query->input;

    if (rc == NGX_OK) {
        rc = contentlib_query_read(query);
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

    error = db->error;

    if (error.failure == CONTENTLIB_NO_ERROR && query->store) {
        contentlib_query_store(query);
    }

    contentlib_query_end(query);

    if (error.failure == CONTENTLIB_NO_ERROR) {
        return NGX_OK;
    }

    contentlib_query_log(input, &error);

    return contentlib_answer_failure(query->answer, error.failure,
                                     query->pool);
}


/* what the answer depends on, and its names: key and entity tag */

static ngx_int_t
contentlib_query_identify(contentlib_query_t *query)
{
    const contentlib_input_t  *input;

    input = query->input;

    query->db = query->generation->db;
    query->cache = query->generation->cache;
    query->view = input->view;

    if (query->view.media_url.data == NULL) {
        query->view.media_url = query->db->meta.media_url;
    }

    query->answer->cache_status = query->cache ? CONTENTLIB_MISS
                                               : CONTENTLIB_BYPASS;

    return contentlib_links_format(query->request->format, query->pool,
                                   &query->view.format) == NGX_OK
           && contentlib_query_digest(query) == NGX_OK
           && contentlib_query_etag(query) == NGX_OK
           ? NGX_OK : NGX_ERROR;
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
    p = ngx_hex_dump(p, query->key.digest, CONTENTLIB_CACHE_DIGEST);
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

    query->key.kind = query->input->preview ? CONTENTLIB_CACHE_PREVIEW
                      : query->request->gzip ? CONTENTLIB_CACHE_GZIP
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
contentlib_query_read(contentlib_query_t *query)
{
    ngx_int_t             rc;
    ngx_str_t             body;
    contentlib_answer_t  *answer;

    answer = query->answer;
    answer->status = 200;

    if (answer->not_modified
        && query->endpoint->body != contentlib_page_record)
    {
        return NGX_OK;
    }

    rc = query->endpoint->body(query, &body);

    if (rc == NGX_DECLINED) {
        return contentlib_answer_error(answer, 404, "Not found.",
                                       query->pool);
    }

    if (rc != NGX_OK || answer->not_modified) {
        return rc;
    }

    if (query->input->preview != NULL
        && contentlib_query_preview(query, &body) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_query_body(query, &body);
}


static ngx_int_t
contentlib_query_preview(contentlib_query_t *query, ngx_str_t *body)
{
    ngx_int_t                rc;
    contentlib_neighbours_t  neighbours;

    ngx_memzero(&neighbours, sizeof(contentlib_neighbours_t));

    if (query->endpoint->list == CONTENTLIB_LIST_ITEMS
        && contentlib_records_neighbours(query->db, &query->request->route.key,
                                         &neighbours)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    rc = query->input->preview(query->input, body, &neighbours, body);

    return rc == NGX_DECLINED
           ? contentlib_db_corrupt(query->db, "a record is not valid") : rc;
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


static void
contentlib_query_end(contentlib_query_t *query)
{
    query->answer->query_time = contentlib_db_clock() - query->start;

    if (query->answer->cache_status != CONTENTLIB_HIT) {
        contentlib_metrics_time(query->generation->metrics, query_seconds,
                                query->answer->query_time);
    }

    contentlib_query_release(query);
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
