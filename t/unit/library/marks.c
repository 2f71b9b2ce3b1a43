
/*
 * Copyright (C) contentlib authors
 *
 * Records that are expanded, against templates in which the marks are
 * replaced one by one; and marks of random bytes.
 */


#include <unit.h>
#include <unit_sql.h>


#define ROUNDS   20000
#define HOSTILE  200000
#define LONGEST  30000                      /* more than a mark can tell */
#define GUARD    64


static ngx_uint_t  fitted, misfitted, missized;


static contentlib_insertions_t
insertions_of(ngx_uint_t empty)
{
    ngx_uint_t               kind;
    contentlib_insertions_t  insertions;

    static const char *const  texts[CONTENTLIB_MARK_KINDS] = {
        "", "https://h.example/api/v1/", "?format=json",
        "https://media.example/", "partner", "\""
    };

    for (kind = 0; kind < CONTENTLIB_MARK_KINDS; kind++) {
        insertions.text[kind] = unit_text(empty >> kind & 1 ? ""
                                                            : texts[kind]);
    }

    return insertions;
}


/* what is expanded; empty text and "rc" not NGX_OK if it is not valid */

static ngx_str_t
expanded(const ngx_str_t *record, const ngx_str_t *marks,
    const contentlib_insertions_t *insertions, ngx_int_t *rc)
{
    size_t     i, size;
    ngx_str_t  text;

    ngx_str_null(&text);

    *rc = contentlib_marks_size(record, marks, insertions, &size);

    if (*rc != NGX_OK) {
        missized++;
        return text;
    }

    text.len = size;
    text.data = ngx_pnalloc(unit_pool(), size + GUARD);
    ngx_memset(text.data, 0xa5, size + GUARD);

    *rc = contentlib_marks_expand(record, marks, insertions, text.data, size);

    for (i = 0; i < GUARD; i++) {
        hold(text.data[size + i] == 0xa5, "it writes beyond the end");
    }

    return text;
}


static void
compare(const ngx_str_t *template, const contentlib_insertions_t *insertions)
{
    size_t      len;
    u_char     *bytes;
    ngx_int_t   rc;
    ngx_str_t   record, marks, got, expected;

    bytes = ngx_pnalloc(unit_pool(),
                        CONTENTLIB_MARKS_HEADER + 2 * template->len);

    len = unit_template_record(bytes, template->data, template->len);
    record = unit_bytes(bytes, len);

    len = unit_template_marks(bytes, template->data, template->len);
    marks = unit_bytes(bytes, len);

    expected.len = unit_template_size(template, insertions);
    expected.data = ngx_pnalloc(unit_pool(), expected.len);
    (void) unit_template_expand(expected.data, template, insertions);

    got = expanded(&record, &marks, insertions, &rc);

    if (!hold(rc == NGX_OK && unit_equal(&got, &expected),
              "it returns %ld", (long) rc))
    {
        unit_show("template", template->data, template->len);
        unit_show("got", got.data, got.len);
    }
}


static void
test_cases(void)
{
    size_t                   i;
    ngx_str_t                template;
    ngx_uint_t               empty;
    contentlib_insertions_t  insertions;

    static const char *const  templates[] = {
        "", "{}", "\1", "\1\2", "\1a", "a\1", "a\1b\2c\3d\4e\5f", "\5\5\5",
        "{\"id\":\0051\5,\"url\":\"\1x/1/\2\",\"media\":\"\3a\"}"
    };

    for (i = 0; i < sizeof(templates) / sizeof(templates[0]); i++) {
        for (empty = 0; empty < 64; empty++) {
            template = unit_text(templates[i]);
            insertions = insertions_of(empty);
            compare(&template, &insertions);
        }
    }

    held("short records, with any of the insertions empty");
}


static void
test_distances(void)
{
    size_t                   i, k, n;
    ngx_str_t                template;
    contentlib_insertions_t  insertions;

    static const size_t  lengths[] = {
        8190, 8191, 8192, 8193, 16381, 16382, 16383, 24573, 24574, 100000
    };

    insertions = insertions_of(0);

    for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        for (k = 0; k < 3; k++) {
            n = lengths[i];
            template = unit_repeat("x", n + 2);
            template.data[k == 0 ? 0 : n] = CONTENTLIB_MARK_BASE;
            template.data[k == 1 ? n / 2 : n + 1] = CONTENTLIB_MARK_QUOTE;
            compare(&template, &insertions);
        }
    }

    held("distances around the longest of a mark and of two");
}


