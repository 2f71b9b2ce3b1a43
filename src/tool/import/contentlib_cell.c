
/*
 * Copyright (C) contentlib authors
 *
 * Reads what spreadsheets, databases, publishing systems and HTML leave in the
 * cells of a table.
 */


#include <tool/import/contentlib_cell.h>

#include <text/contentlib_text.h>
#include <tool/record/contentlib_values.h>

#include <utf8proc.h>


#define CONTENTLIB_CELL_ENTITIES  (sizeof(contentlib_cell_entities)           \
                                   / sizeof(contentlib_cell_entities[0]))

#define CONTENTLIB_CELL_ENTITY    sizeof("thetasym")
#define CONTENTLIB_CELL_LETTERS   "abcdefghijklmnopqrstuvwxyz"                \
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


typedef struct {
    char                      name[CONTENTLIB_CELL_ENTITY];
    uint16_t                  code;
} contentlib_cell_entity_t;


static size_t contentlib_cell_blank(const char *text);
static size_t contentlib_cell_between(const char *text);
static ngx_uint_t contentlib_cell_absolute(const char *text);
static utf8proc_int32_t contentlib_cell_reference(const char *text,
    size_t *len);
static utf8proc_int32_t contentlib_cell_number(const char *text, size_t *len);
static utf8proc_int32_t contentlib_cell_entity(const char *text, size_t *len);
static int contentlib_cell_compare(const void *one, const void *two);


/* as HTML 4 has them, in the order of their bytes */

