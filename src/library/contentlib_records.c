
/*
 * Copyright (C) contentlib authors
 *
 * Reads records: a page of a list without a filter is one range of positions,
 * or of ranks in an order of tags.  Writes them with the records to which they
 * refer.  Looks up the ranks of tags.
 */


#include <library/contentlib_records.h>
#include <library/contentlib_tags.h>


static ngx_uint_t contentlib_records_run(contentlib_list_e list,
    const uint64_t *positions, ngx_uint_t n);
static ngx_int_t contentlib_records_range(contentlib_db_t *db,
    contentlib_statement_e sql, const uint64_t *positions, ngx_uint_t n,
    contentlib_output_t *output);
static ngx_int_t contentlib_records_items(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_output_t *output);
static ngx_int_t contentlib_records_row(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_output_t *output);
static ngx_int_t contentlib_records_refer(contentlib_db_t *db,
    contentlib_statement_e sql, contentlib_output_t *output, size_t *size);
static ngx_int_t contentlib_records_preview(contentlib_db_t *db,
    uint64_t position, contentlib_output_t *output);
static ngx_uint_t contentlib_records_refers(contentlib_db_t *db,
    contentlib_statement_e sql);
static size_t contentlib_records_longest(contentlib_db_t *db,
    contentlib_statement_e sql);
static ngx_int_t contentlib_records_run_ranks(contentlib_db_t *db,
    contentlib_statement_e sql, const contentlib_set_t *tags,
    contentlib_set_t *ranks);


uint64_t
contentlib_records_count(contentlib_db_t *db, contentlib_list_e list)
{
    const uint64_t  counts[CONTENTLIB_LISTS] = {
        [CONTENTLIB_LIST_ITEMS] = db->meta.items,
        [CONTENTLIB_LIST_TAGS] = db->meta.tags,
        [CONTENTLIB_LIST_COLLECTIONS] = db->meta.collections,
        [CONTENTLIB_LIST_TAGS_BY_NAME] = db->meta.tags,
        [CONTENTLIB_LIST_TAGS_BY_ITEMS] = db->meta.tags
    };

    return counts[list];
}


ngx_int_t
contentlib_records_read(contentlib_db_t *db, contentlib_list_e list,
    const uint64_t *positions, ngx_uint_t n, contentlib_output_t *output)
{
    ngx_int_t               rc;
    ngx_uint_t              run;
    contentlib_statement_e  sql;

    sql = (contentlib_statement_e) (CONTENTLIB_SQL_ITEMS + list);

    while (n > 0) {
        run = contentlib_records_run(list, positions, n);

        rc = contentlib_records_range(db, sql, positions, run, output);

        if (contentlib_db_reset(db, sql) != NGX_OK || rc != NGX_OK) {
            return NGX_ERROR;
        }

        positions += run;
        n -= run;
    }

    return NGX_OK;
}


/* how many positions follow one another, the first one included */

static ngx_uint_t
contentlib_records_run(contentlib_list_e list, const uint64_t *positions,
    ngx_uint_t n)
{
    uint64_t    step;
    ngx_uint_t  i;

    step = (list == CONTENTLIB_LIST_ITEMS) ? (uint64_t) -1 : 1;

    for (i = 1; i < n; i++) {
        if (positions[i] != positions[i - 1] + step) {
            break;
        }
    }

    return i;
}


