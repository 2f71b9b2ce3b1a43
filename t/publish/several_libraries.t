#!/usr/bin/perl

# Several libraries in one nginx, and one library in several places.
# Tests: src/http/ngx_http_contentlib_library.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, http => <<'CONF');
    # relative names begin at the prefix

    contentlib_library red.db;

    server {
        listen 127.0.0.1:%%PORT%%;

        %%API%%

        location /red/ {
            contentlib;
            contentlib_root     /red/;
            contentlib_library  %%DIR%%/red.db;
            contentlib_numbers  string;
        }

        location /green/ {
            contentlib;
            contentlib_root     /green/;
            contentlib_library  %%DIR%%/green.db;
        }

        location /odd/ {
            contentlib;
            contentlib_root     /odd/;
            contentlib_library  "%%DIR%%/a name?b=c#d%41&e'f.db";
        }

        location /slashes/ {
            contentlib;
            contentlib_root     /slashes/;
            contentlib_library  /%%DIR%%/blue.db;
        }

        location /outer/ {
            contentlib_library %%DIR%%/blue.db;
            contentlib_root    /outer/;

            location /outer/tags/ {
                contentlib;
            }

            location /outer/content_items/ {
                contentlib;
                contentlib_library %%DIR%%/green.db;
            }
        }
    }

    server {
        listen 127.0.0.1:%%PORT_1%%;

        contentlib_library %%DIR%%/blue.db;

        %%API%%
    }
CONF

my $odd = "a name?b=c#d%41&e'f";
my %item = (red => gif(1, alt_text => 'red', tags => ['red']),
    green => gif(1, alt_text => 'green', tags => ['green']),
    blue => gif(1, alt_text => 'blue', tags => ['blue']),
    $odd => gif(1, alt_text => 'odd', tags => ['odd']));

$t->library($_, [$item{$_}]) for keys %item;
$t->start;

sub color ($path, $port = 0) {
    my $r = $t->request('GET', $path, [], undef, $port);
    my $result = $r->json->{results}[0];

    return $result->{alt_text} // $result->{name};
}

# in turn, so that the libraries would be mixed up if they shared state

for my $round (1 .. 3) {
    is(color('/api/v1/content_items/'), 'red', 'http level');
    is(color('/green/content_items/'), 'green', 'location level');
    is(color('/red/content_items/'), 'red', 'the same file again');
    is(color('/api/v1/content_items/', 1), 'blue', 'server level');
    is(color('/outer/tags/'), 'blue', 'from the outer location');
    is(color('/outer/content_items/'), 'green', 'its own');
    is(color('/odd/content_items/'), 'odd', 'any name');
    is(color('/slashes/content_items/'), 'blue', 'two slashes before it');
}

answer_is($t->get('/red/content_items/1/'), 200,
    item_json($item{red}, root => '/red/', numbers => 'string'));
answer_is($t->get('/api/v1/content_items/1/'), 200, item_json($item{red}));
answer_is($t->get('/green/content_items/1/'), 200,
    item_json($item{green}, root => '/green/'));

# the same path in different libraries

my @tags = map { $t->request('GET', '/api/v1/content_items/1/', [], undef,
    $_)->header('ETag') } 0, 1;

isnt($tags[0], $tags[1], 'another library, another tag');
