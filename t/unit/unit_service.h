
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: requests to a library, without a web server.
 */


#ifndef _UNIT_SERVICE_H_INCLUDED_
#define _UNIT_SERVICE_H_INCLUDED_


#include <unit_library.h>
#include <service/contentlib_service.h>

#include <zlib.h>


static contentlib_source_t  unit_source;
static char                 unit_source_path[512];


static inline void
unit_serve(const char *name, size_t cache)
{
    (void) snprintf(unit_source_path, sizeof(unit_source_path), "%s",
                    unit_path(name));

    ngx_memzero(&unit_source, sizeof(contentlib_source_t));

    unit_source.path.data = (u_char *) unit_source_path;
    unit_source.path.len = strlen(unit_source_path);
    unit_source.log = &unit_log;
    unit_source.cache_size = cache;
    unit_source.check = 500;
}


/* a GET request, which the caller can change */

static inline contentlib_input_t
unit_request(const char *path, const char *query)
{
    contentlib_input_t  input;

    ngx_memzero(&input, sizeof(contentlib_input_t));

    input.source = &unit_source;
    input.pool = unit_pool();
    input.log = &unit_log;
    input.method_name = unit_text("GET");
    input.path = unit_text(path);
    input.query = unit_text(query);
    input.gzip = 1;
    input.view.base_url = unit_text("https://h.example");
    input.view.root = unit_text("/api/v1/");
    input.view.partner = unit_text("partner");
    input.paging.page_size = 30;
    input.paging.max_page_size = 100;
    input.timeout = 60000;

    return input;
}


static inline contentlib_answer_t
unit_answer(contentlib_input_t *input)
{
    contentlib_answer_t  answer;

    ngx_memzero(&answer, sizeof(contentlib_answer_t));
    (void) contentlib_service_answer(input, &answer);

    return answer;
}


/* the uncompressed body */

static inline ngx_str_t
unit_body(const contentlib_answer_t *answer)
{
    int        rc;
    z_stream   stream;
    ngx_str_t  body;

    if (!answer->gzip) {
        return answer->body;
    }

    body.data = ngx_palloc(unit_pool(), answer->length + 1);

    memset(&stream, 0, sizeof(z_stream));
    (void) inflateInit2(&stream, MAX_WBITS + 16);

    stream.next_in = answer->body.data;
    stream.avail_in = (uInt) answer->body.len;
    stream.next_out = body.data;
    stream.avail_out = (uInt) answer->length + 1;

    rc = inflate(&stream, Z_FINISH);
    body.len = stream.total_out;
    (void) inflateEnd(&stream);

    hold(rc == Z_STREAM_END && stream.avail_in == 0
         && body.len == answer->length, "inflate() returns %d", rc);

    return body;
}


#endif /* _UNIT_SERVICE_H_INCLUDED_ */
