
/*
 * Copyright (C) contentlib authors
 *
 * What an item costs that nobody asked for before: the rows of all items,
 * stepped through in SQLite without making anything of them, against the same
 * items loaded, rendered and kept, on pages of the default size, with nothing
 * known but the tags.
 *
 *     page LIBRARY
 *
 * Prints the median of 5 alternating runs of each, in microseconds a page,
 * and the ratio.
 */


#include <library/contentlib_db_private.h>
#include <render/contentlib_render.h>
#include <service/contentlib_fragments.h>


#define CONTENTLIB_PAGE_SIZE   30
#define CONTENTLIB_PAGE_RUNS   5
#define CONTENTLIB_PAGE_CACHE  (1024 * 1024 * 1024)


typedef void (*contentlib_page_pt)(contentlib_db_t *db, uint64_t offset);


static double contentlib_page_run(contentlib_db_t *db,
    contentlib_page_pt page);
static void contentlib_page_step(contentlib_db_t *db, uint64_t offset);
static void contentlib_page_rows(contentlib_db_t *db,
    contentlib_statement_e statement, uint64_t position);
static void contentlib_page_statement(sqlite3_stmt *statement,
    uint64_t position);
static void contentlib_page_start(contentlib_db_t *db);
static void contentlib_page_render(contentlib_db_t *db, uint64_t offset);
static void contentlib_page_view(contentlib_db_t *db, contentlib_view_t *view);
static int contentlib_page_compare(const void *one, const void *two);


static size_t               contentlib_page_bytes;
static sqlite3_stmt        *contentlib_page_tags;
static contentlib_cache_t  *contentlib_page_cache;
static ngx_log_t            contentlib_page_log;


int
main(int argc, char *const *argv)
{
    double                  times[2][CONTENTLIB_PAGE_RUNS];
    ngx_str_t               path;
    ngx_uint_t              i, j;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    static const contentlib_page_pt  pages[] = {
        contentlib_page_step, contentlib_page_render
    };

    static const char *const  names[] = {
        "rows stepped", "loaded, rendered, kept"
    };

    if (argc < 2) {
        (void) fprintf(stderr, "usage: page LIBRARY\n");
        return 2;
    }

    path.data = (u_char *) argv[1];
    path.len = ngx_strlen(path.data);

    if (contentlib_db_open(&db, &path, &error, NULL) != NGX_OK) {
        (void) fprintf(stderr, "%s: %s\n", argv[1], error.text);
        return 1;
    }

    (void) sqlite3_prepare_v2(db->handle,
             "SELECT t.slug, t.name FROM item_tag AS i"
             " CROSS JOIN tag AS t ON t.position = i.tag"
             " WHERE i.item = ?1 ORDER BY i.place", -1,
             &contentlib_page_tags, NULL);

    for (i = 0; i < CONTENTLIB_PAGE_RUNS; i++) {
        for (j = 0; j < 2; j++) {
            contentlib_page_start(db);
            times[j][i] = contentlib_page_run(db, pages[j]);
            contentlib_cache_destroy(contentlib_page_cache);
        }
    }

    for (j = 0; j < 2; j++) {
        qsort(times[j], CONTENTLIB_PAGE_RUNS, sizeof(double),
              contentlib_page_compare);
        (void) printf("%-24s %8.1f us a page, ratio %.2f\n", names[j],
                      times[j][CONTENTLIB_PAGE_RUNS / 2],
                      times[j][CONTENTLIB_PAGE_RUNS / 2]
                      / times[0][CONTENTLIB_PAGE_RUNS / 2]);
    }

    (void) printf("%zu bytes a page\n", contentlib_page_bytes);

    (void) sqlite3_finalize(contentlib_page_tags);
    contentlib_db_close(db);

    return 0;
}


static double
contentlib_page_run(contentlib_db_t *db, contentlib_page_pt page)
{
    double           elapsed;
    uint64_t         i, n;
    struct timespec  from, to;

    n = contentlib_db_meta(db)->items / CONTENTLIB_PAGE_SIZE;

    (void) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);

    for (i = 0; i < n; i++) {
        page(db, i * CONTENTLIB_PAGE_SIZE);
    }

    (void) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);

    elapsed = (double) (to.tv_sec - from.tv_sec) * 1e6
              + (double) (to.tv_nsec - from.tv_nsec) / 1e3;

    return elapsed / (double) n;
}


