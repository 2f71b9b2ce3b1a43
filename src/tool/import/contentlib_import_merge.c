
/*
 * Copyright (C) contentlib authors
 *
 * Puts the records of the old library before those of the input: they are
 * exported, and read as any others.
 */


#include <tool/import/contentlib_import_private.h>


typedef struct {
    contentlib_import_t      *import;
    contentlib_place_t        place;
} contentlib_import_merge_t;


static ngx_int_t contentlib_import_merge_line(void *data, const u_char *bytes,
    size_t len);


ngx_int_t
contentlib_import_merge(contentlib_import_t *import)
{
    contentlib_export_t        export;
    contentlib_import_merge_t  merge;

    ngx_memzero(&merge, sizeof(contentlib_import_merge_t));

    merge.import = import;
    merge.place.file = import->options->library;
    merge.place.message = import->message;

    contentlib_export_init(&export, import->old, import->options->library,
                           import->message);

    export.write = contentlib_import_merge_line;
    export.data = &merge;
    export.members = 1;
    export.progress = &import->progress;
    export.partner.data = (u_char *) import->options->partner;
    export.partner.len = ngx_strlen(import->options->partner);

    /* if the media URL stays the same, addresses stay relative to it */

    if (export.media_url.len == import->media_url.len
        && ngx_memcmp(export.media_url.data, import->media_url.data,
                      import->media_url.len) == 0)
    {
        ngx_str_set(&export.media_url, "");
    }

    contentlib_progress_begin(&import->progress, "merging",
                              contentlib_db_meta(import->old)->items);

    if (contentlib_stage_file(import->stage, import->options->library)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_export_run(&export);
}


static ngx_int_t
contentlib_import_merge_line(void *data, const u_char *bytes, size_t len)
{
    ngx_str_t                   text;
    contentlib_import_merge_t  *merge = data;

    text.data = (u_char *) (uintptr_t) bytes;
    text.len = len - 1;

    merge->place.line++;

    return contentlib_import_record(merge->import, &merge->place, &text,
                                    CONTENTLIB_STAGE_OLD);
}