static const contentlib_cell_entity_t  contentlib_cell_entities[] = {
    { "AElig", 0xc6 }, { "Aacute", 0xc1 }, { "Acirc", 0xc2 },
    { "Agrave", 0xc0 }, { "Alpha", 0x391 }, { "Aring", 0xc5 },
    { "Atilde", 0xc3 }, { "Auml", 0xc4 }, { "Beta", 0x392 },
    { "Ccedil", 0xc7 }, { "Chi", 0x3a7 }, { "Dagger", 0x2021 },
    { "Delta", 0x394 }, { "ETH", 0xd0 }, { "Eacute", 0xc9 },
    { "Ecirc", 0xca }, { "Egrave", 0xc8 }, { "Epsilon", 0x395 },
    { "Eta", 0x397 }, { "Euml", 0xcb }, { "Gamma", 0x393 },
    { "Iacute", 0xcd }, { "Icirc", 0xce }, { "Igrave", 0xcc },
    { "Iota", 0x399 }, { "Iuml", 0xcf }, { "Kappa", 0x39a },
    { "Lambda", 0x39b }, { "Mu", 0x39c }, { "Ntilde", 0xd1 }, { "Nu", 0x39d },
    { "OElig", 0x152 }, { "Oacute", 0xd3 }, { "Ocirc", 0xd4 },
    { "Ograve", 0xd2 }, { "Omega", 0x3a9 }, { "Omicron", 0x39f },
    { "Oslash", 0xd8 }, { "Otilde", 0xd5 }, { "Ouml", 0xd6 },
    { "Phi", 0x3a6 }, { "Pi", 0x3a0 }, { "Prime", 0x2033 }, { "Psi", 0x3a8 },
    { "Rho", 0x3a1 }, { "Scaron", 0x160 }, { "Sigma", 0x3a3 },
    { "THORN", 0xde }, { "Tau", 0x3a4 }, { "Theta", 0x398 },
    { "Uacute", 0xda }, { "Ucirc", 0xdb }, { "Ugrave", 0xd9 },
    { "Upsilon", 0x3a5 }, { "Uuml", 0xdc }, { "Xi", 0x39e },
    { "Yacute", 0xdd }, { "Yuml", 0x178 }, { "Zeta", 0x396 },
    { "aacute", 0xe1 }, { "acirc", 0xe2 }, { "acute", 0xb4 },
    { "aelig", 0xe6 }, { "agrave", 0xe0 }, { "alefsym", 0x2135 },
    { "alpha", 0x3b1 }, { "amp", 0x26 }, { "and", 0x2227 }, { "ang", 0x2220 },
    { "apos", 0x27 }, { "aring", 0xe5 }, { "asymp", 0x2248 },
    { "atilde", 0xe3 }, { "auml", 0xe4 }, { "bdquo", 0x201e },
    { "beta", 0x3b2 }, { "brvbar", 0xa6 }, { "bull", 0x2022 },
    { "cap", 0x2229 }, { "ccedil", 0xe7 }, { "cedil", 0xb8 },
    { "cent", 0xa2 }, { "chi", 0x3c7 }, { "circ", 0x2c6 },
    { "clubs", 0x2663 }, { "cong", 0x2245 }, { "copy", 0xa9 },
    { "crarr", 0x21b5 }, { "cup", 0x222a }, { "curren", 0xa4 },
    { "dArr", 0x21d3 }, { "dagger", 0x2020 }, { "darr", 0x2193 },
    { "deg", 0xb0 }, { "delta", 0x3b4 }, { "diams", 0x2666 },
    { "divide", 0xf7 }, { "eacute", 0xe9 }, { "ecirc", 0xea },
    { "egrave", 0xe8 }, { "empty", 0x2205 }, { "emsp", 0x2003 },
    { "ensp", 0x2002 }, { "epsilon", 0x3b5 }, { "equiv", 0x2261 },
    { "eta", 0x3b7 }, { "eth", 0xf0 }, { "euml", 0xeb }, { "euro", 0x20ac },
    { "exist", 0x2203 }, { "fnof", 0x192 }, { "forall", 0x2200 },
    { "frac12", 0xbd }, { "frac14", 0xbc }, { "frac34", 0xbe },
    { "frasl", 0x2044 }, { "gamma", 0x3b3 }, { "ge", 0x2265 }, { "gt", 0x3e },
    { "hArr", 0x21d4 }, { "harr", 0x2194 }, { "hearts", 0x2665 },
    { "hellip", 0x2026 }, { "iacute", 0xed }, { "icirc", 0xee },
    { "iexcl", 0xa1 }, { "igrave", 0xec }, { "image", 0x2111 },
    { "infin", 0x221e }, { "int", 0x222b }, { "iota", 0x3b9 },
    { "iquest", 0xbf }, { "isin", 0x2208 }, { "iuml", 0xef },
    { "kappa", 0x3ba }, { "lArr", 0x21d0 }, { "lambda", 0x3bb },
    { "lang", 0x2329 }, { "laquo", 0xab }, { "larr", 0x2190 },
    { "lceil", 0x2308 }, { "ldquo", 0x201c }, { "le", 0x2264 },
    { "lfloor", 0x230a }, { "lowast", 0x2217 }, { "loz", 0x25ca },
    { "lrm", 0x200e }, { "lsaquo", 0x2039 }, { "lsquo", 0x2018 },
    { "lt", 0x3c }, { "macr", 0xaf }, { "mdash", 0x2014 }, { "micro", 0xb5 },
    { "middot", 0xb7 }, { "minus", 0x2212 }, { "mu", 0x3bc },
    { "nabla", 0x2207 }, { "nbsp", 0xa0 }, { "ndash", 0x2013 },
    { "ne", 0x2260 }, { "ni", 0x220b }, { "not", 0xac }, { "notin", 0x2209 },
    { "nsub", 0x2284 }, { "ntilde", 0xf1 }, { "nu", 0x3bd },
    { "oacute", 0xf3 }, { "ocirc", 0xf4 }, { "oelig", 0x153 },
    { "ograve", 0xf2 }, { "oline", 0x203e }, { "omega", 0x3c9 },
    { "omicron", 0x3bf }, { "oplus", 0x2295 }, { "or", 0x2228 },
    { "ordf", 0xaa }, { "ordm", 0xba }, { "oslash", 0xf8 },
    { "otilde", 0xf5 }, { "otimes", 0x2297 }, { "ouml", 0xf6 },
    { "para", 0xb6 }, { "part", 0x2202 }, { "permil", 0x2030 },
    { "perp", 0x22a5 }, { "phi", 0x3c6 }, { "pi", 0x3c0 }, { "piv", 0x3d6 },
    { "plusmn", 0xb1 }, { "pound", 0xa3 }, { "prime", 0x2032 },
    { "prod", 0x220f }, { "prop", 0x221d }, { "psi", 0x3c8 },
    { "quot", 0x22 }, { "rArr", 0x21d2 }, { "radic", 0x221a },
    { "rang", 0x232a }, { "raquo", 0xbb }, { "rarr", 0x2192 },
    { "rceil", 0x2309 }, { "rdquo", 0x201d }, { "real", 0x211c },
    { "reg", 0xae }, { "rfloor", 0x230b }, { "rho", 0x3c1 },
    { "rlm", 0x200f }, { "rsaquo", 0x203a }, { "rsquo", 0x2019 },
    { "sbquo", 0x201a }, { "scaron", 0x161 }, { "sdot", 0x22c5 },
    { "sect", 0xa7 }, { "shy", 0xad }, { "sigma", 0x3c3 },
    { "sigmaf", 0x3c2 }, { "sim", 0x223c }, { "spades", 0x2660 },
    { "sub", 0x2282 }, { "sube", 0x2286 }, { "sum", 0x2211 },
    { "sup", 0x2283 }, { "sup1", 0xb9 }, { "sup2", 0xb2 }, { "sup3", 0xb3 },
    { "supe", 0x2287 }, { "szlig", 0xdf }, { "tau", 0x3c4 },
    { "there4", 0x2234 }, { "theta", 0x3b8 }, { "thetasym", 0x3d1 },
    { "thinsp", 0x2009 }, { "thorn", 0xfe }, { "tilde", 0x2dc },
    { "times", 0xd7 }, { "trade", 0x2122 }, { "uArr", 0x21d1 },
    { "uacute", 0xfa }, { "uarr", 0x2191 }, { "ucirc", 0xfb },
    { "ugrave", 0xf9 }, { "uml", 0xa8 }, { "upsih", 0x3d2 },
    { "upsilon", 0x3c5 }, { "uuml", 0xfc }, { "weierp", 0x2118 },
    { "xi", 0x3be }, { "yacute", 0xfd }, { "yen", 0xa5 }, { "yuml", 0xff },
    { "zeta", 0x3b6 }, { "zwj", 0x200d }, { "zwnj", 0x200c }
};


