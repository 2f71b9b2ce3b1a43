#!/usr/bin/perl

# "contentlib import --merge": the records of the old library, then the input.
# Tests: src/tool/import/contentlib_loader.c, src/tool/stage/contentlib_stage.c

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();

my @old = (tag('happy', 'Happy'), tag('alone'), tag('blue-sky', 'Blue sky'),
    map({ item($_, tags => [tag('happy', 'Happy'), tag('blue-sky', 'Blue sky')]) }
        1, 2, 3),
    collection('first', item(1, tags => [tag('happy', 'Happy'),
        tag('blue-sky', 'Blue sky')])),
    collection('second', item(2, tags => [tag('happy', 'Happy'),
        tag('blue-sky', 'Blue sky')])));

sub merged (@records) {
    my $library = imports($directory, 'library.db', lines(@old));
    imports($directory, 'library.db', lines(@records), '--merge');

    my ($status, $out, $error) = tool('check', $library);
    is("$status$error", '0', 'check');

    my %found = (tag => [], item => {}, collection => []);

    for my $record (exported($library)) {
        if (exists $record->{preview_image}) {
            push @{$found{collection}}, $record;
        } elsif (exists $record->{id}) {
            $found{item}{$record->{id}} = $record;
        } else {
            push @{$found{tag}}, $record;
        }
    }

    return %found;
}

sub names ($list) {
    return join ' ', map { "$_->{slug}=$_->{name}" } @$list;
}

my %found = merged();

is(names($found{tag}), 'happy=Happy alone=alone blue-sky=Blue sky',
    'nothing merged: tags');
is(join(' ', sort keys %{$found{item}}), '1 2 3', 'nothing merged: items');
is(names($found{collection}), 'first=First second=Second',
    'nothing merged: collections');

# Nothing changes the digest.

my $before = digest_of(imports($directory, 'library.db', lines(@old)));
is(digest_of(imports($directory, 'library.db', '', '--merge')), $before,
    'the same digest');
is(digest_of(imports($directory, 'library.db', lines(@old), '--merge')), $before,
    'the same records again');

# Items are replaced as a whole, others stay.

%found = merged(still(2, tags => [tag('new')]), item(9, tags => []));

is(join(' ', sort keys %{$found{item}}), '1 2 3 9', 'items');
is(names($found{item}{2}{tags}), 'new=new', 'the tags of a replaced item');
is($found{item}{2}{default_version}{content_type}, 'I', 'its version');
is(@{$found{item}{2}{default_version}{picture}}, 1, 'its pictures');
is_deeply($found{item}{2}{partner_ids}, [], 'its identifiers');
is($found{item}{3}{alt_text}, 'Item 3', 'another item');
is(names($found{tag}), 'happy=Happy alone=alone blue-sky=Blue sky new=new',
    'new tags come last');
is_deeply($found{collection}[1]{preview_image}, $found{item}{2},
    'a collection shows the new item');

# A tag gets another name, everywhere.

%found = merged(tag('happy', 'Joyful'));

is(names($found{tag}), 'happy=Joyful alone=alone blue-sky=Blue sky',
    'another name');
is(names($found{item}{3}{tags}), 'happy=Joyful blue-sky=Blue sky',
    'another name in an item');

%found = merged(item(9, tags => [tag('happy', 'Joyful')]));
is(names($found{tag}), 'happy=Joyful alone=alone blue-sky=Blue sky',
    'another name through an item');

# Collections keep their places.

%found = merged(collection('third', item(9, tags => [])),
    collection('first', item(3, tags => []), name => 'Best'));

is(names($found{collection}), 'first=Best second=Second third=Third',
    'collections');
is($found{collection}[0]{preview_image}{id}, 3, 'another preview');
is(names($found{item}{3}{tags}), '', 'a preview replaces an old item');

# A missing library.

my ($status, $out, $error) = tool('import', '--merge', '-o',
    "$directory/none.db", '-', { stdin => '' });
is("$status $error", "1 contentlib: cannot open \"$directory/none.db\": No"
    . " such file or directory\n", 'no library');

done_testing();
