
/*
 * Copyright (C) contentlib authors
 *
 * The command "import": reads records into the stage, makes the library of
 * them and puts it in the place of the old one.
 */


#include <tool/contentlib_commands.h>

#include <tool/contentlib_progress.h>
#include <tool/from/contentlib_from.h>
#include <tool/import/contentlib_changes.h>
#include <tool/import/contentlib_delete.h>
#include <tool/import/contentlib_import_table.h>
#include <tool/record/contentlib_values.h>
#include <tool/write/contentlib_target.h>
#include <tool/write/contentlib_write.h>

#include <sys/stat.h>


#define CONTENTLIB_IMPORT_ERRORS  20


typedef struct {
    const contentlib_options_t   *options;
    contentlib_message_t         *message;
    contentlib_loader_t           loader;
    contentlib_target_t           target;
    contentlib_db_t              *old;          /* NULL without --merge */
    contentlib_write_t            write;
    contentlib_from_t            *from;         /* NULL without --from */
    contentlib_from_counts_t      fetched;
    contentlib_delete_t           deleted;
} contentlib_import_t;


static ngx_int_t contentlib_import_options(contentlib_import_t *import);
static ngx_int_t contentlib_import_build(contentlib_import_t *import);
static ngx_int_t contentlib_import_stage(contentlib_import_t *import);
static ngx_int_t contentlib_import_read(contentlib_import_t *import);
static ngx_int_t contentlib_import_pages(contentlib_import_t *import);
static ngx_int_t contentlib_import_file(contentlib_import_t *import,
    const char *name);
static uint64_t contentlib_import_total(contentlib_import_t *import);
static ngx_int_t contentlib_import_publish(contentlib_import_t *import,
    double started);
static ngx_int_t contentlib_import_emptied(contentlib_import_t *import);
static ngx_int_t contentlib_import_changes(contentlib_import_t *import);
static ngx_int_t contentlib_import_summary(contentlib_import_t *import,
    double started);
static void contentlib_import_notes(contentlib_import_t *import);


ngx_int_t
contentlib_import(const contentlib_options_t *options,
    contentlib_message_t *message)
{
    ngx_int_t             rc;
    contentlib_import_t  *import;

    import = ngx_calloc(sizeof(contentlib_import_t), NULL);

    import->options = options;
    import->message = message;
    import->target.fd = -1;

    if (!options->quiet) {
        contentlib_progress_enable();
    }

    rc = contentlib_import_options(import);

    if (rc == NGX_OK) {
        rc = contentlib_target_open(&import->target, options->library,
                                    message);
    }

    /* SQLite puts its temporary files there, and removes them at once */

    if (rc == NGX_OK
        && setenv("SQLITE_TMPDIR", import->target.directory, 1) == -1)
    {
        contentlib_no_memory();
    }

    if (rc == NGX_OK && options->from) {
        import->from = contentlib_from_read(options, &import->fetched, message);

        rc = import->from ? NGX_OK : NGX_ERROR;
    }

    if (rc == NGX_OK) {
        rc = contentlib_import_build(import);
    }

    contentlib_progress_end();
    contentlib_target_close(&import->target);

    if (import->from) {
        contentlib_from_close(import->from);
    }

    free(import);

    return rc;
}


