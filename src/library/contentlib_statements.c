
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_statements.h>


const char *const contentlib_statements[CONTENTLIB_SQL_MAX] = {

    [CONTENTLIB_SQL_META] =
        "SELECT format, digest, built, media_url, items, tags, collections,"
        " longest_alt_text, longest_tag_name FROM meta WHERE id = 0",

    [CONTENTLIB_SQL_PLATFORMS] =
        "SELECT id, name FROM platform ORDER BY id",

    [CONTENTLIB_SQL_FORMATS] =
        "SELECT id, name FROM format ORDER BY id",

    /* positions are counted from 0 without a gap */

    [CONTENTLIB_SQL_ITEM_COUNT] =
        "SELECT coalesce(max(position), -1) + 1 FROM item",

    [CONTENTLIB_SQL_TAG_COUNT] =
        "SELECT coalesce(max(position), -1) + 1 FROM tag",

    [CONTENTLIB_SQL_COLLECTION_COUNT] =
        "SELECT coalesce(max(position), -1) + 1 FROM collection",

    [CONTENTLIB_SQL_ITEM] =
        "SELECT id, alt_text, content_type, created, static_image,"
        " partner_page FROM item WHERE position = ?1",

    [CONTENTLIB_SQL_ITEM_FIND] =
        "SELECT position FROM item WHERE id = ?1",

    [CONTENTLIB_SQL_ITEM_TAGS] =
        "SELECT tag FROM item_tag WHERE item = ?1 ORDER BY place",

    [CONTENTLIB_SQL_ITEM_RENDITIONS] =
        "SELECT platform, url, width, height, format, size FROM rendition"
        " WHERE item = ?1 ORDER BY place",

    [CONTENTLIB_SQL_ITEM_PARTNER_IDS] =
        "SELECT name FROM item_partner_id WHERE item = ?1 ORDER BY place",

    [CONTENTLIB_SQL_TAG] =
        "SELECT slug, name FROM tag WHERE position = ?1",

    [CONTENTLIB_SQL_TAG_FIND] =
        "SELECT position FROM tag WHERE slug = ?1",

    [CONTENTLIB_SQL_TAG_NAMED] =
        "SELECT position FROM tag_text WHERE folded = ?1",

    [CONTENTLIB_SQL_TAG_ITEMS] =
        "SELECT block, items FROM tag_item WHERE tag = ?1 ORDER BY block",

    [CONTENTLIB_SQL_COLLECTION] =
        "SELECT slug, name, description, preview, display, featured"
        " FROM collection WHERE position = ?1",

    [CONTENTLIB_SQL_COLLECTION_FIND] =
        "SELECT position FROM collection WHERE slug = ?1",

    /* ?1 pattern, ?2 after, ?3 last, ?4 folded text; VERIFIED items are
       looked at one by one: ?1 position, ?2 folded text */

    [CONTENTLIB_SQL_ITEM_PHRASE] =
        "SELECT rowid FROM item_search"
        " WHERE item_search MATCH ?1 AND rowid > ?2 AND rowid <= ?3"
        " ORDER BY rowid",

    [CONTENTLIB_SQL_ITEM_VERIFIED] =
        "SELECT position FROM item_text"
        " WHERE position = ?1 AND instr(folded, ?2)",

    [CONTENTLIB_SQL_ITEM_GRAM] =
        "SELECT block, items FROM item_gram"
        " WHERE gram = ?1 AND block > ?2 AND block <= ?3 ORDER BY block",

    [CONTENTLIB_SQL_TAG_PHRASE] =
        "SELECT rowid FROM tag_search"
        " WHERE tag_search MATCH ?1 AND rowid > ?2 AND rowid <= ?3"
        " ORDER BY rowid",

    [CONTENTLIB_SQL_TAG_VERIFIED] =
        "SELECT s.rowid FROM tag_search AS s"
        " CROSS JOIN tag_text AS t ON t.position = s.rowid"
        " WHERE s.tag_search MATCH ?1 AND s.rowid > ?2 AND s.rowid <= ?3"
        " AND instr(t.folded, ?4) ORDER BY s.rowid",

    [CONTENTLIB_SQL_TAG_SCAN] =
        "SELECT position FROM tag_text"
        " WHERE position > ?2 AND position <= ?3 AND instr(folded, ?1)"
        " ORDER BY position",

    [CONTENTLIB_SQL_SUGGESTION_PHRASE] =
        "SELECT t.name FROM suggestion_search AS s"
        " CROSS JOIN suggestion AS u ON u.position = s.rowid"
        " CROSS JOIN tag AS t ON t.position = u.tag"
        " WHERE s.suggestion_search MATCH ?1 AND s.rowid > ?2"
        " AND s.rowid <= ?3 ORDER BY s.rowid",

    [CONTENTLIB_SQL_SUGGESTION_VERIFIED] =
        "SELECT t.name FROM suggestion_search AS s"
        " CROSS JOIN suggestion AS u ON u.position = s.rowid"
        " CROSS JOIN tag AS t ON t.position = u.tag"
        " WHERE s.suggestion_search MATCH ?1 AND s.rowid > ?2"
        " AND s.rowid <= ?3 AND instr(u.folded, ?4) ORDER BY s.rowid",

    [CONTENTLIB_SQL_SUGGESTION_SCAN] =
        "SELECT t.name FROM suggestion AS u"
        " CROSS JOIN tag AS t ON t.position = u.tag"
        " WHERE u.position > ?2 AND u.position <= ?3"
        " AND instr(u.folded, ?1) ORDER BY u.position",

    [CONTENTLIB_SQL_DISPLAYED] =
        "SELECT name FROM collection"
        " WHERE display AND position > ?2 AND position <= ?3"
        " ORDER BY position",

    [CONTENTLIB_SQL_DISPLAYED_SCAN] =
        "SELECT c.name FROM collection AS c"
        " CROSS JOIN collection_text AS t ON t.position = c.position"
        " WHERE c.display AND c.position > ?2 AND c.position <= ?3"
        " AND instr(t.folded, ?1) ORDER BY c.position"
};
