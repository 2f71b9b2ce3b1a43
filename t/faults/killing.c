
/*
 * Copyright (C) contentlib authors
 *
 * A shared object to preload into a program.  It counts the calls that change
 * files or allocate memory, and kills the program at a call, or lets the call
 * fail.
 *
 *     KILLING_CALLS   the calls to count, such as "write,rename"
 *     KILLING_AT      "7": the seventh call; "7+": all calls from the seventh;
 *                     "7*": each seventh call
 *     KILLING_DO      a signal: KILL, TERM or INT; an error: ENOSPC, EIO,
 *                     EINTR or ENOMEM; "short": transfer half of the bytes
 *     KILLING_MARK    a file to which the call writes the name of the library
 *                     or program that made it
 *                     OpenSSL's allocations are counted and do not fail: its
 *                     version 3.5 waits for ever if one does while it starts
 *     KILLING_PLACES  a file that gets a line for each call whose call stack is
 *                     new: its number, a hash of the stack, and the name of
 *                     the library or program that made it; no call fails
 */


#undef _FORTIFY_SOURCE
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>


#define KILLING_STACKS  (1 << 16)
#define KILLING_DEPTH   10          /* frames of a call stack */

/* the part of an address that is the same in each run */

#define KILLING_IN_PAGE  0xfff


typedef struct {
    int       n;
    uint64_t  hash;
} killing_stack_t;


static const char     *killing_calls;
static const char     *killing_mark;
static char            killing_form;
static unsigned long   killing_at;
static unsigned long   killing_count;
static int             killing_signal;
static int             killing_errno;
static int             killing_short;
static int             killing_places = -1;
static int             killing_walks;           /* the call stack */
static uint64_t        killing_stacks[KILLING_STACKS];


void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);


static void __attribute__((constructor))
killing_init(void)
{
    size_t       i;
    char        *end;
    const char  *at, *what;

    static const struct {
        const char  *name;
        int          signal;
        int          error;
    } kinds[] = {
        { "KILL", SIGKILL, 0 }, { "TERM", SIGTERM, 0 }, { "INT", SIGINT, 0 },
        { "ENOSPC", 0, ENOSPC }, { "EIO", 0, EIO }, { "EINTR", 0, EINTR },
        { "ENOMEM", 0, ENOMEM }
    };

    at = getenv("KILLING_AT");
    what = getenv("KILLING_DO");

    if (getenv("KILLING_PLACES")) {
        killing_places = (int) syscall(SYS_openat, AT_FDCWD,
                                       getenv("KILLING_PLACES"),
                                       O_WRONLY|O_APPEND|O_CREAT, 0644);
    }

    if (at == NULL || what == NULL) {
        return;
    }

    killing_at = strtoul(at, &end, 10);
    killing_form = *end;
    killing_mark = getenv("KILLING_MARK");
    killing_short = (strcmp(what, "short") == 0);

    for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strcmp(what, kinds[i].name) == 0) {
            killing_signal = kinds[i].signal;
            killing_errno = kinds[i].error;
        }
    }

    killing_calls = getenv("KILLING_CALLS");
}


/* no call fails while gcov writes its counters */

void coverage_spare(void);

void
coverage_spare(void)
{
    killing_calls = NULL;
}


static int
killing_counts(const char *call)
{
    size_t       len;
    const char  *p;

    len = strlen(call);

    for (p = killing_calls; p && *p; p += strcspn(p, ",")) {

        p += (*p == ',');

        if (strncmp(p, call, len) == 0 && (p[len] == ',' || !p[len])) {
            return 1;
        }
    }

    return 0;
}


static _Unwind_Reason_Code
killing_frame(struct _Unwind_Context *context, void *data)
{
    killing_stack_t  *stack = data;

    stack->hash = (stack->hash ^ (_Unwind_GetIP(context) & KILLING_IN_PAGE))
                  * 1099511628211u;

    return ++stack->n < KILLING_DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}


static const char *
killing_file(const void *caller)
{
    Dl_info  info;

    return dladdr(caller, &info) ? info.dli_fname : "";
}


/* writes a line if the call stack is new */

static void
killing_place(const void *caller)
{
    int              len;
    char             line[512];
    uint64_t         i;
    killing_stack_t  stack;

    stack.n = 0;
    stack.hash = 1469598103934665603u;

    killing_walks = 1;
    (void) _Unwind_Backtrace(killing_frame, &stack);
    killing_walks = 0;

    stack.hash |= 1;

    for (i = stack.hash >> 32; killing_stacks[i % KILLING_STACKS]; i++) {
        if (killing_stacks[i % KILLING_STACKS] == stack.hash) {
            return;
        }
    }

    killing_stacks[i % KILLING_STACKS] = stack.hash;
    len = snprintf(line, sizeof(line), "%lu %lx %.400s\n", killing_count,
                   stack.hash, killing_file(caller));
    (void) syscall(SYS_write, killing_places, line, len);
}


