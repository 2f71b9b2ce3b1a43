
/*
 * Copyright (C) contentlib authors
 */


#include <tool/import/contentlib_input_private.h>

#include <tool/import/contentlib_syntax.h>

#include <fcntl.h>


static contentlib_input_t *contentlib_input_create(const char *name,
    contentlib_message_t *message);
static ngx_int_t contentlib_input_skip(contentlib_input_t *input);
static ngx_int_t contentlib_input_separator(contentlib_input_t *input);
static ngx_int_t contentlib_input_open_bracket(contentlib_input_t *input);
static ngx_int_t contentlib_input_close_bracket(contentlib_input_t *input);
static ngx_int_t contentlib_input_unexpected(contentlib_input_t *input);
static ngx_int_t contentlib_input_page_begin(contentlib_input_t *input);
static ngx_int_t contentlib_input_page_end(contentlib_input_t *input);
static ngx_int_t contentlib_input_page_append(contentlib_input_t *input);


contentlib_input_t *
contentlib_input_open(const char *name, contentlib_message_t *message)
{
    contentlib_input_t  *input;

    input = contentlib_input_create(name, message);

    if (input == NULL) {
        return NULL;
    }

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


contentlib_input_t *
contentlib_input_open_part(int fd, uint64_t offset, uint64_t len,
    const char *name, contentlib_message_t *message)
{
    contentlib_input_t  *input;

    input = contentlib_input_create(name, message);

    if (input) {
        input->fd = fd;
        input->part = 1;
        input->offset = offset;
        input->rest = len;
    }

    return input;
}


static contentlib_input_t *
contentlib_input_create(const char *name, contentlib_message_t *message)
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

    return input;
}


void
contentlib_input_close(contentlib_input_t *input)
{
    if (input->fd != STDIN_FILENO && !input->part) {
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
