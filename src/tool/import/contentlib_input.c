
/*
 * Copyright (C) contentlib authors
 *
 * Reads a file in pieces, and finds the records in it by their brackets.
 */


#include <tool/import/contentlib_input.h>

#include <tool/import/contentlib_syntax.h>

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
} contentlib_input_place_e;


struct contentlib_input_s {
    int                        fd;          /* -1: "read" is called */
    contentlib_input_read_pt   read;
    void                      *from;        /* of "read" */
    char                       name[CONTENTLIB_QUOTE_SIZE];
    uint64_t                   bytes;       /* up to "last" */

    u_char                    *start;       /* first byte to keep */
    u_char                    *pos;         /* first byte not looked at */
    u_char                    *last;        /* end of what was read */
    ngx_uint_t                 line;        /* of "start" */
    uint64_t                   line_start;  /* where in the file it begins */
    ngx_uint_t                 column;      /* of the last record; 0: none */

    contentlib_input_place_e   place;
    ngx_uint_t                 page_line;
    ngx_str_t                  page;        /* envelope without results */
    unsigned                   page_in_array:1;
    unsigned                   element:1;   /* after one, before a comma */
    unsigned                   comma:1;
    unsigned                   string:1;    /* state of the scan */
    unsigned                   invalid:1;   /* the last record is */
    ngx_uint_t                 depth;

    contentlib_errors_t       *errors;
    contentlib_message_t      *message;
    u_char                     buffer[CONTENTLIB_INPUT_SIZE];
};


static ngx_int_t contentlib_input_fill(contentlib_input_t *input);
static ngx_int_t contentlib_input_skip(contentlib_input_t *input);
static ngx_int_t contentlib_input_between(contentlib_input_t *input);
static ngx_int_t contentlib_input_mark(contentlib_input_t *input);
static ngx_int_t contentlib_input_bracket(contentlib_input_t *input);
static ngx_int_t contentlib_input_unexpected(contentlib_input_t *input);
static ngx_uint_t contentlib_input_csv(contentlib_input_t *input);
static ngx_int_t contentlib_input_object(contentlib_input_t *input,
    ngx_uint_t depth);
static ngx_int_t contentlib_input_scan(contentlib_input_t *input);
static ngx_uint_t contentlib_input_broken(contentlib_input_t *input,
    const u_char *p);
static u_char *contentlib_input_string(contentlib_input_t *input, u_char *p);
static ngx_uint_t contentlib_input_results(contentlib_input_t *input,
    const u_char *p);
static const u_char *contentlib_input_back(const u_char *start,
    const u_char *p);
static ngx_int_t contentlib_input_page_begin(contentlib_input_t *input);
static ngx_int_t contentlib_input_page_end(contentlib_input_t *input);
static ngx_int_t contentlib_input_page_append(contentlib_input_t *input);
static ngx_int_t contentlib_input_page_check(contentlib_input_t *input);
static void contentlib_input_pass(contentlib_input_t *input);
static ngx_int_t contentlib_input_recover(contentlib_input_t *input);
static ngx_uint_t contentlib_input_column(contentlib_input_t *input);


