
/*
 * Copyright (C) contentlib authors
 *
 * Reads a file in pieces, and finds the records in it by their brackets.
 */


#include <tool/record/contentlib_input.h>

#include <ctype.h>
#include <fcntl.h>


#define CONTENTLIB_INPUT_CHUNK  (256 * 1024)
#define CONTENTLIB_INPUT_SIZE   (CONTENTLIB_INPUT_RECORD                      \
                                 + CONTENTLIB_INPUT_CHUNK)


/* what the next record stands in */

typedef enum {
    CONTENTLIB_INPUT_FILE = 0,
    CONTENTLIB_INPUT_ARRAY,
    CONTENTLIB_INPUT_PAGE
} contentlib_input_container_e;


struct contentlib_input_s {
    int                        fd;          /* -1: "read" is called */
    contentlib_input_read_pt   read;
    void                      *from;        /* of "read" */
    char                       name[CONTENTLIB_QUOTE_SIZE];
    contentlib_place_t         place;       /* "start", for messages */
    uint64_t                   bytes;       /* up to "last" */

    u_char                    *start;       /* first byte to keep */
    u_char                    *pos;         /* first byte not looked at */
    u_char                    *last;        /* end of what was read */
    uint64_t                   line_start;  /* where in the file it begins */
    ngx_uint_t                 column;      /* of the last record; 0: none */

    contentlib_input_container_e
                               container;
    ngx_uint_t                 page_line;
    ngx_str_t                  page;        /* envelope without results */
    unsigned                   page_in_array:1;
    unsigned                   element:1;   /* after one, before a comma */
    unsigned                   comma:1;
    unsigned                   invalid:1;   /* the last record is */
    ngx_uint_t                 depth;       /* of the scan */

    u_char                     buffer[CONTENTLIB_INPUT_SIZE];
};


static ngx_int_t contentlib_input_fill(contentlib_input_t *input);
static ngx_int_t contentlib_input_skip(contentlib_input_t *input);
static ngx_int_t contentlib_input_between(contentlib_input_t *input);
static ngx_int_t contentlib_input_mark(contentlib_input_t *input);
static ngx_int_t contentlib_input_unexpected(contentlib_input_t *input);
static ngx_uint_t contentlib_input_csv(contentlib_input_t *input);
static ngx_int_t contentlib_input_object(contentlib_input_t *input,
    ngx_uint_t depth);
static ngx_int_t contentlib_input_scan(contentlib_input_t *input);
static ngx_uint_t contentlib_input_broken(contentlib_input_t *input,
    const u_char *p);
static u_char *contentlib_input_string(u_char *p, const u_char *last);
static ngx_uint_t contentlib_input_results(contentlib_input_t *input,
    const u_char *p);
static const u_char *contentlib_input_back(const u_char *start,
    const u_char *p);
static void contentlib_input_page_begin(contentlib_input_t *input);
static ngx_int_t contentlib_input_page_end(contentlib_input_t *input);
static void contentlib_input_page_append(contentlib_input_t *input);
static void contentlib_input_pass(contentlib_input_t *input);
static ngx_int_t contentlib_input_recover(contentlib_input_t *input);
static ngx_uint_t contentlib_input_column(contentlib_input_t *input);


contentlib_input_t *
contentlib_input_open(const char *name, contentlib_input_read_pt read,
    void *from, contentlib_errors_t *errors)
{
    contentlib_input_t  *input;

    input = ngx_alloc(sizeof(contentlib_input_t), NULL);

    ngx_memzero(input, offsetof(contentlib_input_t, buffer));

    contentlib_place_init(&input->place,
                          contentlib_message_string(input->name, name),
                          errors);
    input->fd = -1;
    input->read = read;
    input->from = from;
    input->place.line = 1;
    input->start = input->buffer;
    input->pos = input->buffer;
    input->last = input->buffer;

    if (read == NULL) {
        input->fd = ngx_strcmp(name, "-") == 0
                    ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);

        if (input->fd == -1) {
            contentlib_fail_system("%s: cannot open", input->name);
        }
    }

    return input;
}


void
contentlib_input_close(contentlib_input_t *input)
{
    if (input->fd != STDIN_FILENO && input->fd != -1) {
        (void) close(input->fd);
    }

    free(input->page.data);
    free(input);
}


uint64_t
contentlib_input_bytes(contentlib_input_t *input)
{
    return input->bytes;
}


const char *
contentlib_input_name(contentlib_input_t *input)
{
    return input->name;
}


