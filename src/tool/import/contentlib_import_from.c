
/*
 * Copyright (C) contentlib authors
 */


#include <tool/import/contentlib_import_private.h>


ngx_int_t
contentlib_import_fetch(contentlib_import_t *import)
{
    import->from = contentlib_from_read(import->options,
                                        import->target.directory,
                                        &import->progress, import->message);

    return import->from ? NGX_OK : NGX_ERROR;
}


ngx_int_t
contentlib_import_pages(contentlib_import_t *import)
{
    int                  fd;
    uint64_t             len;
    ngx_int_t            rc;
    const char          *address;
    contentlib_input_t  *input;

    rc = import->from ? NGX_OK : NGX_DONE;

    while (rc == NGX_OK) {
        rc = contentlib_from_next(import->from, &address, &fd, &len);

        if (rc != NGX_OK) {
            break;
        }

        input = contentlib_input_open_part(fd, 0, len, address,
                                           import->message);

        if (input == NULL) {
            return NGX_ERROR;
        }

        rc = contentlib_import_input(import, input);

        contentlib_input_close(input);
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}
