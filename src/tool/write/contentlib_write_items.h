
/*
 * Copyright (C) contentlib authors
 *
 * Writes the items and the indexes of their texts.
 */


#ifndef _CONTENTLIB_WRITE_ITEMS_H_INCLUDED_
#define _CONTENTLIB_WRITE_ITEMS_H_INCLUDED_


#include <tool/write/contentlib_writer.h>


/* the rows of "item" */

ngx_int_t contentlib_write_items(contentlib_writer_t *writer);

/* those of "item_text", "word", "word_item", "term_item" and "item_gram" */

ngx_int_t contentlib_write_texts(contentlib_writer_t *writer);


#endif /* _CONTENTLIB_WRITE_ITEMS_H_INCLUDED_ */
