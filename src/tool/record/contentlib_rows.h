
/*
 * Copyright (C) contentlib authors
 *
 * The records of an import as plain values.  Strings and arrays belong to
 * whoever filled them in.
 */


#ifndef _CONTENTLIB_ROWS_H_INCLUDED_
#define _CONTENTLIB_ROWS_H_INCLUDED_


#include <library/contentlib_records.h>


#define CONTENTLIB_ABSENT    -1             /* of a number */


typedef struct {
    ngx_str_t                slug;
    ngx_str_t                name;
} contentlib_tag_t;


/* the data of a string, and the elements of a list, are NULL if absent */

typedef struct {
    ngx_str_t                platform;      /* absent on pictures */
    ngx_str_t                url;           /* as stored, maybe relative */
    int64_t                  width;         /* CONTENTLIB_ABSENT if absent */
    int64_t                  height;
    int64_t                  size;
    ngx_str_t                format;
} contentlib_rendition_t;


typedef struct {
    int64_t                  id;
    ngx_str_t                alt_text;
    ngx_str_t                content_type;  /* "G" or "I" */
    int64_t                  created;       /* microseconds since the epoch */
    ngx_str_t                static_image;  /* as stored, maybe relative */
    ngx_str_t                partner_page;

    ngx_array_t              tags;          /* of contentlib_tag_t */
    ngx_array_t              downloads;     /* of contentlib_rendition_t */
    ngx_array_t              pictures;      /* of contentlib_rendition_t */
    ngx_array_t              partner_ids;   /* of ngx_str_t */
} contentlib_item_t;


typedef struct {
    ngx_str_t                slug;
    ngx_str_t                name;
    ngx_str_t                description;
    ngx_array_t              items;         /* of int64_t: identifiers */
    ngx_uint_t               display;
    ngx_uint_t               featured;
} contentlib_collection_t;


typedef enum {
    CONTENTLIB_RECORD_ITEM = 0,
    CONTENTLIB_RECORD_TAG,
    CONTENTLIB_RECORD_COLLECTION
} contentlib_record_e;


typedef struct {
    contentlib_record_e      type;
    contentlib_item_t        item;          /* of a collection: its preview */
    contentlib_tag_t         tag;
    contentlib_collection_t  collection;
} contentlib_record_t;


#endif /* _CONTENTLIB_ROWS_H_INCLUDED_ */
