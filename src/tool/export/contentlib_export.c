
/*
 * Copyright (C) contentlib authors
 *
 * Prints the stored records of a library, with the insertions.
 */


#include <tool/export/contentlib_export.h>

#include <json/contentlib_json.h>
#include <library/contentlib_filter.h>
#include <tool/contentlib_progress.h>
#include <tool/record/contentlib_fields.h>

#include <limits.h>


#define CONTENTLIB_EXPORT_POOL  4096
#define CONTENTLIB_EXPORT_READ  64          /* records at a time */


static void contentlib_export_insertions(contentlib_export_t *export,
    ngx_pool_t *pool);
static void contentlib_export_list(contentlib_export_t *export,
    contentlib_list_e list);
static ngx_int_t contentlib_export_room(contentlib_output_t *output,
    size_t size);
static ngx_int_t contentlib_export_line(contentlib_output_t *output);
static ngx_int_t contentlib_export_members(contentlib_export_t *export);
static ngx_int_t contentlib_export_items(contentlib_export_t *export,
    contentlib_set_t *items);
static void contentlib_export_append(contentlib_output_t *output,
    const char *text);


contentlib_db_t *
contentlib_export_open(const char *name)
{
    return contentlib_export_open_format(name, CONTENTLIB_USER_VERSION,
                                         contentlib_statements);
}


contentlib_db_t *
contentlib_export_open_format(const char *name, int64_t format,
    const char *const statements[CONTENTLIB_SQL_MAX])
{
    char                 file[PATH_MAX], quoted[CONTENTLIB_QUOTE_SIZE];
    contentlib_db_t     *db;
    contentlib_error_t   error;

    (void) contentlib_message_string(quoted, name);

    if (realpath(name, file) == NULL) {
        contentlib_fail_system("contentlib: cannot open \"%s\"", quoted);
    }

    if (contentlib_db_open_format(&db, file, format, statements, &error,
                                  NULL)
        != NGX_OK)
    {
        contentlib_fail("contentlib: cannot open \"%s\": %s", quoted,
                        error.text);
    }

    return db;
}


void
contentlib_export_init(contentlib_export_t *export, contentlib_db_t *db,
    const char *name)
{
    ngx_memzero(export, sizeof(contentlib_export_t));

    export->db = db;
    export->name = name;
    export->media_url = db->meta.media_url;

    ngx_str_set(&export->base_url, "");
    ngx_str_set(&export->partner, CONTENTLIB_MARK_NAME);
}


/* items are stored from the oldest one on, and listed from the newest one on */

void
contentlib_export_run(contentlib_export_t *export)
{
    ngx_pool_t  *pool;

    pool = ngx_create_pool(CONTENTLIB_EXPORT_POOL, NULL);

    export->output.room = contentlib_export_room;
    export->output.end = contentlib_export_line;
    export->output.data = export;

    contentlib_export_insertions(export, pool);

    contentlib_export_list(export, CONTENTLIB_LIST_TAGS);
    contentlib_export_list(export, CONTENTLIB_LIST_ITEMS);
    contentlib_export_list(export, CONTENTLIB_LIST_COLLECTIONS);

    free(export->line);
    ngx_destroy_pool(pool);
}


static void
contentlib_export_insertions(contentlib_export_t *export, ngx_pool_t *pool)
{
    u_char                   *p;
    ngx_str_t                 base;
    contentlib_insertions_t  *insertions;

    insertions = &export->output.insertions;

    p = ngx_pnalloc(pool, export->base_url.len
                          + sizeof(CONTENTLIB_MARK_ROOT));

    base.data = p;

    p = ngx_cpymem(p, export->base_url.data, export->base_url.len);
    p = ngx_cpymem(p, CONTENTLIB_MARK_ROOT,
                   sizeof(CONTENTLIB_MARK_ROOT) - 1);

    base.len = (size_t) (p - base.data);

    if (contentlib_json_escape(&base, pool,
                               &insertions->text[CONTENTLIB_MARK_BASE])
        != NGX_OK
        || contentlib_json_escape(&export->media_url, pool,
                                  &insertions->text[CONTENTLIB_MARK_MEDIA])
           != NGX_OK
        || contentlib_json_escape(&export->partner, pool,
                                  &insertions->text[CONTENTLIB_MARK_PARTNER])
           != NGX_OK)
    {
        contentlib_no_memory();
    }
}


