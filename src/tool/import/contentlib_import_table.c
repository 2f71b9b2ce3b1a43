
/*
 * Copyright (C) contentlib authors
 *
 * The table is read twice, because identifiers that rows do not have follow
 * the highest one that any row has.
 */


#include <tool/import/contentlib_loader.h>

#include <tool/contentlib_progress.h>
#include <tool/import/contentlib_csv.h>
#include <tool/import/contentlib_picture.h>
#include <tool/record/contentlib_values.h>


#define CONTENTLIB_TABLE_NAMES  1000        /* bytes of unused columns */

/* the years 1 to 9999, in seconds */

#define CONTENTLIB_TABLE_FIRST  -62135596800
#define CONTENTLIB_TABLE_LAST   253402300799


typedef struct {
    contentlib_loader_t       *loader;
    contentlib_csv_t          *csv;
    contentlib_picture_row_t   row;

    ngx_uint_t                 ncells;      /* of the first row */
    ngx_uint_t                 files;       /* columns of the file */
    ngx_uint_t                 cells[CONTENTLIB_PICTURE_COLUMNS]; /* from 1 */
    char                       unused[CONTENTLIB_TABLE_NAMES];
    uint64_t                   skipped;     /* rows */
} contentlib_table_t;


static ngx_int_t contentlib_table_header(contentlib_table_t *table);
static ngx_int_t contentlib_table_name(contentlib_table_t *table,
    ngx_uint_t cell);
static void contentlib_table_scan(contentlib_table_t *table);
static void contentlib_table_directory(contentlib_table_t *table,
    const ngx_str_t *path);
static ngx_int_t contentlib_table_next(contentlib_table_t *table);
static void contentlib_table_load(contentlib_table_t *table);
static void contentlib_table_row(contentlib_table_t *table);
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

    modified = ngx_max(table.csv->modified, CONTENTLIB_TABLE_FIRST);

    table.row.csv = table.csv;
    table.row.stage = loader->stage;
    table.row.media_url = loader->media_url;
    table.row.created = ngx_min(modified, CONTENTLIB_TABLE_LAST) * 1000000;
    table.row.highest = contentlib_stage_indexes(loader->stage);

    if (contentlib_table_header(&table) == NGX_OK) {
        contentlib_table_scan(&table);
        contentlib_table_load(&table);
    }

    loader->bytes += table.csv->len;

    contentlib_csv_close(table.csv);
    free(table.row.directory.data);
}


static ngx_int_t
contentlib_table_header(contentlib_table_t *table)
{
    ngx_int_t          rc;
    ngx_uint_t         i;
    contentlib_csv_t  *csv;

    csv = table->csv;
    rc = contentlib_csv_next(csv);

    if (rc == NGX_DONE) {
        csv->place.line = 1;
        return contentlib_place_error(&csv->place,
                                      "there is no row of column names");
    }

    table->ncells = csv->ncells;

    for (i = 0; i < csv->ncells && rc == NGX_OK; i++) {
        rc = contentlib_table_name(table, i);
    }

    return rc != NGX_OK || table->files
           ? rc : contentlib_place_error(&csv->place, "there is no column "
                                         "\"file\", \"url\" or \"SourceFile\"");
}


static ngx_int_t
contentlib_table_name(contentlib_table_t *table, ngx_uint_t cell)
{
    size_t       len;
    ngx_uint_t   i;
    const char  *name;

    name = (char *) table->csv->cells[cell].data;

    for (i = 0; i < CONTENTLIB_PICTURE_COLUMNS; i++) {

        if (strcasecmp(name, contentlib_picture_columns[i].name) != 0) {
            continue;
        }

        if (table->cells[i]) {
            return contentlib_place_error(&table->csv->place,
                                          "column \"%s\" appears twice",
                                          contentlib_picture_columns[i].name);
        }

        table->cells[i] = cell + 1;
        table->files += (contentlib_picture_columns[i].field
                         == CONTENTLIB_PICTURE_FILE);

        return NGX_OK;
    }

    len = ngx_strlen(table->unused);

    if (table->csv->cells[cell].len
        && table->csv->cells[cell].len + 2 < sizeof(table->unused) - len)
    {
        (void) snprintf(table->unused + len, sizeof(table->unused) - len,
                        "%s%s", len ? ", " : "", name);
    }

    return NGX_OK;
}


/*
 * The highest identifier, and the directory that all files are in, if exiftool
 * was called with an absolute path.  Errors are reported when the rows are
 * read again.
 */

static void
contentlib_table_scan(contentlib_table_t *table)
{
    int64_t                           id;
    ngx_str_t                        *number;
    contentlib_errors_t               errors;
    const contentlib_picture_value_t *file;

    ngx_memzero(&errors, sizeof(contentlib_errors_t));
    table->csv->place.errors = &errors;

    file = &table->row.values[CONTENTLIB_PICTURE_FILE];
    number = &table->row.values[CONTENTLIB_PICTURE_ID].text;

    while (contentlib_table_next(table) == NGX_OK) {

        (void) contentlib_value_digits(number, &id);
        table->row.highest = ngx_max(table->row.highest, id);

        if (file->text.len && file->column->path) {
            contentlib_table_directory(table, &file->text);
        }
    }

    table->csv->place.errors = &table->loader->errors;
    contentlib_csv_rewind(table->csv);

    /* the column names */

    (void) contentlib_csv_next(table->csv);
}


/* shortens the directory to what the path of this row begins with, too */

static void
contentlib_table_directory(contentlib_table_t *table, const ngx_str_t *path)
{
    size_t      len;
    ngx_str_t  *directory;

    directory = &table->row.directory;

    if (directory->data == NULL) {
        directory->data = ngx_alloc(path->len, NULL);

        ngx_memcpy(directory->data, path->data, path->len);
        directory->len = (path->data[0] == '/') ? path->len : 0;
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
            value->name.name = contentlib_picture_columns[i].name;
            value->name.wrong = 0;
            value->text = csv->cells[cell - 1];
        }
    }

    return NGX_OK;
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

    if (csv->ncells > table->ncells) {
        (void) contentlib_place_error(&csv->place, "%lu fields, but %lu "
                                      "column%s: write quotes around a text "
                                      "that has separators", csv->ncells,
                                      table->ncells,
                                      table->ncells == 1 ? "" : "s");
        return;
    }

    rc = contentlib_picture_item(&table->row, &json);

    table->skipped += (rc == NGX_DECLINED);

    if (rc == NGX_OK) {
        table->loader->n++;

        contentlib_loader_record(table->loader, &csv->place, json);
        csv->place.kind = NULL;
    }
}


/* what the user may not expect */

static void
contentlib_table_notes(const contentlib_table_t *table)
{
    char         quoted[CONTENTLIB_QUOTE_SIZE];
    const char  *name;

    name = table->csv->name;

    if (table->skipped) {
        (void) printf("%s: %llu row%s skipped: neither pictures nor videos "
                      "with a still\n", name,
                      (unsigned long long) table->skipped,
                      table->skipped == 1 ? "" : "s");
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
    }
}
