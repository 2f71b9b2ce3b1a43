
/*
 * Copyright (C) contentlib authors
 *
 * Runs the checks of SQLite in a child process, which prints what is wrong.
 */


#include <tool/write/contentlib_verify.h>

#include <tool/contentlib_progress.h>
#include <tool/contentlib_sql.h>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>


#define CONTENTLIB_VERIFY_TEXT  128         /* of a statement */


static ngx_int_t contentlib_verify(const char *path, const char *name,
    contentlib_message_t *message);
static ngx_int_t contentlib_verify_copy(contentlib_sql_t *sql,
    const char *path);
static ngx_int_t contentlib_verify_structure(contentlib_sql_t *sql);
static ngx_int_t contentlib_verify_search(contentlib_sql_t *sql);


ngx_int_t
contentlib_verify_begin(const char *path, const char *name,
    contentlib_message_t *message)
{
    pid_t                 parent, child;
    contentlib_message_t  fault;

    parent = getpid();
    child = fork();

    if (child == -1) {
        return contentlib_message_set(message, "contentlib: fork: %s",
                                      strerror(errno));
    }

    if (child) {
        contentlib_message_child = child;
        return NGX_OK;
    }

    /* the locks of the files are not to outlive a program that is killed */

    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == -1 || getppid() != parent) {
        _exit(2);
    }

    fault.len = 0;

    if (contentlib_verify(path, name, &fault) == NGX_OK) {
        _exit(0);
    }

    contentlib_progress_end();

    _exit(fprintf(stderr, "%s\n", fault.text) > 0
          ? CONTENTLIB_MESSAGE_PRINTED : 2);
}


ngx_int_t
contentlib_verify_end(const char *name, contentlib_message_t *message)
{
    int  status;

    status = -1;
    (void) waitpid(contentlib_message_child, &status, 0);

    contentlib_message_child = 0;

    if (status == 0) {
        return NGX_OK;
    }

    if (WIFSIGNALED(status)) {
        return contentlib_message_set(message, "contentlib: %s: the "
                                      "verification was terminated by signal "
                                      "%d", name, WTERMSIG(status));
    }

    if (WEXITSTATUS(status) == CONTENTLIB_MESSAGE_PRINTED) {

        /* one line is enough, whatever happened here meanwhile */

        message->len = 0;
        return NGX_ERROR;
    }

    return contentlib_message_set(message,
                                  "contentlib: the file was not verified");
}


static ngx_int_t
contentlib_verify(const char *path, const char *name,
    contentlib_message_t *message)
{
    ngx_int_t         rc;
    contentlib_sql_t  sql;

    /* checking an index is a write to SQLite, though it changes nothing */

    if (access(path, W_OK) == 0) {
        rc = contentlib_sql_open(&sql, path, name, message);

    } else {
        rc = contentlib_sql_open(&sql, "", name, message);

        if (rc == NGX_OK) {
            rc = contentlib_verify_copy(&sql, path);
        }
    }

    /* as if to write: while another process does so, too, this one waits */

    if (rc == NGX_OK) {
        rc = contentlib_sql_run(&sql, "PRAGMA busy_timeout = 86400000;"
                                      "PRAGMA journal_mode = OFF;"
                                      "PRAGMA synchronous = OFF;"
                                      "PRAGMA cell_size_check = 1;"
                                      "BEGIN IMMEDIATE");
    }

    if (rc == NGX_OK) {
        rc = contentlib_verify_structure(&sql);
    }

    if (rc == NGX_OK) {
        rc = contentlib_verify_search(&sql);
    }

    if (contentlib_sql_close(&sql) != NGX_OK) {
        rc = NGX_ERROR;
    }

    return rc;
}


/* the pages of a file that we may only read, into a temporary database */

static ngx_int_t
contentlib_verify_copy(contentlib_sql_t *sql, const char *path)
{
    int                code;
    ngx_int_t          rc;
    sqlite3_backup    *backup;
    contentlib_sql_t   file;

    rc = contentlib_sql_open_readonly(&file, path, sql->name, sql->message);

    if (rc == NGX_OK) {
        backup = sqlite3_backup_init(sql->handle, "main", file.handle, "main");
        code = SQLITE_ERROR;

        if (backup) {
            (void) sqlite3_backup_step(backup, -1);
            code = sqlite3_backup_finish(backup);
        }

        if (code == SQLITE_FULL || code == SQLITE_IOERR_WRITE) {
            sql->name = "temporary file";
        }

        rc = contentlib_sql_result(sql, code);
    }

    (void) contentlib_sql_close(&file);

    return rc;
}


static ngx_int_t
contentlib_verify_structure(contentlib_sql_t *sql)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t      text;
    sqlite3_stmt  *check;

    check = contentlib_sql_prepare(sql, "PRAGMA integrity_check(1)");

    if (contentlib_sql_step(sql, check) != NGX_OK) {
        return contentlib_message_set(sql->message, "contentlib: %s: "
                                      "integrity check failed", sql->name);
    }

    text = contentlib_sql_column(check, 0);

    if (text.len != 2 || ngx_memcmp(text.data, "ok", 2) != 0) {
        return contentlib_message_set(sql->message, "contentlib: %s: %s",
                                      sql->name,
                                      contentlib_message_quote(quoted,
                                                    text.data, text.len));
    }

    (void) sqlite3_reset(check);

    return NGX_OK;
}


static ngx_int_t
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

        if (sqlite3_exec(sql->handle, text, NULL, NULL, NULL)
            != SQLITE_OK)
        {
            return contentlib_message_set(sql->message, "contentlib: %s: "
                                          "the index \"%s\" does not match "
                                          "its texts: %s", sql->name,
                                          indexes[i],
                                          sqlite3_errmsg(sql->handle));
        }
    }

    return NGX_OK;
}