static void
contentlib_export_list(contentlib_export_t *export, contentlib_list_e list)
{
    char        quoted[CONTENTLIB_QUOTE_SIZE];
    uint64_t    count, done;
    uint64_t    positions[CONTENTLIB_EXPORT_READ];
    ngx_uint_t  n;

    export->list = list;

    count = contentlib_records_count(export->db, list);
    done = 0;

    if (export->without_items && list == CONTENTLIB_LIST_ITEMS) {
        export->lines += count;
        return;
    }

    while (done < count) {

        for (n = 0; n < CONTENTLIB_EXPORT_READ && done < count; n++, done++) {
            positions[n] = (list == CONTENTLIB_LIST_ITEMS) ? count - 1 - done
                                                           : done;
        }

        if (contentlib_records_read(export->db, list, positions, n,
                                    &export->output)
            != NGX_OK)
        {
            contentlib_fail("contentlib: cannot read \"%s\": record %llu: %s",
                            contentlib_message_string(quoted, export->name),
                            (unsigned long long) export->lines + 1,
                            export->db->error.text);
        }
    }
}


static ngx_int_t
contentlib_export_room(contentlib_output_t *output, size_t size)
{
    u_char               *line;
    size_t                used, room;
    contentlib_export_t  *export;

    export = output->data;

    used = (size_t) (output->p - export->line);
    room = 2 * (used + size);

    line = realloc(export->line, room);

    if (line == NULL) {
        contentlib_no_memory();
    }

    export->line = line;
    output->p = line + used;
    output->last = line + room;

    return NGX_OK;
}


static ngx_int_t
contentlib_export_line(contentlib_output_t *output)
{
    contentlib_export_t  *export;

    export = output->data;

    if (export->members && export->list == CONTENTLIB_LIST_COLLECTIONS
        && contentlib_export_members(export) != NGX_OK)
    {
        return NGX_ERROR;
    }

    contentlib_export_append(output, "\n");
    export->lines++;

    if (!export->quiet) {
        contentlib_progress_show(export->lines, export->lines);
    }

    export->write(export->data, export->line,
                  (size_t) (output->p - export->line));

    output->p = export->line;

    return NGX_OK;
}


/*
 * The items that the record of a collection listed, which the API does not
 * show, go in front of the brace at the end of the line.
 */

static ngx_int_t
contentlib_export_members(contentlib_export_t *export)
{
    ngx_int_t          rc;
    ngx_pool_t        *pool;
    contentlib_db_t   *db;
    contentlib_set_t  *items;

    db = export->db;
    pool = ngx_create_pool(CONTENTLIB_EXPORT_POOL, NULL);
    items = contentlib_set_create(pool, db->meta.items);

    contentlib_filter_numbers(db, CONTENTLIB_POSTING_COLLECTION,
                              export->collections, export->collections,
                              items);
    export->collections++;

    if (contentlib_db_failed(db)) {
        rc = NGX_ERROR;

    } else {
        rc = contentlib_set_is_empty(items)
             ? NGX_OK : contentlib_export_items(export, items);
    }

    ngx_destroy_pool(pool);

    return rc;
}


static ngx_int_t
contentlib_export_items(contentlib_export_t *export, contentlib_set_t *items)
{
    char                  id[NGX_INT64_LEN + sizeof(",")];
    int64_t               number;
    uint64_t              position;
    contentlib_output_t  *output;

    output = &export->output;

    if (output->p == export->line || output->p[-1] != '}') {
        return contentlib_db_corrupt(export->db, "a record has no end");
    }

    output->p--;
    contentlib_export_append(output, ",\"items\":[");

    for (position = 0;
         contentlib_set_next(items, &position) == NGX_OK;
         position++)
    {
        if (contentlib_records_id(export->db, position, &number) != NGX_OK) {
            return NGX_ERROR;
        }

        (void) snprintf(id, sizeof(id), "%lld,", (long long) number);
        contentlib_export_append(output, id);
    }

    /* in place of the last comma */

    output->p--;
    contentlib_export_append(output, "]}");

    return NGX_OK;
}


static void
contentlib_export_append(contentlib_output_t *output, const char *text)
{
    size_t  len;

    len = ngx_strlen(text);

    (void) contentlib_output_room(output, len);

    output->p = ngx_cpymem(output->p, text, len);
}
