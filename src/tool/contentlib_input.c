
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_input.h>

#include <tool/contentlib_syntax.h>

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
    int                        fd;
    char                       name[CONTENTLIB_QUOTE_SIZE];
    uint64_t                   bytes;
    ngx_uint_t                 line;        /* of "pos" */

    u_char                    *start;       /* first byte to keep */
    u_char                    *pos;         /* first byte not looked at */
    u_char                    *last;        /* end of what was read */

    contentlib_input_place_e   place;
    ngx_uint_t                 page_line;
    ngx_str_t                  page;        /* envelope without results */
    unsigned                   page_in_array:1;
    unsigned                   element:1;   /* after one, before a comma */
    unsigned                   comma:1;
    unsigned                   eof:1;
    unsigned                   string:1;    /* state of the scan */
    ngx_uint_t                 depth;

    contentlib_message_t      *message;
    u_char                     buffer[CONTENTLIB_INPUT_SIZE];
};


static ngx_int_t contentlib_input_fill(contentlib_input_t *input);
static ngx_int_t contentlib_input_skip(contentlib_input_t *input);
static ngx_int_t contentlib_input_open_bracket(contentlib_input_t *input);
static ngx_int_t contentlib_input_close_bracket(contentlib_input_t *input);
static ngx_int_t contentlib_input_separator(contentlib_input_t *input);
static ngx_int_t contentlib_input_unexpected(contentlib_input_t *input);
static ngx_int_t contentlib_input_object(contentlib_input_t *input,
    ngx_uint_t depth);
static ngx_int_t contentlib_input_scan(contentlib_input_t *input);
static ngx_uint_t contentlib_input_results(contentlib_input_t *input,
    const u_char *p);
static ngx_int_t contentlib_input_page_begin(contentlib_input_t *input);
static ngx_int_t contentlib_input_page_end(contentlib_input_t *input);
static ngx_int_t contentlib_input_page_append(contentlib_input_t *input);


