
/*
 * Copyright (C) contentlib authors
 */


#include <tool/import/contentlib_import_private.h>


#define CONTENTLIB_IMPORT_POOL  4096


static ngx_uint_t contentlib_import_has_format(contentlib_import_t *import,
    const char *name, const char *format);
static ngx_int_t contentlib_import_records(contentlib_import_t *import,
    contentlib_input_t *input);
static ngx_int_t contentlib_import_row(contentlib_import_t *import,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin);
static ngx_int_t contentlib_import_collection(contentlib_import_t *import,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin);


ngx_int_t
contentlib_import_file(contentlib_import_t *import, const char *name)
{
    ngx_int_t            rc;
    contentlib_input_t  *input;

    if (contentlib_import_has_format(import, name, "csv")) {
        return contentlib_import_table(import, name, 0);
    }

    if (contentlib_import_has_format(import, name, "tsv")) {
        return contentlib_import_table(import, name, 1);
    }

    input = contentlib_input_open(name, import->message);

    if (input == NULL) {
        return NGX_ERROR;
    }

    rc = contentlib_import_input(import, input);

    contentlib_input_close(input);

    return rc;
}


/* what --format says, or else the end of the name */

static ngx_uint_t
contentlib_import_has_format(contentlib_import_t *import, const char *name,
    const char *format)
{
    const char  *dot;

    if (import->options->format) {
        return ngx_strcmp(import->options->format, format) == 0;
    }

    dot = strrchr(name, '.');

    return dot != NULL && strcasecmp(dot + 1, format) == 0;
}


ngx_int_t
contentlib_import_input(contentlib_import_t *import,
    contentlib_input_t *input)
{
    ngx_int_t  rc;

    rc = contentlib_stage_file(import->stage, contentlib_input_name(input));

    if (rc == NGX_OK) {
        rc = contentlib_import_records(import, input);
    }

    import->bytes += contentlib_input_bytes(input);

    return rc;
}


static ngx_int_t
contentlib_import_records(contentlib_import_t *import,
    contentlib_input_t *input)
{
    ngx_int_t           rc;
    ngx_str_t           text;
    contentlib_place_t  place;

    place.file = contentlib_input_name(input);
    place.message = import->message;

    while ((rc = contentlib_input_next(input, &text, &place.line)) == NGX_OK) {

        if (contentlib_import_record(import, &place, &text,
                                     CONTENTLIB_STAGE_LISTED)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        import->records++;

        contentlib_progress_show(&import->progress, import->records,
                                 import->bytes + contentlib_input_bytes(input));
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


ngx_int_t
contentlib_import_record(contentlib_import_t *import,
    contentlib_place_t *place, const ngx_str_t *text,
    contentlib_stage_origin_e origin)
{
    ngx_int_t             rc;
    ngx_pool_t           *pool;
    json_object          *json;
    contentlib_record_t   record;

    json = contentlib_syntax_parse(import->tokener, text, place->file,
                                   place->line, import->message);

    if (json == NULL) {
        return NGX_ERROR;
    }

    pool = ngx_create_pool(CONTENTLIB_IMPORT_POOL, NULL);

    if (pool == NULL) {
        json_object_put(json);
        return contentlib_message_set(import->message,
                                      "contentlib: out of memory");
    }

    rc = contentlib_record_read(&import->fields, place, json, pool, &record);

    if (rc == NGX_OK) {
        rc = contentlib_import_row(import, place, &record, origin);
    }

    ngx_destroy_pool(pool);
    json_object_put(json);

    return rc;
}


static ngx_int_t
contentlib_import_row(contentlib_import_t *import,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin)
{
    int64_t  number;

    switch (record->type) {

    case CONTENTLIB_RECORD_ITEM:
        return contentlib_stage_item(import->stage, place, &record->item,
                                     origin);

    case CONTENTLIB_RECORD_TAG:
        return contentlib_stage_tag(import->stage, place, &record->tag,
                                    origin, &number);

    default: /* CONTENTLIB_RECORD_COLLECTION */
        return contentlib_import_collection(import, place, record, origin);
    }
}


/* the old library has every preview among its items */

static ngx_int_t
contentlib_import_collection(contentlib_import_t *import,
    const contentlib_place_t *place, const contentlib_record_t *record,
    contentlib_stage_origin_e origin)
{
    if (origin != CONTENTLIB_STAGE_OLD
        && contentlib_stage_item(import->stage, place, &record->item,
                                 CONTENTLIB_STAGE_PREVIEW)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_stage_collection(import->stage, place,
                                       &record->collection, record->item.id,
                                       origin);
}
