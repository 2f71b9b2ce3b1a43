
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: the input in pieces, and assertions.
 *
 * Pieces are copied into allocations of exactly their length, so that the
 * sanitizer detects reads beyond the end.  All allocations are in one pool,
 * which is destroyed after the execution.
 */


#ifndef _FUZZ_H_INCLUDED_
#define _FUZZ_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>

#include <stdarg.h>


static const u_char  *fuzz_p;
static const u_char  *fuzz_last;
static ngx_pool_t    *fuzz_pool;
static ngx_log_t      fuzz_log;


int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* prints the message and aborts the target, unless "passed" */

static inline void hold(ngx_uint_t passed, const char *format, ...)
    __attribute__((format(printf, 2, 3)));


static inline void
hold(ngx_uint_t passed, const char *format, ...)
{
    va_list  args;

    if (passed) {
        return;
    }

    fflush(stdout);
    fprintf(stderr, "DOES NOT HOLD: ");

    va_start(args, format);
    (void) vfprintf(stderr, format, args);
    va_end(args);

    fprintf(stderr, "\n");
    abort();
}


static inline void
fuzz_begin(const uint8_t *data, size_t size)
{
    fuzz_p = data;
    fuzz_last = data + size;
    fuzz_pool = ngx_create_pool(4096, &fuzz_log);
}


/* what LLVMFuzzerTestOneInput() returns */

static inline int
fuzz_end(void)
{
    ngx_destroy_pool(fuzz_pool);
    fuzz_pool = NULL;

    return 0;
}


static inline ngx_str_t
fuzz_copy(const void *data, size_t len)
{
    ngx_str_t  text;

    text.len = len;
    text.data = ngx_pnalloc(fuzz_pool, len);

    hold(text.data != NULL, "memory");

    if (len != 0) {
        ngx_memcpy(text.data, data, len);
    }

    return text;
}


static inline ngx_str_t
fuzz_string(const char *text)
{
    return fuzz_copy(text, strlen(text));
}


/* at most "most" bytes */

static inline ngx_str_t
fuzz_take(size_t most)
{
    size_t     len;
    ngx_str_t  text;

    len = ngx_min(most, (size_t) (fuzz_last - fuzz_p));
    text = fuzz_copy(fuzz_p, len);
    fuzz_p += len;

    return text;
}


/* the bytes up to the next line feed or the end */

static inline ngx_str_t
fuzz_line(void)
{
    ngx_str_t      text;
    const u_char  *end;

    end = (fuzz_p < fuzz_last)
          ? memchr(fuzz_p, '\n', (size_t) (fuzz_last - fuzz_p)) : NULL;

    text = fuzz_take((size_t) ((end ? end : fuzz_last) - fuzz_p));
    fuzz_p += (end != NULL);

    return text;
}


/* the next byte, or 0 at the end of the input */

static inline u_char
fuzz_byte(void)
{
    return fuzz_p < fuzz_last ? *fuzz_p++ : 0;
}


static inline uint64_t
fuzz_number(ngx_uint_t bytes)
{
    uint64_t  number;

    for (number = 0; bytes > 0; bytes--) {
        number = number << 8 | fuzz_byte();
    }

    return number;
}


static inline ngx_uint_t
fuzz_more(void)
{
    return fuzz_p < fuzz_last;
}


static inline ngx_uint_t
fuzz_equal(const ngx_str_t *one, const ngx_str_t *two)
{
    return one->len == two->len
           && (one->len == 0 || memcmp(one->data, two->data, one->len) == 0);
}


static inline ngx_uint_t
fuzz_is(const ngx_str_t *text, const char *word)
{
    size_t  len;

    len = strlen(word);

    return text->len == len
           && (len == 0 || memcmp(text->data, word, len) == 0);
}


/* zero-terminated */

static inline char *
fuzz_zero(const ngx_str_t *text)
{
    char  *copy;

    copy = ngx_pnalloc(fuzz_pool, text->len + 1);
    hold(copy != NULL, "memory");

    if (text->len != 0) {
        memcpy(copy, text->data, text->len);
    }

    copy[text->len] = '\0';

    return copy;
}


#endif /* _FUZZ_H_INCLUDED_ */
