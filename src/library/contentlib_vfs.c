
/*
 * Copyright (C) contentlib authors
 *
 * A file of the VFS is a file of the VFS "unix" with some methods replaced:
 * reading a page verifies its checksum, writing a page sets it.
 */


#include <library/contentlib_vfs.h>
#include <cache/contentlib_crc.h>

#include <endian.h>


#define CONTENTLIB_VFS_HEADER  100          /* bytes of a file's header */
#define CONTENTLIB_VFS_DATA    (CONTENTLIB_VFS_PAGE - CONTENTLIB_VFS_RESERVED)


/* stands behind the file of the VFS "unix", in the same memory */

typedef struct {
    const sqlite3_io_methods  *unix_methods;
    sqlite3_io_methods         methods;
    uint32_t                   bad_page;
    unsigned                   immutable:1;
} contentlib_vfs_file_t;


static int contentlib_vfs_open(sqlite3_vfs *vfs, const char *name,
    sqlite3_file *file, int flags, int *result);
static contentlib_vfs_file_t *contentlib_vfs_own(sqlite3_file *file);
static int contentlib_vfs_read(sqlite3_file *file, void *data, int amount,
    sqlite3_int64 offset);
static int contentlib_vfs_read_page(contentlib_vfs_file_t *own,
    sqlite3_file *file, u_char *page, sqlite3_int64 offset);
static uint64_t contentlib_vfs_checksum(const u_char *page, uint32_t number);
static int contentlib_vfs_write(sqlite3_file *file, const void *data,
    int amount, sqlite3_int64 offset);
static int contentlib_vfs_characteristics(sqlite3_file *file);


static size_t       contentlib_vfs_offset;  /* of contentlib_vfs_file_t */
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

    contentlib_vfs_offset = ngx_align((size_t) below->szOsFile,
                                      sizeof(uint64_t));
    contentlib_vfs = *below;

    contentlib_vfs.pNext = NULL;
    contentlib_vfs.pAppData = below;
    contentlib_vfs.zName = CONTENTLIB_VFS;
    contentlib_vfs.szOsFile = (int) (contentlib_vfs_offset
                                     + sizeof(contentlib_vfs_file_t));
    contentlib_vfs.xOpen = contentlib_vfs_open;

    return sqlite3_vfs_register(&contentlib_vfs, 0);
}


/* a file that is not the database keeps the methods of the VFS "unix" */

static int
contentlib_vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file,
    int flags, int *result)
{
    int                     rc;
    sqlite3_vfs            *below;
    contentlib_vfs_file_t  *own;

    below = vfs->pAppData;

    rc = below->xOpen(below, name, file, flags, result);

    if (file->pMethods == NULL || !(flags & SQLITE_OPEN_MAIN_DB)) {
        return rc;
    }

    own = contentlib_vfs_own(file);

    own->unix_methods = file->pMethods;
    own->bad_page = 0;
    own->immutable = (flags & SQLITE_OPEN_READONLY) != 0;

    /* version 1: no shared memory, and no pages mapped into memory */

    own->methods = *file->pMethods;
    own->methods.iVersion = 1;
    own->methods.xRead = contentlib_vfs_read;
    own->methods.xWrite = contentlib_vfs_write;
    own->methods.xDeviceCharacteristics = contentlib_vfs_characteristics;

    file->pMethods = &own->methods;

    return rc;
}


static contentlib_vfs_file_t *
contentlib_vfs_own(sqlite3_file *file)
{
    return (contentlib_vfs_file_t *) (void *) ((u_char *) file
                                               + contentlib_vfs_offset);
}


/*
 * SQLite reads pages, parts of overflow pages, and the header by itself before
 * it knows the size of a page.
 */

