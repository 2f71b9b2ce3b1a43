
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_target.h>

#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <sys/stat.h>


#define CONTENTLIB_TARGET_SIGNALS  4


static ngx_int_t contentlib_target_resolve(contentlib_target_t *target);
static ngx_int_t contentlib_target_follow(contentlib_target_t *target,
    struct stat *info);
static ngx_int_t contentlib_target_sidecars(contentlib_target_t *target);
static int contentlib_target_create(contentlib_target_t *target);
static ngx_int_t contentlib_target_sync(contentlib_target_t *target,
    const char *path, const char *what);
static ngx_int_t contentlib_target_failed(contentlib_target_t *target,
    const char *what);
static void contentlib_target_catch(void);
static void contentlib_target_release(void);
static void contentlib_target_signal(int number);


/* what a signal handler can reach; empty if there is nothing to remove */

static char  contentlib_target_temporary[PATH_MAX];


/* without memory json-c and OpenSSL use a null pointer */

static const int  contentlib_target_numbers[CONTENTLIB_TARGET_SIGNALS] = {
    SIGINT, SIGTERM, SIGHUP, SIGSEGV
};


static struct sigaction  contentlib_target_before[CONTENTLIB_TARGET_SIGNALS];


ngx_int_t
contentlib_target_open(contentlib_target_t *target, const char *name,
    contentlib_message_t *message)
{
    int  n, fd;

    target->name = name;
    target->message = message;
    target->temporary[0] = '\0';

    if (contentlib_target_resolve(target) != NGX_OK
        || contentlib_target_sidecars(target) != NGX_OK)
    {
        return NGX_ERROR;
    }

    n = snprintf(target->temporary, PATH_MAX, "%s/.%s.XXXXXX",
                 target->directory, strrchr(target->path, '/') + 1);

    if (n < 0 || n >= PATH_MAX) {
        errno = ENAMETOOLONG;
        target->temporary[0] = '\0';
        return contentlib_target_failed(target, "cannot create");
    }

    fd = contentlib_target_create(target);

    if (fd == -1) {
        target->temporary[0] = '\0';
        return contentlib_target_failed(target, "cannot create");
    }

    (void) close(fd);

    return NGX_OK;
}


/* a signal comes before there is a file, or when it is known to the handler */

static int
contentlib_target_create(contentlib_target_t *target)
{
    int       fd, error;
    sigset_t  all, before;

    (void) sigfillset(&all);
    (void) sigprocmask(SIG_SETMASK, &all, &before);

    fd = mkostemp(target->temporary, O_CLOEXEC);
    error = errno;

    if (fd != -1) {
        (void) snprintf(contentlib_target_temporary, PATH_MAX, "%s",
                        target->temporary);
        contentlib_target_catch();
    }

    (void) sigprocmask(SIG_SETMASK, &before, NULL);

    errno = error;

    return fd;
}


/*
 * The path of the file to replace, absolute and without symbolic links: a link
 * stays.  One that leads nowhere is refused, since the rename would replace
 * the link itself.
 */

