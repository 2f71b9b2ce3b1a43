
/*
 * Copyright (C) contentlib authors
 *
 * Mutants of a library file: the same number makes the same one, with the same
 * seed, whatever was made before.  Most have checksums that fit; what was
 * changed in the others must not be read.
 */


#ifndef _MUTATE_H_INCLUDED_
#define _MUTATE_H_INCLUDED_


#include <fuzz_import.h>
#include <fuzz_pages.h>

#include <fcntl.h>


#define MUTATE_PAGE    CONTENTLIB_VFS_PAGE
#define MUTATE_BASES   2
#define MUTATE_COLUMNS 45                   /* of all tables, about */
#define MUTATE_LONG    4
#define MUTATE_TAIL    65536
#define MUTATE_ROOM    (32 * 1024 * 1024)


typedef struct {
    char           *path;
    u_char         *bytes;
    size_t          len;
    fuzz_pages_t    pages;
} mutate_base_t;


/* the mutant at hand */

static mutate_base_t   mutate_bases[MUTATE_BASES];
static mutate_base_t  *mutate_base;
static u_char         *mutate_bytes;
static size_t          mutate_len;
static ngx_uint_t      mutate_raw = 1;      /* checksums are as they were */


/* numbers that are at the end of something, in this file or in any */

static inline uint64_t
mutate_number(void)
{
    size_t  pages;

    static const uint64_t  ends[] = {
        0, 1, 2, 4, 5, 13, 99, 100, 127, 128, 255, 16376, 16383, 16384, 32767,
        32768, 65535, 0x7ffffffe, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff
    };

    pages = mutate_len / MUTATE_PAGE;

    switch (fuzz_random(4)) {

    case 0: return pages - fuzz_random(3);
    case 1: return pages + 1 + fuzz_random(3);
    case 2: return 1 + fuzz_random(pages ? pages : 1);
    default: return ends[fuzz_random(sizeof(ends) / sizeof(ends[0]))];
    }
}


static inline void
mutate_set(size_t offset, ngx_uint_t n, uint64_t value)
{
    for ( /* void */ ; n > 0 && offset < mutate_len; n--) {
        mutate_bytes[offset++] = (u_char) (value >> 8 * (n - 1));
    }
}


/* the header tells of as many pages as there are */

static inline void
mutate_fit(void)
{
    mutate_set(28, 4, mutate_len / MUTATE_PAGE);
}


static inline size_t
mutate_some_page(void)
{
    return fuzz_random(mutate_len / MUTATE_PAGE) * MUTATE_PAGE;
}


/*
 * The header of a page of a tree; of one with children, if there is any.
 * Returns the offset of the page.
 */

static inline size_t
mutate_tree_page(ngx_uint_t inner, size_t *header)
{
    size_t      page;
    u_char      type;
    ngx_uint_t  i;

    page = 0;

    for (i = 0; i < 1000; i++) {
        page = mutate_some_page();
        *header = page + (page == 0 ? 100 : 0);
        type = mutate_bytes[*header];

        if (type == 2 || type == 5
            || (!inner && (type == 10 || type == 13)))
        {
            break;
        }
    }

    return page;
}


static void
mutate_bits(void)
{
    ngx_uint_t  n;

    for (n = 1 + fuzz_random(8); n > 0; n--) {
        mutate_bytes[fuzz_random(mutate_len)]
            ^= (u_char) (1 << fuzz_random(8));
    }
}


/* where there is something, and not zeros */

static void
mutate_used_bits(void)
{
    size_t      offset;
    ngx_uint_t  n, i;

    for (n = 1 + fuzz_random(8); n > 0; n--) {

        offset = fuzz_random(mutate_len);

        for (i = 0; i < 1000 && mutate_bytes[offset] == 0; i++) {
            offset = fuzz_random(mutate_len);
        }

        mutate_bytes[offset] ^= (u_char) (1 << fuzz_random(8));
    }
}


/* bytes that say how pages and records are to be read: types of values, too */

static void
mutate_structure(void)
{
    size_t         offset;
    ngx_uint_t     n;
    fuzz_table_t  *table;

    static const u_char  values[] = {
        0, 1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0x7f, 0x80, 0x81, 0xfe,
        0xff
    };

    for (n = 1 + fuzz_random(4); n > 0; n--) {

        table = &mutate_base->pages.tables[fuzz_random(mutate_base->pages.n)];
        offset = table->offsets[fuzz_random(table->n)];

        mutate_set(offset, 1, fuzz_random(2)
                              ? values[fuzz_random(sizeof(values))]
                              : mutate_bytes[offset] + fuzz_random(5) - 2);
    }
}


