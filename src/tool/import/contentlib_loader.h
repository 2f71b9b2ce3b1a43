
/*
 * Copyright (C) contentlib authors
 *
 * What changes the stage: the records of an input, a table of pictures, the old
 * library, and a list of items to remove.  The errors of an input are printed
 * and counted.
 */


#ifndef _CONTENTLIB_LOADER_H_INCLUDED_
#define _CONTENTLIB_LOADER_H_INCLUDED_


#include <tool/export/contentlib_export.h>
#include <tool/record/contentlib_input.h>
#include <tool/record/contentlib_record.h>
#include <tool/stage/contentlib_stage.h>

#include <json-c/json.h>


typedef struct {
    contentlib_partner_t      partner;
    contentlib_errors_t       errors;
    contentlib_remote_t      *remote;       /* NULL: the input is a file */
    contentlib_stage_t       *stage;
    const ngx_str_t          *media_url;
    const char               *tag_separator;    /* of tables; may be NULL */
    ngx_uint_t                quiet;
    ngx_uint_t                allow_empty;
    ngx_uint_t                tables;       /* of pictures, in the input */
    uint64_t                  n;
    uint64_t                  bytes;        /* of the files before */
    contentlib_export_t       export;       /* of the old library */
    ngx_str_t                 numbers;      /* of the tags of its item */
    contentlib_place_t        place;        /* in it */
    uint64_t                  removals;     /* identifiers to take out */
} contentlib_loader_t;


/* all records of an input, which it closes */

void contentlib_loader_input(contentlib_loader_t *loader,
    contentlib_input_t *input);

/*
 * Stages a record, which it frees; NGX_ERROR after an error of the input.  An
 * item of the old library has no tags but their numbers.
 */

ngx_int_t contentlib_loader_record(contentlib_loader_t *loader,
    contentlib_place_t *place, json_object *json, const ngx_str_t *numbers);

/*
 * The records of an open library, whose name is for messages, in a phase of the
 * old library: the first one needs items for tables of pictures only.  A wrong
 * record ends the program.
 */

void contentlib_loader_library(contentlib_loader_t *loader,
    contentlib_db_t *db, const char *name, contentlib_stage_phase_e phase);

/*
 * contentlib_import_table.c: the rows of a table of pictures become records,
 * and are read as any others.  "tabs" is 1 if tabs separate the cells.
 */

void contentlib_import_table(contentlib_loader_t *loader, const char *name,
    ngx_uint_t tabs);

/*
 * contentlib_delete.c: identifiers of items to take out, one a line; "-" is
 * the standard input
 */

void contentlib_delete(contentlib_loader_t *loader, const char *name);


#endif /* _CONTENTLIB_LOADER_H_INCLUDED_ */
