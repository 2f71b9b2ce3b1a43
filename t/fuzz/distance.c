
/*
 * Copyright (C) contentlib authors
 *
 * Sorted texts are passed as a term asks for it: what is found is what a
 * comparison with each of them finds.  The input is a byte that selects the
 * distance and whether the first character is the same, the term, and the
 * texts, with a line feed between two.
 */


#include <fuzz_utf8.h>
#include <text/contentlib_distance.h>


#define TEXTS     256
#define LONGEST   (CONTENTLIB_DISTANCE_LONGEST + CONTENTLIB_DISTANCE_MOST)
#define FAR       255                       /* a text is too long */


typedef struct {
    ngx_uint_t  n;
    uint32_t    codes[LONGEST];             /* their bytes, as one number */
} codes_t;


static ngx_str_t   texts[TEXTS];
static ngx_uint_t  found[TEXTS];


/* by bytes, the shorter one first */

static int
compare(const void *one, const void *two)
{
    int               rc;
    const ngx_str_t  *a, *b;

    a = one;
    b = two;
    rc = memcmp(a->data, b->data, ngx_min(a->len, b->len));

    return rc ? rc : (a->len > b->len) - (a->len < b->len);
}


/* in order, without those that are equal to another one */

static ngx_uint_t
sorted(ngx_uint_t n)
{
    ngx_uint_t  i, kept;

    qsort(texts, n, sizeof(ngx_str_t), compare);

    for (kept = 0, i = 0; i < n; i++) {
        if (kept == 0 || compare(&texts[kept - 1], &texts[i]) != 0) {
            texts[kept++] = texts[i];
        }
    }

    return kept;
}


/* how many bytes are UTF-8; "codes" may be NULL */

static size_t
decode(const ngx_str_t *text, codes_t *codes)
{
    size_t    i, n, len, broken;
    uint32_t  code;

    if (codes) {
        codes->n = 0;
    }

    for (i = 0; i < text->len; i += len) {
        len = fuzz_utf8_next(text->data + i, text->len - i, &broken);

        if (len == 0) {
            break;
        }

        for (n = 0, code = 0; n < len; n++) {
            code = code << 8 | text->data[i + n];
        }

        if (codes && codes->n < LONGEST) {
            codes->codes[codes->n] = code;
        }

        if (codes) {
            codes->n++;
        }
    }

    return i;
}


static ngx_uint_t
distance_of(const codes_t *a, const codes_t *b)
{
    ngx_uint_t         i, j;
    static ngx_uint_t  d[LONGEST + 1][LONGEST + 1];

    if (b->n > LONGEST) {
        return FAR;
    }

    for (i = 0; i <= a->n; i++) {
        for (j = 0; j <= b->n; j++) {

            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }

            d[i][j] = d[i - 1][j - 1]
                      + (a->codes[i - 1] != b->codes[j - 1]);
            d[i][j] = ngx_min(d[i][j], d[i - 1][j] + 1);
            d[i][j] = ngx_min(d[i][j], d[i][j - 1] + 1);

            if (i > 1 && j > 1 && a->codes[i - 1] == b->codes[j - 2]
                && a->codes[i - 2] == b->codes[j - 1])
            {
                d[i][j] = ngx_min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }

    return d[a->n][b->n];
}


/* looks at the first text that is not less than "from", again and again */

static void
walk(const ngx_str_t *term, ngx_uint_t n, ngx_uint_t most, ngx_uint_t first)
{
    ngx_uint_t             i;
    contentlib_distance_t  distance;

    contentlib_distance_begin(&distance, term, most, first);

    for (i = 0; i < n; i++) {
        found[i] = 0;

        if (distance.from.data == NULL
            || compare(&distance.from, &texts[i]) > 0)
        {
            continue;
        }

        found[i] = contentlib_distance_near(&distance, &texts[i]);

        hold(distance.from.data == NULL
             || compare(&distance.from, &texts[i]) > 0, "the next one");
    }
}


/* 1 if a text before this one begins as it does, and is not UTF-8 then */

static ngx_uint_t
hidden(ngx_uint_t i)
{
    size_t      len;
    ngx_uint_t  n;

    for (n = 0; n < i; n++) {
        len = decode(&texts[n], NULL);

        if (len < texts[n].len && len <= texts[i].len
            && memcmp(texts[n].data, texts[i].data, len) == 0)
        {
            return 1;
        }
    }

    return 0;
}


static void
check(const ngx_str_t *term, ngx_uint_t n, ngx_uint_t most, ngx_uint_t first)
{
    codes_t     a, b;
    ngx_uint_t  i, near;

    (void) decode(term, &a);

    for (i = 0; i < n; i++) {
        near = decode(&texts[i], &b) == texts[i].len
               && distance_of(&a, &b) <= most
               && (!first || (b.n > 0 && a.codes[0] == b.codes[0]));

        hold(found[i] == near || (near && hidden(i)),
             "text %lu is near: %lu", (unsigned long) i, (unsigned long) near);
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    u_char      flags;
    codes_t     codes;
    ngx_str_t   term;
    ngx_uint_t  n, most, first;

    fuzz_begin(data, size);

    flags = fuzz_byte();
    most = 1 + (flags & 1);
    first = flags >> 1 & 1;

    term = fuzz_line();
    term = fuzz_utf8_repair(&term);
    (void) decode(&term, &codes);

    for (n = 0; n < TEXTS && fuzz_more(); n++) {
        texts[n] = fuzz_line();
    }

    if (codes.n > CONTENTLIB_DISTANCE_MOST
        && codes.n <= CONTENTLIB_DISTANCE_LONGEST)
    {
        n = sorted(n);
        walk(&term, n, most, first);
        check(&term, n, most, first);
    }

    return fuzz_end();
}
