#!/usr/bin/perl

# "contentlib check" finds what is wrong with a library file.

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = imports($directory, 'library.db',
    lines(tag('unused'), item(1), item(2, alt_text => 'Éclair'), still(3),
    collection('best', item(1)), collection('more', still(3))));
my $bytes = slurp($library);

my ($status, $out, $error) = tool('check', $library);

is("$status$error", '0', 'a sound library');
is($out, "$library: ok, 3 items, 3 tags, 2 collections\n", 'what it has');
is(slurp($library), $bytes, 'the file is as it was');
is(join(' ', contents($directory)), 'library.db', 'nothing beside it');

# while another process checks it, too

my $holds = "BEGIN IMMEDIATE;\n.system echo; exec >/dev/null; sleep 0.3\nROLLBACK;";
open my $other, '-|', 'sh', '-c', 'printf "%s\n" "$1" | sqlite3 "$2"', 'sh',
    $holds, $library or die;
readline $other;
is(join('', (tool('check', $library))[0, 2]), '0', 'another check is waited for');
close $other;

# names that are something else to SQLite

for my $name ('file:other.db', ':memory:', '-dash.db') {
    put("$directory/$name", $bytes);
    ($status, $out, $error) = tool('check', '--', $name,
        { shell => "cd $directory" });
    is("$status$out$error", "0$name: ok, 3 items, 3 tags, 2 collections\n", $name);
    unlink "$directory/$name";
}

is(join(' ', contents($directory)), 'library.db', 'nothing beside it');

# A copy changed with SQLite; returns the lines of "check" without the name.

sub faults ($sql) {
    my $copy = put("$directory/copy.db", $bytes);
    my $text = `sqlite3 '$copy' "$sql" 2>&1`;
    is($text, '', "sqlite3: $sql");

    my ($status, $out, $error) = tool('check', $copy);
    return "exit $status: $out" if $status ne '1' || $out ne '';

    return $error =~ s/^\Q$copy\E: //gmr =~ s/\Q$copy\E/FILE/gr;
}

my $digest = "the digest is that of other content\n";

