
/*
 * Copyright (C) contentlib authors
 *
 * Each byte of the header of a library, and how two files are compared.
 */


#include <unit_library.h>
#include <library/contentlib_file.h>


#define PAGE   CONTENTLIB_VFS_PAGE
#define PAGES  3


typedef struct {
    int          first;
    int          last;
    const char  *reason;
} header_t;


/* bytes of the header that are checked, and the reason if they are wrong */

static const header_t  header[] = {
    { 0, 15, "not an SQLite file" },
    { 16, 17, "its page size is wrong" },
    { 18, 19, "not in rollback mode" },
    { 20, 20, "its pages have no checksums" },
    { 28, 31, "its size does not match its number of pages" },
    { 56, 59, "not encoded in UTF-8" },
    { 60, 63, "a library of another format" },
    { 68, 71, "not a contentlib library" }
};


static void
write_file(const char *path, const void *data, size_t len, off_t size)
{
    int  fd;

    fd = open(path, O_WRONLY|O_CREAT|O_TRUNC, 0644);

    if (fd == -1 || pwrite(fd, data, len, 0) != (ssize_t) len
        || ftruncate(fd, size) == -1)
    {
        unit_bail_out(path, strerror(errno));
    }

    (void) close(fd);
}


/* "SQLite Database File Format", section 1.3 */

static void
valid_header(u_char *bytes, uint32_t pages)
{
    memset(bytes, 0, 100);
    memcpy(bytes, "SQLite format 3", 16);

    bytes[16] = (u_char) (PAGE >> 8);
    bytes[18] = 1;
    bytes[19] = 1;
    bytes[20] = CONTENTLIB_VFS_RESERVED;
    bytes[28] = (u_char) (pages >> 24);
    bytes[29] = (u_char) (pages >> 16);
    bytes[30] = (u_char) (pages >> 8);
    bytes[31] = (u_char) pages;
    bytes[59] = 1;
    bytes[63] = CONTENTLIB_USER_VERSION;
    memcpy(bytes + 68, "clib", 4);
}


static ngx_int_t
check(const char *path, contentlib_db_error_t *error)
{
    memset(error, 0, sizeof(contentlib_db_error_t));

    return contentlib_file_check(path, error);
}


static const char *
reason_of(int byte, int value)
{
    size_t  i;

    if (byte == 63 && value == 2) {
        return "a library of format 2: convert it with \"contentlib export\""
               " and \"contentlib import\"";
    }

    for (i = 0; i < sizeof(header) / sizeof(header[0]); i++) {
        if (byte >= header[i].first && byte <= header[i].last) {
            return header[i].reason;
        }
    }

    return NULL;
}


static void
test_header(void)
{
    int                     fd, byte, value;
    u_char                  bytes[100], wrong;
    ngx_int_t               rc;
    const char             *path, *reason;
    contentlib_db_error_t   error;

    path = unit_path("header");
    valid_header(bytes, PAGES);
    write_file(path, bytes, 100, PAGES * PAGE);

    is_number(check(path, &error), NGX_OK, "a header");

    fd = open(path, O_WRONLY);

    for (byte = 0; byte < 100; byte++) {
        for (value = 0; value < 256; value++) {
            reason = reason_of(byte, value);
            wrong = (u_char) value;

            if (wrong == bytes[byte] || pwrite(fd, &wrong, 1, byte) != 1) {
                continue;
            }

            rc = check(path, &error);

            hold(rc == (reason ? NGX_ERROR : NGX_OK), "%d: %d is %ld", byte,
                 value, (long) rc);
            hold(strcmp(error.text, reason ? reason : "") == 0,
                 "%d: %d: \"%s\"", byte, value, error.text);
            hold(error.failure == (reason ? CONTENTLIB_DB_REJECTED
                                          : CONTENTLIB_DB_NO_ERROR),
                 "%d: %d: failure %d", byte, value, error.failure);
        }

        reason = reason_of(byte, 256);
        (void) !pwrite(fd, &bytes[byte], 1, byte);
        held("byte %d: %s", byte, reason ? reason : "not checked");
    }

    (void) close(fd);
}


static void
write_to(const char *name, char byte, off_t size, time_t second, long nano)
{
    int              fd;
    struct timespec  times[2];

    write_file(unit_path(name), &byte, 1, size);

    memset(times, 0, sizeof(times));
    times[1].tv_sec = second;
    times[1].tv_nsec = nano;

    fd = open(unit_path(name), O_WRONLY);
    (void) !futimens(fd, times);
    (void) close(fd);
}


/* compares "one" with the file as it is now */

static void
compared(const contentlib_file_identity_t *one, const char *file,
    const char *expected, const char *name)
{
    ngx_str_t                   text;
    contentlib_file_identity_t  other;

    (void) contentlib_file_identify(unit_path(file), &other);

    text = unit_text(contentlib_file_same(one, &other) ? "same"
                     : contentlib_file_replaced(one, &other) ? "replaced"
                     : contentlib_file_written(one, &other) ? "written"
                     : "touched");

    is_string(&text, expected, "%s", name);
}


static void
test_identity(void)
{
    contentlib_file_identity_t  one, none;

    memset(&one, 0xa5, sizeof(one));
    is_number(contentlib_file_identify(unit_path("nothing"), &none), ENOENT,
              "no file");
    is_number(contentlib_file_identify(unit_path("nothing/below"), &one),
              ENOENT, "no directory");
    compared(&none, "nothing", "same", "nothing is nothing");

    write_to("one", 'x', 10, 1000, 5);
    is_number(contentlib_file_identify(unit_path("one"), &one), 0, "a file");

    compared(&one, "one", "same", "a file is itself");
    compared(&one, "nothing", "replaced", "a file is not nothing");

    (void) !symlink("one", unit_path("alias"));
    compared(&one, "alias", "same", "a link to it");

    write_to("another", 'x', 10, 1000, 5);
    compared(&one, "another", "replaced", "one just like it is another");

    write_to("one", 'x', 11, 1000, 5);
    compared(&one, "one", "written", "another size");

    write_to("one", 'x', 10, 1001, 5);
    compared(&one, "one", "written", "another second");

    write_to("one", 'x', 10, 1000, 6);
    compared(&one, "one", "written", "another nanosecond");

    write_to("one", 'y', 10, 1000, 5);
    compared(&one, "one", "touched", "its time was set back");
}


int
main(void)
{
    test_header();
    test_identity();

    return unit_done();
}
