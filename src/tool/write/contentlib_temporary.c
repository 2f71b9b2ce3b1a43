
/*
 * Copyright (C) contentlib authors
 *
 * Creates and locks the temporary file, and removes it when a signal ends the
 * program.
 */


#include <tool/write/contentlib_temporary.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>


#define CONTENTLIB_TEMPORARY_SIGNALS   4
#define CONTENTLIB_TEMPORARY_ATTEMPTS  8
#define CONTENTLIB_TEMPORARY_UNIQUE    6    /* characters of mkostemp() */


static void contentlib_temporary_leftovers(const char *path,
    const char *directory);
static void contentlib_temporary_leftover(int directory, const char *name);
static int contentlib_temporary_lock(int fd, short type);
static int contentlib_temporary_claim(const char *path, int fd);
static void contentlib_temporary_catch(void);
static void contentlib_temporary_signal(int number);


/* what a signal handler can reach; empty if there is nothing to remove */

static char  contentlib_temporary_path[PATH_MAX];


/* without memory json-c and OpenSSL use a null pointer */

static const int
    contentlib_temporary_signals[CONTENTLIB_TEMPORARY_SIGNALS] =
{
    SIGINT, SIGTERM, SIGHUP, SIGSEGV
};


static struct sigaction
    contentlib_temporary_before[CONTENTLIB_TEMPORARY_SIGNALS];


int
contentlib_temporary_create(char path[PATH_MAX], const char *directory)
{
    int         fd, error;
    char       *unique;
    sigset_t    all, before;
    ngx_uint_t  i;

    contentlib_temporary_leftovers(path, directory);

    /* signals come before there is a file, or when the handler knows it */

    (void) sigfillset(&all);
    (void) sigprocmask(SIG_SETMASK, &all, &before);

    unique = path + ngx_strlen(path) - CONTENTLIB_TEMPORARY_UNIQUE;
    fd = -1;

    for (i = 0; i < CONTENTLIB_TEMPORARY_ATTEMPTS && fd == -1; i++) {

        ngx_memset(unique, 'X', CONTENTLIB_TEMPORARY_UNIQUE);
        fd = mkostemp(path, O_CLOEXEC);

        if (fd == -1) {
            break;
        }

        fd = contentlib_temporary_claim(path, fd);
    }

    error = errno;

    if (fd != -1) {
        (void) snprintf(contentlib_temporary_path, PATH_MAX, "%s", path);
        contentlib_temporary_catch();
    }

    (void) sigprocmask(SIG_SETMASK, &before, NULL);

    errno = error;

    return fd;
}


/* temporary files whose process was killed: nobody has them locked */

static void
contentlib_temporary_leftovers(const char *path, const char *directory)
{
    DIR            *dir;
    size_t          len;
    const char     *name;
    struct dirent  *entry;

    name = strrchr(path, '/') + 1;
    len = ngx_strlen(name) - CONTENTLIB_TEMPORARY_UNIQUE;

    dir = opendir(directory);

    if (dir == NULL) {
        return;
    }

    while ((entry = readdir(dir)) != NULL) {

        if (ngx_strncmp(entry->d_name, name, len) == 0
            && ngx_strlen(entry->d_name) == len + CONTENTLIB_TEMPORARY_UNIQUE)
        {
            contentlib_temporary_leftover(dirfd(dir), entry->d_name);
        }
    }

    (void) closedir(dir);
}


static void
contentlib_temporary_leftover(int directory, const char *name)
{
    int          fd;
    struct stat  info;

    fd = openat(directory, name, O_RDONLY|O_NOFOLLOW|O_NONBLOCK|O_CLOEXEC);

    if (fd == -1) {
        return;
    }

    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)
        && contentlib_temporary_lock(fd, F_RDLCK) == 0)
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
contentlib_temporary_lock(int fd, short type)
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
contentlib_temporary_claim(const char *path, int fd)
{
    struct stat  info;

    if ((contentlib_temporary_lock(fd, F_WRLCK) == 0
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


/* a signal that was ignored stays so, as nohup wants it */

static void
contentlib_temporary_catch(void)
{
    size_t            i;
    struct sigaction  action;

    ngx_memzero(&action, sizeof(struct sigaction));
    action.sa_handler = contentlib_temporary_signal;
    action.sa_flags = (int) SA_RESETHAND;

    for (i = 0; i < CONTENTLIB_TEMPORARY_SIGNALS; i++) {
        (void) sigaction(contentlib_temporary_signals[i], NULL,
                         &contentlib_temporary_before[i]);

        if (contentlib_temporary_before[i].sa_handler != SIG_IGN) {
            (void) sigaction(contentlib_temporary_signals[i], &action, NULL);
        }
    }
}


void
contentlib_temporary_release(void)
{
    size_t  i;

    contentlib_temporary_path[0] = '\0';

    for (i = 0; i < CONTENTLIB_TEMPORARY_SIGNALS; i++) {
        (void) sigaction(contentlib_temporary_signals[i],
                         &contentlib_temporary_before[i], NULL);
    }
}


/* only what POSIX allows in a signal handler */

static void
contentlib_temporary_signal(int number)
{
    if (contentlib_temporary_path[0]) {
        (void) unlink(contentlib_temporary_path);
    }

    (void) raise(number);
}
