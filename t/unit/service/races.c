
/*
 * Copyright (C) contentlib authors
 *
 * Changes of the file while it is examined and opened.
 *
 * The functions here replace those of the C library, also for SQLite.
 */


#include <unit_source.h>

#include <sys/syscall.h>


#define OPENINGS  2                         /* per attempt, one by SQLite */


typedef void (*race_pt)(void);


static race_pt     before_open, after_open, after_stat;
static ngx_uint_t  openings;


int race_open(const char *name, int flags, mode_t mode) __asm__("open64");
int race_stat(const char *name, void *info) __asm__("stat64");


static ngx_uint_t
is_library(const char *name)
{
    return source.path.data != NULL
           && strcmp(name, (char *) source.path.data) == 0;
}


static void
meet(race_pt other, const char *name)
{
    if (other != NULL && is_library(name)) {
        other();
    }
}


int
race_open(const char *name, int flags, mode_t mode)
{
    int  fd;

    meet(before_open, name);
    fd = (int) syscall(SYS_openat, AT_FDCWD, name, flags, mode);

    openings += is_library(name);
    meet(after_open, name);

    return fd;
}


int
race_stat(const char *name, void *info)
{
    int  rc;

    rc = (int) syscall(SYS_newfstatat, AT_FDCWD, name, info, 0);
    meet(after_stat, name);

    return rc;
}


static void
replace(char letter)
{
    race_pt  saved;

    saved = after_open;
    after_open = NULL;
    publish(letter);
    after_open = saved;
}


static void
replace_once(void)
{
    if (openings == OPENINGS) {
        replace('c');
        after_open = NULL;
    }
}


static void
replace_always(void)
{
    if (openings % OPENINGS == 0) {
        replace('d');
    }
}


static void
touch(void)
{
    struct timespec  times[2] = { { 1, 0 }, { 1, 0 } };

    if (openings == OPENINGS) {
        (void) utimensat(AT_FDCWD, (char *) source.path.data, times, 0);
    }
}


static void
make_device(void)
{
    before_open = NULL;
    (void) unlink(unit_path("library"));

    if (symlink("/dev/zero", unit_path("library")) == -1) {
        unit_bail_out("/dev/zero", strerror(errno));
    }
}


static void
take_away(void)
{
    after_stat = NULL;
    (void) unlink(unit_path("library"));
}


static void
follow(void)
{
    after_open = NULL;
    move("next", "library");
}


/* the file is deleted, and then another file takes the name */

static void
take_away_first(void)
{
    before_open = NULL;
    after_open = follow;
    (void) unlink(unit_path("library"));
}


static void
replace_invalid(void)
{
    after_stat = NULL;
    move("invalid", "library");
}


/* what is served after another library, when "other" happens meanwhile */

static void
test(race_pt *when, race_pt other, const char *expected, const char *name)
{
    publish('a');
    begin("library", CHECK);
    serves(0, "a", "a library");
    publish('b');

    openings = 0;
    *when = other;
    serves(CHECK, expected, name);
    before_open = after_open = after_stat = NULL;
    end();
}


int
main(void)
{
    library("invalid", 'x');
    library("next", 'c');
    overwrite("invalid", 0, 1, 0);

    test(&after_open, replace_once, "c", "another file takes the name, once");
    test(&after_open, replace_always, "a", "again and again");
    test(&after_open, touch, "a", "written to");
    test(&before_open, make_device, "a", "a device");
    test(&after_stat, take_away, "a", "deleted");
    test(&before_open, take_away_first, "c", "deleted and replaced");
    test(&after_stat, replace_invalid, "a", "what takes its place is invalid");

    return unit_done();
}
