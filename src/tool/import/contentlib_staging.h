
/*
 * Copyright (C) contentlib authors
 *
 * The temporary database of the stage and its statements, for the files that
 * fill its tables: contentlib_stage_*.c.
 */


#ifndef _CONTENTLIB_STAGING_H_INCLUDED_
#define _CONTENTLIB_STAGING_H_INCLUDED_


#include <tool/import/contentlib_stage.h>


/* slots of the cache of tags, a power of two, and room for slug and name */

#define CONTENTLIB_STAGE_SLOTS  16384
#define CONTENTLIB_STAGE_ROOM   116


typedef struct {
    uint32_t                   number;
    unsigned                   old:1;
    uint16_t                   slug;        /* length; 0: no tag */
    uint16_t                   name;        /* length */
    u_char                     data[CONTENTLIB_STAGE_ROOM];
} contentlib_stage_tag_t;


typedef enum {
    CONTENTLIB_STAGE_SQL_FILE = 0,
    CONTENTLIB_STAGE_SQL_ITEM,
    CONTENTLIB_STAGE_SQL_ITEM_FIND,
    CONTENTLIB_STAGE_SQL_RECORD,
    CONTENTLIB_STAGE_SQL_TAG,
    CONTENTLIB_STAGE_SQL_TAG_FIND,
    CONTENTLIB_STAGE_SQL_COLLECTION,
    CONTENTLIB_STAGE_SQL_COLLECTION_FIND,
    CONTENTLIB_STAGE_SQL_MEMBERS_CLEAR,
    CONTENTLIB_STAGE_SQL_MEMBER,
    CONTENTLIB_STAGE_SQL_MEMBERS_REMOVED,
    CONTENTLIB_STAGE_SQL_MEMBER_MISSING,
    CONTENTLIB_STAGE_SQL_REMOVE,
    CONTENTLIB_STAGE_SQL_REMOVED_PREVIEW,
    CONTENTLIB_STAGE_SQL_HIGHEST,
    CONTENTLIB_STAGE_SQL_ITEM_EXISTING,
    CONTENTLIB_STAGE_SQL_TAG_NAMED,
    CONTENTLIB_STAGE_SQL_SLUG,
    CONTENTLIB_STAGE_SQL_MAX
} contentlib_stage_sql_e;


struct contentlib_stage_s {
    contentlib_sql_t           sql;
    contentlib_message_t      *message;
    sqlite3_stmt              *statements[CONTENTLIB_STAGE_SQL_MAX];

    uint64_t                   records;
    uint64_t                   tags;

    contentlib_stage_tag_t     slots[CONTENTLIB_STAGE_SLOTS];

    /* of the item at hand */

    ngx_pool_t                *pool;
    ngx_str_t                  json;
    ngx_str_t                  numbers;     /* of its tags, as bytes */
};


/* the items that the record of a collection, which has a number, lists */

ngx_int_t contentlib_stage_members(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_collection_t *collection,
    int64_t number, contentlib_stage_origin_e origin);


#endif /* _CONTENTLIB_STAGING_H_INCLUDED_ */
