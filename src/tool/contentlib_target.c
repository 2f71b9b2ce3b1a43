
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_target.h>

#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <sys/stat.h>


static ngx_int_t contentlib_target_resolve(contentlib_target_t *target);
static ngx_int_t contentlib_target_sidecars(contentlib_target_t *target);
static int contentlib_target_create(contentlib_target_t *target);
static ngx_int_t contentlib_target_sync(contentlib_target_t *target,
    const char *path, const char *what);
static ngx_int_t contentlib_target_failed(contentlib_target_t *target,
    const char *what);
static void contentlib_target_signals(void (*handler)(int));
static void contentlib_target_signal(int number);


/* what a signal handler can reach; empty if there is nothing to remove */

static char  contentlib_target_temporary[PATH_MAX];


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
        contentlib_target_signals(contentlib_target_signal);
    }

    (void) sigprocmask(SIG_SETMASK, &before, NULL);

    errno = error;

    return fd;
}


/* absolute and without symbolic links: a link stays, its target is replaced */

static ngx_int_t
contentlib_target_resolve(contentlib_target_t *target)
{
    int          n;
    char         copy[PATH_MAX];
    const char  *base;
    struct stat  info;

    if (realpath(target->name, target->path) == NULL) {

        if (errno != ENOENT || target->name[0] == '\0') {
            return contentlib_target_failed(target, "cannot create");
        }

        n = snprintf(copy, PATH_MAX, "%s", target->name);

        if (n < 0 || n >= PATH_MAX
            || realpath(dirname(copy), target->directory) == NULL)
        {
            return contentlib_target_failed(target, "cannot create");
        }

        base = strrchr(target->name, '/');
        base = base ? base + 1 : target->name;
        n = snprintf(target->path, PATH_MAX, "%s/%s", target->directory, base);

        if (n < 0 || n >= PATH_MAX || *base == '\0') {
            errno = *base ? ENAMETOOLONG : EISDIR;
            return contentlib_target_failed(target, "cannot create");
        }

        return NGX_OK;
    }

    if (stat(target->path, &info) == -1) {
        return contentlib_target_failed(target, "cannot replace");
    }

    if (!S_ISREG(info.st_mode)) {
        return contentlib_message_set(target->message, "contentlib: %s: is "
                                      "not a regular file", target->name);
    }

    (void) snprintf(copy, PATH_MAX, "%s", target->path);
    (void) snprintf(target->directory, PATH_MAX, "%s", dirname(copy));

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

    contentlib_target_temporary[0] = '\0';
    target->temporary[0] = '\0';

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
    }

    contentlib_target_temporary[0] = '\0';
    contentlib_target_signals(SIG_DFL);
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


static void
contentlib_target_signals(void (*handler)(int))
{
    size_t            i;
    struct sigaction  action;

    /* without memory json-c and OpenSSL use a null pointer */

    static const int  numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGSEGV };

    ngx_memzero(&action, sizeof(struct sigaction));
    action.sa_handler = handler;
    action.sa_flags = (int) SA_RESETHAND;

    for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        (void) sigaction(numbers[i], &action, NULL);
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
