
/*
 * Copyright (C) contentlib authors
 *
 * The parts of "contentlib check".  Each prints and counts the errors that it
 * finds.
 */


#ifndef _CONTENTLIB_CHECK_H_INCLUDED_
#define _CONTENTLIB_CHECK_H_INCLUDED_


#include <library/contentlib_db.h>
#include <tool/contentlib_sql.h>
#include <tool/record/contentlib_place.h>


typedef struct {
    const char               *name;         /* of the file, for messages */
    contentlib_db_t          *db;           /* as the module opens it */
    contentlib_sql_t          sql;          /* the file, read-only */
    contentlib_errors_t       errors;       /* of the library */
} contentlib_check_t;


/* compares the schema with that of an import, and executes nothing of it */

void contentlib_check_schema(contentlib_check_t *check);

/*
 * Imports the records again, and compares the tables with those that the
 * import writes.  The structure of the file has been verified.  NGX_ERROR if
 * the records cannot be imported.
 */

ngx_int_t contentlib_check_content(contentlib_check_t *check);

/* the files of relative addresses, in the directory */

void contentlib_check_media(contentlib_check_t *check, const char *directory);


#endif /* _CONTENTLIB_CHECK_H_INCLUDED_ */
