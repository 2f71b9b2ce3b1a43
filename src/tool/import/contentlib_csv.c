
/*
 * Copyright (C) contentlib authors
 *
 * libcsv parses the text line by line, so that messages can name the line.
 */


#include <tool/import/contentlib_csv.h>

#include <text/contentlib_text.h>
#include <tool/record/contentlib_input.h>

#include <fcntl.h>
#include <sys/stat.h>


#define CONTENTLIB_CSV_CHUNK    (256 * 1024)
#define CONTENTLIB_CSV_POOL     16384
#define CONTENTLIB_CSV_EXCERPT  24          /* bytes before a wrong one */


static void contentlib_csv_read(contentlib_csv_t *csv, const char *name);
static ngx_int_t contentlib_csv_json(contentlib_csv_t *csv);
static u_char contentlib_csv_separator(contentlib_csv_t *csv, ngx_uint_t tabs);
static ngx_str_t contentlib_csv_line(contentlib_csv_t *csv);
static ngx_uint_t contentlib_csv_blank(const ngx_str_t *line);
static ngx_uint_t contentlib_csv_parse(contentlib_csv_t *csv, ngx_str_t line);
static ngx_int_t contentlib_csv_check(contentlib_csv_t *csv,
    const ngx_str_t *line);
static void contentlib_csv_cell(void *bytes, size_t len, void *data);
static void contentlib_csv_row(int c, void *data);


contentlib_csv_t *
contentlib_csv_open(const char *name, ngx_uint_t tabs,
    contentlib_errors_t *errors)
{
    contentlib_csv_t  *csv;

    csv = ngx_calloc(sizeof(contentlib_csv_t), NULL);
    csv->pool = ngx_create_pool(CONTENTLIB_CSV_POOL, NULL);

    contentlib_place_init(&csv->place,
                          contentlib_message_string(csv->name, name), errors);

    contentlib_csv_read(csv, name);

    csv->start = (ngx_strncmp(csv->data, "\xef\xbb\xbf", 3) == 0) ? 3 : 0;

    contentlib_csv_rewind(csv);

    csv->place.line = csv->line;

    if (contentlib_input_check(&csv->place, csv->data, csv->len) != NGX_OK
        || contentlib_csv_json(csv) != NGX_OK)
    {
        contentlib_csv_close(csv);
        return NULL;
    }

    csv_set_delim(&csv->parser, contentlib_csv_separator(csv, tabs));
    contentlib_csv_rewind(csv);

    return csv;
}


void
contentlib_csv_close(contentlib_csv_t *csv)
{
    ngx_destroy_pool(csv->pool);
    csv_free(&csv->parser);
    free(csv->data);
    free(csv);
}


static void
contentlib_csv_read(contentlib_csv_t *csv, const char *name)
{
    int           fd;
    size_t        size;
    u_char       *data;
    ssize_t       n;
    struct stat   info;

    fd = ngx_strcmp(name, "-") == 0 ? STDIN_FILENO
                                    : open(name, O_RDONLY | O_CLOEXEC);

    if (fd == -1 || fstat(fd, &info) == -1) {
        contentlib_fail_system("%s: cannot open", csv->name);
    }

    csv->modified = info.st_mtime;
    size = 0;

    do {

        if (csv->len == size) {
            size = 2 * size + CONTENTLIB_CSV_CHUNK;

            /* freed by contentlib_csv_close() */

            data = realloc(csv->data, size + 1);

            if (data == NULL) {
                contentlib_no_memory();
            }

            csv->data = data;
        }

        n = contentlib_input_read(fd, csv->data + csv->len, size - csv->len);

        if (n == -1 && errno != EINTR) {
            contentlib_input_unreadable(csv->name);
        }

        csv->len += (size_t) ngx_max(n, 0);

    } while (n);

    if (fd != STDIN_FILENO) {
        (void) close(fd);
    }

    csv->data[csv->len] = '\0';
}


void
contentlib_csv_rewind(contentlib_csv_t *csv)
{
    u_char  separator;

    separator = csv_get_delim(&csv->parser);

    csv->pos = csv->start;
    csv->line = 1 + csv->told;

    /* the parser has no other way to leave a row that is wrong */

    csv_free(&csv->parser);
    (void) csv_init(&csv->parser, CSV_APPEND_NULL);
    csv_set_delim(&csv->parser, separator);
}


static ngx_int_t
contentlib_csv_json(contentlib_csv_t *csv)
{
    const char  *p;

    p = (char *) csv->data + csv->start;
    p += strspn(p, " \t\r\n");

    return *p == '{' || *p == '['
           ? contentlib_place_error(&csv->place, "this looks like JSON (use "
                                    "--format json)")
           : NGX_OK;
}


/*
 * The one that a first line "sep=;" tells, as for Excel; or the one that stands
 * in the first line most often, and not in quotes.
 */

