
/*
 * Copyright (C) contentlib authors
 *
 * Takes one record after the other from an input, and stages it.
 */


#include <tool/import/contentlib_loader.h>

#include <tool/contentlib_progress.h>
#include <tool/record/contentlib_record.h>
#include <tool/record/contentlib_values.h>


#define CONTENTLIB_LOADER_POOL  4096


static void contentlib_loader_page(const contentlib_place_t *place,
    json_object *page);
static void contentlib_loader_line(void *data, const u_char *bytes, size_t len);


void
contentlib_loader_input(contentlib_loader_t *loader, contentlib_input_t *input)
{
    ngx_int_t            rc;
    json_object         *json;
    contentlib_place_t   place;

    contentlib_place_init(&place, contentlib_input_name(input),
                          &loader->errors);
    place.remote = loader->remote;

    contentlib_stage_file(loader->stage, place.file);

    while ((rc = contentlib_input_next(input, &place, &json)) != NGX_DONE) {

        if (rc == NGX_AGAIN) {
            contentlib_loader_page(&place, json);
            json_object_put(json);
            continue;
        }

        (void) contentlib_loader_record(loader, &place, json, NULL);
        loader->n++;

        contentlib_progress_show(loader->n, loader->bytes
                                            + contentlib_input_bytes(input));
    }

    loader->bytes += contentlib_input_bytes(input);
    contentlib_input_close(input);
}


/* the fields of a page, whose results were staged */

static void
contentlib_loader_page(const contentlib_place_t *place, json_object *page)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    json_object_object_foreach(page, key, value) {

        (void) value;

        if (ngx_strcmp(key, "count") && ngx_strcmp(key, "next")
            && ngx_strcmp(key, "previous") && ngx_strcmp(key, "results")
            && !contentlib_place_ignores(place, key))
        {
            (void) contentlib_errors_add(place->errors, "%s:%lu: page: unknown "
                                         "field \"%s\"", place->file,
                                         place->line,
                                         contentlib_message_string(quoted,
                                                                   key));
        }
    }
}


/*
 * The records are exported and read as any others, but items of this format
 * have the numbers of their tags alone, unless their tags may be gone.  Tags
 * come first, so that they keep their order, and their numbers are known.
 */

void
contentlib_loader_library(contentlib_loader_t *loader, contentlib_db_t *db,
    const char *name, contentlib_stage_phase_e phase)
{
    const char           *reason;
    contentlib_export_t  *export;

    reason = db->meta.media_url.len
             ? contentlib_value_media_url(&db->meta.media_url) : NULL;

    if (reason) {
        contentlib_fail("contentlib: %s: the media URL %s", name, reason);
    }

    contentlib_place_init(&loader->place, name, &loader->errors);
    loader->place.stored = 1;

    export = &loader->export;

    contentlib_export_init(export, db, name);

    export->write = contentlib_loader_line;
    export->data = loader;
    export->output.numbers = (phase != CONTENTLIB_STAGE_KEPT
                              && db->meta.format == CONTENTLIB_USER_VERSION)
                             ? &loader->numbers : NULL;
    export->members = (phase >= CONTENTLIB_STAGE_OLD);
    export->without_items = (phase == CONTENTLIB_STAGE_RESERVE
                             && !loader->tables)
                            || (phase == CONTENTLIB_STAGE_KEPT
                                && !contentlib_stage_has_unread(loader->stage));
    export->partner.data = (u_char *) loader->partner.name;
    export->partner.len = ngx_strlen(loader->partner.name);

    /*
     * If the media URL stays the same, addresses stay relative to it.  The
     * addresses of files whose identifiers are kept are compared as stored.
     */

    if (phase == CONTENTLIB_STAGE_KEEP
        || (export->media_url.len == loader->media_url->len
            && ngx_memcmp(export->media_url.data, loader->media_url->data,
                          export->media_url.len) == 0))
    {
        ngx_str_set(&export->media_url, "");
    }

    contentlib_stage_phase(loader->stage, phase);
    contentlib_stage_file(loader->stage, name);

    contentlib_export_run(export);

    contentlib_stage_phase(loader->stage, CONTENTLIB_STAGE_INPUT);
}


/* the first wrong record of the old library ends the program */

static void
contentlib_loader_line(void *data, const u_char *bytes, size_t len)
{
    ngx_str_t             text;
    json_object          *json;
    contentlib_loader_t  *loader = data;

    text.data = (u_char *) bytes;
    text.len = len - 1;

    loader->place.line = (ngx_uint_t) loader->export.lines;
    loader->place.kind = NULL;

    json = contentlib_input_text(&text, &loader->place);

    if (json == NULL
        || contentlib_loader_record(loader, &loader->place, json,
                                    loader->export.output.numbers)
           != NGX_OK)
    {
        exit(EXIT_FAILURE);
    }
}


ngx_int_t
contentlib_loader_record(contentlib_loader_t *loader,
    contentlib_place_t *place, json_object *json, const ngx_str_t *numbers)
{
    ngx_int_t             rc;
    ngx_pool_t           *pool;
    contentlib_record_t   record;

    pool = ngx_create_pool(CONTENTLIB_LOADER_POOL, NULL);

    rc = contentlib_record_read(&loader->partner, loader->media_url, place,
                                json, pool, &record);

    record.numbers = numbers;

    if (rc == NGX_OK) {
        rc = contentlib_stage_record(loader->stage, place, &record);
    }

    ngx_destroy_pool(pool);
    json_object_put(json);

    return rc;
}
