
/*
 * Copyright (C) contentlib authors
 *
 * The VFS: pages are read as they were written, and a changed page is an
 * error with its number.
 */


#include <unit_library.h>

#include <zlib.h>


#define PAGE  CONTENTLIB_VFS_PAGE
#define DATA  (PAGE - CONTENTLIB_VFS_RESERVED)


static u_char        *bytes;                /* the file as it was written */
static size_t         pages;
static int            fd;
static sqlite3       *handle;
static sqlite3_file  *file;
static u_char         page[PAGE];


static sqlite3 *
open_with(const char *name, const char *vfs)
{
    sqlite3  *db;

    if (sqlite3_open_v2(unit_path(name), &db, SQLITE_OPEN_READWRITE, vfs)
        != SQLITE_OK)
    {
        unit_bail_out(name, sqlite3_errmsg(db));
    }

    return db;
}


static void
start(void)
{
    struct stat  st;

    unit_library(unit_path("library"),
                 "UPDATE item SET record = record || printf('%*s', 90000, '')"
                 " WHERE position = 1");

    fd = open(unit_path("library"), O_RDWR);

    if (fd == -1 || fstat(fd, &st) == -1) {
        unit_bail_out("library", strerror(errno));
    }

    pages = (size_t) st.st_size / PAGE;
    bytes = malloc(pages * PAGE);

    if (bytes == NULL || st.st_size % PAGE != 0
        || pread(fd, bytes, pages * PAGE, 0) != st.st_size)
    {
        unit_bail_out("library", "cannot be read");
    }

    handle = open_with("library", CONTENTLIB_VFS);

    if (sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        != SQLITE_OK)
    {
        unit_bail_out("library", "no file");
    }
}


static int
read_page(size_t number)
{
    return file->pMethods->xRead(file, page, PAGE,
                                 (sqlite3_int64) (number * PAGE));
}


/* the page of the last error, from 0; -1 without an error */

static int64_t
bad_page(void)
{
    uint32_t  number;

    number = UINT32_MAX;
    (void) sqlite3_file_control(handle, "main", CONTENTLIB_VFS_BAD_PAGE,
                                &number);

    return (int64_t) number - 1;
}


static void
put(const void *data, size_t len, size_t offset)
{
    if (pwrite(fd, data, len, (off_t) offset) != (ssize_t) len) {
        unit_bail_out("library", strerror(errno));
    }
}


/* the format in contentlib_vfs.h, computed with zlib */

static void
test_format(void)
{
    size_t    i;
    uLong     crc;
    u_char    number[4], *p;

    for (i = 0; i < pages; i++) {
        p = bytes + i * PAGE;

        number[0] = (u_char) (i + 1);
        number[1] = (u_char) ((i + 1) >> 8);
        number[2] = number[3] = 0;

        crc = crc32(crc32(0, p, DATA), number, 4);
        p += DATA;

        hold(p[0] == (crc & 0xff) && p[1] == (crc >> 8 & 0xff)
             && p[2] == (crc >> 16 & 0xff) && p[3] == (crc >> 24 & 0xff)
             && p[4] == 0 && p[5] == 0 && p[6] == 0 && p[7] == 0,
             "page %lu", (unsigned long) i + 1);
    }

    held("the checksums of %lu pages", (unsigned long) pages);
    ok(pages > 20, "of many tables");
}


static void
test_sound(void)
{
    size_t  i;

    for (i = 0; i < pages; i++) {
        hold(read_page(i) == SQLITE_OK
             && memcmp(page, bytes + i * PAGE, PAGE) == 0, "page %lu",
             (unsigned long) i + 1);
    }

    held("each page is read");
    is_number(bad_page(), -1, "none is bad");
    is_number(read_page(pages), SQLITE_IOERR_SHORT_READ,
              "there are no more pages");
    is_number(bad_page(), -1, "which is no bad page");
}


static void
changed(size_t number, size_t offset, u_char change)
{
    u_char  byte;

    offset += number * PAGE;
    byte = bytes[offset] ^ change;

    put(&byte, 1, offset);

    hold(read_page(number) == SQLITE_IOERR_DATA
         && bad_page() == (int64_t) number, "byte %lu of page %lu, by %02x",
         (unsigned long) offset % PAGE, (unsigned long) number + 1, change);

    put(&bytes[offset], 1, offset);

    hold(read_page(number) == SQLITE_OK, "page %lu afterwards",
         (unsigned long) number + 1);
}


static void
test_changed(void)
{
    size_t      i;
    ngx_uint_t  n;

    for (i = 0; i < pages; i++) {
        changed(i, 0, 1);
        changed(i, DATA - 1, 0x80);

        for (n = 0; n < CONTENTLIB_VFS_RESERVED; n++) {
            changed(i, DATA + n, 0x10);
        }

        for (n = 0; n < 50; n++) {
            changed(i, (size_t) unit_random(PAGE),
                    (u_char) (1 << unit_random(8)));
            changed(i, (size_t) unit_random(PAGE),
                    (u_char) (1 + unit_random(255)));
        }
    }

    held("a byte of any page is another");
}


static void
test_exchanged(void)
{
    size_t      one, other;
    ngx_uint_t  n;

    static u_char  zeroes[PAGE];

    for (n = 0; n < 200; n++) {
        one = (size_t) unit_random(pages - 1);
        other = one + 1 + (size_t) unit_random(pages - one - 1);

        put(bytes + one * PAGE, PAGE, other * PAGE);
        put(bytes + other * PAGE, PAGE, one * PAGE);

        hold(read_page(one) == SQLITE_IOERR_DATA
             && bad_page() == (int64_t) one, "page %lu",
             (unsigned long) one + 1);
        hold(read_page(other) == SQLITE_IOERR_DATA
             && bad_page() == (int64_t) other, "page %lu",
             (unsigned long) other + 1);

        put(zeroes, PAGE, one * PAGE);
        hold(read_page(one) == SQLITE_IOERR_DATA, "zeroes as page %lu",
             (unsigned long) one + 1);

        put(bytes + one * PAGE, PAGE, one * PAGE);
        put(bytes + other * PAGE, PAGE, other * PAGE);
    }

    held("a page in the place of another, and zeroes");
}


