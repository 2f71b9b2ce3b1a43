
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_commands.h>

#include <tool/contentlib_input.h>
#include <tool/contentlib_merge.h>
#include <tool/contentlib_publish.h>
#include <tool/contentlib_syntax.h>
#include <tool/contentlib_values.h>

#include <sys/stat.h>


#define CONTENTLIB_IMPORT_POOL  4096


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
} contentlib_import_t;


static ngx_int_t contentlib_import_options(contentlib_import_t *import);
static ngx_int_t contentlib_import_build(contentlib_import_t *import);
static ngx_int_t contentlib_import_stage(contentlib_import_t *import);
static uint64_t contentlib_import_total(contentlib_import_t *import);
static ngx_int_t contentlib_import_file(contentlib_import_t *import,
    const char *name);
static ngx_int_t contentlib_import_records(contentlib_import_t *import,
    contentlib_input_t *input);
static ngx_int_t contentlib_import_record(contentlib_import_t *import,
    contentlib_place_t *place, const ngx_str_t *text);
static ngx_int_t contentlib_import_row(contentlib_import_t *import,
    const contentlib_place_t *place, const contentlib_record_t *record);
static ngx_int_t contentlib_import_publish(contentlib_import_t *import,
    double started);
static void contentlib_import_summary(contentlib_import_t *import,
    const contentlib_published_t *published, double started);


ngx_int_t
contentlib_import(const contentlib_options_t *options,
    contentlib_message_t *message)
{
    ngx_int_t             rc;
    contentlib_import_t  *import;

    import = ngx_calloc(sizeof(contentlib_import_t), NULL);

    if (import == NULL) {
        return contentlib_message_set(message, "contentlib: out of memory");
    }

    import->options = options;
    import->message = message;

    contentlib_progress_init(&import->progress, options->quiet);

    rc = contentlib_import_options(import);

    if (rc == NGX_OK) {
        rc = contentlib_target_open(&import->target, options->library,
                                    message);
    }

    if (rc == NGX_OK) {
        rc = contentlib_import_build(import);
    }

    contentlib_progress_end(&import->progress);
    contentlib_target_close(&import->target);
    free(import);

    return rc;
}


static ngx_int_t
contentlib_import_options(contentlib_import_t *import)
{
    const char  *reason;

    if (contentlib_record_init(&import->fields, import->options->partner)
        != NGX_OK)
    {
        return contentlib_message_set(import->message, "contentlib: "
                                      "--partner is not a name of letters, "
                                      "digits, \"_\" and \"-\"");
    }

    if (import->options->media_url == NULL
        || import->options->media_url[0] == '\0')
    {
        return NGX_OK;
    }

    import->media_url.data = (u_char *) import->options->media_url;
    import->media_url.len = ngx_strlen(import->options->media_url);

    reason = contentlib_value_address(&import->media_url);

    if (reason == NULL && !contentlib_value_absolute(&import->media_url)) {
        reason = "is not an http(s) address";
    }

    return reason ? contentlib_message_set(import->message, "contentlib: "
                                           "--media-url %s", reason)
                  : NGX_OK;
}


