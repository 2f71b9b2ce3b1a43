
/*
 * Copyright (C) contentlib authors
 *
 * Passes that wait for their turn: how many there may be, what share of a turn
 * each has, whom they wake, and that they go with the last who waits.
 */


#include <unit_works.h>
#include <library/contentlib_filter_private.h>
#include <service/contentlib_kept.h>
#include <service/contentlib_work_private.h>


#define FRESH         1024
#define OLD           64
#define STEP          (SHARE + 300)         /* more than a turn has */
#define LEN           2                     /* of a key */

#define SOME_CLIENTS  40
#define OPERATIONS    8000


static contentlib_generation_t  *other;


/* the tags whose names have the text as a part */

static uint64_t
count_of(const char *text)
{
    char      name[16];
    int       i;
    uint64_t  n;

    for (i = 0, n = 0; i < TAGS; i++) {
        (void) snprintf(name, sizeof(name), "%04d", i);
        n += strstr(name, text) != NULL;
    }

    return n;
}


/* a client waits for the tags with such names; what it gives is not kept */

static ngx_int_t
join(contentlib_generation_t *from, ngx_uint_t i, uint16_t key,
    const char *name)
{
    ngx_int_t            rc;
    ngx_str_t            values[2];
    contentlib_filter_t  filter;

    ngx_memzero(&filter, sizeof(contentlib_filter_t));

    values[0] = unit_bytes(&key, LEN);
    values[1] = unit_text(name);

    rc = contentlib_work_wait(&scheduler, from, &values[0], &filter,
                              &values[1], &clients[i].waiter);

    ngx_memset(values[0].data, 'x', values[0].len);
    ngx_memset(values[1].data, 'x', values[1].len);

    return rc;
}


static ngx_int_t
wait_for(ngx_uint_t i, uint16_t key)
{
    return join(generation, i, key, "12");
}


static void
leave(ngx_uint_t i)
{
    contentlib_work_leave(&clients[i].waiter);
}


static void
leave_all(ngx_uint_t n)
{
    while (n-- > 0) {
        leave(n);
    }
}


static ngx_int_t
turn(void)
{
    ngx_int_t  rc;

    rc = contentlib_scheduler_run(&scheduler);
    consistent();

    return rc;
}


/* how far it is */

static int64_t
position(const client_t *client)
{
    const contentlib_work_t  *work;

    work = client->waiter.work;

    return work ? work->pass->conditions[0].after : 0;
}


/* one turn after the other: whose work has run, of the old, and who is woken */

static void
turns(ngx_uint_t n, const char *expected, const char *name)
{
    char         seen[256];
    ngx_str_t    letters;
    client_t    *client;

    (void) wakes();

    for (seen[0] = '\0'; n > 0; n--) {

        for (client = clients; client < clients + SOME_CLIENTS; client++) {
            client->position = position(client);
        }

        (void) turn();

        for (client = clients; client < clients + SOME_CLIENTS; client++) {
            if (client->old && client->position != position(client)) {
                (void) strncat(seen, &client->letter, 1);
            }
        }

        letters = wakes();
        (void) strncat(seen, (char *) letters.data, letters.len);
    }

    letters = unit_text(seen);
    is_string(&letters, expected, "%s", name);
}


/* the client has what it has waited for, and goes */

static void
has(ngx_uint_t i, const char *name)
{
    contentlib_db_error_t    error;
    const contentlib_set_t  *set;

    hold(contentlib_work_done(clients[i].waiter.work), "%lu is not done",
         (unsigned long) i);

    set = contentlib_work_set(clients[i].waiter.work, &error);

    hold(set != NULL && contentlib_set_count(set) == count_of(name),
         "%lu has %lu tags", (unsigned long) i,
         set ? (unsigned long) contentlib_set_count(set) : 0);

    leave(i);
}


/* how a pass has failed that is done */

static void
failed(ngx_uint_t i, contentlib_db_failure_e failure, int code,
    const char *name)
{
    contentlib_db_error_t  error;

    ngx_memzero(&error, sizeof(contentlib_db_error_t));

    ok(contentlib_work_done(clients[i].waiter.work), "%s: done", name);
    ok(contentlib_work_set(clients[i].waiter.work, &error) == NULL,
       "%s: no set", name);
    is_number(error.failure, failure, "%s: 503", name);
    is_number(error.code, code, "%s: why", name);
}


