
/*
 * Copyright (C) contentlib authors
 *
 * The pages of a service in an SQLite database, which is "pages.db" in the
 * directory of --cache, or a temporary one.  A walk is one reading of all
 * lists, over all interruptions; a page is current if it was read in this
 * walk.
 *
 * The functions return NGX_OK, or NGX_ERROR with the message set.
 */


#ifndef _CONTENTLIB_FROM_PAGES_H_INCLUDED_
#define _CONTENTLIB_FROM_PAGES_H_INCLUDED_


#include <tool/contentlib_sql.h>


/* longest entity tag */

#define CONTENTLIB_FROM_TAG  512


typedef struct {
    contentlib_sql_t          sql;
    sqlite3_stmt             *find;
    sqlite3_stmt             *insert;
    sqlite3_stmt             *empty;
    sqlite3_stmt             *add;
    sqlite3_stmt             *store;
    sqlite3_stmt             *list;
    sqlite3_stmt             *identifier;
    sqlite3_stmt             *body;
    sqlite3_stmt             *next;
    const char               *cache;        /* a directory, or NULL */
    char                      path[PATH_MAX];
    int64_t                   parts;        /* of the page that is added */
    int                       fd;           /* of a temporary file, or -1 */
} contentlib_from_pages_t;


typedef struct {
    uint64_t                  hash;         /* of the body */
    char                      tag[CONTENTLIB_FROM_TAG + 1];   /* or empty */
    unsigned                  current:1;
} contentlib_from_stored_t;


/* creates what is not there; contentlib_from_pages_close() is to follow */

ngx_int_t contentlib_from_pages_open(contentlib_from_pages_t *pages,
    const char *cache, contentlib_message_t *message);
void contentlib_from_pages_close(contentlib_from_pages_t *pages);

/* whether the last error was that of a file that is no sound database */

ngx_uint_t contentlib_from_pages_damaged(contentlib_from_pages_t *pages);
ngx_int_t contentlib_from_pages_remove(contentlib_from_pages_t *pages,
    contentlib_message_t *message);

/* forgets the identifiers, before a list; and what was listed, before all */

ngx_int_t contentlib_from_pages_list(contentlib_from_pages_t *pages);
ngx_int_t contentlib_from_pages_restart(contentlib_from_pages_t *pages);

/* no page is current any more; others than those of this walk go if "whole" */

ngx_int_t contentlib_from_pages_end(contentlib_from_pages_t *pages,
    ngx_uint_t whole);

/* undoes what was done since the last commit */

ngx_int_t contentlib_from_pages_begin(contentlib_from_pages_t *pages);
ngx_int_t contentlib_from_pages_commit(contentlib_from_pages_t *pages);

/* NGX_DECLINED: there is no such page */

ngx_int_t contentlib_from_pages_find(contentlib_from_pages_t *pages,
    const char *address, contentlib_from_stored_t *stored);

/* NGX_OK: a part of the body, which is to be read to its end; or NGX_DONE */

ngx_int_t contentlib_from_pages_body(contentlib_from_pages_t *pages,
    const char *address, ngx_str_t *part);

/* parts of a new body, then what it is; the page is current from then on */

ngx_int_t contentlib_from_pages_add(contentlib_from_pages_t *pages,
    const char *address, const u_char *data, size_t len);
ngx_int_t contentlib_from_pages_store(contentlib_from_pages_t *pages,
    const char *address, const char *tag, uint64_t hash);

/* the page is the next one to import */

ngx_int_t contentlib_from_pages_listed(contentlib_from_pages_t *pages,
    const char *address);

/* NGX_DECLINED: the list had this identifier before */

ngx_int_t contentlib_from_pages_identifier(void *data,
    const ngx_str_t *identifier);

/* bytes of all pages that are listed */

ngx_int_t contentlib_from_pages_bytes(contentlib_from_pages_t *pages,
    uint64_t *bytes);

/*
 * The body of the next page that is listed, in a file that lives until the
 * next call, or NGX_DONE.  "address" lives as long.
 */

ngx_int_t contentlib_from_pages_next(contentlib_from_pages_t *pages,
    const char *directory, const char **address, int *fd, uint64_t *len);


#endif /* _CONTENTLIB_FROM_PAGES_H_INCLUDED_ */