static ngx_int_t
contentlib_import_build(contentlib_import_t *import)
{
    double     started;
    ngx_int_t  rc;

    started = contentlib_progress_now();
    rc = NGX_ERROR;

    /* SQLite puts its temporary files there, and removes them at once */

    if (setenv("SQLITE_TMPDIR", import->target.directory, 1) == -1) {
        return contentlib_message_set(import->message,
                                      "contentlib: out of memory");
    }

    if (import->options->merge
        && contentlib_export_open(&import->old, import->options->library,
                                  import->message)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (import->old && import->options->media_url == NULL) {
        import->media_url = contentlib_db_meta(import->old)->media_url;
    }

    import->stage = contentlib_stage_open(&import->media_url,
                                          import->message);

    if (import->stage) {

        rc = contentlib_import_stage(import);

        if (rc == NGX_OK) {
            rc = contentlib_import_publish(import, started);
        }

        contentlib_stage_close(import->stage);
    }

    if (import->old) {
        contentlib_db_close(import->old);
    }

    return rc;
}


static ngx_int_t
contentlib_import_stage(contentlib_import_t *import)
{
    size_t     i;
    ngx_int_t  rc;

    if (import->old
        && contentlib_merge(import->stage, import->old,
                            import->options->library, &import->progress,
                            import->message)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    import->tokener = contentlib_syntax_tokener();

    if (import->tokener == NULL) {
        return contentlib_message_set(import->message,
                                      "contentlib: out of memory");
    }

    contentlib_progress_begin(&import->progress, "reading",
                              contentlib_import_total(import));
    rc = NGX_OK;

    for (i = 0; i < import->options->nfiles && rc == NGX_OK; i++) {
        rc = contentlib_import_file(import, import->options->files[i]);
    }

    json_tokener_free(import->tokener);

    return rc;
}


/* bytes of all files, or 0 if one of them cannot tell */

static uint64_t
contentlib_import_total(contentlib_import_t *import)
{
    size_t       i;
    uint64_t     total;
    struct stat  info;

    total = 0;

    for (i = 0; i < import->options->nfiles; i++) {

        if (stat(import->options->files[i], &info) == -1
            || !S_ISREG(info.st_mode))
        {
            return 0;
        }

        total += (uint64_t) info.st_size;
    }

    return total;
}


static ngx_int_t
contentlib_import_file(contentlib_import_t *import, const char *name)
{
    ngx_int_t            rc;
    contentlib_input_t  *input;

    input = contentlib_input_open(name, import->message);

    if (input == NULL) {
        return NGX_ERROR;
    }

    rc = contentlib_stage_file(import->stage, contentlib_input_name(input));

    if (rc == NGX_OK) {
        rc = contentlib_import_records(import, input);
    }

    import->bytes += contentlib_input_bytes(input);

    contentlib_input_close(input);

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

        if (contentlib_import_record(import, &place, &text) != NGX_OK) {
            return NGX_ERROR;
        }

        import->records++;

        contentlib_progress_show(&import->progress, import->records,
                                 import->bytes + contentlib_input_bytes(input));
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_import_record(contentlib_import_t *import,
    contentlib_place_t *place, const ngx_str_t *text)
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
        rc = contentlib_import_row(import, place, &record);
    }

    ngx_destroy_pool(pool);
    json_object_put(json);

    return rc;
}


static ngx_int_t
contentlib_import_row(contentlib_import_t *import,
    const contentlib_place_t *place, const contentlib_record_t *record)
{
    int64_t  number;

    switch (record->type) {

    case CONTENTLIB_RECORD_ITEM:
        return contentlib_stage_item(import->stage, place, &record->item,
                                     CONTENTLIB_STAGE_LISTED);

    case CONTENTLIB_RECORD_TAG:
        return contentlib_stage_tag(import->stage, place, &record->tag,
                                    CONTENTLIB_STAGE_LISTED, &number);

    default: /* CONTENTLIB_RECORD_COLLECTION */

        if (contentlib_stage_item(import->stage, place, &record->item,
                                  CONTENTLIB_STAGE_PREVIEW)
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        return contentlib_stage_collection(import->stage, place,
                                           &record->collection,
                                           record->item.id,
                                           CONTENTLIB_STAGE_LISTED);
    }
}


static ngx_int_t
contentlib_import_publish(contentlib_import_t *import, double started)
{
    contentlib_write_t      write;
    contentlib_published_t  published;

    write.path = import->target.temporary;
    write.name = import->options->library;
    write.media_url = import->media_url;
    write.progress = &import->progress;
    write.message = import->message;

    if (contentlib_publish(&write, import->stage, &import->target, &published)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    contentlib_progress_end(&import->progress);

    if (!import->options->quiet) {
        contentlib_import_summary(import, &published, started);
    }

    return NGX_OK;
}


static void
contentlib_import_summary(contentlib_import_t *import,
    const contentlib_published_t *published, double started)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    (void) printf("%s: %llu items, %llu tags, %llu collections, %llu bytes, "
                  "%.1f s, %.64s\n",
                  contentlib_message_quote(quoted,
                                  (const u_char *) import->options->library,
                                  ngx_strlen(import->options->library)),
                  (unsigned long long) published->meta.items,
                  (unsigned long long) published->meta.tags,
                  (unsigned long long) published->meta.collections,
                  (unsigned long long) published->bytes,
                  contentlib_progress_now() - started,
                  (const char *) published->digest);
}
