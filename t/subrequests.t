#!/usr/bin/perl

# The API in subrequests.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my ($built) = Test::Contentlib::nginx('-V');

my $addition = $built =~ /--with-http_addition_module/ ? <<'CONF' : '';
        location /added.txt {
            add_before_body /api/v1/tags/one/;
            add_after_body  /api/v1/tags/two/;
            addition_types  text/plain;
            default_type    text/plain;
        }
CONF

my $auth = $built =~ /--with-http_auth_request_module/ ? <<'CONF' : '';
        location /guarded/ {
            auth_request  /api/v1/tags/one/;
            alias         %%DIR%%/;
        }

        location /forbidden/ {
            auth_request  /api/v1/tags/none/;
            alias         %%DIR%%/;
        }
CONF

my @items = corpus(40);

my $t = Test::Contentlib->new(
    records => [@items, image(100, tags => ['one', 'two'])],
    server => <<"CONF",
        root %%DIR%%;
        contentlib_library %%LIBRARY%%;

        %%API%%

        location /page.html {
            ssi on;
        }

        location /wait.html {
            ssi on;
        }

        location /set.html {
            ssi on;
        }

        location /errors.html {
            ssi on;
        }

        location /mirrored/ {
            mirror /api/v1/content_items/;
            alias  %%DIR%%/;
        }

$addition
$auth
CONF
    files => {
        'page.html' => '<<!--#include virtual="/api/v1/tags/one/" -->|'
            . '<!--#include virtual="/api/v1/content_items/?limit=1" -->>',
        'wait.html' => '<!--#include virtual="/api/v1/content_items/" '
            . 'wait="yes" -->,<!--#include virtual="/api/v1/tags/two/" -->',
        'set.html' => '<!--#include virtual="/api/v1/tags/one/" '
            . 'set="tag" --><!--#echo var="tag" encoding="none" -->',
        'errors.html' => '<!--#include virtual="/api/v1/tags/none/" -->|'
            . '<!--#include virtual="/api/v1/tags/?format=xml" -->|'
            . '<!--#include virtual="/api/v1/tags/" -->',
        'added.txt' => '|',
        'small.txt' => 'small',
    });

my %body = map { $_ => $t->get("/api/v1/$_")->body } 'tags/one/', 'tags/two/',
    'tags/', 'content_items/', 'content_items/?limit=1';
my $missing = '{"detail":"Not found."}';

# twice, since the second response may be from the cache

for my $round (1, 2) {
    is($t->get('/page.html')->body, "<$body{'tags/one/'}|"
        . "$body{'content_items/?limit=1'}>", 'SSI');
    is($t->get('/wait.html')->body,
        "$body{'content_items/'},$body{'tags/two/'}", 'SSI, wait');
    is($t->get('/set.html')->body, $body{'tags/one/'}, 'SSI, set');
    like($t->get('/errors.html')->body, qr/\Q|$body{'tags\/'}\E$/,
        'SSI, errors');
}

is($t->head('/page.html')->status, 200, 'SSI, HEAD');

# a condition applies to the page, not to its parts

my $tag = $t->get('/api/v1/tags/one/')->header('ETag');

is($t->get('/page.html', 'If-None-Match' => $tag)->body,
    "<$body{'tags/one/'}|$body{'content_items/?limit=1'}>",
    'no 304 in a part');

SKIP: {
    skip 'no addition module', 1 unless $addition;

    is($t->get('/added.txt')->body, "$body{'tags/one/'}|$body{'tags/two/'}",
        'addition');
}

SKIP: {
    skip 'no auth_request module', 2 unless $auth;

    is($t->get('/guarded/small.txt')->body, 'small', 'auth_request');
    is($t->get('/forbidden/small.txt')->status, 500,
        'auth_request takes a 404 for an error');
}

for my $round (1 .. 3) {
    is($t->get('/mirrored/small.txt')->body, 'small', 'mirror');
}

# the connection stays usable after all of them

my $connection = $t->connection;

for my $uri ('/page.html', '/mirrored/small.txt', '/wait.html',
    '/api/v1/tags/one/')
{
    is($connection->exchange('GET', $uri)->status, 200, "$uri, kept alive");
}
