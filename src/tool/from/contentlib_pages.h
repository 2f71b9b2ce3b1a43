
/*
 * Copyright (C) contentlib authors
 *
 * The pages of a service in an SQLite database, which is "pages.db" in the
 * directory of --cache, or a temporary one.  A walk is one reading of all
 * lists, over all interruptions; a page is current if this walk has read it.
 * A transaction is always open, so that a page which fails can be undone.
 *
 * The functions return NGX_OK, or NGX_ERROR with the message set.
 */


#ifndef _CONTENTLIB_PAGES_H_INCLUDED_
#define _CONTENTLIB_PAGES_H_INCLUDED_


#include <tool/contentlib_sql.h>


/* longest entity tag */

#define CONTENTLIB_PAGES_TAG   512

/* for contentlib_sql_run() */

#define CONTENTLIB_PAGES_UNDO     "ROLLBACK; BEGIN;"
#define CONTENTLIB_PAGES_COMMIT   "COMMIT; BEGIN;"

/* before all lists, and before each of them */

#define CONTENTLIB_PAGES_RESTART  "DELETE FROM listed;" CONTENTLIB_PAGES_COMMIT
#define CONTENTLIB_PAGES_LIST     "DELETE FROM identifier;"                   \
                                  CONTENTLIB_PAGES_COMMIT

/* another walk begins; other pages than those of this walk go */

#define CONTENTLIB_PAGES_WALK     "UPDATE walk SET number = number + 1;"      \
                                  CONTENTLIB_PAGES_COMMIT
#define CONTENTLIB_PAGES_REMOVE                                               \
    "DELETE FROM page WHERE walk <> (SELECT number FROM walk);"               \
    "DELETE FROM body WHERE page NOT IN (SELECT id FROM page);"


typedef enum {
    CONTENTLIB_PAGES_FIND = 0,
    CONTENTLIB_PAGES_INSERT,
    CONTENTLIB_PAGES_EMPTY,
    CONTENTLIB_PAGES_ADD,
    CONTENTLIB_PAGES_STORE,
    CONTENTLIB_PAGES_LISTED,
    CONTENTLIB_PAGES_IDENTIFIER,
    CONTENTLIB_PAGES_BODY,
    CONTENTLIB_PAGES_NEXT,
    CONTENTLIB_PAGES_STATEMENTS
} contentlib_pages_e;


typedef struct {
    contentlib_sql_t          sql;
    sqlite3_stmt             *statements[CONTENTLIB_PAGES_STATEMENTS];
    char                      path[PATH_MAX];
    const char               *address;      /* of the page that is read */
    ngx_str_t                 rest;         /* of a part of its body */
    unsigned                  ended:1;      /* the body has been read */
} contentlib_pages_t;


typedef struct {
    uint64_t                  hash;         /* of the body */
    char                      tag[CONTENTLIB_PAGES_TAG + 1];  /* or empty */
    unsigned                  current:1;
} contentlib_stored_t;


/* creates what is not there; contentlib_pages_close() is to follow */

ngx_int_t contentlib_pages_open(contentlib_pages_t *pages, const char *cache,
    contentlib_message_t *message);
void contentlib_pages_close(contentlib_pages_t *pages);

/* NGX_DECLINED: there is no such page */

ngx_int_t contentlib_pages_find(contentlib_pages_t *pages,
    const char *address, contentlib_stored_t *stored);

/* NGX_OK: a part of the body, which is to be read to its end; or NGX_DONE */

ngx_int_t contentlib_pages_body(contentlib_pages_t *pages,
    const char *address, ngx_str_t *part);

/* part "n" of a new body; then what it is, which makes the page current */

ngx_int_t contentlib_pages_add(contentlib_pages_t *pages, const char *address,
    ngx_uint_t n, const u_char *data, size_t len);
ngx_int_t contentlib_pages_store(contentlib_pages_t *pages,
    const char *address, const char *tag, uint64_t hash);

/* NGX_DECLINED: the list had this identifier before */

ngx_int_t contentlib_pages_identifier(void *data,
    const ngx_str_t *identifier);

/*
 * The next page of the walk, or NGX_DONE; the address lives until the next
 * call.  The body of this page is then read as read(2) does; -1 with the
 * message set.
 */

ngx_int_t contentlib_pages_next(contentlib_pages_t *pages,
    const char **address);
ssize_t contentlib_pages_read(void *data, u_char *to, size_t room);


#endif /* _CONTENTLIB_PAGES_H_INCLUDED_ */
