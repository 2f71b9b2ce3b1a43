#!/usr/bin/perl

# Requests with 65 items whose links were recorded from the service for which
# existing clients were written.
# Tests: src/api/contentlib_url.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(65)]);

# request, next, previous, count, number of results

my @vectors = (
    ['', '?limit=30&offset=30', undef, 65, 30],
    ['?limit=10&offset=20', '?limit=10&offset=30', '?limit=10&offset=10',
        65, 10],
    ['?offset=30', '?limit=30&offset=60', '?limit=30', 65, 30],
    ['?offset=5&limit=10', '?limit=10&offset=15', '?limit=10', 65, 10],
    ['?offset=60', undef, '?limit=30&offset=30', 65, 5],
    ['?offset=1000', undef, '?limit=30&offset=970', 65, 0],
    ['?limit=65', undef, undef, 65, 65],
    ['?limit=10000', undef, undef, 65, 65],
    ['?limit=64', '?limit=64&offset=64', undef, 65, 64],
    ['?limit=0&offset=30', '?limit=30&offset=60', '?limit=30', 65, 30],
    ['?limit=10&limit=', '?limit=30&offset=30', undef, 65, 30],
    ['?b=2&a=1&b=1&offset=40', undef, '?a=1&b=2&b=1&limit=30&offset=10',
        65, 25],
    ['?text=&tag-partial=&offset=30',
        '?limit=30&offset=60&tag-partial=&text=',
        '?limit=30&tag-partial=&text=', 65, 30],
    ['?foo&limit=5', '?foo=&limit=5&offset=5', undef, 65, 5],
    ['?q=a~b-c_d.e!*()%27',
        '?limit=30&offset=30&q=a~b-c_d.e%21%2A%28%29%27', undef, 65, 30],
    ['?q=%C3%89t%C3%A9+%26%3D/',
        '?limit=30&offset=30&q=%C3%89t%C3%A9+%26%3D%2F', undef, 65, 30],
    ['?q=%ff%zz', '?limit=30&offset=30&q=%EF%BF%BD%25zz', undef, 65, 30],
    ['?format=json&limit=5', '?format=json&limit=5&offset=5', undef, 65, 5],
    ['?format=', '?format=&limit=30&offset=30', undef, 65, 30],
    ['?tag=happy%20day&limit=20&offset=20',
        '?limit=20&offset=40&tag=happy+day', '?limit=20&tag=happy+day',
        45, 20],
    ['?Limit=1&%5Bx%5D=1&offset=1&limit=2',
        '?Limit=1&%5Bx%5D=1&limit=2&offset=3', '?Limit=1&%5Bx%5D=1&limit=2',
        65, 2],
);

my $list = '/api/v1/content_items/';

for my $vector (@vectors) {
    my ($query, $next, $previous, $count, $n) = @$vector;
    my $r = $t->get("$list$query");
    my $json = $r->json;

    is($r->status, 200, "$query: status");
    is($json->{count}, $count, "$query: count");
    is(@{$json->{results}}, $n, "$query: results");

    my %link = (next => $next, previous => $previous);

    is($json->{$_}, $link{$_} && "http://localhost$list$link{$_}",
        "$query: $_") for sort keys %link;
}

like($t->get("$list?format=")->json->{results}[0]{url},
    qr{/65/\?format=$}, 'an empty format in the url of an item');
