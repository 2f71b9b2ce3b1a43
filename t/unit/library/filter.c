
/*
 * Copyright (C) contentlib authors
 *
 * Filters of random libraries, against a plain search of plain arrays.
 */


#include <unit_library.h>
#include <library/contentlib_filter.h>
#include <text/contentlib_text.h>


#define ITEMS  300
#define TAGS   40


typedef struct {
    ngx_str_t    text;                      /* folded */
    ngx_str_t    source;
    u_char       tags[TAGS];
} item_t;


typedef struct {
    char         slug[16];
    ngx_str_t    name;                      /* folded */
    ngx_str_t    source;
} tag_t;


static ngx_pool_t  *kept;
static item_t       items[ITEMS];
static tag_t        tags[TAGS];


static const char *const  pieces[] = {
    "a", "a", "A", "b", "B", "c", " ", " ", "%", "_", "\\", "\"", "'", "*",
    "(", ")", "-", "^", ":", "+", "and", "OR", "NEAR", "\xc3\xa9", "\xc3\x89",
    "\xc3\x9f", "SS", "\xe1\xba\x9e", "\xef\xac\x81", "FI", "\xce\xa3",
    "\xcf\x82", "\xe4\xb8\xad", "\xf0\x9f\x8e\x89", "\xe2\x84\xaa", "K",
    "\xc4\xb0", "\xea\xad\xb0", "\xe1\x8e\xa0", "  ", "\t", "\n", "\v", "\f",
    "\r", "\xc2\xa0", "\xe3\x80\x80", "\xef\xbf\xbd", "\xef\xbf\xbe",
    "\xef\xbf\xbf"
};


static ngx_str_t
random_text(ngx_uint_t most)
{
    size_t       len;
    u_char       buffer[1024];
    ngx_str_t    text;
    const char  *piece;

    len = 0;

    while (most-- > 0 && unit_random(60) && len < sizeof(buffer) - 8) {
        piece = pieces[unit_random(sizeof(pieces) / sizeof(pieces[0]))];
        memcpy(buffer + len, piece, strlen(piece));
        len += strlen(piece);
    }

    text.len = len;
    text.data = ngx_pnalloc(kept, len + 1);
    memcpy(text.data, buffer, len);

    return text;
}


static ngx_str_t
folded(const ngx_str_t *text, ngx_pool_t *pool)
{
    ngx_str_t  result;

    result.data = ngx_pnalloc(pool, text->len * CONTENTLIB_TEXT_GROWTH + 1);
    result.len = contentlib_text_fold(result.data, text);

    return result;
}


static void
insert(sqlite3 *handle, const char *sql, int64_t first, const ngx_str_t *text,
    int64_t second, const ngx_str_t *blob)
{
    sqlite3_stmt  *statement;

    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) != SQLITE_OK) {
        unit_bail_out(sql, sqlite3_errmsg(handle));
    }

    (void) sqlite3_bind_int64(statement, 1, first);
    (void) sqlite3_bind_int64(statement, 3, second);

    if (text != NULL) {
        (void) sqlite3_bind_text(statement, 2, (const char *) text->data,
                                 (int) text->len, SQLITE_TRANSIENT);
    }

    if (blob != NULL) {
        (void) sqlite3_bind_blob(statement, 4, blob->data, (int) blob->len,
                                 SQLITE_TRANSIENT);
    }

    if (sqlite3_step(statement) != SQLITE_DONE) {
        unit_bail_out(sql, sqlite3_errmsg(handle));
    }

    (void) sqlite3_finalize(statement);
}


static void
insert_tag(sqlite3 *handle, ngx_uint_t t)
{
    ngx_uint_t  i;
    ngx_str_t   slug, block;

    slug.data = (u_char *) tags[t].slug;
    slug.len = strlen(tags[t].slug);

    insert(handle, "INSERT INTO tag VALUES (?1, ?2, ?3, '{}', zeroblob(10))",
           (int64_t) t, &slug, 0, NULL);
    insert(handle, "INSERT INTO tag_text VALUES (?1, ?2 || substr('', ?3))",
           (int64_t) t, &tags[t].name, 1, NULL);

    block = unit_repeat("xx", ITEMS);
    block.len = 0;

    for (i = 0; i < ITEMS; i++) {
        if (items[i].tags[t]) {
            block.data[block.len++] = (u_char) i;
            block.data[block.len++] = (u_char) (i >> 8);
        }
    }

    if (block.len > 0) {
        insert(handle, "INSERT INTO tag_item VALUES (?1, coalesce(?2, ?3), ?4)",
               (int64_t) t, NULL, 0, &block);
    }
}


