
/*
 * Copyright (C) contentlib authors
 *
 * libcsv parses the text line by line, so that messages can name the line.
 */


#include <tool/import/contentlib_csv.h>

#include <text/contentlib_text.h>

#include <csv.h>
#include <fcntl.h>
#include <iconv.h>
#include <sys/stat.h>


#define CONTENTLIB_CSV_CHUNK    (256 * 1024)
#define CONTENTLIB_CSV_POOL     16384
#define CONTENTLIB_CSV_EXCERPT  24          /* bytes before a wrong one */


struct contentlib_csv_s {
    char                       name[CONTENTLIB_QUOTE_SIZE];
    time_t                     modified;
    u_char                    *data;        /* of the file, then UTF-8 */
    size_t                     len;
    size_t                     start;       /* behind a byte order mark */
    uint64_t                   bytes;       /* of the file */

    size_t                     pos;         /* of the next line */
    ngx_uint_t                 line;        /* number of the next line */
    ngx_uint_t                 ncells;
    ngx_str_t                  cells[CONTENTLIB_CSV_CELLS];
    ngx_pool_t                *pool;        /* of the cells */
    struct csv_parser          parser;
    unsigned                   ended:1;     /* the row has */
    unsigned                   failed:1;    /* memory is short */
    contentlib_message_t      *message;
};


static ngx_int_t contentlib_csv_read(contentlib_csv_t *csv, const char *name);
static ngx_int_t contentlib_csv_read_all(contentlib_csv_t *csv, int fd);
static ngx_int_t contentlib_csv_decode(contentlib_csv_t *csv);
static ngx_int_t contentlib_csv_convert(contentlib_csv_t *csv,
    const char *encoding);
static u_char contentlib_csv_separator(contentlib_csv_t *csv);
static ngx_str_t contentlib_csv_line(contentlib_csv_t *csv);
static ngx_uint_t contentlib_csv_blank(const ngx_str_t *line);
static ngx_int_t contentlib_csv_check(contentlib_csv_t *csv,
    const ngx_str_t *line);
static ngx_int_t contentlib_csv_result(contentlib_csv_t *csv, ngx_uint_t ok,
    contentlib_csv_row_t *row);
static void contentlib_csv_cell(void *bytes, size_t len, void *data);
static void contentlib_csv_row(int c, void *data);


contentlib_csv_t *
contentlib_csv_open(const char *name, ngx_uint_t tabs,
    contentlib_message_t *message)
{
    contentlib_csv_t  *csv;

    csv = ngx_calloc(sizeof(contentlib_csv_t), NULL);

    if (csv == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        return NULL;
    }

    (void) contentlib_message_quote(csv->name, (const u_char *) name,
                                    ngx_strlen(name));
    csv->message = message;

    if (contentlib_csv_read(csv, name) != NGX_OK
        || contentlib_csv_decode(csv) != NGX_OK)
    {
        contentlib_csv_close(csv);
        return NULL;
    }

    csv_set_delim(&csv->parser, tabs ? CSV_TAB
                                     : contentlib_csv_separator(csv));
    contentlib_csv_rewind(csv);

    return csv;
}


void
contentlib_csv_close(contentlib_csv_t *csv)
{
    if (csv->pool) {
        ngx_destroy_pool(csv->pool);
    }

    csv_free(&csv->parser);
    free(csv->data);
    free(csv);
}


const char *
contentlib_csv_name(contentlib_csv_t *csv)
{
    return csv->name;
}


time_t
contentlib_csv_modified(contentlib_csv_t *csv)
{
    return csv->modified;
}


uint64_t
contentlib_csv_bytes(contentlib_csv_t *csv)
{
    return csv->pos == csv->len ? csv->bytes : ngx_min(csv->pos, csv->bytes);
}


static ngx_int_t
contentlib_csv_read(contentlib_csv_t *csv, const char *name)
{
    int          fd;
    ngx_int_t    rc;
    struct stat  info;

    fd = ngx_strcmp(name, "-") == 0 ? STDIN_FILENO
                                    : open(name, O_RDONLY | O_CLOEXEC);

    if (fd == -1 || fstat(fd, &info) == -1) {
        return contentlib_message_set(csv->message, "%s: cannot open: %s",
                                      csv->name, strerror(errno));
    }

    csv->modified = info.st_mtime;

    rc = contentlib_csv_read_all(csv, fd);

    if (fd != STDIN_FILENO) {
        (void) close(fd);
    }

    return rc;
}


