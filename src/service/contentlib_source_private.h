
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_source.c and contentlib_source_failed.c share; nobody else
 * includes this file.
 */


#ifndef _CONTENTLIB_SOURCE_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_SOURCE_PRIVATE_H_INCLUDED_


#include <service/contentlib_source.h>


/* milliseconds between two looks as long as there is no file to serve */

#define CONTENTLIB_SOURCE_ABSENT  500


/* a generation is served from now on, the one before is kept for a while */

void contentlib_source_switch(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log);

/* a file that could not be opened, and why */

void contentlib_source_rejected(contentlib_source_t *source,
    const contentlib_db_error_t *error, uint64_t now, ngx_log_t *log);

/* the file that is served was changed in place; "identity" is what it is now */

void contentlib_source_poisoned(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log);

/* lets one go, if there is one */

void contentlib_source_drop(contentlib_generation_t **generation);


#endif /* _CONTENTLIB_SOURCE_PRIVATE_H_INCLUDED_ */
