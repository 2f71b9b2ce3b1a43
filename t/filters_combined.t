#!/usr/bin/perl

# Several filters: an item must match all of them, and each may match another
# tag.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @words = qw(red green blue);
my @names = ('Sun', 'sun set', 'moon', 'Moon light');

# every set of tags with every word

my @items = map {
    my $n = $_;
    my @tags = map { $names[$_] } grep { $n >> $_ & 1 } 0 .. 3;

    image($n, alt_text => "A $words[$n % 3] thing", tags => \@tags);
} 1 .. 48;

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library        %%LIBRARY%%;
        contentlib_max_page_size  1000;

        %%API%%
CONF
    records => \@items);

# what each filter means, in terms of the record

my %meets = (
    text => sub ($item, $value) {
        return index(lc $item->{alt_text}, lc $value) >= 0;
    },
    tag => sub ($item, $value) {
        return grep { lc $_->{name} eq lc $value } @{$item->{tags}};
    },
    'tag-slug' => sub ($item, $value) {
        return grep { $_->{slug} eq $value } @{$item->{tags}};
    },
    'tag-partial' => sub ($item, $value) {
        return grep { index(lc $_->{name}, lc $value) >= 0 }
            @{$item->{tags}};
    },
);

my %values = (
    text => ['', 'RED', 'ee', 'black'],
    tag => ['', 'sun', 'MOON', 'none'],
    'tag-slug' => ['', 'sun-set', 'moon-light', 'none'],
    'tag-partial' => ['', 'MOON', 'n', 't', 'none'],
);

my @sets = ({});

for my $filter (sort keys %values) {
    @sets = map {
        my $set = $_;
        map { { %$set, $filter => $_ } } @{$values{$filter}};
    } @sets;
}

for my $set (@sets) {
    my $query = join '&', map { "$_=$set->{$_}" } sort keys %$set;
    my @given = grep { length $set->{$_} } sort keys %$set;
    my @ids = map { $_->{id} } grep {
        my $item = $_;
        !grep { !$meets{$_}->($item, $set->{$_}) } @given;
    } reverse @items;

    my $r = $t->get("/api/v1/content_items/?$query&limit=1000");

    is($r->json->{count} . ': ' . ids($r), @ids . ": @ids", $query);
}

# pages of a combination

my $query = 'text=e&tag-partial=sun&tag=moon';
my @all = split ' ', ids($t->get("/api/v1/content_items/?$query"));

for my $offset (0 .. @all) {
    my $r = $t->get("/api/v1/content_items/?$query&limit=3&offset=$offset");
    my @page = @all[$offset .. $offset + 2];

    is(ids($r), join(' ', grep { defined } @page), "from $offset on");
    is($r->json->{count}, @all, "count from $offset on");
}
