
/*
 * Copyright (C) contentlib authors
 *
 * Resolves links, locks the temporary file, and renames it over the library, or
 * removes it when a signal ends the program.
 */


#include <tool/write/contentlib_target.h>

#include <library/contentlib_file.h>

#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <sys/stat.h>


#define CONTENTLIB_TARGET_LINKS     40      /* as Linux follows */
#define CONTENTLIB_TARGET_ID        68      /* application_id in the header */


static void contentlib_target_resolve(contentlib_target_t *target);
static void contentlib_target_follow(contentlib_target_t *target,
    struct stat *info);
static ngx_uint_t contentlib_target_foreign(const char *path);
static void contentlib_target_sidecars(contentlib_target_t *target);
static void contentlib_target_replaceable(contentlib_target_t *target);
static void contentlib_target_claim(contentlib_target_t *target);
static ngx_int_t contentlib_target_try(contentlib_target_t *target,
    const sigset_t *before);
static ngx_int_t contentlib_target_lock(int fd, const sigset_t *before);
static ngx_int_t contentlib_target_named(contentlib_target_t *target,
    struct stat *info);
static void contentlib_target_catch(void);
static void contentlib_target_unlink(void);
static void contentlib_target_signal(int number);
static void contentlib_target_failed(contentlib_target_t *target,
    const char *what) __attribute__((noreturn));


/* what a signal handler can reach; empty if there is nothing to remove */

static char  contentlib_target_remove[CONTENTLIB_TARGET_TEMPORARY];


void
contentlib_target_open(contentlib_target_t *target, const char *name)
{
    target->name = name;

    contentlib_target_resolve(target);

    (void) snprintf(target->temporary, sizeof(target->temporary),
                    "%s/.%s.tmp", target->directory,
                    strrchr(target->path, '/') + 1);

    contentlib_target_claim(target);
    contentlib_target_sidecars(target);
    contentlib_target_replaceable(target);
}


/*
 * The path of the file to replace, absolute and without symbolic links: a link
 * stays.  One that leads nowhere is refused, since the rename would replace
 * the link itself.
 */

static void
contentlib_target_resolve(contentlib_target_t *target)
{
    char         copy[PATH_MAX];
    const char  *base;
    struct stat  info;

    base = strrchr(target->name, '/');
    base = base ? base + 1 : target->name;

    if (*base == '\0') {
        errno = target->name[0] ? EISDIR : ENOENT;
        contentlib_target_failed(target, "cannot create");
    }

    /* the system refuses a path of directory and name that is too long */

    if (ngx_strlen(target->name) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        contentlib_target_failed(target, "cannot create");
    }

    (void) snprintf(copy, PATH_MAX, "%s", target->name);

    if (realpath(dirname(copy), target->directory) == NULL) {
        contentlib_target_failed(target, "cannot create");
    }

    (void) snprintf(target->path, sizeof(target->path), "%s/%s",
                    target->directory, base);

    if (lstat(target->path, &info) == -1) {

        if (errno == ENOENT) {
            return;
        }

        contentlib_target_failed(target, "cannot create");
    }

    if (S_ISLNK(info.st_mode)) {
        contentlib_target_follow(target, &info);
    }

    if (!S_ISREG(info.st_mode)) {
        contentlib_fail("contentlib: %s: is not a regular file", target->name);
    }
}


static void
contentlib_target_follow(contentlib_target_t *target, struct stat *info)
{
    char  copy[PATH_MAX];

    /* it could lead root to any file of the system */

    if (geteuid() == 0 && contentlib_target_foreign(target->path)) {
        contentlib_fail("contentlib: %s: is a symbolic link that another user "
                        "owns", target->name);
    }

    if (realpath(target->path, copy) == NULL) {

        if (errno == ENOENT) {
            contentlib_fail("contentlib: %s: is a symbolic link to a file that "
                            "does not exist", target->name);
        }

        contentlib_target_failed(target, "cannot replace");
    }

    (void) snprintf(target->path, sizeof(target->path), "%s", copy);
    (void) snprintf(target->directory, PATH_MAX, "%s", dirname(copy));

    if (lstat(target->path, info) == -1) {
        contentlib_target_failed(target, "cannot replace");
    }
}


/* 1 if a link, or one that it leads to, does not belong to root */

