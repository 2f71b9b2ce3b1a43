
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_spool.h>

#include <tool/contentlib_fetch_file.h>

#include <fcntl.h>
#include <limits.h>


static ngx_int_t contentlib_spool_room(contentlib_spool_t *spool);
static ngx_int_t contentlib_spool_failed(contentlib_spool_t *spool,
    const char *what);


ngx_int_t
contentlib_spool_open(contentlib_spool_t *spool, const char *directory,
    contentlib_message_t *message)
{
    int   n;
    char  path[PATH_MAX];

    spool->message = message;

    n = snprintf(path, PATH_MAX, "%s/.contentlib.XXXXXX", directory);

    if (n < 0 || n >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return contentlib_spool_failed(spool, "create");
    }

    /* not every file system has files without a name */

    spool->fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

    if (spool->fd != -1) {
        return NGX_OK;
    }

    spool->fd = mkostemp(path, O_CLOEXEC);

    if (spool->fd == -1) {
        return contentlib_spool_failed(spool, "create");
    }

    (void) unlink(path);

    return NGX_OK;
}


void
contentlib_spool_close(contentlib_spool_t *spool)
{
    size_t  i;

    for (i = 0; i < spool->n; i++) {
        free(spool->pages[i].address);
    }

    free(spool->pages);

    if (spool->fd != -1) {
        (void) close(spool->fd);
    }
}


ngx_int_t
contentlib_spool_add(contentlib_spool_t *spool, const char *address,
    const ngx_str_t *body)
{
    contentlib_spool_page_t  *page;

    if (contentlib_spool_room(spool) != NGX_OK) {
        return contentlib_message_set(spool->message,
                                      "contentlib: out of memory");
    }

    page = &spool->pages[spool->n];
    page->address = strdup(address);
    page->offset = spool->bytes;
    page->len = body->len;

    if (page->address == NULL) {
        return contentlib_message_set(spool->message,
                                      "contentlib: out of memory");
    }

    spool->n++;
    spool->bytes += body->len;

    if (contentlib_fetch_file_all(spool->fd, body->data, body->len) != NGX_OK)
    {
        return contentlib_spool_failed(spool, "write");
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_spool_room(contentlib_spool_t *spool)
{
    size_t                    size;
    contentlib_spool_page_t  *pages;

    if (spool->n < spool->size) {
        return NGX_OK;
    }

    size = 2 * spool->size + 64;
    pages = realloc(spool->pages, size * sizeof(contentlib_spool_page_t));

    if (pages == NULL) {
        return NGX_ERROR;
    }

    spool->pages = pages;
    spool->size = size;

    return NGX_OK;
}


ngx_int_t
contentlib_spool_cut(contentlib_spool_t *spool, size_t n)
{
    while (spool->n > n) {
        spool->n--;
        spool->bytes = spool->pages[spool->n].offset;
        free(spool->pages[spool->n].address);
    }

    if (ftruncate(spool->fd, (off_t) spool->bytes) == -1
        || lseek(spool->fd, (off_t) spool->bytes, SEEK_SET) == -1)
    {
        return contentlib_spool_failed(spool, "write");
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_spool_failed(contentlib_spool_t *spool, const char *what)
{
    return contentlib_message_set(spool->message, "contentlib: cannot %s a "
                                  "temporary file: %s", what, strerror(errno));
}
