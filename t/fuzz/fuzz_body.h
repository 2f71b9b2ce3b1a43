
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: compressed bodies.
 */


#ifndef _FUZZ_BODY_H_INCLUDED_
#define _FUZZ_BODY_H_INCLUDED_


#include <fuzz.h>

#include <zlib.h>


/* "body" is one gzip member of a text of at most "most" bytes */

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
