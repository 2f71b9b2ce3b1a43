
/*
 * Copyright (C) contentlib authors
 *
 * Formats messages, and quotes bytes so that a terminal can show them.
 */


#include <tool/contentlib_message.h>

#include <text/contentlib_text.h>
#include <tool/contentlib_progress.h>

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>


/* what one character takes at most, and the dots with the zero */

#define CONTENTLIB_QUOTE_ONE  6
#define CONTENTLIB_QUOTE_END  4


static size_t contentlib_message_character(char *to, const u_char *p,
    size_t len);
static ngx_uint_t contentlib_message_hidden(unsigned code);


pid_t  contentlib_message_child;


ngx_int_t
contentlib_message_set(contentlib_message_t *message, const char *format, ...)
{
    va_list  args;

    if (message->len) {
        return NGX_ERROR;
    }

    va_start(args, format);
    (void) vsnprintf(message->text, sizeof(message->text), format, args);
    va_end(args);

    message->len = ngx_strlen(message->text);

    contentlib_text_one_line(message->text);

    return NGX_ERROR;
}


ngx_int_t
contentlib_message_output(contentlib_message_t *message, const char *what)
{
    message->closed = (message->len == 0 && errno == EPIPE);

    return contentlib_message_set(message, "contentlib: %s: %s", what,
                                  strerror(errno));
}


/* one line is enough */

void
contentlib_no_memory(void)
{
    int    status;
    pid_t  child;

    child = contentlib_message_child;

    if (child == 0 || kill(child, SIGKILL) == -1
        || waitpid(child, &status, 0) == -1 || !WIFEXITED(status)
        || WEXITSTATUS(status) != CONTENTLIB_MESSAGE_PRINTED)
    {
        contentlib_progress_end();
        (void) fputs("contentlib: out of memory\n", stderr);
    }

    exit(EXIT_FAILURE);
}


const char *
contentlib_message_quote(char to[CONTENTLIB_QUOTE_SIZE], const u_char *data,
    size_t len)
{
    char          *p, *last;
    size_t         n, i;

    p = to;
    last = to + CONTENTLIB_QUOTE_SIZE - CONTENTLIB_QUOTE_END
           - CONTENTLIB_QUOTE_ONE;

    for (i = 0; i < len; i += n) {

        if (p > last) {
            p = (char *) ngx_cpymem(p, "...", 3);
            break;
        }

        n = contentlib_text_next(data + i, data + len);

        p += contentlib_message_character(p, data + i, n);
        n = ngx_max(n, 1);
    }

    *p = '\0';

    return to;
}


/* "len" is 0 for a byte that is not UTF-8 */

static size_t
contentlib_message_character(char *to, const u_char *p, size_t len)
{
    size_t    i;
    unsigned  code;

    if (len == 0) {
        return (size_t) snprintf(to, CONTENTLIB_QUOTE_ONE + 1, "\\x%02x", *p);
    }

    code = (len == 1) ? *p : (unsigned) (*p & (0x7f >> len));

    for (i = 1; i < len; i++) {
        code = code << 6 | (p[i] & 0x3f);
    }

    if (contentlib_message_hidden(code)) {
        return (size_t) snprintf(to, CONTENTLIB_QUOTE_ONE + 1, "\\u%04x", code);
    }

    ngx_memcpy(to, p, len);

    return len;
}


/* controls, line separators, marks and overrides of direction */

static ngx_uint_t
contentlib_message_hidden(unsigned code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0)
           || (code >= 0x200b && code <= 0x200f)
           || (code >= 0x2028 && code <= 0x202e)
           || (code >= 0x2066 && code <= 0x2069)
           || code == 0xfeff;
}


const char *
contentlib_message_string(char to[CONTENTLIB_QUOTE_SIZE], const char *text)
{
    return contentlib_message_quote(to, (const u_char *) text,
                                    ngx_strlen(text));
}


const char *
contentlib_message_counts(char to[CONTENTLIB_COUNTS_SIZE], uint64_t items,
    uint64_t tags, uint64_t collections)
{
    (void) snprintf(to, CONTENTLIB_COUNTS_SIZE,
                    "%llu item%s, %llu tag%s, %llu collection%s",
                    (unsigned long long) items, items == 1 ? "" : "s",
                    (unsigned long long) tags, tags == 1 ? "" : "s",
                    (unsigned long long) collections,
                    collections == 1 ? "" : "s");

    return to;
}
