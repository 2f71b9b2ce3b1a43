#!/usr/bin/perl

# conf/recipes/routes.conf: a location for each endpoint.
# Tests: conf/recipes/routes.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $item = gif(200, tags => ['one']);
my $t = recipe('routes', records => [$item, corpus(120),
    collection('c', $item)]);

# address, max-age, results of a large page

for (['', undef], ['content_items/', undef, 50],
    ['content_items/200/', 3600], ['collections/', 600, 1],
    ['collections/c/', 600], ['tags/', undef, 123], ['tags/one/', undef],
    ['search/', undef])
{
    my ($path, $seconds, $results) = @$_;
    my $r = $t->get("/api/v1/$path?limit=1000");

    is($r->status, 200, "/$path");
    is($r->header('Cache-Control'), $seconds ? "max-age=$seconds"
        : 'no-cache', 'how long it may be kept');
    is(scalar @{$r->json->{results}}, $results, 'the largest page')
        if $results;
    api_headers_ok($r);
}

is(scalar @{$t->get('/api/v1/tags/')->json->{results}}, 100, 'a page of tags');
is(scalar @{$t->get('/api/v1/content_items/')->json->{results}}, 30,
    'a page of items');

# unknown addresses, and addresses without a slash at the end

answer_is($t->get('/api/v1/none/'), 404, '{"detail":"Not found."}');
is($t->get("/api/v1/$_")->header('Location'),
    "http://localhost/api/v1/$_/", "/$_ without its slash")
    for qw(content_items content_items/200 collections tags tags/one search);

# the limits of a location do not apply to others

my $connection = $t->connection;

sub refused_ok ($path) {
    for (1 .. 20_000) {
        my $r = $connection->exchange('GET', $path);

        return is($r->status, 503, "$path: too many") if $r->status != 200;
    }

    fail("$path: no limit");
}

refused_ok('/api/v1/content_items/?limit=1');
is($connection->exchange('GET', '/api/v1/content_items/200/')->status, 200,
    'records are not limited');
is($connection->exchange('GET', '/api/v1/search/')->status, 200,
    'nor is the search by the limit of others');
refused_ok('/api/v1/search/');
is($connection->exchange('GET', '/api/v1/tags/')->status, 200,
    'nor are others by its limit');

# the log

$t->get('/api/v1/tags/?the=last');
ok($t->wait_for_line('access.log', qr/the=last/), 'what is logged');
unlike($t->read_file('access.log'), qr{/search/ }, 'the search is not');