/* browsers read the numbers of C1 as those of windows-1252, from 0x80 on */

static const uint16_t  contentlib_cell_windows[] = {
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030,
    0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d,
    0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e,
    0x0178
};


void
contentlib_cell_name(ngx_str_t *name)
{
    size_t       blank;
    const char  *p, *end;

    p = (char *) name->data;

    while ((blank = contentlib_cell_blank(p)) != 0) {
        p += blank;
    }

    name->data = (u_char *) p;

    for (end = p; *p != '\0'; /* void */ ) {

        blank = contentlib_cell_blank(p);
        p += blank ? blank : 1;

        if (blank == 0) {
            end = p;
        }
    }

    name->len = (size_t) (end - (char *) name->data);
    name->data[name->len] = '\0';
}


/* the length of the blank that begins the text, or 0 */

static size_t
contentlib_cell_blank(const char *text)
{
    utf8proc_int32_t      code;
    utf8proc_ssize_t      len;
    utf8proc_category_t   category;

    len = utf8proc_iterate((const u_char *) text, -1, &code);

    if (len < 1) {
        return 0;
    }

    category = utf8proc_category(code);

    /* U+200B to U+200F, U+2060 and U+FEFF have no width */

    return contentlib_text_blank(code) || code == 0x85
           || category == UTF8PROC_CATEGORY_ZS
           || category == UTF8PROC_CATEGORY_ZL
           || category == UTF8PROC_CATEGORY_ZP
           || (code >= 0x200b && code <= 0x200f)
           || code == 0x2060 || code == 0xfeff
           ? (size_t) len : 0;
}


ngx_uint_t
contentlib_cell_same(const char *one, const char *two)
{
    do {
        one += contentlib_cell_between(one);
        two += contentlib_cell_between(two);

        if (ngx_tolower(*one) != ngx_tolower(*two)) {
            return 0;
        }

        two++;

    } while (*one++ != '\0');

    return 1;
}


/* the length of what people write between words */

static size_t
contentlib_cell_between(const char *text)
{
    size_t  len, blank;

    for (len = 0; /* void */ ; len += blank) {

        blank = (text[len] == '-' || text[len] == '_')
                ? 1 : contentlib_cell_blank(text + len);

        if (blank == 0) {
            return len;
        }
    }
}


ngx_uint_t
contentlib_cell_none(const char *text)
{
    size_t  i;

    static const char *const  words[] = {
        "NaN", "NULL", "None", "NA", "N/A", "#N/A", "<NA>"
    };

    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcasecmp(text, words[i]) == 0) {
            return 1;
        }
    }

    return 0;
}