static ngx_int_t
contentlib_records_range(contentlib_db_t *db, contentlib_statement_e sql,
    const uint64_t *positions, ngx_uint_t n, contentlib_output_t *output)
{
    uint64_t    low, high;
    ngx_int_t   rc;
    ngx_uint_t  i;

    low = ngx_min(positions[0], positions[n - 1]);
    high = ngx_max(positions[0], positions[n - 1]);

    contentlib_db_bind_integer(db, sql, 1, (int64_t) low);
    contentlib_db_bind_integer(db, sql, 2, (int64_t) high);

    for (i = 0; i < n; i++) {

        rc = contentlib_db_step(db, sql);

        if (rc == NGX_ERROR) {
            return NGX_ERROR;
        }

        if (rc == NGX_DONE
            || (uint64_t) contentlib_db_integer(db, sql, 0) != positions[i])
        {
            return contentlib_db_corrupt(db, "a record is missing");
        }

        if (contentlib_records_row(db, sql, output) != NGX_OK
            || contentlib_records_items(db, sql, output) != NGX_OK
            || output->end(output) != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* of a tag, in place of the end of its object */

static ngx_int_t
contentlib_records_items(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_output_t *output)
{
    int   len;
    char  text[sizeof(",\"items\":}") + NGX_INT64_LEN];

    if (!output->counts) {
        return NGX_OK;
    }

    len = snprintf(text, sizeof(text), ",\"items\":%lld}",
                   (long long) contentlib_db_integer(db, sql, 3));

    if (contentlib_output_room(output, (size_t) len) != NGX_OK) {
        return NGX_ERROR;
    }

    output->p = ngx_cpymem(output->p - 1, text, (size_t) len);

    return NGX_OK;
}


/* the record of the current row */

static ngx_int_t
contentlib_records_row(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_output_t *output)
{
    size_t              size;
    ngx_int_t           rc;
    ngx_str_t           record, stored;
    contentlib_marks_t  marks;

    record = contentlib_db_text_bytes(db, sql, 1);
    stored = contentlib_db_blob(db, sql, 2);
    size = 0;

    if (contentlib_db_failed(db)) {
        return NGX_ERROR;
    }

    rc = contentlib_marks_begin(&marks, &record, &stored);

    if (rc == NGX_OK) {
        rc = contentlib_marks_write(&marks, output);
    }

    if (rc == NGX_OK && contentlib_records_refers(db, sql)) {
        rc = contentlib_records_refer(db, sql, output, &size);

        if (rc == NGX_OK) {
            rc = contentlib_marks_write(&marks, output);
        }
    }

    if (rc == NGX_ERROR) {
        return contentlib_db_failed(db) ? NGX_ERROR
                                        : contentlib_db_no_memory(db);
    }

    if (rc != NGX_DONE
        || marks.counts[CONTENTLIB_MARK_REFERENCE]
           != contentlib_records_refers(db, sql))
    {
        return contentlib_db_corrupt(db, "the marks of a record are not valid");
    }

    size += contentlib_marks_size(record.len, marks.counts,
                                  db->meta.media_url.len);

    return size <= contentlib_records_longest(db, sql)
           ? NGX_OK : contentlib_db_corrupt(db, "a record is too long");
}


/* the tags of an item, or the preview of a collection */

static ngx_int_t
contentlib_records_refer(contentlib_db_t *db, contentlib_statement_e sql,
    contentlib_output_t *output, size_t *size)
{
    uint64_t   preview;
    ngx_str_t  numbers;

    if (sql == CONTENTLIB_SQL_ITEMS || sql == CONTENTLIB_SQL_ITEM) {
        numbers = contentlib_db_blob(db, sql, 3);

        if (output->numbers) {
            *output->numbers = numbers;
            return NGX_OK;
        }

        return contentlib_tags_write(db, &numbers, output, size);
    }

    preview = (uint64_t) contentlib_db_integer(db, sql, 3);

    return contentlib_records_preview(db, preview, output);
}


/* a part of the record at work, so the output is not told its end */

static ngx_int_t
contentlib_records_preview(contentlib_db_t *db, uint64_t position,
    contentlib_output_t *output)
{
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_ITEMS;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);
    contentlib_db_bind_integer(db, sql, 2, (int64_t) position);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK) {
        rc = contentlib_records_row(db, sql, output);

    } else if (rc == NGX_DONE) {
        rc = contentlib_db_corrupt(db, "the preview of a collection is "
                                       "missing");
    }

    return contentlib_db_reset(db, sql) == NGX_OK ? rc : NGX_ERROR;
}


static ngx_uint_t
contentlib_records_refers(contentlib_db_t *db, contentlib_statement_e sql)
{
    if (db->meta.format != CONTENTLIB_USER_VERSION) {
        return 0;
    }

    switch (sql) {

    case CONTENTLIB_SQL_ITEMS:
    case CONTENTLIB_SQL_ITEM:
    case CONTENTLIB_SQL_COLLECTIONS:
    case CONTENTLIB_SQL_COLLECTION:
        return 1;

    default:
        return 0;
    }
}


/* another format has longer records */

static size_t
contentlib_records_longest(contentlib_db_t *db, contentlib_statement_e sql)
{
    if (db->meta.format != CONTENTLIB_USER_VERSION) {
        return 2 * CONTENTLIB_RECORD_LONGEST;
    }

    return contentlib_records_refers(db, sql) ? CONTENTLIB_RECORD_LONGEST
                                              : CONTENTLIB_TAG_LONGEST;
}


ngx_int_t
contentlib_records_read_one(contentlib_db_t *db, contentlib_list_e list,
    const ngx_str_t *key, contentlib_output_t *output)
{
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    sql = (contentlib_statement_e) (CONTENTLIB_SQL_ITEM + list);

    contentlib_db_bind_text(db, sql, 1, key);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK && output != NULL) {
        rc = contentlib_records_row(db, sql, output);

        if (rc == NGX_OK) {
            rc = output->end(output);
        }
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        return NGX_ERROR;
    }

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_records_id(contentlib_db_t *db, uint64_t position, int64_t *id)
{
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_ITEM_ID;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK) {
        *id = contentlib_db_integer(db, sql, 0);

    } else if (rc == NGX_DONE) {
        (void) contentlib_db_corrupt(db, "a record is missing");
    }

    return contentlib_db_reset(db, sql);
}


