
/*
 * Copyright (C) contentlib authors
 *
 * The arguments of a request: an ordered list of decoded names and values.
 */


#ifndef _CONTENTLIB_ARGS_H_INCLUDED_
#define _CONTENTLIB_ARGS_H_INCLUDED_


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
 * Parses a query string: forms' rules, "+" is a blank, a malformed escape
 * stays as it is, what is not UTF-8 becomes U+FFFD, empty pieces are dropped.
 *
 * Returns NGX_OK, NGX_DECLINED if there are more than CONTENTLIB_ARGS_MAX, or
 * NGX_ERROR.  Names and values are in the pool.
 */

ngx_int_t contentlib_args_parse(const ngx_str_t *query, ngx_pool_t *pool,
    contentlib_args_t *args);

/* the value that counts, the last one, or NULL */

const ngx_str_t *contentlib_args_value(const contentlib_args_t *args,
    const char *name);

/* 1 if the argument has the name */

ngx_uint_t contentlib_args_named(const contentlib_arg_t *arg,
    const char *name);

/*
 * A copy in which all arguments of the name are replaced by one with the
 * value, or removed if it is NULL.  NGX_OK or NGX_ERROR.
 */

ngx_int_t contentlib_args_set(const contentlib_args_t *args, const char *name,
    const ngx_str_t *value, ngx_pool_t *pool, contentlib_args_t *copy);

/* "?a=b&c=d", or nothing; the room it needs, and the end of what it wrote */

size_t contentlib_args_room(const contentlib_args_t *args);
u_char *contentlib_args_write(u_char *to, const contentlib_args_t *args);

/*
 * Percent-encodes all but unreserved characters; a blank becomes "+".  "to"
 * has room for 3 * from->len bytes.  Returns the end of what was written.
 */

u_char *contentlib_args_encode(u_char *to, const ngx_str_t *from);


#endif /* _CONTENTLIB_ARGS_H_INCLUDED_ */
