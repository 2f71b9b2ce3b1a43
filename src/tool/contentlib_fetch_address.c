
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_fetch_address.h>

#include <curl/curl.h>


static const char *contentlib_fetch_address_fault(CURLU *url,
    const char *text);
static char *contentlib_fetch_address_text(CURLU *url);
static ngx_uint_t contentlib_fetch_address_has(CURLU *url, CURLUPart part);
static ngx_uint_t contentlib_fetch_address_within(CURLU *url, CURLU *root);
static ngx_uint_t contentlib_fetch_address_same(CURLU *url, CURLU *root,
    CURLUPart part, ngx_uint_t prefix);


char *
contentlib_fetch_address_root(const char *text, contentlib_message_t *message)
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

    if (url == NULL || slashed == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
        goto done;
    }

    (void) snprintf(slashed, len + 2, "%s%s", text,
                    len && text[len - 1] == '/' ? "" : "/");

    fault = contentlib_fetch_address_fault(url, slashed);

    if (fault) {
        (void) contentlib_message_set(message, "contentlib: --from \"%s\" %s",
                                      contentlib_message_quote(quoted,
                                                      (const u_char *) text,
                                                      len),
                                      fault);
        goto done;
    }

    root = contentlib_fetch_address_text(url);

    if (root == NULL) {
        (void) contentlib_message_set(message, "contentlib: out of memory");
    }

done:

    curl_url_cleanup(url);
    free(slashed);

    return root;
}


static const char *
contentlib_fetch_address_fault(CURLU *url, const char *text)
{
    if (!curl_strnequal(text, "http://", 7)
        && !curl_strnequal(text, "https://", 8))
    {
        return "is not an http(s) address";
    }

    if (ngx_strlen(text) > CONTENTLIB_FETCH_ADDRESS / 2) {
        return "is too long";
    }

    if (curl_url_set(url, CURLUPART_URL, text, 0) != CURLUE_OK) {
        return "is not an address";
    }

    /* they would stand in messages, and in the cache */

    if (contentlib_fetch_address_has(url, CURLUPART_USER)
        || contentlib_fetch_address_has(url, CURLUPART_PASSWORD))
    {
        return "has a user name or a password";
    }

    if (contentlib_fetch_address_has(url, CURLUPART_QUERY)
        || contentlib_fetch_address_has(url, CURLUPART_FRAGMENT))
    {
        return "has more than a path";
    }

    return NULL;
}


static ngx_uint_t
contentlib_fetch_address_has(CURLU *url, CURLUPart part)
{
    char       *value;
    CURLUcode   code;

    code = curl_url_get(url, part, &value, 0);

    if (code == CURLUE_OK) {
        curl_free(value);
    }

    return code == CURLUE_OK;
}


/* without the fragment, which no server sees, and a port that says nothing */

static char *
contentlib_fetch_address_text(CURLU *url)
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
contentlib_fetch_address_below(const char *root, const char *found,
    const char *text)
{
    char   *address;
    CURLU  *url, *above;

    url = curl_url();
    above = curl_url();
    address = NULL;

    if (url && above && ngx_strlen(text) <= CONTENTLIB_FETCH_ADDRESS
        && curl_url_set(above, CURLUPART_URL, root, 0) == CURLUE_OK
        && curl_url_set(url, CURLUPART_URL, found, 0) == CURLUE_OK
        && curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK
        && contentlib_fetch_address_within(url, above))
    {
        address = contentlib_fetch_address_text(url);
    }

    curl_url_cleanup(url);
    curl_url_cleanup(above);

    return address;
}


static ngx_uint_t
contentlib_fetch_address_within(CURLU *url, CURLU *root)
{
    return !contentlib_fetch_address_has(url, CURLUPART_USER)
           && !contentlib_fetch_address_has(url, CURLUPART_PASSWORD)
           && contentlib_fetch_address_same(url, root, CURLUPART_SCHEME, 0)
           && contentlib_fetch_address_same(url, root, CURLUPART_HOST, 0)
           && contentlib_fetch_address_same(url, root, CURLUPART_PORT, 0)
           && contentlib_fetch_address_same(url, root, CURLUPART_PATH, 1);
}


/* a path is compared to the letter, and is to begin with the one of the root */

static ngx_uint_t
contentlib_fetch_address_same(CURLU *url, CURLU *root, CURLUPart part,
    ngx_uint_t prefix)
{
    char        *one, *other;
    ngx_uint_t   same;

    if (curl_url_get(root, part, &one, CURLU_DEFAULT_PORT) != CURLUE_OK) {
        return 0;
    }

    if (curl_url_get(url, part, &other, CURLU_DEFAULT_PORT) != CURLUE_OK) {
        curl_free(one);
        return 0;
    }

    same = prefix ? ngx_strncmp(one, other, ngx_strlen(one)) == 0
                  : curl_strequal(one, other) != 0;

    curl_free(one);
    curl_free(other);

    return same;
}