/*
 * Works that have run, from the client on, two clients each.  Each looks at as
 * few rows as it can in a step.
 */

static void
old(ngx_uint_t from, ngx_uint_t n)
{
    ngx_uint_t  i, before;

    before = scheduler.nworks;
    tick = STEP;

    for (i = from; i < from + 2 * n; i += 2) {
        clients[i].letter = (char) ('a' + i / 2 % 26);
        clients[i].old = 1;

        hold(wait_for(i + 1, (uint16_t) i) == NGX_AGAIN, "it waits");
        hold(wait_for(i, (uint16_t) i) == NGX_AGAIN, "and so does another");
    }

    for (i = 0; scheduler.nfresh > 0 || i < 10 * n; i++) {
        (void) turn();
    }

    (void) held("%lu works", (unsigned long) n);
    is_number(scheduler.nworks, before + n, "that have run");
}


/* most passes are done in a moment */

static void
at_once(void)
{
    start(4);

    is_number(wait_for(0, 1), NGX_OK, "there is time");
    is_number(wait_for(1, 1), NGX_OK, "once more: it is not kept");
    is_number(posts, 0, "no turn is asked for");
    ok(clients[0].waiter.work != clients[1].waiter.work, "nobody joins it");
    has(0, "12");
    has(1, "12");
    held("the tags are right");

    contentlib_scheduler_spend(&scheduler, SHARE);
    is_number(wait_for(0, 1), NGX_AGAIN, "there is none");
    is_number(posts, 1, "a turn is asked for");
    is_number(wait_for(1, 1), NGX_AGAIN, "another one joins");
    is_number(posts, 1, "in the same turn");
    is_number(join(other, 2, 1, "34"), NGX_AGAIN, "of another library");
    ok(clients[0].waiter.work == clients[1].waiter.work
       && clients[1].waiter.work != clients[2].waiter.work, "not the same");

    turns(1, "a", "both are done; one is woken at a time");
    contentlib_scheduler_spend(&scheduler, 0);
    contentlib_scheduler_spend(&scheduler, 0);
    ok(clients[1].woken && clients[2].woken, "then the others");

    has(0, "12");
    has(1, "12");
    has(2, "34");
    leave(2);
    nothing_left("at once");
}


static void
without_turns(void)
{
    ngx_uint_t  i;

    start(1);
    scheduler.post = NULL;
    tick = STEP;

    is_number(wait_for(0, 1), NGX_AGAIN, "without turns: it is not done");

    for (i = 0; i < 1000 && !contentlib_work_done(clients[0].waiter.work);
         i++)
    {
        (void) contentlib_scheduler_run(&scheduler);
    }

    has(0, "12");
    held("it runs as often as it has to");
    nothing_left("without turns");
}


/* the four oldest, one in a turn */

static void
fair(void)
{
    start(14);
    old(0, 6);

    turns(9, "cbdacbdac", "four take turns");
    leave(4);
    leave(5);
    turns(8, "bdaebdae", "one leaves: the next one is among them");
    leave(2);
    leave(3);
    turns(8, "daefdaef", "another one leaves");
    leave(6);
    leave(7);
    leave(0);
    leave(1);
    turns(5, "efefe", "two are left");
    leave(8);
    leave(9);
    turns(3, "fff", "one is left");

    /* one more: it runs once in the next turn, then with the other */

    old(12, 1);
    turns(4, "gfgf", "and another one");

    leave_all(14);
    nothing_left("fair");
}


/* the time of the clock at which the old one has had its share */

static uint64_t
share_of_old(void)
{
    uint64_t  before;

    before = now;
    turns(1, "a", "the old one has run");

    return now - before;
}


