
/*
 * Copyright (C) contentlib authors
 *
 * The table is read twice, because identifiers that rows do not have follow
 * the highest one that any row has.
 */


#include <tool/import/contentlib_loader.h>

#include <text/contentlib_text.h>
#include <tool/contentlib_progress.h>
#include <tool/import/contentlib_cell.h>
#include <tool/import/contentlib_csv.h>
#include <tool/import/contentlib_picture.h>
#include <tool/import/contentlib_picture_url.h>
#include <tool/record/contentlib_values.h>


#define CONTENTLIB_TABLE_POOL     4096
#define CONTENTLIB_TABLE_NAMES    240       /* bytes of names in a message */

#define CONTENTLIB_TABLE_SKIPPED  3         /* rows that are named */


typedef struct {
    contentlib_loader_t       *loader;
    contentlib_csv_t          *csv;
    contentlib_picture_row_t   row;

    ngx_uint_t                 ncells;      /* of the first row */
    ngx_uint_t                 fields[CONTENTLIB_PICTURE_FIELDS]; /* columns */
    ngx_uint_t                 cells[CONTENTLIB_PICTURE_COLUMNS]; /* from 1 */
    const char                *names[CONTENTLIB_PICTURE_COLUMNS];
    char                       found[CONTENTLIB_TABLE_NAMES];
    char                       unused[CONTENTLIB_TABLE_NAMES];
    ngx_pool_t                *pool;

    /* for the notes: rows */

    uint64_t                   skipped;
    char                       files[CONTENTLIB_TABLE_NAMES];
    uint64_t                   untimed;
    uint64_t                   unsized;
    ngx_uint_t                 drives;
} contentlib_table_t;


static ngx_int_t contentlib_table_header(contentlib_table_t *table);
static ngx_int_t contentlib_table_name(contentlib_table_t *table,
    ngx_uint_t cell);
static void contentlib_table_list(char *list, const ngx_str_t *name);
static void contentlib_table_scan(contentlib_table_t *table);
static void contentlib_table_directory(contentlib_table_t *table,
    contentlib_picture_field_e field);
static ngx_int_t contentlib_table_next(contentlib_table_t *table);
static void contentlib_table_cell(contentlib_table_t *table, ngx_uint_t column,
    ngx_str_t *text);
static void contentlib_table_file(const contentlib_picture_column_t *kind,
    ngx_str_t *text);
static void contentlib_table_load(contentlib_table_t *table);
static void contentlib_table_row(contentlib_table_t *table);
static ngx_uint_t contentlib_table_without_file(contentlib_table_t *table);
static void contentlib_table_collections(contentlib_table_t *table,
    ngx_uint_t end);
static void contentlib_table_collection(contentlib_table_t *table,
    const ngx_str_t *name, ngx_uint_t end);
static void contentlib_table_notes(const contentlib_table_t *table);


void
contentlib_import_table(contentlib_loader_t *loader, const char *name,
    ngx_uint_t tabs)
{
    int64_t             modified;
    contentlib_table_t  table;

    ngx_memzero(&table, sizeof(contentlib_table_t));

    table.loader = loader;
    table.csv = contentlib_csv_open(name, tabs, &loader->errors);

    if (table.csv == NULL) {
        return;
    }

    contentlib_stage_file(loader->stage, table.csv->name);

    modified = ngx_max(table.csv->modified, CONTENTLIB_TIME_FIRST);

    table.pool = ngx_create_pool(CONTENTLIB_TABLE_POOL, NULL);
    table.row.tag_separator = loader->tag_separator;
    table.row.csv = table.csv;
    table.row.stage = loader->stage;
    table.row.media_url = loader->media_url;
    table.row.created = ngx_min(modified, CONTENTLIB_TIME_LAST) * 1000000;
    table.row.highest = contentlib_stage_indexes(loader->stage);

    if (contentlib_table_header(&table) == NGX_OK) {
        contentlib_table_scan(&table);
        contentlib_table_load(&table);
    }

    loader->bytes += table.csv->len;

    contentlib_csv_close(table.csv);
    ngx_destroy_pool(table.pool);
}


