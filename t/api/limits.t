#!/usr/bin/perl

# The limits for the number of parameters and the length of filters.  The cost
# of a query is proportional to its length.
# Tests: src/api/contentlib_request.c, src/api/contentlib_url.c

use v5.36;
use utf8;

use lib 't/lib';
use List::Util qw(min);
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::Api;


my $t = Test::Contentlib->new(records => [corpus(5)], workers => 1,
    server => <<'CONF');
        contentlib_library  %%LIBRARY%% cache=off;
        keepalive_requests  1000000;

        %%API%%
CONF

my $items = '/api/v1/content_items/';
my $many = '{"detail":"Too many parameters."}';

sub parameters ($n, @more) { join '&', @more, map { "p$_=$_" } 1 .. $n }

is($t->get("$items?" . parameters(64))->status, 200, '64 parameters');
is($t->get("$items?" . parameters(62, 'limit=1', 'text='))->status, 200);
is($t->get("$items?" . 'a=1&&&&' x 64)->status, 200,
    'empty pieces are no parameters');

answer_is($t->get("$items?" . parameters(65)), 400, $many, '65 parameters');
answer_is($t->get("$items?" . parameters(64, 'limit=5')), 400, $many);
answer_is($t->get("$items?" . 'a&' x 65), 400, $many, 'of one name');
answer_is($t->get("$items?" . 'a&' x 3000), 400, $many, 'many more');

for my $path ('', 'content_items/3/', 'content_items/99/', 'tags/',
    'tags/every/', 'collections/', 'collections/none/', 'search/')
{
    answer_is($t->get("/api/v1/$path?" . parameters(65)), 400, $many,
        "65 parameters of /$path");
}

answer_is($t->get("$items?" . parameters(64, 'format=xml')), 400, $many,
    'before the format');
answer_is($t->get("$items?" . parameters(65), Accept => 'text/plain'), 400,
    $many, 'before the Accept header');

# the limit applies to the decoded value

sub too_long (@fields) {
    return '{' . join(',', map { qq("$_":["Ensure this field has no more )
        . 'than 256 bytes."]' } @fields) . '}';
}

for (map { my $path = $_; map { [$path, $_] } api_filters($path) } api_paths()) {
    my ($path, $field) = @$_;
    my $uri = "/api/v1$path?$field=";

    is($t->get($uri . 'x' x 256)->status, 200, "256 bytes of $field");
    is($t->get($uri . '%C3%A9' x 128)->status, 200, "128 letters of $field");
    answer_is($t->get($uri . 'x' x 257), 400, too_long($field),
        "257 bytes of $field");
    answer_is($t->get($uri . '%C3%A9' x 128 . '+'), 400, too_long($field),
        "257 decoded bytes of $field");
    answer_is($t->get($uri . 'x' x 7000), 400, too_long($field),
        "many bytes of $field");
}

my $long = 'x' x 257;

my @filters = api_filters('/content_items/');

cmp_ok(scalar @filters, '>=', 7, 'filters are found');
answer_is($t->get("$items?" . join '&', map { "$_=$long" } reverse @filters),
    400, too_long(@filters), 'all in one answer');
is($t->get("$items?text=$long&text=x")->status, 200, 'the last one counts');
answer_is($t->get("$items?text=x&text=$long"), 400, too_long('text'));
is($t->get("$items?other=$long")->status, 200, 'an unknown parameter');
is($t->get("${items}3/?text=$long")->status, 200,
    'a filter for a single record');
answer_is($t->get("$items?text=$long&format=xml"), 404,
    '{"detail":"Not found."}', 'after the format');

# A query of 7,900 bytes does not cost more than 32 queries of 250 bytes.

my ($worker) = $t->worker_pids;
my $connection = $t->connection;

sub process ($name) {
    open my $file, '<', "/proc/$worker/$name" or die $!;
    return scalar <$file>;
}

# The kernel may count the time of the worker when it sleeps, not before.

sub nanoseconds () {
    sleep 0.001 until process('stat') =~ /\) S /;
    return (split ' ', process('schedstat'))[0];
}

sub cost ($piece, $parameters, $length) {
    my $step = int($length / $parameters);
    my $value = substr $piece x $step, 0, $step - 1;
    my $query = join '&', ($value) x $parameters;
    my $began = nanoseconds();

    $connection->exchange('GET', "$items?$query") for 1 .. 10;

    return nanoseconds() - $began;
}

my @expensive;

for my $piece ('a', '%', '%41', '%zz', '%C3%A9', "\xc3\xa9", "\xff", '%ff',
    '+', '=', ';', '%e2%82', "\xf0\x9f\x98\x80", 'tag=', 'limit=9', '%F0%9F')
{
    for my $parameters (1, 8, 64) {
        my ($short, $long) = map { my $length = $_;
            min(map { cost($piece, $parameters, $length) } 1 .. 3)
        } 250, 7_900;

        push @expensive, "$parameters times \"$piece\": $long of $short ns"
            if $long > 32 * $short;
    }
}

is(join("\n", @expensive), '', 'the cost of a long query');