static void
shares(void)
{
    uint64_t    alone;
    ngx_str_t   letters;
    ngx_uint_t  i;

    start(40);
    old(0, 1);

    /* 130 for each look: the clock is looked at before and after a step */

    tick = 130;
    alone = share_of_old();
    ok(alone > SHARE && alone <= SHARE + 2 * tick,
       "an old one has the turn: %lu", (unsigned long) alone);

    /* a name that is too long is done at the first look */

    for (i = 10; i < 20; i++) {
        clients[i].letter = (char) ('A' + i - 10);
        hold(join(generation, i, (uint16_t) (1000 + i), "12345678")
             == NGX_AGAIN, "a fresh one waits");
    }

    held("ten fresh ones");

    turns(1, "aA", "half of it, if there are fresh ones");
    is_number(scheduler.nfresh, 9, "one of which has run");

    tick = 70;
    turns(1, "aB", "if a look takes less time");
    is_number(scheduler.nfresh, 7, "they are more");
    leave(0);
    leave(1);

    tick = 3;
    turns(1, "C", "without an old one");
    is_number(scheduler.nfresh, 0, "all the others have run");

    for (i = 0; i < 7; i++) {
        contentlib_scheduler_spend(&scheduler, 0);
    }

    letters = wakes();
    is_string(&letters, "DEFGHIJ", "in the order of their coming");

    for (i = 10; i < 20; i++) {
        has(i, "12345678");
    }

    held("nothing has such a name");
    leave_all(40);
    nothing_left("shares");
}


static void
too_many_fresh(void)
{
    ngx_uint_t  i;

    start(FRESH + 3);
    contentlib_scheduler_spend(&scheduler, SHARE);

    for (i = 0; i < FRESH; i++) {
        hold(wait_for(i, (uint16_t) i) == NGX_AGAIN, "%lu waits",
             (unsigned long) i);
    }

    held("%d passes that have not run", FRESH);
    is_number(scheduler.nfresh, FRESH, "so many");

    is_number(wait_for(FRESH, FRESH), NGX_DECLINED, "one more");
    ok(clients[FRESH].waiter.work == NULL, "it does not wait");
    leave(FRESH);
    is_number(wait_for(FRESH, FRESH / 2), NGX_AGAIN, "but it may join one");

    leave(7);
    is_number(wait_for(FRESH + 1, FRESH), NGX_AGAIN, "one has left");
    is_number(wait_for(FRESH + 2, FRESH + 1), NGX_DECLINED, "one more again");

    consistent();
    leave_all(FRESH + 3);
    nothing_left("too many fresh ones");
}


static void
too_many_old(void)
{
    ngx_uint_t  i;

    start(4 * OLD);
    old(0, OLD);
    consistent();

    i = 2 * OLD;

    is_number(wait_for(i, 1000), NGX_AGAIN, "one more waits");
    is_number(join(generation, i + 1, 1001, "12345678"), NGX_AGAIN,
              "and one that is short");
    (void) turn();
    (void) turn();

    is_number(scheduler.nworks, OLD, "there is no room");
    failed(i, CONTENTLIB_DB_BUSY, SQLITE_BUSY, "too many");
    ok(clients[i].woken, "who waits is woken");
    has(i + 1, "12345678");
    held("the short one is answered");
    leave(i);

    leave(0);
    leave(1);
    is_number(wait_for(i, 1000), NGX_AGAIN, "one has left");
    (void) turn();
    is_number(scheduler.nworks, OLD, "there is room");

    /* all come to their end, the oldest first */

    tick = 0;

    for (i = 0; i < 20 * OLD && scheduler.nworks > 0; i++) {
        (void) turn();
    }

    for (i = 2; i <= 2 * OLD; i++) {
        has(i, "12");
    }

    held("all are answered");

    while (contentlib_scheduler_run(&scheduler) == NGX_AGAIN) { /* void */ }

    woken[0] = '\0';
    nothing_left("too many old ones");
}


/* each of some clients leaves first, in every state of the works */

static void
gone(void)
{
    ngx_uint_t  i, k, n;

    for (k = 0; k < 3; k++) {

        for (i = 0; i < 8; i++) {
            start(8);
            tick = k ? STEP : 0;
            contentlib_scheduler_spend(&scheduler, SHARE);

            for (n = 0; n < 8; n++) {
                hold(wait_for(n, (uint16_t) (n / 2)) == NGX_AGAIN, "it waits");
            }

            /* not yet, under way, done */

            for (n = 0; n < k * 5; n++) {
                (void) turn();
            }

            tick = k == 2 ? 0 : tick;

            leave(i);
            leave(i);
            (void) turn();
            leave(i ^ 1);
            (void) turn();

            tick = 0;

            for (n = 0; n < 40; n++) {
                (void) turn();
            }

            for (n = 0; n < 8; n++) {

                if ((n | 1) == (i | 1)) {
                    continue;
                }

                hold(clients[n].woken, "%lu is woken", (unsigned long) n);
                has(n, "12");
            }

            woken[0] = '\0';
            nothing_left("gone");
        }
    }
}