static ngx_int_t
contentlib_table_header(contentlib_table_t *table)
{
    char               quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_int_t          rc;
    ngx_uint_t         i;
    contentlib_csv_t  *csv;

    csv = table->csv;
    rc = contentlib_csv_next(csv);

    if (rc == NGX_DONE && !table->loader->allow_empty) {
        return contentlib_errors_add(csv->place.errors, "%s: the input is "
                                     "empty: check the command that writes "
                                     "it, or use --allow-empty", csv->name);
    }

    table->ncells = csv->ncells;

    for (i = 0; i < csv->ncells && rc == NGX_OK; i++) {
        rc = contentlib_table_name(table, i);
    }

    if (rc != NGX_OK || table->fields[CONTENTLIB_PICTURE_FILE]) {
        return rc;
    }

    return contentlib_place_error(&csv->place, "there is no column \"file\", "
                                  "\"url\", \"SourceFile\" or \"Filename\" "
                                  "(the columns are: %s)",
                                  contentlib_message_string(quoted,
                                                            table->found));
}


static ngx_int_t
contentlib_table_name(contentlib_table_t *table, ngx_uint_t cell)
{
    u_char      *name;
    ngx_uint_t   i;
    ngx_str_t   *text;

    text = &table->csv->cells[cell];

    contentlib_cell_name(text);
    contentlib_table_list(table->found, text);

    for (i = 0; i < CONTENTLIB_PICTURE_COLUMNS; i++) {

        if (!contentlib_cell_same((char *) text->data,
                                  contentlib_picture_columns[i].name))
        {
            continue;
        }

        if (table->cells[i]) {
            return contentlib_place_error(&table->csv->place,
                                          "column \"%s\" appears twice",
                                          contentlib_picture_columns[i].name);
        }

        name = ngx_pnalloc(table->pool, text->len + 1);

        ngx_memcpy(name, text->data, text->len + 1);
        table->names[i] = (char *) name;
        table->cells[i] = cell + 1;
        table->fields[contentlib_picture_columns[i].field]++;

        return NGX_OK;
    }

    contentlib_table_list(table->unused, text);

    return NGX_OK;
}


/* the names that have room, and always the beginning of the first one */

static void
contentlib_table_list(char *list, const ngx_str_t *name)
{
    size_t  len;

    len = ngx_strlen(list);

    if (name->len
        && (len == 0 || name->len + 2 < CONTENTLIB_TABLE_NAMES - len))
    {
        (void) snprintf(list + len, CONTENTLIB_TABLE_NAMES - len, "%s%s",
                        len ? ", " : "", (char *) name->data);
    }
}


/*
 * The highest identifier, and the directory that all files are in, if exiftool
 * was called with an absolute path, or paths have a drive.  Errors are reported
 * when the rows are read again.
 */

static void
contentlib_table_scan(contentlib_table_t *table)
{
    int64_t                     id;
    contentlib_errors_t         errors;
    contentlib_picture_field_e  i;

    ngx_memzero(&errors, sizeof(contentlib_errors_t));
    table->csv->place.errors = &errors;

    while (contentlib_table_next(table) == NGX_OK) {

        (void) contentlib_value_digits(
                           &table->row.values[CONTENTLIB_PICTURE_ID].text, &id);
        table->row.highest = ngx_max(table->row.highest, id);

        for (i = 0; i < CONTENTLIB_PICTURE_FIELDS; i++) {
            if (contentlib_picture_is_file(i)) {
                contentlib_table_directory(table, i);
            }
        }
    }

    table->unsized = 0;
    table->csv->place.errors = &table->loader->errors;
    contentlib_csv_rewind(table->csv);

    /* the column names */

    (void) contentlib_csv_next(table->csv);
}


