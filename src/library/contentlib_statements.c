
/*
 * Copyright (C) contentlib authors
 *
 * The texts of all statements.
 */


#include <library/contentlib_statements.h>


const char *const contentlib_statements[CONTENTLIB_SQL_MAX] = {

    /*
     * Sets of positions, counted from 0 without a gap, have these sizes.  The
     * digest goes into the log and into a variable.
     */

    [CONTENTLIB_SQL_META] =
        "SELECT format, digest, built, media_url, items, tags, collections,"
        " longest_alt_text, longest_tag_name,"
        " (SELECT coalesce(max(position), -1) + 1 FROM word)"
        " FROM meta WHERE id = 0"
        " AND length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'"
        " AND items = (SELECT coalesce(max(position), -1) + 1 FROM item)"
        " AND tags = (SELECT coalesce(max(position), -1) + 1 FROM tag)"
        " AND collections = (SELECT coalesce(max(position), -1) + 1"
        " FROM collection)",

    /*
     * The list of items begins with the highest position.  The fourth column
     * tells the records that are inserted, or the number of items of a tag.
     */

    [CONTENTLIB_SQL_ITEMS] =
        "SELECT position, record, marks, tags FROM item"
        " WHERE position >= ?1 AND position <= ?2 ORDER BY position DESC",

    [CONTENTLIB_SQL_TAGS] =
        "SELECT position, record, marks, items FROM tag"
        " WHERE position >= ?1 AND position <= ?2 ORDER BY position",

    [CONTENTLIB_SQL_COLLECTIONS] =
        "SELECT position, record, marks, preview FROM collection"
        " WHERE position >= ?1 AND position <= ?2 ORDER BY position",

    [CONTENTLIB_SQL_TAGS_BY_NAME] =
        "SELECT by_name, record, marks, items FROM tag"
        " WHERE by_name >= ?1 AND by_name <= ?2 ORDER BY by_name",

    [CONTENTLIB_SQL_TAGS_BY_ITEMS] =
        "SELECT by_items, record, marks, items FROM tag"
        " WHERE by_items >= ?1 AND by_items <= ?2 ORDER BY by_items",

    /* SQLite makes an integer of the digits before it looks for it */

    [CONTENTLIB_SQL_ITEM] =
        "SELECT position, record, marks, tags FROM item WHERE id = ?1",

    [CONTENTLIB_SQL_TAG] =
        "SELECT position, record, marks FROM tag WHERE slug = ?1",

    [CONTENTLIB_SQL_COLLECTION] =
        "SELECT position, record, marks, preview FROM collection"
        " WHERE slug = ?1",

    [CONTENTLIB_SQL_TAG_NUMBER] =
        "SELECT record, marks FROM tag WHERE number = ?1",

    [CONTENTLIB_SQL_ITEM_ID] =
        "SELECT id FROM item WHERE position = ?1",

    [CONTENTLIB_SQL_NEIGHBOURS] =
        "SELECT coalesce((SELECT id FROM item WHERE id > ?1"
        " ORDER BY id LIMIT 1), 0),"
        " coalesce((SELECT id FROM item WHERE id < ?1"
        " ORDER BY id DESC LIMIT 1), 0)",

    [CONTENTLIB_SQL_POSTINGS] =
        "SELECT block, positions FROM posting"
        " WHERE kind = ?1 AND key >= ?2 AND key <= ?3",

    /* a blob is greater than all texts */

    [CONTENTLIB_SQL_KEY_FROM] =
        "SELECT key FROM posting"
        " WHERE kind = ?1 AND key >= ?2 AND key < x'' ORDER BY key LIMIT 1",

    [CONTENTLIB_SQL_ITEMS_WITH] =
        "SELECT position, folded FROM item_text"
        " WHERE position >= ?1 AND position <= ?2 ORDER BY position",

    [CONTENTLIB_SQL_WORDS_WITH] =
        "SELECT position, folded FROM word"
        " WHERE position >= ?1 AND position <= ?2 ORDER BY position",

    [CONTENTLIB_SQL_NAMES_WITH] =
        "SELECT by_items, folded FROM tag"
        " WHERE by_items >= ?1 AND by_items <= ?2 ORDER BY by_items",

    [CONTENTLIB_SQL_TAG_SLUG] =
        "SELECT by_items FROM tag WHERE slug = ?1",

    [CONTENTLIB_SQL_TAG_FOLDED] =
        "SELECT by_items FROM tag WHERE folded = ?1",

    [CONTENTLIB_SQL_TAG_NAME] =
        "SELECT name, folded, terms, slug FROM tag WHERE by_items = ?1",

    [CONTENTLIB_SQL_TAG_POSITIONS] =
        "SELECT by_items, position FROM tag"
        " WHERE by_items >= ?1 AND by_items <= ?2",

    [CONTENTLIB_SQL_TAG_RANKS] =
        "SELECT by_items, by_name FROM tag"
        " WHERE by_items >= ?1 AND by_items <= ?2",

    [CONTENTLIB_SQL_COLLECTION_SLUG] =
        "SELECT position, preview FROM collection WHERE slug = ?1",

    [CONTENTLIB_SQL_COLLECTION_NAMES] =
        "SELECT name, folded, terms, slug FROM collection"
        " WHERE folded IS NOT NULL AND instr(iif(?2, terms, folded), ?1)"
        " ORDER BY position"
};