static ngx_int_t
contentlib_import_options(contentlib_import_t *import)
{
    const char           *url, *reason;
    contentlib_loader_t  *loader;

    loader = &import->loader;

    loader->message = import->message;
    loader->media_url = &import->write.media_url;
    loader->quiet = (import->options->quiet != NULL);
    loader->errors.most = import->options->max_errors
                          ? strtoull(import->options->max_errors, NULL, 10)
                          : CONTENTLIB_IMPORT_ERRORS;

    if (contentlib_partner_init(&loader->partner, import->options->partner,
                                import->message)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    url = import->options->media_url;

    if (url == NULL || url[0] == '\0') {
        return NGX_OK;
    }

    import->write.media_url.data = (u_char *) (uintptr_t) url;
    import->write.media_url.len = ngx_strlen(url);

    reason = contentlib_value_media_url(loader->media_url);

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

    if (import->options->merge
        && contentlib_export_open(&import->old, import->options->library,
                                  import->message)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (import->old && import->options->media_url == NULL) {
        import->write.media_url = import->old->meta.media_url;
    }

    import->loader.stage = contentlib_stage_open(import->message);

    if (import->loader.stage) {

        rc = contentlib_import_stage(import);

        if (rc == NGX_OK) {
            rc = contentlib_import_publish(import, started);
        }

        contentlib_stage_close(import->loader.stage);
    }

    if (import->old) {
        contentlib_db_close(import->old);
    }

    return rc;
}


static ngx_int_t
contentlib_import_stage(contentlib_import_t *import)
{
    ngx_int_t             rc;
    contentlib_errors_t  *errors;

    rc = contentlib_import_read(import);
    errors = &import->loader.errors;

    if (rc != NGX_OK || errors->n == 0) {
        return rc;
    }

    if (errors->n > errors->most) {
        (void) contentlib_message_set(import->message, "and %llu more",
                                      (unsigned long long) (errors->n
                                                            - errors->most));
    }

    return NGX_ERROR;
}


static ngx_int_t
contentlib_import_read(contentlib_import_t *import)
{
    size_t     i;
    ngx_int_t  rc;

    rc = NGX_OK;

    if (import->old) {
        contentlib_progress_begin("merging", import->old->meta.items);

        rc = contentlib_loader_library(&import->loader, import->old,
                                       import->options->library);
    }

    if (rc == NGX_OK && import->options->delete) {
        rc = contentlib_delete(import->loader.stage, import->options->delete,
                               &import->deleted, &import->loader.errors,
                               import->message);
    }

    contentlib_progress_begin("reading", contentlib_import_total(import));

    if (rc == NGX_OK && import->from) {
        rc = contentlib_import_pages(import);
    }

    for (i = 0; i < import->options->nfiles && rc == NGX_OK; i++) {
        rc = contentlib_import_file(import, import->options->files[i]);
    }

    /* records refer to those that have errors */

    if (rc != NGX_OK || import->loader.errors.n > 0) {
        return rc;
    }

    rc = contentlib_stage_check_previews(import->loader.stage);

    return rc == NGX_OK
           ? contentlib_stage_check_members(import->loader.stage,
                                            &import->loader.errors)
           : rc;
}


/* the pages of a service */

static ngx_int_t
contentlib_import_pages(contentlib_import_t *import)
{
    ngx_int_t            rc;
    contentlib_input_t  *input;

    while ((rc = contentlib_from_next(import->from, &import->loader.errors,
                                      &input))
           == NGX_OK)
    {
        if (contentlib_loader_input(&import->loader, input) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


/* what --format says, or else the end of the name, tells a table */

static ngx_int_t
contentlib_import_file(contentlib_import_t *import, const char *name)
{
    const char          *format, *dot;
    contentlib_input_t  *input;

    dot = strrchr(name, '.');
    format = import->options->format;

    if (format == NULL && dot) {
        format = dot + 1;
    }

    if (format
        && (strcasecmp(format, "csv") == 0 || strcasecmp(format, "tsv") == 0))
    {
        return contentlib_import_table(&import->loader, name,
                                       ngx_tolower(format[0]) == 't');
    }

    input = contentlib_input_open(name, NULL, NULL, &import->loader.errors,
                                  import->message);

    return input ? contentlib_loader_input(&import->loader, input) : NGX_ERROR;
}


/* bytes of all that is read, or 0 if one of them cannot tell */

static uint64_t
contentlib_import_total(contentlib_import_t *import)
{
    size_t       i;
    uint64_t     total;
    struct stat  info;

    total = import->fetched.bytes;

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
contentlib_import_publish(contentlib_import_t *import, double started)
{
    contentlib_write_t  *write;

    write = &import->write;
    write->path = import->target.temporary;
    write->name = import->options->library;
    write->message = import->message;

    if (contentlib_write(write, import->loader.stage) != NGX_OK) {
        return NGX_ERROR;
    }

    if (!import->options->allow_empty
        && contentlib_import_emptied(import) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (import->options->dry_run) {
        return contentlib_import_changes(import);
    }

    if (contentlib_target_publish(&import->target) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_progress_end();

    return import->options->quiet
           ? NGX_OK : contentlib_import_summary(import, started);
}


/*
 * A library without records does not replace one that has some, or that cannot
 * be read: the input of a conversion that failed is empty, too.
 */

static ngx_int_t
contentlib_import_emptied(contentlib_import_t *import)
{
    char                      quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_uint_t                records;
    contentlib_db_t          *db;
    contentlib_message_t      unread;
    const contentlib_meta_t  *meta;

    if (import->write.items || import->write.tags || import->write.collections
        || access(import->options->library, F_OK) == -1)
    {
        return NGX_OK;
    }

    unread.len = 0;
    records = 1;

    if (contentlib_export_open(&db, import->options->library, &unread)
        == NGX_OK)
    {
        meta = &db->meta;
        records = (meta->items || meta->tags || meta->collections);
        contentlib_db_close(db);
    }

    if (!records) {
        return NGX_OK;
    }

    return contentlib_message_set(import->message, "contentlib: the input has "
                                  "no records: \"%s\" is only replaced by an "
                                  "empty library with --allow-empty",
                                  contentlib_message_string(quoted,
                                                  import->options->library));
}


/* what would have changed; the new library goes as it came */

static ngx_int_t
contentlib_import_changes(contentlib_import_t *import)
{
    if (contentlib_changes(import->options->library, import->target.temporary,
                           import->write.digest, import->message)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    contentlib_import_notes(import);

    return NGX_OK;
}


static ngx_int_t
contentlib_import_summary(contentlib_import_t *import, double started)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE], counts[CONTENTLIB_COUNTS_SIZE];

    (void) printf("%s: %s, %llu bytes, %.1f s, %.64s\n",
                  contentlib_message_string(quoted, import->options->library),
                  contentlib_message_counts(counts, import->write.items,
                                            import->write.tags,
                                            import->write.collections),
                  (unsigned long long) import->target.bytes,
                  contentlib_progress_now() - started,
                  (const char *) import->write.digest);

    contentlib_import_notes(import);

    if (fflush(stdout) != 0 || ferror(stdout)) {
        return contentlib_message_output(import->message, "replaced, but "
                                         "cannot write the summary");
    }

    return NGX_OK;
}


/* what else there is to tell */

static void
contentlib_import_notes(contentlib_import_t *import)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    if (import->options->delete) {
        (void) printf("%s: %llu item%s removed, unknown ids: %llu\n",
                      contentlib_message_string(quoted,
                                                import->options->delete),
                      (unsigned long long) import->deleted.removed,
                      import->deleted.removed == 1 ? "" : "s",
                      (unsigned long long) import->deleted.missing);
    }

    if (import->from) {
        (void) printf("%s: %llu request%s, %llu unchanged, %llu page%s "
                      "from the cache, %.1f s\n",
                      contentlib_message_string(quoted, import->options->from),
                      (unsigned long long) import->fetched.requests,
                      import->fetched.requests == 1 ? "" : "s",
                      (unsigned long long) import->fetched.unchanged,
                      (unsigned long long) import->fetched.stored,
                      import->fetched.stored == 1 ? "" : "s",
                      import->fetched.seconds);
    }

    if (import->from && import->write.collections > 0) {
        (void) printf("the API does not return the items of collections: "
                      "import records with \"items\"\n");
    }
}