static void
create(const char *path)
{
    sqlite3     *handle;
    ngx_uint_t   i, n;

    handle = unit_library_begin(path);
    unit_sql(handle, "BEGIN");

    for (i = 0; i < TAGS; i++) {
        (void) snprintf(tags[i].slug, sizeof(tags[i].slug), "tag-%lu",
                        (unsigned long) i);

        /* some share a name, or have one that differs in case only */

        tags[i].source = (i % 5 == 4) ? tags[i - 1].source
                                      : random_text(i % 7 ? 6 : 60);
        tags[i].name = folded(&tags[i].source, kept);
    }

    for (i = 0; i < ITEMS; i++) {
        items[i].source = random_text(i % 10 ? 30 : 300);
        items[i].text = folded(&items[i].source, kept);

        for (n = unit_random(6); n > 0; n--) {
            items[i].tags[unit_random(TAGS - 2)] = 1;
        }

        insert(handle, "INSERT INTO item_text VALUES (?1, ?2 ||"
               " substr('', ?3))", (int64_t) i, &items[i].text, 1, NULL);
    }

    for (i = 0; i < TAGS; i++) {
        insert_tag(handle, i);
    }

    unit_library_count(handle, "300, 40");
}


static ngx_uint_t
contains(const ngx_str_t *text, const ngx_str_t *part)
{
    return part->len == 0
           || (text->len >= part->len
               && memmem(text->data, text->len, part->data, part->len));
}


static ngx_uint_t
model_tag(ngx_uint_t i, const contentlib_filter_t *filter)
{
    ngx_str_t   tag, partial;
    ngx_uint_t  t, slug_seen, tag_seen, partial_seen;

    tag = folded(&filter->tag, unit_pool());
    partial = folded(&filter->tag_partial, unit_pool());

    slug_seen = (filter->tag_slug.len == 0);
    tag_seen = (filter->tag.len == 0);
    partial_seen = (filter->tag_partial.len == 0);

    for (t = 0; t < TAGS; t++) {

        if (!items[i].tags[t]) {
            continue;
        }

        slug_seen |= filter->tag_slug.len == strlen(tags[t].slug)
                     && memcmp(filter->tag_slug.data, tags[t].slug,
                               filter->tag_slug.len) == 0;
        tag_seen |= unit_equal(&tags[t].name, &tag);
        partial_seen |= contains(&tags[t].name, &partial);
    }

    return slug_seen && tag_seen && partial_seen;
}


/* all matches of both, or the first difference */

static ngx_uint_t
same(const contentlib_set_t *set, const u_char *matches, ngx_uint_t n)
{
    uint64_t    next;
    ngx_uint_t  i;

    for (i = 0; i < n; i++) {
        next = i;

        if ((contentlib_set_next(set, &next) == NGX_OK && next == i)
            != matches[i])
        {
            printf("# position %lu\n", (unsigned long) i);
            return 0;
        }
    }

    return set->size == n;
}


static void
compare_items(contentlib_db_t *db, const contentlib_filter_t *filter)
{
    u_char             matches[ITEMS];
    ngx_str_t          text;
    ngx_uint_t         i;
    contentlib_set_t  *set;

    text = folded(&filter->text, unit_pool());

    for (i = 0; i < ITEMS; i++) {
        matches[i] = contains(&items[i].text, &text) && model_tag(i, filter);
    }

    if (!contentlib_filter_given(filter)
        || (hold(contentlib_filter_items(db, filter, unit_pool(), &set)
                 == NGX_OK, "%s", contentlib_db_error(db)->text)
            && hold(unit_busy(db) == 0, "a statement is busy")
            && hold(same(set, matches, ITEMS), "another set")))
    {
        return;
    }

    unit_show("text", filter->text.data, filter->text.len);
    unit_show("tag", filter->tag.data, filter->tag.len);
    unit_show("slug", filter->tag_slug.data, filter->tag_slug.len);
    unit_show("part", filter->tag_partial.data, filter->tag_partial.len);
}


static void
compare_tags(contentlib_db_t *db, const ngx_str_t *name)
{
    u_char             matches[TAGS];
    ngx_str_t          part;
    ngx_uint_t         i;
    contentlib_set_t  *set;

    part = folded(name, unit_pool());

    for (i = 0; i < TAGS; i++) {
        matches[i] = contains(&tags[i].name, &part) & 1;
    }

    if (!hold(contentlib_filter_tags(db, name, unit_pool(), &set) == NGX_OK,
              "tags: %s", contentlib_db_error(db)->text)
        || !hold(same(set, matches, TAGS), "tags: another set"))
    {
        unit_show("name", name->data, name->len);
    }
}


/* a part of a text, cut between code points, of at most 256 bytes */

