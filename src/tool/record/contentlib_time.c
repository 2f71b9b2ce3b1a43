
/*
 * Copyright (C) contentlib authors
 */


#include <tool/record/contentlib_time.h>


#define CONTENTLIB_TIME_PATTERN  "0000-00-00T00:00:00"
#define CONTENTLIB_TIME_LEN      (sizeof(CONTENTLIB_TIME_PATTERN) - 1)
#define CONTENTLIB_TIME_DIGITS   6          /* of a fraction */


static int64_t contentlib_time_number(const u_char *p, size_t n);
static ngx_int_t contentlib_time_fraction(const ngx_str_t *text,
    int64_t *fraction);
static int64_t contentlib_time_month(int64_t year, int64_t month);
static int64_t contentlib_time_days(int64_t year, int64_t month, int64_t day);


ngx_int_t
contentlib_time_parse(const ngx_str_t *text, int64_t *time)
{
    size_t    i;
    u_char    c;
    int64_t   year, month, day, hour, minute, second, fraction;

    if (contentlib_time_fraction(text, &fraction) != NGX_OK) {
        return NGX_ERROR;
    }

    for (i = 0; i < CONTENTLIB_TIME_LEN; i++) {
        c = (u_char) CONTENTLIB_TIME_PATTERN[i];

        if (c == '0' ? (text->data[i] < '0' || text->data[i] > '9')
                     : text->data[i] != c)
        {
            return NGX_ERROR;
        }
    }

    year = contentlib_time_number(text->data, 4);
    month = contentlib_time_number(text->data + 5, 2);
    day = contentlib_time_number(text->data + 8, 2);
    hour = contentlib_time_number(text->data + 11, 2);
    minute = contentlib_time_number(text->data + 14, 2);
    second = contentlib_time_number(text->data + 17, 2);

    if (year < 1 || month < 1 || month > 12 || day < 1
        || day > contentlib_time_month(year, month) || hour > 23
        || minute > 59 || second > 59)
    {
        return NGX_ERROR;
    }

    *time = (((contentlib_time_days(year, month, day) * 24 + hour) * 60
              + minute) * 60 + second) * 1000000 + fraction;

    return NGX_OK;
}


/* what follows the seconds, in microseconds; checks the length too */

static ngx_int_t
contentlib_time_fraction(const ngx_str_t *text, int64_t *fraction)
{
    size_t  i, digits;

    *fraction = 0;

    if (text->len < CONTENTLIB_TIME_LEN + 1
        || text->data[text->len - 1] != 'Z')
    {
        return NGX_ERROR;
    }

    if (text->len == CONTENTLIB_TIME_LEN + 1) {
        return NGX_OK;
    }

    digits = text->len - CONTENTLIB_TIME_LEN - 2;

    if (text->data[CONTENTLIB_TIME_LEN] != '.' || digits < 1
        || digits > CONTENTLIB_TIME_DIGITS)
    {
        return NGX_ERROR;
    }

    for (i = CONTENTLIB_TIME_LEN + 1; i < text->len - 1; i++) {
        if (text->data[i] < '0' || text->data[i] > '9') {
            return NGX_ERROR;
        }
    }

    *fraction = contentlib_time_number(text->data + CONTENTLIB_TIME_LEN + 1,
                                       digits);

    for (i = digits; i < CONTENTLIB_TIME_DIGITS; i++) {
        *fraction *= 10;
    }

    return NGX_OK;
}


static int64_t
contentlib_time_number(const u_char *p, size_t n)
{
    size_t   i;
    int64_t  value;

    value = 0;

    for (i = 0; i < n; i++) {
        value = value * 10 + (p[i] - '0');
    }

    return value;
}


/* days of a month */

static int64_t
contentlib_time_month(int64_t year, int64_t month)
{
    static const u_char  days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31,
                                    30, 31 };

    if (month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) {
        return 29;
    }

    return days[month - 1];
}


/* days since the epoch: years that begin in March end with the leap day */

static int64_t
contentlib_time_days(int64_t year, int64_t month, int64_t day)
{
    int64_t  y, m;

    y = month > 2 ? year : year - 1;
    m = month > 2 ? month - 3 : month + 9;

    return y * 365 + y / 4 - y / 100 + y / 400
           + (m * 153 + 2) / 5 + day - 1 - 719468;
}
