
/*
 * Copyright (C) contentlib authors
 *
 * A tree that is used again is walked along while fields are added: where the
 * next one is there already, with the same key and type, only its value is
 * replaced; where it is not, what follows in its parent is removed, and the
 * tree grows from there.
 */


#include <render/contentlib_json_private.h>


#define CONTENTLIB_JSON_ADD                                                   \
    (JSON_C_OBJECT_ADD_KEY_IS_NEW|JSON_C_OBJECT_ADD_CONSTANT_KEY)


static contentlib_json_frame_t *contentlib_json_frame(contentlib_json_t *json,
    contentlib_json_node_t *parent);
static void contentlib_json_trim(contentlib_json_frame_t *frame);


contentlib_json_node_t *
contentlib_json_push(contentlib_json_t *json, contentlib_json_node_t *node)
{
    contentlib_json_frame_t  *frame;

    if (json->depth == CONTENTLIB_JSON_DEPTH) {
        json->failed = 1;
        return NULL;
    }

    frame = &json->frames[json->depth++];

    frame->node = node;
    frame->n = 0;
    frame->entry = (json_object_get_type(node) == json_type_object)
                   ? json_object_get_object(node)->head : NULL;

    return node;
}


void
contentlib_json_complete(contentlib_json_t *json)
{
    while (json->depth > 0) {
        contentlib_json_trim(&json->frames[--json->depth]);
    }
}


/* containers below the parent are complete */

static contentlib_json_frame_t *
contentlib_json_frame(contentlib_json_t *json, contentlib_json_node_t *parent)
{
    while (json->depth > 0) {

        if (json->frames[json->depth - 1].node == parent) {
            return &json->frames[json->depth - 1];
        }

        contentlib_json_trim(&json->frames[--json->depth]);
    }

    json->failed = 1;

    return NULL;
}


/* what has not been walked along is of an earlier value */

static void
contentlib_json_trim(contentlib_json_frame_t *frame)
{
    size_t       n;
    const char  *key;

    if (json_object_get_type(frame->node) == json_type_array) {

        n = json_object_array_length(frame->node);

        if (n > frame->n) {
            (void) json_object_array_del_idx(frame->node, frame->n,
                                             n - frame->n);
        }

        return;
    }

    while (frame->entry != NULL) {
        key = lh_entry_k(frame->entry);
        frame->entry = frame->entry->next;

        json_object_object_del(frame->node, key);
    }
}


contentlib_json_node_t *
contentlib_json_next(contentlib_json_t *json, contentlib_json_node_t *parent,
    const char *key, enum json_type type, size_t length)
{
    contentlib_json_node_t   *node;
    contentlib_json_frame_t  *frame;

    frame = json->failed ? NULL : contentlib_json_frame(json, parent);

    if (frame == NULL) {
        return NULL;
    }

    json->length += length + (frame->n > 0);

    if (key == NULL) {
        node = (frame->n < json_object_array_length(parent))
               ? json_object_array_get_idx(parent, frame->n) : NULL;

    } else {
        json->length += contentlib_json_string_length((const u_char *) key,
                                                      ngx_strlen(key))
                        + 1;
        node = (frame->entry != NULL && lh_entry_k(frame->entry) == key)
               ? lh_entry_v(frame->entry) : NULL;
    }

    if (node != NULL && json_object_get_type(node) == type) {
        frame->n++;
        frame->entry = key ? frame->entry->next : NULL;

        return node;
    }

    contentlib_json_trim(frame);

    return NULL;
}


contentlib_json_node_t *
contentlib_json_add(contentlib_json_t *json, const char *key,
    contentlib_json_node_t *child)
{
    int                       rc;
    contentlib_json_frame_t  *frame;

    if (json->failed || child == NULL) {
        goto failed;
    }

    frame = &json->frames[json->depth - 1];

    rc = key ? json_object_object_add_ex(frame->node, key, child,
                                         CONTENTLIB_JSON_ADD)
             : json_object_array_add(frame->node, child);

    if (rc != 0) {
        goto failed;
    }

    frame->n++;

    return child;

failed:

    json->failed = 1;
    (void) json_object_put(child);

    return NULL;
}