static u_char
contentlib_csv_separator(contentlib_csv_t *csv, ngx_uint_t tabs)
{
    u_char      best;
    size_t      i;
    ngx_str_t   line;
    ngx_uint_t  n[256], quoted;

    ngx_memzero(n, sizeof(n));

    quoted = 0;
    line = contentlib_csv_line(csv);

    if (line.len > 5 && strncasecmp((char *) line.data, "sep=", 4) == 0
        && (line.data[5] == CR || line.data[5] == LF))
    {
        csv->start = csv->pos;
        csv->told = 1;
        return line.data[4];
    }

    if (tabs) {
        return CSV_TAB;
    }

    csv->pos = csv->start;

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


/*
 * With its end: LF, CR, both, or a zero byte, which is an error; empty at the
 * end of the text.
 */

static ngx_str_t
contentlib_csv_line(contentlib_csv_t *csv)
{
    u_char     *p;
    ngx_str_t   line;

    line.data = csv->data + csv->pos;
    p = line.data + strcspn((char *) line.data, "\r\n");

    if (p < csv->data + csv->len) {
        p += (p[0] == CR && p[1] == LF) ? 2 : 1;
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

    /* strspn() would not stop at the end of the line */

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
contentlib_csv_next(contentlib_csv_t *csv)
{
    ngx_str_t   line;
    ngx_uint_t  begun, wrong;

    ngx_reset_pool(csv->pool);

    csv->ncells = 0;
    csv->ended = 0;
    begun = 0;
    wrong = 0;

    do {
        line = contentlib_csv_line(csv);

        if (line.len == 0 && !begun) {
            return NGX_DONE;
        }

        if (contentlib_csv_check(csv, &line) != NGX_OK) {
            return NGX_ERROR;
        }

        if (begun || !contentlib_csv_blank(&line)) {
            csv->place.line = begun ? csv->place.line : csv->line;
            begun = 1;

            wrong = contentlib_csv_parse(csv, line);
        }

        csv->line++;

    } while (!csv->ended && !wrong);

    if (wrong && csv_error(&csv->parser) != CSV_EPARSE) {
        contentlib_no_memory();
    }

    if (!wrong && csv->ncells <= CONTENTLIB_CSV_CELLS) {
        return NGX_OK;
    }

    csv->pos = csv->len;

    return wrong ? contentlib_place_error(&csv->place, "a quote is wrong in "
                                          "the row that begins here: write "
                                          "\"\" for a quote in a quoted field")
                 : contentlib_place_error(&csv->place, "more than %d columns",
                                          CONTENTLIB_CSV_CELLS);
}


/*
 * libcsv is strict in fields that begin with a quote only: in others, a quote
 * is a character.  An empty line is the end of the text.
 */

static ngx_uint_t
contentlib_csv_parse(contentlib_csv_t *csv, ngx_str_t line)
{
    size_t   len;
    u_char  *quote;

    do {
        (void) csv_set_opts(&csv->parser, CSV_APPEND_NULL
                            | (csv->parser.quoted ? CSV_STRICT|CSV_STRICT_FINI
                                                  : 0));

        if (line.len == 0) {
            return csv_fini(&csv->parser, contentlib_csv_cell,
                            contentlib_csv_row, csv)
                   != 0;
        }

        quote = memchr(line.data + 1, CSV_QUOTE, line.len - 1);
        len = quote ? (size_t) (quote - line.data) : line.len;

        if (csv_parse(&csv->parser, line.data, len, contentlib_csv_cell,
                      contentlib_csv_row, csv)
            != len)
        {
            return 1;
        }

        line.data += len;
        line.len -= len;

    } while (line.len);

    return 0;
}


/* what is not UTF-8, or has a NUL, which no text of a record can have */

static ngx_int_t
contentlib_csv_check(contentlib_csv_t *csv, const ngx_str_t *line)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    size_t         n;
    const u_char  *p, *last, *from;

    last = line->data + line->len;

    for (p = line->data; p < last && *p != '\0'; p += n) {
        n = contentlib_text_next(p, last);

        if (n == 0) {
            break;
        }
    }

    if (p == last) {
        return NGX_OK;
    }

    from = (p - line->data > CONTENTLIB_CSV_EXCERPT)
           ? p - CONTENTLIB_CSV_EXCERPT : line->data;

    while (from < p && (*from & 0xc0) == 0x80) {
        from++;
    }

    csv->pos = csv->len;
    csv->place.line = csv->line;

    (void) contentlib_message_quote(quoted, from, (size_t) (p + 1 - from));

    if (*p == '\0') {
        return contentlib_place_error(&csv->place, "\"%s\" has a zero byte",
                                      quoted);
    }

    return contentlib_place_error(&csv->place, "\"%s\" is not UTF-8: save the "
                                  "file as UTF-8, or convert it, for example "
                                  "by \"iconv -f WINDOWS-1252 -t UTF-8\"",
                                  quoted);
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

    ngx_memcpy(copy, bytes, len + 1);
    csv->cells[csv->ncells - 1].data = copy;
    csv->cells[csv->ncells - 1].len = len;
}


static void
contentlib_csv_row(int c, void *data)
{
    contentlib_csv_t  *csv = data;

    csv->ended = 1;
}
