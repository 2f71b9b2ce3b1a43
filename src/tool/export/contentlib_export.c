
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

#define CONTENTLIB_EXPORT_ID    "{\"id\":"    /* begins the record of an item */


/* writes the identifiers of items */

typedef struct {
    contentlib_db_t          *db;
    u_char                   *p;
} contentlib_export_ids_t;


static void contentlib_export_insertions(contentlib_export_t *export,
    ngx_pool_t *pool);
static void contentlib_export_list(contentlib_export_t *export,
    contentlib_list_e list);
static ngx_int_t contentlib_export_line(void *data, const ngx_str_t *record,
    const ngx_str_t *marks);
static ngx_int_t contentlib_export_members(contentlib_export_t *export,
    ngx_str_t *line);
static ngx_int_t contentlib_export_id(void *data, const ngx_str_t *record,
    const ngx_str_t *marks);


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
    ngx_str_set(&export->partner, "partner");
}


/* items are stored from the oldest one on, and listed from the newest one on */

void
contentlib_export_run(contentlib_export_t *export)
{
    ngx_pool_t  *pool;

    pool = ngx_create_pool(CONTENTLIB_EXPORT_POOL, NULL);
    export->pool = ngx_create_pool(CONTENTLIB_EXPORT_POOL, NULL);

    contentlib_export_insertions(export, pool);

    contentlib_export_list(export, CONTENTLIB_LIST_TAGS);
    contentlib_export_list(export, CONTENTLIB_LIST_ITEMS);
    contentlib_export_list(export, CONTENTLIB_LIST_COLLECTIONS);

    ngx_destroy_pool(export->pool);
    ngx_destroy_pool(pool);
}


static void
contentlib_export_insertions(contentlib_export_t *export, ngx_pool_t *pool)
{
    u_char                   *p;
    ngx_str_t                 base;
    contentlib_insertions_t  *insertions;

    insertions = &export->insertions;

    p = ngx_pnalloc(pool, export->base_url.len
                          + sizeof(CONTENTLIB_FIELD_ROOT));

    base.data = p;

    p = ngx_cpymem(p, export->base_url.data, export->base_url.len);
    p = ngx_cpymem(p, CONTENTLIB_FIELD_ROOT,
                   sizeof(CONTENTLIB_FIELD_ROOT) - 1);

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
                                    contentlib_export_line, export)
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
contentlib_export_line(void *data, const ngx_str_t *record,
    const ngx_str_t *marks)
{
    ngx_str_t             line;
    contentlib_export_t  *export = data;

    ngx_reset_pool(export->pool);

    if (contentlib_marks_size(record, marks, &export->insertions, &line.len)
        != NGX_OK)
    {
        return contentlib_db_corrupt(export->db, "marks are not valid");
    }

    line.data = ngx_pnalloc(export->pool, line.len + 1);

    if (contentlib_marks_expand(record, marks, &export->insertions, line.data,
                                line.len)
        != NGX_OK)
    {
        return contentlib_db_corrupt(export->db, "marks do not fit a record");
    }

    if (export->members && export->list == CONTENTLIB_LIST_COLLECTIONS
        && contentlib_export_members(export, &line) != NGX_OK)
    {
        return NGX_ERROR;
    }

    line.data[line.len++] = '\n';
    export->lines++;

    if (!export->quiet) {
        contentlib_progress_show(export->lines, export->lines);
    }

    export->write(export->data, line.data, line.len);

    return NGX_OK;
}


/*
 * The items that the record of a collection listed, which the API does not
 * show, go in front of the brace at the end of the line.
 */

static ngx_int_t
contentlib_export_members(contentlib_export_t *export, ngx_str_t *line)
{
    u_char                   *start;
    uint64_t                  count, position;
    contentlib_db_t          *db;
    contentlib_set_t         *items;
    contentlib_export_ids_t   ids;

    db = export->db;
    items = contentlib_set_create(export->pool, db->meta.items);

    contentlib_filter_numbers(db, CONTENTLIB_POSTING_COLLECTION,
                              export->collections, export->collections,
                              items);
    export->collections++;

    if (contentlib_db_failed(db)) {
        return NGX_ERROR;
    }

    count = contentlib_set_count(items);

    if (count == 0) {
        return NGX_OK;
    }

    if (line->len == 0 || line->data[line->len - 1] != '}') {
        return contentlib_db_corrupt(db, "a record has no end");
    }

    start = ngx_pnalloc(export->pool, line->len + sizeof(",\"items\":[]}\n")
                                      + count * (NGX_INT64_LEN + 1));

    ids.db = db;
    ids.p = ngx_cpymem(start, line->data, line->len - 1);
    ids.p = ngx_cpymem(ids.p, ",\"items\":[", sizeof(",\"items\":[") - 1);

    for (position = 0;
         contentlib_set_next(items, &position) == NGX_OK;
         position++)
    {
        if (contentlib_records_read(db, CONTENTLIB_LIST_ITEMS, &position, 1,
                                    contentlib_export_id, &ids)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    /* in place of the last comma */

    ids.p[-1] = ']';
    *ids.p++ = '}';

    line->data = start;
    line->len = (size_t) (ids.p - start);

    return NGX_OK;
}


static ngx_int_t
contentlib_export_id(void *data, const ngx_str_t *record,
    const ngx_str_t *marks)
{
    contentlib_export_ids_t *ids = data;

    size_t  start, end;

    start = sizeof(CONTENTLIB_EXPORT_ID) - 1;

    if (record->len < start
        || ngx_memcmp(record->data, CONTENTLIB_EXPORT_ID, start) != 0)
    {
        return contentlib_db_corrupt(ids->db, "a record has no identifier");
    }

    for (end = start; end < record->len && end - start < NGX_INT64_LEN; end++)
    {
        if (record->data[end] < '0' || record->data[end] > '9') {
            break;
        }
    }

    ids->p = ngx_cpymem(ids->p, record->data + start, end - start);
    *ids->p++ = ',';

    return NGX_OK;
}
