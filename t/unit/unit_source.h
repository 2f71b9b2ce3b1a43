
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: a source, its files, the library that is served, and log
 * lines.  The clock is simulated.
 */


#ifndef _UNIT_SOURCE_H_INCLUDED_
#define _UNIT_SOURCE_H_INCLUDED_


#include <unit_library.h>
#include <service/contentlib_source.h>


#define CHECK  500
#define HOUR   3600000


static contentlib_source_t  source;
static uint64_t             now = 1000000;
static ngx_uint_t           lines[NGX_LOG_DEBUG + 1];
static ngx_err_t            last_errno;


void
ngx_log_error_core(ngx_uint_t level, ngx_log_t *log, ngx_err_t err,
    const char *format, ...)
{
    (void) log;
    (void) format;

    lines[level]++;
    last_errno = err;
}


/* makes a library whose digest repeats one letter */

static inline void
library(const char *name, char letter)
{
    char  sql[128];

    (void) snprintf(sql, sizeof(sql), "UPDATE meta SET digest ="
                    " replace(hex(zeroblob(32)), '0', '%c')", letter);
    unit_library(unit_path(name), sql);
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
