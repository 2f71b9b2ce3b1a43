
/*
 * Copyright (C) contentlib authors
 *
 * Parses and resolves addresses by libcurl.
 */


#include <tool/from/contentlib_address.h>

#include <curl/curl.h>


static const char *contentlib_address_fault(CURLU *url, const char *text);
static ngx_int_t contentlib_address_text(CURLU *url, char *to, int size);
static ngx_uint_t contentlib_address_within(CURLU *url, const char *address,
    const char *root);
static ngx_uint_t contentlib_address_hides(CURLU *url);


ngx_int_t
contentlib_address_root(char root[CONTENTLIB_ADDRESS_ROOT], const char *text,
    contentlib_message_t *message)
{
    char         quoted[CONTENTLIB_QUOTE_SIZE];
    CURLU       *url;
    size_t       len;
    ngx_int_t    rc;
    const char  *fault;

    len = ngx_strlen(text);

    (void) snprintf(root, CONTENTLIB_ADDRESS_ROOT, "%s%s", text,
                    len && text[len - 1] == '/' ? "" : "/");

    url = curl_url();
    fault = (len > CONTENTLIB_ADDRESS_ROOT / 2)
            ? "is too long" : contentlib_address_fault(url, root);
    rc = fault ? NGX_OK : contentlib_address_text(url, root,
                                                  CONTENTLIB_ADDRESS_ROOT);
    curl_url_cleanup(url);

    if (fault) {
        return contentlib_message_set(message, "contentlib: --from \"%s\" %s",
                                      contentlib_message_string(quoted, text),
                                      fault);
    }

    return rc == NGX_OK ? NGX_OK : contentlib_message_no_memory(message);
}


static const char *
contentlib_address_fault(CURLU *url, const char *text)
{
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

    url = curl_url();

    /* libcurl resolves "text", and removes its dot segments */

    below = ngx_strlen(text) <= CONTENTLIB_ADDRESS / 2
            && curl_url_set(url, CURLUPART_URL, address, 0) == CURLUE_OK
            && curl_url_set(url, CURLUPART_URL, text, CURLU_DISALLOW_USER)
               == CURLUE_OK
            && !contentlib_address_hides(url)
            && contentlib_address_text(url, address, CONTENTLIB_ADDRESS)
               == NGX_OK
            && contentlib_address_within(url, address, root);

    curl_url_cleanup(url);

    return below ? NGX_OK : NGX_DECLINED;
}


/* without the fragment, which no server sees, and without a default port */

static ngx_int_t
contentlib_address_text(CURLU *url, char *to, int size)
{
    int    len;
    char  *text;

    if (curl_url_set(url, CURLUPART_FRAGMENT, NULL, 0) != CURLUE_OK
        || curl_url_get(url, CURLUPART_URL, &text, CURLU_NO_DEFAULT_PORT)
           != CURLUE_OK)
    {
        return NGX_ERROR;
    }

    len = snprintf(to, (size_t) size, "%s", text);
    curl_free(text);

    return len < size ? NGX_OK : NGX_ERROR;
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
        || curl_url_get(url, CURLUPART_PATH, &path, CURLU_URLDECODE)
           != CURLUE_OK)
    {
        return 0;
    }

    above = curl_easy_unescape(NULL, slash, 0, NULL);
    within = above && ngx_strncmp(path, above, ngx_strlen(above)) == 0;

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

    if (curl_url_get(url, CURLUPART_PATH, &path, 0) != CURLUE_OK) {
        return 1;
    }

    decoded_len = (int) ngx_strlen(path);

    do {
        len = decoded_len;
        decoded = curl_easy_unescape(NULL, path, len, &decoded_len);

        hides = strcasestr(path, "%2e") || strcasestr(path, "%2f")
                || strcasestr(path, "%5c") || ngx_strchr(path, '\\')
                || decoded == NULL
                || ngx_strlen(decoded) != (size_t) decoded_len;

        curl_free(path);
        path = decoded;

    } while (!hides && decoded_len < len);

    curl_free(path);

    return hides;
}
