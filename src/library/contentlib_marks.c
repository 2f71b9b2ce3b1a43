
/*
 * Copyright (C) contentlib authors
 *
 * Expands stored records: copies runs of bytes, with insertions between them.
 */


#include <library/contentlib_marks.h>


static ngx_int_t contentlib_marks_run(contentlib_marks_t *marks,
    contentlib_output_t *output, const u_char *at, const ngx_str_t *text);


ngx_int_t
contentlib_marks_begin(contentlib_marks_t *marks, const ngx_str_t *record,
    const ngx_str_t *stored)
{
    ngx_memzero(marks, sizeof(contentlib_marks_t));

    marks->record = record->data;
    marks->end = record->data + record->len;
    marks->mark = stored->data;
    marks->last = stored->data + stored->len;

    /* no record has more marks, and each one adds to the response */

    return stored->len <= record->len / 2
           && stored->len % CONTENTLIB_MARK_SIZE == 0
           ? NGX_OK : NGX_DECLINED;
}


ngx_int_t
contentlib_marks_write(contentlib_marks_t *marks, contentlib_output_t *output)
{
    ngx_uint_t        mark, kind;
    const u_char     *at;
    const ngx_str_t  *text;

    at = marks->record;

    while (marks->mark < marks->last) {

        mark = contentlib_marks_number(marks->mark);
        kind = contentlib_marks_kind(mark);
        mark >>= CONTENTLIB_MARK_BITS;

        if (mark > (size_t) (marks->end - at)
            || kind >= CONTENTLIB_MARK_KINDS)
        {
            return NGX_DECLINED;
        }

        at += mark;
        marks->mark += CONTENTLIB_MARK_SIZE;
        marks->counts[kind]++;

        text = &output->insertions.text[kind];

        /* where nothing is inserted the run goes on */

        if (text->len == 0 && kind != CONTENTLIB_MARK_REFERENCE) {
            continue;
        }

        if (contentlib_marks_run(marks, output, at, text) != NGX_OK) {
            return NGX_ERROR;
        }

        if (kind == CONTENTLIB_MARK_REFERENCE) {
            return NGX_OK;
        }
    }

    return contentlib_marks_run(marks, output, marks->end, NULL) == NGX_OK
           ? NGX_DONE : NGX_ERROR;
}


/* the record up to "at", and what is inserted there */

static ngx_int_t
contentlib_marks_run(contentlib_marks_t *marks, contentlib_output_t *output,
    const u_char *at, const ngx_str_t *text)
{
    size_t  run, len;

    run = (size_t) (at - marks->record);
    len = text ? text->len : 0;

    if (contentlib_output_room(output, run + len) != NGX_OK) {
        return NGX_ERROR;
    }

    /* without any room there is no place to which nothing could be copied */

    if (run) {
        output->p = ngx_cpymem(output->p, marks->record, run);
    }

    if (len) {
        output->p = ngx_cpymem(output->p, text->data, len);
    }

    marks->record = at;

    return NGX_OK;
}


size_t
contentlib_marks_size(size_t record, const size_t counts[CONTENTLIB_MARK_KINDS],
    size_t media_url)
{
    return record
           + counts[CONTENTLIB_MARK_BASE] * (sizeof(CONTENTLIB_MARK_ROOT) - 1)
           + counts[CONTENTLIB_MARK_MEDIA] * media_url
           + counts[CONTENTLIB_MARK_PARTNER]
             * (sizeof(CONTENTLIB_MARK_NAME) - 1);
}