ngx_int_t
contentlib_records_neighbours(contentlib_db_t *db, const ngx_str_t *id,
    contentlib_neighbours_t *neighbours)
{
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_NEIGHBOURS;

    contentlib_db_bind_text(db, sql, 1, id);

    if (contentlib_db_step(db, sql) == NGX_OK) {
        neighbours->previous = contentlib_db_integer(db, sql, 0);
        neighbours->next = contentlib_db_integer(db, sql, 1);
    }

    return contentlib_db_reset(db, sql);
}


contentlib_set_t *
contentlib_records_ranks(contentlib_db_t *db, contentlib_list_e list,
    ngx_pool_t *pool, contentlib_set_t *tags)
{
    uint64_t                first, last;
    contentlib_set_t       *ranks;
    contentlib_statement_e  sql;

    if (tags == NULL || list == CONTENTLIB_LIST_TAGS_BY_ITEMS) {
        return tags;
    }

    ranks = contentlib_set_create(pool, tags->size);

    if (ranks == NULL) {
        (void) contentlib_db_no_memory(db);
        return NULL;
    }

    sql = (list == CONTENTLIB_LIST_TAGS_BY_NAME)
          ? CONTENTLIB_SQL_TAG_RANKS : CONTENTLIB_SQL_TAG_POSITIONS;

    for (first = 0;
         contentlib_set_next_run(tags, &first, &last) == NGX_OK;
         first = last + 1)
    {
        contentlib_db_bind_integer(db, sql, 1, (int64_t) first);
        contentlib_db_bind_integer(db, sql, 2, (int64_t) last);

        if (contentlib_records_run_ranks(db, sql, tags, ranks) != NGX_OK) {
            return ranks;
        }
    }

    if (contentlib_set_count(ranks) != contentlib_set_count(tags)) {
        (void) contentlib_db_corrupt(db, "the order of tags is not valid");
    }

    return ranks;
}


/* one statement reads the tags that are near each other */

static ngx_int_t
contentlib_records_run_ranks(contentlib_db_t *db, contentlib_statement_e sql,
    const contentlib_set_t *tags, contentlib_set_t *ranks)
{
    uint64_t  tag, rank;

    while (contentlib_db_step(db, sql) == NGX_OK) {

        tag = (uint64_t) contentlib_db_integer(db, sql, 0);
        rank = (uint64_t) contentlib_db_integer(db, sql, 1);

        if (contentlib_set_has(tags, tag)
            && contentlib_set_add(ranks, rank) != NGX_OK)
        {
            (void) contentlib_db_corrupt(db, "the order of tags is not valid");
        }
    }

    return contentlib_db_reset(db, sql);
}
