-- The library file of contentlib.  This text is the single source of the
-- schema: the importer runs it, and the module compares the schema of a file
-- with it before it serves the file.
--
-- Everything is numbered by its place in its list, counted from 0: items from
-- the lowest identifier to the highest, which the API lists backwards; tags
-- and collections in the order of import.  A page of a list is therefore a
-- range of primary keys, whatever its offset, and a set of matches is a set
-- of small dense numbers.  New items are appended: the rows of older items,
-- and most of the bytes of the file, do not change.
--
-- A page of this file has 16,384 bytes.  The last eight of them are the CRC-32
-- of the rest of the page and its number (see src/library/contentlib_vfs.h).

PRAGMA application_id = 0x636c6962;    -- "clib"
PRAGMA user_version = 4;               -- format of this file

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

-- Records, each in the form in which it is served: JSON without what depends
-- on the request.  "marks" tells where that is inserted: the base URL, the
-- format, the media URL, the name of the partner, the quotes of numbers (see
-- src/library/contentlib_marks.h).

CREATE TABLE item (
    position          INTEGER PRIMARY KEY,
    id                INTEGER NOT NULL UNIQUE,
    record            TEXT NOT NULL,
    marks             BLOB NOT NULL
) STRICT;

CREATE TABLE tag (
    position          INTEGER PRIMARY KEY,
    slug              TEXT NOT NULL UNIQUE,
    items             INTEGER NOT NULL,     -- how many carry it
    record            TEXT NOT NULL,
    marks             BLOB NOT NULL
) STRICT;

CREATE TABLE collection (
    position          INTEGER PRIMARY KEY,
    slug              TEXT NOT NULL UNIQUE,
    preview           INTEGER NOT NULL,     -- position of the item
    record            TEXT NOT NULL,
    marks             BLOB NOT NULL
) STRICT;

-- The items of a tag: a row for each block of 16,384 positions that has any.
-- Up to 1,023 are the low 14 bits of each, ascending, in two bytes,
-- little-endian; more are a bitmap of 2,048 bytes: an item is bit i % 8, from
-- the least significant on, of byte i / 8.  The length tells which.

CREATE TABLE tag_item (
    tag               INTEGER NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (tag, block)
) STRICT, WITHOUT ROWID;

-- The items of a collection whose record lists them, and the items of a type
-- of content, 71 for "G" and 73 for "I", in blocks like those of "tag_item".

CREATE TABLE collection_item (
    collection        INTEGER NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (collection, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE content_type_item (
    content_type      INTEGER NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (content_type, block)
) STRICT, WITHOUT ROWID;

-- The places of a tag, counted from 0, in the list of tags by name, which is
-- case-folded, then by slug; and by descending number of items, then in the
-- order of import.

CREATE TABLE tag_order (
    position          INTEGER PRIMARY KEY,
    by_name           INTEGER NOT NULL UNIQUE,
    by_items          INTEGER NOT NULL UNIQUE
) STRICT;

-- Search.  Texts are case-folded by the importer, queries by the module, so
-- they are compared as they are.

CREATE TABLE item_text (
    position          INTEGER PRIMARY KEY,
    folded            TEXT NOT NULL
) STRICT;

-- The words of these texts, in the order in which they first occur.  A word is
-- a maximal run of characters other than blanks, which are the space, the tab,
-- LF, VT, FF and CR of ASCII: what has no blank in it occurs in a text exactly
-- if it occurs in one of its words.  The items of a word that up to 64 have
-- are their positions, ascending, in four bytes each, little-endian.

CREATE TABLE word (
    position          INTEGER PRIMARY KEY,
    items             BLOB,                 -- NULL: more than 64
    folded            TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX word_folded ON word (folded);

-- The items of a word that more than 64 have, in blocks like those of
-- "tag_item".

CREATE TABLE word_item (
    word              INTEGER NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (word, block)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE word_search USING fts5 (
    folded, content = 'word', content_rowid = 'position',
    tokenize = 'trigram case_sensitive 1', columnsize = 0, detail = none
);

-- The strings of three characters that stand in more than 128 words, and in how
-- many.

CREATE TABLE word_gram (
    gram              TEXT PRIMARY KEY NOT NULL,
    words             INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The items whose texts have a short string, in blocks like those of "tag_item":
-- all strings of one and two characters, those of "word_gram", and those of
-- three characters whose middle one is a blank.

CREATE TABLE item_gram (
    gram              TEXT NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (gram, block)
) STRICT, WITHOUT ROWID;

-- The items of each term, in blocks like those of "tag_item".  The terms of an
-- item are the words of its alt text and of the names of its tags, without the
-- punctuation around them, at most 1,024 bytes of each.  These words are
-- separated by all spaces of Unicode, too, not only by the blanks of "word".
-- The strings of one or two characters that begin terms are keys, too, with an
-- asterisk behind them, which is punctuation; their items are those of all
-- these terms.

CREATE TABLE term_item (
    term              TEXT NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (term, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag_text (
    position          INTEGER PRIMARY KEY,
    folded            TEXT NOT NULL
) STRICT;

CREATE INDEX tag_text_folded ON tag_text (folded);

CREATE VIRTUAL TABLE tag_search USING fts5 (
    folded, content = 'tag_text', content_rowid = 'position',
    tokenize = 'trigram case_sensitive 1', columnsize = 0, detail = none
);

-- The names of tags by descending number of items, for suggestions.

CREATE TABLE suggestion (
    position          INTEGER PRIMARY KEY,
    name              TEXT NOT NULL,
    folded            TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE suggestion_search USING fts5 (
    folded, content = 'suggestion', content_rowid = 'position',
    tokenize = 'trigram case_sensitive 1', columnsize = 0, detail = none
);

-- The names of the collections that are displayed in the library.

CREATE TABLE collection_text (
    position          INTEGER PRIMARY KEY,
    name              TEXT NOT NULL,
    folded            TEXT NOT NULL
) STRICT;
