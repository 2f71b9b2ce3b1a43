
/*
 * Copyright (C) contentlib authors
 */


#include <unit_library.h>
#include <library/contentlib_search.h>
#include <text/contentlib_text.h>


#define ANY  1000000                        /* longest: no bound */


typedef struct {
    const char              *text;
    contentlib_search_way_e  way;
    const char              *folded;
    const char              *pattern;
} search_t;


static const search_t  searches[] = {
    { "a", CONTENTLIB_SEARCH_SHORT, "a", "a" },
    { "AB", CONTENTLIB_SEARCH_SHORT, "ab", "ab" },
    { "\"", CONTENTLIB_SEARCH_SHORT, "\"", "\"" },
    { " ", CONTENTLIB_SEARCH_SHORT, " ", " " },
    { "\xc3\x89", CONTENTLIB_SEARCH_SHORT, "\xc3\xa9", "\xc3\xa9" },
    { "\xf0\x9f\x8e\x89\xf0\x9f\x8e\x89", CONTENTLIB_SEARCH_SHORT,
      "\xf0\x9f\x8e\x89\xf0\x9f\x8e\x89",
      "\xf0\x9f\x8e\x89\xf0\x9f\x8e\x89" },

    /* what counts is the length once folded */

    { "\xc3\x9f", CONTENTLIB_SEARCH_SHORT, "ss", "ss" },
    { "\xef\xac\x83", CONTENTLIB_SEARCH_PHRASE, "ffi", "\"ffi\"" },
    { "a\xc3\x9f", CONTENTLIB_SEARCH_PHRASE, "ass", "\"ass\"" },

    { "AbC", CONTENTLIB_SEARCH_PHRASE, "abc", "\"abc\"" },
    { "   ", CONTENTLIB_SEARCH_PHRASE, "   ", "\"   \"" },
    { "\xc3\x89t\xc3\x89", CONTENTLIB_SEARCH_PHRASE, "\xc3\xa9t\xc3\xa9",
      "\"\xc3\xa9t\xc3\xa9\"" },
    { "a\"b", CONTENTLIB_SEARCH_PHRASE, "a\"b", "\"a\"\"b\"" },
    { "\"\"\"", CONTENTLIB_SEARCH_PHRASE, "\"\"\"", "\"\"\"\"\"\"\"\"" },

    /* of a longer one, trigrams from the first to the last */

    { "AbCd", CONTENTLIB_SEARCH_VERIFIED, "abcd", "\"abc\" \"bcd\"" },
    { "a AND b", CONTENTLIB_SEARCH_VERIFIED, "a and b",
      "\"a a\" \" an\" \"and\" \"d b\"" },
    { "folded:x*", CONTENTLIB_SEARCH_VERIFIED, "folded:x*",
      "\"fol\" \"lde\" \"ed:\" \":x*\"" },
    { "^a -b +c", CONTENTLIB_SEARCH_VERIFIED, "^a -b +c",
      "\"^a \" \"a -\" \"-b \" \" +c\"" },
    { "%_\\'", CONTENTLIB_SEARCH_VERIFIED, "%_\\'", "\"%_\\\" \"_\\'\"" },
    { "\"\"\"\"", CONTENTLIB_SEARCH_VERIFIED, "\"\"\"\"",
      "\"\"\"\"\"\"\"\" \"\"\"\"\"\"\"\"" },
    { "\xef\xbf\xbd" "ab", CONTENTLIB_SEARCH_VERIFIED, "\xef\xbf\xbd" "ab",
      "\"\xef\xbf\xbd" "ab\"" },
    { "abcdefghijklmnopqr", CONTENTLIB_SEARCH_VERIFIED, "abcdefghijklmnopqr",
      "\"abc\" \"fgh\" \"klm\" \"pqr\"" }
};