ngx_int_t
contentlib_input_next(contentlib_input_t *input, contentlib_place_t *place,
    ngx_str_t *text)
{
    ngx_int_t  rc;

    rc = input->invalid ? NGX_DECLINED : NGX_OK;
    input->invalid = 0;

    while (rc == NGX_OK || rc == NGX_DECLINED) {

        rc = (rc == NGX_DECLINED) ? contentlib_input_recover(input)
                                  : contentlib_input_skip(input);
        if (rc != NGX_OK) {
            break;
        }

        if (*input->pos != '{' || input->element) {
            rc = contentlib_input_between(input);
            continue;
        }

        place->line = input->place.line;
        place->column = contentlib_input_column(input);
        input->column = place->column;

        rc = contentlib_input_object(input, 0);

        if (rc == NGX_AGAIN) {
            contentlib_input_page_begin(input);
            rc = NGX_OK;
            continue;
        }

        if (rc == NGX_OK) {
            text->data = input->start;
            text->len = (size_t) (input->pos - input->start);

            input->element = (input->container != CONTENTLIB_INPUT_FILE);
            input->comma = 0;

            return NGX_OK;
        }
    }

    if (rc == NGX_AGAIN) {
        place->line = input->page_line;
        place->column = 1;
        *text = input->page;
    }

    return rc;
}


/* one on a single line ends where it seems to end */

void
contentlib_input_invalid(contentlib_input_t *input)
{
    input->invalid = memchr(input->start, '\n',
                            (size_t) (input->pos - input->start)) != NULL;
}


/* more bytes behind "last"; NGX_DONE if there are none */

static ngx_int_t
contentlib_input_fill(contentlib_input_t *input)
{
    size_t   used, room;
    ssize_t  n;

    used = (size_t) (input->last - input->start);
    room = (size_t) (input->buffer + CONTENTLIB_INPUT_SIZE - input->last);

    if (room < CONTENTLIB_INPUT_CHUNK) {
        ngx_memmove(input->buffer, input->start, used);
        input->pos -= input->start - input->buffer;
        input->start = input->buffer;
        input->last = input->buffer + used;
    }

    /* a string that is cut is scanned again, so a chunk is filled */

    room = CONTENTLIB_INPUT_CHUNK;

    do {
        n = (input->fd == -1)
            ? (ssize_t) input->read(input->from, input->last, room)
            : read(input->fd, input->last, room);

        if (n == -1 && errno == EINTR) {
            continue;
        }

        if (n == -1) {
            contentlib_fail_system("%s: cannot read", input->name);
        }

        input->last += n;
        input->bytes += (uint64_t) n;
        room -= (size_t) n;

    } while (n != 0 && room != 0);

    return room < CONTENTLIB_INPUT_CHUNK ? NGX_OK : NGX_DONE;
}


/* to the next byte that is not blank; NGX_DONE at the end of the file */

static ngx_int_t
contentlib_input_skip(contentlib_input_t *input)
{
    for ( ;; ) {

        while (input->pos < input->last
               && (*input->pos == ' ' || *input->pos == '\t'
                   || *input->pos == '\r' || *input->pos == '\n'))
        {
            input->pos++;
        }

        contentlib_input_pass(input);

        if (input->pos < input->last) {
            return NGX_OK;
        }

        if (contentlib_input_fill(input) == NGX_DONE) {
            break;
        }
    }

    if (input->container != CONTENTLIB_INPUT_FILE) {
        (void) contentlib_place_error(&input->place, "the array does not end");
    }

    return NGX_DONE;
}


/*
 * Anything between two records.  NGX_AGAIN: an envelope is complete.
 * NGX_DECLINED after an error of the input.
 */

static ngx_int_t
contentlib_input_between(contentlib_input_t *input)
{
    switch (*input->pos) {

    case '[':

        if (input->container != CONTENTLIB_INPUT_FILE) {
            break;
        }

        input->container = CONTENTLIB_INPUT_ARRAY;
        input->pos++;

        return NGX_OK;

    case ']':

        if (input->comma || input->container == CONTENTLIB_INPUT_FILE) {
            break;
        }

        if (input->container == CONTENTLIB_INPUT_PAGE) {
            return contentlib_input_page_end(input);
        }

        input->container = CONTENTLIB_INPUT_FILE;
        input->element = 0;
        input->pos++;

        return NGX_OK;

    case ',':

        if (!input->element) {
            break;
        }

        input->element = 0;
        input->comma = 1;
        input->pos++;

        return NGX_OK;

    case 0xef:
        return contentlib_input_mark(input);
    }

    return contentlib_input_unexpected(input);
}


/* a byte order mark, at the very beginning only */

