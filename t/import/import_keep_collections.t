#!/usr/bin/perl

# "contentlib import --keep-ids": collections of the library whose items are there
# stay, and so do the items of directories that a table names.
# Tests: src/tool/stage/contentlib_stage.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;


my $directory = directory();
my $library = "$directory/library.db";
my $table = "file,collection,tags\na.png,Alps,one\nb.png,Alps,two\nd/c.png,,three\n";

sub imported ($input, @options) {
    my ($status, $out, $error) = tool('import', '--keep-ids', '-o', $library,
        @options, '-', { stdin => $input });

    is("$status$error", '0', 'import');
    is((tool('check', $library))[0], 0, 'check');

    return $out;
}

sub records () { exported($library, '--members') }

sub collections () {
    return join ' | ', sort map { "$_->{slug} $_->{preview_image}{id}: "
        . "@{$_->{items} // []}" } grep { $_->{preview_image} } records();
}

imported($table);
is(collections(), 'alps 1: 1 2', 'a table');

# Made by hand, and then the table again.

my @hand = (collection('best', { id => 2 }, items => [2, 3], description => 'x'),
    collection('lone', { id => 3 }), collection('other', { id => 1 }, items => [1]));

is((tool('import', '--quiet', '--merge', '-o', $library, put("$directory/hand.ndjson",
    lines(@hand))))[0], 0, 'collections by hand');

my $all = 'alps 1: 1 2 | best 2: 2 3 | lone 3:  | other 1: 1';

is(collections(), $all, 'are there');
is(imported($table) =~ /collections whose/ ? 'said' : 'silent', 'silent', 'again');
is(collections(), $all, 'and stay');
is((grep { ($_->{slug} // '') eq 'best' } records())[0]{description}, 'x',
    'as they were');

# Without the preview, without an item, and one that the input has.

like(imported("file,collection\na.png,\nd/c.png,\ne.png,Other\n"),
    qr/\A(?!.*collections whose)/s, 'an item is gone');
is(collections(), 'alps 1: 1 | best 3: 3 | lone 3:  | other 4: 4',
    'another preview, and the collection of the input');
like(imported("file,collection\nz.png,\na.png,\n"),
    qr/^collections whose items are gone: 3 \(best, lone, other\)$/m,
    'collections whose items are gone are named');
is(collections(), 'alps 1: 1', 'and are gone');

# A row with a collection and no file ends it.

like(imported("file,collection\na.png,Sea\n,ALPS\n"),
    qr/^collections whose items are gone: 1 \(alps\)$/m, 'an end');
is(collections(), 'sea 1: 1', 'of the collection');

# A row with a directory keeps what is below.

unlink $library;
imported("file,tags\na.png,one\nd/b.png,two\nd/e/c.png,two;three\ndd.png,\n");
imported("file,tags\na.png,\nd/,\n");
is(join(' ', map { "$_->{id}:$_->{static_image}="
    . join ',', map { $_->{slug} } @{$_->{tags}} } grep { $_->{id} } records()),
    '3:d/e/c.png=two,three 2:d/b.png=two 1:a.png=', 'items below a directory');
unlink $library;
imported("file,tags\na.png,\nd/,\n");
is(join(' ', map { $_->{static_image} } grep { $_->{id} } records()), 'a.png',
    'without a library there are none');

done_testing();
