
/*
 * Copyright (C) contentlib authors
 *
 * CRC-32 as gzip has it, by ISA-L where the module was built with it, else
 * by zlib.  ISA-L is about fifteen times as fast.
 */


#ifndef _CONTENTLIB_CRC_H_INCLUDED_
#define _CONTENTLIB_CRC_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>

#if (CONTENTLIB_ISAL)
#include <isa-l/crc.h>
#else
#include <zlib.h>
#endif


/* "crc" is that of the bytes before, or 0 */

#if (CONTENTLIB_ISAL)
#define contentlib_crc32(crc, data, len)                                      \
    crc32_gzip_refl(crc, data, len)
#else
#define contentlib_crc32(crc, data, len)                                      \
    ((uint32_t) crc32_z(crc, data, len))
#endif


#endif /* _CONTENTLIB_CRC_H_INCLUDED_ */