static void
killing_leave_mark(const void *caller)
{
    int          fd;
    const char  *name;

    name = killing_file(caller);
    fd = (int) syscall(SYS_openat, AT_FDCWD, killing_mark,
                       O_WRONLY|O_CREAT|O_TRUNC, 0644);
    (void) syscall(SYS_write, fd, name, strlen(name));
    (void) syscall(SYS_close, fd);
}


/* returns 1 and sets errno if this call fails */

#define killing_hits(call)                                                    \
    killing_hits_from(call, __builtin_return_address(0))

static int
killing_hits_from(const char *call, const void *caller)
{
    int  hit;

    if (killing_calls == NULL || killing_walks || !killing_counts(call)) {
        return 0;
    }

    killing_count++;

    if (killing_places != -1) {
        killing_place(caller);
        return 0;
    }

    hit = killing_form == '+' ? killing_count >= killing_at
          : killing_form == '*' ? killing_count % killing_at == 0
                                : killing_count == killing_at;

    if (!hit || (killing_errno == ENOMEM
                 && strstr(killing_file(caller), "/libcrypto.so")))
    {
        return 0;
    }

    if (killing_mark) {
        killing_leave_mark(caller);
    }

    if (killing_signal) {
        (void) syscall(SYS_kill, getpid(), killing_signal);
        return 0;
    }

    errno = killing_errno;

    return 1;
}


void *
malloc(size_t size)
{
    return killing_hits("malloc") ? NULL : __libc_malloc(size);
}


void *
calloc(size_t n, size_t size)
{
    return killing_hits("malloc") ? NULL : __libc_calloc(n, size);
}


void *
realloc(void *p, size_t size)
{
    return killing_hits("malloc") ? NULL : __libc_realloc(p, size);
}


char *
strdup(const char *text)
{
    char    *copy;
    size_t   size;

    size = strlen(text) + 1;
    copy = killing_hits("malloc") ? NULL : __libc_malloc(size);

    return copy ? memcpy(copy, text, size) : NULL;
}


/* the number of bytes to transfer, or -1 if the call fails */

static ssize_t
killing_transfer(int hit, size_t size)
{
    if (!hit) {
        return (ssize_t) size;
    }

    if (!killing_short) {
        return -1;
    }

    return (ssize_t) (size > 1 ? size / 2 : size);
}


#define KILLING_TRANSFER(name, call, number, from, ...)                       \
                                                                              \
    ssize_t name(int fd, from bytes, size_t size __VA_ARGS__)                 \
    {                                                                         \
        ssize_t  n;                                                           \
                                                                              \
        n = killing_transfer(killing_hits(call), size);                       \
                                                                              \
        return n < 0 ? n : syscall(number, fd, bytes, n KILLING_OFFSET);      \
    }

#define KILLING_OFFSET

KILLING_TRANSFER(read, "read", SYS_read, void *)
KILLING_TRANSFER(write, "write", SYS_write, const void *)

#undef KILLING_OFFSET
#define KILLING_OFFSET  , offset

KILLING_TRANSFER(pread64, "pread", SYS_pread64, void *, , off_t offset)
KILLING_TRANSFER(pwrite64, "pwrite", SYS_pwrite64, const void *, , off_t offset)


int
open64(const char *name, int flags, ...)
{
    int      mode;
    va_list  args;

    va_start(args, flags);
    mode = (flags & O_CREAT) ? va_arg(args, int) : 0;
    va_end(args);

    return killing_hits("open")
           ? -1 : (int) syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}


/* close() always releases the descriptor, also if it returns an error */

int
close(int fd)
{
    int  rc;

    if (!killing_hits("close")) {
        return (int) syscall(SYS_close, fd);
    }

    rc = errno;
    (void) syscall(SYS_close, fd);
    errno = rc;

    return -1;
}


/* a call that is not counted becomes a call of the system */

#define KILLING_CALL(name, call, parameters, ...)                             \
                                                                              \
    int name parameters                                                       \
    {                                                                         \
        return killing_hits(call) ? -1 : (int) syscall(__VA_ARGS__);          \
    }

KILLING_CALL(stat64, "stat", (const char *path, struct stat64 *info),
             SYS_newfstatat, AT_FDCWD, path, info, 0)
KILLING_CALL(fstat64, "stat", (int fd, struct stat64 *info), SYS_fstat, fd,
             info)
KILLING_CALL(fsync, "fsync", (int fd), SYS_fsync, fd)
KILLING_CALL(fdatasync, "fsync", (int fd), SYS_fdatasync, fd)
KILLING_CALL(ftruncate64, "ftruncate", (int fd, off_t size), SYS_ftruncate, fd,
             size)
KILLING_CALL(chmod, "chmod", (const char *path, mode_t mode), SYS_chmod, path,
             mode)
KILLING_CALL(fchmod, "chmod", (int fd, mode_t mode), SYS_fchmod, fd, mode)
KILLING_CALL(rename, "rename", (const char *from, const char *to), SYS_rename,
             from, to)
KILLING_CALL(unlink, "unlink", (const char *path), SYS_unlink, path)