static void
mutate_zero_page(void)
{
    ngx_memzero(mutate_bytes + mutate_some_page(), MUTATE_PAGE);
}


static void
mutate_fill_page(void)
{
    size_t  page;

    page = mutate_some_page();
    page += (page == 0) ? 100 : 0;

    memset(mutate_bytes + page, (int) fuzz_random(256),
           MUTATE_PAGE - page % MUTATE_PAGE);
}


static void
mutate_swap_pages(void)
{
    u_char  *one, *other, page[MUTATE_PAGE];

    one = mutate_bytes + mutate_some_page();
    other = mutate_bytes + mutate_some_page();

    memcpy(page, one, MUTATE_PAGE);
    memmove(one, other, MUTATE_PAGE);
    memcpy(other, page, MUTATE_PAGE);
}


static void
mutate_copy_page(void)
{
    size_t  to;

    to = mutate_some_page();

    memmove(mutate_bytes + to, mutate_bytes + mutate_some_page(),
            MUTATE_PAGE);
}


/* the numbers of the SQLite file format, section 1.3 */

static void
mutate_header(void)
{
    ngx_uint_t  i;

    static const struct {
        u_char  offset;
        u_char  n;
    } fields[] = {
        { 0, 1 }, { 16, 2 }, { 18, 1 }, { 19, 1 }, { 20, 1 }, { 21, 1 },
        { 22, 1 }, { 23, 1 }, { 24, 4 }, { 28, 4 }, { 32, 4 }, { 36, 4 },
        { 40, 4 }, { 44, 4 }, { 48, 4 }, { 52, 4 }, { 56, 4 }, { 60, 4 },
        { 64, 4 }, { 68, 4 }, { 72, 4 }, { 92, 4 }, { 96, 4 }
    };

    i = fuzz_random(sizeof(fields) / sizeof(fields[0]));

    mutate_set(fields[i].offset, fields[i].n, mutate_number());
}


static void
mutate_freelist(void)
{
    size_t  trunk;

    trunk = fuzz_pages_number(mutate_bytes + 32, 4);

    if (trunk == 0 || trunk * MUTATE_PAGE > mutate_len || fuzz_random(2)) {
        mutate_set(32, 4, mutate_number());
        mutate_set(36, 4, mutate_number());
        return;
    }

    mutate_set((trunk - 1) * MUTATE_PAGE + fuzz_random(8) * 4, 4,
               fuzz_random(3) ? mutate_number() : trunk);
}


static void
mutate_text_of_schema(void)
{
    u_char  *p;

    p = mutate_bytes + 100 + fuzz_random(MUTATE_PAGE - 100);

    if (fuzz_random(2)) {
        p = mutate_bytes + mutate_some_page() % (4 * MUTATE_PAGE)
            + fuzz_random(MUTATE_PAGE);
    }

    *p = (u_char) (" ();,'\"\0xX9"[fuzz_random(11)]);
}


/* half a page less, or some pages; the header may tell of what is left */

static void
mutate_cut(void)
{
    mutate_len = MUTATE_PAGE
                 * (1 + fuzz_random(mutate_len / MUTATE_PAGE - 1));

    if (fuzz_random(8) == 0) {
        mutate_len -= fuzz_random(MUTATE_PAGE);

    } else {
        mutate_fit();
    }
}


static void
mutate_add(size_t n)
{
    memset(mutate_bytes + mutate_len, (int) fuzz_random(256), n);
    mutate_len += n;
}


static void
mutate_tail(void)
{
    size_t  n;

    n = fuzz_random(2) ? 1 + fuzz_random(MUTATE_TAIL)
                       : MUTATE_PAGE * (1 + fuzz_random(4));
    mutate_add(n);

    if (n % MUTATE_PAGE == 0 && fuzz_random(2)) {
        mutate_fit();
    }
}


/* the beginning of one file, and the rest of another */

static void
mutate_splice(void)
{
    size_t          page;
    mutate_base_t  *other;

    other = &mutate_bases[mutate_base == mutate_bases];
    page = MUTATE_PAGE * fuzz_random(ngx_min(mutate_len, other->len)
                                     / MUTATE_PAGE);

    memcpy(mutate_bytes + page, other->bytes + page, other->len - page);
    mutate_len = other->len;
    mutate_fit();
}