contentlib_input_t *
contentlib_input_open(const char *name, contentlib_input_read_pt read,
    void *from, contentlib_errors_t *errors, contentlib_message_t *message)
{
    contentlib_input_t  *input;

    input = ngx_alloc(sizeof(contentlib_input_t), NULL);

    if (input == NULL) {
        (void) contentlib_message_no_memory(message);
        return NULL;
    }

    ngx_memzero(input, offsetof(contentlib_input_t, buffer));

    (void) contentlib_message_string(input->name, name);

    input->fd = -1;
    input->read = read;
    input->from = from;
    input->errors = errors;
    input->message = message;
    input->line = 1;
    input->start = input->buffer;
    input->pos = input->buffer;
    input->last = input->buffer;

    if (read == NULL) {
        input->fd = ngx_strcmp(name, "-") == 0
                    ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    }

    if (read == NULL && input->fd == -1) {
        (void) contentlib_message_set(message, "%s: cannot open: %s",
                                      input->name, strerror(errno));
        free(input);
        return NULL;
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

        place->line = input->line;
        place->column = contentlib_input_column(input);
        input->column = place->column;

        rc = contentlib_input_object(input, 0);

        if (rc == NGX_AGAIN) {
            rc = contentlib_input_page_begin(input);
            continue;
        }

        if (rc == NGX_OK) {
            text->data = input->start;
            text->len = (size_t) (input->pos - input->start);

            input->element = (input->place != CONTENTLIB_INPUT_FILE);
            input->comma = 0;

            return NGX_OK;
        }
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

    room = CONTENTLIB_INPUT_CHUNK;

    do {
        n = (input->fd == -1) ? input->read(input->from, input->last, room)
                              : read(input->fd, input->last, room);
    } while (n == -1 && errno == EINTR && input->fd != -1);

    if (n == -1) {
        return contentlib_message_set(input->message, "%s: cannot read: %s",
                                      input->name, strerror(errno));
    }

    input->last += n;
    input->bytes += (uint64_t) n;

    return n ? NGX_OK : NGX_DONE;
}


/* to the next byte that is not blank; NGX_DONE at the end of the file */

static ngx_int_t
contentlib_input_skip(contentlib_input_t *input)
{
    ngx_int_t  rc;

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

        rc = contentlib_input_fill(input);

        if (rc == NGX_DONE && input->place != CONTENTLIB_INPUT_FILE) {
            (void) contentlib_errors_add(input->errors,
                                         "%s:%lu: the array does not end",
                                         input->name, input->line);
        }

        if (rc != NGX_OK) {
            return rc;
        }
    }
}


/* anything between two records; NGX_DECLINED after an error of the input */

