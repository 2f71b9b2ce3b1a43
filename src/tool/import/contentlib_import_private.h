
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_import.c, _import_records.c, _import_merge.c and
 * _import_from.c share; nobody else includes this file.
 */


#ifndef _CONTENTLIB_IMPORT_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_IMPORT_PRIVATE_H_INCLUDED_


#include <tool/contentlib_commands.h>
#include <tool/import/contentlib_delete.h>
#include <tool/import/contentlib_existing.h>
#include <tool/import/contentlib_input.h>
#include <tool/write/contentlib_publish.h>
#include <tool/import/contentlib_syntax.h>
#include <tool/from/contentlib_from.h>


typedef struct {
    const contentlib_options_t   *options;
    contentlib_message_t         *message;
    contentlib_progress_t         progress;
    contentlib_record_fields_t    fields;
    contentlib_target_t           target;
    contentlib_stage_t           *stage;
    contentlib_db_t              *old;          /* NULL without --merge */
    ngx_str_t                     media_url;
    json_tokener                 *tokener;
    uint64_t                      records;
    uint64_t                      bytes;        /* of the files before */

    contentlib_from_t            *from;         /* NULL without --from */
    contentlib_delete_t           deleted;
    contentlib_existing_t        *existing;     /* NULL without a table */
} contentlib_import_t;


/* the records of a file, or of another input */

ngx_int_t contentlib_import_file(contentlib_import_t *import,
    const char *name);
ngx_int_t contentlib_import_input(contentlib_import_t *import,
    contentlib_input_t *input);

/* the rows of a table of pictures, whose cells tabs separate, or not */

ngx_int_t contentlib_import_table(contentlib_import_t *import,
    const char *name, ngx_uint_t tabs);

/* one record, which comes from there */

ngx_int_t contentlib_import_record(contentlib_import_t *import,
    contentlib_place_t *place, const ngx_str_t *text,
    contentlib_stage_origin_e origin);

/*
 * The records of the old library.  Tags come first, so that they keep their
 * order.  Media addresses mean the same afterwards, whatever the media URL of
 * the new library is.
 */

ngx_int_t contentlib_import_merge(contentlib_import_t *import);

/* reads the lists of a service; then the records of their pages */

ngx_int_t contentlib_import_fetch(contentlib_import_t *import);
ngx_int_t contentlib_import_pages(contentlib_import_t *import);


#endif /* _CONTENTLIB_IMPORT_PRIVATE_H_INCLUDED_ */
