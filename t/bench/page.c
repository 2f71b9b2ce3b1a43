
/*
 * Copyright (C) contentlib authors
 *
 * What a page costs that nobody asked for before: the rows of default pages
 * at random offsets, stepped through in SQLite without making anything of
 * them, against the same pages loaded and rendered.
 *
 *     page LIBRARY [ROUNDS]
 *
 * Prints the median of 5 alternating runs of each, in microseconds a page,
 * and the ratio.
 */


#include <library/contentlib_db_private.h>
#include <library/contentlib_items.h>
#include <render/contentlib_render.h>


#define CONTENTLIB_PAGE_SIZE  30
#define CONTENTLIB_PAGE_RUNS  5


typedef void (*contentlib_page_pt)(contentlib_db_t *db, uint64_t offset);


static double contentlib_page_run(contentlib_db_t *db, contentlib_page_pt page,
    uint64_t rounds);
static void contentlib_page_step(contentlib_db_t *db, uint64_t offset);
static void contentlib_page_rows(contentlib_db_t *db,
    contentlib_statement_e statement, uint64_t position);
static void contentlib_page_join(contentlib_db_t *db, uint64_t offset);
static void contentlib_page_render(contentlib_db_t *db, uint64_t offset);
static int contentlib_page_compare(const void *one, const void *two);


static size_t         contentlib_page_bytes;
static sqlite3_stmt  *contentlib_page_joined;


int
main(int argc, char *const *argv)
{
    double                  times[3][CONTENTLIB_PAGE_RUNS];
    uint64_t                rounds;
    ngx_str_t               path;
    ngx_uint_t              i, j;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    static const contentlib_page_pt  pages[] = {
        contentlib_page_step, contentlib_page_join, contentlib_page_render
    };

    static const char *const  names[] = {
        "rows stepped, a statement per item", "rows stepped, one statement",
        "loaded and rendered"
    };

    if (argc < 2) {
        (void) fprintf(stderr, "usage: page LIBRARY [ROUNDS]\n");
        return 2;
    }

    path.data = (u_char *) argv[1];
    path.len = ngx_strlen(path.data);
    rounds = (argc > 2) ? (uint64_t) atol(argv[2]) : 300;

    if (contentlib_db_open(&db, &path, &error, NULL) != NGX_OK) {
        (void) fprintf(stderr, "%s: %s\n", argv[1], error.text);
        return 1;
    }

    (void) sqlite3_prepare_v2(db->handle,
             "SELECT i.id, i.alt_text, t.slug, t.name FROM item AS i"
             " CROSS JOIN item_tag AS m ON m.item = i.position"
             " CROSS JOIN tag AS t ON t.position = m.tag"
             " WHERE i.position >= ?1 AND i.position < ?2"
             " ORDER BY i.position, m.place", -1, &contentlib_page_joined,
             NULL);

    for (i = 0; i < CONTENTLIB_PAGE_RUNS; i++) {
        for (j = 0; j < 3; j++) {
            times[j][i] = contentlib_page_run(db, pages[j], rounds);
        }
    }

    for (j = 0; j < 3; j++) {
        qsort(times[j], CONTENTLIB_PAGE_RUNS, sizeof(double),
              contentlib_page_compare);
        (void) printf("%-36s %8.1f us a page, ratio %.2f\n", names[j],
                      times[j][CONTENTLIB_PAGE_RUNS / 2],
                      times[j][CONTENTLIB_PAGE_RUNS / 2]
                      / times[0][CONTENTLIB_PAGE_RUNS / 2]);
    }

    (void) printf("%zu bytes\n", contentlib_page_bytes);

    (void) sqlite3_finalize(contentlib_page_joined);
    contentlib_db_close(db);

    return 0;
}


