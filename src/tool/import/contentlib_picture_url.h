
/*
 * Copyright (C) contentlib authors
 *
 * Names of files as addresses and as words, and names of tags as slugs.
 */


#ifndef _CONTENTLIB_PICTURE_URL_H_INCLUDED_
#define _CONTENTLIB_PICTURE_URL_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* longest slug, behind which there is room for a number */

#define CONTENTLIB_PICTURE_SLUG  200


typedef struct {
    const char               *extension;
    const char               *type;
    ngx_uint_t                unseen;       /* hardly any browser shows it */
} contentlib_picture_url_type_t;


/*
 * Encodes what an address cannot have.  In the name of a file "%", "?" and "#"
 * are encoded, too, and a "./" at its beginning is removed.  The name ends in
 * a zero byte; the result is in the pool.
 */

void contentlib_picture_url(const ngx_str_t *name, ngx_uint_t file,
    ngx_pool_t *pool, ngx_str_t *url);

/* of an extension, or of a type; NULL: neither a picture nor a video */

const contentlib_picture_url_type_t *contentlib_picture_url_type(
    const ngx_str_t *text);

/*
 * The last part of the name of a file or an address, without what is behind its
 * last dot, and that extension, or the last part if it has no dot.  The name
 * ends in a zero byte; the results point into it.
 */

void contentlib_picture_url_split(const ngx_str_t *name, ngx_uint_t file,
    ngx_str_t *stem, ngx_str_t *extension);

/*
 * Words for people out of a stem, in the pool: of an address, whose escapes are
 * decoded, or of the name of a file.
 */

void contentlib_picture_url_words(const ngx_str_t *stem, ngx_uint_t file,
    ngx_pool_t *pool, ngx_str_t *words);

/*
 * The folded letters and digits of a name, as letters of ASCII without accents
 * and apostrophes,
 * with hyphens for everything else; or else the bytes of the name, if it has
 * none of ASCII.  The name is UTF-8.  The slug is in the pool.
 */

void contentlib_picture_slug(const ngx_str_t *name, ngx_pool_t *pool,
    ngx_str_t *slug);


#endif /* _CONTENTLIB_PICTURE_URL_H_INCLUDED_ */
