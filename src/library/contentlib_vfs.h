
/*
 * Copyright (C) contentlib authors
 *
 * A VFS of SQLite that keeps a checksum on each page of a library file, as
 * SQLite's own extension cksumvfs does.  It stands over the VFS "unix".
 *
 * The last CONTENTLIB_VFS_RESERVED bytes of a page are reserved in the header
 * of the file, so that any SQLite can read it.  They hold the CRC-32 of the
 * other bytes of the page followed by the number of the page in 4 bytes, then
 * 4 zeroes; numbers are little-endian.  The checksum is written with the page,
 * and compared whenever the page is read: a page that does not fit is the
 * error SQLITE_IOERR_DATA.
 *
 * All pages have CONTENTLIB_VFS_PAGE bytes.  Temporary files have no
 * checksums.
 */


#ifndef _CONTENTLIB_VFS_H_INCLUDED_
#define _CONTENTLIB_VFS_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>

#include <sqlite3.h>


#define CONTENTLIB_VFS           "contentlib"
#define CONTENTLIB_VFS_PAGE      16384      /* bytes */
#define CONTENTLIB_VFS_RESERVED  8


/* Makes the VFS known to SQLite; may be called again.  A code of SQLite. */

int contentlib_vfs_register(void);

/*
 * The number of the page of a database that last did not fit its checksum, or
 * 0, also for a database of another VFS.
 */

uint32_t contentlib_vfs_bad_page(sqlite3 *handle);


#endif /* _CONTENTLIB_VFS_H_INCLUDED_ */
