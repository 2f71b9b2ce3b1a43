
/*
 * Copyright (C) contentlib authors
 *
 * Collects positions in memory for each tag, and moves full blocks to the
 * temporary database.
 */


#include <tool/write/contentlib_postings.h>


/* entries that are kept before they are sorted and put away, six bytes each */

#define CONTENTLIB_POSTINGS_FIRST  (256 * 1024)
#define CONTENTLIB_POSTINGS_MAX    (4 * 1024 * 1024)


struct contentlib_postings_s {
    contentlib_blocks_t       blocks;

    uint64_t                  tags;
    uint64_t                 *counts;       /* of items, by tag */
    size_t                   *ends;         /* of entries, by tag */

    uint64_t                  block;
    size_t                    n;
    size_t                    size;
    uint32_t                 *tag;          /* entries as they come */
    uint16_t                 *item;
    u_char                   *sorted;       /* items by tag */
};


static ngx_int_t contentlib_postings_grow(contentlib_postings_t *postings);
static ngx_int_t contentlib_postings_flush(contentlib_postings_t *postings);
static void contentlib_postings_sort(contentlib_postings_t *postings);


contentlib_postings_t *
contentlib_postings_open(contentlib_sql_t *sql, const char *table,
    uint64_t tags)
{
    contentlib_postings_t  *postings;

    postings = ngx_calloc(sizeof(contentlib_postings_t), NULL);

    if (postings == NULL) {
        (void) contentlib_message_set(sql->message,
                                      "contentlib: out of memory");
        return NULL;
    }

    postings->tags = tags;
    postings->counts = ngx_calloc(tags * sizeof(uint64_t), NULL);
    postings->ends = ngx_calloc((tags + 1) * sizeof(size_t), NULL);

    if (postings->counts == NULL || postings->ends == NULL) {
        (void) contentlib_message_set(sql->message,
                                      "contentlib: out of memory");
        contentlib_postings_close(postings);
        return NULL;
    }

    if (contentlib_blocks_open(&postings->blocks, sql, table) != NGX_OK) {
        contentlib_postings_close(postings);
        return NULL;
    }

    return postings;
}


void
contentlib_postings_close(contentlib_postings_t *postings)
{
    free(postings->counts);
    free(postings->ends);
    free(postings->tag);
    free(postings->item);
    free(postings->sorted);
    free(postings);
}


ngx_int_t
contentlib_postings_add(contentlib_postings_t *postings, uint64_t tag,
    uint64_t position)
{
    uint64_t  block;

    if (tag >= postings->tags) {
        return contentlib_message_set(postings->blocks.sql->message,
                                      "contentlib: temporary file is damaged");
    }

    block = position >> CONTENTLIB_BLOCKS_SHIFT;

    if (block != postings->block
        && contentlib_postings_flush(postings) != NGX_OK)
    {
        return NGX_ERROR;
    }

    postings->block = block;

    if (postings->n == postings->size
        && contentlib_postings_grow(postings) != NGX_OK)
    {
        return NGX_ERROR;
    }

    postings->tag[postings->n] = (uint32_t) tag;
    postings->item[postings->n] = (uint16_t) (position % CONTENTLIB_SET_BLOCK);
    postings->n++;
    postings->counts[tag]++;

    return NGX_OK;
}


static ngx_int_t
contentlib_postings_grow(contentlib_postings_t *postings)
{
    void    *p;
    size_t   size;

    if (postings->size == CONTENTLIB_POSTINGS_MAX) {
        return contentlib_postings_flush(postings);
    }

    size = postings->size ? 2 * postings->size : CONTENTLIB_POSTINGS_FIRST;

    p = realloc(postings->tag, size * sizeof(uint32_t));

    if (p) {
        postings->tag = p;
        p = realloc(postings->item, size * sizeof(uint16_t));
    }

    if (p) {
        postings->item = p;
        p = realloc(postings->sorted, size * sizeof(uint16_t));
    }

    if (p == NULL) {
        return contentlib_message_set(postings->blocks.sql->message,
                                      "contentlib: out of memory");
    }

    postings->sorted = p;
    postings->size = size;

    return NGX_OK;
}


/* puts the entries away, a row for each tag that has some */

static ngx_int_t
contentlib_postings_flush(contentlib_postings_t *postings)
{
    size_t    start, end;
    uint64_t  tag;

    contentlib_postings_sort(postings);

    start = 0;

    for (tag = 0; tag < postings->tags; tag++) {

        end = postings->ends[tag];

        if (end == start) {
            continue;
        }

        contentlib_sql_bind_integer(postings->blocks.sql,
                                    postings->blocks.insert, 1, (int64_t) tag);

        if (contentlib_blocks_append(&postings->blocks, postings->block,
                                     postings->sorted + 2 * start,
                                     2 * (end - start))
            != NGX_OK)
        {
            return NGX_ERROR;
        }

        start = end;
    }

    postings->n = 0;

    return NGX_OK;
}


/* counting sort, which keeps the order of the items of one tag */

static void
contentlib_postings_sort(contentlib_postings_t *postings)
{
    size_t    i, at;
    uint64_t  tag;

    ngx_memzero(postings->ends, (postings->tags + 1) * sizeof(size_t));

    for (i = 0; i < postings->n; i++) {
        postings->ends[postings->tag[i] + 1]++;
    }

    for (tag = 1; tag <= postings->tags; tag++) {
        postings->ends[tag] += postings->ends[tag - 1];
    }

    /* by now "ends" says where each tag begins; this moves it to the end */

    for (i = 0; i < postings->n; i++) {
        at = postings->ends[postings->tag[i]]++;
        postings->sorted[2 * at] = (u_char) (postings->item[i] & 0xff);
        postings->sorted[2 * at + 1] = (u_char) (postings->item[i] >> 8);
    }
}


ngx_int_t
contentlib_postings_end(contentlib_postings_t *postings)
{
    return contentlib_postings_flush(postings);
}


ngx_int_t
contentlib_postings_write(contentlib_postings_t *postings,
    contentlib_sql_t *library)
{
    if (contentlib_postings_end(postings) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_blocks_write(&postings->blocks, library);
}


uint64_t
contentlib_postings_count(contentlib_postings_t *postings, uint64_t tag)
{
    return postings->counts[tag];
}
