
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
#include <tool/import/contentlib_loader.h>
#include <tool/import/contentlib_numbers.h>
#include <tool/record/contentlib_values.h>
#include <tool/write/contentlib_target.h>
#include <tool/write/contentlib_write.h>

#include <sys/stat.h>


#define CONTENTLIB_IMPORT_ERRORS  20


typedef struct {
    const contentlib_options_t   *options;
    contentlib_loader_t           loader;
    contentlib_target_t           target;
    contentlib_db_t              *old;          /* NULL: nothing of it stays */
    contentlib_write_t            write;
    u_char                        media_url[CONTENTLIB_DB_MEDIA_URL];
    contentlib_from_t            *from;         /* NULL without --from */
    contentlib_remote_t           remote;
} contentlib_import_t;


static void contentlib_import_options(contentlib_import_t *import);
static void contentlib_import_open_old(contentlib_import_t *import);
static ngx_uint_t contentlib_import_nothing(const char *name);
static void contentlib_import_read(contentlib_import_t *import);
static void contentlib_import_from(contentlib_import_t *import);
static void contentlib_import_old(contentlib_import_t *import,
    contentlib_stage_phase_e phase);
static void contentlib_import_file(contentlib_import_t *import,
    const char *name);
static ngx_uint_t contentlib_import_is_table(
    const contentlib_options_t *options, const char *name, ngx_uint_t *tabs);
static uint64_t contentlib_import_total(contentlib_import_t *import);
static void contentlib_import_publish(contentlib_import_t *import,
    double started);
static void contentlib_import_emptied(contentlib_import_t *import);
static void contentlib_import_summary(contentlib_import_t *import,
    double started);
static void contentlib_import_notes(contentlib_import_t *import);
static void contentlib_import_service(contentlib_import_t *import);
static void contentlib_import_ignored(contentlib_import_t *import);


ngx_int_t
contentlib_import(const contentlib_options_t *options)
{
    double                started;
    contentlib_errors_t  *errors;
    contentlib_import_t   import;

    ngx_memzero(&import, sizeof(contentlib_import_t));

    import.options = options;

    if (!options->quiet) {
        contentlib_progress_enable();
    }

    contentlib_import_options(&import);
    contentlib_target_open(&import.target, options->library);

    /* SQLite puts its temporary files there, and removes them at once */

    if (setenv("SQLITE_TMPDIR", import.target.directory, 1) == -1) {
        contentlib_no_memory();
    }

    if (options->from) {
        import.from = contentlib_from_open(options);
    }

    started = contentlib_progress_now();

    contentlib_import_open_old(&import);

    import.loader.stage = contentlib_stage_open(import.loader.tables);

    contentlib_numbers_keep(import.loader.stage, options->library);
    contentlib_import_read(&import);

    errors = &import.loader.errors;

    if (errors->n == 0) {
        contentlib_import_publish(&import, started);

    } else if (import.from) {

        /* the service may correct a page, or one that contradicts it */

        contentlib_from_forget(import.from);
    }

    contentlib_stage_close(import.loader.stage);

    if (import.from) {
        contentlib_from_close(import.from);
        json_object_put(import.remote.ignored);
    }

    if (import.old) {
        contentlib_db_close(import.old);
    }

    contentlib_progress_end();

    if (errors->n > errors->most) {
        contentlib_fail("and %llu more",
                        (unsigned long long) (errors->n - errors->most));
    }

    return errors->n ? NGX_ERROR : NGX_OK;
}


static void
contentlib_import_options(contentlib_import_t *import)
{
    size_t                i;
    const char           *url, *reason;
    ngx_uint_t            tabs;
    contentlib_loader_t  *loader;

    loader = &import->loader;

    for (i = 0; i < import->options->nfiles; i++) {
        loader->tables |= contentlib_import_is_table(import->options,
                                                     import->options->files[i],
                                                     &tabs);
    }

    loader->media_url = &import->write.media_url;
    loader->tag_separator = import->options->tag_separator;
    loader->quiet = (import->options->quiet != NULL);
    loader->allow_empty = (import->options->allow_empty != NULL);
    loader->errors.most = import->options->max_errors
                          ? strtoull(import->options->max_errors, NULL, 10)
                          : CONTENTLIB_IMPORT_ERRORS;

    contentlib_partner_init(&loader->partner, import->options->partner);

    ngx_str_set(&import->write.media_url, "");

    url = import->options->media_url;

    if (url == NULL || url[0] == '\0') {
        return;
    }

    import->write.media_url.data = (u_char *) url;
    import->write.media_url.len = ngx_strlen(url);

    reason = contentlib_value_media_url(loader->media_url);

    if (reason) {
        contentlib_fail("contentlib: --media-url %s", reason);
    }

    /* the arguments of the program stay as they are */

    ngx_memcpy(import->media_url, url, import->write.media_url.len);
    import->write.media_url.data = import->media_url;

    contentlib_value_lower(&import->write.media_url);
}