static ngx_int_t
contentlib_input_mark(contentlib_input_t *input)
{
    while (input->last - input->pos < 3) {
        if (contentlib_input_fill(input) != NGX_OK) {
            return contentlib_input_unexpected(input);
        }
    }

    if (input->bytes != (uint64_t) (input->last - input->pos)
        || ngx_memcmp(input->pos, "\xef\xbb\xbf", 3) != 0)
    {
        return contentlib_input_unexpected(input);
    }

    input->pos += 3;

    return NGX_OK;
}


static ngx_int_t
contentlib_input_unexpected(contentlib_input_t *input)
{
    size_t  len;
    char    quoted[CONTENTLIB_QUOTE_SIZE];

    len = (*input->pos < 0x80) ? 1 : ngx_min(4, (size_t) (input->last
                                                          - input->pos));
    (void) contentlib_message_quote(quoted, input->pos, len);

    if (contentlib_input_csv(input)) {
        (void) contentlib_place_error(&input->place, "unexpected \"%s\" "
                                      "where a record should begin: this "
                                      "looks like CSV (use --format csv)",
                                      quoted);

        /* its other lines would be errors, too */

        return NGX_DONE;
    }

    (void) contentlib_place_error(&input->place, "unexpected \"%s\" where a "
                                  "record should begin", quoted);

    return NGX_DECLINED;
}


/* whether the first line of a file has separators, and is not JSON */

static ngx_uint_t
contentlib_input_csv(contentlib_input_t *input)
{
    const u_char  *p;

    if (input->place.line != 1 || input->column != 0
        || input->container != CONTENTLIB_INPUT_FILE
        || (!isalpha(*input->pos) && *input->pos != '"'))
    {
        return 0;
    }

    for (p = input->pos; p < input->last && *p != '\n'; p++) {
        if (*p == ',' || *p == ';' || *p == '\t') {
            return 1;
        }
    }

    return 0;
}


/*
 * From "pos", at "depth" brackets inside of the object, to its end: it is left
 * between "start" and "pos".  NGX_AGAIN: it is an envelope, and "pos" is
 * behind the bracket that begins its results.  NGX_DECLINED after an error of
 * the input.
 */

static ngx_int_t
contentlib_input_object(contentlib_input_t *input, ngx_uint_t depth)
{
    size_t     len;
    ngx_int_t  rc;

    input->depth = depth;

    for ( ;; ) {
        rc = contentlib_input_scan(input);
        len = (size_t) ((rc == NGX_BUSY ? input->last : input->pos)
                        - input->start);

        if (len > CONTENTLIB_INPUT_RECORD) {
            (void) contentlib_place_error(&input->place, "the record that "
                                          "begins here is longer than %d bytes",
                                          CONTENTLIB_INPUT_RECORD);
            return NGX_DECLINED;
        }

        if (rc == NGX_BUSY) {
            rc = contentlib_input_fill(input);

            if (rc == NGX_OK) {
                continue;
            }
        }

        if (rc == NGX_DONE) {
            (void) contentlib_place_error(&input->place, "the record that "
                                          "begins here does not end");
            return NGX_DECLINED;
        }

        return rc;
    }
}


/*
 * As above, or NGX_BUSY if more bytes are needed, or NGX_DONE if another
 * record begins.
 */

static ngx_int_t
contentlib_input_scan(contentlib_input_t *input)
{
    u_char  *p, *end;

    for (p = input->pos; p < input->last; p++) {

        switch (*p) {

        case '"':
            end = contentlib_input_string(p + 1, input->last);

            if (end == NULL) {
                input->pos = p;
                return NGX_BUSY;
            }

            if (*end == '\n') {
                input->pos = end + 1;
                return NGX_OK;
            }

            p = end;
            break;

        case '{':
            if (input->depth > 0 && contentlib_input_broken(input, p)) {
                return NGX_DONE;
            }

            /* fall through */

        case '[':
            input->depth++;

            if (input->depth == 2 && contentlib_input_results(input, p)) {
                input->pos = p + 1;
                return NGX_AGAIN;
            }

            break;

        case ']':
        case '}':

            if (--input->depth == 0) {
                input->pos = p + 1;
                return NGX_OK;
            }

            break;
        }
    }

    input->pos = p;

    return NGX_BUSY;
}


/*
 * Whether the brace at "p" begins another record: it is the first byte of its
 * line, in the column of the last record, and no valid record has it there.
 * Otherwise each record without an end would be read up to the limit.
 */

static ngx_uint_t
contentlib_input_broken(contentlib_input_t *input, const u_char *p)
{
    const u_char  *before, *line;

    before = contentlib_input_back(input->start, p);

    if (before == input->start || before[-1] == '[' || before[-1] == ','
        || before[-1] == ':')
    {
        return 0;
    }

    for (line = p; line > before && line[-1] != '\n'; line--) {
        /* void */
    }

    return line > before && (ngx_uint_t) (p - line) + 1 == input->column;
}


