
/*
 * Copyright (C) contentlib authors
 *
 * What the sources of the writer share; nobody else includes this file.
 */


#ifndef _CONTENTLIB_WRITE_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_WRITE_PRIVATE_H_INCLUDED_


#include <tool/write/contentlib_grams.h>
#include <tool/record/contentlib_placeholders.h>
#include <tool/write/contentlib_postings.h>
#include <tool/import/contentlib_staged_item.h>
#include <tool/write/contentlib_words.h>
#include <tool/write/contentlib_write.h>


/* one library being written */

typedef struct {
    contentlib_sql_t          sql;
    contentlib_stage_t       *stage;
    contentlib_staged_item_t *staged;
    contentlib_postings_t    *postings;     /* of tags */
    contentlib_postings_t    *types;
    contentlib_grams_t       *grams;
    contentlib_words_t       *words;
    contentlib_meta_t        *meta;
    contentlib_progress_t    *progress;
    contentlib_message_t     *message;

    u_char                   *folded;       /* the text folded last */
    size_t                    size;
} contentlib_writer_t;


/* the rows of "item"; of "item_text", "word", "word_item" and "item_gram" */

ngx_int_t contentlib_write_items(contentlib_writer_t *writer);
ngx_int_t contentlib_write_texts(contentlib_writer_t *writer);

ngx_int_t contentlib_write_tags(contentlib_writer_t *writer);
ngx_int_t contentlib_write_collections(contentlib_writer_t *writer);
ngx_int_t contentlib_write_members(contentlib_writer_t *writer);

/*
 * Binds the stored form of a record, in the pool, to two parameters.  Of an
 * error the message says "what" the record is of: "item 5".
 */

ngx_int_t contentlib_write_bind_record(contentlib_writer_t *writer,
    sqlite3_stmt *insert, int index, const ngx_str_t *json, size_t most,
    const char *what, ngx_pool_t *pool);

/* the text case-folded, alive until the next call */

ngx_int_t contentlib_write_fold(contentlib_writer_t *writer,
    const ngx_str_t *text, ngx_str_t *folded);


#endif /* _CONTENTLIB_WRITE_PRIVATE_H_INCLUDED_ */
