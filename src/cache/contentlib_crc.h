
/*
 * Copyright (C) contentlib authors
 *
 * CRC-32 as gzip has it, by ISA-L where the module was built with it, else
 * by zlib.
 */


#ifndef _CONTENTLIB_CRC_H_INCLUDED_
#define _CONTENTLIB_CRC_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* "crc" is that of the bytes before, or 0 */

uint32_t contentlib_crc32(uint32_t crc, const u_char *data, size_t len);


#endif /* _CONTENTLIB_CRC_H_INCLUDED_ */
