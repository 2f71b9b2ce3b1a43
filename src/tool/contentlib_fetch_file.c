
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_fetch_file.h>

#include <tool/contentlib_fetch.h>

#include <fcntl.h>
#include <limits.h>
#include <openssl/sha.h>
#include <sys/stat.h>


static ngx_int_t contentlib_fetch_file_path(char path[PATH_MAX],
    const char *directory, const char *name, const char *suffix);
static ngx_int_t contentlib_fetch_file_bytes(int fd, ngx_str_t *text);
static ngx_int_t contentlib_fetch_file_put(char path[PATH_MAX],
    char temporary[PATH_MAX], const void *data, size_t len);
static ngx_int_t contentlib_fetch_file_failed(contentlib_message_t *message,
    const char *what, const char *path);


ngx_int_t
contentlib_fetch_file_name(const void *data, size_t len,
    char name[CONTENTLIB_FETCH_FILE_NAME], contentlib_message_t *message)
{
    u_char  digest[SHA256_DIGEST_LENGTH];

    if (SHA256(data, len, digest) == NULL) {
        return contentlib_message_set(message,
                                      "contentlib: cannot compute SHA-256");
    }

    *ngx_hex_dump((u_char *) name, digest, sizeof(digest)) = '\0';

    return NGX_OK;
}


ngx_int_t
contentlib_fetch_file_read(const char *directory, const char *name,
    const char *suffix, ngx_str_t *text, contentlib_message_t *message)
{
    int        fd;
    char       path[PATH_MAX];
    ngx_int_t  rc;

    if (contentlib_fetch_file_path(path, directory, name, suffix) != NGX_OK) {
        return contentlib_fetch_file_failed(message, "read", path);
    }

    fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd == -1) {
        return errno == ENOENT ? NGX_DECLINED
                               : contentlib_fetch_file_failed(message, "read",
                                                              path);
    }

    rc = contentlib_fetch_file_bytes(fd, text);

    if (rc == NGX_ERROR) {
        (void) contentlib_fetch_file_failed(message, "read", path);
    }

    (void) close(fd);

    return rc;
}


static ngx_int_t
contentlib_fetch_file_path(char path[PATH_MAX], const char *directory,
    const char *name, const char *suffix)
{
    int  n;

    n = snprintf(path, PATH_MAX, "%s/%s%s", directory, name, suffix);

    if (n < 0 || n >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return NGX_ERROR;
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_fetch_file_bytes(int fd, ngx_str_t *text)
{
    ssize_t      n;
    struct stat  info;

    if (fstat(fd, &info) == -1) {
        return NGX_ERROR;
    }

    if (!S_ISREG(info.st_mode) || info.st_size > CONTENTLIB_FETCH_BODY) {
        return NGX_DECLINED;
    }

    text->len = 0;
    text->data = ngx_alloc((size_t) info.st_size + 1, NULL);

    if (text->data == NULL) {
        return NGX_ERROR;
    }

    while (text->len < (size_t) info.st_size) {
        n = read(fd, text->data + text->len,
                 (size_t) info.st_size - text->len);

        if (n == -1 && errno == EINTR) {
            continue;
        }

        if (n <= 0) {
            free(text->data);
            return n ? NGX_ERROR : NGX_DECLINED;
        }

        text->len += (size_t) n;
    }

    return NGX_OK;
}


ngx_int_t
contentlib_fetch_file_write(const char *directory, const char *name,
    const char *suffix, const void *data, size_t len,
    contentlib_message_t *message)
{
    char  path[PATH_MAX], temporary[PATH_MAX];

    if (contentlib_fetch_file_path(path, directory, name, suffix) != NGX_OK
        || contentlib_fetch_file_path(temporary, directory, name, ".XXXXXX")
           != NGX_OK
        || contentlib_fetch_file_put(path, temporary, data, len) != NGX_OK)
    {
        return contentlib_fetch_file_failed(message, "write", path);
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_fetch_file_put(char path[PATH_MAX], char temporary[PATH_MAX],
    const void *data, size_t len)
{
    int  fd, error;

    fd = mkostemp(temporary, O_CLOEXEC);

    if (fd == -1) {
        return NGX_ERROR;
    }

    error = contentlib_fetch_file_all(fd, data, len) == NGX_OK ? 0 : errno;

    if (close(fd) == -1 && error == 0) {
        error = errno;
    }

    if (error == 0 && rename(temporary, path) == 0) {
        return NGX_OK;
    }

    errno = error ? error : errno;
    error = errno;

    (void) unlink(temporary);

    errno = error;

    return NGX_ERROR;
}


ngx_int_t
contentlib_fetch_file_all(int fd, const u_char *data, size_t len)
{
    ssize_t  n;

    while (len) {
        n = write(fd, data, len);

        if (n == -1) {

            if (errno == EINTR) {
                continue;
            }

            return NGX_ERROR;
        }

        data += n;
        len -= (size_t) n;
    }

    return NGX_OK;
}


void
contentlib_fetch_file_remove(const char *directory, const char *name)
{
    char  path[PATH_MAX];

    if (contentlib_fetch_file_path(path, directory, name, "") == NGX_OK) {
        (void) unlink(path);
    }
}


static ngx_int_t
contentlib_fetch_file_failed(contentlib_message_t *message, const char *what,
    const char *path)
{
    int   error;
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    error = errno;

    return contentlib_message_set(message, "contentlib: cannot %s \"%s\": %s",
                                  what,
                                  contentlib_message_quote(quoted,
                                                    (const u_char *) path,
                                                    ngx_strlen(path)),
                                  strerror(error));
}
