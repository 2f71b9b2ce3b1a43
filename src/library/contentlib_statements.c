
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
        " longest_alt_text, longest_tag_name FROM meta WHERE id = 0"
        " AND length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'"
        " AND items = (SELECT coalesce(max(position), -1) + 1 FROM item)"
        " AND tags = (SELECT coalesce(max(position), -1) + 1 FROM tag)"
        " AND collections = (SELECT coalesce(max(position), -1) + 1"
        " FROM collection)",

    /* the list of items begins with the highest position */

    [CONTENTLIB_SQL_ITEMS] =
        "SELECT position, record, marks FROM item"
        " WHERE position >= ?1 AND position <= ?2 ORDER BY position DESC",

    [CONTENTLIB_SQL_TAGS] =
        "SELECT position, record, marks FROM tag"
        " WHERE position >= ?1 AND position <= ?2 ORDER BY position",

    [CONTENTLIB_SQL_COLLECTIONS] =
        "SELECT position, record, marks FROM collection"
        " WHERE position >= ?1 AND position <= ?2 ORDER BY position",

    [CONTENTLIB_SQL_TAGS_BY_NAME] =
        "SELECT o.by_name, t.record, t.marks FROM tag_order AS o"
        " CROSS JOIN tag AS t ON t.position = o.position"
        " WHERE o.by_name >= ?1 AND o.by_name <= ?2 ORDER BY o.by_name",

    [CONTENTLIB_SQL_TAGS_BY_ITEMS] =
        "SELECT o.by_items, t.record, t.marks FROM tag_order AS o"
        " CROSS JOIN tag AS t ON t.position = o.position"
        " WHERE o.by_items >= ?1 AND o.by_items <= ?2 ORDER BY o.by_items",

    /* SQLite makes an integer of the digits before it looks for it */

    [CONTENTLIB_SQL_ITEM] =
        "SELECT position, record, marks FROM item WHERE id = ?1",

    [CONTENTLIB_SQL_TAG] =
        "SELECT position, record, marks FROM tag WHERE slug = ?1",

    [CONTENTLIB_SQL_COLLECTION] =
        "SELECT position, record, marks FROM collection WHERE slug = ?1",

    [CONTENTLIB_SQL_TAG_POSITION] =
        "SELECT position FROM tag WHERE slug = ?1",

    [CONTENTLIB_SQL_TAG_NAMED] =
        "SELECT position FROM tag_text WHERE folded = ?1",

    [CONTENTLIB_SQL_TAG_ITEMS] =
        "SELECT block, items FROM tag_item WHERE tag >= ?1 AND tag <= ?2",

    [CONTENTLIB_SQL_TAG_BY_NAME] =
        "SELECT by_name FROM tag_order WHERE position = ?1",

    [CONTENTLIB_SQL_TAG_BY_ITEMS] =
        "SELECT by_items FROM tag_order WHERE position = ?1",

    [CONTENTLIB_SQL_COLLECTION_POSITION] =
        "SELECT position FROM collection WHERE slug = ?1",

    [CONTENTLIB_SQL_COLLECTION_PREVIEW] =
        "SELECT preview FROM collection WHERE slug = ?1",

    [CONTENTLIB_SQL_COLLECTION_ITEMS] =
        "SELECT block, items FROM collection_item WHERE collection = ?1"
        " ORDER BY block",

    [CONTENTLIB_SQL_CONTENT_TYPE_ITEMS] =
        "SELECT block, items FROM content_type_item WHERE content_type = ?1"
        " ORDER BY block",

    /* the items of a word, or none if it has blocks of them */

    [CONTENTLIB_SQL_WORD_PART] =
        "SELECT w.position, coalesce(w.items, x'') FROM word_search AS s"
        " CROSS JOIN word AS w ON w.position = s.rowid"
        " WHERE s.word_search MATCH ?1 AND instr(w.folded, ?2)",

    [CONTENTLIB_SQL_WORD_ENDING] =
        "SELECT w.position, coalesce(w.items, x'') FROM word_search AS s"
        " CROSS JOIN word AS w ON w.position = s.rowid"
        " WHERE s.word_search MATCH ?1"
        " AND substr(w.folded, -length(?2)) = ?2",

    /* texts that begin with ?1: no byte of UTF-8 is 0xff */

    [CONTENTLIB_SQL_WORD_BEGINNING] =
        "SELECT position, coalesce(items, x'') FROM word"
        " WHERE folded >= ?1 AND folded < ?1 || x'ff'",

    [CONTENTLIB_SQL_WORD] =
        "SELECT position, coalesce(items, x'') FROM word WHERE folded = ?1",

    [CONTENTLIB_SQL_WORD_ITEMS] =
        "SELECT block, items FROM word_item WHERE word = ?1",

    /* a term with ?2 empty, or all that begin with ?1 */

    [CONTENTLIB_SQL_TERM_WORDS] =
        "SELECT w.position, coalesce(w.items, x'') FROM term_word AS t"
        " CROSS JOIN word AS w ON w.position = t.word"
        " WHERE t.term >= ?1 AND t.term <= ?1 || ?2",

    [CONTENTLIB_SQL_TERM_TAGS] =
        "SELECT l.block, l.items FROM term_tag AS t"
        " CROSS JOIN tag_item AS l ON l.tag = t.tag"
        " WHERE t.term >= ?1 AND t.term <= ?1 || ?2",

    [CONTENTLIB_SQL_TERM_ITEMS] =
        "SELECT block, items FROM term_item"
        " WHERE term >= ?1 AND term <= ?1 || ?2",

    [CONTENTLIB_SQL_BEGINNING] =
        "SELECT block, items FROM beginning_item WHERE beginning = ?1",

    [CONTENTLIB_SQL_WORD_GRAM] =
        "SELECT words FROM word_gram WHERE gram = ?1",

    [CONTENTLIB_SQL_ITEM_COMPARE] =
        "SELECT position FROM item_text"
        " WHERE position >= ?1 AND position <= ?2 AND instr(folded, ?3)"
        " ORDER BY position",

    [CONTENTLIB_SQL_ITEM_GRAM] =
        "SELECT block, items FROM item_gram WHERE gram = ?1",

    [CONTENTLIB_SQL_TAG_GRAM] =
        "SELECT block, items FROM tag_gram WHERE gram = ?1",

    [CONTENTLIB_SQL_TAG_TEXT_GRAM] =
        "SELECT block, tags FROM tag_text_gram WHERE gram = ?1",

    [CONTENTLIB_SQL_TAG_PART] =
        "SELECT s.rowid FROM tag_search AS s"
        " CROSS JOIN tag_text AS t ON t.position = s.rowid"
        " WHERE s.tag_search MATCH ?1 AND instr(t.folded, ?2)",

    [CONTENTLIB_SQL_SUGGESTION] =
        "SELECT name, folded FROM suggestion"
        " WHERE position >= ?1 AND position <= ?2 AND instr(folded, ?3)"
        " ORDER BY position",

    /* names that are the text come first */

    [CONTENTLIB_SQL_SUGGESTION_BEGINNING] =
        "SELECT u.name, u.folded FROM tag_text AS t"
        " LEFT JOIN tag_order AS o ON o.position = t.position"
        " LEFT JOIN suggestion AS u ON u.position = o.by_items"
        " WHERE t.folded >= ?1 AND t.folded < ?1 || x'ff'"
        " ORDER BY t.folded, u.position",

    [CONTENTLIB_SQL_SUGGESTION_GRAM] =
        "SELECT block, suggestions FROM suggestion_gram WHERE gram = ?1",

    [CONTENTLIB_SQL_SUGGESTION_PART] =
        "SELECT u.name, u.folded FROM suggestion_search AS s"
        " CROSS JOIN suggestion AS u ON u.position = s.rowid"
        " WHERE s.suggestion_search MATCH ?1 AND instr(u.folded, ?2)"
        " ORDER BY s.rowid",

    [CONTENTLIB_SQL_DISPLAYED_SCAN] =
        "SELECT name, folded FROM collection_text WHERE instr(folded, ?1)"
        " ORDER BY position"
};
