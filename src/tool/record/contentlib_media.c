
/*
 * Copyright (C) contentlib authors
 *
 * Compares addresses with the media URL.
 */


#include <tool/record/contentlib_media.h>

#include <tool/record/contentlib_values.h>


static ngx_uint_t contentlib_media_ends_host(const ngx_str_t *media_url);


ngx_str_t
contentlib_media_strip(const ngx_str_t *media_url, const ngx_str_t *address)
{
    ngx_str_t  rest;

    if (media_url->len == 0 || address->len <= media_url->len
        || ngx_memcmp(address->data, media_url->data, media_url->len) != 0)
    {
        return *address;
    }

    rest.data = address->data + media_url->len;
    rest.len = address->len - media_url->len;

    /* "https://media.example" does not begin "https://media.example.org" */

    if (rest.data[0] != '/' && contentlib_media_ends_host(media_url)) {
        return *address;
    }

    if (contentlib_value_absolute(&rest) || contentlib_value_address(&rest)) {
        return *address;
    }

    return rest;
}


/* whether the URL ends in its host, or the port of it */

static ngx_uint_t
contentlib_media_ends_host(const ngx_str_t *media_url)
{
    size_t      i;
    ngx_uint_t  slashes;

    slashes = 0;

    for (i = 0; i < media_url->len; i++) {
        slashes += (media_url->data[i] == '/');
    }

    return slashes < 3;
}
