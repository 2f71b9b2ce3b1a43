#!/usr/bin/perl

# Items refer to tags by numbers.  A tag keeps its number when a library is
# replaced, so a new tag or another name does not change the rows of old items.
# Tests: src/tool/import/contentlib_numbers.c,
#     src/tool/write/contentlib_write_records.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;
use Test::Contentlib::Checksums;

my $directory = directory();
my $library = "$directory/library.db";

sub sqlite ($sql, $file = $library) {
    open my $sqlite, '-|', 'sqlite3', '-readonly', $file, $sql or die;

    return join ' ', map { chomp; $_ } <$sqlite>;
}

# "slug=number" in the order of the API, and the rows of items

sub numbers ($file = $library) {
    return sqlite(q{SELECT slug || '=' || number FROM tag ORDER BY position},
        $file);
}

sub rows () {
    return sqlite('SELECT id, record, hex(marks), hex(tags) FROM item'
        . ' WHERE id < 9 ORDER BY id');
}

sub is_sound ($name) {
    my ($status, $out, $error) = tool('check', $library);
    is("$status$error", '0', "$name: check");
}

my @old = map { item($_, tags => [tag('a'), tag('b'), tag('c')]) } 1, 2;

imports($directory, 'library.db', lines(@old));
is(numbers(), 'a=0 b=1 c=2', 'without an old library: the order of tags');
is(sqlite('SELECT hex(tags) FROM item WHERE id = 1'), '000000010000020000',
    'three bytes for each tag of an item');

my $rows = rows();

# a new tag that comes first

for my $case (['a plain import'], ['--keep-ids', '--keep-ids']) {
    my ($name, @options) = @$case;

    imports($directory, 'library.db', lines(@old));
    imports($directory, 'library.db', lines(item(9, tags => [tag('new')]),
        @old), @options);
    is(numbers(), 'new=3 a=0 b=1 c=2', "$name: a new tag");
    is(rows(), $rows, "$name: the rows of old items");
    is_sound($name);
}

imports($directory, 'library.db', lines(@old));
imports($directory, 'library.db', lines(item(9, tags => [tag('new'),
    tag('b', 'B')])), '--merge');
is(numbers(), 'a=0 b=1 c=2 new=3', '--merge: a new tag');
is(rows(), $rows, 'and another name: the rows of old items');
is_sound('--merge');
is(join(' ', map { $_->{id} ? map { $_->{name} } @{$_->{tags}} : () }
    exported($library)), 'new B a B c a B c', 'which have the name');

# The numbers of tags that are gone are free in the next import but one.

imports($directory, 'library.db', lines(tag('c'), tag('x'), tag('y')));
is(numbers(), 'c=2 x=4 y=5', 'tags are gone');
is_sound('gaps');
imports($directory, 'library.db', lines(tag('1'), tag('y'), tag('2'), tag('3'),
    tag('4')));
is(numbers(), '1=0 y=5 2=1 3=3 4=6', 'the lowest numbers that are free');
is_sound('free numbers');

# The table of pictures; and a tag that is renamed by case only.

imports($directory, 'table.db', "file,tags\na.png,one;two\n", '--format', 'csv');
imports($directory, 'table.db', "file,tags\nb.png,zero\na.png,TWO;one\n",
    '--format', 'csv', '--keep-ids');
is(numbers("$directory/table.db"), 'zero=2 two=1 one=0', 'a table');

# Numbers beyond three bytes are not kept.  A library that cannot be read has
# none.

for my $case (['numbers beyond', 'UPDATE tag SET number = number + 16777214'
        . " WHERE slug <> 'b'", 'a=16777214 b=1 c=0'],
    ['a wrong page', undef, 'a=0 b=1 c=2'],
    ['another format', 'PRAGMA user_version = 6', 'a=0 b=1 c=2'])
{
    my ($name, $sql, $expected) = @$case;

    unlink $library;
    imports($directory, 'library.db', lines(@old));

    if ($sql) {
        edit($library, $sql);

    } else {
        my $bytes = slurp($library);
        substr $bytes, 20_000, 1, 'x';
        put($library, $bytes);
    }

    imports($directory, 'library.db', lines(@old));
    is(numbers(), $expected, $name);
    is_sound($name);
}

done_testing();
