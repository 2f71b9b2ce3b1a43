
/*
 * Copyright (C) contentlib authors
 *
 * CRC-32: ISA-L is about fifteen times as fast as zlib.
 */


#include <cache/contentlib_crc.h>

#if (CONTENTLIB_ISAL)
#include <isa-l/crc.h>
#else
#include <zlib.h>
#endif


uint32_t
contentlib_crc32(uint32_t crc, const u_char *data, size_t len)
{
#if (CONTENTLIB_ISAL)
    return crc32_gzip_refl(crc, data, len);
#else
    return (uint32_t) crc32_z(crc, data, len);
#endif
}