/* shortens the directory to what the path of this row begins with, too */

static void
contentlib_table_directory(contentlib_table_t *table,
    contentlib_picture_field_e field)
{
    size_t            len, drive;
    ngx_str_t        *directory;
    ngx_uint_t        named;
    const ngx_str_t  *path;

    path = &table->row.values[field].text;

    if (path->len == 0) {
        return;
    }

    drive = contentlib_picture_drive(path);
    named = table->row.values[field].column->path;

    /* a file without a drive has no directory in common with the others */

    if (field != CONTENTLIB_PICTURE_FILE && !named && !drive) {
        return;
    }

    directory = &table->row.directory;
    table->drives |= drive;

    if (directory->data == NULL) {
        directory->data = ngx_pnalloc(table->pool, path->len);

        ngx_memcpy(directory->data, path->data, path->len);
        directory->len = ((named && path->data[0] == '/') || drive)
                         ? path->len : 0;
    }

    for (len = 0; len < ngx_min(path->len, directory->len); len++) {
        if (path->data[len] != directory->data[len]) {
            break;
        }
    }

    while (len > 0 && directory->data[len - 1] != '/') {
        len--;
    }

    directory->len = len;
}


/* the next row that has a value, by the fields of a picture */

static ngx_int_t
contentlib_table_next(contentlib_table_t *table)
{
    ngx_int_t                    rc;
    ngx_uint_t                   i, cell, empty;
    contentlib_csv_t            *csv;
    contentlib_picture_value_t  *value, *values;

    csv = table->csv;
    values = table->row.values;

    do {
        rc = contentlib_csv_next(csv);

        if (rc != NGX_OK) {
            return rc;
        }

        for (i = 0, empty = 1; i < csv->ncells; i++) {
            empty &= (csv->cells[i].len == 0);
        }

    } while (empty);

    for (i = 0; i < CONTENTLIB_PICTURE_FIELDS; i++) {
        ngx_str_set(&values[i].text, "");
    }

    for (i = 0; i < CONTENTLIB_PICTURE_COLUMNS; i++) {

        cell = table->cells[i];
        value = &values[contentlib_picture_columns[i].field];

        if (cell && cell <= csv->ncells && value->text.len == 0) {
            value->column = &contentlib_picture_columns[i];
            value->name.name = table->names[i];
            value->name.wrong = 0;

            contentlib_table_cell(table, i, &csv->cells[cell - 1]);

            value->text = csv->cells[cell - 1];
        }
    }

    return NGX_OK;
}


/*
 * exiftool writes "-" for what it does not find, zeros for a time that a camera
 * did not know, and sizes with a unit.
 */

static void
contentlib_table_cell(contentlib_table_t *table, ngx_uint_t column,
    ngx_str_t *text)
{
    char                              *p;
    int64_t                            size;
    ngx_uint_t                         none;
    const contentlib_picture_column_t *kind;

    kind = &contentlib_picture_columns[column];

    if (contentlib_picture_is_file(kind->field)) {
        contentlib_table_file(kind, text);

    } else {
        contentlib_cell_decode(text);
    }

    /*
     * libcsv removes blanks from fields without quotes only.  A line feed at
     * the end of tags says that commas do not separate them.
     */

    if (kind->field != CONTENTLIB_PICTURE_TAGS
        && kind->field != CONTENTLIB_PICTURE_COLLECTION)
    {
        contentlib_text_trim(text);
        text->data[text->len] = '\0';
    }

    p = (char *) text->data;
    none = (ngx_strcmp(p, "-") == 0);

    switch (kind->field) {

    case CONTENTLIB_PICTURE_CREATED:
        none |= contentlib_cell_none(p) || p[strspn(p, "0:-/ TZ.+")] == '\0';
        break;

    case CONTENTLIB_PICTURE_SIZE:

        if (contentlib_cell_none(p)) {
            none = 1;

        } else if (kind->unit && text->len
                   && contentlib_value_digits(text, &size) != NGX_OK)
        {
            none = 1;
            table->unsized++;
        }

        break;

    case CONTENTLIB_PICTURE_ID:
    case CONTENTLIB_PICTURE_ANIMATED:
    case CONTENTLIB_PICTURE_WIDTH:
    case CONTENTLIB_PICTURE_HEIGHT:
    case CONTENTLIB_PICTURE_THUMBNAIL_WIDTH:
    case CONTENTLIB_PICTURE_THUMBNAIL_HEIGHT:
    case CONTENTLIB_PICTURE_LARGE_WIDTH:
    case CONTENTLIB_PICTURE_LARGE_HEIGHT:
    case CONTENTLIB_PICTURE_CLIP_WIDTH:
    case CONTENTLIB_PICTURE_CLIP_HEIGHT:
    case CONTENTLIB_PICTURE_CLIP_SIZE:
        none |= contentlib_cell_none(p);
        break;

    default:
        break;
    }

    if (none) {
        ngx_str_set(text, "");
    }
}


