
/*
 * Copyright (C) contentlib authors
 *
 * A shared object to preload into nginx.  Like another module, it uses SQLite
 * from the start of each process to its end, and prints at the end whether its
 * last statement succeeded.
 */


#define _GNU_SOURCE

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>


typedef struct sqlite3  sqlite3;


static int                (*user_exec)(sqlite3 *db, const char *sql,
    int (*row)(void *, int, char **, char **), void *data, char **error);
static sqlite3             *user_db;


static void *
user_symbol(void *library, const char *name)
{
    void  *symbol;

    symbol = dlsym(library, name);

    if (symbol == NULL) {
        abort();
    }

    return symbol;
}


__attribute__((constructor)) static void
user_init(void)
{
    int    (*initialize)(void);
    int    (*open)(const char *name, sqlite3 **db);
    void    *library;

    library = dlopen("libsqlite3.so.0", RTLD_NOW);

    if (library == NULL) {
        abort();
    }

    *(void **) (void *) &initialize = user_symbol(library,
                                                  "sqlite3_initialize");
    *(void **) (void *) &open = user_symbol(library, "sqlite3_open");
    *(void **) (void *) &user_exec = user_symbol(library, "sqlite3_exec");

    if (initialize() != 0 || open(":memory:", &user_db) != 0
        || user_exec(user_db, "CREATE TABLE t (n)", NULL, NULL, NULL) != 0)
    {
        abort();
    }
}


__attribute__((destructor)) static void
user_exit(void)
{
    int  rc;

    rc = user_exec(user_db, "INSERT INTO t VALUES (1)", NULL, NULL, NULL);

    (void) fprintf(stderr, "process %d: the other user of SQLite ends: %d\n",
                   (int) getpid(), rc);
}