static ngx_str_t
part_of(const ngx_str_t *text)
{
    size_t     from, to;
    ngx_str_t  part;

    if (text->len == 0) {
        return unit_text("");
    }

    from = unit_random(text->len);
    to = from + 1 + unit_random(unit_random(2) ? 12 : 256);
    to = ngx_min(to, text->len);

    while (from > 0 && (text->data[from] & 0xc0) == 0x80) {
        from--;
    }

    while (to < text->len && (text->data[to] & 0xc0) == 0x80) {
        to++;
    }

    part = unit_bytes(text->data + from, to - from);

    return part.len <= 256 ? part : unit_text("a");
}


static ngx_str_t
some_text(const ngx_str_t *source)
{
    ngx_str_t  text;

    if (unit_random(4)) {
        return part_of(source);
    }

    text = random_text(1 + unit_random(5));

    return unit_bytes(text.data, text.len);
}


static void
test_one_filter(contentlib_db_t *db)
{
    ngx_uint_t           i;
    contentlib_filter_t  filter;

    for (i = 0; i < 300; i++) {
        ngx_memzero(&filter, sizeof(filter));
        filter.text = some_text(&items[unit_random(ITEMS)].source);

        if (contentlib_filter_given(&filter)) {
            compare_items(db, &filter);
        }

        unit_clear();
    }

    held("text");

    for (i = 0; i < 100; i++) {
        ngx_memzero(&filter, sizeof(filter));
        filter.tag_partial = some_text(&tags[unit_random(TAGS)].source);

        if (contentlib_filter_given(&filter)) {
            compare_items(db, &filter);
            compare_tags(db, &filter.tag_partial);
        }

        unit_clear();
    }

    held("tag-partial, and name of tags");

    for (i = 0; i < TAGS; i++) {
        ngx_memzero(&filter, sizeof(filter));
        filter.tag_slug = unit_text(tags[i].slug);
        compare_items(db, &filter);

        ngx_memzero(&filter, sizeof(filter));
        filter.tag = unit_bytes(tags[i].source.data, tags[i].source.len);

        if (contentlib_filter_given(&filter)) {
            compare_items(db, &filter);
        }

        unit_clear();
    }

    held("tag-slug and tag");
}


static void
test_combined(contentlib_db_t *db)
{
    ngx_uint_t           i, t;
    contentlib_filter_t  filter;

    for (i = 0; i < 300; i++) {
        t = unit_random(ITEMS);
        ngx_memzero(&filter, sizeof(filter));

        if (unit_random(2)) {
            filter.text = some_text(&items[t].source);

            if (unit_random(2) && filter.text.len > 2) {
                filter.text = unit_text("a");
            }
        }

        t = unit_random(TAGS - 2);

        if (unit_random(3) == 0) {
            filter.tag_slug = unit_text(tags[t].slug);
        }

        if (unit_random(3) == 0) {
            t = unit_random(2) ? t : unit_random(TAGS);
            filter.tag = unit_bytes(tags[t].source.data, tags[t].source.len);
        }

        if (unit_random(2)) {
            filter.tag_partial = part_of(&tags[t].source);
        }

        if (contentlib_filter_given(&filter)) {
            compare_items(db, &filter);
        }

        unit_clear();
    }

    held("several filters");
}


static void
test_nothing(contentlib_db_t *db)
{
    size_t               i;
    ngx_str_t            value;
    contentlib_set_t    *set;
    contentlib_filter_t  filter;

    ngx_memzero(&filter, sizeof(filter));
    is_number(contentlib_filter_given(&filter), 0, "no filter");

    for (i = 0; i < 6; i++) {
        ngx_memzero(&filter, sizeof(filter));
        value = unit_bytes("a\0b", 3);

        *(ngx_str_t *[]) { &filter.text, &filter.tag, &filter.tag_slug,
                           &filter.tag_partial, &filter.collection,
                           &filter.content_type }[i] = value;

        ok(contentlib_filter_given(&filter), "filter %lu with NUL", i);
        is_number(contentlib_filter_items(db, &filter, unit_pool(), &set),
                  NGX_OK, "filter %lu with NUL: done", i);
        is_number(contentlib_set_count(set), 0,
                  "filter %lu with NUL: nothing", i);
    }

    ngx_memzero(&filter, sizeof(filter));
    filter.tag_slug = unit_text("TAG-1");
    is_number(contentlib_filter_items(db, &filter, unit_pool(), &set),
              NGX_OK, "a slug in capitals: done");
    is_number(contentlib_set_count(set), 0, "a slug in capitals: nothing");
}


int
main(void)
{
    contentlib_db_t  *db;

    kept = ngx_create_pool(4096, &unit_log);

    create(unit_path("small"));
    db = unit_opened(unit_path("small"));

    test_one_filter(db);
    test_combined(db);
    test_nothing(db);

    contentlib_db_close(db);
    ngx_destroy_pool(kept);

    return unit_done();
}
