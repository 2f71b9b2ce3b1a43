
/*
 * Copyright (C) contentlib authors
 *
 * Files in a directory, read and written whole.
 */


#ifndef _CONTENTLIB_FETCH_FILE_H_INCLUDED_
#define _CONTENTLIB_FETCH_FILE_H_INCLUDED_


#include <tool/contentlib_message.h>


#define CONTENTLIB_FETCH_FILE_NAME  65


/* the SHA-256 of some bytes, which is a name that is safe for any of them */

ngx_int_t contentlib_fetch_file_name(const void *data, size_t len,
    char name[CONTENTLIB_FETCH_FILE_NAME], contentlib_message_t *message);

/*
 * NGX_OK, NGX_DECLINED if there is none or it is too long for a body, or
 * NGX_ERROR.  The bytes are to be freed.
 */

ngx_int_t contentlib_fetch_file_read(const char *directory, const char *name,
    const char *suffix, ngx_str_t *text, contentlib_message_t *message);

/* by rename */

ngx_int_t contentlib_fetch_file_write(const char *directory, const char *name,
    const char *suffix, const void *data, size_t len,
    contentlib_message_t *message);

void contentlib_fetch_file_remove(const char *directory, const char *name);

/* writes all of it, whatever a call takes */

ngx_int_t contentlib_fetch_file_all(int fd, const u_char *data, size_t len);


#endif /* _CONTENTLIB_FETCH_FILE_H_INCLUDED_ */
