-- A library of format 2, as a text for sqlite3: the tables that its records
-- were in, without those of its searches.

PRAGMA page_size = 4096;
PRAGMA application_id = 0x636c6962;    -- "clib"

PRAGMA user_version = 2;               -- format of this file

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

CREATE TABLE platform (
    id                INTEGER PRIMARY KEY,
    name              TEXT NOT NULL UNIQUE  -- "original"
) STRICT;

CREATE TABLE format (
    id                INTEGER PRIMARY KEY,
    name              TEXT NOT NULL UNIQUE  -- "image/gif"
) STRICT;

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

INSERT INTO meta VALUES(0,2,'f4eaabc451a132b71e47a6c7345e262d9d37d8e850dbe400f424591eb0cd5dde',1700000000,'https://media.example/',3,4,2,50,16);
INSERT INTO platform VALUES(0,'network_a');
INSERT INTO platform VALUES(1,'original');
INSERT INTO format VALUES(0,'image/gif');
INSERT INTO format VALUES(1,'image/webp');
INSERT INTO item VALUES(0,12,'Item 12','G',1709210096500000,'12.png','https://partner.example/1');
INSERT INTO item VALUES(1,9,'','I',1546398245000000,'9.png',NULL);
INSERT INTO item VALUES(2,7,'Tabs' || char(9) || 'and "quotes", \ and / '
    || char(8232, 8233, 1, 127) || ' é 日本 🎉','G',-999999,'7.png','https://partner.example/1');
INSERT INTO item_partner_id VALUES(2,0,'p7');
INSERT INTO item_partner_id VALUES(2,1,'q7');
INSERT INTO rendition VALUES(0,0,0,'12.gif',320,240,0,12345);
INSERT INTO rendition VALUES(0,1,1,'12.gif',NULL,NULL,NULL,NULL);
INSERT INTO rendition VALUES(0,2,NULL,'12.gif',320,240,0,12345);
INSERT INTO rendition VALUES(1,0,1,'9.png',NULL,NULL,NULL,NULL);
INSERT INTO rendition VALUES(1,1,NULL,'9.png',NULL,NULL,NULL,NULL);
INSERT INTO rendition VALUES(2,0,0,'7.gif',320,240,0,12345);
INSERT INTO rendition VALUES(2,1,1,'7.gif',NULL,NULL,NULL,NULL);
INSERT INTO rendition VALUES(2,2,NULL,'7.gif',1,NULL,NULL,NULL);
INSERT INTO rendition VALUES(2,3,NULL,'b/7.webp',NULL,0,1,NULL);
INSERT INTO rendition VALUES(2,4,NULL,'c.gif',NULL,NULL,NULL,9007199254740992);
INSERT INTO item_tag VALUES(0,0,2);
INSERT INTO item_tag VALUES(0,1,1);
INSERT INTO item_tag VALUES(0,2,3);
INSERT INTO item_tag VALUES(2,0,1);
INSERT INTO item_tag VALUES(2,1,2);
INSERT INTO tag VALUES(0,'unused','Nobody’s "tag"',0);
INSERT INTO tag VALUES(1,'happy','happy',2);
INSERT INTO tag VALUES(2,'blue-sky','Blue sky',2);
INSERT INTO tag VALUES(3,'last','Z',1);
INSERT INTO collection VALUES(0,'best','Best','Line' || char(10) || 'break',2,1,0);
INSERT INTO collection VALUES(1,'hidden','Hidden','',1,0,1);
