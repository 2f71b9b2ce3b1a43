
/*
 * Copyright (C) contentlib authors
 *
 * SipHash with one round for each word and three at the end: whoever does not
 * know the seed cannot make keys that collide.  Keys are short, and it costs
 * little more than a hash that is not safe.
 */


#include <cache/contentlib_hash.h>


#define CONTENTLIB_HASH_LAST_ROUNDS  3

#define contentlib_hash_rotate(x, n)  ((x) << (n) | (x) >> (64 - (n)))


static void contentlib_hash_round(uint64_t v[4]);


uint64_t
contentlib_hash(uint64_t seed, const ngx_str_t *key)
{
    size_t         rest;
    uint64_t       v[4], word;
    ngx_uint_t     i;
    const u_char  *p;

    v[0] = 0x736f6d6570736575 ^ seed;
    v[1] = 0x646f72616e646f6d ^ ~seed;
    v[2] = 0x6c7967656e657261 ^ seed;
    v[3] = 0x7465646279746573 ^ ~seed;

    p = key->data;

    for (rest = key->len; rest >= sizeof(uint64_t); rest -= sizeof(uint64_t)) {
        ngx_memcpy(&word, p, sizeof(uint64_t));
        p += sizeof(uint64_t);

        v[3] ^= word;
        contentlib_hash_round(v);
        v[0] ^= word;
    }

    /* the last word has the rest of the key, and its length */

    word = 0;

    if (rest > 0) {
        ngx_memcpy(&word, p, rest);
    }

    word ^= (uint64_t) key->len << 56;

    v[3] ^= word;
    contentlib_hash_round(v);
    v[0] ^= word;

    v[2] ^= 0xff;

    for (i = 0; i < CONTENTLIB_HASH_LAST_ROUNDS; i++) {
        contentlib_hash_round(v);
    }

    return v[0] ^ v[1] ^ v[2] ^ v[3];
}


static void
contentlib_hash_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = contentlib_hash_rotate(v[1], 13) ^ v[0];
    v[3] = contentlib_hash_rotate(v[3], 16) ^ v[2];
    v[0] = contentlib_hash_rotate(v[0], 32);

    v[2] += v[1];
    v[0] += v[3];
    v[1] = contentlib_hash_rotate(v[1], 17) ^ v[2];
    v[3] = contentlib_hash_rotate(v[3], 21) ^ v[0];
    v[2] = contentlib_hash_rotate(v[2], 32);
}
