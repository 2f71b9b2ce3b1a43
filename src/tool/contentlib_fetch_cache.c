
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_fetch_cache.h>

#include <tool/contentlib_fetch_file.h>

#include <json-c/json.h>
#include <limits.h>
#include <sys/stat.h>


#define CONTENTLIB_FETCH_CACHE_WALK_FILE  "walk"


static ngx_int_t contentlib_fetch_cache_about(contentlib_fetch_cache_t *cache,
    const char *name, json_object **json);
static const char *contentlib_fetch_cache_string(json_object *json,
    const char *key);
static ngx_int_t contentlib_fetch_cache_name(contentlib_fetch_cache_t *cache,
    const char *address, char name[CONTENTLIB_FETCH_FILE_NAME]);
static ngx_int_t contentlib_fetch_cache_write(contentlib_fetch_cache_t *cache,
    const char *name, const char *suffix, const void *data, size_t len);


ngx_int_t
contentlib_fetch_cache_open(contentlib_fetch_cache_t *cache,
    const char *directory, contentlib_message_t *message)
{
    size_t     len;
    ngx_int_t  rc;
    ngx_str_t  walk;
    char       quoted[CONTENTLIB_QUOTE_SIZE];

    ngx_memzero(cache, sizeof(contentlib_fetch_cache_t));

    cache->directory = directory;
    cache->message = message;

    if (directory == NULL) {
        return NGX_OK;
    }

    if (mkdir(directory, 0777) == -1 && errno != EEXIST) {
        return contentlib_message_set(message, "contentlib: cannot create "
                                      "\"%s\": %s",
                                      contentlib_message_quote(quoted,
                                                  (const u_char *) directory,
                                                  ngx_strlen(directory)),
                                      strerror(errno));
    }

    rc = contentlib_fetch_file_read(directory,
                                    CONTENTLIB_FETCH_CACHE_WALK_FILE, "",
                                    &walk, message);

    if (rc != NGX_OK) {
        return rc == NGX_ERROR ? NGX_ERROR
                               : contentlib_fetch_cache_anew(cache);
    }

    len = ngx_min(walk.len, sizeof(cache->walk) - 1);
    ngx_memcpy(cache->walk, walk.data, len);
    free(walk.data);

    return NGX_OK;
}


void
contentlib_fetch_cache_close(contentlib_fetch_cache_t *cache)
{
    free(cache->data);
}


/* no two walks have the same name */

ngx_int_t
contentlib_fetch_cache_anew(contentlib_fetch_cache_t *cache)
{
    struct timespec  now;

    if (cache->directory == NULL) {
        return NGX_OK;
    }

    (void) clock_gettime(CLOCK_REALTIME, &now);
    (void) snprintf(cache->walk, sizeof(cache->walk), "%lld.%09ld",
                    (long long) now.tv_sec, now.tv_nsec);

    return contentlib_fetch_cache_write(cache,
                                        CONTENTLIB_FETCH_CACHE_WALK_FILE, "",
                                        cache->walk, ngx_strlen(cache->walk));
}


void
contentlib_fetch_cache_done(contentlib_fetch_cache_t *cache)
{
    if (cache->directory) {
        contentlib_fetch_file_remove(cache->directory,
                                     CONTENTLIB_FETCH_CACHE_WALK_FILE);
    }
}


ngx_int_t
contentlib_fetch_cache_find(contentlib_fetch_cache_t *cache,
    const char *address, contentlib_fetch_kept_t *kept)
{
    char          name[CONTENTLIB_FETCH_FILE_NAME];
    char          digest[CONTENTLIB_FETCH_FILE_NAME];
    ngx_int_t     rc;
    json_object  *json;

    if (cache->directory == NULL) {
        return NGX_DECLINED;
    }

    free(cache->data);
    cache->data = NULL;

    if (contentlib_fetch_cache_name(cache, address, name) != NGX_OK) {
        return NGX_ERROR;
    }

    rc = contentlib_fetch_cache_about(cache, name, &json);

    if (rc != NGX_OK) {
        return rc;
    }

    rc = contentlib_fetch_file_read(cache->directory, name, ".page",
                                    &kept->body, cache->message);

    if (rc == NGX_OK) {
        cache->data = kept->body.data;
        rc = contentlib_fetch_file_name(kept->body.data, kept->body.len,
                                        digest, cache->message);
    }

    if (rc == NGX_OK) {
        (void) snprintf(kept->tag, sizeof(kept->tag), "%s",
                        contentlib_fetch_cache_string(json, "etag"));
        kept->current = !ngx_strcmp(contentlib_fetch_cache_string(json,
                                                                  "walk"),
                                    cache->walk);

        if (ngx_strcmp(contentlib_fetch_cache_string(json, "digest"), digest)
            || ngx_strcmp(contentlib_fetch_cache_string(json, "address"),
                          address))
        {
            rc = NGX_DECLINED;
        }
    }

    json_object_put(json);

    return rc;
}


