
/*
 * Copyright (C) contentlib authors
 *
 * The records of an old library, put before those of the input.
 */


#ifndef _CONTENTLIB_MERGE_H_INCLUDED_
#define _CONTENTLIB_MERGE_H_INCLUDED_


#include <library/contentlib_db.h>
#include <tool/contentlib_progress.h>
#include <tool/contentlib_stage.h>


/*
 * Tags first, so that they keep their order.  Media addresses mean the same
 * afterwards, whatever the media URL of the stage is.
 */

ngx_int_t contentlib_merge(contentlib_stage_t *stage, contentlib_db_t *db,
    const char *name, contentlib_progress_t *progress,
    contentlib_message_t *message);


#endif /* _CONTENTLIB_MERGE_H_INCLUDED_ */
