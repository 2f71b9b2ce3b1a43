
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <text/contentlib_text.h>


typedef struct {
    const char  *from;
    const char  *to;
    const char  *name;
} fold_case_t;


typedef struct {
    u_char       first;
    u_char       last;
    u_char       low;                       /* of the second byte */
    u_char       high;
    size_t       len;
} syntax_t;


/* Unicode: CaseFolding.txt, statuses C and F */

static const fold_case_t  fold_cases[] = {
    { "", "", "nothing" },
    { "ABCXYZ abcxyz 0189 @[`{~", "abcxyz abcxyz 0189 @[`{~", "ASCII" },
    { "\xc3\x89", "\xc3\xa9", "U+00C9" },
    { "\xc3\x89T\xc3\x89", "\xc3\xa9t\xc3\xa9", "three letters" },
    { "e\xcc\x81", "e\xcc\x81", "e and U+0301: no composition" },
    { "E\xcc\x81", "e\xcc\x81", "E and U+0301" },
    { "\xc3\x9f", "ss", "U+00DF sharp s" },
    { "STRA\xe1\xba\x9e" "E", "strasse", "U+1E9E capital sharp s" },
    { "\xc4\xb0", "i\xcc\x87", "U+0130 I with dot" },
    { "\xc4\xb1", "\xc4\xb1", "U+0131 dotless i" },
    { "\xc2\xb5", "\xce\xbc", "U+00B5 micro sign" },
    { "\xc5\xbf", "s", "U+017F long s" },
    { "\xc5\x89", "\xca\xbcn", "U+0149" },
    { "\xc7\x84\xc7\x85\xc7\x86", "\xc7\x86\xc7\x86\xc7\x86", "U+01C4" },
    { "\xc7\xb0", "j\xcc\x8c", "U+01F0" },
    { "\xce\xa3\xcf\x83\xcf\x82", "\xcf\x83\xcf\x83\xcf\x83", "sigmas" },
    { "\xce\x8c\xce\xa3\xce\x9f\xce\xa3", "\xcf\x8c\xcf\x83\xce\xbf\xcf\x83",
      "a Greek word" },
    { "\xce\x90", "\xce\xb9\xcc\x88\xcc\x81", "U+0390 grows threefold" },
    { "\xe1\xbe\x80", "\xe1\xbc\x80\xce\xb9", "U+1F80" },
    { "\xe1\xbe\xb3", "\xce\xb1\xce\xb9", "U+1FB3" },
    { "\xe1\xba\x9b", "\xe1\xb9\xa1", "U+1E9B" },
    { "\xe2\x84\xaa\xe2\x84\xab\xe2\x84\xa6", "k\xc3\xa5\xcf\x89",
      "Kelvin, Angstrom, Ohm" },
    { "\xe1\x8e\xa0", "\xe1\x8e\xa0", "U+13A0 Cherokee stays" },
    { "\xea\xad\xb0", "\xe1\x8e\xa0", "U+AB70 Cherokee goes up" },
    { "\xe1\x8f\xb8", "\xe1\x8f\xb0", "U+13F8 Cherokee goes up" },
    { "\xe1\xb2\x90", "\xe1\x83\x90", "U+1C90 Georgian" },
    { "\xd6\x87", "\xd5\xa5\xd6\x82", "U+0587 Armenian ligature" },
    { "\xef\xac\x80\xef\xac\x81\xef\xac\x82", "fffifl", "U+FB00 to U+FB02" },
    { "\xef\xac\x83\xef\xac\x84", "ffiffl", "U+FB03, U+FB04" },
    { "\xef\xac\x85\xef\xac\x86", "stst", "U+FB05, U+FB06" },
    { "\xef\xac\x93", "\xd5\xb4\xd5\xb6", "U+FB13" },
    { "\xe2\x92\xb6", "\xe2\x93\x90", "U+24B6 circled A" },
    { "\xef\xbc\xa1", "\xef\xbd\x81", "U+FF21 full-width A" },
    { "\xf0\x90\x90\x80", "\xf0\x90\x90\xa8", "U+10400 Deseret" },
    { "\xf0\x9e\xa4\x80", "\xf0\x9e\xa4\xa2", "U+1E900 Adlam" },
    { "\xd0\x96\xd1\x91", "\xd0\xb6\xd1\x91", "Cyrillic" },
    { "\xe4\xb8\xad\xea\xb0\x80", "\xe4\xb8\xad\xea\xb0\x80",
      "letters without case" },
    { "\xf0\x9f\x8e\x89", "\xf0\x9f\x8e\x89", "an emoji" },
    { "\xe2\x85\xa0", "\xe2\x85\xb0", "U+2160 Roman numeral" },
    { "A\xff\xc3" "B\xed\xa0\x80", "a\xff\xc3" "b\xed\xa0\x80",
      "what is not UTF-8 stays" },
    { "\xc3", "\xc3", "a cut sequence" }
};


