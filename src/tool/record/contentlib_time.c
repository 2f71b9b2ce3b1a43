
/*
 * Copyright (C) contentlib authors
 *
 * Reads and writes times as of ISO 8601.
 */


#include <tool/record/contentlib_time.h>


/* a minus sign, U+2212, is the one that ISO 8601 prefers */

#define CONTENTLIB_TIME_MINUS    "\xe2\x88\x92"

#define CONTENTLIB_TIME_DAY      (24 * 60 * 60)
#define CONTENTLIB_TIME_DIGITS   9          /* of a fraction */


/* the numbers of a form, by its letters */

typedef struct {
    int                       of[128];
} contentlib_time_numbers_t;


static ngx_int_t contentlib_time_date(const char *text, size_t len,
    int64_t *seconds);
static ngx_int_t contentlib_time_clock(const char *text, size_t len,
    int64_t *microseconds);
static ngx_int_t contentlib_time_zone(const char *text, size_t len,
    int64_t *seconds);
static const char *contentlib_time_read(const char *const *forms,
    const char *text, size_t len, contentlib_time_numbers_t *numbers);


static const char *const  contentlib_time_dates[] = {
    "YYYY-mm-dd", "YYYYmmdd", "YYYY-jjj", "YYYYjjj", "YYYY-WVV-u", "YYYYWVVu",
    NULL
};


static const char *const  contentlib_time_clocks[] = {
    "HH:MM:SS", "HHMMSS", "HH:MM", "HHMM", "HH", NULL
};


ngx_int_t
contentlib_time_parse(const ngx_str_t *text, int64_t *time)
{
    size_t       len;
    int64_t      date, clock, zone;
    const char  *p, *last;

    p = (const char *) text->data;
    last = p + text->len;

    len = strcspn(p, "Tt ");

    if (p[len] == '\0' || contentlib_time_date(p, len, &date) != NGX_OK) {
        return NGX_ERROR;
    }

    p += len + 1;
    len = strspn(p, "0123456789:.,");

    if (contentlib_time_clock(p, len, &clock) != NGX_OK) {
        return NGX_ERROR;
    }

    p += len;

    if (contentlib_time_zone(p, (size_t) (last - p), &zone) != NGX_OK) {
        return NGX_ERROR;
    }

    *time = (date - zone) * 1000000 + clock;

    return *time >= CONTENTLIB_TIME_FIRST * 1000000
           && *time < (CONTENTLIB_TIME_LAST + 1) * 1000000
           ? NGX_OK : NGX_ERROR;
}


/* seconds to the beginning of a day of the calendar */

static ngx_int_t
contentlib_time_date(const char *text, size_t len, int64_t *seconds)
{
    int                        *n;
    ngx_uint_t                  right;
    struct tm                   tm;
    contentlib_time_numbers_t   numbers;

    if (contentlib_time_read(contentlib_time_dates, text, len, &numbers) == NULL
        || numbers.of['Y'] == 0)
    {
        return NGX_ERROR;
    }

    n = numbers.of;

    ngx_memzero(&tm, sizeof(struct tm));
    tm.tm_year = n['Y'] - 1900;
    tm.tm_mday = 1;

    /* timegm() moves what is not in the calendar to another day */

    if (n['m']) {
        tm.tm_mon = n['m'] - 1;
        tm.tm_mday = n['d'];

        *seconds = (int64_t) timegm(&tm);
        right = (tm.tm_mon == n['m'] - 1 && tm.tm_mday == n['d']);

    } else if (n['u']) {

        /* a week is in the year of its Thursday, the first one before Jan 8 */

        (void) timegm(&tm);
        tm.tm_mday = 1 + (4 - tm.tm_wday + 7) % 7 + 7 * (n['V'] - 1);

        *seconds = (int64_t) timegm(&tm)
                   + (n['u'] - 4) * CONTENTLIB_TIME_DAY;
        right = (tm.tm_year == n['Y'] - 1900 && n['u'] <= 7);

    } else {
        tm.tm_mday = n['j'];

        *seconds = (int64_t) timegm(&tm);
        right = (tm.tm_year == n['Y'] - 1900);
    }

    return right ? NGX_OK : NGX_ERROR;
}


/* a fraction is one of the last number, which may be hours or minutes */

static ngx_int_t
contentlib_time_clock(const char *text, size_t len, int64_t *microseconds)
{
    int                        *n;
    size_t                      whole, i;
    int64_t                     fraction, unit;
    const char                 *form;
    contentlib_time_numbers_t   numbers;

    for (whole = 0; whole < len; whole++) {
        if (text[whole] == '.' || text[whole] == ',') {
            break;
        }
    }

    form = contentlib_time_read(contentlib_time_clocks, text, whole, &numbers);

    if (form == NULL || len == whole + 1
        || len > whole + 1 + CONTENTLIB_TIME_DIGITS)
    {
        return NGX_ERROR;
    }

    n = numbers.of;
    unit = strchr(form, 'S') ? 1 : strchr(form, 'M') ? 60 : 60 * 60;
    fraction = 0;

    for (i = whole + 1; i <= whole + CONTENTLIB_TIME_DIGITS; i++) {

        if (i < len && (text[i] < '0' || text[i] > '9')) {
            return NGX_ERROR;
        }

        fraction = 10 * fraction + (i < len ? text[i] - '0' : 0);
    }

    *microseconds = ((n['H'] * 60 + n['M']) * 60 + n['S']) * (int64_t) 1000000
                    + fraction * unit / 1000;

    /* 24:00 is the end of the day */

    return n['M'] < 60 && n['S'] < 60
           && (n['H'] < 24 || *microseconds == CONTENTLIB_TIME_DAY
                                               * (int64_t) 1000000)
           ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_time_zone(const char *text, size_t len, int64_t *seconds)
{
    size_t                      sign;
    contentlib_time_numbers_t   numbers;

    *seconds = 0;

    if (len == 1 && (*text == 'Z' || *text == 'z')) {
        return NGX_OK;
    }

    sign = (strncmp(text, CONTENTLIB_TIME_MINUS, 3) == 0) ? 3 : 1;

    if (len < sign || (sign == 1 && *text != '+' && *text != '-')
        || contentlib_time_read(contentlib_time_clocks, text + sign, len - sign,
                                &numbers)
           == NULL
        || numbers.of['H'] > 23 || numbers.of['M'] > 59
        || numbers.of['S'] > 59)
    {
        return NGX_ERROR;
    }

    *seconds = (numbers.of['H'] * 60 + numbers.of['M']) * 60
               + numbers.of['S'];

    if (*text != '+') {
        *seconds = -*seconds;
    }

    return NGX_OK;
}


/* the form that the text has, with a digit for each letter but "W"; or NULL */

static const char *
contentlib_time_read(const char *const *forms, const char *text, size_t len,
    contentlib_time_numbers_t *numbers)
{
    int         *n;
    size_t       i;
    const char  *form;

    for ( /* void */ ; (form = *forms) != NULL; forms++) {

        if (ngx_strlen(form) != len) {
            continue;
        }

        ngx_memzero(numbers, sizeof(contentlib_time_numbers_t));

        for (i = 0; i < len; i++) {

            if (form[i] == '-' || form[i] == ':' || form[i] == 'W') {

                if (text[i] != form[i]) {
                    break;
                }

                continue;
            }

            if (text[i] < '0' || text[i] > '9') {
                break;
            }

            n = &numbers->of[(u_char) form[i]];
            *n = 10 * *n + text[i] - '0';
        }

        if (i == len) {
            return form;
        }
    }

    return NULL;
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
