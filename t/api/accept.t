#!/usr/bin/perl

# The Accept header: JSON or 406.  Of several headers the first one counts.
# Tests: src/api/contentlib_negotiation.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $item = image(1);
my $t = Test::Contentlib->new(records => [$item]);

my $refused = '{"detail":"Could not satisfy the request Accept header."}';
my $uri = '/api/v1/content_items/1/';
my $body = item_json($item);

answer_is($t->get($uri), 200, $body, 'no Accept');

my @accepted = ('', '*/*', 'application/*', 'application/json',
    'APPLICATION/JSON', 'Application/Json', 'application/json;version=1',
    'application/json; charset=utf-8', 'application/json ;q=0.5',
    'application/json;q=1', 'application/json;q=1.000',
    'application/json;q=0.001', 'application/json; indent=4; q=0.2',
    'application/json;charset="utf-8"', ' application/json ',
    'text/html', 'TEXT/HTML', 'text/*', 'text/html;q=0.1', 'text/html;level=1',
    'text/plain, application/json', 'text/plain,application/json',
    'text/plain;q=1, */*;q=0.1', 'image/png, text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,'
        . 'image/webp,*/*;q=0.8',
    'text/plain;q=0, application/json', ',application/json',
    'application/json,', 'text/plain, , application/json',
    'text/plain;x="a,b", application/json', "  \t ", 'application/json;',
    'application/json;qs=0', 'application/json;x=q=0',
    'application/json;x="a;q=0;b"', 'application/json;q=0.01',
    'application/json;q=1.', 'application/json;Q=0.5',
    "image/png\t,\tapplication/json\t;\tq=0.5\t", 'application/json, */*;q=0',
    '*/*;q=0, application/json', 'application/*;q=0, application/json;q=0.3',
    'application/*;q=0, text/html', '*/*;q=0, text/html;q=0.1',
    (map { "application/json;$_" } qw(q=x q=05 q=0.x q=0./ q qq)),
    'application/json;x="\\";q=0;";q=0.4', 'application/json;x="\\\\";q=0.4',
    'text/plain,, ,application/json;q=0.4,,');

answer_is($t->get($uri, Accept => $_), 200, $body, "Accept: $_")
    for @accepted;

my @refused = ('text/plain', 'application/xml', 'image/*',
    'image/png, image/webp', 'text/plain;q=1.0', 'application/jso',
    'application/jsonp', 'application/json-seq', 'application/hal+json',
    'xapplication/json', 'text/htm', 'text/html5', 'json',
    '*/*;q=0', 'application/json;q=0', 'application/json;q=0.0',
    'application/json;q=0.000', 'application/json; Q=0', 'text/html;q=0',
    'application/*;q=0', 'text/plain, application/json;q=0',
    'application/json/x', 'application/', 'application', '/json', '*/json',
    'application/vnd.api+json', 'application/json;q=0.',
    '*/*, application/json;q=0, text/html;q=0', 'application/xhtml+xml',
    'application/json;q=0, */*', '*/*, application/json;q=0.0',
    'application/json;q=0, text/html', 'text/*, application/json;q=0',
    'application/json;q=0, application/json', 'application/json,'
        . 'application/json;version=1;q=0', 'Application/JSON ; Q=0, text/html',
    'text/plain;q=0.5, ' x 300,
    'text/plain;x="application/json"', 'text/plain;x=", application/json"');

answer_is($t->get($uri, Accept => $_), 406, $refused, "Accept: $_")
    for @refused;

# format=json has precedence over Accept; no other format has

answer_is($t->get("$uri?format=json", Accept => 'text/plain'), 200,
    item_json($item, format => 'json'), 'format=json wins');
answer_is($t->get("$uri?format=json", Accept => 'application/json;q=0'), 200,
    item_json($item, format => 'json'), 'format=json wins over q=0');
answer_is($t->get("$uri?format=api", Accept => 'text/plain'), 406, $refused);
answer_is($t->get("$uri?format=", Accept => 'text/plain'), 406, $refused);

# all routes; a record that does not exist is still a 404

answer_is($t->get("/api/v1/$_", Accept => 'text/plain'), 406, $refused,
    "406 of /$_") for '', 'content_items/', 'tags/', 'collections/',
    'search/';
answer_is($t->get('/api/v1/nothing/', Accept => 'text/plain'), 404,
    '{"detail":"Not found."}', 'an unknown route');
answer_is($t->get('/api/v1/tags/?format=xml', Accept => 'text/plain'), 404,
    '{"detail":"Not found."}', 'an unknown format');
answer_is($t->get('/api/v1/content_items/?text=' . 'x' x 300,
    Accept => 'text/plain'), 406, $refused, 'before the filters');

is($t->head($uri, Accept => 'text/plain')->header('Content-Length'), 57,
    'HEAD');

# several headers

sub ask (@lines) {
    return $t->request('GET', $uri, [(map { (Accept => $_) } @lines),
        Host => 'localhost']);
}

answer_is(ask('application/json', 'text/plain'), 200, $body, 'JSON first');
answer_is(ask('text/plain', 'application/json'), 406, $refused,
    'another type first');
answer_is(ask('*/*;q=0', 'application/json'), 406, $refused, 'nothing first');
answer_is(ask('', 'text/plain'), 200, $body, 'an empty one first');
answer_is(ask('image/png, */*', map { "image/kind-$_" } 1 .. 900), 200, $body,
    'the first of many');
