
/*
 * Copyright (C) contentlib authors
 *
 * Parses and resolves addresses by libcurl.
 */


#include <tool/from/contentlib_address.h>

#include <curl/curl.h>


static const char *contentlib_address_fault(CURLU *url, const char *text);
static CURLUcode contentlib_address_text(CURLU *url, char *to, int size);
static CURLUcode contentlib_address_within(CURLU *url, const char *address,
    const char *root);
static CURLUcode contentlib_address_hides(CURLU *url);


ngx_int_t
contentlib_address_root(char root[CONTENTLIB_ADDRESS_ROOT], const char *text,
    contentlib_message_t *message)
{
    char         quoted[CONTENTLIB_QUOTE_SIZE];
    CURLU       *url;
    size_t       len;
    CURLUcode    code;
    const char  *fault;

    len = ngx_strlen(text);

    (void) snprintf(root, CONTENTLIB_ADDRESS_ROOT, "%s%s", text,
                    len && text[len - 1] == '/' ? "" : "/");

    url = curl_url();
    fault = (len > CONTENTLIB_ADDRESS_ROOT / 2)
            ? "is too long" : contentlib_address_fault(url, root);
    code = fault ? CURLUE_OK : contentlib_address_text(url, root,
                                                     CONTENTLIB_ADDRESS_ROOT);
    curl_url_cleanup(url);

    if (code != CURLUE_OK) {
        contentlib_no_memory();
    }

    return fault ? contentlib_message_set(message,
                                          "contentlib: --from \"%s\" %s",
                                          contentlib_message_string(quoted,
                                                                    text),
                                          fault)
                 : NGX_OK;
}


static const char *
contentlib_address_fault(CURLU *url, const char *text)
{
    CURLUcode  code;

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

    code = contentlib_address_hides(url);

    if (code == CURLUE_OUT_OF_MEMORY) {
        contentlib_no_memory();
    }

    return code == CURLUE_OK ? NULL
                             : "has an encoded \"/\", \".\" or \"\\\"";
}


ngx_int_t
contentlib_address_below(const char *root, char address[CONTENTLIB_ADDRESS],
    const char *text)
{
    CURLU      *url;
    CURLUcode   code;

    if (ngx_strlen(text) > CONTENTLIB_ADDRESS / 2) {
        return NGX_DECLINED;
    }

    url = curl_url();
    code = url ? curl_url_set(url, CURLUPART_URL, address, 0)
               : CURLUE_OUT_OF_MEMORY;

    /* libcurl resolves "text", and removes its dot segments */

    if (code == CURLUE_OK) {
        code = curl_url_set(url, CURLUPART_URL, text, CURLU_DISALLOW_USER);
    }

    if (code == CURLUE_OK) {
        code = contentlib_address_hides(url);
    }

    if (code == CURLUE_OK) {
        code = contentlib_address_text(url, address, CONTENTLIB_ADDRESS);
    }

    if (code == CURLUE_OK) {
        code = contentlib_address_within(url, address, root);
    }

    curl_url_cleanup(url);

    if (code == CURLUE_OUT_OF_MEMORY) {
        contentlib_no_memory();
    }

    return code == CURLUE_OK ? NGX_OK : NGX_DECLINED;
}


/*
 * Without the fragment, which no server sees, and without a default port.  The
 * code is that of libcurl, here and below, or CURLUE_MALFORMED_INPUT.
 */

static CURLUcode
contentlib_address_text(CURLU *url, char *to, int size)
{
    int         len;
    char       *text;
    CURLUcode   code;

    code = curl_url_set(url, CURLUPART_FRAGMENT, NULL, 0);

    if (code == CURLUE_OK) {
        code = curl_url_get(url, CURLUPART_URL, &text, CURLU_NO_DEFAULT_PORT);
    }

    if (code != CURLUE_OK) {
        return code;
    }

    len = snprintf(to, (size_t) size, "%s", text);
    curl_free(text);

    return len < size ? CURLUE_OK : CURLUE_MALFORMED_INPUT;
}


/*
 * The text of both has the same form up to the path.  The path is compared
 * decoded, and is to begin with that of the root.
 */

static CURLUcode
contentlib_address_within(CURLU *url, const char *address, const char *root)
{
    char        *path, *above;
    CURLUcode    code;
    const char  *slash;

    slash = ngx_strchr(root + sizeof("https://") - 1, '/');

    if (!curl_strnequal(address, root, (size_t) (slash - root) + 1)) {
        return CURLUE_MALFORMED_INPUT;
    }

    code = curl_url_get(url, CURLUPART_PATH, &path, CURLU_URLDECODE);

    if (code != CURLUE_OK) {
        return code;
    }

    above = curl_easy_unescape(NULL, slash, 0, NULL);

    if (above == NULL) {
        code = CURLUE_OUT_OF_MEMORY;

    } else if (ngx_strncmp(path, above, ngx_strlen(above)) != 0) {
        code = CURLUE_MALFORMED_INPUT;
    }

    curl_free(above);
    curl_free(path);

    return code;
}


/*
 * A server that decodes the path, however often, must not find a slash or a dot
 * segment that libcurl did not see; some servers take a backslash for a slash.
 */

static CURLUcode
contentlib_address_hides(CURLU *url)
{
    int         len, decoded_len;
    char       *path, *decoded;
    CURLUcode   code;

    code = curl_url_get(url, CURLUPART_PATH, &path, 0);

    if (code != CURLUE_OK) {
        return code;
    }

    decoded_len = (int) ngx_strlen(path);

    do {
        len = decoded_len;
        decoded = curl_easy_unescape(NULL, path, len, &decoded_len);

        if (decoded == NULL) {
            code = CURLUE_OUT_OF_MEMORY;

        } else if (strcasestr(path, "%2e") || strcasestr(path, "%2f")
                   || strcasestr(path, "%5c") || ngx_strchr(path, '\\')
                   || ngx_strlen(decoded) != (size_t) decoded_len)
        {
            code = CURLUE_MALFORMED_INPUT;
        }

        curl_free(path);
        path = decoded;

    } while (code == CURLUE_OK && decoded_len < len);

    curl_free(path);

    return code;
}
