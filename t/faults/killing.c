
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
 *     KILLING_MARK    a file that is created at the call
 */


#undef _FORTIFY_SOURCE
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>


typedef int (*killing_mkostemp_pt)(char *name, int flags);


static const char     *killing_calls;
static const char     *killing_mark;
static char            killing_form;
static unsigned long   killing_at;
static unsigned long   killing_count;
static int             killing_signal;
static int             killing_errno;
static int             killing_short;


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


/* returns 1 and sets errno if this call fails */

static int
killing_hits(const char *call)
{
    int  fd, hit;

    if (killing_calls == NULL || killing_at == 0 || !killing_counts(call)) {
        return 0;
    }

    killing_count++;

    hit = killing_form == '+' ? killing_count >= killing_at
          : killing_form == '*' ? killing_count % killing_at == 0
                                : killing_count == killing_at;

    if (!hit) {
        return 0;
    }

    if (killing_mark) {
        fd = (int) syscall(SYS_openat, AT_FDCWD, killing_mark,
                           O_WRONLY|O_CREAT, 0644);
        (void) syscall(SYS_close, fd);
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
    copy = malloc(size);

    return copy ? memcpy(copy, text, size) : NULL;
}


/* the number of bytes to transfer, or -1 if the call fails */

static ssize_t
killing_transfer(const char *call, size_t size)
{
    if (!killing_hits(call)) {
        return (ssize_t) size;
    }

    if (!killing_short) {
        return -1;
    }

    return (ssize_t) (size > 1 ? size / 2 : size);
}


ssize_t
read(int fd, void *to, size_t size)
{
    ssize_t  n;

    n = killing_transfer("read", size);

    return n < 0 ? n : syscall(SYS_read, fd, to, n);
}


ssize_t
pread64(int fd, void *to, size_t size, off_t offset)
{
    ssize_t  n;

    n = killing_transfer("pread", size);

    return n < 0 ? n : syscall(SYS_pread64, fd, to, n, offset);
}


ssize_t
write(int fd, const void *from, size_t size)
{
    ssize_t  n;

    n = killing_transfer("write", size);

    return n < 0 ? n : syscall(SYS_write, fd, from, n);
}


ssize_t
pwrite64(int fd, const void *from, size_t size, off_t offset)
{
    ssize_t  n;

    n = killing_transfer("pwrite", size);

    return n < 0 ? n : syscall(SYS_pwrite64, fd, from, n, offset);
}


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


int
mkostemp64(char *name, int flags)
{
    killing_mkostemp_pt  real;

    if (killing_hits("open")) {
        return -1;
    }

    *(void **) &real = dlsym(RTLD_NEXT, "mkostemp64");

    return real(name, flags);
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


int
fsync(int fd)
{
    return killing_hits("fsync") ? -1 : (int) syscall(SYS_fsync, fd);
}


int
fdatasync(int fd)
{
    return killing_hits("fsync") ? -1 : (int) syscall(SYS_fdatasync, fd);
}


int
ftruncate64(int fd, off_t size)
{
    return killing_hits("ftruncate") ? -1
                                     : (int) syscall(SYS_ftruncate, fd, size);
}


int
chmod(const char *name, mode_t mode)
{
    return killing_hits("chmod") ? -1 : (int) syscall(SYS_chmod, name, mode);
}


int
fchmod(int fd, mode_t mode)
{
    return killing_hits("chmod") ? -1 : (int) syscall(SYS_fchmod, fd, mode);
}


int
rename(const char *from, const char *to)
{
    return killing_hits("rename") ? -1 : (int) syscall(SYS_rename, from, to);
}


int
unlink(const char *name)
{
    return killing_hits("unlink") ? -1 : (int) syscall(SYS_unlink, name);
}
