
/*
 * Copyright (C) contentlib authors
 *
 * FNV-1a.
 */


#ifndef _CONTENTLIB_HASH_H_INCLUDED_
#define _CONTENTLIB_HASH_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* for the slots of a table: both halves of the hash in one */

static ngx_inline uint32_t
contentlib_hash_text(const ngx_str_t *text)
{
    size_t    i;
    uint64_t  hash;

    hash = 0xcbf29ce484222325;

    for (i = 0; i < text->len; i++) {
        hash = (hash ^ text->data[i]) * 0x100000001b3;
    }

    return (uint32_t) (hash ^ hash >> 32);
}


#endif /* _CONTENTLIB_HASH_H_INCLUDED_ */
