
/*
 * Copyright (C) contentlib authors
 *
 * Parses and resolves addresses by libcurl.
 */


#include <tool/from/contentlib_address.h>

#include <curl/curl.h>


static const char *contentlib_address_fault(CURLU *url, const char *text);
static ngx_uint_t contentlib_address_text(CURLU *url, char *to, int size);
static ngx_uint_t contentlib_address_within(CURLU *url, const char *address,
    const char *root);
static ngx_uint_t contentlib_address_hides(CURLU *url);
static ngx_uint_t contentlib_address_valid(CURLUcode code);


void
contentlib_address_root(char root[CONTENTLIB_ADDRESS_ROOT], const char *text)
{
    char         quoted[CONTENTLIB_QUOTE_SIZE];
    CURLU       *url;
    size_t       len;
    const char  *fault;

    len = ngx_strlen(text);

    (void) snprintf(root, CONTENTLIB_ADDRESS_ROOT, "%s%s", text,
                    len && text[len - 1] == '/' ? "" : "/");

    url = curl_url();
    fault = (len > CONTENTLIB_ADDRESS_ROOT / 2)
            ? "is too long" : contentlib_address_fault(url, root);

    if (fault == NULL
        && !contentlib_address_text(url, root, CONTENTLIB_ADDRESS_ROOT))
    {
        contentlib_no_memory();
    }

    curl_url_cleanup(url);

    if (fault) {
        contentlib_fail("contentlib: --from \"%s\" %s",
                        contentlib_message_string(quoted, text), fault);
    }
}


static const char *
contentlib_address_fault(CURLU *url, const char *text)
{
    if (url == NULL) {
        contentlib_no_memory();
    }

    if (!curl_strnequal(text, "http://", 7)
        && !curl_strnequal(text, "https://", 8))
    {
        return "is not an http(s) address";
    }

    /* a password would be in messages, and in the cache */

    switch (curl_url_set(url, CURLUPART_URL, text, CURLU_DISALLOW_USER)) {

    case CURLUE_OK:
        break;

    case CURLUE_USER_NOT_ALLOWED:
        return "has a user name or a password";

    case CURLUE_OUT_OF_MEMORY:
        contentlib_no_memory();

    default:
        return "is not an address";
    }

    if (text[strcspn(text, "?#")]) {
        return "has a query or a fragment";
    }

    return contentlib_address_hides(url)
           ? "has an encoded \"/\", \".\" or \"\\\"" : NULL;
}


ngx_int_t
contentlib_address_below(const char *root, char address[CONTENTLIB_ADDRESS],
    const char *text)
{
    CURLU       *url;
    ngx_uint_t   below;

    if (ngx_strlen(text) > CONTENTLIB_ADDRESS / 2) {
        return NGX_DECLINED;
    }

    url = curl_url();

    if (url == NULL) {
        contentlib_no_memory();
    }

    /* libcurl resolves "text", and removes its dot segments */

    below = contentlib_address_valid(curl_url_set(url, CURLUPART_URL, address,
                                                  0))
            && contentlib_address_valid(curl_url_set(url, CURLUPART_URL, text,
                                                     CURLU_DISALLOW_USER))
            && !contentlib_address_hides(url)
            && contentlib_address_text(url, address, CONTENTLIB_ADDRESS)
            && contentlib_address_within(url, address, root);

    curl_url_cleanup(url);

    return below ? NGX_OK : NGX_DECLINED;
}


/*
 * Without the fragment, which no server sees, and without a default port.  0 if
 * there is no such text, or no room for it.
 */

static ngx_uint_t
contentlib_address_text(CURLU *url, char *to, int size)
{
    int    len;
    char  *text;

    if (!contentlib_address_valid(curl_url_set(url, CURLUPART_FRAGMENT, NULL,
                                               0))
        || !contentlib_address_valid(curl_url_get(url, CURLUPART_URL, &text,
                                                  CURLU_NO_DEFAULT_PORT)))
    {
        return 0;
    }

    len = snprintf(to, (size_t) size, "%s", text);
    curl_free(text);

    return len < size;
}


/*
 * The text of both has the same form up to the path.  The path is compared
 * decoded, and is to begin with that of the root.
 */

static ngx_uint_t
contentlib_address_within(CURLU *url, const char *address, const char *root)
{
    char        *path, *above;
    const char  *slash;
    ngx_uint_t   within;

    slash = ngx_strchr(root + sizeof("https://") - 1, '/');

    if (!curl_strnequal(address, root, (size_t) (slash - root) + 1)
        || !contentlib_address_valid(curl_url_get(url, CURLUPART_PATH, &path,
                                                  CURLU_URLDECODE)))
    {
        return 0;
    }

    above = curl_easy_unescape(NULL, slash, 0, NULL);

    if (above == NULL) {
        contentlib_no_memory();
    }

    within = (ngx_strncmp(path, above, ngx_strlen(above)) == 0);

    curl_free(above);
    curl_free(path);

    return within;
}


/*
 * A server that decodes the path, however often, must not find a slash or a dot
 * segment that libcurl did not see; some servers take a backslash for a slash.
 */

static ngx_uint_t
contentlib_address_hides(CURLU *url)
{
    int          len, decoded_len;
    char        *path, *decoded;
    ngx_uint_t   hides;

    if (!contentlib_address_valid(curl_url_get(url, CURLUPART_PATH, &path, 0)))
    {
        return 1;
    }

    decoded_len = (int) ngx_strlen(path);

    do {
        len = decoded_len;
        decoded = curl_easy_unescape(NULL, path, len, &decoded_len);

        if (decoded == NULL) {
            contentlib_no_memory();
        }

        hides = strcasestr(path, "%2e") || strcasestr(path, "%2f")
                || strcasestr(path, "%5c") || ngx_strchr(path, '\\')
                || ngx_strlen(decoded) != (size_t) decoded_len;

        curl_free(path);
        path = decoded;

    } while (!hides && decoded_len < len);

    curl_free(path);

    return hides;
}


/* an address is not called wrong when there is no memory */

static ngx_uint_t
contentlib_address_valid(CURLUcode code)
{
    if (code == CURLUE_OUT_OF_MEMORY) {
        contentlib_no_memory();
    }

    return code == CURLUE_OK;
}
