#!/usr/bin/perl

# contentlib_explorer: clients that request HTML get a page at every address of
# the API, and all other clients get JSON.  Conditional requests do not mix the
# two.
# Tests: src/http/ngx_http_contentlib_handler.c,
#     src/api/contentlib_negotiation.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $item = gif(1, tags => ['one']);
my $page = "<!DOCTYPE html>\n<title>The page</title>\n";

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;
        contentlib_explorer /page/index.html;

        location /api/v1/  { contentlib; }
        location = /api/v1 { contentlib; }

        location /page/ {
            alias         %%DIR%%/;
            default_type  text/html;
            add_header    Content-Security-Policy "default-src 'none'" always;
        }

        # a page that does not exist, and pages that are addresses of the API

        location /missing/ {
            contentlib;
            contentlib_root      /missing/;
            contentlib_explorer  /page/none.html;
        }

        location /own/ {
            contentlib;
            contentlib_root      /own/;
            contentlib_explorer  /own/tags/one/;
        }

        location /nothing/ {
            contentlib;
            contentlib_root      /nothing/;
            contentlib_explorer  /nothing/at/all;
        }

        location /circle/ {
            contentlib;
            contentlib_root      /circle/;
            contentlib_explorer  /back/;
        }

        location /back/ { rewrite ^ /circle/tags/one/ last; }

        # subrequests of nginx

        location /failed/ { error_page 404 /api/v1/tags/one/; }
        location /tried/  { try_files /none /api/v1/tags/one/; }
        location /part/   { ssi on; alias %%DIR%%/; default_type text/html; }
CONF
    records => [$item, collection('c', $item)],
    files => {
        'index.html' => $page,
        'part.html' => '<!--# include virtual="/api/v1/tags/one/" -->',
    });

my $uri = '/api/v1/tags/one/';
my $json = tag_json(tag('one'));
my $html = 'text/html';
my $browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

# Status, type, body and Vary.

sub page_ok ($r, $name, $status = 200) {
    return is(join("\n", $r->status, $r->header('Content-Type'),
        join(' | ', $r->header('Vary')), $r->body),
        join("\n", $status, 'text/html', 'Accept', $page), $name);
}

# requests that get the page

my %browsers = (
    Chrome => 'text/html,application/xhtml+xml,application/xml;q=0.9,'
        . 'image/avif,image/webp,image/apng,*/*;q=0.8,'
        . 'application/signed-exchange;v=b3;q=0.7',
    Firefox => 'text/html,application/xhtml+xml,application/xml;q=0.9,'
        . 'image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8',
    Safari => $browser,
    'a plain name' => 'text/html',
    'a low quality' => 'text/html;q=0.1',
    'the same quality' => 'application/json;q=0.5, text/html;q=0.5',
    'JSON refused' => 'text/html;q=0.1, application/json;q=0',
    'a thousandth' => 'application/json;q=0.899, text/html;q=0.9',
    'a range of JSON' => '*/*;q=0.9, text/html;q=0.5, application/*;q=0.2',
    'a range of texts' => 'text/*;q=0.3, text/html;q=0.7, */*;q=0.5',
    'a parameter' => 'TEXT/HTML;level=1, */*',
);

page_ok($t->get($uri, Accept => $browsers{$_}), $_) for sort keys %browsers;
page_ok($t->get($uri, Accept => 'text/html', Accept => 'image/*'),
    'two lines');

answer_is($t->get($uri), 200, $json, 'no Accept');
answer_is($t->get($uri, Accept => $_), 200, $json, "Accept: $_") for '',
    '*/*', 'application/json', 'text/*', 'application/json, */*',
    'application/json, text/plain, */*', 'text/html;q=0.9, application/json',
    'text/html;q=0.9, */*', 'text/html;q=0, */*', 'text/html5, */*',
    'text/*, application/json;q=0.1', 'text/html;q=0.9, application/*;q=0.901',
    'text/html;q=0.5, application/json;q=0.3, application/json;q=0.7',
    'text/plain;x=",text/html", */*';
is($t->get($uri, Accept => 'text/html;q=0')->status, 406, 'none of both');

# "format" has precedence over Accept

page_ok($t->get("$uri?$_", Accept => $html), $_) for 'format=api', 'format=',
    'format=json&format=api', 'text=a&limit=x';
