
/*
 * Copyright (C) contentlib authors
 *
 * Who makes a page next: in the order of coming, for a share of each turn.
 * All short sequences of what may happen are compared with a list of letters.
 */


#include <unit_works.h>


#define STEPS  6


/* the scheduler as it ought to be */

typedef struct {
    char        ready[STEPS + 1];
    char        woken[2 * STEPS + 1];
    uint64_t    spent;
    char        last;                       /* who is at work, or 0 */
    ngx_uint_t  coming;
    ngx_uint_t  posts;
} model_t;


static ngx_int_t
admit(char letter)
{
    return contentlib_scheduler_admit(&scheduler,
                                      &clients[letter - 'a'].waiter, 0);
}


static ngx_int_t
admit_brief(char letter)
{
    return contentlib_scheduler_admit(&scheduler,
                                      &clients[letter - 'a'].waiter, 1);
}


static void
leave(char letter)
{
    contentlib_work_leave(&clients[letter - 'a'].waiter);
}


static void
is_woken(const char *expected, const char *name)
{
    ngx_str_t  letters;

    letters = wakes();
    is_string(&letters, expected, "%s", name);
}


/* those that are woken in a turn, each of which takes so long */

static void
turn(uint64_t cost, const char *expected, ngx_int_t rc, const char *name)
{
    size_t  i;

    is_number(contentlib_scheduler_run(&scheduler), rc, "%s: and more", name);

    for (i = 0; i < strlen(woken); i++) {
        contentlib_scheduler_spend(&scheduler, cost);
    }

    is_woken(expected, name);
}


/* as where there is no event loop */

static void
no_turns(void)
{
    start(26);
    scheduler.post = NULL;

    contentlib_scheduler_spend(&scheduler, SHARE * 2);
    is_number(admit('a'), NGX_OK, "no turns: a page");
    is_number(contentlib_scheduler_yield(&scheduler, &clients[0].waiter),
              NGX_OK, "no turns: nobody to yield to");

    nothing_left("no turns");
}


static void
shares(void)
{
    char  letter;

    start(26);

    is_number(admit('a'), NGX_OK, "alone");
    contentlib_scheduler_spend(&scheduler, SHARE - 1);
    is_number(admit('b'), NGX_OK, "there is time left");
    is_number(posts, 0, "no turn is asked for");
    contentlib_scheduler_spend(&scheduler, 1);
    is_number(admit('c'), NGX_AGAIN, "there is none");
    is_number(posts, 1, "a turn is asked for");

    turn(0, "c", NGX_OK, "the next turn");
    is_number(admit('c'), NGX_OK, "whose turn has come");
    is_number(admit('d'), NGX_OK, "another one in the same turn");

    contentlib_scheduler_spend(&scheduler, SHARE);

    for (letter = 'a'; letter <= 'h'; letter++) {
        clients[letter - 'a'].waiter.admitted = 0;
        is_number(admit(letter), NGX_AGAIN, "%c waits", letter);
    }

    turn(SHARE, "a", NGX_AGAIN, "the whole share");
    turn(SHARE * 9, "b", NGX_AGAIN, "more than the share");
    turn(SHARE / 2, "cd", NGX_AGAIN, "half of it");
    is_number(admit('i'), NGX_AGAIN, "behind those that wait");
    turn(1, "efghi", NGX_AGAIN, "next to nothing");

    nothing_left("shares");
}


/* those that are brief wait for one another, and hardly for pages */

static void
brief(void)
{
    char  letter;

    start(26);
    contentlib_scheduler_spend(&scheduler, SHARE);

    for (letter = 'a'; letter <= 'd'; letter++) {
        is_number(admit(letter), NGX_AGAIN, "%c, a page, waits", letter);
    }

    for (letter = 'p'; letter <= 'r'; letter++) {
        is_number(admit_brief(letter), NGX_AGAIN, "%c waits", letter);
    }

    turn(SHARE, "p", NGX_AGAIN, "one that is brief");
    turn(SHARE, "a", NGX_AGAIN, "a page");
    turn(SHARE / 2, "qb", NGX_AGAIN, "one after the other");
    turn(1, "rcd", NGX_AGAIN, "no more that are brief");

    clients['a' - 'a'].waiter.admitted = 0;
    contentlib_scheduler_spend(&scheduler, SHARE);
    is_number(admit('a'), NGX_AGAIN, "a page waits");
    is_number(admit_brief('s'), NGX_AGAIN, "so do all, once it is over");
    turn(0, "sa", NGX_AGAIN, "the next turn");
    is_number(admit_brief('t'), NGX_OK, "there is time left");

    nothing_left("brief");
}