/* the name of a file may have what looks like an entity */

static void
contentlib_table_file(const contentlib_picture_column_t *kind,
    ngx_str_t *text)
{
    char  *p;

    contentlib_text_trim(text);
    text->data[text->len] = '\0';

    contentlib_cell_address(text);

    if (kind->address || contentlib_value_absolute(text)) {
        contentlib_cell_decode(text);
        return;
    }

    p = (char *) text->data;

    /* of Windows */

    while ((p = strchr(p, '\\')) != NULL) {
        *p = '/';
    }
}


static void
contentlib_table_load(contentlib_table_t *table)
{
    contentlib_loader_t  *loader;

    loader = table->loader;

    /* the rows behind a wrong one are read, too */

    while (contentlib_table_next(table) == NGX_OK) {
        contentlib_table_row(table);

        contentlib_progress_show(loader->n, loader->bytes + table->csv->pos);
    }

    if (!loader->quiet && loader->errors.n == 0) {
        contentlib_progress_end();
        contentlib_table_notes(table);
    }
}


static void
contentlib_table_row(contentlib_table_t *table)
{
    ngx_int_t           rc;
    json_object        *json;
    contentlib_csv_t   *csv;

    csv = table->csv;

    /* empty ones behind the last column */

    while (csv->ncells > table->ncells
           && csv->cells[csv->ncells - 1].len == 0)
    {
        csv->ncells--;
    }

    if (csv->ncells > table->ncells) {
        (void) contentlib_place_error(&csv->place, "%lu fields, but %lu "
                                      "column%s: write quotes around a text "
                                      "that has separators", csv->ncells,
                                      table->ncells,
                                      table->ncells == 1 ? "" : "s");
        return;
    }

    if (contentlib_table_without_file(table)) {
        return;
    }

    rc = contentlib_picture_item(&table->row, &json);

    if (rc == NGX_DECLINED && table->skipped++ < CONTENTLIB_TABLE_SKIPPED) {
        contentlib_table_list(table->files,
                              &table->row.values[CONTENTLIB_PICTURE_FILE].text);
    }

    if (rc == NGX_OK) {
        table->loader->n++;
        table->untimed += (table->fields[CONTENTLIB_PICTURE_CREATED]
                           && table->row.values[CONTENTLIB_PICTURE_CREATED]
                              .text.len == 0);

        if (contentlib_loader_record(table->loader, &csv->place, json, NULL)
            == NGX_OK)
        {
            contentlib_table_collections(table, 0);
        }

        csv->place.kind = NULL;
    }
}


/* a row for a directory that was not read, or for collections that ended */

