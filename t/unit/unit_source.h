
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: a source, its files, the library that is served, and log
 * lines.  The clock is simulated.
 *
 * The files are in a temporary directory, which is removed when the program
 * exits.
 */


#ifndef _UNIT_SOURCE_H_INCLUDED_
#define _UNIT_SOURCE_H_INCLUDED_


#include <unit.h>
#include <library/contentlib_vfs.h>
#include <service/contentlib_source.h>
#include <tool/contentlib_commands.h>

#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>


#define CHECK    500
#define HOUR     3600000
#define LARGEST  (4 * 1024 * 1024)          /* library */


static char                 unit_directory[256];
static contentlib_source_t  source;
static uint64_t             now = 1000000;
static ngx_uint_t           lines[NGX_LOG_DEBUG + 1];
static ngx_err_t            last_errno;


__attribute__((noreturn)) static inline void
unit_bail_out(const char *what, const char *why)
{
    printf("Bail out! %s: %s\n", what, why);
    exit(2);
}


static inline void
unit_remove(void)
{
    char            name[512];
    DIR            *dir;
    struct dirent  *entry;

    dir = opendir(unit_directory);

    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        (void) snprintf(name, sizeof(name), "%s/%.200s", unit_directory,
                        entry->d_name);
        (void) unlink(name);
        (void) rmdir(name);
    }

    if (dir != NULL) {
        (void) closedir(dir);
        (void) rmdir(unit_directory);
    }
}


/* the path of a file in the directory of the program */

static inline const char *
unit_path(const char *name)
{
    const char  *tmp;

    static char  path[512];

    if (unit_directory[0] == '\0') {
        tmp = getenv("TMPDIR");

        (void) snprintf(unit_directory, sizeof(unit_directory),
                        "%.200s/contentlib-unit-XXXXXX", tmp ? tmp : "/tmp");

        if (mkdtemp(unit_directory) == NULL) {
            unit_bail_out(unit_directory, strerror(errno));
        }

        (void) atexit(unit_remove);
    }

    (void) snprintf(path, sizeof(path), "%s/%.200s", unit_directory, name);

    return path;
}


void
ngx_log_error_core(ngx_uint_t level, ngx_log_t *log, ngx_err_t err,
    const char *format, ...)
{
    (void) log;
    (void) format;

    lines[level]++;
    last_errno = err;
}


static inline void
import(const char *path)
{
    FILE                  *out;
    char                   name[512], *files[] = { name };
    contentlib_message_t   message;
    contentlib_options_t   options;

    (void) snprintf(name, sizeof(name), "%s", unit_path("records"));
    out = fopen(name, "w");

    if (out == NULL || fputs("{\"slug\":\"a\",\"name\":\"A\"}", out) == EOF
        || fclose(out) == EOF)
    {
        unit_bail_out(name, strerror(errno));
    }

    ngx_memzero(&options, sizeof(options));
    ngx_memzero(&message, sizeof(message));

    options.library = path;
    options.partner = "partner";
    options.files = files;
    options.nfiles = 1;
    options.allow_empty = "";
    options.quiet = "";

    if (contentlib_import(&options, &message) != NGX_OK) {
        unit_bail_out(path, message.text);
    }
}


/* makes a library whose digest repeats one letter */

static inline void
library(const char *name, char letter)
{
    FILE     *file;
    char      path[512], sql[128];
    sqlite3  *handle;

    static size_t  len;
    static u_char  bytes[LARGEST];

    (void) snprintf(path, sizeof(path), "%s", unit_path(name));
    (void) snprintf(sql, sizeof(sql), "PRAGMA journal_mode = OFF;"
                    "UPDATE meta SET digest ="
                    " replace(hex(zeroblob(32)), '0', '%c')", letter);

    if (len == 0) {
        import(path);
        file = fopen(path, "r");
        len = fread(bytes, 1, LARGEST, file);

    } else {
        file = fopen(path, "w");
        (void) fwrite(bytes, 1, len, file);
    }

    (void) fclose(file);

    if (sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, CONTENTLIB_VFS)
        != SQLITE_OK
        || sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK
        || sqlite3_close(handle) != SQLITE_OK)
    {
        unit_bail_out(path, sqlite3_errmsg(handle));
    }
}


static inline void
move(const char *from, const char *to)
{
    char  old[512];

    (void) snprintf(old, sizeof(old), "%s", unit_path(from));

    if (rename(old, unit_path(to)) == -1) {
        unit_bail_out(to, strerror(errno));
    }
}


static inline void
publish(char letter)
{
    library("new", letter);
    move("new", "library");
}


/* writes a byte, the same or another; the time changes unless "set_back" */

static inline void
write_byte(int fd, off_t offset, u_char change, ngx_uint_t set_back)
{
    u_char           byte;
    struct stat      st;
    struct timespec  times[2];

    if (fstat(fd, &st) == -1 || pread(fd, &byte, 1, offset) != 1) {
        unit_bail_out("a byte", strerror(errno));
    }

    byte ^= change;
    times[0] = st.st_atim;
    times[1] = st.st_mtim;
    times[1].tv_sec += !set_back;

    if (pwrite(fd, &byte, 1, offset) != 1 || futimens(fd, times) == -1) {
        unit_bail_out("a byte", strerror(errno));
    }
}


static inline void
overwrite(const char *name, off_t offset, u_char change, ngx_uint_t set_back)
{
    int  fd;

    fd = open(unit_path(name), O_RDWR);
    write_byte(fd, offset, change, set_back);
    (void) close(fd);
}


static inline void
begin(const char *name, uint64_t check)
{
    static char  path[512];

    (void) snprintf(path, sizeof(path), "%s", unit_path(name));

    unit_log.log_level = NGX_LOG_DEBUG;
    ngx_memzero(&source, sizeof(contentlib_source_t));
    ngx_memzero(lines, sizeof(lines));

    source.path.data = (u_char *) path;
    source.path.len = strlen(path);
    source.log = &unit_log;
    source.check = check;
}


static inline void
end(void)
{
    contentlib_source_close(&source);
    contentlib_source_close(&source);
}


/* compares the letter of the library that is served later, or "-" */

static inline void
serves(uint64_t later, const char *expected, const char *name)
{
    ngx_str_t  letter;

    now += later;
    contentlib_source_look(&source, now, &unit_log);

    letter = unit_text("-");

    if (source.current != NULL) {
        letter = source.current->meta->digest;
        letter.len = 1;
    }

    is_string(&letter, expected, "%s", name);
}


static inline void
says(ngx_uint_t level, ngx_uint_t expected, const char *name)
{
    is_number(lines[level], expected, "%s: lines", name);
    lines[level] = 0;
}


#endif /* _UNIT_SOURCE_H_INCLUDED_ */
