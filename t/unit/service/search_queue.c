
/*
 * Copyright (C) contentlib authors
 *
 * The queue of searches: which of them run on the event loop, wait, are
 * cancelled or rejected.  The test calls the function of the thread itself.
 */


#include <unit_clock.h>
#include <unit_library.h>
#include <library/contentlib_matches.h>
#include <service/contentlib_search_queue.h>


#define CLIENTS  80
#define NEVER    UINT64_MAX


typedef struct {
    contentlib_search_waiter_t   waiter;
    uint64_t                     count;
    ngx_uint_t                   taken;
    ngx_uint_t                   woken;
} client_t;


static contentlib_search_queue_t   queue;
static contentlib_search_task_t   *posted;
static contentlib_generation_t    *generation;
static client_t                    clients[CLIENTS];
static ngx_uint_t                  posts;
static ngx_uint_t                  turns;
static ngx_int_t                   post_rc;


static ngx_int_t
post(void *data, contentlib_search_task_t *task)
{
    (void) data;

    if (post_rc == NGX_OK) {
        posted = task;
        posts++;
    }

    return post_rc;
}


static void
turn(void *data)
{
    (void) data;

    turns++;
}


static ngx_int_t
take(void *data, const contentlib_search_result_t *result)
{
    client_t *client = data;

    client->taken++;
    client->count = result->suggestions != NULL
                    ? result->suggestions->nelts
                    : contentlib_matches_count((void *) result->matches.data);

    return NGX_OK;
}


static void
wake(void *data)
{
    client_t *client = data;

    client->woken++;
}


static void
start(void)
{
    ngx_uint_t  i;

    contentlib_search_queue_init(&queue);

    queue.post = post;
    queue.turn = turn;

    ngx_memzero(clients, sizeof(clients));

    for (i = 0; i < CLIENTS; i++) {
        clients[i].waiter.deadline = NEVER;
        clients[i].waiter.take = take;
        clients[i].waiter.result = &clients[i];
        clients[i].waiter.wake = wake;
        clients[i].waiter.data = &clients[i];
    }

    posted = NULL;
    posts = 0;
    turns = 0;
    post_rc = NGX_OK;
    tick = 0;

    contentlib_db_clear_error(generation->db);
}


/* a search in the names 0000, 0001, ...; two characters are a scan */

static ngx_int_t
search(client_t *client, const char *part)
{
    contentlib_cache_key_t    key;
    contentlib_search_args_t  args;

    ngx_memzero(&args, sizeof(contentlib_search_args_t));

    args.list = CONTENTLIB_LIST_TAGS;
    args.text = unit_text(part);

    contentlib_search_task_key(&args, &key);

    return contentlib_search_queue_run(&queue, generation, &args, &key,
                                       &client->waiter);
}


/* a search that takes long */

static ngx_int_t
slow(client_t *client, ngx_uint_t n)
{
    char       part[8];
    ngx_int_t  rc;

    (void) snprintf(part, sizeof(part), "%c%c", (int) ('a' + n / 26),
                    (int) ('a' + n % 26));

    tick = 2000;
    rc = search(client, part);
    tick = 0;

    return rc;
}


static void
work(void)
{
    contentlib_search_task_run(posted);
    contentlib_search_queue_done(&queue);
}


static void
leave(client_t *client)
{
    contentlib_search_queue_leave(&queue, &client->waiter);
}


static void
nothing_left(const char *name)
{
    hold(queue.running == NULL && queue.n == 0
         && ngx_queue_empty(&queue.tasks), "tasks");
    hold(generation->references == 1, "references: %lu",
         (unsigned long) generation->references);
    hold(unit_busy(generation->db) == 0, "a statement is busy");
    hold(unit_busy(generation->search_db) == 0, "a statement is busy");

    (void) held("%s: nothing is left", name);
}


static void
test_attempt(void)
{
    start();

    is_number(search(&clients[0], "00"), NGX_OK, "a quick search");
    is_number(clients[0].count, 104, "its count");
    is_number(search(&clients[1], "49"), NGX_OK, "another one");
    is_number(turns, 1, "one turn");
    is_number(posts, 0, "no task");
    is_number(clients[0].woken, 0, "nobody has waited");

    is_number(slow(&clients[2], 0), NGX_AGAIN, "a search that takes long");
    is_number(posts, 1, "a task");
    ok(queue.spent >= CONTENTLIB_SEARCH_QUEUE_ATTEMPT, "the turn is used up");
    is_number(search(&clients[3], "11"), NGX_AGAIN, "a quick one waits");
    is_number(turns, 1, "still one turn");

    contentlib_search_queue_turn(&queue);
    is_number(search(&clients[4], "12"), NGX_OK, "the next turn");

    work();
    is_number(clients[2].taken, 1, "the result is taken");
    is_number(clients[2].woken, 1, "and the client is woken");
    is_number(clients[2].count, 0, "its count");
    is_number(clients[3].woken, 0, "the next one is not");

    work();
    is_number(clients[3].count, 14, "the next one");
    nothing_left("attempts");
}