for my $case (

    # the tables of items

    ["UPDATE item SET alt_text = 'x' WHERE id = 1",
        qq("item_text" at 2 is not the text of "item"\n$digest)],
    ["UPDATE item_text SET folded = 'x' WHERE position = 2",
        qq(contentlib: FILE: the index "item_search" does not match its)
        . " texts: database disk image is malformed\n"],
    ["DELETE FROM item WHERE position = 1",
        qq("item" has 2 rows, or not those that "meta" tells of\n)
        . qq(contentlib: cannot read "FILE": a row is missing\n)],
    ["UPDATE item SET position = 9 WHERE position = 2", undef],
    ["UPDATE item SET id = 99 WHERE id = 1",
        "item 99 is not in the order of identifiers\n$digest"],
    ["UPDATE item SET content_type = 'X' WHERE id = 1", undef],
    ["UPDATE item SET created = created + 1 WHERE id = 1", $digest],
    ["UPDATE item SET static_image = 'x' WHERE id = 1", $digest],
    ["UPDATE item SET partner_page = NULL WHERE id = 1", $digest],
    ["DELETE FROM item_partner_id WHERE item = 2 AND place = 0",
        qq("item_partner_id" has gaps in the list of the item at 2\n$digest)],
    ["INSERT INTO item_partner_id VALUES (3, 0, 'x')",
        qq("item_partner_id" has rows of an item at 3, where none is\n)],
    ["DELETE FROM rendition WHERE item = 0", $digest],
    ["UPDATE rendition SET format = 7 WHERE format = 0",
        qq("rendition" refers to format 7, which does not exist\n)
        . qq(contentlib: cannot read "FILE": a format is not known\n)],
    ["UPDATE rendition SET platform = NULL WHERE item = 1 AND place = 0",
        "the item at 1 has a picture before a download\n$digest"],

    # tags

    ["UPDATE tag SET name = 'x' WHERE slug = 'happy'",
        qq("tag_text" at 1 is not the text of "tag"\n$digest)],
    ["UPDATE tag SET items = 2 WHERE slug = 'happy'", undef],
    ["DELETE FROM item_tag WHERE item = 0 AND place = 1",
        qq("tag_item" does not match "item_tag" at tag 2, block 0\n)
        . qq("tag" does not count the items of tag 2\n$digest)],
    ["UPDATE item_tag SET tag = 0 WHERE item = 0 AND place = 1", undef],
    ["UPDATE item_tag SET tag = 1 WHERE item = 0 AND place = 1",
        undef],
    ["UPDATE item_tag SET tag = 77 WHERE item = 0 AND place = 1",
        undef],
    ["UPDATE tag_item SET items = x'010002000300' WHERE tag = 1",
        qq("tag_item" does not match "item_tag" at tag 1, block 0\n)],
    ["DELETE FROM tag_item WHERE tag = 2",
        qq("tag_item" does not match "item_tag" at tag 2, block 0\n)],
    ["INSERT INTO tag_item VALUES (0, 0, x'0000')",
        qq("tag_item" does not match "item_tag" at tag 0, block 0\n)],
    ["INSERT INTO tag_item VALUES (2, 1, x'0000')",
        qq("tag_item" does not match "item_tag" at tag 2, block 1\n)],
    ["UPDATE suggestion SET tag = 1 - position % 2 WHERE position < 2", undef],

    # the form of blocks: "tag_item" and "item_gram" are alike

    ["UPDATE tag_item SET items = x'' WHERE tag = 1",
        qq("tag_item" has an empty block at tag 1, block 0\n)],
    ["UPDATE tag_item SET items = x'01000200ff' WHERE tag = 1",
        qq("tag_item" has a block of an odd length at tag 1, block 0\n)],
    ["UPDATE tag_item SET items = x'02000100' WHERE tag = 1",
        qq("tag_item" has a list out of order at tag 1, block 0\n)],
    ["UPDATE tag_item SET items = x'01000100' WHERE tag = 1",
        qq("tag_item" has a list out of order at tag 1, block 0\n)],
    ["UPDATE tag_item SET items = CAST(x'06' || zeroblob(8191) AS BLOB)"
        . " WHERE tag = 1", qq("tag_item" has a bitmap that should be a list)
        . qq( at tag 1, block 0\n)],
    ["UPDATE tag_item SET items = zeroblob(8194) WHERE tag = 1",
        qq("tag_item" has a list that should be a bitmap at tag 1, block 0\n)],
    ["UPDATE tag_item SET items = CAST(replace(hex(zeroblob(4096)), '0', x'ff')"
        . " AS BLOB) WHERE tag = 1",
        qq("tag_item" does not match "item_tag" at tag 1, block 0\n)],

    # strings of one or two characters

    ["UPDATE item_gram SET items = x'0000' WHERE gram = 'it'",
        qq("item_gram" does not match "item_text" at "it", block 0\n)],
    ["UPDATE item_gram SET items = x'' WHERE gram = ' '",
        qq("item_gram" has an empty block at " ", block 0\n)],
    ["UPDATE item_gram SET items = x'0000020001' WHERE gram = ' '",
        qq("item_gram" has a block of an odd length at " ", block 0\n)],
    ["UPDATE item_gram SET items = x'02000000' WHERE gram = ' '",
        qq("item_gram" has a list out of order at " ", block 0\n)],
    ["UPDATE item_gram SET items = zeroblob(8192) WHERE gram = ' '",
        qq("item_gram" has a bitmap that should be a list at " ", block 0\n)],
    ["DELETE FROM item_gram WHERE gram = 'm '",
        qq("item_gram" does not match "item_text" at "m ", block 0\n)],
    ["DELETE FROM item_gram WHERE gram = char(233)",
        qq("item_gram" does not match "item_text" at "\xc3\xa9", block 0\n)],
    ["DELETE FROM tag_item WHERE tag = 1",
        qq("tag_item" does not match "item_tag" at tag 1, block 0\n)],
    ["INSERT INTO item_gram VALUES ('ite', 0, x'00000200')",
        qq("item_gram" does not match "item_text" at "ite", block 0\n)],
    ["INSERT INTO item_gram VALUES ('it', 1, x'0000')",
        qq("item_gram" does not match "item_text" at "it", block 1\n)],
    ["INSERT INTO item_gram VALUES ('', 0, x'0000')",
        qq("item_gram" does not match "item_text" at "", block 0\n)],
    ["UPDATE item_gram SET block = -1 WHERE gram = 'it'",
        qq("item_gram" does not match "item_text" at "it", block -1\n)],

    # collections

    ["UPDATE collection SET preview = 1 WHERE slug = 'best'", $digest],
    ["UPDATE collection SET preview = 3 WHERE slug = 'best'",
        qq("collection" refers to item 3, which does not exist\n)
        . qq(contentlib: cannot read "FILE": a row is missing\n)],
    ["UPDATE collection SET display = 2 WHERE slug = 'best'", undef],
    ["UPDATE collection_text SET folded = 'x' WHERE position = 1",
        qq("collection_text" at 1 is not the text of "collection"\n)],
    ["DELETE FROM collection WHERE slug = 'more'", undef],

    # meta

    ["UPDATE meta SET digest = replace(hex(zeroblob(32)), '0', 'a')", $digest],
    ["UPDATE meta SET items = 2", undef],
    ["UPDATE meta SET longest_alt_text = 5",
        qq("longest_alt_text" of "meta" is not 7\n)],
    ["UPDATE meta SET longest_tag_name = 99",
        qq("longest_tag_name" of "meta" is not 8\n)],
    ["UPDATE meta SET media_url = 'https://x/'", ''],

    # not a library at all

    ["DELETE FROM meta", undef],
    ["DROP TABLE suggestion", undef],
    ["CREATE TABLE more (x)", undef],
    ["CREATE INDEX more ON item (created)", undef],
    ["PRAGMA user_version = 1", undef],
    ["PRAGMA user_version = 3", undef],
    ["PRAGMA application_id = 1", undef],
    ["PRAGMA journal_mode = wal", undef, 'wal'],

) {
    my ($sql, $expected, $prints) = @$case;

    if ($prints || defined $expected && $expected eq '') {
        my $copy = put("$directory/copy.db", $bytes);
        `sqlite3 '$copy' "$sql" 2>&1`;
        my ($status, $out, $error) = tool('check', $copy);
        is($status, $prints ? 1 : 0, "check: $sql");
        unlink "$copy-wal", "$copy-shm";
        next;
    }

    my $faults = faults($sql);

    if (defined $expected) {
        is($faults, $expected, "check: $sql");
    } else {
        like($faults, qr/\A(?!exit)[^\n]+\n/, "check: $sql");
    }
}

