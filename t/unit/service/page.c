
/*
 * Copyright (C) contentlib authors
 *
 * Bodies that consist of records, against templates that are put together one
 * by one; and records whose marks do not fit them.
 */


#include <unit_service.h>


#define ITEMS   150
#define ROUNDS  400


/* the template of an item, by its position */

static ngx_str_t                templates[ITEMS];
static ngx_pool_t              *kept;
static contentlib_insertions_t  insertions;


/* most are short; where long ones begin a buffer has to grow */

static ngx_str_t
template_of(ngx_uint_t i)
{
    size_t      len, pad;
    u_char     *p;
    ngx_str_t   template;

    pad = (i % 40 < 4) ? 20000 : 10 + i % 7;

    template.data = ngx_palloc(kept, pad + 256);
    p = template.data;

    len = (size_t) sprintf((char *) p, "{\"id\":%lu,\"url\":\"\1content_items/"
                           "%lu/\2\",\"width\":\005%lu\5,\"image\":"
                           "\"\3%lu.png\",\"platforms\":{\"\4\":\"",
                           (unsigned long) 2 * i + 1,
                           (unsigned long) 2 * i + 1, (unsigned long) i,
                           (unsigned long) i);
    ngx_memset(p + len, 'x', pad);
    len += pad;
    len += (size_t) sprintf((char *) p + len, "\"}}");

    template.len = len;

    return template;
}


static void
make_library(void)
{
    sqlite3       *handle;
    ngx_uint_t     i;
    sqlite3_stmt  *insert;

    kept = ngx_create_pool(4096, &unit_log);
    handle = unit_library_begin(unit_path("library"));
    unit_sql(handle, "BEGIN");

    if (sqlite3_prepare_v2(handle, "INSERT INTO item VALUES (?1, 2 * ?1 + 1,"
                           " unit_record(?2), unit_marks(?2))", -1, &insert,
                           NULL) != SQLITE_OK)
    {
        unit_bail_out("insert", sqlite3_errmsg(handle));
    }

    for (i = 0; i < ITEMS; i++) {
        templates[i] = template_of(i);

        (void) sqlite3_bind_int64(insert, 1, (int64_t) i);
        (void) sqlite3_bind_text(insert, 2, (char *) templates[i].data,
                                 (int) templates[i].len, SQLITE_STATIC);

        if (sqlite3_step(insert) != SQLITE_DONE) {
            unit_bail_out("insert", sqlite3_errmsg(handle));
        }

        (void) sqlite3_reset(insert);
    }

    (void) sqlite3_finalize(insert);

    /* a tag of each third item, and one of a record that does not fit */

    unit_sql(handle,
        "INSERT INTO tag VALUES (0, 'third', 50, '{}', unit_marks('{}')),"
        " (1, 'bad', 0, '{}', zeroblob(9)), (2, 'worse', 0, '{}',"
        " x'0100000000000000000000000000');"
        "INSERT INTO tag_text VALUES (0, 'third'), (1, 'bad'), (2, 'worse');"
        "INSERT INTO tag_item SELECT 0, 0, unit_block(position) FROM item"
        " WHERE position % 3 = 0;"
        "INSERT INTO meta VALUES (0, 4, '" UNIT_DIGEST "', 1700000000,"
        " 'https://media.example/', 150, 3, 0, 1, 5); COMMIT;");
    unit_library_end(handle);
}


static void
set_view(contentlib_input_t *input, ngx_uint_t view)
{
    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_MARK_KINDS; i++) {
        ngx_str_null(&insertions.text[i]);
    }

    ngx_str_set(&insertions.text[CONTENTLIB_MARK_BASE],
                "https://h.example/api/v1/");
    ngx_str_set(&insertions.text[CONTENTLIB_MARK_MEDIA],
                "https://media.example/");
    ngx_str_set(&insertions.text[CONTENTLIB_MARK_PARTNER], "partner");

    if (view & 1) {
        input->view.numbers_as_strings = 1;
        ngx_str_set(&insertions.text[CONTENTLIB_MARK_QUOTE], "\"");
    }

    if (view & 2) {
        input->view.media_url = unit_text("");
        ngx_str_null(&insertions.text[CONTENTLIB_MARK_MEDIA]);
    }

    if (view & 4) {
        input->view.partner = unit_text("a \"b\"\\\n\xe2\x80\xa8");
        ngx_str_set(&insertions.text[CONTENTLIB_MARK_PARTNER],
                    "a \\\"b\\\"\\\\\\n\\u2028");
    }
}


/* of the members of a list of "count", every "step"-th position from the end */

static ngx_str_t
expected_list(uint64_t count, uint64_t step, uint64_t offset, uint64_t limit,
    const char *links)
{
    size_t     size;
    u_char    *p;
    uint64_t   i, rank;
    ngx_str_t  text;

    size = 1024;

    for (i = 0; i < ITEMS; i++) {
        size += unit_template_size(&templates[i], &insertions) + 1;
    }

    text.data = ngx_palloc(unit_pool(), size);
    p = text.data;
    p += sprintf((char *) p, "{\"count\":%llu,%s,\"results\":[",
                 (unsigned long long) count, links);

    for (i = offset; i < count && i < offset + limit; i++) {
        rank = count - 1 - i;

        if (i > offset) {
            *p++ = ',';
        }

        p = unit_template_expand(p, &templates[rank * step], &insertions);
    }

    p += sprintf((char *) p, "]}");
    text.len = (size_t) (p - text.data);

    return text;
}


/* "next" and "previous" as they stand in the envelope */

