#!/usr/bin/perl

# Parts of the names of tags that have one to three characters, alone and with
# other filters, the tags and the suggestions: responses equal those of a simple
# model.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Model;
use Test::Contentlib::Query;


# a name of each item; the item has the name before it and the one behind, too

my @names = ('happy day', 'unhappy', 'Happy', 'a', 'A', 'b', ' a b', 'a  b',
    'b ', ' ', "tab\tx", "line\nfeed", "x\x{a0}y", "\x{3000}z", '%', '_', 'a%',
    '"', '""', '\\', "it's", 's', 'ss', 'ß', 'ẞ', 'Straße', 'STRASSE', 'aßb',
    'İ', 'İstanbul', 'istanbul', "i\x{307}", 'ı', 'I', 'ﬁne', 'ﬂ', 'ŉ', 'ΐ',
    'ǆ', 'Ǆ', 'ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς', 'ς', 'É', "E\x{301}", 'été', 'К', 'мир',
    "\x{212a}elvin", 'ꮳꮃꭹ', 'ᏣᎳᎩ', "\x{10400}\x{10428}", '日本', '本', '猫の猫',
    '猫😀', '😀😃', '👍🏽', "a\x{200d}b", "\x{fffd}x", "\x{fffe}\x{ffff}",
    "\x{10ffff}", 'NEAR', 'a*', "a\x{1}b");

my @tags = map { tag($names[$_], "t-$_") } keys @names;

my @items = map {
    my %with = (alt_text => "item $names[-$_ - 1]",
        tags => [map { $tags[$_ % @tags] } $_ - 1 .. $_ + 1]);

    $_ % 2 ? gif($_ + 1, %with) : image($_ + 1, %with);
} keys @names;

my $records = [tag('never Ωq', 'never'), @items,
    image(@names + 1, tags => [], alt_text => 'a')];

my $model = Test::Contentlib::Model->new($records, page_size => 100);

my $t = Test::Contentlib->new(records => $records, server => <<'CONF');
        contentlib_library    %%LIBRARY%%;
        contentlib_page_size  100;
        keepalive_requests    1000000;

        %%API%%
CONF

my $connection = $t->connection;

sub encoded ($text) {
    utf8::encode($text);

    return escaped($text);
}

sub faults ($query, $path = 'content_items/') {
    my ($status, $body) = $model->answer($path, $query);
    my $r = $connection->exchange('GET', "/api/v1/$path?$query");

    return $r->status == $status && $r->body eq $body ? () : "$path?$query";
}

my %values = map { $_ => 1 } 'zz', 'q', 'Ωq', 'ωQ', '  ', "\x{fffd}",
    map { my $name = $_; map { my $from = $_;
        map { substr $name, $from, $_ } 1 .. 3 } 0 .. length($name) - 1 } map { $_, fc, uc } @names, 'never Ωq';

my @values = grep { !/\0/ } sort keys %values;
my @others = ('', '&text=a', '&text=item', '&tag=happy', '&tag-slug=t-3',
    '&content_type=G', '&text=e&content_type=I', '&tag-slug=never',
    '&tag-partial=', '&limit=2&offset=1');

cmp_ok(scalar @values, '>', 300, 'different values');

is(join("\n", map { my $value = encoded($_);
    map { faults("tag-partial=$value$_") } @others } @values), '',
    'tag-partial');
is(join("\n", map { my $value = encoded($_); faults("name=$value", 'tags/'),
    faults("name=$value&ordering=-items&limit=3", 'tags/'),
    map { faults("text=$value&limit=$_", 'search/') } 3, 50 } @values), '',
    'tags and suggestions');
is(join("\n", map { faults('search=' . encoded($_)) } @values), '', 'search');

# names that more items have, and a tag that no item has

is($t->get('/api/v1/content_items/?tag-partial=a')->json->{count},
    scalar(grep { grep { index(fc $_->{name}, 'a') >= 0 } @{$_->{tags}} }
        @items), 'an item counts once');
is($t->get('/api/v1/content_items/?tag-partial=q')->json->{count}, 0,
    'a tag without items');