static void
contentlib_page_step(contentlib_db_t *db, uint64_t offset)
{
    uint64_t  i;

    for (i = offset; i < offset + CONTENTLIB_PAGE_SIZE; i++) {
        contentlib_page_rows(db, CONTENTLIB_SQL_ITEM, i);
        contentlib_page_statement(contentlib_page_tags, i);
        contentlib_page_rows(db, CONTENTLIB_SQL_ITEM_RENDITIONS, i);
        contentlib_page_rows(db, CONTENTLIB_SQL_ITEM_PARTNER_IDS, i);
    }
}


static void
contentlib_page_rows(contentlib_db_t *db, contentlib_statement_e statement,
    uint64_t position)
{
    contentlib_page_statement(db->statements[statement], position);
}


static void
contentlib_page_statement(sqlite3_stmt *statement, uint64_t position)
{
    int  i, n;

    (void) sqlite3_bind_int64(statement, 1, (int64_t) position);

    n = sqlite3_column_count(statement);

    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (i = 0; i < n; i++) {
            (void) sqlite3_column_text(statement, i);
        }
    }

    (void) sqlite3_reset(statement);
}


/* a cache that knows the tags */

static void
contentlib_page_start(contentlib_db_t *db)
{
    uint64_t                 i;
    ngx_str_t                json;
    ngx_pool_t              *pool;
    contentlib_view_t        view;
    contentlib_fragments_t   fragments;

    contentlib_page_view(db, &view);

    contentlib_page_cache = contentlib_cache_create(CONTENTLIB_PAGE_CACHE, 1,
                                                    &contentlib_page_log);
    pool = ngx_create_pool(16384, NULL);

    if (contentlib_page_cache == NULL
        || contentlib_fragments_init(&fragments, db, contentlib_page_cache,
                                     &view, pool) != NGX_OK)
    {
        abort();
    }

    for (i = 0; i < contentlib_db_meta(db)->tags; i++) {
        if (contentlib_fragments_json(&fragments, CONTENTLIB_TAG_RECORD, i,
                                      &json) != NGX_OK)
        {
            abort();
        }
    }

    contentlib_fragments_end(&fragments);
    ngx_destroy_pool(pool);
}


static void
contentlib_page_view(contentlib_db_t *db, contentlib_view_t *view)
{
    ngx_memzero(view, sizeof(contentlib_view_t));

    ngx_str_set(&view->base_url, "https://library.example");
    ngx_str_set(&view->root, "/api/v1/");
    ngx_str_set(&view->partner, "partner");
    view->media_url = contentlib_db_meta(db)->media_url;
}


static void
contentlib_page_render(contentlib_db_t *db, uint64_t offset)
{
    uint64_t                 i;
    ngx_str_t                json, before, after;
    ngx_pool_t              *pool;
    contentlib_body_t        body;
    contentlib_view_t        view;
    contentlib_fragments_t   fragments;

    contentlib_page_view(db, &view);

    pool = ngx_create_pool(16384, NULL);

    if (contentlib_fragments_init(&fragments, db, contentlib_page_cache, &view,
                                  pool) != NGX_OK
        || contentlib_render_page(contentlib_db_meta(db)->items, NULL, NULL,
                                  pool, &before, &after) != NGX_OK
        || contentlib_body_begin(&body, CONTENTLIB_PAGE_SIZE + 2,
                                 CONTENTLIB_IDENTITY, pool) != NGX_OK
        || contentlib_body_add_text(&body, &before) != NGX_OK)
    {
        abort();
    }

    for (i = 0; i < CONTENTLIB_PAGE_SIZE; i++) {

        if (contentlib_fragments_json(&fragments, CONTENTLIB_ITEM_RECORD,
                                      offset + i, &json) != NGX_OK)
        {
            abort();
        }

        contentlib_body_add_json(&body, &json, i == 0);
    }

    if (contentlib_body_add_text(&body, &after) != NGX_OK
        || contentlib_body_end(&body) != NGX_OK)
    {
        abort();
    }

    contentlib_page_bytes = body.length;

    contentlib_fragments_end(&fragments);
    ngx_destroy_pool(pool);
}


static int
contentlib_page_compare(const void *one, const void *two)
{
    const double  *a = one, *b = two;

    return (*a > *b) - (*a < *b);
}
