
/*
 * Copyright (C) contentlib authors
 *
 * Reads and parses an input in a thread, while the records before are staged.
 * Both use a processor.
 *
 * Owner: whoever opened it; contentlib_parser_close() ends the thread and frees
 * everything.  The thread uses "read" and "from" of the input, and the caller
 * does not use them until then.
 */


#ifndef _CONTENTLIB_PARSER_H_INCLUDED_
#define _CONTENTLIB_PARSER_H_INCLUDED_


#include <tool/record/contentlib_input.h>

#include <json-c/json.h>


typedef struct contentlib_parser_s  contentlib_parser_t;


/* as contentlib_input_open(), without the errors */

contentlib_parser_t *contentlib_parser_open(const char *name,
    contentlib_input_read_pt read, void *from, contentlib_message_t *message);
void contentlib_parser_close(contentlib_parser_t *parser);

/*
 * The next record and its place, whose errors get those of the input.  The tree
 * is the parser's and lives until the next call; it is NULL if the record is
 * not valid JSON.
 *
 * NGX_OK; NGX_DONE at the end; or NGX_ERROR with the message set.
 */

ngx_int_t contentlib_parser_next(contentlib_parser_t *parser,
    contentlib_place_t *place, json_object **json);

/* bytes up to the last record */

uint64_t contentlib_parser_bytes(contentlib_parser_t *parser);

/* the name as it may stand in a message */

const char *contentlib_parser_name(contentlib_parser_t *parser);


#endif /* _CONTENTLIB_PARSER_H_INCLUDED_ */
