-- The library file of contentlib.  This text is the single source of the
-- schema: the importer runs it, and the module compares the schema of a file
-- with it before it serves the file.
--
-- Everything is numbered by its place in its list, counted from 0: items by
-- descending id, tags and collections in the order of import.  A page of a
-- list is therefore a range of primary keys, whatever its offset, and a set
-- of matches is a set of small dense numbers.

PRAGMA application_id = 0x636c6962;    -- "clib"
PRAGMA user_version = 2;               -- format of this file

-- One row.  The digest is the SHA-256 of what "contentlib export" prints.

CREATE TABLE meta (
    id                INTEGER PRIMARY KEY CHECK (id = 0),
    format            INTEGER NOT NULL,
    digest            TEXT NOT NULL,
    built             INTEGER NOT NULL,     -- seconds since the epoch
    media_url         TEXT NOT NULL,        -- prefix of relative addresses
    items             INTEGER NOT NULL,
    tags              INTEGER NOT NULL,
    collections       INTEGER NOT NULL,
    longest_alt_text  INTEGER NOT NULL,     -- bytes, case-folded
    longest_tag_name  INTEGER NOT NULL      -- bytes, case-folded
) STRICT;

-- Names that many rows repeat.

CREATE TABLE platform (
    id                INTEGER PRIMARY KEY,
    name              TEXT NOT NULL UNIQUE  -- "original"
) STRICT;

CREATE TABLE format (
    id                INTEGER PRIMARY KEY,
    name              TEXT NOT NULL UNIQUE  -- "image/gif"
) STRICT;

-- Content items.  Addresses are relative to meta.media_url unless they begin
-- with "http://" or "https://".

CREATE TABLE item (
    position          INTEGER PRIMARY KEY,
    id                INTEGER NOT NULL UNIQUE,
    alt_text          TEXT NOT NULL,
    content_type      TEXT NOT NULL,        -- "G" or "I"
    created           INTEGER NOT NULL,     -- microseconds since the epoch
    static_image      TEXT NOT NULL,
    partner_page      TEXT                  -- "platforms.partner"
) STRICT;

CREATE TABLE item_partner_id (
    item              INTEGER NOT NULL,
    place             INTEGER NOT NULL,
    name              TEXT NOT NULL,
    PRIMARY KEY (item, place)
) STRICT, WITHOUT ROWID;

-- Downloads have a platform and come first; pictures have none.

CREATE TABLE rendition (
    item              INTEGER NOT NULL,
    place             INTEGER NOT NULL,
    platform          INTEGER,
    url               TEXT NOT NULL,
    width             INTEGER,
    height            INTEGER,
    format            INTEGER,
    size              INTEGER,
    PRIMARY KEY (item, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE item_tag (
    item              INTEGER NOT NULL,
    place             INTEGER NOT NULL,
    tag               INTEGER NOT NULL,
    PRIMARY KEY (item, place)
) STRICT, WITHOUT ROWID;

-- The items of a tag: a row for each block of 65,536 positions that has any.
-- Up to 4,095 are the low 16 bits of each, ascending, little-endian; more are
-- a bitmap of 8,192 bytes: an item is bit i % 8, from the least significant
-- on, of byte i / 8.  The length tells which.

CREATE TABLE tag_item (
    tag               INTEGER NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (tag, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag (
    position          INTEGER PRIMARY KEY,
    slug              TEXT NOT NULL UNIQUE,
    name              TEXT NOT NULL,
    items             INTEGER NOT NULL      -- how many carry it
) STRICT;

CREATE TABLE collection (
    position          INTEGER PRIMARY KEY,
    slug              TEXT NOT NULL UNIQUE,
    name              TEXT NOT NULL,
    description       TEXT NOT NULL,
    preview           INTEGER NOT NULL,     -- position of the item
    display           INTEGER NOT NULL,     -- "display_in_library"
    featured          INTEGER NOT NULL
) STRICT;

CREATE INDEX collection_display ON collection (position) WHERE display;

-- Search.  Texts are case-folded by the importer, queries by the module, so
-- the trigrams are compared as they are.

CREATE TABLE item_text (
    position          INTEGER PRIMARY KEY,
    folded            TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE item_search USING fts5 (
    folded, content = 'item_text', content_rowid = 'position',
    tokenize = 'trigram case_sensitive 1', columnsize = 0
);

-- The items of each string of one or two characters that stands in a text of
-- "item_text", in blocks like those of "tag_item": there is no trigram of it.

CREATE TABLE item_gram (
    gram              TEXT NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (gram, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag_text (
    position          INTEGER PRIMARY KEY,
    folded            TEXT NOT NULL
) STRICT;

CREATE INDEX tag_text_folded ON tag_text (folded);

CREATE VIRTUAL TABLE tag_search USING fts5 (
    folded, content = 'tag_text', content_rowid = 'position',
    tokenize = 'trigram case_sensitive 1', columnsize = 0
);

-- Tags by descending number of items, for suggestions.

CREATE TABLE suggestion (
    position          INTEGER PRIMARY KEY,
    tag               INTEGER NOT NULL,
    folded            TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE suggestion_search USING fts5 (
    folded, content = 'suggestion', content_rowid = 'position',
    tokenize = 'trigram case_sensitive 1', columnsize = 0
);

CREATE TABLE collection_text (
    position          INTEGER PRIMARY KEY,
    folded            TEXT NOT NULL
) STRICT;
