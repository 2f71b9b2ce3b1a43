
/*
 * Copyright (C) contentlib authors
 *
 * Goes through the rows of the stage, and binds records for the tables of a
 * library file.
 */


#include <tool/write/contentlib_writer.h>

#include <tool/record/contentlib_fields.h>


#define CONTENTLIB_WRITER_FIRST  0xf8       /* of the placeholders */
#define CONTENTLIB_WRITER_MOST   0xffff     /* placeholders of a kind */


static void contentlib_writer_store(const ngx_str_t *json,
    ngx_pool_t *pool, ngx_str_t *record, ngx_str_t *marks);
static u_char *contentlib_writer_number(u_char *to, ngx_uint_t number);
static u_char *contentlib_writer_mark(u_char *to, ngx_uint_t kind,
    size_t distance);


void
contentlib_writer_each(contentlib_writer_t *writer, const char *select,
    const char *text, contentlib_writer_row_pt write)
{
    sqlite3_stmt      *row, *statement;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(writer->stage);

    row = contentlib_sql_prepare(stage, select);
    statement = contentlib_sql_prepare(writer->sql, text);

    for (writer->n = 0;
         contentlib_sql_step(stage, row) == NGX_OK;
         writer->n++)
    {
        ngx_reset_pool(writer->pool);
        write(writer, row, statement);
    }
}


void
contentlib_writer_bind_record(contentlib_writer_t *writer,
    sqlite3_stmt *insert, int index, const ngx_str_t *json, const char *what)
{
    ngx_str_t  record, marks;

    contentlib_writer_store(json, writer->pool, &record, &marks);

    if (record.len > CONTENTLIB_RECORD_LONGEST) {
        contentlib_fail("%s: the record would have %lu bytes, expected at most "
                        "%lu", what, (unsigned long) record.len,
                        (unsigned long) CONTENTLIB_RECORD_LONGEST);
    }

    contentlib_sql_bind_text(writer->sql, insert, index, &record);
    contentlib_sql_bind_blob(writer->sql, insert, index + 1,
                             marks.data, marks.len);
}


/* the stored form of a JSON text, in the pool: see contentlib_marks.h */

static void
contentlib_writer_store(const ngx_str_t *json, ngx_pool_t *pool,
    ngx_str_t *record, ngx_str_t *marks)
{
    u_char        *to, *mark, *marked;
    ngx_uint_t     kind, counts[CONTENTLIB_MARK_KINDS];
    const u_char  *p, *last, *start;

    to = ngx_pnalloc(pool, json->len + 1);

    /* each byte may be a placeholder */

    mark = ngx_pnalloc(pool, CONTENTLIB_MARKS_HEADER
                             + CONTENTLIB_MARK_SIZE
                               * (json->len + json->len
                                              / CONTENTLIB_MARK_DISTANCE));

    record->data = to;
    marks->data = mark;

    ngx_memzero(counts, sizeof(counts));

    mark += CONTENTLIB_MARKS_HEADER;
    marked = to;
    last = json->data + json->len;

    for (p = json->data; p < last; p++) {

        start = p;

        while (p < last && *p < CONTENTLIB_WRITER_FIRST) {
            p++;
        }

        to = ngx_cpymem(to, start, (size_t) (p - start));

        if (p == last) {
            break;
        }

        kind = CONTENTLIB_MARK_BASE + *p - CONTENTLIB_WRITER_FIRST;

        /* no record has another placeholder, and the lists have limits */

        if (kind >= CONTENTLIB_MARK_KINDS
            || counts[kind]++ == CONTENTLIB_WRITER_MOST)
        {
            contentlib_stage_damaged();
        }

        mark = contentlib_writer_mark(mark, kind, (size_t) (to - marked));
        marked = to;
    }

    record->len = (size_t) (to - record->data);
    marks->len = (size_t) (mark - marks->data);

    mark = marks->data;

    for (kind = CONTENTLIB_MARK_BASE; kind < CONTENTLIB_MARK_KINDS; kind++) {
        mark = contentlib_writer_number(mark, counts[kind]);
    }
}


static u_char *
contentlib_writer_number(u_char *to, ngx_uint_t number)
{
    *to++ = (u_char) (number & 0xff);
    *to++ = (u_char) (number >> 8);

    return to;
}


static u_char *
contentlib_writer_mark(u_char *to, ngx_uint_t kind, size_t distance)
{
    while (distance > CONTENTLIB_MARK_DISTANCE) {
        to = contentlib_writer_number(to, CONTENTLIB_MARK_DISTANCE
                                          << CONTENTLIB_MARK_BITS
                                          | CONTENTLIB_MARK_NONE);
        distance -= CONTENTLIB_MARK_DISTANCE;
    }

    return contentlib_writer_number(to, distance << CONTENTLIB_MARK_BITS
                                        | kind);
}
