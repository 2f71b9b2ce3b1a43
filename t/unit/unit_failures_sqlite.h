
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: failing functions of SQLite.
 *
 * Only calls by the program itself fail, not calls by SQLite.  SQLite must be
 * a shared library.
 */


#ifndef _UNIT_FAILURES_SQLITE_H_INCLUDED_
#define _UNIT_FAILURES_SQLITE_H_INCLUDED_


#include <unit_failures.h>


extern const char  __executable_start, etext;


/* whether the program is the caller, and the call must fail */

#define unit_statement_fails()                                                \
    ((const char *) __builtin_return_address(0) >= &__executable_start        \
     && (const char *) __builtin_return_address(0) < &etext                   \
     && unit_fails(UNIT_STATEMENTS))


/* "next" is the original function */

#define unit_next(name)                                                       \
    static __typeof__(name)  *next;                                           \
                                                                              \
    unit_next_of(next, #name)


int
sqlite3_step(sqlite3_stmt *statement)
{
    unit_next(sqlite3_step);

    return unit_statement_fails() ? SQLITE_FULL : next(statement);
}


int
sqlite3_exec(sqlite3 *handle, const char *text,
    int (*row)(void *, int, char **, char **), void *data, char **error)
{
    unit_next(sqlite3_exec);

    return unit_statement_fails() ? SQLITE_IOERR
                                  : next(handle, text, row, data, error);
}


int
sqlite3_prepare_v3(sqlite3 *handle, const char *text, int len, unsigned flags,
    sqlite3_stmt **statement, const char **tail)
{
    unit_next(sqlite3_prepare_v3);

    return unit_statement_fails() ? SQLITE_NOMEM
                                  : next(handle, text, len, flags, statement,
                                         tail);
}


int
sqlite3_bind_int64(sqlite3_stmt *statement, int index, sqlite3_int64 value)
{
    unit_next(sqlite3_bind_int64);

    return unit_statement_fails() ? SQLITE_NOMEM
                                  : next(statement, index, value);
}


int
sqlite3_bind_null(sqlite3_stmt *statement, int index)
{
    unit_next(sqlite3_bind_null);

    return unit_statement_fails() ? SQLITE_NOMEM : next(statement, index);
}


int
sqlite3_bind_value(sqlite3_stmt *statement, int index,
    const sqlite3_value *value)
{
    unit_next(sqlite3_bind_value);

    return unit_statement_fails() ? SQLITE_NOMEM
                                  : next(statement, index, value);
}


int
sqlite3_bind_text64(sqlite3_stmt *statement, int index, const char *text,
    sqlite3_uint64 len, void (*free)(void *), unsigned char encoding)
{
    unit_next(sqlite3_bind_text64);

    return unit_statement_fails() ? SQLITE_NOMEM
                                  : next(statement, index, text, len, free,
                                         encoding);
}


int
sqlite3_bind_blob64(sqlite3_stmt *statement, int index, const void *data,
    sqlite3_uint64 len, void (*free)(void *))
{
    unit_next(sqlite3_bind_blob64);

    return unit_statement_fails() ? SQLITE_NOMEM
                                  : next(statement, index, data, len, free);
}


sqlite3_backup *
sqlite3_backup_init(sqlite3 *to, const char *to_name, sqlite3 *from,
    const char *from_name)
{
    unit_next(sqlite3_backup_init);

    return unit_statement_fails() ? NULL
                                  : next(to, to_name, from, from_name);
}


#endif /* _UNIT_FAILURES_SQLITE_H_INCLUDED_ */
