
/*
 * Copyright (C) contentlib authors
 *
 * Methods of a file of SQLite: each calls the one of the file below, which
 * stands behind ours in the same memory.  Reading a page verifies its
 * checksum, writing a page sets it.
 */


#include <library/contentlib_vfs.h>
#include <cache/contentlib_crc.h>


#define CONTENTLIB_VFS_HEADER  100          /* bytes of a file's header */
#define CONTENTLIB_VFS_DATA    (CONTENTLIB_VFS_PAGE - CONTENTLIB_VFS_RESERVED)


typedef struct {
    sqlite3_file             base;
    uint32_t                 bad_page;
} contentlib_vfs_file_t;


#define contentlib_vfs_below(file)                                            \
    ((sqlite3_file *) (((contentlib_vfs_file_t *) (file)) + 1))


static int contentlib_vfs_open(sqlite3_vfs *vfs, const char *name,
    sqlite3_file *file, int flags, int *result);
static int contentlib_vfs_close(sqlite3_file *file);
static int contentlib_vfs_read(sqlite3_file *file, void *data, int amount,
    sqlite3_int64 offset);
static ngx_int_t contentlib_vfs_whole(int amount, sqlite3_int64 offset);
static void contentlib_vfs_checksum(const u_char *page, uint32_t number,
    u_char checksum[CONTENTLIB_VFS_RESERVED]);
static void contentlib_vfs_number(u_char *p, uint32_t number);
static int contentlib_vfs_write(sqlite3_file *file, const void *data,
    int amount, sqlite3_int64 offset);
static int contentlib_vfs_truncate(sqlite3_file *file, sqlite3_int64 size);
static int contentlib_vfs_sync(sqlite3_file *file, int flags);
static int contentlib_vfs_size(sqlite3_file *file, sqlite3_int64 *size);
static int contentlib_vfs_lock(sqlite3_file *file, int lock);
static int contentlib_vfs_unlock(sqlite3_file *file, int lock);
static int contentlib_vfs_reserved(sqlite3_file *file, int *result);
static int contentlib_vfs_control(sqlite3_file *file, int code, void *data);
static int contentlib_vfs_sector_size(sqlite3_file *file);
static int contentlib_vfs_characteristics(sqlite3_file *file);


/* version 1: without shared memory, and without pages mapped into memory */

static const sqlite3_io_methods  contentlib_vfs_methods = {
    1,
    contentlib_vfs_close,
    contentlib_vfs_read,
    contentlib_vfs_write,
    contentlib_vfs_truncate,
    contentlib_vfs_sync,
    contentlib_vfs_size,
    contentlib_vfs_lock,
    contentlib_vfs_unlock,
    contentlib_vfs_reserved,
    contentlib_vfs_control,
    contentlib_vfs_sector_size,
    contentlib_vfs_characteristics,
    NULL, NULL, NULL, NULL, NULL, NULL
};


static sqlite3_vfs  contentlib_vfs;


int
contentlib_vfs_register(void)
{
    int           rc;
    sqlite3_vfs  *below;

    rc = sqlite3_initialize();

    if (rc != SQLITE_OK || contentlib_vfs.zName != NULL) {
        return rc;
    }

    below = sqlite3_vfs_find("unix");

    if (below == NULL) {
        return SQLITE_ERROR;
    }

    contentlib_vfs = *below;

    contentlib_vfs.pNext = NULL;
    contentlib_vfs.pAppData = below;
    contentlib_vfs.zName = CONTENTLIB_VFS;
    contentlib_vfs.szOsFile += (int) sizeof(contentlib_vfs_file_t);
    contentlib_vfs.xOpen = contentlib_vfs_open;

    return sqlite3_vfs_register(&contentlib_vfs, 0);
}


/* a file that is not the database gets the methods of the VFS below */

static int
contentlib_vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file,
    int flags, int *result)
{
    int                     rc;
    sqlite3_vfs            *below;
    contentlib_vfs_file_t  *own;

    below = vfs->pAppData;

    if (!(flags & SQLITE_OPEN_MAIN_DB)) {
        return below->xOpen(below, name, file, flags, result);
    }

    own = (contentlib_vfs_file_t *) file;

    ngx_memzero(own, sizeof(contentlib_vfs_file_t));

    rc = below->xOpen(below, name, contentlib_vfs_below(file), flags, result);

    if (contentlib_vfs_below(file)->pMethods != NULL) {
        own->base.pMethods = &contentlib_vfs_methods;
    }

    return rc;
}


static int
contentlib_vfs_close(sqlite3_file *file)
{
    file = contentlib_vfs_below(file);

    return file->pMethods->xClose(file);
}


/* the header is read by itself before the page that it is a part of */

