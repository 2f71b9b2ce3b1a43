
/*
 * Copyright (C) contentlib authors
 *
 * Terms are made from the categories of Unicode.  The scripts that are written
 * without spaces, and those whose marks may be left out, are ranges of code
 * points.
 */


#include <text/contentlib_text.h>

#include <utf8proc.h>


/*
 * Compatibility decomposition (NFKD) and case folding, as often as there is
 * something to do
 */

#define CONTENTLIB_TERM_DECOMPOSE                                             \
    (UTF8PROC_STABLE|UTF8PROC_DECOMPOSE|UTF8PROC_COMPAT|UTF8PROC_CASEFOLD     \
     |UTF8PROC_IGNORE)

#define CONTENTLIB_TERM_IGNORED  0x200d

/* of a character: a space before it, and itself or what is written for it */

#define CONTENTLIB_TERM_BYTES    5


typedef struct {
    int32_t                    first;
    int32_t                    last;
} contentlib_term_range_t;


typedef struct {
    int32_t                    letter;
    const char                *ascii;
} contentlib_term_letter_t;


/* what a character is in a term; the last three begin one */

typedef enum {
    CONTENTLIB_TERM_SEPARATOR = 0,
    CONTENTLIB_TERM_APOSTROPHE,
    CONTENTLIB_TERM_MARK,
    CONTENTLIB_TERM_SYMBOL,
    CONTENTLIB_TERM_NUMBER,
    CONTENTLIB_TERM_LETTER
} contentlib_term_class_e;


/* characters of a run are one term */

typedef enum {
    CONTENTLIB_TERM_NONE = 0,
    CONTENTLIB_TERM_SPACED,
    CONTENTLIB_TERM_UNSPACED,
    CONTENTLIB_TERM_REGION,                 /* half of a flag */
    CONTENTLIB_TERM_ALONE                   /* nothing follows it */
} contentlib_term_run_e;


/* the terms while they are written */

typedef struct {
    u_char                    *start;
    u_char                    *to;
    contentlib_term_run_e      run;
    ngx_uint_t                 letter;      /* the last one is a letter */
    ngx_uint_t                 marks;       /* with the marks that follow */
} contentlib_term_writer_t;


static int32_t *contentlib_term_codes(const ngx_str_t *text, ngx_pool_t *pool,
    size_t *n);
static utf8proc_ssize_t contentlib_term_decompose(const ngx_str_t *text,
    int32_t *codes, utf8proc_ssize_t n);
static int32_t contentlib_term_replace(int32_t code, void *data);
static ngx_uint_t contentlib_term_joins(const contentlib_term_writer_t *writer,
    int32_t next);
static void contentlib_term_write(contentlib_term_writer_t *writer,
    contentlib_term_class_e class, int32_t code);
static contentlib_term_class_e contentlib_term_class(int32_t code);
static contentlib_term_run_e contentlib_term_run(contentlib_term_class_e class,
    int32_t code);
static ngx_uint_t contentlib_term_within(const contentlib_term_range_t *range,
    size_t n, int32_t code);


#define contentlib_term_in(ranges, code)                                      \
    contentlib_term_within(ranges, sizeof(ranges) / sizeof(ranges[0]), code)


/* by the category of Unicode; the others are separators */

static const contentlib_term_class_e  contentlib_term_classes[] = {
    [UTF8PROC_CATEGORY_LU] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_LL] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_LT] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_LM] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_LO] = CONTENTLIB_TERM_LETTER,
    [UTF8PROC_CATEGORY_MN] = CONTENTLIB_TERM_MARK,
    [UTF8PROC_CATEGORY_MC] = CONTENTLIB_TERM_MARK,
    [UTF8PROC_CATEGORY_ME] = CONTENTLIB_TERM_MARK,
    [UTF8PROC_CATEGORY_ND] = CONTENTLIB_TERM_NUMBER,
    [UTF8PROC_CATEGORY_NL] = CONTENTLIB_TERM_NUMBER,
    [UTF8PROC_CATEGORY_NO] = CONTENTLIB_TERM_NUMBER,
    [UTF8PROC_CATEGORY_SM] = CONTENTLIB_TERM_SYMBOL,
    [UTF8PROC_CATEGORY_SC] = CONTENTLIB_TERM_SYMBOL,
    [UTF8PROC_CATEGORY_SK] = CONTENTLIB_TERM_SYMBOL,
    [UTF8PROC_CATEGORY_SO] = CONTENTLIB_TERM_SYMBOL,
    [UTF8PROC_CATEGORY_CO] = CONTENTLIB_TERM_SEPARATOR
};


