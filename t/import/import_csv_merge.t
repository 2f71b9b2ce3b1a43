#!/usr/bin/perl

# Tables and --merge: a row without an identifier is the item with its file.
# Tests: src/tool/import/contentlib_import_table.c,
#     src/tool/stage/contentlib_stage.c

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = "$directory/library.db";

sub merged ($bytes, @options) {
    my $file = put("$directory/pictures.csv", $bytes);
    my ($status, $out, $error) = tool('import', @options, '-o', $library,
        $file);

    is("$status$error", '0', 'imported');

    return { map { $_->{id} ? ($_->{id} => $_) : () } exported($library) };
}

my $first = merged("file,created,tags\na b.png,2024-05-01T12:00:00Z,Cat\n"
    . "b.gif,2024-05-02T12:00:00Z,\n");
my $again = merged("file,alt,tags\nc.png,,CAT;dog\nb.gif,Changed,\n",
    '--merge');

is_deeply([sort keys %$again], [1 .. 3], 'one more item');
is_deeply($again->{1}, $first->{1}, 'one that the table has not stays');
is_deeply($again->{2}, { %{$first->{2}}, alt_text => 'Changed' },
    'one that it has is replaced, and keeps its identifier and its time');
is($again->{3}{static_image}, 'c.png', 'a new one has the next identifier');
is($again->{3}{tags}[0]{name}, 'Cat', 'a tag keeps its name');

# the same, whatever the addresses are relative to

my @url = ('--media-url', 'https://media.example/');

merged("url,id\nhttps://media.example/a.png,7\n", @url);
is(merged("url,alt\nhttps://media.example/a.png,Changed\n", '--merge')->{7}
    {alt_text}, 'Changed', 'an absolute address');
is(merged("url,alt\na.png,Once more\n", '--merge')->{7}{alt_text},
    'Once more', 'a relative one');

# in one table as well

put("$directory/twice.csv", "file,id\na.png,5\na.png,\n");

like((tool('import', '--quiet', '-o', "$directory/twice.db",
    "$directory/twice.csv"))[2],
    qr/twice\.csv:3: content item 5: was already given at \S*twice\.csv:2$/m,
    'a row with an id, and one with the same file without');

# an identifier that is given counts

is(join(' ', sort keys %{merged("url,id\na.png,9\n", '--merge')}), '7 9',
    'the same file twice');

# a tag is found by its name, whatever its slug is

imports($directory, 'library.db', lines(item(1, tags => [tag('kitty', 'Cat')]),
    tag('dog', 'Hund')));

my $tagged = merged("file,id,tags\nd.png,2,\"cat, Dog\"\n", '--merge');

is_deeply([map { "$_->{slug}=$_->{name}" } @{$tagged->{2}{tags}}],
    ['kitty=Cat', 'dog-2=Dog'], 'a tag of the library with another slug');

# a row with an identifier keeps the time of this item, not of its file's

merged("file,id,created\na.png,5,2024-05-01T12:00:00Z\n"
    . "b.png,6,2024-06-01T12:00:00Z\n");

my $moved = merged("file,id\na.png,6\nc.png,5\n", '--merge');

is(join(' ', map { "$_->{static_image}=$_->{created}" } @{$moved}{5, 6}),
    'c.png=2024-05-01T12:00:00Z a.png=2024-06-01T12:00:00Z',
    'the time belongs to the identifier');

done_testing();