static void
yields(void)
{
    start(26);
    contentlib_scheduler_spend(&scheduler, SHARE);

    (void) admit('a');
    (void) admit('b');
    (void) admit('c');

    (void) contentlib_scheduler_run(&scheduler);
    is_woken("a", "the first one");

    is_number(contentlib_scheduler_yield(&scheduler, &clients[0].waiter),
              NGX_AGAIN, "it yields");
    ok(!clients[0].waiter.admitted, "its turn is over");
    is_number(posts, 4, "a turn is asked for");
    contentlib_scheduler_spend(&scheduler, 0);
    is_woken("", "nobody else in this turn");
    is_number(admit('d'), NGX_AGAIN, "nor who comes");

    (void) contentlib_scheduler_run(&scheduler);
    is_woken("a", "it goes on before the others");
    is_number(admit('a'), NGX_OK, "its turn has come again");

    contentlib_scheduler_spend(&scheduler, 0);
    is_woken("b", "the next one");
    leave('c');
    contentlib_scheduler_spend(&scheduler, 0);
    is_woken("d", "without the one that has gone");

    /* one with nobody to wake; one that has gone twice */

    clients['e' - 'a'].waiter.wake = NULL;
    contentlib_scheduler_spend(&scheduler, SHARE);
    (void) admit('e');
    (void) admit('f');
    leave('f');
    leave('f');
    (void) contentlib_scheduler_run(&scheduler);
    ok(clients['e' - 'a'].waiter.admitted, "nobody to wake");

    nothing_left("yields");
}


static void
model_wake(model_t *model)
{
    if (model->ready[0] == '\0') {
        return;
    }

    model->last = model->ready[0];
    model->woken[strlen(model->woken)] = model->ready[0];
    memmove(model->ready, model->ready + 1, strlen(model->ready));
}


static void
model_remove(model_t *model, size_t i)
{
    leave(model->ready[i]);
    memmove(model->ready + i, model->ready + i + 1,
            strlen(model->ready + i));
}


static void
come(model_t *model)
{
    char       letter;
    ngx_int_t  expected;

    letter = (char) ('a' + model->coming++);
    expected = NGX_AGAIN;

    if (model->spent < SHARE && model->ready[0] == '\0') {
        expected = NGX_OK;
        model->last = letter;

    } else {
        model->ready[strlen(model->ready)] = letter;
        model->posts++;
    }

    hold(admit(letter) == expected, "%c comes", letter);
}


static void
spend(model_t *model, uint64_t cost)
{
    model->spent += cost;

    if (model->spent < SHARE) {
        model_wake(model);
    }

    contentlib_scheduler_spend(&scheduler, cost);
}


static void
yield(model_t *model)
{
    if (model->last == '\0') {
        return;
    }

    memmove(model->ready + 1, model->ready, strlen(model->ready));
    model->ready[0] = model->last;
    model->spent = SHARE;
    model->posts++;

    hold(contentlib_scheduler_yield(&scheduler,
                                    &clients[model->last - 'a'].waiter)
         == NGX_AGAIN, "a yield");

    model->last = '\0';
}


static void
run(model_t *model)
{
    model->spent = 0;
    model_wake(model);

    hold(contentlib_scheduler_run(&scheduler)
         == (model->ready[0] ? NGX_AGAIN : NGX_OK), "a turn");
}


static void
operation(model_t *model, ngx_uint_t which)
{
    switch (which) {

    case 0:
        come(model);
        break;

    case 1:
        run(model);
        break;

    case 2:
        spend(model, SHARE / 3);
        break;

    case 3:
        spend(model, SHARE);
        break;

    case 4:
        yield(model);
        break;

    case 5:
        if (model->ready[0] != '\0') {
            model_remove(model, 0);
        }

        break;

    default:
        if (model->ready[0] != '\0') {
            model_remove(model, strlen(model->ready) - 1);
        }
    }
}


/* the digits of a number are what happens, in this order */

static void
sequence(ngx_uint_t number)
{
    model_t     model;
    ngx_uint_t  i, n;

    ngx_memzero(&model, sizeof(model_t));
    start(STEPS);

    for (i = 0, n = number; i < STEPS; i++, n /= 7) {
        operation(&model, n % 7);

        hold(length(&scheduler.ready) == strlen(model.ready),
             "%lu: as many wait", (unsigned long) number);
        hold(posts == model.posts, "%lu: turns that are asked for",
             (unsigned long) number);
    }

    while (model.ready[0] != '\0') {
        run(&model);
    }

    hold(strcmp(model.woken, woken) == 0, "%lu: %s, not %s",
         (unsigned long) number, woken, model.woken);
    hold(ngx_queue_empty(&scheduler.ready), "%lu: somebody is left",
         (unsigned long) number);
}


static void
all_orders(void)
{
    ngx_uint_t  i, n;

    for (i = 0, n = 1; i < STEPS; i++) {
        n *= 7;
    }

    for (i = 0; i < n; i++) {
        sequence(i);
    }

    held("%lu sequences of %d", (unsigned long) n, STEPS);
}


int
main(void)
{
    no_turns();
    shares();
    brief();
    yields();
    all_orders();

    return unit_done();
}
