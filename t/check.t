#!/usr/bin/perl

# "contentlib check" finds what is wrong with a library file.

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;
use JSON::PP ();
use Test::Contentlib::Checksums;

my $directory = directory();
my $library = imports($directory, 'library.db',
    lines(tag('unused'), item(1), item(2, alt_text => 'Éclair'), still(3),
    collection('best', item(1)), collection('more', still(3)),
    collection('hidden', item(2, alt_text => 'Éclair'),
        display_in_library => JSON::PP::false)));
my $bytes = slurp($library);

my ($status, $out, $error) = tool('check', $library);

is("$status$error", '0', 'a sound library');
is($out, "$library: ok, 3 items, 3 tags, 3 collections\n", 'what it has');
is(slurp($library), $bytes, 'the file is as it was');
is(join(' ', contents($directory)), 'library.db', 'nothing beside it');

# two processes check the same library

my $holds = "BEGIN IMMEDIATE;\n.system echo; exec >/dev/null; sleep 0.3\nROLLBACK;";
open my $other, '-|', 'sh', '-c', 'printf "%s\n" "$1" | sqlite3 "$2"', 'sh',
    $holds, $library or die;
readline $other;
is(join('', (tool('check', $library))[0, 2]), '0', 'another check is waited for');
close $other;

# file names with a special meaning in SQLite

