
/*
 * Copyright (C) contentlib authors
 *
 * A library file while its tables are written, and what the writers of all
 * tables need: folding a text, storing a record.
 */


#ifndef _CONTENTLIB_WRITER_H_INCLUDED_
#define _CONTENTLIB_WRITER_H_INCLUDED_


#include <tool/import/contentlib_staged_item.h>
#include <tool/record/contentlib_placeholders.h>
#include <tool/write/contentlib_terms.h>
#include <tool/write/contentlib_write.h>


/* one library being written */

typedef struct {
    contentlib_sql_t          sql;
    contentlib_stage_t       *stage;
    contentlib_staged_item_t *staged;
    contentlib_collector_t   *tags;
    contentlib_collector_t   *types;
    contentlib_collector_t   *members;
    contentlib_collector_t   *grams;
    contentlib_collector_t   *words;
    contentlib_terms_t        terms;
    contentlib_meta_t        *meta;
    contentlib_progress_t    *progress;
    contentlib_message_t     *message;

    u_char                   *folded;       /* the text folded last */
    size_t                    size;
} contentlib_writer_t;


/*
 * Binds the stored form of a record, in the pool, to two parameters.  Of an
 * error the message says "what" the record is of: "item 5".
 */

ngx_int_t contentlib_writer_bind_record(contentlib_writer_t *writer,
    sqlite3_stmt *insert, int index, const ngx_str_t *json, size_t most,
    const char *what, ngx_pool_t *pool);

/* the text case-folded, alive until the next call */

ngx_int_t contentlib_writer_fold(contentlib_writer_t *writer,
    const ngx_str_t *text, ngx_str_t *folded);


#endif /* _CONTENTLIB_WRITER_H_INCLUDED_ */
