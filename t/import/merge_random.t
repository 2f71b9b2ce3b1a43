#!/usr/bin/perl

# Random merges, one after the other, each compared with an import of the records
# that a plain model has: the same digest, so the same responses.
#
#     perl t/import/merge_random.t 210    so many
# Suite: long
# Tests: src/tool/import/contentlib_loader.c, src/tool/stage/contentlib_stage.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $MERGES = shift // 30;

srand 55;

my $directory = directory();

# the model: slugs in their order, and what they stand for

my (@tags, %name, %item, @collections, %collection);

sub any (@list) { $list[rand @list] }
sub some (@list) { grep { rand() < 0.3 } @list }
sub ids () { return sort { $b <=> $a } keys %item }

# A tag that is new, or gets another name, or stays.

sub some_tag () {
    my $slug = 't' . int rand 40;

    push @tags, $slug unless exists $name{$slug};
    $name{$slug} = "$slug " . int rand 1000
        if !exists $name{$slug} || rand() < 0.2;

    return $slug;
}

# The tags are the same ones in all records of an input.

sub input () {
    my @given = map { some_tag() } 0 .. rand 6;
    my @records = map { tag($_, $name{$_}) } @given;

    for my $id (map { 1 + int rand 30 } 0 .. rand 5) {
        next if grep { ($_->{id} // 0) == $id } @records;

        $item{$id} = { text => 'words ' . int rand 1000, tags => [some(@tags)] };
        push @records, item_of($id);
    }

    for my $slug (map { 'c' . int rand 5 } 0 .. rand 2) {
        next if grep { ($_->{slug} // '') eq $slug } @records;

        push @collections, $slug unless $collection{$slug};
        $collection{$slug} = { preview => any(ids()), items => [some(ids())] };
        push @records, collection_of($slug);
    }

    return @records;
}

sub item_of ($id) {
    return item($id, alt_text => $item{$id}{text},
        tags => [map { tag($_, $name{$_}) } @{$item{$id}{tags}}]);
}

sub collection_of ($slug) {
    return collection($slug, { id => $collection{$slug}{preview} },
        items => [map { 0 + $_ } @{$collection{$slug}{items}}]);
}

# Items that are no previews are taken out.

sub taken_out () {
    my %preview = map { $_->{preview} => 1 } values %collection;
    my %out = map { $_ => 1 } grep { !$preview{$_} && rand() < 0.1 } ids();

    delete @item{keys %out};
    $_->{items} = [grep { !$out{$_} } @{$_->{items}}] for values %collection;

    return put("$directory/list", join '', map { "$_\n" } keys %out);
}

my $wrong = 0;

imports($directory, 'library.db', lines(input()));

for my $n (1 .. $MERGES) {
    my ($lines, @options) = $n % 3 ? lines(input())
        : ('', '--delete', taken_out());

    imports($directory, 'library.db', $lines, '--merge', @options);
    imports($directory, 'model.db', lines((map { tag($_, $name{$_}) } @tags),
        (map { item_of($_) } ids()), map { collection_of($_) } @collections));

    next if digest_of("$directory/library.db")
        eq digest_of("$directory/model.db");

    diag "merge $n differs";
    $wrong++;
}

is($wrong, 0, 'each library is that of the model');

my ($status, $out, $error) = tool('check', "$directory/library.db");
is("$status$error", '0', 'the last one is sound');

done_testing();