/* an import that runs again and again has no old library at first */

static void
contentlib_import_open_old(contentlib_import_t *import)
{
    const contentlib_options_t  *options;

    options = import->options;

    if (options->merge == NULL
        && (options->keep_ids == NULL
            || contentlib_import_nothing(options->library)))
    {
        return;
    }

    import->old = contentlib_export_open_any(options->library);

    if (options->media_url == NULL) {
        import->write.media_url = import->old->meta.media_url;
    }
}


/* an empty file is no library that could be lost */

static ngx_uint_t
contentlib_import_nothing(const char *name)
{
    struct stat  info;

    return stat(name, &info) == -1 ? errno == ENOENT : info.st_size == 0;
}


/* the first record counts, so those of the old library come last */

static void
contentlib_import_read(contentlib_import_t *import)
{
    size_t                i;
    contentlib_loader_t  *loader;

    loader = &import->loader;

    if (import->options->delete) {
        contentlib_delete(loader, import->options->delete);
    }

    if (import->options->merge) {
        contentlib_import_old(import, CONTENTLIB_STAGE_RESERVE);

    } else if (loader->tables) {
        contentlib_import_old(import, CONTENTLIB_STAGE_KEEP);
    }

    contentlib_progress_begin("reading", contentlib_import_total(import));

    if (import->from) {
        contentlib_import_from(import);
    }

    for (i = 0; i < import->options->nfiles; i++) {
        contentlib_import_file(import, import->options->files[i]);
    }

    /* records refer to those that have errors */

    if (loader->errors.n == 0) {

        contentlib_import_old(import, import->options->merge
                                      ? CONTENTLIB_STAGE_OLD
                                      : CONTENTLIB_STAGE_KEPT);

        contentlib_stage_check(loader->stage, &loader->errors);
    }
}


static void
contentlib_import_old(contentlib_import_t *import,
    contentlib_stage_phase_e phase)
{
    if (import->old) {
        contentlib_progress_begin("merging", import->old->meta.items);
        contentlib_loader_library(&import->loader, import->old,
                                  import->options->library, phase);
    }
}


/* a page with errors is the last one, as another request may take long */

static void
contentlib_import_from(contentlib_import_t *import)
{
    contentlib_input_t   *page;
    contentlib_loader_t  *loader;

    loader = &import->loader;
    loader->remote = &import->remote;

    while (loader->errors.n == 0
           && (page = contentlib_from_next(import->from, &loader->errors))
              != NULL)
    {
        contentlib_loader_input(loader, page);
    }

    loader->remote = NULL;
}


static void
contentlib_import_file(contentlib_import_t *import, const char *name)
{
    ngx_uint_t            tabs;
    contentlib_loader_t  *loader;

    loader = &import->loader;

    if (contentlib_import_is_table(import->options, name, &tabs)) {
        contentlib_import_table(loader, name, tabs);
        return;
    }

    contentlib_loader_input(loader,
                            contentlib_input_open(name, -1, &loader->errors));
}


/* what --format says, or the end of the name, or else a look at the file */

static ngx_uint_t
contentlib_import_is_table(const contentlib_options_t *options,
    const char *name, ngx_uint_t *tabs)
{
    const char  *format, *dot;

    dot = strrchr(name, '.');
    format = options->format;

    if (format == NULL && dot) {
        format = dot + 1;
    }

    *tabs = (format && strcasecmp(format, "tsv") == 0);

    if (*tabs || (format && strcasecmp(format, "csv") == 0)) {
        return 1;
    }

    return options->format == NULL
           && (format == NULL || strcasecmp(format, "json"))
           && contentlib_input_is_table(name);
}


/* bytes of all that is read, or 0 if this is not known */