/* where the cells of a page are, how many, and what is between them */

static void
mutate_cells(void)
{
    size_t      header, cells, i;
    ngx_uint_t  n;

    (void) mutate_tree_page(0, &header);

    cells = fuzz_pages_number(mutate_bytes + header + 3, 2);

    for (n = 1 + fuzz_random(3); n > 0; n--) {

        switch (fuzz_random(4)) {

        case 0:
            mutate_set(header + 1 + 2 * fuzz_random(3), 2,
                       fuzz_random(2) ? mutate_number()
                                      : fuzz_random(MUTATE_PAGE));
            break;

        case 1:
            mutate_set(header + 7, 1, mutate_number());
            break;

        default:
            i = fuzz_random(cells ? cells : 1);
            mutate_set(header + (mutate_bytes[header] < 8 ? 12 : 8) + 2 * i,
                       2, fuzz_random(2) ? mutate_number()
                                         : fuzz_random(MUTATE_PAGE));
        }
    }
}


/* children: the page itself, one above it, none, or any */

static uint64_t
mutate_child(size_t page)
{
    switch (fuzz_random(4)) {

    case 0: return page / MUTATE_PAGE + 1;
    case 1: return 1 + fuzz_random(8);
    default: return mutate_number();
    }
}


static void
mutate_children(void)
{
    size_t      page, header, cells, cell;
    ngx_uint_t  n;

    page = mutate_tree_page(1, &header);

    for (n = 1 + fuzz_random(3); n > 0; n--) {

        cells = fuzz_pages_number(mutate_bytes + header + 3, 2);

        if (cells == 0 || fuzz_random(3) == 0) {
            mutate_set(header + 8, 4, mutate_child(page));
            continue;
        }

        cell = fuzz_pages_number(mutate_bytes + header + 12
                                 + 2 * fuzz_random(ngx_min(cells, 1000)), 2);
        mutate_set(page + cell % MUTATE_PAGE, 4, mutate_child(page));
    }
}


/* a leaf that becomes a page with children, or of another kind of tree */

static void
mutate_kind(void)
{
    size_t  page, header;

    static const u_char  kinds[] = { 2, 5, 10, 13, 0 };

    page = mutate_tree_page(0, &header);

    mutate_set(header, 1, kinds[fuzz_random(sizeof(kinds))]);

    if (fuzz_random(2)) {
        mutate_set(header + 8, 4, mutate_child(page));
        mutate_set(header + 3, 2, fuzz_random(3));
    }
}


/* how long a record is, or which page goes on with it */

static void
mutate_lengths(void)
{
    size_t  page, header, cells, cell, i;

    static const char *const  lengths[] = {
        "\x80\x80", "\xff\xff\xff\xff\xff\xff\xff\xff\xff", "\x87\xff\xff\xff",
        "\x8f\xff\xff\xff\x7f", "\x84\x80\x80\x80", "\xa0\x9e", "\x7f",
        "\x81\x80\x80"
    };

    page = mutate_tree_page(0, &header);
    cells = fuzz_pages_number(mutate_bytes + header + 3, 2);
    i = fuzz_random(ngx_max(ngx_min(cells, 1000), 1));

    cell = page + fuzz_pages_number(mutate_bytes + header
                                    + (mutate_bytes[header] < 8 ? 12 : 8)
                                    + 2 * i, 2) % MUTATE_PAGE;
    cell += (mutate_bytes[header] < 8) ? 4 : 0;

    i = fuzz_random(sizeof(lengths) / sizeof(lengths[0]));

    if (cell + strlen(lengths[i]) <= mutate_len) {
        memcpy(mutate_bytes + cell, lengths[i], strlen(lengths[i]));
    }
}


/* the first word of a page that is of no tree is that of the next page */

static void
mutate_overflow(void)
{
    size_t      page;
    u_char      type;
    ngx_uint_t  i;

    page = 0;

    for (i = 0; i < 10000; i++) {
        page = mutate_some_page();
        type = mutate_bytes[page];

        if (page != 0 && type == 0) {
            break;
        }
    }

    mutate_set(page, 4, mutate_child(page));
}


/* what SQLite would write: another value in some rows, or some rows less */

