#!/usr/bin/perl

# The configurations in conf send "Cache-Control: no-cache" with each response of
# the API, also with errors, unless they have times of their own.
# Tests: conf, conf/recipes

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Shipped;


# Those with times have tests: the other files of t/conf, and t/edge.

my %times = map { ("conf/$_.conf" => 1) } 'origin', 'recipes/caching',
    'recipes/proxy_cache', 'recipes/routes';
my %private = map { ("conf/recipes/$_.conf" => 1) } 'api_keys', 'auth_request';
my %text = configurations();
my @names = sort grep { /^conf/ && !$times{$_} && !$private{$_}
    && $text{$_} =~ /^\s*(?:contentlib;|include contentlib\.conf;)/m }
    keys %text;

cmp_ok(scalar @names, '>=', 12, "configurations: @names");

for my $name (@names) {
    my $t = shipped($name, records => [map { image($_) } 1 .. 9]);
    my $list = '/api/v1/content_items/';
    my $root = '/api/v1/';

    # several libraries are at other addresses

    if ($text{$name} =~ m{^\s*contentlib_root\s+(/cats/);}m) {
        $root = $1;
        $list = "${root}content_items/";
        link home($t) . '/library.db', home($t) . '/cats.db';
        $t->reload;
    }

    my $tag = $t->get($list)->header('ETag');

    for my $case ([200, 'GET', $list], [304, 'GET', $list, 'If-None-Match',
        $tag], [200, 'GET', "${list}9/"], [404, 'GET', "${list}99/"],
        [404, 'GET', "${root}none/"], [301, 'GET', $list =~ s{/$}{}r],
        [406, 'GET', $list, 'Accept', 'text/plain'], [405, 'POST', $list],
        [200, 'OPTIONS', $list], [200, 'HEAD', $list],
        ($root =~ /v1/ && $name !~ /recipes/ ? [301, 'GET', '/api/v1'] : ()))
    {
        my ($status, $method, $path, @headers) = @$case;
        my $r = $t->request($method, $path, \@headers);

        is(join(' ', $r->status, $r->header('Cache-Control')),
            "$status no-cache", "$name: $method $path");
        is($r->header('Expires'), undef, 'once');
    }

    # new workers do not have the old library

    unlink map { home($t) . "/$_.db" } qw(library cats);
    $t->reload;

    my $r = $t->get($list);

    is(join(' ', $r->status, $r->header('Cache-Control')), '503 no-cache',
        "$name: without a library");
}
