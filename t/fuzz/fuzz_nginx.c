
/*
 * Copyright (C) contentlib authors
 *
 * What the service calls of nginx beyond what the program has of its own.  An
 * alert is a fault of the module: it ends the target.
 */


#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_md5.h>


#define FUZZ_HASH_PRIME  0x01000193


/* weak: a unit program may count lines */

void __attribute__((weak))
ngx_log_error_core(ngx_uint_t level, ngx_log_t *log, ngx_err_t err,
    const char *fmt, ...)
{
    (void) log;
    (void) err;

    if (level <= NGX_LOG_ALERT) {
        fprintf(stderr, "DOES NOT HOLD: an alert: %s\n", fmt);
        abort();
    }
}


/* there is one process only */

void
ngx_shmtx_lock(ngx_shmtx_t *mtx)
{
    (void) mtx;
}


void
ngx_shmtx_unlock(ngx_shmtx_t *mtx)
{
    (void) mtx;
}


/* a hash of as many bytes; which one it is makes no difference */

void
ngx_md5_init(ngx_md5_t *ctx)
{
    ngx_memzero(ctx, sizeof(ngx_md5_t));
}


void
ngx_md5_update(ngx_md5_t *ctx, const void *data, size_t size)
{
    size_t         i;
    const u_char  *p;

    p = data;

    for (i = 0; i < size; i++) {
        ctx->a = (ctx->a ^ p[i]) * FUZZ_HASH_PRIME;
        ctx->b = (ctx->b + p[i] + 1) * FUZZ_HASH_PRIME;
        ctx->c = (ctx->c ^ ctx->a) * FUZZ_HASH_PRIME;
        ctx->d = (ctx->d ^ ctx->b) * FUZZ_HASH_PRIME + 1;
    }
}


void
ngx_md5_final(u_char result[16], ngx_md5_t *ctx)
{
    ngx_memcpy(result, &ctx->a, sizeof(uint32_t));
    ngx_memcpy(result + 4, &ctx->b, sizeof(uint32_t));
    ngx_memcpy(result + 8, &ctx->c, sizeof(uint32_t));
    ngx_memcpy(result + 12, &ctx->d, sizeof(uint32_t));
}