/*
 * The quote behind the string at "p", or the line feed in it: no valid string
 * has one, so that the record ends there.  NULL if more bytes are needed.
 */

static u_char *
contentlib_input_string(u_char *p, const u_char *last)
{
    for ( /* void */ ; p < last; p++) {

        switch (*p) {

        case '"':
        case '\n':
            return p;

        case '\\':
            p++;
            break;
        }
    }

    return NULL;
}


/* whether the bracket at "p" is the value of the key "results" */

static ngx_uint_t
contentlib_input_results(contentlib_input_t *input, const u_char *p)
{
    const u_char  *start;

    if (*p != '[' || input->container == CONTENTLIB_INPUT_PAGE) {
        return 0;
    }

    start = input->start;

    p = contentlib_input_back(start, p);

    if (p == start || *--p != ':') {
        return 0;
    }

    p = contentlib_input_back(start, p);

    if (p - start < 9 || ngx_memcmp(p - 9, "\"results\"", 9) != 0) {
        return 0;
    }

    p = contentlib_input_back(start, p - 9);

    return p > start && (p[-1] == '{' || p[-1] == ',');
}


/* back from "p" over blanks, not beyond "start" */

static const u_char *
contentlib_input_back(const u_char *start, const u_char *p)
{
    while (p > start && (p[-1] == ' ' || p[-1] == '\t' || p[-1] == '\r'
                         || p[-1] == '\n'))
    {
        p--;
    }

    return p;
}


static void
contentlib_input_page_begin(contentlib_input_t *input)
{
    input->page.len = 0;
    input->page_line = input->place.line;
    input->page_in_array = (input->container == CONTENTLIB_INPUT_ARRAY);

    contentlib_input_page_append(input);

    input->container = CONTENTLIB_INPUT_PAGE;
    input->column = 0;
    input->element = 0;
    input->comma = 0;
}


/* the bracket behind the results, and the rest of the envelope */

static ngx_int_t
contentlib_input_page_end(contentlib_input_t *input)
{
    ngx_int_t  rc;

    /* inside of the envelope and of its results */

    rc = contentlib_input_object(input, 2);

    if (rc != NGX_OK) {
        return rc;
    }

    contentlib_input_page_append(input);

    input->container = input->page_in_array ? CONTENTLIB_INPUT_ARRAY
                                        : CONTENTLIB_INPUT_FILE;
    input->element = input->page_in_array;
    input->comma = 0;

    return NGX_AGAIN;
}


static void
contentlib_input_page_append(contentlib_input_t *input)
{
    size_t   len;
    u_char  *data;

    len = (size_t) (input->pos - input->start);

    /* freed by contentlib_input_close() */

    data = realloc(input->page.data, input->page.len + len);

    if (data == NULL) {
        contentlib_no_memory();
    }

    ngx_memcpy(data + input->page.len, input->start, len);

    input->page.data = data;
    input->page.len += len;

    contentlib_input_pass(input);
}


/* everything up to "pos" has been read: counts its lines */

static void
contentlib_input_pass(contentlib_input_t *input)
{
    u_char  *p;

    for (p = input->start;
         (p = memchr(p, '\n', (size_t) (input->pos - p))) != NULL;
         p++)
    {
        input->place.line++;
        input->line_start = input->bytes - (uint64_t) (input->last - p) + 1;
    }

    input->start = input->pos;
}


/*
 * After an error: on to the next line with a brace in the column in which the
 * last record began.
 */

static ngx_int_t
contentlib_input_recover(contentlib_input_t *input)
{
    u_char                        *p;
    ngx_int_t                      rc;
    contentlib_input_container_e   container;

    /* the end of the file is no error of its own */

    container = input->container;
    input->container = CONTENTLIB_INPUT_FILE;
    input->element = 0;
    input->comma = 0;
    input->pos = input->start;

    for ( ;; ) {

        p = memchr(input->pos, '\n', (size_t) (input->last - input->pos));

        if (p) {
            input->pos = p + 1;
            rc = contentlib_input_skip(input);

            if (rc == NGX_OK && *input->pos == '{'
                && (input->column == 0
                    || contentlib_input_column(input) == input->column))
            {
                input->container = container;
                return NGX_OK;
            }

        } else {
            input->pos = input->last;
            contentlib_input_pass(input);
            rc = contentlib_input_fill(input);
        }

        if (rc != NGX_OK) {
            return rc;
        }
    }
}


/* of "start", from 1 */

static ngx_uint_t
contentlib_input_column(contentlib_input_t *input)
{
    return (ngx_uint_t) (input->bytes - (uint64_t) (input->last - input->start)
                         - input->line_start + 1);
}
