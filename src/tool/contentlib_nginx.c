
/*
 * Copyright (C) contentlib authors
 *
 * The few functions of nginx that the layers below the web server call, over
 * malloc(), so that these layers link into a program of their own.
 *
 * Pools free everything when they are reset or destroyed, never earlier.  As
 * nginx's they carve small pieces out of blocks; with NGX_DEBUG_PALLOC each
 * piece is one of malloc(), and a sanitizer sees the bounds of every one.
 *
 * Without memory the program ends, so these functions never return NULL.
 */


#include <tool/contentlib_message.h>


/* what precedes a piece of a pool, as aligned as malloc() makes it */

typedef union contentlib_pool_piece_u  contentlib_pool_piece_t;

union contentlib_pool_piece_u {
    contentlib_pool_piece_t  *next;
    long double          align;
};


#define CONTENTLIB_POOL_SMALL  4095         /* bytes, as in nginx */


sig_atomic_t  ngx_terminate;


static void *contentlib_allocated(void *p);
static void *contentlib_pool_piece(ngx_pool_t *pool, size_t size);
#if !(NGX_DEBUG_PALLOC)
static void *contentlib_pool_small(ngx_pool_t *pool, size_t size,
    ngx_uint_t alignment);
#endif


void *
ngx_alloc(size_t size, ngx_log_t *log)
{
    return contentlib_allocated(malloc(size ? size : 1));
}


void *
ngx_calloc(size_t size, ngx_log_t *log)
{
    return contentlib_allocated(calloc(1, size ? size : 1));
}


static void *
contentlib_allocated(void *p)
{
    if (p == NULL) {
        contentlib_no_memory();
    }

    return p;
}


ngx_pool_t *
ngx_create_pool(size_t size, ngx_log_t *log)
{
    ngx_pool_t  *pool;

    pool = ngx_calloc(sizeof(ngx_pool_t), log);

    pool->max = ngx_max(size, CONTENTLIB_POOL_SMALL);
    pool->current = pool;
    pool->log = log;

    return pool;
}


void
ngx_destroy_pool(ngx_pool_t *pool)
{
    ngx_pool_cleanup_t  *cleanup;

    for (cleanup = pool->cleanup; cleanup; cleanup = cleanup->next) {

        if (cleanup->handler) {
            cleanup->handler(cleanup->data);
        }
    }

    ngx_reset_pool(pool);
    free(pool);
}


void
ngx_reset_pool(ngx_pool_t *pool)
{
    contentlib_pool_piece_t  *piece, *next;

    for (piece = (contentlib_pool_piece_t *) pool->large; piece; piece = next) {
        next = piece->next;
        free(piece);
    }

    pool->large = NULL;
    pool->d.last = NULL;
    pool->d.end = NULL;
}


void *
ngx_palloc(ngx_pool_t *pool, size_t size)
{
#if !(NGX_DEBUG_PALLOC)
    if (size <= CONTENTLIB_POOL_SMALL) {
        return contentlib_pool_small(pool, size, NGX_ALIGNMENT);
    }
#endif

    return contentlib_pool_piece(pool, size);
}


void *
ngx_pnalloc(ngx_pool_t *pool, size_t size)
{
#if !(NGX_DEBUG_PALLOC)
    if (size <= CONTENTLIB_POOL_SMALL) {
        return contentlib_pool_small(pool, size, 1);
    }
#endif

    return contentlib_pool_piece(pool, size);
}


#if !(NGX_DEBUG_PALLOC)

/* out of the block at hand, or a new one; the rest of the old one is lost */

static void *
contentlib_pool_small(ngx_pool_t *pool, size_t size, ngx_uint_t alignment)
{
    u_char  *p;

    p = pool->d.last ? ngx_align_ptr(pool->d.last, alignment) : NULL;

    if (p == NULL || p > pool->d.end || (size_t) (pool->d.end - p) < size) {

        p = contentlib_pool_piece(pool, pool->max);
        pool->d.end = p + pool->max;
    }

    pool->d.last = p + size;

    return p;
}

#endif


/* the list of large allocations is of pieces of ours */

static void *
contentlib_pool_piece(ngx_pool_t *pool, size_t size)
{
    contentlib_pool_piece_t  *piece;

    if (size > SIZE_MAX - sizeof(contentlib_pool_piece_t)) {
        contentlib_no_memory();
    }

    piece = ngx_alloc(sizeof(contentlib_pool_piece_t) + size, pool->log);

    piece->next = (contentlib_pool_piece_t *) pool->large;
    pool->large = (ngx_pool_large_t *) piece;

    return piece + 1;
}


void *
ngx_pcalloc(ngx_pool_t *pool, size_t size)
{
    void  *p;

    p = ngx_palloc(pool, size);
    ngx_memzero(p, size);

    return p;
}


ngx_pool_cleanup_t *
ngx_pool_cleanup_add(ngx_pool_t *pool, size_t size)
{
    ngx_pool_cleanup_t  *cleanup;

    cleanup = ngx_pcalloc(pool, sizeof(ngx_pool_cleanup_t));

    if (size > 0) {
        cleanup->data = ngx_palloc(pool, size);
    }

    cleanup->next = pool->cleanup;
    pool->cleanup = cleanup;

    return cleanup;
}


void *
ngx_array_push(ngx_array_t *array)
{
    u_char      *elts;
    ngx_uint_t   nalloc;

    if (array->nelts == array->nalloc) {

        nalloc = 2 * array->nalloc;
        elts = ngx_palloc(array->pool, nalloc * array->size);

        ngx_memcpy(elts, array->elts, array->nelts * array->size);
        array->elts = elts;
        array->nalloc = nalloc;
    }

    return (u_char *) array->elts + array->nelts++ * array->size;
}


u_char *
ngx_hex_dump(u_char *dst, u_char *src, size_t len)
{
    static const u_char  hex[] = "0123456789abcdef";

    while (len--) {
        *dst++ = hex[*src >> 4];
        *dst++ = hex[*src++ & 0xf];
    }

    return dst;
}
