#!/usr/bin/perl

# Bytes that are not UTF-8 anywhere in a request: responses are UTF-8, and
# links lead to the same records.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Query;


my @items = map {
    image($_, alt_text => "text \x{fffd} and \x{e9}",
        tags => [tag("\x{fffd}", 'one'), tag("\x{e9}", 'two')])
} 1 .. 3;

my $t = Test::Contentlib->new(records => \@items, server => <<'CONF');
        contentlib_library %%LIBRARY%%;
        keepalive_requests 1000000;

        %%API%%
CONF

# boundary bytes of UTF-8 sequences, in one to four positions

my @first = (0x41, 0x7f, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1,
    0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xfc, 0xfe,
    0xff);
my @second = (0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc2, 0xff);
my @rest = (0x41, 0x80, 0xbf, 0xe2);

my @sequences = map { chr } 0x80 .. 0xff;

for my $one (@first) {
    for my $two (@second) {
        push @sequences, pack('C2', $one, $two);
        push @sequences, map { pack('C3', $one, $two, $_) } @rest;
        next if $one < 0xf0;
        push @sequences, map { my $three = $_;
            map { pack('C4', $one, $two, $three, $_) } @rest } @rest;
    }
}

sub encoded ($bytes) { $bytes =~ s/(.)/sprintf '%%%02x', ord $1/gers }

my $connection = $t->connection;
my @filters = ('text', 'tag-partial', 'tag', 'tag-slug', 'other');
my %faults;

for my $n (keys @sequences) {
    my $bytes = $sequences[$n];
    my $filter = $filters[$n % @filters];
    my $value = $n % 2 || $bytes =~ /[\x00-\x20\x7f#%&+]/ ? encoded($bytes)
        : $bytes;
    my $r = $connection->exchange('GET',
        "/api/v1/content_items/?limit=1&offset=1&$filter=$value");
    my $name = "$filter=" . encoded($bytes);

    # Test::Contentlib checks that each body is UTF-8

    my $link = written([[$filter, repaired($bytes)]], 1, undef);
    my $json = $r->status == 200 ? $r->json : {};

    $faults{$name} = $r->status . ' ' . $r->body
        if ($json->{previous} // '')
        ne "http://localhost/api/v1/content_items/$link";

    next unless $json->{next};

    # "next" leads to the next item

    my $next = $connection->exchange('GET',
        $json->{next} =~ s{^http://localhost}{}r)->json;

    $faults{$name} = "next: $next->{count}, $next->{previous}"
        if $next->{count} != $json->{count}
        || $next->{previous} ne
            $json->{previous} =~ s/(limit=1)/$1&offset=1/r;
}

is(join("\n", map { "$_: $faults{$_}" } (sort keys %faults)), '',
    @sequences . ' sequences in the query');

# in a path the status is 404, and in headers such bytes have no effect

%faults = ();

for my $bytes (@sequences) {
    next if $bytes =~ /[A-Z]/;
    my $value = encoded($bytes);

    for my $uri ("tags/$value/", "$value/", "content_items/1$value/",
        "tags/one/?format=$value", "collections/$value")
    {
        my $r = $connection->exchange('GET', "/api/v1/$uri",
            Accept => "application/json;x=$bytes", Cookie => $bytes);

        $faults{$uri} = $r->status . $r->body
            if $r->status != 404 || $r->body ne '{"detail":"Not found."}';
    }
}

is(join("\n", map { "$_: $faults{$_}" } sort keys %faults), '',
    'and in paths');

# filters replace invalid bytes with U+FFFD, too

is(ids($t->get("/api/v1/content_items/?$_")), '3 2 1', $_)
    for 'text=%ff', 'text=+%e2%82+', 'tag=%80', 'tag-partial=%f0%9f%98',
    'text=%EF%BF%BD', 'tag=%C3%A9', 'text=%c3%89';
is(ids($t->get("/api/v1/content_items/?$_")), '', $_)
    for 'text=%ff%ff', 'tag=%c0%80', 'tag-slug=%ff', 'text=%ed%a0%80';
