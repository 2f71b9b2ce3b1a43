
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: failing allocations and file operations, including pipe()
 * and fork().
 *
 * An operation runs once, while its calls are counted.  Then it runs again
 * twice for each call: with this call failing, and with this and all later
 * calls failing.  Only the first call with a given call stack fails, and only
 * every fifth of these, or every CONTENTLIB_FAILURES-th.
 *
 * The functions here replace those of the C library, also for SQLite and
 * json-c.
 */


#ifndef _UNIT_FAILURES_H_INCLUDED_
#define _UNIT_FAILURES_H_INCLUDED_


#include <unit.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unwind.h>


#define UNIT_CALLS   1000000
#define UNIT_PLACES  (1 << 16)
#define UNIT_DEPTH   8                     /* frames that identify a place */


/* these are called before the sanitizer is initialized */

#define UNIT_EARLY  __attribute__((no_sanitize("address", "undefined")))


typedef enum {
    UNIT_MEMORY = 1,
    UNIT_FILES = 2,
    UNIT_STATEMENTS = 4                     /* unit_failures_sqlite.h */
} unit_failures_e;


typedef struct {
    unit_failures_e  kind;                  /* 0: none is counted */
    uint64_t         n;
    uint64_t         failing;               /* 0: none; 1: the first one */
    unsigned         following:1;           /* fail, too */
    unsigned         counting:1;
    ngx_uint_t       spared;                /* > 0: calls do not fail */
} unit_failures_t;


typedef struct {
    ngx_uint_t  n;
    uint64_t    hash;
} unit_stack_t;


static unit_failures_t  unit_failures;
static uint32_t         unit_calls[UNIT_CALLS];     /* their places */
static uint32_t         unit_places[UNIT_PLACES];   /* that have failed */


static _Unwind_Reason_Code
unit_frame(struct _Unwind_Context *context, void *data)
{
    unit_stack_t  *stack = data;

    if (stack->n++ >= 2) {
        stack->hash = (stack->hash ^ (uint64_t) _Unwind_GetIP(context))
                      * 1099511628211u;
    }

    return stack->n < UNIT_DEPTH + 3 ? _URC_NO_REASON : _URC_END_OF_STACK;
}


static inline uint32_t
unit_place(void)
{
    unit_stack_t  stack;

    stack.n = 0;
    stack.hash = 1469598103934665603u;

    unit_failures.spared++;
    (void) _Unwind_Backtrace(unit_frame, &stack);
    unit_failures.spared--;

    return (uint32_t) (stack.hash >> 32) | 1;
}


/* whether the current call must fail */

UNIT_EARLY static ngx_uint_t
unit_fails(unit_failures_e kind)
{
    unit_failures_t  *failures;

    failures = &unit_failures;

    if (failures->kind != kind || failures->spared) {
        return 0;
    }

    failures->n++;

    if (failures->counting && failures->n < UNIT_CALLS) {
        unit_calls[failures->n] = unit_place();
    }

    if (failures->failing == 0 || failures->n < failures->failing
        || (failures->n > failures->failing && !failures->following))
    {
        return 0;
    }

    errno = (kind == UNIT_MEMORY) ? ENOMEM : EIO;

    return 1;
}


#if (__SANITIZE_ADDRESS__)
#define unit_libc(name)  __interceptor_##name
#else
#define unit_libc(name)  __libc_##name
#endif

void *unit_libc(malloc)(size_t size);
void *unit_libc(calloc)(size_t n, size_t size);
void *unit_libc(realloc)(void *p, size_t size);

void *unit_malloc(size_t size) __asm__("malloc");
void *unit_calloc(size_t n, size_t size) __asm__("calloc");
void *unit_realloc(void *p, size_t size) __asm__("realloc");
int unit_open(const char *name, int flags, mode_t mode) __asm__("open64");
int unit_fstat(int fd, void *info) __asm__("fstat64");
int unit_stat(const char *name, void *info) __asm__("stat64");
int unit_fsync(int fd) __asm__("fsync");
int unit_fdatasync(int fd) __asm__("fdatasync");
int unit_ftruncate(int fd, off_t size) __asm__("ftruncate64");
int unit_rename(const char *from, const char *to) __asm__("rename");
int unit_mkostemp(char *name, int flags) __asm__("mkostemp64");
int unit_close(int fd) __asm__("close");
int unit_pipe(int fds[2]) __asm__("pipe");
pid_t unit_fork(void) __asm__("fork");
off_t unit_lseek(int fd, off_t offset, int from) __asm__("lseek64");
ssize_t unit_pread(int fd, void *to, size_t n, off_t from) __asm__("pread64");
ssize_t unit_pwrite(int fd, const void *from, size_t n, off_t to)
    __asm__("pwrite64");
ssize_t unit_read(int fd, void *to, size_t n) __asm__("read");
ssize_t unit_write(int fd, const void *from, size_t n) __asm__("write");


UNIT_EARLY void *
unit_malloc(size_t size)
{
    return unit_fails(UNIT_MEMORY) ? NULL : unit_libc(malloc)(size);
}


UNIT_EARLY void *
unit_calloc(size_t n, size_t size)
{
    return unit_fails(UNIT_MEMORY) ? NULL : unit_libc(calloc)(n, size);
}


