
/*
 * Copyright (C) contentlib authors
 *
 * Goes through the staged records, and stores each of them in a library file:
 * placeholders become marks.
 */


#include <tool/write/contentlib_writer.h>

#include <tool/record/contentlib_fields.h>


static void contentlib_writer_record(const ngx_str_t *json,
    ngx_pool_t *pool, ngx_str_t *record, ngx_str_t *marks);
static ngx_uint_t contentlib_writer_kind(u_char placeholder);
static u_char *contentlib_writer_number(u_char *to, ngx_uint_t number);
static u_char *contentlib_writer_mark(u_char *to, ngx_uint_t kind,
    size_t distance);


void
contentlib_writer_records(contentlib_writer_t *writer, const char *select,
    const char *text, contentlib_writer_record_pt take)
{
    ngx_str_t          json;
    sqlite3_stmt      *row, *insert;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(writer->stage);

    row = contentlib_sql_prepare(stage, select);
    insert = contentlib_sql_prepare(writer->sql, text);

    for (writer->n = 0;
         contentlib_sql_step(stage, row) == NGX_OK;
         writer->n++)
    {
        ngx_reset_pool(writer->pool);

        json = contentlib_sql_column(row, 1);

        take(writer, row, insert, &json);
    }
}


void
contentlib_writer_store(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert, ngx_str_t *json)
{
    int                i, n;
    ngx_str_t          record, marks;
    contentlib_sql_t  *sql;

    sql = writer->sql;

    contentlib_writer_record(json, writer->pool, &record, &marks);

    contentlib_sql_bind_integer(sql, insert, 1, (int64_t) writer->n);
    contentlib_sql_bind_text(sql, insert, 2, &record);
    contentlib_sql_bind_blob(sql, insert, 3, marks.data, marks.len);

    n = ngx_min(sqlite3_bind_parameter_count(insert),
                sqlite3_column_count(row) + 1);

    for (i = 4; i <= n; i++) {
        contentlib_sql_result(sql,
                              sqlite3_bind_value(insert, i,
                                              sqlite3_column_value(row,
                                                                   i - 2)));
    }

    contentlib_sql_execute(sql, insert);
}


/* the stored form of a JSON text, in the pool: see contentlib_marks.h */

static void
contentlib_writer_record(const ngx_str_t *json, ngx_pool_t *pool,
    ngx_str_t *record, ngx_str_t *marks)
{
    u_char        *to, *mark, *marked;
    ngx_uint_t     kind;
    const u_char  *p, *last, *start;

    to = ngx_pnalloc(pool, json->len + 1);

    /* each byte may be a placeholder */

    mark = ngx_pnalloc(pool, CONTENTLIB_MARK_SIZE
                             * (json->len + json->len
                                            / CONTENTLIB_MARK_DISTANCE));

    record->data = to;
    marks->data = mark;

    marked = to;
    last = json->data + json->len;

    for (p = json->data; p < last; p++) {

        start = p;

        while (p < last && *p < CONTENTLIB_PLACEHOLDER_FIRST) {
            p++;
        }

        to = ngx_cpymem(to, start, (size_t) (p - start));

        if (p == last) {
            break;
        }

        kind = contentlib_writer_kind(*p);

        mark = contentlib_writer_mark(mark, kind, (size_t) (to - marked));
        marked = to;
    }

    record->len = (size_t) (to - record->data);
    marks->len = (size_t) (mark - marks->data);
}


/* of a placeholder; no record has another one */

static ngx_uint_t
contentlib_writer_kind(u_char placeholder)
{
    ngx_uint_t  kind;

    kind = CONTENTLIB_MARK_BASE + placeholder - CONTENTLIB_PLACEHOLDER_FIRST;

    if (kind >= CONTENTLIB_MARK_KINDS) {
        contentlib_stage_damaged();
    }

    return kind;
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