# The digest is of absolute addresses: all of ours were absolute.

# Search indexes

for my $table (qw(item_search tag_search suggestion_search)) {
    is(faults("DELETE FROM ${table}_data WHERE id > 100"),
        qq(contentlib: cannot open "FILE": database disk image is malformed\n),
        "check: $table");
}

# An index that has all it should, and leads nowhere: one of several pages

{
    my $large = imports($directory, 'large.db', lines(map { item($_,
        alt_text => join ' ', map { $_ ** 5 % 999983 } $_ * 30 .. $_ * 30 + 29)
    } 1 .. 60));

    is((tool('check', $large))[0], 0, 'a larger library');
    `sqlite3 '$large' 'UPDATE item_search_idx SET segid = 9' 2>&1`;
    is((tool('check', $large))[2] =~ s/find "\K[^"]+/XYZ/r,
        qq($large: the index "item_search" does not find "XYZ"\n),
        'check: an index that finds nothing');
    unlink $large;
}

# Damage to the file itself

my @damage = (
    ['empty', ''],
    ['text', "hello\n" x 1000],
    ['half of it', substr($bytes, 0, length($bytes) / 2)],
    ['half a page less', substr($bytes, 0, -2048)],
    ['a page more', $bytes . "\0" x 4096],
    ['the header', "x" . substr($bytes, 1)],
);

for my $case (@damage) {
    my $copy = put("$directory/copy.db", $case->[1]);
    my ($status, $out, $error) = tool('check', $copy);
    is("$status$out", '1', $case->[0]);
    like($error, qr/\A\S[^\n]+\n\z/, "$case->[0]: one line");
}

# Any page overwritten: found, or of no use to anyone.

my $missed = 0;

for my $page (1 .. length($bytes) / 4096 - 1) {
    my $damaged = $bytes;
    substr $damaged, $page * 4096, 4096, "\xa5" x 4096;
    my ($status) = tool('check', put("$directory/copy.db", $damaged));
    $missed++ if $status ne '1';
}

is($missed, 0, 'every page');

($status, $out, $error) = tool('check', "$directory/none.db");
is("$status$out$error", "1contentlib: cannot open \"$directory/none.db\": No"
    . " such file or directory\n", 'no file');

($status, $out, $error) = tool('check', "$directory");
is($status, 1, 'a directory');

# A file that may only be read: by another user, where we are root.

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
    `sqlite3 $directory/copy.db "DELETE FROM tag_search_data WHERE id > 100"`;
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
