
/*
 * Copyright (C) contentlib authors
 *
 * A shared object to preload into nginx.  It counts the calls of a kind that
 * one process makes, and lets some of them fail or take longer.  The settings
 * and the counts are in the file FAILING_CONTROL, which
 * Test::Contentlib::Failing maps, too.
 */


#define _GNU_SOURCE
#undef _FORTIFY_SOURCE              /* defines the same functions */

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>


#define FAILING_MEMORY  1
#define FAILING_READ    2
#define FAILING_OPEN    4
#define FAILING_STAT    8

#define FAILING_SHORT   (-1)        /* no error, but half of the bytes */
#define FAILING_STOP    (-2)        /* no error, but SIGSTOP before the call */


typedef struct {

    /* settings */

    int64_t        kinds;           /* FAILING_*; 0: count nothing */
    int64_t        pid;
    int64_t        first;           /* number of the first failure, from 1 */
    int64_t        last;
    int64_t        error;           /* errno, FAILING_SHORT, FAILING_STOP */
    int64_t        chance;          /* failures per 1000 calls, at random */
    int64_t        delay;           /* microseconds added to each call */
    int64_t        skip;            /* milliseconds added to the clock */
    int64_t        frozen;          /* the clock has no other time */

    /* counts */

    int64_t        calls;
    int64_t        failures;
    int64_t        live;            /* allocated bytes */
    int64_t        peak;
} failing_control_t;


void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *p);


static failing_control_t  *failing;
static uint64_t            failing_state = 88172645463325252;


__attribute__((constructor)) static void
failing_init(void)
{
    int    fd;
    void  *p;

    if (getenv("FAILING_CONTROL") == NULL) {
        return;
    }

    fd = (int) syscall(SYS_openat, AT_FDCWD, getenv("FAILING_CONTROL"),
                       O_RDWR|O_CLOEXEC, 0);
    if (fd == -1) {
        abort();
    }

    p = mmap(NULL, sizeof(failing_control_t), PROT_READ|PROT_WRITE,
             MAP_SHARED, fd, 0);

    if (p == MAP_FAILED) {
        abort();
    }

    (void) close(fd);

    failing = p;
}


static int
failing_mine(int kind)
{
    return failing != NULL && (failing->kinds & kind)
           && failing->pid == getpid();
}


static int
failing_chosen(void)
{
    if (failing->chance == 0) {
        return failing->calls >= failing->first
               && failing->calls <= failing->last;
    }

    failing_state ^= failing_state << 13;
    failing_state ^= failing_state >> 7;
    failing_state ^= failing_state << 17;

    return (int64_t) (failing_state % 1000) < failing->chance;
}


/* returns 1 and sets errno if this call fails */

static int
failing_fails(int kind)
{
    if (!failing_mine(kind)) {
        return 0;
    }

    failing->calls++;

    if (failing->delay) {
        (void) usleep((useconds_t) failing->delay);
    }

    if (!failing_chosen()) {
        return 0;
    }

    failing->failures++;

    if (failing->error == FAILING_STOP) {
        (void) syscall(SYS_kill, getpid(), SIGSTOP);
        return 0;
    }

    errno = (int) failing->error;

    return 1;
}


static void
failing_took(int64_t bytes)
{
    if (failing_mine(FAILING_MEMORY)) {
        failing->live += bytes;

        if (failing->live > failing->peak) {
            failing->peak = failing->live;
        }
    }
}


static void *
failing_counted(void *p)
{
    failing_took((int64_t) malloc_usable_size(p));

    return p;
}


void *
malloc(size_t size)
{
    return failing_fails(FAILING_MEMORY)
           ? NULL : failing_counted(__libc_malloc(size));
}


void *
calloc(size_t n, size_t size)
{
    return failing_fails(FAILING_MEMORY)
           ? NULL : failing_counted(__libc_calloc(n, size));
}


void *
realloc(void *p, size_t size)
{
    void    *result;
    int64_t  before;

    if (failing_fails(FAILING_MEMORY)) {
        return NULL;
    }

    before = (int64_t) malloc_usable_size(p);
    result = __libc_realloc(p, size);

    if (result != NULL || size == 0) {
        failing_took(-before);
    }

    return failing_counted(result);
}