static void
test_ways(void)
{
    size_t               i;
    ngx_str_t            text;
    const search_t      *s;
    contentlib_search_t  search;

    for (i = 0; i < sizeof(searches) / sizeof(searches[0]); i++) {
        s = &searches[i];
        text = unit_text(s->text);

        is_number(contentlib_search_create(&search, &text, ANY, unit_pool()),
                  NGX_OK, "\"%s\"", s->text);
        is_number(search.way, s->way, "\"%s\": the way", s->text);
        is_string(&search.folded, s->folded, "\"%s\": folded", s->text);
        is_string(&search.pattern, s->pattern, "\"%s\": the pattern",
                  s->text);
    }
}


/*
 * A pattern of quoted strings, blanks between them: each is of three code
 * points and stands in the text; returns how many, and the first and the last.
 */

static ngx_uint_t
trigrams(const contentlib_search_t *search, ngx_str_t *first, ngx_str_t *last)
{
    size_t      len;
    u_char     *p, *end, buffer[16];
    ngx_str_t   trigram;
    ngx_uint_t  n;

    p = search->pattern.data;
    end = p + search->pattern.len;

    ngx_str_null(first);
    ngx_str_null(last);

    for (n = 0; p < end; n++) {

        if (n > 0 && !hold(*p++ == ' ', "no blank")) {
            return 0;
        }

        if (p == end || !hold(*p++ == '"', "no quote")) {
            return 0;
        }

        for (len = 0; p < end && len < sizeof(buffer); p++) {

            if (*p == '"' && (++p == end || *p != '"')) {
                break;
            }

            buffer[len++] = *p;
        }

        trigram = unit_bytes(buffer, len);
        *first = n ? *first : trigram;
        *last = trigram;

        hold(contentlib_text_valid(&trigram), "not UTF-8");
        hold(contentlib_text_length(&trigram) == 3, "%lu code points",
             (unsigned long) contentlib_text_length(&trigram));
        hold(memmem(search->folded.data, search->folded.len, trigram.data,
                    trigram.len) != NULL, "not in the text");
    }

    return n;
}


static void
check_long(const ngx_str_t *text)
{
    size_t               length;
    u_char              *p;
    ngx_str_t            first, last;
    ngx_uint_t           n;
    contentlib_search_t  search;

    hold(contentlib_search_create(&search, text, ANY, unit_pool()) == NGX_OK,
         "create");

    length = contentlib_text_length(&search.folded);
    hold(search.way == (length > 3 ? CONTENTLIB_SEARCH_VERIFIED
                                   : CONTENTLIB_SEARCH_PHRASE),
         "%lu code points, way %d", (unsigned long) length, search.way);

    if (search.way != CONTENTLIB_SEARCH_VERIFIED) {
        return;
    }

    n = trigrams(&search, &first, &last);

    if (!hold(n >= 2 && n <= 4 && first.len != 0 && last.len != 0,
              "%lu trigrams", (unsigned long) n))
    {
        return;
    }

    hold(memcmp(search.folded.data, first.data, first.len) == 0,
         "the first is not the first of the text");

    p = search.folded.data + search.folded.len - last.len;
    hold(memcmp(p, last.data, last.len) == 0,
         "the last is not the last of the text");
}


static void
test_long(void)
{
    size_t      len, i;
    ngx_str_t   text;
    ngx_uint_t  k;

    static const char *const  letters[] = {
        "a", "Z", "\"", " ", "\xc3\xa9", "\xe4\xb8\xad", "\xf0\x9f\x8e\x89",
        "\xc3\x9f", "\xef\xac\x83", "\xe2\x84\xaa", "*", "\\"
    };

    for (k = 0; k < sizeof(letters) / sizeof(letters[0]); k++) {
        for (len = 4; len * strlen(letters[k]) <= 256; len++) {
            text = unit_repeat(letters[k], len);
            check_long(&text);
        }

        held("4 to 256 bytes of \"%s\"", letters[k]);
        unit_clear();
    }

    for (i = 0; i < 3000; i++) {
        text = unit_repeat("x", 256);

        for (len = 0; len < 252 && unit_random(150); /* void */ ) {
            k = unit_random(sizeof(letters) / sizeof(letters[0]));
            memcpy(text.data + len, letters[k], strlen(letters[k]));
            len += strlen(letters[k]);
        }

        if (len >= 4 * 4) {
            text = unit_bytes(text.data, len);
            check_long(&text);
        }

        unit_clear();
    }

    held("random texts");
}


