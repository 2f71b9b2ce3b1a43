
/*
 * Copyright (C) contentlib authors
 *
 * Each key that is looked at is found in the index of the table, so the blocks
 * of a key, and keys that cannot be near, are not read.
 */


#include <library/contentlib_nearest.h>
#include <library/contentlib_posting.h>
#include <text/contentlib_distance.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_NEAREST_KEYS      4000
#define CONTENTLIB_NEAREST_SHORTEST  4
#define CONTENTLIB_NEAREST_LONG      7      /* may have two differences */


static ngx_int_t contentlib_nearest_step(contentlib_nearest_value_t *value,
    contentlib_nearest_t *nearest, ngx_uint_t most, ngx_uint_t same_first);
static ngx_int_t contentlib_nearest_key(contentlib_nearest_value_t *value,
    contentlib_nearest_t *nearest, contentlib_distance_t *distance);


const contentlib_nearest_t *
contentlib_nearest_find(contentlib_nearest_value_t *value,
    const ngx_str_t *term)
{
    ngx_int_t              rc;
    ngx_uint_t             n;
    contentlib_nearest_t  *nearest;

    for (nearest = value->last; nearest; nearest = nearest->previous) {

        if (nearest->term.len == term->len
            && ngx_memcmp(nearest->term.data, term->data, term->len) == 0)
        {
            return nearest;
        }
    }

    nearest = ngx_palloc(value->pool, sizeof(contentlib_nearest_t));

    if (nearest == NULL) {
        (void) contentlib_db_no_memory(value->db);
        return NULL;
    }

    nearest->term = *term;
    nearest->n = 0;
    nearest->previous = value->last;
    value->last = nearest;

    n = contentlib_text_length(term);

    if (n < CONTENTLIB_NEAREST_SHORTEST || n > CONTENTLIB_DISTANCE_LONGEST) {
        return nearest;
    }

    rc = contentlib_nearest_step(value, nearest, 1, 1);

    if (rc == NGX_DECLINED && !contentlib_term_unspaced(term)) {
        rc = contentlib_nearest_step(value, nearest, 1, 0);
    }

    if (rc == NGX_DECLINED && n >= CONTENTLIB_NEAREST_LONG) {
        rc = contentlib_nearest_step(value, nearest, 2, 1);
    }

    return rc != NGX_ERROR ? nearest : NULL;
}


/* NGX_OK, NGX_DECLINED if nothing is found, NGX_ERROR */

static ngx_int_t
contentlib_nearest_step(contentlib_nearest_value_t *value,
    contentlib_nearest_t *nearest, ngx_uint_t most, ngx_uint_t same_first)
{
    ngx_int_t              rc;
    contentlib_distance_t  distance;

    contentlib_distance_begin(&distance, &nearest->term, most, same_first);

    while (distance.from.data != NULL
           && nearest->n < CONTENTLIB_NEAREST_TERMS
           && value->keys < CONTENTLIB_NEAREST_KEYS)
    {
        rc = contentlib_nearest_key(value, nearest, &distance);

        if (rc == NGX_ERROR) {
            return NGX_ERROR;
        }

        if (rc == NGX_DONE) {
            break;
        }

        value->keys++;
    }

    return nearest->n > 0 ? NGX_OK : NGX_DECLINED;
}


/* NGX_OK, NGX_DONE if there is no other key, NGX_ERROR */

static ngx_int_t
contentlib_nearest_key(contentlib_nearest_value_t *value,
    contentlib_nearest_t *nearest, contentlib_distance_t *distance)
{
    ngx_int_t               rc;
    ngx_str_t               key, *near;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_KEY_FROM;

    contentlib_db_bind_integer(value->db, sql, 1, CONTENTLIB_POSTING_TERM);
    contentlib_db_bind_text(value->db, sql, 2, &distance->from);

    rc = contentlib_db_step(value->db, sql);

    if (rc == NGX_OK) {
        key = contentlib_db_text_bytes(value->db, sql, 0);

        if (contentlib_distance_near(distance, &key)) {
            near = &nearest->nearest[nearest->n++];

            near->len = key.len;
            near->data = ngx_pnalloc(value->pool, key.len);

            if (near->data != NULL) {
                ngx_memcpy(near->data, key.data, key.len);

            } else {
                (void) contentlib_db_no_memory(value->db);
            }
        }
    }

    return contentlib_db_reset(value->db, sql) == NGX_OK ? rc : NGX_ERROR;
}
