
/*
 * Copyright (C) contentlib authors
 *
 * Folds texts with utf8proc, those of ASCII without it.
 */


#include <text/contentlib_text.h>

#include <utf8proc.h>


/* NFC, case-folded, without default-ignorable code points */

#define CONTENTLIB_TEXT_FOLD                                                  \
    (UTF8PROC_STABLE|UTF8PROC_COMPOSE|UTF8PROC_CASEFOLD|UTF8PROC_IGNORE)


static ngx_int_t contentlib_text_fold_ascii(const ngx_str_t *text,
    ngx_pool_t *pool, ngx_str_t *folded);


ngx_int_t
contentlib_text_fold(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *folded)
{
    size_t             i;
    utf8proc_int32_t  *codes;
    utf8proc_ssize_t   n;

    for (i = 0; i < text->len && text->data[i] < 0x80; i++) { /* void */ }

    n = (i == text->len) ? -1
                         : utf8proc_decompose(text->data,
                                              (utf8proc_ssize_t) text->len,
                                              NULL, 0, CONTENTLIB_TEXT_FOLD);
    if (n < 0) {
        return contentlib_text_fold_ascii(text, pool, folded);
    }

    /* utf8proc_reencode() writes the bytes over the code points, and a zero */

    codes = ngx_palloc(pool, (size_t) n * sizeof(utf8proc_int32_t) + 1);
    if (codes == NULL) {
        return NGX_ERROR;
    }

    n = utf8proc_decompose(text->data, (utf8proc_ssize_t) text->len, codes, n,
                           CONTENTLIB_TEXT_FOLD);
    n = utf8proc_reencode(codes, n, CONTENTLIB_TEXT_FOLD);

    folded->data = (u_char *) codes;
    folded->len = (size_t) n;

    return NGX_OK;
}


static ngx_int_t
contentlib_text_fold_ascii(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *folded)
{
    size_t  i;

    folded->len = text->len;
    folded->data = ngx_pnalloc(pool, text->len + 1);

    if (folded->data == NULL) {
        return NGX_ERROR;
    }

    for (i = 0; i < text->len; i++) {
        folded->data[i] = (u_char) ngx_tolower(text->data[i]);
    }

    return NGX_OK;
}
