
/*
 * Copyright (C) contentlib authors
 *
 * The hash of a key, for a table in memory.  The seed keeps clients from
 * knowing which keys collide.
 */


#ifndef _CONTENTLIB_HASH_H_INCLUDED_
#define _CONTENTLIB_HASH_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


uint64_t contentlib_hash(uint64_t seed, const ngx_str_t *key);


#endif /* _CONTENTLIB_HASH_H_INCLUDED_ */