static ngx_int_t
contentlib_target_resolve(contentlib_target_t *target)
{
    int          n;
    char         copy[PATH_MAX];
    const char  *base;
    struct stat  info;

    base = strrchr(target->name, '/');
    base = base ? base + 1 : target->name;

    if (*base == '\0') {
        errno = target->name[0] ? EISDIR : ENOENT;
        return contentlib_target_failed(target, "cannot create");
    }

    n = snprintf(copy, PATH_MAX, "%s", target->name);

    if (n < 0 || n >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return contentlib_target_failed(target, "cannot create");
    }

    if (realpath(dirname(copy), target->directory) == NULL) {
        return contentlib_target_failed(target, "cannot create");
    }

    n = snprintf(target->path, PATH_MAX, "%s/%s", target->directory, base);

    if (n < 0 || n >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return contentlib_target_failed(target, "cannot create");
    }

    if (lstat(target->path, &info) == -1) {
        return errno == ENOENT
               ? NGX_OK : contentlib_target_failed(target, "cannot create");
    }

    if (S_ISLNK(info.st_mode)
        && contentlib_target_follow(target, &info) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (!S_ISREG(info.st_mode)) {
        return contentlib_message_set(target->message, "contentlib: %s: is "
                                      "not a regular file", target->name);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_target_follow(contentlib_target_t *target, struct stat *info)
{
    char  copy[PATH_MAX];

    if (realpath(target->path, copy) == NULL) {

        if (errno == ENOENT) {
            return contentlib_message_set(target->message, "contentlib: %s: "
                                          "is a symbolic link to a file that "
                                          "does not exist", target->name);
        }

        return contentlib_target_failed(target, "cannot replace");
    }

    (void) snprintf(target->path, PATH_MAX, "%s", copy);
    (void) snprintf(target->directory, PATH_MAX, "%s", dirname(copy));

    if (lstat(target->path, info) == -1) {
        return contentlib_target_failed(target, "cannot replace");
    }

    return NGX_OK;
}


/* SQLite would play a journal of another file into the new one */

static ngx_int_t
contentlib_target_sidecars(contentlib_target_t *target)
{
    int           n;
    char          path[PATH_MAX];
    ngx_uint_t    i;
    struct stat   info;

    static const char *const  suffixes[] = { "-journal", "-wal" };

    for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {

        n = snprintf(path, PATH_MAX, "%s%s", target->path, suffixes[i]);

        if (n < 0 || n >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return contentlib_target_failed(target, "cannot create");
        }

        if (lstat(path, &info) == 0 && info.st_size > 0) {
            return contentlib_message_set(target->message, "contentlib: %s: "
                                          "\"%s%s\" stands beside it",
                                          target->name, target->name,
                                          suffixes[i]);
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_target_publish(contentlib_target_t *target)
{
    if (contentlib_target_sidecars(target) != NGX_OK) {
        return NGX_ERROR;
    }

    /* the mode must not be lost, either, when the power is */

    if (chmod(target->temporary, 0644) == -1) {
        return contentlib_target_failed(target, "cannot replace");
    }

    if (contentlib_target_sync(target, target->temporary, "cannot write")
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (rename(target->temporary, target->path) == -1) {
        return contentlib_target_failed(target, "cannot replace");
    }

    target->temporary[0] = '\0';
    contentlib_target_release();

    return contentlib_target_sync(target, target->directory,
                                  "replaced, but cannot write the directory "
                                  "of");
}


static ngx_int_t
contentlib_target_sync(contentlib_target_t *target, const char *path,
    const char *what)
{
    int  fd, rc;

    fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd == -1) {
        return contentlib_target_failed(target, what);
    }

    rc = fsync(fd);

    if (rc == -1) {
        (void) contentlib_target_failed(target, what);
    }

    (void) close(fd);

    return rc == -1 ? NGX_ERROR : NGX_OK;
}


void
contentlib_target_close(contentlib_target_t *target)
{
    if (target->temporary[0]) {
        (void) unlink(target->temporary);
        target->temporary[0] = '\0';
        contentlib_target_release();
    }
}


static ngx_int_t
contentlib_target_failed(contentlib_target_t *target, const char *what)
{
    int   error;
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    error = errno;

    return contentlib_message_set(target->message, "contentlib: %s \"%s\": %s",
                                  what,
                                  contentlib_message_quote(quoted,
                                             (const u_char *) target->name,
                                             ngx_strlen(target->name)),
                                  strerror(error));
}


/* a signal that was ignored stays so, as nohup wants it */

static void
contentlib_target_catch(void)
{
    size_t            i;
    struct sigaction  action;

    ngx_memzero(&action, sizeof(struct sigaction));
    action.sa_handler = contentlib_target_signal;
    action.sa_flags = (int) SA_RESETHAND;

    for (i = 0; i < CONTENTLIB_TARGET_SIGNALS; i++) {
        (void) sigaction(contentlib_target_numbers[i], NULL,
                         &contentlib_target_before[i]);

        if (contentlib_target_before[i].sa_handler != SIG_IGN) {
            (void) sigaction(contentlib_target_numbers[i], &action, NULL);
        }
    }
}


static void
contentlib_target_release(void)
{
    size_t  i;

    contentlib_target_temporary[0] = '\0';

    for (i = 0; i < CONTENTLIB_TARGET_SIGNALS; i++) {
        (void) sigaction(contentlib_target_numbers[i],
                         &contentlib_target_before[i], NULL);
    }
}


/* only what POSIX allows in a signal handler */

static void
contentlib_target_signal(int number)
{
    if (contentlib_target_temporary[0]) {
        (void) unlink(contentlib_target_temporary);
    }

    (void) raise(number);
}
