
/*
 * Copyright (C) contentlib authors
 */


#include <tool/from/contentlib_from_address.h>

#include <curl/curl.h>


static const char *contentlib_from_address_fault(CURLU *url, const char *text);
static char *contentlib_from_address_text(CURLU *url);
static ngx_uint_t contentlib_from_address_has(CURLU *url, CURLUPart part);
static ngx_uint_t contentlib_from_address_within(CURLU *url, CURLU *root);
static ngx_uint_t contentlib_from_address_same(CURLU *url, CURLU *root,
    CURLUPart part);
static ngx_uint_t contentlib_from_address_hides(CURLU *url);


char *
contentlib_from_address_root(const char *text, contentlib_message_t *message)
{
    char        *root, *slashed;
    char         quoted[CONTENTLIB_QUOTE_SIZE];
    size_t       len;
    CURLU       *url;
    const char  *fault;

    len = ngx_strlen(text);
    url = curl_url();
    slashed = ngx_alloc(len + 2, NULL);
    root = NULL;
    fault = NULL;

    if (url && slashed) {
        (void) snprintf(slashed, len + 2, "%s%s", text,
                        len && text[len - 1] == '/' ? "" : "/");

        fault = contentlib_from_address_fault(url, slashed);

        if (fault == NULL) {
            root = contentlib_from_address_text(url);
        }
    }

    curl_url_cleanup(url);
    free(slashed);

    if (fault) {
        (void) contentlib_message_set(message, "contentlib: --from \"%s\" %s",
                                      contentlib_message_quote(quoted,
                                                      (const u_char *) text,
                                                      len),
                                      fault);

    } else if (root == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
    }

    return root;
}


static const char *
contentlib_from_address_fault(CURLU *url, const char *text)
{
    if (!curl_strnequal(text, "http://", 7)
        && !curl_strnequal(text, "https://", 8))
    {
        return "is not an http(s) address";
    }

    if (ngx_strlen(text) > CONTENTLIB_FROM_ADDRESS / 2) {
        return "is too long";
    }

    if (curl_url_set(url, CURLUPART_URL, text, 0) != CURLUE_OK) {
        return "is not an address";
    }

    /* it would be in messages, and in the cache */

    if (contentlib_from_address_has(url, CURLUPART_USER)
        || contentlib_from_address_has(url, CURLUPART_PASSWORD))
    {
        return "has a user name or a password";
    }

    if (contentlib_from_address_has(url, CURLUPART_QUERY)
        || contentlib_from_address_has(url, CURLUPART_FRAGMENT))
    {
        return "has more than a path";
    }

    if (contentlib_from_address_hides(url)) {
        return "has an encoded \"/\", \".\" or \"\\\"";
    }

    return NULL;
}


static ngx_uint_t
contentlib_from_address_has(CURLU *url, CURLUPart part)
{
    char       *value;
    CURLUcode   code;

    code = curl_url_get(url, part, &value, 0);

    if (code == CURLUE_OK) {
        curl_free(value);
    }

    return code == CURLUE_OK;
}


/* without the fragment, which no server sees, and without a default port */

static char *
contentlib_from_address_text(CURLU *url)
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


char *
contentlib_from_address_below(const char *root, const char *found,
    const char *text)
{
    char   *address;
    CURLU  *url, *above;

    url = curl_url();
    above = curl_url();
    address = NULL;

    /* libcurl resolves "text", and removes its dot segments */

    if (url && above && ngx_strlen(text) <= CONTENTLIB_FROM_ADDRESS
        && curl_url_set(above, CURLUPART_URL, root, 0) == CURLUE_OK
        && curl_url_set(url, CURLUPART_URL, found, 0) == CURLUE_OK
        && curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK
        && contentlib_from_address_within(url, above))
    {
        address = contentlib_from_address_text(url);
    }

    curl_url_cleanup(url);
    curl_url_cleanup(above);

    return address;
}


static ngx_uint_t
contentlib_from_address_within(CURLU *url, CURLU *root)
{
    return !contentlib_from_address_has(url, CURLUPART_USER)
           && !contentlib_from_address_has(url, CURLUPART_PASSWORD)
           && contentlib_from_address_same(url, root, CURLUPART_SCHEME)
           && contentlib_from_address_same(url, root, CURLUPART_HOST)
           && contentlib_from_address_same(url, root, CURLUPART_PORT)
           && contentlib_from_address_same(url, root, CURLUPART_PATH)
           && !contentlib_from_address_hides(url);
}


/* a path is to begin with that of the root; both are compared decoded */

static ngx_uint_t
contentlib_from_address_same(CURLU *url, CURLU *root, CURLUPart part)
{
    char        *one, *other;
    ngx_uint_t   flags, same;

    one = NULL;
    other = NULL;
    same = 0;
    flags = CURLU_DEFAULT_PORT
            | (part == CURLUPART_PATH ? CURLU_URLDECODE : 0);

    if (curl_url_get(root, part, &one, (unsigned) flags) == CURLUE_OK
        && curl_url_get(url, part, &other, (unsigned) flags) == CURLUE_OK)
    {
        same = (part == CURLUPART_PATH)
               ? ngx_strncmp(one, other, ngx_strlen(one)) == 0
               : curl_strequal(one, other) != 0;
    }

    curl_free(one);
    curl_free(other);

    return same;
}


/*
 * Whether a server that decodes the path, be it twice, could find a slash or a
 * dot segment that libcurl did not see; a backslash is a slash to some.
 */

static ngx_uint_t
contentlib_from_address_hides(CURLU *url)
{
    char        *path;
    size_t       i;
    ngx_uint_t   decoded, hides;

    static const char *const  hidden[] = { "%2e", "%2f", "%5c", "\\" };

    hides = 0;

    for (decoded = 0; decoded < 2 && !hides; decoded++) {

        if (curl_url_get(url, CURLUPART_PATH, &path,
                         decoded ? CURLU_URLDECODE : 0)
            != CURLUE_OK)
        {
            return 1;
        }

        for (i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++) {
            hides |= (strcasestr(path, hidden[i]) != NULL);
        }

        curl_free(path);
    }

    return hides;
}
