
/*
 * Copyright (C) contentlib authors
 *
 * Accept and If-None-Match are compared with a slow parser, which first marks
 * quoted bytes, and then splits the text.  The input has both headers, a line
 * each, and the length of the entity tag.
 */


#include <fuzz.h>
#include <api/contentlib_negotiation.h>


#define PIECES  4096


static char        quoted[1 << 16];
static ngx_str_t   pieces[PIECES];


static ngx_str_t
trimmed(ngx_str_t text)
{
    while (text.len && strchr(" \t", text.data[0]) && text.data[0]) {
        text.data++;
        text.len--;
    }

    while (text.len && strchr(" \t", text.data[text.len - 1])
           && text.data[text.len - 1])
    {
        text.len--;
    }

    return text;
}


/* bytes in quotes, quotes, and bytes after a backslash in quotes */

static void
mark(const ngx_str_t *text)
{
    size_t      i;
    ngx_uint_t  inside, escaped;

    inside = 0;
    escaped = 0;

    for (i = 0; i < text->len; i++) {
        quoted[i] = inside || text->data[i] == '"';

        if (inside && !escaped && text->data[i] == '\\') {
            escaped = 1;
            continue;
        }

        if (!escaped && text->data[i] == '"') {
            inside = !inside;
        }

        escaped = 0;
    }
}


/* splits the text at unquoted separators into at most "most" trimmed pieces */

static ngx_uint_t
cut(ngx_str_t text, char by, ngx_uint_t most)
{
    size_t      i, start;
    ngx_uint_t  n;

    mark(&text);

    for (n = 0, start = 0, i = 0; i <= text.len; i++) {

        if (i < text.len
            && (text.data[i] != (u_char) by || quoted[i] || n + 1 >= most))
        {
            continue;
        }

        hold(n < PIECES, "pieces");

        pieces[n].data = text.data + start;
        pieces[n].len = i - start;
        pieces[n] = trimmed(pieces[n]);
        n++;
        start = i + 1;
    }

    return n;
}


static ngx_uint_t
word(const ngx_str_t *text, const char *name)
{
    return text->len == strlen(name)
           && strncasecmp((char *) text->data, name, text->len) == 0;
}


/* the first "q" in thousandths */

static ngx_uint_t
model_q(const ngx_str_t *parts, ngx_uint_t n)
{
    char        *value;
    size_t       digits;
    ngx_uint_t   i, q, unit;

    for (i = 0; i < n; i++) {

        if (parts[i].len < 3 || strncasecmp((char *) parts[i].data, "q=", 2)) {
            continue;
        }

        value = fuzz_zero(&parts[i]);

        if (strlen(value) != parts[i].len) {
            return 1000;
        }

        value += 2;
        digits = strspn(value + 1, ".0123456789");

        if (!isdigit((u_char) value[0]) || (value[1] && value[1] != '.')
            || value[1 + digits] || (value[1] && strchr(value + 2, '.')))
        {
            return 1000;
        }

        q = (ngx_uint_t) (value[0] - '0') * 1000;
        value += value[1] ? 2 : 1;

        for (unit = 100; *value && unit; value++, unit /= 10) {
            q += (ngx_uint_t) (*value - '0') * unit;
        }

        return ngx_min(q, 1000);
    }

    return 1000;
}


/* the precedence of a range, 0 to 3, and its q */

static ngx_uint_t
model_range(const ngx_str_t *element, const char *type, const char *subtype,
    ngx_uint_t *q)
{
    ngx_uint_t  n;
    ngx_str_t   range, empty;

    n = cut(*element, ';', PIECES);
    range = pieces[0];
    *q = model_q(pieces + 1, n - 1);

    ngx_str_set(&empty, "");
    pieces[1] = empty;

    /* no space may follow the slash */

    if (cut(range, '/', 2) == 2 && pieces[1].data[-1] != '/') {
        return 0;
    }

    if (word(&pieces[0], type) && word(&pieces[1], subtype)) {
        return 3;
    }

    if (!word(&pieces[1], "*")) {
        return 0;
    }

    return word(&pieces[0], type) ? 2 : word(&pieces[0], "*") ? 1 : 0;
}


/* "best" is the precedence of the deciding range, 0 without any */

static ngx_uint_t
model_quality(const ngx_str_t *accept, const char *type, const char *subtype,
    ngx_uint_t *best)
{
    ngx_str_t   *elements;
    ngx_uint_t   i, n, q, fit, quality;

    *best = 0;

    if (trimmed(*accept).len == 0) {
        return 1000;
    }

    n = cut(trimmed(*accept), ',', PIECES);
    elements = ngx_palloc(fuzz_pool, n * sizeof(ngx_str_t));
    hold(elements != NULL, "memory");
    memcpy(elements, pieces, n * sizeof(ngx_str_t));

    for (i = 0, quality = 0; i < n; i++) {
        fit = model_range(&elements[i], type, subtype, &q);

        if (fit > *best || (fit && fit == *best && q > quality)) {
            *best = fit;
            quality = q;
        }
    }

    return quality;
}


static ngx_uint_t
model_has(const ngx_str_t *header, const ngx_str_t *etag)
{
    ngx_str_t   whole, tag;
    ngx_uint_t  i, n;

    whole = trimmed(*header);

    if (fuzz_is(&whole, "*")) {
        return 1;
    }

    n = whole.len ? cut(whole, ',', PIECES) : 0;

    for (i = 0; i < n; i++) {
        tag = pieces[i];

        if (tag.len > 2 && memcmp(tag.data, "W/", 2) == 0) {
            tag.data += 2;
            tag.len -= 2;
        }

        if (fuzz_equal(&tag, etag)) {
            return 1;
        }
    }

    return 0;
}


static void
accepted(const ngx_str_t *accept)
{
    ngx_uint_t  i, best, quality, model[2];

    static const char *const  types[][2] = {
        { "application", "json" }, { "text", "html" }
    };

    for (i = 0; i < 2; i++) {
        quality = contentlib_negotiation_quality(accept, types[i][0],
                                                 types[i][1]);
        model[i] = model_quality(accept, types[i][0], types[i][1], &best);

        hold(quality == model[i], "%s: %lu, not %lu", types[i][1],
             (unsigned long) quality, (unsigned long) model[i]);
    }

    hold(contentlib_negotiation_page(accept)
         == (best == 3 && model[1] > 0 && model[1] >= model[0]), "a page");
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t     i;
    ngx_str_t  accept, header, etag, none;

    fuzz_begin(data, size);

    accept = fuzz_line();
    header = fuzz_line();

    accepted(&accept);

    ngx_str_null(&none);
    accepted(&none);

    for (i = 0; i < accept.len; i++) {
        accept.data[i] = ngx_toupper(accept.data[i]);
    }

    accepted(&accept);

    /* our entity tags are in quotes and contain no quotes */

    etag = fuzz_copy("\"0123456789abcdef0123456789abcdef\"",
                     2 + fuzz_byte() % 33);
    etag.data[etag.len - 1] = '"';

    hold(contentlib_negotiation_has(&header, &etag)
         == model_has(&header, &etag), "If-None-Match");
    hold(contentlib_negotiation_has(&etag, &etag), "its own tag");

    return fuzz_end();
}
