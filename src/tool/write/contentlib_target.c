
/*
 * Copyright (C) contentlib authors
 *
 * Resolves links, creates and locks the temporary file, and renames it over the
 * library, or removes it when a signal ends the program.
 */


#include <tool/write/contentlib_target.h>

#include <dirent.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <sys/stat.h>


#define CONTENTLIB_TARGET_ATTEMPTS  8
#define CONTENTLIB_TARGET_LINKS     40      /* as Linux follows */
#define CONTENTLIB_TARGET_UNIQUE    6       /* characters of mkostemp() */


static void contentlib_target_resolve(contentlib_target_t *target);
static void contentlib_target_follow(contentlib_target_t *target,
    struct stat *info);
static ngx_uint_t contentlib_target_foreign(const char *path);
static void contentlib_target_sidecars(contentlib_target_t *target);
static int contentlib_target_create(contentlib_target_t *target);
static void contentlib_target_leftovers(const contentlib_target_t *target);
static void contentlib_target_leftover(int directory, const char *name);
static int contentlib_target_lock(int fd, short type);
static int contentlib_target_claim(const char *path, int fd);
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
    contentlib_target_sidecars(target);

    (void) snprintf(target->temporary, sizeof(target->temporary),
                    "%s/.%s.import-XXXXXX", target->directory,
                    strrchr(target->path, '/') + 1);

    contentlib_target_leftovers(target);

    target->fd = contentlib_target_create(target);
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
    char          path[sizeof(target->path) + sizeof("-journal")];
    ngx_uint_t    i;
    struct stat   info;

    static const char *const  suffixes[] = { "-journal", "-wal" };

    for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {

        (void) snprintf(path, sizeof(path), "%s%s", target->path, suffixes[i]);

        if (lstat(path, &info) == 0 && info.st_size > 0) {
            contentlib_fail("contentlib: %s: \"%s%s\" exists beside it",
                            target->name, target->name, suffixes[i]);
        }
    }
}


static int
contentlib_target_create(contentlib_target_t *target)
{
    int         fd, error;
    char       *unique;
    sigset_t    all, before;
    ngx_uint_t  i;

    /* signals come before there is a file, or when the handler knows it */

    (void) sigfillset(&all);
    (void) sigprocmask(SIG_SETMASK, &all, &before);

    unique = target->temporary + ngx_strlen(target->temporary)
             - CONTENTLIB_TARGET_UNIQUE;
    fd = -1;

    for (i = 0; i < CONTENTLIB_TARGET_ATTEMPTS && fd == -1; i++) {

        ngx_memset(unique, 'X', CONTENTLIB_TARGET_UNIQUE);
        fd = mkostemp(target->temporary, O_CLOEXEC);

        if (fd == -1) {
            break;
        }

        fd = contentlib_target_claim(target->temporary, fd);
    }

    error = errno;

    if (fd != -1) {
        ngx_memcpy(contentlib_target_remove, target->temporary,
                   sizeof(contentlib_target_remove));
        contentlib_target_catch();
    }

    (void) sigprocmask(SIG_SETMASK, &before, NULL);

    if (fd == -1) {
        errno = error;
        contentlib_target_failed(target, "cannot create");
    }

    return fd;
}


/* temporary files whose process was killed: nobody has them locked */

static void
contentlib_target_leftovers(const contentlib_target_t *target)
{
    DIR            *dir;
    size_t          len;
    const char     *name;
    struct dirent  *entry;

    name = strrchr(target->temporary, '/') + 1;
    len = ngx_strlen(name) - CONTENTLIB_TARGET_UNIQUE;

    dir = opendir(target->directory);

    if (dir == NULL) {
        return;
    }

    while ((entry = readdir(dir)) != NULL) {

        if (ngx_strncmp(entry->d_name, name, len) == 0
            && ngx_strlen(entry->d_name) == len + CONTENTLIB_TARGET_UNIQUE)
        {
            contentlib_target_leftover(dirfd(dir), entry->d_name);
        }
    }

    (void) closedir(dir);
}


static void
contentlib_target_leftover(int directory, const char *name)
{
    int          fd;
    struct stat  info;

    fd = openat(directory, name, O_RDONLY|O_NOFOLLOW|O_NONBLOCK|O_CLOEXEC);

    if (fd == -1) {
        return;
    }

    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)
        && contentlib_target_lock(fd, F_RDLCK) == 0)
    {
        (void) unlinkat(directory, name, 0);
    }

    (void) close(fd);
}


/*
 * One byte that SQLite does not lock.  flock() would not do: on NFS it locks
 * the whole file, so that nobody else, the child that verifies the file
 * included, could lock a part of it.
 */

static int
contentlib_target_lock(int fd, short type)
{
    struct flock  lock;

    ngx_memzero(&lock, sizeof(struct flock));
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_len = 1;

    return fcntl(fd, F_OFD_SETLK, &lock);
}


/*
 * Another import may take the new file for a leftover before it is locked.
 * Where the file system has no locks, no leftover is removed.
 */

static int
contentlib_target_claim(const char *path, int fd)
{
    struct stat  info;

    if ((contentlib_target_lock(fd, F_WRLCK) == 0
         || (errno != EAGAIN && errno != EACCES))
        && fstat(fd, &info) == 0 && info.st_nlink > 0)
    {
        return fd;
    }

    (void) unlink(path);
    (void) close(fd);

    errno = EAGAIN;

    return -1;
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
    struct stat  info, named;

    contentlib_target_sidecars(target);

    if (fstat(target->fd, &info) == -1
        || lstat(target->temporary, &named) == -1)
    {
        contentlib_target_failed(target, "cannot replace");
    }

    if (info.st_dev != named.st_dev || info.st_ino != named.st_ino) {
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
