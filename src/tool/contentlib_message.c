
/*
 * Copyright (C) contentlib authors
 *
 * Formats messages, quotes bytes so that a terminal can show them, and ends
 * the program.
 */


#include <tool/contentlib_message.h>

#include <text/contentlib_text.h>
#include <tool/contentlib_progress.h>

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>


/* what one character takes at most, and the dots with the zero */

#define CONTENTLIB_QUOTE_ONE  6
#define CONTENTLIB_QUOTE_END  4


static void contentlib_message_one_line(char *text);
static void contentlib_message_end(char *text) __attribute__((noreturn));
static size_t contentlib_message_character(char *to, const u_char *p,
    size_t len);
static ngx_uint_t contentlib_message_hidden(unsigned code);


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

    contentlib_message_one_line(message->text);

    return NGX_ERROR;
}


/* the messages of SQLite contain text from the file */

static void
contentlib_message_one_line(char *text)
{
    for ( /* void */ ; *text != '\0'; text++) {
        if (iscntrl((u_char) *text)) {
            *text = ' ';
        }
    }
}


void
contentlib_fail(const char *format, ...)
{
    char     text[CONTENTLIB_MESSAGE_SIZE];
    va_list  args;

    va_start(args, format);
    (void) vsnprintf(text, sizeof(text), format, args);
    va_end(args);

    contentlib_message_end(text);
}


void
contentlib_fail_system(const char *format, ...)
{
    int      error;
    char     text[CONTENTLIB_MESSAGE_SIZE];
    size_t   len;
    va_list  args;

    error = errno;

    va_start(args, format);
    (void) vsnprintf(text, sizeof(text), format, args);
    va_end(args);

    len = ngx_strlen(text);
    (void) snprintf(text + len, sizeof(text) - len, ": %s", strerror(error));

    contentlib_message_end(text);
}


static void
contentlib_message_end(char *text)
{
    contentlib_message_one_line(text);
    contentlib_progress_end();

    (void) fprintf(stderr, "%s\n", text);

    exit(EXIT_FAILURE);
}


void
contentlib_fail_output(const char *what)
{
    if (errno == EPIPE) {
        exit(EXIT_SUCCESS);
    }

    contentlib_fail_system("contentlib: %s", what);
}


void
contentlib_no_memory(void)
{
    contentlib_fail("contentlib: out of memory");
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