/* RFC 3629, section 4 */

static const syntax_t  syntax[] = {
    { 0x00, 0x7f, 0x00, 0xff, 1 },
    { 0xc2, 0xdf, 0x80, 0xbf, 2 },
    { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
    { 0xe1, 0xec, 0x80, 0xbf, 3 },
    { 0xed, 0xed, 0x80, 0x9f, 3 },
    { 0xee, 0xef, 0x80, 0xbf, 3 },
    { 0xf0, 0xf0, 0x90, 0xbf, 4 },
    { 0xf1, 0xf3, 0x80, 0xbf, 4 },
    { 0xf4, 0xf4, 0x80, 0x8f, 4 }
};


/* all bytes at which the rules change, and some beside them */

static const u_char  edges[] = {
    0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2,
    0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf3, 0xf4, 0xf5, 0xff
};


/* length of the character at "p" by the grammar, or 0 */

static size_t
model_next(const u_char *p, size_t len)
{
    size_t  i, n;

    for (i = 0; i < sizeof(syntax) / sizeof(syntax[0]); i++) {

        if (p[0] < syntax[i].first || p[0] > syntax[i].last) {
            continue;
        }

        if (len < syntax[i].len) {
            return 0;
        }

        for (n = 1; n < syntax[i].len; n++) {
            if (p[n] < (n == 1 ? syntax[i].low : 0x80)
                || p[n] > (n == 1 ? syntax[i].high : 0xbf))
            {
                return 0;
            }
        }

        return syntax[i].len;
    }

    return 0;
}


/* the UTF-8 decoder of the Encoding Standard, with bytes for code points */

static size_t
model_repair(u_char *to, const u_char *p, size_t len)
{
    u_char   low, high, held_bytes[4];
    size_t   i, n, need, seen;

    n = 0;
    need = 0;
    seen = 0;
    low = 0x80;
    high = 0xbf;

    for (i = 0; i <= len; i++) {

        if (need != 0 && (i == len || p[i] < low || p[i] > high)) {
            memcpy(to + n, "\xef\xbf\xbd", 3);
            n += 3;
            need = 0;
        }

        if (i == len) {
            break;
        }

        if (need != 0) {
            held_bytes[seen++] = p[i];
            low = 0x80;
            high = 0xbf;

            if (--need == 0) {
                memcpy(to + n, held_bytes, seen);
                n += seen;
            }

            continue;
        }

        low = (p[i] == 0xe0) ? 0xa0 : (p[i] == 0xf0) ? 0x90 : 0x80;
        high = (p[i] == 0xed) ? 0x9f : (p[i] == 0xf4) ? 0x8f : 0xbf;

        seen = 1;
        held_bytes[0] = p[i];

        if (p[i] <= 0x7f) {
            to[n++] = p[i];

        } else if (p[i] >= 0xc2 && p[i] <= 0xf4) {
            need = (p[i] <= 0xdf) ? 1 : (p[i] <= 0xef) ? 2 : 3;

        } else {
            memcpy(to + n, "\xef\xbf\xbd", 3);
            n += 3;
        }
    }

    return n;
}


static size_t
encode(u_char *to, uint32_t code)
{
    if (code < 0x80) {
        to[0] = (u_char) code;
        return 1;
    }

    if (code < 0x800) {
        to[0] = (u_char) (0xc0 | (code >> 6));
        to[1] = (u_char) (0x80 | (code & 0x3f));
        return 2;
    }

    if (code < 0x10000) {
        to[0] = (u_char) (0xe0 | (code >> 12));
        to[1] = (u_char) (0x80 | ((code >> 6) & 0x3f));
        to[2] = (u_char) (0x80 | (code & 0x3f));
        return 3;
    }

    to[0] = (u_char) (0xf0 | (code >> 18));
    to[1] = (u_char) (0x80 | ((code >> 12) & 0x3f));
    to[2] = (u_char) (0x80 | ((code >> 6) & 0x3f));
    to[3] = (u_char) (0x80 | (code & 0x3f));

    return 4;
}


static void
test_fold(void)
{
    size_t     i;
    ngx_str_t  from, folded;

    for (i = 0; i < sizeof(fold_cases) / sizeof(fold_cases[0]); i++) {
        from = unit_text(fold_cases[i].from);
        folded.data = ngx_pnalloc(unit_pool(),
                                  from.len * CONTENTLIB_TEXT_GROWTH);
        folded.len = contentlib_text_fold(folded.data, &from);

        is_string(&folded, fold_cases[i].to, "folding: %s",
                  fold_cases[i].name);
    }

    from = unit_bytes("A\0B", 3);
    folded.data = ngx_pnalloc(unit_pool(), 9);
    folded.len = contentlib_text_fold(folded.data, &from);
    from = unit_bytes("a\0b", 3);

    is_bytes(&folded, &from, "folding: NUL");
}


static void
test_every_code_point(void)
{
    u_char     bytes[4], folded[32], again[96];
    uint32_t   code, changed;
    ngx_str_t  from, to;

    changed = 0;

    for (code = 0; code <= 0x10ffff; code++) {

        if (code == 0xd800) {
            code = 0xe000;
        }

        from.data = bytes;
        from.len = encode(bytes, code);

        hold(contentlib_text_valid(&from), "U+%04X is not valid", code);
        hold(contentlib_text_length(&from) == 1, "length of U+%04X", code);
        hold(contentlib_text_next(bytes, bytes + from.len) == from.len,
             "U+%04X is not one code point", code);

        to.data = folded;
        to.len = contentlib_text_fold(folded, &from);

        hold(to.len <= from.len * CONTENTLIB_TEXT_GROWTH,
             "U+%04X grows to %lu bytes", code, (unsigned long) to.len);
        hold(from.len <= to.len * CONTENTLIB_TEXT_GROWTH,
             "U+%04X shrinks to %lu bytes", code, (unsigned long) to.len);
        hold(contentlib_text_valid(&to), "folded U+%04X is not valid", code);

        changed += !unit_equal(&from, &to);

        from.data = again;
        from.len = contentlib_text_fold(again, &to);

        hold(unit_equal(&from, &to), "U+%04X folds twice", code);
    }

    held("every code point: valid, growth, folded once and for all");

    ok(changed > 1400, "more than 1400 code points fold: %u", changed);
}


/* one sequence of bytes against both models */

static void
compare(const ngx_str_t *text)
{
    u_char     repaired[12], expected[12];
    size_t     i, n, len;
    ngx_str_t  one, two;

    n = model_next(text->data, text->len);

    hold(contentlib_text_next(text->data, text->data + text->len) == n,
         "%02x %02x: the first code point has not %lu bytes", text->data[0],
         text->len > 1 ? text->data[1] : 0, (unsigned long) n);

    for (i = 0; i < text->len; i += len) {
        len = model_next(text->data + i, text->len - i);

        if (len == 0) {
            break;
        }
    }

    hold(contentlib_text_valid(text) == (i == text->len),
         "%02x %02x..: validity", text->data[0],
         text->len > 1 ? text->data[1] : 0);

    one.data = repaired;
    one.len = contentlib_text_repair(repaired, text);

    two.data = expected;
    two.len = model_repair(expected, text->data, text->len);

    if (!hold(unit_equal(&one, &two), "repair")) {
        unit_show("of", text->data, text->len);
        unit_show("got", one.data, one.len);
        unit_show("expected", two.data, two.len);
    }

    hold(contentlib_text_valid(&one), "what is repaired is not valid");
    hold(one.len <= text->len * CONTENTLIB_TEXT_GROWTH, "repair grows");
}


static void
test_sequences(void)
{
    size_t     i, n, len;
    uint32_t   code, total;
    ngx_str_t  text;

    for (len = 1; len <= 2; len++) {
        text.len = len;
        text.data = ngx_pnalloc(unit_pool(), len);

        for (code = 0; code < (1u << (8 * len)); code++) {
            text.data[0] = (u_char) code;
            text.data[len - 1] = (u_char) (code >> (8 * (len - 1)));
            compare(&text);
        }

        held("all sequences of %lu bytes", (unsigned long) len);
    }

    total = 1;

    for (len = 3; len <= 4; len++) {
        text.len = len;
        text.data = ngx_pnalloc(unit_pool(), len);

        for (total = 1, i = 0; i < len; i++) {
            total *= (uint32_t) sizeof(edges);
        }

        for (code = 0; code < total; code++) {
            for (n = code, i = 0; i < len; i++, n /= sizeof(edges)) {
                text.data[i] = edges[n % sizeof(edges)];
            }

            compare(&text);
        }

        held("edges of %lu bytes: %u sequences", (unsigned long) len, total);
    }
}


/* a byte that is not ASCII at every place of a longer text */

static void
test_places(void)
{
    size_t      len, at;
    ngx_str_t   text;
    ngx_uint_t  i;

    static const struct {
        const char  *bytes;
        ngx_uint_t   valid;
    } pieces[] = {
        { "a", 1 }, { "\x7f", 1 }, { "\x80", 0 }, { "\xff", 0 },
        { "\xc3", 0 }, { "\xc3\xa9", 1 }, { "\xe4\xb8\xad", 1 },
        { "\xe4\xb8", 0 }, { "\xf0\x9f\x8e\x89", 1 },
        { "\xed\xa0\x80", 0 }
    };

    for (len = 0; len <= 40; len++) {
        for (at = 0; at <= len; at++) {
            for (i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
                text = unit_repeat("x", len + strlen(pieces[i].bytes));
                memcpy(text.data + at, pieces[i].bytes,
                       strlen(pieces[i].bytes));

                hold(contentlib_text_valid(&text) == pieces[i].valid,
                     "%02x at %lu of %lu", (u_char) pieces[i].bytes[0],
                     (unsigned long) at, (unsigned long) len);
            }
        }

        unit_clear();
    }

    held("every place of texts of up to 44 bytes");
}


static void
test_repair(void)
{
    size_t     i;
    ngx_str_t  from, to;

#define R "\xef\xbf\xbd"

    /* The Unicode Standard, 3.9, tables 3-8 to 3-11, and some beside them */

    static const fold_case_t  cases[] = {
        { "", "", "nothing" },
        { "caf\xc3\xa9", "caf\xc3\xa9", "a valid text" },
        { "\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41", R R R R R R R R "A",
          "table 3-8: not the shortest form" },
        { "\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41", R R R R R R R R "A",
          "table 3-9: surrogates" },
        { "\xf4\x91\x92\x93\xff\x41\x80\xbf\x42", R R R R R "A" R R "B",
          "table 3-10: other ill-formed sequences" },
        { "\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41", R R R R "A",
          "table 3-11: truncated sequences" },
        { "\xff", R, "0xff" },
        { "\xc3", R, "cut after one byte of two" },
        { "\xe2\x82", R, "cut after two bytes of three" },
        { "\xf0\x9f\x8e", R, "cut after three bytes of four" },
        { "\xf0\x9f\x8e\xf0\x9f\x8e\x89", R "\xf0\x9f\x8e\x89",
          "a whole one after a cut one" },
        { "\xef\xbb\xbfx", "\xef\xbb\xbfx", "a byte order mark stays" }
    };

    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        from = unit_text(cases[i].from);
        to.data = ngx_pnalloc(unit_pool(), from.len * CONTENTLIB_TEXT_GROWTH);
        to.len = contentlib_text_repair(to.data, &from);

        is_string(&to, cases[i].to, "repair: %s", cases[i].name);
    }
}


static void
test_length(void)
{
    ngx_str_t  text;

    text = unit_text("");
    is_number(contentlib_text_length(&text), 0, "length of nothing");
    is_number(contentlib_text_valid(&text), 1, "nothing is valid");
    is_number(contentlib_text_next(text.data, text.data), 0,
              "nothing begins with no code point");

    text = unit_text("a\xc3\xa9\xe4\xb8\xad\xf0\x9f\x8e\x89");
    is_number(contentlib_text_length(&text), 4, "length of four");

    text = unit_text("e\xcc\x81");
    is_number(contentlib_text_length(&text), 2, "code points, not letters");

    text = unit_bytes("a\0b", 3);
    is_number(contentlib_text_length(&text), 3, "NUL counts");
    is_number(contentlib_text_valid(&text), 1, "NUL is valid");

    text = unit_text("\xef\xbf\xbe\xef\xbf\xbf\xf4\x8f\xbf\xbf");
    is_number(contentlib_text_valid(&text), 1, "noncharacters are valid");
}


int
main(void)
{
    test_fold();
    test_every_code_point();
    test_sequences();
    test_places();
    test_repair();
    test_length();

    return unit_done();
}
