
/*
 * Copyright (C) contentlib authors
 *
 * Replacements for functions of nginx that the module calls, and that the
 * program does not define.  An alert is a bug of the module, so it aborts the
 * target.
 */


#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_md5.h>

#include <curl/curl.h>


#define FUZZ_HASH_PRIME  0x01000193


void
ngx_log_error_core(ngx_uint_t level, ngx_log_t *log, ngx_err_t err,
    const char *fmt, ...)
{
    if (level <= NGX_LOG_ALERT) {
        fprintf(stderr, "DOES NOT HOLD: an alert: %s\n", fmt);
        abort();
    }
}


/* any hash of this size is sufficient */

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


/*
 * A piece of the pools of src/tool/contentlib_nginx.c begins with a pointer to
 * the next one and has the size of an ngx_pool_large_t, which the memory
 * follows.  Without NGX_DEBUG_PALLOC a piece may be a block of many small
 * allocations, which nginx does not free either.
 */

ngx_int_t
ngx_pfree(ngx_pool_t *pool, void *p)
{
#if (NGX_DEBUG_PALLOC)
    ngx_pool_large_t  **large, *piece;

    for (large = &pool->large; *large; large = &(*large)->next) {
        piece = *large;

        if ((void *) (piece + 1) == p) {
            *large = piece->next;
            free(piece);
            return NGX_OK;
        }
    }
#else
    (void) pool;
    (void) p;
#endif

    return NGX_DECLINED;
}


/* a tree is a list: "parent" is the node before, "right" is the node behind */

void
ngx_rbtree_insert(ngx_rbtree_t *tree, ngx_rbtree_node_t *node)
{
    node->parent = NULL;
    node->right = tree->root;

    if (tree->root != tree->sentinel) {
        tree->root->parent = node;
    }

    tree->root = node;
}


void
ngx_rbtree_delete(ngx_rbtree_t *tree, ngx_rbtree_node_t *node)
{
    if (node->parent == NULL) {
        tree->root = node->right;

    } else {
        node->parent->right = node->right;
    }

    if (node->right != tree->sentinel) {
        node->right->parent = node->parent;
    }

    /* as in nginx, so that the reuse of a deleted node is detected */

    node->key = 0;
    node->left = NULL;
    node->right = NULL;
    node->parent = NULL;
}


/* a list has no order */

void
ngx_str_rbtree_insert_value(ngx_rbtree_node_t *temp, ngx_rbtree_node_t *node,
    ngx_rbtree_node_t *sentinel)
{
}


ngx_str_node_t *
ngx_str_rbtree_lookup(ngx_rbtree_t *tree, ngx_str_t *name, uint32_t hash)
{
    ngx_str_node_t     *found;
    ngx_rbtree_node_t  *node;

    for (node = tree->root; node != tree->sentinel; node = node->right) {
        found = (ngx_str_node_t *) node;

        if (node->key == hash && found->str.len == name->len
            && ngx_memcmp(found->str.data, name->data, name->len) == 0)
        {
            return found;
        }
    }

    return NULL;
}


ngx_int_t
ngx_atoi(u_char *line, size_t n)
{
    char       digits[32];
    long long  value;

    (void) snprintf(digits, sizeof(digits), "%.*s", (int) n, line);

    errno = 0;
    value = strtoll(digits, NULL, 10);

    return n == 0 || errno || strspn(digits, "0123456789") != n ? NGX_ERROR
                                                                : value;
}


/* at most "point" digits behind the point, and then nothing */

ngx_int_t
ngx_atofp(u_char *line, size_t n, size_t point)
{
    size_t     i, dot;
    ngx_int_t  value;

    value = 0;
    dot = 0;

    for (i = 0; i < n; i++) {

        if (point == 0 || value > NGX_MAX_INT32_VALUE
            || (line[i] != '.' && !isdigit(line[i]))
            || (line[i] == '.' && dot))
        {
            return NGX_ERROR;
        }

        if (line[i] == '.') {
            dot = 1;

        } else {
            value = value * 10 + line[i] - '0';
            point -= dot;
        }
    }

    for ( /* void */ ; point > 0; point--) {
        value *= 10;
    }

    return n ? value : NGX_ERROR;
}


ngx_int_t
ngx_hextoi(u_char *line, size_t n)
{
    char    digits[sizeof("ff")];
    size_t  i;

    ngx_memzero(digits, sizeof(digits));

    for (i = 0; i < n; i++) {

        if (!isxdigit(line[i])) {
            return NGX_ERROR;
        }

        digits[i] = (char) line[i];
    }

    return (ngx_int_t) strtol(digits, NULL, 16);
}


u_char *
ngx_pstrdup(ngx_pool_t *pool, ngx_str_t *src)
{
    u_char  *copy;

    copy = ngx_pnalloc(pool, src->len);

    if (copy != NULL && src->len != 0) {
        ngx_memcpy(copy, src->data, src->len);
    }

    return copy;
}


ngx_int_t
ngx_memn2cmp(u_char *s1, u_char *s2, size_t n1, size_t n2)
{
    int  rc;

    rc = ngx_memcmp(s1, s2, ngx_min(n1, n2));

    return rc ? rc : (n1 > n2) - (n1 < n2);
}


/* NGX_ESCAPE_URI_COMPONENT only; to libcurl, 0 bytes are a text with its end */

uintptr_t
ngx_escape_uri(u_char *dst, u_char *src, size_t size, ngx_uint_t type)
{
    char  *escaped;

    escaped = size ? curl_easy_escape(NULL, (char *) src, (int) size) : NULL;

    if (escaped != NULL) {
        dst = ngx_cpymem(dst, escaped, strlen(escaped));
        curl_free(escaped);
    }

    return (uintptr_t) dst;
}