for my $name ('file:other.db', ':memory:', '-dash.db', 'a b', 'a?b',
    'a?mode=memory', 'a#b', 'a%41', '%00', 'a&b=c', "\xc3\xa9", "\xff", q{a'b"c},
    'a\\b')
{
    put("$directory/$name", $bytes);
    ($status, $out, $error) = tool('check', '--', $name,
        { shell => "cd $directory" });
    is("$status$out$error", "0$name: ok, 3 items, 3 tags, 3 collections\n", $name);
    unlink "$directory/$name";
}

is(join(' ', contents($directory)), 'library.db', 'nothing beside it');

# A copy changed with SQLite; returns the lines of "check" without the name.

sub faults ($sql) {
    my $copy = put("$directory/copy.db", $bytes);
    is(edit($copy, $sql), '', "sqlite3: $sql");

    my ($status, $out, $error) = tool('check', $copy);
    return "exit $status: $out" if $status ne '1' || $out ne '';

    return $error =~ s/^\Q$copy\E: //gmr =~ s/\Q$copy\E/FILE/gr;
}

my $digest = 'the digest does not match the content';
my @preview = map { qq(collection:$_: the preview is not in "item") } 0 .. 2;

for my $case (

    # the records of items, and their marks

    [q{UPDATE item SET record = replace(record, '"Item 1"', '"Item 9"')}
        . q{ WHERE id = 1},
        $preview[0],
        $digest],
    [q{UPDATE item SET record = replace(record, '"Item 1"', '"Item 10"')}
        . q{ WHERE id = 1},
        q{item:0: not valid JSON: unexpected character at column 93:}
        . q{ "/api/v1/"tags/happy/","name":""},
        $preview[0],
        $digest],
    [q{UPDATE item SET record = replace(record, '"Item 1"', '"It\u0065m}
        . q{ 1"') WHERE id = 1},
        q{item:0: content item 1: unknown field "tags[0].u/api/v1/rl"},
        $preview[0],
        $digest],
    [q{UPDATE item SET record = record || ' ' WHERE id = 1},
        q{item:0: the record does not have the form that "import" writes},
        $preview[0],
        $digest],
    [q{UPDATE item SET record = 'x' WHERE id = 1},
        q{item:0: the marks do not fit the record},
        $preview[0],
        q{contentlib: cannot read "FILE": marks do not fit a record}],
    [q{UPDATE item SET record = (SELECT record FROM tag), marks =}
        . q{ (SELECT marks FROM tag) WHERE id = 1},
        q{item:0: the record belongs to another table},
        $preview[0],
        $digest],
    [q{UPDATE item SET record = replace(record, '"G"', '"X"') WHERE id =}
        . q{ 1},
        q{item:0: content item 1: "default_version.content_type" is neither}
        . q{ "G" nor "I": "X"},
        $preview[0],
        $digest],
    [q{UPDATE item SET record = replace(record, '"created":"2024',}
        . q{ '"created":"2023') WHERE id = 2},
        q{item:1: content item 2: "created" is not an ISO 8601 UTC time:}
        . q{ "2023-02-29T12:34:56.789012Z" (write YYYY-MM-DDTHH:MM:SSZ)},
        $preview[2],
        $digest],
    [q{UPDATE item SET record = replace(record, '"happy"', '"sunny"')}
        . q{ WHERE id = 2},
        q{item:1: a tag of the item is not in "tag"},
        $preview[2],
        $digest],
    [q{UPDATE item SET record = replace(record, '"name":"happy"',}
        . q{ '"name":"Happy"') WHERE id = 2},
        q{item:1: a tag of the item is not in "tag"},
        $preview[2],
        $digest],
    [q{UPDATE item SET record = json_remove(record, '$.static_image')}
        . q{ WHERE id = 2},
        q{item:1: the marks do not fit the record},
        $preview[2],
        q{contentlib: cannot read "FILE": marks do not fit a record}],
    [q{UPDATE item SET record = printf('%.*c', 1100000, ' ') WHERE id = 2},
        q{item:1: the record is too long},
        $preview[2],
        q{contentlib: cannot read "FILE": a record is too long}],
    [q{UPDATE item SET marks = x'' WHERE id = 1},
        q{item:0: the marks are not valid},
        $preview[0],
        q{contentlib: cannot read "FILE": marks are not valid}],
    [q{UPDATE item SET marks = x'000000000000' WHERE id = 1},
        q{item:0: the marks are not valid},
        $preview[0],
        q{contentlib: cannot read "FILE": marks are not valid}],
    [q{UPDATE item SET marks = substr(marks, 1, length(marks) - 2) WHERE}
        . q{ id = 1},
        q{item:0: the marks are not valid},
        $preview[0],
        q{contentlib: cannot read "FILE": marks are not valid}],
    [q{UPDATE item SET marks = CAST(marks || x'0800' AS BLOB) WHERE id =}
        . q{ 1},
        q{item:0: the marks are not those of the record},
        $preview[0]],
    [q{UPDATE item SET marks = CAST(x'ffff' || substr(marks, 3) AS BLOB)}
        . q{ WHERE id = 1},
        q{item:0: the marks are not valid},
        $preview[0],
        q{contentlib: cannot read "FILE": marks are not valid}],
    [q{UPDATE item SET marks = CAST(substr(marks, 1, 10) || x'0700' ||}
        . q{ substr(marks, 13) AS BLOB) WHERE id = 1},
        q{item:0: the marks do not fit the record},
        $preview[0],
        q{contentlib: cannot read "FILE": marks do not fit a record}],
    [q{UPDATE item SET marks = CAST(substr(marks, 1, 10) || x'0000' ||}
        . q{ substr(marks, 11) AS BLOB) WHERE id = 1},
        q{item:0: the marks are not those of the record},
        $preview[0]],
    [q{UPDATE item SET id = 4 WHERE id = 3},
        q{item:2: "id" is not that of the record},
        $preview[1]],
    [q{UPDATE item SET id = 99 WHERE id = 1},
        q{item:0: "id" is not that of the record},
        $preview[0]],
    [q{DELETE FROM item WHERE position = 1},
        $preview[2],
        q{contentlib: cannot read "FILE": a record is missing}],
    [q{UPDATE item SET position = 9 WHERE position = 2},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{UPDATE item_text SET folded = 'x' WHERE position = 2},
        q{"item_gram" does not match "item_text" at " ", block 0},
        q{"word" does not match "item_text" at 1},
        q{"item_text" at 2 is not the text of "item"}],

    # tags

    [q{UPDATE tag SET record = replace(record, '"name":"happy"',}
        . q{ '"name":"Happy"') WHERE slug = 'happy'},
        q{item:0: a tag of the item is not in "tag"},
        q{collection:0: a tag of the item is not in "tag"},
        $digest],
    [q{UPDATE tag SET record = replace(record, '"name":"happy"',}
        . q{ '"name":"sunny"') WHERE slug = 'happy'},
        q{item:0: a tag of the item is not in "tag"},
        q{collection:0: a tag of the item is not in "tag"},
        $digest],
    [q{UPDATE tag SET slug = 'other' WHERE slug = 'unused'},
        q{tag:0: "slug" is not that of the record}],
    [q{UPDATE tag SET items = 2 WHERE slug = 'happy'},
        q{"tag" does not count the items of tag 1},
        q{"tag_order" at 2 does not match "tag"},
        q{"suggestion" at 0 does not match "tag"}],
    [q{UPDATE tag SET marks = x'00000000000000000000' WHERE slug =}
        . q{ 'happy'},
        q{tag:1: the marks are not those of the record},
        $digest],
    [q{UPDATE tag_text SET folded = 'x' WHERE position = 1},
        q{contentlib: FILE: the index "tag_search" does not match its}
        . q{ texts: database disk image is malformed}],
    [q{UPDATE tag_item SET items = x'010002000300' WHERE tag = 1},
        q{"tag_item" does not match "item" at tag 1, block 0}],
    [q{DELETE FROM tag_item WHERE tag = 2},
        q{"tag_item" does not match "item" at tag 2, block 0}],
    [q{INSERT INTO tag_item VALUES (0, 0, x'0000')},
        q{"tag_item" does not match "item" at tag 0, block 0}],
    [q{INSERT INTO tag_item VALUES (2, 1, x'0000')},
        q{"tag_item" does not match "item" at tag 2, block 1}],
    [q{INSERT INTO tag_item VALUES (9, 0, x'0000')},
        q{"tag_item" does not match "item" at tag 9, block 0}],
    [q{UPDATE suggestion SET name = 'x' WHERE position = 0},
        q{"suggestion" at 0 does not match "tag"}],
    [q{UPDATE suggestion SET folded = 'x' WHERE position = 0},
        q{contentlib: FILE: the index "suggestion_search" does not match}
        . q{ its texts: database disk image is malformed}],
    [q{UPDATE suggestion SET position = 9 WHERE position = 2},
        q{contentlib: FILE: the index "suggestion_search" does not match}
        . q{ its texts: database disk image is malformed}],

    # the form of blocks: those of all tables are alike

    [q{UPDATE tag_item SET items = x'' WHERE tag = 1},
        q{"tag_item" has an empty block at tag 1, block 0}],
    [q{UPDATE tag_item SET items = x'01000200ff' WHERE tag = 1},
        q{"tag_item" has a block of an odd length at tag 1, block 0}],
    [q{UPDATE tag_item SET items = x'02000100' WHERE tag = 1},
        q{"tag_item" has a list out of order at tag 1, block 0}],
    [q{UPDATE tag_item SET items = x'01000100' WHERE tag = 1},
        q{"tag_item" has a list out of order at tag 1, block 0}],
    [q{UPDATE tag_item SET items = x'01000040' WHERE tag = 1},
        q{"tag_item" has a position outside of the block at tag 1, block 0}],
    [q{UPDATE tag_item SET items = CAST(x'06' || zeroblob(2047) AS BLOB)}
        . q{ WHERE tag = 1},
        q{"tag_item" has a bitmap that should be a list at tag 1, block 0}],
    [q{UPDATE tag_item SET items = zeroblob(2050) WHERE tag = 1},
        q{"tag_item" has a list that should be a bitmap at tag 1, block 0}],
    [q{UPDATE tag_item SET items = CAST(replace(hex(zeroblob(1024)),}
        . q{ '0', x'ff') AS BLOB) WHERE tag = 1},
        q{"tag_item" does not match "item" at tag 1, block 0}],

    # short strings

    [q{UPDATE item_gram SET items = x'0000' WHERE gram = 'it'},
        q{"item_gram" does not match "item_text" at "it", block 0}],
    [q{UPDATE item_gram SET items = x'' WHERE gram = ' '},
        q{"item_gram" has an empty block at " ", block 0}],
    [q{DELETE FROM item_gram WHERE gram = 'm '},
        q{"item_gram" does not match "item_text" at "m ", block 0}],
    [q{DELETE FROM item_gram WHERE gram = char(233)},
        q{"item_gram" does not match "item_text" at "é", block 0}],
    [q{INSERT INTO word_gram VALUES ('ite', 129)},
        q{"item_gram" does not match "item_text" at "ite", block 0},
        q{"word_gram" does not match "word_search" at "ite"}],
    [q{INSERT INTO word_gram VALUES (CAST(x'ff' AS TEXT), 129)},
        q{"word_gram" does not match "word_search" at "\\xff"}],
    [q{DELETE FROM item_gram WHERE gram = 'm 1'},
        q{"item_gram" does not match "item_text" at "m 1", block 0}],
    [q{INSERT INTO item_gram VALUES ('ite', 0, x'00000200')},
        q{"item_gram" does not match "item_text" at "ite", block 0}],
    [q{INSERT INTO item_gram VALUES ('it', 1, x'0000')},
        q{"item_gram" does not match "item_text" at "it", block 1}],
    [q{INSERT INTO item_gram VALUES ('', 0, x'0000')},
        q{"item_gram" does not match "item_text" at "", block 0}],
    [q{UPDATE item_gram SET block = -1 WHERE gram = 'it'},
        q{"item_gram" does not match "item_text" at "it", block -1}],

    # short strings in the names of tags

    [q{UPDATE tag_gram SET items = x'0000' WHERE gram = 'bl'},
        q{"tag_gram" does not match "tag_text" at "bl", block 0}],
    [q{UPDATE tag_gram SET items = x'' WHERE gram = 'a'},
        q{"tag_gram" has an empty block at "a", block 0}],
    [q{DELETE FROM tag_gram WHERE gram = 'e '},
        q{"tag_gram" does not match "tag_text" at "e ", block 0}],
    [q{DELETE FROM tag_gram WHERE gram = 'y'},
        q{"tag_gram" does not match "tag_text" at "y", block 0}],
    [q{INSERT INTO tag_gram VALUES ('un', 0, x'0000')},
        q{"tag_gram" does not match "tag_text" at "un", block 0}],
    [q{INSERT INTO tag_gram VALUES ('happ', 0, x'000001000200')},
        q{"tag_gram" does not match "tag_text" at "happ", block 0}],
    [q{DELETE FROM tag_gram WHERE gram = 'hap'},
        q{"tag_gram" does not match "tag_text" at "hap", block 0}],
    [q{UPDATE tag_text_gram SET tags = x'0000' WHERE gram = 'hap'},
        q{"tag_text_gram" does not match "tag_text" at "hap", block 0}],
    [q{DELETE FROM suggestion_gram WHERE gram = 'y'},
        q{"suggestion_gram" does not match "suggestion" at "y", block 0}],
    [q{INSERT INTO suggestion_gram VALUES ('ha', 1, x'0000')},
        q{"suggestion_gram" does not match "suggestion" at "ha", block 1}],
    [q{INSERT INTO tag_gram VALUES ('ha', 1, x'0000')},
        q{"tag_gram" does not match "tag_text" at "ha", block 1}],
    [q{INSERT INTO tag_gram VALUES ('', 0, x'0000')},
        q{"tag_gram" does not match "tag_text" at "", block 0}],
    [q{UPDATE tag_gram SET block = -1 WHERE gram = 'ha'},
        q{"tag_gram" does not match "tag_text" at "ha", block -1}],
    [q{UPDATE tag_text SET folded = 'x' WHERE folded = 'happy';}
        . q{ INSERT INTO tag_search (tag_search) VALUES ('rebuild')},
        q{"tag_gram" does not match "tag_text" at "a", block 0},
        q{"tag_text_gram" does not match "tag_text" at "a", block 0},
        q{"tag_text" at 1 is not the text of "tag"},
        q{"tag_order" at 0 does not match "tag"},
        q{"suggestion" at 0 does not match "tag"}],
    [q{DELETE FROM tag_text WHERE folded = 'happy';}
        . q{ INSERT INTO tag_search (tag_search) VALUES ('rebuild')},
        q{"tag_gram" does not match "tag_text" at "a", block 0},
        q{"tag_text_gram" does not match "tag_text" at "a", block 0},
        q{"tag_text" has 2 rows, but "meta" has another number, or a position}
        . q{ is missing},
        q{"tag_order" at 2 does not match "tag"}],

    # words

    [q{UPDATE word SET folded = 'x' WHERE folded = 'item'},
        q{contentlib: FILE: the index "word_search" does not match its}
        . q{ texts: database disk image is malformed}],
    [q{UPDATE word SET items = x'0000000001000000' WHERE folded = 'item'},
        q{"word" does not match "item_text" at 2}],
    [q{UPDATE word SET items = NULL WHERE folded = '3'},
        q{"word" does not match "item_text" at 1}],
    [q{UPDATE word SET items = x'01' WHERE folded = '3'},
        q{"word" does not match "item_text" at 1}],
    [q{INSERT INTO word_item VALUES (0, 0, x'00000100')},
        q{"word_item" does not match "item_text" at word 0, block 0}],
    [q{INSERT INTO word_item VALUES (0, 0, x'')},
        q{"word_item" has an empty block at word 0, block 0}],
    [q{INSERT INTO word VALUES (9, x'00000000', 'x');}
        . q{ INSERT INTO word_search (word_search) VALUES ('rebuild')},
        q{"word" does not match "item_text" at 9}],
    [q{DELETE FROM word WHERE position = 2;}
        . q{ INSERT INTO word_search (word_search) VALUES ('rebuild')},
        q{"word" does not match "item_text" at 2}],

    # collections

    [q{UPDATE collection SET record = replace(record, '"Best"',}
        . q{ '"Rest"') WHERE slug = 'best'},
        q{"collection_text" at 0 does not match "collection"},
        $digest],
    [q{UPDATE collection SET record = replace(record,}
        . q{ '"featured":false', '"featured":0') WHERE slug = 'best'},
        q{collection:0: collection "best": "featured" is not true or false: 0},
        $digest],
    [q{UPDATE collection SET record = replace(record, 'Item 1', 'Item}
        . q{ 2') WHERE slug = 'best'},
        $preview[0],
        $digest],
    [q{UPDATE collection SET record = replace(record, '"id":1,',}
        . q{ '"id":7,') WHERE slug = 'best'},
        q{collection:0: the record does not have the form that "import" writes},
        $digest],
    [q{UPDATE collection SET record = replace(record, 'true', 'null')}
        . q{ WHERE slug = 'best'},
        q{collection:0: collection "best": "display_in_library" is null},
        $digest],
    [q{UPDATE collection SET slug = 'other' WHERE slug = 'best'},
        q{collection:0: "slug" is not that of the record}],
    [q{DELETE FROM collection WHERE slug = 'hidden'},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{UPDATE collection_text SET folded = 'x' WHERE position = 1},
        q{"collection_text" at 1 does not match "collection"}],
    [q{UPDATE collection_text SET name = 'x' WHERE position = 1},
        q{"collection_text" at 1 does not match "collection"}],
    [q{DELETE FROM collection_text WHERE position = 1},
        q{"collection_text" at 1 does not match "collection"}],
    [q{INSERT INTO collection_text VALUES (2, 'Hidden', 'hidden')},
        q{"collection_text" at 2 does not match "collection"}],
    [q{INSERT INTO collection_text VALUES (7, 'x', 'x')},
        q{"collection_text" at 7 does not match "collection"}],

    [q{UPDATE collection SET preview = 2 WHERE slug = 'best'},
        q{"collection" at 0 has the position of another preview}],

    # the items of collections, and of types of content

    [q{INSERT INTO collection_item VALUES (0, 0, x'0000')},
        $digest],
    [q{INSERT INTO collection_item VALUES (0, 0, x'')},
        q{"collection_item" has an empty block at collection 0, block 0}],
    [q{INSERT INTO collection_item VALUES (3, 0, x'0000')},
        q{"collection_item" has items of no collection at collection 3,}
        . q{ block 0}],
    [q{INSERT INTO collection_item VALUES (0, 0, x'0300')},
        q{"collection_item" has a position of no item at collection 0,}
        . q{ block 0},
        q{contentlib: cannot read "FILE": a block of items is not valid}],
    [q{INSERT INTO collection_item VALUES (2, 1, x'0000')},
        q{"collection_item" has a position of no item at collection 2,}
        . q{ block 1},
        q{contentlib: cannot read "FILE": a block of items is not valid}],
    [q{UPDATE content_type_item SET items = x'0000' WHERE content_type = 71},
        q{"content_type_item" does not match "item" at content type 71,}
        . q{ block 0}],
    [q{DELETE FROM content_type_item WHERE content_type = 73},
        q{"content_type_item" does not match "item" at content type 73,}
        . q{ block 0}],
    [q{INSERT INTO content_type_item VALUES (88, 0, x'0000')},
        q{"content_type_item" does not match "item" at content type 88,}
        . q{ block 0}],

    # the terms of items

    [q{UPDATE term_item SET items = x'0000' WHERE term = 'happy'},
        q{"term_item" does not match "item" at "happy", block 0}],
    [q{DELETE FROM term_item WHERE term = 'é*'},
        q{"term_item" does not match "item" at "é*", block 0}],
    [q{DELETE FROM term_item WHERE term = '3'},
        q{"term_item" does not match "item" at "3", block 0}],
    [q{INSERT INTO term_item VALUES ('item.', 0, x'0000')},
        q{"term_item" does not match "item" at "item.", block 0}],
    [q{UPDATE term_item SET items = x'' WHERE term = 'sky'},
        q{"term_item" has an empty block at "sky", block 0}],

    # the orders of tags

    [q{UPDATE tag_order SET by_name = 9 WHERE position = 0},
        q{"tag_order" at 0 does not match "tag"}],
    [q{UPDATE tag_order SET by_items = 9 WHERE position = 2},
        q{"tag_order" at 2 does not match "tag"}],
    [q{DELETE FROM tag_order WHERE position = 2},
        q{"tag_order" has 2 rows, but "meta" has another number, or a position is missing}],

    # meta

    [q{UPDATE meta SET digest = replace(hex(zeroblob(32)), '0', 'a')},
        $digest],
    [q{UPDATE meta SET items = 2},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{UPDATE meta SET longest_alt_text = 5},
        q{"longest_alt_text" of "meta" is not 7}],
    [q{UPDATE meta SET longest_tag_name = 99},
        q{"longest_tag_name" of "meta" is not 8}],

    # not a library at all

    [q{DELETE FROM meta},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{DROP TABLE suggestion},
        q{contentlib: cannot open "FILE": its schema is not that of a library}],
    [q{CREATE TABLE more (x)},
        q{contentlib: cannot open "FILE": its schema is not that of a library}],
    [q{PRAGMA user_version = 1},
        q{contentlib: cannot open "FILE": a library of another format}],
    [q{PRAGMA user_version = 2},
        q{contentlib: cannot open "FILE": a library of format 2: convert it}
        . q{ with "contentlib export" and "contentlib import"}],
    [q{PRAGMA application_id = 1},
        q{contentlib: cannot open "FILE": not a contentlib library}],
) {
    my ($sql, @expected) = @$case;

    utf8::encode($_) for @expected;
    is(faults($sql), join('', map { "$_\n" } @expected), "check: $sql");
}

# the journal mode is printed, and the media URL is not a part of any record

{
    my $copy = put("$directory/copy.db", $bytes);
    is(edit($copy, 'PRAGMA journal_mode = wal'), "wal\n", 'another mode');
    is((tool('check', $copy))[0], 1, 'check: another mode');
    unlink "$copy-wal", "$copy-shm";

    put($copy, $bytes);
    edit($copy, "UPDATE meta SET media_url = 'https://x/'");
    is((tool('check', $copy))[0], 0, 'check: another media URL');
}

# The digest uses complete addresses, and all addresses here are complete.

# Search indexes

for my $table (qw(word_search tag_search suggestion_search)) {
    is(faults("DELETE FROM ${table}_data WHERE id > 100"),
        qq(contentlib: cannot open "FILE": database disk image is malformed\n),
        "check: $table");
}

# A complete index with an inner page that refers to a wrong page

{
    my $large = imports($directory, 'large.db', lines(map { item($_,
        alt_text => join ' ', map { $_ ** 5 % 999983 } $_ * 30 .. $_ * 30 + 29)
    } 1 .. 200));

    is((tool('check', $large))[0], 0, 'a larger library');
    edit($large, 'UPDATE word_search_idx SET segid = 9');
    is((tool('check', $large))[2] =~ s/find "\K[^"]+/XYZ/r,
        qq($large: the index "word_search" does not find "XYZ"\n),
        'check: an index that finds nothing');
    unlink $large;
}

# Damage to the file itself

my @damage = (
    ['empty', ''],
    ['text', "hello\n" x 1000],
    ['half of it', substr($bytes, 0, length($bytes) / 2)],
    ['half a page less', substr($bytes, 0, -2048)],
    ['a page more', $bytes . "\0" x $PAGE],
    ['the header', "x" . substr($bytes, 1)],
);

for my $case (@damage) {
    my $copy = put("$directory/copy.db", $case->[1]);
    my ($status, $out, $error) = tool('check', $copy);
    is("$status$out", '1', $case->[0]);
    like($error, qr/\A\S[^\n]+\n\z/, "$case->[0]: one line");
}

# Each byte of the header that is examined, with correct checksums

my @missed;

for my $case (
    [0, 15, 'not an SQLite file'],
    [16, 17, 'its page size is wrong'],
    [18, 19, 'not in rollback mode'],
    [20, 20, 'its pages have no checksums'],
    [28, 31, 'its size does not match its number of pages'],
    [56, 59, 'not encoded in UTF-8'],
    [60, 63, 'a library of another format'],
    [68, 71, 'not a contentlib library'],
) {
    my ($first, $last, $reason) = @$case;

    for my $byte ($first .. $last) {
        my $damaged = $bytes;
        substr($damaged, $byte, 1) ^.= "\x80";
        my $copy = put("$directory/copy.db", checksummed($damaged));
        my $error = (tool('info', $copy))[2];
        push @missed, "$byte: $error"
            if $error ne qq(contentlib: cannot open "$copy": $reason\n);
    }
}

is(join('', @missed), '', 'the header');

# A changed byte at any place is reported with the number of its page.

for my $page (1 .. length($bytes) / $PAGE) {
    for my $byte (100, 5000 + $page, $PAGE - 9, $PAGE - 8, $PAGE - 1) {
        my $damaged = $bytes;
        substr($damaged, ($page - 1) * $PAGE + $byte, 1) ^.= "\x20";
        my ($status, $out, $error)
            = tool('check', put("$directory/copy.db", $damaged));
        push @missed, "$page:$byte: $error" if "$status$out" ne '1'
            || $error !~ /^[^\n]*: the checksum of page $page is wrong$/m;
    }
}

is(join('', @missed), '', 'every page');

# This includes pages in the free list.

{
    my $copy = put("$directory/copy.db", $bytes);
    edit($copy, 'CREATE TABLE more (x); DROP TABLE more');
    my $free = slurp($copy);
    cmp_ok(length $free, '>', length $bytes, 'a page more');
    is((tool('check', $copy))[0], 0, 'a free page');
    substr($free, -100, 1) ^.= "\x20";
    like((tool('check', put($copy, $free)))[2],
        qr/: the checksum of page \d+ is wrong$/,
        'a changed byte in it');
}

($status, $out, $error) = tool('check', "$directory/none.db");
is("$status$out$error", "1contentlib: cannot open \"$directory/none.db\": No"
    . " such file or directory\n", 'no file');

($status, $out, $error) = tool('check', "$directory");
is($status, 1, 'a directory');

# A file without write permission, checked by a user who is not root.

chmod 0755, "$directory";
put("$directory/copy.db", $bytes);
chmod 0444, "$directory/copy.db";

my $user = $> == 0 ? 'setpriv --reuid=65534 --regid=65534 --clear-groups' : '';

SKIP: {
    skip 'no setpriv', 2 if $user && system("$user true 2>/dev/null");

    my $program = File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib');

    like(`$user $program check $directory/copy.db 2>&1`, qr/: ok, /,
        'a file that may only be read');

    chmod 0644, "$directory/copy.db";
    edit("$directory/copy.db", 'DELETE FROM tag_search_data WHERE id > 100');
    chmod 0444, "$directory/copy.db";

    like(`$user $program check $directory/copy.db 2>&1`,
        qr/database disk image is malformed/, 'a fault in it');
}

chmod 0644, "$directory/copy.db";
put("$directory/copy.db", $bytes);
put("$directory/copy.db-journal", 'x' x 1024);
($status, $out, $error) = tool('check', "$directory/copy.db");
is($status, 1, 'a journal beside it');
is(slurp("$directory/copy.db"), $bytes, 'which is not played back');
is(length slurp("$directory/copy.db-journal"), 1024, 'and stays');

done_testing();
