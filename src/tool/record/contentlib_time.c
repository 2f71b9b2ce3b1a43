
/*
 * Copyright (C) contentlib authors
 *
 * Reads times as of ISO 8601.
 */


#include <tool/record/contentlib_time.h>


#define CONTENTLIB_TIME_PATTERN  "0000-00-00T00:00:00"
#define CONTENTLIB_TIME_LEN      (sizeof(CONTENTLIB_TIME_PATTERN) - 1)
#define CONTENTLIB_TIME_DIGITS   6          /* of a fraction */


static ngx_int_t contentlib_time_fraction(const ngx_str_t *text,
    int64_t *fraction);


ngx_int_t
contentlib_time_parse(const ngx_str_t *text, int64_t *time)
{
    size_t     i;
    char       digits[sizeof(CONTENTLIB_TIME_PATTERN)];
    u_char     c;
    int64_t    fraction;
    struct tm  tm, normal;

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

    ngx_memzero(&tm, sizeof(struct tm));

    ngx_memcpy(digits, text->data, CONTENTLIB_TIME_LEN);
    digits[CONTENTLIB_TIME_LEN] = '\0';

    (void) sscanf(digits, "%d-%d-%dT%d:%d:%d", &tm.tm_year,
                  &tm.tm_mon, &tm.tm_mday, &tm.tm_hour, &tm.tm_min,
                  &tm.tm_sec);

    tm.tm_year -= 1900;
    tm.tm_mon--;

    /* timegm() changes what is not in the calendar */

    normal = tm;
    *time = (int64_t) timegm(&normal) * 1000000 + fraction;

    if (tm.tm_year < 1 - 1900 || normal.tm_mon != tm.tm_mon
        || normal.tm_mday != tm.tm_mday || normal.tm_hour != tm.tm_hour
        || normal.tm_min != tm.tm_min || normal.tm_sec != tm.tm_sec)
    {
        return NGX_ERROR;
    }

    return NGX_OK;
}


/* what follows the seconds, in microseconds; checks the length too */

static ngx_int_t
contentlib_time_fraction(const ngx_str_t *text, int64_t *fraction)
{
    size_t  i;

    *fraction = 0;

    if (text->len < CONTENTLIB_TIME_LEN + 1
        || text->data[text->len - 1] != 'Z')
    {
        return NGX_ERROR;
    }

    if (text->len == CONTENTLIB_TIME_LEN + 1) {
        return NGX_OK;
    }

    if (text->data[CONTENTLIB_TIME_LEN] != '.'
        || text->len < CONTENTLIB_TIME_LEN + 3
        || text->len > CONTENTLIB_TIME_LEN + 2 + CONTENTLIB_TIME_DIGITS)
    {
        return NGX_ERROR;
    }

    for (i = CONTENTLIB_TIME_LEN + 1;
         i < CONTENTLIB_TIME_LEN + 1 + CONTENTLIB_TIME_DIGITS;
         i++)
    {
        *fraction *= 10;

        if (i < text->len - 1) {

            if (text->data[i] < '0' || text->data[i] > '9') {
                return NGX_ERROR;
            }

            *fraction += text->data[i] - '0';
        }
    }

    return NGX_OK;
}