static double
contentlib_page_run(contentlib_db_t *db, contentlib_page_pt page,
    uint64_t rounds)
{
    double           elapsed;
    uint64_t         i, seed;
    struct timespec  from, to;

    seed = 1;

    (void) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);

    for (i = 0; i < rounds; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        page(db, (seed >> 33) % (contentlib_db_meta(db)->items
                                 - CONTENTLIB_PAGE_SIZE));
    }

    (void) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);

    elapsed = (double) (to.tv_sec - from.tv_sec) * 1e6
              + (double) (to.tv_nsec - from.tv_nsec) / 1e3;

    return elapsed / (double) rounds;
}


static void
contentlib_page_step(contentlib_db_t *db, uint64_t offset)
{
    uint64_t  i;

    for (i = offset; i < offset + CONTENTLIB_PAGE_SIZE; i++) {
        contentlib_page_rows(db, CONTENTLIB_SQL_ITEM, i);
        contentlib_page_rows(db, CONTENTLIB_SQL_ITEM_TAGS, i);
        contentlib_page_rows(db, CONTENTLIB_SQL_ITEM_RENDITIONS, i);
        contentlib_page_rows(db, CONTENTLIB_SQL_ITEM_PARTNER_IDS, i);
    }
}


static void
contentlib_page_rows(contentlib_db_t *db, contentlib_statement_e statement,
    uint64_t position)
{
    int  i, n;

    contentlib_db_bind_integer(db, statement, 1, (int64_t) position);

    n = sqlite3_column_count(db->statements[statement]);

    while (contentlib_db_step(db, statement) == NGX_OK) {
        for (i = 0; i < n; i++) {
            (void) sqlite3_column_text(db->statements[statement], i);
        }
    }

    (void) contentlib_db_reset(db, statement);
}


/* of the tables joined only: renditions would multiply the rows */

static void
contentlib_page_join(contentlib_db_t *db, uint64_t offset)
{
    int       i;
    uint64_t  j;

    (void) sqlite3_bind_int64(contentlib_page_joined, 1, (int64_t) offset);
    (void) sqlite3_bind_int64(contentlib_page_joined, 2,
                              (int64_t) (offset + CONTENTLIB_PAGE_SIZE));

    while (sqlite3_step(contentlib_page_joined) == SQLITE_ROW) {
        for (i = 0; i < 4; i++) {
            (void) sqlite3_column_text(contentlib_page_joined, i);
        }
    }

    (void) sqlite3_reset(contentlib_page_joined);

    for (j = offset; j < offset + CONTENTLIB_PAGE_SIZE; j++) {
        contentlib_page_rows(db, CONTENTLIB_SQL_ITEM_RENDITIONS, j);
        contentlib_page_rows(db, CONTENTLIB_SQL_ITEM_PARTNER_IDS, j);
    }
}


static void
contentlib_page_render(contentlib_db_t *db, uint64_t offset)
{
    uint64_t            i;
    ngx_str_t           page, results[CONTENTLIB_PAGE_SIZE];
    ngx_pool_t         *pool;
    contentlib_item_t   item;
    contentlib_view_t   view;

    ngx_memzero(&view, sizeof(contentlib_view_t));
    ngx_str_set(&view.base_url, "https://library.example");
    ngx_str_set(&view.root, "/api/v1/");
    ngx_str_set(&view.partner, "partner");
    view.media_url = contentlib_db_meta(db)->media_url;

    pool = ngx_create_pool(16384, NULL);

    for (i = 0; i < CONTENTLIB_PAGE_SIZE; i++) {
        if (contentlib_items_load(db, offset + i, pool, &item) != NGX_OK
            || contentlib_render_item(&item, &view, pool, &results[i])
               != NGX_OK)
        {
            abort();
        }
    }

    if (contentlib_render_page(contentlib_db_meta(db)->items, NULL, NULL,
                               results, CONTENTLIB_PAGE_SIZE, pool, &page)
        != NGX_OK)
    {
        abort();
    }

    contentlib_page_bytes = page.len;

    ngx_destroy_pool(pool);
}


static int
contentlib_page_compare(const void *one, const void *two)
{
    const double  *a = one, *b = two;

    return (*a > *b) - (*a < *b);
}
