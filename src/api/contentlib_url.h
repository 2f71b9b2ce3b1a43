
/*
 * Copyright (C) contentlib authors
 *
 * The arguments of a request, an ordered list of decoded names and values, and
 * the addresses in an answer, which repeat them.
 */


#ifndef _CONTENTLIB_URL_H_INCLUDED_
#define _CONTENTLIB_URL_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_ARGS_MAX  64


typedef struct {
    ngx_str_t                name;          /* decoded, UTF-8 */
    ngx_str_t                value;
} contentlib_arg_t;


/* sorted by name, those of the same name in the order of the request */

typedef struct {
    contentlib_arg_t        *elts;
    ngx_uint_t               n;
} contentlib_args_t;


/* an argument that is not valid, and the reason */

typedef struct {
    const char              *name;
    const char              *text;
} contentlib_arg_error_t;


/*
 * The parts of an answer that do not come from the library: equal views give
 * equal bytes.  The strings belong to the caller.
 */

typedef struct {
    ngx_str_t                base;          /* "https://host/api/v1/" */
    ngx_str_t                media_url;     /* prefix of relative addresses */
    ngx_str_t                partner;       /* "partner" */
    ngx_str_t                format;        /* "?format=json", or empty */
    unsigned                 numbers_as_strings:1;
} contentlib_view_t;


/*
 * Parses a query string: forms' rules, "+" is a blank, a malformed escape
 * stays as it is, what is not UTF-8 becomes U+FFFD, empty pieces are dropped.
 *
 * Returns NGX_OK, NGX_DECLINED if there are more than CONTENTLIB_ARGS_MAX, or
 * NGX_ERROR.  Names and values are in the pool.
 */

ngx_int_t contentlib_args_parse(const ngx_str_t *text, ngx_pool_t *pool,
    contentlib_args_t *args);

/* the value that counts, the last one, or NULL */

const ngx_str_t *contentlib_args_value(const contentlib_args_t *args,
    const char *name);

/* 1 if the name, or a value, is this word */

ngx_uint_t contentlib_args_equal(const ngx_str_t *text, const char *word);

/*
 * The addresses that answers hold.  All functions return NGX_OK, or NGX_ERROR
 * if there is no memory; the addresses are in the pool.
 *
 * Of a list; "format" is carried.
 */

ngx_int_t contentlib_links_list(const contentlib_view_t *view,
    const char *list, ngx_pool_t *pool, ngx_str_t *address);

/* what the addresses of all records end with; the value may be NULL */

ngx_int_t contentlib_links_format(const ngx_str_t *value, ngx_pool_t *pool,
    ngx_str_t *format);

/*
 * Of a page: all arguments of the request, but one "limit" with the value
 * given, and one "offset", or none if it is 0.
 */

ngx_int_t contentlib_links_page(const contentlib_view_t *view,
    const char *list, const contentlib_args_t *args, uint64_t limit,
    uint64_t offset, ngx_pool_t *pool, ngx_str_t *address);

/*
 * Of a path below the root with a slash at its end, or of the root if it is
 * empty; the query string is copied as it is.
 */

ngx_int_t contentlib_links_slash(const contentlib_view_t *view,
    const ngx_str_t *path, const ngx_str_t *args, ngx_pool_t *pool,
    ngx_str_t *address);


#endif /* _CONTENTLIB_URL_H_INCLUDED_ */