static void
links_of(char *to, size_t size, const char *filter, uint64_t count,
    uint64_t offset, uint64_t limit)
{
    char  next[256], previous[256], skip[32];

    static const char  url[] = "\"https://h.example/api/v1/content_items/?";

    (void) snprintf(next, sizeof(next), "null");
    (void) snprintf(previous, sizeof(previous), "null");

    if (offset + limit < count) {
        (void) snprintf(next, sizeof(next), "%slimit=%llu&offset=%llu%s\"",
                        url, (unsigned long long) limit,
                        (unsigned long long) (offset + limit), filter);
    }

    if (offset > 0) {
        (void) snprintf(skip, sizeof(skip), "&offset=%llu",
                        (unsigned long long) (offset - limit));
        (void) snprintf(previous, sizeof(previous), "%slimit=%llu%s%s\"", url,
                        (unsigned long long) limit,
                        offset > limit ? skip : "", filter);
    }

    (void) snprintf(to, size, "\"next\":%s,\"previous\":%s", next, previous);
}


static void
list(ngx_uint_t view, uint64_t offset, uint64_t limit, ngx_uint_t filtered)
{
    char                 query[128], links[600];
    uint64_t             count;
    ngx_str_t            body, expected;
    const char          *filter;
    contentlib_input_t   input;
    contentlib_answer_t  answer;

    count = filtered ? ITEMS / 3 : ITEMS;
    filter = filtered ? "&tag-slug=third" : "";

    (void) snprintf(query, sizeof(query), "limit=%llu&offset=%llu%s",
                    (unsigned long long) limit, (unsigned long long) offset,
                    filter);

    input = unit_request("content_items/", query);
    input.gzip_accepted = (view & 8) != 0;
    set_view(&input, view);
    answer = unit_answer(&input);

    links_of(links, sizeof(links), filter, count, offset, limit);
    expected = expected_list(count, filtered ? 3 : 1, offset, limit, links);
    body = unit_body(&answer);

    hold(answer.status == 200, "%s: status %lu", query,
         (unsigned long) answer.status);
    hold(answer.rows == (offset < count ? ngx_min(limit, count - offset) : 0),
         "%s: %lu rows", query, (unsigned long) answer.rows);

    if (!hold(unit_equal(&body, &expected), "%s: another body", query)) {
        unit_show("got", body.data, ngx_min(body.len, 1000));
        unit_show("expected", expected.data, ngx_min(expected.len, 1000));
    }

    unit_clear();
}


static void
test_lists(ngx_uint_t filtered)
{
    uint64_t    offset;
    ngx_uint_t  i;

    for (i = 0; i < ROUNDS; i++) {
        offset = unit_random(20) ? unit_random(ITEMS + 20) : 0;
        list(unit_random(16), offset, 1 + unit_random(100), filtered);
    }

    list(0, 0, 100, filtered);
    list(0, ITEMS - 1, 1, filtered);
    list(0, ITEMS, 1, filtered);
    list(0, ITEMS + 1000, 30, filtered);

    held("pages of a list%s", filtered ? " with a filter" : "");
}


static void
test_records(void)
{
    char                 path[64];
    u_char              *end;
    ngx_str_t            body, expected;
    ngx_uint_t           i, view;
    contentlib_input_t   input;
    contentlib_answer_t  answer;

    for (i = 0; i < ITEMS; i++) {
        for (view = 0; view < 16; view++) {
            (void) snprintf(path, sizeof(path), "content_items/%lu/",
                            (unsigned long) 2 * i + 1);

            input = unit_request(path, i % 2 ? "" : "format=json");
            input.gzip_accepted = (view & 8) != 0;
            set_view(&input, view);

            if (i % 2 == 0) {
                ngx_str_set(&insertions.text[CONTENTLIB_MARK_FORMAT],
                            "?format=json");
            }

            answer = unit_answer(&input);

            expected.len = unit_template_size(&templates[i], &insertions);
            expected.data = ngx_palloc(unit_pool(), expected.len);
            end = unit_template_expand(expected.data, &templates[i],
                                       &insertions);

            body = unit_body(&answer);
            hold(end == expected.data + expected.len
                 && answer.status == 200 && answer.rows == 1
                 && unit_equal(&body, &expected), "%s", path);
            unit_clear();
        }
    }

    held("records by themselves");
}


/* the file is at fault: it is answered with a 503, other records are not */

static void
test_misfits(void)
{
    size_t               i;
    ngx_str_t            body;
    contentlib_input_t   input;
    contentlib_answer_t  answer;

    static const char *const  paths[] = { "tags/bad/", "tags/worse/", "tags/" };

    for (i = 0; i < 3; i++) {
        unit_source.open_at = 0;
        unit_source.back_off.retry_at = 0;

        input = unit_request(paths[i], "");
        answer = unit_answer(&input);
        body = unit_body(&answer);

        is_number(answer.status, 503, "%s: status", paths[i]);
        is_number(answer.reason, CONTENTLIB_REASON_FILE, "%s: the reason",
                  paths[i]);
        is_string(&body, "{\"detail\":\"The library is not available.\"}",
                  "%s: the body", paths[i]);

        input = unit_request("tags/third/", "");
        answer = unit_answer(&input);
        body = unit_body(&answer);
        is_string(&body, "{}", "another tag, afterwards");
    }
}


int
main(void)
{
    make_library();
    unit_serve("library", 0);

    test_lists(0);
    test_lists(1);
    test_records();
    test_misfits();
    contentlib_source_close(&unit_source);

    unit_serve("library", 8 * 1024 * 1024);
    test_lists(0);
    test_lists(1);
    contentlib_source_close(&unit_source);

    ngx_destroy_pool(kept);

    return unit_done();
}
