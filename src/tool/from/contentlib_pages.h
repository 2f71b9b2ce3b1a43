
/*
 * Copyright (C) contentlib authors
 *
 * The pages of a service in an SQLite database, which is "pages.db" in the
 * directory of --cache, or a temporary one.  A walk is one reading of all
 * lists, over all interruptions; a page is current if this walk has read it.
 * A transaction is always open, so that a page which fails can be undone.
 */


#ifndef _CONTENTLIB_PAGES_H_INCLUDED_
#define _CONTENTLIB_PAGES_H_INCLUDED_


#include <tool/contentlib_sql.h>

#include <curl/curl.h>


/* longest entity tag, and longest part of a body */

#define CONTENTLIB_PAGES_TAG   512
#define CONTENTLIB_PAGES_PART  CURL_MAX_WRITE_SIZE

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


typedef struct {
    contentlib_sql_t          sql;
    sqlite3_stmt             *find;
    sqlite3_stmt             *clear;
    sqlite3_stmt             *add;
    sqlite3_stmt             *store;
    sqlite3_stmt             *identify;
    sqlite3_stmt             *read;
    sqlite3_stmt             *next;
    char                      path[PATH_MAX + sizeof("/pages.db")];

    /* the page at hand, for the functions below */

    int64_t                   id;
    char                      name[CONTENTLIB_QUOTE_SIZE];
    char                      tag[CONTENTLIB_PAGES_TAG + 1];  /* or empty */
    uint64_t                  hash;         /* of the body */
    int64_t                   part;         /* of the body, the next one */
    unsigned                  current:1;
} contentlib_pages_t;


/*
 * Creates what is not there, also in place of a damaged file.  exit() closes
 * the database.
 */

void contentlib_pages_open(contentlib_pages_t *pages, const char *cache);

/* contentlib_fail(), and the next run asks for all pages again */

void contentlib_pages_fail(contentlib_pages_t *pages, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* takes a page to hand, which is empty if it is not there */

void contentlib_pages_find(contentlib_pages_t *pages, const char *address);

/* undoes what is not committed; what is then added replaces the body */

void contentlib_pages_undo(contentlib_pages_t *pages);
void contentlib_pages_add(contentlib_pages_t *pages, const u_char *data,
    size_t len);

/* the body is complete, and the page is current */

void contentlib_pages_store(contentlib_pages_t *pages, uint64_t hash);

/* whether the list had this identifier before */

ngx_uint_t contentlib_pages_repeats(contentlib_pages_t *pages,
    const char *identifier);

/* takes the next page of the walk to hand; its address, or NULL */

const char *contentlib_pages_next(contentlib_pages_t *pages);

/* reads the body, from "part" on, as read(2) does */

size_t contentlib_pages_read(void *data, u_char *to, size_t room);


#endif /* _CONTENTLIB_PAGES_H_INCLUDED_ */
