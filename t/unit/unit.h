
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: assertions, printed as TAP.
 *
 * Texts under test are copied into allocations of exactly their length, so
 * that sanitizers detect reads beyond the end.
 */


#ifndef _UNIT_H_INCLUDED_
#define _UNIT_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>

#include <stdarg.h>


#define UNIT_TEXT    1024                   /* longest name of a test */
#define UNIT_FAULTS  10                     /* printed per group */

#define unit_format(n)  __attribute__((format(printf, n, n + 1)))


static ngx_log_t    unit_log;
static ngx_pool_t  *unit_pool_current;
static ngx_uint_t   unit_tests;
static ngx_uint_t   unit_failed;
static ngx_uint_t   unit_faults;
static uint64_t     unit_seed = 1;


/* the pool of the program; freed by unit_clear() and unit_done() */

static inline ngx_pool_t *
unit_pool(void)
{
    if (unit_pool_current == NULL) {
        unit_pool_current = ngx_create_pool(4096, &unit_log);
    }

    if (unit_pool_current == NULL) {
        printf("Bail out! no memory\n");
        exit(2);
    }

    return unit_pool_current;
}


static inline void
unit_clear(void)
{
    if (unit_pool_current != NULL) {
        ngx_destroy_pool(unit_pool_current);
        unit_pool_current = NULL;
    }
}


static inline ngx_str_t
unit_bytes(const void *data, size_t len)
{
    ngx_str_t  text;

    text.len = len;
    text.data = ngx_pnalloc(unit_pool(), len);

    if (text.data == NULL) {
        printf("Bail out! no memory\n");
        exit(2);
    }

    if (len != 0) {
        ngx_memcpy(text.data, data, len);
    }

    return text;
}


static inline ngx_str_t
unit_text(const char *text)
{
    return unit_bytes(text, strlen(text));
}


/* prints bytes as one line */

static inline void
unit_show(const char *title, const void *data, size_t len)
{
    size_t         i;
    const u_char  *p;

    p = data;
    printf("#   %s: ", title);

    for (i = 0; i < len && i < 4096; i++) {
        if (p[i] >= 0x20 && p[i] < 0x7f && p[i] != '\\') {
            printf("%c", p[i]);

        } else {
            printf("\\x%02x", p[i]);
        }
    }

    printf("%s\n", i < len ? "..." : "");
}


static inline ngx_uint_t
unit_result(ngx_uint_t passed, const char *format, va_list args)
{
    char   name[UNIT_TEXT];
    char  *p;

    (void) vsnprintf(name, sizeof(name), format, args);

    for (p = name; *p; p++) {
        if ((u_char) *p < 0x20 || *p == '#') {
            *p = '?';
        }
    }

    unit_tests++;
    unit_failed += !passed;

    printf("%sok %lu - %s\n", passed ? "" : "not ", (unsigned long) unit_tests,
           name);

    return passed;
}


static inline ngx_uint_t unit_format(2)
ok(ngx_uint_t passed, const char *format, ...)
{
    va_list  args;

    va_start(args, format);
    (void) unit_result(passed, format, args);
    va_end(args);

    return passed;
}


#define is_number(got, expected, ...)                                         \
    unit_is_number((int64_t) (got), (int64_t) (expected), __VA_ARGS__)

static inline ngx_uint_t unit_format(3)
unit_is_number(int64_t got, int64_t expected, const char *format, ...)
{
    va_list  args;

    va_start(args, format);

    if (!unit_result(got == expected, format, args)) {
        printf("#   got: %lld\n#   expected: %lld\n", (long long) got,
               (long long) expected);
    }

    va_end(args);

    return got == expected;
}


static inline ngx_uint_t
unit_equal(const ngx_str_t *one, const ngx_str_t *two)
{
    return one->len == two->len
           && (one->len == 0 || memcmp(one->data, two->data, one->len) == 0);
}


static inline ngx_uint_t unit_format(3)
is_string(const ngx_str_t *got, const char *expected, const char *format, ...)
{
    va_list     args;
    ngx_str_t   text;
    ngx_uint_t  passed;

    text.data = (u_char *) (uintptr_t) expected;
    text.len = strlen(expected);
    passed = unit_equal(got, &text);

    va_start(args, format);

    if (!unit_result(passed, format, args)) {
        unit_show("got", got->data, got->len);
        unit_show("expected", expected, text.len);
    }

    va_end(args);

    return passed;
}


/* hold() checks many conditions of one test, which held() prints */

static inline ngx_uint_t unit_format(2)
hold(ngx_uint_t passed, const char *format, ...)
{
    va_list  args;

    if (passed) {
        return 1;
    }

    if (unit_faults++ < UNIT_FAULTS) {
        printf("# ");
        va_start(args, format);
        (void) vprintf(format, args);
        va_end(args);
        printf("\n");
    }

    return 0;
}


static inline ngx_uint_t unit_format(1)
held(const char *format, ...)
{
    va_list     args;
    ngx_uint_t  passed;

    passed = (unit_faults == 0);

    va_start(args, format);
    (void) unit_result(passed, format, args);
    va_end(args);

    if (!passed) {
        printf("#   faults: %lu\n", (unsigned long) unit_faults);
    }

    unit_faults = 0;

    return passed;
}


/* xorshift64: the same numbers in every run */

static inline uint64_t
unit_random(uint64_t below)
{
    unit_seed ^= unit_seed << 13;
    unit_seed ^= unit_seed >> 7;
    unit_seed ^= unit_seed << 17;

    return (unit_seed >> 11) % below;
}


/* the plan; what main() returns */

static inline int
unit_done(void)
{
    unit_clear();
    printf("1..%lu\n", (unsigned long) unit_tests);

    return unit_failed != 0;
}


#endif /* _UNIT_H_INCLUDED_ */