static void
test_parts(void)
{
    size_t  i;

    static const struct {
        int            amount;
        sqlite3_int64  offset;
        int            code;
    } reads[] = {
        { 100, 0, SQLITE_OK },
        { 16, 24, SQLITE_OK },
        { 101, 0, SQLITE_IOERR_READ },
        { 1, 100, SQLITE_IOERR_READ },
        { 512, 0, SQLITE_IOERR_READ },
        { 4096, PAGE, SQLITE_IOERR_READ },
        { 16, PAGE, SQLITE_IOERR_READ },
        { PAGE - 1, PAGE, SQLITE_IOERR_READ },
        { PAGE, PAGE / 2, SQLITE_IOERR_READ },
        { PAGE, 1, SQLITE_IOERR_READ },
        { 1, 0x7fffffffffffff, SQLITE_IOERR_READ }
    };

    for (i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
        is_number(file->pMethods->xRead(file, page, reads[i].amount,
                                        reads[i].offset),
                  reads[i].code, "%d bytes at %lld are read",
                  reads[i].amount, (long long) reads[i].offset);
    }

    memcpy(page, bytes, PAGE);

    is_number(file->pMethods->xWrite(file, page, 100, 0), SQLITE_IOERR_WRITE,
              "100 bytes are written");
    is_number(file->pMethods->xWrite(file, page, PAGE, 512),
              SQLITE_IOERR_WRITE, "a page is written between two");
    is_number(pread(fd, page, PAGE, 0), PAGE, "the first page");
    ok(memcmp(page, bytes, PAGE) == 0, "is as it was");

#ifdef SQLITE_IOCAP_SUBPAGE_READ
    ok(!(file->pMethods->xDeviceCharacteristics(file)
         & SQLITE_IOCAP_SUBPAGE_READ), "SQLite reads no parts of pages");
#endif

    ok(file->pMethods->iVersion == 1, "no pages mapped into memory");
}


/* the error of the library's connection has the number of the page */

static void
test_error(void)
{
    size_t                  i;
    u_char                  byte;
    uint64_t                position;
    char                    expected[64];
    ngx_str_t               slug;
    ngx_uint_t              found;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    slug = unit_text("cat");
    found = 0;

    for (i = 0; i < pages; i++) {
        byte = bytes[i * PAGE + 9000] ^ 1;
        put(&byte, 1, i * PAGE + 9000);

        db = unit_open(unit_path("library"), &error);

        if (db != NULL) {
            (void) contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION,
                                           &slug, &position);
            error = *contentlib_db_error(db);
            contentlib_db_close(db);
        }

        if (error.failure != CONTENTLIB_DB_NO_ERROR) {
            found++;
            (void) snprintf(expected, sizeof(expected),
                            "the checksum of page %d is wrong", (int) i + 1);

            hold(error.failure == CONTENTLIB_DB_UNREADABLE
                 && error.code == SQLITE_IOERR_DATA
                 && strcmp(error.text, expected) == 0, "page %lu: %s",
                 (unsigned long) i + 1, error.text);
        }

        put(&bytes[i * PAGE + 9000], 1, i * PAGE + 9000);
    }

    held("the error tells the page");
    ok(found > 10 && found < pages, "%lu pages are read to open it",
       (unsigned long) found);
}


/* a transaction that exceeds the cache of SQLite, and a file that shrinks */

static void
test_writing(void)
{
    sqlite3  *db;

    unit_library(unit_path("written"), "");
    db = open_with("written", CONTENTLIB_VFS);

    unit_sql(db, "PRAGMA cache_size = 10; BEGIN;"
                 "WITH RECURSIVE n (i) AS (VALUES (10) UNION ALL"
                 " SELECT i + 1 FROM n WHERE i < 999)"
                 "INSERT INTO item SELECT i, i * 100, hex(randomblob(900)),"
                 " zeroblob(10) FROM n;"
                 "COMMIT; DELETE FROM item WHERE position > 500; VACUUM");
    unit_library_end(db);

    db = open_with("written", CONTENTLIB_VFS);
    is_number(sqlite3_exec(db, "SELECT sum(length(record)) FROM item", NULL,
                           NULL, NULL), SQLITE_OK, "all pages are valid");
    unit_library_end(db);

    /* another program does not update the checksums */

    db = open_with("written", "unix");
    unit_sql(db, "UPDATE item SET record = 'x' WHERE position = 50");
    unit_library_end(db);

    db = open_with("written", CONTENTLIB_VFS);
    is_number(sqlite3_exec(db, "SELECT sum(length(record)) FROM item", NULL,
                           NULL, NULL), SQLITE_IOERR, "a wrong checksum");
    unit_library_end(db);
}


int
main(void)
{
    is_number(contentlib_vfs_register(), SQLITE_OK, "registered");
    is_number(contentlib_vfs_register(), SQLITE_OK, "and once more");
    ok(sqlite3_vfs_find(NULL) != sqlite3_vfs_find(CONTENTLIB_VFS),
       "it is not the one that others get");

    start();
    test_format();
    test_sound();
    test_parts();
    test_changed();
    test_exchanged();
    unit_library_end(handle);

    test_error();
    test_writing();

    (void) close(fd);
    free(bytes);

    return unit_done();
}
