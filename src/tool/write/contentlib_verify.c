
/*
 * Copyright (C) contentlib authors
 *
 * Runs the checks of SQLite in a child process, which prints what is wrong.
 */


#include <tool/write/contentlib_write.h>

#include <tool/contentlib_progress.h>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>


#define CONTENTLIB_VERIFY_TEXT  128         /* of a statement */


static void contentlib_verify(const char *path, const char *name);
static void contentlib_verify_copy(contentlib_sql_t *sql, const char *path);
static void contentlib_verify_structure(contentlib_sql_t *sql);
static void contentlib_verify_search(contentlib_sql_t *sql);


void
contentlib_verify_begin(const char *path, const char *name)
{
    pid_t  parent, child;

    parent = getpid();
    child = fork();

    if (child == -1) {
        contentlib_fail_system("contentlib: fork");
    }

    if (child) {
        contentlib_child = child;
        return;
    }

    contentlib_child = -1;

    /* the locks of the files are not to outlive a program that is killed */

    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == -1 || getppid() != parent) {
        _exit(2);
    }

    contentlib_verify(path, name);

    _exit(0);
}


void
contentlib_verify_end(const char *name)
{
    int  status;

    status = -1;
    (void) waitpid(contentlib_child, &status, 0);

    contentlib_child = 0;

    if (status == 0) {
        return;
    }

    if (WIFSIGNALED(status)) {
        contentlib_fail("contentlib: %s: the verification was terminated by "
                        "signal %d", name, WTERMSIG(status));
    }

    if (WEXITSTATUS(status) != CONTENTLIB_CHILD_PRINTED) {
        contentlib_fail("contentlib: the file was not verified");
    }

    contentlib_progress_end();

    exit(EXIT_FAILURE);
}


static void
contentlib_verify(const char *path, const char *name)
{
    contentlib_sql_t  sql;

    /* checking an index is a write to SQLite, though it changes nothing */

    if (access(path, W_OK) == 0) {
        contentlib_sql_open(&sql, path, name);

    } else {
        contentlib_sql_open(&sql, "", name);
        contentlib_verify_copy(&sql, path);
    }

    /* as if to write: while another process does so, too, this one waits */

    contentlib_sql_run(&sql, "PRAGMA busy_timeout = 86400000;"
                             "PRAGMA journal_mode = OFF;"
                             "PRAGMA synchronous = OFF;"
                             "PRAGMA cell_size_check = 1;"
                             "BEGIN IMMEDIATE");

    contentlib_verify_structure(&sql);
    contentlib_verify_search(&sql);

    contentlib_sql_close(&sql);
}


/* the pages of a file that we may only read, into a temporary database */

static void
contentlib_verify_copy(contentlib_sql_t *sql, const char *path)
{
    int                code;
    sqlite3_backup    *backup;
    contentlib_sql_t   file;

    contentlib_sql_open_readonly(&file, path, sql->name);

    backup = sqlite3_backup_init(sql->handle, "main", file.handle, "main");
    code = SQLITE_ERROR;

    if (backup) {
        (void) sqlite3_backup_step(backup, -1);
        code = sqlite3_backup_finish(backup);
    }

    if (code == SQLITE_FULL || code == SQLITE_IOERR_WRITE) {
        sql->name = "temporary file";
    }

    contentlib_sql_result(sql, code);
    contentlib_sql_close(&file);
}


static void
contentlib_verify_structure(contentlib_sql_t *sql)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t      text;
    sqlite3_stmt  *check;

    check = contentlib_sql_prepare(sql, "PRAGMA integrity_check(1)");

    (void) contentlib_sql_step(sql, check);
    text = contentlib_sql_column(check, 0);

    if (text.len != 2 || ngx_memcmp(text.data, "ok", 2) != 0) {
        contentlib_fail("contentlib: %s: %s", sql->name,
                        contentlib_message_quote(quoted, text.data, text.len));
    }

    (void) sqlite3_reset(check);
}


static void
contentlib_verify_search(contentlib_sql_t *sql)
{
    char        text[CONTENTLIB_VERIFY_TEXT];
    ngx_uint_t  i;

    static const char *const  indexes[] = {
        "word_search", "tag_search", "suggestion_search"
    };

    for (i = 0; i < sizeof(indexes) / sizeof(indexes[0]); i++) {

        (void) snprintf(text, sizeof(text), "INSERT INTO %1$s (%1$s, rank)"
                        " VALUES ('integrity-check', 1)", indexes[i]);

        if (sqlite3_exec(sql->handle, text, NULL, NULL, NULL) != SQLITE_OK) {
            contentlib_fail("contentlib: %s: the index \"%s\" does not match "
                            "its texts: %s", sql->name, indexes[i],
                            sqlite3_errmsg(sql->handle));
        }
    }
}
