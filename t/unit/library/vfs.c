
/*
 * Copyright (C) contentlib authors
 *
 * The checksums of pages: what is written can be read, by any SQLite, and a
 * changed byte of any page is an error that names the page.
 */


#include <unit.h>
#include <library/contentlib_vfs.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>


static char  path[] = "/tmp/contentlib-vfs-XXXXXX";


static sqlite3 *
open_file(int flags, const char *vfs)
{
    sqlite3  *handle;

    ok(sqlite3_open_v2(path, &handle, flags|SQLITE_OPEN_EXRESCODE, vfs)
       == SQLITE_OK, "open, %s", vfs ? vfs : "the default VFS");

    return handle;
}


static void
write_file(void)
{
    int       reserved;
    sqlite3  *handle;

    reserved = CONTENTLIB_VFS_RESERVED;
    handle = open_file(SQLITE_OPEN_READWRITE, CONTENTLIB_VFS);

    is_number(sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES,
                                   &reserved),
              SQLITE_OK, "reserve");

    is_number(sqlite3_exec(handle,
                           "PRAGMA page_size = 16384;"
                           "PRAGMA journal_mode = OFF;"
                           "CREATE TABLE t (a INTEGER PRIMARY KEY, b);"
                           "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL"
                           " SELECT i + 1 FROM n WHERE i < 100)"
                           " INSERT INTO t SELECT i, randomblob(1000) FROM n;"
                           "DELETE FROM t WHERE a > 50;",
                           NULL, NULL, NULL),
              SQLITE_OK, "write");

    (void) sqlite3_close(handle);
}


static off_t
file_size(void)
{
    struct stat  info;

    return stat(path, &info) == 0 ? info.st_size : 0;
}


static void
read_byte(off_t at, u_char *byte)
{
    int  fd;

    fd = open(path, O_RDONLY);
    hold(pread(fd, byte, 1, at) == 1, "read");
    (void) close(fd);
}


static void
write_byte(off_t at, u_char byte)
{
    int  fd;

    fd = open(path, O_WRONLY);
    hold(pwrite(fd, &byte, 1, at) == 1, "write");
    (void) close(fd);
}


/* SQLite does not read free pages by itself */

static int
read_page(sqlite3 *handle, uint32_t number)
{
    int            rc;
    u_char        *page;
    sqlite3_file  *file;

    page = malloc(CONTENTLIB_VFS_PAGE);

    rc = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER,
                              &file);
    if (rc == SQLITE_OK) {
        rc = file->pMethods->xRead(file, page, CONTENTLIB_VFS_PAGE,
                                   (sqlite3_int64) (number - 1)
                                   * CONTENTLIB_VFS_PAGE);
    }

    free(page);

    return rc;
}


static void
test_pages(void)
{
    u_char      byte;
    off_t       at;
    sqlite3    *handle;
    uint32_t    number, bad, pages;
    ngx_uint_t  i;

    static const off_t  places[] = {
        100, 4097, CONTENTLIB_VFS_PAGE - 9, CONTENTLIB_VFS_PAGE - 8,
        CONTENTLIB_VFS_PAGE - 1
    };

    handle = open_file(SQLITE_OPEN_READONLY, CONTENTLIB_VFS);
    pages = (uint32_t) (file_size() / CONTENTLIB_VFS_PAGE);

    ok(pages > 3, "some pages");

    for (number = 1; number <= pages; number++) {

        hold(read_page(handle, number) == SQLITE_OK, "page %u", number);

        for (i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
            at = (off_t) (number - 1) * CONTENTLIB_VFS_PAGE + places[i];

            read_byte(at, &byte);
            write_byte(at, byte ^ 0x10);

            hold(read_page(handle, number) == SQLITE_IOERR_DATA,
                 "page %u, byte %ld", number, (long) places[i]);

            bad = 0;
            hold(sqlite3_file_control(handle, "main", CONTENTLIB_VFS_BAD_PAGE,
                                      &bad)
                 == SQLITE_OK && bad == number, "page %u is named", number);

            write_byte(at, byte);
        }
    }

    held("a changed byte in any page");

    (void) sqlite3_close(handle);
}