static void
test_random(void)
{
    size_t                   i;
    ngx_str_t                template;
    ngx_uint_t               n, often;
    contentlib_insertions_t  insertions;

    for (n = 0; n < ROUNDS; n++) {
        template = unit_repeat("x", unit_random(n % 100 ? 200 : LONGEST));
        often = 1 + unit_random(n % 100 ? 20 : 5000);

        for (i = 0; i < template.len; i++) {
            if (unit_random(often) == 0) {
                template.data[i] = (u_char) (1 + unit_random(5));
            }
        }

        insertions = insertions_of(unit_random(64));
        compare(&template, &insertions);
        unit_clear();
    }

    held("%d random templates", ROUNDS);
}


/* of a valid record, some bytes changed, cut or more */

static void
hostile(void)
{
    size_t                   len;
    u_char                   bytes[1024];
    ngx_int_t                rc;
    ngx_str_t                template, record, marks, text;
    ngx_uint_t               n;
    contentlib_insertions_t  insertions;

    template = unit_text("{\"id\":\0051\5,\"u\":\"\1x/1/\2\",\"m\":\"\3a\"}");
    insertions = insertions_of(unit_random(64));

    len = unit_template_record(bytes, template.data, template.len);
    record = unit_bytes(bytes, unit_random(3) ? len : unit_random(len + 20));

    len = unit_template_marks(bytes, template.data, template.len);

    for (n = unit_random(3); n > 0; n--) {
        bytes[unit_random(len)] = (u_char) unit_random(256);
    }

    if (unit_random(4) == 0) {
        len = unit_random(100);
    }

    marks = unit_bytes(bytes, len);
    text = expanded(&record, &marks, &insertions, &rc);

    hold(rc == NGX_OK || rc == NGX_ERROR, "it returns %ld", (long) rc);
    hold(rc == NGX_OK || text.data == NULL
         || contentlib_marks_expand(&record, &marks, &insertions, text.data,
                                    text.len) == NGX_ERROR,
         "another time it is no error");

    fitted += (rc == NGX_OK);
    misfitted += (rc != NGX_OK);
}


static void
test_hostile(void)
{
    ngx_uint_t  n;

    fitted = misfitted = missized = 0;

    for (n = 0; n < HOSTILE; n++) {
        hostile();
        unit_clear();
    }

    held("%d records with other marks", HOSTILE);
    ok(fitted > HOSTILE / 10 && misfitted > HOSTILE / 10
       && missized > HOSTILE / 100, "%lu fit, %lu do not",
       (unsigned long) fitted, (unsigned long) misfitted);
}


/* what is not valid, each for itself */

static void
test_errors(void)
{
    size_t                   i, size;
    ngx_int_t                rc;
    ngx_str_t                record, marks, text;
    contentlib_insertions_t  insertions;

    static const struct {
        const char  *marks;
        size_t       len;
        const char  *name;
    } cases[] = {
        { "", 0, "no marks at all" },
        { "\0\0\0\0\0\0\0\0", 8, "a short header" },
        { "\0\0\0\0\0\0\0\0\0\0\0", 11, "half a mark" },
        { "\1\0\0\0\0\0\0\0\0\0", 10, "a count without its mark" },
        { "\0\0\0\0\0\0\0\0\0\0\1\0", 12, "a mark that is not counted" },
        { "\1\0\0\0\0\0\0\0\0\0\2\0", 12, "one kind counted as another" },
        { "\0\0\0\0\0\0\0\0\0\0\6\0", 12, "a kind that there is not" },
        { "\0\0\0\0\0\0\0\0\0\0\7\0", 12, "the highest kind" },
        { "\1\0\0\0\0\0\0\0\0\0\51\0", 12, "a mark behind the end" },
        { "\0\0\0\0\0\0\0\0\0\0\50\0", 12, "nothing behind the end" },
        { "\1\0\0\0\0\0\0\0\0\0\30\0\20\0", 14, "two distances too long" },
        { "\377\377\0\0\0\0\0\0\0\0", 10, "as many as can be counted" }
    };

    record = unit_text("abcd");
    insertions = insertions_of(0);
    marks = unit_bytes("\1\0\0\0\0\0\0\0\0\0\41\0", 12);

    text = expanded(&record, &marks, &insertions, &rc);
    is_string(&text, "abcdhttps://h.example/api/v1/", "a mark at the end");
    is_number(rc, NGX_OK, "a mark at the end: valid");

    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        marks = unit_bytes(cases[i].marks, cases[i].len);
        (void) expanded(&record, &marks, &insertions, &rc);
        is_number(rc, NGX_ERROR, "%s", cases[i].name);
    }

    marks = unit_bytes("\0\0\0\0\0\0\0\0\0\0", 10);
    is_number(contentlib_marks_size(&record, &marks, &insertions, &size),
              NGX_OK, "no mark of any kind");
    is_number(size, 4, "the record as it is");
    held("nothing is written beyond the end");
}


int
main(void)
{
    test_cases();
    test_distances();
    test_errors();
    test_random();
    test_hostile();

    return unit_done();
}