UNIT_EARLY void *
unit_realloc(void *p, size_t size)
{
    return unit_fails(UNIT_MEMORY) ? NULL : unit_libc(realloc)(p, size);
}


/* the original function */

#define unit_next_of(next, name)                                              \
    if (next == NULL) {                                                       \
        unit_failures.spared++;                                               \
        *(void **) &next = dlsym(RTLD_NEXT, name);                            \
        unit_failures.spared--;                                               \
    }


#define unit_call(...)                                                        \
    (unit_fails(UNIT_FILES) ? -1 : syscall(__VA_ARGS__))


UNIT_EARLY int
unit_open(const char *name, int flags, mode_t mode)
{
    return (int) unit_call(SYS_openat, AT_FDCWD, name, flags, mode);
}


UNIT_EARLY int
unit_fstat(int fd, void *info)
{
    return (int) unit_call(SYS_fstat, fd, info);
}


UNIT_EARLY int
unit_stat(const char *name, void *info)
{
    return (int) unit_call(SYS_newfstatat, AT_FDCWD, name, info, 0);
}


UNIT_EARLY int
unit_fsync(int fd)
{
    return (int) unit_call(SYS_fsync, fd);
}


UNIT_EARLY int
unit_fdatasync(int fd)
{
    return (int) unit_call(SYS_fdatasync, fd);
}


UNIT_EARLY int
unit_ftruncate(int fd, off_t size)
{
    return (int) unit_call(SYS_ftruncate, fd, size);
}


UNIT_EARLY int
unit_rename(const char *from, const char *to)
{
    return (int) unit_call(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}


UNIT_EARLY int
unit_mkostemp(char *name, int flags)
{
    static int  (*next)(char *name, int flags);

    unit_next_of(next, "mkostemp");

    return unit_fails(UNIT_FILES) ? -1 : next(name, flags);
}


/* a failing close() closes the descriptor, too */

UNIT_EARLY int
unit_close(int fd)
{
    int  rc, failed;

    failed = (int) unit_fails(UNIT_FILES);
    rc = (int) syscall(SYS_close, fd);

    if (failed) {
        errno = EIO;
    }

    return failed ? -1 : rc;
}


UNIT_EARLY int
unit_pipe(int fds[2])
{
    return (int) unit_call(SYS_pipe2, fds, 0);
}


UNIT_EARLY pid_t
unit_fork(void)
{
    static pid_t  (*next)(void);

    unit_next_of(next, "fork");

    return unit_fails(UNIT_FILES) ? -1 : next();
}


UNIT_EARLY off_t
unit_lseek(int fd, off_t offset, int from)
{
    return unit_call(SYS_lseek, fd, offset, from);
}


UNIT_EARLY ssize_t
unit_pread(int fd, void *to, size_t n, off_t from)
{
    return unit_call(SYS_pread64, fd, to, n, from);
}


UNIT_EARLY ssize_t
unit_pwrite(int fd, const void *from, size_t n, off_t to)
{
    return unit_call(SYS_pwrite64, fd, from, n, to);
}


UNIT_EARLY ssize_t
unit_read(int fd, void *to, size_t n)
{
    return unit_call(SYS_read, fd, to, n);
}


UNIT_EARLY ssize_t
unit_write(int fd, const void *from, size_t n)
{
    return unit_call(SYS_write, fd, from, n);
}


/* without lookaside memory, SQLite allocates each object */

static inline void
unit_failures_init(void)
{
    (void) sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}


/* around the calls that may fail */

static inline void
unit_failures_begin(unit_failures_e kind)
{
    unit_failures.n = 0;
    unit_failures.kind = kind;
}


static inline void
unit_failures_end(void)
{
    unit_failures.kind = 0;
}


/* no call fails while gcov writes its counters */

void coverage_spare(void);

void
coverage_spare(void)
{
    unit_failures_end();
}


/* whether a call must fail; stores its place */

static inline ngx_uint_t
unit_chosen(uint32_t place)
{
    uint32_t     i;
    const char  *step;

    static uint64_t  n;

    for (i = place; unit_places[i % UNIT_PLACES] != 0; i++) {
        if (unit_places[i % UNIT_PLACES] == place) {
            return 0;
        }
    }

    unit_places[i % UNIT_PLACES] = place;
    step = getenv("CONTENTLIB_FAILURES");

    return n++ % (step ? strtoull(step, NULL, 10) : 5) == 0;
}


/*
 * The operation checks its result with hold().  Its first run, without
 * failures, must succeed.  Returns the number of runs.
 */

static inline uint64_t
unit_failures_run(void (*operation)(void *data, ngx_uint_t failing),
    void *data)
{
    uint64_t  i, n, runs;

    unit_failures.counting = 1;
    operation(data, 0);
    unit_failures.counting = 0;

    n = ngx_min(unit_failures.n, UNIT_CALLS - 1);
    runs = 1;

    for (i = 1; i <= n; i++) {

        if (!unit_chosen(unit_calls[i])) {
            continue;
        }

        unit_failures.failing = i;
        operation(data, 1);

        unit_failures.following = 1;
        operation(data, 1);

        unit_failures.following = 0;
        runs += 2;
    }

    unit_failures.failing = 0;

    return runs;
}


#endif /* _UNIT_FAILURES_H_INCLUDED_ */
