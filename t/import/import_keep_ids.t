#!/usr/bin/perl

# "contentlib import --keep-ids": the library becomes what the tables say, and
# files and tags that it had keep their ids, times and slugs.
# Tests: src/tool/import/contentlib_import_table.c,
#     src/tool/import/contentlib_loader.c

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = "$directory/library.db";

sub keeps ($name, $bytes, @options) {
    my $file = put("$directory/pictures.csv", $bytes);
    my ($status, $out, $error) = tool('import', '--keep-ids', @options, '-o',
        $library, $file);

    is("$status$error", '0', $name);

    return $out;
}

# Lines "id address" and "slug=name", as the API lists them.

sub items () {
    return join ' ', map { "$_->{id}:$_->{static_image}" }
        grep { $_->{id} } exported($library);
}

sub tags () {
    return join ' ', map { "$_->{slug}=$_->{name}" }
        grep { !$_->{id} && !exists $_->{preview_image} } exported($library);
}

sub created ($id) {
    return (map { $_->{created} } grep { ($_->{id} // 0) == $id }
        exported($library))[0];
}

# A new tag behind a known one: the order of the input, also when it is known.

imports($directory, 'library.db', "file,tags\na.png,cat\n", '--format', 'csv');
keeps('a new tag', "file,tags\na.png,cat;dog\n");
is(tags(), 'cat=cat dog=dog', 'is the second one');
keeps('again', "file,tags\na.png,cat;dog\n");
is(tags(), 'cat=cat dog=dog', 'the same order');
unlink $library;

# No library yet: the ids are those of the order of the table.

keeps('no library yet', "file,tags,created\n"
    . "a b.png,C,2024-05-01T12:00:00Z\nb.png,C++;C#,\nc.gif,dog,\n");
is(items(), '3:c.gif 2:b.png 1:a%20b.png', 'is a plain import');
is(tags(), 'c=C c-2=C++ c-3=C# dog=dog', 'tags with the same slug');

my $time = created(2);

utime 1, 1, "$directory/pictures.csv";

# One is removed, one is renamed, one is added, the order is another one.

keeps('a second time', "file,tags\n"
    . "new.png,\nd.gif,DOG\nb.png,C#;c++\na b.png,C#\n");
is(items(), '5:d.gif 4:new.png 2:b.png 1:a%20b.png',
    'files that it has keep their ids, others get ids above all');
is(tags(), 'dog=DOG c-3=C# c-2=c++', 'tags keep their slugs, '
    . 'and have the names and the order of the table');
is(created(2), $time, 'a time that the table has not');
is(created(1), '2024-05-01T12:00:00Z', 'and one that it had before');

keeps('a time', "file,created\nb.png,2020-01-01T00:00:00Z\n");
is(created(2), '2020-01-01T00:00:00Z', 'that the table has');
is(items(), '2:b.png', 'files that are gone are gone');
is(tags(), '', 'as are tags');

# The same table once more changes nothing.

my $table = "file,tags,created\nx.png,C,\nb.png,C#,\ny.png,C++,\n";

keeps('three files', $table);
is(items(), '4:y.png 3:x.png 2:b.png', 'their ids');
is(tags(), 'c=C c-2=C# c-3=C++', 'their tags');

my $digest = digest_of($library);

keeps('the same', $table);
is(digest_of($library), $digest, 'has the same digest');
is(keeps('the same', $table, '--dry-run', '--quiet'), join('', map {
    "$_: 0 added, 0 changed, 0 removed\n" } qw(tags items collections)),
    '--dry-run: no changes');
is(keeps('another order', $table =~ s/(file.*?\n)(.*?\n)(.*?\n)/$1$3$2/r,
    '--dry-run', '--quiet') =~ s/.*0 removed\n//gr, "the order of the records changes\n",
    '--dry-run: another order of the tags');
is(keeps('a table of one', "file,tags\nz.png,C#\n", '--dry-run'),
    "tags: 0 added, 0 changed, 2 removed\nitems: 1 added, 0 changed, 3 removed\n"
    . "collections: 0 added, 0 changed, 0 removed\n", '--dry-run: changes');
is(digest_of($library), $digest, 'nothing has changed');

# A slug of the library is not given to another tag, nor an id to another file.

keeps('a tag with this slug', "file,tags\nz.png,c!\n");
is(tags(), 'c-4=c!', 'is another one');
is(items(), '5:z.png', 'a file that is no other one');

# Several tables, the standard input, and records, whose ids stand.

my $one = put("$directory/one.csv", "file,tags\nz.png,c!\nq.png,New\n");
my ($status, $out, $error) = tool('import', '--keep-ids', '--format', 'csv',
    '-o', $library, $one, '-', { stdin => "file,tags\nr.png,new\n" });

is("$status$error", '0', 'two tables');
is(items(), '7:r.png 6:q.png 5:z.png', 'their ids');
is(tags(), 'c-4=c! new=New', 'their tags');

my $records = put("$directory/records.ndjson", lines(
    still(7, tags => [tag('c-4', 'Other')]), collection('all', still(20))));

($status, $out, $error) = tool('import', '--keep-ids', '-o', $library, $records,
    put("$directory/two.csv", "file,tags\nr.png,c!\nq.png,\n"));

is("$status$error", '0', 'records and a table');
is(items(), '21:r.png 20:https://media.example/20.png '
    . '7:https://media.example/7.png 6:q.png',
    'the ids of the records, then one for the file that had one of these');
is(tags(), 'c-4=Other happy=happy blue-sky=Blue sky c=c!',
    'the slug of the record, then another one for the tag that had it');

($status, $out, $error) = tool('import', '--keep-ids', '-o', $library, $records);
is("$status$error", '0', 'records alone');
is(items(), '20:https://media.example/20.png 7:https://media.example/7.png',
    'nothing else stays');

# An id in the table counts, and keeps its time.

keeps('an id', "file,id,created\na.png,9,2021-01-01T00:00:00Z\nb.png,4,\n");
keeps('no id', "file,id\nb.png,\na.png,\nc.png,11\n");
is(items(), '11:c.png 9:a.png 4:b.png', 'is kept');

# Addresses are compared as the library stores them.

my @url = ('--media-url', 'https://one.example/');

keeps('a media URL', "url\na.png\nhttps://one.example/sub/b.png\n", @url);

my $ids = items();

like((tool('info', $library))[1], qr{https://one\.example/}, 'is stored');
keeps('another media URL',
    "url\nhttps://two.example/sub/b.png\na.png\n",
    '--media-url', 'https://two.example/');
is(items(), $ids =~ s/one/two/gr, 'the files have the same ids');
keeps('no media URL', "file\nsub/b.png\na.png\n");
is(items(), $ids =~ s/one/two/gr, 'it stays, as with --merge');

done_testing();