static ngx_uint_t
contentlib_table_without_file(contentlib_table_t *table)
{
    ngx_str_t                          url;
    const contentlib_picture_value_t  *values;

    values = table->row.values;
    url = values[CONTENTLIB_PICTURE_FILE].text;

    if (url.len == 0 && values[CONTENTLIB_PICTURE_COLLECTION].text.len) {
        contentlib_table_collections(table, 1);
        return 1;
    }

    if (url.len && url.data[url.len - 1] == '/') {
        url = contentlib_picture_address(&table->row, CONTENTLIB_PICTURE_FILE);
        url = contentlib_value_strip(table->row.media_url, &url);

        contentlib_stage_unread(table->row.stage, &url);
        return 1;
    }

    return 0;
}


static void
contentlib_table_collections(contentlib_table_t *table, ngx_uint_t end)
{
    ngx_str_t    name;
    const char  *p, *separator;

    p = (char *) table->row.values[CONTENTLIB_PICTURE_COLLECTION].text.data;
    separator = contentlib_picture_separator(&table->row, p);

    do {
        name = contentlib_picture_next(&p, separator);

        if (name.len) {
            contentlib_table_collection(table, &name, end);
        }

    } while (p);
}


/* the first row of a collection tells its preview */

static void
contentlib_table_collection(contentlib_table_t *table, const ngx_str_t *name,
    ngx_uint_t end)
{
    int64_t            number;
    ngx_int_t          rc;
    json_object       *json;
    contentlib_csv_t  *csv;
    contentlib_tag_t   collection;

    csv = table->csv;
    collection.name = *name;

    contentlib_picture_slug(name, csv->pool, &collection.slug);

    rc = contentlib_stage_collection_named(table->row.stage, csv->pool,
                                           &collection, &number);

    if (end) {
        contentlib_stage_end(table->row.stage, &collection.slug);
        return;
    }

    if (rc != NGX_OK) {
        json = contentlib_picture_collection(&table->row, &collection);

        if (contentlib_loader_record(table->loader, &csv->place, json, NULL)
            != NGX_OK)
        {
            return;
        }

        (void) contentlib_stage_collection_named(table->row.stage, csv->pool,
                                                 &collection, &number);
    }

    contentlib_stage_member(table->row.stage, number, table->row.id);
}


/* what the user may not expect */

static void
contentlib_table_notes(const contentlib_table_t *table)
{
    char         quoted[CONTENTLIB_QUOTE_SIZE];
    const char  *name;

    name = table->csv->name;

    if (table->skipped) {
        (void) printf("%s: %llu row%s skipped, neither pictures that browsers "
                      "show nor videos with a still: %s%s\n", name,
                      (unsigned long long) table->skipped,
                      table->skipped == 1 ? "" : "s",
                      contentlib_message_string(quoted, table->files),
                      table->skipped > CONTENTLIB_TABLE_SKIPPED ? ", ..." : "");
    }

    if (table->unused[0] != '\0') {
        (void) printf("%s: columns that are not used: %s\n", name,
                      contentlib_message_string(quoted, table->unused));
    }

    if (table->row.directory.len) {
        (void) printf("%s: addresses are relative to \"%s\"\n", name,
                      contentlib_message_quote(quoted,
                                               table->row.directory.data,
                                               table->row.directory.len));

    } else if (table->drives) {
        (void) printf("%s: addresses are paths without their drive letters\n",
                      name);
    }

    if (table->untimed) {
        (void) printf("%s: rows without a time: %llu (see the column "
                      "\"created\" in \"Tables of pictures\")\n", name,
                      (unsigned long long) table->untimed);
    }

    if (table->unsized) {
        (void) printf("%s: rows whose size is not a number of bytes, and not "
                      "used: %llu (call exiftool with -n)\n", name,
                      (unsigned long long) table->unsized);
    }

    if (!table->row.separated && 2 * table->row.blanks > table->row.tags) {
        (void) printf("%s: no tags have a separator, so each cell is one tag "
                      "(if blanks separate tags, use --tag-separator \" \")\n",
                      name);
    }
}