/* code points of scripts without spaces, in ascending order */

static const contentlib_term_range_t  contentlib_term_unspaced_ranges[] = {
    { 0x0e01, 0x0e3a },                     /* Thai */
    { 0x0e40, 0x0e5b },
    { 0x0e81, 0x0edf },                     /* Lao */
    { 0x1000, 0x109f },                     /* Myanmar */
    { 0x1780, 0x17ff },                     /* Khmer */
    { 0x19e0, 0x19ff },
    { 0x2e80, 0x2fd5 },                     /* Han: radicals */
    { 0x3005, 0x3007 },
    { 0x3021, 0x3029 },
    { 0x3031, 0x3035 },
    { 0x3038, 0x303c },
    { 0x3041, 0x309f },                     /* Hiragana */
    { 0x30a1, 0x30ff },                     /* Katakana */
    { 0x31f0, 0x31ff },
    { 0x3400, 0x4dbf },                     /* Han */
    { 0x4e00, 0x9fff },
    { 0xa9e0, 0xa9fe },                     /* Myanmar */
    { 0xaa60, 0xaa7f },
    { 0xf900, 0xfaff },                     /* Han */
    { 0xff66, 0xff9f },                     /* Katakana */
    { 0x16fe2, 0x16fe3 },                   /* Han */
    { 0x1aff0, 0x1b16f },                   /* Hiragana, Katakana */
    { 0x1d360, 0x1d371 },                   /* Han: counting rods */
    { 0x20000, 0x323af }                    /* Han */
};


/* letters that are read without their marks, as they are decomposed */

static const contentlib_term_range_t  contentlib_term_plain_ranges[] = {
    { 0x0041, 0x02af },                     /* Latin */
    { 0x0370, 0x03e1 },                     /* Greek */
    { 0x03f0, 0x052f },                     /* Greek, Cyrillic */
    { 0x0591, 0x06ff },                     /* Hebrew, Arabic */
    { 0x0750, 0x077f },                     /* Arabic */
    { 0x0870, 0x08ff },
    { 0x1c80, 0x1c8f },                     /* Cyrillic */
    { 0x1d00, 0x1dbf },                     /* Latin, Greek, Cyrillic */
    { 0x1e00, 0x1fff },                     /* Latin, Greek */
    { 0x214e, 0x214e },                     /* Latin */
    { 0x2184, 0x2184 },
    { 0x2c60, 0x2c7f },
    { 0xa640, 0xa69f },                     /* Cyrillic */
    { 0xa722, 0xa787 },                     /* Latin */
    { 0xa789, 0xa7ff },
    { 0xab30, 0xab6f },                     /* Latin, Greek */
    { 0xfe73, 0xfe73 },                     /* Arabic */
    { 0x10780, 0x107bf },                   /* Latin */
    { 0x10ec0, 0x10eff },                   /* Arabic */
    { 0x1df00, 0x1dfff },                   /* Latin */
    { 0x1e030, 0x1e08f }                    /* Cyrillic */
};


/* in ascending order */

static const contentlib_term_letter_t  contentlib_term_letters[] = {
    { 0xe6, "ae" }, { 0xf0, "d" }, { 0xf8, "o" }, { 0xfe, "th" },
    { 0x111, "d" }, { 0x127, "h" }, { 0x131, "i" }, { 0x138, "k" },
    { 0x142, "l" }, { 0x14b, "ng" }, { 0x153, "oe" }, { 0x167, "t" },
    { 0x180, "b" }, { 0x192, "f" }, { 0x199, "k" }, { 0x1b4, "y" },
    { 0x1e5, "g" }, { 0x253, "b" }, { 0x254, "o" }, { 0x256, "d" },
    { 0x257, "d" }, { 0x259, "e" }, { 0x25b, "e" }, { 0x268, "i" }
};


