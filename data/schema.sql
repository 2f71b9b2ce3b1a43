-- The schema of a library file.  The importer executes this file.  The module
-- compares the schema of a library with this file before it serves the
-- library.
--
-- Each record has a position in its list, from 0.  Items are sorted by id, the
-- lowest first, and the API lists them in the opposite order.  Tags and
-- collections have the order of the import.  So a page of a list is a range of
-- primary keys, and a set of items is a set of small integers.  New items are
-- added at the end, so the rows of older items do not change.
--
-- A page of the file has 16,384 bytes.  Its last eight bytes are a CRC-32 of
-- the other bytes and of the page number (see src/library/contentlib_vfs.h).

PRAGMA application_id = 0x636c6962;    -- "clib"
PRAGMA user_version = 4;               -- format of this file

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
    longest_alt_text  INTEGER NOT NULL,     -- bytes, case-folded
    longest_tag_name  INTEGER NOT NULL      -- bytes, case-folded
) STRICT;

-- Records as JSON, without the parts that depend on the request: the base URL,
-- the format, the media URL, the name of the partner and the quotes of
-- numbers.  "marks" has the places where the module inserts these parts (see
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

-- The items of each tag.  A row has the items of a block of 16,384 positions.
-- A block without items has no row.  Up to 1,023 items are stored as a list:
-- the low 14 bits of each position, in ascending order, in two bytes,
-- little-endian.  More items are stored as a bitmap of 2,048 bytes: an item is
-- bit i % 8 of byte i / 8, and bit 0 is the least significant.  The length
-- distinguishes the two.

CREATE TABLE tag_item (
    tag               INTEGER NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (tag, block)
) STRICT, WITHOUT ROWID;

-- The items of each collection whose record lists items, and the items of each
-- content type (71 is "G", 73 is "I").  The blocks are those of "tag_item".

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

-- The position of each tag in two other orders, from 0.  "by_name" is the
-- order of case-folded names, then of slugs.  "by_items" is the order of the
-- number of items, the highest first, then of the import.

CREATE TABLE tag_order (
    position          INTEGER PRIMARY KEY,
    by_name           INTEGER NOT NULL UNIQUE,
    by_items          INTEGER NOT NULL UNIQUE
) STRICT;

-- The alt texts.  The importer folds the case of stored texts, and the module
-- folds the case of values, so SQLite compares bytes.

CREATE TABLE item_text (
    position          INTEGER PRIMARY KEY,
    folded            TEXT NOT NULL
) STRICT;

-- The words of the alt texts, in the order of their bytes.  Blanks separate
-- words: space, tab, LF, VT, FF and CR.  So a text contains a value without
-- blanks if one of its words contains the value.  "items" has the positions of
-- up to 64 items, in ascending order, in four bytes each, little-endian.

CREATE TABLE word (
    position          INTEGER PRIMARY KEY,
    items             BLOB,                 -- NULL: more than 64
    folded            TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX word_folded ON word (folded);

-- The items of each word that more than 64 items have.  The blocks are those
-- of "tag_item".

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

-- The strings of three characters that more than 128 words contain, and the
-- number of these words.

CREATE TABLE word_gram (
    gram              TEXT PRIMARY KEY NOT NULL,
    words             INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The items whose alt texts contain a short string: a string of one or two
-- characters, or a string of three characters with a blank in the middle.  A
-- string of three characters that more than 4,096 words contain is a key, too.
-- The blocks are those of "tag_item".

CREATE TABLE item_gram (
    gram              TEXT NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (gram, block)
) STRICT, WITHOUT ROWID;

-- The words and the tags that have a term.  The terms of an item are the words
-- of its alt text and of the names of its tags, without the punctuation around
-- them, and at most 1,024 bytes of each word.  All spaces of Unicode separate
-- these words, so a row of "word" may have several terms.

CREATE TABLE term_word (
    term              TEXT NOT NULL,
    word              INTEGER NOT NULL,
    PRIMARY KEY (term, word)
) STRICT, WITHOUT ROWID;

CREATE TABLE term_tag (
    term              TEXT NOT NULL,
    tag               INTEGER NOT NULL,
    PRIMARY KEY (term, tag)
) STRICT, WITHOUT ROWID;

-- If more than 64 tags have a term, "term_tag" has no rows of the term, and this
-- table has the items with such a tag.  The blocks are those of "tag_item".

CREATE TABLE term_item (
    term              TEXT NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (term, block)
) STRICT, WITHOUT ROWID;

-- The items that have a term with a beginning of one or two characters, since
-- there are many such terms.  The blocks are those of "tag_item".

CREATE TABLE beginning_item (
    beginning         TEXT NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (beginning, block)
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

-- The tags whose names contain a short string, and the items that have such a
-- tag.  The blocks are those of "tag_item".

CREATE TABLE tag_text_gram (
    gram              TEXT NOT NULL,
    block             INTEGER NOT NULL,
    tags              BLOB NOT NULL,
    PRIMARY KEY (gram, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag_gram (
    gram              TEXT NOT NULL,
    block             INTEGER NOT NULL,
    items             BLOB NOT NULL,
    PRIMARY KEY (gram, block)
) STRICT, WITHOUT ROWID;

-- The names of tags for suggestions, sorted by the number of items, the
-- highest first.

CREATE TABLE suggestion (
    position          INTEGER PRIMARY KEY,
    name              TEXT NOT NULL,
    folded            TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE suggestion_search USING fts5 (
    folded, content = 'suggestion', content_rowid = 'position',
    tokenize = 'trigram case_sensitive 1', columnsize = 0, detail = none
);

-- The positions of the names that contain a short string.

CREATE TABLE suggestion_gram (
    gram              TEXT NOT NULL,
    block             INTEGER NOT NULL,
    suggestions       BLOB NOT NULL,
    PRIMARY KEY (gram, block)
) STRICT, WITHOUT ROWID;

-- The names of the collections with "display_in_library", for suggestions.

CREATE TABLE collection_text (
    position          INTEGER PRIMARY KEY,
    name              TEXT NOT NULL,
    folded            TEXT NOT NULL
) STRICT;
