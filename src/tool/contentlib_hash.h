
/*
 * Copyright (C) contentlib authors
 *
 * FNV-1a.
 */


#ifndef _CONTENTLIB_HASH_H_INCLUDED_
#define _CONTENTLIB_HASH_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_HASH_START  0xcbf29ce484222325


static ngx_inline uint64_t
contentlib_hash(uint64_t hash, const u_char *data, size_t len)
{
    const u_char  *p;

    for (p = data; p < data + len; p++) {
        hash = (hash ^ *p) * 0x100000001b3;
    }

    return hash;
}


/* for the slots of a table: both halves of the hash in one */

static ngx_inline uint32_t
contentlib_hash_text(const ngx_str_t *text)
{
    uint64_t  hash;

    hash = contentlib_hash(CONTENTLIB_HASH_START, text->data, text->len);

    return (uint32_t) (hash ^ hash >> 32);
}


#endif /* _CONTENTLIB_HASH_H_INCLUDED_ */