static void
mutate_row(sqlite3 *db)
{
    char          *sql;
    sqlite3_stmt  *select;

    static const char *const  values[] = {
        "0", "1", "-1", "2", "99", "9223372036854775807",
        "-9223372036854775808", "4294967296", "''", "'x'", "NULL", "1e300",
        "char(0) || 'a'", "CAST(x'ff' AS TEXT)", "CAST(x'00' AS TEXT)",
        "zeroblob(3)", "x'0100'", "zeroblob(2048)", "zeroblob(20000)",
        "printf('%.*c', 10000, 'y')", "c + 1", "c - 1", "c || 'x'",
        "substr(c, 2)", "upper(c)"
    };

    static const char  text[] =
        "SELECT printf(?1, t.name, c.name, ?2, c.name, c.name, c.name, t.name,"
        " ?3) FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c"
        " WHERE t.type = 'table' AND t.sql NOT LIKE '%VIRTUAL%'"
        " ORDER BY t.name, c.cid LIMIT 1 OFFSET ?4";

    /* it may be a mutant that is changed once more */

    if (sqlite3_prepare_v2(db, text, -1, &select, NULL) != SQLITE_OK) {
        return;
    }

    (void) sqlite3_bind_text(select, 1, fuzz_random(6)
        ? "UPDATE \"%w\" SET \"%w\" = (SELECT %s FROM (SELECT \"%w\" AS c))"
          " WHERE \"%w\" IS (SELECT \"%w\" FROM \"%w\" LIMIT 1 OFFSET %d)"
        : "DELETE FROM \"%w\" WHERE %.0s%.0s%.0s\"%w\" IS (SELECT \"%w\""
          " FROM \"%w\" LIMIT 1 OFFSET %d)", -1, SQLITE_STATIC);
    (void) sqlite3_bind_text(select, 2, values[fuzz_random(sizeof(values)
                             / sizeof(values[0]))], -1, SQLITE_STATIC);
    (void) sqlite3_bind_int(select, 3, (int) fuzz_random(20));
    (void) sqlite3_bind_int(select, 4, (int) fuzz_random(MUTATE_COLUMNS));

    if (sqlite3_step(select) == SQLITE_ROW) {

        /* NOT NULL and STRICT may be against it */

        sql = (char *) sqlite3_column_text(select, 0);
        (void) sqlite3_exec(db, sql, NULL, NULL, NULL);
    }

    (void) sqlite3_finalize(select);
}


static void
mutate_rows(void)
{
    u_char         *bytes;
    sqlite3        *db;
    ngx_uint_t      n;
    sqlite3_int64   len;

    hold(sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE, NULL)
         == SQLITE_OK
         && sqlite3_deserialize(db, "main", mutate_bytes,
                                (sqlite3_int64) mutate_len,
                                MUTATE_ROOM, SQLITE_DESERIALIZE_RESIZEABLE)
            == SQLITE_OK, "SQLite");

    (void) sqlite3_exec(db, "PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);

    for (n = 1 + fuzz_random(2); n > 0; n--) {
        mutate_row(db);
    }

    bytes = sqlite3_serialize(db, "main", &len, SQLITE_SERIALIZE_NOCOPY);
    hold(bytes == mutate_bytes, "another place");

    mutate_len = (size_t) len;
    (void) sqlite3_close(db);
}


/* several, for the most part two */

static void mutate_several(void);


static void (*const  mutate_kinds[])(void) = {
    mutate_bits, mutate_used_bits, mutate_structure, mutate_zero_page,
    mutate_fill_page, mutate_swap_pages, mutate_copy_page, mutate_header,
    mutate_freelist, mutate_text_of_schema, mutate_cut, mutate_tail,
    mutate_splice, mutate_cells, mutate_children, mutate_kind,
    mutate_lengths, mutate_overflow, mutate_rows, mutate_several
};

#define MUTATE_KINDS  (sizeof(mutate_kinds) / sizeof(mutate_kinds[0]))


static void
mutate_several(void)
{
    ngx_uint_t  n;

    for (n = 2 + fuzz_random(2); n > 0; n--) {

        /* a file that was cut has pages that are not there */

        if (mutate_len == mutate_base->len) {
            mutate_kinds[fuzz_random(MUTATE_KINDS - 1)]();
        }
    }
}


static inline void
mutate_begin(ngx_uint_t seed, ngx_uint_t number)
{
    fuzz_seed = (seed * 1000003 + number) * 0x9e3779b97f4a7c15 | 1;
    (void) fuzz_random(2);

    mutate_base = &mutate_bases[fuzz_random(MUTATE_BASES)];
    mutate_len = mutate_base->len;
    memcpy(mutate_bytes, mutate_base->bytes, mutate_len);
}


