
/*
 * Copyright (C) contentlib authors
 *
 * Parses and resolves addresses by libcurl.
 */


#include <tool/from/contentlib_address.h>

#include <curl/curl.h>


static const char *contentlib_address_fault(const char *text);
static char *contentlib_address_text(CURLU *url);
static ngx_uint_t contentlib_address_within(CURLU *url, CURLU *root);
static ngx_uint_t contentlib_address_hides(CURLU *url);


char *
contentlib_address_root(const char *text, contentlib_message_t *message)
{
    char        *root;
    char         quoted[CONTENTLIB_QUOTE_SIZE], slashed[CONTENTLIB_ADDRESS];
    size_t       len;
    const char  *fault;

    len = ngx_strlen(text);
    root = NULL;

    (void) snprintf(slashed, sizeof(slashed), "%s%s", text,
                    len && text[len - 1] == '/' ? "" : "/");

    fault = (len > CONTENTLIB_ADDRESS / 2) ? "is too long"
                                           : contentlib_address_fault(slashed);

    if (fault) {
        (void) contentlib_message_set(message, "contentlib: --from \"%s\" %s",
                                      contentlib_message_quote(quoted,
                                                      (const u_char *) text,
                                                      len),
                                      fault);
        return NULL;
    }

    root = contentlib_address_below(slashed, slashed, slashed);

    if (root == NULL) {
        (void) contentlib_message_no_memory(message);
    }

    return root;
}


static const char *
contentlib_address_fault(const char *text)
{
    CURLU       *url;
    CURLUcode    code;
    ngx_uint_t   hides;

    if (!curl_strnequal(text, "http://", 7)
        && !curl_strnequal(text, "https://", 8))
    {
        return "is not an http(s) address";
    }

    /* a password would be in messages, and in the cache */

    url = curl_url();
    code = curl_url_set(url, CURLUPART_URL, text, CURLU_DISALLOW_USER);
    hides = (code == CURLUE_OK && contentlib_address_hides(url));
    curl_url_cleanup(url);

    if (code == CURLUE_USER_NOT_ALLOWED) {
        return "has a user name or a password";
    }

    if (code != CURLUE_OK) {
        return "is not an address";
    }

    if (text[strcspn(text, "?#")]) {
        return "has a query or a fragment";
    }

    return hides ? "has an encoded \"/\", \".\" or \"\\\"" : NULL;
}


char *
contentlib_address_below(const char *root, const char *found, const char *text)
{
    char   *address;
    CURLU  *url, *above;

    url = curl_url();
    above = curl_url();
    address = NULL;

    /* libcurl resolves "text", and removes its dot segments */

    if (ngx_strlen(text) <= CONTENTLIB_ADDRESS
        && curl_url_set(above, CURLUPART_URL, root, 0) == CURLUE_OK
        && curl_url_set(url, CURLUPART_URL, found, 0) == CURLUE_OK
        && curl_url_set(url, CURLUPART_URL, text, CURLU_DISALLOW_USER)
           == CURLUE_OK
        && contentlib_address_within(url, above)
        && !contentlib_address_hides(url))
    {
        address = contentlib_address_text(url);
    }

    curl_url_cleanup(url);
    curl_url_cleanup(above);

    return address;
}


/* without the fragment, which no server sees, and without a default port */

static char *
contentlib_address_text(CURLU *url)
{
    char  *text, *copy;

    if (curl_url_set(url, CURLUPART_FRAGMENT, NULL, 0) != CURLUE_OK
        || curl_url_get(url, CURLUPART_URL, &text, CURLU_NO_DEFAULT_PORT)
           != CURLUE_OK)
    {
        return NULL;
    }

    copy = strdup(text);
    curl_free(text);

    return copy;
}


/* the path is compared decoded, and is to begin with that of the root */

static ngx_uint_t
contentlib_address_within(CURLU *url, CURLU *root)
{
    char        *one, *other;
    size_t       i;
    unsigned     flags;
    ngx_uint_t   within;

    static const CURLUPart  parts[] = {
        CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT, CURLUPART_PATH
    };

    within = 1;

    for (i = 0; i < sizeof(parts) / sizeof(parts[0]) && within; i++) {
        one = NULL;
        other = NULL;
        flags = (parts[i] == CURLUPART_PATH) ? CURLU_URLDECODE
                                             : CURLU_DEFAULT_PORT;

        if (curl_url_get(root, parts[i], &one, flags) != CURLUE_OK
            || curl_url_get(url, parts[i], &other, flags) != CURLUE_OK)
        {
            within = 0;

        } else if (parts[i] == CURLUPART_PATH) {
            within = (ngx_strncmp(one, other, ngx_strlen(one)) == 0);

        } else {
            within = (curl_strequal(one, other) != 0);
        }

        curl_free(one);
        curl_free(other);
    }

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

    hides = 0;
    decoded_len = (int) ngx_strlen(path);

    do {
        hides = strcasestr(path, "%2e") || strcasestr(path, "%2f")
                || strcasestr(path, "%5c") || ngx_strchr(path, '\\');

        len = decoded_len;
        decoded = curl_easy_unescape(NULL, path, len, &decoded_len);

        if (decoded == NULL || ngx_strlen(decoded) != (size_t) decoded_len) {
            hides = 1;
        }

        curl_free(path);
        path = decoded;

    } while (!hides && decoded_len < len);

    curl_free(path);

    return hides;
}
