
/*
 * Copyright (C) contentlib authors
 *
 * Reads and writes times as of ISO 8601.
 */


#include <tool/record/contentlib_time.h>


#define CONTENTLIB_TIME_LEN  (sizeof("YYYY-MM-DDTHH:MM:SS") - 1)


ngx_int_t
contentlib_time_parse(const ngx_str_t *text, int64_t *time)
{
    char         digits[CONTENTLIB_TIME_LEN + 1], again[CONTENTLIB_TIME_SIZE];
    char         fraction[] = "000000000";
    size_t       len;
    int64_t      offset;
    struct tm    tm;
    const char  *p, *last;

    if (text->len <= CONTENTLIB_TIME_LEN) {
        return NGX_ERROR;
    }

    /* what follows the seconds */

    p = (char *) text->data + CONTENTLIB_TIME_LEN;

    if (*p == '.') {
        len = strspn(++p, "0123456789");

        if (len < 1 || len >= sizeof(fraction)) {
            return NGX_ERROR;
        }

        ngx_memcpy(fraction, p, len);
        p += len;
    }

    ngx_memzero(&tm, sizeof(struct tm));

    /* "+02:00", but not "+0200", which ISO 8601 has for another form */

    last = strptime(p, "%z", &tm);
    len = (size_t) ((char *) text->data + text->len - p);

    if (last != p + len || (len != sizeof("Z") - 1
                            && (len != sizeof("+HH:MM") - 1 || *p == ' '))
        || labs(tm.tm_gmtoff) >= 24 * 60 * 60)
    {
        return NGX_ERROR;
    }

    offset = tm.tm_gmtoff;

    ngx_memcpy(digits, text->data, CONTENTLIB_TIME_LEN);
    digits[CONTENTLIB_TIME_LEN] = '\0';

    if (strptime(digits, "%Y-%m-%dT%H:%M:%S", &tm) == NULL
        || tm.tm_year < 1 - 1900)
    {
        return NGX_ERROR;
    }

    /* a time that is not in the calendar, or in another form, differs */

    *time = (int64_t) timegm(&tm) * 1000000;

    (void) contentlib_time_format(*time, again);

    *time += strtol(fraction, NULL, 10) / 1000 - offset * 1000000;

    return ngx_strncmp(digits, again, CONTENTLIB_TIME_LEN) == 0
           && *time >= CONTENTLIB_TIME_FIRST * 1000000
           && *time < (CONTENTLIB_TIME_LAST + 1) * 1000000
           ? NGX_OK : NGX_ERROR;
}


ngx_str_t
contentlib_time_format(int64_t time, char to[CONTENTLIB_TIME_SIZE])
{
    int        n;
    time_t     seconds;
    int64_t    fraction;
    ngx_str_t  text;
    struct tm  tm;

    seconds = (time_t) (time / 1000000);
    fraction = time % 1000000;

    if (fraction < 0) {
        fraction += 1000000;
        seconds--;
    }

    /* the seconds of 64 bits of microseconds are within the years of int */

    (void) gmtime_r(&seconds, &tm);

    n = snprintf(to, CONTENTLIB_TIME_SIZE, "%04d-%02d-%02dT%02d:%02d:%02d",
                 tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
                 tm.tm_hour, tm.tm_min, tm.tm_sec);

    if (fraction != 0) {
        n += snprintf(to + n, CONTENTLIB_TIME_SIZE - (size_t) n, ".%06d",
                      (int) fraction);
    }

    to[n++] = 'Z';

    text.data = (u_char *) to;
    text.len = (size_t) n;

    return text;
}