static void
test_leave(void)
{
    start();

    (void) slow(&clients[0], 0);
    (void) slow(&clients[1], 1);
    (void) slow(&clients[2], 2);

    leave(&clients[1]);
    is_number(queue.n, 1, "one that waits is removed");

    leave(&clients[0]);
    leave(&clients[0]);
    ok(posted->cancelled, "the one that runs is cancelled");
    is_number(slow(&clients[3], 0), NGX_AGAIN, "a client that comes back");
    is_number(queue.n, 2, "has a task of its own");

    work();
    is_number(clients[0].taken, 0, "nobody takes the cancelled one");
    work();
    is_number(clients[2].taken, 1, "the next one");
    work();
    is_number(clients[3].taken, 1, "and the last one");
    is_number(clients[3].waiter.error.failure, CONTENTLIB_DB_NO_ERROR,
              "without an error");
    nothing_left("leaving");
}


static void
test_cancelled(void)
{
    start();

    (void) slow(&clients[0], 0);
    leave(&clients[0]);

    contentlib_search_task_run(posted);
    is_number(posted->error.failure, CONTENTLIB_DB_TIMEOUT, "interrupted");
    contentlib_search_queue_done(&queue);
    nothing_left("a cancelled task");
}


static void
test_terminated(void)
{
    static volatile sig_atomic_t  terminated;

    start();

    queue.terminated = &terminated;
    (void) slow(&clients[0], 0);
    terminated = 1;

    contentlib_search_task_run(posted);
    is_number(posted->error.failure, CONTENTLIB_DB_TIMEOUT, "terminated");

    contentlib_search_queue_close(&queue);
    ok(clients[0].waiter.task == NULL, "the client is told");
    nothing_left("the end of a worker");
}


static void
test_full(void)
{
    ngx_uint_t  i;

    start();

    for (i = 0; i < 1 + CONTENTLIB_SEARCH_QUEUE_MAX; i++) {
        hold(slow(&clients[i], i) == NGX_AGAIN, "search %lu",
             (unsigned long) i);
    }

    (void) held("one runs, 64 wait");

    contentlib_search_queue_turn(&queue);
    is_number(search(&clients[70], "00"), NGX_DECLINED, "one more is refused");
    is_number(clients[70].taken, 0, "before it is tried");
    is_number(slow(&clients[71], 3), NGX_AGAIN, "one that is equal is not");

    work();
    is_number(slow(&clients[72], 70), NGX_AGAIN, "there is room again");

    contentlib_search_queue_close(&queue);
    nothing_left("a full queue");
}


static void
test_late(void)
{
    start();

    queue.average = 1000000;
    clients[0].waiter.deadline = now + 10;

    is_number(slow(&clients[0], 0), NGX_ERROR, "its deadline passes first");
    is_number(contentlib_db_error(generation->db)->failure,
              CONTENTLIB_DB_TIMEOUT, "a timeout");
    contentlib_db_clear_error(generation->db);

    (void) slow(&clients[1], 1);
    (void) slow(&clients[2], 2);

    clients[3].waiter.deadline = now + 1500000;
    is_number(slow(&clients[3], 3), NGX_DECLINED, "two seconds are too late");

    clients[4].waiter.deadline = now + 2500000;
    is_number(slow(&clients[4], 4), NGX_AGAIN, "but in time for another one");

    now += 8000;
    work();
    ok(queue.average < 1000000, "a quick one makes the average less");

    contentlib_search_queue_close(&queue);
    nothing_left("deadlines");
}


static void
test_post_fails(void)
{
    start();

    post_rc = NGX_ERROR;
    is_number(slow(&clients[0], 0), NGX_DECLINED, "no room in the pool");
    nothing_left("no room");

    start();
    (void) slow(&clients[0], 0);
    (void) slow(&clients[1], 1);
    (void) slow(&clients[2], 2);

    post_rc = NGX_ERROR;
    work();
    is_number(clients[0].taken, 1, "the one that ran");
    is_number(clients[1].woken + clients[2].woken, 2, "the ones that waited");
    is_number(clients[1].waiter.error.failure, CONTENTLIB_DB_BUSY, "are busy");
    nothing_left("no room later");
}


static void
library(const char *path)
{
    sqlite3  *handle;

    handle = unit_library_begin(path);
    unit_sql(handle,
        "WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 499) INSERT INTO tag SELECT i, 't' || i, 0, '{}', x''"
        " FROM n;"
        "INSERT INTO tag_text SELECT position, printf('%04d', position)"
        " FROM tag;"
        "INSERT INTO tag_search (tag_search) VALUES ('rebuild');"
        "INSERT INTO meta VALUES (0, 4, '" UNIT_DIGEST "', 0, '', 0, 500, 0,"
        " 0, 4)");
    unit_library_end(handle);
}


int
main(void)
{
    ngx_str_t              path;
    const char            *name;
    contentlib_db_error_t  error;

    name = unit_path("library");
    library(name);

    path = unit_text(name);

    generation = contentlib_generation_open(&path, 0, NULL, &error, &unit_log);

    if (generation == NULL) {
        unit_bail_out("library", error.text);
    }

    test_attempt();
    test_leave();
    test_cancelled();
    test_terminated();
    test_full();
    test_late();
    test_post_fails();

    contentlib_generation_release(generation);

    return unit_done();
}
