
/*
 * Copyright (C) contentlib authors
 */


#include <tool/import/contentlib_input_private.h>

#include <tool/import/contentlib_syntax.h>


static ssize_t contentlib_input_read(contentlib_input_t *input, size_t len);
static ngx_int_t contentlib_input_scan(contentlib_input_t *input);
static ngx_uint_t contentlib_input_results(contentlib_input_t *input,
    const u_char *p);


ngx_int_t
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

    n = contentlib_input_read(input, ngx_min(room, CONTENTLIB_INPUT_CHUNK));

    if (n == -1) {
        return contentlib_message_set(input->message, "%s: cannot read: %s",
                                      input->name, strerror(errno));
    }

    input->last += n;
    input->bytes += (uint64_t) n;

    return n ? NGX_OK : NGX_DONE;
}


static ssize_t
contentlib_input_read(contentlib_input_t *input, size_t len)
{
    ssize_t  n;

    if (input->part) {
        len = (size_t) ngx_min(input->rest, len);
    }

    do {
        n = input->part
            ? pread(input->fd, input->last, len, (off_t) input->offset)
            : read(input->fd, input->last, len);
    } while (n == -1 && errno == EINTR);

    if (n > 0 && input->part) {
        input->offset += (uint64_t) n;
        input->rest -= (uint64_t) n;
    }

    return n;
}


ngx_int_t
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