static uint64_t
contentlib_import_total(contentlib_import_t *import)
{
    size_t       i;
    uint64_t     total;
    struct stat  info;

    total = 0;

    if (import->from) {
        return 0;
    }

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


static void
contentlib_import_publish(contentlib_import_t *import, double started)
{
    const char          *name;
    contentlib_write_t  *write;

    name = import->options->library;
    write = &import->write;
    write->path = import->target.temporary;
    write->name = name;

    contentlib_write(write, import->loader.stage);

    if (!import->options->allow_empty) {
        contentlib_import_emptied(import);
    }

    /* what would have changed; the new library goes as it came */

    if (import->options->dry_run) {
        contentlib_changes(contentlib_import_nothing(name) ? NULL : name,
                           write->path);
        contentlib_import_notes(import);
        return;
    }

    contentlib_target_publish(&import->target);

    if (import->from) {
        contentlib_from_forget(import->from);
    }

    contentlib_progress_end();

    if (!import->options->quiet) {
        contentlib_import_summary(import, started);
    }
}


/*
 * A library without records does not replace one that has some, or that cannot
 * be opened: the input of a conversion that failed is empty, too.
 */

static void
contentlib_import_emptied(contentlib_import_t *import)
{
    char                      quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_uint_t                records;
    const char               *name;
    contentlib_db_t          *db;
    const contentlib_meta_t  *meta;

    name = import->options->library;

    if (import->write.items || import->write.tags || import->write.collections
        || contentlib_import_nothing(name))
    {
        return;
    }

    db = contentlib_export_open_any(name);
    meta = &db->meta;
    records = (meta->items || meta->tags || meta->collections);

    contentlib_db_close(db);

    if (records && import->options->nfiles && import->loader.bytes == 0) {
        name = (import->options->nfiles == 1) ? import->options->files[0]
                                              : "contentlib";

        contentlib_fail("%s: the input is empty: check the command that writes "
                        "it, or use --allow-empty",
                        contentlib_message_string(quoted, name));
    }

    if (records) {

        if (import->from) {
            contentlib_from_forget(import->from);
        }

        contentlib_fail("contentlib: the input has no records: \"%s\" is only "
                        "replaced by an empty library with --allow-empty",
                        contentlib_message_string(quoted, name));
    }
}


static void
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
        contentlib_fail_output("replaced, but cannot write the summary");
    }
}


/* what else there is to tell */

static void
contentlib_import_notes(contentlib_import_t *import)
{
    char      quoted[CONTENTLIB_QUOTE_SIZE], slugs[CONTENTLIB_QUOTE_SIZE];
    uint64_t  removed, lost;

    if (import->options->delete) {
        removed = contentlib_stage_removed(import->loader.stage);

        (void) printf("%s: %llu item%s removed, unknown ids: %llu\n",
                      contentlib_message_string(quoted,
                                                import->options->delete),
                      (unsigned long long) removed, removed == 1 ? "" : "s",
                      (unsigned long long) (import->loader.removals
                                            - removed));
    }

    lost = contentlib_stage_lost(import->loader.stage, slugs, sizeof(slugs));

    if (lost) {
        (void) printf("collections whose items are gone: %llu (%s%s)\n",
                      (unsigned long long) lost, slugs,
                      lost > 3 ? ", ..." : "");
    }

    if (import->from) {
        contentlib_import_service(import);
    }
}


/* and what the configuration needs so that the API gives the same responses */

static void
contentlib_import_service(contentlib_import_t *import)
{
    char                        quoted[CONTENTLIB_QUOTE_SIZE];
    uint64_t                    lone;
    const contentlib_from_t    *from;
    const contentlib_options_t *options;

    from = import->from;
    options = import->options;

    (void) printf("%s: %llu request%s, %lu page%s from the cache\n",
                  contentlib_message_string(quoted, options->from),
                  (unsigned long long) from->fetch.requests,
                  from->fetch.requests == 1 ? "" : "s", from->stored,
                  from->stored == 1 ? "" : "s");

    contentlib_import_ignored(import);

    if (import->remote.percents) {
        (void) printf("addresses with a \"%%\" without two hexadecimal digits "
                      "behind it: %llu (clients may not find these files)\n",
                      (unsigned long long) import->remote.percents);
    }

    if (import->remote.strings) {
        (void) printf("the service sends numbers as strings: configure "
                      "\"contentlib_numbers string;\"\n");
    }

    if (ngx_strcmp(options->partner, "partner") != 0) {
        (void) printf("the service has \"%s_ids\": configure "
                      "\"contentlib_partner %s;\"\n", options->partner,
                      options->partner);
    }

    lone = contentlib_stage_lone(import->loader.stage);

    if (lone) {
        (void) printf("collections that have their preview only: %llu (the "
                      "API does not return their items: import records with "
                      "\"items\")\n", (unsigned long long) lone);
    }
}


static void
contentlib_import_ignored(contentlib_import_t *import)
{
    char         names[CONTENTLIB_QUOTE_SIZE], quoted[CONTENTLIB_QUOTE_SIZE];
    size_t       len;
    json_object *ignored;

    ignored = import->remote.ignored;
    len = 0;

    if (ignored == NULL) {
        return;
    }

    json_object_object_foreach(ignored, key, value) {

        (void) value;

        if (len < sizeof(names)) {
            len += (size_t) snprintf(names + len, sizeof(names) - len, "%s%s",
                                     len ? ", " : "", key);
        }
    }

    (void) printf("fields that are not used: %s\n",
                  contentlib_message_string(quoted, names));
}
