
/*
 * Copyright (C) contentlib authors
 *
 * Resolves links, creates the temporary file, and renames it over the library.
 */


#include <tool/write/contentlib_target.h>

#include <tool/write/contentlib_temporary.h>

#include <fcntl.h>
#include <libgen.h>
#include <sys/stat.h>


static ngx_int_t contentlib_target_resolve(contentlib_target_t *target);
static ngx_int_t contentlib_target_follow(contentlib_target_t *target,
    struct stat *info);
static ngx_int_t contentlib_target_sidecars(contentlib_target_t *target);
static ngx_int_t contentlib_target_sync(contentlib_target_t *target);
static ngx_int_t contentlib_target_failed(contentlib_target_t *target,
    const char *what);


ngx_int_t
contentlib_target_open(contentlib_target_t *target, const char *name,
    contentlib_message_t *message)
{
    int  n;

    target->name = name;
    target->message = message;
    target->temporary[0] = '\0';
    target->fd = -1;

    if (contentlib_target_resolve(target) != NGX_OK
        || contentlib_target_sidecars(target) != NGX_OK)
    {
        return NGX_ERROR;
    }

    n = snprintf(target->temporary, PATH_MAX, "%s/.%s.import-XXXXXX",
                 target->directory, strrchr(target->path, '/') + 1);

    if (n < 0 || n >= PATH_MAX) {
        errno = ENAMETOOLONG;

    } else {
        target->fd = contentlib_temporary_create(target->temporary,
                                                 target->directory);
    }

    if (target->fd == -1) {
        target->temporary[0] = '\0';
        return contentlib_target_failed(target, "cannot create");
    }

    return NGX_OK;
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

    /* it could lead root to any file of the system */

    if (geteuid() == 0 && info->st_uid != 0) {
        return contentlib_message_set(target->message, "contentlib: %s: is a "
                                      "symbolic link that another user owns",
                                      target->name);
    }

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
                                          "\"%s%s\" exists beside it",
                                          target->name, target->name,
                                          suffixes[i]);
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_target_publish(contentlib_target_t *target)
{
    struct stat  info, named;

    if (contentlib_target_sidecars(target) != NGX_OK) {
        return NGX_ERROR;
    }

    if (fstat(target->fd, &info) == -1
        || lstat(target->temporary, &named) == -1)
    {
        return contentlib_target_failed(target, "cannot replace");
    }

    if (info.st_dev != named.st_dev || info.st_ino != named.st_ino) {
        return contentlib_message_set(target->message, "contentlib: %s: its "
                                      "temporary file was replaced by another "
                                      "process",
                                      target->name);
    }

    /* the mode must not be lost, either, when the power is */

    if (fchmod(target->fd, 0644) == -1) {
        return contentlib_target_failed(target, "cannot replace");
    }

    if (fsync(target->fd) == -1) {
        return contentlib_target_failed(target, "cannot write");
    }

    if (rename(target->temporary, target->path) == -1) {
        return contentlib_target_failed(target, "cannot replace");
    }

    target->temporary[0] = '\0';
    contentlib_temporary_release();

    return contentlib_target_sync(target);
}


static ngx_int_t
contentlib_target_sync(contentlib_target_t *target)
{
    int        fd;
    ngx_int_t  rc;

    fd = open(target->directory, O_RDONLY|O_CLOEXEC);

    rc = (fd != -1 && fsync(fd) == 0)
         ? NGX_OK
         : contentlib_target_failed(target, "replaced, but cannot write the "
                                    "directory of");

    if (fd != -1) {
        (void) close(fd);
    }

    return rc;
}


void
contentlib_target_close(contentlib_target_t *target)
{
    if (target->temporary[0]) {
        (void) unlink(target->temporary);
        target->temporary[0] = '\0';
        contentlib_temporary_release();
    }

    if (target->fd != -1) {
        (void) close(target->fd);
        target->fd = -1;
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
