-- The schema of a library file.  The importer executes this file, and
-- "contentlib check" compares the schema of a library with it.
--
-- Each record has a position in its list, from 0.  Items are sorted by id, the
-- lowest first, and the API lists them in the opposite order.  Tags and
-- collections have the order of the import.  So a page of a list is a range of
-- positions, and a set of items is a set of small integers.  New items are
-- added at the end, so the rows of older items do not change.
--
-- A page of the file has 16,384 bytes.  Its last eight bytes are a CRC-32 of
-- the other bytes and of the page number (see src/library/contentlib_vfs.h).

PRAGMA application_id = 0x636c6962;    -- "clib"
PRAGMA user_version = 7;               -- format of this file

-- One row.  The digest is the SHA-256 of the output of "contentlib export
-- --members".

CREATE TABLE meta (
    id                INTEGER PRIMARY KEY CHECK (id = 0),
    format            INTEGER NOT NULL,
    digest            TEXT NOT NULL,
    built             INTEGER NOT NULL,     -- seconds since the epoch
    media_url         TEXT NOT NULL,        -- prefix of relative addresses
    items             INTEGER NOT NULL,
    tags              INTEGER NOT NULL,
    collections       INTEGER NOT NULL,
    longest_alt_text  INTEGER NOT NULL,     -- bytes, folded
    longest_tag_name  INTEGER NOT NULL      -- bytes, folded
) STRICT;

-- Records as JSON, without the records to which they refer, and without the
-- parts that depend on the request: the base URL, the format, the media URL, the
-- name of the partner and the quotes of numbers.  "marks" has the places where
-- the module inserts all these (see src/library/contentlib_marks.h).
--
-- "tags" are the numbers of the tags of the item, in its order, in three bytes
-- each, little-endian.

CREATE TABLE item (
    position          INTEGER PRIMARY KEY,
    id                INTEGER NOT NULL UNIQUE,
    record            TEXT NOT NULL,
    marks             BLOB NOT NULL,
    tags              BLOB NOT NULL
) STRICT;

-- A tag keeps its number when the library is imported again, and numbers may
-- have gaps: otherwise a new tag could change the rows of all items.
--
-- "by_name" and "by_items" are the positions in two other orders, from 0: that
-- of folded names, then of slugs; and that of the number of items, the
-- highest first, then of the import.

CREATE TABLE tag (
    number            INTEGER PRIMARY KEY,
    position          INTEGER NOT NULL UNIQUE,
    slug              TEXT NOT NULL UNIQUE,
    items             INTEGER NOT NULL,     -- how many carry it
    by_name           INTEGER NOT NULL UNIQUE,
    by_items          INTEGER NOT NULL,
    name              TEXT NOT NULL,
    folded            TEXT NOT NULL,        -- the name, folded
    terms             TEXT NOT NULL,        -- of the name, for suggestions
    record            TEXT NOT NULL,
    marks             BLOB NOT NULL
) STRICT;

CREATE INDEX tag_folded ON tag (folded);
CREATE INDEX tag_by_items ON tag (by_items, by_name, folded);

CREATE TABLE collection (
    position          INTEGER PRIMARY KEY,
    slug              TEXT NOT NULL UNIQUE,
    preview           INTEGER NOT NULL,     -- position of the item
    name              TEXT NOT NULL,
    folded            TEXT,                 -- NULL: it is not suggested
    terms             TEXT,                 -- of the name
    record            TEXT NOT NULL,
    marks             BLOB NOT NULL
) STRICT;

CREATE INDEX collection_suggested
    ON collection (position, name, folded, terms, slug)
    WHERE folded IS NOT NULL;

-- The alt texts, and their words in the order of bytes.  Words are separated by
-- space, tab, LF, VT, FF and CR.  The importer folds stored texts, and the
-- module folds values: NFC, case-folded, without default-ignorable characters.
-- So SQLite compares bytes.

CREATE TABLE item_text (
    position          INTEGER PRIMARY KEY,
    folded            TEXT NOT NULL
) STRICT;

CREATE TABLE word (
    position          INTEGER PRIMARY KEY,
    folded            TEXT NOT NULL
) STRICT;

-- The index of all searches: a key of a kind has a set of positions, in blocks
-- of 16,384.  The kinds, and the form of a block, are described in
-- src/README.md.

CREATE TABLE posting (
    kind              INTEGER NOT NULL,
    key               ANY NOT NULL,
    block             INTEGER NOT NULL,
    positions         BLOB NOT NULL,
    PRIMARY KEY (kind, key, block)
) STRICT, WITHOUT ROWID;
