
/*
 * Copyright (C) contentlib authors
 *
 * Checks the checksums of all pages of a file, also of those that no table
 * has: they are read as SQLite reads them, one after the other.
 */


#include <tool/check/contentlib_check.h>

#include <library/contentlib_vfs.h>


ngx_int_t
contentlib_check_pages(contentlib_check_t *check)
{
    int              code;
    u_char          *page;
    sqlite3_file    *file;
    sqlite3_int64    size, at;

    code = sqlite3_file_control(check->sql.handle, "main",
                                SQLITE_FCNTL_FILE_POINTER, &file);

    if (code == SQLITE_OK) {
        code = file->pMethods->xFileSize(file, &size);
    }

    if (contentlib_sql_result(&check->sql, code) != NGX_OK) {
        return NGX_ERROR;
    }

    page = ngx_alloc(CONTENTLIB_VFS_PAGE, NULL);

    if (page == NULL) {
        return contentlib_message_no_memory(check->message);
    }

    for (at = 0; at < size && code == SQLITE_OK; at += CONTENTLIB_VFS_PAGE) {

        code = file->pMethods->xRead(file, page, CONTENTLIB_VFS_PAGE, at);

        if (code == SQLITE_IOERR_DATA) {
            contentlib_check_fault(check, "the checksum of page %lld is wrong",
                                   (long long) (at / CONTENTLIB_VFS_PAGE + 1));
            code = SQLITE_OK;
        }
    }

    free(page);

    return contentlib_sql_result(&check->sql, code);
}
