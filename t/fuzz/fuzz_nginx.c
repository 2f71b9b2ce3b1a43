
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


#define FUZZ_HASH_PRIME  0x01000193


void
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


/* trees with the order of nginx's trees, but not balanced */

void
ngx_rbtree_insert(ngx_rbtree_t *tree, ngx_rbtree_node_t *node)
{
    if (tree->root == tree->sentinel) {
        node->parent = NULL;
        node->left = tree->sentinel;
        node->right = tree->sentinel;
        ngx_rbt_black(node);
        tree->root = node;
        return;
    }

    tree->insert(tree->root, node, tree->sentinel);
}


/* "other" replaces the node; "other" may be the sentinel */

static void
fuzz_rbtree_replace(ngx_rbtree_t *tree, ngx_rbtree_node_t *node,
    ngx_rbtree_node_t *other)
{
    if (node->parent == NULL) {
        tree->root = other;

    } else if (node == node->parent->left) {
        node->parent->left = other;

    } else {
        node->parent->right = other;
    }

    if (other != tree->sentinel) {
        other->parent = node->parent;
    }
}


void
ngx_rbtree_delete(ngx_rbtree_t *tree, ngx_rbtree_node_t *node)
{
    ngx_rbtree_node_t  *next;

    if (node->left == tree->sentinel) {
        fuzz_rbtree_replace(tree, node, node->right);

    } else if (node->right == tree->sentinel) {
        fuzz_rbtree_replace(tree, node, node->left);

    } else {
        next = ngx_rbtree_min(node->right, tree->sentinel);

        if (next->parent != node) {
            fuzz_rbtree_replace(tree, next, next->right);
            next->right = node->right;
            next->right->parent = next;
        }

        fuzz_rbtree_replace(tree, node, next);
        next->left = node->left;
        next->left->parent = next;
    }

    /* as in nginx, so that the reuse of a deleted node is detected */

    node->key = 0;
    node->left = NULL;
    node->right = NULL;
    node->parent = NULL;
}


static ngx_int_t
fuzz_rbtree_compare(ngx_str_node_t *node, ngx_rbtree_key_t key,
    const ngx_str_t *string)
{
    if (key != node->node.key) {
        return key < node->node.key ? -1 : 1;
    }

    if (string->len != node->str.len) {
        return string->len < node->str.len ? -1 : 1;
    }

    return ngx_memcmp(string->data, node->str.data, string->len);
}


void
ngx_str_rbtree_insert_value(ngx_rbtree_node_t *temp, ngx_rbtree_node_t *node,
    ngx_rbtree_node_t *sentinel)
{
    ngx_rbtree_node_t  **p;

    for (p = &temp; *p != sentinel; /* void */ ) {
        node->parent = *p;
        p = fuzz_rbtree_compare((ngx_str_node_t *) *p, node->key,
                                &((ngx_str_node_t *) node)->str)
            < 0 ? &(*p)->left : &(*p)->right;
    }

    *p = node;
    node->left = sentinel;
    node->right = sentinel;
    ngx_rbt_red(node);
}


ngx_str_node_t *
ngx_str_rbtree_lookup(ngx_rbtree_t *tree, ngx_str_t *name, uint32_t hash)
{
    ngx_int_t           rc;
    ngx_rbtree_node_t  *node;

    node = tree->root;

    while (node != tree->sentinel) {
        rc = fuzz_rbtree_compare((ngx_str_node_t *) node, hash, name);

        if (rc == 0) {
            return (ngx_str_node_t *) node;
        }

        node = (rc < 0) ? node->left : node->right;
    }

    return NULL;
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


/* NGX_ESCAPE_URI_COMPONENT only */

uintptr_t
ngx_escape_uri(u_char *dst, u_char *src, size_t size, ngx_uint_t type)
{
    char    escaped[sizeof("%FF")];
    size_t  i;

    (void) type;

    for (i = 0; i < size; i++) {

        if (src[i] < 0x80
            && (isalnum(src[i]) || (src[i] && strchr("-._~", src[i]))))
        {
            *dst++ = src[i];
            continue;
        }

        (void) snprintf(escaped, sizeof(escaped), "%%%02X", src[i]);
        dst = ngx_cpymem(dst, escaped, sizeof(escaped) - 1);
    }

    return (uintptr_t) dst;
}
