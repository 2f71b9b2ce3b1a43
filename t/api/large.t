#!/usr/bin/perl

# A large library: pages at any position of lists, with and without filters.
# Tests: src/library/contentlib_records.c, src/library/contentlib_set.c,
#     src/library/contentlib_filter.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $n = 70_000;

# which items have what: by tag, by tag-partial (two tags), by text

my %has = (
    'tag=every' => sub ($id) { 1 },
    'tag=odd' => sub ($id) { $id % 2 },
    'tag=rare' => sub ($id) { $id % 997 == 0 },
    'tag-slug=t-edge' => sub ($id) { abs($n - $id - 65_536) <= 2 },
    'tag-partial=r' => sub ($id) { 1 },
    'tag-partial=rar' => sub ($id) { $id % 997 == 0 },
    'tag-partial=d' => sub ($id) { $id % 2 || abs($n - $id - 65_536) <= 2 },
    'tag-partial=neighbour' => sub ($id) { $id <= 129 },
    'text=seven' => sub ($id) { $id % 7 == 0 },
    'text=no.+6' => sub ($id) { $id =~ /^6/ },
    'text=9' => sub ($id) { $id =~ /9/ },
    'text=seven&tag=odd' => sub ($id) { $id % 7 == 0 && $id % 2 },
    'tag=odd&tag-slug=t-rare' => sub ($id) { $id % 2 && $id % 997 == 0 },
    '' => sub ($id) { 1 },
);

sub record ($id) {
    my @tags = ('every', grep { $has{"tag=$_"}->($id) } 'odd', 'rare');
    push @tags, 'edge' if $has{'tag-slug=t-edge'}->($id);

    # more neighbours than one statement reads

    push @tags, "neighbour-$id" if $has{'tag-partial=neighbour'}->($id);

    my $tags = join ',', map { qq({"slug":"t-$_","name":"$_"}) } @tags;
    my $text = "no. $id" . ($id % 7 ? '' : ' seven');
    my $downloads = join ',', map { qq({"platform":"$_","url":"http://m/$id"})
        } qw(network_a network_b network_c original);

    return qq({"id":$id,"alt_text":"$text","tags":[$tags],)
        . '"default_version":{"content_type":"I","content_label":'
        . qq("Static Image","download":[$downloads],"picture":[{"url":)
        . qq("http://m/$id"}],"platforms":{}},"static_image":"http://m/$id",)
        . qq("created":"2020-01-01T00:00:00Z","partner_ids":[]}\n);
}

my $t = Test::Contentlib->new(records => join '', map { record($_) } 1 .. $n);

for my $query (sort keys %has) {
    my @ids = grep { $has{$query}->($_) } reverse 1 .. $n;
    my @offsets = grep { $_ >= 0 && $_ <= @ids + 1 } 0 .. 3, 30 .. 33,
        62 .. 66, 127 .. 129, 255 .. 257, 4095 .. 4097, 32_767 .. 32_769,
        65_530 .. 65_540, map { @ids + $_ } -64 .. -62, -2 .. 1;

    for my $offset (@offsets) {
        my $r = $t->get("/api/v1/content_items/?limit=3&offset=$offset"
            . "&$query");
        my @page = grep { defined } map { $ids[$_] } $offset .. $offset + 2;

        is($r->json->{count} . ': ' . ids($r), @ids . ": @page",
            "$query from $offset on");
    }
}
