
/*
 * Copyright (C) contentlib authors
 *
 * Writes the tags of items out of a table of those that were read before.
 */


#include <library/contentlib_tags.h>

#include <library/contentlib_records.h>


/* its text has an address of the API, with insertions at two places */

typedef struct {
    uint32_t                  number;
    uint16_t                  len;
    uint16_t                  base;
    uint16_t                  format;
    u_char                    text[];
} contentlib_tags_entry_t;


struct contentlib_tags_s {
    contentlib_tags_entry_t  *entries[CONTENTLIB_TAGS_KEPT];
};


#define contentlib_tags_place(db, bytes)                                      \
    (&(db)->tags->entries[contentlib_tags_number(bytes) % CONTENTLIB_TAGS_KEPT])


static ngx_int_t contentlib_tags_add(const contentlib_tags_entry_t *entry,
    contentlib_output_t *output, ngx_uint_t comma);
static contentlib_tags_entry_t *contentlib_tags_find(contentlib_db_t *db,
    const u_char *bytes);
static ngx_int_t contentlib_tags_create(contentlib_db_t *db);
static void contentlib_tags_free(void *data);
static contentlib_tags_entry_t *contentlib_tags_read(contentlib_db_t *db,
    uint32_t number);
static ngx_int_t contentlib_tags_places(const ngx_str_t *record,
    const ngx_str_t *marks, contentlib_tags_entry_t *entry);


ngx_int_t
contentlib_tags_write(contentlib_db_t *db, const ngx_str_t *numbers,
    contentlib_output_t *output, size_t *size)
{
    const u_char             *number, *last;
    contentlib_tags_entry_t  *entry;

    if (numbers->len % CONTENTLIB_TAGS_NUMBER != 0) {
        return contentlib_db_corrupt(db, "the numbers of tags are not valid");
    }

    if (db->tags == NULL && contentlib_tags_create(db) != NGX_OK) {
        return NGX_ERROR;
    }

    last = numbers->data + numbers->len;

    /* most of the time is that of the memory, unless it begins to load all */

    for (number = numbers->data;
         number < last;
         number += CONTENTLIB_TAGS_NUMBER)
    {
        __builtin_prefetch(*contentlib_tags_place(db, number));
    }

    for (number = numbers->data;
         number < last;
         number += CONTENTLIB_TAGS_NUMBER)
    {
        entry = contentlib_tags_find(db, number);

        if (entry == NULL
            || contentlib_tags_add(entry, output, number != numbers->data)
               != NGX_OK)
        {
            return NGX_ERROR;
        }

        *size += entry->len + (size_t) (number != numbers->data)
                 + sizeof(CONTENTLIB_MARK_ROOT) - 1;
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_tags_add(const contentlib_tags_entry_t *entry,
    contentlib_output_t *output, ngx_uint_t comma)
{
    size_t            from;
    u_char           *p;
    const ngx_str_t  *base, *format;

    base = &output->insertions.text[CONTENTLIB_MARK_BASE];
    format = &output->insertions.text[CONTENTLIB_MARK_FORMAT];

    if (contentlib_output_room(output, sizeof(",") - 1 + (size_t) entry->len
                                       + base->len + format->len)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    p = output->p;

    if (comma) {
        *p++ = ',';
    }

    from = entry->base;
    p = ngx_cpymem(p, entry->text, from);
    p = ngx_cpymem(p, base->data, base->len);

    if (format->len) {
        p = ngx_cpymem(p, entry->text + from, entry->format - from);
        p = ngx_cpymem(p, format->data, format->len);
        from = entry->format;
    }

    output->p = ngx_cpymem(p, entry->text + from, entry->len - from);

    return NGX_OK;
}


static contentlib_tags_entry_t *
contentlib_tags_find(contentlib_db_t *db, const u_char *bytes)
{
    uint32_t                  number;
    contentlib_tags_entry_t  *entry, **place;

    number = contentlib_tags_number(bytes);
    place = contentlib_tags_place(db, bytes);

    if (*place && (*place)->number == number) {
        return *place;
    }

    entry = contentlib_tags_read(db, number);

    if (entry != NULL) {
        free(*place);
        *place = entry;
    }

    return entry;
}


static ngx_int_t
contentlib_tags_create(contentlib_db_t *db)
{
    ngx_pool_cleanup_t  *cleanup;

    cleanup = ngx_pool_cleanup_add(db->pool, 0);

    if (cleanup != NULL) {
        db->tags = ngx_calloc(sizeof(struct contentlib_tags_s), db->pool->log);
        cleanup->data = db->tags;
        cleanup->handler = db->tags ? contentlib_tags_free : NULL;
    }

    return db->tags ? NGX_OK : contentlib_db_no_memory(db);
}


static void
contentlib_tags_free(void *data)
{
    struct contentlib_tags_s *tags = data;

    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_TAGS_KEPT; i++) {
        free(tags->entries[i]);
    }

    free(tags);
}


/* NULL if there is none, with the error set */

static contentlib_tags_entry_t *
contentlib_tags_read(contentlib_db_t *db, uint32_t number)
{
    ngx_int_t                 rc;
    ngx_str_t                 record, marks;
    contentlib_statement_e    sql;
    contentlib_tags_entry_t  *entry;

    sql = CONTENTLIB_SQL_TAG_NUMBER;
    entry = NULL;

    contentlib_db_bind_integer(db, sql, 1, number);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK) {
        record = contentlib_db_text_bytes(db, sql, 0);
        marks = contentlib_db_blob(db, sql, 1);

        entry = ngx_alloc(sizeof(contentlib_tags_entry_t)
                          + ngx_min(record.len, CONTENTLIB_TAG_LONGEST),
                          db->pool->log);

        if (entry == NULL) {
            (void) contentlib_db_no_memory(db);

        } else if (contentlib_tags_places(&record, &marks, entry) != NGX_OK) {
            (void) contentlib_db_corrupt(db, "a tag of an item is not valid");

        } else {
            entry->number = number;
            ngx_memcpy(entry->text, record.data, record.len);
        }

    } else if (rc == NGX_DONE) {
        (void) contentlib_db_corrupt(db, "a tag of an item is missing");
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        free(entry);
        return NULL;
    }

    return entry;
}


static ngx_int_t
contentlib_tags_places(const ngx_str_t *record, const ngx_str_t *marks,
    contentlib_tags_entry_t *entry)
{
    ngx_uint_t     base, format;
    const u_char  *p;

    if (record->len > CONTENTLIB_TAG_LONGEST
                      - (sizeof(CONTENTLIB_MARK_ROOT) - 1)
        || marks->len != 2 * CONTENTLIB_MARK_SIZE)
    {
        return NGX_DECLINED;
    }

    p = marks->data;
    base = contentlib_marks_number(p);
    format = contentlib_marks_number(p + CONTENTLIB_MARK_SIZE);

    if (contentlib_marks_kind(base) != CONTENTLIB_MARK_BASE
        || contentlib_marks_kind(format) != CONTENTLIB_MARK_FORMAT)
    {
        return NGX_DECLINED;
    }

    base >>= CONTENTLIB_MARK_BITS;
    format = base + (format >> CONTENTLIB_MARK_BITS);

    entry->len = (uint16_t) record->len;
    entry->base = (uint16_t) base;
    entry->format = (uint16_t) format;

    return format <= record->len ? NGX_OK : NGX_DECLINED;
}