static void
test_first_page(void)
{
    int       rc;
    u_char    byte;
    sqlite3  *handle;

    read_byte(200, &byte);
    write_byte(200, byte ^ 1);

    handle = open_file(SQLITE_OPEN_READONLY, CONTENTLIB_VFS);
    rc = sqlite3_exec(handle, "SELECT * FROM t", NULL, NULL, NULL);

    is_number(rc, SQLITE_IOERR_DATA, "a bad checksum of page 1");

    (void) sqlite3_close(handle);

    write_byte(200, byte);
}


/* a page in the place of another one has a right checksum, of its number */

static void
test_moved_page(void)
{
    int       fd;
    u_char   *one, *other;
    sqlite3  *handle;

    one = malloc(CONTENTLIB_VFS_PAGE);
    other = malloc(CONTENTLIB_VFS_PAGE);
    fd = open(path, O_RDWR);

    ok(pread(fd, one, CONTENTLIB_VFS_PAGE, 2 * CONTENTLIB_VFS_PAGE)
       == CONTENTLIB_VFS_PAGE
       && pread(fd, other, CONTENTLIB_VFS_PAGE, 3 * CONTENTLIB_VFS_PAGE)
          == CONTENTLIB_VFS_PAGE
       && pwrite(fd, other, CONTENTLIB_VFS_PAGE, 2 * CONTENTLIB_VFS_PAGE)
          == CONTENTLIB_VFS_PAGE, "page 4 in the place of page 3");

    handle = open_file(SQLITE_OPEN_READONLY, CONTENTLIB_VFS);
    is_number(read_page(handle, 3), SQLITE_IOERR_DATA, "is found");
    (void) sqlite3_close(handle);

    ok(pwrite(fd, one, CONTENTLIB_VFS_PAGE, 2 * CONTENTLIB_VFS_PAGE)
       == CONTENTLIB_VFS_PAGE, "page 3 again");

    (void) close(fd);
    free(one);
    free(other);
}


/* the CRC-32 of the page and its number, as zlib has it */

static void
test_checksum(void)
{
    int        fd;
    u_char    *page;
    uint32_t   crc;

    static const u_char  number[] = { 2, 0, 0, 0 };

    page = malloc(CONTENTLIB_VFS_PAGE);
    fd = open(path, O_RDONLY);

    ok(pread(fd, page, CONTENTLIB_VFS_PAGE, CONTENTLIB_VFS_PAGE)
       == CONTENTLIB_VFS_PAGE, "page 2");

    crc = (uint32_t) crc32(0, page,
                           CONTENTLIB_VFS_PAGE - CONTENTLIB_VFS_RESERVED);
    crc = (uint32_t) crc32(crc, number, sizeof(number));

    is_number(page[CONTENTLIB_VFS_PAGE - 8]
              | page[CONTENTLIB_VFS_PAGE - 7] << 8
              | page[CONTENTLIB_VFS_PAGE - 6] << 16
              | (int64_t) page[CONTENTLIB_VFS_PAGE - 5] << 24, crc,
              "its checksum");
    is_number(page[CONTENTLIB_VFS_PAGE - 1], 0, "zeroes behind it");

    (void) close(fd);
    free(page);
}


static void
test_any_sqlite(void)
{
    sqlite3  *handle;

    handle = open_file(SQLITE_OPEN_READONLY, NULL);

    is_number(sqlite3_exec(handle, "SELECT * FROM t; PRAGMA integrity_check",
                           NULL, NULL, NULL),
              SQLITE_OK, "is read without the VFS");

    (void) sqlite3_close(handle);
}


int
main(void)
{
    int  fd;

    fd = mkstemp(path);
    ok(fd != -1, "%s", path);
    (void) close(fd);

    is_number(contentlib_vfs_register(), SQLITE_OK, "register");
    is_number(contentlib_vfs_register(), SQLITE_OK, "register again");

    write_file();

    test_pages();
    test_first_page();
    test_moved_page();
    test_checksum();
    test_any_sqlite();

    (void) unlink(path);

    return unit_done();
}
