
/*
 * Copyright (C) contentlib authors
 */


#include <cache/contentlib_hash.h>


#define CONTENTLIB_HASH_FACTOR  0x9e3779b97f4a7c15


/* eight bytes at a time, multiplied and mixed */

uint64_t
contentlib_hash(uint64_t seed, const ngx_str_t *key)
{
    size_t         rest;
    uint64_t       hash, word;
    const u_char  *p;

    hash = seed ^ key->len;
    p = key->data;

    for (rest = key->len; rest >= sizeof(uint64_t); rest -= sizeof(uint64_t)) {
        ngx_memcpy(&word, p, sizeof(uint64_t));
        p += sizeof(uint64_t);

        hash = (hash ^ word) * CONTENTLIB_HASH_FACTOR;
        hash ^= hash >> 29;
    }

    if (rest > 0) {
        word = 0;
        ngx_memcpy(&word, p, rest);

        hash = (hash ^ word) * CONTENTLIB_HASH_FACTOR;
        hash ^= hash >> 29;
    }

    /* every bit of the key is to reach every bit of the hash */

    hash *= 0xbf58476d1ce4e5b9;
    hash ^= hash >> 32;
    hash *= 0x94d049bb133111eb;

    return hash ^ (hash >> 31);
}
