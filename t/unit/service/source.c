
/*
 * Copyright (C) contentlib authors
 *
 * Files that replace the library of a source.
 */


#include <unit_source.h>


static void
test_switch(void)
{
    publish('a');
    begin("library", HOUR);
    serves(0, "a", "the first");
    says(NGX_LOG_NOTICE, 1, "the first");

    publish('b');
    serves(HOUR - 1, "a", "before it is time to look");
    serves(1, "b", "the second");
    says(NGX_LOG_NOTICE, 1, "the second");

    ok(source.previous != NULL, "the first is held");
    is_number(contentlib_source_due(&source), now + 60000, "for a minute");
    serves(59999, "b", "a minute, almost");
    ok(source.previous != NULL, "not longer than it must be");
    serves(1, "b", "a minute");
    ok(source.previous == NULL, "the first is dropped");
    is_number(contentlib_source_due(&source), now - 60000 + HOUR,
              "then nothing is due for long");

    /* two files of the same size and time within a moment */

    publish('c');
    publish('d');
    serves(HOUR, "d", "two at once");
    says(NGX_LOG_NOTICE, 1, "two at once");
    end();
}


/* a hundred files in a second, with a check for each */

static void
test_storm(void)
{
    int  i;

    publish('a');
    begin("library", 1);

    for (i = 0; i < 100; i++) {
        publish((char) ('a' + i % 6));
        now += 10;
        contentlib_source_look(&source, now, &unit_log);
    }

    serves(250, "d", "the last");
    ok(lines[NGX_LOG_NOTICE] <= 5, "few of them were opened");
    says(NGX_LOG_ERR, 0, "many at once");
    end();
}


static void
test_back(void)
{
    library("one", 'a');
    library("two", 'b');
    (void) !symlink("one", unit_path("link"));
    begin("link", CHECK);
    serves(0, "a", "the first");

    (void) unlink(unit_path("link"));
    (void) !symlink("two", unit_path("link"));
    serves(CHECK, "b", "the link leads elsewhere");

    is_number(contentlib_source_failed(&source, source.current, now,
                                       &unit_log),
              NGX_OK, "it cannot be read");
    serves(0, "a", "back");
    says(NGX_LOG_CRIT, 1, "back");
    serves(CHECK, "b", "it is tried again");

    overwrite("one", 200, 0, 0);
    (void) contentlib_source_failed(&source, source.current, now, &unit_log);
    serves(0, "b", "the one before was written to");
    says(NGX_LOG_CRIT, 0, "not back");
    ok(source.previous == NULL, "it is of no use any more");
    end();
}


static void
test_touched(void)
{
    char  other[512];

    publish('a');
    begin("library", CHECK);
    serves(0, "a", "a file");
    publish('b');
    serves(CHECK, "b", "another");
    ngx_memzero(lines, sizeof(lines));

    (void) chmod(unit_path("library"), 0600);
    serves(CHECK, "b", "another mode");
    (void) snprintf(other, sizeof(other), "%s", unit_path("other"));
    (void) !link(unit_path("library"), other);
    serves(CHECK, "b", "another link");
    (void) unlink(other);
    serves(CHECK, "b", "a link less");
    says(NGX_LOG_INFO, 3, "opened anew");
    says(NGX_LOG_NOTICE, 0, "without a word");
    ok(source.previous != NULL, "the one before stays");

    overwrite("library", 0, 1, 1);
    serves(CHECK, "-", "written to, and its time was set back");
    says(NGX_LOG_ERR, 1, "written to");
    overwrite("library", 0, 1, 1);
    serves(CHECK, "-", "mended");
    serves(CHECK, "-", "and left alone for a moment");
    serves(CHECK, "b", "and for a second");
    end();
}


static void
test_written(void)
{
    int                       fd;
    contentlib_generation_t  *held;

    publish('a');
    begin("library", CHECK);
    held = contentlib_source_hold(&source, now, &unit_log);
    is_number(contentlib_source_unchanged(&source, held, now, &unit_log),
              NGX_OK, "left alone");

    /* the path is that of another file now */

    fd = open(unit_path("library"), O_RDWR);
    publish('b');
    is_number(contentlib_source_unchanged(&source, held, now, &unit_log),
              NGX_OK, "replaced");
    write_byte(fd, 200, 0, 0);
    (void) close(fd);

    is_number(contentlib_source_unchanged(&source, held, now, &unit_log),
              NGX_ERROR, "written to after that");
    says(NGX_LOG_ERR, 1, "written to");
    is_number(contentlib_source_unchanged(&source, held, now, &unit_log),
              NGX_ERROR, "for ever");
    contentlib_generation_release(held);

    serves(CHECK, "b", "another is served at once");

    overwrite("library", 200, 0, 0);
    serves(CHECK, "-", "written to");
    publish('c');
    serves(CHECK, "c", "and replaced");

    /* a file that was written to is not served after it was renamed twice */

    overwrite("library", 200, 0, 0);
    serves(CHECK, "-", "written to once more");
    move("library", "away");
    serves(CHECK, "-", "and away");
    move("away", "library");
    serves(CHECK, "-", "and back");
    serves(CHECK, "-", "not left alone yet");
    serves(CHECK, "c", "for a second");
    end();
}


static void
test_lost(void)
{
    publish('a');
    begin("library", CHECK);
    serves(0, "a", "a file");
    ngx_memzero(lines, sizeof(lines));

    move("library", "away");
    serves(CHECK, "a", "moved away");
    serves(CHECK, "a", "for some time");
    says(NGX_LOG_WARN, 1, "moved away");

    (void) !symlink("library", unit_path("library"));
    serves(CHECK, "a", "a link to itself");
    says(NGX_LOG_ERR, 0, "not at once");
    serves(10000, "a", "for some time");
    serves(10000, "a", "for a long time");
    says(NGX_LOG_ERR, 1, "a link to itself");
    is_number(last_errno, ELOOP, "it says why");

    move("away", "library");
    serves(CHECK, "a", "it is back");
    says(NGX_LOG_WARN, 0, "it is back");
    says(NGX_LOG_ERR, 0, "it is back");

    (void) unlink(unit_path("library"));
    serves(CHECK, "a", "gone again");
    says(NGX_LOG_WARN, 1, "gone again");
    end();

    /* without a library, the next check is soon */

    begin("library", HOUR);
    serves(0, "-", "none");
    serves(CHECK, "-", "none still");
    says(NGX_LOG_WARN, 1, "none");
    publish('b');
    serves(CHECK, "b", "there it is");
    end();
}


/* twice in a second, for half a minute */

static void
test_comes_and_goes(void)
{
    int  i;

    publish('a');
    begin("library", 250);
    serves(0, "a", "a file");
    ngx_memzero(lines, sizeof(lines));

    for (i = 0; i < 120; i++) {
        move(i % 2 ? "away" : "library", i % 2 ? "library" : "away");
        now += 250;
        contentlib_source_look(&source, now, &unit_log);
    }

    ok(lines[NGX_LOG_WARN] >= 2 && lines[NGX_LOG_WARN] <= 4,
       "a line now and then: %lu", (unsigned long) lines[NGX_LOG_WARN]);
    says(NGX_LOG_NOTICE, 0, "comes and goes");
    end();
}


int
main(void)
{
    test_switch();
    test_storm();
    test_back();
    test_touched();
    test_written();
    test_lost();
    test_comes_and_goes();

    return unit_done();
}