static int
contentlib_vfs_read(sqlite3_file *file, void *data, int amount,
    sqlite3_int64 offset)
{
    int                     rc;
    u_char                  page[CONTENTLIB_VFS_PAGE], *whole;
    sqlite3_int64           start;
    contentlib_vfs_file_t  *own;

    own = contentlib_vfs_own(file);

    if (offset + amount <= CONTENTLIB_VFS_HEADER) {
        return own->unix_methods->xRead(file, data, amount, offset);
    }

    start = offset - offset % CONTENTLIB_VFS_PAGE;

    if (offset + amount > start + CONTENTLIB_VFS_PAGE) {
        return SQLITE_IOERR_READ;
    }

    whole = (amount == CONTENTLIB_VFS_PAGE) ? data : page;

    rc = contentlib_vfs_read_page(own, file, whole, start);

    if (whole == page) {
        ngx_memcpy(data, page + (offset - start), (size_t) amount);
    }

    return rc;
}


static int
contentlib_vfs_read_page(contentlib_vfs_file_t *own, sqlite3_file *file,
    u_char *page, sqlite3_int64 offset)
{
    int       rc;
    uint32_t  number;
    uint64_t  checksum;

    rc = own->unix_methods->xRead(file, page, CONTENTLIB_VFS_PAGE, offset);

    /* the disk has failed; with this code SQLite would say that the file is
       malformed */

    if (rc == SQLITE_IOERR_CORRUPTFS) {
        return SQLITE_IOERR_READ;
    }

    if (rc != SQLITE_OK) {
        return rc;
    }

    number = (uint32_t) (offset / CONTENTLIB_VFS_PAGE) + 1;

    checksum = contentlib_vfs_checksum(page, number);

    if (ngx_memcmp(page + CONTENTLIB_VFS_DATA, &checksum,
                   CONTENTLIB_VFS_RESERVED)
        == 0)
    {
        return SQLITE_OK;
    }

    own->bad_page = number;

    return SQLITE_IOERR_DATA;
}


/* as it is stored: four bytes, little-endian, and four zeroes */

static uint64_t
contentlib_vfs_checksum(const u_char *page, uint32_t number)
{
    uint32_t  crc;

    number = htole32(number);

    crc = contentlib_crc32(0, page, CONTENTLIB_VFS_DATA);
    crc = contentlib_crc32(crc, (u_char *) &number, sizeof(uint32_t));

    return htole64(crc);
}


/* SQLite has no use for the reserved bytes of a page in its memory */

static int
contentlib_vfs_write(sqlite3_file *file, const void *data, int amount,
    sqlite3_int64 offset)
{
    u_char    *page;
    uint64_t   checksum;

    if (amount != CONTENTLIB_VFS_PAGE || offset % CONTENTLIB_VFS_PAGE != 0) {
        return SQLITE_IOERR_WRITE;
    }

    page = (u_char *) data;

    checksum = contentlib_vfs_checksum(page, (uint32_t)
                                             (offset / CONTENTLIB_VFS_PAGE)
                                             + 1);
    ngx_memcpy(page + CONTENTLIB_VFS_DATA, &checksum, CONTENTLIB_VFS_RESERVED);

    return contentlib_vfs_own(file)->unix_methods->xWrite(file, data, amount,
                                                          offset);
}


/* otherwise each statement would lock and stat() the file */

static int
contentlib_vfs_characteristics(sqlite3_file *file)
{
    int                     flags;
    contentlib_vfs_file_t  *own;

    own = contentlib_vfs_own(file);
    flags = own->unix_methods->xDeviceCharacteristics(file);

    return own->immutable ? flags | SQLITE_IOCAP_IMMUTABLE : flags;
}


uint32_t
contentlib_vfs_bad_page(sqlite3 *handle)
{
    sqlite3_file  *file;

    file = NULL;

    (void) sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER,
                                &file);

    /* a file of another VFS has no such number */

    return file && file->pMethods
           && file->pMethods->xRead == contentlib_vfs_read
           ? contentlib_vfs_own(file)->bad_page : 0;
}
