#!/usr/bin/perl

# A client that follows "next" through a list, and "previous" back, gets all
# records once, in the order of the import.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @words = ('cat', 'Dog', 'naïve', '日本', '😀 face', 'a "quote"',
    "tab\there", 'ß', 'x' x 200, 'back\\slash');

# some tags are on many items, some on one

my @items = map {
    my $n = $_;
    my @tags = (
        map({ tag($words[$_], "word-$_") } grep { ($n * 7 + $_) % 4 == 0 }
            keys @words),
        $n % 2 ? tag("$words[$n % @words] $n", "own-$n") : (),
    );
    my %with = (alt_text => "$words[$n % @words] no. $n", tags => \@tags);

    $n % 3 ? gif($n * 10, %with) : image($n * 10, %with);
} reverse 1 .. 120;

my @collections = map {
    collection("c-$_", $items[$_ * 11 % @items], name => "$words[$_ % @words]",
        description => $_ % 2 ? "No. $_" : '', display => $_ % 3,
        featured => $_ % 5 == 0)
} 1 .. 45;

# tags in the order of their first appearance

my (%seen, @tags);

for my $tag (map { @{$_->{tags}} } @items) {
    push @tags, $tag unless $seen{$tag->{slug}}++;
}

my $t = Test::Contentlib->new(records => [@items, @collections]);

sub walk ($link, $direction) {
    my (@pages, %visited);

    while (defined $link) {
        my ($uri) = $link =~ m{^http://localhost(/.*)$};

        die "not ours, or a circle: $link" if !$uri || $visited{$uri}++;
        push @pages, $t->get($uri);
        $link = $pages[-1]->json->{$direction};
    }

    return @pages;
}

# the bytes between the brackets

sub results ($r) { $r->body =~ /"results":\[(.*)\]\}$/s ? $1 : die }

sub walk_ok ($list, $query, @records) {
    my $link = "http://localhost/api/v1/$list/$query";
    my @pages = walk($link, 'next');
    my $wanted = join ',', @records;
    my $got = join ',', map { results($_) } @pages;

    ok($got eq $wanted, "$list$query: all records")
        or diag(substr($got, 0, 500), "\n", substr($wanted, 0, 500));
    is(join(' ', map { $_->json->{count} } @pages),
        join(' ', map { scalar @records } @pages), "$list$query: counts");

    my $last = 'http://localhost' . $pages[-1]->request =~ s/^GET //r;
    my @back = reverse walk($last, 'previous');

    ok(join(',', map { results($_) } @back) eq $wanted,
        "$list$query: back again");

    return scalar @pages;
}

my @item_json = map { item_json($_) } @items;
my @tag_json = map { tag_json($_) } @tags;
my @collection_json = map { collection_json($_) } @collections;

is(walk_ok('content_items', '', @item_json), 4, 'pages of items');
is(walk_ok('content_items', '?limit=1000', @item_json), 2, 'large pages');
is(walk_ok('content_items', '?limit=10&format=api',
    map { item_json($_, format => 'api') } @items), 12, 'format=api');
is(walk_ok('tags', '?limit=7', @tag_json), int((@tags + 6) / 7), 'tags');
is(walk_ok('collections', '', @collection_json), 2, 'collections');
is(walk_ok('collections', '?limit=1', @collection_json), 45, 'one by one');

# filtered

my @cats = grep { $_->{alt_text} =~ /cat/i } @items;
my @dogs = grep { grep { $_->{name} eq 'Dog' } @{$_->{tags}} } @items;
my @named = grep { $_->{name} =~ / 1/ } @tags;

walk_ok('content_items', '?limit=5&text=CAT', map { item_json($_) } @cats);
walk_ok('content_items', '?limit=7&tag=dog', map { item_json($_) } @dogs);
walk_ok('tags', '?limit=9&name=+1', map { tag_json($_) } @named);

# each record, at its address in the lists

for my $json (@item_json, @tag_json, @collection_json) {
    my ($uri) = $json =~ m{"url":"http://localhost([^"]+)"};

    answer_is($t->get($uri), 200, $json, $uri);
}