static ngx_uint_t
contentlib_target_foreign(const char *path)
{
    char         link[PATH_MAX], to[PATH_MAX], copy[PATH_MAX];
    ssize_t      n;
    ngx_uint_t   i;
    struct stat  info;

    (void) snprintf(link, sizeof(link), "%.*s", PATH_MAX - 1, path);

    for (i = 0; i < CONTENTLIB_TARGET_LINKS; i++) {

        if (lstat(link, &info) == -1 || !S_ISLNK(info.st_mode)) {
            return 0;
        }

        n = readlink(link, to, sizeof(to) - 1);

        if (info.st_uid != 0 || n == -1) {
            return 1;
        }

        to[n] = '\0';

        if (to[0] == '/') {
            (void) snprintf(link, sizeof(link), "%s", to);
            continue;
        }

        (void) snprintf(copy, sizeof(copy), "%s", link);

        n = snprintf(link, sizeof(link), "%s/%s", dirname(copy), to);

        if ((size_t) n >= sizeof(link)) {
            return 1;
        }
    }

    return 0;
}


/* SQLite would play a journal of another file into the new one */

static void
contentlib_target_sidecars(contentlib_target_t *target)
{
    contentlib_error_t  error;

    if (contentlib_file_sidecars(target->path, &error) != NGX_OK) {
        contentlib_fail("contentlib: %s: %s", target->name, error.text);
    }
}


/* not any file whose name was meant to be that of an input */

static void
contentlib_target_replaceable(contentlib_target_t *target)
{
    int          fd;
    char         id[4];
    ssize_t      n;
    struct stat  info;

    fd = open(target->path, O_RDONLY|O_NONBLOCK|O_CLOEXEC);

    if (fd == -1 && errno == ENOENT) {
        return;
    }

    if (fd == -1 || fstat(fd, &info) == -1) {
        contentlib_target_failed(target, "cannot replace");
    }

    n = pread(fd, id, sizeof(id), CONTENTLIB_TARGET_ID);

    (void) close(fd);

    if (info.st_size != 0
        && (n != sizeof(id) || ngx_memcmp(id, "clib", sizeof(id)) != 0))
    {
        contentlib_fail("contentlib: %s: is neither empty nor a library, and "
                        "is not replaced", target->name);
    }
}


/*
 * Signals come before there is a file, or when the handler knows it, or while
 * another import has it.
 */

static void
contentlib_target_claim(contentlib_target_t *target)
{
    int        error;
    sigset_t   all, before;
    ngx_int_t  rc;

    (void) sigfillset(&all);
    (void) sigprocmask(SIG_SETMASK, &all, &before);

    do {
        rc = contentlib_target_try(target, &before);
    } while (rc == NGX_AGAIN);

    error = errno;

    if (rc == NGX_OK) {
        ngx_memcpy(contentlib_target_remove, target->temporary,
                   sizeof(contentlib_target_remove));
        contentlib_target_catch();
    }

    (void) sigprocmask(SIG_SETMASK, &before, NULL);

    if (rc == NGX_DECLINED) {
        contentlib_fail("contentlib: %s: \"%s\" beside it is a link, or not a "
                        "file of this user", target->name,
                        strrchr(target->temporary, '/') + 1);
    }

    /* what a killed import has left */

    if (rc == NGX_OK && (fchmod(target->fd, 0600) == -1
                         || ftruncate(target->fd, 0) == -1))
    {
        error = errno;
        rc = NGX_ERROR;
    }

    if (rc == NGX_ERROR) {
        errno = error;
        contentlib_target_failed(target, "cannot create");
    }
}


/* NGX_AGAIN: meanwhile another import has renamed the file, or removed it */

static ngx_int_t
contentlib_target_try(contentlib_target_t *target, const sigset_t *before)
{
    int          flags, error;
    ngx_int_t    rc;
    ngx_uint_t   created;
    struct stat  info;

    flags = O_RDWR|O_NOFOLLOW|O_NONBLOCK|O_CLOEXEC;

    target->fd = open(target->temporary, flags|O_CREAT|O_EXCL, 0600);
    created = (target->fd != -1);

    if (!created && errno == EEXIST) {
        target->fd = open(target->temporary, flags);

        if (target->fd == -1 && errno == ENOENT) {
            return NGX_AGAIN;
        }
    }

    if (target->fd == -1) {
        return errno == ELOOP ? NGX_DECLINED : NGX_ERROR;
    }

    rc = NGX_ERROR;

    if (fstat(target->fd, &info) == 0) {
        rc = S_ISREG(info.st_mode) && info.st_nlink <= 1
             && info.st_uid == geteuid()
             ? contentlib_target_lock(target->fd, before) : NGX_DECLINED;
    }

    if (rc == NGX_OK) {
        rc = contentlib_target_named(target, &info);
    }

    if (rc != NGX_OK) {
        error = errno;

        if (rc == NGX_ERROR && created) {
            (void) unlink(target->temporary);
        }

        (void) close(target->fd);
        errno = error;
    }

    return rc;
}