answer_is($t->get("$uri?format=json", Accept => $html), 200,
    tag_json(tag('one'), format => 'json'), 'format=json');
answer_is($t->get("$uri?format=xml", Accept => $html), 404,
    '{"detail":"Not found."}', 'another format');
answer_is($t->get("$uri?" . join('&', 1 .. 65), Accept => $html), 400,
    '{"detail":"Too many parameters."}', 'too many parameters');

# all addresses, also of records that do not exist, with their status

page_ok($t->get($_, Accept => $browser), $_) for '/api/v1', '/api/v1/',
    map { "/api/v1/$_" } qw(content_items/ content_items/1/ tags/ tags/one
    collections/ collections/c/ search/ search/?text=a
    content_items/?text=), 'tags/%2F/';
page_ok($t->get("/api/v1/$_", Accept => $browser), $_, 404)
    for qw(tags/none/ nothing/here);

# methods

my $head = $t->head($uri, Accept => $html);

is($head->head_text, $t->get($uri, Accept => $html)->head_text, 'HEAD');
is($head->header('Content-Length'), length $page, 'its length');
is($head->header('Content-Security-Policy'), "default-src 'none'",
    'the headers of the place where the page is');
answer_is($t->request('POST', $uri, [Accept => $html], 'x' x 10_000), 405,
    '{"detail":"Method \"POST\" not allowed."}', 'POST');
answer_is($t->request('OPTIONS', $uri, [Accept => $html]), 200,
    $t->request('OPTIONS', $uri)->body, 'OPTIONS');
is($t->request('GET', $uri, [Accept => $html], 'x' x 100)->body, $page,
    'a GET with a body');

# both on one connection

my $connection = $t->connection;

for (1 .. 3) {
    page_ok($connection->exchange('GET', $uri, Accept => $html), 'the page');
    answer_is($connection->exchange('GET', $uri), 200, $json, 'the JSON');
}

# conditions of one form never match the other form; the page has a date, which
# does not show which form a browser has

$uri = '/api/v1/tags/';
$json = $t->get($uri)->body;

my $date = $t->get($uri, Accept => $html)->header('Last-Modified');

my %tag = map { $_ => $t->get($uri, Accept => $_)->header('ETag') }
    $html, 'application/json';
my %other = ($html => 'application/json', 'application/json' => $html);
my %body = ($html => $page, 'application/json' => $json);

isnt($tag{$html}, $tag{'application/json'}, 'each has a tag');

for my $accept (sort keys %tag) {
    my $r = $t->get($uri, Accept => $accept, 'If-None-Match' => $tag{$accept});

    is(join(' ', $r->status, $r->header('Vary')), '304 Accept',
        "$accept: its own tag");
    is($t->get($uri, Accept => $accept, 'If-None-Match' => $tag{$_})->body,
        $body{$accept}, "$accept: the tag of the other") for
        grep { $_ ne $tag{$accept} } $other{$accept};
    is($t->get($uri, Accept => $accept, @$_)->status, 200,
        "$accept: @$_") for ['If-Modified-Since' => $date],
        ['If-None-Match' => $tag{$other{$accept}},
            'If-Modified-Since' => $date];
}

# a page that does not exist, and pages that are addresses of the API

my $r = $t->get('/missing/tags/', Accept => $html);

is(join(' ', $r->status, $r->header('Vary')), '404 Accept', 'no such page');
answer_is($t->get('/missing/tags/one/'), 200,
    tag_json(tag('one'), root => '/missing/'), 'the JSON is there');

is($t->get('/own/', Accept => $html)->body,
    tag_json(tag('one'), root => '/own/'), 'a page inside of the API');
is($t->get('/nothing/tags/', Accept => $html)->body,
    '{"detail":"Not found."}', 'a page that is no address of the API');
is($t->get('/circle/', Accept => $html)->body,
    tag_json(tag('one'), root => '/circle/'), 'a page that leads back');

# subrequests get JSON

$json = tag_json(tag('one'));

is($t->get('/failed/x', Accept => $html)->body, $json, 'error_page');
is($t->get('/tried/x', Accept => $html)->body, $json, 'try_files');
is($t->get('/part/part.html', Accept => $html)->body, $json, 'a subrequest');

# the page itself

is($t->get('/page/index.html')->body, $page, 'by its own address');
is($t->get('/page/index.html')->header('Vary'), undef, 'there is one form');
