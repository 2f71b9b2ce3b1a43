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

for my $case (

    # the records of items, and their marks

    [q{UPDATE item SET record = replace(record, '"Item 1"', '"Item 9"')}
        . q{ WHERE id = 1},
        q{"collection" at 0},
        q{"item_text" at 0},
        q{"word" at 0},
        q{"item_gram" at " 1", block 0},
        q{"term_word" at "1"},
        q{"beginning_item" at "1", block 0},
        $digest],
    [q{UPDATE item SET record = replace(record, '"Item 1"', '"Item 10"')}
        . q{ WHERE id = 1},
        q{FILE:6: not valid JSON: unexpected character at column 93:}
        . q{ "/api/v1/"tags/happy/","name":""}],
    [q{UPDATE item SET record = replace(record, '"Item 1"', '"It\u0065m}
        . q{ 1"') WHERE id = 1},
        q{FILE:6: content item 1: unknown field "tags[0].u/api/v1/rl"}],
    [q{UPDATE item SET record = record || ' ' WHERE id = 1},
        q{"item" at 0},
        $digest],
    [q{UPDATE item SET record = 'x' WHERE id = 1},
        q{contentlib: cannot read "FILE": record 6: marks are not valid}],
    [q{UPDATE item SET record = (SELECT record FROM tag), marks =}
        . q{ (SELECT marks FROM tag) WHERE id = 1},
        q{contentlib: content item 1, a preview, is missing}],
    [q{UPDATE item SET record = replace(record, '"G"', '"X"') WHERE id =}
        . q{ 1},
        q{FILE:6: content item 1: "default_version.content_type" is}
        . q{ neither "G" nor "I": "X"}],
    [q{UPDATE item SET record = replace(record, '"created":"2024',}
        . q{ '"created":"2023') WHERE id = 2},
        q{FILE:5: content item 2: "created" is not an ISO 8601 UTC time:}
        . q{ "2023-02-29T12:34:56.789012Z" (write YYYY-MM-DDTHH:MM:SSZ)}],
    [q{UPDATE item SET record = replace(record, '"happy"', '"sunny"')}
        . q{ WHERE id = 2},
        q{"meta" at 0},
        q{"item" at 1},
        q{"tag" at 1},
        q{"collection" at 2},
        q{"tag_item" at 1, block 0},
        q{"tag_order" at 0},
        q{"term_tag" at "sunny"},
        q{"beginning_item" at "h", block 0},
        q{"tag_text" at 3},
        q{"tag_text_gram" at "n", block 0},
        q{"tag_gram" at "a", block 0},
        q{"suggestion" at 0},
        q{"suggestion_gram" at " ", block 0},
        $digest],
    [q{UPDATE item SET record = replace(record, '"name":"happy"',}
        . q{ '"name":"Happy"') WHERE id = 2},
        q{FILE:5: content item 2: the name of tag "happy" is "Happy" here}
        . q{ and "happy" at FILE:2}],
    [q{UPDATE item SET record = json_remove(record, '$.static_image')}
        . q{ WHERE id = 2},
        q{contentlib: cannot read "FILE": record 5: marks do not fit a}
        . q{ record}],
    [q{UPDATE item SET record = printf('%.*c', 131073, ' ') WHERE id = 2},
        q{contentlib: cannot read "FILE": record 5: a record is too long}],
    [q{UPDATE item SET marks = x'' WHERE id = 1},
        q{contentlib: cannot read "FILE": record 6: marks are not valid}],
    [q{UPDATE item SET marks = CAST(marks || x'0800' AS BLOB) WHERE id =}
        . q{ 1},
        q{"item" at 0}],
    [q{UPDATE item SET marks = CAST(substr(marks, 1, 10) || x'0700' ||}
        . q{ substr(marks, 13) AS BLOB) WHERE id = 1},
        q{contentlib: cannot read "FILE": record 6: marks do not fit a}
        . q{ record}],
    [q{UPDATE item SET marks = CAST(substr(marks, 1, 10) || x'0000' ||}
        . q{ substr(marks, 11) AS BLOB) WHERE id = 1},
        q{"item" at 0}],
    [q{UPDATE item SET id = 4 WHERE id = 3},
        q{"item" at 2}],
    [q{UPDATE item SET id = 99 WHERE id = 1},
        q{"item" at 0}],
    [q{DELETE FROM item WHERE position = 1},
        q{contentlib: cannot read "FILE": record 5: a record is missing}],
    [q{UPDATE item SET position = 9 WHERE position = 2},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{UPDATE item_text SET folded = 'x' WHERE position = 2},
        q{"item_text" at 2}],

    # tags

    [q{UPDATE tag SET record = replace(record, '"name":"happy"',}
        . q{ '"name":"Happy"') WHERE slug = 'happy'},
        q{FILE:4: content item 3: the name of tag "happy" is "happy" here}
        . q{ and "Happy" at FILE:2}],
    [q{UPDATE tag SET slug = 'other' WHERE slug = 'unused'},
        q{"tag" at 0}],
    [q{UPDATE tag SET items = 2 WHERE slug = 'happy'},
        q{"tag" at 1}],
    [q{UPDATE tag SET marks = x'00000000000000000000' WHERE slug =}
        . q{ 'happy'},
        q{"tag" at 1},
        $digest],
    [q{UPDATE tag_text SET folded = 'x' WHERE position = 1},
        q{contentlib: FILE: the index "tag_search" does not match its}
        . q{ texts: database disk image is malformed}],
    [q{UPDATE tag_item SET items = x'010002000300' WHERE tag = 1},
        q{"tag_item" at 1, block 0}],
    [q{DELETE FROM tag_item WHERE tag = 2},
        q{"tag_item" at 2, block 0}],
    [q{INSERT INTO tag_item VALUES (0, 0, x'0000')},
        q{"tag_item" at 0, block 0}],
    [q{INSERT INTO tag_item VALUES (2, 1, x'0000')},
        q{"tag_item" at 2, block 1}],
    [q{UPDATE suggestion SET name = 'x' WHERE position = 0},
        q{"suggestion" at 0}],
    [q{UPDATE suggestion SET folded = 'x' WHERE position = 0},
        q{contentlib: FILE: the index "suggestion_search" does not match}
        . q{ its texts: database disk image is malformed}],
    [q{UPDATE suggestion SET position = 9 WHERE position = 2},
        q{contentlib: FILE: the index "suggestion_search" does not match}
        . q{ its texts: database disk image is malformed}],

    # another form of the same block

    [q{UPDATE tag_item SET items = x'' WHERE tag = 1},
        q{"tag_item" at 1, block 0}],
    [q{UPDATE tag_item SET items = x'02000100' WHERE tag = 1},
        q{"tag_item" at 1, block 0}],
    [q{UPDATE tag_item SET items = CAST(replace(hex(zeroblob(1024)),}
        . q{ '0', x'ff') AS BLOB) WHERE tag = 1},
        q{"tag_item" at 1, block 0}],

    # short strings

    [q{UPDATE item_gram SET items = x'0000' WHERE gram = 'it'},
        q{"item_gram" at "it", block 0}],
    [q{DELETE FROM item_gram WHERE gram = char(233)},
        q{"item_gram" at "é", block 0}],
    [q{INSERT INTO word_gram VALUES ('ite', 129)},
        q{"word_gram" at "ite"}],
    [q{INSERT INTO word_gram VALUES (CAST(x'ff' AS TEXT), 129)},
        q{"word_gram" at "\xff"}],
    [q{DELETE FROM item_gram WHERE gram = 'm 1'},
        q{"item_gram" at "m 1", block 0}],
    [q{INSERT INTO item_gram VALUES ('ite', 0, x'00000200')},
        q{"item_gram" at "ite", block 0}],
    [q{INSERT INTO item_gram VALUES ('it', 1, x'0000')},
        q{"item_gram" at "it", block 1}],
    [q{UPDATE item_gram SET block = -1 WHERE gram = 'it'},
        q{"item_gram" at "it", block -1}],

    # short strings in the names of tags

    [q{UPDATE tag_gram SET items = x'0000' WHERE gram = 'bl'},
        q{"tag_gram" at "bl", block 0}],
    [q{DELETE FROM tag_gram WHERE gram = 'e '},
        q{"tag_gram" at "e ", block 0}],
    [q{INSERT INTO tag_gram VALUES ('un', 0, x'0000')},
        q{"tag_gram" at "un", block 0}],
    [q{INSERT INTO tag_gram VALUES ('happ', 0, x'000001000200')},
        q{"tag_gram" at "happ", block 0}],
    [q{DELETE FROM tag_gram WHERE gram = 'ha'},
        q{"tag_gram" at "ha", block 0}],
    [q{UPDATE tag_text_gram SET tags = x'0000' WHERE gram = 'ha'},
        q{"tag_text_gram" at "ha", block 0}],
    [q{DELETE FROM suggestion_gram WHERE gram = 'y'},
        q{"suggestion_gram" at "y", block 0}],
    [q{INSERT INTO suggestion_gram VALUES ('ha', 1, x'0000')},
        q{"suggestion_gram" at "ha", block 1}],
    [q{UPDATE tag_text SET folded = 'x' WHERE folded = 'happy';}
        . q{ INSERT INTO tag_search (tag_search) VALUES ('rebuild')},
        q{"tag_text" at 1}],
    [q{DELETE FROM tag_text WHERE folded = 'happy';}
        . q{ INSERT INTO tag_search (tag_search) VALUES ('rebuild')},
        q{"tag_text" at 1}],

    # words

    [q{UPDATE word SET folded = 'x' WHERE folded = 'item'},
        q{contentlib: FILE: the index "word_search" does not match its}
        . q{ texts: database disk image is malformed}],
    [q{UPDATE word SET items = x'0000000001000000' WHERE folded = 'item'},
        q{"word" at 2}],
    [q{UPDATE word SET items = NULL WHERE folded = '3'},
        q{"word" at 1}],
    [q{INSERT INTO word_item VALUES (0, 0, x'00000100')},
        q{"word_item" at 0, block 0}],
    [q{INSERT INTO word VALUES (9, x'00000000', 'x');}
        . q{ INSERT INTO word_search (word_search) VALUES ('rebuild')},
        q{"word" at 9}],
    [q{DELETE FROM word WHERE position = 2;}
        . q{ INSERT INTO word_search (word_search) VALUES ('rebuild')},
        q{"word" at 2}],

    # collections

    [q{UPDATE collection SET record = replace(record, '"Best"',}
        . q{ '"Rest"') WHERE slug = 'best'},
        q{"collection_text" at 0},
        $digest],
    [q{UPDATE collection SET record = replace(record,}
        . q{ '"featured":false', '"featured":0') WHERE slug = 'best'},
        q{FILE:7: collection "best": "featured" is not true or false: 0}],
    [q{UPDATE collection SET record = replace(record, 'Item 1', 'Item}
        . q{ 2') WHERE slug = 'best'},
        q{"collection" at 0},
        $digest],
    [q{UPDATE collection SET record = replace(record, '"id":1,',}
        . q{ '"id":7,') WHERE slug = 'best'},
        q{contentlib: content item 7, a preview, is missing}],
    [q{UPDATE collection SET record = replace(record, 'true', 'null')}
        . q{ WHERE slug = 'best'},
        q{FILE:7: collection "best": "display_in_library" is null}],
    [q{UPDATE collection SET slug = 'other' WHERE slug = 'best'},
        q{"collection" at 0}],
    [q{DELETE FROM collection WHERE slug = 'hidden'},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{UPDATE collection_text SET folded = 'x' WHERE position = 1},
        q{"collection_text" at 1}],
    [q{UPDATE collection_text SET name = 'x' WHERE position = 1},
        q{"collection_text" at 1}],
    [q{DELETE FROM collection_text WHERE position = 1},
        q{"collection_text" at 1}],
    [q{INSERT INTO collection_text VALUES (2, 'Hidden', 'hidden')},
        q{"collection_text" at 2}],
    [q{INSERT INTO collection_text VALUES (7, 'x', 'x')},
        q{"collection_text" at 7}],

    [q{UPDATE collection SET preview = 2 WHERE slug = 'best'},
        q{"collection" at 0}],

    # the items of collections, and of types of content

    [q{INSERT INTO collection_item VALUES (0, 0, x'0000')},
        $digest],
    [q{INSERT INTO collection_item VALUES (0, 0, x'')},
        q{"collection_item" at 0, block 0}],
    [q{INSERT INTO collection_item VALUES (3, 0, x'0000')},
        q{"collection_item" at 3, block 0}],
    [q{INSERT INTO collection_item VALUES (0, 0, x'0300')},
        q{contentlib: cannot read "FILE": record 7: a block of items is}
        . q{ not valid}],
    [q{INSERT INTO collection_item VALUES (2, 1, x'0000')},
        q{contentlib: cannot read "FILE": record 9: a block of items is}
        . q{ not valid}],
    [q{UPDATE content_type_item SET items = x'0000' WHERE content_type = 71},
        q{"content_type_item" at 71, block 0}],
    [q{DELETE FROM content_type_item WHERE content_type = 73},
        q{"content_type_item" at 73, block 0}],
    [q{INSERT INTO content_type_item VALUES (88, 0, x'0000')},
        q{"content_type_item" at 88, block 0}],

    # the terms of items

    [q{UPDATE term_tag SET tag = 2 WHERE term = 'happy'},
        q{"term_tag" at "happy"}],
    [q{INSERT INTO term_item VALUES ('happy', 0, x'0000')},
        q{"term_item" at "happy", block 0}],
    [q{DELETE FROM beginning_item WHERE beginning = 'é'},
        q{"beginning_item" at "é", block 0}],
    [q{UPDATE beginning_item SET items = x'' WHERE beginning = 'é'},
        q{"beginning_item" at "é", block 0}],
    [q{DELETE FROM term_word WHERE term = '3'},
        q{"term_word" at "3"}],
    [q{INSERT INTO term_word VALUES ('item.', 0)},
        q{"term_word" at "item."}],

    # the orders of tags

    [q{UPDATE tag_order SET by_name = 9 WHERE position = 0},
        q{"tag_order" at 0}],
    [q{UPDATE tag_order SET by_items = 9 WHERE position = 2},
        q{"tag_order" at 2}],
    [q{DELETE FROM tag_order WHERE position = 2},
        q{"tag_order" at 2}],

    # meta

    [q{UPDATE meta SET digest = replace(hex(zeroblob(32)), '0', 'a')},
        $digest],
    [q{UPDATE meta SET items = 2},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{UPDATE meta SET built = 9223372036854775807},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{UPDATE meta SET longest_alt_text = 5},
        q{"meta" at 0}],
    [q{UPDATE meta SET longest_tag_name = 99},
        q{"meta" at 0}],

    # not a library at all

    [q{DELETE FROM meta},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{DROP TABLE suggestion},
        q{contentlib: cannot open "FILE": no such table: suggestion}],
    [q{CREATE TABLE more (x, y AS (x))},
        q{contentlib: cannot open "FILE": it has generated columns}],
    (map { [$_, q{its schema is not that of a library}] }
        q{CREATE TABLE more (x)}, q{CREATE INDEX more ON tag (items)},
        q{DROP INDEX tag_text_folded}, q{ALTER TABLE tag ADD COLUMN more TEXT},
        q{CREATE VIEW more AS SELECT 1 AS a}, q{ANALYZE},
        q{CREATE TRIGGER more AFTER INSERT ON tag BEGIN SELECT 1; END}),
    [q{PRAGMA user_version = 1},
        q{contentlib: cannot open "FILE": a library of another format}],
    [q{PRAGMA application_id = 1},
        q{contentlib: cannot open "FILE": not a contentlib library}],
) {
    my ($sql, @expected) = @$case;

    s/^("\w+") at /$1 is not what "import" writes at / for @expected;
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

    for my $case (['http://user:secret@m.example/', 'has a user name or a password'],
        ['javascript:alert(1)//', 'is neither an http(s) address nor a relative path'],
        ['media/', 'is not an http(s) address'],
        ["http://x/' || char(10) || '", 'has a blank or a control character'])
    {
        put($copy, $bytes);
        edit($copy, "UPDATE meta SET media_url = '$case->[0]'");

        for my $command (['check', $copy], ['import', '--merge', '-o', $copy, $library]) {
            ($status, $out, $error) = tool(@$command);
            is("$status$error", "1contentlib: $copy: the media URL $case->[1]\n",
                "$command->[0]: $case->[0]");
        }
    }

    unlink $copy;
}

# A name in the schema has control characters, which SQLite prints.

{
    my $copy = put("$directory/copy.db", $bytes);
    edit($copy, "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET name ="
        . " char(10) || 'ok' || char(27) || '[31m' || char(10) WHERE name = 'item'");

    for my $command (qw(check info export)) {
        ($status, $out, $error) = tool($command, $copy);
        is($status, 1, "$command: a damaged schema");
        like("$out$error", qr/\A[^\x00-\x1f]+\n\z/, 'is one line');
    }

    unlink $copy;
}

# The digest uses complete addresses, and all addresses here are complete.

# Search indexes

for my $table (qw(word_search tag_search suggestion_search)) {
    like(faults("DELETE FROM ${table}_data WHERE id > 100"),
        qr/^contentlib: FILE: .*malformed.*$table|"$table".* malformed$/,
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
    [16, 17, 'not a contentlib library'],
    [19, 19, 'file is not a database'],
    [28, 31, 'database disk image is malformed'],
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

# The page at 1 GiB has the bytes that SQLite locks, and no checksum.  The pages
# behind the library are holes here.

{
    my $lock = 0x40000000 / $PAGE + 1;
    my $header = $bytes;
    substr($header, 28, 4) = pack 'N', $lock + 1;
    my $copy = put("$directory/copy.db", checksummed($header));
    truncate $copy, ($lock + 1) * $PAGE or die;

    my %wrong = map { $_ => 1 } (tool('check', $copy))[2]
        =~ /: the checksum of page (\d+) is wrong$/mg;
    is(join(' ', grep { $wrong{$_} } $lock - 1 .. $lock + 1),
        join(' ', $lock - 1, $lock + 1), 'all pages but that of the locks');
    unlink $copy;
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
    skip 'no setpriv', 3 if $user && system("$user true 2>/dev/null");

    my $program = File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib');

    like(`$user $program check $directory/copy.db 2>&1`, qr/: ok, /,
        'a file that may only be read');

    chmod 0644, "$directory/copy.db";
    edit("$directory/copy.db", 'DELETE FROM tag_search_data WHERE id > 100');
    chmod 0444, "$directory/copy.db";

    like(`$user $program check $directory/copy.db 2>&1`,
        qr/malformed/, 'a fault in it');

    # no disk space for a copy of it: the size of files is limited

    skip 'gcov writes files', 1 if $ENV{TEST_COVERAGE};

    my $large = imports($directory, 'large.db', lines(map { item($_,
        alt_text => "x $_ " x 4000) } 1 .. 300));

    chmod 0444, $large;
    is(`ulimit -f 1; $user $program check $large 2>&1`, "contentlib:"
        . " temporary file: disk I/O error: File too large\n", 'a full disk');
    unlink $large;
}

chmod 0644, "$directory/copy.db";
put("$directory/copy.db", $bytes);
put("$directory/copy.db-journal", 'x' x 1024);
($status, $out, $error) = tool('check', "$directory/copy.db");
is($status, 1, 'a journal beside it');
is(slurp("$directory/copy.db"), $bytes, 'which is not played back');
is(length slurp("$directory/copy.db-journal"), 1024, 'and stays');

done_testing();
