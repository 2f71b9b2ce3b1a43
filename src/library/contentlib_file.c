
/*
 * Copyright (C) contentlib authors
 *
 * Compares files by what stat() tells, and checks the header of a library
 * file.
 */


#include <library/contentlib_file.h>
#include <library/contentlib_vfs.h>

#include <endian.h>


#define CONTENTLIB_FILE_HEADER  100
#define CONTENTLIB_FILE_BEFORE  2           /* the previous format */


typedef struct {
    uint32_t     value;
    uint32_t     expected;
    const char  *text;
} contentlib_file_test_t;


static ngx_int_t contentlib_file_fail(contentlib_error_t *error);
static ngx_int_t contentlib_file_sidecars(const char *path,
    contentlib_error_t *error);
static ngx_int_t contentlib_file_read(int fd,
    contentlib_file_identity_t *identity, contentlib_error_t *error);
static ngx_uint_t contentlib_file_same_time(const struct timespec *one,
    const struct timespec *other);
static ngx_int_t contentlib_file_test(const uint32_t *words, off_t size,
    contentlib_error_t *error);


ngx_uint_t
contentlib_file_same(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other)
{
    return !contentlib_file_replaced(one, other)
           && !contentlib_file_written(one, other)
           && contentlib_file_same_time(&one->st_ctim, &other->st_ctim);
}


ngx_uint_t
contentlib_file_replaced(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other)
{
    return one->st_dev != other->st_dev || one->st_ino != other->st_ino;
}


ngx_uint_t
contentlib_file_written(const contentlib_file_identity_t *one,
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


/* stat() first, because opening a device may have side effects */

int
contentlib_file_open(const char *path, contentlib_file_identity_t *identity,
    contentlib_error_t *error)
{
    int  fd;

    if (stat(path, identity) == -1) {
        (void) contentlib_file_fail(error);
        return -1;
    }

    if (!S_ISREG(identity->st_mode)) {
        (void) contentlib_file_reject(error, 0, "not a regular file");
        return -1;
    }

    if (contentlib_file_sidecars(path, error) != NGX_OK) {
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


static ngx_int_t
contentlib_file_sidecars(const char *path, contentlib_error_t *error)
{
    char         real[PATH_MAX], name[PATH_MAX + 16];
    ngx_uint_t   i;
    struct stat  st;

    static const char *const  suffixes[] = { "-journal", "-wal", NULL };

    /* SQLite looks for them beside the target of a link */

    if (realpath(path, real) == NULL) {
        return contentlib_file_fail(error);
    }

    for (i = 0; suffixes[i] != NULL; i++) {
        (void) snprintf(name, sizeof(name), "%s%s", real, suffixes[i]);

        if (stat(name, &st) == 0 && st.st_size != 0) {
            error->failure = CONTENTLIB_REJECTED;
            error->code = 0;
            (void) snprintf(error->text, sizeof(error->text),
                            "a \"%s\" file exists beside it", suffixes[i]);
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_file_read(int fd, contentlib_file_identity_t *identity,
    contentlib_error_t *error)
{
    ssize_t   n;
    uint32_t  header[CONTENTLIB_FILE_HEADER / sizeof(uint32_t)];

    n = (fstat(fd, identity) == 0)
        ? pread(fd, header, CONTENTLIB_FILE_HEADER, 0) : -1;

    if (n == -1) {
        return contentlib_file_fail(error);
    }

    if (!S_ISREG(identity->st_mode)) {
        return contentlib_file_reject(error, 0, "not a regular file");
    }

    if (n < CONTENTLIB_FILE_HEADER) {
        return contentlib_file_reject(error, 0, "shorter than an SQLite "
                                                "header");
    }

    return contentlib_file_test(header, identity->st_size, error);
}


/* the numbers are those of the SQLite file format, section 1.3 */

static ngx_int_t
contentlib_file_test(const uint32_t *words, off_t size,
    contentlib_error_t *error)
{
    uint32_t       pages;
    ngx_uint_t     i;
    const u_char  *header = (const u_char *) words;

    const contentlib_file_test_t  tests[] = {
        { header[18], 1, "not in rollback mode" },
        { header[19], 1, "not in rollback mode" },
        { be32toh(words[56 / 4]), 1, "not encoded in UTF-8" },
        { be32toh(words[68 / 4]), CONTENTLIB_APPLICATION_ID,
          "not a contentlib library" },
        { be32toh(words[60 / 4]) == CONTENTLIB_FILE_BEFORE, 0,
          "a library of format 2: convert it with \"contentlib export\" and "
          "\"contentlib import\"" },
        { be32toh(words[60 / 4]), CONTENTLIB_USER_VERSION,
          "a library of another format" },
        { be32toh(words[16 / 4]) >> 16, CONTENTLIB_VFS_PAGE,
          "its page size is wrong" },
        { header[20], CONTENTLIB_VFS_RESERVED, "its pages have no checksums" }
    };

    if (ngx_memcmp(header, "SQLite format 3", 16) != 0) {
        return contentlib_file_reject(error, 0, "not an SQLite file");
    }

    for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        if (tests[i].value != tests[i].expected) {
            return contentlib_file_reject(error, 0, tests[i].text);
        }
    }

    pages = be32toh(words[28 / 4]);

    if (pages == 0 || (uint64_t) pages * CONTENTLIB_VFS_PAGE != (uint64_t) size)
    {
        return contentlib_file_reject(error, 0,
                                      "its size does not match its number of "
                                      "pages");
    }

    return NGX_OK;
}


ngx_int_t
contentlib_file_reject(contentlib_error_t *error, int code,
    const char *text)
{
    error->failure = CONTENTLIB_REJECTED;
    error->code = code;
    (void) snprintf(error->text, sizeof(error->text), "%s", text);

    return NGX_ERROR;
}


static ngx_int_t
contentlib_file_fail(contentlib_error_t *error)
{
    return contentlib_file_reject(error, errno, strerror(errno));
}