static ngx_int_t
contentlib_input_between(contentlib_input_t *input)
{
    switch (*input->pos) {

    case '[':

        if (input->place != CONTENTLIB_INPUT_FILE) {
            break;
        }

        input->place = CONTENTLIB_INPUT_ARRAY;
        input->pos++;

        return NGX_OK;

    case ']':

        if (input->comma || input->place == CONTENTLIB_INPUT_FILE) {
            break;
        }

        return contentlib_input_bracket(input);

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


/* the bracket behind an array, or behind the results of an envelope */

static ngx_int_t
contentlib_input_bracket(contentlib_input_t *input)
{
    if (input->place == CONTENTLIB_INPUT_PAGE) {
        return contentlib_input_page_end(input);
    }

    input->place = CONTENTLIB_INPUT_FILE;
    input->element = 0;
    input->pos++;

    return NGX_OK;
}


static ngx_int_t
contentlib_input_unexpected(contentlib_input_t *input)
{
    size_t  len;
    char    quoted[CONTENTLIB_QUOTE_SIZE];

    if (input->message->len) {
        return NGX_ERROR;
    }

    len = (*input->pos < 0x80) ? 1 : ngx_min(4, (size_t) (input->last
                                                          - input->pos));
    (void) contentlib_message_quote(quoted, input->pos, len);

    if (contentlib_input_csv(input)) {
        (void) contentlib_errors_add(input->errors, "%s:%lu: unexpected "
                                     "\"%s\" where a record should begin: "
                                     "this looks like CSV (use --format csv)",
                                     input->name, input->line, quoted);

        /* its other lines would be errors, too */

        return NGX_DONE;
    }

    (void) contentlib_errors_add(input->errors, "%s:%lu: unexpected \"%s\" "
                                 "where a record should begin",
                                 input->name, input->line, quoted);

    return NGX_DECLINED;
}


/* whether the first line of a file has separators, and is not JSON */

static ngx_uint_t
contentlib_input_csv(contentlib_input_t *input)
{
    const u_char  *p;

    if (input->line != 1 || input->column != 0
        || input->place != CONTENTLIB_INPUT_FILE
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
    ngx_int_t  rc;

    input->depth = depth;
    input->string = 0;

    for ( ;; ) {
        rc = contentlib_input_scan(input);

        if (input->pos - input->start > CONTENTLIB_INPUT_RECORD) {
            (void) contentlib_errors_add(input->errors, "%s:%lu: the record "
                                         "that begins here is longer than "
                                         "%d bytes", input->name,
                                         input->line,
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
            (void) contentlib_errors_add(input->errors, "%s:%lu: the record "
                                         "that begins here does not end",
                                         input->name, input->line);
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
    u_char  *p;

    p = input->pos;

    while (p < input->last) {

        if (input->string) {
            p = contentlib_input_string(input, p);

            if (!input->string) {
                continue;
            }

            /* no valid string has a line feed, so that the record ends */

            input->pos = p + (p < input->last && *p == '\n');

            return input->pos > p ? NGX_OK : NGX_BUSY;
        }

        switch (*p++) {

        case '"':
            input->string = 1;
            break;

        case '{':
            if (input->depth > 0 && contentlib_input_broken(input, p - 1)) {
                return NGX_DONE;
            }

            /* fall through */

        case '[':
            input->depth++;

            if (input->depth == 2 && contentlib_input_results(input, p - 1)) {
                input->pos = p;
                return NGX_AGAIN;
            }

            break;

        case ']':
        case '}':

            if (--input->depth == 0) {
                input->pos = p;
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


/* behind the end of the string at "p", or as far as it can be read */

static u_char *
contentlib_input_string(contentlib_input_t *input, u_char *p)
{
    while (p < input->last && *p != '\n') {

        if (*p == '"') {
            input->string = 0;
            return p + 1;
        }

        if (*p == '\\' && p + 1 == input->last) {
            break;
        }

        p += (*p == '\\') ? 2 : 1;
    }

    return p;
}


/* whether the bracket at "p" is the value of the key "results" */

static ngx_uint_t
contentlib_input_results(contentlib_input_t *input, const u_char *p)
{
    const u_char  *start;

    if (*p != '[' || input->place == CONTENTLIB_INPUT_PAGE) {
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


static ngx_int_t
contentlib_input_page_begin(contentlib_input_t *input)
{
    input->page.len = 0;
    input->page_line = input->line;
    input->page_in_array = (input->place == CONTENTLIB_INPUT_ARRAY);

    if (contentlib_input_page_append(input) != NGX_OK) {
        return NGX_ERROR;
    }

    input->place = CONTENTLIB_INPUT_PAGE;
    input->column = 0;
    input->element = 0;
    input->comma = 0;

    return NGX_OK;
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

    if (contentlib_input_page_append(input) != NGX_OK
        || contentlib_input_page_check(input) != NGX_OK)
    {
        return NGX_ERROR;
    }

    input->place = input->page_in_array ? CONTENTLIB_INPUT_ARRAY
                                        : CONTENTLIB_INPUT_FILE;
    input->element = input->page_in_array;
    input->comma = 0;

    return NGX_OK;
}


static ngx_int_t
contentlib_input_page_append(contentlib_input_t *input)
{
    size_t   len;
    u_char  *data;

    len = (size_t) (input->pos - input->start);

    /* freed by contentlib_input_close() */

    data = realloc(input->page.data, input->page.len + len);

    if (data == NULL) {
        return contentlib_message_no_memory(input->message);
    }

    ngx_memcpy(data + input->page.len, input->start, len);

    input->page.data = data;
    input->page.len += len;

    contentlib_input_pass(input);

    return NGX_OK;
}


/* the envelope without its results */

static ngx_int_t
contentlib_input_page_check(contentlib_input_t *input)
{
    char                 quoted[CONTENTLIB_QUOTE_SIZE];
    json_object         *page;
    json_tokener        *tokener;
    contentlib_place_t   place;

    contentlib_place_init(&place, input->name, input->errors, input->message);
    place.line = input->page_line;

    tokener = contentlib_syntax_tokener();

    if (tokener == NULL) {
        return contentlib_message_no_memory(input->message);
    }

    page = contentlib_syntax_parse(tokener, &input->page, &place);
    json_tokener_free(tokener);

    if (page == NULL) {
        return input->message->len ? NGX_ERROR : NGX_OK;
    }

    json_object_object_foreach(page, key, value) {

        (void) value;

        if (ngx_strcmp(key, "count") && ngx_strcmp(key, "next")
            && ngx_strcmp(key, "previous") && ngx_strcmp(key, "results"))
        {
            (void) contentlib_errors_add(input->errors, "%s:%lu: page: unknown "
                             "field \"%s\"", input->name, input->page_line,
                             contentlib_message_string(quoted, key));
        }
    }

    json_object_put(page);

    return NGX_OK;
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
        input->line++;
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
    u_char                   *p;
    ngx_int_t                 rc;
    contentlib_input_place_e  place;

    /* the end of the file is no error of its own */

    place = input->place;
    input->place = CONTENTLIB_INPUT_FILE;
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
                input->place = place;
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
