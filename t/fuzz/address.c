
/*
 * Copyright (C) contentlib authors
 *
 * An address in a page of a service: the program requests addresses below the
 * root only, with any decoding by the server.  The input is one line, the
 * address.
 */


#include <fuzz.h>
#include <tool/from/contentlib_address.h>


#define ROOT  "http://h.example:8080/api/v1/"
#define PAGE  ROOT "tags/?limit=100"


/* decodes "path" in place */

static void
decode(char *path)
{
    char  *p, *to, hex[3];
    char   c;

    for (p = path, to = path; *p; p++) {
        c = *p;

        if (c == '%' && isxdigit((u_char) p[1]) && isxdigit((u_char) p[2])) {
            (void) snprintf(hex, sizeof(hex), "%.2s", p + 1);
            c = (char) strtoul(hex, NULL, 16);
            p += 2;
        }

        *to++ = (c == '\\') ? '/' : c;
    }

    *to = '\0';
}


/* the depth of the path below "/api/v1/"; -1 if the path leaves it */

static void
inside(const char *path)
{
    long         depth;
    size_t       len;
    const char  *p;

    depth = 0;

    for (p = path; *p; p += len + (p[len] == '/')) {
        len = strcspn(p, "/");

        if (len == 2 && p[0] == '.' && p[1] == '.') {
            depth--;

        } else if (len != 0 && !(len == 1 && p[0] == '.')) {
            depth++;
        }

        hold(depth >= 0, "it leaves the root: %s", path);
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char        address[CONTENTLIB_ADDRESS];
    char        again[CONTENTLIB_ADDRESS];
    char       *text, *path;
    ngx_str_t   line;
    ngx_uint_t  i;

    fuzz_begin(data, size);

    line = fuzz_take(8192);
    text = fuzz_zero(&line);
    (void) strcpy(address, PAGE);

    if (contentlib_address_below(ROOT, address, text) == NGX_OK) {
        hold(strncasecmp(address, "http://h.example:8080/", 22) == 0,
             "another host: %s", address);

        (void) strcpy(again, PAGE);
        hold(contentlib_address_below(ROOT, again, address) == NGX_OK
             && strcmp(again, address) == 0, "not the same: %s", address);

        path = address + 21;
        path[strcspn(path, "?#")] = '\0';

        for (i = 0; i < 3; i++) {
            decode(path);
            hold(strncmp(path, "/api/v1/", 8) == 0, "not below: %s", path);
            inside(path + 8);
        }
    }

    return fuzz_end();
}