/* what is told of a body; a file that is damaged tells nothing */

static ngx_int_t
contentlib_fetch_cache_about(contentlib_fetch_cache_t *cache, const char *name,
    json_object **json)
{
    ngx_int_t      rc;
    ngx_str_t      text;
    json_tokener  *tokener;

    rc = contentlib_fetch_file_read(cache->directory, name, ".json", &text,
                                    cache->message);

    if (rc != NGX_OK) {
        return rc;
    }

    *json = NULL;
    tokener = json_tokener_new();

    if (tokener && text.len < INT_MAX) {
        *json = json_tokener_parse_ex(tokener, (const char *) text.data,
                                      (int) text.len);
        json_tokener_free(tokener);
    }

    free(text.data);

    return *json ? NGX_OK : NGX_DECLINED;
}


static const char *
contentlib_fetch_cache_string(json_object *json, const char *key)
{
    json_object  *value;

    return json_object_object_get_ex(json, key, &value)
           && json_object_is_type(value, json_type_string)
           ? json_object_get_string(value) : "";
}


ngx_int_t
contentlib_fetch_cache_touch(contentlib_fetch_cache_t *cache,
    const char *address, const contentlib_fetch_kept_t *kept)
{
    char          name[CONTENTLIB_FETCH_FILE_NAME];
    char          digest[CONTENTLIB_FETCH_FILE_NAME];
    size_t        len;
    ngx_int_t     rc;
    const char   *text;
    json_object  *json;

    if (cache->directory == NULL) {
        return NGX_OK;
    }

    if (contentlib_fetch_cache_name(cache, address, name) != NGX_OK
        || contentlib_fetch_file_name(kept->body.data, kept->body.len, digest,
                                      cache->message)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    json = json_object_new_object();
    text = NULL;

    if (json
        && json_object_object_add(json, "address",
                                  json_object_new_string(address)) == 0
        && json_object_object_add(json, "digest",
                                  json_object_new_string(digest)) == 0
        && json_object_object_add(json, "etag",
                                  json_object_new_string(kept->tag)) == 0
        && json_object_object_add(json, "walk",
                                  json_object_new_string(cache->walk)) == 0)
    {
        text = json_object_to_json_string_length(json, JSON_C_TO_STRING_PLAIN,
                                                 &len);
    }

    rc = text ? contentlib_fetch_cache_write(cache, name, ".json", text, len)
              : contentlib_message_set(cache->message,
                                       "contentlib: out of memory");

    json_object_put(json);

    return rc;
}


ngx_int_t
contentlib_fetch_cache_put(contentlib_fetch_cache_t *cache,
    const char *address, const contentlib_fetch_kept_t *kept)
{
    char  name[CONTENTLIB_FETCH_FILE_NAME];

    if (cache->directory == NULL) {
        return NGX_OK;
    }

    if (contentlib_fetch_cache_name(cache, address, name) != NGX_OK
        || contentlib_fetch_cache_write(cache, name, ".page",
                                        kept->body.data, kept->body.len)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_fetch_cache_touch(cache, address, kept);
}


static ngx_int_t
contentlib_fetch_cache_name(contentlib_fetch_cache_t *cache,
    const char *address, char name[CONTENTLIB_FETCH_FILE_NAME])
{
    return contentlib_fetch_file_name(address, ngx_strlen(address), name,
                                      cache->message);
}


static ngx_int_t
contentlib_fetch_cache_write(contentlib_fetch_cache_t *cache, const char *name,
    const char *suffix, const void *data, size_t len)
{
    return contentlib_fetch_file_write(cache->directory, name, suffix, data,
                                       len, cache->message);
}