static void
test_nothing(void)
{
    ngx_str_t            text;
    contentlib_search_t  search;

    text = unit_bytes("abc\0def", 7);
    is_number(contentlib_search_create(&search, &text, ANY, unit_pool()),
              NGX_DECLINED, "a NUL within");

    text = unit_bytes("\0", 1);
    is_number(contentlib_search_create(&search, &text, ANY, unit_pool()),
              NGX_DECLINED, "a NUL alone");

    text = unit_bytes("ab\0", 3);
    is_number(contentlib_search_create(&search, &text, ANY, unit_pool()),
              NGX_DECLINED, "a NUL at the end");

    text = unit_text("abcd");
    is_number(contentlib_search_create(&search, &text, 4, unit_pool()),
              NGX_OK, "as long as the longest");
    is_number(contentlib_search_create(&search, &text, 3, unit_pool()),
              NGX_DECLINED, "longer than the longest");
    is_number(contentlib_search_create(&search, &text, 0, unit_pool()),
              NGX_DECLINED, "there are no texts");

    /* it is the folded text that counts, shorter or longer */

    text = unit_text("\xe2\x84\xaa\xe2\x84\xaa\xe2\x84\xaa");
    is_number(contentlib_search_create(&search, &text, 3, unit_pool()),
              NGX_OK, "nine bytes that fold to three");
    is_string(&search.folded, "kkk", "and what they fold to");
    is_number(contentlib_search_create(&search, &text, 2, unit_pool()),
              NGX_DECLINED, "three of two");

    text = unit_text("\xce\x90");
    is_number(contentlib_search_create(&search, &text, 6, unit_pool()),
              NGX_OK, "two bytes that fold to six");
    is_number(contentlib_search_create(&search, &text, 5, unit_pool()),
              NGX_DECLINED, "six of five");

    text = unit_text("abc");
    is_number(contentlib_search_create(&search, &text, UINT64_MAX,
                                       unit_pool()) != NGX_ERROR,
              1, "any bound");
}


/* of words: three trigrams that are frequent, or one that is not */

static void
test_rarest(void)
{
    size_t                i;
    ngx_str_t             text;
    const char           *path;
    contentlib_db_t      *db;
    contentlib_search_t   search;

    static const struct {
        const char  *text;
        const char  *pattern;
    } rarest[] = {
        { "abc", "\"abc\"" },
        { "abcd", "\"bcd\" \"abc\"" },
        { "abcdef", "\"def\" \"bcd\" \"cde\"" },
        { "abcabc", "\"bca\"" },
        { "abcdefg", "\"efg\"" }
    };

    path = unit_path("rarest.db");
    unit_library(path, "INSERT INTO word_gram VALUES ('abc', 500),"
                       " ('bcd', 300), ('cde', 400), ('def', 200)");
    db = unit_opened(path);

    for (i = 0; i < sizeof(rarest) / sizeof(rarest[0]); i++) {
        text = unit_text(rarest[i].text);

        is_number(contentlib_search_create(&search, &text, ANY, unit_pool()),
                  NGX_OK, "\"%s\"", rarest[i].text);
        is_number(contentlib_search_rarest(&search, db), NGX_OK,
                  "\"%s\": the rarest", rarest[i].text);
        is_string(&search.pattern, rarest[i].pattern, "\"%s\": the pattern",
                  rarest[i].text);
    }

    contentlib_db_close(db);
}


int
main(void)
{
    test_ways();
    test_long();
    test_nothing();
    test_rarest();

    return unit_done();
}