void
contentlib_cell_address(ngx_str_t *text)
{
    char       *p, end;
    ngx_str_t   inner;

    p = (char *) text->data;
    end = text->len ? p[text->len - 1] : '\0';

    if (end == '>' && *p == '<') {
        inner.data = (u_char *) p + 1;

    } else if (end == ')') {

        do {
            p = strstr(p, " (");

            if (p == NULL) {
                return;
            }

            p += 2;

        } while (!contentlib_cell_absolute(p));

        inner.data = (u_char *) p;

    } else {
        return;
    }

    inner.len = (size_t) (text->data + text->len - 1 - inner.data);

    if (contentlib_cell_absolute((char *) inner.data)
        && !contentlib_cell_addresses((char *) inner.data))
    {
        inner.data[inner.len] = '\0';
        *text = inner;
    }
}


ngx_uint_t
contentlib_cell_addresses(const char *text)
{
    while ((text = strpbrk(text, " (")) != NULL) {
        if (contentlib_cell_absolute(++text)) {
            return 1;
        }
    }

    return 0;
}


static ngx_uint_t
contentlib_cell_absolute(const char *text)
{
    ngx_str_t  address;

    address.data = (u_char *) text;
    address.len = strnlen(text, sizeof("https://") - 1);

    return contentlib_value_absolute(&address);
}


void
contentlib_cell_decode(ngx_str_t *text)
{
    u_char            *p, *to, *last;
    size_t             len;
    utf8proc_int32_t   code;

    last = text->data + text->len;
    to = memchr(text->data, '&', text->len);

    if (to == NULL) {
        return;
    }

    for (p = to; p < last; p += len) {

        len = 1;
        code = (*p == '&') ? contentlib_cell_reference((char *) p, &len) : 0;

        if (code) {
            to += utf8proc_encode_char(code, to);

        } else {
            *to++ = *p;
        }
    }

    *to = '\0';
    text->len = (size_t) (to - text->data);
}


/* the character, and the length of its reference; or 0 */

static utf8proc_int32_t
contentlib_cell_reference(const char *text, size_t *len)
{
    size_t             end;
    utf8proc_int32_t   code;

    end = 0;
    code = (text[1] == '#') ? contentlib_cell_number(text + 2, &end)
                            : contentlib_cell_entity(text + 1, &end);

    if (code == 0) {
        return 0;
    }

    *len = end + (text[1] == '#' ? 3 : 2);

    return code;
}


static utf8proc_int32_t
contentlib_cell_number(const char *text, size_t *len)
{
    size_t         prefix, n;
    unsigned long  code;

    prefix = (*text == 'x' || *text == 'X');
    n = strspn(text + prefix, prefix ? "0123456789abcdefABCDEF" : "0123456789");

    *len = prefix + n;

    if (n == 0 || text[*len] != ';') {
        return 0;
    }

    code = strtoul(text + prefix, NULL, prefix ? 16 : 10);

    if (code >= 0x80 && code < 0xa0) {
        return contentlib_cell_windows[code - 0x80];
    }

    return (code < ' ' && code != '\t' && code != LF && code != CR)
           || code == 0x7f || code > 0x10ffff
           || !utf8proc_codepoint_valid((utf8proc_int32_t) code)
           ? 0 : (utf8proc_int32_t) code;
}


static utf8proc_int32_t
contentlib_cell_entity(const char *text, size_t *len)
{
    contentlib_cell_entity_t         key;
    const contentlib_cell_entity_t  *found;

    *len = strspn(text, CONTENTLIB_CELL_LETTERS);

    if (text[*len] != ';' || *len >= CONTENTLIB_CELL_ENTITY) {
        return 0;
    }

    ngx_memcpy(key.name, text, *len);
    key.name[*len] = '\0';

    found = bsearch(&key, contentlib_cell_entities, CONTENTLIB_CELL_ENTITIES,
                    sizeof(contentlib_cell_entity_t), contentlib_cell_compare);

    return found ? found->code : 0;
}


static int
contentlib_cell_compare(const void *one, const void *two)
{
    const contentlib_cell_entity_t  *a = one, *b = two;

    return strcmp(a->name, b->name);
}
