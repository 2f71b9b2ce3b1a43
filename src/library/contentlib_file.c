
/*
 * Copyright (C) contentlib authors
 *
 * Compares files by what stat() tells, and opens a file that can be a library.
 */


#include <library/contentlib_file.h>


#define CONTENTLIB_FILE_MAGIC  "SQLite format 3"        /* and a zero */


static ngx_int_t contentlib_file_fail(contentlib_error_t *error);
static ngx_int_t contentlib_file_read(int fd,
    contentlib_file_identity_t *identity, contentlib_error_t *error);
static ngx_uint_t contentlib_file_same_time(const struct timespec *one,
    const struct timespec *other);


ngx_uint_t
contentlib_file_same(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other)
{
    return !contentlib_file_replaced(one, other)
           && !contentlib_file_modified(one, other)
           && contentlib_file_same_time(&one->st_ctim, &other->st_ctim);
}


ngx_uint_t
contentlib_file_replaced(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other)
{
    return one->st_dev != other->st_dev || one->st_ino != other->st_ino;
}


ngx_uint_t
contentlib_file_modified(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other)
{
    return !contentlib_file_replaced(one, other)
           && (one->st_size != other->st_size
               || !contentlib_file_same_time(&one->st_mtim,
                                             &other->st_mtim));
}


static ngx_uint_t
contentlib_file_same_time(const struct timespec *one,
    const struct timespec *other)
{
    return one->tv_sec == other->tv_sec && one->tv_nsec == other->tv_nsec;
}


ngx_int_t
contentlib_file_examine(const char *path, contentlib_file_identity_t *identity,
    contentlib_error_t *error)
{
    if (stat(path, identity) == -1) {
        return contentlib_file_fail(error);
    }

    return S_ISREG(identity->st_mode)
           ? NGX_OK : contentlib_file_reject(error, 0, "not a regular file");
}


/* not a device, because opening one may have side effects */

int
contentlib_file_open(const char *path, contentlib_file_identity_t *identity,
    contentlib_error_t *error)
{
    int  fd;

    if (contentlib_file_examine(path, identity, error) != NGX_OK
        || contentlib_file_sidecars(path, error) != NGX_OK)
    {
        return -1;
    }

    fd = open(path, O_RDONLY|O_NONBLOCK|O_CLOEXEC);

    if (fd == -1) {
        (void) contentlib_file_fail(error);
        return -1;
    }

    if (contentlib_file_read(fd, identity, error) == NGX_OK) {
        return fd;
    }

    (void) close(fd);

    return -1;
}


ngx_int_t
contentlib_file_sidecars(const char *path, contentlib_error_t *error)
{
    char         name[PATH_MAX + 16], text[64];
    ngx_uint_t   i;
    struct stat  st;

    static const char *const  suffixes[] = { "-journal", "-wal", NULL };

    for (i = 0; suffixes[i] != NULL; i++) {
        (void) snprintf(name, sizeof(name), "%s%s", path, suffixes[i]);

        if (stat(name, &st) == 0 && st.st_size != 0) {
            (void) snprintf(text, sizeof(text),
                            "a \"%s\" file exists beside it", suffixes[i]);

            return contentlib_file_reject(error, EEXIST, text);
        }
    }

    return NGX_OK;
}


/* another file may have taken the name since it was examined */

static ngx_int_t
contentlib_file_read(int fd, contentlib_file_identity_t *identity,
    contentlib_error_t *error)
{
    char     magic[sizeof(CONTENTLIB_FILE_MAGIC)];
    ssize_t  n;

    n = (fstat(fd, identity) == 0) ? pread(fd, magic, sizeof(magic), 0) : -1;

    if (n == -1) {
        return contentlib_file_fail(error);
    }

    /* less than the file has: a failure of the disk, which may pass */

    if (n < (ssize_t) sizeof(magic) && n < identity->st_size) {
        return contentlib_file_reject(error, EIO, strerror(EIO));
    }

    if (!S_ISREG(identity->st_mode)) {
        return contentlib_file_reject(error, 0, "not a regular file");
    }

    if (n != sizeof(magic)
        || ngx_memcmp(magic, CONTENTLIB_FILE_MAGIC, sizeof(magic)) != 0)
    {
        return contentlib_file_reject(error, 0, "not an SQLite file");
    }

    return NGX_OK;
}


ngx_int_t
contentlib_file_reject(contentlib_error_t *error, int code,
    const char *text)
{
    error->failure = CONTENTLIB_REJECTED;
    error->code = code;
    error->passing = (code != 0);
    (void) snprintf(error->text, sizeof(error->text), "%s", text);

    return NGX_ERROR;
}


static ngx_int_t
contentlib_file_fail(contentlib_error_t *error)
{
    return contentlib_file_reject(error, errno, strerror(errno));
}