static int
contentlib_vfs_read(sqlite3_file *file, void *data, int amount,
    sqlite3_int64 offset)
{
    int                     rc;
    u_char                  checksum[CONTENTLIB_VFS_RESERVED];
    uint32_t                number;
    sqlite3_file           *below;
    contentlib_vfs_file_t  *own;

    if (contentlib_vfs_whole(amount, offset) != NGX_OK
        && offset + amount > CONTENTLIB_VFS_HEADER)
    {
        return SQLITE_IOERR_READ;
    }

    below = contentlib_vfs_below(file);

    rc = below->pMethods->xRead(below, data, amount, offset);

    if (rc != SQLITE_OK || amount != CONTENTLIB_VFS_PAGE) {
        return rc;
    }

    number = (uint32_t) (offset / CONTENTLIB_VFS_PAGE) + 1;

    contentlib_vfs_checksum(data, number, checksum);

    if (ngx_memcmp((u_char *) data + CONTENTLIB_VFS_DATA, checksum,
                   CONTENTLIB_VFS_RESERVED)
        == 0)
    {
        return SQLITE_OK;
    }

    own = (contentlib_vfs_file_t *) file;
    own->bad_page = number;

    return SQLITE_IOERR_DATA;
}


static ngx_int_t
contentlib_vfs_whole(int amount, sqlite3_int64 offset)
{
    return amount == CONTENTLIB_VFS_PAGE && offset % CONTENTLIB_VFS_PAGE == 0
           ? NGX_OK : NGX_DECLINED;
}


static void
contentlib_vfs_checksum(const u_char *page, uint32_t number,
    u_char checksum[CONTENTLIB_VFS_RESERVED])
{
    u_char    bytes[4];
    uint32_t  crc;

    contentlib_vfs_number(bytes, number);

    crc = contentlib_crc32(0, page, CONTENTLIB_VFS_DATA);
    crc = contentlib_crc32(crc, bytes, sizeof(bytes));

    contentlib_vfs_number(checksum, crc);
    contentlib_vfs_number(checksum + 4, 0);
}


static void
contentlib_vfs_number(u_char *p, uint32_t number)
{
    *p++ = (u_char) number;
    *p++ = (u_char) (number >> 8);
    *p++ = (u_char) (number >> 16);
    *p = (u_char) (number >> 24);
}


/* SQLite has no use for the reserved bytes of a page in its memory */

static int
contentlib_vfs_write(sqlite3_file *file, const void *data, int amount,
    sqlite3_int64 offset)
{
    u_char        *page;
    sqlite3_file  *below;

    if (contentlib_vfs_whole(amount, offset) != NGX_OK) {
        return SQLITE_IOERR_WRITE;
    }

    page = (u_char *) (uintptr_t) data;

    contentlib_vfs_checksum(page,
                            (uint32_t) (offset / CONTENTLIB_VFS_PAGE) + 1,
                            page + CONTENTLIB_VFS_DATA);

    below = contentlib_vfs_below(file);

    return below->pMethods->xWrite(below, data, amount, offset);
}


static int
contentlib_vfs_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    file = contentlib_vfs_below(file);

    return file->pMethods->xTruncate(file, size);
}


static int
contentlib_vfs_sync(sqlite3_file *file, int flags)
{
    file = contentlib_vfs_below(file);

    return file->pMethods->xSync(file, flags);
}


static int
contentlib_vfs_size(sqlite3_file *file, sqlite3_int64 *size)
{
    file = contentlib_vfs_below(file);

    return file->pMethods->xFileSize(file, size);
}


static int
contentlib_vfs_lock(sqlite3_file *file, int lock)
{
    file = contentlib_vfs_below(file);

    return file->pMethods->xLock(file, lock);
}


static int
contentlib_vfs_unlock(sqlite3_file *file, int lock)
{
    file = contentlib_vfs_below(file);

    return file->pMethods->xUnlock(file, lock);
}


static int
contentlib_vfs_reserved(sqlite3_file *file, int *result)
{
    file = contentlib_vfs_below(file);

    return file->pMethods->xCheckReservedLock(file, result);
}


static int
contentlib_vfs_control(sqlite3_file *file, int code, void *data)
{
    uint32_t               *page;
    contentlib_vfs_file_t  *own;

    if (code == CONTENTLIB_VFS_BAD_PAGE) {
        own = (contentlib_vfs_file_t *) file;
        page = data;
        *page = own->bad_page;
        return SQLITE_OK;
    }

    file = contentlib_vfs_below(file);

    return file->pMethods->xFileControl(file, code, data);
}


static int
contentlib_vfs_sector_size(sqlite3_file *file)
{
    file = contentlib_vfs_below(file);

    return file->pMethods->xSectorSize(file);
}


/* SQLite must not read parts of pages, as newer versions may */

static int
contentlib_vfs_characteristics(sqlite3_file *file)
{
    int  flags;

    file = contentlib_vfs_below(file);
    flags = file->pMethods->xDeviceCharacteristics(file);

#ifdef SQLITE_IOCAP_SUBPAGE_READ
    flags &= ~SQLITE_IOCAP_SUBPAGE_READ;
#endif

    return flags;
}
