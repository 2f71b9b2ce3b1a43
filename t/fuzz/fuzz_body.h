
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: bodies, of parts and compressed, and the texts in them.
 */


#ifndef _FUZZ_BODY_H_INCLUDED_
#define _FUZZ_BODY_H_INCLUDED_


#include <fuzz.h>

#include <zlib.h>


static inline ngx_str_t
fuzz_join(const ngx_str_t *parts, ngx_uint_t n)
{
    u_char      *p;
    ngx_str_t    text;
    ngx_uint_t   i;

    text.len = 0;

    for (i = 0; i < n; i++) {
        text.len += parts[i].len;
    }

    text.data = ngx_pnalloc(fuzz_pool, text.len);
    hold(text.data != NULL, "memory");

    p = text.data;

    for (i = 0; i < n; i++) {
        if (parts[i].len != 0) {
            p = ngx_cpymem(p, parts[i].data, parts[i].len);
        }
    }

    return text;
}


/* a body that ends where it ends, of a text of at most so many bytes */

static inline ngx_str_t
fuzz_gunzip(const ngx_str_t *body, size_t most)
{
    int        rc;
    ngx_str_t  text;
    z_stream   stream;

    ngx_memzero(&stream, sizeof(stream));
    hold(inflateInit2(&stream, MAX_WBITS + 16) == Z_OK, "memory");

    text.data = ngx_pnalloc(fuzz_pool, most + 1);
    hold(text.data != NULL, "memory");

    stream.next_in = body->data;
    stream.avail_in = (uInt) body->len;
    stream.next_out = text.data;
    stream.avail_out = (uInt) most + 1;

    rc = inflate(&stream, Z_FINISH);

    hold(rc == Z_STREAM_END, "inflate() returns %d: %s", rc,
         stream.msg ? stream.msg : "no message");
    hold(stream.avail_in == 0, "%u bytes behind the end", stream.avail_in);

    text.len = stream.total_out;
    (void) inflateEnd(&stream);

    return text;
}


#endif /* _FUZZ_BODY_H_INCLUDED_ */
