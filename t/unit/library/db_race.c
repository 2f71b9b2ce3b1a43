
/*
 * Copyright (C) contentlib authors
 *
 * Changes of the file while it is opened, and a child process that closes the
 * library of its parent.
 *
 * The functions here replace those of the C library, also for SQLite.
 */


#include <unit_library.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>


#define OPENINGS  2                         /* per attempt, one by SQLite */


typedef void (*race_pt)(void);


static race_pt     before_open, after_open, after_stat;
static ngx_uint_t  openings;
static char        path[512];


int race_open(const char *name, int flags, mode_t mode) __asm__("open64");
int race_stat(const char *name, void *info) __asm__("stat64");


static void
meet(race_pt other, const char *name)
{
    if (other != NULL && strcmp(name, path) == 0) {
        other();
    }
}


int
race_open(const char *name, int flags, mode_t mode)
{
    int  fd;

    meet(before_open, name);
    fd = (int) syscall(SYS_openat, AT_FDCWD, name, flags, mode);

    openings += (strcmp(name, path) == 0);
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


/* another file with the same content replaces the library */

static void
replace(void)
{
    char          other[600];
    race_pt       saved;
    struct stat   st;
    static u_char  bytes[1024 * 1024];
    int           fd;
    ssize_t       n;

    saved = after_open;
    after_open = NULL;

    (void) snprintf(other, sizeof(other), "%s.other", path);

    fd = open(path, O_RDONLY);
    n = read(fd, bytes, sizeof(bytes));
    (void) fstat(fd, &st);
    (void) close(fd);

    fd = open(other, O_WRONLY|O_CREAT|O_TRUNC, 0644);

    if (n != st.st_size || write(fd, bytes, (size_t) n) != n
        || rename(other, path) == -1)
    {
        unit_bail_out(other, strerror(errno));
    }

    (void) close(fd);
    openings -= 1;
    after_open = saved;
}


static void
replace_once(void)
{
    if (openings == OPENINGS) {
        replace();
        after_open = NULL;
    }
}


static void
replace_always(void)
{
    if (openings % OPENINGS == 0) {
        replace();
    }
}


static void
touch(void)
{
    struct timespec  times[2] = { { 1, 0 }, { 1, 0 } };

    if (openings == OPENINGS) {
        (void) utimensat(AT_FDCWD, path, times, 0);
    }
}


static void
take_away(void)
{
    after_stat = NULL;
    (void) unlink(path);
}


static void
make_device(void)
{
    before_open = NULL;
    (void) unlink(path);

    if (symlink("/dev/zero", path) == -1) {
        unit_bail_out(path, strerror(errno));
    }
}


/* opens a new file */

static void
test(const char *expected, const char *name)
{
    ngx_str_t               text;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;
    race_pt                 opening, opened, known;

    opening = before_open;
    opened = after_open;
    known = after_stat;

    before_open = after_open = after_stat = NULL;
    (void) unlink(path);
    unit_library(path, "");
    openings = 0;

    before_open = opening;
    after_open = opened;
    after_stat = known;

    db = unit_open(path, &error);
    before_open = after_open = after_stat = NULL;

    text = unit_text(db ? "opened" : error.text);
    is_string(&text, expected, "%s", name);

    if (db != NULL) {
        contentlib_db_close(db);
    }

    unit_clear();
}


static void
races(void)
{
    test("opened", "nobody else");

    after_open = replace_once;
    test("opened", "another file takes the name, once");
    is_number(openings, 2 * OPENINGS, "it is opened again");

    after_open = replace_always;
    test("it was replaced again and again", "again and again");

    after_open = touch;
    test("it changed while it was opened", "written to");

    after_stat = take_away;
    test("No such file or directory", "deleted");

    before_open = make_device;
    test("not a regular file", "a device");
}


/* a child that closes the library does not affect its parent */

static void
child(void)
{
    int               status;
    pid_t             pid;
    contentlib_db_t  *db;

    unit_library(path, "");
    db = unit_opened(path);

    fflush(stdout);
    pid = fork();

    if (pid == 0) {
        contentlib_db_close(db);
        _exit(0);
    }

    (void) waitpid(pid, &status, 0);
    is_number(status, 0, "a child closes it");

    is_number(contentlib_db_step(db, CONTENTLIB_SQL_META), NGX_OK,
              "its parent goes on");
    (void) contentlib_db_reset(db, CONTENTLIB_SQL_META);
    contentlib_db_close(db);
}


int
main(void)
{
    (void) snprintf(path, sizeof(path), "%s", unit_path("library"));

    races();
    child();

    return unit_done();
}