/* the time of who waits longest counts; the others are told */

static void
deadlines(void)
{
    start(4);
    tick = STEP;

    clients[0].waiter.deadline = LATE;
    is_number(wait_for(0, 1), NGX_OK, "late");
    failed(0, CONTENTLIB_DB_TIMEOUT, SQLITE_INTERRUPT, "late");
    leave(0);

    clients[1].waiter.deadline = LATE;
    contentlib_scheduler_spend(&scheduler, SHARE);
    is_number(wait_for(1, 1), NGX_AGAIN, "late again");
    is_number(wait_for(2, 1), NGX_AGAIN, "and one with time");
    turns(3, "b", "who is late is told, once");
    leave(1);
    turns(3, "", "the other one waits");

    tick = 0;
    turns(1, "c", "it is done");
    has(2, "12");
    held("the other one is answered");

    /* a step that takes too long is made again, with fewer rows */

    tick = 10000;
    contentlib_scheduler_spend(&scheduler, SHARE);
    is_number(wait_for(0, 1), NGX_AGAIN, "long steps");
    clients[0].waiter.deadline = UINT64_MAX;
    leave(0);
    is_number(wait_for(0, 1), NGX_AGAIN, "long steps");
    turns(1000, "a", "are made again");
    has(0, "12");
    held("and nothing is left out");

    nothing_left("deadlines");
}


/* clients come and go while the clock is fast or slow */

static void
random_clients(void)
{
    ngx_uint_t  i, n, has_come[SOME_CLIENTS];

    static const char  *names[] = { "12", "7", "999", "12345678", "00" };

    start(SOME_CLIENTS);
    ngx_memzero(has_come, sizeof(has_come));

    for (n = 0; n < OPERATIONS; n++) {
        i = (ngx_uint_t) unit_random(SOME_CLIENTS);
        tick = unit_random(3) ? unit_random(STEP) : 0;

        if (unit_random(3) == 0) {
            (void) turn();

        } else if (!has_come[i]) {
            clients[i].woken = 0;
            has_come[i] = 1;
            hold(join(generation, i, (uint16_t) (i / 2), names[i / 2 % 5])
                 != NGX_ERROR, "no memory");

        } else if (contentlib_work_done(clients[i].waiter.work)) {
            has(i, names[i / 2 % 5]);
            contentlib_scheduler_spend(&scheduler, unit_random(SHARE * 2));
            has_come[i] = 0;

        } else if (unit_random(20) == 0) {
            leave(i);
            has_come[i] = 0;
        }

        if (n % 64 == 0) {
            unit_clear();
        }
    }

    for (n = 0; n < 100 * SOME_CLIENTS; n++) {
        (void) turn();
    }

    for (i = 0; i < SOME_CLIENTS; i++) {
        if (has_come[i]) {
            has(i, names[i / 2 % 5]);
        }
    }

    held("%d random operations", OPERATIONS);
    nothing_left("random clients");
}


/* what matched is kept, if it is known */

static void
kept(void)
{
    ngx_str_t                    key;
    const contentlib_matches_t  *matches;

    start(2);

    key = unit_bytes("\1\0", LEN);
    ok(contentlib_kept_fetch_matches(other->cache, &key, unit_pool(),
                                     &matches)
       == NGX_OK, "what was done before is kept");

    key = unit_bytes("\7\0", LEN);
    clients[0].waiter.deadline = LATE;
    is_number(join(other, 0, 7, "34"), NGX_OK, "it is late");
    failed(0, CONTENTLIB_DB_TIMEOUT, SQLITE_INTERRUPT, "not kept");
    ok(contentlib_kept_fetch_matches(other->cache, &key, unit_pool(),
                                     &matches)
       != NGX_OK, "not kept: there is nothing");

    leave(0);
    nothing_left("kept");
}


int
main(void)
{
    generation = numbers("numbers", 0);
    other = numbers("others", 1024 * 1024);

    at_once();
    without_turns();
    fair();
    shares();
    too_many_fresh();
    too_many_old();
    gone();
    deadlines();
    random_clients();
    kept();

    is_number(other->references, 1, "the other library");
    contentlib_generation_release(generation);
    contentlib_generation_release(other);

    return unit_done();
}
