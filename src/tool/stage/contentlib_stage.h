
/*
 * Copyright (C) contentlib authors
 *
 * The records of an import between reading and writing: in a temporary
 * database of its own, on disk, so that memory stays small.
 *
 * With --merge, the tags and the collections of the old library get their
 * numbers first.  The records of the input follow, then those of the old
 * library, which fill in what the input did not give.  So nothing that is
 * staged changes.
 *
 * With --keep-ids, the old library tells the tables of the input identifiers,
 * times and slugs.  Of its records, collections are staged whose items are
 * there, and items of directories that could not be read.
 *
 * Owner: whoever opened it; contentlib_stage_close() frees everything.
 */


#ifndef _CONTENTLIB_STAGE_H_INCLUDED_
#define _CONTENTLIB_STAGE_H_INCLUDED_


#include <tool/contentlib_sql.h>
#include <tool/record/contentlib_record.h>


/* whose records are staged; at first, those of the input */

typedef enum {
    CONTENTLIB_STAGE_RESERVE = 0,       /* of the old library: their places */
    CONTENTLIB_STAGE_KEEP,              /* of it: identifiers and slugs only */
    CONTENTLIB_STAGE_INPUT,
    CONTENTLIB_STAGE_OLD,               /* of the old library */
    CONTENTLIB_STAGE_KEPT               /* of it: what a table cannot have */
} contentlib_stage_phase_e;


typedef struct contentlib_stage_s  contentlib_stage_t;


typedef struct {
    ngx_str_t                  slug;
    ngx_str_t                  name;
} contentlib_tag_t;


/* "tables": the input has tables of pictures */

contentlib_stage_t *contentlib_stage_open(ngx_uint_t tables);
void contentlib_stage_close(contentlib_stage_t *stage);

/* ends the program: the database does not have what was staged */

void contentlib_stage_damaged(void) __attribute__((noreturn));

/* the phase and the file of the following records; the name is copied */

void contentlib_stage_phase(contentlib_stage_t *stage,
    contentlib_stage_phase_e phase);
void contentlib_stage_file(contentlib_stage_t *stage, const char *name);

/* "place" is for messages; NGX_OK, or NGX_ERROR after an error of the input */

ngx_int_t contentlib_stage_record(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_record_t *record);

/*
 * The item of the old library is left out.  This precedes all records.  The
 * second function returns how many of these items the old library had.
 */

void contentlib_stage_remove(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id);
uint64_t contentlib_stage_removed(contentlib_stage_t *stage);

/*
 * All items are there.  None of those that were left out may be the preview of
 * a collection.  The previews and members that the input names must exist.
 */

void contentlib_stage_check(contentlib_stage_t *stage,
    contentlib_errors_t *errors);

/* collections that have no item but the preview */

uint64_t contentlib_stage_lone(contentlib_stage_t *stage);

/*
 * For the rows of a table.  The first function makes the indexes that the
 * others use, unless they exist, and returns the highest identifier, or 0.
 * The items of the old library count after the first phases.
 *
 * The item with the identifier or, if that is 0, the newest one whose original
 * is at the address.  Without one, "id" and "created" stay as they are.
 *
 * The tag with the name of "tag", in whatever case.  If there is none, a tag
 * with this name is staged; its slug is that which the old library had, or else
 * that of "tag" and, if another tag has this slug, a number.  The strings of
 * the tag are in the pool then.
 */

int64_t contentlib_stage_indexes(contentlib_stage_t *stage);
void contentlib_stage_item_existing(contentlib_stage_t *stage,
    const ngx_str_t *url, int64_t *id, int64_t *created);
ngx_int_t contentlib_stage_tag_named(contentlib_stage_t *stage,
    const contentlib_place_t *place, ngx_pool_t *pool, contentlib_tag_t *tag);

/*
 * The collection with the name, as for tags, and its number.  NGX_DECLINED if
 * its record must be staged before it gets members.
 */

ngx_int_t contentlib_stage_collection_named(contentlib_stage_t *stage,
    ngx_pool_t *pool, contentlib_tag_t *collection, int64_t *number);
void contentlib_stage_member(contentlib_stage_t *stage, int64_t number,
    int64_t id);

/*
 * What stays with --keep-ids: not the collection with this slug, but the items
 * whose originals are below the address.
 */

void contentlib_stage_end(contentlib_stage_t *stage, const ngx_str_t *slug);
void contentlib_stage_unread(contentlib_stage_t *stage, const ngx_str_t *url);
ngx_uint_t contentlib_stage_has_unread(contentlib_stage_t *stage);

/* the number of collections that did not stay, and the first ones */

uint64_t contentlib_stage_lost(contentlib_stage_t *stage, char *slugs,
    size_t size);

/*
 * Items refer to a tag by a number.  A tag of the old library keeps it, since a
 * new tag that comes first would change the rows of all items otherwise.  This
 * precedes all records.
 */

void contentlib_stage_keep(contentlib_stage_t *stage, const ngx_str_t *slug,
    int64_t number);

/*
 * For the writer: the database with the tables
 *
 *     item (id, tags, alt_text, content_type, json): "tags" are their numbers,
 *     as in a library
 *     tag (position, number, slug, name), collection (number, slug, name,
 *     display, preview, json): positions, and numbers of collections, begin
 *     with 0 and have no gaps; "preview" is an identifier
 *     member (collection, id): the items that records of collections list
 *
 * No tag has the number that the second function returns, or a higher one.
 */

contentlib_sql_t *contentlib_stage_sql(contentlib_stage_t *stage);
uint64_t contentlib_stage_tags(contentlib_stage_t *stage);

/* file and line of a row of "item", "tag" or "collection", for messages */

#define contentlib_stage_place(row)                                           \
    "(SELECT name FROM file WHERE number = " row ".file) || ':' || " row ".line"


#endif /* _CONTENTLIB_STAGE_H_INCLUDED_ */