contentlib_input_t *
contentlib_input_open(const char *name, contentlib_message_t *message)
{
    contentlib_input_t  *input;

    input = ngx_alloc(sizeof(contentlib_input_t), NULL);

    if (input == NULL) {
        (void) contentlib_message_set(message, "out of memory");
        return NULL;
    }

    ngx_memzero(input, offsetof(contentlib_input_t, buffer));

    (void) contentlib_message_quote(input->name, (const u_char *) name,
                                    ngx_strlen(name));
    input->message = message;
    input->line = 1;
    input->start = input->buffer;
    input->pos = input->buffer;
    input->last = input->buffer;

    input->fd = ngx_strcmp(name, "-") == 0 ? STDIN_FILENO
                                           : open(name, O_RDONLY | O_CLOEXEC);

    if (input->fd == -1) {
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
    if (input->fd != STDIN_FILENO) {
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
contentlib_input_next(contentlib_input_t *input, ngx_str_t *text,
    ngx_uint_t *line)
{
    ngx_int_t  rc;

    for ( ;; ) {

        rc = contentlib_input_skip(input);

        if (rc != NGX_OK) {
            return rc;
        }

        if (*input->pos != '{') {
            rc = contentlib_input_separator(input);

            if (rc != NGX_OK) {
                return rc;
            }

            continue;
        }

        if (input->element) {
            return contentlib_input_unexpected(input);
        }

        *line = input->line;
        rc = contentlib_input_object(input, 0);

        if (rc == NGX_DECLINED) {
            rc = contentlib_input_page_begin(input);

            if (rc != NGX_OK) {
                return rc;
            }

            continue;
        }

        text->data = input->start;
        text->len = (size_t) (input->pos - input->start);
        input->line += contentlib_syntax_lines(text->data, text->len);
        input->element = (input->place != CONTENTLIB_INPUT_FILE);
        input->comma = 0;

        return rc;
    }
}


/* more bytes behind "last"; NGX_DONE if there are none */

static ngx_int_t
contentlib_input_fill(contentlib_input_t *input)
{
    size_t   kept, room;
    ssize_t  n;

    kept = (size_t) (input->last - input->start);
    room = (size_t) (input->buffer + CONTENTLIB_INPUT_SIZE - input->last);

    if (room < CONTENTLIB_INPUT_CHUNK) {
        ngx_memmove(input->buffer, input->start, kept);
        input->pos -= input->start - input->buffer;
        input->start = input->buffer;
        input->last = input->buffer + kept;
        room = CONTENTLIB_INPUT_SIZE - kept;
    }

    do {
        n = read(input->fd, input->last,
                 ngx_min(room, CONTENTLIB_INPUT_CHUNK));
    } while (n == -1 && errno == EINTR);

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

        for ( /* void */ ; input->pos < input->last; input->pos++) {

            if (*input->pos == '\n') {
                input->line++;

            } else if (*input->pos != ' ' && *input->pos != '\t'
                       && *input->pos != '\r')
            {
                input->start = input->pos;
                return NGX_OK;
            }
        }

        input->start = input->pos;
        rc = contentlib_input_fill(input);

        if (rc == NGX_DONE && input->place != CONTENTLIB_INPUT_FILE) {
            return contentlib_message_set(input->message,
                                          "%s:%lu: the array does not end",
                                          input->name, input->line);
        }

        if (rc != NGX_OK) {
            return rc;
        }
    }
}


/* anything between two records */

static ngx_int_t
contentlib_input_separator(contentlib_input_t *input)
{
    switch (*input->pos) {

    case '[':
        return contentlib_input_open_bracket(input);

    case ']':
        return contentlib_input_close_bracket(input);

    case ',':

        if (!input->element) {
            break;
        }

        input->element = 0;
        input->comma = 1;
        input->pos++;

        return NGX_OK;

    case 0xef:

        /* a byte order mark, at the very beginning only */

        while (input->last - input->pos < 3) {
            if (contentlib_input_fill(input) != NGX_OK) {
                return contentlib_input_unexpected(input);
            }
        }

        if (input->bytes != (uint64_t) (input->last - input->pos)
            || ngx_memcmp(input->pos, "\xef\xbb\xbf", 3) != 0)
        {
            break;
        }

        input->pos += 3;

        return NGX_OK;
    }

    return contentlib_input_unexpected(input);
}


static ngx_int_t
contentlib_input_open_bracket(contentlib_input_t *input)
{
    if (input->place != CONTENTLIB_INPUT_FILE) {
        return contentlib_input_unexpected(input);
    }

    input->place = CONTENTLIB_INPUT_ARRAY;
    input->pos++;

    return NGX_OK;
}


static ngx_int_t
contentlib_input_close_bracket(contentlib_input_t *input)
{
    if (input->comma || input->place == CONTENTLIB_INPUT_FILE) {
        return contentlib_input_unexpected(input);
    }

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

    len = (*input->pos < 0x80) ? 1 : ngx_min(4, (size_t) (input->last
                                                          - input->pos));

    return contentlib_message_set(input->message,
                                  "%s:%lu: unexpected \"%s\" where a record "
                                  "should begin", input->name, input->line,
                                  contentlib_message_quote(quoted, input->pos,
                                                           len));
}


/*
 * From "pos" to the end of the object, which is left between "start" and
 * "pos".  NGX_DECLINED: behind the bracket that begins the results of a page.
 */

static ngx_int_t
contentlib_input_object(contentlib_input_t *input, ngx_uint_t depth)
{
    ngx_int_t  rc;

    input->start = input->pos;
    input->depth = depth;
    input->string = 0;

    for ( ;; ) {
        rc = contentlib_input_scan(input);

        if (input->pos - input->start > CONTENTLIB_INPUT_RECORD) {
            return contentlib_message_set(input->message, "%s:%lu: the record "
                                          "that begins here is longer than "
                                          "%d bytes", input->name,
                                          input->line,
                                          CONTENTLIB_INPUT_RECORD);
        }

        if (rc != NGX_AGAIN) {
            return rc;
        }

        rc = contentlib_input_fill(input);

        if (rc == NGX_DONE) {
            return contentlib_message_set(input->message, "%s:%lu: the record "
                                          "that begins here does not end",
                                          input->name, input->line);
        }

        if (rc != NGX_OK) {
            return rc;
        }
    }
}


static ngx_int_t
contentlib_input_scan(contentlib_input_t *input)
{
    u_char  *p;

    for (p = input->pos; p < input->last; p++) {

        if (input->string) {

            if (*p == '"') {
                input->string = 0;

            } else if (*p == '\\') {

                if (p + 1 == input->last) {
                    break;
                }

                p++;
            }

            continue;
        }

        switch (*p) {

        case '"':
            input->string = 1;
            break;

        case '[':

            if (input->depth == 1 && contentlib_input_results(input, p)) {
                input->pos = p + 1;
                return NGX_DECLINED;
            }

            input->depth++;
            break;

        case '{':
            input->depth++;
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

    return NGX_AGAIN;
}


/* whether the bracket at "p" is the value of the key "results" */

static ngx_uint_t
contentlib_input_results(contentlib_input_t *input, const u_char *p)
{
    const u_char  *start;

    if (input->place == CONTENTLIB_INPUT_PAGE) {
        return 0;
    }

    start = input->start;

    p = contentlib_syntax_back(start, p);

    if (p == start || *--p != ':') {
        return 0;
    }

    p = contentlib_syntax_back(start, p);

    if (p - start < 9 || ngx_memcmp(p - 9, "\"results\"", 9) != 0) {
        return 0;
    }

    p = contentlib_syntax_back(start, p - 9);

    return p > start && (p[-1] == '{' || p[-1] == ',');
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
    input->element = 0;
    input->comma = 0;

    return NGX_OK;
}


/* the bracket behind the results, and the rest of the envelope */

static ngx_int_t
contentlib_input_page_end(contentlib_input_t *input)
{
    /* inside of the envelope and of its results */

    if (contentlib_input_object(input, 2) != NGX_OK
        || contentlib_input_page_append(input) != NGX_OK
        || contentlib_syntax_page(&input->page, input->name,
                                  input->page_line, input->message)
           != NGX_OK)
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
        return contentlib_message_set(input->message, "out of memory");
    }

    ngx_memcpy(data + input->page.len, input->start, len);

    input->page.data = data;
    input->page.len += len;
    input->line += contentlib_syntax_lines(input->start, len);

    return NGX_OK;
}