static ngx_int_t
contentlib_csv_read_all(contentlib_csv_t *csv, int fd)
{
    size_t    size;
    u_char   *data;
    ssize_t   n;

    size = 0;

    for ( ;; ) {

        if (size - csv->len < CONTENTLIB_CSV_CHUNK) {
            size = 2 * size + CONTENTLIB_CSV_CHUNK;

            /* freed by contentlib_csv_close() */

            data = realloc(csv->data, size);

            if (data == NULL) {
                return contentlib_message_set(csv->message,
                                              "contentlib: out of memory");
            }

            csv->data = data;
        }

        n = read(fd, csv->data + csv->len, size - csv->len);

        if (n == 0) {
            csv->bytes = csv->len;
            return NGX_OK;
        }

        if (n == -1 && errno != EINTR) {
            return contentlib_message_set(csv->message, "%s: cannot read: %s",
                                          csv->name, strerror(errno));
        }

        csv->len += (size_t) ngx_max(n, 0);
    }
}


static ngx_int_t
contentlib_csv_decode(contentlib_csv_t *csv)
{
    if (csv->len >= 3 && ngx_memcmp(csv->data, "\xef\xbb\xbf", 3) == 0) {
        csv->start = 3;
        return NGX_OK;
    }

    if (csv->len >= 2 && ngx_memcmp(csv->data, "\xff\xfe", 2) == 0) {
        return contentlib_csv_convert(csv, "UTF-16LE");
    }

    if (csv->len >= 2 && ngx_memcmp(csv->data, "\xfe\xff", 2) == 0) {
        return contentlib_csv_convert(csv, "UTF-16BE");
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_csv_convert(contentlib_csv_t *csv, const char *encoding)
{
    char    *in, *out;
    size_t   in_len, out_len, size, rc, i;
    u_char  *data;
    iconv_t  converter;

    /* two bytes become three at most */

    size = csv->len / 2 * 3 + 1;
    data = ngx_alloc(size, NULL);
    converter = iconv_open("UTF-8", encoding);

    if (data == NULL || converter == (iconv_t) -1) {
        free(data);
        return contentlib_message_set(csv->message, "%s: cannot convert %s",
                                      csv->name, encoding);
    }

    in = (char *) csv->data + 2;
    in_len = csv->len - 2;
    out = (char *) data;
    out_len = size;

    rc = iconv(converter, &in, &in_len, &out, &out_len);

    (void) iconv_close(converter);
    free(csv->data);

    csv->data = data;
    csv->len = size - out_len;

    if (rc != (size_t) -1) {
        return NGX_OK;
    }

    for (i = 0, csv->line = 1; i < csv->len; i++) {
        csv->line += (data[i] == LF);
    }

    return contentlib_message_set(csv->message, "%s:%lu: is not valid %s",
                                  csv->name, csv->line, encoding);
}


void
contentlib_csv_rewind(contentlib_csv_t *csv)
{
    u_char  separator;

    separator = csv_get_delim(&csv->parser);

    csv->pos = csv->start;
    csv->line = 1;

    /* the parser has no other way to leave a row that is wrong */

    csv_free(&csv->parser);
    (void) csv_init(&csv->parser, CSV_STRICT | CSV_STRICT_FINI);
    csv_set_delim(&csv->parser, separator);
}


/* the one that stands in the first line most often, and not in quotes */

static u_char
contentlib_csv_separator(contentlib_csv_t *csv)
{
    u_char      best;
    size_t      i;
    ngx_str_t   line;
    ngx_uint_t  n[256], quoted;

    ngx_memzero(n, sizeof(n));

    csv->pos = csv->start;
    quoted = 0;

    do {
        line = contentlib_csv_line(csv);
    } while (line.len && contentlib_csv_blank(&line));

    for (i = 0; i < line.len; i++) {
        quoted ^= (line.data[i] == CSV_QUOTE);
        n[line.data[i]] += !quoted;
    }

    best = n[';'] > n[CSV_COMMA] ? ';' : CSV_COMMA;

    return n[CSV_TAB] > n[best] ? CSV_TAB : best;
}


/* with its end: LF, CR or both */

static ngx_str_t
contentlib_csv_line(contentlib_csv_t *csv)
{
    u_char     *p, *last;
    ngx_str_t   line;

    line.data = csv->data + csv->pos;
    last = csv->data + csv->len;

    for (p = line.data; p < last; p++) {

        if (*p == LF) {
            p++;
            break;
        }

        if (*p == CR) {
            p += (last - p > 1 && p[1] == LF) ? 2 : 1;
            break;
        }
    }

    line.len = (size_t) (p - line.data);
    csv->pos += line.len;

    return line;
}


/* libcsv passes over these lines without the end of a row */

static ngx_uint_t
contentlib_csv_blank(const ngx_str_t *line)
{
    size_t  i;

    for (i = 0; i < line->len; i++) {
        if (line->data[i] != ' ' && line->data[i] != CSV_TAB
            && line->data[i] != CR && line->data[i] != LF)
        {
            return 0;
        }
    }

    return 1;
}


ngx_int_t
contentlib_csv_next(contentlib_csv_t *csv, contentlib_csv_row_t *row)
{
    ngx_str_t   line;
    ngx_uint_t  begun, ok;

    if (csv->pool) {
        ngx_destroy_pool(csv->pool);
    }

    csv->pool = ngx_create_pool(CONTENTLIB_CSV_POOL, NULL);

    if (csv->pool == NULL) {
        return contentlib_message_set(csv->message,
                                      "contentlib: out of memory");
    }

    csv->ncells = 0;
    csv->ended = 0;
    row->line = csv->line;
    begun = 0;
    ok = 1;

    while (!csv->ended && ok) {

        line = contentlib_csv_line(csv);

        if (line.len == 0) {

            if (!begun) {
                return NGX_DONE;
            }

            ok = (csv_fini(&csv->parser, contentlib_csv_cell,
                           contentlib_csv_row, csv) == 0);
            break;
        }

        if (contentlib_csv_check(csv, &line) != NGX_OK) {
            return NGX_ERROR;
        }

        if (begun || !contentlib_csv_blank(&line)) {
            row->line = begun ? row->line : csv->line;
            begun = 1;
            ok = (csv_parse(&csv->parser, line.data, line.len,
                            contentlib_csv_cell, contentlib_csv_row, csv)
                  == line.len);
        }

        csv->line++;
    }

    return contentlib_csv_result(csv, ok, row);
}


static ngx_int_t
contentlib_csv_result(contentlib_csv_t *csv, ngx_uint_t ok,
    contentlib_csv_row_t *row)
{
    if (ok && !csv->failed) {
        row->cells = csv->cells;
        row->ncells = csv->ncells;

        if (csv->ncells <= CONTENTLIB_CSV_CELLS) {
            return NGX_OK;
        }

        csv->pos = csv->len;

        return contentlib_message_set(csv->message, "%s:%lu: more than %d "
                                      "columns", csv->name, row->line,
                                      CONTENTLIB_CSV_CELLS);
    }

    csv->pos = csv->len;

    if (csv->failed || csv_error(&csv->parser) != CSV_EPARSE) {
        return contentlib_message_set(csv->message,
                                      "contentlib: out of memory");
    }

    return contentlib_message_set(csv->message, "%s:%lu: a quote is wrong in "
                                  "the row that begins here: write \"\" for a "
                                  "quote in a quoted field", csv->name,
                                  row->line);
}


/* what is not UTF-8, or has a NUL, which no text of a record can have */

static ngx_int_t
contentlib_csv_check(contentlib_csv_t *csv, const ngx_str_t *line)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    size_t         n;
    const u_char  *p, *last, *from;

    last = line->data + line->len;

    if (contentlib_text_valid(line)
        && memchr(line->data, '\0', line->len) == NULL)
    {
        return NGX_OK;
    }

    for (p = line->data; p < last && *p != '\0'; p += n) {
        n = contentlib_text_next(p, last);

        if (n == 0) {
            break;
        }
    }

    from = (p - line->data > CONTENTLIB_CSV_EXCERPT)
           ? p - CONTENTLIB_CSV_EXCERPT : line->data;

    while (from < p && (*from & 0xc0) == 0x80) {
        from++;
    }

    csv->pos = csv->len;

    return contentlib_message_set(csv->message, "%s:%lu: \"%s\" is not UTF-8: "
                                  "save the file as UTF-8, or convert it, for "
                                  "example by \"iconv -f WINDOWS-1252 -t "
                                  "UTF-8\"", csv->name, csv->line,
                                  contentlib_message_quote(quoted, from,
                                              (size_t) (p + 1 - from)));
}


static void
contentlib_csv_cell(void *bytes, size_t len, void *data)
{
    u_char            *copy;
    contentlib_csv_t  *csv = data;

    if (csv->ncells++ >= CONTENTLIB_CSV_CELLS) {
        return;
    }

    copy = ngx_pnalloc(csv->pool, len + 1);

    if (copy == NULL) {
        csv->failed = 1;
        return;
    }

    if (len) {
        ngx_memcpy(copy, bytes, len);
    }

    csv->cells[csv->ncells - 1].data = copy;
    csv->cells[csv->ncells - 1].len = len;
}


static void
contentlib_csv_row(int c, void *data)
{
    contentlib_csv_t  *csv = data;

    (void) c;

    csv->ended = 1;
}