ngx_int_t
contentlib_term_text(const ngx_str_t *text, ngx_pool_t *pool, ngx_str_t *terms)
{
    size_t                     i, n;
    int32_t                   *codes;
    ngx_str_t                  decomposed;
    contentlib_term_class_e    class;
    contentlib_term_writer_t   writer;

    ngx_memzero(&writer, sizeof(contentlib_term_writer_t));
    n = 0;

    codes = contentlib_term_codes(text, pool, &n);

    if (codes != NULL) {
        writer.start = ngx_pnalloc(pool, CONTENTLIB_TERM_BYTES * n + 1);
        writer.to = writer.start;
    }

    if (writer.start == NULL) {
        return NGX_ERROR;
    }

    for (i = 0; i < n; i++) {

        class = contentlib_term_class(codes[i]);

        if (class == CONTENTLIB_TERM_APOSTROPHE && i + 1 < n
            && contentlib_term_joins(&writer, codes[i + 1]))
        {
            *writer.to++ = '\'';

        } else {
            contentlib_term_write(&writer, class, codes[i]);
        }
    }

    decomposed.data = writer.start;
    decomposed.len = (size_t) (writer.to - writer.start);

    /* lengths, beginnings and near terms are those of composed characters */

    return contentlib_text_fold(&decomposed, pool, terms);
}


/* NULL if there is no memory; what is not UTF-8 separates terms */

static int32_t *
contentlib_term_codes(const ngx_str_t *text, ngx_pool_t *pool, size_t *n)
{
    size_t             i;
    int32_t           *codes;
    ngx_str_t          valid;
    utf8proc_ssize_t   len;

    for (i = 0; i < text->len && text->data[i] < 0x80; i++) { /* void */ }

    if (i == text->len) {
        *n = text->len;
        codes = ngx_palloc(pool, *n * sizeof(int32_t) + 1);

        for (i = 0; codes && i < text->len; i++) {
            codes[i] = ngx_tolower(text->data[i]);
        }

        return codes;
    }

    valid = *text;
    len = contentlib_term_decompose(&valid, NULL, 0);

    if (len < 0) {
        valid.data = ngx_pnalloc(pool, CONTENTLIB_TEXT_GROWTH * text->len);

        if (valid.data == NULL) {
            return NULL;
        }

        valid.len = contentlib_text_repair(valid.data, text);
        len = contentlib_term_decompose(&valid, NULL, 0);
    }

    *n = (size_t) ngx_max(len, 0);
    codes = ngx_palloc(pool, *n * sizeof(int32_t) + 1);

    if (codes != NULL) {
        (void) contentlib_term_decompose(&valid, codes, len);
    }

    return codes;
}


/* the number of code points */

static utf8proc_ssize_t
contentlib_term_decompose(const ngx_str_t *text, int32_t *codes,
    utf8proc_ssize_t n)
{
    return utf8proc_decompose_custom(text->data, (utf8proc_ssize_t) text->len,
                                     codes, n, CONTENTLIB_TERM_DECOMPOSE,
                                     contentlib_term_replace, NULL);
}


/* what has another meaning here than its decomposition has */

static int32_t
contentlib_term_replace(int32_t code, void *data)
{
    (void) data;

    switch (code) {

    case 0xb4:                              /* acute accent */
        return '\'';

    case 0x2120:                            /* service mark, trade mark */
    case 0x2122:
        return ' ';
    }

    if (code >= 0x1f3fb && code <= 0x1f3ff) {   /* skin tones */
        return CONTENTLIB_TERM_IGNORED;
    }

    return code;
}


/* an apostrophe here is between two letters of a run */

static ngx_uint_t
contentlib_term_joins(const contentlib_term_writer_t *writer, int32_t next)
{
    contentlib_term_class_e  class;

    class = contentlib_term_class(next);

    return writer->letter && class == CONTENTLIB_TERM_LETTER
           && contentlib_term_run(class, next) == writer->run;
}


static void
contentlib_term_write(contentlib_term_writer_t *writer,
    contentlib_term_class_e class, int32_t code)
{
    const char             *ascii;
    contentlib_term_run_e   run;

    if (class == CONTENTLIB_TERM_MARK) {

        if (writer->marks) {
            writer->to += utf8proc_encode_char(code, writer->to);
        }

        return;
    }

    run = contentlib_term_run(class, code);

    writer->letter = (class == CONTENTLIB_TERM_LETTER);
    writer->marks = class == CONTENTLIB_TERM_SYMBOL
                    || (writer->letter
                        && !contentlib_term_in(contentlib_term_plain_ranges,
                                               code));

    if (run == CONTENTLIB_TERM_NONE) {
        writer->run = run;
        return;
    }

    if (run != writer->run || run == CONTENTLIB_TERM_ALONE) {

        if (writer->to != writer->start) {
            *writer->to++ = ' ';
        }

    } else if (run == CONTENTLIB_TERM_REGION) {
        run = CONTENTLIB_TERM_ALONE;
    }

    writer->run = run;
    ascii = contentlib_term_letter(code);

    if (ascii) {
        writer->to = ngx_cpymem(writer->to, ascii, ngx_strlen(ascii));

    } else {
        writer->to += utf8proc_encode_char(code, writer->to);
    }
}