/*
 * One byte that SQLite does not lock.  flock() would not do: on NFS it locks
 * the whole file, so that SQLite could not lock a part of it.
 */

static ngx_int_t
contentlib_target_lock(int fd, const sigset_t *before)
{
    int           rc;
    sigset_t      all;
    struct flock  lock;

    ngx_memzero(&lock, sizeof(struct flock));
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_len = 1;

    rc = fcntl(fd, F_OFD_SETLK, &lock);

    if (rc == -1 && (errno == EAGAIN || errno == EACCES)) {

        if (isatty(STDERR_FILENO)) {
            (void) fprintf(stderr, "waiting for another import\n");
        }

        (void) sigprocmask(SIG_SETMASK, before, &all);

        do {
            rc = fcntl(fd, F_OFD_SETLKW, &lock);
        } while (rc == -1 && errno == EINTR);

        (void) sigprocmask(SIG_SETMASK, &all, NULL);
    }

    return rc == -1 ? NGX_ERROR : NGX_OK;
}


/* whether the temporary file has its name: NGX_OK, NGX_AGAIN or NGX_ERROR */

static ngx_int_t
contentlib_target_named(contentlib_target_t *target, struct stat *info)
{
    struct stat  named;

    if (fstat(target->fd, info) == -1) {
        return NGX_ERROR;
    }

    if (lstat(target->temporary, &named) == -1) {
        return errno == ENOENT ? NGX_AGAIN : NGX_ERROR;
    }

    return info->st_dev == named.st_dev && info->st_ino == named.st_ino
           ? NGX_OK : NGX_AGAIN;
}


/*
 * A signal that was ignored stays so, as nohup wants it.  Without memory json-c
 * and OpenSSL use a null pointer.
 */

static void
contentlib_target_catch(void)
{
    size_t            i;
    struct sigaction  action, before;

    static const int  signals[] = { SIGINT, SIGTERM, SIGHUP, SIGSEGV };

    ngx_memzero(&action, sizeof(struct sigaction));
    action.sa_handler = contentlib_target_signal;
    action.sa_flags = (int) SA_RESETHAND;

    for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {

        if (sigaction(signals[i], NULL, &before) == 0
            && before.sa_handler != SIG_IGN)
        {
            (void) sigaction(signals[i], &action, NULL);
        }
    }

    (void) atexit(contentlib_target_unlink);
}


/* only what POSIX allows in a signal handler; then the signal acts as usual */

static void
contentlib_target_signal(int number)
{
    contentlib_target_unlink();

    (void) raise(number);
}


static void
contentlib_target_unlink(void)
{
    if (contentlib_target_remove[0]) {
        (void) unlink(contentlib_target_remove);
    }
}


void
contentlib_target_publish(contentlib_target_t *target)
{
    int          fd;
    ngx_int_t    rc;
    struct stat  info;

    contentlib_target_sidecars(target);

    rc = contentlib_target_named(target, &info);

    if (rc == NGX_ERROR) {
        contentlib_target_failed(target, "cannot replace");
    }

    if (rc == NGX_AGAIN) {
        contentlib_fail("contentlib: %s: its temporary file was replaced by "
                        "another process", target->name);
    }

    /* the mode must not be lost, either, when the power is */

    if (fchmod(target->fd, 0644) == -1) {
        contentlib_target_failed(target, "cannot replace");
    }

    if (fsync(target->fd) == -1) {
        contentlib_target_failed(target, "cannot write");
    }

    if (rename(target->temporary, target->path) == -1) {
        contentlib_target_failed(target, "cannot replace");
    }

    contentlib_target_remove[0] = '\0';
    target->bytes = (uint64_t) info.st_size;

    fd = open(target->directory, O_RDONLY|O_CLOEXEC);

    if (fd == -1 || fsync(fd) == -1) {
        contentlib_target_failed(target, "replaced, but cannot write the "
                                 "directory of");
    }

    (void) close(fd);
}


static void
contentlib_target_failed(contentlib_target_t *target, const char *what)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    contentlib_fail_system("contentlib: %s \"%s\"", what,
                           contentlib_message_string(quoted, target->name));
}
