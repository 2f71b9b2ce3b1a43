-- A library of format 6, as a text for sqlite3: the tables of its records, the
-- words, which are counted, and the items of collections.  The test adds the
-- checksums of the pages.

.filectrl reserve_bytes 8
PRAGMA page_size = 16384;
PRAGMA application_id = 0x636c6962;    -- "clib"
PRAGMA user_version = 6;               -- format of this file


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
INSERT INTO meta VALUES(0,6,'abf40064dee4fa43d7efef993c2a6ee329d4d507642f65735a11c9ff31deb799',1700000000,'https://media.example/',3,3,2,7,8);

CREATE TABLE item (
    position          INTEGER PRIMARY KEY,
    id                INTEGER NOT NULL UNIQUE,
    record            TEXT NOT NULL,
    marks             BLOB NOT NULL
) STRICT;
INSERT INTO item VALUES(0,1,'{"id":1,"url":"content_items/1/","alt_text":"Item 1","tags":[{"slug":"happy","url":"tags/happy/","name":"happy"},{"slug":"blue-sky","url":"tags/blue-sky/","name":"Blue sky"}],"default_version":{"content_type":"G","content_label":"GIF","download":[{"platform":"network_a","url":"1.gif","width":320,"height":240,"format":"image/gif","size":12345},{"platform":"original","url":"1.gif"}],"picture":[{"url":"1.gif","width":320,"height":240,"size":12345,"format":"image/gif"}],"platforms":{"":"https://partner.example/1"}},"static_image":"1.png","created":"2024-02-29T12:34:56.789012Z","_ids":["p1","q1"]}',X'03000300040002000c0079008200a9015a0061017200eb037d001d0055001d00ed002d000301e3007d001d0055001d0045002d00340183018401');
INSERT INTO item VALUES(1,2,'{"id":2,"url":"content_items/2/","alt_text":"Éclair","tags":[{"slug":"happy","url":"tags/happy/","name":"happy"},{"slug":"blue-sky","url":"tags/blue-sky/","name":"Blue sky"}],"default_version":{"content_type":"G","content_label":"GIF","download":[{"platform":"network_a","url":"2.gif","width":320,"height":240,"format":"image/gif","size":12345},{"platform":"original","url":"2.gif"}],"picture":[{"url":"2.gif","width":320,"height":240,"size":12345,"format":"image/gif"}],"platforms":{"":"https://partner.example/1"}},"static_image":"2.png","created":"2024-02-29T12:34:56.789012Z","_ids":["p2","q2"]}',X'03000300040002000c0079008200b1015a0061017200eb037d001d0055001d00ed002d000301e3007d001d0055001d0045002d00340183018401');
INSERT INTO item VALUES(2,3,'{"id":3,"url":"content_items/3/","alt_text":"Item 3","tags":[{"slug":"happy","url":"tags/happy/","name":"happy"},{"slug":"blue-sky","url":"tags/blue-sky/","name":"Blue sky"}],"default_version":{"content_type":"I","content_label":"Static Image","download":[{"platform":"original","url":"3.png"}],"picture":[{"url":"3.png"}],"platforms":{}},"static_image":"3.png","created":"2019-01-02T03:04:05Z","_ids":[]}',X'0300030003000100000079008200a9015a00610172002b04e3004b014c01');

CREATE TABLE tag (
    position          INTEGER PRIMARY KEY,
    slug              TEXT NOT NULL UNIQUE,
    items             INTEGER NOT NULL,     -- how many carry it
    by_name           INTEGER NOT NULL UNIQUE,
    by_items          INTEGER NOT NULL,
    name              TEXT NOT NULL,
    folded            TEXT NOT NULL,        -- the name, folded
    record            TEXT NOT NULL,
    marks             BLOB NOT NULL
) STRICT;
INSERT INTO tag VALUES(0,'unused',0,2,2,'unused','unused','{"slug":"unused","url":"tags/unused/","name":"unused"}',X'01000100000000000000c1006200');
INSERT INTO tag VALUES(1,'happy',3,1,0,'happy','happy','{"slug":"happy","url":"tags/happy/","name":"happy"}',X'01000100000000000000b9005a00');
INSERT INTO tag VALUES(2,'blue-sky',3,0,1,'Blue sky','blue sky','{"slug":"blue-sky","url":"tags/blue-sky/","name":"Blue sky"}',X'01000100000000000000d1007200');

CREATE TABLE collection (
    position          INTEGER PRIMARY KEY,
    slug              TEXT NOT NULL UNIQUE,
    preview           INTEGER NOT NULL,     -- position of the item
    name              TEXT NOT NULL,
    folded            TEXT,                 -- NULL: it is not suggested
    record            TEXT NOT NULL,
    marks             BLOB NOT NULL
) STRICT;
INSERT INTO collection VALUES(0,'best',0,'Best','best','{"slug":"best","url":"collections/best/","name":"Best","description":"","preview_image":{"id":1,"url":"content_items/1/","alt_text":"Item 1","tags":[{"slug":"happy","url":"tags/happy/","name":"happy"},{"slug":"blue-sky","url":"tags/blue-sky/","name":"Blue sky"}],"default_version":{"content_type":"G","content_label":"GIF","download":[{"platform":"network_a","url":"1.gif","width":320,"height":240,"format":"image/gif","size":12345},{"platform":"original","url":"1.gif"}],"picture":[{"url":"1.gif","width":320,"height":240,"size":12345,"format":"image/gif"}],"platforms":{"":"https://partner.example/1"}},"static_image":"1.png","created":"2024-02-29T12:34:56.789012Z","_ids":["p1","q1"]},"display_in_library":true,"featured":false}',X'04000400040002000c00b1008a0001028200a9015a0061017200eb037d001d0055001d00ed002d000301e3007d001d0055001d0045002d00340183018401');
INSERT INTO collection VALUES(1,'more',2,'More','more','{"slug":"more","url":"collections/more/","name":"More","description":"","preview_image":{"id":3,"url":"content_items/3/","alt_text":"Item 3","tags":[{"slug":"happy","url":"tags/happy/","name":"happy"},{"slug":"blue-sky","url":"tags/blue-sky/","name":"Blue sky"}],"default_version":{"content_type":"I","content_label":"Static Image","download":[{"platform":"original","url":"3.png"}],"picture":[{"url":"3.png"}],"platforms":{}},"static_image":"3.png","created":"2019-01-02T03:04:05Z","_ids":[]},"display_in_library":true,"featured":false}',X'04000400030001000000b1008a0001028200a9015a00610172002b04e3004b014c01');

CREATE TABLE word (
    position          INTEGER PRIMARY KEY,
    folded            TEXT NOT NULL
) STRICT;
INSERT INTO word VALUES(0,'1');
INSERT INTO word VALUES(1,'3');
INSERT INTO word VALUES(2,'item');
INSERT INTO word VALUES(3,'éclair');

CREATE TABLE posting (
    kind              INTEGER NOT NULL,
    key               ANY NOT NULL,
    block             INTEGER NOT NULL,
    positions         BLOB NOT NULL,
    PRIMARY KEY (kind, key, block)
) STRICT, WITHOUT ROWID;
INSERT INTO posting VALUES(2,0,0,X'00000200');