static inline void
mutate(ngx_uint_t seed, ngx_uint_t number)
{
    size_t  page;

    mutate_begin(seed, number);
    mutate_kinds[number % MUTATE_KINDS]();

    mutate_raw = (fuzz_random(4) == 0);

    for (page = 0; !mutate_raw && page < mutate_len / MUTATE_PAGE; page++) {
        unit_set_checksum(mutate_bytes + page * MUTATE_PAGE, page + 1);
    }
}


/* cut at every page, then anywhere, or with a tail; nothing else is changed */

static inline void
mutate_length(ngx_uint_t seed, ngx_uint_t number)
{
    mutate_begin(seed, number);

    if (number * MUTATE_PAGE < mutate_bases[0].len) {
        mutate_base = &mutate_bases[0];
        memcpy(mutate_bytes, mutate_base->bytes, mutate_base->len);
        mutate_len = number * MUTATE_PAGE;

    } else if (number % 2) {
        mutate_len = fuzz_random(mutate_len);

    } else {
        mutate_add(number % 4 ? MUTATE_PAGE * (1 + fuzz_random(4))
                              : 1 + fuzz_random(MUTATE_TAIL));
    }
}


/* one file has pages that are free, long records and trees with branches */

static inline void
mutate_prepare(mutate_base_t *base, const char *name, ngx_uint_t items)
{
    int          fd;
    char        *records;
    FILE        *out;
    sqlite3     *db;
    ngx_uint_t   i;
    struct stat  info;

    base->path = fuzz_path(name);
    records = fuzz_path("records.ndjson");
    out = fopen(records, "w");
    hold(out != NULL, "%s", records);

    fuzz_records(out, items, 9);

    for (i = 0; i < MUTATE_LONG; i++) {
        (void) fprintf(out, "{\"id\":%lu,\"alt_text\":\"cat %0*lu\",\"tags\":"
                       "[{\"slug\":\"long-%lu\",\"name\":\"%0900lu\"}],"
                       "\"default_version\":{\"content_type\":\"I\","
                       "\"content_label\":\"Static Image\",\"download\":[],"
                       "\"picture\":[],\"platforms\":{}},"
                       "\"static_image\":\"s.png\","
                       "\"created\":\"2024-02-29T00:00:00Z\","
                       "\"partner_ids\":[]}\n", (unsigned long) (100000 + i),
                       (int) (10000 + 10000 * i), (unsigned long) i,
                       (unsigned long) i, (unsigned long) i);
    }

    hold(fclose(out) == 0, "%s", records);

    fuzz_import(base->path, records);
    (void) unlink(records);
    free(records);

    hold(sqlite3_open_v2(base->path, &db, SQLITE_OPEN_READWRITE,
                         CONTENTLIB_VFS)
         == SQLITE_OK
         && sqlite3_exec(db, "CREATE TABLE x (x);"
                             "INSERT INTO x VALUES (zeroblob(120000));"
                             "DROP TABLE x", NULL, NULL, NULL)
            == SQLITE_OK
         && sqlite3_close(db) == SQLITE_OK, "%s", base->path);

    fd = open(base->path, O_RDONLY);
    hold(fd != -1 && fstat(fd, &info) == 0, "%s", base->path);

    base->len = (size_t) info.st_size;
    base->bytes = malloc(base->len);

    hold(base->bytes != NULL && base->len < MUTATE_ROOM / 4
         && read(fd, base->bytes, base->len) == info.st_size
         && fuzz_pages_number(base->bytes + 16, 2) == MUTATE_PAGE,
         "%s", base->path);

    (void) close(fd);
    fuzz_pages_read(&base->pages, base->path, base->bytes, base->len);
}


static inline void
mutate_write(const char *path)
{
    int  fd;

    fd = open(path, O_WRONLY | O_CREAT, 0644);

    hold(fd != -1
         && pwrite(fd, mutate_bytes, mutate_len, 0) == (ssize_t) mutate_len
         && ftruncate(fd, (off_t) mutate_len) == 0
         && close(fd) == 0, "%s", path);
}


static inline void
mutate_start(void)
{
    mutate_prepare(&mutate_bases[0], "one.db", 60);
    mutate_prepare(&mutate_bases[1], "other.db", 150);

    mutate_bytes = malloc(MUTATE_ROOM);
    hold(mutate_bytes != NULL, "memory");
}


#endif /* _MUTATE_H_INCLUDED_ */