void *
memalign(size_t alignment, size_t size)
{
    return failing_fails(FAILING_MEMORY)
           ? NULL : failing_counted(__libc_memalign(alignment, size));
}


void *
aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}


int
posix_memalign(void **p, size_t alignment, size_t size)
{
    *p = memalign(alignment, size);

    return *p != NULL ? 0 : ENOMEM;
}


void
free(void *p)
{
    failing_took(-(int64_t) malloc_usable_size(p));

    __libc_free(p);
}


static ssize_t
failing_pread(int fd, void *data, size_t size, off_t offset)
{
    if (failing_fails(FAILING_READ)) {

        if (failing->error != FAILING_SHORT) {
            return -1;
        }

        size = (size + 1) / 2;
    }

    return (ssize_t) syscall(SYS_pread64, fd, data, size, offset);
}


ssize_t
pread(int fd, void *data, size_t size, off_t offset)
{
    return failing_pread(fd, data, size, offset);
}


ssize_t
pread64(int fd, void *data, size_t size, off64_t offset)
{
    return failing_pread(fd, data, size, offset);
}


static int
failing_open(int directory, const char *path, int flags, mode_t mode)
{
    return failing_fails(FAILING_OPEN)
           ? -1 : (int) syscall(SYS_openat, directory, path, flags, mode);
}


/* without O_CREAT, the mode is undefined and is not used */

#define FAILING_OPEN_LIKE(name, ...)                                          \
                                                                              \
    int name(__VA_ARGS__ const char *path, int flags, ...)                    \
    {                                                                         \
        mode_t   mode;                                                        \
        va_list  args;                                                        \
                                                                              \
        va_start(args, flags);                                                \
        mode = va_arg(args, mode_t);                                          \
        va_end(args);                                                         \
                                                                              \
        return failing_open(FAILING_DIRECTORY, path, flags, mode);            \
    }

#define FAILING_DIRECTORY  AT_FDCWD

FAILING_OPEN_LIKE(open,)
FAILING_OPEN_LIKE(open64,)

#undef FAILING_DIRECTORY
#define FAILING_DIRECTORY  directory

FAILING_OPEN_LIKE(openat, int directory,)
FAILING_OPEN_LIKE(openat64, int directory,)


static int
failing_stat(int directory, const char *path, void *st, int flags)
{
    return failing_fails(FAILING_STAT)
           ? -1 : (int) syscall(SYS_newfstatat, directory, path, st, flags);
}


#define FAILING_STAT_LIKE(suffix)                                             \
                                                                              \
    int stat##suffix(const char *path, struct stat##suffix *st)               \
    {                                                                         \
        return failing_stat(AT_FDCWD, path, st, 0);                           \
    }                                                                         \
                                                                              \
    int lstat##suffix(const char *path, struct stat##suffix *st)              \
    {                                                                         \
        return failing_stat(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);         \
    }                                                                         \
                                                                              \
    int fstat##suffix(int fd, struct stat##suffix *st)                        \
    {                                                                         \
        return failing_stat(fd, "", st, AT_EMPTY_PATH);                       \
    }                                                                         \
                                                                              \
    int fstatat##suffix(int fd, const char *path, struct stat##suffix *st,    \
        int flags)                                                            \
    {                                                                         \
        return failing_stat(fd, path, st, flags);                             \
    }

FAILING_STAT_LIKE()
FAILING_STAT_LIKE(64)


int
clock_gettime(clockid_t id, struct timespec *t)
{
    int  rc;

    rc = (int) syscall(SYS_clock_gettime, id, t);

    if (failing == NULL
        || (id != CLOCK_MONOTONIC && id != CLOCK_MONOTONIC_COARSE))
    {
        return rc;
    }

    if (failing->frozen) {
        t->tv_sec = 0;
        t->tv_nsec = 0;
    }

    t->tv_sec += failing->skip / 1000;
    t->tv_nsec += failing->skip % 1000 * 1000000;

    if (t->tv_nsec >= 1000000000) {
        t->tv_nsec -= 1000000000;
        t->tv_sec++;
    }

    return rc;
}
