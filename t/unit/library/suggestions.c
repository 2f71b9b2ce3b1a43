
/*
 * Copyright (C) contentlib authors
 */


#include <unit_library.h>
#include <library/contentlib_suggestions.h>


typedef struct {
    const char  *text;
    ngx_uint_t   limit;
    const char  *expected;
} suggest_t;


/*
 * decisions, section 6: displayed collections in stored order, then tags, the
 * most used ones first; without a text the collections only
 */

static const suggest_t  cases[] = {
    { "", 10, "c:New Year c:Cats & parties" },
    { "", 1, "c:New Year" },
    { "", 2, "c:New Year c:Cats & parties" },
    { "part", 10, "c:Cats & parties t:Party" },
    { "PART", 10, "c:Cats & parties t:Party" },
    { "part", 1, "c:Cats & parties" },
    { "part", 2, "c:Cats & parties t:Party" },
    { "party", 10, "t:Party" },
    { "cat", 10, "c:Cats & parties t:cat" },
    { "a", 10, "c:New Year c:Cats & parties t:Happy Day t:cat t:Party" },
    { "a", 4, "c:New Year c:Cats & parties t:Happy Day t:cat" },
    { "A", 3, "c:New Year c:Cats & parties t:Happy Day" },
    { "ar", 10, "c:New Year c:Cats & parties t:Party" },
    { "y", 10, "c:New Year t:Happy Day t:Party" },
    { " ", 10, "c:New Year c:Cats & parties t:Happy Day" },
    { "hidden", 10, "" },
    { "\xc3\xbc", 10, "t:\xc3\x9cNUSED" },
    { "\xc3\x9cnu", 10, "t:\xc3\x9cNUSED" },
    { "cats & parties", 10, "c:Cats & parties" },
    { "cats & parties!", 10, "" },
    { "cats & parties and much more than that", 10, "" },
    { "%", 10, "" },
    { "_", 10, "" },
    { "*", 10, "" },
    { "\"", 10, "" },
    { "cat*", 10, "" },
    { "cat OR day", 10, "" },
    { "xyz", 10, "" }
};


static ngx_str_t
suggested(contentlib_db_t *db, const ngx_str_t *text, ngx_uint_t limit)
{
    char                      buffer[1024];
    int                       n;
    ngx_uint_t                i;
    ngx_array_t              *suggestions;
    contentlib_suggestion_t  *found;

    hold(contentlib_suggestions_find(db, text, limit, unit_pool(),
                                     &suggestions)
         == NGX_OK, "an error: %s", contentlib_db_error(db)->text);
    hold(unit_busy(db) == 0, "a statement is busy");

    found = suggestions->elts;
    buffer[0] = '\0';

    for (i = 0, n = 0; i < suggestions->nelts; i++) {
        n += snprintf(buffer + n, sizeof(buffer) - (size_t) n, "%s%c:%.*s",
                      i ? " " : "",
                      found[i].type == CONTENTLIB_SUGGEST_TAG ? 't'
                                                                    : 'c',
                      (int) found[i].text.len,
                      (char *) found[i].text.data);
    }

    return unit_text(buffer);
}


/* many rows */

static void
large(const char *text, ngx_uint_t limit, const char *expected)
{
    ngx_str_t         value, got;
    contentlib_db_t  *db;

    db = unit_opened(unit_path("numbers"));
    value = unit_text(text);
    got = suggested(db, &value, limit);

    is_string(&got, expected, "\"%s\", at most %lu, of 4096", text,
              (unsigned long) limit);
    contentlib_db_close(db);
}


static void
of_many(void)
{
    unit_library_numbers(unit_path("numbers"));

    large("77", 3, "t:0077 t:0177 t:0277");
    large("409", 9, "t:0409 t:1409 t:2409 t:3409 t:4090 t:4091 t:4092 t:4093"
                    " t:4094");
    large("95", 1, "t:0095");
    large("1023", 9, "t:1023");
    large("1024", 9, "t:1024");
    large("2048", 9, "t:2048");
    large("zz", 5, "");
    large("4095", 5, "t:4095");
}


int
main(void)
{
    size_t            i;
    ngx_str_t         text, got;
    contentlib_db_t  *db;

    unit_library(unit_path("library"), "");
    db = unit_opened(unit_path("library"));

    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        text = unit_text(cases[i].text);
        got = suggested(db, &text, cases[i].limit);

        is_string(&got, cases[i].expected, "\"%s\", at most %lu",
                  cases[i].text, (unsigned long) cases[i].limit);
    }

    text = unit_bytes("a\0", 2);
    got = suggested(db, &text, 10);
    is_string(&got, "", "NUL");

    /* however long: nothing is as long, and nothing is refused */

    for (i = 1; i <= 256; i++) {
        text = unit_repeat(i % 2 ? "z" : "\xc3\x9f", i % 2 ? i : i / 2);
        got = suggested(db, &text, 10);
        hold(got.len == 0, "%lu bytes", (unsigned long) i);
    }

    held("texts of 1 to 256 bytes; no statement is busy");

    contentlib_db_close(db);
    of_many();

    return unit_done();
}