static contentlib_term_class_e
contentlib_term_class(int32_t code)
{
    if (code >= 'a' && code <= 'z') {
        return CONTENTLIB_TERM_LETTER;
    }

    switch (code) {

    case '\'':
    case '`':
    case 0x2bb:                             /* letters */
    case 0x2bc:
    case 0x2018:                            /* quotation marks */
    case 0x2019:
    case 0x201b:
        return CONTENTLIB_TERM_APOSTROPHE;

    case 0x2044:                            /* of a fraction */
    case 0xfffd:                            /* of what is not UTF-8 */
        return CONTENTLIB_TERM_SEPARATOR;
    }

    return contentlib_term_classes[utf8proc_category(code)];
}


static contentlib_term_run_e
contentlib_term_run(contentlib_term_class_e class, int32_t code)
{
    switch (class) {

    case CONTENTLIB_TERM_LETTER:
    case CONTENTLIB_TERM_NUMBER:
        return contentlib_term_in(contentlib_term_unspaced_ranges, code)
               ? CONTENTLIB_TERM_UNSPACED : CONTENTLIB_TERM_SPACED;

    case CONTENTLIB_TERM_SYMBOL:
        return code >= 0x1f1e6 && code <= 0x1f1ff ? CONTENTLIB_TERM_REGION
                                                  : CONTENTLIB_TERM_ALONE;

    default:
        return CONTENTLIB_TERM_NONE;
    }
}


static ngx_uint_t
contentlib_term_within(const contentlib_term_range_t *range, size_t n,
    int32_t code)
{
    size_t  i;

    for (i = 0; i < n && range[i].first <= code; i++) {
        if (code <= range[i].last) {
            return 1;
        }
    }

    return 0;
}


ngx_int_t
contentlib_term_part(const ngx_str_t *term, size_t *at, ngx_str_t *part)
{
    u_char      *p, *last;
    ngx_uint_t   end;

    last = term->data + term->len;

    while (*at < term->len) {

        part->data = term->data + *at;

        p = memchr(part->data, '\'', (size_t) (last - part->data));
        end = (p == NULL || *at == 0);

        p = p ? p : last;

        part->len = (size_t) (p - part->data);
        *at += part->len + 1;

        if (part->len != term->len
            && (!end || contentlib_text_length(part) > 1))
        {
            return NGX_OK;
        }
    }

    return NGX_DONE;
}


void
contentlib_term_join(ngx_str_t *terms)
{
    size_t   i;
    u_char  *to;

    to = terms->data;

    for (i = 0; i < terms->len; i++) {
        if (terms->data[i] != '\'') {
            *to++ = terms->data[i];
        }
    }

    terms->len = (size_t) (to - terms->data);
}


void
contentlib_term_key(ngx_str_t *text)
{
    if (text->len <= CONTENTLIB_TERM_KEY) {
        return;
    }

    text->len = CONTENTLIB_TERM_KEY;

    while ((text->data[text->len] & 0xc0) == 0x80) {
        text->len--;
    }
}


const char *
contentlib_term_letter(int32_t code)
{
    size_t  i;

    for (i = 0; i < sizeof(contentlib_term_letters)
                    / sizeof(contentlib_term_letters[0]); i++)
    {
        if (contentlib_term_letters[i].letter >= code) {
            return contentlib_term_letters[i].letter == code
                   ? contentlib_term_letters[i].ascii : NULL;
        }
    }

    return NULL;
}


ngx_uint_t
contentlib_term_unspaced(const ngx_str_t *text)
{
    int32_t            code;
    const u_char      *p, *last;
    utf8proc_ssize_t   len;

    last = text->data + text->len;

    for (p = text->data; p < last; p += ngx_max(len, 1)) {

        len = utf8proc_iterate(p, last - p, &code);

        if (len > 0 && contentlib_term_in(contentlib_term_unspaced_ranges,
                                          code))
        {
            return 1;
        }
    }

    return 0;
}
