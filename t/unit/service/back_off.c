
/*
 * Copyright (C) contentlib authors
 *
 * The back-off after files that cannot be served.
 */


#include <unit_source.h>

#include <sys/resource.h>


/* the file system may reuse the inode number of a deleted file */

static void
test_again(void)
{
    int                         i;
    contentlib_file_identity_t  bad, good;

    library("library", 'a');
    overwrite("library", 0, 1, 1);
    begin("library", CHECK);
    serves(0, "-", "a bad file");
    serves(CHECK, "-", "tried again after half a second");
    serves(CHECK, "-", "but not after half a second more");
    serves(CHECK, "-", "tried again after a second");
    says(NGX_LOG_ERR, 1, "a bad file");

    (void) contentlib_file_identify(unit_path("library"), &bad);

    for (i = 0; i < 20; i++) {
        library("library", 'b');
        (void) contentlib_file_identify(unit_path("library"), &good);

        if (!contentlib_file_replaced(&good, &bad)) {
            break;
        }
    }

    ok(!contentlib_file_same(&good, &bad), "the same number or not: another");
    serves(250, "-", "not before it is time to look");
    serves(250, "b", "then it is served");
    end();

    library("library", 'a');
    overwrite("library", 0, 1, 1);
    begin("library", CHECK);
    serves(0, "-", "a bad file");
    serves(CHECK, "-", "tried again after half a second");
    overwrite("library", 0, 1, 1);
    serves(CHECK / 2, "-", "nothing has changed but the bytes");
    serves(CHECK / 2, "a", "and that is seen");
    end();
}


static void
test_back_offs(void)
{
    int       i;
    uint64_t  after;

    publish('a');
    begin("library", 1);
    serves(0, "a", "a good file");

    library("new", 'b');
    overwrite("new", 0, 1, 0);
    move("new", "library");

    for (i = 0, after = 500; i < 10; i++) {
        serves(i ? source.back_off.retry_after : 250, "a", "a bad one");
        is_number(source.back_off.retry_at, now + after, "to be tried again");
        after = ngx_min(after * 2, 30000);
        serves(source.back_off.retry_after - 1, "a", "not before that");
        now -= source.back_off.retry_after - 1;
        source.look_at = 0;
    }

    says(NGX_LOG_ERR, 1, "whatever the attempts");
    end();
}


/* the back-off is reset after some time, but not by repeated failures */

static void
test_served(void)
{
    int                       i;
    struct rlimit             limit, none;
    contentlib_generation_t  *generation;

    publish('a');
    begin("library", 1);
    serves(0, "a", "a file");
    publish('b');

    (void) getrlimit(RLIMIT_NOFILE, &limit);
    none = limit;
    none.rlim_cur = 0;
    (void) setrlimit(RLIMIT_NOFILE, &none);

    for (i = 0; i < 10; i++) {
        serves(i ? source.back_off.retry_after : 250, "a", "no descriptors");
    }

    (void) setrlimit(RLIMIT_NOFILE, &limit);
    is_number(source.back_off.retry_after, 30000, "a long wait");
    serves(30000, "b", "then it is served");
    serves(40000, "b", "for some time");

    generation = source.current;
    is_number(contentlib_source_failed(&source, generation, now, &unit_log),
              NGX_OK, "it cannot be read");
    is_number(source.back_off.retry_at, now + 500, "back, for half a second");

    for (i = 1; i < 3; i++) {
        serves(source.back_off.retry_after, "b", "it is tried again");
        (void) contentlib_source_failed(&source, source.current, now,
                                        &unit_log);
        is_number(source.back_off.retry_at, now + (500u << i),
                  "fails again: twice as long");
    }

    end();
}


/* a file that can be opened but not read: the previous file is served */

static void
test_returns(void)
{
    int  i;

    publish('a');
    begin("library", CHECK);
    serves(0, "a", "a file");

    publish('b');

    for (i = 0; i < 3; i++) {
        serves(i ? source.back_off.retry_after : CHECK, "b", "it is opened");
        (void) contentlib_source_failed(&source, source.current, now,
                                        &unit_log);
        serves(0, "a", "it cannot be read");
    }

    says(NGX_LOG_CRIT, 3, "three times");
    says(NGX_LOG_ERR, 1, "and then not again");

    serves(30000, "a", "not opened");
    serves(HOUR, "a", "for good");

    /* if the previous file cannot be read either, it is still served */

    is_number(contentlib_source_failed(&source, source.current, now,
                                       &unit_log),
              NGX_DECLINED, "no other one");
    serves(HOUR, "a", "it goes on");

    /* another file is opened without a back-off */

    (void) chmod(unit_path("library"), 0640);
    serves(CHECK, "b", "the mode is another");
    (void) contentlib_source_failed(&source, source.current, now, &unit_log);
    serves(0, "a", "it cannot be read");
    serves(500, "b", "but it is tried again");
    publish('c');
    serves(CHECK, "c", "another file");
    end();
}


/* without another file, the file that failed three times is opened */

static void
test_alone(void)
{
    int  i;

    publish('a');
    begin("library", CHECK);
    serves(0, "a", "a file");
    move("library", "other");
    publish('b');

    for (i = 0; i < 3; i++) {
        serves(i ? source.back_off.retry_after : CHECK, "b", "it is opened");
        (void) contentlib_source_failed(&source, source.current, now,
                                        &unit_log);
    }

    serves(HOUR, "a", "not opened");
    overwrite("other", 100, 1, 0);
    is_number(contentlib_source_unchanged(&source, source.current, now,
                                          &unit_log),
              NGX_ERROR, "the one before is written to");
    serves(HOUR, "b", "then it is opened");
    end();
}


/* without descriptors, many files fail for the same reason */

static void
test_shortage(void)
{
    int            i;
    struct rlimit  limit, none;

    publish('a');
    begin("library", CHECK);
    serves(0, "a", "a file");

    (void) getrlimit(RLIMIT_NOFILE, &limit);
    none = limit;
    none.rlim_cur = 0;

    for (i = 0; i < 5; i++) {
        publish('b');
        (void) setrlimit(RLIMIT_NOFILE, &none);
        serves(CHECK, "a", "no descriptors");
        (void) setrlimit(RLIMIT_NOFILE, &limit);
    }

    says(NGX_LOG_ERR, 1, "no descriptors");

    (void) setrlimit(RLIMIT_NOFILE, &none);
    serves(60000, "a", "for a minute");
    (void) setrlimit(RLIMIT_NOFILE, &limit);
    says(NGX_LOG_ERR, 1, "for a minute");

    serves(30000, "b", "then there are");
    end();
}


int
main(void)
{
    test_again();
    test_back_offs();
    test_served();
    test_returns();
    test_alone();
    test_shortage();

    return unit_done();
}
