
/*
 * Copyright (C) contentlib authors
 *
 * Names of files as addresses and as words, and names of tags as slugs.
 */


#ifndef _CONTENTLIB_PICTURE_URL_H_INCLUDED_
#define _CONTENTLIB_PICTURE_URL_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* room for a slug, and within it for a number that is put behind it */

#define CONTENTLIB_PICTURE_SLUG         224
#define CONTENTLIB_PICTURE_SLUG_NUMBER  24


/*
 * Encodes what an address cannot have.  In the name of a file "%", "?" and "#"
 * are encoded, too, and a "./" at its beginning is removed.  The result is in
 * the pool.  NGX_OK, or NGX_ERROR if memory is short.
 */

ngx_int_t contentlib_picture_url(const ngx_str_t *name, ngx_uint_t file,
    ngx_pool_t *pool, ngx_str_t *url);

/*
 * The media type of a file by the part of its address behind the last dot, or
 * of that part alone; empty if it is not one of a picture or a video.
 */

ngx_str_t contentlib_picture_url_type(const ngx_str_t *url);

/*
 * Words for people out of the name of a file or an address: without folders
 * and without what is behind the last dot.  In the pool; NGX_OK or NGX_ERROR.
 */

ngx_int_t contentlib_picture_url_words(const ngx_str_t *name,
    ngx_uint_t file, ngx_pool_t *pool, ngx_str_t *words);

/*
 * The folded letters and digits of a name, without accents and apostrophes,
 * with hyphens for everything else; or else the bytes of the name, if it has
 * none of ASCII.  The name is UTF-8.  In the pool; NGX_OK or NGX_ERROR.
 */

ngx_int_t contentlib_picture_slug(const ngx_str_t *name, ngx_pool_t *pool,
    ngx_str_t *slug);


#endif /* _CONTENTLIB_PICTURE_URL_H_INCLUDED_ */
