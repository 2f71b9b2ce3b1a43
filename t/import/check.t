#!/usr/bin/perl

# "contentlib check" finds what is wrong with a library file.
# Suite: long
# Tests: src/tool/check/contentlib_check.c,
#     src/tool/check/contentlib_check_content.c

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
        q{"item_text" at position 0},
        q{"word" at position 0},
        q{"posting" at kind 4, key 0, block 0},
        $digest],
    [q{UPDATE item SET record = replace(record, '"Item 1"', '"Item 10"')}
        . q{ WHERE id = 1},
        q(FILE:6: not valid JSON: quoted object property name expected at)
        . q( column 448: "partner"":"https://partner.exa")],
    [q{UPDATE item SET record = 'x' WHERE id = 1},
        q{contentlib: cannot read "FILE": record 6: the marks of a record are}
        . q{ not valid}],
    [q{UPDATE item SET record = (SELECT record FROM tag), marks =}
        . q{ (SELECT marks FROM tag) WHERE id = 1},
        q{contentlib: cannot read "FILE": record 6: the marks of a record are}
        . q{ not valid}],
    [q{UPDATE item SET record = replace(record, '"G"', '"X"') WHERE id =}
        . q{ 1},
        q{FILE:6: content item 1: "default_version.content_type" is}
        . q{ neither "G" nor "I": "X"}],

    # the tags of items

    [q{UPDATE item SET tags = x'010000020000010000' WHERE id = 2},
        q{FILE:5: content item 2: "tags[2]" repeats a tag of the item}],
    [q{UPDATE item SET tags = x'020000010000' WHERE id = 2},
        $digest],
    [q{UPDATE item SET tags = x'000000' WHERE id = 2},
        q{"tag" at number 0},
        q{"posting" at kind 1, key 0, block 0},
        $digest],
    [q{UPDATE item SET tags = x'000000010000ffffff' WHERE id = 2},
        q{FILE:5: content item 2: "tags[2]" is no tag of the library}],
    [q{UPDATE item SET tags = x'0000' WHERE id = 2},
        q{FILE:5: content item 2: "tags[0]" is no tag of the library}],
    [q{UPDATE item SET tags = zeroblob(3003) WHERE id = 2},
        q{FILE:5: content item 2: "tags" has more than 1000 entries}],
    [q{UPDATE tag SET number = 16777216 WHERE slug = 'unused'},
        q{"tag" at number 16777216}],
    [q{UPDATE tag SET number = 7 WHERE slug = 'happy'},
        q{FILE:4: content item 3: "tags[0]" is no tag of the library}],
    [q{UPDATE tag SET record = printf('%s%*s', record, 1200, '') WHERE}
        . q{ slug = 'unused'},
        q{contentlib: cannot read "FILE": record 1: a record is too long}],

    # the place of a reference

    [q{UPDATE item SET record = replace(record, '"tags":[]', '"tags": []')}
        . q{ WHERE id = 2},
        q(FILE:5: not valid JSON: quoted object property name expected at)
        . q( column 448: "partner"":"https://partner.exa")],
    [q{UPDATE collection SET record = replace(record, '"preview_image":',}
        . q{ '"preview_image": ') WHERE slug = 'best'},
        q{"collection" at position 0},
        $digest],
    [q{UPDATE item SET record = json_remove(record, '$.static_image')}
        . q{ WHERE id = 2},
        q{contentlib: cannot read "FILE": record 5: the marks of a record are}
        . q{ not valid}],
    [q{UPDATE item SET record = printf('%.*c', 65537, ' ') WHERE id = 2},
        q{contentlib: cannot read "FILE": record 5: a record is too long}],
    [q{UPDATE item SET marks = x'' WHERE id = 1},
        q{contentlib: cannot read "FILE": record 6: the marks of a record are}
        . q{ not valid}],
    [q{UPDATE item SET marks = CAST(x'0700' || substr(marks, 3) AS BLOB)}
        . q{ WHERE id = 1},
        q{contentlib: cannot read "FILE": record 6: the marks of a record are}
        . q{ not valid}],
    [q{UPDATE item SET id = 99 WHERE id = 1},
        q{"item" at position 0}],
    [q{DELETE FROM item WHERE position = 1},
        q{contentlib: cannot read "FILE": record 5: a record is missing}],
    [q{UPDATE item_text SET folded = 'x' WHERE position = 2},
        q{"item_text" at position 2}],

    # tags

    [q{UPDATE tag SET record = '[]', marks = x''},
        q{FILE:1: unexpected "[" where a record should begin}],
    [q{UPDATE tag SET items = 2 WHERE slug = 'happy'},
        q{"tag" at number 1}],
    [q{UPDATE tag SET marks = x'00000000' WHERE slug = 'happy'},
        q{"tag" at number 1},
        q{contentlib: cannot read "FILE": record 4: a tag of an item is}
        . q{ not valid}],
    [q{UPDATE tag SET marks = x'01000200' WHERE slug = 'unused'},
        q{FILE:1: unexpected "/" where a record should begin}],
    [q{UPDATE tag SET position = iif(position, 0, 1) + 9 WHERE position < 2;}
        . q{ UPDATE tag SET position = position - 9 WHERE position > 8},
        $digest],

    # postings: other positions, no row, a row more, another type, a key that is
    # no text

    [q{UPDATE posting SET positions = x'0100' WHERE kind = 1 AND key = 0},
        q{"posting" at kind 1, key 0, block 0}],
    [q{DELETE FROM posting WHERE kind = 1 AND key = 1},
        q{"posting" at kind 1, key 1, block 0}],
    [q{INSERT INTO posting VALUES (1, 2, 0, x'0000')},
        q{"posting" at kind 1, key 2, block 0}],
    [q{UPDATE posting SET key = '0' WHERE kind = 1 AND key = 0},
        q{"posting" at kind 1, key 0, block 0}],
    [q{INSERT INTO posting VALUES (7, CAST(x'00ff41' AS TEXT), 0, x'0000')},
        q{"posting" at kind 7, key \u0000\xffA, block 0}],
    [q{INSERT INTO posting VALUES (14, 'tags', 0, x'0000')},
        q{"posting" at kind 14, key tags, block 0}],

    # words

    [q{DELETE FROM word WHERE position = 2},
        q{"word" at position 2}],

    # collections

    [q{UPDATE collection SET record = replace(record, '"Best"',}
        . q{ '"Rest"') WHERE slug = 'best'},
        q{"collection" at position 0},
        $digest],
    [q{UPDATE collection SET record = replace(record,}
        . q{ '"featured":false', '"featured":0') WHERE slug = 'best'},
        q{FILE:7: collection "best": "featured" is not true or false: 0}],
    [q{UPDATE collection SET preview = 7 WHERE slug = 'best'},
        q{contentlib: cannot read "FILE": record 7: the preview of a}
        . q{ collection is missing}],
    [q{UPDATE collection SET preview = 1 WHERE slug = 'best'},
        $digest],
    [q{UPDATE collection SET marks = x'' WHERE slug = 'best'},
        q{contentlib: cannot read "FILE": record 7: the marks of a record are}
        . q{ not valid}],
    [q{UPDATE collection SET folded = NULL WHERE position = 1},
        q{"collection" at position 1}],

    # the items of collections, and of types of content

    [q{INSERT INTO posting VALUES (2, 0, 0, x'0000')},
        $digest],
    [q{INSERT INTO posting VALUES (2, 0, 0, x'0300')},
        q{contentlib: cannot read "FILE": record 7: a block of positions is}
        . q{ not valid}],
    [q{INSERT INTO posting VALUES (2, 2, 1, x'0000')},
        q{contentlib: cannot read "FILE": record 9: a block of positions is}
        . q{ not valid}],

    # meta

    [q{UPDATE meta SET digest = replace(hex(zeroblob(32)), '0', 'a')},
        $digest],
    [q{UPDATE meta SET items = 2},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{UPDATE meta SET built = 9223372036854775807},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{UPDATE meta SET longest_alt_text = 5},
        q{"meta" at id 0}],

    # not a library at all

    [q{DELETE FROM meta},
        q{contentlib: cannot open "FILE": the row of "meta" is not valid}],
    [q{DROP TABLE item_text},
        q{contentlib: cannot open "FILE": no such table: item_text}],
    [q{CREATE TABLE more (x, y AS (x))},
        q{contentlib: cannot open "FILE": it has generated columns}],
    (map { [$_->[0], qq{"sqlite_schema" at name $_->[1]}] }
        [q{DROP INDEX tag_folded}, 'tag_folded'],
        [q{ALTER TABLE tag ADD COLUMN more TEXT}, 'tag'],
        [q{CREATE TRIGGER more AFTER INSERT ON tag BEGIN SELECT 1; END},
        'more']),
    (map { ["PRAGMA user_version = $_",
        q{contentlib: cannot open "FILE": a library of another format:}
        . q{ convert it with "contentlib export" and "contentlib import"}] }
        1, 4, $FORMAT - 1, $FORMAT + 1),
    [q{PRAGMA application_id = 1},
        q{contentlib: cannot open "FILE": not a contentlib library}],
) {
    my ($sql, @expected) = @$case;

    s/^("\w+") at /$1 is not what "import" writes at / for @expected;
    is(faults($sql), join('', map { "$_\n" } @expected), "check: $sql");
}

# the media URL is not a part of any record

{
    my $copy = put("$directory/copy.db", $bytes);
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

# No expression of a schema is evaluated before the schema is known to be that
# of a library.

is(faults("PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE"
    . " INDEX tag_folded ON tag (zeroblob(2000000000))' WHERE name ="
    . " 'tag_folded'"), '"sqlite_schema" is not what "import" writes at name'
    . " tag_folded\n", 'check: an expression in the schema');

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

# SQLite compares an index with its table.

like(faults("PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage ="
    . " (SELECT rootpage FROM sqlite_schema WHERE name = 'item_text')"
    . " WHERE name = 'word'"), qr/^contentlib: FILE: [^\n]+\n\z/,
    'two tables in the same pages');

# A changed byte at any place is reported with the number of its page.

my @missed;

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
    skip 'no setpriv', 2 if $user && system("$user true 2>/dev/null");

    my $program = File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib');

    like(`$user $program check $directory/copy.db 2>&1`, qr/: ok, /,
        'a file that may only be read');

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
